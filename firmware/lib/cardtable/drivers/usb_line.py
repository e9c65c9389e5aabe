"""The USB serial stream of the Pico as a line that never waits for the host.

What MicroPython 1.25 does with a write while a host has the port open and does not read
(shared/tinyusb/mp_usbd_cdc.c): POLLOUT promises a single byte of room in its buffer of 256. A piece of a
write, 64 bytes at most, that has less room than it needs waits for half a second, and so does the next one.
So a piece is only as long as there is room for certain:

    192 bytes  after a frame of the host: who sends also reads, and was quick enough to answer
    64 bytes   when POLLOUT returns after it was gone: a whole packet has left the full buffer
    1 byte     otherwise, if POLLOUT is there
"""

from cardtable.micro import const

_POLLIN = const(1)
_POLLOUT = const(4)
_MOST_DROPPED = const(32)  # stray bytes thrown away in one read()
_PIECE = const(64)  # one USB packet
_HEARD = const(192)  # certain room after a frame of the host: all of the buffer but a packet


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
        self._room = 0  # bytes for which there is certainly room once POLLOUT is there

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
                self._room = _HEARD
                return first + (self._in.readline() or b"")
        return b""

    def write(self, data):
        """Offer `data`; return how many bytes of it were accepted."""
        taken = 0
        while taken < len(data):
            if not self._ready(_POLLOUT):
                self._room = _PIECE
                break
            length = min(max(self._room, 1), _PIECE, len(data) - taken)
            count = self._out.write(data[taken : taken + length]) or 0
            taken += count
            self._room = max(self._room - count, 0)
            if count < length:
                self._room = 0
                break
        return taken
