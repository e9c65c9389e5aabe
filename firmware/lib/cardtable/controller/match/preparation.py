"""A match that is being prepared: its game, seats, options, the names of its players, and its code."""

from cardtable.engine.match import has_scores
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

    def set_name(self, seat, name):
        """Name a player, if the display can show it and it is unambiguous; return (code of why not or None,
        detail).
        """
        names = self._names
        if seat >= len(names):
            return self._no_seat()
        others = [names[at].lower() for at in range(len(names)) if at != seat]
        if not is_nickname(name) or name.lower() in others + _reserved():
            return "no-name", name[:_REPEATED]
        names[seat] = name
        return None, name

    def set_listener(self, seat):
        """Have a seat listen; return (code of why not or None, detail)."""
        if seat >= self.seats:
            return self._no_seat()
        if seat not in self.listeners:
            self.listeners.append(seat)
        return None, seat

    def set_score(self, seat, score):
        """Set a score that people declare; return (code of why not or None, detail)."""
        if not has_scores(self.game):
            return "no-scores", self.game.NAME
        if seat >= self.seats:
            return self._no_seat()
        self.scores = self.scores or [0] * self.seats
        self.scores[seat] = score
        return None, score

    def _no_seat(self):
        return "usage", ["seat", "a whole number from 0 to " + str(self.seats - 1)]

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
