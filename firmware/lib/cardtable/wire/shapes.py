"""The shapes of values on the line: one notation, one check, for both ends.

A row names the values in their order, separated by spaces:

    pad:0..11          a value named pad
    hex?:text          may be missing, with all behind it
    words*:text|int    any number of values, the last of the row

A shape is one of these, or several with `|` between them:

    0..11  -1..  int   a whole number: from, to; without an end; any
    text  string       a string of one character or more; of any length
    name               letters, digits, `-`, `_` and `.`; 64 characters at most
    hex                an even number of hex digits, two at least
    digest             32 bytes in base64url: 43 characters
    "blind"            this word
    bool  null
    [shape]            a list of values of this shape
    (row)              a list of these values, and maybe more
    plain              any of all these, in 16 lists at most
    any                any value at all: it is checked elsewhere

Whole numbers have at most 62 bits, so that a 64-bit column holds them.

A table can show nicknames of players: one short word of ASCII each, so that a list of them reads well.
"""

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Sequence, TypeGuard, Unpack

    Alternative = tuple[str, Unpack[tuple[Any, ...]]]
    Shape = list[Alternative]
    Row = list[tuple[str, str, Shape]]

NO_DIGEST = "unknown"  # of an unidentified program

_DEEPEST = const(16)  # lists in lists of a plain value
_LONGEST_NAME = const(64)
_BITS = const(62)
_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
_DIGITS = "0123456789abcdefABCDEF"
_CLOSES = {"[": "]", "(": ")"}
_CURES = {
    "int": "a whole number",
    "text": "text",
    "string": "text, also none",
    "name": "a name of letters, digits, - _ .",
    "hex": "an even number of hex digits",
    "digest": "32 bytes in base64url",
    "bool": "true or false",
    "null": "null",
    "plain": "numbers, texts and lists of them",
    "any": "anything",
}

CAPABILITY = "names"  # the word in a table's hello: it takes names
NO_BOARD = "no-board"  # as well: none was ever chosen, so it tries one reader at the bench's pins
LONGEST = const(12)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MORE = "0123456789-'"  # behind the first letter


def compiled(row: str) -> "Row":
    """Return a row of the notation in the form of `find_fault`: (name, "" or "?" or "*", shape) of each
    value.

    A shape is a list of alternatives: (word,), or ("..", least, most), ('"', word), ("[", shape), ("(", row).
    """
    fields = []
    for part in _split(row, " "):
        name, _, shape = part.partition(":")
        mode = name[-1] if name[-1] in "?*" else ""
        fields.append((name[: len(name) - len(mode)], mode, _alternatives(shape)))
    return fields


def _split(text: str, mark: str) -> list[str]:
    """Return the pieces between marks that are outside of all brackets."""
    pieces, depth, start = [], 0, 0
    for i in range(len(text)):
        one = text[i]
        if one in "[(":
            depth += 1
        elif one in "])":
            depth -= 1
        elif one == mark and depth == 0:
            pieces.append(text[start:i])
            start = i + 1
    return [piece for piece in pieces + [text[start:]] if piece]


def _alternatives(shape: str) -> "Shape":
    """Return the alternatives of a shape, compiled."""
    return [_alternative(one) for one in _split(shape, "|")]


def _alternative(one: str) -> "Alternative":
    """Return one alternative, compiled."""
    if one[0] in _CLOSES:
        return (one[0], _alternatives(one[1:-1]) if one[0] == "[" else compiled(one[1:-1]))
    if one[0] == '"':
        return '"', one[1:-1]
    least, dots, most = one.partition("..")
    if dots:
        return dots, int(least), int(most) if most else (1 << _BITS) - 1
    if one not in _CURES:
        raise ValueError(one)
    return (one,)


def find_fault(row: "Row", values: "Sequence[object]", grows: bool = False) -> list[str] | None:
    """Return the first value that does not fit the compiled `row`, as [its name, the cure]; None if all fit.

    `grows`: plain values behind the last known one are allowed.
    """
    at = 0
    for name, mode, shape in row:
        if mode == "*":
            for value in values[at:]:
                if not fits(shape, value):
                    return [name, cure(shape)]
            return None
        if at == len(values):
            return [name, cure(shape)] if mode == "" else None
        if not fits(shape, values[at]):
            return [name, cure(shape)]
        at += 1
    if at < len(values) and not grows:
        return [str(at + 1), "no more than " + str(at) + (" value" if at == 1 else " values")]
    for i in range(at, len(values)):
        if not _is_plain(values[i], _DEEPEST):
            return [str(i + 1), _CURES["plain"]]
    return None


def fits(shape: "Shape", value: object) -> bool:
    """True if a value fits one of the alternatives of this compiled shape."""
    for one in shape:
        if _fits(one, value):
            return True
    return False


def _fits(one: "Alternative", value: object) -> bool:
    """True if a value fits this alternative."""
    word = one[0]
    if word == "..":
        return _is_number(value) and one[1] <= value <= one[2]
    if word == "int":
        return _is_number(value)
    if word == '"':
        return isinstance(value, str) and value == one[1]
    if word == "text" or word == "string":
        return isinstance(value, str) and (word == "string" or value != "")
    if word == "name":
        return isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and _has_only(value, _NAME)
    if word == "digest":
        return isinstance(value, str) and len(value) == 43 and "." not in value and _has_only(value, _NAME)
    if word == "hex":
        return isinstance(value, str) and len(value) % 2 == 0 and value != "" and _has_only(value, _DIGITS)
    if word == "bool":
        return isinstance(value, bool)
    if word == "null":
        return value is None
    if word == "plain":
        return _is_plain(value, _DEEPEST)
    if word == "any":
        return True
    if not isinstance(value, list):
        return False
    if word == "(":
        return find_fault(one[1], value, True) is None
    for item in value:
        if not fits(one[1], item):
            return False
    return True


def _is_number(value: object) -> "TypeGuard[int]":
    """True for a whole number; True and False are none, though they are ints."""
    return type(value) is int and -(1 << _BITS) < value < 1 << _BITS


def _has_only(value: str, characters: str) -> bool:
    """True if a string has only these characters."""
    for character in value:
        if character not in characters:
            return False
    return True


def _is_plain(value: object, depth: int) -> bool:
    """True for a plain value at this depth of lists."""
    if isinstance(value, list):
        if depth == 0:
            return False
        for item in value:
            if not _is_plain(item, depth - 1):
                return False
        return True
    return value is None or isinstance(value, (bool, str)) or _is_number(value)


def cure(shape: "Shape") -> str:
    """Return the words for the values that this compiled shape allows."""
    return " or ".join([_cure(one) for one in shape])


def _cure(one: "Alternative") -> str:
    """Return the words for one alternative."""
    word = one[0]
    if word == "..":
        least: int = one[1]
        most: int = one[2]
        if most == (1 << _BITS) - 1:
            return "a whole number from " + str(least) + " on"
        return "a whole number from " + str(least) + " to " + str(most)
    if word == '"':
        return str(one[1])
    if word == "[":
        return "a list: " + cure(one[1])
    if word == "(":
        row: "Row" = one[1]
        return "a list of " + ", ".join([name for name, mode, _ in row if mode == ""])
    return _CURES[word]


def is_nickname(name: str) -> bool:
    """True if a table can show this text as a name: a letter, then letters, digits, `-` and `'`."""
    if not 0 < len(name) <= LONGEST or name[0] not in _LETTERS:
        return False
    for letter in name:
        if letter not in _LETTERS and letter not in _MORE:
            return False
    return True
