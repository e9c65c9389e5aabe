"""Put all that a release is made of into dist: `make release`, after the wheel and the images were built.

The wheel with both images, the same with compiled modules (`compiled.py`), the images alone, the drawings
and lists of all boards, the files to order circuit boards, the pages that need no server, the licences, the
changes, and the SHA-256 of each of these. Standard library and the project.
The same sources give the same files; the compiled modules depend on the compiler, too.
"""

import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from cardtable import __version__
from tablehost.firmware import licences

ROOT = Path(__file__).resolve().parent.parent.parent
SUMS = "SHA256SUMS"
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def main(root: Path = ROOT) -> int:
    """Make it all; return the exit status."""
    target = root / "dist"
    images = sorted((root / "build" / "firmware").glob("cardtable_*.uf2"))
    wheels = list(target.glob(f"cardtable-{__version__}-py3-none-any.whl"))
    compiled = list((root / "build" / "fast").glob(f"cardtable-{__version__}-*.whl"))
    ignored = [list((root / "hardware").glob(ending)) for ending in ("*.net", "*.dxf")]
    orders = sorted((root / "build" / "boards").glob("*/*.*"))
    pages = sorted(path for path in (root / "build" / "site").rglob("*") if path.is_file())
    is_whole = any(path.name == "pyodide.mjs" for path in pages)
    made_once = len(images) == 2 and len(wheels) == 1 and len(compiled) == 1
    if not (made_once and all(ignored) and orders and is_whole):
        print(
            "release: wheels, images, drawings, boards or pages are missing; make release makes them",
            file=sys.stderr,
        )
        return 1
    drawings = target / f"cardtable-{__version__}-hardware.zip"
    boards = target / f"cardtable-{__version__}-boards.zip"
    site = target / f"cardtable-{__version__}-site.zip"
    made = [*wheels, drawings, boards, site, target / "LICENCES.txt", target / "CHANGES.md"]
    for path in (*compiled, *images):
        made.append(Path(shutil.copy(path, target)))
    pack(drawings, root, contents(root))
    pack(boards, root / "build" / "boards", orders)
    pack(site, root / "build" / "site", pages)
    own = (root / "LICENSE").read_text()
    (target / "LICENCES.txt").write_text(f"{own}\nIn the images:\n\n{licences.licence_text()}\n")
    shutil.copy(root / "docs" / "CHANGELOG.md", target / "CHANGES.md")
    rows = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made)]
    (target / SUMS).write_text("".join(rows))
    for path in [*sorted(made), target / SUMS]:
        print(f"release: {path.relative_to(root)}, {path.stat().st_size} bytes")
    return 0


def pack(target: Path, root: Path, paths: Iterable[Path]) -> None:
    """Write files into a zip, by their paths below `root`."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for path in paths:
            entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, path.read_bytes())


def contents(root: Path) -> Iterator[Path]:
    """Yield the drawings and lists of the boards, and the boards themselves."""
    for folder in ("boards", "hardware"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


if __name__ == "__main__":
    sys.exit(main())
