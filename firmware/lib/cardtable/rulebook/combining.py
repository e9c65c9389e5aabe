"""Several asks at once: First and All; each place and key goes to the ask that wants it. And Call, which is
asked beside others.
"""

from .ask import BY_CALLING, MAY_CALL, MOST_SEATS, NOTHING, Ask


class _Several(Ask):
    """What First and All share. The first ask gives the words; no two may want the same place."""

    def __init__(self, *asks):
        Ask.__init__(self, asks[0].what, asks[0].args)
        self.asks = asks

    def place_of(self, place):
        for ask in self.asks:
            if ask.place_of(place):
                return True
        return False

    def owner(self, place):
        """The ask that judges what lies on a place."""
        for ask in self.asks:
            if ask.place_of(place):
                return ask
        return self.asks[0]

    def why_wrong(self, picture, table, place):
        return self.owner(place).why_wrong(picture, table, place)

    def verdict(self, picture, table, place):
        return self.owner(place).verdict(picture, table, place)

    def said(self, verdicts):
        return self.asks[0].said(verdicts)

    def refuses(self, picture, table, place, key):
        code = "not-asked"
        for ask in self.asks:
            why = ask.refuses(picture, table, place, key)
            if why is None:
                return None
            if code == "not-asked":
                code = why
        return code

    def latch(self, picture, table, place, key):
        for ask in self.asks:
            ask.latch(picture, table, place, key)

    def laid(self, picture, place):
        return self.owner(place).laid(picture, place)

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for ask in self.asks:
            more = ask.tasks(picture, table, verdicts)
            for seat in range(MOST_SEATS):
                if tasks[seat] in (NOTHING, MAY_CALL) and more[seat] != NOTHING:
                    tasks[seat] = more[seat]
        return tasks

    def part(self, picture, table):
        for ask in self.asks:
            part = ask.part(picture, table)
            if part is not None:
                return part
        return None

    def seal_part(self, part, table):
        return self.owner(part[0]).seal_part(part, table)

    def fits_part(self, part, picture, table):
        if not isinstance(part, list) or not part:
            return "shape"
        return self.owner(part[0]).fits_part(part, picture, table)

    def take_part(self, part, picture, table):
        self.owner(part[0]).take_part(part, picture, table)


class First(_Several):
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


class All(_Several):
    """Answered when all of `asks` are. The answer is the list of their answers."""

    def judge(self, picture):
        raws = []
        for ask in self.asks:
            raw = ask.judge(picture)
            if raw is None:
                return None
            raws.append(raw)
        return raws

    def seal(self, raw, table):
        return [self.asks[i].seal(raw[i], table) for i in range(len(raw))]

    def settle(self, answer, picture, table):
        for i in range(len(self.asks)):
            self.asks[i].settle(answer[i], picture, table)

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != len(self.asks):
            return "shape"
        for i in range(len(answer)):
            why = self.asks[i].fits(answer[i], table)
            if why:
                return why
        return None

    def fits_parts(self, answer, picture):
        for i in range(len(answer)):
            why = self.asks[i].fits_parts(answer[i], picture)
            if why:
                return why
        return None


class Call(Ask):
    """Any of `seats` may speak up with one of `keys`. The answer is `[seat, key]`.

    Where several have pressed before the table looked, the order of `seats` decides. `interrupts`: the First
    that it stands in is asked again, see there.
    """

    answered = BY_CALLING

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

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            tasks[seat] = MAY_CALL
        return tasks
