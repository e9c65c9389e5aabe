"""A match begins at the table."""

from . import decks, readiness, terms


def begin(loop, fresh, mode="blind", policy="shown", code=""):
    """Start this match; what lies on the pads must be taken away first or is found where it lies.

    `mode`, `policy`, `code`: see `terms`.
    """
    if not readiness.told(loop):
        return
    loop.dialogue = None
    decks.lay_out(loop, fresh)
    loop.faults.clear(-1, ("journal",))
    loop.signs.begin()
    entropy, draw = loop.parts.entropy, loop.entropy.draw
    seed, key = entropy(16), draw(32)
    agreed = terms.begin(key, entropy(8).hex(), mode, policy, code, draw(16))
    loop.play.begin(fresh, seed, agreed)
    loop.follow()
    for place, card in loop.lying():
        loop.feed(("laid", place, card))
