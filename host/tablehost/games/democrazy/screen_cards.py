"""The cards of Democrazy for screens: a red law is a flag, a blue one a gate; white votes adopt, black ones
reject. The text of a law is read elsewhere.
"""

from collections.abc import Mapping, Sequence

from cardtable.engine import cards
from cardtable.games.democrazy.cards import END, is_blank, is_law, vote_of
from cardtable.games.democrazy.law import Law, read_law
from cardtable.games.democrazy.pack import PACK
from tablehost.firmware.texts import terms
from tablehost.games.democrazy import law_pictures
from tablehost.games.democrazy.law_sentences import title_of
from tablehost.printing.faces import Selection
from tablehost.printing.screen_faces import (
    BLUE,
    INK,
    PAPER,
    RED,
    Drawings,
    draw_path,
    read_symbols,
    use,
    write,
)
from tablehost.printing.symbols import CHIPS
from tablehost.printing.words import get_text

_TITLES = (12.3, 11.3, 10.4, 9.5, 8.7)
_HEADS = (13.0, 11.0, 9.0)
_FIGURES = (25.0, 21.0, 17.0, 14.5, 12.5)
_SYMBOLS = {"RED": "chip-R", "GREEN": "chip-G", "BLUE": "chip-B", "YELLOW": "chip-Y"}
_EFFECTS = {"conduct": "y-manners", "protect_laws": "e-warrior"}  # those that have another's symbol
_TO_THE_LEFT = ("x-pass", "x-hand_pass", "x-wild_pass")
_SPLIT = "M99.5 8V132A7.5 7.5 0 0 1 92 139.5H8A7.5 7.5 0 0 1 1.2 135Z"  # the black half of a wild


def screen_faces(wanted: Selection) -> Mapping[str, Drawings]:
    """Return all cards of the match for screens, by name."""
    deck = wanted.game.deck(wanted.seats, wanted.options)
    return {cards.text(card, PACK): _draw(card, wanted) for card in deck}


def _draw(card: int, wanted: Selection) -> Drawings:
    if is_law(card):
        return _draw_law(card, wanted)
    return _draw_end(wanted.lang) if card == END else _draw_vote(str(vote_of(card)), wanted.lang)


# -- laws ----------------------------------------------------------------------------------------


def _draw_law(card: int, wanted: Selection) -> Drawings:
    lang, law = wanted.lang, read_law(card, wanted.options)
    called = law.name.partition("#")[0]
    face = f"law-{'red' if law.red else 'blue'}-{'white' if law.white else 'black'}"
    if is_blank(card):
        title = get_text(lang, "blank")
        large, medium, small = map(_draw_lines, (98, 54, 54))
    else:
        title = "" if wanted.options["deck"] == "own" else title_of(called, lang)
        large, medium = _draw_content(law, 88, _FIGURES), _draw_content(law, 42, _FIGURES[:3])
        small = _draw_symbol(law, 23, 38, 54)
    large += write(51, 20, called, 38, _HEADS, ink=PAPER) + write(50, 47, title, 86, _TITLES, 3)
    medium += write(50, 116, called, 86, (20, 16))
    return Drawings(use(face) + large, use(face) + medium, use(face + "_s") + small)


def _draw_lines(top: float) -> str:
    """Return the lines on which a law is written."""
    rows = "".join(f"M14 {top + row * 12:g}H86" for row in range(3))
    return draw_path(rows, 'fill="none" stroke="#111" stroke-opacity=".5" stroke-width="1.5"')


def _draw_content(law: Law, top: float, sizes: Sequence[float]) -> str:
    """Return the symbol or the effect of a law, and at its right the chip that the effect is about, or the
    figure in one of these sizes.
    """
    args = law.operations[0].args
    colour = str(args.get("color") or str(args.get("what", "")).rpartition(":")[2])
    figure = write(73, top + 30, law_pictures.figure(law), 39, sizes)
    if colour in CHIPS and _find_symbol(law).startswith("x-"):
        return _draw_symbol(law, 9, top, 44) + use(f"chip-{colour}", 58, top + 8, 32)
    if figure:
        return _draw_symbol(law, 9, top, 42) + figure
    return _draw_symbol(law, 27, top, 46)


def _draw_symbol(law: Law, x: float, y: float, high: float) -> str:
    symbol = _find_symbol(law)
    ink = INK if symbol.startswith(("y-", "e-")) else RED if law.red else BLUE
    if law.operations[0].args.get("dir") == "right" and symbol in _TO_THE_LEFT:
        return f'<g transform="matrix(-1 0 0 1 {2 * x + high:g} 0)">{use(symbol, x, y, high, ink=ink)}</g>'
    return use(symbol, x, y, high, ink=ink)


def _find_symbol(law: Law) -> str:
    """Return the symbol of a law or of what it does, or the mark of its kind."""
    known = read_symbols()
    first = law.operations[0]
    found = [_SYMBOLS.get(law.symbol, f"y-{law.symbol.lower()}")] if law.symbol else []
    for one in filter(None, (first, first.inner)):
        found += [_EFFECTS.get(one.name, f"x-{one.name}")]
    return next((one for one in found if one in known), "k-once" if law.red else "k-stands")


# -- the rest ------------------------------------------------------------------------------------


def _draw_end(lang: str) -> Drawings:
    said = terms(lang)["end-card"]
    title = said[:1].upper() + said[1:]
    sign = use("face") + use("y-end", 20, 18, 60, ink=INK)
    written = sign + write(50, 108, title, 90, (20, 17, 14), 2)
    return Drawings(written, written, use("face") + use("y-end", 8, 28, 84, ink=INK))


def _draw_vote(vote: str, lang: str) -> Drawings:
    """Return a white card for YES, a black one for NO, one of both for a wild."""
    said = get_text(lang, vote)
    if vote == "YES":
        ground, sign, ink = use("face"), "v-yes", INK
    elif vote == "NO":
        ground, sign, ink = use("face-black"), "o-black", PAPER
    else:
        return _draw_wild("v-" + {"DY": "dyes", "DN": "dno", "SC": "scam"}[vote], said)
    named = ground + use(sign, 15, 16, 70, ink=INK) + write(50, 116, said, 88, (25, 21), ink=ink)
    return Drawings(named, named, ground + use(sign, 7, 27, 86, ink=INK))


def _draw_wild(sign: str, said: str) -> Drawings:
    ground = use("face") + draw_path(_SPLIT, f'fill="{INK}"')
    label = write(50, 121, said, 84, (17, 15, 13, 11.5, 10.5))
    named = ground + _round(50, 51, 37) + use(sign, 18, 19, 64, ink=INK)
    plate = f'<rect x="6" y="103" width="88" height="26" rx="5" fill="{PAPER}" stroke="{INK}"/>'
    alone = ground + _round(50, 70, 45) + use(sign, 11, 31, 78, ink=INK)
    return Drawings(named + plate + label, alone, alone)


def _round(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{PAPER}"/>'
