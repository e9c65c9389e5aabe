"""Preconditions of a match and of device access, and the start of a match.

The start of a match acknowledges the messages from power-up.
"""

from ..faults import NO_LANGUAGE
from ..input import deck
from ..storage import files
from ..storage.journal_files import FULL
from . import commitments

FILES_LOST = "files-lost"
STOPPED = "had-stopped"
PROOFS_LOST = "proofs-lost"


def why_no_match(loop):
    """Return why no match may begin or go on at this table, (code, detail); None if one may."""
    if loop.journal.broken:
        return "flash-failed", "nothing can be kept"
    return None


def told(loop):
    """Acknowledge the findings of power-up: a match begins or goes on.

    Return False if none may, see `why_no_match`.
    """
    if why_no_match(loop) is not None:
        return False
    if loop.faults.clear(-1, (STOPPED,)):
        loop.journal.clear_error()
    loop.faults.clear(-1, (PROOFS_LOST, NO_LANGUAGE))
    if loop.faults.clear(-1, (FILES_LOST,)):
        files.clear_marker(loop.parts.root)
    return True


def why_not_now(loop):
    """Return the code of why a host may not look at devices or replace the deck now; None if it may.

    It may between matches, if there is room for a record of it.
    """
    if loop.bug is not None or loop.is_looking() or loop.play.is_on():
        return "match"
    if loop.journal.broken:
        return "flash-failed"
    return "flash-full" if loop.journal.tight == FULL else None


def begin(loop, fresh, mode="blind", policy="shown", code="", names=(), listeners=()):
    """Start this match; cards on the pads must be taken away first, or are found where they are.

    `mode`, `policy`, `code`: see `commitments`; `names`: of the players, by seat, "" for one without;
    `listeners`: the seats that listen, see `Play.own_cards`.
    """
    if not told(loop):
        return
    loop.stop_looking()
    loop.close_dialogue()
    deck.lay_out(loop, fresh)
    loop.faults.clear(-1, ("journal",))
    loop.signs.begin()
    entropy, draw = loop.parts.entropy, loop.entropy.draw
    seed, key = entropy(16), draw(32)
    agreed = commitments.begin(key, entropy(8).hex(), mode, policy, code, draw(16))
    loop.play.begin(fresh, seed, agreed, names, listeners)
    loop.follow()
    for place, card in loop.pad_cards.lying():
        loop.feed(("laid", place, card))
