"""Hands that lay a pile of cards on the virtual table while a deck is enrolled or checked.

They read the computer's screen, which comes in lines of the room (`pipes.Separator`), and see the lamps, no
more:

    {"lay": ["5S"], "pad": 0, "pack": 0}     these cards, one after another; pad null: where a lamp asks

`pack`: which of `registry.PACKS` has their names. A card is taken away when its lamp reports it as read or
wrong. The mistakes of these hands now and then are in the wish, by name: `fumble` in the catalogue `deck`. A
card that is asked for again and again, because its tag is another deck's, they take from a new pack.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from cardtable.controller.output.lamps import DO_STATES, LAMPS, PAD_STATES
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.games import registry as games
from tablehost.types import Fields, Letters
from tablehost.virtual.firmware import InProcess
from tablehost.virtual.pack import (
    load_replaced,
    memories,
    replace,
    restore_memory,
    save_memory,
    tag_of_card,
    tags_for,
)
from tablehost.virtual.table import VirtualTable
from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.ntag import Ntag213
from tablehost.virtual.tags.tag import Tag

FIRST, EVERY = 2, 3  # the first fumble comes before card number FIRST, the next EVERY cards later
PATIENCE = 3  # attempts of these hands with one card
SEE_US = 300_000  # from one act of a hand to the next
EARLY_US = 500_000
WEAK = 0.35

_LOOK = len("..")
_DONE = {PAD_STATES[code][0] for code in (base.FINE, base.WRONG, "several")}
_LAY = DO_STATES[base.LAY][0]
_LIFT = DO_STATES[base.LIFT][0]


class Pile:
    """`fields`: the pads' fields; `after(us, act)`: has something happen later. `wish`: `fumbles`, names of
    mistakes; `foreign`, a UID in hex or null; `fresh`, whether cards get new tags. `sort`: of the tags.
    """

    def __init__(
        self,
        wish: Fields,
        sort: str,
        folder: Path,
        fields: Sequence[Field],
        after: Callable[[int, Callable[[], None]], None],
    ) -> None:
        self.still = False  # no player is waited for
        self.slowness = 1.0
        self._wish = wish
        self._sort = sort
        self._folder = folder
        self._fields = fields
        self._after = after
        self._fumbles = list(wish.get("fumbles", ()))
        self._cards: list[str] = []
        self._pad: int | None = None
        self._pack: Letters = None
        self._laid: list[Tag] = []
        self._number = 0
        self._again: list[str] = []  # the last card, as often as it was laid
        self._free_at = 0
        self._turn = 0  # the pad that was laid on last

    def receive(self, lines: Sequence[bytes]) -> None:
        """Read the text on the screen."""
        for line in lines:
            self.see(json.loads(line))

    def next_line(self) -> bytes:
        """Return what these hands tell: nothing."""
        return b""

    def see(self, asked: Fields) -> None:
        """Take a new text on the screen."""
        self._cards, self._pad = asked["lay"], asked["pad"]
        self._pack = games.PACKS[asked["pack"]]

    def act(self, lamps: str, now: int) -> bool:
        """Do one act of a hand, by the state of the lamps; return True if there was one."""
        if now < self._free_at:
            return False
        pads = [lamps[at : at + _LOOK * LAMPS] for at in range(0, len(lamps), _LOOK * LAMPS)]
        for pad, look in enumerate(pads):
            seen = look[_LOOK : 2 * _LOOK] in _DONE or look[:_LOOK] == _LIFT
            stray = self._pad is not None and pad != self._pad and _LIFT in (one[:_LOOK] for one in pads)
            if self._fields[pad].tags and (seen or stray):
                self._lift(pad)
                self._free_at = now + SEE_US
                return True
        free = [pad for pad, look in enumerate(pads) if look[:_LOOK] == _LAY and not self._fields[pad].tags]
        if not self._cards or not free or (self._pad is not None and self._pad not in free):
            return False
        if self._pad is not None and any(field.tags for field in self._fields):
            return False
        pad = self._pad if self._pad is not None else min(free, key=lambda one: (one <= self._turn, one))
        self._turn = pad
        self._free_at = now + SEE_US
        self._lay(pad)
        return True

    def _lift(self, pad: int) -> None:
        for one in self._fields[pad].tags:
            save_memory(self._folder, one)
        self._fields[pad].tags.clear()
        self._fields[pad].weak = 0.0

    def _lay(self, pad: int) -> None:
        self._number += 1
        due = self._number >= FIRST and (self._number - FIRST) % EVERY == 0
        fumble = self._fumbles.pop(0) if due and self._fumbles else None
        card = self._cards[0]
        self._again = [*(self._again if card in self._again else ()), card]
        if len(self._again) > PATIENCE:  # the tag must be at fault: this card of a new pack
            replace(self._folder, cards.parse(card, self._pack), self._pack, self._sort)
        one = self._tag(card)
        field = self._fields[pad]
        if fumble is not None and not self._fumble(fumble, pad, one):
            return
        field.tags.append(one)
        self._laid.append(one)
        self._cards = self._cards[1:]

    def _fumble(self, fumble: str, pad: int, one: Tag) -> bool:
        """Do something else; True if the card is laid all the same."""
        tags = self._fields[pad].tags
        other = next(at for at, field in enumerate(self._fields) if at != pad and not field.tags)
        instead = {
            "twice": self._laid[-1] if self._laid else None,
            "wrong": self._laid[0] if self._laid else None,
            "random": Tag(bytes.fromhex("08A1B2C3"), sak=0x20),
            "short": Tag(bytes.fromhex("5AA1B2C3")),
            "unknown": Tag(bytes.fromhex("04DEADBEEF0001")),
            "foreign": Tag(bytes.fromhex(self._wish["foreign"])) if self._wish.get("foreign") else None,
        }
        other_tag = instead.get(fumble)
        if other_tag is not None:
            restore_memory(memories(self._folder), other_tag)
            tags.append(other_tag)
        elif fumble == "two":
            tags.append(one)
            tags.append(Tag(bytes.fromhex("04DEADBEEF0002")))
        elif fumble == "pad":
            self._fields[other].tags.append(one)
        elif fumble == "early":
            tags.append(one)
            self._free_at += 2 * EARLY_US
            self._after(EARLY_US, lambda: self._lift(pad))
        elif fumble == "double":
            tags.append(one)
            self._fields[other].tags.append(Tag(one.uid))
        elif fumble == "missing":
            self._cards = self._cards[1:]
        elif fumble == "weak":
            self._fields[pad].weak = WEAK
            return True
        elif fumble in ("blank", "copied", "locked"):
            if one.ntag is not None:
                self._spoil(fumble, one.ntag)
            return True
        else:
            return True
        return False

    def _spoil(self, fumble: str, ntag: Ntag213) -> None:
        """Do something to a tag's memory."""
        if fumble == "locked":
            ntag.pages[10] |= 0xF0  # the lock bits of pages 4 to 7
            return
        before = self._laid[-1].ntag if self._laid and fumble == "copied" else None
        ntag.pages[16:32] = bytes(16) if before is None else before.pages[16:32]

    def _tag(self, name: str) -> Tag:
        """Return the tag that sticks on this card."""
        card = cards.parse(name, self._pack)
        if self._wish.get("fresh"):
            replace(self._folder, card, self._pack, self._sort)
        one = tag_of_card(load_replaced(self._folder), card, self._pack, self._sort)
        restore_memory(memories(self._folder), one)
        return one


class PileTable(VirtualTable):
    """The virtual table with such hands and no players around it."""

    def __init__(
        self,
        firmware: InProcess,
        folder: Path,
        stream: tuple[int, int],
        pace: float,
        wish: Fields,
    ) -> None:
        super().__init__(firmware, folder, stream, None, pace)
        sort = tags_for(firmware.machine.board)
        self._pile = Pile(wish, sort, folder, self.machine.pads, self._after)
        self._hands = self._pile  # type: ignore[assignment]  # its line is served like that of held seats

    def _act_held(self) -> None:
        lamps = self.firmware.lamps()
        if lamps is not None and self._pile.act(lamps, self.machine.clock.us):
            self._touch()
