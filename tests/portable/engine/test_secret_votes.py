"""The secret vote by card or key; calls that interrupt an ask; cards of a pack of its own."""

import table_lines
from card_lists import parse_list
from cardtable.engine import cards, views
from cardtable.engine.asks.ballot import BY_KEY, Ballot
from cardtable.engine.asks.base import (
    CENTRE,
    EMPTY,
    FINE,
    LAY,
    LIFT,
    MAY_CALL,
    MISSING,
    NO,
    NOTHING,
    OK,
    OLD,
    PRESS_OK,
    REMOVE,
    SEALED,
    WRONG,
    YES,
)
from cardtable.engine.asks.keys import Call, Choose, First
from cardtable.engine.asks.laying import Clear, Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.cards import parse
from cardtable.engine.outputs import Cue
from cardtable.games.democrazy import pack as democrazy_pack
from scripted_stage import Single, answer, play, refusals, tasks, verdicts, waiting_for, what


def red_or_black(table, place, card):
    """The rule of these votes: number cards vote, an ace only for seat 1, whose wild it is."""
    if cards.rank_of(card) != 1:
        return None
    return None if place == 1 else "not-your-wild"


def ballot(**more):
    return Ballot((0, 1, 2), 1, "vote", red_or_black, **more)


# -- Ballot ----------------------------------------------------------------------------------------


def test_votes_by_card_and_key_are_closed_by_one_seat():
    referee = waiting_for(ballot())
    assert what(referee) == "vote" and tasks(referee) == [LAY, LAY, LAY]
    assert verdicts(referee) == [MISSING, MISSING, MISSING, EMPTY]
    assert refusals(play(referee, "0 lays 5S,1 yes,1 ok")) == ["not-all-voted"]
    assert tasks(referee) == [NOTHING, NOTHING, LAY] and verdicts(referee)[:3] == [FINE, EMPTY, MISSING]
    play(referee, "2 no")
    assert what(referee) == "vote-ok" and tasks(referee) == [NOTHING, PRESS_OK, NOTHING]
    assert refusals(play(referee, "0 ok")) == ["not-your-key"]
    play(referee, "1 ok")
    assert answer(referee) == [parse("5S"), BY_KEY + YES, BY_KEY + NO]


def test_a_vote_may_be_changed_until_it_is_closed():
    referee = waiting_for(ballot())
    play(referee, "0 yes,0 no,2 lays 5S,2 lifts,2 lays 6S,1 no,1 yes,1 ok")
    assert answer(referee) == [BY_KEY + NO, BY_KEY + YES, parse("6S")]


def test_a_card_wins_over_a_key_and_that_is_said():
    referee = waiting_for(ballot())
    outs = play(referee, "0 yes,0 lays 5S")
    assert Cue("card-counts", (0,)) in outs
    assert refusals(play(referee, "0 no")) == ["card-counts"]
    play(referee, "1 no,2 no,0 lifts")  # the key that was overruled counts no more
    assert refusals(play(referee, "1 ok")) == ["not-all-voted"]
    play(referee, "0 lays 5S,1 ok")
    assert answer(referee) == [parse("5S"), BY_KEY + NO, BY_KEY + NO]


def test_a_card_of_the_last_vote_is_no_vote():
    referee = waiting_for(ballot(), ballot())
    play(referee, "0 lays 5S,1 yes,2 no,1 ok")
    assert verdicts(referee)[:3] == [REMOVE, MISSING, MISSING] and tasks(referee) == [LIFT, LAY, LAY]
    assert refusals(play(referee, "1 yes,2 no,1 ok")) == ["not-all-voted"]
    play(referee, "0 lifts,0 lays 5S,1 ok")  # the same card, laid again
    assert answer(referee) == [parse("5S"), BY_KEY + YES, BY_KEY + NO]


def test_two_cards_and_strange_cards_hold_the_vote_up():
    referee = waiting_for(ballot())
    assert refusals(play(referee, "1 yes,2 no,0 lays ?several")) == ["several"]
    assert refusals(play(referee, "1 ok")) == ["not-all-voted"]
    play(referee, "0 lifts")
    assert refusals(play(referee, "0 lays AS")) == ["not-your-wild"] and verdicts(referee)[0] == WRONG
    assert refusals(play(referee, "1 ok")) == ["not-all-voted"]
    assert refusals(play(referee, "0 lifts,0 lays 5S,centre lays 6S")) == ["no-vote-here"]


def test_the_closer_is_asked_only_when_its_ok_would_be_taken():
    """Until then lamps and words ask for the votes that lack, and a card that is no vote must be lifted."""
    referee = waiting_for(ballot(), ballot())
    play(referee, "1 yes,2 no,0 lays ?several")
    assert what(referee) == "vote" and tasks(referee) == [LIFT, NOTHING, NOTHING]
    assert refusals(play(referee, "0 yes")) == ["card-counts"]
    play(referee, "0 lifts")
    assert what(referee) == "vote" and tasks(referee) == [LAY, NOTHING, NOTHING]
    play(referee, "0 yes,centre lays 6S")  # in the middle it is no vote of a seat
    assert what(referee) == "vote" and tasks(referee) == [NOTHING, NOTHING, NOTHING]
    assert refusals(play(referee, "1 ok")) == ["not-all-voted"]
    play(referee, "centre lifts")
    assert what(referee) == "vote-ok" and tasks(referee) == [NOTHING, PRESS_OK, NOTHING]
    play(referee, "1 lays AS")  # the wild of the closer itself
    assert what(referee) == "vote-ok" and tasks(referee) == [NOTHING, PRESS_OK, NOTHING]
    play(referee, "1 ok,0 yes,2 no")
    assert what(referee) == "vote" and tasks(referee) == [NOTHING, LIFT, NOTHING]
    assert refusals(play(referee, "1 yes")) == ["card-counts"]
    assert refusals(play(referee, "1 ok")) == ["not-all-voted"]


def test_what_a_seat_has_shown_is_its_own_and_stays_a_handle():
    def script(table, match):
        wild = (yield Lay((1,), "show", SEALED))[0]
        table.hold([wild], 1)
        yield Clear()
        yield ballot(own=[[], [wild], []])
        yield Lay((CENTRE,), "end")

    referee = begin(script)
    play(referee, "1 lays AS,1 lifts,0 yes,2 no,1 lays AS,1 ok")
    votes = answer(referee)
    assert votes[0] == BY_KEY + YES and votes[1] == referee.answers[0][0]
    fits = referee.asked_fits
    assert fits([BY_KEY + YES, votes[1], BY_KEY + NO]) is None
    assert fits([votes[1], BY_KEY + YES, BY_KEY + NO]) == "with-another"
    assert fits([BY_KEY + YES, BY_KEY + 3, BY_KEY + NO]) is not None
    assert fits([parse("5S"), parse("5S"), BY_KEY + NO]) == "twice"
    assert fits([parse("5S"), BY_KEY + NO]) == "shape"


def begin(script):
    from cardtable.engine import match as matches
    from cardtable.engine.referee import Referee

    held = []

    def watched(table, match):
        """Keep the ballot, to ask it about answers that were not given."""
        inner = script(table, match)
        value = None
        while True:
            try:
                ask = inner.send(value)
            except StopIteration:
                return
            if isinstance(ask, Ballot):
                held.append((ask, table))
            value = yield ask

    class Asked(Referee):
        def asked_fits(self, answer):
            return held[-1][0].fits(answer, held[-1][1])

    referee = Asked(matches.new(Single(watched), 3, {}), draw=lambda stage, index, n: 0)
    referee.start()
    return referee


def test_votes_are_secret():
    """Whatever the vote, the prompt, the pads and what is said are the same."""
    seen = []
    for vote in ("0 yes", "0 no"):
        referee = waiting_for(ballot())
        outs = play(referee, vote)
        seen.append([outs, referee.prompt(), views.pads(referee)])
    assert seen[0] == seen[1]
    seen = []
    for vote in ("0 lays 5S", "0 lays 6H"):
        referee = waiting_for(ballot())
        outs = play(referee, vote)
        seen.append([outs, referee.prompt(), views.pads(referee)])
    assert seen[0] == seen[1] and seen[0][2][0] in (None, views.COVERED)


# -- calls that interrupt --------------------------------------------------------------------------


def interrupted(ask):
    """A script that poses `ask` until it is answered; calls in between are dealt with."""

    def script(table, match):
        first = First(ask, Call((0, 2), (OK,), "speak-up", interrupts=True))
        while True:
            number, given = yield first
            if number == 0:
                break
            yield Choose(given[0], ("pause", "nothing"), "speak", default=1)
        table.tell("got", given)
        yield Lay((CENTRE,), "end")

    return begin(script)


def test_a_call_interrupts_and_votes_already_given_still_count():
    referee = interrupted(ballot())
    play(referee, "0 lays 5S,1 no,2 ok")
    assert what(referee) == "speak"
    play(referee, "2 ok")
    assert what(referee) == "vote" and tasks(referee) == [MAY_CALL, NOTHING, LAY]
    play(referee, "2 yes,1 ok")
    assert answer(referee) == [0, [parse("5S"), BY_KEY + NO, BY_KEY + YES]]


def test_the_key_of_who_called_is_the_call():
    referee = interrupted(ballot())
    play(referee, "0 yes,1 no,2 yes,2 ok,2 ok")
    assert tasks(referee) == [MAY_CALL, NOTHING, LAY]


def test_cards_shown_before_a_call_still_count():
    referee = interrupted(Show((1,), 2, 3, "show"))
    play(referee, "1 lays 5S,1 lifts,0 ok,0 ok,1 lays 6S,1 lifts,1 ok")
    assert answer(referee) == [0, [parse_list("5S 6S")]]


def test_undo_of_an_interrupted_ask_begins_it_again():
    referee = interrupted(ballot())
    play(referee, "0 yes,1 no,2 ok,2 ok")
    referee.correct(["undo", 0, 1])
    assert what(referee) == "vote" and tasks(referee)[1] == LAY


# -- what stays in the middle, and what may come again ----------------------------------------------


def test_clear_leaves_what_may_stay():
    referee = waiting_for(
        Lay((CENTRE,), "propose", by=0), Clear(what="clear-vote", still=(CENTRE,)), ballot()
    )
    play(referee, "0 lays 6S,centre lays 5S")
    assert what(referee) == "clear-vote" and verdicts(referee) == [REMOVE, EMPTY, EMPTY, OLD]
    play(referee, "0 lifts")
    assert what(referee) == "vote"


def test_choose_by_a_card_that_lies_on_the_table():
    laws = (parse("5S"), parse("6S"))

    def row(card):
        return laws.index(card) if card in laws else None

    def script(table, match):
        table.lay_aside(list(laws))
        yield Choose(0, ("5S", "6S"), "replace", by_card=row, again=laws)
        yield Lay((CENTRE,), "end")

    referee = begin(script)
    assert refusals(play(referee, "0 lays 7S")) == ["stands-for-nothing"]
    play(referee, "0 lifts,0 lays 6S,0 ok")
    assert answer(referee) == 1


# -- names -----------------------------------------------------------------------------------------


class Named:
    PACK = democrazy_pack.PACK
    FACTS = {"law": ("seat", "laws*")}


def test_cards_of_a_pack_of_its_own():
    names = cards.names_of(Named)
    for card in range(241):
        assert cards.parse(cards.text(card, names), names) == card
    for word, card in (("R05", 4), ("b25#2", 154), ("YES10", 199), ("DY2", 211), ("END", 240), ("X01", 180)):
        assert cards.parse(word, names) == card
    for word in ("R00", "R41", "R5", "YES01", "YES11", "END1", "KS", "", "B25#3"):
        try:
            cards.parse(word, names)
            raise AssertionError(word)
        except ValueError as error:
            assert "R01" in str(error)
    assert cards.text(cards.FOREIGN, names) == "?foreign" and cards.text(None, names) == "-"
    assert table_lines.parse_input("centre lays R05", names) == ("laid", CENTRE, 4)
    assert table_lines.parse_input("3 lays ??", names) == ("laid", 3, cards.UNKNOWN)
    assert (
        table_lines.fact_text(("law", 1, [4, 154]), Named) == '{"kind":"law","seat":1,"laws":["R05","B25#2"]}'
    )
