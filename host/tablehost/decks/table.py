"""The decks on a table: read from it, and put there in pieces, over the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from tablehost import messages
from tablehost.decks import deckfile, store
from tablehost.decks.deckfile import Deck
from tablehost.errors import BUSY, CHECK_FAILED, UNEXPECTED, VERSION_SKEW, Trouble
from tablehost.link.conversation import Conversation
from tablehost.link.events import Event

SAID = messages.Catalogue("deck")

PIECE = 24  # characters of a line that fit one command, see `wire.frames.FROM_HOST`

# The reason why the table refused a deck -> exit status; `refuses` in the catalogue has the reason and the
# next step.
REFUSED = {
    "match": BUSY,
    "flash-failed": UNEXPECTED,
    "flash-full": UNEXPECTED,
    "unknown-command": VERSION_SKEW,
}


def ignore_event(event: Event) -> None:
    """Ignore an event: a deck transfer shows no passing news."""


def _ask(session: Conversation, name: str, *words: int | str) -> Any:
    accepted, answer = session.command(ignore_event, name, *words)
    if accepted:
        return answer.detail
    code = answer.code
    if code == "deck":
        about = SAID("table-cannot-use", answer=answer.detail)
        hint = SAID("table-cannot-use-hint")
        raise Trouble("TABLE_REFUSES", about, hint, CHECK_FAILED)
    about = SAID.get(f"refuses {code}") or SAID("refuses", answer=list(answer))
    hint = SAID.get(f"refuses {code}-hint") or SAID("refuses-hint")
    raise Trouble("TABLE_" + code.upper().replace("-", "_"), about, hint, REFUSED.get(code, UNEXPECTED))


def read(session: Conversation) -> list[Deck]:
    """Return the decks on the table, those without a name as well. Raises Trouble."""
    lines: list[str] = []
    at = 0
    while at >= 0:
        at, *more = _ask(session, "deck", "read", at)
        lines += more
    return deckfile.of_table("\n".join(lines), "the table's file deck.txt", name_unnamed(session))


def name_unnamed(session: Conversation) -> str:
    """Return the name of decks that this table has without a name."""
    return f"{deckfile.FOUND}{session.uid[-4:].lower()}"


def put_decks(session: Conversation, decks: Sequence[Deck]) -> None:
    """Have the table use these, and no others. Raises Trouble; then its decks are unchanged."""
    text = deckfile.to_table(decks)
    _ask(session, "deck", "begin")
    for line in text.splitlines():
        while len(line) > PIECE:
            _ask(session, "part", line[:PIECE])
            line = line[PIECE:]
        _ask(session, "line", line)
    _ask(session, "deck", "end", text.count("\n"), crc32(text.encode()))


def save_unknown(decks: Sequence[Deck]) -> list[Deck]:
    """Keep those of these decks here that this computer does not know; which they were. Raises Trouble."""
    new = [deck for deck in decks if deck.rows and store.find(deck.name) is None]
    for deck in new:
        store.save(deck)
    return new


def split_by_overlap(deck: Deck, there: Sequence[Deck]) -> tuple[list[Deck], list[Deck]]:
    """Return those of the decks on a table that stay when `deck` is added, and those that it replaces."""
    others = [one for one in there if one.name != deck.name]
    stay = [one for one in others if one.kind.pack != deck.kind.pack and one.tags == deck.tags]
    return stay, [one for one in others if one not in stay]
