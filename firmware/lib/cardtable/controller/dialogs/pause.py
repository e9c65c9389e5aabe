"""Pause dialogue: players agree on a correction at the table, or see the standings.

Its keys are in `_MOVES`. One of the two seats must be one whose act is taken back, or whose card is named.
Meanwhile nothing counts: cards and keys are examined again afterwards, and no time passes. The seat that
asked, and the end of the pause, are recorded as `note`, the correction as `fix`.

Prompts, with their args:

    pause ()   correction-asked (the seat)   correct-ROW (), for each of `_possible`
    agree-take-back (the seat, the request)   agree-name (the seat, place)   agree-named (the seat, card)
    agree-void, agree-leave, agree-park, agree-end (the seat)
    which-group (its name)   which-card (card)   standings (the text)
"""

from cardtable.engine import corrections, departures, replay
from cardtable.engine.asks.base import KEY_NAMES, MOST_SEATS, NO, NOTHING, PICK, PLACES, PRESS_YES_NO, YES
from cardtable.engine.cards import UNKNOWN, is_joker, names_of, suit_of, text
from cardtable.engine.replay import Conflict
from cardtable.micro import const

from . import base, count
from .base import Dialogue, make_prompt

_PAUSED = const(0)  # by the operator
_ASKED = const(1)  # by a seat
_ROWS = const(2)  # another one has agreed to talk, and the first one picks
_GROUP = const(3)  # it names a card: its group
_CARD = const(4)
_AGREE = const(5)  # the other one confirms the pick, or does not

# Whose key: the seat that asked, the one that agreed, any other
_ASKER = const(1)
_OTHER = const(2)
_BOTH = const(3)
_THIRD = const(4)
_ALL = const(7)

# State, key, whose, what is done, the state that follows unless that sets another one. All else is refused.
_MOVES = (
    (_PAUSED, "correct", _ALL, "on_ask", _ASKED),
    (_ASKED, "correct", _ASKER, None, _ASKED),
    (_ASKED, "correct", _THIRD, "on_talk", _ROWS),  # of the same side: _ASKED
    (_ASKED, "no", _ALL, "end", _ASKED),
    (_ASKED, "yes", _ALL, "on_show_standings", _ASKED),
    (_ROWS, "no", _BOTH, "end", _ROWS),
    (_ROWS, "yes", _ASKER, "on_step", _ROWS),
    (_ROWS, "ok", _ASKER, "on_take_row", _ROWS),  # a correction: _AGREE; to name an open card: _GROUP
    (_GROUP, "no", _BOTH, "on_begin", _ROWS),
    (_GROUP, "yes", _ASKER, "on_step", _GROUP),
    (_GROUP, "ok", _ASKER, "on_take_group", _CARD),
    (_CARD, "no", _BOTH, "on_begin", _GROUP),
    (_CARD, "yes", _ASKER, "on_step", _CARD),
    (_CARD, "ok", _ASKER, "on_take_card", _AGREE),
    (_AGREE, "no", _BOTH, None, _ROWS),
    (_AGREE, "ok", _OTHER, "on_correct", _AGREE),  # it ends; refused: _ROWS
)


def begin(loop, who):
    """Begin a pause: nothing counts from now on. `who`: "operator", or the seat that asks."""
    loop.play.note("pause", who)
    loop.signs.fresh()
    loop.signs.cue("correction", ())
    loop.open(Talk(loop, who))


def end_pause(loop):
    """End the pause for the operator. Return False if nothing was paused."""
    if loop.dialogue is None or loop.dialogue.asker is None:
        return False
    loop.dialogue.end("operator")
    return True


class Talk(Dialogue):
    """The correction dialogue of the `loop`. `other`: the seat that agrees."""

    pauses = True

    def __init__(self, loop, who):
        self._loop = loop
        self.asker = who
        self.other = None
        self._rows = []
        self._row = 0
        self._state = _PAUSED if who == "operator" else _ASKED
        self._fix = None
        self._agree = ("", ())
        self._back = None  # the last player answer: its number, True if the two had a part in it
        self._asked = ""  # and its prompt
        self._named = None  # the place whose card is named
        self._group = None

    def end(self, who):
        """End the pause: the match goes on."""
        self._loop.play.note("resume", who)
        base.take_up(self._loop)

    # -- Keys --------------------------------------------------------------------------------------

    def key(self, place, key):
        whose = _ASKER if place == self.asker else _OTHER if place == self.other else _THIRD
        for state, name, whom, act, then in _MOVES:
            if state == self._state and name == KEY_NAMES[key] and whom & whose:
                self._state = then
                if act:
                    getattr(self, act)(place)
                return
        self._loop.signs.refused("paused" if self._state <= _ASKED else "not-your-key", place)

    def on_ask(self, place):
        self.asker = place

    def on_talk(self, place):
        for side in departures.sides(self._loop.play.referee.match):
            if place in side and self.asker in side:
                self._state = _ASKED
                self._loop.signs.refused("same-side", place)
                return
        self.other = place
        self._row = 0
        self._look_back()
        self._rows = self._possible()

    def on_show_standings(self, place):
        self._loop.open(Standings(self._loop, self.asker))

    def on_begin(self, place):
        self._row = 0

    def on_step(self, place):
        self._row += 1

    def _possible(self):
        """Return the possible choices, as codes."""
        referee = self._loop.play.referee
        rows = ["take-back"] if self._back is not None else []
        if self._unread() is not None:
            rows.append("name")
        rows.append("void")
        if count.pile(referee, self.asker):
            rows.append("count")
        return rows + ["leave", "park", "end", "recall", "nothing"]

    def _look_back(self):
        """Remember the last player answer: its number, whether it concerns the two seats, and its prompt."""
        referee, display = self._loop.play.referee, self._loop.display
        last = referee.last_answer
        if last is None:
            return

        def see(number, ask, _):
            if number == last:
                self._back = (last, _concerns(ask, (self.asker, self.other)))
                self._asked = display.asked(make_prompt(ask.what, ask.args))

        replay.visit(referee, see)

    def _unread(self):
        """Return the place of a card that cannot be read and should be, or None."""
        referee = self._loop.play.referee
        for place, _ in corrections.unnamed(referee):
            return PLACES if place is None else place
        lying = dict(self._loop.pad_cards.lying())
        for place in range(PLACES):
            if lying.get(place) == UNKNOWN and corrections.asked(referee.ask, place) is not None:
                return place
        return None

    # -- The pick ----------------------------------------------------------------------------------

    def _pick(self, rows):
        """Return the one of these that is shown."""
        return rows[self._row % len(rows)]

    def on_take_group(self, place):
        self._group = self._pick(self._groups())
        self._row = 0

    def on_take_card(self, place):
        card = self._pick(self._cards())
        self._propose(["name", self._named, card], "agree-named", card)

    def on_take_row(self, place):
        row = self._pick(self._rows)
        if row == "nothing":
            self.end(place)
        elif row == "recall":
            from . import review

            review.begin(self._loop, place, True)
        elif row == "count":
            count.begin(self._loop, self.asker)
        elif row == "take-back":
            if not self._back[1]:
                self._loop.signs.refused("not-concerned", place)
            else:
                self._propose(["undo", self._back[0], 0], "agree-take-back", self._asked)
        elif row == "name":
            self._name(place)
        elif row == "void":
            self._propose(["void", "misdeal"], "agree-void")
        elif row == "leave":
            self._propose(["leave", self.asker], "agree-leave")
        else:
            self._propose([row], "agree-" + row)  # park, end

    def _name(self, place):
        """Name a card that cannot be read: face down it counts as it is, an open one must be named."""
        referee = self._loop.play.referee
        unread = self._unread()
        if unread < MOST_SEATS and unread not in (self.asker, self.other):
            self._loop.signs.refused("not-concerned", place)
            return
        self._named = unread
        if not referee.ask.auto and corrections.hides(corrections.asked(referee.ask, unread)):
            self._propose(["name", unread, None], "agree-name", unread)
        else:
            self._state, self._row = _GROUP, 0

    def _propose(self, fix, what, *args):
        self._fix = fix
        self._agree = (what, (self.asker,) + args)
        self._state = _AGREE

    def on_correct(self, place):
        loop = self._loop
        if self._fix == ["park"]:
            from . import parking

            if not parking.ask_to_park(loop, place):
                self._state = _ROWS
            return
        try:
            loop.play.look_again(loop.pad_cards.lying())
            loop.correct(self._fix + [self.asker, self.other])
        except Conflict as conflict:
            loop.signs.refused(conflict.code, place)
            self._state = _ROWS
            return
        self.end(self.asker)
        loop.signs.cue("corrected", ())

    # -- Cards to name -----------------------------------------------------------------------------

    def _open_cards(self):
        """Return the cards of the deck whose place is not public."""
        referee = self._loop.play.referee
        deck = referee.game.deck(referee.match.seats, referee.match.options)
        return [card for card in deck if not referee.table.is_open_card(card)]

    def _group_of(self, card):
        names = names_of(self._loop.play.referee.game)
        if isinstance(names, tuple):
            return text(card, names)[0]
        return "joker" if is_joker(card) else "SHDC"[suit_of(card)]

    def _groups(self):
        found = []
        for card in self._open_cards():
            group = self._group_of(card)
            if group not in found:
                found.append(group)
        return found

    def _cards(self):
        return [card for card in self._open_cards() if self._group_of(card) == self._group]

    # -- Display -----------------------------------------------------------------------------------

    def prompt(self):
        """Return the prompt that is shown."""
        tasks = [NOTHING] * MOST_SEATS
        what, args = "pause", []
        if self._state == _ASKED:
            what, args = "correction-asked", [self.asker]
        elif self._state == _AGREE:
            what, args = self._agree[0], list(self._agree[1])
            tasks[self.other] = PRESS_YES_NO
            display = self._loop.display
            said = display.by_number(display.prompt, make_prompt(what, args, tasks))
            if args[-1] == self._asked and not display.fits(said):
                args[1] = None
        elif self._state != _PAUSED:
            tasks[self.asker] = PICK
            if self._state == _ROWS:
                what = "correct-" + self._pick(self._rows)
            elif self._state == _GROUP:
                what, args = "which-group", [self._pick(self._groups())]
            else:
                what, args = "which-card", [self._pick(self._cards())]
        return make_prompt(what, args, tasks)


def _concerns(ask, seats):
    """True if one of `seats` gave, or could have given, the answer to `ask`."""
    for part in ask.parts():
        own = list(part.seats) + list(part.places) + [part.by, part.next]
        own = [seat for seat in own if seat is not None]
        if part.until is not None:
            own.append(part.until.seat)
        if not own or any([seat in own for seat in seats]):
            return True
    return False


class Standings(Dialogue):
    """The standings of the match, seat by seat, in a pause. `asker`: the seat that asked for the pause."""

    pauses = True

    def __init__(self, loop, asker):
        from . import review

        self._loop = loop
        self.asker = asker
        told = (review.list_standings(loop.play.referee.match) or [("nothing", (), ())])[0]
        self._leaders = told[2]
        self._pages = review.pages(loop.display, told, self._sentence)
        if loop.signs.last_words:
            noted = loop.display.cue("noted", (loop.signs.last_words,))
            self._pages += review.pieces(loop.display, noted, self._sentence)
        self._page = 0
        self.look()

    def look(self):
        """Show the leaders again; cards count when the match goes on."""
        self._loop.signs.again({seat: "wins" for seat in self._leaders})

    def key(self, place, key):
        if key == YES:
            self._page = (self._page + 1) % len(self._pages)
            self.look()
        elif key == NO:
            self.end(place)
        else:
            self._loop.signs.refused("paused", place)

    def end(self, who):
        """End the pause: the match goes on."""
        self._loop.play.note("resume", who)
        base.take_up(self._loop)

    def _sentence(self, text):
        return make_prompt("standings", (text,))

    def prompt(self):
        """Return the prompt that is shown."""
        prompt = self._sentence(self._pages[self._page])
        for seat in range(self._loop.play.view.seats):
            prompt.tasks[seat] = PICK
        return prompt
