"""Tasks: the acts due at each seat, the first one first, by kind of ask and by the cards on the pads."""

from cardtable.engine import tasks
from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import CENTRE, NO, OK, YES, Ok
from cardtable.engine.asks.keys import Call, Choose, First, Poll
from cardtable.engine.asks.laying import Clear, Lay, LayOne, Take
from cardtable.engine.asks.showing import Show
from scripted_stage import play, waiting_for


def due(referee):
    """The acts that are due, by seat."""
    return [[step.act for step in task.steps] for task in formed(referee)]


def formed(referee):
    return tasks.form(7, referee.ask, referee.prompt(), referee.picture, referee.table)


def first(referee, seat):
    return formed(referee)[seat].steps[0]


def test_a_card_that_must_go_is_lifted_before_another_is_laid():
    referee = waiting_for(Lay((0, 1), "lay"), Lay((0, 1), "again"))
    assert due(referee) == [["lay"], ["lay"], []]
    play(referee, "0 lays 5S,1 lays 6S")
    assert due(referee) == [["lift", "lay"], ["lift", "lay"], []]
    play(referee, "0 lifts,0 lays 7S")
    assert due(referee) == [[], ["lift", "lay"], []]
    assert formed(referee)[0].may[0].act == "lift", "it can be exchanged until all are there"
    assert formed(referee)[2].waits == [[1, "lift"]]


def test_a_wrong_card_says_why_and_the_number_is_that_of_the_ask():
    referee = waiting_for(Lay((0,), "lay", rule=lambda table, place, card: "too-low" if card < 5 else None))
    play(referee, "0 lays 2S")
    task = formed(referee)[0]
    assert (task.steps[0].act, task.steps[0].why, task.number) == ("lift", "too-low", 7)
    assert [step.act for step in task.steps] == ["lift", "lay"]


def test_the_middle_is_cleared_before_a_card_is_laid_there():
    referee = waiting_for(Lay((CENTRE,), "turn", by=2), Lay((CENTRE,), "more", by=2))
    play(referee, "centre lays 5S")
    assert due(referee) == [[], [], ["clear", "lay"]]


def test_the_closer_presses_ok_once_every_card_is_there():
    referee = waiting_for(Lay((0, 1), "lay", until=Ok(1)))
    play(referee, "0 lays 5S")
    assert due(referee) == [[], ["lay"], []]
    play(referee, "1 lays 6S")
    assert due(referee) == [[], ["key"], []]
    assert first(referee, 1).keys == (OK,)


def test_the_winner_takes_and_all_others_wait():
    referee = waiting_for(Lay((0, 1, 2), "lay"), Clear(take=1))
    play(referee, "0 lays 5S,1 lays 6S,2 lays 7S")
    assert due(referee) == [[], ["take"], []]
    assert first(referee, 1).places == (0, 1, 2)
    assert formed(referee)[0].waits == [[1, "take"]]


def test_a_card_without_an_owner_is_cleared_by_any_player():
    referee = waiting_for(Lay((0, CENTRE), "lay", by=0), Clear())
    play(referee, "0 lays 5S,centre lays 6S")
    assert due(referee) == [["lift"], ["clear"], ["clear"]]
    with_bots = tasks.form(7, referee.ask, referee.prompt(), referee.picture, referee.table, clears=False)
    assert [len(task.steps) for task in with_bots] == [1, 0, 0]


def test_a_wrong_card_in_the_middle_is_cleared_whatever_is_asked():
    referee = waiting_for(Lay((0, 1), "lay"))
    play(referee, "0 lays 5S,centre lays X2")
    assert due(referee) == [["clear"], ["clear", "lay"], ["clear"]]


def test_a_voter_lifts_a_wrong_card_before_keys_count_again():
    vote = Ballot((0, 1), 0, "vote", lambda table, place, card: None if card == 5 else "no-vote")
    referee = waiting_for(vote)
    assert due(referee) == [["lay"], ["lay"], []]
    assert first(referee, 0).keys == (YES, NO)
    play(referee, "1 lays 6S,0 yes")
    assert due(referee) == [[], ["lift", "lay"], []]
    assert [step.act for step in formed(referee)[0].may] == ["lay"], "the vote can be changed"
    play(referee, "1 lifts,1 lays 5S")
    assert due(referee) == [["key"], [], []]
    assert [step.act for step in formed(referee)[1].may] == ["lift"]


def test_a_card_from_before_is_lifted_before_the_vote():
    vote = Ballot((0, 1), 0, "vote", lambda table, place, card: None)
    referee = waiting_for(Lay((1,), "lay"), vote)
    play(referee, "1 lays 6S")
    assert due(referee) == [["lay"], ["lift", "lay"], []]


def test_a_show_asks_for_what_is_left_and_for_the_keys_that_count():
    referee = waiting_for(Show((0,), 2, 3, "show", decline=True))
    assert (first(referee, 0).least, first(referee, 0).most, first(referee, 0).keys) == (2, 3, (NO,))
    play(referee, "0 lays 5S")
    assert due(referee)[0] == ["lift", "show"], "it has been read"
    play(referee, "0 lifts,0 lays 6S,0 lifts")
    assert (first(referee, 0).least, first(referee, 0).most, first(referee, 0).keys) == (0, 1, (OK, NO))
    assert formed(referee)[0].given == [5, 6]
    play(referee, "0 lays 7S,0 lifts")
    assert (first(referee, 0).act, first(referee, 0).keys) == ("key", (OK, NO))


def test_answers_are_what_the_table_would_take():
    even = Show((0,), 2, 2, "show", decline=True, whole=lambda table, held: "odd" if sum(held) & 1 else None)
    referee = waiting_for(even)

    def answers(hand):
        picture, table = referee.picture, referee.table
        return tasks.answers(first(referee, 0), 0, referee.ask, hand, picture, table)

    assert answers([1, 2, 3, 4]) == [(1, 3), (2, 4)]
    play(referee, "0 lays AS,0 lifts")
    assert answers([1, 2, 3, 4]) == [(3,)], "the ace is shown"


def test_of_several_questions_the_first_is_due_and_the_others_may_be_answered():
    open_cards = [5, 6]
    referee = waiting_for(
        Lay((0,), "lay"),
        First(Poll((0,), (OK,), "draw"), Take(0, open_cards, "take"), Call((1,), (YES,), "speak")),
    )
    play(referee, "0 lays 9S")
    task = formed(referee)[0]
    assert [step.act for step in task.steps] == ["key"]
    assert [(step.act, step.rows) for step in task.may] == [("lay", (5, 6))]
    assert [step.act for step in formed(referee)[1].may] == ["key"]


def test_the_old_card_leaves_the_place_of_a_new_one():
    referee = waiting_for(Lay((0,), "lay"), LayOne((0, 1), "give", by=0))
    play(referee, "0 lays 5S")
    assert due(referee) == [["lift", "lay"], [], []]
    assert formed(referee)[0].steps[1].places == (0, 1)


def test_a_choice_names_its_rows():
    referee = waiting_for(Choose(1, ("red", "blue"), "colour"))
    assert (first(referee, 1).act, first(referee, 1).rows) == ("pick", ("red", "blue"))


def test_a_choice_by_card_is_made_with_ok_once_the_card_lies_there():
    referee = waiting_for(Choose(1, ("red", "blue"), "colour", by_card=lambda card: card & 1))
    assert (first(referee, 1).act, first(referee, 1).places) == ("pick", (1,))
    play(referee, "1 lays 5S")
    assert due(referee) == [[], ["key"], []] and first(referee, 1).keys == (OK,)
    assert [step.act for step in formed(referee)[1].may] == ["lift"]


def test_after_an_undone_answer_any_key_goes_on():
    referee = waiting_for(Lay((0, 1), "lay"), Clear(), Poll((0, 1), (OK,), "ready"))
    play(referee, "0 lays 5S,1 lays 6S,0 lifts,1 lifts")
    referee.correct(["undo", 1, False, "operator"])
    assert due(referee) == [["key"], ["key"], ["key"]]
