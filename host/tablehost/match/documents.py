"""The snapshot of a match as a JSON object, for views in another program such as a page of the browser.

Its members are those of `Snapshot` that a page shows; hands belong to a seat. One that has changed replaces
the one before, so that a view of these objects needs no fold of its own; `stories` alone also grows by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablehost import messages
from tablehost.match import events, lamps, seating
from tablehost.match.card_words import CardWords
from tablehost.match.events import COVERED, UNKNOWN, Lamp, Story
from tablehost.match.snapshot import STORIES, Snapshot
from tablehost.people import vocabulary
from tablehost.types import Document


def of(snapshot: Snapshot, words: CardWords) -> Document:
    """Return the object of a snapshot that is limited to a role; `words`: for its cards."""
    standing, pads = snapshot.standing, snapshot.pads
    far, near = seating.rows(len(snapshot.players), 0) if snapshot.players else ([], [])
    return {
        "game": snapshot.game,
        "players": snapshot.players,
        "chairs": snapshot.chairs,
        "far": far,
        "near": near,
        "number": snapshot.number,
        "pads": [_pad(pads, at, words) for at in range(len(pads.cards))],
        "seat_pads": pads.seat_pads,
        "display": words.show(snapshot.display),
        "standing": standing.texts,
        "caption": standing.caption,
        "places": standing.places,
        "shown": standing.shown,
        "stories": [_story(one, words) for one in snapshot.stories],
        "has_power": snapshot.has_power,
        "notice": snapshot.notice,
        "ending": words.show(snapshot.ending),
    }


def empty() -> Document:
    """Return the object of a table at which nothing is played."""
    return of(Snapshot(), CardWords(vocabulary.load(messages.language())))


def changes(before: Document, after: Document) -> Document:
    """Return the members that have changed; `story` alone if there is one more."""
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    stories, told = after["stories"], before.get("stories")
    if "stories" in changed and isinstance(stories, list) and isinstance(told, list) and stories:
        if stories[:-1] == (told[1:] if len(told) == STORIES else told):
            del changed["stories"]
            changed["story"] = stories[-1]
    return changed


def _pad(pads: events.Pads, at: int, words: CardWords) -> Document:
    card = pads.cards[at]
    said = "" if card in (None, COVERED, UNKNOWN) else words.put_into(str(card))
    return {"card": card, "said": said, "lamps": list_lamps(pads.lamps[at] if at < len(pads.lamps) else ())}


def list_lamps(three: Sequence[Lamp]) -> list[Document]:
    """Return the objects of the lamps of a pad."""
    return [
        {
            "colour": lamp.colour,
            "sign": lamps.shape(lamp),
            "beats": lamps.beats(lamp),
            "tune": lamps.tune(lamp, number),
            "meaning": lamp.meaning,
        }
        for number, lamp in enumerate(three)
    ]


def _story(story: Story, words: CardWords) -> Document:
    text = story.sentence.strip()
    return {
        "record": story.record,
        "kind": story.kind,
        "text": words.show(text),
        "said": words.put_into(text),
    }
