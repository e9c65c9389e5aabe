"""The USB line, against the streams of MicroPython as they are on a Pico."""

from cardtable.drivers.usb_line import UsbLine


class Stream:
    """Standard input and output of MicroPython 1.25 on a Pico whose port a host has open, and the poller over
    both. As in mp_usbd_cdc.c: a piece without enough room is waited for, `waited` times, and in tinyusb: one
    packet is on its way, out of the buffer. `packet()`: the host reads it.
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

    def read(self, count):
        data, self.arriving = self.arriving[:count], self.arriving[count:]
        return data

    def readline(self):
        return self.read(self.arriving.find(b"\n") + 1)

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
