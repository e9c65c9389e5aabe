"""Planted defects: what the tests find. `make planted` runs this.

Each row of tests/planted is a defect by an author who had read the sources and no tests. The gate's tests run
once in a clone of the last commit that notes which of them enter a function with a defect to come, and how
long they take. Then each defect is planted alone, and the tests that entered its function run, the quickest
first, until one fails. Where a row says so the image is built, and runs in the emulated Pico.

    python tests/slow/planted.py [BEGIN OF A NAME ...]
    python tests/slow/planted.py mutants [HOW MANY]

Mutants are defects made by rule, such as `<` in place of `<=`: 200, drawn by lot, the same ones each time.
PLANTED_MINUTES: of processor time, 60 without it; PLANTED_TESTS: files and folders, all without it. What was
found by which test is in build/planted.txt, too.
"""

import ast
import io
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import tokenize
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
REPORT = ROOT / "build" / "planted.txt"
PATIENCE_S = 90  # of one run, and ten times what its tests take: a defect may keep a test busy for ever
STEPS = (2, 20, 120)  # seconds that the tests of a step take without a defect; then all others
NOT_HERE = "tests/invariants/test_planted.py"  # fails with every defect
EMULATED = ("tests/emulator", "-m", "not slow")
EMULATED_S = 200
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
TABLE, HOST = "firmware/lib/cardtable/", "host/tablehost/"
# What is mutated: journal, wire, referee and views of both sides.
PLACES = [
    *(TABLE + f"engine/{name}.py" for name in ("referee", "corrections", "past_stage", "views", "picture")),
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
# Notes by which test a function is entered, in this process or one that the test starts.
_PROBE = """
import os
_seen = set()
def note(name):
    entry = name + " " + os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" ", 1)[0]
    if entry not in _seen:
        _seen.add(entry)
        with open(os.path.join({folder!r}, str(os.getpid())), "a") as file:
            file.write(entry + "\\n")
"""
_CALL = """try:
    __import__("planted_probe").note({name!r})
except ImportError:
    pass
"""


class Defect(NamedTuple):
    """A row of tests/planted: `says` who would see what, `old` is there once in `file`, `new` replaces it."""

    name: str
    says: str
    file: str
    old: str
    new: str
    emulator: bool = False

    def plant(self, root: Path) -> None:
        """Put the defect into the sources below `root`. Raises ValueError: they have changed."""
        path = root / self.file
        text = path.read_text()
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {text.count(self.old)} places in {self.file} have the old text")
        path.write_text(text.replace(self.old, self.new))


def read_defects(folder: Path = ROOT / "tests" / "planted") -> list[Defect]:
    """Return all rows, by file and place in it."""
    rows: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.toml")):
        rows += tomllib.loads(path.read_text())["defect"]
    return [Defect(**row) for row in rows]


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


def put_probes(text: str, defects: list[Defect]) -> str:
    """Return a source with a probe at the begin of the function that holds each defect, or of the module."""
    lines = text.split("\n")
    probes = []
    for defect in defects:
        line = text[: text.index(defect.old)].count("\n") + 1
        inner: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef = ast.parse(text)
        for node in ast.walk(inner):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if node.lineno <= line <= (node.end_lineno or 0):
                    inner = node
        has_docstring = ast.get_docstring(inner) is not None and len(inner.body) > 1
        first = next(
            node for node in inner.body[has_docstring:] if getattr(node, "module", "") != "__future__"
        )
        blank = " " * first.col_offset
        probes.append((first.lineno, [blank + row for row in _CALL.format(name=defect.name).splitlines()]))
    for number, rows in sorted(probes, reverse=True):
        lines[number - 1 : number - 1] = rows
    return "\n".join(lines)


def find_visits(clone: "Clone", defects: list[Defect], folder: Path) -> dict[str, list[tuple[str, float]]]:
    """Run all tests once; return by name of a defect the tests that enter its function, and their seconds.

    The quickest come first.
    """
    (folder / "visits").mkdir()
    clone.probe(defects, _PROBE.format(folder=str(folder / "visits")))
    times = folder / "tests.xml"
    clone.run_all(times)
    clone.clean()
    seconds = {}
    for case in ElementTree.parse(times).iter("testcase"):
        file, name = case.get("file", ""), case.get("name", "")
        of_class = (
            case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", ".")).strip(".")
        )
        seconds["::".join(filter(None, (file, of_class, name)))] = float(case.get("time", 0))
    found: dict[str, dict[str, float]] = {}
    for path in (folder / "visits").iterdir():
        for row in path.read_text().splitlines():
            name, _, test = row.partition(" ")
            if test in seconds and not test.startswith(NOT_HERE):  # not of a suite that a test runs
                found.setdefault(name, {})[test] = seconds[test]
    return {name: sorted(tests.items(), key=lambda item: item[1]) for name, tests in found.items()}


def steps(tests: list[tuple[str, float]]) -> list[dict[str, float]]:
    """Return the tests in steps, with their seconds."""
    found: list[dict[str, float]] = [{} for _ in range(len(STEPS) + 1)]
    total = 0.0
    for name, took in tests:
        total += took
        found[sum(total > limit for limit in STEPS)][name] = took
    return [step for step in found if step]


class Clone:
    """A clone of the last commit, in which defects are planted and tests run."""

    def __init__(self, folder: Path) -> None:
        self._root = folder
        self._call("git", "clone", "--quiet", "--shared", ROOT, folder)
        for name in (".venv", ".tools", "build"):
            (folder / name).symlink_to(ROOT / name)
        self._make_texts()
        packages = f"{folder / 'firmware' / 'lib'}{os.pathsep}{folder / 'host'}"
        self._env = {**os.environ, "PYTHONPATH": packages}

    def probe(self, defects: list[Defect], module: str) -> None:
        """Put a probe into the function of each defect."""
        (self._root / "host" / "planted_probe.py").write_text(module)
        for file in {defect.file for defect in defects}:
            text = (self._root / file).read_text()
            inside = [defect for defect in defects if defect.file == file]
            (self._root / file).write_text(put_probes(text, inside))

    def run_all(self, times: Path) -> None:
        """Run the gate's tests, or PLANTED_TESTS, whatever becomes of them."""
        words = (
            "-q", "--tb=no", f"--numprocesses={os.cpu_count()}", "--dist=worksteal",
            "--ignore=tests/emulator", "-m", "not slow", "-p", "no:cacheprovider",
            f"--junitxml={times}", "--override-ini=junit_family=xunit1",
            *os.environ.get("PLANTED_TESTS", "").split(),
        )  # fmt: skip
        subprocess.run([sys.executable, "-m", "pytest", *words], cwd=self._root, env=self._env, stdout=-3)

    def plant(self, defect: Defect) -> None:
        """Take out the defect that is there, and put in this one."""
        self.clean()
        defect.plant(self._root)
        self._make_texts()
        if defect.emulator:
            (self._root / "build").unlink()  # the clone's own image
            self._call(sys.executable, "firmware/image/build.py", "pico", cwd=self._root)

    def clean(self) -> None:
        """Take the defect out."""
        self._call("git", "-C", self._root, "checkout", "--quiet", ".")

    def _make_texts(self) -> None:
        self._call(sys.executable, "firmware/image/catalogues.py", cwd=self._root)

    def _call(self, *words: object, cwd: Path | None = None) -> None:
        subprocess.run([str(word) for word in words], cwd=cwd, check=True, stdout=subprocess.DEVNULL)

    def failure(self, tests: list[str], takes: float) -> tuple[str | None, float]:
        """Run tests, which take so many seconds, until one fails: its name, or None, and the processor
        seconds.
        """
        patience_s = PATIENCE_S + 10 * takes
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                [*command, *tests],
                cwd=self._root, env=self._env, stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
            patience = threading.Timer(patience_s, os.killpg, (process.pid, signal.SIGKILL))
            patience.start()
            _, status, usage = os.wait4(process.pid, 0)
            patience.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            text = output.read()
        seconds = usage.ru_utime + usage.ru_stime
        if process.returncode == 0:
            return None, seconds
        if process.returncode < 0:
            return f"no end after {patience_s:.0f} s", seconds
        failed = _FAILED.search(text)
        return failed[1] if failed else (text.strip().splitlines() or ["no output"])[-1], seconds


class Search:
    """Find the test that finds each defect first, with a clone for each processor."""

    def __init__(self, defects: list[Defect], seconds: float, folder: Path) -> None:
        self.found: dict[str, str] = {}  # by name of the defect: the test
        self.spent = 0.0
        self.visits: dict[str, list[tuple[str, float]]] = {}
        self._defects = defects
        self._limit = seconds
        self._folder = folder
        self._free = [Clone(folder / str(number)) for number in range(os.cpu_count() or 1)]
        self._sound = Clone(folder / "sound")
        self._true: set[str] = set()  # tests that failed, and pass without a defect
        self._false: set[str] = set()  # tests that fail without a defect
        self._lock = threading.Lock()

    def run(self) -> None:
        """Give all defects one step after the other."""
        self.visits = find_visits(self._free[0], self._defects, self._folder)
        print(f"{sum(map(len, self.visits.values()))} visits of {len(self.visits)} functions", flush=True)
        with ThreadPoolExecutor(len(self._free)) as pool:
            for number in range(len(STEPS) + 1):
                left = [one for one in self._defects if one.name not in self.found and not one.emulator]
                print(f"step {number + 1}: {len(left)} defects", flush=True)
                list(pool.map(lambda defect, number=number: self._try_step(defect, number), left))
        for defect in self._defects:
            if defect.emulator:
                self._try(defect, list(EMULATED), EMULATED_S)

    def _try_step(self, defect: Defect, number: int) -> None:
        tests = steps(self.visits.get(defect.name, []))
        if number < len(tests):
            self._try(defect, list(tests[number]), sum(tests[number].values()))

    def _try(self, defect: Defect, tests: list[str], takes: float) -> None:
        """Run tests with one defect, unless the time is over."""
        with self._lock:
            if self.spent > self._limit:
                return
            clone = self._free.pop()
        try:
            clone.plant(defect)
            name = self._search(clone, tests, takes)
        finally:
            clone.clean()
            with self._lock:
                self._free.append(clone)
        if name is not None:
            self.found[defect.name] = name
            print(f"{defect.name}: {name}", flush=True)

    def _search(self, clone: Clone, tests: list[str], takes: float) -> str | None:
        """Return the first test that fails here, and passes without a defect."""
        while True:
            with self._lock:
                passed_over = [f"--deselect={name}" for name in sorted(self._false)]
            name, seconds = clone.failure([*tests, *passed_over], takes)
            with self._lock:
                self.spent += seconds
                if name is None or name in self._true:
                    return name
                fails, seconds = self._sound.failure([name], takes) if "::" in name else (None, 0)
                (self._true if fails is None else self._false).add(name)
                if fails is None:
                    return name


def main(words: list[str]) -> int:
    """Search for mutants, the defects of these names, or all; say what was found by which test."""
    if words[:1] == ["mutants"]:
        chosen = draw(int("".join(words[1:]) or 200))
    else:
        chosen = [one for one in read_defects() if not words or one.name.startswith(tuple(words))]
    seconds = 60 * float(os.environ.get("PLANTED_MINUTES", "60"))
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        search = Search(chosen, seconds, Path(folder))
        search.run()
    lines = [f"{one.name}: {search.found.get(one.name, f'NOT FOUND. {one.says}')}" for one in chosen]
    lines.append(f"{len(search.found)} of {len(chosen)} found in {search.spent / 60:.0f} processor minutes")
    REPORT.write_text("\n".join(lines) + "\n")
    print("\n" + "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
