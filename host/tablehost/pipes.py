"""Pipes that are read without waiting: by `select`, or by a thread where that knows sockets alone; and two
things on one pipe.
"""

from __future__ import annotations

import os
import select
import threading
from collections import deque
from collections.abc import Sequence

CAN_SELECT = hasattr(os, "fork")  # everywhere but on Windows

SIZE = 1 << 16  # bytes that are read at once
MARK = b"\xff"  # begins a line of the room; no text in UTF-8 has it

_NEWS = threading.Condition()  # a thread has read something


class PipeReader:
    """The bytes of the descriptor `fd`, `size` at most at once. Before the first wait, or reading, none are
    taken from others.
    """

    def __init__(self, fd: int, size: int = SIZE) -> None:
        self.fd = fd
        self._size = size
        self._parts: deque[bytes] = deque()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Have a thread read from now on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._read_all, daemon=True)
            self._thread.start()

    def _read_all(self) -> None:
        data = b"?"
        while data:
            try:
                data = os.read(self.fd, self._size)
            except OSError:
                data = b""
            with _NEWS:
                self._parts.append(data)
                _NEWS.notify_all()

    @property
    def is_ready(self) -> bool:
        """Return True if the thread has read something, or the end."""
        return bool(self._parts)

    def wait(self, seconds: float | None) -> bool:
        """Return True if reading would not wait, within so long; so it is at the end."""
        return wait([self], seconds)

    def read(self) -> bytes:
        """Return what is there, b"" at the end; wait for it if there is nothing. Raises OSError."""
        if CAN_SELECT:
            return os.read(self.fd, self._size)
        self.wait(None)
        return self._parts.popleft() if self._parts[0] else b""

    def end(self) -> None:
        """Let go of the descriptor, whose other end is closed."""
        if self._thread is not None:
            self._thread.join()


def wait(readers: Sequence[PipeReader], seconds: float | None) -> bool:
    """Return True if reading one of them would not wait, within so long, None for any time."""
    if CAN_SELECT:
        return bool(select.select([one.fd for one in readers], [], [], seconds)[0])
    for one in readers:
        one.start()
    with _NEWS:
        return _NEWS.wait_for(lambda: any(one.is_ready for one in readers), seconds)


def unblock(fd: int) -> None:
    """Have writing never wait, where the system can."""
    if CAN_SELECT:
        os.set_blocking(fd, False)


class Separator:
    """Separates the lines of the room from the bytes of the serial line that came on the same pipe: each
    begins with MARK, anywhere among these.
    """

    def __init__(self) -> None:
        self._part = b""  # of a line of the room

    def separate(self, data: bytes) -> tuple[bytes, list[bytes]]:
        """Return the bytes of the serial line, and the lines of the room that are complete."""
        serial, *marked = (self._part + data).split(MARK)
        self._part = b""
        lines = []
        for one in marked:
            line, end, behind = one.partition(b"\n")
            if end:
                lines.append(line)
                serial += behind
            else:
                self._part = MARK + line
        return serial, lines
