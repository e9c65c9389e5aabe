"""Charts as SVG within a page: the course of scores as lines, counts as bars, on white paper of their own.

A line has a dash pattern and its player's name at its end, a bar its value: colour alone tells nothing.
Lengths are units of the view box, which the page scales.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from tablehost import messages
from tablehost.printing import draw, measure

WIDE = 360.0
HIGH = 230.0  # of a chart of lines; more of them need more
LEFT, RIGHT, TOP, BOTTOM = 34.0, 100.0, 22.0, 26.0
SIZE = 12.5  # of words
ROW = 36.0  # from bar to bar
INKS = (*draw.SUIT_INKS, draw.GREY)
DASHES = ("", "7 3", "2 2.5", "9 2.5 2 2.5", "1 4", "13 4", "6 2 1 2 1 2", "4 4", "16 3 4 3", "3 1")
MOST_MARKS = 8  # words below an axis


class Head(NamedTuple):
    """The words of a chart. `name`: a prefix of ids, of its own on the page; `about`: its content, for those
    who do not see it.
    """

    name: str
    title: str
    about: str


def lines(
    head: Head,
    players: Sequence[str],
    moments: Sequence[str],
    scores: Sequence[Sequence[int]],
    mark: int | None = None,
    note: str = "",
) -> str:
    """Return the scores of players, by moment and player, as a line a player. `mark`: the number of a moment
    that has a vertical line, with a short `note` over it.
    """
    high = max(HIGH, TOP + BOTTOM + len(players) * (SIZE + 2))
    least = min([0, *(min(row) for row in scores)])
    most = max([1, *(max(row) for row in scores)])
    step = _step(most - least)
    low, top = math.floor(least / step) * step, math.ceil(most / step) * step
    right, foot = WIDE - RIGHT, high - BOTTOM

    def x(moment: float) -> float:
        return LEFT + (right - LEFT) * moment / max(1, len(moments) - 1)

    def y(score: float) -> float:
        return foot - (foot - TOP) * (score - low) / (top - low)

    body = ""
    for score in range(low, top + 1, step):
        body += draw.path(f"M{_at(LEFT, y(score))}H{draw.number(right)}", stroke=draw.FAINT, wide=0.7)
        body += draw.text(LEFT - 4, y(score) + SIZE / 3, str(score), SIZE, anchor="end", ink=draw.GREY)
    every = -(-len(moments) // MOST_MARKS)
    for moment in range(0, len(moments), every):
        body += draw.text(x(moment), high - 8, moments[moment], SIZE, anchor="middle", ink=draw.GREY)
    if mark is not None:
        up = draw.path(
            f"M{_at(x(mark), TOP - 5)}V{draw.number(foot)}",
            stroke=draw.GREY,
            wide=1,
            more=' stroke-dasharray="1 2"',
        )
        anchor = "middle" if x(mark) < right - 20 else "end"
        body += up + draw.text(max(LEFT + 20, x(mark)), TOP - 8, note, SIZE, anchor=anchor, ink=draw.GREY)
    places = _spread([y(score) for score in scores[-1]], SIZE + 2, TOP + 4, foot)
    for seat, player in enumerate(players):
        ink, dash = INKS[seat % len(INKS)], DASHES[seat % len(DASHES)]
        more = ' stroke-linejoin="round"' + (f' stroke-dasharray="{dash}"' if dash else "")
        way = "L".join(_at(x(moment), y(row[seat])) for moment, row in enumerate(scores))
        body += draw.path(f"M{way}", stroke=ink, wide=2.2, more=more)
        end, place = y(scores[-1][seat]), places[seat]
        body += draw.path(f"M{_at(right + 1, end)}L{_at(right + 9, place)}", stroke=ink, wide=0.8)
        said = _short(messages.paired(player, scores[-1][seat]), RIGHT - 14)
        body += draw.text(right + 12, place + SIZE / 3, said, SIZE, ink=ink)
    return _picture(head, high, body)


def bars(head: Head, rows: Sequence[tuple[str, int]]) -> str:
    """Return counts from 0 on as horizontal bars, each below its name."""
    most = max([1, *(count for _, count in rows)])
    room = WIDE - 60
    body = ""
    for at, (name, count) in enumerate(rows):
        top = 6 + at * ROW
        long = room * count / most
        body += draw.text(8, top + 11, _short(name, WIDE - 16), SIZE)
        body += draw.box(8, top + 17, long, 11, fill=INKS[2]) if count else ""
        body += draw.text(8 + long + (6 if count else 0), top + 27, str(count), SIZE, bold=True)
    return _picture(head, 8 + len(rows) * ROW, body)


def _picture(head: Head, high: float, body: str) -> str:
    title, about = (f"{head.name}-{part}" for part in ("title", "about"))
    return (
        f'<svg viewBox="0 0 {draw.number(WIDE)} {draw.number(high)}" role="img" '
        f'aria-labelledby={quoteattr(f"{title} {about}")} font-family="{measure.FONT}" fill="{draw.INK}">'
        f"<title id={quoteattr(title)}>{escape(head.title)}</title>"
        f"<desc id={quoteattr(about)}>{escape(head.about)}</desc>"
        f"{draw.box(0, 0, WIDE, high, round=6, fill=draw.PAPER)}{body}</svg>"
    )


def _at(x: float, y: float) -> str:
    return f"{draw.number(x)} {draw.number(y)}"


def _step(span: int) -> int:
    """Return the distance of two lines of the scale: 1, 2 or 5 times a power of ten, so that five suffice."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= 5 * step:
                return step
        size *= 10


def _spread(wanted: Sequence[float], gap: float, top: float, foot: float) -> list[float]:
    """Return places near those wanted, in their order, at least `gap` apart, from `top` to `foot`."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    places = [*wanted]
    for before, at in zip([None, *order], order, strict=False):
        places[at] = max(places[at], top if before is None else places[before] + gap)
    limit = foot
    for at in reversed(order):
        places[at] = min(places[at], limit)
        limit = places[at] - gap
    return places


def _short(words: str, room: float) -> str:
    """Return words that end in an ellipsis if they are wider than `room`."""
    return measure.fit(words, room, SIZE * 1.25, (SIZE,))[1][0]
