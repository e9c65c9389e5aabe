"""Random people who play legally, now and then clumsily, and what the tests know about a match.

They look at the ask itself and at the ledger, as no real person could: so a test of any game needs
nothing but the game. Everything is drawn from a seed, the same on every interpreter.
"""

import json

from cardtable.engine import match as matches
from cardtable.engine import past_stage, replay, views
from cardtable.engine import referee as referees
from cardtable.engine.asks.automatic import Pause, Reveal, Weigh
from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import HOLD_NO, NO, OK, OPEN, PLACES, SEALED, UNTIL_CLOSED, YES
from cardtable.engine.asks.keys import Call, Choose, OperatorCall, Poll
from cardtable.engine.asks.laying import Clear, Lay, LayOne, Take
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import FOREIGN, SEVERAL, UNKNOWN, rank_of
from cardtable.engine.match import OptionError, resolve
from cardtable.engine.outputs import Found, Record, Retold, Seal, Told
from cardtable.engine.replay import Conflict
from cardtable.engine.table import ON_TABLE
from chip_counting import row_of
from seeded_chance import Lots

MUST_GO = (5, 6, 7, 8, 9)  # the verdicts WRONG, REMOVE, TAKE, KEEP, OUT
TRIES = 12  # sets of cards that people think of when some must fit together


class NoCard(Exception):
    """No player has a card that fits."""


def chance(stage, index, n):
    """The chance the table committed to."""
    return Lots(stage * 1000 + index).below(n)


def options_of(game, seats, lots, fixed):
    """Options drawn at random that go together; `fixed` ones are as given."""
    while True:
        given = {}
        for row in game.OPTIONS:
            if row[0] in fixed:
                given[row[0]] = fixed[row[0]]
            elif lots.below(3) == 0:
                choices = row[1]
                if choices[0] == "int":
                    most = choices[1] + 3 if choices[2] is None else min(choices[1] + 3, choices[2])
                    given[row[0]] = choices[1] + lots.below(most - choices[1] + 1)
                else:
                    given[row[0]] = lots.one_of(choices)
        try:
            return resolve(game, seats, given)
        except OptionError:
            continue


class Watched(referees.Referee):
    """A referee that remembers what its answers answered, and counts those that players gave.

    `cut`: of what came out of an input, the number of the first thing that may tell a secret, or None.
    `resumed`: keys pressed before a call counted for the last answer that players gave.
    """

    def __init__(self, match, judges=True, draw=None):
        referees.Referee.__init__(self, match, judges, draw)
        self.asked = []
        self.given = 0
        self.cut = None
        self.resumed = False
        self._open_with_keys = False

    def feed(self, event):
        self.cut = None
        return referees.Referee.feed(self, event)

    def correct(self, fix):
        kept = self.given, self.resumed, self._open_with_keys
        try:
            return referees.Referee.correct(self, fix)
        except Conflict:  # refused, but the answers were taken again to find out
            self.given, self.resumed, self._open_with_keys = kept
            raise

    def _answer(self, answer):
        if self.cut is None and tells(self.ask):
            self.cut = len(self.out)
        referees.Referee._answer(self, answer)

    def take(self, answer):
        if len(self.answers) == 0:
            self.asked = []
        self.asked = self.asked[: len(self.answers)] + [self.ask]
        if not self.ask.auto:
            self.given += 1
            self.resumed = self._open_with_keys
        referees.Referee.take(self, answer)
        self._open_with_keys = [key for key in self.picture.keys if key is not None] != []


def tells(ask):
    """True if the answer to `ask` makes public a card that was secret before."""
    for leaf in ask.parts():
        if isinstance(leaf, (Reveal, Weigh)) or leaf.secrecy == UNTIL_CLOSED:
            return True
        if isinstance(leaf, Poll) and leaf.secrecy == SEALED:
            return True
    return False


class Records:
    """Records in their order, kept as JSON: nothing changes one behind our back."""

    def __init__(self):
        self._texts = []

    def append(self, record):
        self._texts.append(json.dumps(record))

    def __len__(self):
        return len(self._texts)

    def __getitem__(self, at):
        return json.loads(self._texts[at])

    def __iter__(self):
        return self.since(0)

    def since(self, first):
        """Yield the records from number `first` on."""
        for number in range(first, len(self._texts)):
            yield self[number]


class Game:
    """A match under way: a judging referee and all that came out of it.

    deck     the cards it is played with, in ascending order
    records  all records as they went through JSON; base: the number of the first one of this stage
    checkpoint   the match as it stood when this stage opened
    vault    handle -> value of everything that was ever sealed
    since    the inputs since the last answer of players; gave: those that gave it ([None]: unknown)
    lay      new cards on the pads when the last answered ask opened; lie: when this one did
    found    what was found impossible; plans: by seat, the cards it is about to show
    """

    def __init__(self, game, seats, options, seed, draw=chance):
        self.game = game
        self.lots = Lots(seed)
        self.clumsy = 12
        self.records = Records()
        self.base = 0
        self.vault = {}
        self.since = []
        self.gave = []
        self.lay = []
        self.lie = []
        self.facts = []
        self.found = []
        self.plans = [[] for _ in range(seats)]
        match = matches.new(game, seats, options)
        self.deck = bytes(sorted(game.deck(seats, match.options)))
        self.fresh = match.dump()
        self.checkpoint = self.fresh
        self.referee = Watched(matches.load(game, self.fresh), draw=draw)
        self.barred = []  # cards the people must not lay
        self.keep(self.referee.start())

    def keep(self, outs):
        """Remember what came out; returns it."""
        for out in outs:
            if isinstance(out, Seal):
                self.vault[out.handle] = out.value
            elif isinstance(out, Record):
                self.records.append(list(out))
                record = self.records[-1]
                assert record == list(out), record
                if record[0] == "end":
                    self.base = len(self.records)
                    self.checkpoint = matches.with_state(self.checkpoint, record[3])
                    self.facts = []
                elif record[0] == "fix" and record[3][0] == "back":
                    self.base = len(self.records)
                    self.checkpoint = list(self.referee.checkpoint)
            elif isinstance(out, Found):
                self.found.append(out.fact)
            elif isinstance(out, Retold):
                self.facts = self.facts[: out.count]
            elif isinstance(out, Told):
                assert out.number == len(self.facts), out
                self.facts.append(json.dumps(out.fact))
        return outs

    def feed(self, event):
        given = self.referee.given
        self.since.append(event)
        outs = self.keep(self.referee.feed(event))
        if self.referee.given != given:
            self.gave = self.since if self.referee.given == given + 1 else [None]
            self.since = []
            self.lay, self.lie = self.lie, self.new()
        return outs

    def step(self):
        """Give one input of any player; return the output."""
        return self.feed(self.choose())

    def lying(self):
        """(place, card) of all that lies on the pads."""
        pads = self.referee.picture.lying
        return [(place, pads[place]) for place in range(PLACES) if pads[place] is not None]

    def new(self):
        """Return (place, card) of the cards that lie on the pads and have not answered yet."""
        picture = self.referee.picture
        return [(place, card) for place, card in self.lying() if not picture.is_old(place)]

    # -- what people might do next ---------------------------------------------------------

    def choose(self):
        """Return an input that a player gives now."""
        if self.clumsy and self.lots.below(self.clumsy) == 0:
            event = self._clumsy()
            if event is not None:
                return event
        referee = self.referee
        events = []
        verdicts = referee.prompt()[3]
        for place in range(PLACES):
            if verdicts[place] in MUST_GO:
                events.append(("lifted", place))
        if not events:
            asks = referee.ask.parts()
            for ask in asks:
                events.extend(self._for(ask, len(asks) > 1))
        assert events, referee.prompt()
        return self.lots.one_of(events)

    def _for(self, ask, beside):
        """The inputs that bring `ask` forward; `beside`: other asks are open too."""
        picture = self.referee.picture
        if isinstance(ask, Take):
            return self._for_take(ask)
        if isinstance(ask, LayOne):
            return self._for_lay_one(ask)
        if isinstance(ask, Lay):
            try:
                return self._for_lay(ask)
            except NoCard:  # something else can be done
                if not beside:
                    raise
                return []
        if isinstance(ask, Show):
            events = []
            for seat in ask.seats:
                if not picture.done[seat]:
                    events.append(self._for_show(ask, seat))
            return events
        if isinstance(ask, Poll):
            events = []
            for seat in ask.seats:
                if picture.keys[seat] is None:
                    key = self.lots.one_of(ask.keys)
                    if OK in ask.keys and YES not in ask.keys and self.lots.below(16):
                        key = OK
                    events.append(("key", seat, key))
                elif ask.quorum is not None and picture.keys[seat] != ask.keys[0]:
                    events.append(("key", seat, ask.keys[0]))
            return events
        if isinstance(ask, Choose):
            if picture.done[ask.seat] is not None:
                return []
            row = ask.row(picture, self.referee.table)
            if ask.what.startswith("count-"):
                return [("key", ask.seat, OK if row == row_of(self.referee.match, ask) else YES)]
            if row is not None and self.lots.below(2):
                return [("key", ask.seat, OK)]
            if ask.by_card is not None and picture.lying[ask.seat] is None and self.lots.below(2):
                card = self.card(lambda card: ask.by_card(card) is not None, ask.seat, ask.again)
                return [("laid", ask.seat, card)]
            if picture.lying[ask.seat] is not None and ask.by_card is not None:
                return [("lifted", ask.seat)]
            return [("key", ask.seat, YES)]
        if isinstance(ask, Ballot):
            return self._for_ballot(ask)
        if isinstance(ask, OperatorCall):
            return []
        if isinstance(ask, Call):
            if beside and self.lots.below(4):
                return []
            return [("key", self.lots.one_of(ask.seats), self.lots.one_of(ask.keys))]
        if isinstance(ask, Pause):
            return [("expired",)]
        assert isinstance(ask, Clear), ask
        return []

    def _for_lay(self, ask):
        picture = self.referee.picture
        events = []
        for place in ask.places:
            if picture.lying[place] is None:
                events.append(("laid", place, self._card_for(ask, place)))
        if not events and ask.until is not None:
            events.append(("key", ask.until.seat, OK))
        if not events and ask.next is not None:
            events.append(self._lay(ask, ask.next))
        return events

    def _lay(self, ask, place):
        """A player lays a card on `place`, and before that lifts what is there."""
        if self.referee.picture.lying[place] is not None:
            return ("lifted", place)
        return ("laid", place, self._card_for(ask, place))

    def _for_lay_one(self, ask):
        picture, lots = self.referee.picture, self.lots
        if ask._complete(picture):
            return [("key", ask.until.seat, OK)]
        start = lots.below(len(ask.places))
        for i in range(len(ask.places)):
            place = ask.places[(start + i) % len(ask.places)]
            try:
                return [self._lay(ask, place)]
            except NoCard:
                pass
        raise NoCard(ask.what)

    def _for_take(self, ask):
        """Take one of the cards that lie there, wherever it lies; no player must."""
        if not ask.again:
            return []
        picture = self.referee.picture
        card = self.lots.one_of(ask.again)
        if card in picture.lying:
            return [("lifted", picture.lying.index(card))]
        if card in self.barred:
            return []
        place = ask.places[0]
        return [("laid", place, card) if picture.lying[place] is None else ("lifted", place)]

    def _for_ballot(self, ask):
        """Every seat votes, by card or by key; then the vote is closed."""
        picture, lots = self.referee.picture, self.lots
        events = []
        for seat in ask.seats:
            if picture.lying[seat] is None and picture.done[seat] is None:
                if lots.below(2):
                    events.append(("laid", seat, self._card_for(ask, seat)))
                else:
                    events.append(("key", seat, lots.one_of((YES, NO))))
        return events or [("key", ask.closer, OK)]

    def _card_for(self, ask, place):
        picture, table = self.referee.picture, self.referee.table
        return self.card(lambda card: ask._unwanted(card, picture, table, place) is None, place, ask.again)

    def _for_show(self, ask, seat):
        picture = self.referee.picture
        shown = len(picture.shown[seat])
        if ask.decline and shown == 0 and self.lots.below(3) == 0:
            return ("key", seat, NO)
        if ask.whole is not None:
            return self._for_whole(ask, seat)
        if shown >= ask.least and (shown == ask.most or self.lots.below(2)):
            return ("key", seat, OK)
        if shown and self.lots.below(8) == 0:
            return ("key", seat, NO)
        if picture.lying[seat] is not None:
            return ("lifted", seat)
        return ("laid", seat, self._card_for(ask, seat))

    def _for_whole(self, ask, seat):
        """Show what fits together: a plan is made with the first card. Without one, decline."""
        picture, table, lots = self.referee.picture, self.referee.table, self.lots
        shown = [table.peek(value) for value in picture.shown[seat]]
        if not shown:
            self.plans[seat] = self._whole(ask, seat)
            if not self.plans[seat]:
                return ("key", seat, NO)
        plan = self.plans[seat]
        if shown != plan[: len(shown)] or (shown and lots.below(16) == 0):
            return ("key", seat, NO)
        if shown == plan:
            return ("key", seat, OK)
        if picture.lying[seat] is not None:
            return ("lifted", seat)
        card = plan[len(shown)]
        if card in picture.lying or ask._unwanted(card, picture, table, seat):
            return ("key", seat, NO)
        return ("laid", seat, card)

    def _whole(self, ask, seat):
        """Cards that fit together for `ask`, or none: any, or of one rank, or of ranks that follow."""
        picture, table, lots = self.referee.picture, self.referee.table, self.lots
        cards = [c for c in self.coming(seat) if ask._unwanted(c, picture, table, seat) is None]
        for _ in range(TRIES):
            number = ask.least + lots.below(ask.most - ask.least + 1)
            step = lots.below(3) - 1
            plan = []
            rank = 0
            for i in range(number):
                some = [c for c in cards if c not in plan and (i == 0 or step < 0 or rank_of(c) == rank)]
                if not some:
                    break
                plan.append(lots.one_of(some))
                rank = rank_of(plan[-1]) + max(step, 0)
            if len(plan) == number and ask.whole(table, plan) is None:
                return plan
        return []

    def unseen(self):
        """The cards that may be in any hand: the table knows of none where it is, or went back to."""
        table, picture = self.referee.table, self.referee.picture
        gone = {}
        for card in [table.peek(card) for card, _ in table.ledger()] + picture.lying + self.barred:
            gone[card] = True
        return [card for card in self.deck if card not in gone and table.where(card) is None]

    def coming(self, place, again=()):
        """The cards that may be laid on `place`: unseen ones, those that its seat holds, those of `again`."""
        table, picture = self.referee.table, self.referee.picture
        cards = self.unseen()
        for card in self.held():
            if card not in picture.lying and card not in self.barred and table.why_gone(card, place) is None:
                cards.append(card)
        for value in again:
            card = table.peek(value)
            if card not in cards and card not in picture.lying and not table.why_elsewhere(value, place):
                cards.append(card)
        return cards

    def held(self):
        """The cards that lie aside, or that the table knows in hands, in ascending order."""
        table = self.referee.table
        return [card for card in self.deck if (table.where(card) or 0) >= ON_TABLE]

    def card(self, fits, place, again=()):
        """Any card that may come to `place` and `fits`. Raises NoCard."""
        cards = self.coming(place, again)
        if cards:
            start = self.lots.below(len(cards))
            for i in range(len(cards)):
                card = cards[(start + i) % len(cards)]
                if fits(card):
                    return card
        raise NoCard("no card left that fits")

    def _clumsy(self):
        """An input that was not asked for; it must do no harm."""
        referee, lots = self.referee, self.lots
        place = lots.below(referee.match.seats)
        what = lots.below(5)
        lying = referee.picture.lying[place]
        if what == 0:
            return ("key", place, lots.one_of((YES, NO, OK)))
        if what == 1:
            if referee.void_asked_by is None or referee.void_asked_by == place:
                return ("key", place, HOLD_NO)
            return None
        if what == 2:  # an exchange, or a card carried away
            return None if lying is None else ("lifted", place)
        if lying is None and what == 3:
            if self.held() and lots.below(2):  # one that cannot come from here, perhaps
                return ("laid", place, lots.one_of(self.held()))
            return ("laid", place, lots.one_of((UNKNOWN, FOREIGN, SEVERAL, 15)))
        cards = self.unseen()  # early, or without effect
        return ("laid", place, lots.one_of(cards)) if lying is None and len(cards) > 30 else None


# -- what can be said about a referee --------------------------------------------------------


def told(referee):
    """All that is public, as one comparable value: the prompt and the open cards.

    A card laid in place of one that was revealed is named [Democracy 4 f], so it differs between two worlds.
    """
    prompt = referee.prompt()
    if prompt is not None:
        reasons = prompt.reasons
        prompt = list(prompt[:4]) + [
            [place, reasons[place][0], reasons[place][2]] for place in sorted(reasons)
        ]
    return [prompt, views.pads(referee)]


def standing(referee):
    """Return the state of a match, apart from the picture."""
    table = referee.table
    match = referee.match.dump()
    return [
        match if table is None else open_value(table, match),
        referee.over,
        None if table is None else [table.digest, table.facts],
        [table is None or open_value(table, answer) for answer in referee.answers],
        [] if table is None else ledger(referee),
    ]


def open_value(table, value):
    """The same nested lists with every handle opened as far as the table can."""
    if isinstance(value, list):
        return [open_value(table, item) for item in value]
    return table.peek(value) if isinstance(value, int) else value


def ledger(referee):
    """[card, where it went] in ascending order, with handles opened as far as the table can."""
    table = referee.table
    return sorted([[table.peek(card), where] for card, where in table.ledger()])


def everything(referee):
    """The whole state of a referee: what a refused correction must not touch."""
    picture = referee.picture
    return [
        standing(referee),
        [picture.lying, picture.recorded, picture.old(), picture.keys, picture.steps],
        [picture.shown, picture.done, picture.expired, referee.parts],
        [list(referee.answers), referee.next_handle, referee.void_asked_by],
        [list(referee.found), referee.talking],
        [[handle, referee.vault[handle]] for handle in sorted(referee.vault)],
        referee.prompt(),
        referee.last_answer,
        list(referee.out),
    ]


def past_of(game):
    """The stage before the present one, for `crossing`. Raises Conflict."""
    records = game.records
    return past_stage.Past(game.referee.match.stage, range(len(records)), lambda number: records[number])


def revived(game, whole=False):
    """The referee of `game` after a power cut: from the last checkpoint, or from the start if `whole`."""
    referee = Watched(matches.load(game.game, game.fresh if whole else game.checkpoint), draw=chance)
    if whole:
        referee.older = {0: referee.match.state()}
        for handle in game.vault:
            referee.vault[handle] = game.vault[handle]
        for record in game.records:
            referee.follow(record)
    else:
        replay.begin(referee, game.vault)
        for number in range(game.base, len(game.records)):
            record = game.records[number]
            if record[0] != "start":
                referee.follow(record)
    return referee


def hidden_by(ask, place):
    """The part of `ask` that hides a card on `place` for the time being, or None."""
    for leaf in ask.parts():
        if leaf.place_of(place):
            return None if leaf.secrecy == OPEN else leaf
    return None


class Guests(Game):
    """The same people at a referee that others run; `at` it before they choose."""

    def __init__(self, seed, clumsy=12):
        self.lots = Lots(seed)
        self.clumsy = clumsy
        self.barred = []
        self.referee = None

    def at(self, referee):
        self.referee = referee
        match = referee.match
        self.game = match.game
        self.deck = bytes(sorted(match.game.deck(match.seats, match.options)))
        self.plans = [[] for _ in range(match.seats)]
