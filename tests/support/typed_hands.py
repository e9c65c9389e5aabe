"""Matches of the engine alone in which a user types for some of the hands, sensibly and foolishly.

A typed line goes the whole way of one at the virtual table: `typed.read`, then `hands.Hands`, then the pads.
Typed hands need not wait: with `hasty` ones cards and keys reach the table only after more was typed. The
plug can be pulled; then the table asks, when it has power again, for the cards that lay there.
"""

import random

import random_players
from cardtable.engine import cards, referee
from cardtable.engine import match as matches
from cardtable.engine.asks import base
from cardtable.engine.outputs import Record, Told
from cardtable.games import registry as games
from tablehost.people import hands, kinds, room, typed, vocabulary
from tablehost.referee import open_log

DARK = (hands.DARK, [], [base.NOTHING] * base.MOST_SEATS, [base.EMPTY] * base.PLACES)
MUST_GO = (base.WRONG, base.REMOVE, base.KEEP, base.OUT)
IN_THE_MIDDLE = (base.OUT, base.REMOVE, base.WRONG)
SHORT = {"target": 1, "days": 1, "max_rounds": 2}
FOOLISH = (
    "lift", "lift", "turn", "draw", "take", "clear", "hold no", "yes", "no", "ok", "ok", "chip rrg", "chip b",
    "chip 2y r", "hand", "help", "read", "lay foreign", "swap foreign", "show foreign", "lay", "point", "",
    "nonsense", "9: lift", "99: ok", "0: ok", "lay wild", "swap yes", "show no", "lay end", "sc", "dy",
    "lay yes", "lay no", "plug",
)  # fmt: skip


class Typists:
    """A match in which a user types for the seats `held`, and bots play the others.

    `hasty`: how often, of 1, a line is typed, or a bot acts, while something is still on its way to the
    table. `seats`, `held` and `options` are drawn by lot unless given. `lines` are those that were typed,
    with the reason where it was refused.
    """

    def __init__(self, name, seed, hasty=0.0, seats=None, held=None, options=None):
        lots = self.lots = random.Random(f"typists {name} {seed}")
        game = self.game = games.load(name)
        seats = seats or lots.randint(*game.SEATS)
        if options is None:
            short = {row[0]: SHORT[row[0]] for row in game.OPTIONS if row[0] in SHORT}
            options = random_players.options_of(
                game, seats, random_players.Lots(lots.randrange(1 << 30)), short
            )
        self.match = matches.new(game, seats, dict(options))
        quick = [kind for kind in kinds.of(game) if kind != kinds.STRONG]
        minds = [kinds.mind(lots.choice(quick), game) for seat in range(seats)]
        self.room = room.room(game, seats, self.match.options, seed, minds, fidget=lots.choice((0.02, 0.2)))
        held = lots.sample(range(seats), lots.choice((1, 1, 2, seats))) if held is None else held
        self.hands = hands.Hands(self.room, held)
        self.seats = sorted(held)
        self.tongue = vocabulary.load("en", name)
        self.hasty = hasty
        self.sense = lots.choice((0.5, 0.8, 0.95))
        self.lines = []
        self.pads = [[] for _ in range(base.PLACES)]  # the cards there, from below
        self._way = []  # events on their way to the table
        self._bots_move = 0  # the first of them that must arrive before bots, who are not hasty, act again
        self._dark = False
        self._before = None  # the cards on the pads when the power went, until all is repaired
        self._deck = [cards.text(card, self.room.letters) for card in self.room.deck]
        self.referee = referee.Referee(self.match, draw=lambda *at: lots.randrange(at[2]))
        self._hear(self.referee.start())

    @property
    def over(self):
        return self.referee.over

    # -- the table -------------------------------------------------------------------------------

    def _hear(self, outs):
        for out in outs:
            if not self.room.reads:
                continue
            if isinstance(out, Record):
                self.room.records.append((len(self.room.records), list(out)))
            elif isinstance(out, Told):
                self.room.told(open_log.raw(self.game, out.fact))

    def _on_pad(self, place):
        lie = self.pads[place]
        return None if not lie else lie[0] if len(lie) == 1 else cards.SEVERAL

    def _arrive(self):
        """One thing that is on its way reaches the table."""
        event = self._way.pop(0)
        self._bots_move = max(0, self._bots_move - 1)
        if event[0] == "rest":
            return
        if event[0] == "plug":
            self._plug()
            return
        if event[0] == "key":
            if not self._dark and self._before is None and event[2] != base.CORRECT:
                self._hear(self.referee.feed(event))
            return
        lie = self.pads[event[1]]
        if event[0] == "laid":
            lie.append(event[2])
        else:
            lie.pop(0 if event[0] == "lifted" else -1)
        if not self._dark and self._before is None:
            self._tell(event[1])

    def _tell(self, place):
        card = self._on_pad(place)
        self._hear(self.referee.feed(("lifted", place) if card is None else ("laid", place, card)))

    def prompt(self):
        """Return the prompt as the people see it."""
        if self._dark:
            return DARK
        if self._before is not None:
            return self._repair()
        return (self.referee.prompt() or ("", (), DARK[2], DARK[3]))[:4]

    def _repair(self):
        """Return the table's repair prompt, card by card, when it has power again."""
        verdicts = [base.EMPTY] * base.PLACES
        for what, verdict in (("repair-lift", base.WRONG), ("repair-lay", base.MISSING)):
            for place, before in enumerate(self._before):
                now = self._on_pad(place)
                if now != before and (now is None) == (verdict == base.MISSING):
                    verdicts[place] = verdict
                    return (what, (place, 1), DARK[2], verdicts)
        self._before = None
        return self.referee.prompt()[:4]

    def _plug(self):
        while self._way and self._way[0][0] != "plug":
            self._arrive()
        if self._dark:
            self.room.remember()
            self._before = list(self.referee.picture.lying)
            self._dark = False
        else:
            self._dark = True

    # -- people ----------------------------------------------------------------------------------

    def step(self):
        """Do one step: a bot acts, or the user types."""
        lots = self.lots
        if self._way and lots.random() >= self.hasty:
            self._arrive()
        elif self.over:
            return
        elif not self._dark and not self._bots_move and lots.random() < 0.7:
            self._send(self.room.act(*self.prompt()))
            self._bots_move = len(self._way)
            if not self._way and lots.random() < 0.1 and self._before is None:
                self._hear(self.referee.feed(("expired",)))
        else:
            seat = lots.choice(self.seats)
            sensible = lots.random() < self.sense
            self.type(self._sensible(seat) if sensible else self._foolish(), seat)
        self.check()

    def do(self, line, seat):
        """Type a line and see what comes of it; return the reason if it was refused, or ""."""
        self.type(line, seat)
        self._settle()
        return self.lines[-1][len(f"{seat}> {line}") :].strip(" ()")

    def until(self, what):
        """Let everybody do as told until the table asks for this."""
        for _ in range(5000):
            self._settle()
            if self.over or self.prompt()[0] == what:
                return
            events = self.room.act(*self.prompt())
            self._send(events)
            if not events:
                seat = self.lots.choice(self.seats)
                self.type(self._sensible(seat), seat)
        raise AssertionError(f"{what} was never asked; now {self.prompt()}")

    def _settle(self):
        while self._way:
            self._arrive()
        self._bots_move = 0
        self.check()

    def _send(self, events):
        self._way += events
        while self._dark and self._way:  # no player is in a hurry
            self._arrive()

    def type(self, line, seat):
        """Type a line for a seat."""
        self.lines.append(f"{seat}> {line}")
        what, args, tasks, pads = self.prompt()
        if self.room.reads and what != hands.DARK and what not in room.AFTER_A_CUT:
            self.room.perceive(what, args, tasks, pads)
        self.hands.sees(tasks, pads)
        try:
            act = typed.read(line, self.seats, seat, self.tongue)
            if not isinstance(act, typed.Act):
                return
            if act.act == hands.READ:
                self.hands.read(act.seat, act.word, "en")
                return
            if not act.insists:
                self.hands.check_held(act.seat, act.act, act.word)
            self._send(self.hands.act(act.seat, act.act, act.word, what, tasks, pads))
        except (hands.CannotDo, typed.Unknown) as why:
            self.lines[-1] += f"   ({why})"

    def _foolish(self):
        lots = self.lots
        if lots.random() < 0.4:
            line = lots.choice(FOOLISH)
            return line if line != "plug" or lots.random() < 0.3 or self._dark else "lift"
        if lots.random() < 0.2:
            return f"{lots.choice(('point', 'draw'))} {lots.randint(1, self.match.seats + 1)}"
        near = [cards.text(card, self.room.letters) for card in self._near()]
        card = lots.choice(near) if near and lots.random() < 0.6 else lots.choice(self._deck)
        insists = lots.choice(("", "!", "!"))
        return f"{lots.choice(('lay', 'lay', 'swap', 'show'))} {card.lower()}{insists}"

    def _near(self):
        """Return the cards that a player could want: on pads, in piles, open, of the own hand."""
        people = self.room
        found = [card for card in people.lying if card is not None and card < cards.FOREIGN]
        for person in people.people:
            found += person.pile + (person.hand if person.seat in self.seats else [])
            found += people.to_be_taken(person.seat)
        return [*found, *people.gone, *people.pool[:2]]

    def _sensible(self, seat):
        """Return a line of a user who does roughly as prompted."""
        what, _, tasks, pads = self.prompt()
        lots, lying, task = self.lots, self.room.lying, tasks[seat]
        if self._dark:
            return "plug"
        if self._before is not None:
            for place in range(base.PLACES):
                if pads[place] == base.WRONG:
                    return f"{place + 1}: lift" if place in self.seats else "clear"
                if pads[place] == base.MISSING and place in self.seats:
                    before = self._before[place]
                    return f"{place + 1}: lay {cards.text(before, self.room.letters)}" if before else "lift"
                if pads[place] == base.MISSING:
                    before = self._before[place]
                    return lots.choice(("turn", f"lay {cards.text(before, self.room.letters)}"))
        if lying[seat] is not None and (task == base.LIFT or pads[seat] in MUST_GO):
            return "lift"
        if lying[base.CENTRE] is not None and pads[base.CENTRE] in IN_THE_MIDDLE and lots.random() < 0.5:
            return "clear"
        person = self.room.people[seat]
        wishes = ["ok"]
        if task == base.LAY:
            own = [cards.text(card, self.room.letters) for card in person.hand + person.pile]
            wishes = [f"lay {lots.choice(own)}"] * 3 if own else []
            wishes += ["turn", "draw", f"point {lots.randint(1, self.match.seats)}", "lift"]
        elif task == base.SHOW:
            wishes = [f"show {cards.text(card, self.room.letters)}" for card in person.hand] + ["ok", "no"]
        elif task == base.TAKE_ALL:
            return "take"
        elif task == base.PRESS_OK:
            open_cards = [
                f"lay {cards.text(card, self.room.letters)}" for card in self.room.to_be_taken(seat)
            ]
            chips = [f"chip {letter}" for letter in "rgby"] if "chips" in what else []
            declines = ["no"] * 3 if what.startswith("show-") else []
            wishes = ["ok", "ok", "ok", "draw", *chips, *open_cards[:1], *declines]
        elif task == base.PRESS_YES_NO:
            wishes = ["ok"] if what == "take-seats" or what.startswith("count") else ["yes", "no", "ok"]
        elif task == base.PICK:
            wishes = ["yes", "ok", "draw"]
        elif task == base.MAY_CALL:
            wishes = ["ok", "yes"]
        return lots.choice(wishes)

    # -- what must hold --------------------------------------------------------------------------

    def check(self):
        """Every card is in one place; with nothing on its way, on the pads lies what people laid there."""
        people = self.room
        assert sorted(people.all_cards()) == sorted(people.deck), "cards were lost or doubled"
        if not self._way:
            for place, lie in enumerate(self.pads):
                there = [] if people.lying[place] is None else [people.lying[place]]
                there += [card for card, _ in people.on_top.get(place, ())]
                assert there == lie, f"on place {place} lies {lie}, people think {there}"


def play(name, seed, steps, hasty=0.0):
    """Type by lot until the match is over, or so many steps; return the Typists."""
    typists = Typists(name, seed, hasty)
    for _ in range(steps):
        if typists.over:
            break
        typists.step()
    return typists
