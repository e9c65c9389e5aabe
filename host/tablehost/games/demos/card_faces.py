"""Card faces of DemoS: the figures E, L, J and Media; a standard pack has the number cards."""

from collections.abc import Mapping

from cardtable.engine import cards
from cardtable.games.demos.cards import LETTERS, is_figure, is_media, is_power, power_of
from tablehost.printing import draw, symbols
from tablehost.printing.faces import MIDDLE, Face, Pile, Selection, standard
from tablehost.printing.screen_faces import Drawings, draw_standard

# demos.md 2: the meanings of figures and suits.
POWERS = {
    "en": {"E": "Executive", "L": "Legislative", "J": "Judicial", "M": "Media"},
    "fr": {"E": "Exécutif", "L": "Législatif", "J": "Judiciaire", "M": "Média"},
}
THEMES = {
    "en": ("security", "social values", "economy", "environment"),
    "fr": ("sécurité", "valeurs sociales", "économie", "environnement"),
}
# Each on a grid of 24 by 24: a sceptre and a crown, a scroll, scales, a mast that sends.
_PICTURES = {
    "E": "M4 19H20M4 15L2.5 6L8 10.5L12 4L16 10.5L21.5 6L20 15ZM7 19V21.5H17V19",
    "L": "M6 3H17A2.5 2.5 0 0 1 19.5 5.5V8H17V19A2.5 2.5 0 0 1 14.5 21.5H5A2.5 2.5 0 0 1 2.5 19V17H12V19"
    "A2.5 2.5 0 0 0 14.5 21.5M17 8V5.5M6 17V5.5A2.5 2.5 0 0 0 3.5 3H6M9 7H14M9 10H14M9 13H14",
    "J": "M12 3V21M7 21H17M4 7H20M4 7L1 14H7ZM20 7L17 14H23ZM1 14A3 2.5 0 0 0 7 14M17 14A3 2.5 0 0 0 23 14",
    "M": "M12 10L7 22M12 10L17 22M9 17H15M12 10A1 1 0 1 1 12 8A1 1 0 1 1 12 10M8 13A5.5 5.5 0 0 1 8 5"
    "M16 13A5.5 5.5 0 0 0 16 5M5 16A10 10 0 0 1 5 2M19 16A10 10 0 0 0 19 2",
}


def faces(wanted: Selection) -> list[Pile]:
    """Return the Power Pile of the mode; the People's Pack if the whole is wanted."""
    deck = wanted.game.deck(wanted.seats, wanted.options)
    figures = [_figure(card, wanted) for card in deck if is_figure(card)]
    piles = [Pile("figures", symbols.STAR, figures)]
    if wanted.whole:
        numbers = [_number(card, wanted) for card in deck if not is_figure(card)]
        piles.append(Pile("numbers", symbols.DIAMOND, numbers))
    return piles


def screen_faces(wanted: Selection) -> Mapping[str, Drawings]:
    """Return all cards of the match for screens, by name."""
    return dict(_draw_for_screen(card, wanted) for card in wanted.game.deck(wanted.seats, wanted.options))


def _draw_for_screen(card: int, wanted: Selection) -> tuple[str, Drawings]:
    if is_figure(card):
        letter = _letter(card)
        title = POWERS[wanted.lang][letter]
        return draw_standard(card, LETTERS, wanted, emblem=f"f-{letter}", title=title, is_framed=True)
    title = THEMES[wanted.lang][_suit(card)]
    return draw_standard(card, LETTERS, wanted, emblem="t-" + "SHDC"[_suit(card)], title=title)


def _number(card: int, wanted: Selection) -> Face:
    return standard(card, LETTERS, wanted, note=THEMES[wanted.lang][_suit(card)])


def _figure(card: int, wanted: Selection) -> Face:
    lang = wanted.lang
    letter = _letter(card)
    theme = THEMES[lang][_suit(card)] if is_power(card) else ""
    drawn = draw.path(
        _PICTURES[letter],
        stroke=draw.INK,
        wide=1,
        more=' stroke-linejoin="round" stroke-linecap="round"',
    )
    picture = draw.move_group(MIDDLE - 14, 22, drawn, 28 / 24)
    return standard(card, LETTERS, wanted, POWERS[lang][letter], theme, picture, f"= {cards.text(card)}")


def _letter(card: int) -> str:
    return "M" if is_media(card) else str(power_of(card))


def _suit(card: int) -> int:
    suit = cards.suit_of(card)
    return 0 if suit is None else int(suit)
