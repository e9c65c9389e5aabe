"""Hands moved by a user at the table of Democrazy: the results of their acts in this game.

A law of the player whose turn it is goes to the middle, every other card to the own pad. One that no player
can see is exchanged for a card of the same kind: a law for a law of the own hand, a plain vote for the own
one, since those are all alike. Where chips are real they move with the act that announces them: an OK draws
the chips that are due, the row that OK takes is the chip that is parted with. An act that is announced counts
as done.
"""

from collections.abc import Sequence
from typing import Any

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games.democrazy.cards import END, is_law, is_wild, vote_of
from cardtable.games.democrazy.law import COLOURS
from tablehost.games.democrazy import people
from tablehost.games.democrazy.chips import Place
from tablehost.games.democrazy.displayed_laws import read_aloud
from tablehost.games.democrazy.people import DECIDED
from tablehost.people.hands import FOREIGN, SPARE, CannotDo
from tablehost.people.room import Home, Person
from tablehost.types import Args, Event, Fields

ROW: Home = ("row", -1)  # on the numbered places
STACK: Home = ("pool", -1)  # of a law that was milled
TOP: Home = ("top", -1)  # of a card that the rules did not have turned up
_PROPOSING = ("draw-law", "draw-end", "propose", "debate")


class Room(people.Room):
    """The players of a match of Democrazy, some of whom may be played by hands.

    By seat, for the current prompt: `_steps`, how often YES was pressed; `_at_hand`, `_returned` and
    `_picked`, the chips drawn, returned and picked.
    """

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._steps: dict[int, int] = {}
        self._at_hand: dict[int, str] = {}
        self._returned: dict[int, str] = {}
        self._picked: dict[int, list[str]] = {}

    # -- perceptions ----------------------------------------------------------------------------

    def list_pile(self, person: Person) -> list[str]:
        """Return the hidden law, and the own chips by colour."""
        return super().list_pile(person) + self._chips_of(person.seat)

    def consider(
        self, person: Person, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        """The top of the stack is not looked at, a chip in the hand is the one that was drawn, and gaps are
        filled for the law that lies there.
        """
        seat, law = person.seat, self.lying[base.CENTRE]
        self._done.pop(seat, None)
        if what == "draw-law" and tasks[seat] == base.PRESS_OK:
            return [("key", seat, base.OK)]
        if what == "drew-chip" and seat in self._at_hand and self._at_hand[seat] in args:
            return self.step_to(person, list(args).index(self._at_hand[seat]))
        if law is not None and is_law(law) and (what == "blank-effect" or what.startswith("fill-")):
            said = len(self._filled)
            self._state(person, law)
            self._said_so_far = said
        return super().consider(person, what, args, tasks, pads)

    def choose_returned(self, person: Person) -> str:
        """Return the chip that this player returns first."""
        letters = self.chips.letters(person.seat)
        return letters[self.ask(person, "row", "lose-chip", letters)]

    def list_open_cards(self, seat: int) -> list[str]:
        """Return the chips of the others, by seat, where the table does not know their colours."""
        if self.options["chip_record"] != "counted" or self.open.chips is None:
            return []
        return [f"{one}:{''.join(self._chips_of(one)) or '-'}" for one in self.open.here if one != seat]

    def with_words(self, person: Person) -> list[int]:
        return [card for card in [*person.hand, *person.pile] if is_law(card)]

    def read_card(self, name: str, lang: str) -> Fields | None:
        return read_aloud(name, self.options, lang)

    def _chips_of(self, seat: int) -> list[str]:
        held = [0] * 4 if self.open.chips is None else self.open.chips[seat]
        return [f"{number}{colour}" for number, colour in zip(held, COLOURS, strict=True) if number]

    def named(self, person: Person, word: str) -> int:
        """Return a card by its name, or the own one of a kind: YES, NO, DY, DN, SC, WILD."""
        kinds = ("DY", "DN", "SC") if word == "WILD" else (word,)
        own = [*person.hand, *([] if self.lying[person.seat] is None else [self.lying[person.seat]])]
        for card in own:
            if card is not None and vote_of(card) in kinds:
                return card
        if word in ("DY", "DN", "SC", "WILD"):
            raise CannotDo("no-wild")
        try:
            return super().named(person, f"{word}{person.seat + 1}" if word in ("YES", "NO") else word)
        except ValueError:
            raise CannotDo("unknown-act") from None

    # -- acts -----------------------------------------------------------------------------------

    def by_hand(
        self, person: Person, act: str, word: str, what: str, tasks: Sequence[int]
    ) -> list[Event] | None:
        """Carry out an act of this game: `draw` takes a law, a wild, a hidden law or chips, whichever is due;
        `chip` and letters returns or picks real chips; `clear`, and `lift` by the proposer, takes the card in
        the middle away.
        """
        seat, task = person.seat, tasks[person.seat]
        if act == "draw":
            return self._draw_by_hand(person, what, task)
        if act == "chip":
            return self._chip_by_hand(seat, word, what, task)
        if act == "press":
            return self._press_by_hand(person, word, what, task)
        proposes = seat == self.open.active and self.lying[seat] is None
        if (act == "clear" or (act == "lift" and proposes)) and self.lying[base.CENTRE] is not None:
            return [self._clear_by_hand(what)]
        if act in ("lay", "swap", "show") and word != FOREIGN:
            return self._lay_by_hand(person, act, self.named(person, word), what)
        if act == "lay" and what == "propose" and task == base.LAY and self.lying[base.CENTRE] is None:
            return [self._lay_in_the_middle(int(cards.FOREIGN), SPARE)]
        return None

    def moves_first(self, person: Person, what: str, args: Args) -> str:
        """A law is drawn before one is laid, a chip before its colour is reported; others are returned."""
        seat = person.seat
        if what == "propose":
            return "draw" if seat == self.open.active and self._drawn != self.open.turn and self.pool else ""
        if what == "drew-chip":
            return "" if seat in self._at_hand or not self.chips.real else "draw"
        if what in ("lose-chips", "return-chips") and self.chips.real:
            return "chip" if len(self._returned.get(seat, "")) < int(args[0]) else ""
        return ""

    def unseen_by(self, person: Person, card: int) -> list[list[int]]:
        """They are exchanged before, see `_fetch_unseen`."""
        return []

    def find_home_of_turned(self, what: str) -> Home:
        return STACK if what == "mill" else TOP

    def places_in_reach(self, person: Person) -> list[tuple[list[int], Home]]:
        there = [*super().places_in_reach(person), (self.row, ROW)]
        if self.what == "show-wild":
            there.append((self.reserve, ("reserve", person.seat)))
        return there

    def holds(self, person: Person, card: int) -> bool:
        """Return True also for a law in the row, and for a card that is dealt by showing it."""
        dealt = {"show-wild": self.reserve, "show-private": self._copies}.get(self.what, [])
        return card in (*self.row, *dealt) or super().holds(person, card)

    def put_back(self, card: int, home: Home) -> None:
        """Put a card back to its home; a card that was dealt by showing it belongs to its player then."""
        where, seat = home
        if home == ROW:
            self.row.append(card)
        elif home == TOP:
            self.pool.insert(0, card)
        elif where in ("reserve", "copies"):
            undealt, own = self.reserve, self.people[seat].hand
            if where == "copies":
                undealt, own = self._copies, self.people[seat].pile
            (undealt if self.what.startswith("show-") else own).append(card)
        else:
            super().put_back(card, home)

    # -- cards ----------------------------------------------------------------------------------

    def _lay_by_hand(self, person: Person, act: str, card: int, what: str) -> list[Event] | None:
        seat = person.seat
        self._fetch_unseen(person, card, what)
        if seat == self.open.active and (is_law(card) or card == END) and what != "replace":
            before = []
            if act == "swap" and self.lying[base.CENTRE] is not None:
                before = [self._clear_by_hand(what)]
            if self.lying[base.CENTRE] is not None:
                raise CannotDo("middle-taken")
            home = self.take_by_hand(person, card) or SPARE
            if act == "show":
                self.put_back(card, home)
                return [("laid", base.CENTRE, card), ("rest",), ("lifted", base.CENTRE)]
            return [*before, self._lay_in_the_middle(card, home)]
        return None

    def _lay_in_the_middle(self, card: int, home: Home) -> Event:
        self.strays[base.CENTRE] = home
        self.lying[base.CENTRE] = card
        self._filled, self._said_so_far, self._stated = [], 0, None
        return ("laid", base.CENTRE, card)

    def _fetch_unseen(self, person: Person, card: int, what: str) -> None:
        """Exchange a card that no player can see for one of its kind from the hand."""
        known = [*person.hand, *self.gone, *self.row, *(law for one in self.people for law in one.pile)]
        if card in known or card not in self.deck:
            return
        if card in self.lying:
            raise CannotDo("lies-elsewhere")
        if card == END:
            raise CannotDo("end-card-below")
        if is_wild(card):
            return
        alike = [
            mine for mine in person.hand if is_law(mine) == is_law(card) and vote_of(mine) == vote_of(card)
        ]
        for source in (self.pool, self.rest, *(one.hand for one in self.people)):
            if card in source and alike:
                source[source.index(card)] = alike[-1]
                person.hand[person.hand.index(alike[-1])] = card
                return
        raise CannotDo("not-held", cards.text(card, self.letters))

    def _draw_by_hand(self, person: Person, what: str, task: int) -> list[Event]:
        seat = person.seat
        if what in ("show-wild", "show-private") and task == base.LAY:
            if self.lying[seat] is not None:
                raise CannotDo("card-lies")
            events = self._lay_for(person, what, ())
            if not events:
                raise CannotDo("nobody-draws")
            self.strays[seat] = ("reserve" if what == "show-wild" else "copies", seat)
            return events
        if what in _PROPOSING and seat == self.open.active:
            if self._drawn == self.open.turn:
                raise CannotDo("drawn-already")
            if self._draw_law(person):
                return [("rest",)]
            if self.lying[base.CENTRE] is not None:
                raise CannotDo("middle-taken")
            return [self._turn_up_law()]
        if what in ("drew-chip", "take-chips") and task in (base.PICK, base.PRESS_OK):
            if seat in self._at_hand:
                raise CannotDo("drawn-already")
            self._draw_chips(seat, what)
            return [("rest",)]
        raise CannotDo("nobody-draws")

    def _clear_by_hand(self, what: str) -> Event:
        """Put the card in the middle where it belongs by now."""
        if what in DECIDED or (what == "gather" and self.strays.get(base.CENTRE, STACK) == STACK):
            put_aside = self.tidy((), [base.REMOVE] * base.PLACES)
            if not put_aside:
                raise CannotDo("middle-taken")
            return put_aside[0]
        home = self.strays.pop(base.CENTRE, ("hand", self.open.active))
        self.put_back(self.take_off(base.CENTRE), home)
        return ("lifted", base.CENTRE)

    # -- keys and chips -------------------------------------------------------------------------

    def _press_by_hand(self, person: Person, word: str, what: str, task: int) -> list[Event] | None:
        """Press a key, and move the things that the OK confirms."""
        seat = person.seat
        if task == base.PICK:
            if word == "yes":
                self._steps[seat] = self._steps.get(seat, 0) + 1
            elif word == "no":
                self._steps[seat] = 0
            elif word == "ok":
                self._take_row(seat, what, self._steps.pop(seat, 0))
        elif task == base.PRESS_OK and word == "ok":
            if what == "draw-law" and not self._draw_law(person):
                return [] if self.lying[base.CENTRE] is not None else [self._turn_up_law()]
            if what in ("lose-chips", "return-chips"):
                if len(self._returned.get(seat, "")) < self._args[0]:
                    raise CannotDo("chips-first")
                del self._returned[seat]
            elif what == "take-chips":
                if self._at_hand.pop(seat, None) is None and self._is_new(seat, what):
                    self.chips.draw(seat, self._args[0])
            elif self._is_new(seat, what):
                self._carry_out(person, what, self._args)
        return None

    def _take_row(self, seat: int, what: str, steps: int) -> None:
        """Take the row of the display that OK takes now."""
        rows = list(self._args)
        if not rows or (not steps and what != "exchange-chip"):
            return  # several players are asked at once, for numbers; or the table asks for a pick first
        row = rows[(steps - 1) % len(rows)]
        if what.startswith("fill-"):
            self._filled.append(row)
        elif what == "drew-chip" and self._is_new(seat, f"{what} {row}"):
            drawn = self._at_hand.pop(seat, None)
            if drawn is None:
                self.chips.draw(seat, 1, row)
            elif drawn != row:
                self.chips.exchange(seat, drawn, row)
        elif what in ("lose-chip", "exchange-chip") and self.chips.real and row != "nothing":
            if self._is_new(seat, what):
                self.chips.part(seat, row)

    def _draw_chips(self, seat: int, what: str) -> None:
        if what == "drew-chip":
            self._at_hand[seat] = self.chips.draw(seat, 1, "".join(self._args))
        else:
            self._at_hand[seat] = self.chips.draw(seat, self._args[0])

    def _chip_by_hand(self, seat: int, word: str, what: str, task: int) -> list[Event]:
        """Return these chips, or pick them to be passed or given."""
        if not self.chips.real:
            raise CannotDo("table-keeps-chips")
        if task == base.PICK:
            raise CannotDo("say-by-keys")
        if task != base.PRESS_OK or what not in ("lose-chips", "return-chips", "pass-chips", "give-chips"):
            raise CannotDo("no-chip-now")
        returned = self._returned.get(seat, "")
        if len(returned) + len(word) > self._args[0]:
            raise CannotDo("too-many-chips")
        if what in ("pass-chips", "give-chips"):
            self._picked[seat] = list(word)
            return [("rest",)]
        if any(word.count(letter) > self.chips.number(seat, letter) for letter in word):
            raise CannotDo("no-such-chip")
        for letter in word:
            self.chips.part(seat, letter)
        self._returned[seat] = returned + word
        return [("rest",)]

    def _choose_chip(self, giver: int, taker: Place, letters: list[str]) -> str:
        chooser = self._chooser(giver, taker)
        if chooser not in self.held:
            return super()._choose_chip(giver, taker, letters)
        wanted = self._picked.get(chooser, [])
        found = next((letter for letter in wanted if letter in letters), None)
        if found is None:
            return letters[0]
        wanted.remove(found)
        return found
