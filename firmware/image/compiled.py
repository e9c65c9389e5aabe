"""Engine, games and simulated players compiled by mypyc, in a wheel for this computer alone: `make fast`.

The modules are compiled from copies, which differ as `prepare` and EDITS say. No line moves, so an error
names the line of the source. The wheel has the sources, too: the digest of the program is theirs. MicroPython
sees none of this.

    build/fast/source     the copies
    build/fast/modules    the compiled modules, as the hook of the wheel takes them (`wheel.py`)
    build/fast/lib        the wheel, unpacked: `PYTHONPATH=build/fast/lib` runs it
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / "build" / "fast"
COPIED = (ROOT / "firmware" / "lib" / "cardtable", ROOT / "host" / "tablehost")
COMPILED = (
    "cardtable/engine/*.py",
    "cardtable/engine/asks/*.py",
    "cardtable/games/*/*.py",
    "tablehost/people/bare_match.py",
    "tablehost/people/minds.py",
    "tablehost/people/room.py",
    "tablehost/people/trusting_referee.py",
    "tablehost/games/*/player.py",
    "tablehost/games/*/people.py",
    "tablehost/games/democrazy/forecast.py",
    "tablehost/games/democrazy/view.py",
)
# A Match and a Game get attributes that only their game knows. What follows or edits records takes what
# others wrote, whatever its types say, and a simulation has no use for it. Laws of one's own are replaced.
LEFT_OUT = (
    *(f"cardtable/engine/{name}.py" for name in ("match", "game", "follower", "replay", "corrections")),
    *(
        f"cardtable/engine/{name}.py"
        for name in ("spoken_corrections", "past_stage", "departures", "notation")
    ),
    "cardtable/games/democrazy/own_laws.py",
)
# mypyc 2.4 hands on the arguments of `super().__init__(*about)` as one tuple.
_BEGIN = ("super().__init__(*about, **more)", 'getattr(room.Room, "__init__")(self, *about, **more)')
EDITS = {
    "cardtable/engine/asks/combined.py": (
        ("or not part:", "or not part or type(part[0]) is not int:"),  # in a record of others
    ),
    "cardtable/engine/table.py": (("sides: list[list[int]] | None", "sides: Any"),),
    "cardtable/engine/asks/base.py": (
        # Other asks have a method of this name, and a compiled class tells methods from attributes.
        (
            'decide: "Callable[[Table, int], object]"',
            'def decide(self, table: "Table", index: int) -> object: raise NotImplementedError',
        ),
    ),
    # The points of a forecast are not whole.
    "cardtable/games/democrazy/final.py": (
        ('chip_points: float, bonuses: "list[list[int]]"', "chip_points: float, bonuses: list[Any]"),
        ('bonuses: "list[list[int]]" = []', "bonuses: list[Any] = []"),
    ),
    "tablehost/games/democrazy/people.py": (_BEGIN,),
    "tablehost/games/demos/people.py": (_BEGIN,),
}
# Their attributes are read by `vars` (`cardtable_lab.research.information`): a compiled class has none.
WITH_VARS = ("View", "Open", "Proposal", "Law", "Operation")
# Attributes of classes, also of one of a game of one's own.
_NAMES = "auto|by_key|counted|tries|clearings|reads|fumbles|beginning"
OF_CLASS = re.compile(rf"^    ({_NAMES})\b.*? = ", re.MULTILINE)
CONST = re.compile(r"^(\w+) = const\(([^()]*)\)", re.MULTILINE)
# The games are checked by tests/mypy-firmware.ini, less strictly.
CHECKED_ELSEWHERE = (
    "annotation-unchecked", "arg-type", "has-type", "import-not-found", "index", "no-redef", "operator",
    "type-var", "union-attr", "var-annotated",
)  # fmt: skip
# What mypyc 2.4 fails on: `one in (*several, another)`.
STARRED = re.compile(r"\bin (\((?:[\w., ]+, )?\*(?:[^()]|\([^()]*\))*\))")
# A row of a record is a tuple or a list, whatever its type says.
TUPLE = re.compile(r"\btuple\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]")
# What may be None, though its type does not say so; compiled code would refuse it.
UNTRUE = re.compile(r"^( +[\w.]+): .+? = (.*# type: ignore\[assignment\])", re.MULTILINE)


def prepare(text: str) -> str:
    """Return a source of the engine or of a game as mypyc takes it, with as many lines."""
    text = text.replace("\nTYPE_CHECKING = const(0)\n", "\n\n")
    text = CONST.sub(r"\1: Final = \2", text)
    text = UNTRUE.sub(r"\1: Any = \2", text)
    text = TUPLE.sub("Any", text).replace(": bool = ", ": Any = ")  # 0 and 1 do as well
    # A number that may be whole, which compiled code would change; or None, as it may not expect.
    text = re.sub(r"(Sequence\[float\]|\bfloat)( \| None)?", "Any", text)
    return choose_types(text)


def choose_types(text: str) -> str:
    """Return a source whose definitions for MicroPython alone, after `if TYPE_CHECKING`, have given way."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and node.orelse:
            first, behind = node.body[-1].end_lineno or 0, node.end_lineno or 0
            lines[node.lineno - 1] = ""
            for number in range(node.lineno, first):
                lines[number] = lines[number].removeprefix("    ")
            lines[first:behind] = [""] * (behind - first)
    return "\n".join(lines)


def import_types(text: str) -> str:
    """Return a source that imports the names that `prepare` and `open_classes` use."""
    lines = text.split("\n")
    first = ast.parse(text).body[0].end_lineno or 0  # the docstring
    assert lines[first] == "", lines[first]
    types = "from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Sequence"
    lines[first] = f"{types}; from abc import update_abstractmethods"
    return "\n".join(lines)


def open_classes(text: str) -> str:
    """Return a source whose classes may have subclasses that are not compiled, and some of them `vars`.

    mypyc makes a usual class of one that has a decorator which it does not know; this one changes nothing.
    """
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and not node.decorator_list:
            if not any(ast.unparse(base) in ("Exception", "NamedTuple", "Protocol") for base in node.bases):
                at = node.lineno - 3
                assert lines[at : at + 2] == ["", ""], node.name
                lines[at : at + 2] = [
                    "if TYPE_CHECKING: from mypy_extensions import mypyc_attr",
                    "@update_abstractmethods" if node.name in WITH_VARS
                    else "@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)",
                ]  # fmt: skip
    return "\n".join(lines)


def copy_sources(target: Path) -> list[str]:
    """Copy the program; return the paths of the modules to compile."""
    for tree in COPIED:
        shutil.copytree(tree, target / tree.name, ignore=shutil.ignore_patterns("__pycache__"))
    found = sorted(path for pattern in COMPILED for path in target.glob(pattern))
    names = [path.relative_to(target).as_posix() for path in found if path.name != "__init__.py"]
    names = [name for name in names if name not in LEFT_OUT]
    for name in names:
        path = target / name
        text = path.read_text(encoding="utf-8")
        for old, new in EDITS.get(name, ()):
            assert text.count(old) == 1, f"{name} has changed: {old}"
            text = text.replace(old, new)
        lines = text.count("\n")
        text = prepare(text) if name.startswith("cardtable/") else text
        text = STARRED.sub(r"in list(\1)", text)
        text = open_classes(import_types(OF_CLASS.sub(r"    \1: ClassVar[Any] = ", text)))
        assert text.count("\n") == lines, name
        path.write_text(text, encoding="utf-8")
    return names


def compile_modules(names: list[str]) -> None:
    """Compile these modules of the copies into `modules`. Run in the folder of the copies."""
    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class InParallel(build_ext):
        """Compiles a file in C on each processor."""

        def build_extensions(self):
            compile_all = self.compiler.compile

            def compile_each(sources, **more):
                with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                    return sum(pool.map(lambda path: compile_all([path], **more), sources), [])

            self.compiler.compile = compile_each
            super().build_extensions()

    options = ["--config-file=", "--explicit-package-bases"]
    options += [f"--disable-error-code={code}" for code in CHECKED_ELSEWHERE]
    more = {"opt_level": "1", "debug_level": "0", "multi_file": True, "group_name": "cardtable"}
    extensions = mypycify([*options, *names], target_dir=str(BUILT / "c"), **more)
    where = ["--build-lib", str(BUILT / "modules"), "--build-temp", str(BUILT / "objects")]
    command = {"build_ext": InParallel}
    setup(name="cardtable", ext_modules=extensions, cmdclass=command, script_args=["-q", "build_ext", *where])


def main() -> int:
    """Make it all; return the exit status."""
    if shutil.which(os.environ.get("CC", "cc")) is None:
        print("fast: no C compiler; to get it: apt install gcc python3-dev", file=sys.stderr)
        return 1
    shutil.rmtree(BUILT, ignore_errors=True)
    names = copy_sources(BUILT / "source")
    os.chdir(BUILT / "source")
    compile_modules(names)
    (licence,) = [path for path in distribution("mypy").files or () if path.match("*.dist-info/**/LICENSE")]
    shutil.copy(str(licence.locate()), BUILT / "modules" / "cardtable" / "LICENSE.mypyc")
    pack()
    print(f"fast: {len(names)} modules compiled")
    return 0


def pack() -> None:
    """Make the wheel of the compiled modules, and unpack it."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    environment = {**os.environ, "CARDTABLE_COMPILED": str(BUILT / "modules")}
    command = [*pip, "wheel", "--no-deps", "--wheel-dir", str(BUILT), str(ROOT)]
    subprocess.run(command, env=environment, check=True)
    (wheel,) = BUILT.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(BUILT / "lib"), str(wheel)], check=True)
    print(f"fast: {wheel.relative_to(ROOT)}")


if __name__ == "__main__":
    sys.exit(main())
