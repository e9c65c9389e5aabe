"""Stand-ins for the reader chips, of a few lines, on both interpreters: the chip models need CPython."""

import gc

from cardtable.drivers import reader as codes

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


def turned(data):
    out = bytearray()
    for byte in data:
        mirrored = 0
        for bit in range(8):
            mirrored |= (byte >> bit & 1) << 7 - bit
        out.append(mirrored)
    return bytes(out)


def told(*data):
    """A PN532's frame, as it arrives behind the byte that asks for it."""
    frame = b"\x00\x00\x00\xff" + bytes((len(data), -len(data) & 0xFF)) + bytes(data)
    return turned(frame + bytes((-sum(data) & 0xFF, 0)))


class Pn532Bus:
    """SPI with a PN532 that is ready at once and has one tag with UID in its field."""

    ACK = turned(b"\x00\x00\x00\xff\x00\xff\x00")
    REPLIES = {
        0x02: told(0xD5, 0x03, 0x32, 1, 6, 7),
        0x12: told(0xD5, 0x13),
        0x14: told(0xD5, 0x15),
        0x32: told(0xD5, 0x33),
        0x4A: told(0xD5, 0x4B, 1, 1, 0, 0x44, 0, len(UID), *UID),
    }

    def __init__(self):
        self.commands = bytearray(256)
        for command in self.REPLIES:
            self.commands[turned(bytes((command,)))[0]] = command
        self.says = self.ACK
        self.next = self.ACK

    def write(self, out):
        if len(out) > 8:
            self.says = self.ACK
            self.next = self.REPLIES[self.commands[out[7]]]

    def write_readinto(self, out, into):
        if out[0] == 0x40:
            into[1] = 0x80
            return
        for i in range(len(into)):
            into[i] = self.says[i] if i < len(self.says) else 0
        self.says = self.next


class Pn5180Bus:
    """SPI, and the BUSY line, of a PN5180 that is done at once, with one tag of 15693 in its field."""

    NAME = b"\x00\x00\x78\x56\x34\x12\x50\x01\x04\xe0"
    ANSWERS = {
        0x04: b"\xa5\x5a\x00\x01",  # a timer's reload, and the state WaitTransmit
        0x05: b"\x03\x40\x00\x00\x0a\x00\x00\x00\x00\x00\x02\x00",
        0x07: b"\x05\x04\x00\x04\x99\x00",
        0x0A: NAME,
    }
    SILENT = b"\x02\x00\x00\x00\x0a\x00\x00\x00\x00\x00\x02\x00"

    def __init__(self):
        self.level = 0
        self.quiet = False
        self.asked = 0

    def cs(self, level):
        if level:
            self.level = 0

    def busy(self):
        return self.level

    def write(self, out):
        self.level = 1
        self.asked = out[0]
        if out[0] == 0x16:
            self.quiet = False
        elif out[0] == 0x09 and out[2] == 0x22:
            self.quiet = True

    def write_readinto(self, out, into):
        self.level = 1
        answer = self.SILENT if self.quiet and self.asked == 0x05 else self.ANSWERS[self.asked]
        for i in range(len(into)):
            into[i] = answer[i]


class Dead:
    """A bus on which no chip answers."""

    def write(self, out):
        pass

    def write_readinto(self, out, into):
        for i in range(len(into)):
            into[i] = 0


def finish(one, step):
    one.begin(step)
    while True:
        result = one.collect()
        if result != codes.PENDING:
            return result


def takes_no_heap(one):
    """True if a reader checks again and again without memory, if that is known."""
    finish(one, codes.CHECK)
    if not hasattr(gc, "mem_alloc"):
        return True
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(20):
        finish(one, codes.CHECK)
    return gc.mem_alloc() == before


def says_dead_bus(one):
    try:
        one.probe()
    except codes.ReaderFault as fault:
        return fault.code == str(fault) == "dead-bus"
    return False
