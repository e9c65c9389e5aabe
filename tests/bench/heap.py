"""What the firmware needs of a Pico's heap and stack, on 32-bit MicroPython with plain `.mpy` files.

No models of chips are in the heap: tests/micropython/evening.py plays whole matches at the pads' seam. What
that takes itself is measured and given to it beside the heap that is asked for, see `harness`. For
tests/test_memory.py, which keeps what has been reached, and for `make bench`, which says how far it is.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("shared", "support")]

import mp32  # noqa: E402
import play  # noqa: E402
import vm  # noqa: E402
from cardtable.controller.play import chance  # noqa: E402
from cardtable.rulebook import cards, games  # noqa: E402
from cardtable.rulebook import match as matches  # noqa: E402
from tablehost.firmware_files import package_files  # noqa: E402
from tablehost.virtual import pack  # noqa: E402

LIBRARY = ROOT / "firmware" / "lib"
EVENING = [
    ROOT / "tests" / "micropython" / name
    for name in ("evening.py", "whole_table.py", "bare_table.py", "deep.py", "phases.py", "alone.py")
]
# What the whole table has of the firmware: `loop` with all that is in it, and devices.
DEVICES = ("loop", "codes", "mfrc522", "keychain", "lines", "parts", "piezo", "ws2812")
SEATS = 10
GAME = games.load("democracy")
KINDS = {"laid": 0, "lifted": 1, "key": 2, "expired": 3}
KB = 1024
# An import takes this much more of the stack here than on a Pico: MicroPython keeps 4096 bytes for a path on
# Unix, 128 on rp2 (MICROPY_ALLOC_PATH_MAX). No module is imported inside the import of another here.
PATH = 4096 - 128
NO_LOOK = "no room to look back"  # what a table without room for that says (tests/micropython/whole_table.py)
NAMES = 620  # when there are more, MicroPython wants a block of 4.5 KB for the next
PLENTY = 1024 * KB  # where heap is not what is measured

# The first dealer is fixed, because the table here draws other lots than the people; pauses are short.
FIXED = {"first_dealer": "0", "negotiation_seconds": "5"}
# Everything that players can do before, in and after a trick, in one match.
FULLEST = {
    "bad_catch": "one",
    "high_stake": "3",
    "sweep": "announced",
    "negotiation": "majority",
    "joker": "declared",
    "lie_detection": "challenge",
    **FIXED,
}


class Case(NamedTuple):
    """What is measured: a game with its most players, and its options, called `what`; a long match has this
    `seed`.
    """

    game: ModuleType
    what: str
    options: dict[str, Any]
    seed: int


CASES = (
    Case(GAME, "defaults", FIXED, 1),
    Case(GAME, "everything declared", FULLEST, 1),
    Case(games.load("demos"), "defaults", {"first_dealer": "0"}, 1),
    Case(games.load("democrazy"), "defaults", {"start_player": "0"}, 12),
)


class Outcome(NamedTuple):
    """`live`: bytes in use at the end of every stage; `peak`: the most before a collection; `heap`: its size;
    `largest`: the largest free block at the end, in bytes; `names`: how many are in memory then; `decisions`,
    `inputs`: how many there were.
    """

    live: list[int]
    peak: int
    decisions: int
    inputs: int
    heap: int
    largest: int
    names: int


class OutOfMemory(Exception):
    """It did not go through; the message is what MicroPython said."""


def cross(folder: Path) -> None:
    """Compile the firmware, a board and the evening into `folder`, module by module."""
    sources = {path: path.relative_to(LIBRARY) for path in package_files()}
    sources.update({path: Path(path.name) for path in EVENING})
    sources[LIBRARY.parents[1] / "boards" / "pico_10pads.py"] = Path("board.py")
    vm.STOCK["compile_all"](sources, folder, vm.COMPILER)


def write_deck(folder: Path, game: ModuleType = GAME) -> None:
    """The deck file of as many players as there can be."""
    seats = game.SEATS[1]
    deck = list(game.deck(seats, matches.resolve(game, seats, {})))
    pack.write_deck(folder / "deck.txt", deck, getattr(game, "PACK", None))


def write_match(
    path: Path, seed: int, options: dict[str, Any], clumsy: int = 0, game: ModuleType = GAME
) -> int:
    """Play a match of as many random legal people as can be, write its inputs to `path`; return how many
    decisions it has.

    `clumsy`: every so manieth input is one that nobody asked for.
    """
    run = play.Game(game, game.SEATS[1], options, seed, chance(bytes(16)))  # as the table there draws
    run.clumsy = clumsy
    data = bytearray()
    decisions = 0
    while not run.referee.over:
        event = run.choose()
        kind, place, value = (*event, 0, 0)[:3]
        data += bytes([KINDS[kind], place, cards.FOREIGN if value == 15 else value])
        decisions += kind in ("laid", "key")
        run.feed(event)
    path.write_bytes(json.dumps(run.fresh).encode() + b"\n" + data)
    return decisions


def write_evening(folder: Path, decisions: int) -> list[str]:
    """Matches with options drawn at random, until there are that many decisions; return the files' names."""
    names: list[str] = []
    while decisions > 0:
        seed = len(names)
        options = play.options_of(GAME, SEATS, play.Lots(seed), FIXED)
        names.append(f"{seed}.match")
        decisions -= write_match(folder / names[-1], seed, options, clumsy=12)
    return names


def argument(size: int) -> int:
    """The `-X heapsize` for a heap of `size` bytes: its tables take 3 bits for each block of 16 bytes."""
    return size * 131 // 128 + 160


def micropython(library: Path, code: str, heap: int, timeout: float = 300) -> str:
    """Run code that finds the compiled firmware; return what it prints. Raises OutOfMemory."""
    done = subprocess.run(
        [
            mp32.MP32,
            *("-X", f"heapsize={argument(heap)}"),
            *("-c", f"import sys; sys.path[:] = ['.']\n{code}"),
        ],
        cwd=library,  # the path of each file is kept in the heap: as long as on a Pico, wherever this runs
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=timeout,
    )
    if done.returncode:
        raise OutOfMemory(done.stdout.strip()[-600:])
    return done.stdout


def evening(
    library: Path,
    folder: Path,
    files: list[str],
    heap: int,
    whole: bool = True,
    strict: bool = False,
    room: int = 0,
    lent: bool = True,
) -> Outcome:
    """Play the files at a table with so many bytes of heap; evening.py tells the rest. Raises OutOfMemory.

    `lent`: modules are borrowed; else all that can be are loaded before.
    """
    shutil.rmtree(folder / "journal", ignore_errors=True)
    own = {path.stem for path in EVENING} | {"board"}
    modules = sorted({path.stem for path in library.glob("*.mpy")} - own)
    code = "" if lent else "".join(f"import {name}\n" for name in modules)
    table = "whole_table" if whole else "bare_table"
    sunk = f"__import__('deep').sunk, {room}" if room else None
    code += f"import evening, {table} as table\n"
    code += f"evening.main(table.Table, {str(folder) + os.sep!r}, {files!r}, {strict}, {sunk})"
    lines = micropython(library, code, heap).splitlines()
    rows = [json.loads(line) for line in lines if line.startswith("[")]
    ends = {row[0]: row[1:] for row in rows}
    largest = next(line for line in lines if "max free sz" in line).split("max free sz:")[1]
    known = next(line for line in lines if line.startswith("qstr pool")).split("n_qstr=")[1].split(",")[0]
    live = [row[2] for row in rows if row[0] == "live"]
    return Outcome(live, ends["peak"][0], *ends["end"], largest=int(largest) * 16, names=int(known))


def set_up(library: Path, folder: Path, game: ModuleType, heap: int) -> None:
    """Have a match with the most players set up by keys, twice, where all decks are; alone.py tells the rest.
    Raises OutOfMemory.
    """
    pack.write_deck(folder / "deck.txt")
    called = {"democracy": "Democracy", "demos": "DemoS", "democrazy": "Democrazy"}[game.NAME]
    code = f"import alone; alone.main({str(folder) + os.sep!r}, {called!r}, {list(range(game.SEATS[1]))!r})"
    micropython(library, code, heap)


def drift(thrice: Outcome) -> int:
    """By how many bytes live memory grew at most, in an evening of the same matches played three times.

    The first time is left out: a module that is borrowed for the first time leaves its names behind.
    """
    third = len(thrice.live) // 3
    pairs = zip(thrice.live[third : 2 * third], thrice.live[2 * third :])
    return max(later - earlier for earlier, later in pairs)


def harness(library: Path) -> int:
    """What those who play and watch here leave in the heap by their import, in bytes: no Pico has that.

    What a board is made of there is not in these heaps either, but for a reader's driver. A game is loaded
    first: else the table of names might happen to grow here, which it does in any case.
    """
    own = [path.stem for path in EVENING]
    wanted = sorted({path.stem for path in library.glob("*.mpy")} & set(DEVICES)) + [GAME.NAME]
    code = (
        "import gc, json, time, micropython\n"
        "def used():\n gc.collect(); gc.collect(); return gc.mem_alloc()\n"
        f"import {', '.join(wanted)}\n"
        f"before = used()\nimport {own[0]}, {own[1]}\nprint(used() - before)\n"
    )
    return int(micropython(library, code, PLENTY))


def smallest_heap(library: Path, folder: Path, files: list[str], back: bool = True) -> int:
    """The smallest heap, in whole KB, in which the firmware can play the files, and look back at them if
    `back`. Raises OutOfMemory at 512 KB.

    It is not quite the line between too small and large enough: a heap that is a little larger may do worse.
    """
    least, most, more = 8, 512, harness(library)
    evening(library, folder, files, most * KB + more)
    while most - least > 1:
        middle = (least + most) // 2
        try:
            evening(library, folder, files, middle * KB + more)
            most = middle
        except OutOfMemory as error:
            if back or NO_LOOK not in str(error):
                least = middle
            else:
                most = middle  # people would be told that there is no room for that
    return most


def deepest_stack(library: Path, folder: Path, files: list[str]) -> int:
    """The least room of stack, to 64 bytes, in which a Pico could play the files. Raises OutOfMemory."""
    return max(_deepest(library, folder, files, False), _deepest(library, folder, files, True) - PATH)


def _deepest(library: Path, folder: Path, files: list[str], lent: bool) -> int:
    least, most = 1024, 20_000
    evening(library, folder, files, PLENTY, room=most, lent=lent)
    while most - least > 64:
        middle = (least + most) // 2
        try:
            evening(library, folder, files, PLENTY, room=middle, lent=lent)
            most = middle
        except OutOfMemory:
            least = middle
    return most


def modules(game: ModuleType) -> list[str]:
    """The modules a Pico holds for a game and one kind of reader, each after those it needs.

    What a function imports or borrows is not among them.
    """
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        path = LIBRARY.joinpath(*name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if name in seen or not path.exists():
            return
        seen.add(name)
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        if package != name:
            visit(package)
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    visit(alias.name)
            elif isinstance(node, ast.ImportFrom):
                base = ".".join(part for part in (package if node.level else "", node.module or "") if part)
                visit(base)
                for alias in node.names:
                    visit(f"{base}.{alias.name}")
        order.append(name)

    for name in ("cardtable.controller.loop", "cardtable.drivers.mfrc522", game.__name__):
        visit(name)
    return order


def by_module(library: Path, game: ModuleType) -> list[tuple[str, int]]:
    """What each module leaves in the heap, in bytes, in the order of loading; first what their names take."""
    names = modules(game)
    code = (
        "import gc, sys\n"
        "def used():\n gc.collect(); gc.collect(); return gc.mem_alloc()\n"
        f"names = {names!r}\n"
        "before = used()\n"
        "for name in names: __import__(name)\n"
        "for name in list(sys.modules): del sys.modules[name]\n"
        "name = None\n"
        "after = used(); print('names', after - before); before = after\n"
        "for name in names:\n"
        " __import__(name); after = used(); print(name, after - before); before = after\n"
    )
    rows = [line.split() for line in micropython(library, code, PLENTY).splitlines()]
    return [(name, int(size)) for name, size in rows]


def by_phase(library: Path, folder: Path, file: str) -> list[tuple[str, int]]:
    """What is in use, in bytes, as a match goes on; nothing that could be collected is counted."""
    shutil.rmtree(folder / "journal", ignore_errors=True)
    code = f"import phases; phases.main({str(folder) + os.sep!r}, {file!r})"
    rows = [line.split() for line in micropython(library, code, PLENTY).splitlines()]
    return [(name, int(size)) for name, size in rows]
