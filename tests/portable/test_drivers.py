"""The drivers on both interpreters, against stand-ins of a few lines: the chip models need CPython."""

import gc

from cardtable.drivers import mfrc522
from cardtable.drivers import reader as codes
from cardtable.drivers.decoder import Decoder
from cardtable.drivers.key_chain import KeyChain
from cardtable.drivers.keys import KeyMatrix
from cardtable.drivers.oled import Lines
from cardtable.drivers.piezo import Piezo
from cardtable.drivers.usb_line import UsbLine
from cardtable.drivers.ws2812 import Ws2812

UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"


class Chip:
    """SPI with a reader whose every exchange ends at once, answered by one tag with UID."""

    ANSWERS = {
        b"\x12\x52": b"\x44\x00",
        b"\x12\x93\x20": b"\x88\x04\xa1\xb2\x9f",
        b"\x12\x95\x20": b"\xc3\xd4\xe5\xf6\x04",
    }

    def __init__(self):
        self.registers = bytearray(64)
        self.fifo = bytearray(64)  # kept, not replaced: a stand-in must not take heap either
        self.level = 0
        self.sent = b""
        self.answer = b""

    def write(self, out):
        register, value = out[0] >> 1, out[len(out) - 1]
        if register == 0x09:
            self.sent = out
            self.fifo[self.level] = value  # only the function test, byte by byte, reads this back
            self.level += 1
        elif register == 0x0A:
            self.level = 0
        elif register == 0x01 and value == 0x04:
            self.registers[0x04] = 0x50
        elif register == 0x0D and value & 0x80:
            self.registers[0x04] = 0x60
            self.answer = self.reply()
        elif register != 0x01:
            self.registers[register] = value

    def reply(self):
        sent = self.sent
        if len(sent) == 10:
            return b"\x04\xda\x17" if sent[1] == 0x93 else b"\x00\xfe\x51"
        return self.ANSWERS[sent]

    def write_readinto(self, out, into):
        taken = 0
        for i in range(len(out) - 1):
            register = out[i] >> 1 & 0x3F
            if register == 0x09 and self.answer:
                into[i + 1] = self.answer[taken] if taken < len(self.answer) else 0
                taken += 1
            elif register == 0x09:
                into[i + 1] = self.fifo[4 - self.level]
                self.level -= 1
            elif register == 0x0A:
                into[i + 1] = len(self.answer) or self.level
            elif register in (0x06, 0x0C):
                into[i + 1] = 0
            else:
                into[i + 1] = self.registers[register]


class Ticks:
    def __init__(self):
        self.now = 0

    def __call__(self):
        self.now += 1
        return self.now


def difference(end, start):
    return end - start


def reader():
    one = mfrc522.Mfrc522(Chip(), lambda level: None, Ticks(), difference)
    one.probe()
    return one


def finish(one, step):
    one.begin(step)
    while True:
        result = one.collect()
        if result != codes.PENDING:
            return result


def test_reader_identifies_and_checks():
    one = reader()
    assert finish(one, codes.IDENTIFY) == UID
    assert finish(one, codes.CHECK) == UID


def takes_no_heap(one):
    """True if a reader checks again and again without memory, where that can be told."""
    finish(one, codes.CHECK)
    if not hasattr(gc, "mem_alloc"):
        return True
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(20):
        finish(one, codes.CHECK)
    return gc.mem_alloc() == before


def test_checking_takes_no_heap():
    one = reader()
    finish(one, codes.IDENTIFY)
    assert takes_no_heap(one)


class Dead:
    """A bus on which nobody says anything."""

    def write(self, out):
        pass

    def write_readinto(self, out, into):
        for i in range(len(into)):
            into[i] = 0


def says_dead_bus(one):
    try:
        one.probe()
    except codes.ReaderFault as fault:
        return fault.code == str(fault) == "dead-bus"
    return False


def test_dead_bus():
    assert says_dead_bus(mfrc522.Mfrc522(Dead(), lambda level: None, Ticks(), difference))


def test_crc_vectors():
    assert mfrc522.crc_a(b"\x50\x00", 0, 2) == 0xCD57
    assert mfrc522.crc_a(b"\xff\x12\x34\xff", 1, 3) == 0xCF26


def test_lights():
    words = []
    lights = Ws2812(words.append, 2)
    lights.show()
    lights.show()
    assert words == [0, 0]
    lights.set(1, 255, 128, 64)
    lights.show()
    assert words[2:] == [0, 25 << 24 | 51 << 16 | 12 << 8]


def test_piezo():
    class Pwm:
        def __init__(self):
            self.calls = []

        def freq(self, hz):
            self.calls.append(("freq", hz))

        def duty_u16(self, duty):
            self.calls.append(("duty", duty))

    pwm = Pwm()
    piezo = Piezo(pwm)
    for hz in (440, 440, 880):
        piezo.tone(hz)
    piezo.quiet()
    piezo.quiet()
    assert pwm.calls == [("freq", 440), ("duty", 32768), ("freq", 880), ("duty", 0)]


def test_key_matrix():
    low = []

    def row(number):
        return lambda level: low.remove(number) if level else low.append(number)

    def column(number):
        return lambda: 0 if (low[0], number) in ((0, 1), (2, 0)) else 1

    matrix = KeyMatrix([row(i) for i in range(3)], [column(i) for i in range(2)])
    assert matrix.scan() == 1 << 1 | 1 << 4
    assert low == []


def test_key_chain():
    words = [(1 << 30) - 1, (1 << 29) - 1, (1 << 30) - 2, 0]
    chain = KeyChain(lambda word: None, lambda: words.pop(0), 30)
    assert [chain.scan() for _ in range(4)] == [0, 1 << 29, 1, (1 << 30) - 1]


def test_decoder():
    done = []
    lines = [lambda level, i=i: done.append((i, level)) for i in range(3)]
    decoder = Decoder(lines, lambda level: done.append(level))
    cs = decoder.select(5)
    cs(0)
    cs(1)
    cs(0)
    assert done == [1, (0, 1), (1, 0), (2, 1), 0, 1, 0]


def test_lines():
    display = Lines(2, 4)
    assert display.lines == ["    ", "    "]
    display.show(["abcdef", "x", "too many"])
    assert display.lines == ["abcd", "x   "]


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
