"""Players with hands: they hold real cards, lay them, take them and press keys.

They act on their perceptions, the same in a simulation and at the virtual table: the prompt on the display
(`what`, `args`), their own lamps (a task for each seat, a state for each pad), and the cards they see: the
own hand, face-up cards, cards turned over before. They never learn the knowledge of the referee.

Cards are things here. Each is in one hand, on one pad, in one pile or with the dealer, and moving one that is
not at the place where a player reaches for it is an error of the room (an assertion), never a silent repair.
"""

import pickle
import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.engine.game import Game as GameRules
from tablehost.people.minds import YES_NO, Choices, Decision, Mind, View, lots_of
from tablehost.plugins import presentation
from tablehost.types import Args, Event, FactFields, Fields, Options, Record

Deal = tuple[int, int, list[list[int]], list[int]]
Home = tuple[str, int]  # ("hand" | "pile" | "gone" | "pool" | "spare", seat); a spare is no card of the deck

# Prompts of the table after a power cut, before the match goes on; while a player reviews the match, or the
# standings are shown, the prompt is as if there were no other.
AFTER_A_CUT = (
    "resume", "give-up", "repair-lift", "repair-reseat", "repair-lay", "repair-lay-hidden", "recall", "full",
    "standings",
)  # fmt: skip

# A pad's lamp for a card that must be removed.
_GO = (base.REMOVE, base.WRONG)


class Person:
    """One player: a hand, a pile of captured cards, and the cards that this player alone has seen.

    mind     decides, and draws these `lots`; both stay behind where people are pickled
    refused  cards that the table refused, until it has another prompt
    silent   has considered speaking up, and does not again for now
    """

    mind: Mind
    lots: random.Random

    def __init__(self, seat: int, view: View) -> None:
        self.seat = seat
        self.view = view
        self.hand: list[int] = []
        self.pile = view.captured
        self.shown: list[int] = []
        self.refused: list[int] = []
        self.silent = False

    def __getstate__(self) -> Fields:
        return {name: value for name, value in self.__dict__.items() if name not in ("mind", "lots")}


class Room:
    """The players of one match around their table, and the cards.

    `minds`: one for each seat. `pads`: the pad each player sits down at, needed while seats are taken.
    `fidget`: how often, of 1, a player changes a laid card for another, or shows a card where keys would do.
    `lots`: of all decisions; without them each player has lots of the own, from the seed.

    A game with other ways of play has its own kind of Room in its package (`tablehost.plugins.presentation`),
    with methods of its own for the differences.

    tries      codes of refusals that players expect: they try until a lamp confirms
    clearings  the prompts at which each player takes the own cards off the pad
    of_persons beginnings of the prompts whose answer persons see in one another, or in themselves
    reads      whether they need facts of the match that no display shows: they read them off the computer's
               screen. Others get facts only in a simulation
    fumbles    the kinds of `people.faults` with cards that these people make, if asked to
    beginning  so many parts of a match are played slowly, to be followed card by card
    trusted    whether the referee judges acts once: no player looks at lamps in the middle of what is due
    before     the cards on places when the table was last switched off, or lost its power
    """

    tries: frozenset[str] = frozenset()
    clearings: frozenset[str] = frozenset()
    of_persons: tuple[str, ...] = ()
    reads = False
    fumbles: tuple[str, ...] = ("misread", "early", "wrong", "two", "forgotten")
    beginning = 1
    trusted = False
    before: Sequence[int | None] = ()

    def __init__(
        self,
        game: GameRules,
        seats: int,
        options: Options,
        seed: object,
        minds: Sequence[Mind],
        pads: Sequence[int] | None = None,
        fidget: float = 0.02,
        lots: random.Random | None = None,
    ) -> None:
        self.game = game.NAME
        self._seed = seed
        self.whims = random.Random(f"room {seed}")  # second thoughts, a card or a key
        self._order = random.Random(f"order {seed}")
        self.draw_lots = random.Random(f"draws {seed}")  # of cards and chips that are drawn unseen
        self.deal_lots = random.Random(f"deal {seed}")
        self._first = 0  # the seat that acts first
        self._shuffles = 0
        self.options = options
        self.letters = cards.names_of(game)  # how the game names its cards
        self.deck: list[int] = list(game.deck(seats, options))
        self.fidget = fidget
        self.seats = seats
        self.chairs = list(pads) if pads is not None else list(range(seats))
        # Face-up cards and captures seen by all are shared; captured cards and private sights are one's own.
        taken: list[list[int]] = [[] for _ in range(seats)]
        seen: set[int] = set()
        self._taken, self.seen = taken, seen
        self.people = [
            Person(seat, View(seat, seats, options, self.deck, taken, seen)) for seat in range(seats)
        ]
        for person, mind in zip(self.people, minds, strict=True):
            person.mind = mind
            person.lots = lots or lots_of(seed, person.seat)
        self.choices: Choices | None = None  # notes what is chosen
        self.lying: list[int | None] = [None] * base.PLACES
        self.rest = list(self.deck)
        self.pool: list[int] = []
        self.gone: list[int] = []
        self._face_down: set[int] = set()
        self._taken_up: dict[int, int] = {}  # pad -> the card that lay there face down until it was taken up
        self.what = ""
        self.perceived: tuple[str, list[Any]] = ("", [])  # the prompt that all have looked at last
        self._middle: tuple[int | None, int] | None = None  # as all have seen it
        self.redeal = False  # all cards are gathered and dealt again first
        self.part = 0  # of the match: island, round or turn, counted from 1
        self.deals: list[Deal] = []
        self._swept: list[Event] = []
        self.records: list[tuple[int, Record]] = []  # of which people have read, see `virtual.news`
        # Seats whose hands a user moves (tablehost.people.hands). By place: the home of a card that is not
        # from the hand of that seat, and the cards laid on top of the lowest card, from below.
        self.held: frozenset[int] = frozenset()
        self.strays: dict[int, Home] = {}
        self.on_top: dict[int, list[tuple[int, Home]]] = {}

    def has_whim(self, seldom: int = 1) -> bool:
        """Return True if a player fidgets now; so many times more seldom than usually."""
        return self.fidget > 0 and self.whims.random() < self.fidget / seldom

    def draw_again(self, number: int) -> None:
        """Draw the lots of the next act, the one of this number, from the seed alone; those of a deal by the
        number of deals so far, so that one that was taken back comes again.
        """
        self.whims.seed(f"room {self._seed} {number}")
        self.draw_lots.seed(f"draws {self._seed} {number}")
        self.deal_lots.seed(f"deal {self._seed} {self._shuffles}")
        self._first = self.whims.randrange(self.seats)

    def begin_ask(self) -> None:
        """Let another player act first."""
        self._first = self._order.randrange(self.seats)

    def shuffle(self, pack: list[int]) -> None:
        self._shuffles += 1
        self.deal_lots.shuffle(pack)

    def freeze(self) -> bytes:
        """Return the people around the table as they are now, pickled, without minds and records."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    def __getstate__(self) -> Fields:
        return {**self.__dict__, "records": [], "choices": None}  # the people in a mind read and note none

    def draw_by(self, lots: random.Random) -> None:
        """Draw these lots from now on."""
        for mine in (self.whims, self._order, self.draw_lots, self.deal_lots):
            mine.seed(lots.random())

    def imagine(self, seat: int, lots: random.Random) -> dict[int, int]:
        """Let the others answer the prompt once more, and shuffle the cards that this player cannot know
        among the places where they are.

        Returns which card has come in the place of which.
        """
        self.take_up_hidden(seat)
        change: dict[int, int] = {}
        for hidden in self.hidden_from(seat):
            drawn = sorted(hidden)
            lots.shuffle(drawn)
            change.update(zip(hidden, drawn, strict=True))
        self.swap(change)
        return change

    def take_up_hidden(self, seat: int) -> None:
        """Take up the cards that others have laid face down for this prompt."""
        for person in self.people:
            card = self.lying[person.seat]
            if person.seat != seat and card in self._face_down and card not in self.seen:
                self.put_back(self.take_off(person.seat), ("hand", person.seat))
                self._face_down.discard(card)

    def hidden_from(self, seat: int) -> list[list[int]]:
        """Return the cards that this player cannot know, in groups of which each may be in the place of
        another.
        """
        person = self.people[seat]
        known = self.seen.union(person.view.private, person.hand, person.pile)
        return [[card for card in self.all_cards() if card not in known and card != self.lying[seat]]]

    def swap(self, change: dict[int, int]) -> None:
        """Put other cards in the places of these, as if they had been dealt so."""
        places = [self.rest, self.pool, self.gone]
        for person in self.people:
            places += [person.hand, person.pile, person.shown, person.refused]
        for place in places:
            place[:] = [change.get(card, card) for card in place]
        for person in self.people:
            person.hand.sort()
            private = person.view.private
            found = [change.get(card, card) for card in private]
            private.clear()
            private.update(found)
        self.lying = [None if card is None else change.get(card, card) for card in self.lying]
        self._taken_up = {place: change.get(card, card) for place, card in self._taken_up.items()}

    def remember(self) -> None:
        """Remember the cards on all places: the power is gone."""
        self.before = list(self.lying)

    def all_cards(self) -> list[int]:
        """Return every card of the deck, wherever it is: in a hand, on a pad, in a pile or aside."""
        found = [*self.rest, *self.pool, *self.gone, *self.elsewhere()]
        for person in self.people:
            found += person.hand + person.pile
        for place, card in enumerate(self.lying):
            if card is not None and self.strays.get(place, ("hand", place))[0] != "spare":
                found.append(card)
        found += [card for laid in self.on_top.values() for card, home in laid if home[0] != "spare"]
        return found

    def elsewhere(self) -> list[int]:
        """Return the cards in places that this game alone has."""
        return []

    # -- perceptions from outside -------------------------------------------------------------

    def new_deals(self) -> list[Deal]:
        """Return the deals since the last call: (day, cards in a hand, hands by seat, pool from the top)."""
        deals = self.deals
        self.deals = []
        return deals

    def told(self, fact: FactFields) -> None:
        """Take a fact that the table has announced, given by the names of its fields."""
        if "totals" in fact:
            self.hear(fact["totals"])

    def hear(self, totals: Sequence[int]) -> None:
        """Take the scores that the table has announced."""
        for person in self.people:
            person.view.totals = list(totals)

    def act(self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        """Return the next act of one player, as inputs of the referee; [] if no player sees anything to do.

        `tasks` by seat and `pads` by place are codes of `asks`, as the lamps show them.
        """
        return next(self.acts(what, args, tasks, pads), [])

    def acts(self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]) -> Iterator[list[Event]]:
        """Yield the acts of all players that see the same prompt and lamps, one after another."""
        if what in AFTER_A_CUT:
            events = self._go_on(what, tasks, pads)
            if events:
                yield events
            return
        self.perceive(what, args, tasks, pads)
        if self._swept:
            swept, self._swept = self._swept, []
            yield swept
        else:
            yield from self.choose(what, args, tasks, pads)

    def perceive(self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]) -> None:
        """Perceive prompt and lamps, without doing anything."""
        self.notice_prompt(what, args)
        self.perceived = (what, list(args))

    def choose(
        self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> Iterator[list[Event]]:
        """Yield the acts of all players, at a table that they have perceived; tidy up if there is none."""
        first, is_idle = self._first, True
        for seat in range(first, first + self.seats):
            person = self.people[seat % self.seats]
            if person.seat in self.held:
                continue
            events = self.take_turn(person, what, args, tasks, pads)
            if events:
                self._first, is_idle = seat + 1, False
                yield events
        if is_idle and len(self.held) < self.seats and (tidied := self.tidy(tasks, pads)):
            yield tidied

    def consider(
        self, person: Person, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        """Return the next act of this player, whose hands a user has moved until now; [] for none.

        It is for advice, in a copy of the room: see `people.advice`.
        """
        return self.take_turn(person, what, args, tasks, pads)

    # -- after a power cut --------------------------------------------------------------------

    def _go_on(self, what: str, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        """Put a card right, or press the OK; held hands act through `tablehost.people.hands`."""
        if what in ("resume", "give-up"):
            seat = self.whims.randrange(self.seats)
            return [] if self.held or tasks[seat] != base.PRESS_OK else [("key", seat, base.OK)]
        for place in range(base.PLACES):
            if place in self.held or len(self.held) == self.seats:
                continue
            if pads[place] == base.WRONG and self.lying[place] is not None:
                home = self.strays.pop(place, None) or self.home(place)
                self.put_back(self.take_off(place), home)
                return [("lifted", place)]
            if pads[place] == base.MISSING and self.lying[place] is None:
                return self._lay_back(place)
        return []

    def _lay_back(self, place: int) -> list[Event]:
        """Lay the card back that was here when the power went, wherever it is now."""
        card = self.before[place] if self.before else None
        hands = [source for person in self.people for source in (person.hand, person.pile)]
        for source in (self.pool, self.gone, self.rest, *hands):
            if card is not None and card in source:
                return [self.put(source, card, place)]
        return []

    # -- perceiving ---------------------------------------------------------------------------

    def notice_prompt(self, what: str, args: Args) -> None:
        """Notice the result of the last prompt, and deal if cards are due."""
        before, self.what = self.what, what
        if before != what:
            self.notice(before, what)
        due = self.find_hands_due(what, args)
        fresh_count = what == "count-hand" and before != what
        if due is not None and (fresh_count or self.redeal or not self._is_dealt()):
            self.deal(*due)
        middle = self.lying[base.CENTRE], len(self.pool)
        if middle != self._middle:
            self._middle = middle
            for person in self.people:
                person.view.look(*middle)

    def find_hands_due(self, what: str, args: Args) -> tuple[int, int] | None:
        """Return (day, cards in a hand) if the hands of that day must be full at this prompt;
        otherwise None, also where the display does not tell how many cards.
        """
        if what not in ("deal", "count-hand") or len(args) < 2 or args[1] is None:
            return None
        return args[0], args[1]

    def notice(self, before: str, what: str) -> None:
        """Notice the change of the prompt from `before`, which is done: the cards laid for it can be seen."""
        for person in self.people:
            person.refused = []
        if before.startswith("lay-face-down") and not what.startswith("lay-face-down"):
            self.seen.update(self._face_down, (card for card in self.lying if card is not None))
            self._face_down.clear()
        if what == "clear-deal":
            self.redeal = True

    def _is_dealt(self) -> bool:
        return bool(self.pool) or any(person.hand for person in self.bots() or self.people)

    def bots(self) -> list[Person]:
        """Return the players whose hands no user moves."""
        return [person for person in self.people if person.seat not in self.held]

    # -- the dealer's work --------------------------------------------------------------------

    def deal(self, day: int, hand: int) -> None:
        """Deal `hand` cards to each player and to the pool; day 1 begins with the whole deck, shuffled."""
        if day == 1:
            self.part += 1
            self._gather()
            self.shuffle(self.rest)
        if self.held:  # a user may have played a card that was not due, and then one is left over
            for person in self.people:
                self.gone += person.hand
                person.hand = []
        assert not self._is_dealt(), "cards are dealt while others are still in hands"
        self.redeal = False
        for person in self.people:
            person.hand = sorted(self.from_rest(hand))
            person.view.day = day
            person.view.hand_size = hand
            person.silent = False
            person.shown = []
        self.pool = self.from_rest(hand)
        self.deals.append((day, hand, [list(person.hand) for person in self.people], list(self.pool)))

    def _gather(self) -> None:
        """Gather all cards: from hands, piles, pads and the side."""
        rest = self.rest + self.pool + self.gone
        for person in self.people:
            rest += person.hand + person.pile
            person.hand = []
            person.pile.clear()
            person.view.private.clear()
            self._taken[person.seat].clear()
        for place, card in enumerate(self.lying):
            if card is not None:  # a player laid it too early
                rest += [card for card, _ in self.sweep(place)]
        assert sorted(rest) == sorted(self.deck), "cards were lost or doubled"
        self.rest = sorted(rest)
        self.pool = []
        self.gone = []
        self.seen.clear()
        self._face_down.clear()
        self._taken_up.clear()

    def sweep(self, place: int) -> list[tuple[int, Home]]:
        """Take all cards off a place before a deal; return those of the deck, and the home of each."""
        laid = [(card, ("lifted-top", place), home) for card, home in reversed(self.on_top.pop(place, []))]
        laid.append((self.take_off(place), ("lifted", place), self.strays.pop(place, ("hand", place))))
        self._swept += [event for _, event, _ in laid]
        return [(card, home) for card, _, home in laid if home[0] != "spare"]

    def from_rest(self, count: int) -> list[int]:
        dealt = self.rest[:count]
        assert len(dealt) == count, "the deck is too small for this deal"
        del self.rest[:count]
        return dealt

    # -- acting -------------------------------------------------------------------------------

    def take_turn(
        self, person: Person, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        """Return the acts of this player now, or []."""
        seat = person.seat
        if what == "take-seats":
            chair = self.chairs[seat]
            return [("key", chair, base.OK)] if tasks[chair] == base.PRESS_YES_NO else []
        task = tasks[seat]
        if task == base.TAKE_ALL:
            return self.take_all(person, pads)
        if base.TAKE_ALL in tasks and pads[seat] != base.WRONG:
            return []  # the winner's hands are on the table
        if self.lying[seat] is not None and (task == base.LIFT or pads[seat] in _GO):
            if pads[seat] == base.WRONG:
                person.refused.append(self.lying[seat] or 0)
            return [self.lift(person, pads[seat])]
        if task == base.LAY:
            return self._fill(person, what, tasks, pads)
        if task == base.SHOW:
            return [self._show(person)] if person.hand else []
        if task == base.PRESS_OK:
            return self.ok(person, what, args, pads)
        if task == base.PRESS_YES_NO:
            return [("key", seat, self.yes_no(person, what, args))]
        if task == base.PICK:
            return self.pick(person, what, args)
        if task == base.MAY_CALL:
            return self.may_call(person, what, args)
        return []

    def _fill(self, person: Person, what: str, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        if pads[person.seat] == base.MISSING:
            return [] if self.lying[person.seat] is not None else self.lay(person, what)  # it is not read yet
        if pads[base.CENTRE] == base.MISSING:
            return self.turn_up(person, what, tasks)
        return []

    def ask(
        self,
        person: Person,
        kind: Literal["card", "answer", "row"],
        what: str,
        options: Sequence[Any],
        args: Args = (),
        hand: Sequence[int] | None = None,
    ) -> int:
        """Return the index of the option that a player chooses; see `minds.Decision`. `hand`: in place of the
        cards in hand.
        """
        decision = Decision(kind, what, options, args, person.hand if hand is None else hand, person.view)
        if self.choices is None:
            return person.mind(decision, person.lots).option
        return self.choices.take(lambda: person.mind(decision, person.lots).option)

    def lay(self, person: Person, what: str) -> list[Event]:
        """Lay a card of the hand on the own pad."""
        hand = [card for card in person.hand if card not in person.refused]
        if not hand:
            return []
        card = hand[self.ask(person, "card", what, hand)]
        self._face_down.add(card)
        return [self.put(person.hand, card, person.seat)]

    def turn_up(self, person: Person, what: str, tasks: Sequence[int]) -> list[Event]:
        """Turn up the top card of the pool as the dealer, after waiting for the players that may still speak
        up.
        """
        others = [seat for seat, task in enumerate(tasks) if task == base.MAY_CALL and seat != person.seat]
        if others and not self.has_whim():
            return []
        if self.lying[base.CENTRE] is not None or not self.pool:
            return []
        return [self.turn_up_pool()]

    def turn_up_pool(self) -> Event:
        """Lay the top card of the pool, which is not empty, open in the middle, which is free."""
        card = self.pool[0]
        self.seen.add(card)
        for one in self.people:
            one.silent = False
        return self.put(self.pool, card, base.CENTRE)

    def find_home_of_turned(self, what: str) -> Home:
        """Return the home of a card of the pool that a hand turns up at this prompt."""
        return ("pool", -1)

    def draws_from(self, person: Person, what: str) -> Person | None:
        """Return the player from whose hand this one is to draw unseen, None if there is none."""
        return None

    def draw_unseen(self, person: Person, other: Person) -> int | None:
        """Draw a card of the other player's, who sees which one is missing; None if there is none."""
        if not other.hand:
            return None
        card = self.draw_lots.choice(other.hand)
        person.view.private.add(card)
        other.view.private.add(card)
        return card

    def _show(self, person: Person) -> Event:
        left = [card for card in person.hand if card not in person.shown]
        if not left:  # the table has refused one, which lay elsewhere as well
            left = [card for card in person.hand if card not in person.refused]
        if not left:
            person.refused = []
            left = person.hand
        card = left[0]
        self.notice_shown(person, card)
        self.lying[person.seat] = card
        person.hand.remove(card)
        return ("laid", person.seat, card)

    def by_hand(
        self, person: Person, act: str, word: str, what: str, tasks: Sequence[int]
    ) -> list[Event] | None:
        """Return the result of an act of `tablehost.people.hands`, by the user of this player's hands, where
        it is special to this game; None otherwise. Raises CannotDo.
        """
        return None

    def moves_first(self, person: Person, what: str, args: Args) -> str:
        """Return "draw" or "chip" if this player moves such a thing before the step that is due at a prompt,
        and no reader sees it; else "".
        """
        return ""

    def choose_returned(self, person: Person) -> str:
        """Return the chip that this player returns where chips are due, "" in a game without them."""
        return ""

    def to_be_taken(self, seat: int) -> list[int]:
        """Return the open cards before others, or in a row, that this seat may take now."""
        return []

    def list_pile(self, person: Person) -> list[str]:
        """Return the things before this player other than the card on the pad: the pile, as the game names
        its cards.
        """
        return [cards.text(card, self.letters) for card in person.pile]

    def places_in_reach(self, person: Person) -> list[tuple[list[int], Home]]:
        """Return the places whose cards a hand of this player takes as they are, each with the home of its
        cards.
        """
        piles: list[tuple[list[int], Home]] = [(one.pile, ("pile", one.seat)) for one in self.people]
        return [(person.hand, ("hand", person.seat)), *piles, (self.gone, ("gone", -1))]

    def holds(self, person: Person, card: int) -> bool:
        """Return True if this player holds the card, has it on the own pad or pile, or may take it now."""
        laid = [self.lying[person.seat], *(one for one, _ in self.on_top.get(person.seat, ()))]
        return card in (*person.hand, *person.pile, *laid, *self.to_be_taken(person.seat))

    def take_by_hand(self, person: Person, card: int) -> Home | None:
        """Take a card from a place within reach; return its home, None if it is in none of them."""
        for there, home in self.places_in_reach(person):
            if card in there:
                there.remove(card)
                return home
        return None

    def list_open_cards(self, seat: int) -> list[str]:
        """Return the other open cards that matter to this seat: those it may take."""
        return [cards.text(card, self.letters) for card in self.to_be_taken(seat)]

    def named(self, person: Person, word: str) -> int:
        """Return the card that this person means by a word. ValueError."""
        return int(cards.parse(word, self.letters))

    def with_words(self, person: Person) -> list[int]:
        """Return the cards of this person that have words on them."""
        return []

    def read_card(self, name: str, lang: str) -> Fields | None:
        """Return the text on the card of this name, None for one without words."""
        return None

    def unseen_by(self, person: Person, card: int) -> list[list[int]]:
        """Return the places where `card` may be without this player having seen it there; a card that was
        shown stays with its player.
        """
        others = [one for one in self.people if one is not person and card not in one.shown]
        return [self.pool, self.rest, *(one.hand for one in others)]

    def notice_shown(self, person: Person, card: int) -> None:
        """Let all players see a card of this player's hand."""
        if card in self.deck:
            if card not in person.shown:
                person.shown.append(card)
            self.seen.add(card)

    def notice_face_down(self, place: int, card: int, lies: bool) -> None:
        """Note that a card was laid face down on this pad, or taken up again."""
        if lies:
            self._face_down.add(card)
            self._taken_up.pop(place, None)
        else:
            self._face_down.discard(card)
            self._taken_up[place] = card

    def notice_laid_back(self, place: int, card: int) -> None:
        """Note that a card was laid: if it is the one taken up there, the table may not have seen it go."""
        if self._taken_up.pop(place, None) == card:
            self.seen.add(card)

    def ok(self, person: Person, what: str, args: Args, pads: Sequence[int]) -> list[Event]:
        """Press OK, or do first what one still wants to."""
        return self._exchange(what, pads) or [("key", person.seat, base.OK)]

    def _exchange(self, what: str, pads: Sequence[int]) -> list[Event]:
        """Now and then exchange a laid card before the cards are turned over."""
        if not what.startswith("lay-face-down") or not self.has_whim():
            return []
        person = self.whims.choice(self.bots())
        card = self.lying[person.seat]
        if card is None or not person.hand or pads[person.seat] != base.FINE:
            return []
        other = self.whims.choice(person.hand)
        self._face_down.discard(card)
        self._face_down.add(other)
        self.lying[person.seat] = None
        person.hand.append(card)
        person.hand.sort()
        return [("lifted", person.seat), self.put(person.hand, other, person.seat)]

    def yes_no(self, person: Person, what: str, args: Args) -> int:
        """Return the key that answers the display."""
        if what == "count-hand":
            return int(base.OK if self.is_full(person, what, args) else base.NO)
        return int(base.YES if self.ask(person, "answer", what, YES_NO, args) else base.NO)

    def is_full(self, person: Person, what: str, args: Args) -> bool:
        """Return True if this player holds as many cards as are counted at this prompt, and the pool too."""
        held = len(person.hand) + (self.lying[person.seat] is not None)
        pool = len(self.pool) + (self.lying[base.CENTRE] is not None)
        return bool(held == pool == args[1])

    def pick(self, person: Person, what: str, args: Args) -> list[Event]:
        """Choose one of the rows on the display."""
        return self.step_to(person, self.ask(person, "row", what, args))

    def step_to(self, person: Person, row: int) -> list[Event]:
        return [("key", person.seat, base.YES)] * (row + 1) + [("key", person.seat, base.OK)]

    def may_call(self, person: Person, what: str, args: Args) -> list[Event]:
        """Speak up where any player may, or decline."""
        called = self.ask(person, "answer", what, YES_NO, args)
        return [("key", person.seat, base.YES if called else base.OK)]

    # -- hands on cards -----------------------------------------------------------------------

    def put(self, source: list[int], card: int, place: int) -> Event:
        assert self.lying[place] is None, "two cards on one pad"
        source.remove(card)
        self.lying[place] = card
        return ("laid", place, card)

    def take_off(self, place: int) -> int:
        card = self.lying[place]
        assert card is not None, "nothing lies there"
        self.lying[place] = None
        return card

    def lift(self, person: Person, lamp: int) -> Event:
        """Lift the card off the own pad: kept, or back into the hand, or out of play, as the lamp shows."""
        self.put_away(person, self.take_off(person.seat), lamp)
        return ("lifted", person.seat)

    def put_away(self, person: Person, card: int, lamp: int) -> None:
        """Put a card from a pad where the pad's lamp shows: kept, out of play, or else back into the hand."""
        if lamp == base.KEEP:
            person.pile.append(card)
            if card in self.seen:
                self._taken[person.seat].append(card)
        elif lamp == base.OUT or self.what == "clear-deal":
            self.gone.append(card)
        else:
            person.hand.append(card)
            person.hand.sort()

    # -- for hands that fumble (`virtual.fumbling`) ---------------------------------------------

    def careless(self, what: str, place: int) -> tuple[str, ...]:
        """Return the ways in which a hand may fumble that lays a card there for this: kinds of
        `people.faults`.
        """
        if what.startswith("lay-face-down") and place < base.CENTRE:
            return ("early", "wrong", "two", "misread")
        return ("misread",) if what == "turn-up" and place == base.CENTRE else ()

    def is_awaited(self, place: int, task: int) -> bool:
        """Return True if the table must read the card there before its players go on. `task`: of that
        seat.
        """
        return place >= base.MOST_SEATS or task in (base.LAY, base.SHOW, base.PICK)

    def home(self, place: int) -> Home:
        """Return the home of a card that was laid there and has answered nothing yet."""
        if place >= base.CENTRE:
            return ("pool", -1)
        drawn_from = self.draws_from(self.people[place], self.what)
        return ("hand", place if drawn_from is None else drawn_from.seat)

    def mistaken(self, place: int, chance: random.Random) -> tuple[int, Home] | None:
        """Return a card laid there by mistake, and its home; None if there is none."""
        pile = self.people[place].pile
        return (pile.pop(), ("pile", place)) if pile else None

    def put_back(self, card: int, home: Home) -> None:
        """Put a card back to its home."""
        where, seat = home
        if where == "hand":
            self.people[seat].hand.append(card)
            self.people[seat].hand.sort()
        elif where == "pile":
            self.people[seat].pile.append(card)
        elif where == "gone":
            self.gone.append(card)
        elif where == "pool":
            self.pool.insert(0, card)

    def capture(self, person: Person, card: int) -> None:
        """Let all players see this player take a card."""
        person.pile.append(card)
        self._taken[person.seat].append(card)

    def take_all(self, person: Person, pads: Sequence[int]) -> list[Event]:
        """Capture all cards of the trick for this player, and none that was laid since."""
        self.take_late(person)
        events: list[Event] = []
        for place in range(base.PLACES):
            is_new = self.is_fresh(place) or pads[place] in (base.EARLY, base.WRONG)
            if self.lying[place] is not None and not is_new:
                events += self.take(person, place)
        return events

    def take_late(self, person: Person) -> None:
        """Capture cards that were taken up when the table had already turned them over."""
        for one in self.people:
            card = self._taken_up.get(one.seat)
            if card in one.hand and self.lying[one.seat] is None:
                one.hand.remove(card)
                self.capture(person, card)
        self._taken_up.clear()

    def is_fresh(self, place: int) -> bool:
        """Return True if a card of a hand is there that no player has seen: it belongs to no trick yet."""
        return self.strays.get(place, ("hand",))[0] == "hand" and self.lying[place] not in self.seen

    def take(self, person: Person, place: int) -> list[Event]:
        """Capture the card on a place for this player; cards that strayed there are put back."""
        events = self.unstack(place)
        card = self.take_off(place)
        home = self.strays.pop(place, ("hand", place))
        if home[0] in ("hand", "pool"):
            self.capture(person, card)
        else:
            self.put_back(card, home)
        return [*events, ("lifted", place)]

    def unstack(self, place: int) -> list[Event]:
        """Put back the cards that were laid on the lowest one of a place."""
        laid = self.on_top.pop(place, [])
        for card, home in reversed(laid):
            self.put_back(card, home)
        return [("lifted-top", place)] * len(laid)

    def tidy(self, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        """Put aside the card in the middle that must go, as the dealer, but none that is won."""
        going = (base.OUT,) if base.TAKE_ALL in tasks else (base.OUT, *_GO)
        for place in (base.CENTRE, base.CENTRE_2):
            if self.lying[place] is not None and pads[place] in going:
                self.strays.pop(place, None)
                self.put_back(self.take_off(place), ("gone", -1))
                return [("lifted", place)]
        return []


ROOM = presentation.Part[type[Room]]("Room")


def room(game: GameRules, *about: Any, **more: Any) -> Room:
    """Return the people of this game; `about` and `more` as for a Room."""
    return ROOM.of(game.NAME, Room)(game, *about, **more)
