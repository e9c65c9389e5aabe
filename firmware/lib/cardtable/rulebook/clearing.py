"""The ask for pads to be emptied: Clear."""

from .ask import (
    EMPTY,
    KEEP,
    LIFT,
    MOST_SEATS,
    NOTHING,
    OUT,
    PLACES,
    REMOVE,
    TAKE,
    TAKE_ALL,
    WRONG,
    Ask,
)


class Clear(Ask):
    """All pads are empty. `take`: the seat that takes everything; `keep`: these seats (True: all) take back
    their own cards and all others are out of play; neither: what lies there simply goes. Until then a
    recorded card may leave its pad and return; any other card is wrong. What has answered may lie on for ever
    where it is `still` wanted. The answer is an empty list.
    """

    def __init__(self, take=None, keep=False, what="clear", args=(), still=()):
        Ask.__init__(self, what, args, still)
        self.take = take
        self.keep = keep

    def fits(self, answer, table):
        return None if answer == [] else "shape"

    def why_wrong(self, picture, table, place):
        if place in self.still:
            return Ask.why_wrong(self, picture, table, place)
        lying = picture.lying[place]
        if lying is None or lying == picture.recorded[place]:
            return None
        if self.take is not None or self.keep:
            return "not-the-recorded-card"
        return None

    def verdict(self, picture, table, place):
        if picture.lying[place] is None:
            return EMPTY
        if place in self.still:
            return Ask.verdict(self, picture, table, place)
        if self.why_wrong(picture, table, place):
            return WRONG
        if self.take is not None:
            return TAKE if place == self.take else REMOVE
        if self.keep:
            mine = place < table.seats if self.keep is True else place in self.keep
            return KEEP if mine else OUT
        return REMOVE

    def judge(self, picture):
        for place in range(PLACES):
            if picture.lying[place] is not None and place not in self.still:
                return None
        return []

    def settle(self, answer, picture, table):
        picture.cleared(self.still)

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for seat in range(table.seats):
            if picture.lying[seat] is not None:
                tasks[seat] = LIFT
        if self.take is not None:
            tasks[self.take] = TAKE_ALL
        return tasks
