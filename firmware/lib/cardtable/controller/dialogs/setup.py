"""Set-up of a match at the table, without a host: the game, the players, the options.

Where no match is played OK opens it. Parked matches are offered first, to go on. Without any the last set-up
is proposed, or else the games that the deck on the table serves. Then each player presses OK at a pad, YES
steps through the values of an option, NO goes to the next option, OK begins. A held NO ends it at any time,
and nothing has changed. Nothing here has a time-out, and nothing is recorded before the match begins.

The match begins by the same command as from a host, see `commands`, with the same refusals. While this is
open hosts that want to begin a match are refused; it does not open where a host is about to.

Prompts, with their args; pads count as seats, as no seats are taken yet:

    set-parked (the game, players, stage of the parked match that can go on)
    set-game (the game, least and most players)      set-players (the same, the pads taken)
    set-preset (the game, a set of options in words, its minutes)
    set-begin (the game, the pads taken, how many options are set or None)
    set-option (the game, its number, of how many, the option and its value in words)
    set-refused-CODE (the detail of the refusal)
"""

from cardtable.engine.asks.base import (
    CORRECT,
    EMPTY,
    FINE,
    HOLD_NO,
    MOST_SEATS,
    NO,
    NOTHING,
    OK,
    PICK,
    PLACES,
    PRESS_OK,
    PRESS_YES_NO,
    YES,
)
from cardtable.engine.match import OptionError, read_option, resolve
from cardtable.games import registry as games
from cardtable.micro import const

from ...languages import CHOICE
from ..input import deck as decks
from ..match import readiness
from ..output.lamps import PAD_STATES
from ..storage import parked_matches, settings
from .base import Dialogue, make_prompt

_GAME = const(0)
_PLAYERS = const(1)
_BEGIN = const(2)
_OPTION = const(3)
_REFUSED = const(4)
_PRESET = const(5)


def begin(loop, pad):
    """Begin the set-up at the end of the turn, if possible. `pad`: the pad of the key."""
    loop.defer(lambda: _begin(loop, pad))


def _begin(loop, pad):
    if readiness.why_not_now(loop) is not None or readiness.why_no_match(loop) is not None:
        return  # the display shows the fault
    if loop.prepared is not None and loop.end.link_up:
        place = loop.seats.place(pad)  # as in the match that is over, which may have left pads free
        loop.signs.refused("computer-begins", pad if place is None else place)
        return
    loop.prepare(None)
    if loop.play.referee is not None:
        settings.keep(loop, settings.choice_of_match(loop.play.referee.match))
    choice = settings.load_choice(loop)
    loop.put_away()
    loop.signs.fresh()
    rows = parked_matches.rows(loop.journal)
    if rows:
        choice = None
    served = [] if choice else rows + _served(loop)
    if choice or served:
        loop.open(SetUp(loop, choice, served))
    else:
        loop.signs.refused("no-game", pad)


def _served(loop):
    """Return the names of the games that the deck serves at this table, with the fewest players at least."""
    found = []
    for name in games.NAMES:
        game = games.load(name)
        least = game.SEATS[0]
        deck = decks.deck_for(loop, game)
        wanted = game.deck(least, resolve(game, least, {}))
        if deck.pack is None:
            decks.fit(deck, wanted)
        if least <= loop.parts.seat_pads and not deck.missing(wanted):
            found.append(name)
        loop.parts.collect()
        loop.stay_awake()
    return found


def show_refusal(loop, choice, code, detail):
    """Show why the match could not begin, and return to the set-up."""
    loop.put_away()
    dialogue = SetUp(loop, choice, ())
    dialogue.refused(code, detail)
    loop.open(dialogue)


class SetUp(Dialogue):
    """The set-up dialogue of the `loop`.

    `choice`: see `settings.parse_choice`, or None; `served`: parked matches, and names of games.
    """

    sets_up = True

    def __init__(self, loop, choice, served):
        self._loop = loop
        self._served = served
        self._name, self._pads, self._given = choice or (None, [], {})
        self._row = 0
        self._state = _BEGIN if choice else _GAME
        self._seats = (0, 0)
        self._texts: "tuple" = ()
        self._pressed = []
        self._parked = None  # the parked match that is offered, see `parked_matches.rows`
        if not choice:
            self._offer()

    def start(self):
        """Begin the match; the dialogue is gone before the match needs its memory."""
        self._loop.close_dialogue()
        self._loop.commands.insert(0, (None, "start", self._name, self._pads, self._given))

    def refused(self, code, detail):
        self._state = _REFUSED
        if code == "option":
            display = self._loop.display
            sentence, reason = display.words.sentence, detail[0]
            said = self._named(sentence, "option", reason) or sentence("option", reason)
            self._texts = (code, display.filled(said, detail[1:], "") if said else reason)
        elif code == "deck-lacks":
            self._texts = (code, detail[0], " ".join(detail[1:]))
        else:
            self._texts = (code, detail)

    # -- Keys --------------------------------------------------------------------------------------

    def key(self, place, key):
        loop = self._loop
        if key == OK and self._state == _BEGIN:
            loop.defer(self.start)
        elif key in (YES, NO, OK, HOLD_NO):
            self._pressed.append((place, key))
            loop.defer(self._work)
        elif key == CORRECT:
            loop.signs.refused("not-asked", place)

    def _work(self):
        """Carry out the keys of this turn."""
        while self._pressed:
            place, key = self._pressed.pop(0)
            if key == HOLD_NO:
                self._leave(place)
                return
            (self._game, self._players, self._ready, self._option, self._back, self._preset)[self._state](
                place, key
            )

    def _leave(self, place):
        loop = self._loop
        loop.close_dialogue()
        loop.put_away()
        loop.signs.refused("not-begun", place)

    def _game(self, place, key):
        if key == NO:
            self._loop.signs.refused("not-asked", place)
        elif key == YES:
            self._row = (self._row + 1) % len(self._served)
            self._offer()
        elif self._parked is not None:
            self._take_up(place)
        else:
            self._pads, self._given = [], {}
            self._state = _PLAYERS

    def _take_up(self, place):
        """Resume the parked match that is offered."""
        from . import parking

        loop, first = self._loop, self._parked[0]
        refused = parking.find_obstacle(loop, first)
        if refused is None:
            loop.close_dialogue()
            loop.defer(lambda: parking.take_up(loop, first))
        else:
            loop.signs.refused("no-space" if refused[0] == "flash-full" else refused[0], place)

    def _offer(self):
        """Load the game, or the parked match, that is offered."""
        row = self._served[self._row]
        self._parked = row if isinstance(row, list) else None
        if self._parked is not None:
            return
        self._name = row
        self._seats = games.load(self._name).SEATS

    def _players(self, place, key):
        signs, least, most = self._loop.signs, self._seats[0], self._most()
        if key == YES:
            if least <= len(self._pads) <= most:
                self._given = dict(games.load(self._name).AT_TABLE)
                self._row = int(bool(self._presets()) and settings.load_choice(self._loop) is not None)
                self._state = _PRESET if self._presets() else _BEGIN
            else:
                signs.refused("player-count", place)
        elif key == OK and place not in self._pads and place < MOST_SEATS:
            self._pads = sorted(self._pads + [place])
            self._loop.tunes.play(PAD_STATES[FINE][1])
        elif key == NO and place in self._pads:
            self._pads = [pad for pad in self._pads if pad != place]
        else:
            signs.refused("not-asked", place)

    def _most(self):
        return min(self._seats[1], self._loop.parts.seat_pads)

    def _presets(self):
        return games.load(self._name).PRESETS

    def _preset(self, place, key):
        if key == OK:
            for option in self._presets()[self._row][2].split():
                name, _, self._given[name] = option.partition("=")
            self._state = _BEGIN
            try:
                settings.change(self._loop, "lessons", "off" if self._row else "on")
            except OSError:
                pass  # the match is refused with the reason, or goes without lessons
        elif key == YES:
            self._row = (self._row + 1) % len(self._presets())
        else:
            self._loop.signs.refused("not-asked", place)

    def _ready(self, place, key):
        if key == NO:
            self._state, self._row = _OPTION, 0
            self._show_option()
            return
        served = _served(self._loop)
        if not served:
            self._loop.signs.refused("no-game", place)
            return
        self._served = parked_matches.rows(self._loop.journal) + served
        self._state = _GAME
        self._row = self._served.index(self._name) if self._name in served else 0
        self._offer()

    def _option(self, place, key):
        if key == OK:
            self._state = _BEGIN
            return
        if key == NO:
            self._row += 1
        else:
            rows = games.load(self._name).OPTIONS
            row = rows[self._row % len(rows)]
            value = _after(row, self._value(row), len(self._pads))
            if value == self._usual(row):
                self._given.pop(row[0], None)
            else:
                self._given[row[0]] = str(value)
        self._show_option()

    def _back(self, place, key):
        self._state = _BEGIN

    # -- Options -----------------------------------------------------------------------------------

    def _usual(self, row):
        return row[2](len(self._pads)) if callable(row[2]) else row[2]

    def _value(self, row):
        """Return the current value of an option."""
        try:
            return read_option(row, self._given[row[0]])
        except (KeyError, OptionError):
            return self._usual(row)

    def _show_option(self):
        """Set the display text of the current option."""
        rows = games.load(self._name).OPTIONS
        number = self._row % len(rows)
        row = rows[number]
        value = self._value(row)
        sentence, code = self._loop.display.words.sentence, row[0]
        text = str(value)
        said = self._named(sentence, CHOICE, code + "=" + text) or sentence(CHOICE, "=" + text)
        if said is None and isinstance(value, str) and int(value) <= len(self._pads):
            said = self._loop.display.plate(self._pads[int(value) - 1])
        said = said or text
        self._texts = (number + 1, len(rows), self._named(sentence, CHOICE, code) or code, said)

    def _named(self, sentence, kind, code):
        """Return this text of the chosen game, or of the one that it is a copy of; None if neither has it."""
        said = sentence(kind, self._name + "/" + code)
        base = games.load(self._name).BASE if said is None else None
        return said if base is None else sentence(kind, base + "/" + code)

    # -- Display -----------------------------------------------------------------------------------

    def prompt(self):
        """Return the prompt that is shown."""
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        seats, state = range(self._loop.parts.seat_pads), self._state
        args: "tuple" = (self._name, self._seats[0], self._most())
        task = PICK
        if state == _GAME and self._parked is not None:
            what, args = "set-parked", tuple(self._parked[1:])
        elif state == _GAME:
            what = "set-game"
        elif state == _PLAYERS:
            what, task, args = "set-players", PRESS_YES_NO, args + (self._pads,)
        elif state == _PRESET:
            code, minutes, _ = self._presets()[self._row]
            what, args = "set-preset", (self._name, self._loop.display.term(code), minutes)
        elif state == _BEGIN:
            what, task, args = "set-begin", PRESS_YES_NO, (self._name, self._pads, len(self._given) or None)
        elif state == _OPTION:
            what, args = "set-option", (self._name,) + self._texts
        else:
            what, task, args = "set-refused-" + self._texts[0], PRESS_OK, self._texts[1:]
        for seat in seats:
            if state == _PLAYERS and seat in self._pads:
                verdicts[seat] = FINE
            elif state in (_GAME, _PLAYERS) or seat in self._pads:
                tasks[seat] = task
        return make_prompt(what, args, tasks, verdicts)


def _after(row, value, seats):
    """Return the next value of an option.

    Large numbers are stepped more coarsely; after the last comes the first again. A text that is a number is
    a seat, which must be taken.
    """
    choices = row[1]
    if choices[0] != "int":
        at = choices.index(value)
        while True:
            at = (at + 1) % len(choices)
            if not isinstance(choices[at], str) or not choices[at].isdigit() or int(choices[at]) <= seats:
                return choices[at]
    least, most = choices[1], choices[2]
    step = 1
    while value >= step * 20:
        step *= 5
    value = (value // step + 1) * step
    return least if most is not None and value > most else value
