"""Build the firmware images for the Pico and the Pico 2: `make firmware`.

They are put into build/firmware, and built again only when something that goes into them has changed. Sources
and tools come from get_tools.sh. Standard library only. Exit status 0 if both images are there; 1 if a build
failed; 3 if a tool is missing, after one line that says so.
"""

import hashlib
import json
import os
import platform
import re
import runpy
import struct
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ROOT / ".tools" / "image"
INNER = TOOLS / "tree"  # the file tree in which everything runs
OUTPUT = ROOT / "build" / "firmware"
BOARDS = {"pico": "CARDTABLE_PICO", "pico2": "CARDTABLE_PICO2"}
PROJECT = ("firmware", "boards")  # what is copied into that tree, to /project
PARTITIONS = ROOT / "firmware" / "frozen" / "partitions.py"
FLASH_AT = 0x10000000
DEBIAN = Path("/etc/debian_version")
NOT_PROGRAM = 0xE48BFF57  # family of the block that pico-sdk adds to an image for RP2350 (erratum E10)
SOURCE = "/src/micropython"
PROGRAM = runpy.run_path(str(Path(__file__).parent / "program.py"))
CATALOGUES = runpy.run_path(str(Path(__file__).parent / "catalogues.py"))


def image_path(chip: str) -> Path:
    """Return where the image for this chip is put."""
    return OUTPUT / f"cardtable_{chip}.uf2"


def program_kb() -> int:
    """Return how many KB of flash belong to the program."""
    row = re.search(r"^PROGRAM_KB = (\d+)$", PARTITIONS.read_text(), re.MULTILINE)
    assert row, f"{PARTITIONS} has no row PROGRAM_KB"
    return int(row[1])


def program_bytes(uf2: bytes) -> int:
    """Return how far the program of an image goes, in bytes from the beginning of the flash. ValueError."""
    end = 0
    for at in range(0, len(uf2), 512):
        first, second, flags, address, size, _, _, family = struct.unpack_from("<8I", uf2, at)
        if (first, second) != (0x0A324655, 0x9E5D5157):
            raise ValueError(f"no block of a UF2 at byte {at}")
        if not flags & 1 and family != NOT_PROGRAM:
            end = max(end, address + size - FLASH_AT)
    return end


def files() -> list[Path]:
    """Return every file of the project that goes into an image or builds it."""
    found = [path for folder in PROJECT for path in (ROOT / folder).rglob("*") if path.is_file()]
    return sorted(path for path in found if "__pycache__" not in path.parts)


def inputs() -> str:
    """Return a digest of all that goes in: files of the project, and the packages of sources and tools."""
    digest = hashlib.sha256((INNER / "packages").read_bytes())
    for path in files():
        digest.update(f"{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def is_built(chip: str, wanted: str) -> bool:
    """Return whether the image of this chip is there, whole, and made of these inputs."""
    try:
        known = json.loads((OUTPUT / f"cardtable_{chip}.json").read_text())
        return known == record(wanted, image_path(chip).read_bytes())
    except (OSError, ValueError):
        return False


def record(wanted: str, image: bytes) -> dict[str, object]:
    """Return the data stored next to an image: its inputs, its own digest, that of its program,
    which a table tells that runs it, and those of the modules in it.
    """
    found = PROGRAM["sources"](ROOT / "firmware")
    program, modules = PROGRAM["digest"](found), PROGRAM["digests"](found)
    sha256 = hashlib.sha256(image).hexdigest()
    return {"inputs": wanted, "sha256": sha256, "program": program, "modules": modules}


def copy_project() -> None:
    """Bring /project up to date; a file that has not changed keeps its time, and is not compiled again."""
    wanted = {path.relative_to(ROOT): path for path in files() if path.relative_to(ROOT).parts[0] in PROJECT}
    there = INNER / "project"
    for path in [path for path in there.rglob("*") if path.is_file()]:
        if path.relative_to(there) not in wanted and path.relative_to(there).parts[0] in PROJECT:
            path.unlink()
    for name, path in wanted.items():
        target = there / name
        if not target.exists() or target.read_bytes() != path.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


def inside(*command: str) -> str:
    """Run a command in the tools' tree; return its output. On failure print the end of that, and raise."""
    # The time that an image states is that of MicroPython's source: the same inputs give the same image.
    date = int((INNER / SOURCE[1:] / "py" / "mpconfig.h").stat().st_mtime)
    into = ["sh", str(ROOT / "firmware" / "image" / "inside.sh"), str(INNER)]
    words = [*into, "env", f"SOURCE_DATE_EPOCH={date}", *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        print("\n".join(done.stdout.decode(errors="replace").splitlines()[-30:]), file=sys.stderr)
        raise subprocess.CalledProcessError(done.returncode, words)
    return done.stdout.decode(errors="replace")


def native_functions(frozen: str, symbols: str) -> dict[str, int]:
    """Return where the native code of each frozen function begins. KeyError if one has no symbol.

    `frozen`: MicroPython's frozen_content.c. `symbols`: those of the linked image, as nm prints them.
    """
    addresses = {
        name: int(at, 16) for at, _, name in re.findall(r"^(\w+) (\w) (\w+)$", symbols, re.MULTILINE)
    }
    native = re.compile(r"\.kind = MP_CODE_NATIVE_\w+,[^}]*?\.fun_data = (\w+),")
    return {name: addresses[name] for name in native.findall(frozen)}


def check_native_code(folder: str) -> None:
    """Raise ValueError if native code is not aligned for a Pico: it would end in a HardFault."""
    frozen = (INNER / folder[1:] / "frozen_content.c").read_text()
    found = native_functions(frozen, inside("arm-none-eabi-nm", f"{folder}/firmware.elf"))
    bad = sorted(name for name, at in found.items() if at % 4)
    if bad:
        raise ValueError(f"native code does not begin at a multiple of 4: {', '.join(bad)}")


def build(chip: str) -> bytes:
    """Build the image of this chip and return it. CalledProcessError, ValueError."""
    board, folder, jobs = BOARDS[chip], f"/build/{chip}", f"-j{os.cpu_count() or 1}"
    inside("make", jobs, "-C", f"{SOURCE}/mpy-cross", "CC=gcc", "STRIP=")
    inside(
        "cmake", "-S", f"{SOURCE}/ports/rp2", "-B", folder, f"-DMICROPY_BOARD={board}",
        f"-DMICROPY_BOARD_DIR=/project/firmware/board/{board}", "-DPICO_SDK_PATH_OVERRIDE=/usr/src/pico-sdk",
    )  # fmt: skip
    inside("make", jobs, "-C", folder)
    check_native_code(folder)
    return (INNER / folder[1:] / "firmware.uf2").read_bytes()


def is_debian() -> bool:
    """Return True on Debian, or a system made of it, with a processor that its tools are fetched for."""
    amd64 = platform.machine().lower() in ("x86_64", "amd64")
    return sys.platform == "linux" and amd64 and DEBIAN.exists()


def main() -> int:
    """Get the tools, build what has changed, return the exit status."""
    if not is_debian():
        print(
            "firmware: an image is built on Debian for amd64 alone, from 236 MB of its packages, 848 MB on "
            "disk; take the images from the project's releases. Nothing was downloaded",
            file=sys.stderr,
        )
        return 3
    if subprocess.run(["sh", str(ROOT / "firmware" / "image" / "get_tools.sh"), str(TOOLS)]).returncode:
        return 3
    try:
        CATALOGUES["make"](ROOT)
    except ValueError as error:
        print(f"firmware: {error}", file=sys.stderr)
        return 1
    wanted = inputs()
    for chip in BOARDS:
        if is_built(chip, wanted):
            print(f"firmware: {image_path(chip).relative_to(ROOT)} is there already")
            continue
        began = time.monotonic()
        copy_project()
        try:
            image = build(chip)
        except subprocess.CalledProcessError:
            print(f"firmware: the image for {chip} was not built, see above", file=sys.stderr)
            return 1
        except ValueError as error:
            print(f"firmware: the image for {chip}: {error}", file=sys.stderr)
            return 1
        size, limit = program_bytes(image), program_kb() * 1024
        if size > limit:
            print(
                f"firmware: the program for {chip} has {size} bytes, {size - limit} more than its partition; "
                f"PROGRAM_KB in {PARTITIONS.relative_to(ROOT)} says how many it may have",
                file=sys.stderr,
            )
            return 1
        OUTPUT.mkdir(parents=True, exist_ok=True)
        image_path(chip).write_bytes(image)
        (OUTPUT / f"cardtable_{chip}.json").write_text(json.dumps(record(wanted, image)))
        path, seconds = image_path(chip).relative_to(ROOT), time.monotonic() - began
        print(f"firmware: {path}, {size} of {limit} bytes of flash, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
