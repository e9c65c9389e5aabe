"""A page about many matches that needs no other file: charts as SVG within it, and the same as tables."""

import io
import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from cardtable_lab.simulation import sweeps, things
from cardtable_lab.simulation.figures import COURSE, Sample, Series, decision, mean, name_kind
from cardtable_lab.simulation.stopping import DOUBT, interval
from tablehost import messages
from tablehost.console.text import with_error
from tablehost.plugins.presentation import meanings_of
from tablehost.seats import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SAID = messages.Catalogue("cardtable_lab/simulate")

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SIZE = (7.0, 3.0)  # of a chart, in inches of 72 units
INK = "#1f4e79"
STYLE = """
body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #111;
  background: #fff }
div { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #bbb; text-align: right }
.shares td { white-space: nowrap }
th:first-child, caption, .words :last-child { text-align: left }
svg { max-width: 100%; height: auto }
"""


class Chart:
    """A chart that is drawn into `axes`; `svg` returns it, with words for those who do not see it."""

    def __init__(self, name: str, title: str, about: str) -> None:
        from matplotlib.figure import Figure

        self._name = name
        self._title = title
        self._about = about
        self._figure = Figure(figsize=SIZE, layout="constrained")
        self.axes: Axes = self._figure.add_subplot()
        self.axes.spines[["top", "right"]].set_visible(False)

    def svg(self) -> str:
        """Return the element of the page. All its ids begin with the name of the chart."""
        import matplotlib

        out = io.StringIO()
        with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": self._name}):
            self._figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        drawn = out.getvalue()
        drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn[drawn.index("<svg") :], flags=re.DOTALL)
        drawn = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{self._name}-", drawn)
        ids = f"{self._name}-title", f"{self._name}-about"
        drawn = drawn.replace("<svg", f'<svg role="img" aria-labelledby="{ids[0]} {ids[1]}"', 1)
        words = f'<title id="{ids[0]}">{escape(self._title)}</title>'
        words += f'<desc id="{ids[1]}">{escape(self._about)}</desc>'
        return drawn.replace(">", ">" + words, 1)


def form(samples: Sequence[Sample], closing: str = "") -> str:
    """Return the page, in the current language. `closing`: the outcome of a goal, a line or several. Needs
    matplotlib.
    """
    first = samples[0]
    title = SAID("page-title", game=first.game, seats=first.chosen.seats)
    parts = [f"<h1>{escape(title)}</h1>"]
    about = SAID("page-about", games=len(first.results), seed=first.seed)
    parts += [_paragraph(about), _paragraph(SAID("page-intervals"))]
    parts += [_paragraph(line) for line in closing.split("\n") if line]
    if first.varied:
        by_figure = [list(row) for row in zip(*sweeps.tabulate(samples))]  # there are more figures
        parts.append(_heading(2, SAID("page-variants")))
        parts.append(_table(by_figure, SAID("page-variants")))
        parts += [_table(rows, SAID("page-rules")) for rows in sweeps.tabulate_rules(samples)]
        parts.append(_paragraph(SAID("page-differences")))
    for number, sample in enumerate(samples, 1):
        level = 2
        if first.varied:
            parts.append(_heading(2, sweeps.name_variant(sample.varied)))
            level = 3
        parts += _sections(sample, f"v{number}", level)
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head += f"<title>{escape(title)}</title><style>{STYLE}</style>"
    body = "\n".join(parts)
    language = messages.language()
    start = f'<!doctype html>\n<html lang="{language}"><head>{head}</head>\n<body><main>'
    return f"{start}\n{body}\n</main></body></html>\n"


def _sections(sample: Sample, name: str, level: int) -> list[str]:
    """Return the sections about the matches of one choice of options, balance by seat first."""
    return [
        *_balance(sample, f"{name}-balance", level),
        *_scores(sample, f"{name}-scores", level),
        *_length(sample, f"{name}-length", level),
        *_counted(sample, level),
        *_things(sample, level),
        *_options(sample, level),
    ]


def _balance(sample: Sample, name: str, level: int) -> list[str]:
    wins = [series for series in sample.all_series() if series.kind == "wins"]
    seats = len(wins)
    spans = [interval(series, DOUBT / seats) for series in wins]
    won = sum(sum(one.wins) for one in sample.results) / len(sample.results)
    fair = won / seats
    unfair = [label(seat) for seat, (low, high) in enumerate(spans) if not low <= fair <= high]
    code = "balance-off" if unfair else "balance-kept"
    verdict = SAID(code, seats=", ".join(unfair), fair=f"{fair:.3g}", count=len(unfair))
    title = SAID("page-balance")
    chart = Chart(name, title, verdict)
    for seat, (series, (low, high)) in enumerate(zip(wins, spans)):
        value = series.figure.value
        chart.axes.plot([seat, seat], [low, high], color=INK, linewidth=2)
        chart.axes.plot([seat], [value], "o", color=INK)
    chart.axes.axhline(fair, color="#777", linestyle="--", linewidth=1)
    chart.axes.set_xticks(range(seats), _seat_names(sample))
    chart.axes.set_ylabel(SAID("page-win-share"))
    chart.axes.set_ylim(bottom=0)
    rows = [SAID("balance-heads").split(";")]
    for seat, (series, span) in enumerate(zip(wins, spans)):
        row = [*_seat(sample, seat), with_error(*series.figure), _span(span)]
        rows.append([*row, f"{series.figure.value - fair:+.3f}"])
    if len(set(sample.kinds)) > 1:
        verdict += " " + SAID("balance-mixed")
    for kind in (series for series in sample.all_series() if series.kind == "victories"):
        verdict += " " + SAID("victories", kind=name_kind(kind.about)) + ": " + with_error(*kind.figure) + "."
    return [
        _heading(level, title),
        _paragraph(verdict),
        chart.svg(),
        _table(rows, title),
        _paragraph(SAID("balance-how", games=len(sample.results))),
    ]


def _scores(sample: Sample, name: str, level: int) -> list[str]:
    title = SAID("page-scores")
    chart = Chart(name, title, SAID("scores-about"))
    rows = [SAID("scores-heads").split(";")]
    boxes = []
    for seat in range(sample.chosen.seats):
        scores = sorted(one.scores[seat] for one in sample.results)
        low, under, middle, over, high = (scores[round(q * (len(scores) - 1))] for q in QUANTILES)
        boxes.append({"whislo": low, "q1": under, "med": middle, "q3": over, "whishi": high})
        shown = [f"{value:g}" for value in (low, under, middle, over, high)]
        rows.append([*_seat(sample, seat), with_error(*mean(scores)), *shown])
    chart.axes.bxp(boxes, positions=range(len(boxes)), showfliers=False)
    chart.axes.set_xticks(range(len(boxes)), _seat_names(sample))
    chart.axes.set_ylabel(SAID("page-score"))
    how = _paragraph(SAID("scores-how", games=len(sample.results)))
    return [_heading(level, title), chart.svg(), _table(rows, title), how]


def _length(sample: Sample, name: str, level: int) -> list[str]:
    title = SAID("page-length")
    lengths = [len(one.course) for one in sample.results]
    if not any(lengths):
        return [_heading(level, title), _paragraph(SAID("length-unknown"))]
    average = with_error(*mean(lengths))
    about = SAID("length-about", mean=average, least=min(lengths), most=max(lengths))
    chart = Chart(name, title, about)
    counts = Counter(lengths)
    chart.axes.bar(list(counts), list(counts.values()), color=INK)
    chart.axes.set_xlabel(SAID("page-times"))
    chart.axes.set_ylabel(SAID("page-matches"))
    rows = [SAID("length-heads").split(";")]
    rows += [[f"{at}", f"{counts[at]}", f"{counts[at] / len(lengths):.3f}"] for at in sorted(counts)]
    how = _paragraph(SAID("length-how"))
    return [_heading(level, title), _paragraph(about), chart.svg(), _table(rows, title), how]


def _counted(sample: Sample, level: int) -> list[str]:
    kinds = ("counted", "course")
    found = [one for one in sample.all_series() if one.kind in kinds and ": " not in one.key]
    if not found:
        return []
    title = SAID("page-figures")
    rows = [SAID("figures-heads").split(";")]
    for series in found:
        span = _span(interval(series, DOUBT))
        rows.append([series.title(sample.game), with_error(*series.figure), span, _how(series)])
    return [_heading(level, title), _table(rows, title, "words"), _paragraph(SAID("figures-how"))]


def _things(sample: Sample, level: int) -> list[str]:
    """Return a section for each sort of things with figures, rules or laws."""
    parts: list[str] = []
    for group in things.group({series.key: series for series in sample.all_series()}):
        are_rules = things.are_rules(group)
        title = SAID("page-rules" if are_rules else "page-things")
        rows = things.tabulate(
            sample.game,
            group,
            lambda one: [with_error(*one.figure), _span(interval(one, DOUBT))],
            (SAID("page-interval"),),
        )
        parts += [_heading(level, title), _table(rows, title, "shares")]
        if are_rules:
            parts.append(_paragraph(SAID("rules-meaning")))
    return parts


def _how(series: Series) -> str:
    """Return how a figure was computed, in a sentence."""
    above, below = (sum(pair[part] for pair in series.pairs) for part in (0, 1))
    games = len(series.pairs)
    if series.kind == "course":
        code = "how-decision" if COURSE[series.about] is decision else "how-swings"
        return SAID(code, above=f"{above:g}", below=f"{below:g}")
    if not below:
        return SAID("how-mean", above=f"{above:g}", games=games)
    return SAID("how-ratio", above=f"{above:g}", below=f"{below:g}", games=games)


def _options(sample: Sample, level: int) -> list[str]:
    title = SAID("page-options")
    rows = [SAID("options-heads").split(";")]
    known = meanings_of(sample.chosen.game, messages.language())
    rows += [[name, f"{value}", known.get(name, "")] for name, value in sample.chosen.options.items()]
    return [_heading(level, title), _table(rows, title, "words")]


def _seat(sample: Sample, seat: int) -> list[str]:
    return [label(seat), sample.chosen.players[seat], name_kind(sample.kinds[seat])]


def _seat_names(sample: Sample) -> list[str]:
    return [f"{label(seat)} {player}" for seat, player in enumerate(sample.chosen.players)]


def _span(bounds: tuple[float, float]) -> str:
    low, high = bounds
    return SAID("page-span", low=f"{low:.3g}", high=f"{high:.3g}") if abs(low) < float("inf") else "-"


def _heading(level: int, words: str) -> str:
    return f"<h{level}>{escape(words)}</h{level}>"


def _paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def _table(rows: Sequence[Sequence[str]], caption: str, kind: str = "numbers") -> str:
    """Return a table whose first row and first column are headings. `kind`: "words" if the last column has
    sentences, "shares" if no figure takes two lines. One that is too wide can be scrolled, also by keys.
    """
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = ""
    for row in rows[1:]:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        body += f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>\n'
    region = f'<div role="group" tabindex="0" aria-label="{escape(caption)}">'
    table = f'<table class="{kind}"><caption>{escape(caption)}</caption>\n<tr>{heads}</tr>\n{body}</table>'
    return f"{region}{table}</div>"
