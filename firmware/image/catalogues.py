"""Write the table's texts as modules of constants: `make catalogues`.

The texts of a language are the files `firmware/texts/*_CODE.txt`, which people edit. Its module is
`cardtable/languages/CODE.py`: two tuples, KEYS with `kind code` of each line in ascending order, and TEXTS
with the texts in the same order. MicroPython keeps constant tuples of a frozen module in flash; a dict would
be built in the heap. The modules are kept in the repository: every interpreter runs them as they are.
Standard library only. Exit status 1 if a line cannot be read, after one line that says where it is.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = ROOT / "firmware" / "texts"
MODULES = ROOT / "firmware" / "lib" / "cardtable" / "languages"


def lines(path: Path) -> dict[str, str]:
    """Return the lines of a file, `kind code` -> text. ValueError if one is wrong or is there twice."""
    found: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        key, colon, text = line.strip().partition(": ")
        if not key or key.startswith("#"):
            continue
        if not colon or not text:
            raise ValueError(f"{path.name}:{number}: a line reads `kind code: text`")
        if key in found:
            raise ValueError(f"{path.name}:{number}: {key} is there twice")
        found[key] = text
    return found


def catalogue(paths: list[Path]) -> dict[str, str]:
    """Return the lines of all files of a language. ValueError."""
    found: dict[str, str] = {}
    for path in paths:
        own = lines(path)
        for key in own.keys() & found.keys():
            raise ValueError(f"{path.name}: {key} is in another file as well")
        found.update(own)
    return found


def source(code: str, texts: dict[str, str]) -> str:
    """Return the source of a language's module."""
    keys = sorted(texts)
    rows = [f'"""Generated from firmware/texts/*_{code}.txt by `make catalogues`: edit those."""', ""]
    for name, values in (("KEYS", keys), ("TEXTS", [texts[key] for key in keys])):
        rows += [f"{name} = (", *(f"    {value!r}," for value in values), ")"]
    return "\n".join(rows) + "\n"


def modules(texts: Path = TEXTS) -> dict[str, str]:
    """Return the modules of all languages of a folder of texts, name of the file -> source. ValueError."""
    paths: dict[str, list[Path]] = {}
    for path in sorted(texts.glob("*_*.txt")):
        paths.setdefault(path.stem.rpartition("_")[2], []).append(path)
    return {f"{code}.py": source(code, catalogue(paths[code])) for code in sorted(paths)}


def main() -> int:
    """Write the modules that have changed and return the exit status."""
    try:
        wanted = modules()
    except ValueError as error:
        print(f"catalogues: {error}", file=sys.stderr)
        return 1
    for name, text in wanted.items():
        path = MODULES / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"catalogues: {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
