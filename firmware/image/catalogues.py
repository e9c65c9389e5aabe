"""Write the table's texts as modules of constants: `make catalogues`.

The texts of a language are the files `firmware/texts/*_CODE.txt`, which people edit. Its module is
`cardtable/languages/CODE.py`: two tuples, KEYS with `kind code` of each line in ascending order, and TEXTS
with the texts in the same order. MicroPython keeps constant tuples of a frozen module in flash; a dict would
be built in the heap. The modules are not in git: the Makefile, the build of a wheel and that of an image make
them. The first line of a module has the CRC of its texts, and the host refuses a module of other texts
(`tablehost.firmware.catalogues`). Standard library only. Exit status 1 if a line cannot be read, after one
line that says where it is.
"""

import os
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = Path("firmware", "texts")
MODULES = Path("firmware", "lib", "cardtable", "languages")


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


def source(code: str, paths: list[Path]) -> str:
    """Return the source of a language's module, from its files of texts. ValueError."""
    texts = catalogue(paths)
    keys = sorted(texts)
    crc = zlib.crc32(b"".join(path.read_bytes() for path in paths))
    rows = [
        f"# {crc:08x} is the CRC of the texts",
        f'"""Generated from firmware/texts/*_{code}.txt by `make catalogues`: edit those."""',
        "",
    ]
    for name, values in (("KEYS", keys), ("TEXTS", [texts[key] for key in keys])):
        rows += [f"{name} = (", *(f"    {value!r}," for value in values), ")"]
    return "\n".join(rows) + "\n"


def modules(texts: Path) -> dict[str, str]:
    """Return the modules of all languages of a folder of texts, name of the file -> source. ValueError."""
    paths: dict[str, list[Path]] = {}
    for path in sorted(texts.glob("*_*.txt")):
        paths.setdefault(path.stem.rpartition("_")[2], []).append(path)
    return {f"{code}.py": source(code, paths[code]) for code in sorted(paths)}


def make(root: Path = ROOT) -> list[Path]:
    """Write the modules of a checkout that have changed and remove those without texts. Return the paths of
    both. ValueError.
    """
    wanted = modules(root / TEXTS)
    changed = []
    for path in (root / MODULES).glob("??.py"):
        if path.name not in wanted:
            path.unlink()
            changed.append(path)
    for name, text in wanted.items():
        path = root / MODULES / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            beside = path.with_name(f".{name}.{os.getpid()}")
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(path)
            changed.append(path)
    return changed


def main(root: Path = ROOT) -> int:
    """Make the modules and return the exit status."""
    try:
        for path in make(root):
            print(f"catalogues: {path.relative_to(root)}")
    except ValueError as error:
        print(f"catalogues: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
