"""The line to the host: bytes in and out, and news of the lamps, pads and display.

News is not recorded. The host may miss it, and nothing is lost.
"""

from cardtable.engine.asks.base import PLACES
from cardtable.micro import const
from cardtable.wire.frames import cleaned

from .output.lamps import LAMPS, OFF

# A frame has room for so much of the display: letters, cards that are wrong, rows reached.
TEXT = const(190)
_WRONG = const(3)
_ROWS = const(4)


def receive(end, line, now):
    """Pass all bytes that wait on the line to `end`, a `TableEnd`. Return the commands in them."""
    commands = []
    data = line.read()
    while data:
        commands += end.receive(data, now)
        data = line.read()
    return commands


def send(end, line, now):
    """Write the output of `end`, as far as the line takes it."""
    data = end.poll(now)
    while data:
        taken = line.write(data)
        end.sent(taken)
        if taken < len(data):
            return
        data = end.poll(now)


class HostNews:
    """News for the host of the visible state, sent when it has changed. `seat_pads`: how many pads have a
    seat.
    """

    def __init__(self, end, seat_pads):
        self._end = end
        self._seat_pads = seat_pads
        self._seen = None  # the last news of the lamps and pads
        self._own: "object" = ()
        self._said = None  # and of the display
        self._text = self._line = ""  # its text, and the same on the line

    def tell(self, signs, view, seats, lamps, text, own, hi):
        """Send changes of the lamps (a line of them), of the cards on pads, of the display's text, and of the
        `own` cards of seats that listen, see `Play.own_cards`.

        Only changes are sent: else every press of a key would be visible, also where a choice is secret.
        `signs`: see `Signs`, its prompt is that of a dialogue or of the match; `view`: of the match, or None;
        `seats`: see `Seats`; `hi`: the number of the last record.
        The news has that number too, for it comes behind the records one by one. That of the display has as
        values, too, the rows reached in menus, what is wrong with cards, who speaks up, and what happened.
        """
        end, prompt = self._end, signs.prompt
        if own and own != self._own:
            self._own = own
            end.tell(["own", own])  # before what follows from the card
        end.set_state("ready" if view is None or view.over else "playing")
        what = prompt.what if prompt is not None else end.state
        cards = seats.by_pad([None] * PLACES if view is None else view.cards)  # null, -1 for a hidden card
        see = ["see", self._lamps_seen(view, lamps), cards, self._seat_pads, hi]
        if see != self._seen:
            self._seen = see
            end.tell(see)
        if text != self._text:
            self._text = text
            self._line = cleaned(text, TEXT)
        if view is None or prompt is None or prompt is not view.prompt:
            said = ["say", what, self._line, hi]
        else:
            reached, notice = view.reached, signs.notice
            wrong: "object" = ()
            if len(reached) > _ROWS:
                reached = reached[:_ROWS]
            if prompt.reasons:
                wrong = [(place,) + tuple(prompt.reasons[place]) for place in sorted(prompt.reasons)[:_WRONG]]
            if notice and notice[0] == "fact":
                notice = ()
            elif view.counts_only:
                notice = notice[:2]  # without the seat, which may be a voter
            said = ["say", what, self._line, hi, reached, wrong, view.void_asked_by, view.talking, notice]
        if said != self._said:
            self._said = said
            end.tell(said)

    def _lamps_seen(self, view, line):
        if view is None or not view.counts_only:
            return line
        seats = self._seat_pads * len(OFF) * LAMPS
        return "." * seats + line[seats:]
