"""Democrazy in words: turns, laws, votes, every movement of chips, every point with its law."""

from collections.abc import Sequence
from typing import Any

from tablehost import live
from tablehost.lore import democrazy_laws
from tablehost.lore.democrazy_laws import COLOURS, does, key_of, number_of
from tablehost.openlog import Line
from tablehost.text import table
from tablehost.words import Words as UsualWords

WILDS = {"DY": "Definite YES", "DN": "Definite NO", "SC": "Scam"}
ACTS = {"acts": "acts", "void": "is void", "banned": "is forbidden"}
RULES = {
    "majority": "by majority",
    "threshold": "by the share that a law demands",
    "circle": "a tie: its circle decides",
    "definite": "a Definite decides",
    "scam majority": "a Scam turns the majority round",
    "scam threshold": "a Scam turns round what the demanded share decides",
    "scam circle": "a tie: a Scam turns round what the circle decides",
    "scam definite": "a Scam turns round what a Definite decides",
}
BASES = {"best_color": "the best colour alone", "product2": "the two best colours multiplied"}
ENDS = {
    "end-card": "the End Card has come",
    "bag": "the bag is empty",
    "players": "fewer than four players are left",
    "agreed": "all agreed to stop",
}
WINNING = {
    "most": "most points win",
    "second": "the second best win",
    "all equal": "all are equal, so all win",
}
BROKEN = {"chips": "more chips break the tie", "colours_held": "more colours break the tie"}
TABLE = {
    "absent": "{name} is absent{by}.",
    "back": "{name} is back{by}.",
    "leaves": "{name} will leave after this turn.",
    "left": "{name} has left the game.",
    "recount": "{name} has the chips counted anew.",
}
_BY_AGE = ("in force, oldest first: ", "oldest first: ")
TRAITS = {"beard": "a beard", "blue_eyes": "blue eyes", "glasses": "glasses"}


class Words(UsualWords):
    point = ("point", "points")
    part = "turn"
    closing = "vote"
    always = (
        *UsualWords.always, "setup", "end_card", "conduct", "judged", "restated", "table", "put_back",
    )  # fmt: skip
    middle = ()

    def __init__(self, players: Sequence[str] = ()) -> None:
        super().__init__(players)
        self._chips = ["" for _ in players]
        self._wilds = [0 for _ in players]
        self._gone: set[int] = set()
        self._seat: int | None = None
        self._laws: list[str] = []
        self._proposal: Line | None = None
        self._own_laws = False
        self._told: list[str] = []  # of the laws in force, when they were told last
        self._kinds |= {
            "setup": self._setup,
            "laws": self._in_force,
            "turn": self._turn,
            "end_card": self._end_card,
            "proposal": self._proposed,
            "taken_back": self._taken_back,
            "restated": self._restated,
            "vote": self._vote,
            "effect": self._effect,
            "conduct": self._conduct,
            "judged": self._judged,
            "table": self._table,
            "put_back": self._put_back,
            "colours": self._colours,
            "turned_up": self._turned_up,
            "score": self._score,
        }

    def _called(self, law: str) -> str:
        """A law by its card and title; what a law of one's own is called nobody here knows."""
        return law if self._own_laws else democrazy_laws.called(law)

    def _match(self, line: Line) -> str:
        self._own_laws = line["options"]["deck"] == "own"
        return super()._match(line)

    # -- how far the match has come -----------------------------------------------------------

    def hear(self, line: Line) -> None:
        super().hear(line)
        kind = line["kind"]
        if kind == "match":
            self._own_laws = line["options"]["deck"] == "own"
        elif kind == "setup":
            self._chips, self._wilds = list(line["chips"]), list(line["wilds"])
        elif kind == "turn":
            self._seat = line["seat"]
        elif kind == "laws":
            self._laws = [f"{place} {law}" for place, law in zip(line["places"], line["laws"], strict=True)]
        elif kind == "proposal":
            self._proposal = line
        elif kind == "vote":
            for seat, _, _ in line["wilds"]:
                self._wilds[seat] -= 1
        elif kind == "effect":
            self._move_wilds(line)
        if kind in ("effect", "table"):
            self._move(line["moves"])
        if kind == "put_back":
            for seat, chips in line["chips"]:
                self._chips[seat] = chips
        if kind == "table" and line["what"] == "left":
            self._gone.add(line["seat"])
            self._wilds[line["seat"]] = 0

    def _move(self, moves: Sequence[Any]) -> None:
        coming = []
        for giver, taker, chips in moves:
            if giver != "bag":
                for chip in chips:
                    self._chips[giver] = self._chips[giver].replace(chip, "", 1)
            if taker != "bag":
                coming.append((taker, chips))
        for taker, chips in coming:
            self._chips[taker] += chips

    def _move_wilds(self, line: Line) -> None:
        if line["note"] == ["lapses"]:
            return
        if line["operation"].startswith("wild_deal"):
            for seat in line["note"]:
                self._wilds[int(seat)] += 1
        elif line["operation"].startswith("wild_pass"):
            here = [seat for seat in range(len(self._wilds)) if seat not in self._gone]
            step = 1 if line["operation"].endswith("left") else -1
            before = list(self._wilds)
            for i, seat in enumerate(here):
                self._wilds[here[(i + step) % len(here)]] = before[seat]

    def standing(self, seat: int) -> Sequence[str]:
        """Chips by colour, "3R 2G 1Y", or how many; unplayed wilds."""
        if seat in self._gone:
            return ["has left"]
        if self._seat is None:
            return []
        held = self._chips[seat]
        each = [f"{held.count(letter)}{letter}" for letter in COLOURS if letter in held]
        told = "".join(each) if len(each) == 4 else " ".join(each)
        return [told or number_of(len(held), "chip"), number_of(self._wilds[seat], "wild")]

    def caption(self) -> str:
        """Whose turn it is, and which laws are in force on which place, the oldest first."""
        if self._seat is None:
            return ""
        head = f"turn {self.number}: {self._name(self._seat)[:12]}; "
        if not self._laws:
            return head + "no law in force"
        laws = ", ".join(self._laws)
        about = next((one for one in _BY_AGE if len(head + one + laws) <= live.WIDTH), "")
        return head + about + laws

    def in_short(self, closing: Line) -> str:
        law = self._proposal
        what = "a law" if law is None else self._called(law["law"])
        fate = "adopted" if closing["adopted"] else "rejected"
        who = self._name(self._seat)
        rule = closing["rule"]
        why = "" if rule == "majority" else f" ({RULES[rule].removeprefix('a tie: ')})"
        return f"Turn {self.number}: {who} proposes {what}: {fate}, {closing['yes']} to {closing['no']}{why}."

    # -- the course ---------------------------------------------------------------------------

    def _deal(self, line: Line) -> str:
        return "\n".join(
            f"  {self._name(seat)} holds {', '.join(map(self._called, hand))}."
            for seat, hand in enumerate(line["hands"])
        )

    def _setup(self, line: Line) -> str:
        chips = [f"{self._name(seat)} {_chips(held)}" for seat, held in enumerate(line["chips"])]
        lines = [f"Chips: {'; '.join(chips)}."]
        if "?" in line["chips"][0]:  # as many for everybody
            lines = [f"Everybody draws {_chips(line['chips'][0])}."]
        left = line["reserve"]
        lines.append(
            f"Everybody has a wild; {'none is' if not left else '1 is' if left == 1 else f'{left} are'} left."
        )
        traits = [
            f"{self._name(seat)} {', '.join(TRAITS.get(one, one) for one in held)}"
            for seat, held in enumerate(line["traits"])
            if held
        ]
        if traits:
            lines.append(f"Declared: {'; '.join(traits)}.")
        if line["private"]:
            lines.append("Everybody has a hidden law.")
        lines.append(f"{self._name(line['seat'])} begins.")
        return "\n".join(lines)

    def _in_force(self, line: Line) -> str:
        rows = zip(line["places"], line["laws"], line["texts"], line["proposers"], strict=True)
        told = [
            f"  place {place}: {self._called(law)} ({does(text)}), by {self._name(seat)}"
            for place, law, text, seat in rows
        ]
        for law, key, first in line["overruled"]:
            told.append(f"  {self._called(law)} is ignored: {first} is older and says {key_of(key)}")
        before, self._told = self._told, told
        if not told:
            return "\nNo law is in force."
        if told == before:
            return f"\nIn force as before: {', '.join(line['laws'])}."
        return "\n".join(["\nIn force, the oldest first:", *told])

    def _turn(self, line: Line) -> str:
        return f"Turn {line['n']}, {self._name(line['seat'])}."

    def _end_card(self, line: Line) -> str:
        return f"  {self._name(line['seat'])} draws the End Card."

    def _proposed(self, line: Line) -> str:
        told = f"  {self._name(line['seat'])} proposes {self._called(line['law'])}: {does(line['text'])}."
        if line["replaces"] is not None:
            why = "the same symbol" if line["why"] == "symbol" else "named by the proposer"
            told += f" It would replace {self._called(line['replaces'])} ({why})."
        return told

    def _taken_back(self, line: Line) -> str:
        if line["why"] == "refused":
            return f"  The others refuse {self._called(line['law'])} of {self._name(line['seat'])}."
        return f"  {self._name(line['seat'])} takes {self._called(line['law'])} back."

    def _restated(self, line: Line) -> str:
        return f"  {self._name(line['seat'])} states {self._called(line['law'])} once more."

    def _vote(self, line: Line) -> str:
        cast = [
            f"{self._name(seat)} {WILDS.get(vote, vote)}"
            + (f" (counts {line['weights'][seat]})" if line["weights"][seat] != 1 else "")
            for seat, vote in enumerate(line["votes"])
            if vote is not None
        ]
        told = f"  {', '.join(cast) or 'Nobody votes'}."
        for seat, kind, what in line["wilds"]:
            told += f" {WILDS[kind]} of {self._name(seat)} {ACTS[what]}."
        fate = "adopted" if line["adopted"] else "rejected"
        return f"{told}\n  {line['yes']} YES, {line['no']} NO, {RULES[line['rule']]}: {fate}."

    def _effect(self, line: Line) -> str:
        head = f"  {self._called(line['law'])}: {does(line['operation'])}"
        if line.get("chosen") is not None:
            head += f" ({self._name(line['chosen'])} is chosen)"
        note, name = line["note"], line["operation"].split(" ")[0]
        if note == ["lapses"]:
            return f"{head}. Not done: the match has ended."
        if note == ["absent"]:
            return f"{head}. Not done: the proposer is away, and nobody else can choose."
        if note == ["protected"]:
            return f"{head}. Not done: a law protects laws."
        if name == "repeal":
            return f"{head}: {', '.join(map(self._called, note)) or 'none is there'}."
        if name == "wild_deal":
            return f"{head}: {self._names(map(int, note))}."
        if name == "mill":
            return (
                f"{head}: {', '.join('the End Card' if one == 'END' else self._called(one) for one in note)}."
            )
        if name in ("wild_pass", "hand_pass", "extra_turn"):
            return f"{head}."
        return f"{head}: {self._moves(line['moves'])}."

    def _moves(self, moves: Sequence[Any]) -> str:
        """Every movement of chips; what goes the same way is said together."""
        ways: list[tuple[Any, Any, str]] = []
        for giver, taker, chips in moves:
            if ways and ways[-1][:2] == (giver, taker):
                chips = ways.pop()[2] + chips
            ways.append((giver, taker, chips))
        told = []
        for giver, taker, chips in ways:
            if giver == "bag":
                told.append(f"{self._name(taker)} draws {_chips(chips)}")
            elif taker == "bag":
                told.append(f"{self._name(giver)} returns {_chips(chips)}")
            else:
                told.append(f"{self._name(giver)} gives {self._name(taker)} {_chips(chips)}")
        return "; ".join(told) or "no chip moves"

    def _names(self, seats: Any) -> str:
        return " and ".join(self._name(seat) for seat in seats) or "nobody"

    def _conduct(self, line: Line) -> str:
        fate = "caught" if line["caught"] else "not caught"
        asked = f"Did {self._name(line['seat'])} break {self._called(line['law'])}?"
        return f"  {asked} {line['yes']} YES, {line['no']} NO: {fate}."

    def _judged(self, line: Line) -> str:
        name, votes = self._name(line["seat"]), f"{line['yes']} YES, {line['no']} NO"
        if line["what"] == "object":
            fate = "refused" if line["held"] else "admitted"
            return f"  Is {self._called(line['about'])} of {name} clear and fair? {votes}: {fate}."
        fate = "it stands" if line["held"] else "it falls"
        return f"  Has {name} {TRAITS.get(line['about'], line['about'])}? {votes}: {fate}."

    def _table(self, line: Line) -> str:
        by = ""
        if "by" in line:  # not in matches of the first rules revision
            by = f", {self._names(line['by'])} agree" if len(line["by"]) > 1 else ""
            by = by or f", {self._names(line['by']) if line['by'] else 'the operator'} says"
        told = "  " + TABLE[line["what"]].format(name=self._name(line["seat"]), by=by)
        return f"{told} {self._moves(line['moves'])}." if line["moves"] else told

    def _put_back(self, line: Line) -> str:
        held = [f"{self._name(seat)} {_chips(chips)}" for seat, chips in line["chips"]]
        return f"  Everybody has these chips again: {'; '.join(held)}."

    # -- the end ------------------------------------------------------------------------------

    def _colours(self, line: Line) -> str:
        held = [
            f"{self._name(seat)} {_four(chips)}"
            for seat, chips in enumerate(line["chips"])
            if chips is not None
        ]
        return f"\nThe chips: {'; '.join(held)}."

    def _turned_up(self, line: Line) -> str:
        wilds = [
            f"{self._name(seat)} {', '.join(WILDS[wild[:2]] for wild in own)}"
            for seat, own in enumerate(line["wilds"])
            if own
        ]
        laws = [
            f"{self._name(seat)} {self._called(law)}"
            for seat, law in enumerate(line["laws"])
            if law is not None
        ]
        told = f"\nWilds never played: {'; '.join(wilds) or 'none'}."
        return told + (f"\nHidden laws: {'; '.join(laws)}." if laws else "")

    def _score(self, line: Line) -> str:
        told = f"  {self._name(line['seat'])}: {self._chip_points(line)} {line['chip_points']}"
        for law, points in line["bonuses"]:
            told += f"; {self._called(law)} {points:+d}"
        if line["private"] is not None:
            told += f"; the hidden law is {self._called(line['private'])}"
        return f"{told}. Together {self.count(line['points'])}."

    def _chip_points(self, line: Line) -> str:
        """The chips with what one of each colour is worth, and how they count."""
        each = [
            f"{number} {colour} at {value}"
            for number, colour, value in zip(line["chips"], COLOURS.values(), line["values"], strict=True)
            if number
        ]
        told = ", ".join(each) or "no chips"
        return told + (f", {BASES[line['basis']]}:" if line["basis"] is not None else ":")

    def _void(self, line: Line) -> str:
        if line["why"] == "misdeal":
            return "  Void: this turn counts nothing and is played again."
        return super()._void(line)

    def _result(self, line: Line) -> str:
        ended, rule, broken = line["why"]
        if rule is None:  # it was ended before anything could be scored
            return "\nNobody won."
        totals = [
            f"{self._name(seat)} {total}" for seat, total in enumerate(line["totals"]) if total is not None
        ]
        tie = f", and {BROKEN[broken]}" if broken is not None else ""
        why = f"{ENDS[ended]}; {WINNING[rule]}{tie}"
        return f"\n{self._names(line['winners'])} won: {', '.join(totals)} ({why})."

    def _reasons(self, lines: Sequence[Line]) -> list[str]:
        rows = [["player", "for", "points"]]
        self._own_laws = any(line["kind"] == "match" and line["options"]["deck"] == "own" for line in lines)
        for line in lines:
            if line["kind"] == "score":
                name = self._name(line["seat"])
                rows.append([name, self._chip_points(line).rstrip(":"), str(line["chip_points"])])
                rows += [[name, self._called(law), f"{points:+d}"] for law, points in line["bonuses"]]
        return [table(rows, left=(0, 1))] if len(rows) > 1 else ["Nothing was scored."]


def _chips(chips: str) -> str:
    """Chips by colour: "2 red, 1 blue"; where colours are unknown only how many."""
    if not chips:
        return "no chips"
    told = [f"{chips.count(letter)} {colour}" for letter, colour in COLOURS.items() if letter in chips]
    return ", ".join(told) or number_of(len(chips), "chip")


def _four(numbers: Sequence[int]) -> str:
    return _chips("".join(letter * number for letter, number in zip(COLOURS, numbers, strict=True)))
