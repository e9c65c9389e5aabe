"""Facts of a match in words of the table, for who looks back: see `recalling`.

The sentences stand in `told_en.txt`, `told_fr.txt`, ...; a fact that ends in True has one with `+` behind its
code, if there is any. Beside what `words` says there can be, of the arguments,

    {c1}  a card in its notation, or several; {h1} the same, "a hidden card" for none
    {p1}  a card, cards or a word of each seat that has one: `0 5S, 1 AH`
    {g1}  groups of seats
"""

from cardtable.rulebook.cards import names_of, text

from .display import chosen


def pages(display, fact, asked):
    """What is told of a fact, in as many pieces as the display needs, [] if nothing is. `asked(text)`: the
    prompt with that.
    """
    said = _said(display, fact)
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
        codes.append(display.game.NAME + "/" + fact[0])
    sentence = None
    for code in codes:
        if fact[-1] is True:
            sentence = sentence or words.sentence("told", code + "+")
        sentence = sentence or words.sentence("told", code)
    if sentence is None:
        return display.fact(fact).replace(". ", "; ")
    args = [None if value == [] else value for value in fact[1:]]
    return display.filled(_filled(display, chosen(sentence, args), args), args, "")


def _filled(display, sentence, args):
    """The sentence with what only this module knows to say."""
    words = display.words
    how = None if display.game is None else names_of(display.game)
    for i in range(len(args)):
        value = args[i]
        if "{c%d}" % i in sentence and value is not None:
            sentence = sentence.replace("{c%d}" % i, _cards(value, how))
        if "{h%d}" % i in sentence:
            said = words.sentence("told", "hidden") if value is None else _cards(value, how)
            sentence = sentence.replace("{h%d}" % i, said)
        if "{p%d}" % i in sentence:
            sentence = sentence.replace("{p%d}" % i, _each(display, value, how))
        if "{v%d}" % i in sentence:
            said = ", ".join(["-" if one is None else str(one) for one in value])
            sentence = sentence.replace("{v%d}" % i, said)
        if "{g%d}" % i in sentence:
            said = ", ".join([display.places(group) for group in value])
            sentence = sentence.replace("{g%d}" % i, said)
    return sentence


def _cards(value, how):
    if isinstance(value, (list, tuple)):
        return " ".join(["-" if one is None else _cards(one, how) for one in value]) or "-"
    return value if isinstance(value, str) else text(value, how).split("#")[0]


def _each(display, values, how):
    said = []
    for seat in range(len(values)):
        value = values[seat]
        if value is not None and value != []:
            said.append("%d %s" % (seat, _cards(value, how)))
    return ", ".join(said)
