"""Democrazy in words: turns, laws, votes, every movement of chips, every point with its law."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from tablehost import messages
from tablehost.console.text import table
from tablehost.games.democrazy import law_sentences
from tablehost.games.democrazy.displayed_laws import read_aloud
from tablehost.games.democrazy.felt import Felt, count_along, name_votes
from tablehost.games.democrazy.law_sentences import COLOURS, SAID, does, key_of
from tablehost.games.democrazy.turning import find_turning
from tablehost.plugins.narration import Scene, Spread, Turning, Verdict
from tablehost.plugins.narration import Words as UsualWords
from tablehost.types import Args, Fields, Line, Options

WIDTH = 76  # columns of a caption
MOST_LAWS = 6  # in force


class Words(UsualWords):
    area = SAID
    part = "turn"
    closing = "vote"
    outcomes = ("vote",)
    always = (
        *UsualWords.always, "setup", "end_card", "conduct", "judged", "restated", "table", "put_back",
    )  # fmt: skip
    middle = ()
    named = 1 + MOST_LAWS

    def __init__(self, players: Sequence[str] = ()) -> None:
        super().__init__(players)
        self._chips = ["" for _ in players]
        self._wilds = [0 for _ in players]
        self._felt = Felt(len(players))
        self._gone: set[int] = set()
        self._votes: list[str | None] = []  # as they were opened, until the next proposal
        self._verdict: Verdict | None = None  # likewise
        self._points: dict[int, int] = {}  # by seat, once they are counted
        self._seat: int | None = None
        self._laws: list[str] = []
        self._in_place: dict[str, str] = {}  # place -> the law in force, in words
        self._proposal: Line | None = None
        self._own_laws = False
        self._options: Options = {}
        self._told: list[str] = []  # texts of the laws in force when they were last shown
        self.kinds |= {
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
        """Return a law by card and title; the title of a law of one's own is unknown here."""
        return law if self._own_laws else law_sentences.name_law(law)

    def say_match(self, line: Line) -> str:
        self._own_laws = line["options"]["deck"] == "own"
        return super().say_match(line)

    # -- how far the match has come -----------------------------------------------------------

    def hear(self, line: Line) -> None:
        super().hear(line)
        self._felt.follow(line)
        kind = line["kind"]
        if kind in ("turn", "proposal", "restated", "score"):
            self._votes, self._verdict = [], None
        if kind == "match":
            self._options = line["options"]
            self._own_laws = line["options"]["deck"] == "own"
        elif kind == "setup":
            self._chips, self._wilds = list(line["chips"]), list(line["wilds"])
        elif kind == "turn":
            self._seat = line["seat"]
        elif kind == "laws":
            self._laws = [f"{place} {law}" for place, law in zip(line["places"], line["laws"], strict=True)]
            self._in_place = {
                str(place): f"{self._called(law)} ({does(text)})"
                for place, law, text in zip(line["places"], line["laws"], line["texts"], strict=True)
            }
        elif kind == "proposal":
            self._proposal = line
        elif kind == "vote":
            self._votes = name_votes(line)
            if self._proposal is not None:
                self._verdict = Verdict(self._proposal["law"], line["adopted"], count_along(line))
            for seat, _, _ in line["wilds"]:
                self._wilds[seat] -= 1
        elif kind == "effect":
            self._move_wilds(line)
        elif kind == "score":
            self._points[line["seat"]] = line["points"]
        if kind in ("effect", "table"):
            self._move(line["moves"])
        if kind == "put_back":
            for seat, chips in line["chips"]:
                self._chips[seat] = chips
        if kind == "table" and line["what"] == "left":
            self._gone.add(line["seat"])
            self._wilds[line["seat"]] = 0

    def _move(self, moves: Args) -> None:
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

    def spread(self, seat: int) -> Spread:
        chips = None if self._seat is None or seat in self._gone else self._chips[seat]
        return Spread(chips=chips, open=self._votes[seat] or "" if self._votes else "")

    def verdict(self) -> Verdict | None:
        return self._verdict

    def standing(self, seat: int) -> Sequence[str]:
        """Return the chips by colour, "3R 2G 1Y", or how many; unplayed wilds; in the end the points.
        Each line has 14 columns.
        """
        if seat in self._gone:
            return [SAID("has-left")]
        if self._seat is None:
            return []
        if seat in self._points:
            return [self.count(self._points[seat])]
        held = self._chips[seat]
        each = [f"{held.count(letter)}{letter}" for letter in COLOURS if letter in held]
        told = textwrap.wrap(" ".join(each), 14) or [SAID("chips", n=len(held))]
        return [*told, SAID("wilds", n=self._wilds[seat])]

    def holdings(self, seat: int) -> str:
        """Return the chips by colour, "3 red, 1 yellow", or how many; unplayed wilds."""
        told = self.standing(seat)
        return ", ".join([_chips(self._chips[seat]), *told[-1:]]) if len(told) > 1 else ", ".join(told)

    def law(self, place: str) -> str:
        """Return the law in force at this place, with what it does."""
        begin = SAID("place", n=place) + messages.colon()
        return begin + self._in_place.get(place, SAID("no-law-here"))

    def read_card(self, name: str) -> Fields | None:
        """Return the text of a law."""
        return read_aloud(name, self._options, messages.language())

    def score(self, seat: int) -> int:
        """Return the points, or the number of chips before the end, when there are none."""
        return self._points.get(seat, 0 if self._seat is None else len(self._chips[seat]))

    def list_decisive_rules(self, line: Line) -> Sequence[str]:
        """Return the law of an effect, and for the result the rules of the end and of the victory."""
        if line["kind"] == "effect":
            return [self._called(line["law"])]
        return super().list_decisive_rules(line) if line["kind"] == "result" else ()

    def caption(self) -> str:
        """Return the seat whose turn it is, and the laws in force by place, the oldest first."""
        if self._seat is None:
            return ""

        def caption(laws: str) -> str:
            return SAID("caption", n=self.number, name=self.name(self._seat)[:12], laws=laws)

        if not self._laws:
            return caption(SAID("no-law-in-force"))
        laws = ", ".join(self._laws)
        told = [caption(SAID(head, laws=laws)) for head in ("by-age", "by-age-short")]
        return next((one for one in told if len(one) <= WIDTH), caption(laws))

    def in_short(self, closing: Line) -> str:
        law, rule = self._proposal, closing["rule"]
        return SAID(
            "in-short",
            n=self.number,
            **self.subject(self._seat),
            law=SAID("a-law") if law is None else self._called(law["law"]),
            fate=SAID("adopted" if closing["adopted"] else "rejected"),
            yes=closing["yes"],
            no=closing["no"],
            why="" if rule == "majority" else SAID.get("short " + rule) or SAID("rule " + rule),
        )

    # -- the cards on the table ---------------------------------------------------------------

    def place(self, number: int) -> str:
        return SAID("place", n=number) if number else super().place(number)

    def scenes(self, line: Line) -> Sequence[Scene]:
        """Return the law under debate and those in force, in the middle; the votes, first face down."""
        moments = self._felt.moments
        return [
            self.scene(*moment, self._display(line, number == len(moments) - 1))
            for number, moment in enumerate(moments)
        ]

    def _display(self, line: Line, is_last: bool) -> str:
        kind = line["kind"]
        if kind == "laws":
            return SAID("in-force-now" if line["laws"] else "no-law")
        if kind == "turned_up":
            return SAID("cards-not-played")
        if kind not in ("proposal", "vote", "effect"):
            return self.sentence(line).strip()
        law = self._called(self._proposal["law"] if kind == "vote" and self._proposal else line["law"])
        if kind == "proposal":
            return SAID("proposed", name=self.name(line["seat"]), law=law)
        if kind == "effect":
            return SAID("effect", law=law, does=does(line["operation"]))
        if not is_last:
            return SAID("vote-on", law=law)
        fate = SAID("adopted" if line["adopted"] else "rejected")
        return SAID("vote-result", law=law, yes=line["yes"], no=line["no"], fate=fate)

    # -- the course ---------------------------------------------------------------------------

    def say_deal(self, line: Line) -> str:
        return "\n".join(
            "  " + SAID("holds", name=self.name(seat), laws=", ".join(map(self._called, hand)))
            for seat, hand in enumerate(line["hands"])
        )

    def _setup(self, line: Line) -> str:
        chips = [messages.paired(self.name(seat), _chips(held)) for seat, held in enumerate(line["chips"])]
        lines = [SAID("setup-chips", chips=messages.join_with_semicolons(chips))]
        if "?" in line["chips"][0]:  # the same number for each player
            lines = [SAID("setup-drawn", chips=_chips(line["chips"][0]))]
        left = line["reserve"]
        lines.append(SAID("setup-wilds", n=left) if left else SAID("setup-no-wilds"))
        traits = [
            messages.paired(self.name(seat), ", ".join(map(_trait, held)))
            for seat, held in enumerate(line["traits"])
            if held
        ]
        if traits:
            lines.append(SAID("declared", traits=messages.join_with_semicolons(traits)))
        if line["private"]:
            lines.append(SAID("hidden-laws"))
        lines.append(SAID("begins", name=self.name(line["seat"])))
        return "\n".join(lines)

    def _in_force(self, line: Line) -> str:
        rows = zip(line["places"], line["laws"], line["texts"], line["proposers"], strict=True)
        told = [
            "  " + SAID("law-at", place=place, law=self._called(law), does=does(text), name=self.name(seat))
            for place, law, text, seat in rows
        ]
        for law, key, first in line["overruled"]:
            told.append("  " + SAID("ignored", law=self._called(law), first=first, key=key_of(key)))
        before, self._told = self._told, told
        if not told:
            return "\n" + SAID("no-law")
        if told == before:
            return "\n" + SAID("as-before", laws=", ".join(line["laws"]))
        return "\n".join(["\n" + SAID("in-force"), *told])

    def _turn(self, line: Line) -> str:
        return SAID("turn", n=line["n"], name=self.name(line["seat"]))

    def _end_card(self, line: Line) -> str:
        return "  " + SAID("end-card", name=self.name(line["seat"]))

    def _proposed(self, line: Line) -> str:
        law = self._called(line["law"])
        told = "  " + SAID("proposes", name=self.name(line["seat"]), law=law, does=does(line["text"]))
        if line["replaces"] is not None:
            why = SAID("same-symbol" if line["why"] == "symbol" else "named")
            told += " " + SAID("replaces", law=self._called(line["replaces"]), why=why)
        return told

    def _taken_back(self, line: Line) -> str:
        kind = "refused" if line["why"] == "refused" else "taken-back"
        return "  " + SAID(kind, name=self.name(line["seat"]), law=self._called(line["law"]))

    def _restated(self, line: Line) -> str:
        return "  " + SAID("restated", name=self.name(line["seat"]), law=self._called(line["law"]))

    def _vote(self, line: Line) -> str:
        cast = []
        for seat, vote in enumerate(line["votes"]):
            if vote is not None:
                said, weight = SAID("vote " + vote), line["weights"][seat]
                said = said if weight == 1 else SAID("counts", vote=said, weight=weight)
                cast.append(messages.paired(self.name(seat), said))
        told = f"  {', '.join(cast)}." if cast else "  " + SAID("nobody-votes")
        for seat, kind, what in line["wilds"]:
            wild = "wild-" + what
            told += " " + SAID(wild, wild=SAID("vote " + kind), name=self.name(seat))
        fate = SAID("adopted" if line["adopted"] else "rejected")
        rule = SAID("rule " + line["rule"])
        return f"{told}\n  " + SAID("voted", yes=line["yes"], no=line["no"], rule=rule, fate=fate)

    def _effect(self, line: Line) -> str:
        law, what = self._called(line["law"]), does(line["operation"])
        effect = SAID("effect", law=law, does=what)
        if line.get("chosen") is not None:
            effect = SAID("effect-chosen", law=law, does=what, name=self.name(line["chosen"]))
        note, name = line["note"], line["operation"].split(" ")[0]
        if note in (["lapses"], ["absent"], ["protected"]):
            return "  " + SAID(note[0], effect=effect)
        if name in ("wild_pass", "hand_pass", "extra_turn"):
            return f"  {effect}."
        if name == "repeal":
            told = ", ".join(map(self._called, note)) or SAID("none-there")
        elif name == "wild_deal":
            told = self._whose(map(int, note))
        elif name == "mill":
            told = ", ".join(SAID("end-card-name") if one == "END" else self._called(one) for one in note)
        else:
            told = self._moves(line["moves"])
        return "  " + SAID("told", effect=effect, moves=told)

    def _moves(self, moves: Args) -> str:
        """Return every movement of chips; movements in the same direction are joined."""
        ways: list[tuple[Any, Any, str]] = []
        for giver, taker, chips in moves:
            if ways and ways[-1][:2] == (giver, taker):
                chips = ways.pop()[2] + chips
            ways.append((giver, taker, chips))
        told = []
        for giver, taker, chips in ways:
            some = _chips(chips)
            if giver == "bag":
                told.append(SAID("draws", name=self.name(taker), chips=some))
            elif taker == "bag":
                told.append(SAID("returns", name=self.name(giver), chips=some))
            else:
                told.append(SAID("gives", name=self.name(giver), other=self.name(taker), chips=some))
        return messages.join_with_semicolons(told) or SAID("no-chip-moves")

    def _whose(self, seats: Iterable[int]) -> str:
        return self.names(seats, self.name(None))

    def _conduct(self, line: Line) -> str:
        name, law = self.name(line["seat"]), self._called(line["law"])
        kind = "conduct-caught" if line["caught"] else "conduct-free"
        return "  " + SAID(kind, name=name, law=law, yes=line["yes"], no=line["no"])

    def _judged(self, line: Line) -> str:
        name, votes = self.name(line["seat"]), {"yes": line["yes"], "no": line["no"]}
        if line["what"] == "object":
            kind = "objected-refused" if line["held"] else "objected-admitted"
            return "  " + SAID(kind, law=self._called(line["about"]), name=name, **votes)
        kind = "trait-stands" if line["held"] else "trait-falls"
        return "  " + SAID(kind, name=name, trait=_trait(line["about"]), **votes)

    def _table(self, line: Line) -> str:
        names = self._whose(line["by"]) if line["by"] else SAID("operator")
        by = SAID("agree", names=names) if len(line["by"]) > 1 else SAID("says", name=names)
        told = "  " + SAID("table " + line["what"], name=self.name(line["seat"]), by=by)
        return f"{told} {self._moves(line['moves'])}." if line["moves"] else told

    def _put_back(self, line: Line) -> str:
        held = [messages.paired(self.name(seat), _chips(chips)) for seat, chips in line["chips"]]
        return "  " + SAID("put-back", chips=messages.join_with_semicolons(held))

    # -- the end ------------------------------------------------------------------------------

    def _colours(self, line: Line) -> str:
        held = [
            messages.paired(self.name(seat), _four(chips))
            for seat, chips in enumerate(line["chips"])
            if chips is not None
        ]
        return "\n" + SAID("colours", chips=messages.join_with_semicolons(held))

    def _turned_up(self, line: Line) -> str:
        wilds = [
            messages.paired(self.name(seat), ", ".join(SAID("vote " + wild[:2]) for wild in own))
            for seat, own in enumerate(line["wilds"])
            if own
        ]
        laws = [
            messages.paired(self.name(seat), self._called(law))
            for seat, law in enumerate(line["laws"])
            if law is not None
        ]
        told = "\n" + SAID("never-played", wilds=messages.join_with_semicolons(wilds) or SAID("none"))
        return told + (
            " " + SAID("hidden-law-list", laws=messages.join_with_semicolons(laws)) if laws else ""
        )

    def _score(self, line: Line) -> str:
        parts = [f"{self._chip_points(line)}{messages.colon()}{line['chip_points']}"]
        parts += [f"{self._called(law)} {points:+d}" for law, points in line["bonuses"]]
        if line["private"] is not None:
            parts.append(SAID("score-hidden", law=self._called(line["private"])))
        points = self.count(line["points"])
        return "  " + SAID(
            "score", name=self.name(line["seat"]), parts=messages.join_with_semicolons(parts), points=points
        )

    def _chip_points(self, line: Line) -> str:
        """Return the chips with the worth of one of each colour, and the way they count."""
        each = [
            SAID("worth", chips=SAID("of-colour " + colour, n=number), value=value)
            for number, colour, value in zip(line["chips"], COLOURS, line["values"], strict=True)
            if number
        ]
        told = ", ".join(each) or SAID("no-chips")
        return told if line["basis"] is None else f"{told}, {SAID('basis ' + line['basis'])}"

    def say_void(self, line: Line) -> str:
        return "  " + SAID("misdeal") if line["why"] == "misdeal" else super().say_void(line)

    def say_result(self, line: Line) -> str:
        why = self.decision(line).removesuffix(".")
        if not why:
            return "\n" + SAID("nobody-won")
        totals = [
            messages.paired(self.name(seat), total)
            for seat, total in enumerate(line["totals"])
            if total is not None
        ]
        return "\n" + SAID("won", winners=self._whose(line["winners"]), totals=", ".join(totals), why=why)

    def decision(self, line: Line) -> str:
        ended, rule, broken = line["why"]
        if rule is None:  # it was ended before anything could be scored
            return ""
        tie = SAID("broken " + broken) if broken is not None else ""
        return SAID("why", end=SAID("end " + ended), rule=SAID("winning " + rule), tie=tie) + "."

    def turning(self, lines: Sequence[Line]) -> Turning | None:
        found = find_turning(lines)
        if found is None:
            return None
        law, names, n = self._called(found.law), self.names(found.others), len(found.others)
        said = SAID("turned", law=law, yes=found.vote["yes"], no=found.vote["no"], names=names, n=n)
        return Turning(said, (found.law,))

    def reasons(self, lines: Sequence[Line]) -> list[str]:
        rows = [SAID("heads").split(";")]
        self._own_laws = any(line["kind"] == "match" and line["options"]["deck"] == "own" for line in lines)
        for line in lines:
            if line["kind"] == "score":
                name = self.name(line["seat"])
                rows.append([name, self._chip_points(line), str(line["chip_points"])])
                rows += [[name, self._called(law), f"{points:+d}"] for law, points in line["bonuses"]]
        return [table(rows, left=(0, 1))] if len(rows) > 1 else [SAID("nothing")]


def _trait(code: str) -> str:
    return SAID.get("trait " + code, code)


def _chips(chips: str) -> str:
    """Return chips by colour: "2 red, 1 blue"; where colours are unknown only how many."""
    if not chips:
        return SAID("no-chips")
    told = [SAID("of-colour " + one, n=chips.count(one)) for one in COLOURS if one in chips]
    return ", ".join(told) or SAID("chips", n=len(chips))


def _four(numbers: Sequence[int]) -> str:
    return _chips("".join(letter * number for letter, number in zip(COLOURS, numbers, strict=True)))
