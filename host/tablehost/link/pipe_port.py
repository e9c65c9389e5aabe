"""Bytes to and from a table in a child process: by its pipes."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Callable

from tablehost import messages
from tablehost.link.port import WRITE_PATIENCE
from tablehost.link.port_error import PortError
from tablehost.pipes import MARK, PipeReader, Separator, unblock, wait

SAID = messages.Catalogue("table")

END_PATIENCE = 1.0  # s a child process has to end by itself


class PipePort:
    """The line to a table in a child process: its standard input and output, as unbuffered binary pipes.

    The room of the virtual table speaks on the same pipes, see `Separator`. `wait` ends as well when one of
    `beside` can be read.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.beside: list[PipeReader] = []
        self._separator = Separator()
        self._hear: Callable[[list[bytes]], None] = lambda lines: None
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process needs pipes for its standard input and output")
        self.process = process
        self._in = process.stdin
        self._out = process.stdout
        self._reader = PipeReader(self._out.fileno())
        unblock(self._in.fileno())

    def attend(self, hear: Callable[[list[bytes]], None]) -> None:
        """Have `hear` called with the lines of the room, before `read` returns what came with them."""
        self._hear = hear

    def _lost(self) -> PortError:
        try:
            status = self.process.wait(END_PATIENCE)
        except subprocess.TimeoutExpired:
            return PortError("LOST", SAID("virtual-closed", safe=SAID("records-safe")), SAID("go-on-with"))
        return PortError(
            "LOST", SAID("virtual-ended", status=status, safe=SAID("records-safe")), SAID("go-on-with")
        )

    def read(self) -> bytes:
        """Return the bytes that are there now, b"" for none. Raises PortError LOST, naming a dead child's
        status.
        """
        try:
            if not self._reader.wait(0):
                return b""
            data = self._reader.read()
        except (OSError, ValueError) as error:
            raise self._lost() from error
        if not data:
            raise self._lost()
        data, lines = self._separator.separate(data)
        if lines:
            self._hear(lines)
        return data

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises PortError LOST, also if the child takes nothing for two seconds."""
        while data:
            try:
                data = data[os.write(self._in.fileno(), data) :]
            except BlockingIOError:
                if not select.select([], [self._in], [], WRITE_PATIENCE)[1]:
                    raise PortError(
                        "LOST", SAID("virtual-takes-nothing", safe=SAID("records-safe")), SAID("go-on-with")
                    ) from None
            except (OSError, ValueError) as error:
                raise self._lost() from error

    def tell(self, line: bytes) -> None:
        """Send a line to the room. Raises PortError, see `write`."""
        self.write(MARK + line + b"\n")

    def wait(self, seconds: float) -> bool:
        """Wait until there is something to read, at most so long; whether there is. So does an end."""
        return wait([self._reader, *self.beside], seconds)

    def close(self) -> None:
        """Close the pipes and see the child off: it ends by itself when its input ends, or is made to."""
        try:
            self._in.close()
        except OSError:
            pass  # data that the child did not take are of no use now
        try:
            self.process.wait(END_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            try:
                self.process.wait(END_PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._reader.end()
        self._out.close()
