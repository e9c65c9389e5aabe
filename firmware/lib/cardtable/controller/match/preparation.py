"""A match that is being prepared: its game, seats, options, the names of its players, and its code."""

from cardtable.games import registry as games
from cardtable.micro import const
from cardtable.wire.shapes import is_nickname

from ...languages import Language
from ..storage import settings

_REPEATED = const(40)  # characters of an unusable name that are repeated


def prepare(name, seats, seat_pads):
    """Return (code of why not or None, detail or the Preparation); `seat_pads`: the pads at seats."""
    if name not in games.NAMES:
        return "no-such-game", name
    if seats > seat_pads:
        return "too-few-pads", seat_pads
    return None, Preparation(games.load(name), seats)


class Preparation:
    """The match. Options that are not given are at their defaults, players without a name are called by
    their seats. `code`: it opens values that were never shown, where that is agreed; `listeners`: the seats
    that listen, see `Play.own_cards`; `scores`: those that people declare, [] for 0 each.
    """

    def __init__(self, game, seats):
        self.game = game
        self.seats = seats
        self.options = {}
        self._names = [""] * seats
        self.code = ""
        self.listeners = []
        self.scores: "list[int]" = []

    def set_option(self, option, value):
        """Set an option, by its name or its number in OPTIONS; return (code of why not or None, detail)."""
        rows = self.game.OPTIONS
        if isinstance(option, int):
            if option >= len(rows):
                return "usage", ["name", "a name, or a number up to " + str(len(rows) - 1)]
            option = rows[option][0]
        self.options[option] = value
        return None, option

    def set_of_seat(self, what, args):
        """Name a player, have a seat listen, or set a score that people declare; return (code of why not or
        None, detail). `what`, `args`: the command, see `commands`, with the seat first.

        A name is one that the display can show, and unambiguous.
        """
        names, seat, value = self._names, args[0], args[-1]
        if seat >= len(names):
            return "usage", ["seat", "a whole number from 0 to " + str(len(names) - 1)]
        if what == "listen":
            if seat not in self.listeners:
                self.listeners.append(seat)
            return None, seat
        if what == "score":
            self.scores = self.scores or [0] * len(names)
            self.scores[seat] = value
            return None, value
        others = [names[at].lower() for at in range(len(names)) if at != seat]
        if not is_nickname(value) or value.lower() in others + _reserved():
            return "no-name", value[:_REPEATED]
        names[seat] = value
        return None, value

    def set_code(self, code):
        """Set the code."""
        self.code = code

    def names(self):
        """Return the names of the players, by seat; none if no player has one."""
        return self._names if any(self._names) else ()


def _reserved():
    """Return the words that stand for seats and places, and between them, in all languages."""
    words = []
    for lang in settings.CHOICES["lang"]:
        for text in Language(lang).names.values():
            words += text.lower().split(" ")
    return words
