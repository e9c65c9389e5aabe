"""The last act of a person that is taken back: by a motion of the hand while no record tells it; in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import CENTRE, KEY_NAMES, NO, YES, Ask
from cardtable.engine.asks.keys import Choose, Poll
from cardtable.engine.asks.laying import Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.picture import Picture
from cardtable.engine.referee import Referee
from tablehost import messages
from tablehost.match.card_words import CardWords
from tablehost.match.events import Hand, number_of
from tablehost.people.typed import Act
from tablehost.people.vocabulary import Tongue

SAID = messages.Catalogue("play")

Recorded = TypeVar("Recorded")

IN_HAND = ("read", "early", "wrong")  # what the lamp says of a card that no record tells
FACTS = ("trick", "vote")  # that the sentence names when they are taken back


class Said(NamedTuple):
    """A part of an act: `kind` "card", "key" or "row"; `word`: the name of the card or key, "" for a
    secret one.
    """

    kind: str
    word: str = ""


class Motion(NamedTuple):
    """A motion of the hand that takes the last act back. `act`: None if no motion can; `code`: of the
    sentence about it, `said`: what it tells.
    """

    act: Act | None
    code: str
    said: Said
    other: str = ""


def find_motion(hand: Hand, ask: Ask, picture: Picture, pressed: str) -> Motion | None:
    """Return how the player of `hand` takes back an act that no record tells; None if a record tells the
    last one. `picture`: with the cards shown so far; `pressed`: the last key in this ask, "" for none.
    """
    seat = hand.seat
    due = [key for step in hand.steps for key in step.get("keys", ())]
    if hand.pad and hand.lamp_code in IN_HAND:
        return Motion(Act(seat, "lift"), "own-lifted", Said("card", hand.pad[-1]))
    for part in ask.parts():
        if isinstance(part, Show) and seat in part.seats:
            if picture.shown[seat] or (picture.done[seat] and part.correctable):
                return Motion(Act(seat, "press", "no"), "own-shown", Said("card"))
        elif isinstance(part, Choose) and part.seat == seat:
            if any(step.get("reached") for step in hand.steps) or not hand.steps:
                return Motion(Act(seat, "press", "no"), "own-chosen", Said("row"))
        elif isinstance(part, Lay) and part.by == seat and max(part.places) >= CENTRE:
            if part.until is not None and part.until.seat == seat and hand.do == "ok":
                return Motion(Act(seat, "clear"), "own-lifted", Said("card"))
        elif isinstance(part, Poll | Ballot) and seat in part.seats and not due:
            keys = [KEY_NAMES[key] for key in (part.keys if isinstance(part, Poll) else (YES, NO))]
            if pressed in keys:
                others = [key for key in keys if key != pressed]
                if not others:
                    return Motion(None, "own-stands", Said("key", pressed))
                return Motion(Act(seat, "press", others[0]), "own-changed", Said("key", pressed), others[0])
    return None


def find_own(
    hand: Hand, course: Referee | None, pressed: tuple[str, str], recorded: Recorded | None
) -> Motion | Recorded | None:
    """Return the last act of the player of `hand`, as it can be taken back; None without one.

    `course`: the referee of the shadow; `pressed`: the task in which a key was pressed last, and the key;
    `recorded`: the last act that a record tells.
    """
    if course is None or course.ask is None:
        return recorded
    task, key = pressed
    now = key if number_of(task) == number_of(hand.task) else ""
    return find_motion(hand, course.ask, course.picture, now) or recorded


def can_take_back(own: object) -> bool:
    """Return True if there is an act, on record or as a Motion, and a way to take it back."""
    return own is not None and (not isinstance(own, Motion) or own.act is not None)


def describe_motion(motion: Motion, tongue: Tongue) -> str:
    """Return what a motion of the hand has taken back."""
    other = _key(motion.other or motion.said.word, tongue)
    return SAID(motion.code, own=_own([motion.said], tongue), other=other)


def describe(
    said: Sequence[Said], gone: Sequence[str], is_last: bool, tongue: Tongue, is_own: bool = True
) -> str:
    """Return what a correction has taken back. `gone`: the kinds of the facts that hold no more; `is_last`:
    no later act of a player was taken back with it; `is_own`: it is for the player of the act.
    """
    code = next((f"own-undone {fact}" for fact in FACTS if fact in gone), "own-undone later")
    return SAID("own-undone" if is_last and "later" in code else code, own=_own(said, tongue, is_own))


def describe_wish(name: str, said: Sequence[Said], tongue: Tongue) -> str:
    """Return what the person of this name would take back, for others, who may agree."""
    return SAID("wish", name=name, own=_own(said, tongue, False))


def _own(said: Sequence[Said], tongue: Tongue, is_own: bool = True) -> str:
    """Return the own part of an act, for its player or for others; of cards and the key that ended them the
    cards.
    """
    whose = "own" if is_own else "other"
    cards = [one.word for one in said if one.kind == "card"]
    if cards and all(cards):
        words = CardWords(tongue).put_into(" ".join(cards))
        return SAID(f"{whose}-cards", cards=words) if len(cards) > 1 else SAID(f"{whose}-card", card=words)
    if cards:
        return SAID(f"{whose}-hidden", n=len(cards))
    one = said[0]
    if one.kind == "row":
        return SAID(f"{whose}-choice")
    return SAID(f"{whose}-key", key=_key(one.word, tongue)) if one.word else SAID(f"{whose}-answer")


def _key(name: str, tongue: Tongue) -> str:
    """Return the word with which a key is typed."""
    return next((word for word, key in tongue.keys.items() if key == name), "")
