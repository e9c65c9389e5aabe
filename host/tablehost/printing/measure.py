"""Widths of printed words in any sans serif of a reader, and line wrapping.

A page names no font but the generic `sans-serif`. The widths here are those of DejaVu Sans, one of the widest
in use, rounded up; Arial, Helvetica, Liberation, Noto and Roboto are narrower. So words may take less room
than computed, not more.
"""

from __future__ import annotations

from collections.abc import Sequence

FONT = "sans-serif"
ASCENT = 0.98  # over the base line, of the size: accents on capitals included
DESCENT = 0.24

# Width in hundredths of the size -> characters.
_PLAIN = {
    20: "\u202f\u2009",
    30: "'IJijlÌÍÎÏìíîï",
    35: " ,./:;\\|\xa0¦·’‘",
    40: "()-[]ft",
    45: "!r¡²³¹",
    50: '"*_`§¨ª¯°´¸º–',
    55: "?csz¿ç“”",
    60: "FLkvxyýÿ•",
    65: "$0123456789EPSTYabdeghnopqu{}¢£¤¥«µ¶»ÈÉÊËÝÞßàáâãäåèéêëðñòóôõöøùúûüþ€",
    70: "ABCKRVXZÀÁÂÃÄÅÇ",
    75: "NUÑÙÚÛÜ",
    80: "&DGHOQÐÒÓÔÕÖØ",
    85: "#+<=>^w~¬±×÷−→≥≤",
    90: "M",
}
_BOLD = {
    20: "\u202f\u2009",
    35: " 'ijl\xa0ìíîï",
    40: ",./:;IJ\\|¦·ÌÍÎÏ’‘",
    45: "-f²³¹",
    50: "!()[]_`rt¡§¨¯°´¸–",
    55: '"*',
    60: "?cszªº¿ç",
    65: "Lx¤«¶»•",
    70: "$0123456789EFTaekovy¢£¥ÈÉÊËàáâãäåèéêëðòóôõöøýÿ“”€",
    75: "CPSYZbdghnpqu{}µÇÝÞßñùúûüþ",
    80: "ABKRVXÀÁÂÃÄÅ",
    85: "#+<=>DGHNU^~¬±ÐÑ×ÙÚÛÜ÷−→≥≤",
    90: "&OQÒÓÔÕÖØ",
    95: "w",
}
_WIDEST = 120  # for all characters not listed above


def _by_character(table: dict[int, str]) -> dict[str, int]:
    return {character: width for width, characters in table.items() for character in characters}


_WIDTHS = {False: _by_character(_PLAIN), True: _by_character(_BOLD)}


def width(words: str, size: float, bold: bool = False) -> float:
    """Return the greatest width of words of this size."""
    widths = _WIDTHS[bold]
    return sum(widths.get(character, _WIDEST) for character in words) * size / 100


def wrap(words: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Return the words in lines that are no wider than `room`; a word too long for a line is cut."""
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, size, bold) > room and len(word) > 1:
            cut = next(
                n for n in range(len(word) - 1, 0, -1) if n == 1 or width(word[:n], size, bold) <= room
            )
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line]


def fit(
    words: str, room: float, high: float, sizes: Sequence[float], *, bold: bool = False, lead: float = 1.25
) -> tuple[float, list[str]]:
    """Return the largest of `sizes` with which the words stay within `room` and `high`, and their lines.

    Words that are still too many with the last of them end in an ellipsis.
    """
    for size in sizes:
        lines = wrap(words, room, size, bold)
        if len(lines) * size * lead <= high + 0.01 and not _is_cut(words, lines):
            return size, lines
    size = sizes[-1]
    most = max(1, int(high / (size * lead)))
    lines = wrap(words, room, size, bold)
    if len(lines) > most:
        last = lines[most - 1]
        while last and width(last + "…", size, bold) > room:
            last = last[:-1]
        lines = [*lines[: most - 1], last + "…"]
    return size, lines


def _is_cut(words: str, lines: list[str]) -> bool:
    """Return True if a word was too long for a line."""
    return len(" ".join(lines).split(" ")) > len(words.split(" "))
