"""One chip model on a bus of its own, and plain register access, as another driver would use it."""

from tablehost.virtual.chips.mfrc522 import Mfrc522Chip
from tablehost.virtual.chips.spi import SpiBus
from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.field import Field


class Rig:
    """One chip on a bus of its own, and plain register access."""

    def __init__(self, **options):
        self.clock = Clock()
        self.field = Field(self.clock)
        self.chip = Mfrc522Chip(self.clock, self.field, **options)
        self.bus = SpiBus(self.clock)
        self.cs = self.bus.chip_select(self.chip)
        self.clock.advance(1000)

    def put(self, register, *values):
        self.cs(0)
        self.bus.write(bytes([register << 1, *values]))
        self.cs(1)

    def get(self, register):
        return self.burst(register)[0]

    def burst(self, *registers):
        into = bytearray(len(registers) + 1)
        self.cs(0)
        self.bus.write_readinto(bytes([0x80 | r << 1 for r in registers] + [0]), into)
        self.cs(1)
        return into[1:]

    def ready(self):
        """Set up as a common library does: 25 us ticks, 100 % ASK, CRC preset 6363, field on."""
        for register, value in (
            (0x2A, 0x80), (0x2B, 0xA9), (0x2C, 0), (0x2D, 40), (0x15, 0x40), (0x11, 0x3D), (0x14, 0x83),
        ):  # fmt: skip
            self.put(register, value)
        self.clock.advance(6000)
        return self

    def exchange(self, data, framing=0x00, crc=False):
        """Transceive; (ComIrq, Error, bytes)."""
        self.put(0x12, 0x80 if crc else 0)
        self.put(0x13, 0x80 if crc else 0)
        self.put(0x01, 0x00)
        self.put(0x04, 0x7F)
        self.put(0x0A, 0x80)
        self.put(0x09, *data)
        self.put(0x0D, framing)
        self.put(0x01, 0x0C)
        self.put(0x0D, 0x80 | framing)
        for _ in range(1000):
            irq = self.get(0x04)
            if irq & 0x31:
                break
        level = self.get(0x0A)
        return irq, self.get(0x06), bytes(self.burst(*[0x09] * level)) if level else b""

    def lay(self, *tags):
        for tag in tags:
            self.field.tags.append(tag)
        self.clock.advance(3000)
        return tags[0]


def switch_field(reader, on):
    """Switch the antenna of an MFRC522 on or off. Registers stay; tags in the field lose their state."""
    reader.keep(reader.rf_cfg, 0x83 if on else 0x80)
    reader.put(0x14, reader.tx_control)  # TxControl
