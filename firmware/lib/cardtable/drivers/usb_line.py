"""The USB serial stream of the Pico as a line that hardly waits for the host.

POLLOUT promises a byte of room in the buffer of 256. A piece that has less room than it needs is waited for,
20 ms in our image (firmware/board/usb_timeout.h), then its first part is taken, and its rest is waited for as
long. So a host that stops reading costs 40 ms once: then POLLOUT is gone.
"""

from cardtable.micro import const

_POLLIN = const(1)
_POLLOUT = const(4)
_MOST_DROPPED = const(32)  # stray bytes thrown away in one read()
_PIECE = const(64)  # one USB packet


class UsbLine:
    """A line over two streams.

    `stdin` and `stdout` have .buffer streams; `poller` has both registered, POLLIN and POLLOUT.

    Reading byte by byte costs 100 us each, a C readline 12 us a line; but readline waits for the line's end.
    Frames start with "[" and the host sends each in one USB packet, so only a "[" typed by hand can make
    read() wait, until its line ends.
    """

    def __init__(self, stdin, stdout, poller):
        self._in = stdin.buffer
        self._out = stdout.buffer
        self._poller = poller

    def _ready(self, event):
        """True if a stream is ready."""
        for entry in self._poller.ipoll(0):
            if entry[1] & event:
                return True
        return False

    def read(self):
        """Return the bytes that have arrived, at most one line, or b"". Bytes before a "[" are dropped."""
        for _ in range(_MOST_DROPPED):
            if not self._ready(_POLLIN):
                return b""
            first = self._in.read(1)
            if first == b"[":
                return first + (self._in.readline() or b"")
        return b""

    def write(self, data):
        """Offer `data`; return how many bytes of it were accepted."""
        taken = 0
        while taken < len(data) and self._ready(_POLLOUT):
            piece = data[taken : taken + _PIECE]
            count = self._out.write(piece) or 0
            taken += count
            if count < len(piece):
                break
        return taken
