"""One round as rows of cards: the three discards, what was turned up between them, the reveals."""

from collections.abc import Sequence

from tablehost import messages
from tablehost.games.demos.felt import list_laid
from tablehost.plugins.narration import Words
from tablehost.printing.rounds import Cell, RoundRow
from tablehost.types import Line


def drawn_round(said: Words, lines: Sequence[Line], which: Sequence[int]) -> list[RoundRow]:
    """Return the rows of a round; `which`: its number."""
    players = lines[0]["players"]
    rows: list[RoundRow] = []
    cells: list[Cell] = []
    sentences: list[str] = []
    numbers: list[int] = []
    group: object = None
    hands: tuple[int, Line] | None = None

    def close() -> None:
        if sentences:
            rows.append(RoundRow(tuple(cells), " ".join(sentences), lines=tuple(numbers)))
        cells.clear()
        numbers.clear()
        sentences.clear()

    standing = next(line for line in lines if line["kind"] == "standing" and [line["n"]] == list(which))
    for number, line in enumerate(lines):
        said.hear(line)
        kind = line["kind"]
        if kind == "deal" and [line["day"]] == list(which):
            hands = number, line
        if [said.number] != list(which) or kind not in ("discard", "vote", "turned_up", "reveal", "figure"):
            continue
        if hands is not None:
            rows.append(RoundRow((), said.sentence(hands[1]).strip(), lines=[hands[0]]))
            hands = None
        mine = (kind, line.get("turn"), line["seat"] if kind == "reveal" else None)
        if mine != group and not (kind == "turned_up" and group == ("vote", None, None)):
            close()
        group = mine
        sentence = said.sentence(line).strip()
        if kind == "discard" and sentences:  # "Turn 2:" once
            sentence = sentence.split(messages.colon(), 1)[1]
        sentences.append(sentence)
        numbers.append(number)
        wins = kind == "reveal" and line["seat"] in standing["winners"]
        cells += [
            Cell(card, players[line["seat"]] if not at else "", wins)
            for at, card in enumerate(list_laid(line))
        ]
    close()
    return rows
