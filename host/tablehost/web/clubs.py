"""Clubs in the browser: their list, and the screen of an evening for the wall of the hall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablehost.web import pages


class Row(NamedTuple):
    """A club in the list. `name`: in its address; `about`: in words."""

    name: str
    title: str
    about: str


class Player(NamedTuple):
    """A player at a table of the round. `score`: so far or at the end, "" for none."""

    name: str
    score: str
    has_won: bool


class Seated(NamedTuple):
    """A table of the round. `state`: "open", "doubtful", or that of its match; it is in `words`."""

    number: int
    state: str
    words: str
    players: Sequence[Player]


class Hall(NamedTuple):
    """The evening of a club. `round`: the last one that was seated, 0 for none; `heads`, `rows`: of the
    standings, each row with its place and its player first; `remarks`: on tables of earlier rounds.
    """

    title: str
    game: str
    round: int
    tables: Sequence[Seated]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    remarks: Sequence[str]


class Clubs(Protocol):
    """The clubs of the journal, in the language that is spoken. All methods raise Trouble."""

    def clubs(self) -> Sequence[Row]:
        """Return all clubs."""

    def hall(self, name: str) -> Hall:
        """Return the evening of a club."""


class Screens:
    """The answers about clubs."""

    def __init__(self, clubs: Clubs) -> None:
        self._clubs = clubs

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [Route("/clubs", self.clubs), Route("/clubs/{club}/hall", self.hall)]

    async def clubs(self, asked: Request) -> Response:
        """The list of clubs."""
        return pages.render(asked, "clubs", clubs=await pages.speak(asked, self._clubs.clubs))

    async def hall(self, asked: Request) -> Response:
        """The screen of one evening: who sits where, scores, standings."""
        hall = await pages.toil(asked, self._clubs.hall, str(asked.path_params["club"]))
        return pages.render(asked, "club_hall", hall=hall)
