"""Each ask by itself: what it waits for, what it shows, what it refuses, what it lets out."""

from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.asks.automatic import Chance, Pause, Reveal, Weigh
from cardtable.engine.asks.base import (
    CENTRE,
    EARLY,
    EMPTY,
    FINE,
    KEEP,
    LAY,
    LIFT,
    MAY_CALL,
    MISSING,
    NO,
    NOTHING,
    OK,
    OLD,
    OUT,
    PICK,
    PRESS_OK,
    PRESS_YES_NO,
    REMOVE,
    SEALED,
    SHOW,
    TAKE,
    TAKE_ALL,
    UNTIL_CLOSED,
    WRONG,
    YES,
    Ok,
)
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Call, Choose, First, Poll
from cardtable.engine.asks.laying import Clear, Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.outputs import Record, Seal
from cardtable.engine.referee import Referee
from scripted_stage import Single, answer, play, refusals, tasks, verdicts, waiting_for, what
from table_lines import parse_input

# -- Lay -------------------------------------------------------------------------------------------


def test_lay_waits_for_every_place_and_for_ok():
    referee = waiting_for(Lay((1, 2, 0), "lay", until=Ok(0)))
    assert tasks(referee) == [LAY, LAY, LAY] and verdicts(referee) == [MISSING, MISSING, MISSING, EMPTY]
    assert refusals(play(referee, "1 lays 5S,0 ok")) == ["not-all-laid"]
    assert refusals(play(referee, "1 yes")) == ["not-asked"]
    play(referee, "2 lays 6S,0 lays 7S")
    assert (what(referee), tasks(referee)) == ("lay-ok", [PRESS_OK, NOTHING, NOTHING])
    assert refusals(play(referee, "1 ok")) == ["not-your-key"]
    play(referee, "2 lifts")
    assert what(referee) == "lay" and tasks(referee) == [NOTHING, NOTHING, LAY]
    play(referee, "2 lays 8S")
    assert answer(referee) == ""
    play(referee, "0 ok")
    assert answer(referee) == [5, 8, 7]


def test_lay_without_ok_is_answered_by_the_last_card():
    referee = waiting_for(Lay((CENTRE,), "turn-up", by=2))
    assert tasks(referee) == [NOTHING, NOTHING, LAY]
    play(referee, "centre lays KS")
    assert answer(referee) == [13]


def test_keys_pressed_before_an_ask_opened_do_not_count():
    referee = waiting_for(Poll((0, 1), (OK,), "all"), Lay((0,), "lay", until=Ok(1)), Poll((1,), (OK,), "on"))
    play(referee, "0 lays 5S,1 ok,0 ok")
    assert what(referee) == "lay-ok"
    play(referee, "1 ok")
    assert what(referee) == "on"


def test_an_early_card_counts_when_its_turn_comes_and_only_once():
    referee = waiting_for(Lay((CENTRE,), "turn-up"), Lay((1,), "lay", still=(CENTRE,)), Lay((1,), "again"))
    play(referee, "1 lays 5S")
    assert verdicts(referee) == [EMPTY, EARLY, EMPTY, MISSING]
    play(referee, "centre lays KS")
    assert what(referee) == "again" and answer(referee) == [5]
    assert verdicts(referee) == [EMPTY, REMOVE, EMPTY, REMOVE]
    assert refusals(play(referee, "1 lifts,1 lays 5S")) == ["already-played"]
    play(referee, "1 lifts,1 lays 6S")
    assert what(referee) == "end"


def test_an_old_card_may_stay_where_the_script_says_so():
    referee = waiting_for(Lay((CENTRE,), "turn-up"), Lay((1,), "lay", still=(CENTRE,)))
    play(referee, "centre lays KS")
    assert verdicts(referee) == [EMPTY, MISSING, EMPTY, OLD]
    here = (CENTRE,)
    for ask in (Poll((0,), (OK,), "x", still=here), Choose(0, ("a",), "x", still=here), Pause(1, still=here)):
        referee = waiting_for(Lay((CENTRE,), "turn-up"), ask)
        play(referee, "centre lays KS")
        assert verdicts(referee)[3] == OLD


def test_an_impossible_card_is_wrong_and_refused():
    no_kings = Lay((0, 1), "lay", rule=lambda table, place, card: "no-king" if card & 15 == 13 else None)
    referee = waiting_for(no_kings)
    for word, code in (
        ("??", "unreadable"),
        ("?foreign", "foreign"),
        ("?several", "several"),
        ("5S#1", "not-in-deck"),
        ("KS", "no-king"),
    ):
        assert refusals(play(referee, "0 lifts,0 lays " + word)) == [code]
        assert verdicts(referee)[0] == WRONG and tasks(referee)[0] == LAY
    assert refusals(play(referee, "0 lifts,0 lays 5S,1 lays 5S")) == ["twice"]
    assert answer(referee) == ""
    play(referee, "1 lifts,1 lays 6S")
    assert answer(referee) == [5, 6]


def test_sealed_cards_are_handles():
    referee = waiting_for(Lay((0, 1), "lay", SEALED, until=Ok(0)))
    outs = play(referee, "0 lays 5S,1 lays 6S,0 ok")
    assert answer(referee) == [4096, 4097]
    assert outs[:2] == [Seal(4096, 5), Seal(4097, 6)]
    assert referee.table.where(5) is not None and not referee.table.is_open_card(5)


# -- Show ------------------------------------------------------------------------------------------


def test_show_takes_cards_one_after_another():
    referee = waiting_for(Show((0, 2), 1, 2, "show", decline=True))
    assert tasks(referee) == [SHOW, NOTHING, SHOW]
    assert refusals(play(referee, "0 ok")) == ["not-all-shown"]
    play(referee, "0 lays 5S")
    assert verdicts(referee)[0] == REMOVE
    assert refusals(play(referee, "0 lifts,0 lays 5S")) == ["shown-already"]
    play(referee, "0 lifts,0 lays 6S")
    assert tasks(referee) == [PRESS_OK, NOTHING, SHOW]
    assert refusals(play(referee, "0 lifts,0 lays 7S")) == ["too-many"]
    assert refusals(play(referee, "1 ok")) == ["not-asked"]
    play(referee, "2 no")
    assert tasks(referee) == [PRESS_OK, NOTHING, NOTHING]
    play(referee, "0 lifts,0 ok")
    assert answer(referee) == [[5, 6], None]


def test_no_takes_back_what_was_shown_and_then_declines():
    referee = waiting_for(Show((0,), 1, 2, "show", decline=True), Show((0,), 1, 1, "must"))
    play(referee, "0 lays 5S,0 no")
    assert referee.parts == [[0, 5], [0, "back"]] and answer(referee) == ""
    play(referee, "0 no")
    assert answer(referee) == [None]
    assert refusals(play(referee, "0 no")) == ["not-asked"]


def test_shown_cards_go_back_to_the_hand():
    referee = waiting_for(Show((0,), 1, 1, "show", SEALED), Lay((0,), "lay"))
    play(referee, "0 lays 5S,0 ok,0 lifts,0 lays 5S")
    assert answer(referee) == [5]


# -- Clear -----------------------------------------------------------------------------------------


def test_clear_says_who_takes_what():
    cases = ((1, False, [REMOVE, TAKE, EMPTY, REMOVE]), (None, True, [KEEP, KEEP, EMPTY, OUT]))
    cases += ((None, [1], [OUT, KEEP, EMPTY, OUT]),)  # what the others laid is lost
    for take, keep, expected in cases:
        referee = waiting_for(Lay((0, 1, CENTRE), "lay"), Clear(take=take, keep=keep))
        play(referee, "0 lays 5S,1 lays 6S,centre lays KS")
        assert verdicts(referee) == expected
        assert tasks(referee) == [LIFT, TAKE_ALL if take == 1 else LIFT, NOTHING]
        play(referee, "0 lifts,0 lays 5S")  # turned over
        assert refusals(play(referee, "1 lifts,1 lays 7S")) == ["not-the-recorded-card"]
        assert verdicts(referee)[1] == WRONG
        assert refusals(play(referee, "2 lays 8S")) == ["none-played-here"]
        assert verdicts(referee)[2] == WRONG
        play(referee, "2 lifts,1 lifts,0 lifts,centre lifts")
        assert what(referee) == "end"


# -- Poll, Choose, Call ----------------------------------------------------------------------------


def test_poll_is_changeable_until_all_have_pressed():
    referee = waiting_for(Poll((0, 1, 2), (YES, NO), "vote", UNTIL_CLOSED))
    assert tasks(referee) == [PRESS_YES_NO] * 3
    assert refusals(play(referee, "0 ok")) == ["not-asked"]
    play(referee, "0 yes,1 no,0 no")
    assert tasks(referee) == [NOTHING, NOTHING, PRESS_YES_NO]
    play(referee, "2 yes")
    assert answer(referee) == [NO, NO, YES]


def test_poll_by_quorum():
    referee = waiting_for(Poll((0, 1, 2), (OK, NO), "enough", quorum=2))
    play(referee, "0 ok,1 no,0 no,2 ok")
    assert answer(referee) == ""
    assert tasks(referee) == [PRESS_YES_NO, PRESS_YES_NO, NOTHING]  # either can give the second OK
    play(referee, "0 ok")
    assert answer(referee) == [OK, None, OK]


def test_a_seat_whose_no_answers_another_ask_is_not_asked_again():
    referee = waiting_for(First(Poll((0, 1), (YES,), "agree", quorum=1), Poll((0, 1), (NO,), "agree")))
    play(referee, "0 no")
    assert tasks(referee) == [NOTHING, PRESS_YES_NO, NOTHING]
    play(referee, "1 no")
    assert answer(referee) == [1, [NO, NO]]
    referee = waiting_for(First(Poll((0, 1), (YES,), "agree", quorum=1), Poll((0, 1), (NO,), "agree")))
    play(referee, "0 no,0 yes")
    assert answer(referee) == [0, [YES, None]]


def test_a_sealed_poll_gives_its_tally_only():
    referee = waiting_for(Poll((0, 1), (YES, NO), "veto", SEALED, tally=lambda keys: (keys.count(NO),)))
    outs = play(referee, "0 yes,1 no")
    assert answer(referee) == [1]
    assert isinstance(outs[0], Record)


def test_nothing_leaves_a_poll_that_is_not_open_but_that_a_seat_has_pressed():
    for secrecy in (UNTIL_CLOSED, SEALED):
        seen = []
        for keys in ("0 yes,1 no", "0 no,1 yes", "0 no,0 yes,0 no,1 no"):
            referee = waiting_for(Poll((0, 1, 2), (YES, NO), "vote", secrecy, tally=len))
            outs = [referee.feed(parse_input(line)) for line in keys.split(",")]
            assert [out for one in outs for out in one] == []
            seen.append(referee.prompt())
        assert seen[0] == seen[1] == seen[2]


def test_choose_steps_through_the_rows():
    referee = waiting_for(Choose(1, ("a", "b", "c"), "choose"))
    assert tasks(referee) == [NOTHING, PICK, NOTHING]
    assert refusals(play(referee, "1 ok")) == ["pick-first"]
    assert refusals(play(referee, "0 yes")) == ["not-asked"]
    play(referee, "1 yes,1 yes,1 yes,1 yes,1 yes,1 ok")
    assert answer(referee) == 1
    referee = waiting_for(Choose(1, ("a", "b", "c"), "choose", default=2))
    play(referee, "1 yes,1 no,1 ok")
    assert answer(referee) == 2


def test_choose_by_a_card_shown():
    ask = Choose(0, ("S", "H", "D", "C"), "name-suit", SEALED, default=0, by_card=cards.suit_of)
    referee = waiting_for(ask)
    assert refusals(play(referee, "0 lays X1")) == ["stands-for-nothing"]
    assert verdicts(referee)[0] == WRONG
    assert refusals(play(referee, "0 ok")) == ["pick-first"]  # not the default: a card lies there
    play(referee, "0 lifts,0 lays 5D")
    assert verdicts(referee)[0] == FINE
    outs = play(referee, "0 ok")
    assert outs[0] == Seal(4096, 2) and answer(referee) == 4096
    assert verdicts(referee)[0] == REMOVE


def test_a_row_taken_stays_taken_while_others_choose():
    rows = ("S", "H", "D", "C")
    two = All(Choose(0, rows, "pick", by_card=cards.suit_of), Choose(1, rows, "pick"))
    referee = waiting_for(two)
    play(referee, "0 lays 5D,0 ok,0 lifts")
    assert tasks(referee) == [NOTHING, PICK, NOTHING]
    play(referee, "1 yes,1 ok")
    assert answer(referee) == [2, 0]
    referee = waiting_for(two)
    play(referee, "0 lays 5D,0 ok,0 lifts,0 yes")
    assert tasks(referee) == [PICK, PICK, NOTHING]
    play(referee, "0 ok,1 yes,1 ok")
    assert answer(referee) == [0, 0]


def test_call():
    referee = waiting_for(Call((2, 1), (YES, OK), "call"))
    assert tasks(referee) == [NOTHING, MAY_CALL, MAY_CALL]
    assert refusals(play(referee, "0 yes")) == ["not-asked"] == refusals(play(referee, "1 no"))
    play(referee, "1 ok")
    assert answer(referee) == [1, OK]


# -- First, All --------------------------------------------------------------------------------------


def window():
    return First(Lay((CENTRE,), "turn-up", by=0), Call((0, 1), (YES,), "call"), Pause(5))


def test_first_is_answered_by_whichever_comes():
    for line, expected in (("centre lays KS", [0, [13]]), ("1 yes", [1, [1, YES]]), ("time", [2, []])):
        referee = waiting_for(window())
        assert what(referee) == "turn-up" and tasks(referee) == [LAY, MAY_CALL, NOTHING]
        play(referee, line)
        assert answer(referee) == expected


def test_first_refuses_with_the_reason_that_says_most():
    referee = waiting_for(First(Lay((0,), "lay", until=Ok(0)), Call((1,), (YES,), "call")))
    assert refusals(play(referee, "0 ok")) == ["not-all-laid"]
    play(referee, "0 lays 5S")
    assert what(referee) == "lay-ok"


def test_a_laid_card_stays_when_a_call_interrupts():
    referee = waiting_for(window(), window())
    play(referee, "1 lays 5S,1 yes")
    assert verdicts(referee) == [EMPTY, EARLY, EMPTY, MISSING]


def test_a_show_together_with_a_call_comes_in_parts():
    referee = waiting_for(First(Show((0,), 1, 2, "show"), Call((1,), (YES,), "call")))
    play(referee, "0 lays 5S")
    assert referee.parts == [[0, 5]]
    play(referee, "0 ok")
    assert answer(referee) == [0, [[5]]]


def test_all_waits_for_all():
    referee = waiting_for(All(Poll((0,), (OK,), "a"), Poll((1,), (YES, NO), "b"), Lay((2,), "c")))
    assert tasks(referee) == [PRESS_OK, PRESS_YES_NO, LAY]
    play(referee, "1 no,2 lays 5S")
    assert tasks(referee) == [PRESS_OK, NOTHING, NOTHING]
    play(referee, "0 ok")
    assert answer(referee) == [[OK], [NO], [5]]


# -- what the table answers itself ---------------------------------------------------------------------


def test_pause_ends_with_its_time():
    referee = waiting_for(Pause(5), Pause(5))
    play(referee, "0 ok,time")
    assert len(referee.answers) == 1


def test_chance_reveal_and_weigh_are_answered_at_once():
    told = []

    def script(table, match):
        told.append((yield Chance(6)))
        sealed = yield Lay((0, 1), "lay", SEALED)
        told.append((yield Weigh(sum, sealed)))
        told.append((yield Reveal(sealed + [20])))
        table.take(sealed, 1)  # a handle still stands for its card once that is open
        told.append(table.ledger())
        yield Clear()

    referee = Referee(matches.new(Single(script), 3, {}), draw=lambda stage, index, n: n - 1)
    referee.start()
    play(referee, "0 lays 5S,1 lays 6S")
    assert told == [5, 11, [5, 6, 20], [(5, 1), (6, 1)]]


# -- records that cannot be --------------------------------------------------------------------------


def test_no_ask_takes_what_it_cannot_have_been_answered_with():
    lay = Lay((0, 1), "lay")
    cases = (
        (lay, [5, 6], ([5], [5, 5], [5, 300], [5, -1], [5, 4096], [5, None], [5, "6S"], [5, 255], None, 5)),
        (Lay((0,), "lay", SEALED), [4096], ([5], [None], [])),
        (Show((0,), 1, 2, "show"), [[5, 6]], ([[]], [[5, 6, 7]], [[5, 5]], [None], [], [["ok"]], None)),
        (Clear(), [], ([1], None, 0)),
        (Poll((0, 1), (YES, NO), "poll"), [YES, NO], ([YES], [YES, OK], [YES, None], None)),
        (Poll((0, 1), (YES, NO), "poll", quorum=1), [YES, None], ([YES, YES], [None, None], [YES, NO])),
        (
            Poll((0, 1), (YES, NO), "veto", SEALED, tally=len, is_verdict=lambda number: number in (0, 1, 2)),
            2,
            (3, [2], None),
        ),
        (Choose(0, ("a", "b"), "choose"), 1, (2, -1, None, 4096, "a", [0])),
        (Call((0,), (YES,), "call"), [0, YES], ([1, YES], [0, NO], [0], None)),
        (First(lay, Pause(1)), [1, []], ([2, []], [0, [5]], [1, [5]], ["0", [5, 6]], [None, []], [0], None)),
        (All(lay, Pause(1)), [[5, 6], []], ([[5, 6]], [[5], []], None)),
        (Chance(3), 2, (3, -1, None, "1")),
    )
    for ask, good, bad in cases:
        table = waiting_for(Pause(1)).table
        assert ask.fits(good, table) is None, (ask, good)
        for one in bad:
            assert ask.fits(one, table), (ask, one)
