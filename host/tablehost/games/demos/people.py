"""The players of DemoS and their cards: the People's Pack, hands, discards, the Power Pile, figures.

Places of the cards. `pool` is the People's Pack and `rest` the Power Pile, both from the top. A discard is on
its owner's pad and is moved to the row in front of the owner when the pad is needed; figures are before their
owner, in `pile`, in the order they were acquired; a Media that was used or cancelled is `gone`.

The knowledge of each player is kept in a `View`: own figures, figures drawn for a mate, the contents of talks
among mates, and the open cards.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games.demos.cards import is_figure, is_media, is_number, is_power
from cardtable.games.demos.combinations import all_of, points
from cardtable.games.demos.teams import line_ups, side_of
from tablehost.people import minds, room
from tablehost.people.hands import CannotDo
from tablehost.people.room import Home, Person
from tablehost.types import Args, Event, Fields, Json, Letters, Options

HAND = 5
DISCARDING = ("discard-openly", "discard-openly-ok", "discard-secret", "discard-must")
SHOWING = ("show-combination", "show-sequence")
ANNOUNCING = ("announce-E", "announce-L", "announce-J")
DRAWING = ("draw-figure", "give-figure")
# The default sides: partners sit apart; YES for the first side, NO, OK.
LINE_UP = {
    "2v2": [[0, 2], [1, 3]],
    "2v3": [[1, 3], [0, 2, 4]],
    "2v2+1": [[0, 2], [1, 3], [4]],
}
_SIDE_KEYS = (base.YES, base.NO, base.OK)
_PRESSED = ("yes", "no", "ok")
_ANSWERED = (base.OLD, base.REMOVE)
_COUNTED = (base.FINE, *_ANSWERED)


class View(minds.View):
    """The cards that one player sees and remembers. `seen` and `private`: the number cards of this round.

    sides      the seats of each side, [] before the table has announced them
    turn       of discards, counted from 1
    offered    the discards that may be taken now
    figures    by seat, in the order acquired: the card if this player knows it, else None
    open       the open figures; named: by card, the suit that a Media gave it
    drawn      the figure in hand, just drawn from the Power Pile
    favourite  the own suit, if suits are announced; announced: by seat, the suits of a trio, or None
    aim        the seat and the number of the figure that this player means to point at
    """

    def __init__(self, seat: int, seats: int, options: Options, deck: list[int], seen: set[int]) -> None:
        super().__init__(seat, seats, options, deck, [[] for _ in range(seats)], seen)
        self._numbers = {card for card in deck if is_number(card)}
        self.sides: list[list[int]] = []
        self.turn = 0
        self.offered: list[int] = []
        self.figures: list[list[int | None]] = [[] for _ in range(seats)]
        self.open: set[int] = set()
        self.named: dict[int, int] = {}
        self.drawn: int | None = None
        self.favourite: int | None = None
        self.announced: list[list[int] | None] = [None] * seats
        self.aim: tuple[int, int] | None = None

    @property
    def mates(self) -> list[int]:
        """Return the seats of the own side, this one among them."""
        for side in self.sides:
            if self.seat in side:
                return side
        return [self.seat]

    def unseen(self, hand: Sequence[int]) -> set[int]:
        """Return the number cards that may be in the pack or in other hands."""
        return self._numbers.difference(self.seen, self.private, hand)

    def as_fields(self, letters: Letters) -> Fields:
        """Return this knowledge as plain data, see `minds.View`; `named`: suits by card."""
        return super().as_fields(letters) | {
            "sides": self.sides,
            "turn": self.turn,
            "offered": minds.name_cards(self.offered, letters),
            "figures": [
                [None if card is None else cards.text(card, letters) for card in one] for one in self.figures
            ],
            "open": minds.name_cards(sorted(self.open), letters),
            "named": {cards.text(card, letters): cards.SUITS[suit] for card, suit in self.named.items()},
            "drawn": None if self.drawn is None else cards.text(self.drawn, letters),
            "favourite": None if self.favourite is None else cards.SUITS[self.favourite],
            "announced": [
                None if one is None else [cards.SUITS[suit] for suit in one] for one in self.announced
            ],
        }

    def name_option(self, kind: str, what: str, option: Any, letters: Letters) -> Json:
        """Return an option as plain data: numbers are cards, but the seats to give a figure to are not, nor
        the (seat, number) of a figure to point at.
        """
        if isinstance(option, list):
            return minds.name_cards(option, letters)
        if kind != "answer" and isinstance(option, int) and what != "give-figure":
            return cards.text(option, letters)
        return super().name_option(kind, what, option, letters)


class Discard:
    """A card that was discarded in a turn; `up`: it is open."""

    def __init__(self, card: int, turn: int, up: bool) -> None:
        self.card = card
        self.turn = turn
        self.up = up


class Room(room.Room):
    """The players of a match of DemoS.

    _on            by place: a card and its role there
    _owned         by seat, the figures in the order acquired
    _exchanging    the seat that has laid a discard and not yet drawn
    _given         the figure just drawn, until the prompt changes
    _taken_from    of the discard just taken: its former owner
    _plans         by seat: the combination it shows
    _confirmed     seats that have pressed OK after showing
    _wishes        by seat: the key it presses at the vote
    _talked        sides that have talked since the prompt
    _aim           the seat that points a Media, and the suit
    _pressed       by seat: the side that a user's hands have chosen
    _drawn         by seat: the cards drawn before the OK that confirms them
    """

    tries = frozenset({"not-this-one"})
    clearings = frozenset({"gather", "lay-out", "clear-final"})

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.mode = str(self.options["mode"])
        self._squares = self.mode != "learning"
        for person in self.people:
            person.view = View(person.seat, self.seats, self.options, self.deck, self.seen)
            person.pile = []
        self.pool = [card for card in self.deck if is_number(card)]
        self.rest = [card for card in self.deck if is_figure(card)]
        self.shuffle(self.rest)
        self.rows: list[list[int]] = [[] for _ in range(self.seats)]
        self.discards: list[Discard] = []
        self._on: dict[int, tuple[int, str]] = {}
        self._owned: list[list[int]] = [[] for _ in range(self.seats)]
        self.sides: list[list[int]] = []
        self._plan = [list(side) for side in LINE_UP.get(self.mode, [])]
        self._args: Any = ()
        self._tasks: list[int] = []
        self._day = 0
        self._exchanging: int | None = None
        self._given: int | None = None
        self._taken_from: tuple[int, Discard] | None = None
        self._plans: dict[int, list[int]] = {}
        self._confirmed: set[int] = set()
        self._laid: list[list[int]] = [[] for _ in range(self.seats)]
        self._paid: set[int] = set()
        self._wishes: dict[int, int] = {}
        self._talked: set[int] = set()
        self._aim: tuple[int, int] | None = None
        self._pressed: dict[int, int] = {}
        self._drawn: dict[int, int] = {}
        self._drew: tuple[int, int, int] | None = None  # day, turn and seat of the last draw
        self._learn_sides()

    def is_fresh(self, place: int) -> bool:
        """Return False: a card may be laid here that no player ever sees."""
        return False

    def elsewhere(self) -> list[int]:
        return [card for row in self.rows for card in row]

    def take_up_hidden(self, seat: int) -> None:
        """Let the others choose again the cards that they show, and their votes."""
        self._wishes.clear()
        self._confirmed.clear()
        self._plans = {}
        if self.what in SHOWING:
            for person in self.people:
                person.shown = []

    def hidden_from(self, seat: int) -> list[list[int]]:
        view = self.view(seat)
        numbers = view.unseen(self.people[seat].hand).difference([self.lying[seat]])
        figures = {card for card in self.deck if is_figure(card)}
        figures.difference_update(view.open, [view.drawn], self.gone, *view.figures, self._owned[seat])
        return [[card for card in self.all_cards() if card in group] for group in (numbers, figures)]

    def swap(self, change: dict[int, int]) -> None:
        super().swap(change)
        for place in (*self.rows, *self._owned, *self._laid):
            place[:] = [change.get(card, card) for card in place]
        for one in self.discards:
            one.card = change.get(one.card, one.card)
        self._on = {place: (change.get(card, card), how) for place, (card, how) in self._on.items()}
        self._given = None if self._given is None else change.get(self._given, self._given)
        for seat in range(self.seats):
            view = self.view(seat)
            view.drawn = None if view.drawn is None else change.get(view.drawn, view.drawn)
            for known in view.figures:
                known[:] = [None if card is None else change.get(card, card) for card in known]

    def view(self, seat: int) -> View:
        found = self.people[seat].view
        assert isinstance(found, View)
        return found

    def _learn_sides(self) -> None:
        for seat in range(self.seats):
            self.view(seat).sides = self.sides or ([] if self._plan else [[one] for one in range(self.seats)])

    def perceive(self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]) -> None:
        before = self.what
        self._tasks = list(tasks)
        if before != what or list(args) != list(self._args):
            self._turn_over(before, what, args)
            if what.startswith("sides-"):
                self.sides = [list(side) if isinstance(side, list) else [side] for side in args]
                self._learn_sides()
        if what.startswith("point-at"):
            self._aim = int(args[0]), cards.SUITS.index(str(args[1]))
        self._args = list(args)
        self._see_held(what, pads)
        self._see_answered(pads)
        if what != before:
            self._after_reveal(before, what)
        super().perceive(what, args, tasks, pads)

    def choose(
        self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> Iterator[list[Event]]:
        changed = self._draw_openly(what, pads)
        if changed:
            yield changed
        else:
            yield from super().choose(what, args, tasks, pads)

    # -- perceiving ---------------------------------------------------------------------------

    def notice_prompt(self, what: str, args: Args) -> None:
        before, self.what = self.what, what
        if before != what:
            self.notice(before, what)
        if what == "gather":
            self.redeal = True
        counting = what in ("count-first", "count-five")
        uncounted = what == "discard-openly" and self.options["deal_check"] == "off" and args[0] != self._day
        if uncounted or (counting and (before != what or args[0] != self._day)):
            self.deal(args[0], HAND)
        elif self.redeal and (counting or what == "discard-openly"):
            self.deal(args[0], HAND)
        if before != what:
            self._look_at_discards(what, args)

    def _look_at_discards(self, what: str, args: Args) -> None:
        turn = 0
        if what.startswith("discard-openly"):
            turn = 1
        elif what == "discard-secret":
            turn = 2
        elif what in ("discard-must", "draw-or-take"):
            turn = args[0]
        offered = [one.card for one in self.discards if one.up]
        for seat in range(self.seats):
            view = self.view(seat)
            view.turn = turn or view.turn
            view.offered = offered

    def _turn_over(self, before: str, what: str, args: Args) -> None:
        """Note a change of prompt: its consequences for the exchange before it, and for hidden cards."""
        seat = self._exchanging
        if seat is not None and before == "draw-or-take":
            if not (what in DISCARDING and self._tasks[seat] == base.LAY):
                self._exchanging = None
        elif seat is not None and what not in ("draw-or-take", "discard-openly", "discard-openly-ok"):
            self._fill_up(seat, before)
            self._exchanging = None
        if what == "discard-must" and args[0] == 3:
            for discard in self.discards:
                if discard.turn == 2 and not discard.up:
                    discard.up = True
                    self.seen.add(discard.card)
        if before == "show-media" and what != before:
            self._cancel_media()
        if before.startswith("sides-chosen"):
            self._pressed.clear()
        if what != before or what in DRAWING:
            self._talked.clear()
            self._given = self._taken_from = None
        if what != before:
            self._wishes.clear()
            self._confirmed.clear()
            for person in self.people:
                person.refused = []

    def _see_held(self, what: str, pads: Sequence[int]) -> None:
        """Note a card laid by a user's hand, once its lamp counts it, as the answer to the prompt.

        Its player may have left the seat by then.
        """
        counted = [seat for seat in range(self.seats) if pads[seat] in _COUNTED and not self._lies_as(seat)]
        for seat in sorted(counted, key=lambda seat: pads[seat] not in _ANSWERED):
            card = self.lying[seat]
            if card is None:
                continue
            turn = self.view(seat).turn
            asked = self._tasks[seat] != base.LAY if what in DISCARDING else what == "draw-or-take"
            free = self._exchanging is None or any(pads[one] in _ANSWERED for one in (seat, self._exchanging))
            if asked and free and is_number(card) and seat not in self.strays:
                self._note_discard(self.people[seat], card, turn, turn == 1)
            elif what in ("turn-up-first", "point-at") and is_figure(card):
                self._on[seat] = (card, "turned" if what == "turn-up-first" else "aimed")

    def _see_answered(self, pads: Sequence[int]) -> None:
        """Note a figure that was to be turned up, or pointed at, as open once its lamp counts it."""
        for place in range(self.seats):
            if pads[place] in _ANSWERED and (how := self._lies_as(place)) in ("turned", "aimed"):
                card = self.lying[place]
                assert card is not None
                self._on[place] = (card, "figure")
                self._open(card)
                if how == "aimed":
                    self._use_media(card)

    def _after_reveal(self, before: str, what: str) -> None:
        """Note all shown combinations, which all players have seen, and book their points."""
        if before in SHOWING:
            self._paid = set()
            for seat, person in enumerate(self.people):
                self._laid[seat] = list(person.shown)
                self.seen.update(person.shown)
                person.shown = []
                if self.options["points_for"] == "all":
                    self._book(seat)
            self._plans = {}
        elif before == "show-rest":
            for person in self.people:
                person.shown = []
        if what in DRAWING and self.options["points_for"] == "winner":
            for seat in range(self.seats):
                if self._tasks[seat] == base.LAY:
                    self._book(seat)

    def _book(self, seat: int) -> None:
        laid = self._laid[seat]
        if laid and seat not in self._paid:
            self._paid.add(seat)
            worth = points(laid, self.view(seat).favourite, self._squares)
            for person in self.people:
                person.view.totals[seat] += worth

    # -- the dealer's work --------------------------------------------------------------------

    def deal(self, day: int, hand: int) -> None:
        """Gather all number cards, shuffle, and deal `hand` to each, one by one; the pack stays as `pool`."""
        pack = list(self.pool)
        for seat, person in enumerate(self.people):
            pack += person.hand + self.rows[seat]
            person.hand, person.shown = [], []
            self.rows[seat] = []
            person.view.private.clear()
        for place, card in enumerate(self.lying):
            if card is not None:  # a player laid it too early
                for swept, home in self.sweep(place):
                    if is_number(swept):
                        pack.append(swept)
                    else:
                        self.put_back(swept, home)
        assert sorted(pack) == [card for card in self.deck if is_number(card)], "cards were lost or doubled"
        pack.sort()
        self.shuffle(pack)
        for _ in range(hand):
            for person in self.people:
                person.hand.append(pack.pop(0))
        self.pool = pack
        self.redeal = False
        self.part += 1
        self._day = day
        self.seen.clear()
        self.discards = []
        self._exchanging = None
        self._drawn = {}
        for person in self.people:
            person.hand.sort()
            person.view.hand_size = hand
            person.view.day = day
        self.deals.append((day, hand, [list(person.hand) for person in self.people], list(pack)))

    def _draw(self, person: Person) -> int:
        """Draw the top card of the pack, which is not empty, to the hand; return it."""
        card = self.pool.pop(0)
        person.hand.append(card)
        person.hand.sort()
        return card

    def _draw_openly(self, what: str, pads: Sequence[int]) -> list[Event]:
        """Draw for a seat whose open discard has its lamp lit; now and then change the discard first."""
        seat = self._exchanging
        if seat is None or not what.startswith("discard-openly"):
            return []
        person, card = self.people[seat], self.lying[seat]
        if card is None or pads[seat] not in (base.FINE, base.OLD):
            return []
        fidgets = pads[seat] == base.FINE and seat not in self.held
        if fidgets and self.has_whim():
            other = self.whims.choice(person.hand)
            self.discards.pop()
            self.seen.add(card)
            self.lying[seat] = None
            person.hand.append(card)
            person.hand.sort()
            return [("lifted", seat), self._discard(person, other, 1, True)]
        self._fill_up(seat, what)
        self._exchanging = None
        return []

    def _fill_up(self, seat: int, what: str) -> None:
        """Draw for the open discard of a seat, which has counted."""
        if what.startswith("discard-openly") and len(self.people[seat].hand) < HAND and self.pool:
            self._draw(self.people[seat])

    # -- acting -------------------------------------------------------------------------------

    def take_turn(
        self, person: Person, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        seat, task = person.seat, tasks[person.seat]
        if what == "take-seats":
            return super().take_turn(person, what, args, tasks, pads)
        if self._must_go(seat, task, pads[seat]):
            card = self.lying[seat]
            if pads[seat] == base.WRONG and card is not None:
                person.refused.append(card)
            lifted = [self.lift(person, pads[seat])]
            if self.trusted and task == base.LAY and what in DISCARDING:
                lifted += self._lay_for(person, what, args, pads)
            elif self.trusted and task == base.SHOW:
                lifted += self._show_cards(person, what)
            return lifted
        if what == "talk-then-deal":
            talk = self._talk_before_deal(person)
            if talk:
                return talk
        if task == base.LAY:
            return self._lay_for(person, what, args, pads)
        if task == base.SHOW or (task == base.PRESS_OK and what.startswith("show-") and what != "show-media"):
            return self._show_cards(person, what)
        if what in SHOWING and self._plans.get(seat) and self.has_whim(seldom=10):
            return self._take_back_shown(person)  # second thoughts, after OK
        if task == base.PRESS_OK:
            return self.ok(person, what, args, pads)
        if task == base.PRESS_YES_NO:
            return self._answer(person, what)
        if task == base.PICK:
            return self.pick(person, what, args)
        return []

    def _lies_as(self, place: int) -> str:
        """Return the role of the card on a place, "" if no player here has laid it."""
        card, how = self._on.get(place, (None, ""))
        return how if card is not None and card == self.lying[place] else ""

    def _must_go(self, seat: int, task: int, lamp: int) -> bool:
        """Return True if the card on the own pad must be taken off: a discard only when the pad is needed."""
        if self.lying[seat] is None:
            return False
        if task == base.LIFT or lamp in (base.REMOVE, base.WRONG):
            return True
        if lamp == base.EARLY:
            return True
        how = self._lies_as(seat)
        if not how or self.what in DRAWING:  # not a discard, or the pad is needed for a figure
            return lamp == base.OLD
        return lamp in (base.OLD, base.EMPTY) and how in ("figure", "taken", "suit", "shown")

    def put_away(self, person: Person, card: int, lamp: int) -> None:
        """Put a card off a pad where it belongs: hand, own figures, or the row of discards."""
        seat = person.seat
        known, how = self._on.pop(seat, (card, "shown"))
        if is_figure(card):
            self._to_pile(seat, card)
            return
        if how == "taken" and known == card and lamp not in _ANSWERED and self._exchanging == seat:
            self.put_back(card, self._home_of_taken(seat))
            return
        if how == "discard" and known == card:
            drawn = lamp == base.FINE and self.what.startswith("discard-openly")  # and not confirmed
            if drawn or (self._exchanging == seat and self.what in DISCARDING):  # taken back
                self.discards = [one for one in self.discards if one.card != card]
                self._exchanging = None if self._exchanging == seat else self._exchanging
            else:
                self.rows[seat].append(card)
                return
        person.hand.append(card)
        person.hand.sort()

    def put_back(self, card: int, home: Home) -> None:
        """Put a card back where it belongs; it is then no discard."""
        where, seat = home
        if where == "gone" and is_number(card):  # it is never out of play: turned up by hand
            where = "pool"
        if where == "row":
            self.rows[seat].append(card)
            if self._taken_from is not None and self._taken_from[1].card == card:
                self.discards.append(self._taken_from[1])
            return
        if where == "rest":
            self._ungive(seat, card)
            return
        if where != "spare" and any(one.card == card for one in self.discards):
            self.discards = [one for one in self.discards if one.card != card]
            self._exchanging = None if self._exchanging == seat else self._exchanging
        if where in ("hand", "pile") and is_figure(card):
            self._to_pile(seat, card)
        else:
            super().put_back(card, (where, seat))

    def _to_pile(self, seat: int, card: int) -> None:
        pile = self.people[seat].pile
        pile.append(card)
        pile.sort(key=self._owned[seat].index)

    def _place(self, source: list[int], card: int, place: int, how: str) -> Event:
        event = self.put(source, card, place)
        self._on[place] = (card, how)
        return event

    # -- for hands that fumble ----------------------------------------------------------------

    def careless(self, what: str, place: int) -> tuple[str, ...]:
        """Return the ways to fumble; a figure has counted before a second card could come on it."""
        if what.startswith("discard-openly"):
            return ("early", "wrong", "two", "misread")
        if what in (*DISCARDING, *SHOWING, "draw-or-take", "show-rest", "point-at"):
            return ("wrong", "two", "misread")
        return ("wrong", "misread") if what in (*DRAWING, "turn-up-first") else ()

    def is_awaited(self, place: int, task: int) -> bool:
        if place < self.seats:
            how = self._lies_as(place)
            if how in ("taken", "figure"):
                return self._counts_not_yet(place)
            if how == "aimed":
                return self.what.startswith("point-at")
            if how == "shown" and self.what.startswith("show-"):
                return True
        return super().is_awaited(place, task)

    def _counts_not_yet(self, place: int) -> bool:
        """Return True if a discard to be taken, or a figure just drawn, is there and still to be read."""
        if self._lies_as(place) == "taken":
            return self.what == "draw-or-take" and self._exchanging == place
        return self.what in DRAWING and self._given is not None and self._given == self.lying[place]

    def _is_final(self, place: int) -> bool:
        """Return True if the discard there has counted for good."""
        if self.what.startswith("discard-openly"):
            return self.discards[-1].card != self.lying[place]
        return self.what not in DISCARDING or self._exchanging != place

    def home(self, place: int) -> Home:
        if place < self.seats and self._counts_not_yet(place):
            if self._lies_as(place) == "figure":
                return ("rest", place)
            return self._home_of_taken(place)
        elif place < self.seats and self._lies_as(place) == "discard" and self._is_final(place):
            return ("row", place)
        return super().home(place)

    def _home_of_taken(self, seat: int) -> Home:
        """Return the row from which this seat has taken a discard that does not count yet."""
        return ("hand", seat) if self._taken_from is None else ("row", self._taken_from[0])

    def mistaken(self, place: int, chance: random.Random) -> tuple[int, Home] | None:
        """Return a figure where a number card is due or the other way round, or a discard that no player may
        take.
        """
        person = self.people[place]
        allowed = {one.card for one in self.discards if one.turn == self.view(place).turn}
        if self.what == "draw-or-take":
            allowed.update(self.view(place).offered)
        reach = [("pile", person.pile), ("row", self.rows[place])]
        if self.what in (*DRAWING, "turn-up-first", "point-at"):
            reach = [("hand", person.hand)]
        found = [(card, where, source) for where, source in reach for card in source if card not in allowed]
        if not found:
            return None
        card, where, source = chance.choice(found)
        source.remove(card)
        return card, (where, place)

    # -- laying -------------------------------------------------------------------------------

    def _lay_for(self, person: Person, what: str, args: Args, pads: Sequence[int]) -> list[Event]:
        seat = person.seat
        if what in DRAWING:
            return self._draw_figure(person, what)
        if what == "point-at":
            return self._point(person, what, args)
        if self.lying[seat] is not None:
            return []
        if what == "turn-up-first":
            hidden = [
                card
                for card in person.pile
                if card not in self.view(seat).open and card not in person.refused
            ]
            if not hidden:
                person.refused = []
                return []
            card = hidden[self.ask(person, "row", what, hidden)]
            return [self._place(person.pile, card, seat, "turned")]
        if what not in DISCARDING:
            return []
        hand = [card for card in person.hand if card not in person.refused]
        if not hand:
            return []
        if what == "discard-secret" and self.ask(person, "row", what, ("exchange", "keep")):
            return [("key", seat, base.NO)]
        card = hand[self.ask(person, "card", what, hand)]
        turn = self.view(seat).turn
        return [self._discard(person, card, turn, turn == 1)]

    def _discard(self, person: Person, card: int, turn: int, up: bool) -> Event:
        event = self._place(person.hand, card, person.seat, "discard")
        self._note_discard(person, card, turn, up)
        return event

    def _note_discard(self, person: Person, card: int, turn: int, up: bool) -> None:
        self._on[person.seat] = (card, "discard")
        self.discards.append(Discard(card, turn, up))
        if self._exchanging is not None and self._exchanging != person.seat:
            self._fill_up(self._exchanging, self.what)
        self._exchanging = person.seat
        if up:
            self.seen.add(card)
        person.view.private.add(card)

    def ok(self, person: Person, what: str, args: Args, pads: Sequence[int]) -> list[Event]:
        seat = person.seat
        if what == "draw-or-take":
            return self._draw_or_take(person, what)
        if what.startswith("point-at") and self.has_whim():
            return [("key", seat, base.NO)]
        if what == "show-media":
            self._open(*[card for card in person.pile if is_media(card)])
        if what == "turn-up-figures":
            self._open(*person.pile)
        return [("key", seat, base.OK)]

    def _draw_or_take(self, person: Person, what: str) -> list[Event]:
        """Draw from the pack, or lay an open discard on the own pad and take it; NO for a change."""
        seat = person.seat
        if self._lies_as(seat) == "taken":
            return []  # it counts once another wrong card has gone
        if self.has_whim():
            self._take_up_moved(person)
            return [("key", seat, base.NO)]
        there = [one.card for one in self.discards if one.card not in person.refused]
        offered = [card for card in self.view(seat).offered if card in there]
        row = self.ask(person, "row", what, ("draw", *offered))
        if row == 0:
            now = (self._day, self.view(seat).turn, seat)
            if self._drew != now:  # else the power went before the OK counted
                if not self.pool:
                    return []  # the last card lies in the middle
                self._draw(person)
                self._drew = now
            return [("key", seat, base.OK)]
        return self._take_discard(person, offered[row - 1])

    def _take_discard(self, person: Person, card: int) -> list[Event]:
        """Lay an open discard on the own pad, from any place."""
        seat = person.seat
        events: list[Event] = []
        for place in range(self.seats):
            if self.lying[place] is not None and (place == seat or self.lying[place] == card):
                events += self._to_row(place)
        owner = next(one for one in range(self.seats) if card in self.rows[one])
        discard = next(one for one in self.discards if one.card == card)
        self._taken_from = owner, discard
        self.discards.remove(discard)
        return [*events, self._place(self.rows[owner], card, seat, "taken")]

    def _take_up_moved(self, person: Person) -> None:
        """Take a discard back to the hand: the card for which it was moved on was not taken."""
        row, turn = self.rows[person.seat], self.view(person.seat).turn
        for card in [one.card for one in self.discards if one.turn == turn and one.card in row]:
            row.remove(card)
            self.put_back(card, ("hand", person.seat))

    def _to_row(self, seat: int) -> list[Event]:
        """Move the discard on a pad to the row in front of its owner; cards that strayed there are put
        back.
        """
        home = self.home(seat) if self._counts_not_yet(seat) else ("row", seat)
        self._on.pop(seat, None)
        events = self.unstack(seat)
        self.put_back(self.take_off(seat), self.strays.pop(seat, home))
        return [*events, ("lifted", seat)]

    # -- showing ------------------------------------------------------------------------------

    def _show_cards(self, person: Person, what: str) -> list[Event]:
        """Show the chosen cards, one by one, then OK; NO with none to show, if another card was shown, or if
        OK did not count. Cards that the table refuses a second time it has seen.
        """
        seat = person.seat
        if self.lying[seat] is not None:
            return []
        person.shown += [card for card in person.refused if card not in person.shown]
        person.refused = []
        if what == "show-rest":
            wanted = [card for card in person.hand if card not in self._laid[seat]]
        else:
            if seat not in self._plans or not person.shown:
                self._plans[seat] = self._combination(person, what)
            wanted = self._plans[seat]
            if not wanted:
                return self._take_back_shown(person)
        another = seat in self._confirmed or any(card not in wanted for card in person.shown)
        another = another or any(card not in person.hand for card in wanted)  # exchanged by other hands
        if another or (person.shown and self.has_whim(seldom=5)):
            return self._take_back_shown(person)
        left = [card for card in wanted if card not in person.shown]
        if self.trusted or not left:
            self._confirmed.add(seat)
            person.shown += left
            shown = [event for card in left for event in (("laid", seat, card), ("lifted", seat))]
            return [*shown, ("key", seat, base.OK)]
        person.shown.append(left[0])
        return [self._place(person.hand, left[0], seat, "shown")]

    def _take_back_shown(self, person: Person) -> list[Event]:
        person.shown = []
        self._confirmed.discard(person.seat)
        return [("key", person.seat, base.NO)]

    def _combination(self, person: Person, what: str) -> list[int]:
        found = all_of(person.hand, self._squares, self.view(person.seat).favourite)
        if not found:
            return []
        rows = [*found, []]
        return list(rows[self.ask(person, "row", what, rows)])

    # -- keys ---------------------------------------------------------------------------------

    def _answer(self, person: Person, what: str) -> list[Event]:
        seat = person.seat
        if what in ("count-first", "count-five"):
            return [("key", seat, base.OK if self.is_full(person, what, ()) else base.NO)]
        if what.startswith("sides-chosen"):
            return [("key", seat, base.OK)]
        if what.startswith("choose-"):
            if any(one not in self._pressed for one in self.held):
                return []  # players with other hands choose first
            return [("key", seat, _SIDE_KEYS[side_of(self._plan, seat)])]
        if what in ("vote", "team-vote"):
            return self._vote(person)
        return [("key", seat, self.yes_no(person, what, ()))]

    def is_full(self, person: Person, what: str, args: Args) -> bool:
        return len(person.hand) == HAND

    def _vote(self, person: Person) -> list[Event]:
        """Vote: a side must agree, and a player who wishes a veto asks the others for a talk."""
        seat = person.seat
        mates = [one for one in self.view(seat).mates if one not in self.held]
        for one in mates:
            if one not in self._wishes:
                asked = self.people[one]
                row = self.ask(asked, "row", "vote", ("yes", "no"), hand=self._whole(asked))
                self._wishes[one] = base.NO if row else base.YES
        talk: list[Event] = []
        side = min(mates)
        wishes = {self._wishes[one] for one in mates}
        if len(wishes) > 1 and side not in self._talked:
            self._talked.add(side)
            caller = next(one for one in mates if self._wishes[one] == base.NO)
            talk = [("key", caller, base.OK), ("key", caller, base.OK)]
            for one in mates:
                asked = self.people[one]
                whole = self._whole(asked)
                if self._wishes[one] == base.YES and self.ask(
                    asked, "row", "veto-too", ("no", "yes"), hand=whole
                ):
                    self._wishes[one] = base.NO
        return [*talk, ("key", seat, self._wishes[seat])]

    def _whole(self, person: Person) -> list[int]:
        """Return the hand, and the cards of it that are still on the pad: the card just taken, or one too
        many.
        """
        seat = person.seat
        there = [card for card, home in self.on_top.get(seat, ()) if home == ("hand", seat)]
        card = self.lying[seat]
        if card is not None and self._lies_as(seat) == "taken":
            there.append(card)
        return sorted([*person.hand, *there])

    def _talk_before_deal(self, person: Person) -> list[Event]:
        """Talk in a team: its players reveal figures that their mates do not know of."""
        seat = person.seat
        mates = self.view(seat).mates
        if len(mates) < 2 or min(mates) in self._talked:
            return []
        self._talked.add(min(mates))
        news = any(card is None for one in mates for mate in mates for card in self.view(one).figures[mate])
        if not news or self.ask(person, "row", "talk", ("talk", "quiet")):
            return []
        self._tell_figures(mates)
        return [("key", seat, base.YES), ("key", seat, base.OK)]

    def _tell_figures(self, mates: Sequence[int]) -> None:
        for one in mates:
            for mate in mates:
                self.view(one).figures[mate] = list(self._owned[mate])

    def pick(self, person: Person, what: str, args: Args) -> list[Event]:
        """Return a suit for a Media may be named by a number card of it."""
        seat = person.seat
        row = self.ask(person, "row", what, args)
        if what == "favourite":
            self.view(seat).favourite = row
        if what in ANNOUNCING:
            self._announce(seat, str(args[row]))
        by_card = what == "media-suit" and row < len(cards.SUITS) and self.whims.random() < 0.5
        if by_card and self.fidget > 0:
            for card in person.hand:
                if cards.suit_of(card) == row and self.lying[seat] is None:
                    return [self._place(person.hand, card, seat, "suit"), ("key", seat, base.OK)]
        return self.step_to(person, row)

    def _announce(self, seat: int, suit: str) -> None:
        """Announce a trio's next suit; `nothing` is no trio."""
        if suit in cards.SUITS:
            for one in range(self.seats):
                announced = self.view(one).announced
                announced[seat] = [*(announced[seat] or []), cards.SUITS.index(suit)]

    # -- figures ------------------------------------------------------------------------------

    def _draw_figure(self, person: Person, what: str) -> list[Event]:
        """Draw from the Power Pile, look, and lay the figure face down on the pad of its new owner."""
        seat = person.seat
        view = self.view(seat)
        assert self.rest, "the Power Pile is empty"
        talk: list[Event] = []
        mates = view.mates if what == "give-figure" else [seat]
        free = [one for one in mates if self.lying[one] is None]
        if not free or any(one not in free and one not in self.held for one in mates):
            return []  # its owner takes the card there away first
        view.drawn = self.rest[0]
        if len(mates) > 1 and not self.ask(person, "row", "talk", ("talk", "quiet")):
            self._tell_figures(mates)
            talk = [("key", seat, base.YES), ("key", seat, base.OK)]
        owner = free[self.ask(person, "row", what, free)] if len(free) > 1 else free[0]
        view.drawn = None
        return [*talk, self._give(seat, owner, mates if talk else ())]

    def _give(self, drawer: int, owner: int, told: Sequence[int] = ()) -> Event:
        """Lay the top figure of the Power Pile before `owner`; the drawer has seen it, and the seats `told`
        know it.
        """
        card = self.rest[0]
        self._owned[owner].append(card)
        for one in range(self.seats):
            knows = one in (drawer, owner) or one in told
            self.view(one).figures[owner].append(card if knows else None)
        self._given = card
        return self._place(self.rest, card, owner, "figure")

    def _ungive(self, owner: int, card: int) -> None:
        """Put the figure just given to `owner` back on the Power Pile: it was not laid well."""
        self.rest.insert(0, card)
        self._owned[owner].remove(card)
        for one in range(self.seats):
            self.view(one).figures[owner].pop()

    def _open(self, *figures: int) -> None:
        """Open these figures: all players see them."""
        for card in figures:
            seat = next(seat for seat in range(self.seats) if card in self._owned[seat])
            index = self._owned[seat].index(card)
            for one in range(self.seats):
                self.view(one).figures[seat][index] = card
                self.view(one).open.add(card)

    def _cancel_media(self) -> None:
        """Cancel both Media of a player who has both, except an Independent."""
        for seat, person in enumerate(self.people):
            media = [card for card in person.pile if is_media(card)]
            if len(media) < 2 or (self.mode == "2v2+1" and len(self.view(seat).mates) == 1):
                continue
            for card in media:
                index = self._owned[seat].index(card)
                person.pile.remove(card)
                self.gone.append(card)
                del self._owned[seat][index]
                for one in range(self.seats):
                    del self.view(one).figures[seat][index]

    def _point(self, person: Person, what: str, args: Args) -> list[Event]:
        """Point at a hidden power card of another player, which is laid face down on its owner's pad."""
        targets = self._targets(person)
        if not targets or any(self._lies_as(place) == "aimed" for place in range(self.seats)):
            return []
        seat, index = targets[self.ask(person, "row", what, targets)]
        return [self._place(self.people[seat].pile, self._owned[seat][index], seat, "aimed")]

    def _targets(self, holder: Person) -> list[tuple[int, int]]:
        """Return (seat, number of the figure) of all that a Media may be pointed at, where the pad is
        free.
        """
        return [
            (other.seat, self._owned[other.seat].index(card))
            for other in self.people
            if other is not holder and self.lying[other.seat] is None
            for card in other.pile
            if is_power(card) and card not in self.view(holder.seat).open
        ]

    def _use_media(self, card: int) -> None:
        """Lay the Media of the pointing player on the card."""
        if self._aim is None:
            return
        holder, suit = self._aim
        self._aim = None
        for one in range(self.seats):
            self.view(one).named[card] = suit
        person = self.people[holder]
        media = [one for one in person.pile if is_media(one)]
        if media:
            person.pile.remove(media[0])
            self.gone.append(media[0])

    # -- hands moved by a user ----------------------------------------------------------------

    def by_hand(
        self, person: Person, act: str, word: str, what: str, tasks: Sequence[int]
    ) -> list[Event] | None:
        """Carry out an act of this game: `draw` takes the top of the pack, or a figure: in a team only to
        look at it, then `draw` once more keeps it, and `draw` and a seat gives it to a mate. `point` and a
        seat points a Media at a hidden figure there; `lay` an open discard takes it. Keys after which cards
        move do that: OK alone draws too.
        """
        seat = person.seat
        if act == "draw":
            return self._draw_by_hand(person, word, what, tasks[seat])
        if act == "point" and what.startswith("point-at") and tasks[seat] in (base.LAY, base.PRESS_OK):
            targets = [one for one in self._targets(person) if str(one[0]) == word]
            if not targets:
                raise CannotDo("no-target")
            target, index = targets[0]
            return [self._place(self.people[target].pile, self._owned[target][index], target, "aimed")]
        if act in ("lay", "swap") and what == "draw-or-take" and tasks[seat] == base.PRESS_OK:
            there = [one.card for one in self.discards if one.card in self.view(seat).offered]
            offered = [card for card in there if cards.text(card) == _plain_name(word)]
            if offered:
                self._put_back_drawn(person)
                return self._take_discard(person, offered[0])
        drawn = self.view(seat).drawn
        if act == "lay" and drawn is not None and _plain_name(word) == cards.text(drawn):
            return self._draw_by_hand(person, str(seat), what, tasks[seat])
        if act in ("lay", "swap", "show") and _plain_name(word) in [cards.text(card) for card in self.rest]:
            raise CannotDo("lies-hidden")
        if act == "press":
            self._press_by_hand(person, word, what, tasks)
        return None

    def consider(
        self, person: Person, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        """A figure is looked at before it is given away; a card that was drawn stays."""
        seat = person.seat
        if what.startswith("choose-"):
            return [("key", seat, _SIDE_KEYS[side_of(self._plan, seat)])]
        if what == "draw-or-take" and self._drawn.get(seat) in person.hand:
            return [("key", seat, base.OK)]
        if what == "give-figure" and tasks[seat] == base.LAY and self.view(seat).drawn is None:
            return [("laid", seat, self.rest[0])]  # without a seat it is only looked at
        return super().consider(person, what, args, tasks, pads)

    def list_pile(self, person: Person) -> list[str]:
        """Return the own figures, and in brackets the one just drawn, which has no owner yet."""
        drawn = self.view(person.seat).drawn
        return super().list_pile(person) + ([] if drawn is None else [f"({cards.text(drawn, self.letters)})"])

    def to_be_taken(self, seat: int) -> list[int]:
        """Return the open discards, while this seat exchanges a card."""
        exchanging = self.what in ("discard-secret", "discard-must", "draw-or-take")
        return self.view(seat).offered if exchanging and self._tasks[seat] else []

    def holds(self, person: Person, card: int) -> bool:
        """Return True also for the figure just drawn, which has no owner yet."""
        return card == self.view(person.seat).drawn or super().holds(person, card)

    def _draw_by_hand(self, person: Person, word: str, what: str, task: int) -> list[Event] | None:
        seat = person.seat
        if what in DRAWING and task == base.LAY:
            if word and word not in map(str, range(self.seats)):
                raise CannotDo("not-your-team")
            owner = int(word) if word else seat
            if owner != seat and (what == "draw-figure" or owner not in self.view(seat).mates):
                raise CannotDo("not-your-team")
            view = self.view(seat)
            if what == "give-figure" and not word and view.drawn is None:
                view.drawn = self.rest[0]
                return [("rest",)]
            if self.lying[owner] is not None:
                raise CannotDo("their-card-lies" if owner != seat else "card-lies")
            view.drawn = None
            return [self._give(seat, owner)]
        if what == "draw-or-take" and task == base.PRESS_OK and seat not in self._drawn:
            if not self.pool:
                raise CannotDo("pool-empty")
            self._drawn[seat] = self._draw(person)
            return [("rest",)]
        if seat in self._drawn or (what.startswith("discard-openly") and self._lies_as(seat) == "discard"):
            raise CannotDo("drawn-already")
        raise CannotDo("lay-first" if what in DISCARDING and task == base.LAY else "nobody-draws")

    def _put_back_drawn(self, person: Person) -> None:
        """Put back a card that was drawn by a player who then wants another act."""
        card = self._drawn.pop(person.seat, None)
        if card in person.hand:
            person.hand.remove(card)
            self.pool.insert(0, card)

    def _press_by_hand(self, person: Person, word: str, what: str, tasks: Sequence[int]) -> None:
        seat = person.seat
        if what == "draw-or-take" and word == "no":
            self._put_back_drawn(person)
        if word == "ok" and tasks[seat] == base.PRESS_OK:
            if what == "draw-or-take":
                if self._drawn.pop(seat, None) is None and len(person.hand) < HAND:  # OK may come twice
                    if not self.pool:
                        raise CannotDo("pool-empty")
                    self._draw(person)
            elif what == "show-media":
                self._open(*[card for card in person.pile if is_media(card)])
            elif what == "turn-up-figures":
                self._open(*person.pile)
        elif word == "no" and what.startswith("show-"):
            person.shown = []
        elif what.startswith("choose-") and word in _PRESSED:
            self._pressed[seat] = _PRESSED.index(word)
            self._fit_sides()

    def _fit_sides(self) -> None:
        """Choose the sides of the others so that the players who have pressed get their wish, if possible."""
        for way in line_ups(self.mode, self.seats):
            for sides in permutations(way):
                sizes = [len(side) for side in sides]
                if sizes == [len(side) for side in self._plan] and all(
                    seat in sides[side] for seat, side in self._pressed.items() if side < len(sides)
                ):
                    self._plan = [list(side) for side in sides]
                    return

    def notice_shown(self, person: Person, card: int) -> None:
        """Show a card to the pad alone: all are turned up when all players are done."""
        if is_number(card) and card not in person.shown:
            person.shown.append(card)

    def unseen_by(self, person: Person, card: int) -> list[list[int]]:
        """Return the places of unseen number cards alone: figures without an owner stay in the Power Pile."""
        there = super().unseen_by(person, card)
        return [source for source in there if source is not self.rest] if is_number(card) else []


def _plain_name(word: str) -> str:
    """Return the standard pack's name of the card that this word names, or "" if it names none."""
    try:
        return str(cards.text(cards.parse(word)))
    except ValueError:
        return ""
