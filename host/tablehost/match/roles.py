"""Roles: the one place where events, and the parts of a snapshot, are kept from a view."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tablehost.match.events import Answer, Event, Hand, Story, Undoable, Wish
from tablehost.match.snapshot import Snapshot


class Role(NamedTuple):
    """The players of `seats`; without any a watcher, also one who corrects."""

    seats: tuple[int, ...] = ()


WATCHER = Role()


def may_see(role: Role, event: Event) -> bool:
    """Return True if this event may be shown to this role."""
    if isinstance(event, Hand | Answer | Wish | Undoable):
        return event.seat in role.seats
    if isinstance(event, Story):
        return not event.is_private
    return True


def limit(role: Role, snapshot: Snapshot) -> Snapshot:
    """Return what this role may see of a snapshot: the fold of the events that it may be shown.

    Private stories are in none.
    """
    hands = {seat: hand for seat, hand in snapshot.hands.items() if seat in role.seats}
    undoable = snapshot.undoable.intersection(role.seats)
    is_all = (hands, undoable) == (snapshot.hands, snapshot.undoable)
    return snapshot if is_all else replace(snapshot, hands=hands, undoable=undoable)
