"""Model of the NXP PN532 at the level of SPI frames and of frames on the air (PN532 user manual, UM0701-02).

`Pn532Chip` answers any driver that uses the frames of UM0701 6.2 over SPI, LSB first, and carries out its
commands on the tags in its field, in virtual time. The processing time of the chip's own firmware is not
documented; the four times below are estimates.

Not modelled: type B, FeliCa, ISO-DEP beyond an unanswered RATS, being a target, HSU and I2C.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from tablehost.virtual.chips.framed import FramedChip, Work
from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.air import Answer, with_crc
from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.tag import crc16

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
ERROR = bytes.fromhex("0000FF01FF7F8100")  # 6.2.1.5: the application refuses

_ACK_NS = 300_000  # from the end of a frame to the ACK [an estimate]
_THINK_NS = 500_000  # from the ACK to the first thing done, and from the last to the answer [an estimate]
_GUARD_NS = 5_100_000  # field on to first frame: more than the 5 ms of ISO/IEC 14443-3 [an estimate]
_SILENCE_NS = 600_000  # after which a frame counts as unanswered [an estimate]
_WAKE_NS = 2_000_000  # 7.2.11: NSS must be low so long until the chip has woken

# Status bytes (7.1).
_OK, _TIMEOUT, _WRONG_CONTEXT = 0x00, 0x01, 0x27
_AUTOMATIC_RATS = 0x10  # SetParameters, 7.2.9
_WHOLE = 254  # data of a normal frame; more need an extended one


def information(data: bytes, extended: bool | None = None) -> bytes:
    """Return an information frame around `data`, TFI first (6.2.1.1; extended: 6.2.1.2)."""
    count = len(data)
    if extended or (extended is None and count > _WHOLE):
        head = bytes([count >> 8, count & 0xFF])
        length = b"\xff\xff" + head + bytes([-sum(head) & 0xFF])
    else:
        length = bytes([count, -count & 0xFF])
    return b"\x00\x00\xff" + length + data + bytes([-sum(data) & 0xFF, 0x00])


def unpack_frame(frame: bytes) -> bytes | None:
    """Return the data of an information frame, or None if it is none or damaged."""
    at = frame.find(b"\x00\xff") + 2
    if at < 2 or len(frame) < at + 2:
        return None
    if frame[at : at + 2] == b"\xff\xff":
        head = frame[at + 2 : at + 5]
        if len(head) < 3 or sum(head) & 0xFF:
            return None
        count, at = head[0] << 8 | head[1], at + 5
    else:
        if sum(frame[at : at + 2]) & 0xFF:
            return None
        count, at = frame[at], at + 2
    whole = frame[at : at + count + 1]
    return None if len(whole) <= count or not count or sum(whole) & 0xFF else whole[:-1]


class Pn532Chip(FramedChip):
    """One reader chip. Additional faults to those of `FramedChip`: `bad_replies` (so many answers leave
    damaged), `extended` (even short answers use extended frames).

    `heard`: the commands carried out, for tests. `odd`: frames that began with an invalid byte.
    """

    def __init__(self, clock: Clock, field: Field, seed: int = 0) -> None:
        self.heard: list[int] = []
        self.odd = 0
        self.bad_replies = 0
        self.extended: bool | None = None
        super().__init__(clock, field, seed)

    def _reset(self) -> None:
        self.asleep = True
        self.low_vbat = True  # until SAMConfiguration (7.2.10) nothing is done on the air
        self.retries = bytearray((0xFF, 0x01, 0xFF))  # ATR, PSL, passive activation: FF is for ever (7.3.1)
        self.parameters = 0x14
        self.registers: dict[int, int] = {}
        self._waiting: list[bytes] = []  # frames to be read, the next one first
        self._last = ACK
        self._sent = 0
        self._targets: dict[int, list[bytes]] = {}  # their cascade levels, by number

    # The host.

    def _clocked(self, out: bytes | bytearray) -> bytes:
        reply = bytearray()
        for byte in bytes(out).translate(_REVERSED):
            shown = 0
            if self._in and self._in[0] == 0x02:
                shown = bool(self._waiting)
            elif self._in and self._in[0] == 0x03 and self._waiting:
                shown = self._waiting[0][self._sent] if self._sent < len(self._waiting[0]) else 0
                self._sent += 1
            reply.append(shown)
            self._in.append(byte)
        return bytes(reply) if self.asleep else bytes(reply).translate(_REVERSED)

    def release(self) -> None:
        low_for = self._clock.ns - self._low_since
        if self.asleep and not self._deaf() and low_for >= _WAKE_NS:
            self.asleep = False
            self._in.clear()
        super().release()

    def _taken(self, frame: bytes) -> None:
        if self.asleep:
            return
        operation, frame = frame[0], frame[1:]
        if operation == 0x03:
            if self._waiting and self._sent:
                self._waiting.pop(0)
                self.asleep = self._last[5:7] == b"\xd5\x17" and not self._waiting
            self._sent = 0
        elif operation == 0x01:
            self._told(frame)
        elif operation != 0x02:
            self.odd += 1

    def _told(self, frame: bytes) -> None:
        if self.lost_frames > 0:
            self.lost_frames -= 1
            return
        if ACK[1:5] in frame[:6]:
            self._work = None  # 6.2.1.3: whatever was under way is given up
            self._waiting.clear()
        elif NACK[1:5] in frame[:6]:
            self._waiting.clear()
            self._say(self._last)  # 6.2.1.4: once more
        else:
            data = unpack_frame(frame)
            if data is not None and len(data) > 1 and data[0] == 0xD4:
                self._waiting.clear()
                self._begin(self._carry_out(data[1], data[2:]))

    def _carry_out(self, command: int, data: bytes) -> Work:
        yield self._at + _ACK_NS
        self._waiting.append(ACK)
        yield self._at + _THINK_NS
        self.heard.append(command)
        run = self._COMMANDS.get(command)
        answer = None
        if run is not None and not (self.low_vbat and command in self._ON_THE_AIR):
            answer = yield from run(self, data)
        yield self._at + _THINK_NS
        if answer is None:
            reply = ERROR
        else:
            reply = information(bytes((0xD5, command + 1)) + answer, self.extended)
        self._say(reply)

    def _say(self, reply: bytes) -> None:
        self._last = reply
        if self.bad_replies > 0:
            self.bad_replies -= 1
            reply = reply[:-2] + bytes((reply[-2] ^ 0x10, reply[-1]))
        self._waiting.append(reply)

    # Commands: each gives the data of its answer, or None to refuse.

    def _diagnose(self, data: bytes) -> _Does:
        yield from ()
        return data if data[:1] == b"\x00" else None

    def _version(self, data: bytes) -> _Does:
        yield from ()
        return bytes.fromhex("32010607") if not data else None

    def _status(self, data: bytes) -> _Does:
        yield from ()
        return bytes((0, self.field.on, len(self._targets))) + b"\x00"

    def _read_register(self, data: bytes) -> _Does:
        yield from ()
        wanted = [data[i] << 8 | data[i + 1] for i in range(0, len(data) - 1, 2)]
        return bytes(self.registers.get(address, 0) for address in wanted)

    def _write_register(self, data: bytes) -> _Does:
        yield from ()
        for i in range(0, len(data) - 2, 3):
            self.registers[data[i] << 8 | data[i + 1]] = data[i + 2]
        return b""

    def _set_parameters(self, data: bytes) -> _Does:
        yield from ()
        if len(data) != 1:
            return None
        self.parameters = data[0]
        return b""

    def _sam(self, data: bytes) -> _Does:
        yield from ()
        if not data or not 1 <= data[0] <= 4:
            return None
        self.low_vbat = False
        return b""

    def _power_down(self, data: bytes) -> _Does:
        yield from ()
        self.field.switch(False)
        return bytes((_OK,)) if data else None

    def _configure(self, data: bytes) -> _Does:
        yield from ()
        item, values = data[:1], data[1:]
        if item == b"\x01" and len(values) == 1:
            self.field.switch(bool(values[0] & 1))
            if not self.field.on:
                self._targets.clear()
        elif item == b"\x05" and len(values) == 3:
            self.retries[:] = values
        elif not item or item[0] not in (0x02, 0x04, 0x0A, 0x0B, 0x0C, 0x0D):
            return None
        return b""

    def _list(self, data: bytes) -> _Does:
        """Carry out InListPassiveTarget, 7.3.5."""
        if len(data) < 2 or not 1 <= data[0] <= 2 or data[1] != 0:
            return None
        if not self.field.on:
            self.field.switch(True)
            yield self._at + _GUARD_NS
        self._targets = {}
        told = b""
        wanted = [data[i : i + 4] for i in range(2, len(data), 4)]
        left = self.retries[2]
        while len(self._targets) < data[0]:
            found = yield from self._activate(wanted)
            if found is None:
                if self._targets or not left:
                    break
                left -= left != 0xFF
                continue
            number = len(self._targets) + 1
            self._targets[number] = found[1]
            told += bytes((number,)) + found[0]
            if number < data[0]:
                yield from self._exchange(with_crc(b"\x50\x00"))
        return bytes((len(self._targets),)) + told

    def _release(self, data: bytes) -> _Does:
        """Carry out InRelease and InDeselect, 7.3.11 and 7.3.10: a target of ISO 14443-3 is sent to sleep."""
        if len(data) != 1 or (data[0] and data[0] not in self._targets):
            return bytes((_WRONG_CONTEXT,)) if len(data) == 1 else None
        yield from self._exchange(with_crc(b"\x50\x00"))
        for number in list(self._targets):
            if data[0] in (0, number):
                del self._targets[number]
        return bytes((_OK,))

    def _data_exchange(self, data: bytes) -> _Does:
        """Carry out InDataExchange, 7.3.8, with the target selected last."""
        if len(data) < 2:
            return None
        if data[0] not in self._targets:
            return bytes((_WRONG_CONTEXT,))
        answer = yield from self._exchange(with_crc(data[1:]))
        if answer is None:
            return bytes((_TIMEOUT,))
        if answer.bits == 4:
            return bytes((_OK if answer.value == 0xA else _TIMEOUT,))
        if answer.spoiled or crc16(answer.data):
            return bytes((0x02,))
        return bytes((_OK,)) + answer.data[:-2]

    # The air.

    def _exchange(self, data: bytes, bits: int = 0) -> Generator[int, None, Answer | None]:
        end, self._answer = self.air.ask(data, bits or 8 * len(data), self._at)
        self._cut = False
        answer = self._answer
        yield end + _SILENCE_NS if answer is None else answer.end + 90_000
        self._answer = None
        return None if self._cut else answer

    def _activate(self, wanted: list[bytes]) -> Generator[int, None, tuple[bytes, list[bytes]] | None]:
        """Wake a tag and select it; return its entry in the list, and its cascade levels."""
        awake = yield from self._exchange(b"\x26", 7)
        if awake is None or awake.spoiled or awake.bits != 16:
            return None
        uid = b""
        levels = []
        for level in range(3):
            select = 0x93 + 2 * level
            if wanted:
                part: bytes | None = wanted[level] if level < len(wanted) else None
            else:
                part = yield from self._resolve(select)
            if part is None:
                return None
            frame = bytes((select, 0x70)) + part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
            answer = yield from self._exchange(with_crc(frame))
            if answer is None or answer.spoiled or answer.bits != 24 or crc16(answer.data):
                return None
            levels.append(part)
            sak = answer.data[0]
            if not sak & 0x04:
                break
            uid += part[1:]
        else:
            return None
        uid += part
        told = awake.data[::-1] + bytes((sak, len(uid))) + uid
        if sak & 0x20 and self.parameters & _AUTOMATIC_RATS:
            yield from self._exchange(with_crc(b"\xe0\x80"))
            return None  # these tags know no ISO-DEP
        return told, levels

    def _resolve(self, select: int) -> Generator[int, None, bytes | None]:
        """Resolve the anticollision of one level, ISO/IEC 14443-3 6.5.3: of two the one with a 1 is taken."""
        known, value = 0, 0
        while known < 32:
            frame = bytes((select, 0x20 + (known // 8 << 4) + known % 8))
            frame += value.to_bytes(4, "little")[: (known + 7) // 8]
            answer = yield from self._exchange(frame, 16 + known)
            if answer is None:
                return None
            if answer.collision < 0:
                if answer.spoiled or answer.bits != 40 - known:
                    return None
                value |= answer.value << known
                break
            at = known + answer.collision
            value = (value | answer.value << known) & (1 << at) - 1 | 1 << at
            known = at + 1
        else:
            return None
        data = value.to_bytes(5, "little")
        return None if data[0] ^ data[1] ^ data[2] ^ data[3] ^ data[4] else data[:4]

    _COMMANDS: dict[int, Callable[[Pn532Chip, bytes], _Does]] = {
        0x00: _diagnose,
        0x02: _version,
        0x04: _status,
        0x06: _read_register,
        0x08: _write_register,
        0x12: _set_parameters,
        0x14: _sam,
        0x16: _power_down,
        0x32: _configure,
        0x40: _data_exchange,
        0x44: _release,
        0x4A: _list,
        0x52: _release,
    }
    _ON_THE_AIR = (0x40, 0x44, 0x4A, 0x52)


_Does = Generator[int, None, "bytes | None"]
