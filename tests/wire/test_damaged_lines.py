"""Both ends of the line hear lines that are no frames, or no lawful ones: nothing changes, and both go on."""

import json
import random

from amounts import amount
from cardtable.wire.frames import FROM_TABLE, Splitter, encode
from simulated_line import Bench, Faults

LINES = amount(500_000, soak=5_000_000)
BATCH = 5000


class Tap(Faults):
    """A perfect line that keeps all that went over it."""

    def __init__(self):
        self.carried = []

    def carry(self, data):
        self.carried += data.split(b"\n")
        return data


def an_evening():
    """Two ends in the middle of a session, and all lines said before: (bench, to table, to host)."""
    tap = Tap()
    bench = Bench(faults=tap)
    for i in range(12):
        bench.lay(3)
        bench.table.tell(["see", "B~" * 21, [None, -1, 7], 6])
        bench.table.tell(["say", "lay-face-down", f"trick {i}"])
        bench.table.tell(["log", "warn", f"log {i}"])
        bench.host.do("undo", i)
        bench.run(1000)
        if i == 5:
            bench.reset_table()
    said = [line for line in tap.carried if line]
    kinds = {line: json.loads(line[:-9])[0] for line in said}
    down = [line for line in said if kinds[line] in ("hello", "ack", "do")]
    up = [line for line in said if kinds[line] not in ("hello", "ack", "do")]
    assert {kinds[line] for line in up} == {"hi", "ev", "st", "res", "see", "say", "log"}
    return bench, down, up


def state_of(end):
    """All an end knows, but for what it counts and what it holds of the line it is hearing."""
    skipped = ("_splitter", "unknown", "damaged", "_malformed", "_now", "_out")
    return {name: repr(value) for name, value in vars(end).items() if name not in skipped}


def damaged(rng, sound):
    """A frame in which something is other than it was said."""
    line = rng.choice(sound)
    at = rng.randrange(len(line))
    kind = rng.randrange(7)
    if kind == 0:
        return line[:at] + bytes([line[at] ^ 1 << rng.randrange(8)]) + line[at + 1 :]
    if kind == 1:
        return line[:at] + line[at + rng.randint(1, 12) :]
    if kind == 2:
        return line[:at]
    if kind == 3:
        return line[:at] + rng.randbytes(rng.randint(1, 9)) + line[at:]
    if kind == 4:
        return line[:at] + rng.choice(sound)[at:] + b"]"
    if kind == 5:
        return rng.randbytes(rng.randrange(90))
    return line[:at] + rng.choice([b"\r", b"\x03", b"[", b'"', b"Traceback", b">>> "]) + line[at:]


def test_damaged_lines_change_no_state_on_either_end():
    rng = random.Random(1)
    bench, down, up = an_evening()
    whole = {*down, *up}
    before = state_of(bench.table), state_of(bench.host)
    heard = 0
    while heard < LINES:
        for sound, end in ((down, bench.table), (up, bench.host)):
            lines = [damaged(rng, sound).replace(b"\n", b"") for _ in range(BATCH)]
            data = b"\n".join([line for line in lines if line not in whole]) + b"\n"
            cut = rng.randrange(len(data))
            events = [*end.receive(data[:cut], bench.now), *end.receive(data[cut:], bench.now)]
            assert end is bench.host or events == []
            assert {event[0] for event in events} <= {"text"}
        heard += BATCH
        assert (state_of(bench.table), state_of(bench.host)) == before
    assert bench.table.bad > LINES * 0.9 and bench.host.bad > LINES * 0.9


# Every message with the fields that must be of one kind, by position; "version" is two numbers.
TO_TABLE = {
    "hello": (["hello", [1, 0], 3, "host-b"], {1: "version", 2: "position", 3: "word"}),
    "ack": (["ack", 3], {1: "position"}),
    "do": (["do", 77, "undo"], {1: "number", 2: "text"}),
}
TO_HOST = {
    "hi": (
        ["hi", [1, 0], "ab", 2, 0, 9, "0.1.0", "ff", []],
        {1: "version", 2: "word", 3: "number", 4: "position", 5: "position", 6: "word", 7: "word", 8: "list"},
    ),
    "ev": (["ev", 5, 1, 5, 10, "lay"], {1: "number", 2: "number", 3: "number", 4: "number", 5: "word"}),
    "gap": (["gap", 4, 6], {1: "number", 2: "number"}),
    "st": (["st", "playing", 9, 1000, None], {1: "word", 2: "position", 3: "position"}),
    "res": (["res", 1000, True, "ok"], {1: "number", 2: "truth", 3: "word"}),
    "log": (["log", "warn", "text"], {1: "word", 2: "text"}),
}
JUNK = [None, True, False, -2, -1, 0, 1 << 62, 10**30, 0.5, "", "x"]
JUNK += [[], [1], ["1", 0], [[]], [None, None], [-1, 0]]
FITS = {
    "version": lambda value: type(value) is list and len(value) > 1 and all(map(FITS["number"], value)),
    "number": lambda value: type(value) is int and 0 <= value < 1 << 62,
    "position": lambda value: type(value) is int and -1 <= value < 1 << 62,
    "text": lambda value: isinstance(value, str),
    "word": lambda value: isinstance(value, str) and value != "",
    "truth": lambda value: isinstance(value, bool),
    "list": lambda value: isinstance(value, list),
}


def unlawful(messages):
    """Well sealed frames, each with something missing or of a wrong kind."""
    for frame, fields in messages.values():
        for length in range(1, max(fields) + 1):
            yield frame[:length]
        for at, kind in fields.items():
            for value in JUNK:
                if not FITS[kind](value):
                    yield [*frame[:at], value, *frame[at + 1 :]]


def test_well_sealed_nonsense_changes_no_state_on_either_end():
    bench, _, _ = an_evening()
    before = state_of(bench.table), state_of(bench.host)
    for end, messages in ((bench.table, TO_TABLE), (bench.host, TO_HOST)):
        frames = [*unlawful(messages), ["nobody-knows"], ["", 1], ["ev"], ["EV", 1, 1, 1, 1, "x"]]
        known = end.bad
        for frame in frames:
            events = end.receive(encode(frame, FROM_TABLE), bench.now)
            assert {event[0] for event in events} <= {"text", "damaged", "malformed"}, frame
            assert (state_of(bench.table), state_of(bench.host)) == before, frame
        assert end.bad == known + len(frames) > 50
    assert Splitter().feed(encode(["ok"])) == [(["ok"], b'["ok"]')]
