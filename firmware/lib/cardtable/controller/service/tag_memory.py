"""User memory of a tag: 16 bytes, pages 4 to 7 of an NTAG213, 215 or 216.

This module only moves pages; their content belongs to the host. One page is written at a time, so that the
table rests for no longer than LONGEST_MS, and a page that is written again does no harm. Refused with

    "no-tag"     the pad is empty; where there is trouble instead of a tag, with the word for it: see
                 `service`
    "lost"       the tag does not answer: it was lifted, or is badly placed; "lost" with a page: it may be
                 written
    "no-memory"  it answers, but has no such pages, or they are not to be read
    "locked"     they can be read, but not written
    "reader"     the chip failed, or this kind of reader cannot do it
"""

from cardtable.micro import const

FIRST = const(4)  # the first page that is free for users (NTAG213/215/216 data sheet, 8.5)
_PAGES = const(4)
_PAGE = const(4)  # bytes
_AGAIN_US = const(45000)  # so long after the first attempt another one may begin
LONGEST_MS = const(100)
_GUARD_US = const(6000)  # begin() is not called within 5 ms of probe(), see `drivers.reader`
_BUSY_US = const(2500)  # exchanges of other readers that have begun are over by then


def carry_out(parts, reader, sight, rest):
    """Read the memory, once the page that `rest` names is written. Return (code of why not or None, hex).

    `sight`: the report of the tag at this reader, see `service`; `rest`: nothing, or a page and its four
    bytes in hex.
    """
    data = bytes.fromhex(rest[1]) if len(rest) > 1 else b""
    if rest and len(data) != _PAGE:
        return "usage", ["hex", "eight hex digits"]
    page = rest[0] if rest else FIRST
    try:
        uid = bytes.fromhex(sight or "")
    except ValueError:
        return sight, None
    if len(uid) not in (4, 7, 10):
        return ("no-memory", None) if uid else ("no-tag", None)
    if not hasattr(reader, "service"):
        return "reader", type(reader).__name__.lower()
    code, memory = "lost", None
    ticks, since = parts.ticks_us, parts.ticks_diff
    began = ticks()
    _wait(parts, began, _BUSY_US)
    try:
        while code and since(ticks(), began) < _AGAIN_US:
            code, memory = _attempt(reader, uid, page if rest else 0, data)
        reader.probe()
    except parts.reader_codes.ReaderFault as fault:
        return "reader", fault.code
    _wait(parts, ticks(), _GUARD_US)
    return code, None if memory is None else memory.hex()


def _attempt(reader, uid, page, data):
    """Try once. Return (code or None, the memory as bytes); page 0: nothing is written."""
    chip = reader.service()
    if not chip.select(reader, uid):
        return "lost", None
    memory = chip.exchange(reader, bytes((0x30, FIRST)))
    if memory is None or len(memory) != _PAGES * _PAGE:
        return "no-memory", None
    at = (page - FIRST) * _PAGE
    if not page or memory[at : at + _PAGE] == data:
        return None, memory
    if chip.exchange(reader, bytes((0xA2, page)) + data) is None:
        return "locked", None
    memory = chip.exchange(reader, bytes((0x30, FIRST)))
    if memory is None or len(memory) != _PAGES * _PAGE:
        return "lost", None
    return (None, memory) if memory[at : at + _PAGE] == data else ("locked", None)


def _wait(parts, start, us):
    while parts.ticks_diff(parts.ticks_us(), start) < us:
        pass
