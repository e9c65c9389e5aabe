"""`cardtable flash` on the emulated Pico, by mpremote over the emulated USB, through a pseudo-terminal."""

import os
import queue
import threading
import time
import tty

import pytest

import emulated
from tablehost.cli import parser
from tablehost.flashing import device, flash, meeting
from tablehost.flashing import tree as trees
from tablehost.flashing.device import Mpremote
from tablehost.journal import Journal
from tablehost.trouble import Trouble
from tablehost.virtual import boards

BOARD = "pico_6pads"
SLOW = 6  # so many times slower than a Pico is the emulator at most, here
BAD = b"raise ImportError('planted')\n"


class Terminal:
    """The emulated Pico's USB as a pseudo-terminal, whose `name` a program can open. Its time goes by in a
    thread of its own, never faster than here: what it does takes as many seconds as a Pico would at least.
    """

    def __init__(self, firmware):
        self._firmware = firmware
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        self._ends = False
        self._asked = []  # what is to be asked of the emulator, between two slices
        self._began = time.monotonic()
        self._unsaid = b""
        self._thread = threading.Thread(target=firmware.run, args=(self._turn,))
        self._thread.start()

    def _turn(self, us):
        line = self._firmware.line
        self._firmware.machine.clock.advance(us)
        while self._asked:
            question, answers = self._asked.pop(0)
            answers.put(question())
        early = self._began + us / 1e6 - time.monotonic()
        if early > 0:
            time.sleep(early)
        self._began = time.monotonic()
        said = line.take()
        if said:
            try:
                os.write(self._master, said)
            except BlockingIOError:
                pass  # nobody reads
        try:
            self._unsaid += os.read(self._master, 4096)
        except (BlockingIOError, OSError):
            pass
        self._unsaid = self._unsaid[line.feed(self._unsaid) :]
        return not self._ends

    def ask(self, question):
        """What the emulator answers."""
        answers = queue.Queue()
        self._asked.append((question, answers))
        return answers.get()

    def close(self):
        self._ends = True
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def pico():
    pico = emulated.Pico()
    yield pico
    pico.close()


def shows(firmware, words):
    return words in " ".join(" ".join(firmware.display()).split())


def test_a_bare_pico_becomes_a_table_and_a_bad_program_gives_way(pico, tmp_path, monkeypatch, capsys):
    pico.power_cycle(emulated.image({}))
    firmware = emulated.Emulated(boards.load(BOARD), pico)
    terminal = Terminal(firmware)
    good = emulated.tree(BOARD)
    made = [good]
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.setenv("CARDTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr(trees, "build", lambda board: made[0])
    monkeypatch.setattr(meeting, "HELLO_S", 10)
    monkeypatch.setattr(device, "PATIENCE", device.PATIENCE * SLOW)
    monkeypatch.setattr(flash, "RUNS_S", 12.0 * SLOW)
    monkeypatch.setattr(flash, "BACK_S", 40.0 * SLOW)

    def flashed(*said):
        began = pico.ns
        args = parser().parse_args(["flash", "-t", f"port:{terminal.name}", "-v", *said])
        try:
            return flash.Flashing(args, Mpremote).run()
        finally:
            with capsys.disabled():
                print(capsys.readouterr().out, f"{(pico.ns - began) / emulated.NS:.0f} s emulated\n")

    def files(start):
        """What is on flash when this is what starts."""
        end = time.monotonic() + 30 * SLOW
        while (there := emulated.contents(terminal.ask(pico.files)))["start"][: len(start)] != start:
            assert time.monotonic() < end, there["start"]
            time.sleep(1)
        return there

    try:
        assert flashed("--board", BOARD) == 0
        there = files(b"a--")
        assert {name: there[f"a/{name}"] for name in good.slot} == good.slot
        assert there["a/manifest"].decode() == good.manifest
        # A program that does not start, in the place of the other slot, with a stray there.
        slot = {**good.slot, "entry.py": BAD}
        del slot["entry.mpy"]
        made[0] = trees.Tree(slot, good.beside, trees.manifest.of(slot))
        with pytest.raises(Trouble) as trouble:
            flashed("--leave-records")
        said = (trouble.value.code, trouble.value.message)
        assert said[0] == "ROLLED_BACK" and "planted" in said[1], said
        assert shows(firmware, "The new program did not start (ImportError)"), firmware.display()
        files(b"a-B")
        # The good one again: what lies there already is not copied, the stray goes.
        made[0] = good
        assert flashed("--again") == 0
        there = files(b"b--")
        assert "b/entry.py" not in there
        assert {name: there[f"b/{name}"] for name in good.slot} == good.slot
        with Journal() as journal:
            kinds = [record.values()[4:6] for record in journal.records(journal.tables()[0])]
        assert ["note", "repl"] in kinds and ["note", "fault"] in kinds
    finally:
        terminal.close()
