"""DemoS in words: rounds, discards, votes, figures, the scandal and the final."""

from collections.abc import Sequence

from cardtable.games.demos.cards import LETTERS
from tablehost import messages
from tablehost.console.text import table
from tablehost.games.demos.felt import Felt
from tablehost.games.demos.spread import Spreads
from tablehost.plugins.narration import Scene, Spread, Turning
from tablehost.plugins.narration import Words as UsualWords
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Line

SAID = messages.Catalogue("demos/story")


class Words(UsualWords):
    part = "round"
    closing = "standing"
    outcomes = ("standing", "final")
    always = (*UsualWords.always, "sides", "media", "turned_up", "final")
    middle = ()
    letters = LETTERS

    def __init__(self, players: Sequence[str] = ()) -> None:
        super().__init__(players)
        self._vetoes: list[int] = []
        self._sides: list[list[int]] = [[seat] for seat in range(len(players))]
        self._figures = [0] * len(players)
        self._felt = Felt(len(players))
        self._spreads = Spreads(len(players))
        self.kinds |= {
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
        self._felt.follow(line)
        self._spreads.hear(line)
        if line["kind"] == "sides":
            self._sides = line["sides"]
        elif line["kind"] == "round":
            self._vetoes = line["vetoes"]
        elif line["kind"] == "vote":
            self._vetoes = [left - (side in line["payers"]) for side, left in enumerate(self._vetoes)]
        elif line["kind"] == "figure":
            self._figures[line["seat"]] += 1

    def scenes(self, line: Line) -> Sequence[Scene]:
        """Return the cards before the players; a combination that is shown, and each trio, in the middle."""
        if line["kind"] == "final":
            return self._final_scenes(line)
        moments = self._felt.moments
        texts = self._displays(line) if moments else ()
        won = {"figure": "drawer", "standing": "winners"}.get(line["kind"])
        winners = [] if won is None else line[won] if won == "winners" else [line[won]]
        return [self.scene(*moment, text, winners) for moment, text in zip(moments, texts, strict=True)]

    def _final_scenes(self, line: Line) -> Sequence[Scene]:
        """Return a scene for each trio, at last those of the winners."""
        bare = [None] * len(self.players)
        left = line["why"][-1][2] if line["why"] else []
        winners = [seat for side in left for seat in self._sides[side]]
        best: list[str] = []
        found = []
        for holders, trio in zip(self._holders(line), line["trios"], strict=True):
            if trio is not None and set(holders) <= set(winners):
                best += trio
            elif trio is not None:
                text = SAID("has", name=self._members(holders), figures=" ".join(trio))
                found.append(self.scene(trio, bare, text))
        text = SAID(
            "final-won", winners=self.names(winners), step=SAID.get("step " + line["step"], line["step"])
        )
        last = self.scene(best, bare, text if winners else SAID("final"), winners)
        return [*found, last._replace(is_over=True)]

    def _holders(self, final: Line) -> Sequence[Sequence[int]]:
        """Return the seats that have each trio of a final together."""
        together = len(final["trios"]) == len(self._sides)
        return self._sides if together else [[seat] for seat in range(len(self.players))]

    def _displays(self, line: Line) -> Sequence[str]:
        """Return the text of the display for each scene of this line."""
        kind = line["kind"]
        if kind == "discard":
            about = {"n": self.number, "turn": line["turn"], "name": self.name(line["seat"])}
            texts = [SAID("discards", **about)]
            return texts if line["took"] is None else [*texts, SAID("takes-card", **about, card=line["took"])]
        if kind == "reveal" and not line["forfeited"]:
            what, points = SAID("kind " + line["what"]), self.count(line["points"])
            return [SAID("combination", name=self.name(line["seat"]), what=what, points=points)]
        if kind == "tie":
            return [
                SAID(
                    "tied", names=self.names(line["seats"]), criterion=SAID("criterion " + line["criterion"])
                )
            ]
        if kind == "standing":
            return [SAID("round-won", n=line["n"], winners=self.names(line["winners"]))]
        return [self.sentence(line).strip()]

    def standing(self, seat: int) -> Sequence[str]:
        return [self.count(self.totals[seat]), SAID("figures", n=self._figures[seat])]

    def spread(self, seat: int) -> Spread:
        side = next((one for one, members in enumerate(self._sides) if seat in members), None)
        left = None if side is None or side >= len(self._vetoes) else self._vetoes[side]
        return self._spreads.find(seat, left)

    def caption(self) -> str:
        caption = super().caption()
        return SAID("caption", n=self.number, caption=caption) if self.number else caption

    def tells_always(self, line: Line) -> bool:
        return super().tells_always(line) and line.get("what") != "discard"

    def in_short(self, closing: Line) -> str:
        kind = "in-short" if closing["winners"] else "in-short-nobody"
        totals = self.each(closing["totals"])
        return SAID(kind, n=closing["n"], totals=totals, **self.subject(*closing["winners"]))

    def side(self, side: int) -> str:
        """Return a side by the names of its members."""
        return self._members(self._sides[side])

    def _members(self, seats: Sequence[int]) -> str:
        return " & ".join(self.name(seat) for seat in seats)

    def _line_up(self, line: Line) -> str:
        said = []
        if any(len(side) > 1 for side in line["sides"]):
            against = SAID("against").replace("_", " ")
            said.append(SAID("sides", sides=against.join(self._members(side) for side in line["sides"])))
        for seat, suit in enumerate(line["favourites"]):
            if suit is not None:
                said.append(SAID("favourite", name=self.name(seat), suit=SUIT_SIGNS[suit]))
        for seat, suits in enumerate(line["announced"]):
            if suits is not None:
                trio = " ".join(power + SUIT_SIGNS[suit] for power, suit in zip("ELJ", suits, strict=True))
                said.append(SAID("announces", name=self.name(seat), trio=trio))
        return "\n".join(said) or SAID("alone")

    def say_deal(self, line: Line) -> str:
        return "  " + messages.join_with_semicolons(
            messages.paired(self.name(seat), " ".join(hand)) for seat, hand in enumerate(line["hands"])
        )

    def _round(self, line: Line) -> str:
        left = ", ".join(f"{self.side(side)} {n}" for side, n in enumerate(line["vetoes"]) if n)
        said = [SAID("round", n=line["n"], name=self.name(line["dealer"]))]
        return "\n" + " ".join([*said, SAID("vetoes", left=left)] if left else said)

    def _discard(self, line: Line) -> str:
        name, n = self.name(line["seat"]), line["turn"]
        if line["declined"]:
            return "  " + SAID("turn-leaves", n=n, name=name)
        card = SAID("face-down") if line["card"] is None else line["card"]
        if line["took"] is None:
            took = SAID("draws")
        elif line["from"] == line["seat"]:
            took = SAID("takes-back", card=line["took"])
        else:
            took = SAID("takes", card=line["took"], name=self.name(line["from"]))
        return "  " + SAID("turn", n=n, name=name, card=card, took=took)

    def _vote(self, line: Line) -> str:
        if line["held"]:
            return "  " + SAID("vote-held")
        payers = line["payers"]
        alone = len(payers) == 1 and len(self._sides[payers[0]]) == 1
        names = messages.join(self.side(side) for side in payers)
        return "  " + SAID("vote-one" if alone else "vote-several", names=names)

    def _turned_up(self, line: Line) -> str:
        name, card = self.name(line["seat"]), line["card"]
        if line["what"] == "discard":
            return "  " + SAID("turned-up-discard", name=name, card=card)
        by = self.name(line["by"]) if line["what"] == "figure" else ""
        return "  " + SAID("turned-up", name=name, card=card, n=line["n"], owner=name, by=by)

    def _reveal(self, line: Line) -> str:
        name = self.name(line["seat"])
        if line["forfeited"]:
            return "  " + SAID("forfeits", name=name)
        what, points = SAID("kind " + line["what"]), self.count(line["points"])
        return "  " + SAID("shows", name=name, cards=" ".join(line["cards"]), what=what, points=points)

    def _tie(self, line: Line) -> str:
        pairs = zip(line["seats"], line["values"], strict=True)
        values = ", ".join(messages.paired(self.name(seat), value) for seat, value in pairs)
        criterion = SAID("criterion " + line["criterion"])
        return "  " + SAID("tie", criterion=criterion, values=values, left=self.names(line["left"]))

    def _figure(self, line: Line) -> str:
        name = self.name(line["drawer"])
        if line["seat"] == line["drawer"]:
            return "  " + SAID("draws-figure", name=name)
        return "  " + SAID("draws-figure-for", name=name, other=self.name(line["seat"]))

    def _standing(self, line: Line) -> str:
        pairs = zip(line["points"], line["recorded"], strict=True)
        lost = [seat for seat, (shown, recorded) in enumerate(pairs) if shown and recorded is None]
        totals = self.each(line["totals"])
        return "  " + SAID("standing", totals=totals, lost=self._members(lost), pile=line["pile"])

    def say_void(self, line: Line) -> str:
        if line["why"] == "nobody":
            return "  " + SAID("void-nobody")
        return super().say_void(line)

    def _media(self, line: Line) -> str:
        name, media = self.name(line["holder"]), line["media"]
        if line["what"] != "used":
            return "  " + SAID("media " + line["what"], name=name, media=media)
        target, suit = self.name(line["target"]), SUIT_SIGNS[line["suit"]]
        return "  " + SAID("media-used", name=name, media=media, target=target, card=line["card"], suit=suit)

    def _final(self, line: Line) -> str:
        said = ["\n" + SAID("final")]
        for seat, figures in enumerate(line["figures"]):
            kind = "has" if figures else "has-none"
            said.append("  " + SAID(kind, name=self.name(seat), figures=" ".join(figures)))
        for code, values, left in line["why"]:
            pairs = [f"{self.side(side)} {value}" for side, value in enumerate(values) if value is not None]
            over = messages.join((self.side(side) for side in left), self.name(None))
            criterion = SAID("criterion " + code)
            said.append("  " + SAID("compared", criterion=criterion, pairs=", ".join(pairs), left=over))
        return "\n".join(said)

    def say_result(self, line: Line) -> str:
        totals = self.each(line["totals"])
        if not line["winners"]:
            return "\n" + SAID("nobody-won", why=_decision(line), totals=totals)
        return "\n" + SAID("won", winners=self.names(line["winners"]), step=_decision(line), totals=totals)

    def decision(self, line: Line) -> str:
        return _decision(line) + "."

    def turning(self, lines: Sequence[Line]) -> Turning | None:
        """Return the trio that won; None where none did, or several that are equal."""
        final = next((line for line in reversed(lines) if line["kind"] == "final"), None)
        if final is None or lines[-1]["kind"] != "result":
            return None
        winners = set(lines[-1]["winners"])
        rows = zip(self._holders(final), final["trios"], final["suits"], final["forced"], strict=True)
        won = [row[1:] for row in rows if row[1] is not None and winners and set(row[0]) <= winners]
        if len(won) != 1:
            return None
        ((trio, suits, forced),) = won
        figures = [
            SAID("counts-as", card=card, suit=SUIT_SIGNS[suit]) if is_forced else card
            for card, suit, is_forced in zip(trio, suits, forced, strict=True)
        ]
        return Turning(SAID("trio-won", figures=", ".join(figures)), tuple(trio))

    def reasons(self, lines: Sequence[Line]) -> list[str]:
        finals = [line for line in lines if line["kind"] == "final"]
        if not finals:
            return [SAID("no-final")]
        final = finals[-1]
        holders = self._holders(final)
        rows = [SAID("heads").split(";")]
        for i, trio in enumerate(final["trios"]):
            who = self._members(holders[i])
            if trio is None:
                rows.append([who, "-", "", ""])
                continue
            suits = final["suits"][i]
            changed = [
                SAID("counts-as", card=card, suit=SUIT_SIGNS[suit])
                for card, suit, forced in zip(trio, suits, final["forced"][i], strict=True)
                if forced
            ]
            rows.append([who, " ".join(trio), str(len(set(suits))), ", ".join(changed)])
        return [table(rows, left=(0, 1, 3))]


def _decision(line: Line) -> str:
    """Return the phrase that tells what decided a match."""
    if line["winners"]:
        return SAID("step " + line["why"])
    return SAID("no-winner" if line["why"] == "nobody" else "nothing-yet")
