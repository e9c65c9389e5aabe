"""The USB serial stream of the Pico as a line that hardly waits for the host.

POLLOUT promises a byte of room in the buffer of 256. A piece that has less room than it needs is waited for,
20 ms in our image (firmware/board/usb_timeout.h), then its first part is taken, and its rest is waited for as
long. So a host that stops reading costs 40 ms once: then POLLOUT is gone.
"""

from cardtable.micro import const

_POLLIN = const(1)
_POLLOUT = const(4)
_PIECE = const(64)  # one USB packet
_BEGIN = const(91)  # "[", as each frame begins
_LINE_FEED = const(10)


class UsbLine:
    """A line over two streams.

    `stdin` and `stdout` have .buffer streams; `poller` has both registered, POLLIN and POLLOUT.

    MicroPython's read(n) and readline() wait for their last byte: where a terminal's arrow key sends "["
    and no line feed, longer than the watchdog does. So each byte is read when POLLIN says that it has
    arrived, and a line without its end is kept for the next read(). A host's line fits a packet
    (`wire.frames.FROM_HOST`), so longer ones are noise.
    """

    def __init__(self, stdin, stdout, poller):
        self._in = stdin.buffer
        self._out = stdout.buffer
        self._poller = poller
        self._byte = bytearray(1)
        self._line = bytearray(_PIECE)
        self._length = 0  # of the part of a line in it

    def _ready(self, event):
        """True if a stream is ready."""
        for entry in self._poller.ipoll(0):
            if entry[1] & event:
                return True
        return False

    def read(self):
        """Return the next line, or b"" if it has not ended within the first 64 bytes that have arrived.

        Never waits. Bytes before a "[" are dropped.
        """
        byte, line, length = self._byte, self._line, self._length
        found = b""
        for _ in range(_PIECE):
            if not self._ready(_POLLIN) or not self._in.readinto(byte):
                break
            code = byte[0]
            if length == _PIECE:
                length = 0
            if length or code == _BEGIN:
                line[length] = code
                length += 1
                if code == _LINE_FEED:
                    found = bytes(line[:length])
                    length = 0
                    break
        self._length = length
        return found

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
