"""The language of the table: a module `words_en`, `words_fr`, ... of which only one is loaded.

Each offers the same names with the same placeholders. In a prompt or cue `{0}`, `{1}` are its arguments,
`{s0}`, `{s1}` the same as seats, `{rows}` all of them as a numbered list and `{who}` those still waited for.
In a fact `{l0}` is a list of seats and `{v0}` a list of values. A full stop only joins sentences; a prompt
ends with those of whom something is asked.

    PROMPTS, REFUSALS, FAULTS, CUES, FACTS   code -> sentence
    TERMS       code -> word, for arguments that are codes; others are said as they are
    SEAT, SEATS, MIDDLE, AND, NOBODY         how places are called
    DONE        instead of `{who}`: it is done, but for what the next sentence says
    CARD, JOKER how a card is called
"""

import sys

_PACKAGE = "cardtable.controller"


def load(lang):
    """The words of this language; those of all others leave the memory."""
    package = sys.modules[_PACKAGE]
    wanted = "words_" + lang
    for name in [one for one in sys.modules if one.startswith(_PACKAGE + ".words_")]:
        if name != _PACKAGE + "." + wanted:
            del sys.modules[name]
            delattr(package, name[len(_PACKAGE) + 1 :])
    return __import__(_PACKAGE + "." + wanted, None, None, ("PROMPTS",))
