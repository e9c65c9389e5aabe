"""Players who fumble: they lay wrong cards, lift too soon, forget, and put it right.

They put it right because lamps and display report it, never by knowledge: if the table does not report the
fault, it remains, and the match does not continue.

Events in addition to those of a Room: ("lifted-top", place), the last of several cards is lifted; ("weak",
place) and ("stacked", place), the card laid there next is badly placed, or exactly on the other one, until
the pad is cleared; ("free", place), its stuck keys are worked free; ("rest",), they wait for a moment.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.controller.output.display import Display
from cardtable.controller.storage.settings import CHOICES
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.languages import Language
from tablehost.people.faults import Faults
from tablehost.people.room import AFTER_A_CUT, Home, Room
from tablehost.types import Args, Event
from tablehost.virtual.people.senses import stuck_seats

PATIENCE_US = 3_000_000  # a card that the lamp has not taken note of by then is laid again
REST: Event = ("rest",)
SPARE: Home = ("spare", -1)
_UNREAD = (base.EMPTY, base.MISSING)
_LANGUAGES = [Language(lang) for lang in CHOICES["lang"]]


class Fumbling:
    """Players who act, well or badly. `room`: their room. `faults`: how often badly."""

    def __init__(self, room: Room, faults: Faults) -> None:
        self._room = room
        self._faults = faults
        self._fault_at: dict[int, str] = {}  # by place: the mistake made there
        self._unread: dict[int, int] = {}  # by place: since when the lamp takes no note of the card there
        self._bare_since: int | None = None  # since when a lamp reports a card on an empty pad
        self._left: int | None = None  # while pads are cleared: the place that was forgotten, or -1
        self._what = ""
        self.names: Sequence[str] = ()  # the table's names of the players, by seat

    def draw_again(self, lots: str) -> None:
        """Draw the faults of the next act from these lots."""
        self._faults.draw_again(lots)

    def act(
        self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int], words: str, now: int
    ) -> list[Event]:
        """Act as Room.act does; `words`: the whole text of the display, `now` in us."""
        if what == "restoring":
            return [REST]
        if what in AFTER_A_CUT:
            return self._after_a_cut(what, args, tasks, pads, words)
        if what != self._what:
            self._left = None
        self._what = what
        self._room.perceive(what, args, tasks, pads)  # to put a card right is also an act at this prompt
        events = self._put_right(tasks, pads, words, now) or self._forget(tasks, words)
        if events:
            return events
        if self._is_bare(pads, now):
            return [REST]
        # A player who waits for a card to be read does nothing else; one who has forgotten a card leaves it.
        waiting = [*self._unread, *self._room.on_top]
        patient, seen = list(tasks), list(pads)
        for place in waiting:
            seen[place] = base.MISSING
            if place < base.MOST_SEATS:
                patient[place] = base.NOTHING
        if self._left in self._fault_at and what in self._room.clearings:
            patient[self._left], seen[self._left] = base.NOTHING, base.FINE
            waiting.append(self._left)
        events = self._room.act(what, args, patient, seen)
        if events:
            return self._fumble(events)
        return [REST] if waiting else []

    def _after_a_cut(
        self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int], words: str
    ) -> list[Event]:
        """Act after a power cut: all players still remember the prompt before."""
        stuck = stuck_seats(words, self.names)
        if stuck:
            return [("free", stuck[0])]
        for place in range(base.PLACES):
            if place not in self._room.held and pads[place] == base.WRONG:
                if self._room.lying[place] is not None:
                    return self._lift_wrong(place, words)
        return self._room.act(what, args, tasks, pads)

    # -- putting it right --------------------------------------------------------------------------

    def _put_right(self, tasks: Sequence[int], pads: Sequence[int], words: str, now: int) -> list[Event]:
        stuck = stuck_seats(words, self.names)
        if stuck:
            return [("free", stuck[0])]
        room = self._room
        for place in range(base.PLACES):
            if place in room.held:
                continue
            if base.TAKE_ALL in tasks:
                if room.on_top.get(place):  # it was not noticed; now that all turn over, it is
                    return [self._lift_top(place, words)]
                continue
            task = tasks[place] if place < base.MOST_SEATS else base.LAY
            if room.lying[place] is None:
                if self._fault_at.get(place) == "early" and task == base.LAY:
                    self._came_to_light(place, words)
                self._unread.pop(place, None)
            elif pads[place] == base.WRONG:
                return self._lift_wrong(place, words)
            elif task == base.PICK and pads[place] == base.FINE:
                return [("key", place, base.OK)]
            elif self._moves_on(place, task, pads[place]):
                self._unread.pop(place, None)
            elif now - self._unread.setdefault(place, now) >= PATIENCE_US:
                return self._lift_all(place, words)
        return []

    def _is_bare(self, pads: Sequence[int], now: int) -> bool:
        """Return True if a lamp reports a card on an empty pad. Its reader does not answer: players see that,
        and wait a while before they go on.
        """
        room = self._room
        if not any(
            pads[place] == base.FINE and room.lying[place] is None and place not in room.held
            for place in range(base.PLACES)
        ):
            self._bare_since = None
            return False
        if self._bare_since is None:
            self._bare_since = now
        return now - self._bare_since < PATIENCE_US

    def _moves_on(self, place: int, task: int, lamp: int) -> bool:
        """Return True if players are content with the card there; if not, they wait a while, and lift it."""
        room = self._room
        if room.on_top.get(place) or (lamp == base.OLD and place in room.strays):
            return False
        return lamp not in _UNREAD or not room.is_awaited(place, task)

    def _lift_wrong(self, place: int, words: str) -> list[Event]:
        """Lift the card that the lamp calls wrong: the upper card of several, or the only one. If the display
        reports it as shown before, or as another than the expected one, it is not tried again.
        """
        room = self._room
        if room.on_top.get(place):
            return [self._lift_top(place, words)]
        card = room.lying[place]
        codes = ("shown-already", "too-many", *room.tries)
        said = [
            language.sentence("refusal", code).format(place=called)
            for language in _LANGUAGES
            for code in codes
            for called in self._calls(place, language)
        ]
        if card is not None and place not in room.strays and any(sentence in words for sentence in said):
            room.people[place].refused.append(card)
        return [self._take_up(place, words)]

    def _lift_all(self, place: int, words: str) -> list[Event]:
        """Take all cards up after none was read, to lay one well."""
        events = []
        while self._room.on_top.get(place):
            events.append(self._lift_top(place, words))
        return [*events, self._take_up(place, words)]

    def _lift_top(self, place: int, words: str) -> Event:
        room = self._room
        room.put_back(*room.on_top[place].pop())
        if not room.on_top[place]:
            del room.on_top[place]
        self._came_to_light(place, words)
        return ("lifted-top", place)

    def _take_up(self, place: int, words: str) -> Event:
        """Take a card up and put it back where it came from."""
        room = self._room
        home = room.strays.pop(place, None)
        if home is None:
            self._hand_back(place)
        else:
            card = room.lying[place]
            assert card is not None
            room.lying[place] = None
            room.put_back(card, home)
        self._unread.pop(place, None)
        self._came_to_light(place, words)
        return ("lifted", place)

    def _hand_back(self, place: int) -> None:
        """Put the card there back where it came from, as if it had not been laid."""
        room = self._room
        card = room.lying[place]
        assert card is not None
        home = room.home(place)
        room.lying[place] = None
        room.notice_face_down(place, card, False)
        if place < room.seats and card in room.people[place].shown:
            room.people[place].shown.remove(card)
        room.put_back(card, home)

    def _came_to_light(self, place: int, words: str) -> None:
        name = self._fault_at.pop(place, None)
        if name is not None:
            self._faults.tell(name, name_place(place), words)

    # -- doing it wrong ----------------------------------------------------------------------------

    def _fumble(self, events: list[Event]) -> list[Event]:
        """Return the events after fumbling with the laying of a card, also as a part of other events."""
        *before, last = events
        if last[0] != "laid" or last[1] in self._room.held:
            return events
        place = last[1]
        ways = {"early": self._early, "wrong": self._wrong, "two": self._two, "misread": self._badly}
        for name in self._room.careless(self._what, place):
            if self._faults.has_fault(name):
                fumbled = ways[name](place, last[2])
                if fumbled:
                    self._fault_at[place] = name
                    self._faults.note(name)
                    return [*before, *fumbled]
        return events

    def _early(self, place: int, card: int) -> list[Event]:
        self._hand_back(place)
        return [("laid", place, card), ("lifted", place)]

    def _wrong(self, place: int, card: int) -> list[Event]:
        room = self._room
        chance = self._faults.chance("wrong")
        deck = room.people[place].view.deck
        way = chance.randrange(3)
        self._hand_back(place)
        mistaken = room.mistaken(place, chance) if way == 0 else None
        if mistaken is not None:
            wrong, home = mistaken
        elif way == 1:  # of a pack that this game does not use
            packs = [cards.card(chance.randrange(4), chance.randint(1, 13), copy) for copy in range(3)]
            wrong, home = next(one for one in packs if one not in deck), SPARE
        else:
            wrong, home = int(cards.FOREIGN), SPARE
        room.lying[place] = wrong
        room.strays[place] = home
        return [("laid", place, wrong)]

    def _two(self, place: int, card: int) -> list[Event]:
        room = self._room
        hand = room.people[place].hand
        if not hand:
            return []
        chance = self._faults.chance("two")
        other = hand.pop(chance.randrange(len(hand)))
        room.on_top[place] = [(other, ("hand", place))]
        events: list[Event] = [("laid", place, card), ("laid", place, other)]
        return [("stacked", place), *events] if chance.random() < 0.5 else events

    def _badly(self, place: int, card: int) -> list[Event]:
        return [("weak", place), ("laid", place, card)]

    def _forget(self, tasks: Sequence[int], words: str) -> list[Event]:
        """Let a player who takes a trick forget one card, until the lamps still report it at the next
        look.
        """
        room = self._room
        if self._what in room.clearings:
            self._forget_own(tasks, words)
            return []
        if base.TAKE_ALL not in tasks or self._what != "clear":
            self._left = None
            return []
        winner = tasks.index(base.TAKE_ALL)
        if self._left is not None:
            if self._left in self._fault_at:
                self._came_to_light(self._left, words)
            return []
        self._left = -1
        places = [place for place in range(base.PLACES) if room.lying[place] is not None]
        if winner in room.held or len(places) < 2 or not self._faults.has_fault("forgotten"):
            return []
        self._left = self._faults.chance("forgotten").choice(places)
        self._fault_at[self._left] = "forgotten"
        self._faults.note("forgotten")
        left = [place for place in places if place != self._left]
        return [event for place in left for event in room.take(room.people[winner], place)]

    def _forget_own(self, tasks: Sequence[int], words: str) -> None:
        """Let a player forget the own card where each takes it, until it is the last one there."""
        room = self._room
        lying = [seat for seat in range(room.seats) if tasks[seat] == base.LIFT and seat not in room.held]
        if self._left is None:
            self._left = -1
            if lying and self._faults.has_fault("forgotten"):
                self._left = self._faults.chance("forgotten").choice(lying)
                self._fault_at[self._left] = "forgotten"
                self._faults.note("forgotten")
        elif lying == [self._left] and self._left in self._fault_at:
            self._came_to_light(self._left, words)

    def _calls(self, place: int, language: Language) -> list[str]:
        """Return the display's names of a place: by number, and by name if its player has one."""
        return [name_place(place, language), name_place(place, language, self.names)]


def name_place(place: int, language: Language = _LANGUAGES[0], names: Sequence[str] = ()) -> str:
    """Return the display's name of a place; `names`: of the players, by seat."""
    display = Display(None, language)
    display.names = names  # type: ignore[assignment]
    return str(display.places((place,)))
