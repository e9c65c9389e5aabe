"""The players of Democrazy: they hold laws, votes and wilds, keep chips before them, debate and vote.

Places of the cards. A hand holds the law cards, the two plain votes and the unplayed wilds; `pile` a hidden
law. `pool` is the stack from the top, `row` the laws on their numbered places, `reserve` the wilds without an
owner, `gone` the cards out of the game.

Chips are in `Chips`: real ones, or those that the table keeps and announces (`chip_record`).
"""

import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games.democrazy.cards import BLANK, COPY, END, is_blank, is_law, is_wild, vote_of
from cardtable.games.democrazy.law import COLOURS, TRAITS, Law, gaps, read_law, read_row
from cardtable.games.democrazy.pack import PACK
from cardtable.games.democrazy.proposal import BLOCKS
from cardtable.games.democrazy.vote import is_banned
from tablehost.games.democrazy.chips import BAG, Chips, Place
from tablehost.games.democrazy.view import Open, Proposal, View
from tablehost.people import room
from tablehost.people.room import Home, Person
from tablehost.types import Args, Event, FactFields, Options

DECIDED = ("clear-rejected", "clear-adopted", "clear-placed")
_GO = (base.REMOVE, base.WRONG, base.OUT, base.OLD)
HAS_TRAIT = 0.4  # of 1, how many people have a beard, blue eyes, glasses
BY_CARD = 0.7  # of 1, how many plain votes are laid rather than pressed
SPEAKS_UP = 2  # of so many fidgets one is that a player speaks up in a debate


class Room(room.Room):
    """The players of a match of Democrazy.

    restless how often, of 1, a player who speaks up leaves the match or declares another absent
    """

    restless = 0.0
    of_persons = ("trait-", "contest-", "judge-", "confirm-absent")
    reads = True
    fumbles = ()
    beginning = 4

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.open = Open(self.seats, self.options)
        lots = self.draw_lots
        self.chips = Chips(self.open, lots)
        for person in self.people:
            person.view = View(person.seat, self.seats, self.options, self.deck, self.open)
            person.pile = []
            self.open.traits[person.seat] = [
                trait
                for trait in TRAITS
                if self.options[f"trait_{trait}"] == "on" and lots.random() < HAS_TRAIT
            ]
        hidden = self.options["private_law"] == "on"
        self._copies = [card for card in self.deck if hidden and COPY <= card < BLANK]
        self.rest = [card for card in self.deck if is_law(card) and card not in self._copies] + [END]
        self.reserve = [card for card in self.deck if is_wild(card)]
        self.row: list[int] = []
        self.gone = []
        self.shuffle(self.reserve)
        self.shuffle(self._copies)
        for person in self.people:
            person.hand = [cards.parse(f"{word}{person.seat + 1}", PACK) for word in ("YES", "NO")]
        held = [card for person in self.people for card in person.hand]
        self.gone = [card for card in self.deck if vote_of(card) in ("YES", "NO") and card not in held]
        self._args: Any = ()
        self._operation = ""  # the effect that the table announced last
        self._turned_up: list[int] = []  # laws of the stack that a law has turned up in this turn
        self._drawn = 0  # the turn in which a law was drawn
        self._filled: list[str] = []  # the values with which the proposer fills the gaps of the law
        self._said_so_far = 0  # how many of these the table knows
        self._stated: int | None = None  # the number of the block that a blank law was stated as
        self._says: dict[int, str] = {}  # by seat: its contribution to the debate
        self._accused: dict[int, int] = {}  # by seat: the player it means
        self._done: dict[int, tuple[str, int]] = {}  # by seat: its acts with chips or cards, and when
        self._row: dict[int, int] = {}  # and the row that it chose then

    def is_fresh(self, place: int) -> bool:
        """Return False: a card may be laid here that no player ever sees."""
        return False

    def elsewhere(self) -> list[int]:
        return [*self._copies, *self.reserve, *self.row]

    def imagine(self, seat: int, lots: random.Random) -> dict[int, int]:
        change = super().imagine(seat, lots)
        if END in self.pool:  # it is in the lower part of the stack
            self.pool.remove(END)
            at = lots.randint(0, min(len(self.pool), int(self.options["stack_bottom"])))
            self.pool.insert(len(self.pool) - at, END)
        return change

    def take_up_hidden(self, seat: int) -> None:
        """Let the others vote once more."""
        for person in self.people if self.what.startswith("vote") else ():
            if person.seat != seat and self.lying[person.seat] is not None:
                person.hand.append(self.take_off(person.seat))

    def hidden_from(self, seat: int) -> list[list[int]]:
        person = self.people[seat]
        open_places = [self.lying[place] for place in (seat, base.CENTRE, base.CENTRE_2)]
        known = self.seen.union(person.hand, person.pile, self.row, [END])
        there = [card for card in self.all_cards() if card not in known and card not in open_places]
        copies = [card for card in there if COPY <= card < BLANK]
        laws = [card for card in there if is_law(card) and card not in copies]
        return [copies, laws, [card for card in there if is_wild(card) and card not in self.gone]]

    def swap(self, change: dict[int, int]) -> None:
        super().swap(change)
        for place in (self._copies, self.reserve):
            place[:] = [change.get(card, card) for card in place]
        for person in self.people:
            law = self.view(person.seat).private_law
            if law is not None and law.card in change:
                self.view(person.seat).private_law = read_law(change[law.card], self.options)

    def view(self, seat: int) -> View:
        found = self.people[seat].view
        assert isinstance(found, View)
        return found

    # -- perceptions from outside -------------------------------------------------------------

    def told(self, fact: FactFields) -> None:
        """Take the announced movements of chips, and the players that have left."""
        super().told(fact)
        self.chips.careful = not self.records
        kind = fact["kind"]
        if kind == "setup":
            self.chips.told([[BAG, seat, chips] for seat, chips in enumerate(fact["chips"])])
        elif kind == "turn":
            self._turned_up = []
            self.open.active = fact["seat"]
            self.chips.remember()
        elif kind == "put_back":
            self.chips.put_back()
            self.gone = [card for card in self.gone if card not in self._turned_up]
            self.pool = self._turned_up + self.pool
            self._turned_up = []
        elif kind in ("effect", "table"):
            self._operation = fact["operation"] if kind == "effect" else ""
            self.chips.told(fact["moves"], self._operation, self._choose_chip)
            if self.open.proposal is not None:
                self.open.proposal.outlook = None
            if fact.get("what") == "left":
                self._leave(fact["seat"])
        elif kind == "taken_back" and fact["why"] == "refused":
            self.people[fact["seat"]].refused.append(fact["law"])

    def _choose_chip(self, giver: int, taker: Place, letters: list[str]) -> str:
        """Return the chip to move, where the table knows only the number: its owner chooses, or the taker."""
        person = self.people[self._chooser(giver, taker)]
        what = "lose-chip" if person.seat == giver else "take-chip"
        return letters[self.ask(person, "row", what, letters)]

    def _chooser(self, giver: int, taker: Place) -> int:
        takes = isinstance(taker, int) and "choose=receiver" in self._operation
        return int(taker) if takes else giver

    def _leave(self, seat: int) -> None:
        person = self.people[seat]
        self.open.gone.add(seat)
        self.gone += person.hand + person.pile
        person.hand, person.pile = [], []

    # -- perceiving ---------------------------------------------------------------------------

    def notice_prompt(self, what: str, args: Args) -> None:
        changed = what != self.what or list(args) != list(self._args)
        before, self.what, self._args = self.what, what, list(args)
        if (turned := self.lying[base.CENTRE]) is not None:
            self.seen.add(turned)
        if what in ("gather", "draw-law", "draw-end", "propose") and args and args[0] != self.open.turn:
            self.open.turn = self.part = args[0]
            self.open.fresh = None
            self.open.proposal = self.open.effect = None
            for person in self.people:
                person.refused = []
        if what == "deal-laws" and not self.pool:
            self._deal_laws(*args)
        if what == "debate" and changed and before not in ("speak", "paused"):
            self._hear_proposal(args)
        self.open.wilds = [
            sum(map(is_wild, person.hand)) + (is_wild(self.lying[person.seat] or 0)) for person in self.people
        ]

    def _deal_laws(self, hand: int, top: int, bottom: int) -> None:
        """Deal the hands, build the stack: `top` laws, and below them `bottom` with the End Card."""
        self.rest.remove(END)
        self.shuffle(self.rest)
        for person in self.people:
            person.hand += self.from_rest(hand)
        upper, lower = self.from_rest(top), [*self.from_rest(bottom), END]
        self.shuffle(lower)
        self.pool = upper + lower
        self.gone += self.rest + self._copies
        self.rest, self._copies = [], []
        laws = [[card for card in person.hand if is_law(card)] for person in self.people]
        self.deals.append((1, hand, laws, list(self.pool)))

    def _hear_proposal(self, args: Args) -> None:
        """Take the law in the middle as read; all players consider its effects."""
        card = self.lying[base.CENTRE]
        if card is None:
            return
        law = self._read(card)
        self.open.proposal = Proposal(law, self.open.named(args[1]), self.open.active)
        for person in self.people:
            person.silent = False

    def _read(self, card: int, place: int | None = None) -> Law:
        """Return a law of the player whose turn it is, as it was read aloud."""
        if is_blank(card) and self._stated is not None:
            row = _blank_row(card, self.options, BLOCKS[self._stated])
            law = read_row(card, row, "/".join(self._filled))
        else:
            law = read_law(card, self.options, "/".join(self._filled), self.open.active, place)
        return law

    # -- acting -------------------------------------------------------------------------------

    def take_turn(
        self, person: Person, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        seat, task = person.seat, tasks[person.seat]
        must_go = task == base.LIFT or pads[seat] in (base.REMOVE, base.WRONG)
        if what == "take-seats" or (self.lying[seat] is not None and must_go):
            return super().take_turn(person, what, args, tasks, pads)
        if task == base.LAY:
            return self._lay_for(person, what, pads)
        if task == base.PRESS_OK:
            return self._ok_for(person, what, args, pads)
        if task == base.PRESS_YES_NO:
            return [("key", seat, self._answer(person, what, args))]
        if task == base.PICK:
            return self._pick_for(person, what, args)
        if task == base.MAY_CALL:
            return self._speak_up(person, what)
        return []

    def _lay_for(self, person: Person, what: str, pads: Sequence[int]) -> list[Event]:
        seat = person.seat
        if what in ("propose", "draw-end"):
            return self._propose(person, what, pads)
        if what == "mill":
            return [] if self.lying[base.CENTRE] is not None else [self._turn_up_law()]
        if self.lying[seat] is not None:
            return []
        if what == "show-wild":
            if not self.reserve:  # hands have taken more than their own
                return []
            at = self.draw_lots.randrange(len(self.reserve))
            return [self.put(self.reserve, self.reserve[at], seat)]
        if what == "show-private":
            if not self._copies:
                return []
            self.view(seat).private_law = read_law(self._copies[0], self.options)
            return [self.put(self._copies, self._copies[0], seat)]
        if what.startswith("vote"):
            return self._vote(person)
        return []

    def _turn_up_law(self) -> Event:
        return self.put(self.pool, self.pool[0], base.CENTRE)

    def _draw_law(self, person: Person) -> bool:
        """Draw the top card of the stack; return False, and leave it there, if it is the End Card."""
        self.open.active = person.seat
        if self._drawn != self.open.turn and self.pool and self.pool[0] != END:
            self._drawn = self.open.turn
            person.hand.append(self.pool.pop(0))
        return self._drawn == self.open.turn

    def _propose(self, person: Person, what: str, pads: Sequence[int]) -> list[Event]:
        """Draw, choose a law of the hand, fill its gaps, lay it in the middle; also the End Card."""
        lying = self.lying[base.CENTRE]
        if lying is not None:
            if pads[base.CENTRE] not in _GO:
                return []
            if pads[base.CENTRE] == base.WRONG:
                person.refused.append(lying)
            self.put_back(self.take_off(base.CENTRE), self.strays.pop(base.CENTRE, ("hand", person.seat)))
            return [("lifted", base.CENTRE)]
        if not self._draw_law(person) and self.pool:
            return [self._turn_up_law()]
        hand = [card for card in person.hand if is_law(card) and card not in person.refused]
        if not hand:
            return []
        card = hand[self.ask(person, "card", what, hand)]
        self._state(person, card)
        return [self.put(person.hand, card, base.CENTRE)]

    def _state(self, person: Person, card: int) -> None:
        """Decide on the statement of a blank law, and on the values for the gaps of a law."""
        self._filled, self._said_so_far, self._stated = [], 0, None
        if is_blank(card):
            ways = blank_laws(card, self.options)
            row = self.ask(person, "row", "state", [law for _, _, law in ways])
            self._stated, self._filled = ways[row][0], ways[row][1]
            return
        fills = fillings(read_law(card, self.options))
        if len(fills) > 1:
            laws = [read_law(card, self.options, "/".join(fill), person.seat) for fill in fills]
            self._filled = fills[self.ask(person, "row", "state", laws)]

    def _vote(self, person: Person) -> list[Event]:
        seat = person.seat
        wilds = [] if is_banned(self.open.in_force()) else [card for card in person.hand if is_wild(card)]
        rows = ["YES", "NO", *[str(vote_of(card)) for card in wilds]]
        row = self.ask(person, "row", "vote", rows)
        if row >= 2:
            return [self.put(person.hand, wilds[row - 2], seat)]
        if self.whims.random() < BY_CARD:
            card = next(card for card in person.hand if vote_of(card) == rows[row])
            return [self.put(person.hand, card, seat)]
        return [("key", seat, base.NO if row else base.YES)]

    def _ok_for(self, person: Person, what: str, args: Args, pads: Sequence[int]) -> list[Event]:
        seat = person.seat
        if what == "draw-law":
            if not self._draw_law(person):
                return [] if self.lying[base.CENTRE] is not None else [self._turn_up_law()]
        elif what == "vote-ok":
            if self.has_whim():
                doubter = self.whims.choice(self.bots())
                if self.lying[doubter.seat] is not None and pads[doubter.seat] == base.FINE:
                    return [self.lift(doubter, base.FINE)]
        elif self._is_new(seat, what):
            self._carry_out(person, what, args)
        return [("key", seat, base.OK)]

    def _carry_out(self, person: Person, what: str, args: Args) -> None:
        """Do this player's part before the OK that confirms it."""
        seat = person.seat
        if what == "remove-laws":
            for name in args:
                self._remove(name)
        elif what == "pass-wilds":
            self._pass_on(str(args[0]), is_wild)
        elif what == "pass-hands":
            self._pass_on(str(args[0]), is_law)
        elif what == "take-chips":
            self.chips.draw(seat, args[0])
        elif what in ("lose-chips", "return-chips"):
            for _ in range(args[0]):
                self._part_with(person, "lose-chip", self.chips.letters(seat))
        elif what == "carry-out" and args[1] == "redraw":
            self.chips.all_back()

    def _part_with(self, person: Person, what: str, rows: Sequence[str]) -> int:
        """Put a chip of the colours in `rows` into the bag; return its row."""
        row = self.ask(person, "row", what, rows)
        if rows[row] != "nothing":
            self.chips.part(person.seat, rows[row])
        return row

    def _is_new(self, seat: int, what: str) -> bool:
        """Return False if this seat has already done the task: the table had forgotten the key."""
        if not self.records:
            return True
        done = (what, self.records[-1][0])
        was_done = self._done.get(seat) == done
        self._done[seat] = done
        return not was_done

    def _pass_on(self, way: str, is_meant: Callable[[int], bool]) -> None:
        """Pass all cards of a kind on to the neighbour."""
        seats = self.open.here
        step = 1 if way == "left" else -1
        leaving = [[card for card in self.people[seat].hand if is_meant(card)] for seat in seats]
        for seat in seats:
            self.people[seat].hand = [card for card in self.people[seat].hand if not is_meant(card)]
        for i, going in enumerate(leaving):
            self.people[seats[(i + step) % len(seats)]].hand += going

    def _remove(self, name: str | None) -> None:
        """Remove a law from its place for good."""
        law = self.open.named(name)
        if law is not None:
            self.open.laws.remove(law)
            self.row.remove(law.card)
            self.gone.append(law.card)

    # -- keys ---------------------------------------------------------------------------------

    def _answer(self, person: Person, what: str, args: Args) -> int:
        doubts = self.has_whim()
        if what in ("debate", "restate"):
            return int(base.NO if doubts else base.OK)
        if what == "confirm-end-card":  # all players can see the card that was drawn
            is_drawn = self._drawn != self.open.turn and self.pool[:1] == [END]
            return int(base.YES if is_drawn else base.NO)
        if what == "confirm-absent":  # all players can see the absent ones
            return int(base.YES if self.restless and self.whims.random() < 0.5 else base.NO)
        if what.startswith("trait-"):
            return int(base.YES if what[len("trait-") :] in self.open.traits[person.seat] else base.NO)
        if what.startswith("contest-"):
            return int(base.NO if doubts else base.OK)
        if what == "judge-trait":
            return int(base.YES if args[1] in self.open.traits[args[0]] else base.NO)
        return int(base.YES if self.draw_lots.random() < 0.5 else base.NO)  # caught; a blank law is admitted

    def _pick_for(self, person: Person, what: str, args: Args) -> list[Event]:
        seat, rows = person.seat, list(args)
        if what == "speak":
            said = self._says.pop(seat, "nothing")
            row = rows.index(said if said in rows else "nothing")
        elif what == "which-seat":
            meant = str(self._accused.get(seat, seat))
            row = rows.index(meant) if meant in rows else 0
        elif what == "blank-effect":
            row = len(rows) - 1
            if self._stated is not None:
                row, self._stated, self._said_so_far = self._stated, None, 0
        elif what.startswith("fill-"):
            at, filled = self._said_so_far, self._filled
            if at < len(filled) and filled[at] in rows:
                row = rows.index(filled[at])
            else:  # another law lies there than the one that was chosen
                row = self.ask(person, "row", what, rows)
                self._filled = [*filled[:at], rows[row]]
            self._said_so_far += 1
        elif what.startswith("count-"):
            # The rows on the display are another player's: one step for each chip, none for none.
            held = self.chips.of(seat)
            row = (sum(held) if what == "count-chips" else held[COLOURS.index(what[-1])]) - 1
        elif what == "exchange-chips":
            row = self.ask(person, "row", what, rows)
        elif what == "drew-chip" or (what in ("lose-chip", "exchange-chip") and self.chips.real):
            if self._is_new(seat, what):
                if what == "drew-chip":
                    self._row[seat] = rows.index(self.chips.draw(seat, 1, "".join(rows)))
                else:
                    self._row[seat] = self._part_with(person, what, rows)
            row = self._row[seat]
        else:
            row = self.ask(person, "row", self._taking(what), rows)
        return self.step_to(person, row)

    def _taking(self, what: str) -> str:
        law = self.open.effect
        return "take-chip" if what == "pass-chip" and law and "choose=receiver" in law.text() else what

    def _speak_up(self, person: Person, what: str) -> list[Event]:
        """Let each player consider once, in a debate, whether to speak up."""
        if what != "debate" or person.silent:
            return []
        person.silent = True
        if not self.has_whim(seldom=SPEAKS_UP):
            return []
        proposal = self.open.proposal
        words = ["pause"]
        if self.chips.real:
            words.append("recount")
        if proposal is not None and is_blank(proposal.law.card):
            words.append("object")
        if any(law.first("conduct") is not None for law in self.open.in_force()):
            words.append("caught")
        if self.whims.random() < self.restless:
            words = ["leave", "absent"]
        self._says[person.seat] = self.whims.choice(words)
        self._accused[person.seat] = self.whims.choice(self.open.here)
        return [("key", person.seat, base.OK)]

    # -- destinations of cards ----------------------------------------------------------------

    def put_away(self, person: Person, card: int, lamp: int) -> None:
        """Put a card off the own pad away: a played wild leaves, a law shown goes back, others to the
        hand.
        """
        if is_wild(card) and self.what in DECIDED:
            home = self.reserve if self.options["wild_reserve"] != "undealt" else self.gone
            home.append(card)
        elif is_law(card) and self.open.named(cards.text(card, PACK)) is not None:
            self.row.append(card)
        elif is_law(card) and self._is_hidden(person, card):
            person.pile.append(card)
        else:
            person.hand.append(card)

    def put_back(self, card: int, home: Home) -> None:
        """Put a card back to its home; the End Card belongs to no hand."""
        super().put_back(card, ("pool", -1) if card == END and home[0] == "hand" else home)

    def _is_hidden(self, person: Person, card: int) -> bool:
        law = self.view(person.seat).private_law
        return law is not None and law.card == card

    def tidy(self, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        """Put the law in the middle where it belongs."""
        card = self.lying[base.CENTRE]
        if card is None or pads[base.CENTRE] not in _GO or self.what in ("propose", "draw-end"):
            return []
        wrong = pads[base.CENTRE] == base.WRONG and base.CENTRE in self.strays
        if self.what not in (*DECIDED, "gather") and not wrong:
            return []
        self.take_off(base.CENTRE)
        home = self.strays.pop(base.CENTRE, None)
        if home is not None and (wrong or (self.what == "gather" and home[0] != "pool")):
            self.put_back(card, home)
        elif self.what == "clear-placed":
            self._remove(self._args[2])
            self.row.append(card)
            self.open.laws.append(self._read(card, self._args[1]))
            self.open.fresh = card
        elif card == END and self.options["end_card_when_milled"] == "put_back":
            self.pool.insert(0, card)
        else:
            if self.what == "clear-adopted":
                self.open.effect = self._read(card)
            if self.what == "gather":
                self._turned_up.append(card)
            self.gone.append(card)
        return [("lifted", base.CENTRE)]


def fillings(law: Law) -> list[list[str]]:
    """Return all ways to fill the gaps of a law; one, of nothing, if it has none."""
    return [list(fill) for fill in product(*[choices for _, choices in gaps(law)])]


def blank_laws(card: int, options: Options) -> list[tuple[int, list[str], Law]]:
    """Return the statements that a blank law allows: the number of the block, its values, the law."""
    ways = []
    for number, block in enumerate(BLOCKS):
        row = _blank_row(card, options, block)
        for fill in fillings(read_row(card, row)):
            ways.append((number, fill, read_row(card, row, "/".join(fill))))
    return ways


def _blank_row(card: int, options: Options, block: str) -> str:
    """Return the row of the deck for a blank law stated as this block."""
    return f"{cards.text(card, PACK)} {options['blank_circle']} blank {block}"
