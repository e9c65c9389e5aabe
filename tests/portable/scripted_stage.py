"""A game of one stage whose script is a test's own, and what a test does with it and asks about it."""

from cardtable.engine import match as matches
from cardtable.engine.asks.base import CENTRE, CENTRE_2
from cardtable.engine.asks.laying import Lay
from cardtable.engine.game import Game
from cardtable.engine.outputs import Refused
from cardtable.engine.referee import Referee
from table_lines import parse_input


class Single(Game):
    """A game of three seats and one stage whose script is given."""

    NAME = "single"
    SEATS = (2, 10)
    OPTIONS = ()
    STATE = ("pads", "kept", "done")
    FACTS = {}

    def __init__(self, script):
        self.script = script

    def deck(self, seats, options):
        return [card for card in range(64) if 1 <= card & 15 <= 13] + [14]

    def new_match(self, match):
        match.pads = list(range(match.seats))
        match.kept = []
        match.done = 0

    def kept(self, match):
        return match.kept

    def next_stage(self, match):
        def to_the_end(table, match):
            yield from self.script(table, match)
            match.done = 1

        return None if match.done else to_the_end

    def winners(self, match):
        return []


def waiting_for(*asks, seats=3):
    """A referee whose script yields these asks one after another, then waits for a card in the middle."""

    def script(table, match):
        for ask in asks:
            table.tell("got", (yield ask))
        yield Lay((CENTRE_2,), "end")

    referee = Referee(matches.new(Single(script), seats, {}), draw=lambda stage, index, n: n - 1)
    referee.start()
    return referee


def play(referee, lines):
    """Feed inputs separated by commas; returns the last outputs."""
    outs = []
    for line in lines.split(","):
        outs = referee.feed(parse_input(line))
    return outs


def refusals(outs):
    return [out.code for out in outs if isinstance(out, Refused)]


def answer(referee):
    """The last answer, or "" if nothing has been answered."""
    return referee.answers[-1] if referee.answers else ""


def what(referee):
    return referee.prompt()[0]


def tasks(referee):
    return referee.prompt()[2][:3]


def verdicts(referee):
    """Of the three seats and the centre."""
    return referee.prompt()[3][:3] + [referee.prompt()[3][CENTRE]]
