"""Mutants: defects made by rule, such as `<` in place of `<=`, which `planted` searches for like its own.

    python tests/slow/mutants.py [HOW MANY]

200 without it, drawn by lot, the same ones each time. PLANTED_MINUTES: of processor time, 60 without it.
"""

import io
import random
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from planted import ROOT, Defect, search_for

TABLE, HOST = "firmware/lib/cardtable/", "host/tablehost/"
# What is mutated: journal, wire, referee and views of both sides.
ENGINE = [
    TABLE + f"engine/{name}.py" for name in ("referee", "corrections", "past_stage", "views", "picture")
]
PLACES = [
    *ENGINE,
    *(TABLE + "controller/storage", TABLE + "wire", HOST + "journal", HOST + "referee", HOST + "match"),
]
OTHER = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "+=": "-=",
    "-=": "+=", "*": "+", "%": "//", ">>": "<<", "<<": ">>", "&": "|", "|": "&", "and": "or", "or": "and",
    "not": "bool", "True": "False", "False": "True", "break": "continue", "continue": "break", "0": "1",
    "1": "2", "in": "not in", "is": "is not", "min": "max", "max": "min", "any": "all", "all": "any",
    "return": "return not",
}  # fmt: skip
NO_CODE = ("def ", "class ", "from ", "import ", "@", "#")


def draw(count: int, seed: int = 1) -> list[Defect]:
    """Return so many mutants of code, no two in one line."""
    lines: dict[tuple[str, int], list[Defect]] = {}
    for place in PLACES:
        for path in [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py")):
            for number, mutant in mutants_of(path):
                lines.setdefault((mutant.file, number), []).append(mutant)
    lots = random.Random(seed)
    found: list[Defect] = []
    for key in lots.sample(sorted(lines), len(lines)):
        mutant = lots.choice(lines[key])
        if len(found) < count and is_code(mutant):
            found.append(mutant)
    return found


def mutants_of(path: Path) -> Iterator[tuple[int, Defect]]:
    """Yield the mutants of a module, code or not, with the number of their line. Lines that are there twice,
    or define something, have none.
    """
    text = path.read_text()
    rows = text.split("\n")
    name = path.relative_to(ROOT).as_posix()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        number, column = token.start
        row = rows[number - 1]
        if token.string not in OTHER or token.type not in (tokenize.OP, tokenize.NAME, tokenize.NUMBER):
            continue
        is_type = token.string == "|" and "None" in row
        if is_type or text.count(row) != 1 or row.lstrip().startswith(NO_CODE):
            continue
        changed = row[:column] + OTHER[token.string] + row[column + len(token.string) :]
        says = f"line {number}: {changed.strip()}"
        label = f"mutant-{name.removesuffix('.py').replace('/', '-')}-{number}-{column}"
        yield number, Defect(label, says, name, row, changed)


def is_code(mutant: Defect) -> bool:
    """Return True if the module with this mutant can be compiled."""
    try:
        compile((ROOT / mutant.file).read_text().replace(mutant.old, mutant.new), mutant.file, "exec")
    except SyntaxError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(search_for(draw(int("".join(sys.argv[1:]) or 200))))
