"""Pipes that are read without waiting: by `select`, or by a thread where that knows sockets alone."""

from __future__ import annotations

import os
import queue
import select
import threading

CAN_SELECT = hasattr(os, "fork")  # everywhere but on Windows

SIZE = 1 << 16  # bytes that are read at once


class PipeReader:
    """The bytes of the descriptor `fd`, `size` at most at once."""

    def __init__(self, fd: int, size: int = SIZE) -> None:
        self._fd = fd
        self._size = size
        self._parts: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._next: bytes | None = None
        if not CAN_SELECT:
            threading.Thread(target=self._read_all, daemon=True).start()

    def _read_all(self) -> None:
        data = b"?"
        while data:
            try:
                data = os.read(self._fd, self._size)
            except OSError:
                data = b""
            self._parts.put(data)

    def wait(self, seconds: float) -> bool:
        """Return True if reading would not wait, within so long; so it is at the end."""
        if CAN_SELECT:
            return bool(select.select([self._fd], [], [], seconds)[0])
        if self._next is None:
            try:
                self._next = self._parts.get(seconds > 0, seconds)
            except queue.Empty:
                return False
        return True

    def read(self) -> bytes:
        """Return what is there, b"" at the end; wait for it if there is nothing. Raises OSError."""
        if CAN_SELECT:
            return os.read(self._fd, self._size)
        data = self._parts.get() if self._next is None else self._next
        self._next = None if data else b""
        return data
