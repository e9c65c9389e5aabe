"""A match that is published in several languages at once: a presenter for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tablehost import messages
from tablehost.match.presenter import Presenter
from tablehost.people.asking import Wanted
from tablehost.people.vocabulary import Tongue
from tablehost.types import Fields, Json, Line, Prompt


class Chorus(Presenter):
    """The presenter in the first of the `tongues`; those in the others do the same. No deal is shown."""

    def __init__(self, players: Sequence[str], tongues: Sequence[Tongue]) -> None:
        first, *others = tongues
        super().__init__(players, first, teaches=True, hides_deals=True)
        self._voices = [self, *(Presenter(players, one, teaches=True, hides_deals=True) for one in others)]

    def voice(self, language: str) -> Presenter:
        """Return the presenter in a language. Raises KeyError."""
        return {one.tongue.language: one for one in self._voices}[language]

    def _sing(self, publish: Callable[[Presenter], None]) -> None:
        for one in self._voices:
            with messages.speaking(one.tongue.language):
                publish(one)

    def line(self, line: Line, record: int | None = None) -> None:
        """Publish a line of the open log."""
        self._sing(lambda one: Presenter.line(one, line, record))

    def retell(self, kept: Iterable[tuple[Line, int | None]]) -> None:
        """Publish that a correction has taken back all lines but these."""
        lines = list(kept)
        self._sing(lambda one: Presenter.retell(one, lines))

    def prompt(self, prompt: Prompt | None) -> None:
        """Publish what the rules ask for."""
        self._sing(lambda one: Presenter.prompt(one, prompt))

    def answered(self, prompt: Prompt, answer: Json, record: int | None = None) -> None:
        """Publish a remark on an answer."""
        self._sing(lambda one: Presenter.answered(one, prompt, answer, record))

    def remark(self, text: object, record: int | None = None) -> None:
        """Publish a sentence that is not in the log."""
        self._sing(lambda one: Presenter.remark(one, text, record))

    def ending(self, lines: Sequence[Line]) -> None:
        """Publish the reasons for all points, and the winners."""
        self._sing(lambda one: Presenter.ending(one, lines))

    def see(self, report: str, pads: Sequence[int | None], seat_pads: int) -> None:
        """Publish lamps and pads as the table reports them."""
        self._sing(lambda one: Presenter.see(one, report, pads, seat_pads))

    def own(self, cards: Sequence[tuple[int, int | None]]) -> None:
        """Publish the cards on the own pads of seats that listen."""
        self._sing(lambda one: Presenter.own(one, cards))

    def asks(self, wanted: Wanted, text: str, language: str = "") -> None:
        """Publish what is asked."""
        self._sing(lambda one: Presenter.asks(one, wanted, text, language))

    def display(self, text: str) -> None:
        """Publish in words what is asked."""
        self._sing(lambda one: Presenter.display(one, text))

    def notice(self, text: object, language: str = "") -> None:
        """Publish a message that is no part of the match."""
        self._sing(lambda one: Presenter.notice(one, text, language))

    def correcting(self, is_open: bool) -> None:
        """Publish whether the operator looks at a correction."""
        self._sing(lambda one: Presenter.correcting(one, is_open))

    def persons(self, names: Sequence[str], away: Sequence[int]) -> None:
        """Publish the persons who play seats from elsewhere."""
        self._sing(lambda one: Presenter.persons(one, names, away))

    def reply(self, seat: int, form: Callable[[Presenter], str]) -> None:
        """Publish an answer, in each language."""
        self._sing(lambda one: Presenter.reply(one, seat, form))

    def wish(self, seat: int, form: Callable[[Presenter], str]) -> None:
        """Publish what another person would take back, in each language."""
        self._sing(lambda one: Presenter.wish(one, seat, form))

    def undoable(self, seat: int, can: bool) -> None:
        """Publish whether a player has an act to take back."""
        self._sing(lambda one: Presenter.undoable(one, seat, can))

    def hands(self, message: Fields) -> None:
        """Publish a message of hands."""
        self._sing(lambda one: Presenter.hands(one, message))
