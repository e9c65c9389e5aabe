"""Names of players as a table shows them: one short word of ASCII each, so that a list of them reads well."""

from cardtable.micro import const

CAPABILITY = "names"  # the word in a table's hello: it takes names
LONGEST = const(12)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MORE = "0123456789-'"  # behind the first letter


def is_nickname(name):
    """True if a table can show this text as a name: a letter, then letters, digits, `-` and `'`."""
    if not 0 < len(name) <= LONGEST or name[0] not in _LETTERS:
        return False
    for letter in name:
        if letter not in _LETTERS and letter not in _MORE:
            return False
    return True
