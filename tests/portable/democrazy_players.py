"""People who play Democrazy for the tests: they have hands, a stack and a bag of wilds, and follow a plan.

`Club` plays whole games: `quickly` answers each ask at once, `by_hand` lays cards and presses keys, with a
shadow that follows every record. What people do is drawn from `Lots`, or by a test's own `plan`. `lay`,
`press` and the like are single acts.
"""

import json

from cardtable.engine import cards, outputs
from cardtable.engine import match as matches
from cardtable.engine.asks.ballot import BY_KEY, Ballot
from cardtable.engine.asks.base import CENTRE, NO, OK, YES
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Call, Choose, First, Poll
from cardtable.engine.asks.laying import Clear, Lay
from cardtable.engine.cards import parse
from cardtable.engine.referee import Referee
from cardtable.games import registry
from cardtable.games.democrazy.cards import BLANK, COPY, END, is_law, is_wild, vote_of
from cardtable.games.democrazy.pack import PACK
from seeded_chance import Lots

democrazy = registry.load("democrazy")


def card(name):
    return parse(name, PACK)


def name(value):
    return cards.text(value, PACK)


class Club:
    """A match, its people and what they hold.

    facts    all facts so far, as tuples
    plan     (club, ask) -> a raw answer, or None to let the lots decide
    """

    def __init__(self, seats, given=None, seed=1, plan=None, shadow=False, draws=None, state=None, wilds=""):
        self.game = democrazy
        self.lots = Lots(seed)
        self.plan = plan
        self.facts = []
        self.cues = []
        self.refused = []
        self.left = []  # seats, as far as that was announced
        self.draws = draws
        self.seed = seed
        self.records = []
        match = matches.new(self.game, seats, given or {})
        self.seats = seats
        self.options = match.options
        self.shadow_facts = []
        vault = self._begin_at(match, state, wilds.split()) if state is not None else {}
        self.shadow = Referee(matches.load(self.game, match.dump()), judges=False) if shadow else None
        self.referee = Referee(match, draw=self._draw)
        for handle in vault:
            self.referee.vault[handle] = vault[handle]
        self._deal()
        if state is not None:
            self.own_wilds = [[vault[handle] for handle in mine] for mine in match.wilds]
        self.note(self.referee.start())

    def _draw(self, stage, index, n):
        if self.draws:
            return self.draws.pop(0) % n
        return Lots(self.seed * 7 + stage * 1000 + index).below(n)

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.lots.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def _begin_at(self, match, state, wilds):
        """The seats are taken and the fields of `state` are set; `wilds`: of seat 0, 1 ..., `-` for none."""
        match.pads = list(range(self.seats))
        match.turn = 15  # the End Card may come
        match.proposals = 7
        for field in state:
            setattr(match, field, state[field])
        vault = {}
        for seat in range(len(wilds)):
            if wilds[seat] != "-":
                match.wilds[seat] = [match.handles]
                vault[match.handles] = card(wilds[seat])
                match.handles += 1
        return vault

    def _deal(self):
        options, deck = self.options, self.game.deck(self.seats, self.options)
        self.private = self.shuffled([c for c in deck if COPY <= c < BLANK])
        laws = self.shuffled([c for c in deck if is_law(c)])
        if options["private_law"] == "on":
            laws = [c for c in laws if c not in self.private]
        self.wilds = self.shuffled([c for c in deck if is_wild(c)])
        self.own_wilds = [[] for _ in range(self.seats)]
        self.hands = [[] for _ in range(self.seats)]
        for hand in self.hands:
            while len(hand) < options["start"]:
                hand.append(laws.pop())
        bottom = self.shuffled([laws.pop() for _ in range(options["stack_bottom"])] + [END])
        self.stack = bottom + [laws.pop() for _ in range(options["stack_top"])]  # the top is the last
        self.drawn = None  # the turn for which a law was drawn
        colours = ("red", "green", "blue", "yellow")
        self.bag = "".join(["RGBY"[i] * options["chips_" + colours[i]] for i in range(4)])
        self.chips = ["" for _ in range(self.seats)]  # real ones, where the table only counts

    # -- what comes out ------------------------------------------------------------------------

    def note(self, outs):
        for out in outs:
            if isinstance(out, outputs.Told):
                self.facts.append(out.fact)
                self._see(out.fact)
            elif isinstance(out, outputs.Cue):
                self.cues.append((out.code,) + out.args)
            elif isinstance(out, outputs.Refused):
                self.refused.append((out.code, out.place))
            elif isinstance(out, outputs.Record):
                self.records.append(list(out))
                if self.shadow is not None:
                    for told in self.shadow.follow(json.loads(json.dumps(list(out)))):
                        if isinstance(told, outputs.Told):
                            self.shadow_facts.append(told.fact)

    def _see(self, fact):
        """Cards and chips that people move by what the table says."""
        if self.options["chip_record"] == "counted":
            self._move_chips(fact)
        if fact[0] == "vote":
            for seat, kind, _ in fact[6]:
                mine = [c for c in self.own_wilds[seat] if vote_of(c) == kind][0]
                self.own_wilds[seat].remove(mine)
                if self.options["wild_reserve"] == "undealt_and_played":
                    self.wilds.insert(0, mine)
        if fact[0] == "effect" and fact[2].startswith("hand_pass") and fact[5] != ["lapses"]:
            self.hands = self._moved(self.hands, fact[2])
        if fact[0] == "effect" and fact[2].startswith("wild_pass") and fact[5] != ["lapses"]:
            self.own_wilds = self._moved(self.own_wilds, fact[2])
        if fact[0] == "table" and fact[1] == "left":
            self.left.append(fact[2])
            self.own_wilds[fact[2]] = []
            self.hands[fact[2]] = []

    def _move_chips(self, fact):
        moves, text = [], ""
        if fact[0] == "setup":
            moves = [["bag", seat, fact[1][seat]] for seat in range(self.seats)]
        elif fact[0] == "effect":
            moves, text = fact[4], fact[2]
        elif fact[0] == "table":
            moves = fact[3]
        wanted = {}
        if text.startswith("antitrust"):
            for colour in "RGBY":
                held = [chips.count(colour) for chips in self.chips]
                for seat in range(self.seats):
                    if max(held) and held[seat] == max(held):
                        wanted[seat] = wanted.get(seat, "") + colour * min(max(held), int(text[-1]))
        for letter in "RGBY":
            if "color=" + letter in text or "color:" + letter in text:
                wanted = {seat: letter * 99 for seat in range(self.seats)}
        carried = []
        for giver, taker, chips in moves:
            for _ in chips:
                have = self.bag if giver == "bag" else self.chips[giver]
                chip = self.lots.one_of(have)
                if wanted.get(giver):
                    chip, wanted[giver] = wanted[giver][0], wanted[giver][1:]
                if giver == "bag":
                    self.bag = self.bag.replace(chip, "", 1)
                else:
                    self.chips[giver] = self.chips[giver].replace(chip, "", 1)
                if taker == "bag":
                    self.bag += chip
                else:
                    carried.append((taker, chip))
            if giver == "bag":
                self.chips[taker] += "".join([chip for _, chip in carried])
                carried = []
        for taker, chip in carried:  # what goes from seat to seat goes at once
            self.chips[taker] += chip

    def _moved(self, held, text):
        here = [seat for seat in range(self.seats) if seat not in self.left]
        moved = [[] for _ in held]
        step = 1 if text.endswith("left") else -1
        for i in range(len(here)):
            moved[here[(i + step) % len(here)]] = held[here[i]]
        return moved

    def of(self, kind):
        """All facts of this kind."""
        return [fact for fact in self.facts if fact[0] == kind]

    # -- what people do ------------------------------------------------------------------------

    @property
    def match(self):
        return self.referee.match

    def raw(self, ask):
        """Return the people's answer to `ask`."""
        planned = self.plan(self, ask) if self.plan is not None else None
        if planned is not None:
            return planned
        if isinstance(ask, First):
            return self._first(ask)
        if isinstance(ask, All):
            return [self.raw(one) for one in ask.asks]
        if isinstance(ask, Lay):
            return self._lay(ask)
        if isinstance(ask, Ballot):
            return [self._vote(seat) for seat in ask.seats]
        if isinstance(ask, Poll):
            if ask.what == "take-seats":
                return [OK if seat < self.seats else None for seat in ask.seats]
            if ask.what in ("debate", "restate"):
                return [OK if NO not in ask.keys or self.lots.below(12) else NO]
            if ask.quorum is not None:
                return [ask.keys[0]] + [None] * (len(ask.seats) - 1)
            return [
                OK if OK in ask.keys and self.lots.below(8) else self.lots.one_of(ask.keys) for _ in ask.seats
            ]
        if isinstance(ask, Choose):
            return self._choose(ask)
        assert isinstance(ask, Clear), ask
        return []

    def _first(self, ask):
        if self.lots.below(60) == 0:
            for i in range(len(ask.asks)):
                if type(ask.asks[i]) is Call and self.lots.below(2):
                    return [i, [self.lots.one_of(ask.asks[i].seats), ask.asks[i].keys[0]]]
        if ask.what == "draw-law":
            self._draw_law()
            if END in self.hands[self.match.seat]:
                return [1, [END]]
            return [0, [OK]]
        return [0, self.raw(ask.asks[0])]

    def _draw_law(self):
        if self.drawn != self.match.turn:
            self.drawn = self.match.turn
            self.hands[self.match.seat].append(self.stack.pop())

    def _lay(self, ask):
        if ask.what == "draw-end":
            return [self.stack.pop()]
        if ask.what == "propose":
            self._draw_law()
            hand = self.hands[self.match.seat]
            if END in hand:
                return [END]
            return [self.lots.one_of(hand)]
        if ask.what == "mill":
            top = self.stack.pop()
            if top == END and self.options["end_card_when_milled"] == "put_back":
                self.stack.append(top)
            return [top]
        if ask.what == "show-wild":
            for seat in ask.places:
                self.own_wilds[seat].append(self.wilds.pop())
            return [self.own_wilds[seat][-1] for seat in ask.places]
        assert ask.what == "show-private", ask.what
        return [self.private[seat] for seat in ask.places]

    def _vote(self, seat):
        banned = [law for law in self.of("laws")[-1][4] if "wild_rule" in law]
        if self.own_wilds[seat] and not banned and self.lots.below(10) == 0:
            return self.lots.one_of(self.own_wilds[seat])
        yes = self.lots.below(2)
        if self.lots.below(2):
            return BY_KEY + (YES if yes else NO)
        return card(("YES" if yes else "NO") + str(seat + 1))

    def _choose(self, ask):
        if ask.what == "speak":
            rows = [
                row for row in ask.rows if row != "end-card" and (row != "leave" or not self.lots.below(4))
            ]
            return ask.rows.index(self.lots.one_of(rows))
        if ask.what == "blank-effect" and self.lots.below(2):
            return len(ask.rows) - 1
        if ask.what.startswith("count-"):
            return self._count(ask)
        return self.lots.below(len(ask.rows))

    def _count(self, ask):
        """A player who counts chips counts right."""
        if ask.what == "count-chips":
            number = self.match.chips[4 * ask.seat]
        elif self.options["chip_record"] == "counted":
            number = self.chips[ask.seat].count(ask.what[-1])
        else:
            number = self.match.chips[4 * ask.seat + "RGBY".index(ask.what[-1])]
        return (number - 1) % len(ask.rows)

    # -- how it is played ----------------------------------------------------------------------

    def spent(self, ask, answer):
        """Take from a hand the cards of an answer that was accepted."""
        if isinstance(ask, First):
            if answer[0] == 0 and ask.what == "propose":
                self.laid = answer[1][0]
            if ask.what == "debate" and answer[0] == 0 and answer[1] == [OK]:
                hand = self.hands[self.match.seat]
                if self.laid in hand:
                    hand.remove(self.laid)

    def quickly(self):
        """Answer ask after ask, to the end of the match."""
        referee = self.referee
        steps = 0
        while not referee.over:
            self.answer()
            steps += 1
            assert steps < 6000, referee.ask.what
        return self

    def answer(self):
        """Answer the ask that is open, as if all had done so at once."""
        referee = self.referee
        ask = referee.ask
        raw = self.raw(ask)
        self.spent(ask, raw)
        sealed = ask.seal(raw, referee.table)
        why = ask.fits(sealed, referee.table)
        assert why is None, (ask.what, raw, why)
        referee._answer(sealed)
        referee.settle()
        self.note(referee.taken())
        return ask, raw

    def by_hand(self, most=6000):
        """The same with cards and keys; then all that the shadow told must be the same."""
        referee = self.referee
        steps = 0
        while not referee.over:
            steps += 1
            assert steps < most
            ask = referee.ask
            raw = self.raw(ask)
            self.spent(ask, raw)
            for event in self.events(ask, raw):
                assert referee.ask is ask, (ask.what, referee.prompt()[0])
                self.feed(event)
            assert referee.ask is not ask or self.refused == [], (ask.what, raw, self.refused)
        if self.shadow is not None:
            assert self.shadow.over and self.shadow_facts == self.facts
        return self

    def feed(self, event):
        self.note(self.referee.feed(event))

    def events(self, ask, raw):
        """The inputs that give this answer."""
        lying = self.referee.picture.lying
        if isinstance(ask, First):
            inner = ask.asks[raw[0]]
            if isinstance(inner, Call):
                return [("key", raw[1][0], raw[1][1])]
            return self.events(inner, raw[1])
        if isinstance(ask, All):
            return [event for i in range(len(raw)) for event in self.events(ask.asks[i], raw[i])]
        if isinstance(ask, Clear):
            return [
                ("lifted", place)
                for place in range(12)
                if lying[place] is not None and place not in ask.still
            ]
        if isinstance(ask, Lay):
            lifts = [("lifted", place) for place in ask.places if lying[place] is not None]
            lays = [("laid", ask.places[i], raw[i]) for i in range(len(raw))]
            oks = [] if ask.until is None else [("key", ask.until.seat, OK)]
            return lifts + lays + oks
        if isinstance(ask, Ballot):
            found = []
            for i in range(len(raw)):
                seat, value = ask.seats[i], raw[i]
                if value >= BY_KEY:
                    found.append(("key", seat, value - BY_KEY))
                else:
                    found.append(("laid", seat, value))
            return self.shuffled(found) + [("key", ask.closer, OK)]
        if isinstance(ask, Poll):
            return [("key", ask.seats[i], raw[i]) for i in range(len(raw)) if raw[i] is not None]
        assert isinstance(ask, Choose), ask
        steps = 0 if raw == ask.default else raw + 1
        return [("key", ask.seat, YES)] * steps + [("key", ask.seat, OK)]


class Refused(Exception):
    """The table refused what a plan said."""


class Assembly(Club):
    """A club whose people follow the prompts, for one turn after another.

    `chips`: of each seat, such as "RRGY BB -"; `laws`: in force, oldest first, "B05 B28:2" (proposed by seat
    2, else by seat 0); `wilds`: "DY1 - SC1"; `away`: by seat.
    """

    def __init__(
        self, seats=4, chips="", laws="", wilds="", given=None, seed=1, seat=0, shadow=True, **state
    ):
        held = []
        words = chips.split()
        for one in range(seats):
            have = words[one] if one < len(words) else "RGBY"
            if (given or {}).get("chip_record") == "counted":
                held.extend([0 if have == "-" else len(have), 0, 0, 0])
            else:
                held.extend([have.count(letter) for letter in "RGBY"])
        rows = []
        for word in laws.split():
            law, _, rest = word.partition(":")
            proposer, _, fill = rest.partition(":")
            rows.extend([card(law), int(proposer or 0), len(rows) // 4 + 1, fill])
        state["chips"] = held
        state["laws"] = rows
        state["seat"] = seat
        Club.__init__(self, seats, given, seed, self.obey, shadow, state=state, wilds=wilds)
        self.wilds = [c for c in self.wilds if c not in [w for own in self.own_wilds for w in own]]
        self.said = []

    def obey(self, _club, ask):
        """The next thing that was said, if it answers this ask; else one without effect."""
        if isinstance(ask, First):
            if ask.what != "restate" and self.said and self.said[0].startswith("call "):
                seat = int(self.said.pop(0)[5:])
                for i in range(len(ask.asks)):
                    one = ask.asks[i]
                    if isinstance(one, Call) and seat in one.seats:
                        return [i, [seat, one.keys[0]]]
            if ask.what == "draw-law":
                if self.said and self.said[0] == "END":
                    self.said.pop(0)
                    return [1, [END]]
                return [0, [OK]]
            return [0, self.obey(_club, ask.asks[0])]
        if isinstance(ask, Lay) and ask.what in ("propose", "mill", "draw-end"):
            return [card(self.said.pop(0))]
        if isinstance(ask, Ballot):
            return self.ballots(ask, self.said.pop(0))
        if isinstance(ask, Poll):
            if ask.keys == (OK,):
                return [OK for _ in ask.seats]
            if ask.what in ("debate", "restate"):
                if self.said and self.said[0] == "back":
                    self.said.pop(0)
                    return [NO]
                return [OK]
            said = self.said.pop(0)
            return [{"y": YES, "n": NO, "o": OK, "-": None}[letter] for letter in said]
        if isinstance(ask, Choose):
            said = self.said.pop(0)
            rows = ask.rows if said in ask.rows else [str(row).split(" ")[0] for row in ask.rows]
            assert said in rows, (said, ask.what, ask.rows)
            return rows.index(said)
        return None

    def ballots(self, ask, words):
        """`YYN` by key or card, `w` for the own wild; of those who are asked, in the order of seats."""
        votes = []
        for i in range(len(ask.seats)):
            letter, seat = words[i], ask.seats[i]
            if letter == "w":
                votes.append(self.own_wilds[seat][0])
            elif seat % 2:
                votes.append(BY_KEY + (YES if letter == "Y" else NO))
            else:
                votes.append(card(("YES" if letter == "Y" else "NO") + str(seat + 1)))
        return votes

    def turn(self, *said):
        """One turn, or the scoring; `said`: what people say in their order. Returns the facts of it."""
        before, stage = len(self.facts), self.match.stage
        self.said = list(said)
        while self.match.stage == stage and not self.referee.over:
            self.answer()
        assert self.said == [], self.said
        if self.shadow is not None:
            assert self.shadow_facts == self.facts
        return self.facts[before:]

    def _move_chips(self, fact):
        """The people hold what the test says they hold."""

    def adopt(self, law, *choices):
        """A turn in which all vote for `law`."""
        return self.turn(law, *(self.before(choices) + ["Y" * len(self._asked())] + self.after(choices)))

    def before(self, choices):
        return [choice[1:] for choice in choices if choice.startswith("<")]

    def after(self, choices):
        return [choice for choice in choices if not choice.startswith("<")]

    def _asked(self):
        return [seat for seat in range(self.seats) if not self.match.away[seat]]

    def held(self):
        """The chips of all seats: "RGBY RR - Y"."""
        found = []
        for seat in range(self.seats):
            four = self.match.chips[4 * seat : 4 * seat + 4]
            found.append("".join(["RGBY"[i] * four[i] for i in range(4)]) or "-")
        return " ".join(found)

    def lying(self):
        """The laws on the table, oldest first."""
        return " ".join([name(one) for one in self.match.laws[::4]])


def only(facts, kind):
    """The facts of this kind."""
    return [fact for fact in facts if fact[0] == kind]


# -- by hand: what a test does, and what it sees -----------------------------------------------------


def prompt(club):
    return club.referee.prompt()


def what(club):
    return prompt(club)[0]


def lay(club, place, word):
    club.feed(("laid", place, card(word)))


def press(club, *keys):
    for seat, key in keys:
        club.feed(("key", seat, key))


def lift(club, *places):
    for place in places:
        club.feed(("lifted", place))


def open_vote(club, law):
    """By hand, until all may vote."""
    lay(club, CENTRE, law)
    press(club, (club.match.seat, OK))


def refused(club):
    codes = [one[0] for one in club.refused]
    club.refused = []
    return codes
