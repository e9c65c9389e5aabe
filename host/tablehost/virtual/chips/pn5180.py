"""Model of the NXP PN5180: SPI frames, registers and frames on the air (PN5180A0xx-C3 data sheet).

`Pn5180Chip` takes the instructions of section 11.4.3 with their BUSY handshake and carries them out on the
tags in its field: ISO/IEC 14443 type A at 106 kbit/s, and ISO/IEC 15693 at 26 kbit/s. How long an instruction
takes is an estimate.

Not modelled: Mifare Classic, FeliCa, type B, card mode, low power card detection, timers, writing to EEPROM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablehost.virtual.chips.framed import FramedChip, Work
from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.air import with_crc
from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.icode import vicinity_crc
from tablehost.virtual.tags.tag import crc16

# Registers (9.1).
_SYSTEM_CONFIG, _IRQ_STATUS, _IRQ_CLEAR = 0x00, 0x02, 0x03
_CRC_RX, _RX_STATUS, _TX_CONFIG, _CRC_TX, _RF_STATUS = 0x12, 0x13, 0x18, 0x19, 0x1D
_RX_IRQ, _TX_IRQ, _IDLE_IRQ, _RFOFF_IRQ, _RFON_IRQ = 1 << 0, 1 << 1, 1 << 2, 1 << 8, 1 << 9
_SOF_IRQ, _TEMP_IRQ, _ERROR_IRQ = 1 << 14, 1 << 16, 1 << 17
_DATA_ENABLE = 1 << 10
_INTEGRITY, _PROTOCOL, _COLLISION = 1 << 16, 1 << 17, 1 << 18

# States of the transceiver, RF_STATUS 26:24.
IDLE, WAIT_TRANSMIT, TRANSMITTING, WAIT_RECEIVE, WAIT_FOR_DATA, RECEIVING = range(6)

# LOAD_RF_CONFIG (11.4.3.12): (transmitter, receiver) -> (protocol, CRC, TX_CONFIG).
_A, _V = "a", "v"
_CONFIGS = {
    (0x00, 0x80): (_A, 0, _DATA_ENABLE),
    (0x0D, 0x8D): (_V, 1, _DATA_ENABLE | 0x80),
    (0x0E, 0x8D): (_V, 1, _DATA_ENABLE | 0x80),
}
_EEPROM = bytes(16) + bytes.fromhex("0504 0400 9900".replace(" ", "")) + bytes(234)

# How long an instruction keeps BUSY high after NSS has gone up, in ns [estimates].
_BUSY_NS = {0x09: 20_000, 0x11: 250_000, 0x16: 150_000, 0x17: 50_000}
_SHORT_NS = 10_000
# From the command Transceive to WaitTransmit; not at once, see SpoolSense/spoolsense_scanner#132.
_SETTLE_NS = 30_000


class Pn5180Chip(FramedChip):
    """One reader chip. Additional faults to those of `FramedChip`: `busy_stuck` (the pin shows this),
    `overheat()`.

    `rushed`: frames that came while BUSY was high, and were lost. `began`: frames that were sent on the air.
    """

    def __init__(self, clock: Clock, field: Field, seed: int = 0) -> None:
        self.busy_stuck: int | None = None
        self.rushed = 0
        self.began: list[bytes] = []
        super().__init__(clock, field, seed)

    def _reset(self) -> None:
        self._regs = [0] * 64
        self._regs[_IRQ_STATUS] = _IDLE_IRQ
        self._config: tuple[str, int, int] | None = None
        self._state = IDLE
        self._settled = 0
        self._says: bytes | None = None
        self._received = b""
        self._busy_until = self._ready_at
        self._rushing = False

    # Pins.

    def busy(self) -> int:
        """Return the level of BUSY."""
        if self.busy_stuck is not None:
            return self.busy_stuck
        if self._deaf():
            return 0
        return int((self._low and bool(self._in)) or self._clock.ns < self._busy_until)

    def select(self) -> None:
        self._rushing = self._clock.ns < self._busy_until
        super().select()

    def _clocked(self, out: bytes | bytearray) -> bytes:
        start = len(self._in)
        self._in += out
        says = (self._says or b"")[start : start + len(out)]
        return says + b"\xff" * (len(out) - len(says))

    def _taken(self, frame: bytes) -> None:
        if self._rushing:
            self.rushed += 1
            return
        self._busy_until = self._clock.ns + _BUSY_NS.get(frame[0], _SHORT_NS)
        if frame[0] == 0xFF:
            self._says = None
        elif self.lost_frames > 0:
            self.lost_frames -= 1
        else:
            self._says = None
            if not self._carry_out(frame[0], frame[1:]):
                self._regs[_IRQ_STATUS] |= _ERROR_IRQ

    def overheat(self) -> None:
        """Have the temperature sensor shut the antenna drivers down until the next reset."""
        self.settle()
        self._regs[_IRQ_STATUS] |= _TEMP_IRQ
        self.field.switch(False)

    # Instructions (11.4.3): False if it makes no sense.

    def _carry_out(self, code: int, data: bytes) -> bool:
        if code in (0x00, 0x01, 0x02) and len(data) == 5:
            self._write(data[0], code + 1, int.from_bytes(data[1:], "little"))
        elif code == 0x03 and data and len(data) % 6 == 0 and len(data) <= 252:
            for at in range(0, len(data), 6):
                self._write(data[at], data[at + 1], int.from_bytes(data[at + 2 : at + 6], "little"))
        elif (code == 0x04 and len(data) == 1) or (code == 0x05 and 1 <= len(data) <= 18):
            self._says = b"".join(self._read(address).to_bytes(4, "little") for address in data)
        elif code == 0x07 and len(data) == 2 and data[0] + data[1] <= len(_EEPROM):
            self._says = _EEPROM[data[0] : data[0] + data[1]]
        elif code == 0x09 and 1 <= len(data) <= 261:
            return self._send(data[0], data[1:])
        elif code == 0x0A and len(data) == 1:
            self._says = self._received
        elif code == 0x11 and len(data) == 2 and (data[0], data[1]) in _CONFIGS:
            self._config = _CONFIGS[data[0], data[1]]
            self._regs[_CRC_RX] = self._regs[_CRC_TX] = self._config[1]
            self._regs[_TX_CONFIG] = self._config[2]
        elif code == 0x16 and len(data) == 1:
            if not self._regs[_IRQ_STATUS] & _TEMP_IRQ:
                self.field.switch(True)
                self._regs[_IRQ_STATUS] |= _RFON_IRQ
        elif code == 0x17 and len(data) == 1:
            self.field.switch(False)
            self._regs[_IRQ_STATUS] |= _RFOFF_IRQ
        else:
            return False
        return True

    def _read(self, address: int) -> int:
        if address == _RF_STATUS:
            return self._now() << 24 | self.field.on << 17
        return self._regs[address & 0x3F]

    def _now(self) -> int:
        """Return the state of the transceiver."""
        return IDLE if self._state == WAIT_TRANSMIT and self._clock.ns < self._settled else self._state

    def _write(self, address: int, how: int, value: int) -> None:
        old = self._regs[address & 0x3F]
        value = old | value if how == 2 else old & value if how == 3 else value
        if address == _IRQ_CLEAR:
            self._regs[_IRQ_STATUS] &= ~value | self._regs[_IRQ_STATUS] & _TEMP_IRQ
        elif address == _SYSTEM_CONFIG and value & 0x100:
            self._boot()
        elif address not in (_IRQ_STATUS, _RX_STATUS, _RF_STATUS):
            self._regs[address & 0x3F] = value
            if address == _SYSTEM_CONFIG and (old ^ value) & 7:
                self._command(value & 7)

    def _command(self, command: int) -> None:
        self._work = None
        self._answer = None
        self._state = WAIT_TRANSMIT if command == 3 else IDLE
        self._settled = self._clock.ns + _SETTLE_NS

    # The air.

    def _send(self, last_bits: int, data: bytes) -> bool:
        if self._now() != WAIT_TRANSMIT or self._config is None:
            return False
        self.began.append(data)
        self._begin(self._transceive(last_bits, data))
        return True

    def _transceive(self, last_bits: int, data: bytes) -> Work:
        assert self._config is not None
        vicinity = self._config[0] == _V
        self._state = TRANSMITTING
        at = self._busy_until
        yield at
        if self._regs[_CRC_TX] & 1 and data:
            data = data + vicinity_crc(data) if vicinity else with_crc(data)
            last_bits = 0
        if vicinity:
            whole = data if self._regs[_TX_CONFIG] & _DATA_ENABLE else None
            end, answer = self.air.ask_vicinity(whole, at)
        else:
            end, answer = self.air.ask(data, 8 * len(data) - (8 - last_bits if last_bits else 0), at)
        self._answer, self._cut = answer, False
        yield end
        self._regs[_IRQ_STATUS] |= _TX_IRQ
        self._state = WAIT_RECEIVE
        if answer is None:
            return
        yield answer.start + (151_040 if vicinity else 10_000)
        if self._cut:
            return
        self._regs[_IRQ_STATUS] |= _SOF_IRQ
        self._state = RECEIVING
        yield answer.end
        self._answer = None
        received, status = answer.data, 0
        if answer.collision >= 0:
            status |= _COLLISION | min(answer.collision, 127) << 19
        if answer.spoiled or self._cut:
            status |= _INTEGRITY | (_PROTOCOL if self._cut else 0)
        if self._regs[_CRC_RX] & 1:
            good = vicinity_crc(received[:-2]) == received[-2:] if vicinity else not crc16(received)
            status |= 0 if good and len(received) > 2 else _INTEGRITY
            received = received[:-2]
        self._received = received
        self._regs[_RX_STATUS] = status | answer.bits % 8 << 13 | len(received)
        self._regs[_IRQ_STATUS] |= _RX_IRQ
        self._state = WAIT_TRANSMIT


def busy_line(chips: Sequence[Pn5180Chip]) -> Callable[[], int]:
    """Return the level where the BUSY lines of these chips meet, over a diode each."""

    def level() -> int:
        for chip in chips:
            # A chip at rest is asked nothing: this is called a great many times.
            if (chip._low or chip._busy_until > chip._clock.ns or chip.busy_stuck) and chip.busy():
                return 1
        return 0

    return level
