"""Whether a match may begin now, or a computer look at devices; and what people know once one begins."""

from ..faults import NO_LANGUAGE
from ..input import deck
from ..storage import files
from ..storage.files import FULL, LATCH
from . import commitments

FILES_LOST = "files-lost"
STOPPED = "had-stopped"
PROOFS_LOST = "proofs-lost"


def why_no_match(loop):
    """Why no match may begin or go on at this table: (code, what is wrong), None if one may."""
    if loop.journal.broken:
        return "flash-failed", "nothing can be kept"
    return None


def told(loop):
    """A match begins or goes on: what was found when the table was switched on is known by now. False: none
    may, see `why_no_match`.
    """
    if why_no_match(loop) is not None:
        return False
    if loop.faults.clear(-1, (STOPPED,)):
        files.remove(loop.journal.folder + LATCH)
    loop.faults.clear(-1, (PROOFS_LOST, NO_LANGUAGE))
    if loop.faults.clear(-1, (FILES_LOST,)):
        files.told(loop.parts.root)
    return True


def why_not_now(loop):
    """Why a computer may not look at devices, or put a deck on flash, just now: a code, None if it may.

    It may between matches, where there is room to have it on record.
    """
    referee = loop.play.referee
    if loop.bug is not None or loop.is_looking() or (referee is not None and not referee.over):
        return "match"
    if loop.journal.broken:
        return "flash-failed"
    return "flash-full" if loop.journal.tight == FULL else None


# -- A match begins at the table ----------------------------------------------------------------------------


def begin(loop, fresh, mode="blind", policy="shown", code=""):
    """Start this match; what lies on the pads must be taken away first or is found where it lies.

    `mode`, `policy`, `code`: see `terms`.
    """
    if not told(loop):
        return
    loop.dialogue = None
    deck.lay_out(loop, fresh)
    loop.faults.clear(-1, ("journal",))
    loop.signs.begin()
    entropy, draw = loop.parts.entropy, loop.entropy.draw
    seed, key = entropy(16), draw(32)
    agreed = commitments.begin(key, entropy(8).hex(), mode, policy, code, draw(16))
    loop.play.begin(fresh, seed, agreed)
    loop.follow()
    for place, card in loop.pad_cards.lying():
        loop.feed(("laid", place, card))
