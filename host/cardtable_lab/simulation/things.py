"""Figures on many things of one sort, such as `B01 ...: adopted`, as tables: a row a thing."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from cardtable_lab.simulation.figures import name_figure
from tablehost import messages
from tablehost.plugins.rule_rows import COMES_UP

SAID = messages.Catalogue("cardtable_lab/simulate")

Kind = TypeVar("Kind")
Things: TypeAlias = dict[str, dict[str, Kind]]  # by thing, by the words after its name


def group(named: Mapping[str, Kind]) -> list[Things[Kind]]:
    """Return the figures on things out of all figures by name; things of one sort together.

    Things are of one sort if their first figures say the same.
    """
    rows: Things[Kind] = {}
    for name, value in named.items():
        thing, is_of, about = name.partition(": ")
        if is_of:
            rows.setdefault(thing, {})[about] = value
    sorts: dict[str, Things[Kind]] = {}
    for thing, row in rows.items():
        sorts.setdefault(next(iter(row)), {})[thing] = row
    return list(sorts.values())


def are_rules(things: Things[Kind]) -> bool:
    """Return True for figures on the rules of a game."""
    return any(COMES_UP in row for row in things.values())


def tabulate(
    game: str, things: Things[Kind], show: Callable[[Kind], list[str]], more: tuple[str, ...] = ()
) -> list[list[str]]:
    """Return a table, whose first row has the titles. `show`: the cells of a figure; `more`: the titles of
    those after the first.
    """
    columns = list(dict.fromkeys(about for row in things.values() for about in row))
    heads = [SAID("rule") if are_rules(things) else ""]
    for about in columns:
        heads += [name_figure(game, about), *more]
    rows = [heads]
    for thing, row in things.items():
        cells = [name_figure(game, thing)]
        for about in columns:
            cells += show(row[about]) if about in row else [""] * (1 + len(more))
        rows.append(cells)
    return rows
