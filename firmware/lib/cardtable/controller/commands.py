"""What the host may ask of the table. Every command is answered; a refused one has changed nothing.

    new GAME SEATS     prepare a match; options are at their defaults
    opt NAME VALUE     set an option of the prepared match
    begin              start it: answers its first position in the journal
    set NAME VALUE     set something on the device (see `settings`): it holds until it is set again
"""

from cardtable.rulebook import cards, games, match


class Commands:
    """`loop`: the table whose `end` answers."""

    def __init__(self, loop):
        self._loop = loop
        self._game = None
        self._seats = 0
        self._given = {}

    def carry_out(self, command):
        """`command`: (id, name, arguments...)."""
        number, name, args = command[0], command[1], command[2:]
        code, detail = "unknown-command", name
        if name == "new" and len(args) == 2:
            code, detail = self._new(args[0], args[1])
        elif name == "opt" and len(args) == 2 and isinstance(args[0], str) and self._game is not None:
            self._given[args[0]] = args[1]
            code, detail = None, args[0]
        elif name == "begin" and self._game is not None:
            code, detail = self._begin()
        elif name == "set" and len(args) == 2:
            code, detail = self._set(args[0], args[1])
        self._loop.end.reply(number, code is None, code or "ok", detail)

    def _new(self, name, seats):
        if name not in games.NAMES:
            return "no-such-game", name
        if not isinstance(seats, int) or seats > self._loop.parts.seat_pads:
            return "too-few-pads", self._loop.parts.seat_pads
        self._loop.parts.collect()  # importing wants blocks of 10 KB
        self._game = games.load(name)
        self._seats = seats
        self._given = {}
        return None, name

    def _set(self, name, value):
        refused = self._loop.settings.refuses(name, value)
        if refused is not None:
            return refused
        self._loop.set(name, value)
        return None, value

    def _begin(self):
        try:
            fresh = match.new(self._game, self._seats, self._given)
        except match.OptionError as error:
            return "option", error.message[:120]
        missing = self._loop.deck.missing(self._game.deck(fresh.seats, fresh.options))
        if missing:
            return "deck-lacks", [len(missing)] + [cards.text(card) for card in missing[:8]]
        first = self._loop.journal.hi() + 1
        self._loop.begin(fresh)
        return None, first
