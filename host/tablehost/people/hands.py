"""Hands moved by a user: the seats of a room that no bot plays.

An act is a motion of a hand with cards and keys, and nothing else. Whether it is wanted, allowed or wise is
reported by the table, by lamp, tone and display, as to every player. Only physically impossible acts are
refused.

A card that the player does not hold is refused, unless the user insists on it. From a pile or the discards it
is then taken as it is. One that no player can see is exchanged for a card of the own hand, as if it had been
dealt so from the start (the note of the deal, in the log, is not changed): every hand keeps its number, and
no name reveals the holder of a card. Where neither will do, a spare card with the same tag is laid: it comes
from no hand and returns to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.engine.tasks import Step
from tablehost.people.room import AFTER_A_CUT, Home, Person, Room
from tablehost.types import Args, Event, Fields

SPARE: Home = ("spare", -1)
GONE: Home = ("gone", -1)
ACTS = (
    "lay",
    "lift",
    "swap",
    "show",
    "press",
    "pick",
    "turn",
    "draw",
    "point",
    "take",
    "clear",
    "chip",
    "plug",
    "on",
)
WITH_CARD = ("lay", "swap", "show")
KEYS = {
    "yes": base.YES,
    "no": base.NO,
    "ok": base.OK,
    "hold": base.HOLD_NO,
    "correct": base.CORRECT,
}
DARK = "dark"  # in place of the prompt: the table has no power
ON = "on"  # an act that moves nothing: a player has seen the cards of a reveal
READ = "read"  # an act that moves nothing: the text of a card is read, "" for all of the own hand
ADVISE = "advise"  # another such act: what the sensible player of the game would do here
FOREIGN = "foreign"  # in place of a card: one of another deck

# The states of a seat's lamps, by code; their texts are in `tablehost.people.vocabulary`.
DO = {
    base.NOTHING: "",
    base.LAY: "lay",
    base.PRESS_OK: "ok",
    base.PRESS_YES_NO: "answer",
    base.PICK: "pick",
    base.SHOW: "show",
    base.TAKE_ALL: "take",
    base.LIFT: "lift",
    base.MAY_CALL: "call",
}
PAD = {
    base.EMPTY: "",
    base.MISSING: "",
    base.FINE: "read",
    base.EARLY: "early",
    base.OLD: "kept",
    base.WRONG: "wrong",
    base.REMOVE: "clear",
    base.TAKE: "take",
    base.KEEP: "keep",
    base.OUT: "lost",
}

# By prompt: the source of a card that does not come from the hand. Things that no reader sees move at others.
SOURCES = {
    "turn-up": "pool",
    "declare-window": "pool",
    "mill": "stack",
    "lay-ghost": "neighbour",
    "draw-figure": "figures",
    "give-figure": "figures",
    "point-at": "hidden",
    "show-wild": "reserve",
    "show-private": "reserve",
    "draw-end": "top",
}
# The acts that bring a card from its source; the hand's own is to lay it.
BRINGS = {
    "pool": "turn",
    "stack": "turn",
    "neighbour": "draw",
    "figures": "draw",
    "hidden": "point",
    "reserve": "draw",
    "top": "draw",
}
_BEHIND_KEYS = {"deal-laws": "read", "take-chips": "draw"}


def as_fields(step: Step) -> Fields:
    """Return a step for a message: members that say nothing are left out."""
    keys = [base.KEY_NAMES[key] for key in step.keys]
    fields: Fields = {
        "act": step.act,
        "places": list(step.places),
        "source": step.source,
        "keys": keys,
        "rows": list(step.rows),
    }
    if step.act == "show":
        fields |= {"least": step.least, "most": step.most}
    return {name: value for name, value in fields.items() if value not in ("", [])}


def offers(what: str, steps: Sequence[Fields], may: Sequence[Fields], calls: bool = False) -> list[str]:
    """Return the acts with which a player does the first of these steps, the usual one first; `calls`: those
    with which one without a step may speak up. Steps are those of `as_fields`.
    """
    if not steps:
        return list(dict.fromkeys(key for step in may for key in step.get("keys", ()))) if calls else []
    first, *_ = steps
    if first["act"] in ("lift", "take", "clear", "draw", "chip", ON):
        return [first["act"]]
    found = [act for step in (first, *may) if step["act"] != "lift" for act in _acts(what, step)]
    return list(dict.fromkeys(found))


def _acts(what: str, step: Fields) -> list[str]:
    keys = step.get("keys", [])
    if step["act"] == "lay":
        return [BRINGS.get(step.get("source", "hand"), "lay"), *keys]
    if step["act"] == "show":
        return ["show", *keys]
    behind = [_BEHIND_KEYS[what]] if what in _BEHIND_KEYS else []
    if step["act"] == "pick":
        return ["ok", "yes"] if step.get("reached") else ["yes", "ok"]
    return [*keys, *behind]


_WON = (base.TAKE, base.REMOVE)  # on a pad, while a player is to take all cards
PLAYED = (base.OLD, base.REMOVE, base.OUT)  # in the middle


class CannotDo(Exception):
    """An impossible act of a hand; the message is a code, whose text is in `tablehost.people.vocabulary`.

    `card`: the name of the card that the text is about.
    """

    def __init__(self, code: str, card: str = "") -> None:
        super().__init__(code)
        self.card = card


class Hands:
    """The hands of `seats` in `room`; the other seats have their bots."""

    def __init__(self, room: Room, seats: Iterable[int]) -> None:
        self._room = room
        self._asked = ""
        self.hold(seats)

    def hold(self, seats: Iterable[int]) -> list[Event]:
        """Move the hands of these seats from now on, and leave the others to bots; return the events: cards
        that lie where no bot would lay them are taken away.
        """
        room, held = self._room, frozenset(seats)
        places = range(base.PLACES) if not held else room.held - held
        room.held = held
        events: list[Event] = []
        for place in places:
            for card, home in reversed(room.on_top.pop(place, [])):
                room.put_back(card, home)
                events.append(("lifted-top", place))
            lowest, home = room.lying[place], room.strays.get(place, ("hand", place))
            if lowest is not None and home[0] not in ("hand", "pool"):
                room.lying[place] = None
                room.put_back(lowest, home)
                events.append(("lifted", place))
            if room.lying[place] is None or place < base.CENTRE:
                room.strays.pop(place, None)
        return events

    def moves_first(self, seat: int, what: str, args: Sequence[object]) -> str:
        """Return "draw" or "chip" if that is due before a step at this prompt, and no reader sees it."""
        return self._room.moves_first(self._room.people[seat], what, args)

    @property
    def room(self) -> Room:
        """Return the room of these hands."""
        return self._room

    @property
    def seats(self) -> frozenset[int]:
        """Return the seats whose hands users move."""
        return self._room.held

    @property
    def are_alone(self) -> bool:
        """Return True if users move the hands of one seat only."""
        return len(self._room.held) == 1

    def may_confirm(self, seat: int, what: str, args: Args) -> bool:
        """Return True if OK is right at this prompt: a player sits down, or has all cards of a count."""
        return what == "take-seats" or self._room.is_full(self._room.people[seat], what, args)

    def can_move(self, seat: int, act: str) -> bool:
        """Return True if the card of an automatic act still lies there."""
        room = self._room
        if act == "lift":
            return room.lying[seat] is not None
        first = 0 if act == "take" else base.CENTRE
        return any(room.lying[place] is not None for place in range(first, base.PLACES))

    @property
    def are_all(self) -> bool:
        """Return True if users move all hands at the table: no bot tidies up."""
        return len(self._room.held) == self._room.seats

    # -- perceptions -----------------------------------------------------------------------------

    def sees(self, tasks: Sequence[int], pads: Sequence[int], what: str = "") -> list[Fields]:
        """Return the view of the player in each held seat: own hand, pad and pile (or chips), relevant open
        cards, things as the game names them, and lamps, as codes of DO and PAD. `what`: the prompt.
        """
        room = self._room
        rows = []
        for seat in sorted(room.held):
            person = room.people[seat]
            lying = [] if room.lying[seat] is None else [room.lying[seat]]
            lying += [card for card, _ in room.on_top.get(seat, ())]
            rows.append(
                {
                    "seat": seat,
                    "hand": [cards.text(card, room.letters) for card in person.hand],
                    "pad": [cards.text(card, room.letters) for card in lying],
                    "pile": room.list_pile(person),
                    "open": room.list_open_cards(seat),
                    "asked": what,
                    "do": DO[tasks[seat]],
                    "lamp": PAD[pads[seat]],
                }
            )
        return rows

    def read(self, seat: int, word: str, lang: str) -> list[Fields]:
        """Return the texts of the card that this player wants to read, "" for all of the own hand that have
        one. Raises CannotDo.
        """
        room = self._room
        own = (cards.text(card, room.letters) for card in room.with_words(room.people[seat]))
        texts = [room.read_card(name, lang) for name in ([word] if word else own)]
        if None in texts:
            raise CannotDo("no-law")
        return [text for text in texts if text is not None]

    # -- acts ------------------------------------------------------------------------------------

    def check_held(self, seat: int, act: str, word: str) -> None:
        """Check that the card of an act is in this player's reach. Raises CannotDo.

        A user who insists on another card skips this: see `act` for where it comes from then.
        """
        if act not in WITH_CARD or word == FOREIGN or seat not in self._room.held:
            return
        person = self._room.people[seat]
        for name in word.split():
            card = self._card(person, name)
            if not self._room.holds(person, card):
                raise CannotDo("not-held", cards.text(card, self._room.letters))

    def act(
        self, seat: int, act: str, word: str, what: str, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        """Do one of ACTS; `word` is a card, a key, the number of a row or a seat where it needs one, `what`
        ... `pads` are as in Room.act.

        Events are those of a Room, and `("lifted-top", place)`, the last card that was laid on others is
        lifted, `("rest",)`, nothing happens for a moment, and `("plug",)`, the plug is pulled or put back.
        Raises CannotDo.
        """
        if seat not in self._room.held:
            raise CannotDo("not-your-seat")
        person = self._room.people[seat]
        if act == "plug":
            return [("plug",)]
        if what == DARK or what in AFTER_A_CUT:  # all players still remember the prompt before
            if act == "press" and word in KEYS:
                return [("key", seat, KEYS[word])]
            what = self._asked
        self._asked = what
        own = self._room.by_hand(person, act, word, what, tasks)
        if own is not None:
            return own
        if act == "lay":
            return [self._lay(person, self._card(person, word), what, tasks[seat])]
        if act == "lift":
            return [self._lift(person, what, tasks, pads)]
        if act == "swap":
            return self._swap(person, self._card(person, word), what, tasks, pads)
        if act == "show":
            shown = [self._card(person, name) for name in word.split()]
            return [event for card in shown for event in self._show(person, card, tasks[seat])]
        if act == "press" and word in KEYS:
            return [("key", seat, KEYS[word])]
        if act == "pick":
            keys = ("no", *["yes"] * (int(word) + 1), "ok")
            return [event for key in keys for event in self.act(seat, "press", key, what, tasks, pads)]
        if act == "turn":
            return [self._turn(what)]
        if act == "draw":
            return [self._draw(person, what)]
        if act == "point":
            raise CannotDo("nobody-points")
        if act == "chip":
            raise CannotDo("no-chip-now")
        if act == "take":
            return self._take(person, tasks, pads)
        if act == "clear":
            return [self._clear_middle(tasks, pads)]
        raise CannotDo("unknown-act")

    def _card(self, person: Person, word: str) -> int:
        if word == FOREIGN:
            return int(cards.FOREIGN)
        try:
            return self._room.named(person, word)
        except ValueError:
            raise CannotDo("unknown-act") from None

    def _fetch(self, person: Person, card: int) -> Home:
        """Take a card from wherever it is; return its home if it is not wanted."""
        room = self._room
        home = room.take_by_hand(person, card)
        if home is not None:
            return home
        for source in room.unseen_by(person, card):
            if card in source and person.hand:
                source[source.index(card)] = person.hand.pop()
                if source is not room.pool and source is not room.rest:  # its order is random
                    source.sort()
                return ("hand", person.seat)
        return SPARE

    def _lay(self, person: Person, card: int, what: str, task: int) -> Event:
        self._check_free(person)
        home = self._fetch(person, card)
        if task == base.SHOW:
            self._room.notice_shown(person, card)
        return self._put(person, card, home, what)

    def _check_free(self, person: Person) -> None:
        """Check that no card lies on the pad. Raises CannotDo."""
        if self._room.lying[person.seat] is not None:
            raise CannotDo("card-lies")

    def _put(self, person: Person, card: int, home: Home, what: str) -> Event:
        room = self._room
        place = person.seat
        room.lying[place] = card
        if home != ("hand", place):
            room.strays[place] = home
        elif what.startswith("lay-face-down"):
            room.notice_face_down(place, card, True)
        else:
            room.notice_laid_back(place, card)
        return ("laid", place, card)

    def _lift(self, person: Person, what: str, tasks: Sequence[int], pads: Sequence[int]) -> Event:
        room = self._room
        place = person.seat
        if room.on_top.get(place):
            room.put_back(*room.on_top[place].pop())
            return ("lifted-top", place)
        card = room.lying[place]
        if card is None:
            raise CannotDo("nothing-lies")
        # A card of the trick is won, also while the lamp of its pad is still that of another one upon it.
        is_won = base.TAKE_ALL in tasks and (pads[place] in _WON or not room.is_fresh(place))
        room.lying[place] = None
        home = room.strays.pop(place, ("hand", place))
        if what.startswith("lay-face-down"):
            room.notice_face_down(place, card, False)
        if home[0] != "hand":
            room.put_back(card, home)
        elif is_won:
            room.capture(room.people[tasks.index(base.TAKE_ALL)], card)
        elif home == ("hand", place) or pads[place] in (base.KEEP, base.OUT):
            room.put_away(person, card, pads[place])
        else:
            room.put_back(card, home)
        return ("lifted", place)

    def _swap(
        self, person: Person, card: int, what: str, tasks: Sequence[int], pads: Sequence[int]
    ) -> list[Event]:
        return [self._lift(person, what, tasks, pads), self._lay(person, card, what, tasks[person.seat])]

    def _show(self, person: Person, card: int, task: int) -> list[Event]:
        """Lay a card until it has been read and take it back."""
        self._check_free(person)
        home = self._fetch(person, card)
        if task == base.SHOW:
            self._room.notice_shown(person, card)
        self._room.put_back(card, home)
        return [("laid", person.seat, card), ("rest",), ("lifted", person.seat)]

    def _turn(self, what: str) -> Event:
        room = self._room
        if room.lying[base.CENTRE] is not None:
            raise CannotDo("middle-taken")
        if not room.pool:
            raise CannotDo("pool-empty")
        room.strays[base.CENTRE] = room.find_home_of_turned(what)
        return room.turn_up_pool()

    def _draw(self, person: Person, what: str) -> Event:
        room = self._room
        other = room.draws_from(person, what)
        if other is None:
            raise CannotDo("nobody-draws")
        self._check_free(person)
        card = room.draw_unseen(person, other)
        if card is None:
            raise CannotDo("neighbour-empty")
        other.hand.remove(card)
        return self._put(person, card, ("hand", other.seat), what)

    def _take(self, person: Person, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        if tasks[person.seat] != base.TAKE_ALL:
            raise CannotDo("not-yours")
        room = self._room
        lying = [place for place in range(base.PLACES) if room.lying[place] is not None]
        of_trick = [
            place for place in lying if place in room.on_top or pads[place] not in (base.EARLY, base.WRONG)
        ]
        room.take_late(person)
        return [event for place in of_trick for event in room.take(person, place)]

    def _clear_middle(self, tasks: Sequence[int], pads: Sequence[int]) -> Event:
        """Take the card in the middle away: to the place its lamp shows, or back on the pool."""
        room = self._room
        for place in (base.CENTRE, base.CENTRE_2):
            card = room.lying[place]
            if card is None:
                continue
            room.lying[place] = None
            home = room.strays.pop(place, ("pool", -1))
            if base.TAKE_ALL in tasks and pads[place] in _WON:
                room.capture(room.people[tasks.index(base.TAKE_ALL)], card)
            else:
                room.put_back(card, GONE if pads[place] in PLAYED else home)
            return ("lifted", place)
        raise CannotDo("middle-empty")
