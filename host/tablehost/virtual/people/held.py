"""The hands of held seats, at the table's end of the line: acts are received, perceptions sent.

One JSON object a line of the room, see `pipes.Separator`. In: {"seat": 0, "act": "lay", "word": "5S"}, as in
`tablehost.people.hands`, with "insists": true for a card that the player need not hold; with a "task" it is
done only while that is asked. {"held": [0, 2]} names the seats that are held from now on; no act of a person
can say that. With it, "by_hand": [2] names those of them whose players move each card themselves; for all
others the hands do themselves what has one answer only: `HeldHands.tidy`. "slowness": 2.0 has all players
take twice as long. Out:

    {"kind": "hands", "seats": [...]}    the view of each held seat (`Hands.sees`), whenever it changes; its
                                         "steps", unless its hands do the first of them themselves, and
                                         what it "may" do besides, as in `engine.tasks`; its
                                         "task": the ask's number, which never returns, and the first act
    {"kind": "tone", "name": "wrong"}    a tune was heard
    {"kind": "cannot", "seat": 0, "code": ...}   the act is impossible; with the "card" that is not held, and
                                         the "steps" that are due now
    {"kind": "read", "cards": [...]}     to "act": "read", the texts of cards in this "lang": the name `law`,
                                         `does`, `red`, `white`, `symbol` or null
    {"kind": "advice", "seat": 0, "act": "lay", "word": "5S"}   to "act": "advise", see `people.advice`
    {"kind": "power", "on": false}       the plug was pulled, or put back
    {"kind": "still"}                    nothing moves any more before a held seat acts; once after each act
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Protocol

from cardtable.engine import tasks as engine_tasks
from cardtable.engine.asks.base import KEEP, OK, OUT, REMOVE, Prompt
from tablehost.people.advice import find_advice
from tablehost.people.hands import ACTS, ADVISE, DARK, ON, READ, SOURCES, CannotDo, Hands, as_fields
from tablehost.people.room import AFTER_A_CUT
from tablehost.referee.open_ask import OpenAsk
from tablehost.types import Event, Fields, Values
from tablehost.virtual.people.ears import Ears

TIDIES = ("lift", "clear")  # acts before which no player draws
STILL_US = 3_000_000  # virtual time: an unexpected card takes a second, a second card on it up to two
TIDY_US = 750_000  # virtual time between two automatic acts: the table has seen the first of them by then
CONFIRMS = ("take-seats", "count-hand", "count-first", "count-five")  # prompts that have one answer: OK
_DONE = (REMOVE, KEEP, OUT)  # verdicts on a card that has answered and must leave its place

MOST_UNSENT = 500  # messages that wait for a program that does not read them

Perceived = tuple[str, Values, list[int], list[int]]


def find_reveal_us(seconds: float, pace: float) -> int:
    """Return the virtual time for which a reveal is seen for `seconds` at this pace, which is how long a
    second of a waiting table lasts.
    """
    return round(seconds * 1_000_000 / pace) if pace else 0


class Asked(Protocol):
    """The `open` ask of a table as its records tell it, see `RecordedAsk`."""

    @property
    def open(self) -> OpenAsk: ...

    @property
    def position(self) -> int: ...

    def follow(self) -> None: ...


class HeldHands:
    """The hands of held seats. `changes`: the tones, as
    `outputs.PwmRecorder` keeps them. `ask`: the open ask of the table. `by_hand`: the seats whose players
    move each card themselves. `reveal_us`: virtual time for which players look at a reveal; if it `lingers`,
    a player who is alone looks until the act "on".
    """

    tidy_us = TIDY_US

    def __init__(
        self,
        hands: Hands,
        changes: Iterable[tuple[int, int]],
        ask: Asked,
        by_hand: Iterable[int] = (),
        reveal_us: int = 0,
        lingers: bool = False,
    ) -> None:
        self._hands = hands
        self._ears = Ears(changes)
        self._acts: list[Fields] = []
        self._unsent: deque[tuple[str, bytes]] = deque()  # messages with their kinds
        self._seen: list[Fields] | None = None
        self._quiet_since = 0
        self._still = False
        self._ask = ask
        self._repair = ""  # the prompt of a repair after a power cut
        self._repairs = 0  # how many began or ended: no record tells of them
        self._formed: tuple[object, list[engine_tasks.Task]] | None = None  # tasks, and of what
        self.leave_moving(by_hand)
        self.slowness = 1.0  # by which players take longer than at the table's usual pace
        self._reveal_us = reveal_us
        self._tidied_at = -self.tidy_us
        self._lingers = lingers and reveal_us > 0
        self._looks = False  # a player who is alone has yet to go on
        self._shown_until = 0  # the end of the time of the last reveal
        self._revealed = -1
        self._acted = ""  # the last ask at which a person has acted
        self._picks = Counter[tuple[str, int]]()  # (ask, seat) -> how often YES was pressed in its menu

    def receive(self, lines: Iterable[bytes]) -> None:
        """Take acts that came on the line."""
        self.take(json.loads(line) for line in lines)

    def next_line(self) -> bytes:
        """Return the message to be sent next, b"" for none."""
        return self._unsent.popleft()[1] if self._unsent else b""

    def tell(self, message: Fields) -> None:
        """Have a message sent to those who hold the seats. The table never waits for a program that is busy:
        a view that it has not read yet gives way to the next one, and of all that waits beyond MOST_UNSENT
        the oldest is dropped.
        """
        kind = message["kind"]
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        waiting = [one for one in self._unsent if kind != "hands" or one[0] != kind]
        self._unsent = deque([*waiting[-MOST_UNSENT:], (kind, line)])

    def take_over(self, hands: Hands) -> None:
        """Move the hands of other players, who have come."""
        self._hands = hands
        self._seen = None

    def leave_moving(self, seats: Iterable[int]) -> None:
        """Leave moving each card to the players of these seats, and of no others."""
        self._by_hand = frozenset(seats)

    def take(self, acts: Iterable[Fields]) -> None:
        """Have these acts done, in their order."""
        self._acts += acts

    def act(self, perceived: Perceived, carry_out: Callable[[Values], list[Event]]) -> list[Event]:
        """Have the hands do what is asked of them (`acts`); return the events, [] if no act waits."""
        what, args, tasks, pads = perceived
        self._perceive(what)
        while self._acts:
            wish = self._acts.pop(0)
            self._still = False
            if "held" in wish:
                self.leave_moving(wish.get("by_hand", self._by_hand))
                self.slowness = wish.get("slowness", self.slowness)
                return carry_out(["held", wish["held"]])
            seat, act, word = wish["seat"], wish["act"], wish.get("word", "")
            try:
                if act == ON:
                    self._go_on()
                    continue
                if act == READ:
                    self._read(wish)
                    continue
                if act not in (*ACTS, ADVISE):
                    raise CannotDo("unknown-act")
                if act != "plug" and not self._is_asked(wish.get("task"), seat, perceived):
                    raise CannotDo("late")
                if act == ADVISE:
                    self._advise(seat, perceived)
                    continue
                if act == "pick":
                    self._check_row(seat, word, perceived)
                elif not wish.get("insists"):
                    self._hands.check_held(seat, act, word)
                if act == "press" and word in ("yes", "no"):
                    pressed = self._picks.pop((self.ask_number, seat), 0)
                    if word == "yes":
                        self._picks[self.ask_number, seat] = pressed + 1
                if self._must_look(what, args):
                    carry_out(["perceive", *perceived])
                events = carry_out(["hand", seat, act, word, what, tasks, pads])
                self._acted = self.ask_number
                self._go_on()
                return events
            except CannotDo as why:
                about = {"card": why.card} if why.card else {}
                steps = self._steps(seat, perceived) if seat in self._hands.seats else []
                self.tell({"kind": "cannot", "seat": seat, "code": str(why), **about, "steps": steps})
        return []

    def _check_row(self, seat: int, word: str, perceived: Perceived) -> None:
        """Check that this row is there to be picked. Raises CannotDo."""
        step = next(iter(self._steps(seat, perceived)), {}) if seat in self._hands.seats else {}
        if step.get("act") != "pick":
            raise CannotDo("late")
        if word not in map(str, range(len(step["rows"]))):
            raise CannotDo("unknown-act")
        self._picks.pop((self.ask_number, seat), None)

    def _must_look(self, what: str, args: Values) -> bool:
        """Return True if the people have not seen this prompt: a card would go back to where it came from at
        the last one.
        """
        if what == DARK or what in AFTER_A_CUT:
            return False
        return self._hands.room.perceived != (what, list(args))

    def _go_on(self) -> None:
        """End the time of a reveal, which one of several players cannot."""
        if (self._shown_until or self._looks) and self._hands.are_alone:
            self._shown_until, self._looks = 0, False

    def tidy(self, perceived: Perceived, now: int, carry_out: Callable[[Values], list[Event]]) -> list[Event]:
        """Have the hands of a seat do what has one answer only, without its player; return the events.

        A closed list: sit down, confirm a count that is right, lift a card that is done, take a won trick,
        clear the middle. They lift no wrong card, which its player must see.
        """
        if now - self._tidied_at < self.tidy_us or self.is_showing(now):
            return []
        what, _, tasks, pads = perceived
        for seat, act in self._find_due(perceived).items():
            self._tidied_at = now
            self._still = False
            return carry_out(["hand", seat, *act, what, tasks, pads])
        return []

    def find_next_us(self, perceived: Perceived, now: int) -> int | None:
        """Return when the hands of a seat do something by themselves, or a reveal is over; None for never."""
        if self.is_showing(now):
            return self._shown_until if self._shown_until > now else None
        return max(now, self._tidied_at + self.tidy_us) if self._find_due(perceived) else None

    def _find_due(self, perceived: Perceived) -> dict[int, tuple[str, str]]:
        """Return the automatic acts that are due and can be done now, by seat."""
        found = self._find_automatic(perceived)
        return {
            seat: act
            for seat, act in found.items()
            if act[0] == "press" or self._hands.can_move(seat, act[0])
        }

    def _find_automatic(self, perceived: Perceived) -> dict[int, tuple[str, str]]:
        """Return the first steps that the hands do themselves, as an act and its word, by seat."""
        self._perceive(perceived[0])
        if self.holds_back(perceived) or perceived[0] == DARK or perceived[0] in AFTER_A_CUT:
            return {}
        formed = self._tasks(perceived)
        found = {seat: _automatic(formed[seat], perceived) for seat in self._hands.seats - self._by_hand}
        what, args, *_ = perceived
        return {
            seat: act
            for seat, act in sorted(found.items())
            if act is not None and (act[0] != "press" or self._hands.may_confirm(seat, what, args))
        }

    def holds_back(self, perceived: Perceived) -> bool:
        """Return True while neither bots nor automatic hands answer: an undo went back to this ask, and a
        person has yet to act.
        """
        self._perceive(perceived[0])
        if not self._ask.open.is_undone or self._acted == self.ask_number:
            return False
        formed = self._tasks(perceived)
        return any(formed[seat].steps for seat in self._hands.seats)

    def is_showing(self, now: int) -> bool:
        """Return True during the time of a reveal: players look at it, and touch nothing. `now` in us."""
        self._ask.follow()
        if self._ask.open.revealed != self._revealed:
            self._revealed = self._ask.open.revealed
            self._shown_until = now + self._reveal_us
            self._looks = self._lingers
        return now < self._shown_until or (self._looks and self._hands.are_alone)

    def _perceive(self, what: str) -> None:
        """Note the open ask; a repair after a power cut is an ask of its own, without a record."""
        self._ask.follow()
        repair = what if what == DARK or what in AFTER_A_CUT else ""
        if repair != self._repair:
            self._repair = repair
            self._repairs += 1

    @property
    def ask_number(self) -> str:
        return f"{self._ask.open.number}.{self._repairs}"

    def _is_asked(self, task: str | None, seat: int, perceived: Perceived) -> bool:
        """Return True if this task of a player, or the number of its ask alone, is still asked."""
        return task is None or task in (
            self.ask_number,
            _named(self.ask_number, self._tasks(perceived), seat),
        )

    def _tasks(self, perceived: Perceived) -> list[engine_tasks.Task]:
        """Return the task of each seat: of the open ask, or of the dialog that the table has with players."""
        known = self._ask.position, self._hands.are_all, perceived
        if self._formed is None or self._formed[0] != known:
            prompt = Prompt(*perceived, {})
            asked = self._ask.open.tasks(prompt, SOURCES, self._hands.are_all)
            self._formed = known, asked or engine_tasks.of_dialog(self._ask.open.number, prompt)
        return self._formed[1]

    def _read(self, wish: Fields) -> None:
        """Send the text of a card, or of all cards of a hand."""
        cards = self._hands.read(wish["seat"], wish.get("word", ""), wish.get("lang", "en"))
        self.tell({"kind": "read", "seat": wish["seat"], "cards": cards})

    def _advise(self, seat: int, perceived: Perceived) -> None:
        """Send what the sensible player of the game would do at this seat. Raises CannotDo."""
        what = perceived[0]
        if seat not in self._hands.seats:
            raise CannotDo("not-your-seat")
        looks = self._looks and self._hands.are_alone  # at the cards of a reveal
        if looks or what == DARK or what in AFTER_A_CUT:
            raise CannotDo("no-advice")
        task, number = self._tasks(perceived)[seat], self.ask_number
        unfit, steps = self._ask.open.find_unfit(task), self._picks[number, seat]
        try:
            found = find_advice(self._hands.room, task, perceived, f"advice {number} {seat}", unfit, steps)
        except CannotDo:
            raise
        except Exception as error:
            raise CannotDo("no-advice") from error  # that was in a copy of the room: the match goes on
        if found is None:
            raise CannotDo("no-advice")
        self.tell({"kind": "advice", "seat": seat, **found._asdict()})

    def tell_power(self, on: bool) -> None:
        """Send that the plug was pulled, or put back."""
        self._still = False
        self.tell({"kind": "power", "on": on})

    def look(self, perceived: Perceived, now: int, busy: bool) -> None:
        """Send the news; `busy`: a player is about to act. `now` in us."""
        what, _, tasks, pads = perceived
        self._perceive(what)
        tones = self._ears.heard(now)
        for name in tones:
            self.tell({"kind": "tone", "name": name})
        seen = self._hands.sees(tasks, pads, what)
        found, automatic = self._tasks(perceived), self._find_automatic(perceived)
        for row in seen:
            seat = row["seat"]
            row["task"] = _named(self.ask_number, found, seat)
            row["steps"] = self._steps(seat, perceived)
            if seat in automatic:
                row["do"] = ""
            row["may"] = [as_fields(step) for step in found[seat].may]
        if seen != self._seen:
            self._seen = seen
            self._quiet_since = now
            self.tell({"kind": "hands", "seats": seen})
        elif busy or tones or self.is_showing(now) or self._find_due(perceived):
            self._quiet_since = now
        elif not self._still and now - self._quiet_since >= STILL_US:
            self._still = True
            self.tell({"kind": "still"})

    def _steps(self, seat: int, perceived: Perceived) -> list[Fields]:
        """Return the steps that are due at a seat, [] if its hands do the first one themselves."""
        if self._looks and self._hands.are_alone:
            return [{"act": ON}]
        steps = [as_fields(step) for step in self._tasks(perceived)[seat].steps]
        if not steps or seat in self._find_automatic(perceived):
            return []
        if steps[0]["act"] == "pick":
            steps[0]["reached"] = (self.ask_number, seat) in self._picks
        moves = self._hands.moves_first(seat, perceived[0], perceived[1])
        return [{"act": moves}, *steps] if moves and steps[0]["act"] not in TIDIES else steps

    @property
    def is_asked(self) -> bool:
        """Return True if an act waits to be done."""
        return bool(self._acts)

    @property
    def still(self) -> bool:
        """Return True once it was sent that all players wait for these hands."""
        return self._still and not self._acts


def _automatic(task: engine_tasks.Task, perceived: Perceived) -> tuple[str, str] | None:
    """Return the act of the first step, with its word, if it is one that hands do themselves."""
    what, _, _, pads = perceived
    if not task.steps:
        return None
    step = task.steps[0]
    if step.act == "key":
        return ("press", "ok") if what in CONFIRMS and OK in step.keys else None
    if step.act == "take":
        return "take", ""
    if step.act in ("lift", "clear") and all(pads[place] in _DONE for place in step.places):
        return step.act, ""
    return None


def _named(number: str, tasks: list[engine_tasks.Task], seat: int) -> str:
    """Return the name of a seat's task: the number of the ask, and the act that is due first."""
    steps = tasks[seat].steps
    return f"{number} {steps[0].act if steps else ''}"
