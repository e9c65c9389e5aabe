"""Cards of a line of words, for tests on both interpreters."""

from cardtable.engine.cards import parse


def parse_list(words):
    """Return the cards of a line such as `5S KD#2 X1`."""
    return [parse(word) for word in words.split()]
