"""The decisions of the others in Democrazy in a tab: each imagines the table with a law and without it.

A forecast, not a rule: draws are the mean of the bag, and what hangs on votes is left out. They know what all
can see, and their own hidden law.
"""

from cardtable.games.democrazy.chips import all_of
from cardtable.games.democrazy.final import Standing, accounts
from cardtable.games.democrazy.law import COLOURS, gaps, read_law
from cardtable.games.democrazy.statutes import find_replaced, laws_on_table, traits_of

MATTERS = 0.05  # points: less does not matter
MUCH = 4  # points for which a wild is played


class Judgement:
    """The table as one player knows it: `chips` by seat, `laws` on the table, oldest first."""

    def __init__(self, match, seat, private):
        seats = range(match.seats)
        self.match = match
        self.options = match.options
        self.seat = seat
        self.seats = [one for one in seats if match.away[one] != 3]
        self.chips = [match.chips[4 * one : 4 * one + 4] for one in seats]
        self.laws = laws_on_table(match)
        self._wilds = [len(own) for own in match.wilds]
        self._traits = [traits_of(match, one) for one in seats]
        self._private: "list" = [None] * match.seats
        if private is not None:
            self._private[seat] = read_law(private, match.options)
        self._bag = [all_of(match.options, i) - sum([own[i] for own in self.chips]) for i in range(4)]

    def lead(self, chips, laws):
        """Return the points of this player more than the best of the others, with these chips and laws."""
        held = [chips[one] if one in self.seats else None for one in range(len(chips))]
        standing = Standing(held, self._wilds, self._traits, self._private)
        found = accounts(standing, laws, self.options)
        points = [found[one].total for one in self.seats]
        own = points.pop(self.seats.index(self.seat))
        return own - max(points) if points else own

    def gain(self, law):
        """Return how much better the table would be for this player with this law."""
        chips, laws = [list(own) for own in self.chips], list(self.laws)
        if law.red:
            for operation in law.operations:
                laws = self._imagine(operation, chips, laws)
        else:
            replaced = find_replaced(law, laws)
            if replaced is None and len(laws) >= self.options["max_blue"]:
                replaced = laws[0]
            laws = [one for one in laws if one is not replaced] + [law]
        return self.lead(chips, laws) - self.lead(self.chips, self.laws)

    def _who(self, who, chips):
        """Return the seats of `who` as far as they are known before the vote."""
        active, numbers = self.match.seat, [sum(chips[one]) for one in self.seats]
        if who == "active":
            return [active]
        if who == "others":
            return [one for one in self.seats if one != active]
        if who == "chosen":
            return [max(self._who("others", chips), key=lambda one: sum(chips[one]))]
        if who == "most" or who == "fewest":
            wanted = max(numbers) if who == "most" else min(numbers)
            return [one for one in self.seats if sum(chips[one]) == wanted]
        return list(self.seats) if who == "all" else []

    def _add(self, own, number):
        """Add a number of chips, drawn from the mean of the bag, or taken from the mean of `own`."""
        source = self._bag if number > 0 else list(own)
        whole = sum(source)
        if whole > 0:
            number = max(number, -whole)
            for i in range(4):
                own[i] += source[i] * number / whole

    def _imagine(self, operation, chips, laws):
        """Carry out an operation on `chips`; return the laws after it."""
        name, args = operation.name, operation.args
        who = self._who(args.get("who", "all"), chips)
        to = args.get("to")
        start = self.options["start"]
        if name == "draw" or name == "lose":
            for one in who:
                self._add(chips[one], args["n"] if name == "draw" else -args["n"])
        elif name == "lose_all":
            for one in who:
                chips[one][COLOURS.index(args["color"])] = 0
        elif name == "level" or name == "cap":
            for one in who:
                change = (start if to == "start" else to) - sum(chips[one])
                self._add(chips[one], min(change, 0) if name == "cap" else change)
        elif name == "give":
            for one in self._who(args["from"], chips):
                for other in self._who(to, chips)[:1]:
                    self._add(chips[one], -args["n"])
                    self._add(chips[other], args["n"])
        elif name == "swap":
            one, other = self._who(args["a"], chips)[0], self._who(args["b"], chips)[0]
            chips[one], chips[other] = chips[other], chips[one]
        elif name == "pass" and not isinstance(args["what"], int):
            self._pass(args, chips)
        elif name == "repeal":
            which = args["which"]
            if which.startswith("tag:"):
                return [law for law in laws if which[4:] not in law.tags.split(",")]
            return laws[1:] if which == "oldest" else [] if which == "all" else laws
        return laws

    def _pass(self, args, chips):
        step = 1 if args["dir"] == "left" else -1
        before = [list(own) for own in chips]
        for at in range(len(self.seats)):
            giver = self.seats[at - step if at - step < len(self.seats) else 0]
            for i in range(4):
                if args["what"] in ("all", "color:" + COLOURS[i]):
                    chips[self.seats[at]][i] = before[giver][i]


def fillings(law):
    """Return all ways to fill the gaps of a law, as `read_law` takes them."""
    ways = [""]
    for _, choices in gaps(law):
        ways = [(way + "/" + choice).lstrip("/") for way in ways for choice in choices]
    return ways


def choose_law(judgement, cards, below):
    """Return the law of the hand that serves this player best, and the values for its gaps. `below(n)`: a
    number that chance draws.
    """
    best = None
    for card in cards:
        for fill in fillings(read_law(card, judgement.options)):
            law = read_law(card, judgement.options, fill, judgement.seat)
            if law.operations and law.operations[0].name == "blank":
                continue
            worth = (judgement.gain(law), below(100), card, fill)
            if best is None or worth > best:
                best = worth
    if best is None:
        return cards[0], []
    return best[2], best[3].split("/") if best[3] else []


def vote(judgement, law, wilds, below):
    """Return the vote of this player on a law, "YES" or "NO", or the kind of one of its `wilds`."""
    if law.operations and law.operations[0].name == "blank":
        return ("YES", "NO")[below(2)]
    gain = judgement.gain(law)
    if abs(gain) < MATTERS:
        return "YES" if judgement.seat == judgement.match.seat else ("YES", "NO")[below(2)]
    kind = "YES" if gain > 0 else "NO"
    banned = [one for one in judgement.laws if one.first("wild_rule") is not None]
    if abs(gain) >= MUCH and not banned and below(2):
        for wild in wilds:
            if wild == "D" + kind[0]:
                return wild
    return kind


def choose_row(judgement, what, rows, below):
    """Return the row of a menu that this player takes."""
    if what in ("replace", "choose-law"):
        worth = []
        for name in rows:
            laws = [law for law in judgement.laws if law.name != name]
            worth.append((judgement.lead(judgement.chips, laws), below(100)))
        return worth.index(max(worth))
    if what == "exchange-chip":
        return len(rows) - 1
    if what.endswith("-chip"):
        worth = []
        for letter in rows:
            chips = [list(own) for own in judgement.chips]
            if letter in COLOURS:
                chips[judgement.seat][COLOURS.index(letter)] -= 1
            worth.append((judgement.lead(chips, judgement.laws), below(100)))
        return worth.index(max(worth))
    return below(len(rows))
