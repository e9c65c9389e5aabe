"""Democracy on the host: tribes, islands, pools and ghosts in words; player behaviour; statistics;
its cards.
"""

from collections.abc import Sequence
from typing import Any

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games.democracy import deal
from tablehost import messages
from tablehost.console.text import table
from tablehost.games.democracy.card_faces import faces as faces
from tablehost.games.democracy.card_faces import screen_faces as screen_faces
from tablehost.games.democracy.decks import DECKS as DECKS
from tablehost.games.democracy.drawn_round import drawn_round as drawn_round
from tablehost.games.democracy.first_minute import FirstMinute as FirstMinute
from tablehost.games.democracy.player import sensible as sensible
from tablehost.games.democracy.statistics import counted as counted
from tablehost.games.democracy.turning import find_turning
from tablehost.people import room
from tablehost.people.minds import YES_NO
from tablehost.people.room import Person
from tablehost.plugins.narration import COVERED, Scene, Spread, Turning, get_plain
from tablehost.plugins.narration import Words as UsualWords
from tablehost.plugins.presentation import Lay
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Args, Event, Fields, Json, Line, Options, Prompt

COVER = ("5C", "6C")
TEACHING_SEED = 11
LEVELS = {"first-time": 1, "usual": 1, "short": 1}


def is_on_front_page(line: Line) -> bool:
    """Return True for a trick that the Village Idiot takes."""
    return line["kind"] == "trick" and bool(line["why"] == "village idiot")


# -- options ----------------------------------------------------------------------------------

_BAD_CATCH = ("bad_catch", ("one", "one_two"))
_STAKE = ("high_stake", (2, 3))


def _has_jokers(seats: int, options: Options) -> bool:
    return any(cards.is_joker(card) for card in deal.deck(seats, options))


NEEDS = {
    "uneven_days": lambda seats, options: deal.share(seats, options) % options["days"] != 0,
    "trump_tie": deal.is_expanded,  # one pack has no two equal trumps
    "joker": _has_jokers,
    "joker_turned": _has_jokers,
    "negotiation_seconds": ("negotiation", ("unanimous", "majority")),
    "bad_catch_days": _BAD_CATCH,
    "redeal_dealer": _BAD_CATCH,
    "false_bad_catch": _BAD_CATCH,
    "high_stake": _BAD_CATCH,
    "lie_penalty": _STAKE,
    "liar_tribes": _STAKE,
    "score_floor": _STAKE,
    "lie_detection": _STAKE,
    "stake_with_sweep": _STAKE,
    "sweep_limit": ("sweep", ("announced", "exclusive")),
    "tribe": ("scoring", ("suits",)),
}

# -- words ------------------------------------------------------------------------------------

SAID = messages.Catalogue("democracy/story")


class Words(UsualWords):
    area = SAID
    part = "island"
    closing = "score"
    outcomes = ("trick", "ghost", "award")
    always = (*UsualWords.always, "declaration")
    middle = ("pool",)

    def __init__(self, players: Sequence[str] = ()) -> None:
        super().__init__(players)
        self._card_points: list[int] | None = None  # of the last island, by seat
        self._captured = [0] * len(players)  # cards on this island
        self.kinds |= {
            "island": self._island,
            "declaration": self._declaration,
            "shown": self._shown,
            "trick": self._trick,
            "ghost": self._ghost,
            "award": self._award,
            "challenge": self._challenge,
            "score": self._score,
        }

    def spread(self, seat: int) -> Spread:
        return Spread(captured=self._captured[seat])

    def trumps(self, middle: Sequence[str | None]) -> str:
        """Return the suit of the pool's card; a joker has none."""
        turned = (card.partition("#")[0][-1:] for card in middle if card)
        return next((suit for suit in turned if suit in SUIT_SIGNS), "")

    def say_result(self, line: Line) -> str:
        """Return the winners; of equal ones also the card points that decided."""
        return f"{super().say_result(line)} {self.decision(line)}".rstrip(" ")

    def decision(self, line: Line) -> str:
        if line["why"] != "card points" or self._card_points is None:
            return ""
        return SAID("card-points-decided", points=self.each(self._card_points))

    def in_short(self, closing: Line) -> str:
        won = [
            messages.paired(self.name(seat), f"+{n}") for seat, n in enumerate(closing["game_points"]) if n
        ]
        stand = self.each(closing["totals"])
        return SAID("in-short", n=self.number, won=", ".join(won) or SAID("nobody-wins"), totals=stand)

    def outcome(self, line: Line) -> str:
        if line["kind"] != "trick":
            return super().outcome(line)
        taker, plays = line["winner"], line["plays"]
        about = (
            {}
            if taker is None
            else {**self.subject(taker), "card": plays[taker].partition("#")[0], "n": len(plays) + 1}
        )
        return SAID("outcome " + line["why"], **about)

    def answered(self, prompt: Prompt, answer: Json) -> str:
        what, tasks = prompt.what, prompt.tasks
        if what == "turn-up" and isinstance(answer, list) and isinstance(answer[0], int):
            doer = next((seat for seat, task in enumerate(tasks) if task), None)
            return SAID("turns-up", name=self._who_deals(doer), card=cards.text(answer[0]))
        if what.startswith("lay-face-down"):
            return SAID("covered-ok", name=self._who_deals(self.dealer))
        return ""

    def scenes(self, line: Line) -> Sequence[Scene]:
        """Return the cards of a trick, in the order they were laid."""
        if line["kind"] != "trick":
            return ()
        pool = line["pool"]
        middle: list[int] = [cards.parse(pool)]
        plays: list[int] = [cards.parse(card) for card in line["plays"]]
        nothing, covered = [None] * len(plays), [COVERED] * len(plays)
        trick = SAID("trick-of", day=line["day"], n=line["n"])
        dealer = self._who_deals(self.dealer)
        up, ok = SAID("turns-up", name=dealer, card=pool), SAID("covered-ok", name=dealer)
        why = SAID.get("why " + line["why"], line["why"])
        winners = [] if line["winner"] is None else [line["winner"]]
        return (
            Scene(middle, nothing, SAID("has-turned-up", trick=trick, name=dealer, card=pool), up),
            Scene(middle, covered, SAID("covered", trick=trick), ok),
            Scene(middle, plays, SAID("trick-why", trick=trick, why=why), winners=winners),
        )

    def turning(self, lines: Sequence[Line]) -> Turning | None:
        found = find_turning(lines)
        if found is None:
            return None
        trick, card, other = found
        head = "turned village idiot" if trick["why"] == "village idiot" else "turned"
        names = {"card": card.partition("#")[0], "other": other.partition("#")[0]}
        return Turning(SAID(head, **names), (card, other, trick["pool"]))

    def lesson_values(self, line: Line) -> Fields:
        """Return the card that won a trick, and the sign of the suit of its pool's card."""
        if line["kind"] != "trick" or line["winner"] is None:
            return {}
        return {"card": line["plays"][line["winner"]], "suit": SUIT_SIGNS.get(line["pool"][-1], "")}

    def list_seen_options(self, line: Line) -> Sequence[str]:
        """Return how jokers count, where one was turned up or laid."""
        if line["kind"] != "trick":
            return ()
        turned = ["joker_turned"] if line["pool"].startswith("X") else []
        return turned + ["joker"] if any(card.startswith("X") for card in line["plays"]) else turned

    def _who_deals(self, seat: int | None) -> str:
        return SAID("dealer") if seat is None else self.name(seat)

    def reasons(self, lines: Sequence[Line]) -> list[str]:
        rows = [SAID("heads").split(";")]
        island = 0
        scored = False
        for line in lines:
            if line["kind"] == "island":
                island = line["n"]
            elif line["kind"] == "score":
                scored = True
                for code, seat, about, worth in line["why"]:
                    who = "-" if seat is None else self.name(seat)
                    rows.append([str(island), who, f"{worth:+d}", _reason(code, seat, about, line)])
        return [table(rows, left=(0, 1, 3)) if scored else SAID("no-island")]

    def _island(self, line: Line) -> str:
        return "\n" + SAID("island", n=line["n"], name=self.name(line["dealer"]))

    def _declaration(self, line: Line) -> str:
        what = SAID.get("what " + line["what"], line["what"])
        truth = "" if line.get("true") is None else "-true" if line["true"] else "-false"
        return SAID("declares" + truth, name=self.name(line["seat"]), what=what, suit=line.get("suit"))

    def _shown(self, line: Line) -> str:
        return "  " + SAID("shows", name=self.name(line["seat"]), hand=" ".join(line["hand"]))

    def _trick(self, line: Line) -> str:
        winner = line["winner"]
        end = SAID("split") if winner is None else SAID("takes", name=self.name(winner))
        why = SAID.get("why " + line["why"], line["why"])
        lost, plays = " ".join(line["lost"]), self.each(line["plays"])
        said = SAID("trick", pool=line["pool"], plays=plays, end=end, why=why, lost=lost)
        return f"  {line['day']}.{line['n']:<2} {said}"

    def _award(self, line: Line) -> str:
        by = ", ".join(self.name(seat) for seat in line["by"])
        end = SAID("award-agreed" if line["agreed"] else "award-refused", by=by)
        name = self.name(line["seat"])
        if line["award"] == "split":
            said = SAID("award-split", name=name, end=end)
        else:
            said = SAID("award", name=name, taker=self.name(line["award"]), end=end)
        return f"  {line['day']}.{line['n']:<2} {said}"

    def _challenge(self, line: Line) -> str:
        name = self.name(line["seat"])
        if not line["by"]:
            return "  " + SAID("unchallenged", name=name)
        return "  " + SAID("challenged", name=name, by=self.names(line["by"]))

    def _ghost(self, line: Line) -> str:
        drawn = self.each(line["drawn"])
        return f"  {line['day']}.{line['n']:<2} " + SAID("ghosts", drawn=drawn, lost=get_plain(line["lost"]))

    def hear(self, line: Line) -> None:
        super().hear(line)
        if line["kind"] == "score":
            rows = line["points"].values() if isinstance(line["points"], dict) else line["points"]
            self._card_points = [sum(column) for column in zip(*rows, strict=True)] or None
        elif line["kind"] in ("island", "void"):
            self._captured = [0] * len(self.players)
        elif line["kind"] == "trick":
            for seat, taken in enumerate(line["captured"]):
                self._captured[seat] += len(taken)

    def _score(self, line: Line) -> str:
        points = line["points"]
        if isinstance(points, dict):
            each = [SAID("suit-points", suit=suit, points=self.each(row)) for suit, row in points.items()]
        elif len(points) > 1:
            each = [SAID("day-points", day=i, points=self.each(row)) for i, row in enumerate(points, 1)]
        else:
            each = [self.each(points[0])]
        lines = [
            SAID("card-points", points=messages.join_with_semicolons(each)),
            SAID("tribes", points=self.each(line["game_points"])),
        ]
        if any(line["penalties"]):
            lines.append(SAID("penalties", points=self.each(line["penalties"])))
        lines.append(SAID("totals", points=self.each(line["totals"])))
        return "\n".join("  " + one for one in lines)


def _reason(code: str, seat: int | None, about: Any, score: Line) -> str:
    """Return the reason of a game point; `about` is its suit or the number of its day, or None."""
    head = SAID.get("reason " + code, code)
    if about is None or seat is None:
        return head
    if isinstance(score["points"], dict):
        head, points = SAID("of-suit", suit=SUIT_SIGNS[about], why=head), score["points"][about]
    else:
        points = score["points"][about - 1]
        head = SAID("of-day", why=head, day=about) if code == "day_total" else head
    others = ", ".join(str(n) for i, n in enumerate(points) if i != seat)
    return SAID("against", head=head, points=points[seat], others=others)


# -- the open log -----------------------------------------------------------------------------


def log_line(line: Line, options: Options) -> Line:
    """Convert points by suit, a list among the facts, into an object with the suits' letters."""
    if line["kind"] == "score" and options["scoring"] == "suits":
        line["points"] = dict(zip(cards.SUITS, line["points"], strict=True))
    return line


def lays(lines: Sequence[Line]) -> list[Lay]:
    """Return the cards of the tricks, as long as all hands are known: after a deal, each lay leaves a hand.
    A trick with the last card of a hand asks for no choice.
    """
    found: list[Lay] = []
    hands: list[list[str]] = []
    for number, line in enumerate(lines):
        if line["kind"] == "deal":
            hands = [list(hand) for hand in line["hands"]]
        elif line["kind"] in ("ghost", "correction", "void"):
            hands = []  # other cards have left the hands
        elif line["kind"] == "trick" and hands:
            plays: list[str] = line["plays"]
            if not all(card in hand for card, hand in zip(plays, hands, strict=True)):
                hands = []
                continue
            for seat, hand in enumerate(hands):
                if len(hand) > 1:
                    found.append(Lay(number, seat, list(hand), [line["pool"]], plays))
            for card, hand in zip(plays, hands, strict=True):
                hand.remove(card)
    return found


# -- people -----------------------------------------------------------------------------------


class Room(room.Room):
    """The dealer deals before hands are counted or, uncounted, before a day's first card is turned up."""

    def find_hands_due(self, what: str, args: Args) -> tuple[int, int] | None:
        if what in ("declare-window", "turn-up") and args[1] == 1:
            return args[0], args[2]
        return super().find_hands_due(what, args)

    def notice(self, before: str, what: str) -> None:
        """Look at hands laid open, as every player does, and decide whether they end this deal."""
        super().notice(before, what)
        if what == "show-hand":
            for person in self.people:
                person.shown = []
        elif before == "show-hand" and any(self._is_bad_catch(person.shown) for person in self.people):
            self.redeal = True

    def _is_bad_catch(self, shown: Sequence[int]) -> bool:
        return bool(shown) and deal.is_bad_catch(shown, self.options["bad_catch"])

    def draws_from(self, person: Person, what: str) -> Person | None:
        """Return the player on the left, for the card that a ghost loses is drawn unseen from there."""
        return self.people[(person.seat + 1) % self.seats] if what.startswith("lay-ghost") else None

    def lay(self, person: Person, what: str) -> list[Event]:
        left = self.draws_from(person, what)
        if left is None:
            return super().lay(person, what)
        card = self.draw_unseen(person, left)
        return [] if card is None else [self.put(left.hand, card, person.seat)]

    def turn_up(self, person: Person, what: str, tasks: Sequence[int]) -> list[Event]:
        """Turn up a card; before the first trick the dealer may make a declaration too."""
        if what == "declare-window" and self._speaks_up(person, what, ()):
            return [("key", person.seat, base.YES)]
        return super().turn_up(person, what, tasks)

    def ok(self, person: Person, what: str, args: Args, pads: Sequence[int]) -> list[Event]:
        if what == "negotiate":
            if self.has_whim():
                return []  # a discussion; time passes
            if self._speaks_up(person, what, args):
                return [("key", person.seat, base.YES)]
        return super().ok(person, what, args, pads)

    def _speaks_up(self, person: Person, what: str, args: Args) -> bool:
        """Return True if a player speaks up; each considers it once."""
        if person.silent:
            return False
        person.silent = True
        return bool(self.ask(person, "answer", what, YES_NO, args))

    def pick(self, person: Person, what: str, args: Args) -> list[Event]:
        """Return the events of a choice among rows; a suit may be named by a card of it."""
        row = self.ask(person, "row", what, args)
        if what == "declare" and row == len(args) - 1:
            person.silent = True  # nothing more to declare
        if what == "name-suit" and self.whims.random() < 0.5 and self.fidget > 0:
            for card in person.hand:
                if cards.suit_of(card) == row:
                    return [self.put(person.hand, card, person.seat), ("key", person.seat, base.OK)]
        return self.step_to(person, row)

    def may_call(self, person: Person, what: str, args: Args) -> list[Event]:
        if what != "declare-window":
            return []
        return [("key", person.seat, base.OK)] if person.silent else super().may_call(person, what, args)
