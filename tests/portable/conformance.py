"""The contract of every game: random legal play to its end, with corrections and power cuts on the way.

The tests are here, for the files `test_conformance.py` in games/ and its folders to run: there every game of
the registry is tested by being there, and the toy, which uses every ask. Those that take long have a file of
their own, see APART. More seeds and options: tests/engine/test_conformance_wide.py.
"""

import json
from binascii import crc32

import toy_game
from cardtable.engine import game as games_engine
from cardtable.engine import match as matches
from cardtable.engine import past_stage as rules
from cardtable.engine import replay
from cardtable.engine.asks.automatic import Weigh
from cardtable.engine.asks.ballot import BY_KEY, Ballot
from cardtable.engine.asks.base import HOLD_NO, NO, OPEN, PLACES, SEALED, YES
from cardtable.engine.asks.keys import Call, Choose, First, Poll
from cardtable.engine.asks.laying import Clear, Lay, LayOne
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import SEVERAL, UNKNOWN, is_handle
from cardtable.engine.corrections import unnamed
from cardtable.engine.match import OptionError, resolve
from cardtable.engine.outputs import Found, Record, Retold, Seal, Told
from cardtable.engine.replay import Conflict, Difference
from cardtable.games import registry as games
from random_players import (
    Game,
    Lots,
    NoCard,
    Watched,
    chance,
    everything,
    hidden_by,
    ledger,
    open_value,
    options_of,
    past_of,
    revived,
    standing,
    tells,
    told,
)
from seeded_chance import SHORT

TOY = games_engine.Game(toy_game)

LONGEST = 6000  # inputs, after which a match is taken to be endless

# Options that make another game of it, where none of them is called `mode`.
VARIANTS = {
    "democrazy": (
        {"deck": "own"},
        {"blank_laws": 5},
        {"private_law": "on"},
        {"deck": "published"},
        {"chip_record": "counted"},
        {"chip_record": "declared"},
        {"chip_record": "digital"},
    ),
}

# The CRC of all records of one match, the same on every interpreter; it changes when rules or records do.
RECORDS = {
    "toy": 847687692,
    "democracy": 352821670,
    "demos": 2245774942,
    "democrazy": 2708937029,
}

# Each is tested in a file of its own, games/NAME/test_conformance.py: on MicroPython files run side by side.
APART = ("demos", "democrazy")


def known_games():
    """The toy and every game of the registry, one after another."""
    yield TOY
    for name in games.NAMES:
        yield games.load(name)


def games_here():
    """The same without those that are tested apart."""
    yield TOY
    for name in games.NAMES:
        if name not in APART:
            yield games.load(name)


def variants(game, seats):
    """The options that make another game of it: each `mode` there is for so many seats, or VARIANTS."""
    found = list(VARIANTS.get(game.NAME, ()))
    for name, modes in [(row[0], row[1]) for row in game.OPTIONS if row[0] == "mode"]:
        for mode in modes:
            try:
                resolve(game, seats, {name: mode})
                found.append({name: mode})
            except OptionError:
                pass
    return found or [{}]


def begin(game, seats, seed, clumsy=12, fixed=None, whole=False):
    """A match with random options, but those `fixed`; a short one if it is not to be `whole`."""
    given = {}
    for options in (fixed or {}, {} if whole else SHORT.get(game.NAME, {})):
        for name in options:
            given[name] = options[name]
    options = options_of(game, seats, Lots(seed), given)
    run = Game(game, seats, options, seed)
    run.clumsy = clumsy
    return run


# -- a match with a shadow, corrections and power cuts ----------------------------------------


class Follower:
    """A shadow that is fed what the referee of `run` records; it must come to the same."""

    def __init__(self, run):
        self.run = run
        self.referee = Watched(matches.load(run.game, run.fresh), judges=False)
        self.facts = []
        self.found = []
        self.seen = 0

    def catch_up(self):
        """Follow what is new. Raises Difference."""
        records = self.run.records
        while self.seen < len(records):
            record = records[self.seen]
            if record[0] == "end":
                self.facts = []
            for out in self.referee.follow(record):
                if isinstance(out, Retold):
                    self.facts = self.facts[: out.count]
                elif isinstance(out, Told):
                    self.facts.append(json.dumps(out.fact))
                elif isinstance(out, Found):
                    self.found.append(out.fact)
            self.seen += 1
        mine, judge = self.referee, self.run.referee
        assert self.facts == self.run.facts and self.found == self.run.found
        assert mine.over == judge.over
        assert mine.answers == judge.answers and mine.parts == judge.parts
        assert mine.match.dump() == judge.match.dump()
        assert mine.next_handle == judge.next_handle
        if not mine.over:
            assert mine.table.digest == judge.table.digest
            assert mine.ask.what == judge.ask.what and mine.ask.args == judge.ask.args


def conserve(run):
    """No card is in two places, none has come from nowhere."""
    referee = run.referee
    if referee.over:
        return
    cards = [row[0] for row in ledger(referee) if row[0] != UNKNOWN]  # that was forgotten
    for i in range(len(cards)):
        assert cards[i] in run.deck, cards
        assert i == 0 or cards[i] != cards[i - 1], cards


def go(game, seats, seed, every=9, clumsy=12, fixed=None, whole=False):
    """One match to its end; about every `every` inputs a power cut, a correction or a second world."""
    run = begin(game, seats, seed, clumsy, fixed, whole)
    shadow = Follower(run)
    lots = Lots(seed + 1)
    steps = 0
    while not run.referee.over:
        run.step()
        steps += 1
        assert steps < LONGEST, run.referee.prompt()
        shadow.catch_up()
        conserve(run)
        if every and not run.referee.over and lots.below(every) == 0:
            (cut_power, take_back, amend, compare_worlds)[lots.below(4)](run, lots)
            shadow.catch_up()
    for seat in game.winners(run.referee.match):
        assert 0 <= seat < seats
    return run


def is_quiet(run):
    """True if all that counts is in the records: no key is pressed, what is old is recorded as such."""
    picture = run.referee.picture
    for place in range(PLACES):
        lying = picture.lying[place]
        if picture.keys[place] is not None or picture.steps[place]:
            return False
        if lying is not None and picture.is_old(place) != (lying == picture.recorded[place]):
            return False
    referee = run.referee
    return referee.void_asked_by is None and referee.talking is None and referee.interrupted is None


def cut_power(run, lots):
    """Coming back from the records and the vault equals going on."""
    if not is_quiet(run):
        return
    twin = revived(run, whole=lots.below(4) == 0)
    assert twin.resume(run.lying()) == []
    same(run.referee, twin)
    for _ in range(lots.below(12)):
        event = run.choose()
        twins = twin.feed(event)
        assert run.feed(event) == twins
        same(run.referee, twin)
        if run.referee.over:
            return


def same(one, other):
    assert one.over == other.over
    assert one.answers == other.answers and one.parts == other.parts
    assert one.next_handle == other.next_handle
    assert (
        list(map(list, one.picture.shown)) == list(map(list, other.picture.shown))
        and one.picture.done == other.picture.done
    )
    assert standing(one) == standing(other)
    assert told(one) == told(other)
    assert one.last_answer == other.last_answer


def take_back(run, lots):
    """Undo, then the same input: nothing has changed. And a power cut after the undo changes nothing."""
    referee = run.referee
    index = referee.last_answer
    if run.since or None in run.gave or index is None or referee.resumed or not is_quiet(run):
        return
    before = [standing(referee), told(referee), list(run.facts)]
    gave, lay, lie = run.gave, run.lay, run.lie
    if isinstance(referee.asked[index], Clear):
        gave = [event for event in gave if event[0] != "key"]  # what comes first answers: none may come later
    run.keep(referee.correct(["undo", index, 1]))
    assert len(referee.answers) == index
    twin = revived(run)
    assert twin.resume(run.lying()) == []
    same(referee, twin)
    recorded = referee.picture.recorded
    events = [("lifted", place) for place, card in run.lying() if card != recorded[place]]
    events += [("laid", place, card) for place, card in lay]
    for event in events + gave:
        twins = twin.feed(event)
        assert run.keep(referee.feed(event)) == twins
    same(referee, twin)
    assert [standing(referee), told(referee), run.facts] == before
    run.gave, run.since, run.lay, run.lie = gave, [], lay, lie


def amend(run, lots):
    """An amended answer equals having given it; a refused one changes nothing."""
    referee = run.referee
    if not referee.answers or len(run.unseen()) < 2 * PLACES:
        return
    index = lots.below(len(referee.answers))
    ask = referee.asked[index]
    old = list(referee.answers)
    raw = another(ask, open_value(referee.table, old[index]), run, lots)
    if raw is None:
        return
    before = everything(referee)
    handles, checkpoint = referee.next_handle, run.checkpoint
    try:
        outs = referee.correct(["amend", [[index, raw]]])
    except Conflict:
        assert everything(referee) == before
        return
    run.keep(outs)
    run.since = [None]  # the ask under way was posed again: nothing can be said about its inputs
    twin = Watched(matches.load(run.game, checkpoint), draw=chance)
    replay.begin(twin, run.vault)
    twin.next_handle = handles
    for i in range(len(old)):
        if twin.ask.auto:
            twin.take(twin.ask.decide(twin.table, i))
        else:
            twin.take(twin.ask.seal(raw, twin.table) if i == index else old[i])
    while twin.ask is not None and twin.ask.auto:
        twin.take(twin.ask.decide(twin.table, len(twin.answers)))
    if twin.ask is None:  # the stage is over
        twin.close_stage()
        assert twin.match.state() == run.checkpoint[3]
        return
    assert standing(twin) == standing(referee)


def another(ask, raw, run, lots):
    """Another answer to `ask` than `raw`, or None if no seat could give one; it need not be a legal one."""
    if isinstance(ask, LayOne):
        return [lots.one_of(ask.places), lots.one_of(run.unseen())]
    if isinstance(ask, Lay):
        raw[lots.below(len(raw))] = lots.one_of(run.unseen())
        return raw
    if isinstance(ask, Show):
        for hand in raw:
            if hand:
                hand[0] = lots.one_of(run.unseen())
        return raw
    if isinstance(ask, Ballot):
        return [lots.one_of((BY_KEY + YES, BY_KEY + NO)) for _ in ask.seats]
    if isinstance(ask, Poll):
        if ask.quorum is None:
            return [lots.one_of(ask.keys) for _ in ask.seats]
        raw.sort(key=lambda key: key or 0)
        return raw
    if isinstance(ask, Choose):
        return lots.below(len(ask.rows))
    if isinstance(ask, Call):
        return [lots.one_of(ask.seats), raw[1]]
    if isinstance(ask, First):
        inner = another(ask.asks[raw[0]], raw[1], run, lots)
        return None if inner is None else [raw[0], inner]
    if len(ask.parts()) > 1:
        return [another(ask.asks[i], raw[i], run, lots) for i in range(len(raw))]
    return None


def compare_worlds(run, lots):
    """Two plays that differ only in hidden cards: all that is public is equal until these are revealed."""
    if not is_quiet(run):
        return
    twin = revived(run)
    assert twin.resume(run.lying()) == []
    shown = open_value(run.referee.table, run.referee.picture.shown)
    unseen = [card for card in run.unseen() if not [1 for cards in shown if card in cards]]
    partner, swapped = {}, {}
    shift = 1 + lots.below(len(unseen) - 1) if len(unseen) > 1 else 0
    for i in range(len(unseen) // 2):
        a, b = unseen[(2 * i + shift) % len(unseen)], unseen[(2 * i + 1 + shift) % len(unseen)]
        partner[a], partner[b] = b, a
    for _ in range(40):
        try:
            event = run.choose()
        except NoCard:
            break  # none is left but those that may not be laid
        other = elsewhere(event, run, partner, swapped)
        if other is None:
            break
        twins = twin.feed(other)
        outs = run.feed(event)
        cut = run.referee.cut
        assert cut == twin.cut
        if cut is not None:
            assert public(outs[:cut]) == public(twins[:cut])
            break
        assert public(outs) == public(twins)
        if run.referee.over:
            break
        assert told(run.referee) == told(twin)
    run.barred = []


def elsewhere(event, run, partner, swapped):
    """The same input in the other world: another hidden card, another hidden key. None where what is hidden
    comes into the open. `swapped`: the cards that are others there.
    """
    ask = run.referee.ask
    if event[0] == "key":
        for leaf in ask.parts():
            if isinstance(leaf, Ballot) and event[1] in leaf.seats and event[2] in (YES, NO):
                return ("key", event[1], YES + NO - event[2])
            if isinstance(leaf, Poll) and leaf.secrecy != OPEN and event[1] in leaf.seats:
                if event[2] in leaf.keys:
                    return ("key", event[1], leaf.keys[(leaf.keys.index(event[2]) + 1) % len(leaf.keys)])
    if event[0] != "laid" or event[2] not in partner:
        return event
    place, card, other = event[1], event[2], partner[event[2]]
    leaf = hidden_by(ask, place)
    hides = leaf is not None and reception(leaf, run, place, card) == reception(leaf, run, place, other)
    if card in swapped:
        asked = leaf is not None or ask.place_of(place)
        if asked and not hides and run.referee.table.why_gone(card, place) is None:
            return None
    elif not hides:
        partner.pop(card)  # it lies in both worlds, so neither card may stand for the other any more
        partner.pop(other)
        return event
    swapped[card] = other
    run.barred = run.barred + [other]
    return ("laid", place, other)


def reception(ask, run, place, card):
    """Return the way a legal ask takes this card: the hidden cards of two worlds must both be legal."""
    if isinstance(ask, Choose):
        return ask.by_card(card) is None
    if isinstance(ask, Show) and ask.whole is not None:
        return card  # one card alone says nothing
    return ask.rule and ask.rule(run.referee.table, place, card)


def public(outs):
    return [out for out in outs if not isinstance(out, Seal)]


# -- tampering -----------------------------------------------------------------------------------


def tamper(run, lots):
    """Change one field of one record: the shadow must say so."""
    at = lots.below(len(run.records))
    field = lots.below(5)
    shadow = Watched(matches.load(run.game, run.fresh), judges=False)
    for number in range(at):
        shadow.follow(run.records[number])
    record = run.records[at]
    if field == 0:
        kinds = [kind for kind in ("start", "answer", "part", "fix", "end", "other") if kind != record[0]]
        record[0] = lots.one_of(kinds)
    elif field == 3:
        if record[0] == "answer" and says_anything(shadow.ask):
            return
        record[3] = lots.one_of((None, -1, [], "x", [[9999]], [None] * 3, [0, [0]], 99999, ["undo", 99]))
        if record[3] == run.records[at][3]:
            return
    else:
        record[field] += 1
    try:
        shadow.follow(record)
        for one in run.records.since(at + 1):
            shadow.follow(one)
    except Difference:
        return
    raise AssertionError(f"nobody saw {run.records[at]} become {record}")


def says_anything(ask):
    """True if only the script knows which answers to `ask` there are: the verdict of a rule."""
    for leaf in ask.parts():
        if isinstance(leaf, Weigh) or isinstance(leaf, Poll) and leaf.secrecy == SEALED:
            return True
    return False


# -- the tests -----------------------------------------------------------------------------------


def of_games_here():
    """Every test of this file by its name."""
    return {name: globals()[name] for name in list(globals()) if name.startswith("test_")}


def of_one_game(name):
    """The same with the game `name` alone."""

    def alone(test):
        def run():
            others = globals()["games_here"]
            globals()["games_here"] = lambda: iter([games.load(name)])
            try:
                test()
            finally:
                globals()["games_here"] = others

        return run

    tests = of_games_here()
    return {test: alone(tests[test]) for test in tests}


def of_every_game(check):
    """Let `check` see every game."""
    for game in games_here():
        check(game)


def every_number_of_seats(game):
    least, most = game.SEATS
    for seats in range(least, most + 1):
        for fixed in variants(game, seats):
            go(game, seats, seats, 9, fixed=fixed)


def test_every_game_at_every_number_of_seats():
    of_every_game(every_number_of_seats)


def tampering(game):
    run = go(game, game.SEATS[0], 5)
    lots = Lots(3)
    for _ in range(60):
        tamper(run, lots)


def test_a_tampered_record_is_a_difference():
    of_every_game(tampering)


def holding_no(game):
    run = begin(game, max(3, game.SEATS[0]), 2, clumsy=0)
    shadow = Follower(run)
    while run.referee.match.stage < 1 or len(run.referee.answers) < 5:
        run.step()
    checkpoint = list(run.checkpoint[3])
    run.feed(("key", 0, HOLD_NO))
    assert run.feed(("key", 0, HOLD_NO)) == []
    assert run.referee.match.stage == 1
    outs = run.feed(("key", 2, HOLD_NO))
    kinds = [out.kind for out in outs if isinstance(out, Record)]
    assert kinds[:2] == ["fix", "end"]
    assert ("void", "misdeal") in [out.fact for out in outs if isinstance(out, Told)]
    shadow.catch_up()
    assert run.checkpoint[3][0] == checkpoint[0] + 1
    assert run.checkpoint[3][2:] == checkpoint[2:]
    kept = game.kept(run.referee.match)
    for handle in run.referee.vault:
        assert is_handle(handle) and (handle >= run.checkpoint[3][1] or handle in kept)
    while not run.referee.over:
        run.step()
    shadow.catch_up()


def test_two_seats_holding_no_void_the_stage():
    of_every_game(holding_no)


def closing_early(game):
    for fix in (["leave", 1, 0, 2], ["end", "operator"]):
        for stage, answers in ((0, 1), (1, 5), (2, 0)):
            follow_to_the_end(game, fix, stage, answers)
            return_after_the_end(game, fix, stage, answers)


def played_to(game, stage, answers):
    """A match in which `stage` has `answers`, or that is over."""
    run = begin(game, max(4, game.SEATS[0]), 3, clumsy=0)
    while not run.referee.over and (run.referee.match.stage < stage or len(run.referee.answers) < answers):
        run.step()
    return run


def follow_to_the_end(game, fix, stage, answers):
    """The state after `fix` follows from the records alone, to the end of the match."""
    run = played_to(game, stage, answers)
    if run.referee.over:
        return
    shadow = Follower(run)
    shadow.catch_up()
    end_early(run, fix)
    steps = 0
    while not run.referee.over:
        shadow.catch_up()
        run.step()
        steps += 1
        assert steps < LONGEST, run.referee.prompt()
    shadow.catch_up()
    for seat in game.winners(run.referee.match):
        assert 0 <= seat < run.referee.match.seats


def return_after_the_end(game, fix, stage, answers):
    """After a power cut behind `fix` all is as it was; a seat leaves only once."""
    run = played_to(game, stage, answers)
    if run.referee.over:
        return
    end_early(run, fix)
    referee = run.referee
    twin = revived(run)
    assert twin.over or twin.resume(run.lying()) == []
    assert twin.over == referee.over and twin.match.dump() == referee.match.dump()
    if fix[0] == "leave" and not referee.over:
        before = everything(referee)
        try:
            referee.correct(fix)
        except Conflict as conflict:
            assert conflict.code == "has-left"
        assert everything(referee) == before


def end_early(run, fix):
    """Correct with `fix`: the stage is void, and the next one is open, or the match over."""
    referee = run.referee
    stage = referee.match.stage
    run.keep(referee.correct(fix))
    assert referee.over or referee.match.stage == stage + 1
    assert referee.over == (run.game.next_stage(referee.match) is None or referee.match.closed is not None)


def test_a_seat_leaves_or_all_stop():
    of_every_game(closing_early)


def going_back(game):
    """A correction of the stage before: the same answer again changes nothing; what was taken back is played
    again; an impossible fix changes nothing.
    """
    for same_again in (True, False):
        # A match of one island has no stage before it.
        run = begin(game, max(3, game.SEATS[0]), 6, clumsy=0, whole=game.NAME == "democracy")
        shadow = Follower(run)
        lots = Lots(4)
        done = 0
        while not run.referee.over and done < 3:
            stage = run.referee.match.stage
            while not run.referee.over and run.referee.match.stage == stage:
                run.step()
            for _ in range(lots.below(12)):
                if not run.referee.over:
                    run.step()
            shadow.catch_up()
            if not run.referee.over and run.referee.match.stage > 1:
                cross(run, shadow, lots, same_again)
                done += 1
        assert done or run.referee.match.stage < 3, game.NAME


def cross(run, shadow, lots, same_again):
    referee = run.referee
    before = everything(referee)
    stage = referee.match.stage
    crossing = rules.Crossing(referee, past_of(run))
    gave = []

    def see(number, ask, answer):
        if not ask.auto and not tells(ask):
            gave.append((number, ask, answer))

    crossing.look(see)
    assert everything(referee) == before
    number, ask, answer = lots.one_of(gave)
    if same_again:
        facts, stands = list(run.facts), standing(referee)
        crossing.amend([[number, answer]], 0, ["operator"])
        assert everything(referee) == before
    else:
        raw = another(ask, json.loads(json.dumps(answer)), run, lots)
        if raw is not None:
            try:
                crossing.amend([[number, raw]], 0, ["operator"])
            except Conflict as conflict:
                assert conflict.index[0] in (stage - 1, stage)
            assert everything(referee) == before
            crossing = rules.Crossing(referee, past_of(run))
            crossing.look(see)
        crossing.take_back(number, ["operator"])
    for outs in crossing.outputs():
        run.keep(outs)
    run.keep(crossing.finish())
    shadow.catch_up()
    conserve(run)
    run.since, run.gave = [None], [None]
    if same_again:
        assert referee.match.stage == stage and run.facts == facts
        stands[0][3][1] = referee.match.handles  # all that were given are gone for good
        assert standing(referee) == stands
    else:
        assert referee.match.stage == stage - 1 and len(referee.answers) == number
    for place in range(PLACES):
        run.feed(("lifted", place))  # an undo waits for an input
    twin = revived(run)
    twin.resume(run.lying())
    assert standing(twin) == standing(referee)


def test_a_correction_reaches_into_the_stage_before():
    of_every_game(going_back)


def unread(game):
    """A card laid face down that cannot be read counts, and is named when it is revealed."""
    named = 0
    run = begin(game, max(3, game.SEATS[0]), 4, clumsy=0)
    shadow = Follower(run)
    twin = None
    steps = 0
    while not run.referee.over and named < 3:
        steps += 1
        assert steps < LONGEST, run.referee.prompt()
        event = run.choose()
        leaf = hidden_by(run.referee.ask, event[1]) if event[0] == "laid" else None
        if isinstance(leaf, Lay) and not leaf.only and leaf.place_of(event[1]) and event[2] < SEVERAL:
            named += lay_unread(run, event)
        else:
            run.feed(event)
        shadow.catch_up()
        while run.referee.ask is not None and run.referee.ask.auto:
            name_all(run)
            shadow.catch_up()
            twin = revived(run)
            assert twin.over or twin.resume(run.lying()) == []
            same(run.referee, twin)
    assert named or game.NAME == "democrazy"


def lay_unread(run, event):
    _, place, card = event
    run.feed(("laid", place, UNKNOWN))
    before = everything(run.referee)
    try:
        run.referee.correct(["name", place, card, "operator"])
        raise AssertionError("a hidden card was named before its reveal")
    except Conflict as conflict:
        assert conflict.code == "named-at-its-reveal", conflict.code
    assert everything(run.referee) == before
    run.meant = getattr(run, "meant", {})
    run.meant[place] = card
    outs = run.keep(run.referee.correct(["name", place, None, "operator"]))
    records = [list(out) for out in outs if isinstance(out, Record)]
    assert records[0][3] == ["name", place, None, "operator"]
    return 1


def name_all(run):
    waiting = unnamed(run.referee)
    assert waiting
    place = waiting[0][0]
    cards = [run.meant[place]] if place in run.meant else list(run.meant.values())
    for card in cards + run.unseen():
        try:
            run.keep(run.referee.correct(["name", place, card, "operator"]))
            return
        except Conflict as conflict:
            assert conflict.code in ("twice", "already-played", "does-not-fit"), conflict.code
    raise AssertionError("no card fits")


def test_a_hidden_card_that_cannot_be_read_is_named_at_its_reveal():
    of_every_game(unread)


def recording(game):
    run = Game(game, max(3, game.SEATS[0]), SHORT.get(game.NAME, {}), 11)
    while not run.referee.over:
        run.step()
    crc = 0
    for record in run.records:
        crc = crc32(json.dumps(record).encode(), crc)
    assert crc == RECORDS.get(game.NAME), (game.NAME, crc)


def test_records_are_equal_on_every_interpreter():
    of_every_game(recording)
