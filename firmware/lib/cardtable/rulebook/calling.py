"""Calls, which interrupt other asks: Call, OperatorCall; and First, answered by the first of several asks."""

from .ask import MAY_CALL, MOST_SEATS, NOTHING, Ask
from .combining import Several


class First(Several):
    """Answered by the first of `asks` that is, in this order. The answer is `[number, its answer]`.

    Where that is a Call that interrupts, the script deals with it and yields the very same First again: keys
    pressed and cards shown before then still count, but for the key of who called.
    """

    def interrupted_by(self, answer):
        return answer[1][0] if self.asks[answer[0]].interrupts else None

    def judge(self, picture):
        for i in range(len(self.asks)):
            raw = self.asks[i].judge(picture)
            if raw is not None:
                return [i, raw]
        return None

    def seal(self, raw, table):
        return [raw[0], self.asks[raw[0]].seal(raw[1], table)]

    def settle(self, answer, picture, table):
        self.asks[answer[0]].settle(answer[1], picture, table)

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != 2 or answer[0] not in range(len(self.asks)):
            return "shape"
        return self.asks[answer[0]].fits(answer[1], table)

    def fits_parts(self, answer, picture):
        return self.asks[answer[0]].fits_parts(answer[1], picture)


class Call(Ask):
    """Any of `seats` may speak up with one of `keys`. The answer is `[seat, key]`.

    Where several have pressed before the table looked, the order of `seats` decides. `interrupts`: the First
    that it stands in is asked again, see there.
    """

    def __init__(self, seats, keys, what, args=(), still=(), interrupts=False):
        Ask.__init__(self, what, args, still)
        self.seats = seats
        self.keys = keys
        self.interrupts = interrupts

    def refuses(self, picture, table, place, key):
        return None if place in self.seats and key in self.keys else "not-asked"

    def judge(self, picture):
        for seat in self.seats:
            if picture.keys[seat] in self.keys:
                return [seat, picture.keys[seat]]
        return None

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != 2:
            return "shape"
        return None if answer[0] in self.seats and answer[1] in self.keys else "key"

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            tasks[seat] = MAY_CALL
        return tasks


class OperatorCall(Call):
    """The operator speaks up for one of `seats`, see `correcting`; no key answers this."""

    def refuses(self, picture, table, place, key):
        return "not-asked"

    def judge(self, picture):
        return None

    def tasks(self, picture, table, verdicts):
        return [NOTHING] * MOST_SEATS
