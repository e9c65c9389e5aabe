"""The USB line, against the streams of MicroPython as they are on a Pico."""

from cardtable.drivers.usb_line import UsbLine
from cardtable.wire.frames import FROM_HOST, encode


class Stream:
    """Standard input and output of MicroPython 1.25 on a Pico whose port a host has open, and the poller over
    both. As in mp_usbd_cdc.c: a piece without enough room is waited for, `waited` times, and in tinyusb: one
    packet is on its way, out of the buffer. `packet()`: the host reads it. A read of more bytes than have
    arrived would wait for good: RuntimeError.
    """

    def __init__(self, arriving=b""):
        self.buffer = self
        self.arriving = arriving
        self.held = b""  # in the buffer
        self.packets: "list" = []  # that were on their way; the last one still is until the host reads
        self.waited = 0
        self.pieces: "list" = []
        self._on_its_way = False

    def ipoll(self, timeout):
        if self.arriving:
            yield self, 1
        if len(self.held) < 256:
            yield self, 4

    def readinto(self, into):
        if len(self.arriving) < len(into):
            raise RuntimeError("a read that waits")
        into[:] = self.arriving[: len(into)]
        self.arriving = self.arriving[len(into) :]
        return len(into)

    def write(self, data):
        self.pieces.append(len(data))
        taken = 0
        while taken < len(data):
            piece = data[taken : taken + 64]
            room = 256 - len(self.held)
            if room < len(piece):
                self.waited += 1
            if not room:
                break
            self.held += bytes(piece[:room])
            taken += len(piece[:room])
            self._flush()
        return taken or None

    def packet(self):
        self._on_its_way = False
        self._flush()

    def read_all(self):
        """The host reads until nothing is left; all that it has read by then."""
        while self._on_its_way:
            self.packet()
        return b"".join(self.packets)

    def _flush(self):
        if self.held and not self._on_its_way:
            self.packets.append(self.held[:64])
            self.held = self.held[64:]
            self._on_its_way = True


def usb_line(stream):
    return UsbLine(stream, stream, stream)


def test_usb_line_reads_frames():
    line = usb_line(Stream(b"\x00hum[1] 0\n[2] 0\n"))
    assert [line.read() for _ in range(3)] == [b"[1] 0\n", b"[2] 0\n", b""]


def test_usb_line_keeps_a_line_that_has_not_ended():
    """The arrow keys of a terminal send an escape, "[" and a letter."""
    stream = Stream(b"\x1b[A")
    line = usb_line(stream)
    assert [line.read() for _ in range(3)] == [b""] * 3
    stream.arriving = b"\x1b[B"
    assert line.read() == b""
    stream.arriving = b"\n[1] 0\n"
    assert [line.read() for _ in range(3)] == [b"[A\x1b[B\n", b"[1] 0\n", b""]


def test_usb_line_takes_a_frame_in_any_pieces():
    frame = b"\n[1] 0\n"
    for cut in range(len(frame)):
        stream = Stream(frame[:cut])
        line = usb_line(stream)
        found = [line.read(), line.read()]
        stream.arriving += frame[cut:]
        found += [line.read(), line.read()]
        assert b"".join(found) == frame[1:], cut


def test_usb_line_takes_the_longest_line_of_a_host_in_one_read():
    frame = encode(["do", 1, "x" * (FROM_HOST - 21)], FROM_HOST)
    assert len(frame) == FROM_HOST
    assert usb_line(Stream(b"\n" + frame)).read() == frame


def test_usb_line_drops_a_line_without_end_and_finds_the_next_frame():
    for length in (FROM_HOST, 63, 64, 65, 66, 127, 128, 129, 1000):
        stream = Stream(b"[" + b"A" * (length - 1))
        line = usb_line(stream)
        while stream.arriving:
            assert line.read() == b""
        stream.arriving = b"\n[1] 0\n"
        found = [line.read() for _ in range(3)]
        assert b"[1] 0\n" in found, length
        assert max(len(one) for one in found) <= 65, length


def test_usb_line_does_not_look_at_endless_noise_in_one_read():
    for noise in (b"x" * 1000, b"[" * 1000):
        stream = Stream(noise)
        assert usb_line(stream).read() == b""
        assert len(stream.arriving) > 800


def test_usb_line_waits_twice_at_most_for_a_host_that_stops_at_any_packet():
    """Frames of any length; nothing is lost, and it may begin again."""
    for length in (1, 63, 64, 94, 200, 250):
        for packets in range(9):
            stream = Stream()
            line = usb_line(stream)
            frame = bytes(range(length))
            whole = b""
            stopped = 0
            while stopped < 3:
                taken = line.write(memoryview(frame))
                whole += frame[:taken]
                stopped = 0 if taken else stopped + 1
                if packets:
                    packets -= 1
                    stream.packet()
                    stream.waited = 0  # it read
            assert stream.waited <= 2 and len(stream.held) == 256, (length, packets)
            whole += frame[: line.write(frame)]
            for _ in range(3):
                stream.packet()
                whole += frame[: line.write(frame)]
            assert stream.read_all() == whole


def test_usb_line_writes_packets():
    stream = Stream()
    assert usb_line(stream).write(bytes(150)) == 150
    assert stream.pieces == [64, 64, 22]
