"""Plays a scenario: a match in a text file, line by line, with what the table must say.

    # a comment; blank lines are free
    game democracy          the head: game, seats, options, the table's chance draws in order (then 0)
    seats 3
    option joker=declared
    chance 2 0

    2 lays 5S               an input, as in `engine.notation`; whatever it refuses must be expected:
    ! already-played 2      the input was refused, with this code, at this place
    = {"kind":"trick"...    the next fact told, or its beginning; every fact must be expected, or skipped:
    = ...                   all facts told up to here
    ? turn-up 1 2 6         what is asked now, with its arguments if given
    @ 2 take                the state of a place: empty missing fine early old wrong remove take keep out
    & 2 lay                 the task of a seat: nothing lay ok yes-no pick show take lift call
    * wins 0                a cue given since the last input
    over                    the match is over

    say undo 2              the operator corrects, in the words of `cardtable say` (docs/play/corrections.md):
    say undo 1 insist       take back also what all have seen
    say amend seat 2 5S     or `amend answer 7 seat 2 5S`, `amend before seat 2 5S`, also several at once:
                            `amend seat 2 5S seat 3 6S`; `drop` at its end drops later answers that do not fit
    say name 2 ?            `name centre KS`, `void`, `leave 2`, `end`, `absent 2`, `back 2`
    0 1 say undo            the same, agreed on by two seats
    ! twice 4               a correction was refused: why, and the answer that stands against it; `1.46` is
                            answer 46 of stage 1

Facts that a correction leaves as they were need not be expected again.

Shorthands for many inputs: `take seats` seats 0, 1, ... press OK; `all ok` every seat that has to press a key
presses OK; `all lift` every pad is cleared; `plays 7S 5H 4D` seats 0, 1, ... lay, then OK;
`trick KS 7S 5H 4D` the same after the card in the middle, and then every pad is cleared; `keys yes - no`
seats 0, 1, ... press these keys, or none. For Democrazy: `votes yes - NO3 DY1` seats 0, 1, ... vote by key or
card, or not at all, and who closes the vote says OK; `4 picks caught` steps to this row with YES and takes it
with OK. Those for DemoS:

    discards 2S 3H 4D       the seats whose turn comes lay these openly, and the dealer says OK
    exchanges 5S 6H 7D      the same face down, each with OK for the top of the pack
    declines                all who may leave the secret turn do
    1 shows 7S 8S 9S        seat 1 shows these one after another, then OK
    others forfeit          each seat that has not shown anything
    0 draws ES LH           these figures are laid before seat 0, one after another
    round 1 7S 8S 9S        a whole round in which nothing else happens: cards that are not named are
                            discarded, all vote YES, seat 1 shows these, all others forfeit

A shadow follows every record, as the referee does: it must tell the same facts and wait for the same.
"""

import json

import table_lines
from card_lists import parse_list
from cardtable.controller.dialogs import operator
from cardtable.engine import match as matches
from cardtable.engine import past_stage as rules
from cardtable.engine import spoken_corrections
from cardtable.engine.asks.base import LAY, MOST_SEATS, NO, OK, PLACES, PRESS_OK, PRESS_YES_NO, SHOW, YES
from cardtable.engine.cards import names_of
from cardtable.engine.outputs import Cue, Record, Refused, Retold, Told
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Conflict
from cardtable.games import registry as games

VERDICTS = ("empty", "missing", "fine", "early", "old", "wrong", "remove", "take", "keep", "out")
TASKS = ("nothing", "lay", "ok", "yes-no", "pick", "show", "take", "lift", "call")


class Wrong(Exception):
    """The table said something else than the scenario; the message holds the line."""


class Scene:
    """A referee and its shadow, and what they said since the last input."""

    def __init__(self, game, seats, options, draws=()):
        self.game = games.load(game)
        self.draws = list(draws)
        self.facts = []
        self.shadow_facts = []
        self.records = []  # as JSON
        self.begins = {0: 0}  # by stage: the number of its first fact
        self.refused = []
        self.cues = []
        self.referee = Referee(matches.new(self.game, seats, options), draw=self._draw)
        self.shadow = Referee(matches.new(self.game, seats, options), judges=False)
        self._note(self.referee.start())

    def _draw(self, stage, index, n):
        return self.draws.pop(0) if self.draws else 0

    def _note(self, outputs):
        for output in outputs:
            if isinstance(output, Record):
                self._record(list(output))
            elif isinstance(output, Retold):
                del self.facts[self._begin() + output.count :]
            elif isinstance(output, Told):
                self.facts.append(self._text(output.fact))
            elif isinstance(output, Refused):
                self.refused.append(f"{output.code} {table_lines.place_text(output.place)}")
            elif isinstance(output, Cue):
                self.cues.append(" ".join([str(word) for word in (output.code,) + output.args]))

    def _record(self, record):
        self.records.append(json.dumps(record))
        if record[0] == "end":
            self.begins[record[1] + 1] = len(self.facts)
        for told in self.shadow.follow(record):
            if isinstance(told, Told):
                self.shadow_facts.append(self._text(told.fact))
            elif isinstance(told, Retold):
                del self.shadow_facts[self._begin() + told.count :]

    def _begin(self):
        """The number of the first fact of the stage that was recorded last."""
        kind, stage, _, value, _ = json.loads(self.records[-1])
        return self.begins[value[1] if kind == "fix" and value[0] == "back" else stage]

    def _text(self, fact):
        return table_lines.fact_text(fact, self.game)

    def feed(self, event):
        self._note(self.referee.feed(event))

    def say(self, line):
        """The input that a line describes."""
        self.feed(table_lines.parse_input(line, names_of(self.game)))

    def correct(self, words, who):
        """Give the words of `cardtable say`; `who`: two seats, or the operator. Returns how many facts
        stand as they stood before.
        """
        before = list(self.facts)
        try:
            self._correct(words[0], words[1:], who)
        except Conflict as conflict:
            against = conflict.index
            if isinstance(against, list):
                against = f"{against[0]}.{against[1]}"
            self.refused.append(f"{conflict.code} {against}")
        same = 0
        while same < min(len(before), len(self.facts)) and self.facts[same] in (before[same], None):
            same += 1
        return same

    def _correct(self, kind, words, who):
        referee = self.referee
        flag = int(words[-1:] in (["insist"], ["drop"]))
        words = words[: len(words) - flag]
        if kind == "undo":
            number = int(words[0]) if words else 1
            here = len(operator.player_answers(referee))
            if number > here and flag:
                self._cross(number - here, None, flag, who)
                return
            args = [number, flag]
        elif kind == "amend":
            for at in range(1, len(words)):
                if words[at - 1] == "seat":
                    words[at] = table_lines.parse_place(words[at])
                elif words[at - 1] == "answer":
                    words[at] = int(words[at])
            if words[0] == "before":
                self._cross(None, words[1:], flag, who)
                return
            args = [flag] + words
        elif kind == "name":
            args = [table_lines.parse_place(words[0]), words[1]]
        else:
            args = [int(word) for word in words]
        fix = operator.parse_correction(referee, kind, args)
        self._note(referee.correct(fix[:-1] + who))

    def _cross(self, number, words, drop, who):
        """The last `number` acts of the stage before are taken back; or one is amended, by these words."""
        records, referee, given = self.records, self.referee, []
        crossing = rules.Crossing(
            referee, rules.Past(referee.match.stage, range(len(records)), lambda n: json.loads(records[n]))
        )
        if words is None:
            crossing.look(lambda n, ask, _: None if ask.auto else given.append(n))
            crossing.take_back(given[-number], who)
        else:
            crossing.amend(
                spoken_corrections.reworded(referee, words, lambda _, see: crossing.look(see)), drop, who
            )
        for outputs in crossing.outputs():
            self._note(outputs)
        self._note(crossing.finish())

    def lying(self):
        """The places on which a card lies."""
        return [place for place in range(PLACES) if self.referee.picture.lying[place] is not None]

    def asked(self):
        """Return the open ask, with its arguments, as words."""
        prompt = self.referee.prompt()
        if prompt is None:
            return ["over"]
        return [prompt[0]] + [str(word) for word in prompt[1]]

    # -- shorthands -----------------------------------------------------------------------------

    def all_ok(self):
        tasks = self.referee.prompt()[2]
        for seat in range(MOST_SEATS):
            if tasks[seat] in (PRESS_OK, PRESS_YES_NO):
                self.feed(("key", seat, OK))

    def take_seats(self):
        for seat in range(self.referee.match.seats):
            self.feed(("key", seat, OK))

    def all_lift(self):
        for place in self.lying():
            self.feed(("lifted", place))

    def plays(self, words):
        for seat in range(len(words)):
            self.say(f"{seat} lays {words[seat]}")
        self.all_ok()

    def trick(self, words):
        self.say("centre lays " + words[0])
        self.plays(words[1:])
        self.all_lift()

    def votes(self, words):
        for seat in range(len(words)):
            word = words[seat]
            if word != "-":
                self.say(f"{seat} {word}" if word in ("yes", "no") else f"{seat} lays {word}")
        for ask in self.referee.ask.asks:
            if hasattr(ask, "closer"):
                self.feed(("key", ask.closer, OK))

    def keys(self, words):
        for seat in range(len(words)):
            if words[seat] != "-":
                self.say(f"{seat} {words[seat]}")

    def picks(self, seat, row):
        """`seat` steps to this row of what it may choose, or to the first that begins with this word."""
        ask = [one for one in self.referee.ask.parts() if one.seat == seat][0]
        rows = [str(one) for one in ask.rows]
        for _ in range((rows if row in rows else [one.split(" ")[0] for one in rows]).index(row) + 1):
            self.feed(("key", seat, YES))
        self.feed(("key", seat, OK))

    def lay(self, seat, card):
        """Lay `card` on the seat's pad; a card there is lifted first."""
        if self.referee.picture.lying[seat] is not None:
            self.feed(("lifted", seat))
        self.feed(("laid", seat, card))

    def who(self, *tasks):
        """The seats that have one of these tasks now."""
        given = self.referee.prompt()[2]
        return [seat for seat in range(MOST_SEATS) if given[seat] in tasks]

    def discards(self, cards):
        for card in cards:
            self.lay(self.who(LAY)[0], card)
        if self.who(PRESS_OK):
            self.feed(("key", self.who(PRESS_OK)[0], OK))

    def exchanges(self, cards):
        for card in cards:
            seat = self.who(LAY)[0]
            self.lay(seat, card)
            self.feed(("key", seat, OK))

    def declines(self):
        while self.asked()[0] == "discard-secret":
            self.feed(("key", self.who(LAY)[0], NO))

    def shows(self, seat, cards):
        for card in cards:
            self.lay(seat, card)
        self.feed(("lifted", seat))
        self.feed(("key", seat, OK))

    def others_forfeit(self):
        for seat in self.who(SHOW):
            self.feed(("key", seat, NO))

    def round(self, seat, cards):
        """Seat shows `cards` and wins; nothing else happens."""
        match = self.referee.match
        spare = [card for card in self.game.deck(match.seats, match.options) if card & 15 <= 10]
        spare = [card for card in spare if card not in cards]
        while True:
            asked = self.asked()[0]
            if asked == "gather":
                self.all_lift()
            elif asked in ("talk-then-deal", "count-first", "count-five"):
                self.all_ok()
            elif asked in ("discard-openly", "discard-openly-ok"):
                self.discards([spare.pop(0) for _ in range(match.seats)])
            elif asked == "discard-must":
                self.exchanges([spare.pop(0)])
            elif asked in ("vote", "team-vote"):
                for one in self.who(PRESS_YES_NO):
                    self.feed(("key", one, YES))
            elif asked == "discard-secret":
                self.declines()
            else:
                break
        self.shows(seat, cards)
        self.others_forfeit()

    def check_shadow(self):
        """The shadow has told the same and waits for the same."""
        if self.shadow_facts != self.facts:
            raise Wrong("the shadow tells other facts")
        mine, its = self.referee.prompt(), self.shadow.prompt()
        if (mine is None) != (its is None) or (mine is not None and mine[1] != its[1]):
            raise Wrong("the shadow waits for something else")


class Script:
    """One scenario file being played; `play` raises Wrong at the first line that does not hold."""

    def __init__(self, lines):
        self.lines = lines
        self.head = {"seats": "", "game": "", "chance": ""}
        self.options = {}
        self.scene = None
        self.unread = 0  # facts told before this one have been expected

    def play(self):
        for number in range(len(self.lines)):
            line = self.lines[number].strip()
            if not line or line[0] == "#":
                continue
            try:
                self._line(line)
            except Exception as trouble:
                raise Wrong(f"line {number + 1}: {line}\n  {type(trouble).__name__}: {trouble}")
        self._all_read()
        self.scene.check_shadow()

    def _line(self, line):
        word, _, rest = line.partition(" ")
        if word in self.head and self.scene is None:
            self.head[word] = rest
        elif word == "option":
            name, _, value = rest.partition("=")
            self.options[name] = value
        else:
            if self.scene is None:
                draws = [int(draw) for draw in self.head["chance"].split()]
                self.scene = Scene(self.head["game"], int(self.head["seats"]), self.options, draws)
            if word in ("!", "=", "?", "@", "&", "*", "over"):
                self._expect(word, rest)
            else:
                self._all_read()
                self._input(line, word, rest)

    def _all_read(self):
        if self.scene.refused:
            raise Wrong("refused, which nobody expected: " + self.scene.refused[0])
        if self.unread < len(self.scene.facts):
            raise Wrong("told, which nobody expected: " + self.scene.facts[self.unread])

    def _input(self, line, word, rest):
        scene = self.scene
        scene.cues = []
        words = line.split()
        if "say" in words:
            at = words.index("say")
            who = [int(seat) for seat in words[:at]] or [operator.OPERATOR]
            self.unread = min(self.unread, scene.correct(words[at + 1 :], who))
        elif line == "all ok":
            scene.all_ok()
        elif line == "take seats":
            scene.take_seats()
        elif line == "all lift":
            scene.all_lift()
        elif word == "plays":
            scene.plays(rest.split())
        elif word == "trick":
            scene.trick(rest.split())
        elif word in ("keys", "votes"):
            getattr(scene, word)(rest.split())
        elif word in ("discards", "exchanges"):
            getattr(scene, word)(parse_list(rest))
        elif line == "declines":
            scene.declines()
        elif line == "others forfeit":
            scene.others_forfeit()
        elif word == "round":
            seat, _, cards = rest.partition(" ")
            scene.round(int(seat), parse_list(cards))
        elif rest[:6] == "picks ":
            scene.picks(int(word), rest[6:])
        elif rest[:6] == "shows ":
            scene.shows(int(word), parse_list(rest[6:]))
        elif rest[:6] == "draws ":
            for card in parse_list(rest[6:]):
                scene.lay(int(word), card)
        else:
            scene.say(line)
        scene.check_shadow()

    def _expect(self, sign, rest):
        scene = self.scene
        words = rest.split()
        if sign == "!":
            if rest not in scene.refused:
                raise Wrong(f"refused: {scene.refused}")
            scene.refused.remove(rest)
        elif sign == "=":
            if rest == "...":
                self.unread = len(scene.facts)
            elif self.unread == len(scene.facts):
                raise Wrong("nothing was told")
            elif not scene.facts[self.unread].startswith(rest):
                raise Wrong("told: " + scene.facts[self.unread])
            else:
                self.unread += 1
        elif sign == "?":
            if " ".join(scene.asked()).split()[: len(words)] != words:
                raise Wrong("asked: " + " ".join(scene.asked()))
        elif sign == "@":
            verdict = VERDICTS[scene.referee.prompt()[3][table_lines.parse_place(words[0])]]
            if verdict != words[1]:
                raise Wrong(f"{words[0]} is {verdict}")
        elif sign == "&":
            task = TASKS[scene.referee.prompt()[2][int(words[0])]]
            if task != words[1]:
                raise Wrong(f"the task of {words[0]} is {task}")
        elif sign == "*":
            if rest not in scene.cues:
                raise Wrong(f"cues: {scene.cues}")
        elif not scene.referee.over:
            raise Wrong("the match goes on: " + " ".join(scene.asked()))


def play_file(path):
    """Play the scenario at `path`. Raises Wrong with the line that does not hold."""
    with open(path) as file:
        Script(file.read().split("\n")).play()
