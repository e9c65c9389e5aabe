"""Pages of cards as one PDF: each page of faces is followed by its backs, for printing on both sides."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from datetime import UTC, datetime

from tablehost import messages
from tablehost.errors import Trouble, require_package

SAID = messages.Catalogue("print")

ENCODING = "latin-1"  # of the fonts that every PDF viewer has; none is embedded
# The nearest substitutes for letters that those fonts lack.
LIKE = str.maketrans(
    {
        "\u2212": "-", "\u2013": "-", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2026": "...",
        "\u202f": "\xa0", "\u0153": "oe", "\u0152": "OE", "\u0113": "e", "\u2022": "\xb7",
    }
)  # fmt: skip
MADE = datetime(2000, 1, 1, tzinfo=UTC)  # the time of day is no part of the cards


def document(pages: Sequence[str], paper: str, title: str, lang: str) -> bytes:
    """Return a PDF with these pages, each an SVG of the whole page. Raises Trouble.

    `paper`: "a4" or "letter". The same pages give the same bytes.
    """
    require_package("fpdf", "pdf")
    from fpdf import FPDF
    from fpdf.svg import SVGObject

    logging.getLogger("fpdf.svg").setLevel(logging.ERROR)  # it warns of each <title>
    pdf = FPDF(unit="mm", format=paper)
    pdf.set_title(title)
    pdf.set_lang(lang)
    pdf.set_creation_date(MADE)
    for page in pages:
        page = page.translate(LIKE)
        unknown = {letter for letter in page if not _has_letter(letter)}
        if unknown:
            about = SAID("no-letter", unknown=" ".join(sorted(unknown)))
            raise Trouble("NO_LETTER", about, SAID("no-letter-hint"))
        pdf.add_page()
        SVGObject(page.encode()).draw_to_page(pdf)
    out = io.BytesIO()
    pdf.output(out)
    return out.getvalue()


def _has_letter(letter: str) -> bool:
    try:
        letter.encode(ENCODING)
    except UnicodeEncodeError:
        return False
    return True
