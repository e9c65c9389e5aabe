"""Standings in words: the cells of a row, remarks, and one page of HTML that stands alone and prints well."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cardtable_club.evening import Results, describe_declared, describe_penalties, number
from cardtable_club.ledger import Club
from cardtable_club.standings import UNRATED, Standing
from tablehost import messages

SAID = messages.Catalogue("cardtable_club/club")
COLUMNS = ("rank", "player", "matches", "points", "direct", "opponents", "rating", "decided")
WORDS = (1, 7)  # the columns with words; all others are numbers

STYLE = """
body { font: 12pt/1.4 system-ui, sans-serif; color: #111; background: #fff;
  margin: 2rem auto; max-width: 48rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border-bottom: 1px solid #999; padding: .3rem .5rem; text-align: right; }
th.word, td.word { text-align: left; }
thead th { border-bottom: 2px solid #111; }
tr { break-inside: avoid; }
@page { margin: 15mm; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
"""


def head_cells() -> list[str]:
    """Return the titles of the columns."""
    return [SAID(f"col {name}") for name in COLUMNS]


def cells_of(row: Standing) -> list[str]:
    """Return the cells of a row."""
    return [
        str(row.rank),
        row.player,
        str(row.matches) + f"+{row.declared}*" * bool(row.declared),
        number(row.points) + "*" * row.is_marked,
        "" if row.direct is None else f"{row.direct:+d}" if row.direct else "0",
        number(row.opponents),
        "" if row.rating == UNRATED else f"{row.rating.shown:.2f}",
        SAID(f"by {row.decided}") if row.decided else "",
    ]


def describe_state(club: Club, results: Results) -> str:
    """Return the line above the standings: the club, its rounds, the matches that count."""
    rounds, count = len(club.rounds), len(results.outcomes)
    return SAID("state", name=club.name, game=club.game, rounds=rounds, r=rounds, count=count, n=count)


def list_uncounted(results: Results) -> list[str]:
    """Return a sentence for each table whose match does not count."""
    return [
        SAID("uncounted", round=place[0], table=place[1], reason=reason)
        for place, reason in results.uncounted
    ]


def explain_marks(rows: Sequence[Standing]) -> list[str]:
    """Return the sentence on the marks of these rows, [] without one."""
    return [SAID("marked")] if any(row.is_marked for row in rows) else []


def list_remarks(club: Club, rows: Sequence[Standing], results: Results) -> list[str]:
    """Return the sentences below the standings: what was declared, and which tables do not count."""
    told = [*describe_declared(club, results), *describe_penalties(club)]
    return [*explain_marks(rows), *told, *list_uncounted(results)]


def make_page(club: Club, rows: Sequence[Standing], results: Results, by: str, day: str) -> str:
    """Return the page. `by`: points or rating; `day`: the date on it."""
    title = SAID(f"title-{by}", name=club.name)
    head = "".join(_cell("th", at, text) for at, text in enumerate(head_cells()))
    body = "\n".join(
        "<tr>" + "".join(_cell("td", at, text) for at, text in enumerate(cells_of(row))) + "</tr>"
        for row in rows
    )
    remarks = "".join(f"<li>{escape(text)}</li>" for text in list_remarks(club, rows, results))
    return f"""<!doctype html>
<html lang="{messages.language()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE}</style>
<h1>{escape(title)}</h1>
<p>{escape(describe_state(club, results))} {escape(day)}</p>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table>
<p>{escape(SAID(f"order-{by}"))}</p>
{f"<ul>{remarks}</ul>" if remarks else ""}
</html>
"""


def _cell(name: str, column: int, text: str) -> str:
    kind = ' class="word"' if column in WORDS else ""
    scope = ' scope="col"' if name == "th" else ""
    return f"<{name}{scope}{kind}>{escape(text)}</{name}>"
