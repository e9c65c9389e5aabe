"""The cards of the virtual table: their tags, and the deck file that enrols them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from cardtable.drivers.reader_kinds import KINDS
from cardtable.engine import cards
from cardtable.games import registry as games
from tablehost.types import Letters
from tablehost.virtual.tags.icode import IcodeTag
from tablehost.virtual.tags.tag import Tag

TYPE_A = "iso14443a"
_COPY = 64  # from a card to its next copy, see `cardtable.engine.cards`
STICKERS = "stickers.json"  # in the folder of a table: which of its cards have other tags than at first
MEMORIES = "memories.json"  # in the same folder: the contents written into tags, see `decks.record`
_USER = slice(16, 32)  # bytes of pages 4 to 7

# A pack, a doubled one and all jokers: every card that any game with a standard pack can ask for.
EVERY_CARD = [cards.card(suit, rank, copy) for copy in range(3) for suit in range(4) for rank in range(1, 14)]
EVERY_CARD += [cards.joker(number) for number in range(1, 5)]


def every_card(pack: Letters) -> list[int]:
    """Return all cards with a name in this pack, see `registry.PACKS`; of a standard pack, EVERY_CARD."""
    if not isinstance(pack, tuple):
        return EVERY_CARD
    return [card for first, number, *_ in pack for card in range(first, first + number)]


def tags_for(board: ModuleType) -> str:
    """Return the sort of tags that cards for this board have: the one its readers were chosen for."""
    sort: str = KINDS[board.READER][-1][-1]
    return sort


def uid(card: int, pack: Letters = None, tags: str = TYPE_A) -> bytes:
    """Return the tag of a card. `pack`: see `cardtable.games`; `tags`: see `drivers/reader_kinds.py`.

    Seven bytes, as genuine NTAG213 have, or the eight of an ICODE.
    """
    family = 0x4D + games.PACKS.index(pack)
    if tags != TYPE_A:
        return bytes((0xE0, 0x04, 0x01, 0x50, 0x7A, 0xB1, family, card))
    return bytes((0x04, 0xCA, family, card, 0x7A, 0xB1, 0xE0))


def tag(card: int, pack: Letters = None, tags: str = TYPE_A) -> Tag:
    """Return the card's first tag."""
    return tag_of_card({}, card, pack, tags)


def load_replaced(folder: Path) -> dict[str, str]:
    """Return the tags of the table in this folder that were replaced: the first one -> that of now,
    in hex.
    """
    file = folder / STICKERS
    found: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return found


def replace(folder: Path, card: int, pack: Letters, tags: str) -> None:
    """Give a card another tag, once and for all."""
    known = load_replaced(folder)
    new = bytearray(tag_of_card(known, card, pack, tags).uid)
    new[-1] = (new[-1] + 0x55) % 256
    known[uid(card, pack, tags).hex()] = new.hex()
    (folder / STICKERS).write_text(json.dumps(known))


def tag_of_card(known: Mapping[str, str], card: int, pack: Letters = None, tags: str = TYPE_A) -> Tag:
    """Return the tag on this card; `known`: as `load_replaced` gives them."""
    first = uid(card, pack, tags).hex()
    return (Tag if tags == TYPE_A else IcodeTag)(bytes.fromhex(known.get(first, first)))


def memories(folder: Path) -> dict[str, str]:
    """Return the contents of the tags of the table in this folder that were written: by UID, all in hex."""
    file = folder / MEMORIES
    found: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return found


def restore_memory(known: Mapping[str, str], tag: Tag) -> None:
    """Have this tag's memory as it was; `known`: as `memories` gives them."""
    if tag.ntag is not None and tag.uid.hex() in known:
        tag.ntag.pages[_USER] = bytes.fromhex(known[tag.uid.hex()])


def save_memory(folder: Path, tag: Tag) -> None:
    """Keep the current contents of this tag."""
    if tag.ntag is None:
        return
    known, now = memories(folder), bytes(tag.ntag.pages[_USER]).hex()
    if known.get(tag.uid.hex(), bytes(16).hex()) != now:
        known[tag.uid.hex()] = now
        (folder / MEMORIES).write_text(json.dumps(known))


def tags_in_hands(folder: Path, pack: Letters, tags: str) -> dict[int, Tag]:
    """Return the tags of the cards that people of the table in this folder have, by card.

    First copies are the cards of the pack that was enrolled alone, unless they were enrolled themselves.
    """
    known = load_replaced(folder)
    made = {card: tag_of_card(known, card, pack, tags) for card in range(cards.SEVERAL)}
    if pack is None:
        file = folder / "deck.txt"
        enrolled = file.read_text() if file.exists() else ""
        for card in range(_COPY, 2 * _COPY):
            if made[card].uid.hex().upper() not in enrolled:
                made[card] = made[card - _COPY]
    return made


def lines(deck: Iterable[int], pack: Letters = None, tags: str = TYPE_A) -> str:
    """Return the lines of a deck file that enrol these cards."""
    return "".join(f"{uid(card, pack, tags).hex().upper()} {cards.text(card, pack)}\n" for card in deck)


def write_deck(
    path: Path, deck: Iterable[int] | None = None, pack: Letters = None, tags: str = TYPE_A
) -> None:
    """Set a table up: enrol these cards, as its deck file has them, if none are given all that there are."""
    path.with_name("marker").touch()
    if deck is None:
        text = "".join(lines(every_card(one), one, tags) for one in games.PACKS)
    else:
        text = lines(deck, pack, tags)
    path.write_text(text if tags == TYPE_A else f"tags {tags}\n{text}")
