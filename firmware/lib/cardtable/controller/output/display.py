"""The display: sentences that answer "what does the table wait for, and from whom?", and report faults.

The sentences and their usual placeholders are those of `cardtable.languages`. This module also fills
placeholders that are not listed there, in sentences of `told_en.txt`, of the arguments:

    {c1}  a card in its notation, or several; {h1} the same, "a hidden card" for none
    {p1}  a card, cards or a word of each seat that has one: `1 5S, 2 AH`
    {g1}  groups of seats
    {seatrow1}  a row that may be a seat: its number from 0, as a number or a text, or else a code
    {n1}  the number of each seat: `seat 1: 12, seat 2: 7`; of two numbers the second in brackets

All others are the game's own: `say(words, key, value, seat_name)` of the game returns their words.
"""

from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE, KEEP, LAY, MAY_CALL, NOTHING, OUT, PLACES, PRESS_OK, REMOVE
from cardtable.engine.cards import names_of, text

_NO_CARDS = {cards.SEVERAL: "several", cards.FOREIGN: "foreign", cards.UNKNOWN: "unreadable"}
_RUN = 3  # from so many consecutive places on the display shows a range


class Display:
    """The display of the table.

    `device.show(lines)`, `device.width`, `device.count`. `words`: the `Language` that was chosen; `game`: the
    game that is played, or None.
    """

    def __init__(self, device, words=None):
        self._device = device
        self.words = words
        self._lessons = False
        self.game = None
        self.names = ()  # of the players, by seat, as soon as they sit; "" for one without a name
        self.pads = None  # the pad of each seat, as soon as the players sit: a plate has its number, from 1
        self.text = ""
        self._wrapped: "tuple" = ("", [])  # the text that was wrapped last, and its lines

    def speak(self, words, lessons=False):
        """Set the language, and whether each act is explained."""
        self.words, self._lessons = words, lessons

    def play(self, game):
        """Set the game that is played; None for none."""
        self.game = game

    def _has_own_pack(self):
        return self.game is not None and self.game.PACK is not None

    def seat(self, pads, names=()):
        """Set the pad of each seat, whose plate names it, and the names of the players by seat; None and
        none until the players sit.
        """
        self.pads, self.names = pads, names

    def show(self, text):
        """Show this text, wrapped. Return True if it is new."""
        if text == self.text:
            return False
        self.text = text
        self._device.show(self._lines(text))
        return True

    def fits(self, text):
        """True if the whole text fits the device."""
        return len(self._lines(text)) <= self._device.count

    def _lines(self, text):
        if text != self._wrapped[0]:
            self._wrapped = (text, wrap(text, self._device.width))
        return self._wrapped[1]

    # -- Sentences ---------------------------------------------------------------------------------

    def prompt(self, prompt):
        """Return the sentence of a prompt, a value of `Referee.prompt`, or its code: `<deal 1 5>: ...`.

        The args of a "clear" are the seat that takes, None where each player keeps the own card, or none.
        """
        what, args = prompt.what, prompt.args
        if what == "clear" and args:
            what = "clear-keep" if args[0] is None else "clear-take"
        who = find_waiting(prompt)
        said = self.places(who) if who else self.words.names["done"]
        sentence = self._sentence("prompt", what)
        if sentence is None:  # of a game whose words lack it
            return "<%s>: %s" % (" ".join([what] + [str(value) for value in args]), said)
        must = [place for place in who if place >= CENTRE or prompt.tasks[place] != MAY_CALL]
        if "{must}" in sentence:
            sentence = sentence.replace("{must}", self.places(must))
        if "{gap}" in sentence:
            key = what[what.find("-") + 1 :]
            gap = [self.game.say(self.words, "gap", (key, value), self.short) for value in args]
            sentence = sentence.replace("{gap}", list_choices(gap))
        sentence = sentence.replace("{left}", str(len(must)))
        return self.filled(sentence, args, said)

    def reached(self, prompt, rows):
        """Return the sentence for the rows of menus that OK would take now, see `View`."""
        said = []
        for seat, value in rows:
            word = self.row_word(prompt, value)
            said.append(word if seat is None else self.places((seat,)) + ": " + word)
        return self.words.sentence("cue", "reached").replace("{0}", ", ".join(said))

    def row_word(self, prompt, value):
        """Return the words of a row of a menu."""
        sentence = self._sentence("prompt", prompt.what) or ""
        if "{gap}" in sentence:
            key = prompt.what[prompt.what.find("-") + 1 :]
            return self.game.say(self.words, "gap", (key, value), self.short)
        if "{seatrows}" in sentence or "{shortrows}" in sentence:
            return _seat_row(self, value)
        return isinstance(value, str) and self.words.sentence("row", value) or self.term(value)

    def asked(self, prompt):
        """Return the request of a prompt, seats by number, without its addressees, later sentences and full
        stop.
        """
        text = self.by_number(self.prompt, prompt)
        text = text[: text.rfind(": ")] if ": " in text else text
        return text[: text.find(". ")] if ". " in text else text

    def about(self, prompt):
        """Return the sentence before that of a prompt, for displays with enough room, or ""."""
        if not self._has_own_pack() and prompt.what != "resume":  # others' cards need no explanation
            return ""
        return self.filled(self._sentence("about", prompt.what) or "", prompt.args, "")

    def explained(self, text, prompt):
        """Return the text, after as many sentences of the lesson on its prompt as fit."""
        lesson = self._lessons and prompt is not None and self._sentence("teach", prompt.what)
        while lesson:
            whole = lesson + ". " + text
            if self.fits(whole):
                return whole
            lesson = lesson[: max(lesson.rfind(". "), 0)]
        return text

    def idle(self, code):
        """Return the sentence while there is no prompt: "ready", "over", "restoring"."""
        return self.words.sentence("prompt", code)

    def refusal(self, code, place, laid=None, played=None):
        """Return the sentence of a refusal. `laid`, `played`: the cards that it may name."""
        if code == "not-the-recorded-card" and played is None:
            code = "not-the-hidden-card"
        sentence = self.words.sentence("refusal", code) or code
        return sentence.format(place=self.places((place,)), laid=self.card(laid), played=self.card(played))

    def cue(self, code, args):
        """Return the sentence of a cue, or "" if it has none."""
        return self.filled(self.words.sentence("cue", code) or "", args, "")

    def fact(self, fact):
        """Return the sentence of a fact that the display announces, or "" if it has none, or too long
        a one.
        """
        sentence = self._sentence("fact", fact[0])
        if sentence is None or ("{moves3}" in sentence and not fact[4]):
            return ""
        said = self.filled(sentence, fact[1:], "")
        if self.names and not self.fits(said):
            said = self.by_number(self.filled, sentence, fact[1:], "")
        return said if self.fits(said) else ""  # a law can move all the chips there are

    def fault(self, code, place, text="", pad=None):
        """Return the sentence of a fault. `pad`: the pad of the fault, if no player has it: it is called by
        its plate.
        """
        sentence = self.words.sentence("fault", code) or code
        where = self.places((place,)) if pad is None else self.plate(pad)
        return sentence.format(place=where, text=text)

    # -- Words -------------------------------------------------------------------------------------

    def _sentence(self, kind, code):
        """Return the text of a line, or None: of every game's, or else of the one that is played."""
        sentence = self.words.sentence(kind, code)
        if sentence is None and self.game is not None:
            sentence = self.words.sentence(kind, self.game.NAME + "/" + code)
            if sentence is None and self.game.BASE is not None:
                sentence = self.words.sentence(kind, self.game.BASE + "/" + code)
        return sentence

    def card(self, card):
        """Return the name of a card, the same for two alike; "" for None."""
        if card is None:
            return ""
        if card in _NO_CARDS:
            return self.term(_NO_CARDS[card])
        if self._has_own_pack():
            return cards.text(card, self.game.PACK)
        if cards.is_joker(card):
            return self.words.names["joker"]
        name = cards.text(card).split("#")[0]
        return self.words.names["card"].format(self.term(name[:-1]), self.term(name[-1]))

    def places(self, places):
        """Return the names of places: players by their names, other seats by the plates of their pads in
        ascending order, then the middle: `Ana, Bela and the middle`, `seats 1-3, 6 and the middle`.
        """
        named = [self.names[place] for place in places if self._has_name(place)] if self.names else ()
        if named:
            others = [place for place in places if not self._has_name(place)]
            seats = [place for place in others if place < CENTRE]
            if seats:
                named.append(self.places(seats))
            if len(seats) < len(others):
                named.append(self.words.names["middle"])
            return self._listed(named)
        plates = sorted([self._number(place) for place in places if place < CENTRE])
        names = []
        i = 0
        while i < len(plates):
            j = i
            while j + 1 < len(plates) and plates[j + 1] == plates[j] + 1:
                j += 1
            if j - i + 1 >= _RUN:
                names.append("%d-%d" % (plates[i], plates[j]))
            else:
                names += [str(number) for number in plates[i : j + 1]]
            i = j + 1
        if len(plates) < len(places):
            names.append(self.words.names["middle"])
        if not names:
            return self.words.names["nobody"]
        listed = self._listed(names)
        if not plates:
            return listed
        return self.words.names["seat" if len(plates) == 1 else "seats"].format(listed)

    def short(self, seat):
        """Return the short name of a seat: its player's name, else its plate."""
        return self.names[seat] if self._has_name(seat) else str(self._number(seat))

    def plate(self, pad):
        """Return the name of a seat's pad that no player of this match has."""
        return self.words.names["seat"].format(pad + 1)

    def _number(self, seat):
        """Return the number on the plate of a seat's pad."""
        return 1 + (seat if self.pads is None or seat >= len(self.pads) else self.pads[seat])

    def by_number(self, compose, *args):
        """Return `compose(*args)` while players have no names: numbers are shorter."""
        names, self.names = self.names, ()
        try:
            return compose(*args)
        finally:
            self.names = names

    def _has_name(self, place):
        return 0 <= place < len(self.names) and self.names[place] != ""

    def _listed(self, names):
        if len(names) == 1:
            return names[0]
        return " ".join((", ".join(names[:-1]), self.words.names["and"], names[-1]))

    def term(self, value):
        """Return the word of an argument that is a code, anything else as it is."""
        return self.words.term(value) if isinstance(value, str) else str(value)

    def filled(self, sentence, args, who):
        """Return the sentence with its arguments, `who` in place of those still waited for.

        For `{s0}` and the like see `cardtable.languages` and the head of this module.
        """
        sentence = drop_optional_parts(sentence, args)
        begin = sentence.find("{")
        while begin >= 0:
            end = sentence.find("}", begin)
            said = self._said(sentence[begin + 1 : end], args, who)
            sentence = sentence[:begin] + said + sentence[end + 1 :]
            begin = sentence.find("{", begin + len(said))
        return sentence

    def _said(self, key, args, who):
        """Return the text for a key: an argument, if the key ends in its number."""
        if key == "who":
            return who
        value = args
        if key[-1:].isdigit():
            value = args[int(key[-1])]
            key = key[:-1]
        if not key:
            return self.term(value)
        if key == "s":
            return self.places(() if value is None else (value,))
        return word_argument(self, key, value)


def drop_optional_parts(sentence, args):
    """Return the sentence without parts in brackets whose argument is None, or None for every seat."""
    begin = sentence.find("[")
    while begin >= 0:
        end = sentence.find("]", begin)
        part = sentence[begin + 1 : end]
        value = args[int(part[part.find("}") - 1])]
        if value is None or (value and isinstance(value, list) and all([one is None for one in value])):
            part = ""
        sentence = sentence[:begin] + part + sentence[end + 1 :]
        begin = sentence.find("[")
    return sentence


def find_waiting(prompt):
    """Return the places that must act.

    A seat that may speak up but need not is none of them where others must press OK. The middle is one where
    it must be cleared.
    """
    tasks, verdicts = prompt.tasks, prompt.verdicts
    places = []
    for seat in range(len(tasks)):
        if tasks[seat] != NOTHING and not (tasks[seat] == MAY_CALL and PRESS_OK in tasks):
            places.append(seat)
    if LAY not in tasks:
        for place in range(CENTRE, PLACES):
            if verdicts[place] in (REMOVE, KEEP, OUT):
                places.append(place)
                break
    return places


def wrap(text, width):
    """Return the text as lines of at most `width` characters, broken between words."""
    lines = []
    start = 0
    while start < len(text):
        end = len(text)
        if end - start > width:
            end = text.rfind(" ", start, start + width + 1)
            if end < 0:  # a word longer than a line
                end = start + width
        lines.append(text[start:end])
        start = end + 1 if text[end : end + 1] == " " else end
    return lines


# -- Placeholders: lists and cards -----------------------------------------------------------------


def word_argument(display, key, value):
    """Return the text for {key}: of the argument `value`, or of all of them if the key has no number."""
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


def _several(display, key, value):
    if key == "rows":
        return list_choices([display.term(arg) for arg in value])
    if key == "seatrows":
        return list_choices([_seat_row(display, arg) for arg in value])
    if key == "shortrows":
        return list_choices(
            [display.short(int(arg)) if arg.isdigit() else display.term(arg) for arg in value]
        )
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
    if key in ("c", "h"):
        return "" if value is None else _cards(value, how)
    return display.game.say(display.words, key, value, display.short)


def _seat_row(display, value):
    value = str(value)
    return display.places((int(value),)) if value.isdigit() else display.term(value)


def list_choices(names):
    """Return rows to choose from, as they are counted on the keys."""
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
