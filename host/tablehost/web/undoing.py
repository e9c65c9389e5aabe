"""Own acts that persons at pages take back, on record only if another person agrees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tablehost import messages
from tablehost.errors import Trouble
from tablehost.journal.store import Game
from tablehost.match import taking_back
from tablehost.match.chorus import Chorus
from tablehost.match.presenter import Presenter
from tablehost.people.held_seats import Seats
from tablehost.referee import own_acts
from tablehost.session import presenting
from tablehost.session.presenting import Reply
from tablehost.session.session import OwnAct, Session
from tablehost.web.chairs import Chairs

PLAY = messages.Catalogue("play")


class UndoWish(NamedTuple):
    """The wish of a person to take back an act of the own seat, which is on record. `said`: its parts; `ask`:
    the number of the open ask; `persons`: by seat, as `web.chairs.Chair` counts them.
    """

    seat: int
    name: str
    own: own_acts.Own
    said: Sequence[taking_back.Said]
    ask: int
    persons: Sequence[int]

    def describe(self, presenter: Presenter) -> str:
        """Return the wish in the words of other persons."""
        return taking_back.describe_wish(self.name, self.said, presenter.tongue)


class Undoing:
    """The acts that persons at these chairs take back in a match. `hands`: theirs."""

    def __init__(
        self,
        session: Session,
        game: Game,
        chairs: Chairs,
        hands: Seats,
        presenter: Chorus,
    ) -> None:
        self._session = session
        self._game = game
        self._chairs = chairs
        self._hands = hands
        self._presenter = presenter
        self._since: dict[int, tuple[int, int]] = {}  # by seat, the answer from which on its person plays
        self._wish: UndoWish | None = None

    def sit_down(self, seats: Sequence[int]) -> None:
        """Note that other persons play these seats from here on."""
        course = self._session.chronicle.shadow.course
        if course is not None:
            self._since |= {seat: (course.match.stage, len(course.answers)) for seat in seats}

    def serve(self) -> None:
        """Show who has an act to take back; end the wish if another ask is open, or persons come or go."""
        for seat in self._hands.seats:
            self._presenter.undoable(seat, taking_back.can_take_back(self._find_own(seat)))
        wish = self._wish
        persons = tuple(chair.person for chair in self._chairs.all)
        if wish is None or (wish.ask, wish.persons) == (self._session.chronicle.ask.number, persons):
            return
        self._end(wish)
        if wish.persons[wish.seat] == persons[wish.seat]:
            self._presenter.reply(wish.seat, lambda _: PLAY("wish-over"))

    def undo(self, seat: int) -> Reply:
        """Take back the last act of a seat, or ask the others; return what was done."""
        own = self._find_own(seat)
        if own is None:
            return lambda _: PLAY("own-nothing")
        if isinstance(own, taking_back.Motion):
            return presenting.move_back(own, seat, self._hands, self._presenter)
        if not self._list_others(seat):
            return self._take_back(seat, own, 1)(True)
        if self._wish is not None and self._wish.seat != seat:
            return self._wish.describe  # comes first
        try:
            self._session.preview(self._game, ["undo", own.dropped, 0])
        except Trouble as why:  # the others need not agree to what the rules refuse
            refusal = why.message
            return lambda _: refusal
        persons = tuple(chair.person for chair in self._chairs.all)
        said = presenting.name_parts(self._session, own)
        name, ask = self._chairs.all[seat].name, self._session.chronicle.ask.number
        self._wish = UndoWish(seat, name, own, said, ask, persons)
        self._show(self._wish, self._wish.describe)
        return lambda _: PLAY("wish-waits")

    def agree(self, seat: int) -> Reply:
        """Have the person at a seat agree to the wish of another one; return what was done."""
        self.serve()
        wish = self._wish
        if wish is None or wish.seat == seat:
            return lambda _: PLAY("no-wish")
        self._end(wish)
        done = self._take_back(wish.seat, wish.own, 0)
        self._presenter.reply(wish.seat, done(True))
        return done(False)

    def _take_back(self, seat: int, own: own_acts.Own, insist: int) -> Callable[[bool], Reply]:
        return presenting.take_back(self._session, seat, own, insist)

    def _find_own(self, seat: int) -> OwnAct | None:
        """Return the last act of a held seat that is its person's: what a bot did there before stays."""
        own = presenting.find_own(self._session, seat, self._hands, self._presenter)
        is_before = isinstance(own, own_acts.Own) and own.place < self._since.get(seat, own.place)
        return None if is_before else own

    def _end(self, wish: UndoWish) -> None:
        self._wish = None
        self._show(wish, lambda _: "")

    def _show(self, wish: UndoWish, form: Reply) -> None:
        for seat in self._list_others(wish.seat):
            self._presenter.wish(seat, form)

    def _list_others(self, seat: int) -> list[int]:
        """Return the seats that other persons hold."""
        return [chair.seat for chair in self._chairs.all if chair.name and chair.seat != seat]
