"""The rulings in force on one page: as text, as SVG for A4, and as a page for a browser that prints it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from tablehost.people import hands, looks, vocabulary
from tablehost.printing import draw, measure
from tablehost.printing.paper import SIZES
from tablehost.printing.rulings import Ruling
from tablehost.printing.words import get_text

WIDTH = 78  # of the text, as of everything in a terminal
MARGIN = 12.0
WIDE, HIGH = SIZES["a4"]
_TEXT_AT = MARGIN + 5  # room for the mark before it
_BODY_AT = 34.0
_LEAD = 1.35
_SECTION = 1.9  # a heading takes as much as so many lines
_SIZES = (4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.8, 2.6, 2.4, 2.2, 2.0)
_LEAST_WITH_LEGEND = 2.8  # rather no lamps than smaller words
_LAMP = 4.6  # a row of the legend
_SECOND = 118.0  # where the second column begins
_WORDS_AT = 17.0  # the position of the words of a lamp
_LAMP_SIZES = (2.8, 2.6, 2.4, 2.2, 2.0, 1.8)
_PERIOD = 2000  # ms of a rhythm that are shown


@dataclass(frozen=True)
class Sheet:
    """The contents of a sheet: `title`, its owner in `about`, and the rulings."""

    title: str
    about: str
    rulings: Sequence[Ruling]
    lang: str

    @property
    def note(self) -> str:
        """Return the meaning of the mark, or that there is none."""
        if any(ruling.differs for ruling in self.rulings):
            return get_text(self.lang, "sheet-mark")
        return get_text(self.lang, "sheet-plain")


def text(sheet: Sheet) -> str:
    """Return lines for a terminal."""
    marked = any(ruling.differs for ruling in sheet.rulings)
    lines = [f"{sheet.title}, {sheet.about}", ("* " if marked else "") + sheet.note]
    for ruling in sheet.rulings:
        if ruling.section:
            lines += ["", ruling.section]
        mark = "  * " if ruling.differs else "    "
        lines += textwrap.wrap(ruling.words, WIDTH, initial_indent=mark, subsequent_indent="      ")
    return "\n".join(lines) + "\n"


def html(sheet: Sheet) -> str:
    """Return the same page as `svg`, to be opened and printed without a margin of the browser's."""
    drawn = svg(sheet).removeprefix(draw.XML)
    style = "@page{size:A4;margin:0}body{margin:0}svg{display:block;max-width:100%}"
    head = f'<meta charset="utf-8"><title>{sheet.title}</title><style>{style}</style>'
    return f'<!DOCTYPE html>\n<html lang="{sheet.lang}"><head>{head}</head><body>\n{drawn}</body></html>\n'


def svg(sheet: Sheet) -> str:
    """Return one page of A4: the rulings as large as there is room for; lamps below them, if there is some
    left.
    """
    size, legend = _size(sheet)
    y = _BODY_AT
    body = _head(sheet)
    for ruling in sheet.rulings:
        if ruling.section:
            y += size * (_SECTION - _LEAD)
            body += draw.text(MARGIN, y, ruling.section, size * 1.1, bold=True)
            y += size * _LEAD
        rows = _rows(ruling, size)
        body += draw.lines(_TEXT_AT, y, rows, size, lead=_LEAD, bold=ruling.differs)
        if ruling.differs:
            body += _mark(MARGIN + 0.6, y, size)
        y += len(rows) * size * _LEAD
    if legend:
        body += draw_legend(sheet.lang, HIGH - MARGIN - legend_height())
    return draw.page(WIDE, HIGH, f"{sheet.title}, {sheet.about}", body, sheet.lang)


def _size(sheet: Sheet) -> tuple[float, bool]:
    """Return the size of the words, and whether lamps are included."""
    room = HIGH - MARGIN - _BODY_AT
    for legend in (True, False):
        for size in _SIZES:
            left = room - (legend_height() + 4 if legend else 0)
            if _height(sheet, size) <= left and (size >= _LEAST_WITH_LEGEND or not legend):
                return size, legend
    return _SIZES[-1], False


def _height(sheet: Sheet, size: float) -> float:
    lines = sum(len(_rows(ruling, size)) for ruling in sheet.rulings)
    sections = sum(bool(ruling.section) for ruling in sheet.rulings)
    return size * (_LEAD * lines + _SECTION * sections)


def _rows(ruling: Ruling, size: float) -> list[str]:
    return measure.wrap(ruling.words, WIDE - MARGIN - _TEXT_AT, size, ruling.differs)


def _head(sheet: Sheet) -> str:
    size, lines = measure.fit(sheet.title, WIDE - 2 * MARGIN, 8, (6.5, 5.5, 4.5), bold=True)
    body = draw.text(MARGIN, MARGIN + 5, lines[0], size, bold=True)
    size, lines = measure.fit(sheet.about, WIDE - 2 * MARGIN, 5, (4, 3.4, 2.8, 2.2))
    body += draw.text(MARGIN, MARGIN + 11, lines[0], size)
    at = MARGIN
    if any(ruling.differs for ruling in sheet.rulings):
        body += _mark(MARGIN + 0.6, MARGIN + 16, 3.2)
        at = _TEXT_AT
    return body + draw.text(at, MARGIN + 16, sheet.note, 3.2, ink=draw.GREY)


def _mark(x: float, y: float, size: float) -> str:
    """Return a black square before a ruling that differs."""
    return draw.box(x, y - size * 0.65, size * 0.6, size * 0.6, fill=draw.INK)


# -- lamps ---------------------------------------------------------------------------------------


def legend_height() -> float:
    """Return the height of the legend of lamps, in mm."""
    return 13 + _LAMP * max(map(len, looks.lamp_rows()))


def draw_legend(lang: str, top: float) -> str:
    """Return the looks of the lamps, and their meanings, in two columns."""
    tongue = vocabulary.load(lang)
    body = draw.path(f"M{MARGIN} {draw.number(top)}H{WIDE - MARGIN}", stroke=draw.INK, wide=0.25)
    do, pad = looks.lamp_rows()
    columns = (
        ("lamp-do", do, {code: tongue.lamps[name] for code, name in hands.DO.items() if name}, False),
        ("lamp-pad", pad, {code: tongue.pad[name] for code, name in hands.PAD.items() if name}, True),
    )
    for column, (title, rows, meant, is_pad) in enumerate(columns):
        x = _SECOND if column else MARGIN
        room = (WIDE - MARGIN if column else _SECOND - 4) - x
        size, lines = measure.fit(get_text(lang, title), room, 5, (3.2, 2.8, 2.4), bold=True)
        body += draw.text(x, top + 5.2, lines[0], size, bold=True)
        told = [_meaning(lang, look, meant[code], looks.tone_of(code, is_pad)) for code, look in rows]
        size = min(measure.fit(words, room - _WORDS_AT, _LAMP, _LAMP_SIZES)[0] for words in told)
        for number, ((_, look), words) in enumerate(zip(rows, told, strict=True)):
            y = top + 9.5 + number * _LAMP
            body += _lamp(x, y, look) + draw.text(x + _WORDS_AT, y, words, size)
    size, lines = measure.fit(get_text(lang, "lamp-note"), WIDE - 2 * MARGIN, 4, (2.6, 2.2))
    return body + draw.text(MARGIN, top + legend_height(), lines[0], size, ink=draw.GREY)


def _meaning(lang: str, look: str, means: str, tone: str | None) -> str:
    """Return the colour in words, the meaning of the lamp, and its tone."""
    sound = f" ({vocabulary.load(lang).tones[tone]})" if tone else ""
    return get_text(lang, "colon").join((get_text(lang, "colour-" + look[0]), means)) + sound


def _lamp(x: float, y: float, look: str) -> str:
    """Return a lamp of this colour, and its rhythm as a bar."""
    body = draw.disc(x + 1.6, y - 1, 1.5, fill=looks.colour(look[0]), line=0.3)
    return body + _rhythm(x + 4.5, y - 2, 11, look[1])


def _rhythm(x: float, y: float, wide: float, sign: str) -> str:
    """Draw the rhythm: black where it shines, over two seconds."""
    beats = looks.beats(sign) or (_PERIOD,)
    body, at, step = draw.box(x, y, wide, 2, stroke=draw.GREY, line=0.15), 0, 0
    while at < _PERIOD:
        long = min(beats[step % len(beats)], _PERIOD - at)
        if step % 2 == 0:
            body += draw.box(x + wide * at / _PERIOD, y, wide * long / _PERIOD, 2, fill=draw.INK)
        at, step = at + long, step + 1
    return body
