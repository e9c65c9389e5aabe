"""The contract of every reader, of any chip: the steps of `drivers.reader` against the model of each chip.

What is a chip's own is in test_mfrc522.py, test_pn532.py and test_pn5180.py.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from cardtable.drivers.reader import CHECK, GARBLED, IDENTIFY, NONE, PENDING, SEVERAL, ReaderFault
from tablehost.firmware import boards
from tablehost.virtual.chips.mfrc522 import START_SEND, Mfrc522Chip
from tablehost.virtual.tags.icode import IcodeTag
from tablehost.virtual.tags.tag import Tag
from virtual_pico import lay, powered

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04A1B2C3D4E5F6")
UID10 = bytes.fromhex("04010203040506070809")
UID88 = bytes.fromhex("88112233")


def icode(number):
    return bytes.fromhex("E0040150") + number.to_bytes(4, "big")


def type_a(uid):
    return Tag(uid, sak=0x08 if len(uid) == 4 else 0)


@dataclass(frozen=True)
class Kind:
    """A kind of reader, as these tests know it; times in us."""

    board: str
    start_send: str = ""  # of the MFRC522: a reading of its data sheet
    tags: str = ""  # of the PN5180: what it reads
    tag: Callable = type_a
    uid: bytes = UID7
    uids: tuple = (UID4, UID7, UID10, UID88)
    replaced: tuple = ((UID7, UID4), (UID4, UID10), (UID7, bytes.fromhex("04A1B200000000")))
    look: int = 250  # between two looks, as in the firmware
    step: int = 18_000  # a step is over by then
    grain: int = 487  # between the moments at which a step is disturbed
    wrap: int = 5000  # of a step, before the ticks wrap
    slow_hz: int = 100_000
    all_read: int = 25_000  # seven readers together
    off: bool = True  # the field is off between steps
    torn: tuple = (GARBLED, NONE)  # results of a tag that is lifted meanwhile, besides its uid
    flipped: tuple = (NONE, GARBLED, SEVERAL)  # results on a disturbed bus
    read: int = 30  # of 60 steps with damaged frames
    faults: tuple = ("dead", "miso_stuck")
    found: str | None = None  # the fault of a dead bus, in a step; None if only probe() finds it


MFRC522 = {
    "board": "pico_6pads", "look": 0, "step": 3600, "grain": 37, "wrap": 500, "slow_hz": 1_000_000,
    "all_read": 12_000, "off": False, "read": 50, "found": "dead-bus",
}  # fmt: skip
KINDS = {f"mfrc522-{way}": Kind(start_send=way, **MFRC522) for way in START_SEND} | {
    "pn532": Kind(
        "pico_6pads+pn532", step=16_000, grain=511, torn=(NONE,), flipped=(NONE, GARBLED), read=51,
        faults=("dead",),
    ),
    "pn5180": Kind("pico_6pads+pn5180", tags="iso14443a"),
    "pn5180-15693": Kind(
        "pico_6pads+pn5180", tags="iso15693", tag=IcodeTag, uid=icode(0x12345678), uids=(icode(0x12345678),),
        replaced=((icode(1), icode(2)), (icode(2), icode(18))),
    ),
}  # fmt: skip
TYPE_A = [name for name in KINDS if name != "pn5180-15693"]
NAMES = {UID4: "4", UID7: "7", UID10: "10", UID88: "88", icode(0x12345678): "8"}


class Bench:
    """A table with readers of this kind."""

    def __init__(self, kind, board=None):
        self.kind = kind
        self.fake = powered(board or boards.load(kind.board))
        self.clock, self.chip = self.fake.clock, self.fake.chips[0]
        self.readers, self.field = self.fake.parts.readers, self.fake.pads[0]
        if kind.tags:
            for reader in self.readers:
                reader.read(kind.tags)

    def lay(self, uid=None, pad=0):
        return lay(self.fake, self.kind.tag(uid or self.kind.uid), pad)

    def run(self, step):
        self.readers[0].begin(step)
        return self.finish()

    def finish(self):
        for _ in range(5000):
            self.clock.advance(self.kind.look)
            result = self.readers[0].collect()
            if result != PENDING:
                return result
        raise AssertionError("the step never ends")

    def look_for(self, us):
        """Look at a step for so long, or to its end."""
        end = self.clock.us + us
        while self.clock.us < end and self.readers[0].collect() == PENDING:
            self.clock.advance(50 if self.kind.look else 0)
        self.clock.advance(max(0, end - self.clock.us))


@pytest.fixture(params=KINDS)
def kind(request, monkeypatch):
    kind = KINDS[request.param]
    monkeypatch.setattr(Mfrc522Chip, "start_send", kind.start_send or START_SEND[0])
    return kind


@pytest.fixture
def bench(kind):
    bench = Bench(kind)
    yield bench
    assert not any(getattr(chip, "rushed", 0) for chip in bench.fake.chips)  # PN5180: a frame while BUSY


def of_kinds(*rows):
    """Parametrize: (kind, a value, its name)."""
    return pytest.mark.parametrize(
        "kind, value", [(kind, value) for kind, value, _ in rows], indirect=["kind"],
        ids=[f"{kind}-{name}" for kind, _, name in rows],
    )  # fmt: skip


# Of tags that lie there.


@of_kinds(*((name, uid, NAMES[uid]) for name, kind in KINDS.items() for uid in kind.uids))
def test_identify_then_check(bench, value):
    bench.lay(value)
    assert [bench.run(step) for step in (IDENTIFY, CHECK) * 10] == [value] * 20
    assert bench.field.on != bench.kind.off


OTHERS = {
    "4": [UID4],
    "second level": [UID7[:6] + b"\x00"],
    "first level": [bytes.fromhex("04FFEEDDCCBBAA")],
    "10": [UID10],
    "4 and 10": [UID4, UID10],
}


@of_kinds(*((name, others, what) for name in TYPE_A for what, others in OTHERS.items()))
def test_several(bench, value):
    bench.lay(UID7)
    laid = [bench.lay(uid) for uid in value]
    assert bench.run(IDENTIFY) == SEVERAL
    for tag in laid:
        bench.field.tags.remove(tag)
    assert bench.run(IDENTIFY) == UID7


def test_check_names_the_tag_that_has_taken_the_place(bench):
    for one, other in bench.kind.replaced:
        tag = bench.lay(one)
        assert bench.run(IDENTIFY) == one
        bench.field.tags.remove(tag)
        bench.lay(other)
        assert bench.run(CHECK) == other
        bench.field.tags.clear()
        assert bench.run(CHECK) == NONE


def test_lifted_in_the_middle_of_a_step(bench):
    """Lifted at any moment of a check: the uid, evidence, or nothing, and then nothing for good."""
    kind, seen = bench.kind, set()
    for us in range(0, kind.step, kind.grain):
        tag = bench.lay()
        assert bench.run(IDENTIFY) == kind.uid
        bench.readers[0].begin(CHECK)
        bench.look_for(us)
        bench.field.tags.remove(tag)
        seen.add(bench.finish())
        assert bench.run(CHECK) == NONE
    assert seen == {kind.uid, *kind.torn}


def test_a_dropped_step_does_not_disturb_the_next(bench):
    bench.lay()
    assert bench.run(IDENTIFY) == bench.kind.uid
    for us in range(0, bench.kind.step, bench.kind.grain):
        bench.readers[0].begin(CHECK)
        bench.look_for(us)
        assert bench.run(CHECK) == bench.kind.uid


def test_readers_interleaved(bench):
    uids = [bench.kind.uid[:-1] + bytes([pad]) for pad in range(7)]
    for pad in (0, 2, 3, 6):
        bench.lay(uids[pad], pad)
    started = bench.clock.us
    for reader in bench.readers:
        reader.begin(IDENTIFY)
    results = [PENDING] * 7
    while PENDING in results:
        bench.clock.advance(bench.kind.look)
        for pad, reader in enumerate(bench.readers):
            results[pad] = reader.collect()
    assert results == [uids[0], NONE, uids[2], uids[3], NONE, NONE, uids[6]]
    assert bench.clock.us - started < bench.kind.all_read


def test_ticks_wrap_while_a_step_runs(bench):
    bench.lay()
    for wraps, step in ((1, IDENTIFY), (2, CHECK)):
        bench.clock.ns = ((wraps << 30) - bench.kind.wrap) * 1000
        assert bench.run(step) == bench.kind.uid


# Of wires and air that err.


def test_slow_bus(kind):
    """gassajor000/pn532pi#17: one board worked at 100 kHz only."""
    board = boards.load(kind.board)
    board.READER_HZ = kind.slow_hz
    bench = Bench(kind, board)
    bench.lay(kind.uids[-1])
    assert [bench.run(step) for step in (IDENTIFY, CHECK)] == [kind.uids[-1]] * 2


def test_frame_errors_never_make_a_wrong_card(bench):
    uid = bench.kind.uid
    bench.lay()
    bench.chip.frame_error_rate = 0.05
    seen = [bench.run(IDENTIFY) for _ in range(60)]
    assert set(seen) <= {uid, *bench.kind.torn}  # a PN532 calls a garbled answer silence
    assert seen.count(uid) >= bench.kind.read


def test_bit_errors_on_the_bus_are_never_a_card(bench):
    bench.lay()
    bus = bench.fake._buses["bus0"]
    seen = set()
    for _ in range(60):
        bus.disturb(1e-4)
        try:
            seen.add(bench.run(IDENTIFY))
        except ReaderFault:
            bus.disturb(0)
            bench.readers[0].probe()
    bus.disturb(0)
    assert seen <= {bench.kind.uid, *bench.kind.flipped} and bench.kind.uid in seen


# Of chips that do not answer.


@of_kinds(*(
    (name, (fault, level), f"{fault}-{level}")
    for name, kind in KINDS.items() for fault in kind.faults for level in (0x00, 0xFF)
))  # fmt: skip
def test_dead_bus(bench, value):
    """The chip dies before a step, and during one."""
    fault, level = value
    reader = bench.readers[0]
    for begun in (False, True):
        if begun:
            reader.begin(IDENTIFY)
        setattr(bench.chip, fault, level)
        with pytest.raises(ReaderFault, match=bench.kind.found):
            bench.finish() if begun else bench.run(IDENTIFY)
        started = bench.clock.us
        with pytest.raises(ReaderFault, match="dead-bus"):
            reader.probe()
        assert bench.clock.us - started < 40_000
        setattr(bench.chip, fault, None)
        reader.probe()
        assert bench.run(IDENTIFY) == NONE
