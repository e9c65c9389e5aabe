"""The ask for a key of each seat: Poll."""

from .ask import MOST_SEATS, NOTHING, OK, OPEN, PRESS_OK, PRESS_YES_NO, SEALED, Ask
from .match import plain


class Poll(Ask):
    """Each of `seats` presses one of `keys`, changeable until all have, or `quorum` of them the first key.

    `tally(keys)`: a SEALED poll is answered by this public verdict alone. Otherwise the answer is
    the list of keys in the order of `seats`, None where a quorum closed the poll without that seat.
    `others`: the code of why the keys of all other seats mean nothing.
    """

    def __init__(
        self,
        seats,
        keys,
        what,
        secrecy=OPEN,
        quorum=None,
        tally=None,
        args=(),
        still=(),
        others="not-asked",
    ):
        Ask.__init__(self, what, args, still, secrecy)
        self.others = others
        self.seats = seats
        self.keys = keys
        self.quorum = quorum
        self.tally = tally

    def refuses(self, picture, table, place, key):
        if place not in self.seats:
            return self.others
        return None if key in self.keys else "not-asked"

    def judge(self, picture):
        pressed = []
        for seat in self.seats:  # beside another ask a key may be meant for that one
            key = picture.keys[seat]
            pressed.append(key if key in self.keys else None)
        if self.quorum is not None:
            if pressed.count(self.keys[0]) < self.quorum:
                return None
            return [key if key == self.keys[0] else None for key in pressed]
        return None if None in pressed else pressed

    def seal(self, raw, table):
        return plain(self.tally(raw)) if self.secrecy == SEALED else raw

    def fits(self, answer, table):
        if self.secrecy == SEALED:
            return None
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return "shape"
        for key in answer:
            if key not in self.keys and not (key is None and self.quorum is not None):
                return "key"
        if self.quorum is not None:
            if answer.count(self.keys[0]) != self.quorum or answer.count(None) != len(answer) - self.quorum:
                return "quorum"
        return None

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            if picture.keys[seat] is None:
                tasks[seat] = PRESS_OK if self.keys == (OK,) else PRESS_YES_NO
        return tasks
