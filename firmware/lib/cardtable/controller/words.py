"""The language of the table: files `words_en.txt`, `words_fr.txt`, ... beside this module.

A line is `kind code: text`; those that begin with `#` are remarks. All languages have the same lines, with
the same placeholders. A sentence is read from flash when it is said: all of them would fill a Pico.

    prompt, cue     `{0}`, `{1}` are its arguments, `{s0}`, `{s1}` the same as seats, `{l0}`, `{l1}` as lists
                    of seats, `{place0}`, `{card0}` as a place and a card, `{asked0}` what was asked,
                    `{rows}` all of them as a numbered list and `{who}` those still waited for; a prompt
                    ends with those of whom something is asked
    about           what stands before a prompt where there is room
    fact            `{l0}` is a list of seats, `{v0}` a list of values, `{card0}` a card
    refusal, fault  `{place}` is the pad that is meant
    term            a word for an argument that is a code; others are said as they are
    name            how places and cards are called; `done` stands for `{who}` where nobody is waited for.
                    These stand before all others: the rest of the file is not read at a start

Of the arguments, `{seats}` are all of them as seats, `{seatrows}` the same as a numbered list, `{shortrows}`
one in which seats, by number alone, are among others, `{all}` all of them, `{most}` how many there are but
for one. `{must}` are those waited for but for who may only speak up; `{left}` is how many cards or votes are
still to come: who has given theirs is not said. What is in brackets is left out where its argument is None.

Where games ask for different things by one code, the code begins with the game's name: `demos/vote`. The
laws of Democrazy are in files of their own, `laws_en.txt`, ...; see `lawtext`, also for `{law0}`, `{does0}`,
`{op0}`, `{moves0}` and `{gap}`, what a gap can be filled with. What was played is told from `told_en.txt`,
...; see `telling`. What options and their values are called stands in `choice_en.txt`, ...; see `preparing`.
A full stop only joins sentences.
"""

from cardtable.micro import const

_FOLDER = __file__[: __file__.replace("\\", "/").rfind("/") + 1]
IN_LAWS = ("title", "does", "value")  # the kinds of lines that stand in the file of the laws
TOLD = "told"  # and those that stand in files of their own: of what was played, of what can be set
CHOICE = "choice"
_BLOCK = const(256)  # bytes of the file that are looked at in one piece
_REMEMBERED = const(10)  # what is said in a trick, so that the file is not read again for each


def rows(lang, file="words_"):
    """Everything in a file of a language, in its order: (kind, code, text) each."""
    with open(_FOLDER + file + lang + ".txt", "rb") as lines:
        for line in lines:
            head, _, text = line.decode().strip().partition(": ")
            if text and head[0] != "#":
                kind, _, code = head.partition(" ")
                yield kind, code, text


class Language:
    """`names`: code -> text, of this kind; all else is read from flash when it is said."""

    def __init__(self, lang):
        self.names = {}
        self._end = lang + ".txt"
        self._block = bytearray(_BLOCK)  # kept: a heap that has been in use may have none of this size
        self._said = []  # (how its line begins, the sentence or None), the latest last
        for kind, code, text in rows(lang):
            if kind != "name":
                break
            self.names[code] = text

    def term(self, code):
        """How an argument that may be a code is said."""
        return self.sentence("term", code) or code

    def sentence(self, kind, code):
        """The text of a line, or None if there is no such line."""
        head = kind + " " + code + ": "
        for known, text in self._said:
            if known == head:
                return text
        file = "laws_" if kind in IN_LAWS else kind + "_" if kind in (TOLD, CHOICE) else "words_"
        text = _rest_of_line(_FOLDER + file + self._end, head, self._block)
        if len(self._said) == _REMEMBERED:
            self._said.pop(0)
        self._said.append((head, text))
        return text


def _rest_of_line(path, head, block):
    """What follows `head`, with which a line but the first begins; None if none does. `block`: read into."""
    wanted = ("\n" + head).encode()
    begin = 0
    with open(path, "rb") as file:
        count = file.readinto(block)
        while count:
            at = block.find(wanted, 0, count)
            if at >= 0:
                file.seek(begin + at + len(wanted))
                return file.readline().decode().strip()
            if count < _BLOCK:
                break
            begin += _BLOCK - len(wanted)
            file.seek(begin)
            count = file.readinto(block)
    return None
