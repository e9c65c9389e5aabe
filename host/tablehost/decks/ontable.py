"""The deck on a table: read from it, and put there in pieces, over the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from tablehost.decks import deckfile, store
from tablehost.decks.deckfile import Deck
from tablehost.session import Event, Session
from tablehost.trouble import BUSY, CHECK_FAILED, UNEXPECTED, VERSION_SKEW, Trouble

PIECE = 24  # characters of a line that fit one command, see `wire.frames.FROM_HOST`

REFUSED = {
    "match": (
        "a match is under way at the table; its deck was not changed",
        "end it (cardtable end) or play it to its end, then: cardtable deck use NAME",
        BUSY,
    ),
    "flash-failed": (
        "the table cannot keep anything; the deck that it had is unchanged",
        "switch it off and on, then: cardtable deck use NAME",
        UNEXPECTED,
    ),
    "flash-full": (
        "the table's memory is full; the deck that it had is unchanged",
        "cardtable play takes over what it has and makes room; then: cardtable deck use NAME",
        UNEXPECTED,
    ),
    "unknown-command": (
        "the firmware of this table takes no deck over the line; nothing was changed",
        "put the firmware of this version on it",
        VERSION_SKEW,
    ),
}


def nothing(event: Event) -> None:
    """Passing news are not for whoever puts a deck on a table."""


def _ask(session: Session, name: str, *words: Any) -> Any:
    accepted, answer = session.command(nothing, name, *words)
    if accepted:
        return answer[1]
    code = str(answer[0])
    if code == "deck":
        about = f"the table cannot use this deck: {answer[1]}; the deck that it had is unchanged"
        hint = "put cards and tags on it that it can read: cardtable list tells which table this is"
        raise Trouble("TABLE_REFUSES", about, hint, CHECK_FAILED)
    usual = (f"the table refuses: {answer}; the deck that it had is unchanged", "try again", UNEXPECTED)
    raise Trouble("TABLE_" + code.upper().replace("-", "_"), *REFUSED.get(code, usual))


def read(session: Session) -> list[Deck]:
    """The decks on the table, those without a name as well. Raises Trouble."""
    lines: list[str] = []
    at = 0
    while at >= 0:
        at, *more = _ask(session, "deck", "read", at)
        lines += more
    return deckfile.of_table("\n".join(lines), "the table's file deck.txt", unnamed(session))


def unnamed(session: Session) -> str:
    """What decks are called that this table has without a name."""
    return f"{deckfile.FOUND}{session.uid[-4:].lower()}"


def put(session: Session, decks: Sequence[Deck]) -> None:
    """Have the table use these, and no others. Raises Trouble; then it has what it had before."""
    text = deckfile.to_table(decks)
    _ask(session, "deck", "begin")
    for line in text.splitlines():
        while len(line) > PIECE:
            _ask(session, "part", line[:PIECE])
            line = line[PIECE:]
        _ask(session, "line", line)
    _ask(session, "deck", "end", text.count("\n"), crc32(text.encode()))


def known(decks: Sequence[Deck]) -> list[Deck]:
    """Keep those of these decks here that this computer does not know; which they were. Raises Trouble."""
    new = [deck for deck in decks if deck.rows and store.find(deck.name) is None]
    for deck in new:
        store.save(deck)
    return new


def beside(deck: Deck, there: Sequence[Deck]) -> tuple[list[Deck], list[Deck]]:
    """Of the decks on a table: those that stay when `deck` comes, and those whose place it takes."""
    others = [one for one in there if one.name != deck.name]
    stay = [one for one in others if one.kind.pack != deck.kind.pack and one.tags == deck.tags]
    return stay, [one for one in others if one not in stay]
