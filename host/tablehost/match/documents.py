"""The snapshot of a match as a JSON object, for views in another program such as a page of the browser.

Its members are those of `Snapshot` without hands, which belong to a seat. One that has changed replaces the
one before, so that a view of these objects needs no fold of its own; `stories` alone also grows by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.match import events, lamps
from tablehost.match.events import Lamp, Story
from tablehost.match.snapshot import Snapshot
from tablehost.types import Document


def of(snapshot: Snapshot) -> Document:
    """Return the object of a snapshot that is limited to a role."""
    standing, pads = snapshot.standing, snapshot.pads
    return {
        "game": snapshot.game,
        "players": snapshot.players,
        "chairs": snapshot.chairs,
        "number": snapshot.number,
        "pads": [_pad(pads, at) for at in range(len(pads.cards))],
        "seat_pads": pads.seat_pads,
        "display": snapshot.display,
        "tasks": snapshot.asked.tasks,
        "part": standing.part,
        "standing": standing.texts,
        "scores": standing.scores,
        "caption": standing.caption,
        "places": standing.places,
        "shown": standing.shown,
        "stories": [_story(one) for one in snapshot.stories],
        "faults": snapshot.faults,
        "has_power": snapshot.has_power,
        "notice": snapshot.notice,
        "ending": snapshot.ending,
    }


def changes(before: Document, after: Document) -> Document:
    """Return the members that have changed; `story` alone if there is one more."""
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    stories, told = after["stories"], before.get("stories")
    if "stories" in changed and isinstance(stories, list) and isinstance(told, list) and stories:
        if stories[:-1] in (told, told[1:]):
            del changed["stories"]
            changed["story"] = stories[-1]
    return changed


def _pad(pads: events.Pads, at: int) -> Document:
    return {"card": pads.cards[at], "lamps": _lamps(pads.lamps[at] if at < len(pads.lamps) else ())}


def _lamps(three: Sequence[Lamp]) -> list[Document]:
    looks = [{"colour": lamp.colour, "sign": lamps.shape(lamp), "beats": lamps.beats(lamp)} for lamp in three]
    return [{**look, "meaning": lamp.meaning} for look, lamp in zip(looks, three, strict=True)]


def _story(story: Story) -> Document:
    return {
        "record": story.record,
        "kind": story.kind,
        "part": story.part,
        "text": story.sentence.strip("\n"),
        "always": story.is_always,
    }
