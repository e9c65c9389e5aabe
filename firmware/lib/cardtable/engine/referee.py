"""The referee drives a game's script: inputs go in; records, facts, cues and the next prompt come out.

    inputs    ("laid", place, card) ("lifted", place) ("key", place, key) ("expired",)
    outputs   see `outputs`

A referee that judges (the Pico's) has a vault and draws; a shadow has neither and is fed records.
"""

from cardtable.micro import const

from .asks.base import HOLD_NO, IMPOSSIBLE, OK
from .outputs import Cue, Record, Refused
from .stage import Course

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .asks.base import Prompt
    from .outputs import Output


class Referee(Course):
    """One match under the rules."""

    # -- inputs -----------------------------------------------------------------------------

    def start(self) -> "list[Output]":
        """Open the first stage. Returns the outputs."""
        self.record("start", self.checkpoint, 0)
        self.open_stage()
        self.settle()
        return self.taken()

    def feed(self, event: "tuple[Any, ...]") -> "list[Output]":
        """Take one input; return the outputs, in the order in which they must take effect."""
        self.take_input(event)
        self.settle()
        return self.taken()

    def take_input(self, event: "tuple[Any, ...]") -> None:
        """Take one input and judge it; the outputs come with those of `settle`."""
        kind: str = event[0]
        goes_on = kind == "key" and self._is_answered()
        self.undone = None
        if goes_on:
            pass
        elif kind == "key":
            self._key(event[1], event[2])
        elif kind == "lifted":
            self.picture.lifted(event[1])
        elif kind == "expired":
            self.picture.expired = True
        else:
            place: int = event[1]
            card: int = event[2]
            self.picture.laid(place, card)
            why = None if self.ask is None else self.ask.why_wrong(self.picture, self.table, place)
            if why:
                self.out.append(Refused(why, place))
                self._find(why, place, card)
            undone = None if self.ask is None else self.ask.laid(self.picture, place)
            if undone:
                self.out.append(Cue(undone, (place,)))

    def _key(self, place: int, key: int) -> None:
        """Take a key."""
        if self.ask is None:
            return
        if key == HOLD_NO:
            self._ask_void(place)
            return
        if self.void_asked_by is not None and place != self.void_asked_by:
            self.void_asked_by = None
        if self._consults(place, key):
            return
        why = self.ask.refuses(self.picture, self.table, place, key)
        if why:
            self.out.append(Refused(why, place))
        else:
            self.picture.pressed(place, key)
            self.ask.latch(self.picture, self.table, place, key)

    def _consults(self, place: int, key: int) -> bool:
        """True if the key begins or ends a side's talk."""
        if self.table.consult is None:
            return False
        sides, begins = self.table.consult
        mine = [side for side in sides if place in side]
        if not mine or key not in (begins, OK):
            return False
        if self.talking in mine[0]:
            self.talking = None
            self.out.append(Cue("consulted", (place,)))
            return True
        if key == begins:
            self.talking = place
            self.out.append(Cue("consult", (place,)))
        return bool(key == begins)

    def end_talk(self) -> "list[Output]":
        """End the talk of a side that has lasted long enough; return the outputs."""
        self.out.append(Cue("talk-over", (self.talking,)))
        self.talking = None
        return self.taken()

    def talkers(self) -> list[int]:
        """Return the seats of the side that talks now."""
        if self.talking is None or self.table.consult is None:
            return []
        return [seat for side in self.table.consult[0] if self.talking in side for seat in side]

    def _ask_void(self, place: int) -> None:
        """Take a long NO: two of them, at two seats, void the stage for a misdeal that cannot be put
        right.
        """
        if self.void_asked_by is None:
            self.void_asked_by = place
            self.out.append(Cue("void-asked", (place,)))
        elif self.void_asked_by != place:
            from . import corrections

            corrections.void(self, ["void", "misdeal", self.void_asked_by, place])

    def _find(self, why: str, place: int, card: int) -> None:
        """Record that `card` cannot come from `place` by the earlier records; once an ask."""
        if why not in IMPOSSIBLE:
            return
        found = [place, why, self.table.answered_with(card)]
        if found not in self.found:
            self.record("found", found, self.table.digest)
            self.take_found(found)

    def resume(self, found: "Sequence[tuple[int, int]]") -> "list[Output]":
        """Go on after following records. `found`: (place, card) of all cards on pads now."""
        for place, card in found:
            self.picture.found(place, card)
        if self.undone is not None:
            from . import replay

            replay.reopen(self)
        self.settle()
        return self.taken()

    # -- corrections ------------------------------------------------------------------------

    def follow(self, record: "Record | list[Any]") -> "list[Output]":
        """Take over one record, made by another referee or before a power cut; return the outputs.

        Raises Difference if the record does not follow from the rules.
        """
        from . import follower

        return follower.follow(self, record)

    def correct(self, fix: "list[Any]") -> "list[Output]":
        """Carry out a correction, record it, return the outputs. Raises Conflict: then nothing has changed.

        ["undo", i, insist]         answer i, which players gave, and all later ones are dropped; none that
                                    revealed a hidden value, unless `insist`
        ["amend", changes, drop]    changes: [i, raw] each, in their order: answer i becomes `raw`, as players
                                    would have given it (a handle for a card that stays sealed); all
                                    others must still fit, or with `drop` those behind the last change are
                                    dropped from the first on that does not
        ["void", why]               the stage counts nothing and is played again
        ["name", place, card]       see `corrections.name`
        ["leave", seat] ["end"]     see `departures`
        ["absent", seat] ["back", seat]   answers an open OperatorCall; it is recorded as its answer

        Behind these follow "operator", or the seats that agree. Keys pressed and cards shown since the ask
        opened no longer count, but for "name", "absent", "back".
        """
        from . import corrections

        return corrections.correct(self, fix)

    # -- prompts ----------------------------------------------------------------------------

    def prompt(self) -> "Prompt | None":
        """Return the Prompt of the open ask, or None.

        A value: computing it twice, or after a power cut, does no harm.
        """
        return None if self.ask is None else self.ask.prompt(self.picture, self.table, self._is_answered())

    def _is_answered(self) -> bool:
        """True straight after an undo if the reopened ask waits for nothing but a key or card to go on."""
        return self.undone is not None and not self.ask.auto and self.judge() is not None
