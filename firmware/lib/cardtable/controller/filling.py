"""Placeholders of sentences of the table that stand for lists, laws, and cards of what was told, in words.

Beside what `words` says there can be, in the sentences of `told_en.txt`, of the arguments,

    {c1}  a card in its notation, or several; {h1} the same, "a hidden card" for none
    {p1}  a card, cards or a word of each seat that has one: `1 5S, 2 AH`
    {g1}  groups of seats
    {seatrow1}  a row that may be a seat: its number from 0, as a number or a text, or else a code
    {n1}  what each seat has: `seat 1: 12, seat 2: 7`; of two numbers the second in brackets
"""

from cardtable.rulebook.cards import names_of, text

from . import lawtext


def said(display, key, value):
    """What stands for {key}: of the argument `value`, or of all of them if no number was behind the key."""
    if key in ("law", "does", "op", "moves"):
        return _law(display, key, value)
    if key == "place":
        return display.places((value,))
    if key == "l" or key == "seats":
        return display.places(value)
    if key == "card":
        return display.card(value)
    if key == "seatrow":
        return _seat_row(display, value)
    if key == "asked":
        return value
    if key == "all":
        return ", ".join(value)
    if key == "most":
        return str(len(value) - 1)
    return _several(display, key, value)


def _law(display, key, value):
    laws, words = lawtext, display.words
    if key == "op":
        return laws.value_of(words, "operation", value)
    if key == "moves":
        return laws.moves(words, value, display.short)
    return (laws.titled if key == "law" else laws.does)(words, value)


def _several(display, key, value):
    if key == "rows":
        return listed([display.term(arg) for arg in value])
    if key == "seatrows":
        return listed([_seat_row(display, arg) for arg in value])
    if key == "shortrows":
        return listed([display.short(int(arg)) if arg.isdigit() else display.term(arg) for arg in value])
    if key == "v":
        return ", ".join(["-" if one is None else str(one) for one in value])
    if key == "n":
        return ", ".join([display.places((i,)) + ": " + _numbers(value[i]) for i in range(len(value))])
    if key == "g":
        return ", ".join([display.places(group) for group in value])
    return _of_cards(display, key, value)


def _of_cards(display, key, value):
    how = None if display.game is None else names_of(display.game)
    if key == "p":
        return _each(display, value, how)
    if key == "h" and value is None:
        return display.words.sentence("told", "hidden")
    return "" if value is None else _cards(value, how)


def _seat_row(display, value):
    value = str(value)
    return display.places((int(value),)) if value.isdigit() else display.term(value)


def listed(names):
    """Rows to choose from, as they are counted on the keys."""
    return ", ".join(["%d %s" % (i + 1, names[i]) for i in range(len(names))])


def _numbers(value):
    return "%d (%d)" % tuple(value) if isinstance(value, list) else str(value)


def _cards(value, how):
    if isinstance(value, (list, tuple)):
        return " ".join(["-" if one is None else _cards(one, how) for one in value]) or "-"
    return value if isinstance(value, str) else text(value, how).split("#")[0]


def _each(display, values, how):
    said = []
    for seat in range(len(values)):
        value = values[seat]
        if value is not None and value != []:
            said.append(display.short(seat) + " " + _cards(value, how))
    return ", ".join(said)
