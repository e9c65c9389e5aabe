"""PN5180: the inventory of tags of ISO/IEC 15693; `start` and `take` are methods of `pn5180.Pn5180`.

First an inventory of one slot, which any tag answers. That tag gets the command to stay quiet. A tag that
answers then was hidden behind it. If answers collide, inventories of 16 slots with longer and longer masks
tell several tags from noise.

Numbers: PN5180A0xx-C3 data sheet, section next to each; ISO/IEC 15693-3. Times without a section are
estimates.
"""

from cardtable.micro import const

from .pn5180_memory import GO, GO_CRC, IN, TAKE
from .reader import GARBLED, NONE, PENDING, SEVERAL

_GO_SLOT = GO + b"\x18\x03\x3f\xfb\xff\xff"  # TX_CONFIG: neither start symbol nor data, an EOF alone
_INVENTORY = b"\x09\x00\x26\x01\x00"  # high rate, inventory, one slot; no mask
_EOF = b"\x09\x00"
_STAY_QUIET = bytearray(b"\x09\x00\x22\x02") + bytearray(8)

# Bits of the bytes of LOOK.
_RX = const(0x01)  # 0
_SOF = const(0x40)  # 1
_BAD = const(0x03)  # 6: integrity, protocol
_COLLISION = const(0x04)

# The phases, above those of type A.
_ANYBODY = const(6)
_QUIET = const(7)
_ELSE = const(8)
_SLOT = const(9)

# The time by which the start of an answer has been seen, in us from SEND_DATA.
_INVENTORY_US = const(2250)
_MASK_BYTE_US = const(303)
_QUIET_US = const(4100)
_SLOT_US = const(620)
_ANSWER_US = const(3800)  # from then on until it is complete

_DEPTH = const(16)  # bits of a mask at which a collision is believed


def start(reader):
    """Poll all tags whose uids end with the mask; in the slot of their next four bits, if there are slots."""
    if reader._bits < 0:
        return reader.send(_ANYBODY, GO_CRC, _INVENTORY, _INVENTORY_US)
    count = (reader._bits + 7) // 8
    frame = b"\x09\x00\x06\x01" + bytes((reader._bits, reader._mask & 0xFF, reader._mask >> 8))[: 1 + count]
    reader._slot = 0
    reader._clash = -1
    return reader.send(_SLOT, GO_CRC, frame, _INVENTORY_US + count * _MASK_BYTE_US)


def take(reader, phase):
    """Take the end of the time for an answer; IN is a LOOK."""
    if phase == _QUIET:
        return reader.send(_ELSE, GO_CRC, _INVENTORY, _INVENTORY_US)
    if not IN[0] & _RX:
        if not IN[1] & _SOF:
            return _silence(reader, phase)
        if not reader._arriving:
            reader._arriving = True
            reader._due += _ANSWER_US
            return PENDING
    collided = IN[0] & _RX and IN[6] & _COLLISION
    whole = IN[0] & _RX and not IN[6] & _BAD and not IN[5] >> 5 and not collided and IN[4] == 10
    if whole:
        reader.get(TAKE, 10)
        whole = not IN[0] & 1 and IN[9] == 0xE0
    return _answered(reader, phase, whole, collided)


def _silence(reader, phase):
    """Take the end of the time for an answer of which nothing was seen."""
    if phase == _ANYBODY:
        return reader._finish(NONE)
    if phase == _ELSE:
        return reader._finish(reader._found)
    return _next_slot(reader)


def _answered(reader, phase, whole, collided):
    """Take the answer to an inventory: the uid of one tag is in IN, if `whole`."""
    if whole:
        # The uid comes last byte first, behind flags and DSFID.
        for i in range(8):
            reader._read[i] = IN[9 - i]
    if phase == _SLOT:
        return _in_slot(reader, whole)
    if phase == _ELSE:
        if not whole:
            return reader._finish(SEVERAL if collided else GARBLED)
        same = reader._named(reader._read, 8) is reader._found  # it missed the STAY QUIET
        return reader._finish(GARBLED if same else SEVERAL)
    if not whole:
        reader._bits = 0
        reader._dark()
        return reader._start(False)
    known = reader._uid
    reader._found = reader._named(reader._read, 8)
    if reader._checking and reader._found is known:
        return reader._finish(known)
    for i in range(8):
        _STAY_QUIET[4 + i] = reader._read[7 - i]
    return reader.send(_QUIET, GO_CRC, _STAY_QUIET, _QUIET_US)


def _in_slot(reader, whole):
    """Take an answer in a slot."""
    if whole:
        before = reader._found
        reader._found = reader._named(reader._read, 8)
        if before is not None and before is not reader._found:
            return reader._finish(SEVERAL)
    elif reader._clash < 0:
        reader._clash = reader._slot
    return _next_slot(reader)


def _next_slot(reader):
    """Go on to the next slot."""
    reader._slot += 1
    if reader._slot < 16:
        return reader.send(_SLOT, _GO_SLOT, _EOF, _SLOT_US)
    if reader._clash < 0:
        return reader._finish(GARBLED if reader._found is None else reader._found)
    if reader._bits >= _DEPTH:
        return reader._finish(SEVERAL)
    reader._mask |= reader._clash << reader._bits
    reader._bits += 4
    reader._dark()
    return reader._start(False)  # load the settings again: an EOF alone has changed them
