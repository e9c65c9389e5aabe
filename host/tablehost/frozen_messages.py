"""Catalogues of the table as modules of constants, to be frozen into a firmware image.

    python -m tablehost.frozen_messages FOLDER

writes `words_en.py`, `words_fr.py`, `laws_en.py` ... into the folder, one for each text file beside
`cardtable.controller.words`, which stay the source. A module is two tuples of text, HEADS in ascending order
and TEXTS in the same, and nothing else: MicroPython keeps constant tuples in flash; a dict would be built in
the heap. `cardtable.controller.catalogue` finds a line in them.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from tablehost.firmware_files import package_path

FILES = ("choice", "laws", "told", "words")


def rows(path: Path) -> list[tuple[str, str]]:
    """Return the lines of a catalogue as (`kind code`, text), in ascending order. Raises ValueError."""
    found: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        head, colon, text = line.strip().partition(": ")
        if not head or head.startswith("#"):
            continue
        if not colon or not text:
            raise ValueError(f"{path.name}:{number}: a line reads `kind code: text`")
        if head in found:
            raise ValueError(f"{path.name}:{number}: {head} is there twice")
        found[head] = text
    return sorted(found.items())


def module(path: Path) -> str:
    """Return the text of the module that stands for a catalogue."""
    found = rows(path)
    parts = [f'"""Made of {path.name} by tablehost.frozen_messages: edit that file."""', ""]
    for name, values in (("HEADS", [head for head, _ in found]), ("TEXTS", [text for _, text in found])):
        parts += [f"{name} = (", *(f"    {value!r}," for value in values), ")"]
    return "\n".join(parts) + "\n"


def write(folder: Path) -> list[Path]:
    """Write the modules of all catalogues of the table into a folder; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for path in sorted((package_path() / "controller").glob("*.txt")):
        if path.stem.rpartition("_")[0] in FILES:
            written.append(folder / f"{path.stem}.py")
            written[-1].write_text(module(path), encoding="utf-8")
    return written


def main(words: Sequence[str]) -> int:
    """Run from the command line; return the exit status."""
    if len(words) != 1:
        print("python -m tablehost.frozen_messages FOLDER", file=sys.stderr)
        return 2
    for path in write(Path(words[0])):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
