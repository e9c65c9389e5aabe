"""Card faces of Democrazy: laws, blank laws and the End Card under one back, votes and wilds under
another.
"""

from cardtable.engine import cards
from cardtable.games.democrazy.cards import END, is_blank, is_law, is_wild, vote_of
from cardtable.games.democrazy.law import Law, law_card, read_law, read_row
from cardtable.games.democrazy.pack import PACK
from tablehost.firmware.texts import terms
from tablehost.games.democrazy import law_file, law_pictures
from tablehost.games.democrazy.law_sentences import does, title_of
from tablehost.plugins.presentation import ruling
from tablehost.printing import braille, draw, measure, symbols
from tablehost.printing.faces import MARGIN, MIDDLE, ROOM, Face, Pile, Selection
from tablehost.printing.paper import HIGH, WIDE
from tablehost.printing.words import get_text, sentence

PRESET = {"blank_laws": "5"}  # printed by default: the variant wants them, other players sort them out

_CIRCLE = WIDE - MARGIN - 4.6  # the middle of the circle, from the left
_PICTURE = 20.0
_VOTES = {
    "YES": "M-5 0.5L-1.5 4L5.5-4.5",
    "NO": "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5",
    "SC": "M-5-2H4M1-5L4.5-2L1 1M5 2H-4M-1-1L-4.5 2L-1 5",
}


def faces(wanted: Selection) -> list[Pile]:
    """Return the laws in the order of the deck, or those of a file; then votes and wilds."""
    deck = wanted.game.deck(wanted.seats, wanted.options)
    lang, options = wanted.lang, wanted.options
    others = [card for card in deck if not is_law(card)]
    if wanted.laws is None:
        own = options["deck"] == "own"
        laws = [read_law(card, options) for card in deck if is_law(card) and not is_blank(card)]
        printed = [
            _law(law, "" if own else title_of(law.name.partition("#")[0], lang), wanted) for law in laws
        ]
    else:
        printed = [_law(law, title, wanted) for law, title in _own(wanted)]
    printed += [_blank(read_law(card, options), wanted) for card in deck if is_blank(card)]
    printed += [_end(lang) for card in others if card == END]
    votes = [_vote(card, wanted) for card in others if card != END]
    return [Pile("laws", symbols.DIAMOND, printed), Pile("votes", symbols.STAR, votes)]


def _own(wanted: Selection) -> list[tuple[Law, str]]:
    """Return the laws of the file and their titles."""
    assert wanted.laws is not None
    rows, titles = law_file.read(wanted.laws), law_file.titles(wanted.laws)
    laws = [read_row(law_card(row), row) for row in rows]
    return list(zip(laws, titles, strict=True))


# -- laws ----------------------------------------------------------------------------------------


def _cells(name: str) -> str:
    """Return the braille of a card by its name.

    A blue law has its number, a red law its number with dot 6, a blank law an x and a digit. The End Card and
    votes have the first two letters, whatever their number.
    """
    kind, number = name[0], name[1:3]
    if not number.isdigit():
        return braille.spell(name[:2])
    if kind == "X":
        return braille.spell(kind + number[-1])
    return braille.number_cells(int(number), sixth=kind == "R")


def _law(law: Law, title: str, wanted: Selection) -> Face:
    lang = wanted.lang
    body = _head(law, wanted) + _title(title)
    if law.symbol:
        body += _symbol(law.symbol)
    figure = law_pictures.figure(law)
    left = 21.5 if law.symbol else MIDDLE - _PICTURE / 2 - (8 if figure else 0)
    body += law_pictures.of_law(law, left, 30, _PICTURE)
    if figure:
        from_left = left + _PICTURE + 1.5
        size = 10.0
        while measure.width(figure, size, True) > WIDE - MARGIN - from_left:
            size -= 0.5
        body += draw.text(from_left, 40 + size * 0.36, figure, size, bold=True)
    words = sentence(does(law.text(), lang))
    size, lines = measure.fit(words, ROOM, 20, (4.4, 4, 3.6, 3.2, 2.8, 2.4, 2, 1.7), lead=1.3)
    body += draw.lines(MARGIN, 57, lines, size, lead=1.3)
    says = get_text(lang, "colon").join(filter(None, (title, words)))
    return Face(law.name, body + _foot(law, wanted), _cells(law.name), says)


def _head(law: Law, wanted: Selection) -> str:
    """Return the band with the law's name: filled for a red law, a frame for a blue one; and the circle."""
    wide = ROOM - 11
    called = f"{law.name} · {get_text(wanted.lang, 'red-law' if law.red else 'blue-law')}"
    left = braille.ROOM if wanted.braille else MARGIN + (2 if law.red else 4)
    size = 4.2
    while measure.width(called, size, True) > MARGIN + wide - 1 - left:
        size -= 0.2
    if law.red:
        band = draw.box(MARGIN, MARGIN, wide, 9, round=1, fill=draw.RED_LAW)
        band += draw.text(left, MARGIN + 6.1, called, size, bold=True, ink=draw.PAPER)
    else:
        round = 1.5 if wanted.braille else 4
        band = draw.box(
            MARGIN + 0.4, MARGIN + 0.4, wide - 0.8, 8.2, round=round, stroke=draw.BLUE_LAW, line=0.8
        )
        band += draw.text(left, MARGIN + 6.1, called, size, bold=True, ink=draw.BLUE_LAW)
    circle = draw.disc(_CIRCLE, MARGIN + 4.5, 4, fill=draw.PAPER if law.white else draw.INK, line=0.6)
    return band + circle


def _title(title: str) -> str:
    if not title:
        return ""
    size, lines = measure.fit(title, ROOM, 12, (5.6, 5, 4.4, 3.8, 3.2, 2.7), bold=True, lead=1.15)
    return draw.lines(MARGIN, 20, lines, size, lead=1.15, bold=True)


def _symbol(symbol: str) -> str:
    """Return the symbol in a frame, its word below it; the word alone in larger letters if it has no
    picture.
    """
    frame = draw.box(MARGIN, 31, 14, 14, round=2, stroke=draw.INK, line=0.6)
    if symbols.is_drawn(symbol):
        frame += symbols.of_law(symbol, MARGIN + 7, 38, 10)
    else:
        frame += draw.text(MARGIN + 7, 40.6, symbol[:1], 8, bold=True, anchor="middle")
    size, lines = measure.fit(symbol, 14, 3, (2.6, 2.2, 1.9, 1.6, 1.3, 1.1), bold=True, lead=1.2)
    return frame + draw.text(MARGIN + 7, 48, lines[0], size, bold=True, anchor="middle")


def _foot(law: Law, wanted: Selection) -> str:
    """Return the fate of the law, the effect of a tie, and the subject, for the laws that mention these."""
    lang = wanted.lang
    about = [
        get_text(lang, "tag-" + tag) if tag in ("colour", "trait", "conduct") else tag
        for tag in law.tags.split(",")
        if tag
    ]
    tie = get_text(lang, "white" if law.white else "black")
    parts = [get_text(lang, "red-kind" if law.red else "blue-kind")]
    parts.append(tie if not about else f"{tie} {sentence(get_text(lang, 'tag', ', '.join(about)))}")
    room = WIDE - braille.ROOM - MARGIN if wanted.braille else ROOM
    body = draw.path(f"M{MARGIN} 77H{draw.number(MARGIN + room)}", stroke=draw.INK, wide=0.25)
    for row, words in enumerate(parts):
        size, lines = measure.fit(words, room, 3.4, (2.7, 2.5, 2.3, 2.1, 1.9, 1.7), lead=1.2)
        body += draw.text(MARGIN, 80.2 + row * 3.6, lines[0], size, ink=draw.GREY)
    return body


def _blank(law: Law, wanted: Selection) -> Face:
    """Return a blank law: lines to write on."""
    lang = wanted.lang
    body = _head(law, wanted) + _title(get_text(lang, "blank"))
    for row in range(5):
        body += draw.path(f"M{MARGIN} {34 + row * 9}H{WIDE - MARGIN}", stroke=draw.GREY, wide=0.25)
    return Face(law.name, body + _foot(law, wanted), _cells(law.name))


def _end(lang: str) -> Face:
    body = draw.box(MARGIN, MARGIN, ROOM, HIGH - 2 * MARGIN, round=3, stroke=draw.INK, line=1.2)
    title = terms(lang)["end-card"]
    size, lines = measure.fit(title[:1].upper() + title[1:], ROOM - 8, 14, (9, 8, 7, 6), bold=True)
    body += draw.lines(MIDDLE, 24, lines, size, bold=True, anchor="middle")
    body += draw.move_group(MIDDLE, 42, draw.path("M-8-8H8V8H-8Z", fill=draw.INK))
    size, lines = measure.fit(get_text(lang, "end-says"), ROOM - 8, 20, (4, 3.6, 3.2), lead=1.3)
    body += draw.lines(MIDDLE, 62, lines, size, lead=1.3, anchor="middle")
    return Face("END", body, _cells("END"))


# -- votes ---------------------------------------------------------------------------------------


def _vote(card: int, wanted: Selection) -> Face:
    """Return YES and NO with a tick and a cross; the Definite ones in a second ring, Scam with two arrows."""
    lang = wanted.lang
    vote = str(vote_of(card))
    name = cards.text(card, PACK)
    sign = {"DY": "YES", "DN": "NO"}.get(vote, vote)
    body = draw.disc(MIDDLE, 28, 17, line=0.8)
    if vote in ("DY", "DN"):
        body += draw.disc(MIDDLE, 28, 15, line=0.8)
    strokes = ' stroke-linecap="round" stroke-linejoin="round"'
    thick = 1.1 if vote == "SC" else 1.8
    body += draw.move_group(MIDDLE, 28, draw.path(_VOTES[sign], stroke=draw.INK, wide=thick, more=strokes), 2)
    size, lines = measure.fit(get_text(lang, vote), ROOM, 13, (12, 10, 8, 7, 6), bold=True)
    body += draw.lines(MIDDLE, 57, lines, size, bold=True, anchor="middle")
    says = get_text(lang, "vote-kind")
    if is_wild(card):
        several = ruling(wanted.game.NAME, "wild_policy", wanted.options["wild_policy"], lang)
        says = f"{get_text(lang, vote + '-says')} {get_text(lang, 'wild-kind')} {several}"
    high = 11.5 if wanted.braille else 17
    size, lines = measure.fit(says, ROOM, high, (3.6, 3.2, 2.8, 2.5, 2.3, 2.1), lead=1.25)
    body += draw.lines(MIDDLE, 65, lines, size, anchor="middle")
    foot = draw.text(MIDDLE, HIGH - MARGIN - 0.6, name, 2.6, anchor="middle", ink=draw.GREY)
    return Face(name, body + foot, _cells(name))
