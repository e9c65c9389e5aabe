"""The closed list of what a script can wait for.

    Lay      every named place holds one fitting card (and a seat has pressed OK)
    Show     cards shown to one pad one after another; each is a part record
    Clear    all pads are empty
    Poll     every seat has pressed a key, or a quorum has
    Choose   a seat picks one of the offered rows
    Call     any seat speaks up
    First    the first of several asks to be answered
    All      several asks, all answered
    Pause    time goes by
    Chance   a number drawn by the table
    Reveal   the Pico opens sealed values
    Weigh    the Pico computes over sealed values and states the public verdict

Fixed against the rules of DemoS, Democracy and Democrazy: nothing else is waited for.

An ask is a value without state. Everything that happens lives in the picture, and `judge`
looks at the whole of it, so asking twice, or again after a power cut, does no harm:

    judge(picture, table)             the raw answer, or None while something is missing
    seal(raw, table)                  the answer as recorded: sealed values become handles
    fits(answer, table)               None, or the code of why a recorded answer is impossible here
    settle(answer, picture, table)    what lies on the pads has answered: mark it old, book it
    verdict(picture, table, place)    the state of one place, as a code below
    refuses(picture, table, place, key)   None if the key counts now, else the code of why not
    prompt(picture, table)            (what, args, tasks by seat, verdicts by place): who must do what
"""

from cardtable.micro import const

from .cards import FOREIGN, SEVERAL, UNKNOWN, is_card, is_handle

# Places: a seat's pad has the seat's number; the middle of the table comes after the last seat.
MOST_SEATS = const(10)
CENTRE = const(10)
CENTRE_2 = const(11)
PLACES = const(12)

# Keys
YES = const(1)
NO = const(2)
OK = const(3)
HOLD_NO = const(4)
KEY_NAMES = ("", "yes", "no", "ok", "hold-no")

# Who may know a value: at once, when the ask closes, or only when a rule reveals it.
OPEN = const(0)
UNTIL_CLOSED = const(1)
SEALED = const(2)

# Verdicts on a place
EMPTY = const(0)  # nothing lies there and nothing is asked
MISSING = const(1)  # a card is asked for
FINE = const(2)  # the card asked for lies there
EARLY = const(3)  # a card nobody asked for yet; tolerated, its turn comes
OLD = const(4)  # has answered an earlier ask and may stay
WRONG = const(5)  # cannot be accepted; `why_wrong` says why
REMOVE = const(6)  # has answered an earlier ask and must go
TAKE = const(7)  # belongs to the winner, who takes it with all others
KEEP = const(8)  # goes back to the owner of the pad
OUT = const(9)  # out of play, lost to all

# Tasks of a seat
NOTHING = const(0)
LAY = const(1)
PRESS_OK = const(2)
PRESS_YES_NO = const(3)
PICK = const(4)
SHOW = const(5)
TAKE_ALL = const(6)
LIFT = const(7)
MAY_CALL = const(8)


class Ok:
    """`until=Ok(seat)`: the ask closes when this seat presses OK."""

    def __init__(self, seat):
        self.seat = seat


class Ask:
    """What every ask offers; `what` is the stable code that the display's words hang on."""

    auto = False

    def __init__(self, what, args=()):
        self.what = what
        self.args = args

    def judge(self, picture, table):
        """The raw answer that the picture gives, or None while something is missing."""
        raise NotImplementedError

    def seal(self, raw, table):
        """The answer as it is recorded."""
        return raw

    def part(self, picture, table):
        """The next part of an answer that comes piece by piece, or None."""
        return None

    def settle(self, answer, picture, table):
        """Mark what has answered; called when the answer is recorded and when it is replayed."""

    def place_of(self, place):
        """True if a card on this place could answer this ask."""
        return False

    def why_wrong(self, picture, table, place):
        """The code of why the card on `place` cannot be accepted, or None."""
        lying = picture.lying[place]
        if lying is None or picture.is_old(place):
            return None
        return _unusable(lying, picture, table, place)

    def verdict(self, picture, table, place):
        if picture.lying[place] is None:
            return EMPTY
        if picture.is_old(place):
            return REMOVE
        return WRONG if self.why_wrong(picture, table, place) else EARLY

    def refuses(self, picture, table, place, key):
        return "not-asked"

    def tasks(self, picture, table):
        """The task of every seat (or, while seats are being taken, of every pad), as a list."""
        return [NOTHING] * MOST_SEATS

    def prompt(self, picture, table):
        verdicts = [self.verdict(picture, table, place) for place in range(PLACES)]
        return (self.what, self.args, self.tasks(picture, table), verdicts)

    def fits(self, answer, table):
        return None


def _unusable(lying, picture, table, place):
    """Why a tag can be no card here, whatever the rules ask for: the code, or None."""
    if lying == SEVERAL:
        return "several"
    if lying == FOREIGN:
        return "foreign"
    if lying == UNKNOWN:
        return "unreadable"
    if not table.in_deck(lying):
        return "not-in-deck"
    if picture.count(lying) > 1:
        return "twice"
    if table.where(lying) is not None and not picture.is_old(place):
        return "already-played"
    return None


class Lay(Ask):
    """One fitting card on each of `places`; exchangeable until the ask is answered.

    `secrecy` SEALED: the answer holds handles. `until=Ok(seat)`: answered in the instant that
    seat presses OK with every card in place. `still`: places where an old card may stay.
    `by`: the seat whose task a card in the middle is. `rule(table, place, card)`: None, or the
    code of why this card does not fit. The answer is the list of cards in the order of `places`.
    """

    def __init__(self, places, what, secrecy=OPEN, until=None, still=(), by=None, rule=None, args=()):
        Ask.__init__(self, what, args)
        self.places = places
        self.secrecy = secrecy
        self.until = until
        self.still = still
        self.by = by
        self.rule = rule

    def place_of(self, place):
        return place in self.places

    def why_wrong(self, picture, table, place):
        lying = picture.lying[place]
        if lying is None or picture.is_old(place):
            return None
        why = _unusable(lying, picture, table, place)
        if why is None and self.rule is not None and place in self.places:
            why = self.rule(table, place, lying)
        return why

    def verdict(self, picture, table, place):
        asked = place in self.places
        if picture.lying[place] is None:
            return MISSING if asked else EMPTY
        if picture.is_old(place):
            return OLD if place in self.still and not asked else REMOVE
        if self.why_wrong(picture, table, place):
            return WRONG
        return FINE if asked else EARLY

    def _complete(self, picture, table):
        for place in self.places:
            if self.verdict(picture, table, place) != FINE:
                return False
        return True

    def refuses(self, picture, table, place, key):
        if self.until is None or key != OK:
            return "not-asked"
        if place != self.until.seat:
            return "not-your-key"
        return None if self._complete(picture, table) else "not-all-laid"

    def judge(self, picture, table):
        if self.until is not None and picture.keys[self.until.seat] != OK:
            return None
        if not self._complete(picture, table):
            return None
        return [picture.lying[place] for place in self.places]

    def seal(self, raw, table):
        return [table.seal(card) for card in raw] if self.secrecy == SEALED else raw

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != len(self.places):
            return "shape"
        for i in range(len(answer)):
            value = table.peek(answer[i])
            if is_handle(answer[i]) != (self.secrecy == SEALED):
                return "secrecy"
            if is_handle(value):
                continue  # sealed, and this referee cannot see it
            if not is_card(value) or not table.in_deck(value):
                return "not-in-deck"
            if table.where(value) is not None:
                return "already-played"
            if self.rule is not None and self.rule(table, self.places[i], value):
                return self.rule(table, self.places[i], value)
            for j in range(i):
                if table.peek(answer[j]) == value:
                    return "twice"
        return None

    def settle(self, answer, picture, table):
        for i in range(len(self.places)):
            table.book(answer[i], self.places[i])
            picture.answered(self.places[i], table.peek(answer[i]))

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        complete = True
        for place in self.places:
            if self.verdict(picture, table, place) != FINE:
                complete = False
                doer = place if place < table.seats else self.by
                if doer is not None:
                    tasks[doer] = LAY
        if complete and self.until is not None:
            tasks[self.until.seat] = PRESS_OK
        return tasks

    def prompt(self, picture, table):
        prompt = Ask.prompt(self, picture, table)
        if self.until is not None and self._complete(picture, table):
            return (self.what + "-ok",) + prompt[1:]
        return prompt


class Show(Ask):
    """Each of `seats` shows `least` to `most` cards to its own pad, one after another, all seats at once.

    OK ends a seat's showing, NO takes back what it showed, NO with nothing shown declines where
    `decline` allows it. Cards shown go back to the hand. Parts: `[seat, card]`, `[seat, "ok"]`,
    `[seat, "back"]`, `[seat, "declined"]`. The answer is a list by seat of the cards, None if declined.
    """

    def __init__(self, seats, least, most, what, decline=False, secrecy=OPEN, rule=None, args=()):
        Ask.__init__(self, what, args)
        self.seats = seats
        self.least = least
        self.most = most
        self.decline = decline
        self.secrecy = secrecy
        self.rule = rule

    def place_of(self, place):
        return place in self.seats

    def why_wrong(self, picture, table, place):
        lying = picture.lying[place]
        if lying is None or picture.is_old(place):
            return None
        why = _unusable(lying, picture, table, place)
        if why is None and place in self.seats:
            if picture.done[place]:
                why = "shown-already"
            else:
                for value in picture.shown[place]:
                    if table.peek(value) == lying:
                        why = "shown-already"
                if why is None and len(picture.shown[place]) >= self.most:
                    why = "too-many"
                if why is None and self.rule is not None:
                    why = self.rule(table, place, lying)
        return why

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

    def refuses(self, picture, table, place, key):
        if place not in self.seats or picture.done[place]:
            return "not-asked"
        if key == OK and len(picture.shown[place]) < self.least:
            return "not-all-shown"
        if key == NO and not picture.shown[place] and not self.decline:
            return "not-asked"
        return None if key in (OK, NO) else "not-asked"

    def judge(self, picture, table):
        for seat in self.seats:
            if not picture.done[seat]:
                return None
        return [None if picture.done[s] == "declined" else list(picture.shown[s]) for s in self.seats]

    def fits(self, answer, table):
        return None if isinstance(answer, list) and len(answer) == len(self.seats) else "shape"

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            if not picture.done[seat]:
                tasks[seat] = PRESS_OK if len(picture.shown[seat]) == self.most else SHOW
        return tasks


class Clear(Ask):
    """All pads are empty. `take`: the seat that takes everything; `keep`: every seat takes back its own
    card and the middle is out of play; neither: what lies there simply goes. Until then a recorded
    card may leave its pad and return; any other card is wrong. The answer is an empty list.
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
            return KEEP if place < table.seats else OUT
        return REMOVE

    def judge(self, picture, table):
        for place in range(PLACES):
            if picture.lying[place] is not None:
                return None
        return []

    def settle(self, answer, picture, table):
        picture.cleared()

    def fits(self, answer, table):
        return None if answer == [] else "shape"

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        for seat in range(table.seats):
            if picture.lying[seat] is not None:
                tasks[seat] = LIFT
        if self.take is not None:
            tasks[self.take] = TAKE_ALL
        return tasks


class Poll(Ask):
    """Each of `seats` presses one of `keys`, changeable until all have (or `quorum` of them hold the first key).

    `tally(keys)`: a SEALED poll is answered by this public verdict alone. Otherwise the answer is
    the list of keys in the order of `seats`, None where a quorum closed the poll without that seat.
    """

    def __init__(self, seats, keys, what, secrecy=OPEN, quorum=None, tally=None, args=()):
        Ask.__init__(self, what, args)
        self.seats = seats
        self.keys = keys
        self.secrecy = secrecy
        self.quorum = quorum
        self.tally = tally

    def refuses(self, picture, table, place, key):
        return None if place in self.seats and key in self.keys else "not-asked"

    def judge(self, picture, table):
        pressed = [picture.keys[seat] for seat in self.seats]
        if self.quorum is not None:
            if pressed.count(self.keys[0]) < self.quorum:
                return None
            return [key if key == self.keys[0] else None for key in pressed]
        if None in pressed:
            return None
        return pressed

    def seal(self, raw, table):
        return self.tally(raw) if self.secrecy == SEALED else raw

    def fits(self, answer, table):
        if self.secrecy == SEALED:
            return None
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return "shape"
        if self.quorum is not None:
            return None if answer.count(self.keys[0]) == self.quorum else "quorum"
        for key in answer:
            if key not in self.keys:
                return "key"
        return None

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            if picture.keys[seat] is None:
                tasks[seat] = PRESS_OK if self.keys == (OK,) else PRESS_YES_NO
        return tasks


class Choose(Ask):
    """`seat` picks one of `rows` (stable codes): YES steps to the next row, NO starts over, OK takes it.

    `by_card(card)`: the row that a card shown on the seat's pad stands for, or None. `default`: the row
    that OK alone takes. The answer is the number of the row, sealed if `secrecy` says so.
    """

    def __init__(self, seat, rows, what, secrecy=OPEN, default=None, by_card=None, args=()):
        Ask.__init__(self, what, args)
        self.seat = seat
        self.rows = rows
        self.secrecy = secrecy
        self.default = default
        self.by_card = by_card

    def row(self, picture, table):
        """The row now picked, or None."""
        lying = picture.lying[self.seat]
        if self.by_card is not None and lying is not None and not picture.is_old(self.seat):
            if _unusable(lying, picture, table, self.seat) is None:
                return self.by_card(lying)
        steps = picture.steps[self.seat]
        return (steps - 1) % len(self.rows) if steps else self.default

    def place_of(self, place):
        return self.by_card is not None and place == self.seat

    def refuses(self, picture, table, place, key):
        if place != self.seat or key not in (YES, NO, OK):
            return "not-asked"
        if key == OK and self.row(picture, table) is None:
            return "pick-first"
        return None

    def judge(self, picture, table):
        return self.row(picture, table) if picture.keys[self.seat] == OK else None

    def seal(self, raw, table):
        return table.seal(raw) if self.secrecy == SEALED else raw

    def settle(self, answer, picture, table):
        if picture.lying[self.seat] is not None:
            picture.answered(self.seat, picture.lying[self.seat])

    def fits(self, answer, table):
        value = table.peek(answer)
        if is_handle(answer) != (self.secrecy == SEALED):
            return "secrecy"
        if is_handle(value):
            return None
        return None if isinstance(value, int) and 0 <= value < len(self.rows) else "row"

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        if not (picture.keys[self.seat] == OK):
            tasks[self.seat] = PICK
        return tasks


class Call(Ask):
    """Any of `seats` may speak up with one of `keys`. The answer is `[seat, key]`.

    Where several have pressed before the table looked, the order of `seats` decides.
    """

    def __init__(self, seats, keys, what, args=()):
        Ask.__init__(self, what, args)
        self.seats = seats
        self.keys = keys

    def refuses(self, picture, table, place, key):
        return None if place in self.seats and key in self.keys else "not-asked"

    def judge(self, picture, table):
        for seat in self.seats:
            if picture.keys[seat] in self.keys:
                return [seat, picture.keys[seat]]
        return None

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != 2:
            return "shape"
        return None if answer[0] in self.seats and answer[1] in self.keys else "key"

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            tasks[seat] = MAY_CALL
        return tasks


class _Several(Ask):
    """What First and All share: each place and key goes to the sub-ask that wants it."""

    def __init__(self, *asks):
        Ask.__init__(self, asks[0].what, asks[0].args)
        self.asks = asks

    def place_of(self, place):
        for ask in self.asks:
            if ask.place_of(place):
                return True
        return False

    def _owner(self, place):
        for ask in self.asks:
            if ask.place_of(place):
                return ask
        return self.asks[0]

    def why_wrong(self, picture, table, place):
        return self._owner(place).why_wrong(picture, table, place)

    def verdict(self, picture, table, place):
        return self._owner(place).verdict(picture, table, place)

    def refuses(self, picture, table, place, key):
        code = "not-asked"
        for ask in self.asks:
            code = ask.refuses(picture, table, place, key)
            if code is None:
                return None
        return code

    def tasks(self, picture, table):
        tasks = [NOTHING] * MOST_SEATS
        for ask in self.asks:
            more = ask.tasks(picture, table)
            for seat in range(MOST_SEATS):
                if tasks[seat] in (NOTHING, MAY_CALL) and more[seat] != NOTHING:
                    tasks[seat] = more[seat]
        return tasks


class First(_Several):
    """Answered by the first of `asks` that is, in this order. The answer is `[number, its answer]`."""

    def judge(self, picture, table):
        for i in range(len(self.asks)):
            raw = self.asks[i].judge(picture, table)
            if raw is not None:
                return [i, raw]
        return None

    def seal(self, raw, table):
        return [raw[0], self.asks[raw[0]].seal(raw[1], table)]

    def settle(self, answer, picture, table):
        self.asks[answer[0]].settle(answer[1], picture, table)

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != 2 or not 0 <= answer[0] < len(self.asks):
            return "shape"
        return self.asks[answer[0]].fits(answer[1], table)


class All(_Several):
    """Answered when all of `asks` are. The answer is the list of their answers."""

    def judge(self, picture, table):
        raws = []
        for ask in self.asks:
            raw = ask.judge(picture, table)
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


class Pause(Ask):
    """`seconds` go by. The answer is an empty list."""

    def __init__(self, seconds, what="pause", args=()):
        Ask.__init__(self, what, args)
        self.seconds = seconds

    def judge(self, picture, table):
        return [] if picture.expired else None

    def fits(self, answer, table):
        return None if answer == [] else "shape"


class Chance(Ask):
    """A number from 0 to n - 1, drawn by the table from the seed it committed to."""

    auto = True

    def __init__(self, n, what="chance"):
        Ask.__init__(self, what)
        self.n = n

    def decide(self, table, index):
        return table.draw(index, self.n)

    def fits(self, answer, table):
        return None if isinstance(answer, int) and 0 <= answer < self.n else "range"


class Reveal(Ask):
    """The Pico opens sealed values. The answer is the list of what they are."""

    auto = True

    def __init__(self, values, what="reveal"):
        Ask.__init__(self, what)
        self.values = values

    def decide(self, table, index):
        return [table.peek(value) for value in self.values]

    def settle(self, answer, picture, table):
        for i in range(len(answer)):
            table.open(self.values[i], answer[i])

    def fits(self, answer, table):
        if not isinstance(answer, list) or len(answer) != len(self.values):
            return "shape"
        for i in range(len(answer)):
            if not isinstance(answer[i], int) or is_handle(answer[i]):
                return "still-sealed"
            known = table.peek(self.values[i])
            if not is_handle(known) and known != answer[i]:
                return "not-what-was-sealed"
            if table.is_booked(self.values[i]):
                if not is_card(answer[i]) or not table.in_deck(answer[i]):
                    return "not-in-deck"
                if table.is_open_card(answer[i]) or answer.count(answer[i]) > 1:
                    return "already-played"
        return None


class Weigh(Ask):
    """The Pico applies `rule(values)` to sealed values and states the verdict; checked when they are opened."""

    auto = True

    def __init__(self, rule, values, what="weigh"):
        Ask.__init__(self, what)
        self.rule = rule
        self.values = values

    def decide(self, table, index):
        return self.rule([table.peek(value) for value in self.values])

    def settle(self, answer, picture, table):
        table.weighed(self.rule, self.values, answer)
