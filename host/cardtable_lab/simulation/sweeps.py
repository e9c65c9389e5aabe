"""Sweeps: all combinations of values of some options, played with the same deals, and their differences."""

import itertools
from collections.abc import Callable, Sequence

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError, read_option
from cardtable_lab.simulation import things
from cardtable_lab.simulation.figures import Figure, Sample, Series, name_figure
from tablehost import messages
from tablehost.console import text
from tablehost.errors import Trouble, did_you_mean
from tablehost.plugins import presentation
from tablehost.plugins.choice import Choice
from tablehost.plugins.rule_rows import COMES_UP, DECIDES
from tablehost.types import Option, OptionRow, Options

SAID = messages.Catalogue("cardtable_lab/simulate")

MOST = 200  # variants of one command
WIDTH = 110  # letters of a line of the table


def read_sweeps(game: GameRules, words: Sequence[str], fixed: Sequence[str]) -> dict[str, list[Option]]:
    """Return the values of each option of `--sweep OPTION[=V1,V2,...] ...`. Raises Trouble.

    `fixed`: the options that have a value from elsewhere, which cannot vary.
    """
    rows = {row[0]: row for row in game.OPTIONS}
    found: dict[str, list[Option]] = {}
    for word in words:
        name, equals, given = word.partition("=")
        if name not in rows:
            about = SAID("sweep-unknown", word=word, game=game.NAME, name=name)
            raise Trouble("BAD_SWEEP", about, did_you_mean(name, list(rows)))
        if name in found or name in fixed:
            raise Trouble("BAD_SWEEP", SAID("sweep-twice", word=word, name=name), SAID("sweep-twice-hint"))
        choices = OptionRow(*rows[name]).choices
        if not equals and OptionRow(*rows[name]).span:
            values = " ".join(presentation.name_choices(choices))
            raise Trouble(
                "BAD_SWEEP", SAID("sweep-range", word=word, values=values), SAID("sweep-hint", name=name)
            )
        texts = [value.strip() for value in given.split(",")] if equals else [str(one) for one in choices]
        try:
            values_read: list[Option] = [read_option(rows[name], value) for value in texts]
        except OptionError as error:
            about = presentation.describe_refusal(game.NAME, error)
            hint = did_you_mean(str(error.given), presentation.name_choices(error.choices))
            raise Trouble("BAD_SWEEP", f"--sweep {word}: {about}", hint) from error
        if len(set(values_read)) < len(values_read):
            raise Trouble("BAD_SWEEP", SAID("sweep-value-twice", word=word), SAID("sweep-hint", name=name))
        found[name] = values_read
    return found


def choose_variants(
    sweeps: dict[str, list[Option]], choose: Callable[[list[str]], Choice]
) -> list[tuple[Options, Choice]]:
    """Return every combination with its choice of a match. `choose`: forms one with these options in
    addition, as NAME=VALUE. Raises Trouble, which names the combination.
    """
    combinations = list(itertools.islice(itertools.product(*sweeps.values()), MOST + 1))
    if len(combinations) > MOST:
        raise Trouble("BAD_SWEEP", SAID("sweep-many", most=MOST), SAID("sweep-many-hint"))
    found: list[tuple[Options, Choice]] = []
    for values in combinations:
        varied = dict(zip(sweeps, values))
        try:
            found.append((varied, choose([f"{name}={value}" for name, value in varied.items()])))
        except Trouble as trouble:
            if not varied:
                raise
            about = SAID("sweep-refused", variant=name_variant(varied), reason=trouble.message)
            hint = "\n".join(filter(None, [trouble.hint, SAID("sweep-refused-hint")]))
            raise Trouble("BAD_SWEEP", about, hint, trouble.exit) from trouble
    return found


def name_variant(varied: Options) -> str:
    """Return the options of a variant as they are given."""
    return " ".join(f"{name}={value}" for name, value in varied.items())


def compare(found: Sequence[Sequence[Series]]) -> list[dict[str, Figure]]:
    """Return, a variant each, the differences of its figures to those of the first variant, by key; where
    both have the figure. `found`: the series of each variant.
    """
    first = {series.key: series for series in found[0]}
    return [
        {series.key: series.difference(first[series.key]) for series in row if series.key in first}
        for row in found
    ]


def show_difference(figure: Figure) -> str:
    """Return a difference with its sign, and its error if it is known."""
    return ("" if figure.value < 0 else "+") + text.with_error(figure.value, figure.error)


def tabulate(samples: Sequence[Sample]) -> list[list[str]]:
    """Return the table of the main figures, a row a variant; the first row has the titles.

    A cell is the figure with its error and, in brackets, its difference to that of the first row.
    """
    game = samples[0].game
    found = [sample.all_series() for sample in samples]
    titles: dict[str, str] = {}
    for series in found:
        titles |= {one.key: one.title(game) for one in series if ": " not in one.key}
    rows = [[SAID("variant"), *titles.values()]]
    for sample, cells in zip(samples, _cells(found)):
        rows.append([name_variant(sample.varied), *(cells.get(key, "") for key in titles)])
    return rows


def tabulate_rules(samples: Sequence[Sample]) -> list[list[list[str]]]:
    """Return tables of the figures on rules, cells as in `tabulate`: a row a rule, a column a variant."""
    game = samples[0].game
    found = [sample.all_series() for sample in samples]
    cells = _cells(found)
    variants = [name_variant(sample.varied) for sample in samples]
    tables: list[list[list[str]]] = []
    for rules in filter(things.are_rules, things.group({one.key: one for row in found for one in row})):
        for about in (COMES_UP, DECIDES):
            rows = [
                [name_figure(game, rule), *(row.get(f"{rule}: {about}", "") for row in cells)]
                for rule in rules
                if about in rules[rule]
            ]
            if rows:
                tables.append([[f"{SAID('rule')}: {name_figure(game, about)}", *variants], *rows])
    return tables


def _cells(found: Sequence[Sequence[Series]]) -> list[dict[str, str]]:
    """Return, a variant each, its figures by key, and in brackets their differences to the first variant."""
    rows: list[dict[str, str]] = []
    for number, (series, differences) in enumerate(zip(found, compare(found))):
        cells = {one.key: text.with_error(*one.figure) for one in series}
        if number:
            for key, difference in differences.items():
                cells[key] += f" ({show_difference(difference)})"
        rows.append(cells)
    return rows


def as_text(samples: Sequence[Sample]) -> str:
    """Return the tables for people."""
    tables = [tabulate(samples), *tabulate_rules(samples)]
    return "\n\n".join(part for rows in tables for part in _in_width(rows))


def _in_width(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table; what is wider than WIDTH continues below, with the first column again."""
    widths = [max(map(len, column)) + 2 for column in zip(*rows)]
    parts: list[list[int]] = [[]]
    for column in range(1, len(widths)):
        if parts[-1] and widths[0] + sum(widths[one] for one in parts[-1]) + widths[column] > WIDTH:
            parts.append([])
        parts[-1].append(column)
    return [text.table([[row[0], *(row[one] for one in part)] for row in rows]) for part in parts]
