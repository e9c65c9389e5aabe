"""The asks for cards: Lay, Show, Clear."""

from .ask import (
    EMPTY,
    FINE,
    KEEP,
    LAY,
    LIFT,
    MISSING,
    MOST_SEATS,
    NO,
    NOTHING,
    OK,
    OPEN,
    OUT,
    PLACES,
    PRESS_OK,
    REMOVE,
    SEALED,
    SHOW,
    TAKE,
    TAKE_ALL,
    WRONG,
    Ask,
    impossible,
)


class Lay(Ask):
    """One fitting card on each of `places`; exchangeable until the ask is answered.

    `secrecy` SEALED: the answer holds handles. `until=Ok(seat)`: answered in the instant that
    seat presses OK with every card in place. `still`: places where an old card may stay.
    `by`: the seat whose task a card in the middle is. `rule(table, place, card)`: None, or the
    code of why this card does not fit. The answer is the list of cards in the order of `places`.
    """

    def __init__(self, places, what, secrecy=OPEN, until=None, still=(), by=None, rule=None, args=()):
        Ask.__init__(self, what, args, still, secrecy)
        self.places = places
        self.until = until
        self.by = by
        self.rule = rule

    def place_of(self, place):
        return place in self.places

    def _unwanted(self, card, picture, table, place):
        if self.rule is None or place not in self.places:
            return None
        return self.rule(table, place, card)

    def verdict(self, picture, table, place):
        if picture.lying[place] is None and place in self.places:
            return MISSING
        return Ask.verdict(self, picture, table, place)

    def _complete(self, picture):
        """True if a card that has not answered lies on every place; `is_held_up` says if one is wrong."""
        for place in self.places:
            if picture.lying[place] is None or picture.is_old(place):
                return False
        return True

    def refuses(self, picture, table, place, key):
        if self.until is None or key != OK:
            return "not-asked"
        if place != self.until.seat:
            return "not-your-key"
        if self._complete(picture) and not self.is_held_up(picture, table):
            return None
        return "not-all-laid"

    def judge(self, picture):
        if self.until is not None and picture.keys[self.until.seat] != OK:
            return None
        if not self._complete(picture):
            return None
        return [picture.lying[place] for place in self.places]

    def seal(self, raw, table):
        return [table.seal(card) for card in raw] if self.secrecy == SEALED else raw

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != len(self.places):
            return "shape"
        sealed = self.secrecy == SEALED
        cards = []
        for i in range(len(answer)):
            why = impossible(answer[i], sealed, table)
            if why:
                return why
            card = table.peek(answer[i])
            if card in cards:
                return "twice"
            cards.append(card)
            if self.rule is not None and table.sees(answer[i]):
                why = self.rule(table, self.places[i], card)
                if why:
                    return why
        return None

    def settle(self, answer, picture, table):
        for i in range(len(self.places)):
            table.book(answer[i], self.places[i])
            picture.answered(self.places[i], table.peek(answer[i]))

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for place in self.places:
            if verdicts[place] != FINE:
                doer = place if place < table.seats else self.by
                if doer is not None:
                    tasks[doer] = LAY
        if self._lacks_only_ok(verdicts):
            tasks[self.until.seat] = PRESS_OK
        return tasks

    def said(self, verdicts):
        return self.what + "-ok" if self._lacks_only_ok(verdicts) else self.what

    def _lacks_only_ok(self, verdicts):
        if self.until is None or WRONG in verdicts:
            return False
        for place in self.places:
            if verdicts[place] != FINE:
                return False
        return True


class Show(Ask):
    """Each of `seats` shows `least` to `most` cards to its own pad, one after another, all seats at once.

    OK ends a seat's showing, NO takes back what it showed, NO with nothing shown declines where
    `decline` allows it. Cards shown go back to the hand. Parts: `[seat, card]`, `[seat, "ok"]`,
    `[seat, "back"]`, `[seat, "declined"]`. The answer is a list by seat of the cards, None if declined.
    Parts leave the Pico as they come, so cards shown are OPEN or SEALED, never UNTIL_CLOSED.
    """

    def __init__(self, seats, least, most, what, decline=False, secrecy=OPEN, rule=None, args=(), still=()):
        Ask.__init__(self, what, args, still, secrecy)
        self.seats = seats
        self.least = least
        self.most = most
        self.decline = decline
        self.rule = rule

    def place_of(self, place):
        return place in self.seats

    def _unwanted(self, card, picture, table, seat):
        if seat not in self.seats:
            return None
        if picture.done[seat]:
            return "shown-already"
        for value in picture.shown[seat]:
            if table.peek(value) == card:
                return "shown-already"
        if len(picture.shown[seat]) >= self.most:
            return "too-many"
        if self.rule is not None and table.sees(card):
            return self.rule(table, seat, card)
        return None

    def part(self, picture, table):
        for seat in self.seats:
            if picture.done[seat]:
                continue
            if picture.keys[seat] == OK and len(picture.shown[seat]) >= self.least:
                return [seat, "ok"]
            if picture.keys[seat] == NO and picture.shown[seat]:
                return [seat, "back"]
            if picture.keys[seat] == NO and self.decline:
                return [seat, "declined"]
            lying = picture.lying[seat]
            if lying is not None and not picture.is_old(seat):
                if self.why_wrong(picture, table, seat) is None:
                    return [seat, lying]
        return None

    def seal_part(self, part, table):
        """A part as it is recorded."""
        if self.secrecy == SEALED and not isinstance(part[1], str):
            return [part[0], table.seal(part[1])]
        return part

    def fits_part(self, part, picture, table):
        if not isinstance(part, list) or len(part) != 2 or part[0] not in self.seats:
            return "shape"
        seat, what = part
        if what in ("ok", "back", "declined"):
            if picture.done[seat]:
                return "shown-already"
            number = len(picture.shown[seat])
            if what == "ok":
                return None if number >= self.least else "not-all-shown"
            if what == "back":
                return None if number else "nothing-shown"
            return None if self.decline and not number else "not-asked"
        why = impossible(what, self.secrecy == SEALED, table)
        return why or self._unwanted(table.peek(what), picture, table, seat)

    def take_part(self, part, picture, table):
        """Bring a recorded part into the picture."""
        seat, what = part
        picture.keys[seat] = None
        if what == "ok" or what == "declined":
            picture.done[seat] = what
        elif what == "back":
            picture.shown[seat] = []
        else:
            picture.shown[seat].append(what)
            picture.answered(seat, table.peek(what))

    def fits_parts(self, answer, picture):
        return None if answer == self.judge(picture) else "not-what-was-shown"

    def refuses(self, picture, table, place, key):
        if place not in self.seats or picture.done[place]:
            return "not-asked"
        if key == OK and len(picture.shown[place]) < self.least:
            return "not-all-shown"
        if key == NO and not picture.shown[place] and not self.decline:
            return "not-asked"
        return None if key in (OK, NO) else "not-asked"

    def judge(self, picture):
        for seat in self.seats:
            if not picture.done[seat]:
                return None
        return [None if picture.done[s] == "declined" else list(picture.shown[s]) for s in self.seats]

    def seal(self, raw, table):
        if self.secrecy != SEALED:
            return raw
        return [None if cards is None else [table.seal(card) for card in cards] for cards in raw]

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return "shape"
        for i in range(len(answer)):
            cards = answer[i]
            if cards is None and self.decline:
                continue
            if not isinstance(cards, list) or not self.least <= len(cards) <= self.most:
                return "shape"
            for card in cards:
                why = impossible(card, self.secrecy == SEALED, table)
                if why is None and cards.count(card) > 1:
                    why = "twice"
                if why is None and self.rule is not None and table.sees(card):
                    why = self.rule(table, self.seats[i], table.peek(card))
                if why:
                    return why
        return None

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            if not picture.done[seat]:
                tasks[seat] = PRESS_OK if len(picture.shown[seat]) == self.most else SHOW
        return tasks


class Clear(Ask):
    """All pads are empty. `take`: the seat that takes everything; `keep`: these seats (True: all) take back
    their own cards and all others are out of play; neither: what lies there simply goes. Until then a
    recorded card may leave its pad and return; any other card is wrong. The answer is an empty list.
    """

    def __init__(self, take=None, keep=False, what="clear", args=()):
        Ask.__init__(self, what, args)
        self.take = take
        self.keep = keep

    def why_wrong(self, picture, table, place):
        lying = picture.lying[place]
        if lying is None or lying == picture.recorded[place]:
            return None
        if self.take is not None or self.keep:
            return "not-the-recorded-card"
        return None

    def verdict(self, picture, table, place):
        if picture.lying[place] is None:
            return EMPTY
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
            if picture.lying[place] is not None:
                return None
        return []

    def settle(self, answer, picture, table):
        picture.cleared()

    def fits(self, answer, table):
        return None if answer == [] else "shape"

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        for seat in range(table.seats):
            if picture.lying[seat] is not None:
                tasks[seat] = LIFT
        if self.take is not None:
            tasks[self.take] = TAKE_ALL
        return tasks
