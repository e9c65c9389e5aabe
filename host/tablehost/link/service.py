"""The host side of the table's service mode: the state of each reader, key and lamp.

Formats: docs/reference/protocol.md, Service mode.

    with Service(session, heard) as service:
        service.wait_for(lambda: service.tags[3] is not None, 10)

The mode lasts until the end of the `with`; it ends by itself when this program is silent for 5 s, so the
caller must keep calling `turn`, or a method here that waits.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple

from tablehost import messages
from tablehost.errors import BUSY, LINK_LOST, UNEXPECTED, VERSION_SKEW, Trouble
from tablehost.link.conversation import Conversation
from tablehost.link.events import Event, Sensed
from tablehost.types import Answer, Json, Word

SAID = messages.Catalogue("table")

DO, CARD, RESULT = 0, 1, 2  # the lamps of a pad; the rows of each are in `controller/output/lamps.py`
KEYS = ("yes", "no", "ok")
SEVERAL, UNREADABLE, TWICE, LIES = "several", "unreadable", "twice", "lies"  # in place of a tag
NO_TAGS = (None, SEVERAL, UNREADABLE, TWICE, LIES)
ALONE_S = 300.0  # without a terminal, a table at which nothing moves for so long is left
COUNT_S = 0.03  # between two looks at counts: a sweep takes 25 ms

Key = tuple[int, str]  # pad, and one of KEYS


def has_terminal() -> bool:
    """Return True if a user can type here."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


class Health(NamedTuple):
    """A reader. `fault`: a code of `drivers.codes`, "garbled" or None; all counts are since power-up."""

    kind: str
    version: int
    alive: bool
    fault: str | None
    looks: int
    garbled: int
    failures: int
    hz: int = 0  # the clock of its bus now; 0: unknown


class StorageInfo(NamedTuple):
    """Bytes of the flash that keeps records: free, and all of them; `cause`: why the table was switched on.

    `supply`: lowest and highest mV of its 5 V just now, None where no pin of its board measures it. `cache`:
    hits and accesses of the cache of its flash since this was asked before, None where its chip has none.
    """

    free: int
    capacity: int
    cause: str
    supply: list[int] | None = None  # absent in older firmware
    cache: list[int] | None = None  # as well


class Count(NamedTuple):
    """The results of a reader's looks since a card was last lifted from it, or since `Service.fresh`.

    `rests`: see `Service.tags`; `tag`: the tag it read last, in hex, also one that does not count there;
    `reads`: how often it read that one.
    """

    rests: str | None
    tag: str | None
    reads: int
    silent: int
    garbled: int
    several: int
    faults: int

    @property
    def looks(self) -> int:
        """Return the number of looks."""
        return self.reads + self.silent + self.garbled + self.several + self.faults


class Miso(NamedTuple):
    """The MISO line of some readers while none of them is selected: its pin, and its levels under the Pico's
    own pull-down and pull-up."""

    gpio: int
    down: int
    up: int
    pads: list[int]

    @classmethod
    def read(cls, row: Json) -> Miso:
        """Return the line of a row of the table's answer."""
        match row:
            case [int(gpio), int(down), int(up), list(pads), *_]:
                return cls(gpio, down, up, [pad for pad in pads if isinstance(pad, int)])
        raise ValueError(row)

    @property
    def free(self) -> bool:
        """Return True if no module drives it."""
        return (self.down, self.up) == (0, 1)


class NotReached(Exception):
    """A tag's memory was not read, or a page of it not written. `code`: one of UNREACHED."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


# The reasons, see `controller/service/tag_memory.py`; or the pad does not hold a single tag.
UNREACHED = ("no-tag", "lost", "no-memory", "locked", "reader", SEVERAL, UNREADABLE, TWICE, LIES)


class Service:
    """A session in service mode; all methods raise Trouble where the table refuses. `heard`: the handler of
    all other events; `alone_s`: see `turn`.

    board, seat_pads, pads, sorts   of the table: its board, pads at seats, all pads, sorts of tags it reads
    tags    by pad: None, a tag in hex, or one of SEVERAL, UNREADABLE, TWICE (another pad reads it as well)
            and LIES: withheld, because a card was on the table before all pads were empty for once
    open    whether tags are reported: all pads were empty for once
    down, stuck   the keys that are held down, and those that the table considers stuck
    """

    def __init__(
        self,
        session: Conversation,
        heard: Callable[[Event], None] = lambda event: None,
        alone_s: float = ALONE_S,
    ) -> None:
        self.session = session
        self._alone_s = alone_s
        self._heard = heard
        self.tags: list[str | None] = []
        self.down: set[Key] = set()
        self.stuck: set[Key] = set()
        self.open = False
        self._moved_at = time.monotonic()
        self.over = False  # the table has left the mode
        self.board, self.seat_pads, self.pads, self.sorts = self._ask("begin")[:4]
        self.wait_for(lambda: bool(self.tags), 2.0)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, at: TracebackType | None) -> None:
        if not self.over and (kind is None or issubclass(kind, (Trouble, KeyboardInterrupt))):
            try:
                self._ask("end")
            except Trouble:
                if kind is None:
                    raise

    # -- perceptions -----------------------------------------------------------------------------

    def turn(self, seconds: float) -> None:
        """Listen for so long at most. Raises Trouble without a terminal if nothing moved for `alone_s`."""
        before = self.tags, self.down
        for event in self.session.turn(seconds):
            self._take(event)
        now = time.monotonic()
        if (self.tags, self.down) != before or has_terminal():
            self._moved_at = now
        elif now - self._moved_at > self._alone_s:
            about = SAID("service-wait-ended", alone_s=self._alone_s)
            hint = SAID("no-terminal")
            raise Trouble("NOBODY", about, hint, LINK_LOST)

    def wait_for(self, done: Callable[[], bool], seconds: float) -> bool:
        """Listen until `done()`, at most so long; whether it came to be."""
        deadline = time.monotonic() + seconds
        while not done():
            left = deadline - time.monotonic()
            if left <= 0 or self.over:
                return False
            self.turn(min(left, 0.2))
        return True

    def _take(self, event: Event) -> None:
        if not isinstance(event, Sensed):
            self._heard(event)
        elif event.tags is None:
            self.over = bool(self.tags)
        else:
            self.tags = event.tags
            self.down, self.stuck = _keys(event.down), _keys(event.stuck)
            self.open = event.is_open

    @property
    def lying(self) -> dict[int, str]:
        """Return the tags on pads, by pad, without the empty ones."""
        return {pad: tag for pad, tag in enumerate(self.tags) if tag is not None}

    # -- commands --------------------------------------------------------------------------------

    def _ask(self, *words: Word) -> Any:
        accepted, answer = self.session.command(self._take, "serve", *words)
        if accepted:
            return answer.detail
        raise _refused(answer)

    def table(self) -> StorageInfo:
        """Return the table's capacity and supply."""
        return StorageInfo(*self._ask("table")[: len(StorageInfo._fields)])

    def miso(self) -> list[Miso] | None:
        """Return the MISO lines of all readers; None where board or firmware does not report them."""
        accepted, answer = self.session.command(self._take, "serve", "miso")
        if not accepted and answer.code != "usage":
            raise _refused(answer)
        rows = answer.detail if accepted else None
        return [Miso.read(row) for row in rows] if isinstance(rows, list) else None

    def worn(self) -> tuple[list[int], list[str]]:
        """Return the pads whose antenna is weak, and the cards whose tag fails, as far as play has
        shown it.
        """
        antennas, failing = self._ask("worn")[:2]
        return antennas, failing

    def reader(self, pad: int) -> Health:
        """Return the health of this reader."""
        return Health(*self._ask("reader", pad)[: len(Health._fields)])

    def count(self, pad: int) -> Count:
        """Return the results of this reader's looks."""
        return Count(*self._ask("count", pad)[: len(Count._fields)])

    def start_send(self, pad: int) -> str | None:
        """Return the reading of StartSend that this chip has; None if it has none, or the firmware does not
        report it.
        """
        return self._test("start", pad)

    def silence(self, pad: int) -> str | None:
        """Return how this chip reports an empty pad: "silent", "cured" or "error", see
        `drivers/mfrc522_service.py`; None if a tag answers, and as for `start_send`.
        """
        return self._test("silence", pad)

    def _test(self, what: str, pad: int) -> str | None:
        accepted, answer = self.session.command(self._take, "serve", what, pad)
        if not accepted and answer.code not in ("usage", "reader"):
            raise _refused(answer)
        return str(answer.detail) if accepted and answer.detail is not None else None

    def fresh(self) -> None:
        """Reset all counts."""
        self._ask("fresh")

    def reads(self, pad: int, number: int, seconds: float) -> Count:
        """Have a reader look this often, at most for this long; return the results. Counts are reset
        first.
        """
        self.fresh()
        deadline = time.monotonic() + seconds
        while (count := self.count(pad)).looks < number and time.monotonic() < deadline:
            self.turn(COUNT_S)
        return count

    def read(self, sort: str) -> None:
        """Have readers of several sorts of tags look for this one, of `sorts`."""
        self._ask("read", sort)

    def memory(self, pad: int, page: int | None = None, data: bytes = b"") -> bytes:
        """Return the 16 bytes of pages 4 to 7 of the tag on this pad, after writing this page of them, if one
        is given.

        Raises NotReached; the contents of that page are then unknown.
        """
        words: list[Word] = [] if page is None else [page, data.hex()]
        accepted, answer = self.session.command(self._take, "serve", "memory", pad, *words)
        if accepted:
            return bytes.fromhex(str(answer.detail))
        if answer.code in UNREACHED:
            raise NotReached(answer.code)
        raise _refused(answer)

    def lamp(self, pad: int, lamp: int, row: int | str) -> None:
        """Have a lamp show a row of its table: of DO and CARD a code of `cardtable.engine.asks`, of RESULT a
        word.
        """
        self._ask("lamp", pad, lamp, row)

    def dark(self) -> None:
        """Switch all lamps off."""
        self._ask("dark")

    def tone(self, name: str) -> str:
        """Play a tune of `controller.tunes`; how loud the table is set: full, soft or off."""
        return str(self._ask("tone", name))


def _keys(mask: int) -> set[Key]:
    return {(bit // len(KEYS), KEYS[bit % len(KEYS)]) for bit in range(mask.bit_length()) if mask >> bit & 1}


# The reason why the table refused -> exit status; `service` in the catalogue has reason and next step.
REFUSED = {
    "match": BUSY,
    "busy": BUSY,
    "flash-failed": UNEXPECTED,
    "flash-full": UNEXPECTED,
    "unknown-command": VERSION_SKEW,
    "usage": VERSION_SKEW,
    "no-service": BUSY,
}


def _refused(answer: Answer) -> Trouble:
    code = answer.code
    about = SAID.get(f"service {code}") or SAID("service-refuses", answer=list(answer))
    hint, status = SAID.get(f"service {code}-hint"), REFUSED.get(code, UNEXPECTED)
    return Trouble("SERVICE_" + code.upper().replace("-", "_"), about, hint, status)
