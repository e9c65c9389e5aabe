"""Recurring cards: cards laid aside, taken, held, taken back; and talk within a team."""

from cardtable.engine import match as matches
from cardtable.engine.asks.automatic import Reveal
from cardtable.engine.asks.base import (
    CENTRE,
    CENTRE_2,
    EARLY,
    EMPTY,
    FINE,
    LAY,
    MISSING,
    NO,
    NOTHING,
    OK,
    OLD,
    OPEN,
    PLACES,
    PRESS_OK,
    REMOVE,
    SEALED,
    SHOW,
    WRONG,
    YES,
    Ok,
)
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Call, First, Poll
from cardtable.engine.asks.laying import Clear, Lay, LayOne, Next, Take
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import UNKNOWN
from cardtable.engine.corrections import unnamed
from cardtable.engine.outputs import Cue, Found, Record, Refused, Told
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Conflict, Difference
from cardtable.engine.views import COVERED, pads
from random_players import chance
from scripted_stage import Single, answer, play, refusals, tasks, verdicts, waiting_for, what

KING = 13


def begin(script, judges=True):
    """A referee over a script of one stage for three seats, and all records it has given so far."""
    referee = Referee(matches.new(Single(script), 3, {}), judges=judges, draw=chance if judges else None)
    return referee, ([list(out) for out in referee.start() if isinstance(out, Record)] if judges else [])


class Both:
    """A referee and the shadow that follows it."""

    def __init__(self, script):
        self.referee, self.records = begin(script)
        self.script = script
        self.facts = []
        self.found = []

    def play(self, lines):
        """Feed inputs separated by commas; returns what the last one led to."""
        outs = []
        for line in lines.split(","):
            outs = play(self.referee, line)
            self.records.extend([list(out) for out in outs if isinstance(out, Record)])
            self.facts.extend([out.fact for out in outs if isinstance(out, Told)])
            self.found.extend([out.fact for out in outs if isinstance(out, Found)])
        return outs

    def refused(self, lines):
        return refusals(self.play(lines))

    def shadow(self, records=None):
        """The shadow after all records, or these; it has told the same."""
        shadow = begin(self.script, judges=False)[0]
        facts, found = [], []
        for record in records or self.records:
            for out in shadow.follow(record):
                if isinstance(out, Told):
                    facts.append(out.fact)
                elif isinstance(out, Found):
                    found.append(out.fact)
        if records is None:
            assert facts == self.facts and found == self.found
            assert shadow.answers == self.referee.answers
        return shadow

    def differs(self, at, value):
        """Return the shadow's report if record `at` held `value`."""
        records = [list(record) for record in self.records]
        records[at][3] = value
        try:
            self.shadow(records)
        except Difference as difference:
            return difference.expected
        raise AssertionError(records[at])


# -- Lay until the next one lays, too ---------------------------------------------------------------


def no_king(table, place, card):
    return "no-king" if card & 15 == KING else None


def in_turn():
    everywhere = (0, 1, 2)
    return waiting_for(
        Lay((0,), "lay", until=Next(1), still=everywhere, rule=no_king),
        Lay((1,), "lay", until=Next(2), still=everywhere, rule=no_king),
        Lay((2,), "lay", until=Ok(2), still=everywhere, rule=no_king),
    )


def test_a_card_may_be_exchanged_until_the_next_seat_lays():
    referee = in_turn()
    assert tasks(referee) == [LAY, NOTHING, NOTHING]
    play(referee, "0 lays 5S")
    assert (answer(referee), tasks(referee)) == ("", [NOTHING, LAY, NOTHING])
    assert verdicts(referee) == [FINE, EMPTY, EMPTY, EMPTY]
    play(referee, "0 lifts")
    assert tasks(referee) == [LAY, NOTHING, NOTHING]
    play(referee, "0 lays 6S,1 lays 7S")
    assert (answer(referee), tasks(referee)) == ([6], [NOTHING, NOTHING, LAY])
    assert verdicts(referee) == [OLD, FINE, EMPTY, EMPTY]
    play(referee, "0 lifts,2 lays 8S,2 lifts,2 lays 9S")
    assert answer(referee) == [7] and tasks(referee) == [NOTHING, NOTHING, PRESS_OK]
    play(referee, "2 ok")
    assert answer(referee) == [9]


def test_what_the_next_seat_lays_must_fit_and_comes_early_before_its_turn():
    referee = in_turn()
    assert refusals(play(referee, "0 lays 5S,1 lays KS")) == ["no-king"]
    assert answer(referee) == "" and verdicts(referee)[1] == WRONG
    play(referee, "1 lifts,2 lays 8S")
    assert answer(referee) == "" and verdicts(referee)[2] == EARLY
    play(referee, "1 lays 7S")  # both have laid: the turns of both are over
    assert referee.answers == [[5], [7]] and tasks(referee) == [NOTHING, NOTHING, PRESS_OK]
    referee = in_turn()
    play(referee, "1 lays 7S")
    assert answer(referee) == "" and verdicts(referee)[:2] == [MISSING, EARLY]
    play(referee, "0 lays 5S")
    assert referee.answers == [[5]]


def test_an_old_card_of_the_next_seat_does_not_end_a_turn():
    referee = waiting_for(Lay((1,), "first"), Lay((0,), "lay", until=Next(1), still=(1,)))
    play(referee, "1 lays 7S,0 lays 5S")
    assert referee.answers == [[7]]
    play(referee, "1 lifts,1 lays 8S")
    assert verdicts(referee)[1] == WRONG  # it may stay, and no other is expected there
    referee = waiting_for(Lay((1,), "first"), Lay((0,), "lay", until=Next(1)))
    play(referee, "1 lays 7S,0 lays 5S,1 lifts,1 lays 8S")
    assert referee.answers == [[7], [5]]


# -- cards that come again --------------------------------------------------------------------------


def market(table, match):
    """Two cards lie aside, an open one and a hidden one; seat 2 may take the open one or end it."""
    open_card = yield Lay((0,), "offer")
    hidden = yield Lay((1,), "hide", SEALED)
    table.lay_aside(open_card + hidden)
    yield Clear()
    number, taken = yield First(Take(2, tuple(open_card), "take"), Poll((2,), (OK,), "take"))
    table.tell("taken", number, taken)
    if number == 0:
        table.hold(taken, 2)
    yield Clear()
    table.tell("laid", (yield Lay((0, 1, 2), "on")))


MARKET = "0 lays 5S,1 lays 6S,0 lifts,1 lifts"


def test_take_wants_one_of_the_cards_that_are_offered():
    both = Both(market)
    both.play(MARKET)
    assert tasks(both.referee) == [NOTHING, NOTHING, PRESS_OK] and verdicts(both.referee)[2] == EMPTY
    assert both.refused("2 lays 7S") == ["not-offered"] and verdicts(both.referee)[2] == WRONG
    assert both.refused("2 lifts,2 lays 6S") == ["not-taken"]
    assert both.refused("2 lifts,0 lays 5S") == []  # without effect, not wrong
    assert verdicts(both.referee)[0] == EARLY
    both.play("0 lifts,2 lays 5S")
    assert both.facts == [("taken", 0, [5])]
    both.shadow()


def test_a_card_laid_back_is_not_taken():
    lay = Lay((2,), "down", SEALED)
    referee = waiting_for(lay, First(Take(2, (5,), "take"), Poll((2,), (OK,), "take")))
    play(referee, "2 lays 6S,2 lifts")
    assert play(referee, "2 lays 6S") == [] and verdicts(referee)[2] == OLD
    play(referee, "2 ok")
    assert answer(referee) == [1, [OK]]


def test_a_forged_take_is_a_difference():
    both = Both(market)
    both.play(MARKET + ",2 lays 5S")
    at = [record[3] for record in both.records].index([0, [5]])
    assert both.differs(at, [0, [7]]) == "not-offered"
    assert both.differs(at, [0, [4096]]) == "secrecy"
    assert both.differs(at, [0, [5, 5]]) == "shape"


def test_where_cards_are_said_to_be_is_where_they_come_from():
    both = Both(market)
    both.play(MARKET + ",2 lays 5S,2 lifts")
    assert both.refused("0 lays 5S") == ["with-another"]
    assert both.refused("0 lifts,0 lays 6S") == ["not-taken"]
    both.play("0 lifts,0 lays 7S,1 lays 8S,2 lays 5S")
    assert both.facts[-1] == ("laid", [7, 8, 5])
    both.shadow()


def test_a_taken_card_is_held_in_public_until_it_is_laid_in_secret():
    def script(table, match):
        card = yield Lay((0,), "open")
        table.hold(card, 0)
        yield Clear()
        handle = (yield Lay((0,), "secret", SEALED))[0]
        yield Clear()
        table.take_back(handle)
        again = yield Lay((0,), "secret", SEALED)
        table.lay_aside(again)
        yield Clear()
        table.tell("opened", (yield Reveal(again)))
        yield Lay((1,), "on")

    both = Both(script)
    table = both.referee.table
    both.play("0 lays 5S,0 lifts")
    assert table.is_held(5) and table.why_gone(5, 0) is None and table.why_gone(5, 1) == "with-another"
    both.play("0 lays 5S")
    assert not table.is_open_card(5) and pads(both.referee)[0] == COVERED
    both.play("0 lifts")
    assert table.is_held(5) and table.why_gone(5, 1) == "with-another"  # everybody knows that still
    both.play("0 lays 5S,0 lifts")
    assert both.facts == [("opened", [5])] and table.why_gone(5, 0) == "not-taken"
    assert both.shadow().table.why_gone(5, 0) == "not-taken"


def put_back(table, match):
    """Seats 0 and 1 take back what they laid in secret; then they lay once more, and all show."""
    for seat in (0, 1):
        handle = (yield Lay((seat,), "secret", SEALED))[0]
        yield Clear()
        table.take_back(handle)
    yield Lay((0,), "secret", SEALED)
    yield Clear()
    table.tell("open", (yield Lay((1,), "open")))
    yield Clear()
    table.tell("shown", (yield Show((0, 1), 1, 1, "show")))
    yield Lay((CENTRE_2,), "end")


PUT_BACK = "0 lays 5S,0 lifts,1 lays 6S,1 lifts"


def test_a_card_taken_back_comes_from_no_other_hand():
    both = Both(put_back)
    both.play(PUT_BACK)
    assert both.refused("0 lays 6S") == ["with-another"]
    both.play("0 lifts,0 lays 7S,0 lifts")
    assert both.refused("1 lays 5S") == ["with-another"]
    both.play("1 lifts,1 lays 6S,1 lifts")
    assert both.facts == [("open", [6])]
    assert both.refused("1 lays 5S") == ["with-another"]
    both.play("1 lifts,1 lays 8S,1 lifts,1 ok,0 lays 5S,0 lifts,0 ok")
    assert both.facts[1:] == [("shown", [[5], [8]])]
    both.shadow()


def test_the_owner_lays_a_card_taken_back_again_in_secret():
    seen = []
    for again in ("5S", "7S"):
        both = Both(put_back)
        both.play(PUT_BACK + f",0 lays {again},0 lifts,1 lays 8S")
        seen.append(both.records)
        both.shadow()
    assert seen[0] == seen[1]


def test_the_seat_that_took_the_card_back_stays_secret():
    seen = []
    for first, second in (("5S", "6S"), ("6S", "5S")):
        both = Both(put_back)
        both.play(f"0 lays {first},0 lifts,1 lays {second},1 lifts,0 lays 7S,0 lifts")
        assert both.refused("2 lays 5S") == ["with-another"]
        seen.append((both.records, both.found, pads(both.referee), verdicts(both.referee)))
        both.shadow()
    assert seen[0] == seen[1] and both.found == [("impossible", 2, "with-another", None, 6)]


def moved_unread(table, match):
    """Seat 0 takes a card back, and lays it again, unread; that one is laid aside, and revealed when seat 2
    has played one.
    """
    table.take_back((yield Lay((0,), "secret", SEALED))[0])
    yield Clear()
    handle = (yield Lay((0,), "secret", SEALED))[0]
    yield Clear()
    table.lay_aside([handle])
    yield Lay((2,), "open")
    yield Clear()
    table.tell("opened", (yield Reveal([handle])))
    yield Lay((CENTRE_2,), "end")


def test_an_unread_card_that_was_moved_may_be_one_in_a_hand_but_none_that_was_played():
    both = Both(moved_unread)
    referee = both.referee
    both.play("0 lays 6S,0 lifts")
    referee.feed(("laid", 0, UNKNOWN))
    referee.correct(["name", 0, None, "operator"])
    both.play("0 lifts,2 lays 7S,2 lifts")
    assert [place for place, _ in unnamed(referee)] == [None]
    try:
        referee.correct(["name", PLACES, 7, "operator"])
        raise AssertionError("a card that was played is named")
    except Conflict as conflict:
        assert conflict.code == "already-played", conflict.code
    told = [out.fact for out in referee.correct(["name", PLACES, 6, "operator"]) if isinstance(out, Told)]
    assert told == [("opened", [6])]


def test_captured_cards_and_lost_ones_are_played():
    def script(table, match):
        table.take((yield Lay((0,), "one")), 1)
        table.lose((yield Lay((0,), "two")))
        yield Lay((1,), "on")

    both = Both(script)
    both.play("0 lays 5S,0 lifts,0 lays 6S,0 lifts")
    assert both.refused("1 lays 5S") == both.refused("1 lifts,1 lays 6S") == ["already-played"]


# -- a handle that comes again ------------------------------------------------------------------------


def own(table, match):
    """Every seat has a hidden card; then seat 0 or seat 1 must lay its own, and it is opened."""
    hidden = yield Lay((0, 1, 2), "hide", SEALED)
    yield Clear()
    for seat in (0, 1, 2):
        table.hold([hidden[seat]], seat)
    place, handle = yield LayOne(
        (0, 1), "point", SEALED, until=Ok(2), by=2, again=tuple(hidden[:2]), only=True
    )
    table.hold([handle], place)
    table.tell("opened", place, (yield Reveal([handle])))
    yield Lay((CENTRE_2,), "end")


OWN = "0 lays 5S,1 lays 6S,2 lays 7S,0 lifts,1 lifts,2 lifts"


def test_lay_one_waits_for_one_card_on_any_of_its_places():
    both = Both(own)
    both.play(OWN)
    referee = both.referee
    assert tasks(referee) == [NOTHING, NOTHING, LAY] and verdicts(referee)[:2] == [EMPTY, EMPTY]
    both.play("0 lays 5S")
    assert (what(referee), tasks(referee)) == ("point-ok", [NOTHING, NOTHING, PRESS_OK])
    assert verdicts(referee)[:2] == [FINE, EMPTY] and pads(referee)[0] == COVERED
    assert both.refused("1 ok") == ["not-your-key"]
    assert both.refused("1 lays 6S") == ["only-one"] == both.refused("0 lifts,0 lays 5S")
    assert both.refused("2 ok") == ["not-all-laid"]
    both.play("0 lifts,2 ok")
    assert both.facts == [("opened", 1, [6])]
    both.shadow()


def test_a_card_comes_again_from_the_seat_that_holds_it_and_no_other_does():
    both = Both(own)
    both.play(OWN)
    for line, code in (
        ("0 lays 6S", "with-another"),
        ("0 lays 7S", "with-another"),
        ("0 lays 8S", "not-offered"),
        ("0 lays ??", "unreadable"),
    ):
        assert both.refused(line) == [code]
        both.play("0 lifts")
    both.play("0 lays 5S,2 ok")
    assert both.facts == [("opened", 0, [5])]
    both.shadow()
    at = [record[3] for record in both.records].index([0, 4096])
    assert both.differs(at, [1, 4096]) == "with-another"
    assert both.differs(at, [0, 4097]) == "with-another"
    assert both.differs(at, [0, 4098]) == "already-played"
    assert both.differs(at, [0, 4099]) == "not-offered"
    assert both.differs(at, [2, 4098]) == "shape"


def test_lay_one_keeps_what_has_answered_on_its_places():
    one = LayOne((0, 1), "draw", SEALED, by=2)
    referee = waiting_for(one, one)
    play(referee, "0 lays 5S")
    assert verdicts(referee)[0] == OLD and tasks(referee) == [NOTHING, NOTHING, LAY]
    assert play(referee, "0 lifts,0 lays 5S") == []
    assert verdicts(referee)[0] == OLD
    assert refusals(play(referee, "0 lifts,1 lays 5S")) == ["already-played"]
    play(referee, "1 lifts,1 lays 6S")
    assert referee.answers == [[0, 4096], [1, 4097]]
    for bad in ([2, 4098], [0], None, [0, 5], [0, 4097], 4096, ["0", 4098]):
        assert one.fits(bad, referee.table), bad


def test_a_lay_for_one_hidden_card_says_when_it_is_that_one():
    def script(table, match):
        hidden = yield Lay((0, 1), "hide", SEALED)
        yield Clear()
        for seat in (0, 1):
            table.hold([hidden[seat]], seat)
        yield Lay((0,), "this-one", SEALED, again=(hidden[0],), only=True)
        table.hold([hidden[0]], 0)
        table.tell("opened", (yield Reveal([hidden[0]])))
        yield Lay((CENTRE_2,), "end")

    both = Both(script)
    both.play("0 lays 5S,1 lays 6S,0 lifts,1 lifts")
    assert both.refused("0 lays 8S") == ["not-offered"] and verdicts(both.referee)[0] == WRONG
    both.play("0 lifts,0 lays 5S")
    assert both.facts == [("opened", [5])] and both.referee.answers[2] == [4096]
    both.shadow()
    at = [record[0:3:2] for record in both.records].index(["answer", 2])
    assert both.differs(at, [4098]) == "not-offered"
    assert both.differs(at, [4097]) == "already-played"


# -- Show ---------------------------------------------------------------------------------------------


def pair(table, shown):
    return None if len(shown) == 2 and shown[0] & 15 == shown[1] & 15 else "no-pair"


def pairs(secrecy):
    return Show((0, 1), 2, 3, "show", True, secrecy, whole=pair, correctable=True)


def test_what_is_shown_must_fit_together():
    for secrecy in (OPEN, SEALED):
        referee = waiting_for(pairs(secrecy))
        assert refusals(play(referee, "0 lays 5S,0 lifts,0 ok")) == ["not-all-shown"]
        assert refusals(play(referee, "0 lays 6S,0 ok")) == ["no-pair"]
        play(referee, "0 lifts,0 no,0 lays 5S,0 lifts,0 lays 5H,0 ok,1 no")
        cards = [5, 21] if secrecy == OPEN else [referee.table.peek(one) for one in referee.answers[0][0]]
        assert cards == [5, 21] and referee.answers[0][1] is None


def test_cards_that_do_not_fit_alone_are_not_judged_together():
    def whole(table, shown):
        assert [card for card in shown if no_king(table, 0, card)] == []

    ask = Show((0,), 2, 2, "show", rule=no_king, whole=whole)
    table = waiting_for(ask).table
    assert ask.fits([[5, 6]], table) is None
    for bad, why in (([13, 5], "no-king"), ([5, 13], "no-king"), ([5, "6S"], "shape"), ([None, 5], "shape")):
        assert ask.fits([bad], table) == why


def test_no_correction_shows_a_card_twice():
    def script(table, match):
        yield Show((0, 1), 1, 2, "show", secrecy=SEALED)
        yield Poll((0,), (OK,), "on")

    both = Both(script)
    both.play("0 lays 5S,0 ok,1 lifts,1 lays 6S,1 ok")
    for raw in ([[5], [5]], [[5, 5], [6]]):
        try:
            both.referee.correct(["amend", [[0, raw]]])
        except Conflict as conflict:
            assert conflict.code == "twice"
        else:
            raise AssertionError(raw)


def test_all_may_be_taken_back_until_everybody_has_confirmed():
    referee = waiting_for(pairs(SEALED))
    play(referee, "0 lays 5S,0 lifts,0 lays 5H,0 ok")
    assert tasks(referee) == [NOTHING, SHOW, NOTHING]
    assert refusals(play(referee, "0 ok")) == ["not-asked"] == refusals(play(referee, "0 yes"))
    play(referee, "0 no")
    assert tasks(referee) == [SHOW, SHOW, NOTHING] and referee.parts[-1] == [0, "back"]
    play(referee, "0 no")
    assert referee.parts[-1] == [0, "declined"]
    play(referee, "0 no,0 lifts,0 lays 6S,0 lifts,0 lays 6H,0 ok")
    assert answer(referee) == ""
    play(referee, "1 no")
    assert [referee.table.peek(one) for one in answer(referee)[0]] == [6, 22]


def test_what_is_not_correctable_stays():
    referee = waiting_for(Show((0, 1), 1, 1, "show", True))
    play(referee, "0 lays 5S,0 ok")
    assert refusals(play(referee, "0 no")) == ["not-asked"]
    assert referee.ask.fits_part([0, "back"], referee.picture, referee.table) == "shown-already"


def test_a_card_that_one_seat_has_shown_is_with_that_seat():
    for secrecy in (OPEN, SEALED):
        referee = waiting_for(All(Show((0,), 1, 1, "show", secrecy=secrecy), Show((1,), 1, 1, "show")))
        play(referee, "0 lays 5S,0 lifts")
        outs = play(referee, "1 lays 5S")
        assert refusals(outs) == ["with-another"]
        assert [out.value for out in outs if isinstance(out, Record)] == [[1, "with-another", None]]
        play(referee, "1 lifts,0 no,1 lays 5S")
        assert referee.parts[-1] == [1, 5]


def test_a_shadow_takes_what_it_cannot_see_and_checks_what_it_can():
    def script(secrecy):
        def run(table, match):
            yield pairs(secrecy)
            yield Lay((CENTRE_2,), "end")

        return run

    both = Both(script(SEALED))
    both.play("0 lays 5S,0 lifts,0 lays 5H,0 ok,1 no")
    both.shadow()
    both = Both(script(OPEN))
    both.play("0 lays 5S,0 lifts,0 lays 5H,0 ok,1 no")
    both.shadow()
    assert both.differs(2, [0, 22]) == "no-pair"
    assert both.differs(2, [1, 5]) == "with-another"
    assert both.differs(2, [1, "back"]) == "nothing-shown"


# -- Poll -----------------------------------------------------------------------------------------------


def test_a_poll_says_why_other_keys_mean_nothing():
    referee = waiting_for(Poll((0, 2), (YES, NO), "vote", others="no-veto"))
    assert refusals(play(referee, "1 no")) == ["no-veto"] == refusals(play(referee, "1 ok"))
    assert refusals(play(referee, "0 ok")) == ["not-asked"]


def test_together_with_another_ask_a_poll_takes_its_own_keys():
    both = First(Poll((0,), (OK,), "draw"), Call((0,), (NO,), "draw"))
    for key, expected in (("ok", [0, [OK]]), ("no", [1, [0, NO]])):
        referee = waiting_for(both)
        assert refusals(play(referee, "0 yes")) == ["not-asked"]
        play(referee, "0 " + key)
        assert answer(referee) == expected
        assert referee.interrupted is None, "nobody asks that again, and a Pico keeps nothing of it"


# -- what is found impossible ----------------------------------------------------------------------------


def hunt(table, match):
    table.lose((yield Lay((0,), "one")))
    yield Clear()
    table.lay_aside((yield Lay((1,), "two", SEALED)))
    yield Clear()
    table.tell("laid", (yield Lay((2,), "three")))
    yield Lay((CENTRE_2,), "end")


HUNT = "0 lays 5S,0 lifts,1 lays 6S,1 lifts"


def test_what_is_found_impossible_is_recorded_once_an_ask():
    both = Both(hunt)
    both.play(HUNT)
    outs = both.play("2 lays 5S")
    record = Record("found", 0, 4, [2, "already-played", 0], both.referee.table.digest)
    fact = ("impossible", 2, "already-played", 0, 4)
    assert outs == [Refused("already-played", 2), record, Found(fact)]
    assert both.play("2 lifts,2 lays 5S") == [Refused("already-played", 2)]
    both.play("2 lifts,2 lays 6S")
    assert both.found == [fact, ("impossible", 2, "not-taken", 2, 4)]
    assert both.refused("2 lifts,2 lays ??") == ["unreadable"] and len(both.found) == 2
    both.play("2 lifts,2 lays 7S")
    assert both.facts == [("laid", [7])]
    both.shadow()
    both.play("0 lays 6S")  # another ask
    assert both.found[-1] == ("impossible", 0, "not-taken", 2, 5)
    both.shadow()


def test_a_card_that_was_covered_for_a_while_has_still_answered():
    def script(table, match):
        table.lay_aside((yield Lay((0,), "one", SEALED)))
        table.tell("laid", (yield Lay((0,), "two")))

    both = Both(script)
    both.play("0 lays 5S")
    assert both.refused("0 lays ?several") == ["several"]
    assert both.play("0 lays 5S") == [] and both.found == []
    assert both.referee.prompt()[3][0] == REMOVE
    # Lifted in between it is laid again.
    assert both.refused("0 lays ?several,0 lifts,0 lays 5S") == ["not-taken"]
    both.play("0 lays 6S")
    assert both.facts == [("laid", [6])]
    both.shadow()


def test_no_digest_covers_what_was_found():
    both, other = Both(hunt), Both(hunt)
    both.play(HUNT + ",2 lays 5S,2 lifts,2 lays 7S")
    other.play(HUNT + ",2 lays 7S")
    assert both.referee.table.digest == other.referee.table.digest


def test_what_was_found_survives_an_undo_and_a_power_cut():
    both = Both(hunt)
    both.play(HUNT + ",2 lays 5S,2 lifts,2 lays 7S")
    outs = both.referee.correct(["undo", 4, 1])
    assert [out for out in outs if isinstance(out, Found)] == []
    both.records.extend([list(out) for out in outs if isinstance(out, Record)])
    shadow = both.shadow(both.records)
    assert [record[0] for record in both.records].count("found") == 1
    assert shadow.table.digest == both.referee.table.digest
    twin = Referee(matches.new(Single(hunt), 3, {}), draw=chance)
    for handle in both.referee.vault:
        twin.vault[handle] = both.referee.vault[handle]
    for record in both.records[:6]:
        twin.follow(record)
    twin.resume([(2, 5)])
    assert play(twin, "2 lifts,2 lays 5S") == [Refused("already-played", 2)]  # recorded already


def test_a_forged_find_is_a_difference():
    both = Both(hunt)
    both.play(HUNT + ",2 lays 5S")
    at = len(both.records) - 1
    for bad in ([2, "already-played", 4], [2, "twice", 0], [12, "not-taken", 0], [2, "not-taken"], None, []):
        assert both.differs(at, bad) in ("shape", "no-such-answer"), bad
    referee = both.referee
    assert play(referee, "2 lifts") == []
    try:
        referee.correct(["amend", [[0, [99]]]])
    except Conflict:
        assert play(referee, "2 lays 5S") == [Refused("already-played", 2)]  # recorded already
    both.records.append(list(both.records[-1]))
    assert both.differs(at + 1, both.records[at][3]) == "found-already"


# -- talk within a team ----------------------------------------------------------------------------------


def talk(begins):
    def script(table, match):
        table.may_consult([[0, 2]], begins)
        table.tell("keys", (yield Poll((0, 1), (NO, OK), "vote")))
        table.may_consult(None, None)
        yield Poll((0,), (OK,), "on")

    return script


def cues(outs):
    return [(out.code,) + out.args for out in outs if isinstance(out, Cue)]


def test_a_side_may_talk_and_its_key_or_ok_ends_that():
    for end in ("2 yes", "0 yes", "0 ok", "2 ok"):
        both = Both(talk(YES))
        assert cues(both.play("2 yes")) == [("consult", 2)]
        assert both.referee.talking == 2 and sorted(both.referee.talkers()) == [0, 2]
        assert cues(both.play(end)) == [("consulted", int(end[0]))]
        assert both.referee.talking is None
        assert len(both.records) == 1  # nothing of this is recorded
        both.play("0 ok,1 ok")
        assert both.facts == [("keys", [OK, OK])]


def test_the_keys_of_other_sides_are_untouched_and_the_talk_is_gone_with_the_ask():
    both = Both(talk(YES))
    both.play("0 yes,1 ok")
    assert both.referee.talking == 0
    assert both.refused("1 yes") == ["not-asked"]
    both.play("0 no")  # a key of the ask itself goes on
    assert both.referee.answers == [[NO, OK]] and both.referee.talking is None
    assert both.refused("0 yes") == ["not-asked"]


def test_where_ok_begins_the_talk_it_is_no_answer():
    both = Both(talk(OK))
    assert cues(both.play("0 ok")) == [("consult", 0)]
    assert cues(both.play("0 ok")) == [("consulted", 0)]
    both.play("1 ok")  # not of that side: it counts
    assert both.referee.picture.keys[:2] == [None, OK]
    both.play("0 no")
    assert both.facts == [("keys", [NO, OK])]


# -- who may see it ----------------------------------------------------------------------------------------


def test_a_card_that_does_not_fit_is_not_public():
    referee = waiting_for(Lay((0,), "lay", rule=no_king))
    play(referee, "0 lays KS")
    assert pads(referee)[0] == COVERED
    play(referee, "0 lifts,0 lays 5S")
    assert referee.answers == [[5]] and pads(referee)[0] == 5
    both = Both(market)
    both.play(MARKET + ",2 lays 6S")  # one that lies there hidden
    assert pads(both.referee)[2] == COVERED
    both.play("2 lifts,2 lays 7S")
    assert pads(both.referee)[2] == COVERED
    both.play("2 lifts,2 lays 5S")
    assert pads(both.referee)[2] == 5 and verdicts(both.referee)[2] == REMOVE


def test_an_early_card_is_not_public():
    referee = in_turn()
    play(referee, "1 lays 7S")
    assert pads(referee)[1] == COVERED
    play(referee, "0 lays 5S")
    assert pads(referee)[:2] == [5, 7]
    play(referee, "centre lays 9S")
    assert pads(referee)[CENTRE] == COVERED
