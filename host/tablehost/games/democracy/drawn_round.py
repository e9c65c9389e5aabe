"""One day of an island as rows of cards: a trick a row, then the scoring."""

from collections.abc import Sequence

from tablehost import messages
from tablehost.plugins.narration import Words
from tablehost.printing.rounds import Cell, RoundRow
from tablehost.types import Line

SAID = messages.Catalogue("democracy/story")


def drawn_round(said: Words, lines: Sequence[Line], which: Sequence[int]) -> list[RoundRow]:
    """Return the tricks of a day; `which`: the number of the island, and that of the day."""
    island, day = which
    players = lines[0]["players"]
    rows = []
    for number, line in enumerate(lines):
        said.hear(line)
        if said.number != island:
            continue
        if line["kind"] == "trick" and line["day"] == day:
            cells = [Cell(line["pool"], SAID("pool"))]
            for seat, card in enumerate(line["plays"]):
                cells.append(Cell(card, players[seat], seat == line["winner"]))
            words = said.sentence(line).split(None, 1)[1]
            rows.append(RoundRow(cells, words, words.split("-> ")[1], [number]))
        elif line["kind"] == "score":
            rows.append(RoundRow((), said.in_short(line), lines=[number]))
    return rows
