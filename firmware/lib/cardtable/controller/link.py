"""The line to the host: bytes in and out, and news of the lamps, pads and display.

News is not recorded. The host may miss it, and nothing is lost.
"""

from cardtable.engine.asks.base import PLACES
from cardtable.micro import const
from cardtable.wire.frames import cleaned

from .output.lamps import LAMPS, OFF

NOTICE = const(210)  # longest sentence that fits a frame


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
        self._what = None
        self._text = ""

    def tell(self, prompt, view, seats, lamps, text, own):
        """Send changes of the lamps (a line of them), of the cards on pads, of the display's text, and of the
        `own` cards of seats that listen, see `Play.own_cards`.

        Only changes are sent: else every press of a key would be visible, also where a choice is secret.
        `prompt` is that of a dialogue, or of the match; `view`: of the match, or None; `seats`: see `Seats`.
        """
        end = self._end
        if own and own != self._own:
            self._own = own
            end.tell(["own", own])  # before what follows from the card
        end.set_state("ready" if view is None or view.over else "playing")
        what = prompt.what if prompt is not None else end.state
        cards = seats.by_pad([None] * PLACES if view is None else view.cards)  # null, -1 for a hidden card
        see = ["see", self._lamps_seen(view, lamps), cards, self._seat_pads]
        if see != self._seen:
            self._seen = see
            end.tell(see)
        if what != self._what or text != self._text:
            self._what = what
            self._text = text
            end.tell(["say", what, cleaned(text, NOTICE)])

    def _lamps_seen(self, view, line):
        if view is None or not view.counts_only:
            return line
        seats = self._seat_pads * len(OFF) * LAMPS
        return "." * seats + line[seats:]
