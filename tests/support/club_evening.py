"""Evenings of a club with recorded matches."""

import exported_games
import live_site
from cardtable_club import evening, ledger
from tablehost.journal.store import Journal, now

NAMES = "Ada Ben Cleo Dan Eve Fay Gus Hal Ivy Joe Kim Lea Max Nia Oto Pia".split()
NAME = "Tuesday"


def seat(players=NAMES, tables=4, rounds=2):
    """Found the club, and seat so many rounds."""
    club = ledger.Club(NAME, "democracy", list(players), tables, 5, 1, False)
    with Journal() as journal:
        ledger.found(journal, club, now())
    for number in range(1, rounds + 1):
        seat_next()
        if number < rounds:
            enter((number, 1))


def read():
    """Return the club."""
    with Journal() as journal:
        return ledger.read(journal, NAME)


def seat_next():
    """Seat the next round."""
    with Journal() as journal:
        club = ledger.read(journal, NAME)
        tables = evening.seat_next(club, club.players, club.tables, [])
        ledger.add_round(journal, club, len(club.rounds) + 1, tables, now())


def play(place, until=None, names=None):
    """Keep a match of this table's players, up to so many records; return its number."""
    group = read().rounds[place[0] - 1][place[1] - 1]
    file = exported_games.finished("democracy", len(group), sum(place), days=1)
    file.told.update(players=list(names or group), virtual=False)
    return live_site.keep(file, until=until)


def enter(place):
    """Keep a whole match of a table, and enter it; return its number."""
    number = play(place)
    with Journal() as journal:
        club = ledger.read(journal, NAME)
        link, _ = evening.link_match(journal, club, place, journal.game(number), None, False)
        ledger.add_link(journal, club, place, link, now())
    return number
