"""Roles: the one place where events are kept from a view."""

from __future__ import annotations

from typing import NamedTuple

from tablehost.match.events import Answer, Event, Hand, Story


class Role(NamedTuple):
    """The players of `seats`; without any a watcher, also one who corrects."""

    seats: tuple[int, ...] = ()


WATCHER = Role()


def may_see(role: Role, event: Event) -> bool:
    """Return True if this event may be shown to this role."""
    if isinstance(event, Hand | Answer):
        return event.seat in role.seats
    if isinstance(event, Story):
        return not event.is_private
    return True
