"""The asks for one card where its place is chosen, or the card from those on the table: LayOne, Take."""

from .ask import FINE, LAY, MOST_SEATS, NOTHING, OK, OPEN, PRESS_OK, SEALED, WRONG, Ask, unusable
from .laying import Lay


class LayOne(Lay):
    """One fitting card on any one of `places`, at the choice of the seat `by`, whose task it is.

    What has answered may stay on `places`. The answer is `[place, card]`.
    """

    def _may_stay(self, place):
        return place in self.still or place in self.places

    def unfit(self, picture, table, place):
        return unusable(picture.lying[place], picture, table, place, self.again)

    def _unwanted(self, card, picture, table, place):
        if place in self.places and len(self._laid(picture)) > 1:
            return "only-one"
        return Lay._unwanted(self, card, picture, table, place)

    def _laid(self, picture):
        return [p for p in self.places if picture.lying[p] is not None and not self.has_answered(picture, p)]

    def verdict(self, picture, table, place):
        return Ask.verdict(self, picture, table, place)

    def _complete(self, picture):
        return len(self._laid(picture)) == 1

    def judge(self, picture):
        if self.until is not None and picture.keys[self.until.seat] != OK:
            return None
        laid = self._laid(picture)
        return [laid[0], picture.lying[laid[0]]] if len(laid) == 1 else None

    def seal(self, raw, table):
        return [raw[0], self._sealed(raw[1], table)] if self.secrecy == SEALED else raw

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != 2 or answer[0] not in self.places:
            return "shape"
        return self.misfit(answer[0], answer[1], table)

    def settle(self, answer, picture, table):
        table.book(answer[1], answer[0])
        picture.answered(answer[0], table.peek(answer[1]))

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        if self._lacks_only_ok(verdicts):
            tasks[self.until.seat] = PRESS_OK
        else:
            tasks[self.by] = LAY
        return tasks

    def _lacks_only_ok(self, verdicts):
        return self.until is not None and WRONG not in verdicts and FINE in verdicts


class Take(Lay):
    """`seat` may lay one of the cards `offered`, which lie open on the table, on its own pad; the card that
    answered before is moved aside. The answer is `[card]`. Nobody is waited for: see `First`.
    """

    def __init__(self, seat, offered, what, still=(), args=()):
        Lay.__init__(self, (seat,), what, OPEN, still=still, args=args, again=offered, only=True)

    def _may_stay(self, place):
        return place in self.still or place in self.places

    def unfit(self, picture, table, place):
        return unusable(picture.lying[place], picture, table, place, self.again)

    def verdict(self, picture, table, place):
        return Ask.verdict(self, picture, table, place)

    def tasks(self, picture, table, verdicts):
        return [NOTHING] * MOST_SEATS
