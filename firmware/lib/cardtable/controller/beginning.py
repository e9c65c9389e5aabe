"""A match begins at the table. Borrowed for that moment."""

from . import decks, terms, upkeep


def begin(loop, fresh, mode="blind", policy="shown", code=""):
    """Start this match; what lies on the pads must be taken away first or is found where it lies.

    `mode`, `policy`, `code`: see `terms`.
    """
    if not upkeep.told(loop):
        return
    loop.dialogue = loop.aside = None
    decks.lay_out(loop, fresh)
    loop.faults.clear(-1, ("journal",))
    loop.signs.begin()
    entropy, draw = loop.parts.entropy, loop.entropy.draw
    seed, key = entropy(16), draw(32)
    terms = terms.begin(key, entropy(8).hex(), mode, policy, code, draw(16))
    loop.play.begin(fresh, seed, terms)
    loop.follow()
    for place, card in loop.lying():
        loop.feed(("laid", place, card))
