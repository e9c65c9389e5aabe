"""Turns as rows of cards: the law that was proposed, then the votes."""

from collections.abc import Sequence

from tablehost.games.democrazy.felt import name_votes
from tablehost.plugins.narration import Words
from tablehost.printing.rounds import Cell, RoundRow
from tablehost.types import Line


def drawn_round(said: Words, lines: Sequence[Line], which: Sequence[int]) -> list[RoundRow]:
    """Return one row a turn; `which`: their numbers."""
    players = lines[0]["players"]
    rows: list[RoundRow] = []
    cells: list[Cell] = []
    sentences: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines):
        if line["kind"] in ("laws", "end_card") and cells:
            rows.append(RoundRow(tuple(cells), " ".join(sentences), lines=[*numbers, number]))
            cells, sentences, numbers = [], [], []
        said.hear(line)
        if said.number not in which:
            continue
        if line["kind"] in ("proposal", "vote", "effect"):
            sentences.append(" ".join(said.sentence(line).split()))
            numbers.append(number)
        if line["kind"] == "proposal":
            cells = [Cell(line["law"], players[line["seat"]])]
        elif line["kind"] == "vote":
            acting = [seat for seat, _, what in line["wilds"] if what == "acts"]
            for seat, (vote, card) in enumerate(zip(line["votes"], name_votes(line), strict=True)):
                decides = seat in acting or (not acting and vote == ("YES" if line["adopted"] else "NO"))
                cells.append(Cell(card or "", players[seat], decides))
    return rows
