"""The person of a match that is played alone, see firmware/tab/solo.py: random, now and then clumsy."""

import json

from seeded_chance import Lots

MOST = 2000  # acts


def offers(now):
    """The acts that the page offers, in their order, but laying a card."""
    return now["keys"] + [one for one in now["acts"] if one != "lay"] + (["back"] if now["back"] else [])


def choices(now, lots):
    """The choices that the page offers; to speak up, which may end the match, is seldom among them."""
    return [one for one in now["choices"] if one[0] != "call" or lots.below(25) == 0]


def act(solo, now, lots):
    """Let the person act; return the text of the match."""
    found = [(what, "") for what in offers(now)]
    found += [(what, about) for what, about, _ in choices(now, lots)]
    if "lay" in now["acts"]:
        found.append(("lay", lots.one_of(now["hand"])[0]))
    if lots.below(8) == 0:
        found.append((lots.one_of(("ok", "no", "take", "turn", "back")), ""))
    return solo.act(*lots.one_of(found)) if found else solo.document()


def play(solo, seed, look=None):
    """Play a match to its end; return the texts of all that was shown. `look(text)` is called with each."""
    lots, texts = Lots(seed), [solo.document()]
    for _ in range(MOST):
        now = json.loads(texts[-1])
        if now["ending"]:
            return texts
        texts.append(solo.others() if now["next"] and lots.below(4) else act(solo, now, lots))
        if look is not None:
            look(texts[-1])
    raise AssertionError(texts[-1])
