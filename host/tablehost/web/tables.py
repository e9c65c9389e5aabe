"""The tables that are shown in the browser: the newest snapshot of each, and its changes as they come.

A match runs in a thread of its own and publishes to a `Feed` for each language. Pages listen in the loop of
the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request

from tablehost import messages
from tablehost.errors import BUSY, Trouble
from tablehost.types import Document
from tablehost.web.chairs import MOST_CHAIRS, Chairs
from tablehost.web.desk import Desk
from tablehost.web.feed import Feed, Source
from tablehost.web.requests import Refused
from tablehost.web.wishes import Wishes

SAID = messages.Catalogue("web")


class Table(Source):
    """A table that is shown. `name`: in its address; `title`: for people; `languages`: those spoken here;
    `uid`: its id, "" before it answers; `has_seats`: persons play there from pages; `listeners`: at a table
    of real cards, the seats whose players hear from a page the cards on their own pads; `match`: the match
    that is played, by its number in the journal, 0 for none; `reveal_s`: how long all look at a reveal at the
    usual pace (s), 0 for no fixed time.
    """

    def __init__(self, name: str, title: str, languages: Sequence[str], is_virtual: bool) -> None:
        super().__init__()
        self.name = name
        self.title = title
        self.is_virtual = is_virtual
        self.uid = ""
        self.has_seats = is_virtual
        self.listeners: Sequence[int] = ()
        self.match = 0
        self.reveal_s = 0.0
        self.feeds = {language: Feed(self.bell) for language in languages}
        self.chairs = Chairs(languages, self.bell)
        self.desk = Desk(languages, self.bell)
        self.wishes = Wishes(self.bell)

    @property
    def pulse(self) -> Document:
        """Return how long all look at a reveal (s)."""
        return {"reveal": self.reveal_s * self.chairs.slowness}

    @property
    def is_played(self) -> bool:
        """Return True while a match is played; one whose persons are all away is not."""
        persons = [chair for chair in self.chairs.all if chair.name]
        return bool(self.match) and (not persons or not all(chair.is_away for chair in persons))

    def set_match(self, number: int) -> None:
        """Note which match is played from now on, 0 for none."""
        self.match = number

    @property
    def seats(self) -> int:
        """Return how many seats the match has; without a match, how many there are at most."""
        players = next(iter(self.feeds.values())).document["players"]
        return len(players) if isinstance(players, Sequence) and players else MOST_CHAIRS

    @property
    def open_seats(self) -> Sequence[int]:
        """Return the seats that have pages."""
        return range(self.seats) if self.has_seats else self.listeners

    def player(self, seat: int) -> str:
        """Return the name of a player of the match."""
        players = next(iter(self.feeds.values())).document["players"]
        return str(players[seat]) if isinstance(players, Sequence) and seat < len(players) else ""

    def find_free(self) -> list[int]:
        """Return the seats that have pages and no person."""
        return [seat for seat in self.open_seats if not self.chairs.all[seat].name]


class Busy(Trouble):
    """No match begins at a table, as one is played there. `is_other`: it is not the match that was meant."""

    def __init__(self, table: Table, is_other: bool = False) -> None:
        code = "other-match" if is_other else "is-played"
        super().__init__("TABLE_BUSY", SAID(code), SAID("is-played-hint"), BUSY)
        self.table = table
        self.is_other = is_other


def find_table(tables: Mapping[str, Table], asked: Request) -> Table:
    """Return the table that an address names. Raises Refused."""
    found = tables.get(str(asked.path_params["table"]))
    if found is None:
        raise Refused(404, "no-table")
    return found
