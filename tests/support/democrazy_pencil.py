"""A pencil suffices: matches of Democrazy scored again from the lines of their open logs.

Nothing of the game is used here but the rows of the laws. What must hold in every match: chips are conserved,
never more than six blue laws nor two of one symbol, the match ends.
"""

from collections import Counter

from cardtable.games.democrazy.law_rows import LAWS

ROWS = {row.split()[0]: row.split() for row in LAWS}
COLOURS = "RGBY"


def symbol(law):
    words = [word for word in ROWS.get(law.partition("#")[0], ()) if word.startswith("symbol=")]
    return words[0] if words else None


def text_of(law):
    """Return the operations of a law, from its row."""
    words = ROWS[law.partition("#")[0]]
    at = 3
    while "=" in words[at]:
        at += 1
    return " ".join(words[at:])


class Pencil:
    """A player with a sheet of paper, who reads the lines of a match. Raises AssertionError where one
    does not add up.
    """

    def __init__(self, lines):
        self.options = lines[0]["options"]
        self.seats = range(len(lines[0]["players"]))
        self.chips, self.wilds, self.traits = [], [], []
        self.laws = {}  # on the table, oldest first: (text, proposer)
        self.fresh = None
        self.proposal = None
        self.left = []
        self.private = {}
        self.taken_along = {}  # by seat that has left: how many unplayed wilds it had
        self.points = {}
        for line in lines[1:]:
            self.read(line)

    def here(self):
        return [seat for seat in self.seats if seat not in self.left]

    def read(self, line):
        getattr(self, "on_" + line["kind"], lambda line: None)(line)
        for colour, each in zip(COLOURS, ("red", "green", "blue", "yellow"), strict=True):
            assert sum(chips.count(colour) for chips in self.chips) <= self.options["chips_" + each]
        symbols = [symbol(law) for law in self.laws if symbol(law)]
        assert len(self.laws) <= self.options["max_blue"] and len(set(symbols)) == len(symbols)

    def on_setup(self, line):
        self.chips, self.wilds = list(line["chips"]), list(line["wilds"])
        self.traits = [list(held) for held in line["traits"]]
        assert [len(one) for one in self.chips] == [self.options["start"] for _ in self.seats]
        wilds = sum(self.options[f"wilds_{kind}"] for kind in ("dy", "dn", "sc"))
        assert line["reserve"] == wilds - len(self.seats)

    def on_turn(self, line):
        self.fresh = None
        assert line["seat"] not in self.left

    def on_laws(self, line):
        assert line["laws"] == list(self.laws)

    def on_proposal(self, line):
        self.proposal = line
        law = line["law"]
        others = self.options["blank_laws"] or self.options["deck"] == "own"
        if law.partition("#")[0] in ROWS or not others:
            assert line["text"] == text_of(law) or "blank" in text_of(law)

    def on_vote(self, line):
        plain = self.options["wild_is_ballot"] != "true" or "banned" in str(line["wilds"])
        known = {} if plain else {"DY": "YES", "DN": "NO"}
        ballots = Counter()
        for seat, vote in zip(self.seats, line["votes"], strict=True):
            ballots[known.get(vote, vote)] += line["weights"][seat]
        assert (ballots["YES"], ballots["NO"]) == (line["yes"], line["no"])
        for seat, _, _ in line["wilds"]:
            self.wilds[seat] -= 1
        law = self.proposal["law"]
        if line["adopted"] and law[0] == "B":
            if self.proposal["replaces"] is not None:
                del self.laws[self.proposal["replaces"]]
            self.laws[law] = (self.proposal["text"], self.proposal["seat"])
            self.fresh = law

    def on_effect(self, line):
        self.carry(line["moves"])
        operation, note, chosen = line["operation"], line["note"], line["chosen"]
        meant = "chosen" in operation and "which" not in operation
        assert (chosen is not None) == (meant and note not in (["lapses"], ["absent"]))
        assert chosen is None or chosen in line["seats"]
        if note == ["lapses"]:
            return
        if operation.startswith("repeal"):
            self.laws = {law: about for law, about in self.laws.items() if law not in note}
        if operation.startswith("wild_deal"):
            for seat in note:
                self.wilds[int(seat)] += 1
        if operation.startswith("wild_pass"):
            here = self.here()
            step = 1 if operation.endswith("left") else -1
            held = {here[(i + step) % len(here)]: self.wilds[seat] for i, seat in enumerate(here)}
            self.wilds = [held.get(seat, 0) for seat in self.seats]

    def carry(self, moves):
        for giver, _, chips in moves:
            if giver != "bag" and not [1 for one in moves if one[0] == "bag"]:
                for chip in chips:
                    assert chip in self.chips[giver]
        for giver, taker, chips in moves:
            for chip in chips:
                if giver != "bag":
                    self.chips[giver] = self.chips[giver].replace(chip, "", 1)
                if taker != "bag":
                    self.chips[taker] += chip

    def on_table(self, line):
        seat = line["seat"]
        self.carry(line["moves"])
        if line["what"] == "left":
            self.left.append(seat)
            self.taken_along[seat], self.wilds[seat] = self.wilds[seat], 0
            assert self.chips[seat] == ""

    def on_turned_up(self, line):
        held = [self.wilds[seat] + self.taken_along.get(seat, 0) for seat in self.seats]
        assert held == [len(own) for own in line["wilds"]] if any(held) else line["wilds"] == []
        assert len(line["laws"]) == (len(self.seats) if self.options["private_law"] == "on" else 0)

    def on_judged(self, line):
        if line["what"] == "contest" and not line["held"]:
            self.traits[line["seat"]].remove(line["about"])

    def on_colours(self, line):
        for seat in self.here():
            assert len(self.chips[seat]) == sum(line["chips"][seat])
            self.chips[seat] = "".join(map(str.__mul__, COLOURS, line["chips"][seat]))

    def on_score(self, line):
        seat = line["seat"]
        if line["private"] is not None:
            self.private[seat] = line["private"]
        told = [line[name] for name in ("chips", "values", "basis", "chip_points", "bonuses", "points")]
        assert told == self.score(seat)
        self.points[seat] = line["points"]

    # -- the account, from the rules -----------------------------------------------------------

    def counted(self):
        """The texts and proposers of the laws that count."""
        last = self.options["last_blue_counts"] == "true"
        return {law: about for law, about in self.laws.items() if last or law != self.fresh}

    def first(self, *having):
        """The words of the earliest law with an operation of these words, as a dict; or None."""
        for text, _ in self.counted().values():
            for operation in text.split("; "):
                if set(having) <= set(operation.split()):
                    return dict(word.split("=") for word in operation.split()[1:])
        return None

    def score(self, seat):
        own = Counter(self.chips[seat])
        values = []
        for colour in COLOURS:
            law = self.first("value", f"color={colour}")
            values.append(int(law["pts"]) if law else self.options["chip_value"])
        each = [own[colour] * value for colour, value in zip(COLOURS, values, strict=True)]
        mode = (self.first("basis") or {}).get("mode")
        best = sorted(max(0, one) for one in each)
        points = {"best_color": max(each), "product2": best[3] * best[2]}.get(mode, sum(each))
        bonuses = []
        texts = [(law, text) for law, (text, _) in self.counted().items()]
        if seat in self.private:
            texts.append((self.private[seat], text_of(self.private[seat])))
        for law, text in texts:
            for operation in text.split("; "):
                if operation.startswith("bonus"):
                    args = dict(word.split("=") for word in operation.split()[1:])
                    number = self.units(seat, own, args.get("if") or args["per"])
                    if number:
                        bonuses.append([law, number * int(args["pts"])])
        total = points + sum(worth for _, worth in bonuses)
        return [[own[colour] for colour in COLOURS], values, mode, points, bonuses, total]

    def units(self, seat, own, condition):
        held = [colour for colour in COLOURS if own[colour]]
        others = [Counter(self.chips[other]) for other in self.here() if other != seat]
        if condition.startswith("trait:"):
            return int(condition.removeprefix("trait:") in self.traits[seat])
        return {
            "colors:1": int(len(held) == 1),
            "fewest:chips": int(all(other.total() >= own.total() for other in others)),
            "set4": min(own[colour] for colour in COLOURS),
            "sole_color": sum(not any(other[colour] for other in others) for colour in held),
            "top_color": sum(all(other[colour] <= own[colour] for other in others) for colour in held),
            "own_law": sum(proposer == seat for _, proposer in self.counted().values()),
            "wild_held": self.wilds[seat],
        }[condition]

    def on_result(self, line):
        here, totals = self.here(), line["totals"]
        assert [totals[seat] for seat in here] == [self.points[seat] for seat in here]
        wanted = max(self.points.values())
        if self.first("winner"):
            wanted = max((one for one in self.points.values() if one < wanted), default=None)
        won = [seat for seat in here if wanted in (None, totals[seat])]
        for criterion in self.options["tie_break"].split("+") if wanted is not None else ():
            rank = {"chips": len, "colours_held": lambda chips: len(set(chips))}.get(criterion)
            if rank is not None:
                best = max(rank(self.chips[seat]) for seat in won)
                won = [seat for seat in won if rank(self.chips[seat]) == best]
        assert list(line["winners"]) == won, (totals, line["why"])
