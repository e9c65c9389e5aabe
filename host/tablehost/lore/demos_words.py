"""DemoS in words: rounds, discards, votes, figures, the scandal and the final."""

from collections.abc import Sequence
from typing import Any

from cardtable.rulebook.demos_cards import LETTERS
from tablehost.openlog import Line
from tablehost.text import table
from tablehost.words import SUIT_SIGNS
from tablehost.words import Words as UsualWords

KINDS = {
    "square": "a Square",
    "one-suit": "3 in a row, one suit",
    "two-suits": "3 in a row, two suits",
    "three-suits": "3 in a row, three suits",
}
# What the winners won by: the step of a final.
STEPS = {
    "three-suits": "a trio of three suits",
    "two-suits": "a trio of two suits",
    "one-suit": "a trio of one suit",
    "points": "the points, for nobody has a trio",
    "spokesperson": "Spokesperson: the highest total of all",
    "media-controller": "Media Controller: both Media and a J",
    "dissident": "Dissident: a trio of two suits of their own",
    "left": "the points, for a player has left",
    "ended": "the points, for all stopped",
}
NO_WINNER = "nobody has a trio, nor what else wins"
# How sides were told apart, in the order in which it was done: the criteria of a final and of a tie.
CRITERIA = {
    "harmony": "suits of the best trio",
    "declared": "the trio announced",
    "points": "points",
    "spokesperson": "highest total",
    "media-controller": "both Media and a J",
    "dissident": "suits of the own trio",
    "suit": "most cards of one suit",
    "rest": "cards not played",
}
MEDIA = {
    "passed": "passes with",
    "discarded": "has nothing to point at with",
    "cancelled": "has both Media and loses",
    "kept": "keeps, lying open,",
}


class Words(UsualWords):
    point = ("point", "points")
    part = "round"
    closing = "standing"
    always = (*UsualWords.always, "sides", "media", "turned_up", "final")
    middle = ()
    letters = LETTERS

    def __init__(self, players: Sequence[str] = ()) -> None:
        super().__init__(players)
        self._vetoes: list[int] = []
        self._sides: list[list[int]] = [[seat] for seat in range(len(players))]
        self._figures = [0] * len(players)
        self._kinds |= {
            "sides": self._line_up,
            "round": self._round,
            "discard": self._discard,
            "vote": self._vote,
            "turned_up": self._turned_up,
            "reveal": self._reveal,
            "tie": self._tie,
            "figure": self._figure,
            "standing": self._standing,
            "media": self._media,
            "final": self._final,
        }

    def hear(self, line: Line) -> None:
        super().hear(line)
        if line["kind"] == "sides":
            self._sides = line["sides"]
        elif line["kind"] == "round":
            self._vetoes = line["vetoes"]
        elif line["kind"] == "vote":
            self._vetoes = [left - (side in line["payers"]) for side, left in enumerate(self._vetoes)]
        elif line["kind"] == "figure":
            self._figures[line["seat"]] += 1

    def standing(self, seat: int) -> Sequence[str]:
        figures = self._figures[seat]
        return [self.count(self._totals[seat]), f"{figures} figure{'s' if figures != 1 else ''}"]

    def caption(self) -> str:
        return f"round {self.number}; {super().caption()}" if self.number else super().caption()

    def tells_always(self, line: Line) -> bool:
        return super().tells_always(line) and line.get("what") != "discard"

    def in_short(self, closing: Line) -> str:
        won = " and ".join(self._name(seat) for seat in closing["winners"]) or "nobody"
        return f"Round {closing['n']}: {won} won; points {self._each(closing['totals'])}."

    def side(self, side: int) -> str:
        """A side by the names of its members."""
        return self._members(self._sides[side])

    def _members(self, seats: Sequence[int]) -> str:
        return " & ".join(self._name(seat) for seat in seats)

    def _line_up(self, line: Line) -> str:
        said = []
        if any(len(side) > 1 for side in line["sides"]):
            said.append(f"Sides: {' against '.join(self._members(side) for side in line['sides'])}.")
        for seat, suit in enumerate(line["favourites"]):
            if suit is not None:
                said.append(f"{self._name(seat)}'s favourite suit is {SUIT_SIGNS[suit]}.")
        for seat, suits in enumerate(line["announced"]):
            if suits is not None:
                trio = " ".join(power + SUIT_SIGNS[suit] for power, suit in zip("ELJ", suits, strict=True))
                said.append(f"{self._name(seat)} announces the trio {trio}.")
        return "\n".join(said) or "Everybody plays alone."

    def _deal(self, line: Line) -> str:
        return "  " + "; ".join(
            f"{self._name(seat)} {' '.join(hand)}" for seat, hand in enumerate(line["hands"])
        )

    def _round(self, line: Line) -> str:
        left = [f"{self.side(side)} {n}" for side, n in enumerate(line["vetoes"]) if n]
        vetoes = f" Vetoes left: {', '.join(left)}." if left else ""
        return f"\nRound {line['n']}, {self._name(line['dealer'])} deals.{vetoes}"

    def _discard(self, line: Line) -> str:
        name = self._name(line["seat"])
        if line["declined"]:
            return f"  Turn {line['turn']}: {name} leaves it."
        card = "a card face down" if line["card"] is None else line["card"]
        if line["took"] is None:
            took = "draws"
        elif line["from"] == line["seat"]:
            took = f"takes {line['took']} back"
        else:
            took = f"takes {line['took']} of {self._name(line['from'])}"
        return f"  Turn {line['turn']}: {name} lays {card} and {took}."

    def _vote(self, line: Line) -> str:
        if line["held"]:
            return "  Nobody spends a veto: the third turn is held."
        payers = line["payers"]
        alone = len(payers) == 1 and len(self._sides[payers[0]]) == 1
        who = " and ".join(self.side(side) for side in payers)
        return f"  {who} {'spends' if alone else 'spend'} a veto: no third turn."

    def _turned_up(self, line: Line) -> str:
        name = self._name(line["seat"])
        if line["what"] == "discard":
            return f"  {name} turns up {line['card']} from the discards."
        number = "" if line["n"] is None else f", figure {line['n']} of {name}"
        hit = f", hit by the Square of {self._name(line['by'])}" if line["what"] == "figure" else ""
        return f"  {name} turns up {line['card']}{number}{hit}."

    def _reveal(self, line: Line) -> str:
        if line["forfeited"]:
            return f"  {self._name(line['seat'])} forfeits."
        shows = f"  {self._name(line['seat'])} shows {' '.join(line['cards'])}"
        return f"{shows}: {KINDS[line['what']]}, {self.count(line['points'])}."

    def _tie(self, line: Line) -> str:
        pairs = zip(line["seats"], line["values"], strict=True)
        values = ", ".join(f"{self._name(seat)} {value}" for seat, value in pairs)
        left = " and ".join(self._name(seat) for seat in line["left"])
        return f"  Tie, {CRITERIA[line['criterion']]}: {values}. Left: {left}."

    def _figure(self, line: Line) -> str:
        name = self._name(line["drawer"])
        if line["seat"] == line["drawer"]:
            return f"  {name} draws a figure."
        return f"  {name} draws a figure for {self._name(line['seat'])}."

    def _standing(self, line: Line) -> str:
        pairs = zip(line["points"], line["recorded"], strict=True)
        lost = [seat for seat, (shown, recorded) in enumerate(pairs) if shown and recorded is None]
        unrecorded = f" Shown but not recorded: {self._members(lost)}." if lost else ""
        said = f"  Points {self._each(line['totals'])}.{unrecorded}"
        return f"{said} Figures left in the pile: {line['pile']}."

    def _void(self, line: Line) -> str:
        if line["why"] == "nobody":
            return "  Nobody has a combination: the round is void."
        return super()._void(line)

    def _media(self, line: Line) -> str:
        name = self._name(line["holder"])
        if line["what"] != "used":
            return f"  {name} {MEDIA[line['what']]} {line['media']}."
        points = f"  {name} points {line['media']} at {self._name(line['target'])}"
        return f"{points}: {line['card']} counts as {SUIT_SIGNS[line['suit']]}."

    def _final(self, line: Line) -> str:
        held = [
            f"  {self._name(seat)} has {plain_or(figures)}" for seat, figures in enumerate(line["figures"])
        ]
        compared = []
        for criterion, values, left in line["why"]:
            pairs = [f"{self.side(side)} {value}" for side, value in enumerate(values) if value is not None]
            over = " and ".join(self.side(side) for side in left) or "nobody"
            compared.append(f"  {CRITERIA[criterion]}: {', '.join(pairs)} -> {over}")
        return "\n".join(["\nThe final.", *held, *compared])

    def _result(self, line: Line) -> str:
        if not line["winners"]:
            why = NO_WINNER if line["why"] == "nobody" else "nothing was scored yet"
            return f"\nNobody won: {why}. Points: {self._each(line['totals'])}."
        winners = " and ".join(self._name(seat) for seat in line["winners"])
        return f"\n{winners} won by {STEPS[line['why']]}. Points: {self._each(line['totals'])}."

    def _reasons(self, lines: Sequence[Line]) -> list[str]:
        finals = [line for line in lines if line["kind"] == "final"]
        if not finals:
            return ["The final was not reached."]
        final = finals[-1]
        sides = next((line["sides"] for line in lines if line["kind"] == "sides"), self._sides)
        together = len(final["trios"]) == len(sides)
        holders = sides if together else [[seat] for seat in range(len(self._players))]
        rows = [["who", "trio", "suits", "changed"]]
        for i, trio in enumerate(final["trios"]):
            who = self._members(holders[i])
            if trio is None:
                rows.append([who, "-", "", ""])
                continue
            suits = final["suits"][i]
            changed = [
                f"{card} as {SUIT_SIGNS[suit]}"
                for card, suit, forced in zip(trio, suits, final["forced"][i], strict=True)
                if forced
            ]
            rows.append([who, " ".join(trio), str(len(set(suits))), ", ".join(changed)])
        return [table(rows, left=(0, 1, 3))]


def plain_or(figures: Sequence[Any]) -> str:
    """The figures of a player, or that there are none."""
    return " ".join(figures) or "no figures"
