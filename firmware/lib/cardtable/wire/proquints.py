"""Six words that people note down: the first 96 bits of a head as proquints (Wilkerson, arXiv 0901.4016).

A proquint is 16 bits as five letters that can be spoken, `lusab` or `babad`: no list of words to keep, and
the same in every language.
"""

# Bytes: of a text MicroPython would keep every letter that is looked at.
_CONSONANTS = b"bdfghjklmnprstvz"
_VOWELS = b"aiou"
WORDS = 6


def proquint(number):
    """16 bits as a word."""
    letters = (
        _CONSONANTS[number >> 12 & 15],
        _VOWELS[number >> 10 & 3],
        _CONSONANTS[number >> 6 & 15],
        _VOWELS[number >> 4 & 3],
        _CONSONANTS[number & 15],
    )
    return bytes(letters).decode()


def words(head):
    """The six words of a head (32 bytes), with spaces between them."""
    return " ".join([proquint(head[2 * i] << 8 | head[2 * i + 1]) for i in range(WORDS)])
