"""Model of the MFRC522 at the level of registers, wires and time on air.

`Mfrc522Chip` answers a driver byte for byte over SPI, and asks the tags in its `field`. Events are computed
on demand: a register access first settles all that has happened by then. Without a fault switched on, nothing
here depends on chance.

Not modelled: Crypto1 (MFAuthent hears no answer), bit rates above 106 kbit/s, RxMultiple. Where the data
sheet leaves a choice, the chip has a switch: `coll_counts_align`, `rx_crc_in_fifo`, `start_send`, `restarts`;
a clone has `noise`.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence

from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.field import Chip, Field
from tablehost.virtual.tags.tag import NEVER, Tag, crc16, merge_answers


def carrier_ns(periods: int) -> int:
    """Return the nanoseconds of this many periods of the 13.56 MHz carrier."""
    return periods * 100_000 // 1356


def bits_ns(bits: int) -> int:
    """Return the nanoseconds of this many bits at 106 kbit/s."""
    return bits * 12_800_000 // 1356


def _with_parity(value: int, length: int, align: int) -> tuple[int, int]:
    """Return an answer with the parity bits after its whole bytes, as ParityDisable lets it through."""
    out, done, at = 0, 0, 0
    size = 8 - align
    while done < length:
        part = value >> done & (1 << size) - 1
        if length - done >= size:
            part |= (bin(part).count("1") + 1 & 1) << size
            out |= part << at
            at += size + 1
        else:
            out |= part << at
            at += length - done
        done += size
        size = 8
    return out, at


def _without_parity(data: bytes, bits: int) -> tuple[bytes, int, bool]:
    """Remove the parity that the host has put into bits; return data, bits, and whether it fits."""
    value = int.from_bytes(data, "little")
    out, count, fits = 0, 0, True
    while bits >= 9:
        part = value & 0xFF
        fits = fits and (bin(value & 0x1FF).count("1") & 1) == 1
        out |= part << count
        value >>= 9
        bits -= 9
        count += 8
    out |= (value & (1 << bits) - 1) << count
    count += bits
    return out.to_bytes((count + 7) // 8, "little"), count, fits


# Registers that the model treats by name.
_COMMAND, _COM_IEN, _DIV_IEN, _COM_IRQ, _DIV_IRQ, _ERROR, _STATUS1, _STATUS2 = range(0x01, 0x09)
_FIFO, _FIFO_LEVEL, _WATER_LEVEL, _CONTROL, _BIT_FRAMING, _COLL = range(0x09, 0x0F)
_MODE, _TX_MODE, _RX_MODE, _TX_CONTROL = range(0x11, 0x15)
_RX_SEL, _DEMOD = 0x17, 0x19
_CRC_HIGH, _CRC_LOW = 0x21, 0x22
_T_MODE, _T_PRESCALER, _T_RELOAD_HIGH, _T_RELOAD_LOW, _T_COUNT_HIGH, _T_COUNT_LOW = range(0x2A, 0x30)
_MF_RX, _AUTO_TEST, _VERSION = 0x1D, 0x36, 0x37

# Reset values (datasheet 9.2) and the bits a host can write, for registers that merely hold their value.
_RESET = {
    0x01: 0x20, 0x02: 0x80, 0x04: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, 0x0E: 0x80, 0x11: 0x3F,
    0x14: 0x80, 0x16: 0x10, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB, 0x21: 0xFF,
    0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20, 0x36: 0x40,
}  # fmt: skip
_PLAIN = {
    0x02: 0xFF, 0x03: 0x94, 0x08: 0x80, 0x0B: 0x3F, 0x11: 0xAB | 0x14, 0x12: 0xF8, 0x13: 0xFC, 0x15: 0x40,
    0x16: 0x3F, 0x17: 0xFF, 0x18: 0xF7, 0x19: 0xFF, 0x1C: 0x03 | 0x60, 0x1D: 0x10, 0x1F: 0xE7, 0x24: 0xFF,
    0x26: 0x70 | 0x0F, 0x27: 0xFF, 0x28: 0x3F, 0x29: 0x3F, 0x2A: 0xFF, 0x2B: 0xFF, 0x2C: 0xFF, 0x2D: 0xFF,
    0x31: 0xFF, 0x32: 0xFF, 0x33: 0xFF, 0x34: 0x7F, 0x36: 0x4F, 0x38: 0xFF, 0x39: 0x3F, 0x3A: 0x3F,
}  # fmt: skip

_IDLE, _MEM, _RANDOM_ID, _CALC_CRC, _TRANSMIT, _NO_CHANGE, _RECEIVE, _TRANSCEIVE, _AUTHENT, _SOFT_RESET = (
    0x0, 0x1, 0x2, 0x3, 0x4, 0x7, 0x8, 0xC, 0xE, 0xF,
)  # fmt: skip
_TX_IRQ, _RX_IRQ, _IDLE_IRQ, _HI_IRQ, _LO_IRQ, _ERR_IRQ, _TIMER_IRQ = 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01
_WR_ERR, _TEMP_ERR, _OVERFLOW, _COLL_ERR, _CRC_ERR, _PARITY_ERR, _PROTOCOL_ERR = (
    0x80, 0x40, 0x10, 0x08, 0x04, 0x02, 0x01,
)  # fmt: skip

# Self-test results of a sound chip (datasheet 16.1.1; 0x88: FM17522). Other clones are taken to copy v2.
_SELF_TEST = {
    0x90: bytes.fromhex(
        "0087980F49FF0719BF2230495963ADCA7FE34E035C4E4950479A3761E7E2C62E"
        "755AED043D024B7832FF583B7CE90094B44A595BFDC929DF3596989E4F30328D"
    ),
    0x91: bytes.fromhex(
        "00C637D532B7575CC2D87C4DD970C77310E6D2AA5EA13E5A14AF3061C970DB2E"
        "642272B5BD65F4EC22BCD37235CDAA411FA7F35314DE7E02D90FB55E251D2979"
    ),
    0x92: bytes.fromhex(
        "00EB66BA57BF2395D0E30D3D27895CDE9D3BA700215B8982513AEB020CA50049"
        "7C844DB3CCD21B815D4876D5716121A986968338CF9D5B6DDC15BA3E7D953B2F"
    ),
    0x88: bytes.fromhex(
        "00D6788CE2AA0C182AB87A7FD36ACF0BB137634B69AE91C7C397AE77F437D79B"
        "7CF53C118F15C3D7C15B002AD075DE9E5164AB3EE915B5AB569A988226EA2A62"
    ),
}  # fmt: skip

_START_NS = 240_000  # crystal start [an estimate] and 37.74 us
_FIFO_SIZE = 64
_RX_NO_ERR = 0x08  # RxMode
_NOISE_BITS = 16  # until noise is heard: 0.15 ms [chosen: an answer would have begun]
_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)

# Steps of a reception.
_GO, _BYTE, _BAD, _END = range(4)

# How StartSend (9.3.1.14: "starts the transmission of data, only valid in combination with the Transceive
# command") can be read. It sends only while the modem waits for it (Status2, ModemState 1).
#   strobe  writing 1 sends; the bit does not stay
#   kept    writing 1 sends; the bit stays, and with it Transceive sends what the FIFO holds
#   edge    the change from 0 to 1 sends; the bit stays
#   level   the bit stays, and Transceive sends at once while it is set, even if the FIFO is empty. It does
#           not send again after a reception: published drivers clear the bit then at the earliest, and work.
START_SEND = ("strobe", "kept", "edge", "level")

# Noise that a receiver reports as ProtocolErr when no tag answers, as some clones are said to do.
#   short  fewer than 4 bits, which it ignores with RxNoErr set (9.3.2.4)
#   long   noise that is reported with RxNoErr set as well
NOISE = ("", "short", "long")


class Mfrc522Chip:
    """One reader chip. `select` frames an SPI access, `swap` clocks bytes through it.

    Faults: `dead` (every byte reads as this, nothing is heard), `miso_stuck` (reads as this, hears all),
    `frame_error_rate` (per frame, either way), `lost_starts` (so many StartSend are ignored), `broken` (fails
    its self-test), `brown_out()`, `overheat()`, `upset()`, `latch_up()`, `Field.weak`, `Field.couple()`.
    Chance comes from `seed` alone.
    """

    start_send = "strobe"  # one of START_SEND
    noise = ""  # one of NOISE
    restarts = True  # whether a command ends itself if it is written while it runs

    def __init__(self, clock: Clock, field: Field, version: int = 0x92, seed: int = 0) -> None:
        self._clock = clock
        self.field = field
        self.version = version
        self.peers: list[Mfrc522Chip] | None = None  # they and this one, if coupled
        self.broken = False
        self.coll_counts_align = True
        self.rx_crc_in_fifo = False
        self.dead: int | None = None
        self.miso_stuck: int | None = None
        self.frame_error_rate = 0.0
        self.frames = 0  # sent
        self.spoiled = 0  # frames, by that
        self.lost_starts = 0
        self.accesses = 0
        self._rng = random.Random(seed)
        self._buffer = bytes(25)
        self._readers: list[Callable[[], int] | None] = [None] * 64
        self._writers: list[Callable[[int], None] | None] = [None] * 64
        for address, read in (
            (_COMMAND, self._read_command),
            (_STATUS1, self._read_status1),
            (_FIFO, self._read_fifo),
            (_FIFO_LEVEL, self._read_level),
            (_T_COUNT_HIGH, self._read_count_high),
            (_T_COUNT_LOW, self._read_count_low),
        ):
            self._readers[address] = read
        for address, write in (
            (_COMMAND, self._write_command),
            (_COM_IRQ, self._write_com_irq),
            (_DIV_IRQ, self._write_div_irq),
            (_FIFO_LEVEL, self._write_level),
            (_CONTROL, self._write_control),
            (_BIT_FRAMING, self._write_bit_framing),
            (_COLL, self._write_coll),
            (_TX_CONTROL, self._write_tx_control),
        ):
            self._writers[address] = write
        self._masks = bytes(_PLAIN.get(address, 0) for address in range(64))
        self._held = False
        self._latched = False
        self._reset()
        self._ready_at = clock.ns + _START_NS
        field.chip = self

    # Pins.

    def select(self) -> None:
        """Begin an SPI access, with an address: NSS goes low."""
        self._first = True
        self.accesses += 1

    def swap(self, out: bytes | bytearray, byte_ns: int) -> bytes | bytearray:
        """Clock `out` through the selected chip, a byte each `byte_ns`; return the bytes on MISO
        meanwhile.
        """
        clock = self._clock
        if self.dead is not None or self._held or self._latched:
            clock.ns += byte_ns * len(out)
            return bytes([self.dead or 0]) * len(out)
        reply = bytearray(len(out))
        start = 0
        if self._first and out:
            self._first = False
            self._reading = out[0] >= 0x80
            self._address = out[0] >> 1 & 0x3F
            clock.ns += byte_ns
            start = 1
        address = self._address
        if self._reading:
            regs = self._regs
            readers = self._readers
            for i in range(start, len(out)):
                clock.ns += byte_ns
                if self._next <= clock.ns:
                    self.settle()
                read = readers[address]
                reply[i] = regs[address] if read is None else read()
                byte = out[i]
                address = byte >> 1 & 0x3F if byte >= 0x80 else 0
            self._address = address
        elif address == _FIFO and self._next > clock.ns + byte_ns * len(out) and clock.ns >= self._ready_at:
            clock.ns += byte_ns * (len(out) - start)
            self._write_fifo(out[start:])
        else:
            for i in range(start, len(out)):
                clock.ns += byte_ns
                if self._next <= clock.ns:
                    self.settle()
                if clock.ns >= self._ready_at or address == _COMMAND:
                    write = self._writers[address]
                    byte = out[i]
                    if write is not None:
                        write(byte)
                    elif address == _FIFO:
                        self._write_fifo(out[i : i + 1])
                    else:
                        mask = self._masks[address]
                        self._regs[address] = self._regs[address] & ~mask | byte & mask
        if self.miso_stuck is not None:
            return bytes([self.miso_stuck]) * len(out)
        return reply

    def hold_reset(self, level: int) -> None:
        """Drive NRSTPD: 0 holds the chip in reset and power-down, 1 starts it."""
        if not level:
            self.settle()
            self._reset()
            self._latched = False
            self._buffer = bytes(25)
        elif self._held:
            self._ready_at = self._clock.ns + _START_NS
        self._held = not level

    # Faults.

    def brown_out(self) -> None:
        """Simulate a dip of the supply: all registers back at reset, field off."""
        self.settle()
        self._reset()
        self._buffer = bytes(25)
        self._ready_at = self._clock.ns + _START_NS

    def overheat(self) -> None:
        """Have the temperature sensor shut the antenna drivers down until the next reset."""
        self.settle()
        self._regs[_ERROR] |= _TEMP_ERR
        self._follow_field()

    def upset(self, register: int) -> None:
        """Have a register lose its written value, without any other effect."""
        self.settle()
        self._regs[register] = _RESET.get(register, 0)
        self._follow_field()

    def latch_up(self) -> None:
        """Latch up: the chip does not work until NRSTPD resets it."""
        self.settle()
        self._reset()
        self._latched = True

    # State.

    def _reset(self) -> None:
        self._regs = bytearray(64)
        for address, value in _RESET.items():
            self._regs[address] = value
        self._regs[_VERSION] = self.version
        self._fifo: deque[int] = deque()
        self._command = _IDLE
        self._next = NEVER  # the earliest of the three below
        self._tx_end = NEVER
        self._timer_end = NEVER
        self._rx_at = NEVER
        self._rx_plan: deque[tuple[int, int, int]] = deque()  # (when, step, value)
        self._tx_data = b""
        self._tx_bits = 0
        self._tx_start = 0
        self._tx_until = 0  # as _tx_end, and stays
        self._raw = False  # ParityDisable, as it was when the frame went out
        self._air: tuple[int, int, int] | None = None  # an answer on its way: (start, value, bits) merged
        self._collision = -1  # the first bit in which the answers on the air differ
        self._crc = 0
        self._receiving = False
        self._first = True
        self._reading = False
        self._address = 0
        self._ready_at = 0
        self._follow_field()

    def _follow_field(self) -> None:
        on = bool(self._regs[_TX_CONTROL] & 3) and not self._regs[_ERROR] & _TEMP_ERR
        self.field.switch(on and not self._regs[_COMMAND] & 0x10)

    def _plan_next(self) -> None:
        self._next = min(self._tx_end, self._timer_end, self._rx_at)

    def settle(self) -> None:
        """Process all events that are due by now; where the air is shared, in the order of their times."""
        now = self._clock.ns
        if self.peers is None:
            while self._next <= now:
                self._go_on()
            return
        while True:
            first = self.peers[0]
            for chip in self.peers:
                if chip._next < first._next:
                    first = chip
            if first._next > now:
                return
            first._go_on()

    def _go_on(self) -> None:
        when = self._next
        if self._tx_end == when:
            self._tx_end = NEVER
            self._sent(when)
        elif self._rx_at == when:
            self._receive_step()
        else:
            self._expire(when)
        self._plan_next()

    def _raise(self, irq: int) -> None:
        self._regs[_COM_IRQ] |= irq

    def _fail(self, error: int) -> None:
        self._regs[_ERROR] |= error
        self._regs[_COM_IRQ] |= _ERR_IRQ

    def _go_idle(self) -> None:
        """End a command by itself."""
        self._command = _IDLE
        self._receiving = False
        self._modem(0)
        self._raise(_IDLE_IRQ)

    def _modem(self, state: int) -> None:
        self._regs[_STATUS2] = self._regs[_STATUS2] & 0xF8 | state

    # Timer.

    def _tick_fc(self) -> int:
        regs = self._regs
        prescaler = (regs[_T_MODE] & 0x0F) << 8 | regs[_T_PRESCALER]
        even = regs[_DEMOD] & 0x10 and self.version == 0x92
        return 2 * prescaler + (2 if even else 1)

    def _start_timer(self, when: int) -> None:
        reload = self._regs[_T_RELOAD_HIGH] << 8 | self._regs[_T_RELOAD_LOW]
        self._timer_end = when + carrier_ns(self._tick_fc() * (reload + 1))

    def _expire(self, when: int) -> None:
        self._raise(_TIMER_IRQ)
        self._timer_end = NEVER
        if self._regs[_T_MODE] & 0x10:
            self._start_timer(when)

    def _count(self) -> int:
        if self._timer_end == NEVER:
            return 0
        return max(0, self._timer_end - self._clock.ns) // max(1, carrier_ns(self._tick_fc()))

    def _read_count_high(self) -> int:
        return self._count() >> 8 & 0xFF

    def _read_count_low(self) -> int:
        return self._count() & 0xFF

    # FIFO.

    def _fifo_changed(self) -> None:
        level = len(self._fifo)
        mark = self._regs[_WATER_LEVEL]
        if level <= mark:
            self._regs[_COM_IRQ] |= _LO_IRQ
        if _FIFO_SIZE - level <= mark:
            self._regs[_COM_IRQ] |= _HI_IRQ

    def _push(self, byte: int) -> None:
        level = len(self._fifo)
        if level >= _FIFO_SIZE:
            self._fail(_OVERFLOW)
            return
        self._fifo.append(byte)
        regs = self._regs
        mark = regs[_WATER_LEVEL]
        if level < mark:
            regs[_COM_IRQ] |= _LO_IRQ
        if level + mark >= _FIFO_SIZE - 1:
            regs[_COM_IRQ] |= _HI_IRQ

    def _read_fifo(self) -> int:
        if not self._fifo:
            return 0
        byte = self._fifo.popleft()
        level = len(self._fifo)
        mark = self._regs[_WATER_LEVEL]
        if level <= mark:
            self._regs[_COM_IRQ] |= _LO_IRQ
        if level + mark >= _FIFO_SIZE:
            self._regs[_COM_IRQ] |= _HI_IRQ
        return byte

    def _read_level(self) -> int:
        return len(self._fifo)

    def _write_fifo(self, data: bytes | bytearray) -> None:
        """Write bytes at once, between two events."""
        if self._receiving and self._command in (_TRANSCEIVE, _AUTHENT):
            self._fail(_WR_ERR)
        for byte in data:
            self._push(byte)
        if self._command == _CALC_CRC:
            self._calculate()

    def _write_level(self, byte: int) -> None:
        if byte & 0x80:
            self._fifo.clear()
            self._regs[_ERROR] &= ~_OVERFLOW & 0xFF
            self._fifo_changed()

    # Interrupts and status.

    def _write_com_irq(self, byte: int) -> None:
        old = self._regs[_COM_IRQ]
        self._regs[_COM_IRQ] = old | byte & 0x7F if byte & 0x80 else old & ~byte & 0x7F

    def _write_div_irq(self, byte: int) -> None:
        old = self._regs[_DIV_IRQ]
        self._regs[_DIV_IRQ] = old | byte & 0x14 if byte & 0x80 else old & ~byte & 0x7F

    def _read_status1(self) -> int:
        regs = self._regs
        status = regs[_STATUS1] & 0x60  # CRCOk, CRCReady
        if regs[_COM_IRQ] & regs[_COM_IEN] & 0x7F or regs[_DIV_IRQ] & regs[_DIV_IEN] & 0x14:
            status |= 0x10
        if self._timer_end != NEVER:
            status |= 0x08
        if _FIFO_SIZE - len(self._fifo) <= regs[_WATER_LEVEL]:
            status |= 0x02
        if len(self._fifo) <= regs[_WATER_LEVEL]:
            status |= 0x01
        return status

    def _write_control(self, byte: int) -> None:
        if byte & 0x80:
            self._timer_end = NEVER
        if byte & 0x40:
            self._start_timer(self._clock.ns)
        self._plan_next()

    def _write_coll(self, byte: int) -> None:
        self._regs[_COLL] = self._regs[_COLL] & 0x7F | byte & 0x80

    def _write_tx_control(self, byte: int) -> None:
        self._regs[_TX_CONTROL] = byte
        self._follow_field()
        if not self.field.on:
            self.cut()

    # Commands.

    def _read_command(self) -> int:
        starting = 0x10 if self._clock.ns < self._ready_at else 0
        return self._regs[_COMMAND] & 0x30 | starting | self._command

    def _write_command(self, byte: int) -> None:
        if self._clock.ns < self._ready_at:
            return
        was_down = self._regs[_COMMAND] & 0x10
        self._regs[_COMMAND] = byte & 0x30
        if was_down and not byte & 0x10:
            self._ready_at = self._clock.ns + _START_NS
        if (byte ^ was_down) & 0x10:
            self._follow_field()
        command = byte & 0x0F
        if command == _NO_CHANGE or (command == self._command == _TRANSCEIVE and not self.restarts):
            return
        self._cancel()
        self._command = command
        self._regs[_ERROR] &= _TEMP_ERR
        if command == _SOFT_RESET:
            self._reset()
            self._ready_at = self._clock.ns + _START_NS
        elif command == _MEM:
            self._move_memory()
        elif command == _RANDOM_ID:
            self._buffer = self._rng.randbytes(10) + self._buffer[10:]
            self._go_idle()
        elif command == _CALC_CRC:
            self._regs[_STATUS1] &= ~0x60 & 0xFF
            self._crc = _PRESETS[self._regs[_MODE] & 0x03]
            self._calculate()
        elif command in (_TRANSMIT, _AUTHENT):
            self._transmit()
        elif command == _RECEIVE:
            self._open_receiver()
            if self._air is not None:
                self._plan_reception(*self._air)
                self._plan_next()
        elif command == _TRANSCEIVE:
            self._modem(1)
            if self._regs[_BIT_FRAMING] & 0x80 and self.start_send in ("kept", "level"):
                self._transmit()
        elif command != _IDLE:
            self._go_idle()

    def _cancel(self) -> None:
        """Cancel the transmission or reception; a cut-off frame still reaches the tags."""
        if self._tx_end != NEVER:
            self._tx_end = NEVER
            for tag in self.field.tags:
                tag.disturb()
        self._rx_plan.clear()
        self._rx_at = NEVER
        self._receiving = False
        self._command = _IDLE
        self._modem(0)
        self._plan_next()

    def _move_memory(self) -> None:
        if len(self._fifo) >= 25:
            self._buffer = bytes(self._fifo.popleft() for _ in range(25))
        elif not self._fifo:
            self._fifo.extend(self._buffer)
        self._fifo_changed()
        self._go_idle()

    def _test_itself(self) -> None:
        """Put the results of the self-test into the FIFO: right after 25 zeros through Mem and one
        more zero.
        """
        begun_right = not any(self._buffer) and bytes(self._fifo) == b"\x00"
        good = begun_right and not self.broken
        self._fifo.clear()
        answer = _SELF_TEST.get(self.version, _SELF_TEST[0x92])
        self._fifo.extend(answer if good else bytes(byte ^ 0xA5 for byte in answer))
        self._fifo_changed()

    def _calculate(self) -> None:
        if self._regs[_AUTO_TEST] & 0x0F == 0x09:
            self._test_itself()
            return
        data = bytes(self._fifo)
        self._fifo.clear()
        self._crc = crc16(data, self._crc)
        self._regs[_CRC_HIGH] = self._crc >> 8
        self._regs[_CRC_LOW] = self._crc & 0xFF
        self._regs[_STATUS1] |= 0x20 | (0x40 if not self._crc else 0)
        self._regs[_DIV_IRQ] |= 0x04
        self._fifo_changed()

    def _write_bit_framing(self, byte: int) -> None:
        before = self._regs[_BIT_FRAMING]
        self._regs[_BIT_FRAMING] = byte & (0x77 if self.start_send == "strobe" else 0xF7)
        if not byte & 0x80 or (self.start_send == "edge" and before & 0x80):
            return
        if self._command == _TRANSCEIVE and self._regs[_STATUS2] & 0x07 == 1:
            self._transmit()

    # Sending.

    def _transmit(self) -> None:
        if self.lost_starts > 0:
            self.lost_starts -= 1
            return
        if not self._fifo:
            if self.start_send == "level" and self._command == _TRANSCEIVE:
                self._raise(_TX_IRQ)
                self._open_receiver()
            return
        if self.peers is not None:
            self.settle()
        self.frames += 1
        data = bytes(self._fifo)
        self._fifo.clear()
        self._fifo_changed()
        last = self._regs[_BIT_FRAMING] & 0x07
        bits = 8 * len(data) - (8 - last if last else 0)
        if self._regs[_TX_MODE] & 0x80:
            data += crc16(data, _PRESETS[self._regs[_MODE] & 0x03]).to_bytes(2, "little")
            bits = 8 * len(data)
        self._rx_plan.clear()
        self._rx_at = NEVER
        self._air = None
        self._receiving = False
        self._tx_data = data
        self._tx_bits = bits
        self._tx_start = self._clock.ns
        self._raw = bool(self._regs[_MF_RX] & 0x10)
        self._tx_end = self._tx_start + bits_ns(1 + bits + (0 if self._raw else bits // 8))
        self._tx_until = self._tx_end
        self._modem(3)
        self._plan_next()
        if self.peers is not None:
            for chip in self.peers:
                if chip is not self and chip._disturbed_by(self):
                    chip._spoil()

    def _unlucky(self) -> bool:
        rate = self.frame_error_rate
        unlucky = rate > 0.0 and self._rng.random() < rate
        self.spoiled += unlucky
        return unlucky

    def _sent(self, when: int) -> None:
        """Note that the last bit has left the antenna: tags decide, the receiver opens."""
        self._raise(_TX_IRQ)
        if self._regs[_T_MODE] & 0x80:
            self._start_timer(when)
        self._air = self._heard_back(when)
        if self._command == _TRANSMIT:
            self._go_idle()
            return
        self._open_receiver()
        if self._air is not None:
            self._plan_reception(*self._air)
        elif self.noise == "long" or (self.noise and not self._regs[_RX_MODE] & _RX_NO_ERR):
            self._rx_at = when + bits_ns(_NOISE_BITS)
            self._rx_plan.append((self._rx_at, _END, _PROTOCOL_ERR << 8 | 1))

    def _open_receiver(self) -> None:
        self._regs[_ERROR] &= _WR_ERR | _TEMP_ERR
        self._regs[_COLL] = self._regs[_COLL] & 0x80
        self._regs[_CONTROL] &= 0xF8
        self._receiving = True
        self._modem(5)

    def _heard_back(self, when: int) -> tuple[int, int, int] | None:
        """Put the frame to the tags; their merged answer: (start, value, bits), or None.

        self._collision becomes the index of the first bit in which two answers differ, or -1.
        """
        if not self.field.on:
            return None
        data, bits = self._tx_data, self._tx_bits
        garbled = self._unlucky()
        if self._raw and bits > 8:
            data, bits, fits = _without_parity(data, bits)
            garbled = garbled or not fits
        answers = []
        late = 0
        for tag in self.field.tags if self.peers is None else self._reached(when):
            if tag.hears_from > self._tx_start:
                continue
            if garbled:
                tag.disturb()
                continue
            answer = tag.hear(data, bits)
            if answer is None:
                continue
            weak = max(self.field.weak, tag.weak)
            if weak and self._rng.random() < weak:
                tag.power_on(when)  # it dropped out while answering and starts from power-on
                sent = self._rng.randrange(1, answer[1])
                answer = (answer[0] & (1 << sent) - 1, sent)
            if tag.works_us:
                late = max(late, tag.works_us * 1000)
                tag.hears_from = when + late
            if self.peers is not None:
                tag.answers_until = when + late + carrier_ns(1236) + bits_ns(2 + answer[1] * 9 // 8)
            answers.append((tag, answer))
        self._collision = -1
        if not answers:
            return None
        value, length, self._collision = merge_answers(self.field.heard(answers))
        return when + late + carrier_ns(1236 if self._last_bit_sent() else 1172), value, length

    def _reached(self, when: int) -> list[Tag]:
        """Return the tags that understand the frame just sent, where the air is shared: a tag that answers
        another reader is deaf, and two frames at once are none.
        """
        chance = self._rng.random
        tags = []
        for home, strength in [(self.field, 1.0), *self.field.reach]:
            for tag in home.tags:
                if chance() >= strength or tag.answers_until > self._tx_start:
                    continue
                rivals = home.disturbers()
                if home is not self.field and home.chip is not None:
                    rivals = [(home.chip, 1.0), *rivals]
                for chip, theirs in rivals:
                    if chip is not self and chip.sends(self._tx_start, when) and chance() < theirs:
                        tag.disturb()
                        break
                else:
                    tags.append(tag)
        return tags

    def join(self, peers: Sequence[Chip]) -> None:
        """Share the air with these chips, itself among them."""
        self.peers = [chip for chip in peers if isinstance(chip, Mfrc522Chip)]

    def sends(self, start: int, end: int) -> bool:
        """Return True if it sent between these times."""
        return self._tx_start < end and self._tx_until > start

    def _disturbed_by(self, other: Mfrc522Chip) -> bool:
        """Return True if this reader's receiver is disturbed by the other's transmission."""
        for field, strength in self.field.reach:
            if field is other.field and self._rng.random() < strength:
                return True
        for chip, strength in self.field.disturbers():
            if chip is other and self._rng.random() < strength:
                return True
        return False

    def _last_bit_sent(self) -> int:
        if self._tx_bits % 8:
            return self._tx_data[-1] >> self._tx_bits % 8 - 1 & 1
        return 1 - bin(self._tx_data[-1]).count("1") % 2  # odd parity

    # Receiving.

    def _plan_reception(self, start: int, value: int, length: int) -> None:
        regs = self._regs
        if regs[_COMMAND] & 0x20 or (start < self._clock.ns and self._command == _RECEIVE):
            return  # receiver off, or opened in the middle of the frame
        if start < self._tx_until + bits_ns(regs[_RX_SEL] & 0x3F):
            return  # RxWait: still deaf
        align = regs[_BIT_FRAMING] >> 4 & 0x07
        errors = 0
        if self._raw:
            value, length = _with_parity(value, length, align)
        if self._unlucky():
            value, length, errors = self._garble(value, length, align)
            if self._raw:
                errors &= ~_PARITY_ERR
        plan = self._rx_plan
        plan.clear()
        if length >= 4:
            plan.append((start + bits_ns(5), _GO, 0))  # start bit and 4 data bits stop the timer (9.3.3.10)
        elif regs[_RX_MODE] & _RX_NO_ERR:
            return  # under 4 bits the receiver stays as it was
        if self._collision >= 0:
            errors |= _COLL_ERR
            value = self._note_collision(plan, start, value, align)
        count = (align + length + 7) // 8
        data = (value << align).to_bytes(count, "little")
        last = (align + length) % 8
        if regs[_RX_MODE] & 0x80:
            whole = bytes(data)
            if last or count < 3 or crc16(whole, _PRESETS[regs[_MODE] & 0x03]):
                errors |= _CRC_ERR
            if not self.rx_crc_in_fifo:
                data = data[:-2]
        for i, byte in enumerate(data):
            received = min(length, 8 * (i + 1) - align)
            plan.append((start + bits_ns(1 + received + (0 if self._raw else i + 1)), _BYTE, byte))
        plan.append((start + bits_ns(2 + length + (0 if self._raw else count)), _END, errors << 8 | last))
        self._rx_plan = deque(sorted(plan))
        self._rx_at = self._rx_plan[0][0]
        if self.peers is not None:
            end = self._rx_plan[-1][0]
            for chip in self.peers:
                if chip is not self and chip.sends(start, end) and self._disturbed_by(chip):
                    self._spoil()

    def _spoil(self) -> None:
        """Damage an answer while another reader sends: the bits still to come are mangled, mostly noticed."""
        rng = self._rng
        for i, (when, step, value) in enumerate(self._rx_plan):
            if step == _BYTE:
                value ^= rng.randrange(256)
            elif step == _END and rng.random() < 0.75:
                value |= (_PARITY_ERR << 8) * (not self._raw)
            self._rx_plan[i] = (when, step, value)

    def _note_collision(self, plan: deque[tuple[int, int, int]], start: int, value: int, align: int) -> int:
        """Fill CollReg at the collided bit; the value as the FIFO will show it."""
        index = self._collision
        if self._raw:
            index += (align + index) // 8
        position = index + 1 + (align if self.coll_counts_align else 0)
        coll = 0x20 if position > 32 else position & 0x1F
        plan.append((start + bits_ns(2 + index + index // 8), _BAD, coll))
        if self._regs[_COLL] & 0x80:
            return value
        return value & ((1 << index) - 1)  # ValuesAfterColl = 0

    def _garble(self, value: int, length: int, align: int) -> tuple[int, int, int]:
        """Return a disturbed answer: cut short, or one to three bits flipped (parity bits count)."""
        rng = self._rng
        if rng.random() < 0.25:
            length = rng.randrange(1, max(2, length))
            return value & ((1 << length) - 1), length, 0
        groups = [0] * (length // 8 + 2)
        spots = length + (align + length) // 8
        errors = 0
        for spot in rng.sample(range(spots), min(spots, rng.randint(1, 3))):
            if spot < length:
                value ^= 1 << spot
                groups[(align + spot) // 8] ^= 1
            else:
                groups[spot - length] ^= 1  # the parity bit of that byte
        if any(groups[: (align + length) // 8]):
            errors = _PARITY_ERR
        return value, length, errors

    def _receive_step(self) -> None:
        _, step, value = self._rx_plan.popleft()
        self._rx_at = self._rx_plan[0][0] if self._rx_plan else NEVER
        if step == _BYTE:
            self._push(value)
        elif step == _GO:
            self._modem(6)
            if self._regs[_T_MODE] & 0x80:
                self._timer_end = NEVER
        elif step == _BAD:
            self._regs[_COLL] = self._regs[_COLL] & 0x80 | value
            self._fail(_COLL_ERR)
        else:
            self._regs[_CONTROL] = self._regs[_CONTROL] & 0xF8 | value & 0x07
            if value >> 8:
                self._fail(value >> 8)
            self._raise(_RX_IRQ)
            self._receiving = False
            if self._command == _TRANSCEIVE:
                self._modem(1)
            else:
                self._go_idle()

    def cut(self) -> None:
        """Break off the answer of a tag that is gone: only the bits sent so far arrive."""
        if not self._rx_plan:
            return
        now = self._clock.ns
        pending = any(step == _GO for _, step, _ in self._rx_plan)
        self._rx_plan.clear()
        if pending:
            self._rx_at = NEVER  # not enough of it to be noticed
        else:
            self._rx_plan.append((now, _END, _PROTOCOL_ERR << 8 | 1))
            self._rx_at = now
        self._plan_next()
