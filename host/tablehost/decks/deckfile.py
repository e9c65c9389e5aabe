"""A deck and its file: the card of each tag, how well it was read, and a checksum.

    deck friday standard54
    tags iso14443a
    04A224B1C65E80 AS 20/20
    04A224B1C65E81 2S 17/20
    end 2 5d3f01c2

A line a card: the tag's UID in hex, the card, and how many of how many looks read it when it was enrolled.
The last line has the number of cards and the CRC-32 of all lines before it. A deck that is not used any more
has a line `retired` before that; one whose tags have records, a line `mark` with the mark of the deck in
them, see `record`. The table's own file has the first two parts of each line, see
`cardtable.controller.input.deck`; such a file can be imported, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

from cardtable.engine.cards import understood
from cardtable.games import registry as games
from tablehost import messages
from tablehost.decks import kinds
from tablehost.decks.kinds import Kind
from tablehost.errors import NOT_FOUND, Trouble
from tablehost.text_files import read_text

SAID = messages.Catalogue("deck")

# A sort of tags -> how many bytes their UIDs have; so on the table, see `controller.deckfile`.
TAGS = {"iso14443a": (4, 7, 10), "iso15693": (8,)}
USUAL = "iso14443a"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")
WHOLE, LEAST = 20, 18  # so many looks each card gets; with fewer read than LEAST its tag is weak


FOUND = "table-"  # so the names begin of decks that a table had without any; their tags are free


@dataclass
class TagRow:
    """One card's tag. `read` of `looks`: how well it was read; 0 looks: not counted."""

    uid: bytes
    card: int
    read: int = 0
    looks: int = 0

    @property
    def weak(self) -> bool:
        """Return True if the tag answers too seldom to be relied on."""
        return self.read * WHOLE < self.looks * LEAST


@dataclass
class Deck:
    """A deck. `rows` in the order in which they were enrolled; the last one is the one that can be undone.
    `mark`: the mark in its tags, see `record`; empty if there is none.
    """

    name: str
    kind: Kind
    tags: str = USUAL
    rows: list[TagRow] = field(default_factory=list)
    retired: bool = False
    mark: bytes = b""

    def text(self, card: int) -> str:
        return self.kind.text(card)

    def of(self, uid: bytes) -> TagRow | None:
        """Return the row of this tag."""
        return next((row for row in self.rows if row.uid == uid), None)

    def tag_of(self, card: int) -> TagRow | None:
        """Return the row of this card."""
        return next((row for row in self.rows if row.card == card), None)

    def missing(self) -> list[int]:
        """Return the cards without a tag, in printed order."""
        have = {row.card for row in self.rows}
        return [card for card in self.kind.cards if card not in have]

    @property
    def owns(self) -> bool:
        """Return True if its tags may not be enrolled in another deck."""
        return not self.retired and not self.name.startswith(FOUND)

    @property
    def is_whole(self) -> bool:
        return not self.missing()

    def sorted(self) -> list[TagRow]:
        """Return the rows in printed order; cards that the kind does not have come last."""
        order = {card: at for at, card in enumerate(self.kind.cards)}
        return sorted(self.rows, key=lambda row: (order.get(row.card, len(order)), row.card))

    def weak(self) -> list[TagRow]:
        return [row for row in self.sorted() if row.weak]

    @property
    def sum(self) -> str:
        """Return the fingerprint of this deck, as eight hex digits: cards and tags, in printed order."""
        return _sum(self.table_lines())

    def table_lines(self) -> list[str]:
        """Return the lines of the table's file that enrol these cards, after the line that names the deck."""
        cards = [f"{row.uid.hex().upper()} {self.text(row.card)}" for row in self.sorted()]
        return [f"deck {self.name} {self.kind.name}", *cards]


def check_name(name: str) -> str:
    """Return the name, if a deck can be called so. Raises Trouble."""
    if not NAME.fullmatch(name):
        raise Trouble("BAD_NAME", SAID("bad-name", name=name), SAID("name-form"))
    return name


def _sum(lines: Iterable[str]) -> str:
    return f"{crc32(''.join(line + chr(10) for line in lines).encode()):08x}"


# -- writing ------------------------------------------------------------------------------------------


def dumps(deck: Deck) -> str:
    """Return the deck as its file has it."""
    lines = [f"deck {deck.name} {deck.kind.name}", f"tags {deck.tags}"]
    for row in deck.rows:
        counted = f" {row.read}/{row.looks}" if row.looks else ""
        lines.append(f"{row.uid.hex().upper()} {deck.text(row.card)}{counted}")
    if deck.retired:
        lines.append("retired")
    if deck.mark:
        lines.append(f"mark {deck.mark.hex().upper()}")
    lines.append(f"end {len(deck.rows)} {_sum(lines)}")
    return "".join(line + "\n" for line in lines)


# -- reading ------------------------------------------------------------------------------------------


def read(path: Path) -> str:
    """Return the contents of a file. Raises Trouble."""
    try:
        return read_text(path)
    except UnicodeDecodeError:
        raise Trouble("BAD_DECK", SAID("not-text", path=path), SAID("look-at-path")) from None
    except OSError as error:
        about = SAID("cannot-read", path=path, strerror=messages.reason(error))
        raise Trouble("NO_FILE", about, SAID("look-at-path"), NOT_FOUND) from error


class _Reader:
    """A reader of lines with their numbers. `where`: the name of the file."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.number = 0

    def bad(self, field: str, about: str, cure: str) -> Trouble:
        """Return the error for a field of the line that is being read; `field`: its code."""
        named = SAID("field " + field)
        where = SAID("bad-line", where=self.where, number=self.number, field=named, about=about)
        return Trouble("BAD_DECK", where, cure)


def loads(text: str, where: str) -> Deck:
    """Return the deck of a file as `dumps` writes it. Raises Trouble: the line, the field and the cure."""
    reader = _Reader(where)
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    deck: Deck | None = None
    before: list[str] = []
    for line in lines:
        reader.number += 1
        words = line.split()
        if not words or words[0] == "#":
            raise reader.bad("line", SAID("empty-line"), SAID("empty-line-hint"))
        if deck is None:
            deck = _head(words, reader)
        elif words[0] == "tags":
            _tags(deck, words, reader)
        elif words == ["retired"]:
            deck.retired = True
        elif words[0] == "mark":
            deck.mark = _mark(words, reader)
        elif words[0] == "end":
            _check_end(words, deck, before, reader)
            if reader.number < len(lines):
                reader.number += 1
                raise reader.bad("line", SAID("line-after-end"), SAID("line-after-end-hint"))
            return deck
        else:
            deck.rows.append(_row(words, deck, reader))
        before.append(" ".join(words))
    reader.number += 1
    raise reader.bad("line", SAID("end-missing") if lines else SAID("file-empty"), SAID("end-missing-hint"))


def _head(words: Sequence[str], reader: _Reader) -> Deck:
    if words[0] != "deck" or len(words) != 3:
        raise reader.bad("line", SAID("no-deck-file"), SAID("no-deck-file-hint"))
    if not NAME.fullmatch(words[1]):
        raise reader.bad("name", SAID("bad-name", name=words[1]), SAID("name-form"))
    if words[2] not in kinds.names():
        there = SAID("there-are-kinds", kinds=", ".join(kinds.names()))
        raise reader.bad("kind", SAID("no-kind", name=words[2]), there)
    return Deck(words[1], kinds.load(words[2]))


def _tags(deck: Deck, words: Sequence[str], reader: _Reader) -> None:
    if len(words) != 2 or words[1] not in TAGS:
        given = " ".join(words[1:]) or SAID("nothing")
        there = SAID("there-are-tags", tags=", ".join(TAGS))
        raise reader.bad("tags", SAID("no-such-tags", tags=given), there)
    if deck.rows:
        raise reader.bad("tags", SAID("tags-after-card"), SAID("tags-after-card-hint"))
    deck.tags = words[1]


def _row(words: Sequence[str], deck: Deck, reader: _Reader) -> TagRow:
    if len(words) not in (2, 3):
        raise reader.bad("line", SAID("no-card-line", line=" ".join(words)), SAID("no-card-line-hint"))
    uid = _uid(words[0], deck.tags, reader)
    card = understood(words[1], deck.kind.pack)
    if card is None or deck.text(card) != words[1]:
        about = SAID("no-card-of-kind", card=words[1], kind=deck.kind.name)
        raise reader.bad("card", about, _cards(deck.kind))
    other = deck.of(uid)
    if other is not None:
        about = SAID("tag-twice", card=deck.text(other.card))
        raise reader.bad("UID", about, SAID("tag-twice-hint"))
    if deck.tag_of(card) is not None:
        about = SAID("card-twice", words=words[1])
        raise reader.bad("card", about, SAID("card-twice-hint"))
    found = re.fullmatch(r"(\d{1,3})/(\d{1,3})", words[2]) if len(words) == 3 else None
    if len(words) == 3 and (found is None or int(found[1]) > int(found[2])):
        raise reader.bad("reads", SAID("bad-reads", reads=words[2]), SAID("bad-reads-hint"))
    return TagRow(uid, int(card), *((int(found[1]), int(found[2])) if found else ()))


def _mark(words: Sequence[str], reader: _Reader) -> bytes:
    found = re.fullmatch(r"mark ([0-9A-F]{6})", " ".join(words))
    if found is None:
        given = " ".join(words[1:]) or SAID("nothing")
        raise reader.bad("mark", SAID("bad-mark", mark=given), SAID("bad-mark-hint"))
    return bytes.fromhex(found[1])


def _uid(word: str, tags: str, reader: _Reader) -> bytes:
    cure = SAID("uid-form", tags=tags, lengths=", ".join(map(str, TAGS[tags])))
    try:
        uid = bytes.fromhex(word)
    except ValueError:
        raise reader.bad("UID", SAID("uid-not-hex", uid=word), cure) from None
    if len(uid) not in TAGS[tags]:
        raise reader.bad("UID", SAID("uid-length", uid=word, bytes=len(uid)), cure)
    return uid


def _cards(kind: Kind) -> str:
    return SAID("cards-of-kind", cards=kind.text(kind.cards[0]), cards2=kind.text(kind.cards[-1]))


def _check_end(words: Sequence[str], deck: Deck, before: list[str], reader: _Reader) -> None:
    cure = SAID("bad-end-hint")
    if len(words) != 3:
        raise reader.bad("line", SAID("bad-end"), cure)
    if words[1] != str(len(deck.rows)):
        raise reader.bad("cards", SAID("other-count", due=words[1], count=len(deck.rows)), cure)
    if words[2] != _sum(before):
        raise reader.bad("sum", SAID("other-sum"), cure)


# -- the table's own file -------------------------------------------------------------------------------


def of_table(text: str, where: str, unnamed: str) -> list[Deck]:
    """Return the decks in a table's own file; cards without a line `deck` before them are a deck called
    `unnamed`, one for each pack. Raises Trouble.
    """
    reader = _Reader(where)
    found: dict[str, Deck] = {}
    current: Deck | None = None
    tags = USUAL
    for line in text.split("\n"):
        reader.number += 1
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0] == "deck":
            current = _head(words, reader)
            current.tags = tags
            found[current.name] = current
        elif words[0] == "tags":
            probe = Deck("", kinds.load(kinds.STANDARD))
            _tags(probe, words, reader)
            tags = probe.tags
        else:
            deck = current or _unnamed(words, found, unnamed, tags)
            if deck is None:
                raise reader.bad("card", SAID("no-card", card=" ".join(words)), SAID("no-card-hint"))
            deck.rows.append(_row(words, deck, reader))
    for deck in found.values():
        deck.kind = _fitting(deck) if deck.name.startswith(unnamed) else deck.kind
    return list(found.values())


def _unnamed(words: Sequence[str], found: dict[str, Deck], unnamed: str, tags: str) -> Deck | None:
    """Return the deck without a name in which this card belongs."""
    for pack in games.PACKS:
        if len(words) > 1 and understood(words[1], pack) is not None:
            kind = kinds.of_pack(pack)[-1]
            name = unnamed if pack is None else f"{unnamed}-{kind.name}"
            return found.setdefault(name, Deck(name, kind, tags))
    return None


def _fitting(deck: Deck) -> Kind:
    """Return the largest of the kinds with the same names whose cards are all there; else the smallest."""
    have = {row.card for row in deck.rows}
    same = kinds.of_pack(deck.kind.pack)
    whole = [kind for kind in same if have >= set(kind.cards)]
    return whole[-1] if whole else same[0]


def to_table(decks: Sequence[Deck]) -> str:
    """Return the table's file with these decks, one a pack, all with tags of one sort."""
    lines = [f"tags {decks[0].tags}"] if decks else []
    for deck in decks:
        lines += deck.table_lines()
    return "".join(line + "\n" for line in lines)
