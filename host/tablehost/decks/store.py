"""The decks that this computer knows: a file each, in the folder `decks` of its home."""

from __future__ import annotations

from pathlib import Path

from tablehost import messages
from tablehost.decks import deckfile
from tablehost.decks.deckfile import Deck
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean
from tablehost.files import make_folder, save_text
from tablehost.folders import home

SAID = messages.Catalogue("deck")

ENDING = ".deck"


def folder() -> Path:
    """Return the folder of the decks."""
    return home() / "decks"


def path_of(name: str) -> Path:
    """Return the file of the deck of this name, whether there is one or not. Raises Trouble."""
    return folder() / (deckfile.check_name(name) + ENDING)


def names() -> list[str]:
    """Return the names of all decks, retired ones too."""
    return sorted(path.name.removesuffix(ENDING) for path in folder().glob("*" + ENDING))


def find(name: str) -> Deck | None:
    """Return the deck of this name, None if there is none. Raises Trouble if its file is bad."""
    path = path_of(name)
    return deckfile.loads(deckfile.read(path), str(path)) if path.exists() else None


def load(name: str) -> Deck:
    """Return the deck of this name. Raises Trouble."""
    deck = find(name)
    if deck is None:
        hint = did_you_mean(name, names()) or SAID("enrol-hint")
        raise Trouble("NO_DECK", SAID("no-deck", name=name), hint, NOT_FOUND)
    return deck


def all_decks() -> list[Deck]:
    """Return all of them. Raises Trouble if a file is bad."""
    return [load(name) for name in names()]


def save(deck: Deck) -> Path:
    """Keep it; when this returns it survives a power cut. Raises Trouble."""
    path = path_of(deck.name)
    make_folder(path.parent)
    save_text(path, deckfile.dumps(deck))
    return path


def owner(uid: bytes, but: Deck, decks: list[Deck]) -> Deck | None:
    """Return the deck in use, other than `but`, that this tag belongs to; None if there is none."""
    for deck in decks:
        if deck.name != but.name and deck.owns and deck.of(uid) is not None:
            return deck
    return None
