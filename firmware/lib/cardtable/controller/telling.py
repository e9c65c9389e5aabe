"""Facts of a match in words of the table, for who looks back: see `recalling`.

The sentences stand in `told_en.txt`, `told_fr.txt`, ...; a fact that ends in True has one with `+` behind its
code, if there is any. What stands for their arguments: `words`, `filling`.
"""

from cardtable.rulebook import parting


def standing(match):
    """How the match stands, as all know, for who looks on: [("totals", what each seat has, who leads)] in the
    shape of a fact, or []. See `rulebook.parting`.
    """
    rows, leaders = parting.standing(match)
    return [("totals", rows, leaders)] if rows else []


def pages(display, fact, asked):
    """What is told of a fact, in as many pieces as the display needs, [] if nothing is. `asked(text)`: the
    prompt with that.
    """
    return pieces(display, _said(display, fact), asked)


def pieces(display, said, asked):
    """This text in as many pieces as the display needs; `asked`: as for `pages`."""
    found = []
    while said:
        piece = said
        while not display.fits(display.prompt(asked(piece))):
            end = piece.rfind(", ")
            end = piece.rfind(" ") if end < 0 else end
            if end < 0:
                break
            piece = piece[:end]
        found.append(piece)
        said = said[len(piece) :].lstrip(", ")
    return found


def _said(display, fact):
    """One sentence, or "" if there is none."""
    words = display.words
    codes = [fact[0]]
    if display.game is not None:
        codes.insert(0, display.game.NAME + "/" + fact[0])
    sentence = None
    for code in codes:
        if fact[-1] is True:
            sentence = sentence or words.sentence("told", code + "+")
        sentence = sentence or words.sentence("told", code)
    if sentence is None:
        return display.fact(fact).replace(". ", "; ")
    args = [None if value == [] else value for value in fact[1:]]
    return display.filled(sentence, args, "")
