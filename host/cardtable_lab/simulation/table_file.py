"""Files for other programs: the figures as CSV; all matches as Parquet, one row a match, with a dictionary of
its columns.
"""

import io
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from cardtable_lab.simulation import sweeps
from cardtable_lab.simulation.figures import COURSE, Figure, Sample, Series, name_figure
from tablehost import messages
from tablehost.spreadsheet import dump_csv
from tablehost.types import Option, OptionRow

SAID = messages.Catalogue("cardtable_lab/simulate")

DICTIONARY = "data_dictionary"  # in the file's metadata: a JSON object, the meaning by column


def as_csv(samples: Sequence[Sample]) -> str:
    """Return the figures as CSV, a row each: name, seat, player, value, error, bound.

    With several variants also the options of each, and the difference to the first one with its error.
    """
    varied = list(samples[0].varied)
    heads: list[object] = ["game", "matches", "seed", *varied, "figure", "seat", "player", *Figure._fields]
    rows = [[*heads, *(["difference", "difference_error"] if varied else [])]]
    found = [sample.all_series() for sample in samples]
    for sample, all_series, differences in zip(samples, found, sweeps.compare(found)):
        about = [sample.game, len(sample.results), sample.seed, *sample.varied.values()]
        for series in all_series:
            row: list[object] = [*about, *_name_in_csv(sample, series), *series.figure]
            if varied:
                row += differences.get(series.key, ("", ""))[:2]
            rows.append(row)
    return dump_csv(rows)


def _name_in_csv(sample: Sample, series: Series) -> tuple[str, object, str]:
    if series.kind in ("counted", "course"):
        return series.about, "", ""
    if series.seat is None:
        return "victories of kind", "", series.about
    return series.kind, series.seat + 1, sample.chosen.players[series.seat]


class Column(NamedTuple):
    """A column: its name, the meaning in words, the type as pyarrow names it, a value a row."""

    name: str
    meaning: str
    type: str
    values: list[Any]


def name_column(figure: str) -> str:
    """Return the name of a figure with nothing but letters, digits and underscores."""
    return re.sub(r"\W+", "_", figure.lower()).strip("_")


def columns(samples: Sequence[Sample]) -> list[Column]:
    """Return the columns. What a variant does not count is null there."""
    first = samples[0]
    rows = [(sample, number) for sample in samples for number in range(len(sample.results))]
    found = [Column("game", SAID("column game"), "string", [sample.game for sample, _ in rows])]
    for option in OptionRow.all_of(first.chosen.game.OPTIONS):
        values = [sample.chosen.options[option.name] for sample, _ in rows]
        kind = "int64" if all(isinstance(value, int) for value in values) else "string"
        texts: list[Option] = values if kind == "int64" else [str(value) for value in values]
        meaning = SAID("column option", name=option.name)
        found.append(Column(f"option_{option.name}", meaning, kind, texts))
    found.append(Column("seed", SAID("column seed"), "string", [sample.seed for sample, _ in rows]))
    found.append(Column("number", SAID("column number"), "int64", [number for _, number in rows]))
    for seat in range(first.chosen.seats):
        at, said = f"seat_{seat + 1}", {"seat": seat + 1}
        scores = [sample.results[number].scores[seat] for sample, number in rows]
        wins = [sample.results[number].wins[seat] for sample, number in rows]
        kinds = [sample.kinds[seat] for sample, _ in rows]
        found.append(Column(f"{at}_kind", SAID("column kind", **said), "string", kinds))
        found.append(Column(f"{at}_score", SAID("column score", **said), "float64", scores))
        found.append(Column(f"{at}_win_share", SAID("column wins", **said), "float64", wins))
    results = [sample.results[number] for sample, number in rows]
    announced = [len(one.course) for one in results]
    found.append(Column("announcements", SAID("column announcements"), "int64", announced))
    for name, measure in COURSE.items():
        pairs = map(measure, results)
        values_or_none = [value if is_there else None for value, is_there in pairs]
        meaning = SAID("column course", name=name_figure(first.game, name))
        found.append(Column(name_column(name), meaning, "float64", values_or_none))
    names = {id(sample): {name: i for i, name in enumerate(sample.names)} for sample in samples}
    for name in dict.fromkeys(name for sample in samples for name in sample.names):
        for part, code in enumerate(("sum", "count")):
            parts = [
                sample.results[number].pairs[names[id(sample)][name]][part]
                if name in names[id(sample)]
                else None
                for sample, number in rows
            ]
            thing, _, about = name.rpartition(": ")
            usual = SAID(f"column {code}", name=name_figure(first.game, name))
            meaning = SAID.get(f"column {code} {about}", usual, name=name_figure(first.game, thing))
            found.append(Column(f"{name_column(name)}_{code}", meaning, "float64", parts))
    return found


def form(samples: Sequence[Sample]) -> bytes:
    """Return the file. Needs pyarrow."""
    import pyarrow as pa
    from pyarrow import parquet

    found = columns(samples)
    schema = pa.schema(
        [pa.field(one.name, one.type, metadata={"description": one.meaning}) for one in found],
        metadata={DICTIONARY: json.dumps({one.name: one.meaning for one in found}, ensure_ascii=False)},
    )
    table = pa.table([pa.array(one.values, one.type) for one in found], schema=schema)
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()
