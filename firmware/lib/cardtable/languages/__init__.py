"""The languages of the table, by their codes. Only the chosen one is loaded.

A language is one module of this folder with all sentences of the table: KEYS, `kind code` of each sentence in
ascending order, and TEXTS, the sentences in the same order. `make catalogues` writes it from the files
`firmware/texts/*_CODE.txt`.

These files are edited by hand: `words_en.txt`, `words_fr.txt`, ... A line is `kind code: text`; those that
begin with `#` are remarks. All languages have the same lines, with the same placeholders.

    prompt, cue     `{0}`, `{1}` are its arguments, `{s0}`, `{s1}` the same as seats, `{l0}`, `{l1}` as lists
                    of seats, `{place0}`, `{card0}` as a place and a card, `{asked0}` the text of a request,
                    `{rows}` all of them as a numbered list and `{who}` those still waited for; a prompt ends
                    with the seats that must act
    about           the sentence before a prompt where there is room
    teach           what is explained before a prompt, see `Display.explained`
    row             a row of a menu, where its code is no word
    fact            `{l0}` is a list of seats, `{v0}` a list of values, `{card0}` a card
    refusal, fault  `{place}` is the pad
    term            a word for an argument that is a code; others appear as they are
    name            names of places and cards; `done` stands for `{who}` where no seat is waited for

Of the arguments, `{seats}` are all of them as seats, `{seatrows}` the same as a numbered list, `{shortrows}`
one in which seats, by number alone, are among others, `{all}` all of them, `{most}` how many there are less
one. `{must}` are those waited for without those that may only speak up; `{left}` is how many cards or votes
are still to come: the display does not show whose. Text in brackets is left out where its argument is None.

Where games use one code for different requests, the code begins with the game's name: `demos/vote`. The laws
of Democrazy are in files of their own, `laws_en.txt`, ...; see `games.democrazy.sentences`, also for
`{law0}`, `{does0}`, `{op0}`, `{moves0}` and `{gap}`, the values that fit a gap. Past facts have their
sentences in `told_en.txt`, ...; see `controller.dialogs.review`. The names of options and their values are in
`choice_en.txt`, ...; see `controller.dialogs.setup`. A full stop only joins sentences.
"""

CODES = ("en", "fr")  # the first is the default

_OWN: "dict[str, dict[str, str]]" = {}  # language -> key -> text, of games of one's own

CHOICE = "choice"  # the kind of the names of options and their values
_NAME = "name "


def load(code):
    """Return the module of a language. KeyError if there is none."""
    if code not in CODES:
        raise KeyError(code)
    return __import__("cardtable.languages." + code, None, None, ("KEYS",))


def add(words: "dict[str, dict[str, str]]") -> None:
    """Add the sentences of a game of one's own: language -> `kind code` -> text. In a language that they lack
    they are as in the first that they have. A sentence of the table itself is never replaced.
    """
    there = [code for code in CODES if code in words]
    for code in CODES if there else ():
        _OWN.setdefault(code, {}).update(words[code if code in words else there[0]])


def rows(lang):
    """Yield everything in a language, in the order of its keys, then sentences of games of one's own: (kind,
    code, text).
    """
    module = load(lang)
    for i in range(len(module.KEYS)):
        kind, _, code = module.KEYS[i].partition(" ")
        yield kind, code, module.TEXTS[i]
    own = _OWN.get(lang)
    for key in sorted(own) if own else ():
        kind, _, code = key.partition(" ")
        if key not in module.KEYS:
            yield kind, code, own[key]


class Language:
    """The sentences of one language. `names`: code -> text, of this kind."""

    def __init__(self, lang):
        module = load(lang)
        self._lang = lang
        self._keys = module.KEYS
        self._texts = module.TEXTS
        self.names = {}
        i = self._index(_NAME)
        while i < len(self._keys) and self._keys[i].startswith(_NAME):
            self.names[self._keys[i][len(_NAME) :]] = self._texts[i]
            i += 1

    def term(self, code):
        """Return the word for an argument that may be a code."""
        return self.sentence("term", code) or code

    def sentence(self, kind, code):
        """Return the text of a line, or None if there is no such line."""
        key = kind + " " + code
        i = self._index(key)
        if i < len(self._keys) and self._keys[i] == key:
            return self._texts[i]
        own = _OWN.get(self._lang)
        return own.get(key) if own else None

    def _index(self, key):
        """Return how many keys come before this one."""
        low, high = 0, len(self._keys)
        while low < high:
            middle = (low + high) // 2
            if self._keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low
