"""Foresight of what a correction would change: a copy of the match, made of its records, is corrected.

The copy judges with all that the log tells. Only the table knows a value that is still sealed, and a lot that
was never drawn: where these decide, nothing is foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from cardtable.engine import cards, corrections, past_stage, replay, spoken_corrections
from cardtable.engine import match as matches
from cardtable.engine.asks.automatic import Chance
from cardtable.engine.asks.base import CENTRE, KEY_NAMES, PLACES, Ask
from cardtable.engine.asks.keys import Choose, Poll
from cardtable.engine.asks.laying import Clear
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import UNKNOWN, is_handle
from cardtable.engine.match import Match
from cardtable.engine.outputs import Record
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Conflict, Difference
from cardtable.engine.table import PLAYED, Table
from tablehost.journal.game_log import Chronicle
from tablehost.journal.records import Ruled, Told
from tablehost.journal.store import Game, Journal
from tablehost.referee.gifts import Answer, Gift, read_gifts
from tablehost.referee.shadow import STUMBLES
from tablehost.types import Json, Line, Word

if TYPE_CHECKING:
    from cardtable.engine.outputs import Output

SEALED = "?"  # in place of a card: only the table knows which
NONE = "none"  # in place of cards: a seat showed nothing
BEYOND = 1 << 40  # the number of the first record that is foreseen


class Unforeseen(Exception):
    """Something decides that only the table knows."""


class Part(NamedTuple):
    """The part of a place in an answer, in the words of `say amend`."""

    place: int
    said: tuple[str, ...]


class Unnamed(NamedTuple):
    """A card that was sealed unread and must be named now. `place`: None if it was moved since, then any
    place names it; `fitting`: the cards that nothing in the log has seen elsewhere.
    """

    place: int | None
    fitting: list[str]


class Act(NamedTuple):
    """An answer of players: `number` of its stage. `is_clear`: all cards were taken up."""

    stage: int
    number: int
    parts: tuple[Part, ...]
    is_clear: bool


class Foreseen(NamedTuple):
    """The lines of the log before and after a correction. `key`: the same for the same correction."""

    before: list[Line]
    after: list[Line]
    key: list[Json]


Place = tuple[int, int, int]  # stage, number of an answer, place


class _Copy(Referee):
    """The referee of a copy. `values`: by handle, as far as they are known; nothing lies on its pads."""

    def __init__(self, match: Match, values: dict[int, int], wanted: Place | None) -> None:
        super().__init__(match, draw=self._drawn)
        self.values = values
        self.wanted = wanted
        self.choices: list[str] = []
        self.most = 1  # cards that the wanted part can have been
        self.acts: dict[int, list[Act]] = {}
        self.older = {match.stage: match.state()}
        self.unread: set[int] = set()  # handles of cards that counted unread
        self._unread_places: set[int] = set()  # of cards that will, when the open ask is answered
        self._lots: dict[tuple[int, int, int], int] = {}

    def run(self) -> None:
        """Start the script again; no value ever leaves this vault."""
        self.vault = self.values
        self.acts[self.checkpoint[3][0]] = []
        super().run()

    def follow(self, record: Record | list[Json]) -> list[Output]:
        """Follow a record, and note a card that counts unread."""
        out = super().follow(record)
        match list(record):
            case ["fix", _, _, ["name", int(place), None, *_], *_]:
                self._unread_places.add(place)
            case ["fix", _, _, ["name", _, int(handle), *_], *_]:
                self.unread.discard(handle)
        return out

    def take(self, answer: object) -> None:
        """Take an answer, and note the act or the lot."""
        ask: Ask = self.ask
        at = len(self.answers)
        if isinstance(ask, Chance):
            self._lots[self.match.stage, at, ask.n] = cast("int", answer)
        elif not ask.auto:
            self.acts[self.match.stage].append(read_act(self, ask, cast("Answer", answer)))
            if self.wanted is not None and self.wanted[:2] == (self.match.stage, at):
                self.choices = _choices(self, ask, self.wanted[2])
                self.most = _most(ask, self.wanted[2])
        before = dict(_table(self).ledger()) if self._unread_places else {}
        super().take(answer)
        if self._unread_places and not ask.auto:
            places = {PLAYED + place for place in self._unread_places}
            ledger = _table(self).ledger()
            self.unread |= {
                one for one, at in ledger if is_handle(one) and one not in before and at in places
            }
            self._unread_places.clear()

    def settle(self) -> None:
        """Wait for the records: here no card answers."""

    def _drawn(self, stage: int, index: int, n: int) -> int:
        if (stage, index, n) not in self._lots:
            raise Unforeseen
        return self._lots[stage, index, n]


class Foresight:
    """A match of the journal as far as it has come, to look at what a correction would change. `wanted`: the
    part of an act whose `choices` are looked for. Raises Unforeseen where the rules differ from the records.
    """

    def __init__(self, journal: Journal, game: Game, wanted: Place | None = None) -> None:
        self._chronicle = Chronicle(game.players, game.virtual)
        shadow, values = self._chronicle.shadow, dict[int, int]()
        self._sealed: set[int] = set()
        self._records: list[list[Json]] = []
        for entry in journal.game_records(game):
            told = entry.told()
            self._chronicle.take(entry.g, told)
            if isinstance(told, Ruled):
                self._records.append(told.judged)
                self._sealed.update(shadow.sealed)
                values.update(shadow.opened)
        course = shadow.course
        assert course is not None  # a match that is shown has begun
        match: Match = matches.load(course.game, cast("list[Json]", self._records[0][3]))
        self._course = _Copy(match, values, wanted)
        try:
            for record in self._records:
                self._course.follow(record)
        except Difference:
            raise Unforeseen from None

    @property
    def choices(self) -> list[str]:
        """Return what the wanted part can have been, less all cards that this stage has shown."""
        wanted = self._course.wanted
        acts = self._course.acts.get(wanted[0], []) if wanted is not None else []
        seen = {one for act in acts for part in act.parts for one in part.said} - {*KEY_NAMES, NONE}
        return [one for one in self._course.choices if one not in seen]

    @property
    def most(self) -> int:
        """Return how many cards the wanted part can have been at once."""
        return self._course.most

    @property
    def acts(self) -> list[Act]:
        """Return the acts of this stage and of the one before, the last one first."""
        now = self._course.match.stage
        return [act for one in (now, now - 1) for act in reversed(self._course.acts.get(one, []))]

    @property
    def unnamed(self) -> list[Unnamed]:
        """Return the cards for whose names the table waits, because they are to be revealed. Moved cards come
        after all others, one by one, as the table takes their names.
        """
        course = self._course
        if course.ask is None or not course.ask.auto:
            return []
        wanted: list[int] = list(course.ask.values)
        values = [one for one in wanted if one in course.unread]
        where = dict(_table(course).ledger())
        places = [where.get(value, -1) - PLAYED for value in values]
        there = [Unnamed(place, _not_seen(course, place)) for place in places if place in range(PLACES)]
        return there or [Unnamed(None, _not_seen(course, place)) for place in places[:1]]

    def correct(self, command: Sequence[Word]) -> Foreseen:
        """Return what this command `fix ...` would change. Raises Conflict, with the reason of a refusal, and
        Unforeseen.
        """
        before, course = list(self._chronicle.lines), self._course
        known = course.next_handle
        for handle in self._sealed:  # the engine's own sign of a value that has left the vault
            course.values.setdefault(handle, UNKNOWN)
        try:
            outs = self._carry_out(str(command[0]), list(command[1:]))
        except (AssertionError, IndexError, KeyError, TypeError, ValueError):
            raise Unforeseen from None  # a rule stumbled over a value that is not there
        self._check(known)
        fixes = [out for out in outs if isinstance(out, Record)]
        for number, record in enumerate(fixes):
            told = Ruled.read(list(record))
            assert told is not None
            self._chronicle.take(BEYOND + number, told)
        if self._chronicle.shadow.difference is not None:
            raise Unforeseen
        fix = fixes[0].value
        short = fix[:4] if fix[0] == "back" else fix[:2] if fix[0] in ("undo", "amend") else fix[:1]
        return Foreseen(before, list(self._chronicle.lines), [fixes[0].stage, *short])

    def _carry_out(self, kind: str, args: list[Word]) -> list[Output]:
        course = self._course
        far = kind == "amend" and args[1:2] == ["before"]
        here = 0
        if kind == "undo" and args[1]:
            here = len(spoken_corrections.player_answers(course))
            far = int(args[0]) > here
        if far:
            return self._cross(kind, args, here)
        fix = spoken_corrections.parse_correction(course, kind, args)
        if fix is None:
            raise Conflict(0, "not-in-deck")
        if kind == "name" and not course.ask.auto:
            course.picture.laid(int(args[0]), UNKNOWN)  # no record tells that it lies there
        return course.correct(fix)

    def _cross(self, kind: str, args: list[Word], here: int) -> list[Output]:
        """Correct the stage before, as `controller.match.past_stage` does at the table."""
        course = self._course
        if course.ask is None:
            raise Conflict(0, "nothing-asked")
        past = past_stage.Past(course.match.stage, range(len(self._records)), self._records.__getitem__)
        crossing = past_stage.Crossing(course, past)
        if kind == "amend":
            changes = spoken_corrections.reworded(course, args[2:], lambda _, see: crossing.look(see))
            crossing.amend(changes, int(args[0]), [spoken_corrections.OPERATOR])
        else:
            given: list[int] = []
            crossing.look(lambda number, ask, _: None if ask.auto else given.append(number))
            if int(args[0]) - here > len(given):
                raise Conflict(0, "nothing-to-take-back")
            crossing.take_back(given[here - int(args[0])], [spoken_corrections.OPERATOR])
        return [out for outs in crossing.outputs() for out in outs] + crossing.finish()

    def _check(self, known: int) -> None:
        """Raise Unforeseen if the table itself answers by a new value together with one that is sealed."""

        def see(_: int, ask: Ask, answer: Answer) -> None:
            if ask.auto and any(one >= known for one in ask.values) and ask.lacks(self._course.table):
                raise Unforeseen

        if self._course.ask is not None:
            replay.visit(self._course, see)


# -- answers in words --------------------------------------------------------------------------------


def read_act(course: Referee, ask: Ask, answer: Answer) -> Act:
    """Return the act of players that is this answer to the open ask."""
    parts = tuple(_read_parts(course, ask, answer))
    return Act(course.match.stage, len(course.answers), parts, isinstance(ask, Clear))


def read_record(course: Referee | None, record: Told) -> Act | None:
    """Return the act that a record tells, before the course has taken it; None if it tells none."""
    if course is None or not course.ask or not isinstance(record, Ruled) or record.kind != "answer":
        return None
    try:
        return read_act(course, course.ask, cast("Answer", record.value))
    except STUMBLES:  # the shadow tells the difference
        return None


def _read_parts(course: Referee, ask: Ask, answer: Answer) -> Iterator[Part]:
    for gift in read_gifts(ask, answer):
        if gift.kind != "close" and gift.values != (None,):
            said = tuple(_say(course, gift, value) for value in gift.values if value is not None)
            yield Part(gift.place, said or (NONE,))


def _say(course: Referee, gift: Gift, value: int) -> str:
    """Return a key, a row, or a card that was given."""
    if gift.kind == "key":
        return KEY_NAMES[value]
    known: int = _table(course).peek(value)
    if gift.kind == "row":
        rows = cast("Choose", gift.ask).rows
        return str(rows[known]) if known in range(len(rows)) else SEALED
    return SEALED if is_handle(known) or known == UNKNOWN else _text(course, known)


def _choices(course: Referee, ask: Ask, place: int) -> list[str]:
    """Return what a place can have given to this ask, in words."""
    if ask.asks:
        return [word for one in ask.asks for word in _choices(course, one, place)]
    if isinstance(ask, Choose):
        return [str(row) for row in ask.rows] if ask.seat == place else []
    if isinstance(ask, Poll):
        return [KEY_NAMES[key] for key in ask.keys] if ask.tally is None and place in ask.seats else []
    if not ask.place_of(place):
        return []
    keys = () if ask.by_key is None else KEY_NAMES[1:3]
    nothing = (NONE,) if isinstance(ask, Show) and ask.decline else ()
    return [*keys, *nothing, *fitting(course, place, ask)]


def _most(ask: Ask, place: int) -> int:
    """Return how many cards a place can give at once to this ask."""
    if isinstance(ask, Show):
        most: int = ask.most
        return most if place in ask.seats else 1
    return max((_most(one, place) for one in ask.asks), default=1)


def _not_seen(course: Referee, place: int) -> list[str]:
    """Return the cards of the deck that can have been laid unread on a place, by all that was seen."""
    table = _table(course)
    return [_text(course, card) for card in _deck(course) if table.why_gone(card, place) is None]


def _table(course: Referee) -> Table:
    """Return the table of the stage under way."""
    table: Table = course.table
    return table


def _deck(course: Referee) -> list[int]:
    return list(course.game.deck(course.match.seats, course.match.options))


def _text(course: Referee, card: int) -> str:
    """Return a card as the game writes it."""
    text: str = cards.text(card, cards.names_of(course.game))
    return text


def fitting(course: Referee, place: int, ask: Ask) -> list[str]:
    """Return the cards of the deck that nothing in the log keeps from lying on a place, for this ask."""
    picture, table = course.picture.copy(), _table(course)
    picture.recorded[place] = None
    if place < len(picture.shown):  # as before it showed anything
        picture.shown[place], picture.done[place] = [], None
    found = []
    for card in _deck(course):
        picture.laid(place, card)
        if ask.why_wrong(picture, table, place) is None:
            found.append(_text(course, card))
    return found


def unread(course: Referee, pads: Sequence[int | None], seat_pads: int) -> dict[int, list[str]]:
    """Return the places with a card that cannot be read, each with the cards that fit. `pads`: as the table
    reports them.
    """
    chairs: Sequence[int] = course.match.pads or ()
    places = {pad: seat for seat, pad in enumerate(chairs)}
    places |= {pad: CENTRE + pad - seat_pads for pad in range(seat_pads, len(pads))}
    found = {}
    for pad, card in enumerate(pads):
        place = places.get(pad)
        if card == UNKNOWN and place is not None and course.ask is not None and not course.ask.auto:
            ask = corrections.asked(course.ask, place)
            found[place] = [] if ask is None or corrections.hides(ask) else fitting(course, place, ask)
    return found
