"""The table without a computer: a match is set up by keys, begun as a computer begins one, and once more."""

import pytest

from cardtable.controller.output.lamps import BEGIN
from cardtable.controller.storage.settings import Settings
from cardtable.engine import cards
from cardtable.games import registry as games
from cardtable.games.democrazy.pack import PACK
from correction_acts import chord, command
from firmware_table import CENTRE, HOLD_US, PASSED_US, Table
from tablehost.virtual.pack import every_card, lines

READY = "Ready. OK sets up a match. On a computer: cardtable play"
BEGUN = {
    "democracy": ([1, 3], "Day 1: 8 cards to each seat", {}),
    "demos": ([0, 2, 5], "Round 1: pile up the figures, shuffled", {}),
    "democrazy": ([0, 1, 3, 4], "Draw chips, number 6, then OK", {"chip_record": "counted"}),
}


@pytest.fixture
def alone(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    return table


def choose(table, name, pads):
    """Keys up to what is proposed to begin."""
    table.press("ok", 0)
    if "sets up anew" in table.says:
        table.press("yes", 0)
    while games.NAMES and not table.says.startswith(f"A game here: {table.loop.display.term(name)}, "):
        table.press("yes", 2)
    table.press("ok", 4)
    table.press("ok", *pads)
    table.press("yes", pads[0])
    while not table.says.startswith(f"{table.loop.display.term(name)}, as usual, about "):
        table.press("yes", pads[1])
    table.press("ok", pads[0])


@pytest.mark.parametrize("name", games.NAMES)
def test_each_game_is_chosen_and_begun(alone, name):
    pads, asked, given = BEGUN[name]
    choose(alone, name, pads)
    assert alone.says.startswith(alone.loop.display.term(name) + ": seats ")
    alone.press("ok", pads[1])
    match = alone.loop.play.referee.match
    assert (match.game.NAME, match.seats, match.pads) == (name, len(pads), pads)
    for option in given:
        assert match.options[option] == given[option], "what is real at a real table is so"
    assert asked in alone.says
    assert alone.loop.prepared is None and alone.loop.dialogue is None


def test_it_is_recorded_as_if_a_computer_had_begun_it(tmp_path):
    """The same seed, the same players: the same bytes on flash, but for what is remembered."""
    pair = []
    for way in ("keys", "line"):
        root = tmp_path / way
        root.mkdir()
        table = Table(root)
        table.run(500_000)
        if way == "keys":
            choose(table, "demos", [0, 1, 4])
            table.press("no", 0)
            table.press("yes", 0, 0, 0, 0)
            table.press("ok", 0, 0)
        else:
            assert command(table, "new", "demos", 3)[0]
            assert command(table, "opt", "mode", "learning")[0]
            assert command(table, "begin")[0]
            table.press("ok", 0, 1, 4)
        pair.append(table.records)
    assert pair[0] == pair[1] and pair[0][0][3][:2] == ["demos", 3]


def test_too_few_players_and_who_gets_out_again(alone):
    alone.press("ok", 0)
    while "DemoS" not in alone.says:
        alone.press("yes", 0)
    alone.press("ok", 0)
    assert "In: nobody" in alone.says and alone.lamps(3) == ["Y:", "..", ".."]
    alone.press("ok", 3)
    assert "In: seat 4." in alone.says and alone.lamps(3) == ["..", "B=", ".."]
    alone.press("ok", 5)
    alone.press("yes", 5)
    assert alone.says.startswith("seat 6: so many cannot play it") and alone.lamps(5)[2] == "V~"
    alone.press("no", 5)
    assert "In: seat 4." in alone.says
    alone.press("ok", *range(6))
    alone.press("yes", 3)
    assert "so many cannot play it" in alone.says, "six are too many"
    alone.press("no", 1)
    alone.press("yes", 3)
    assert alone.says.startswith("DemoS, a first time, explained, about 20 minutes. OK takes it")
    alone.press("ok", 2)
    assert alone.says.startswith("DemoS: seats 1 and 3-6. Options set: 2. OK begins")


@pytest.mark.parametrize("policy", ["shown", "all"])
def test_the_policy_of_the_table_is_that_of_the_match(alone, policy):
    command(alone, "set", "policy", policy)
    choose(alone, "democracy", [0, 1])
    alone.press("ok", 0)
    assert (alone.loop.play.terms.mode, alone.loop.play.terms.policy) == ("blind", policy)


def test_a_first_time_is_explained_by_the_display_also_after_a_power_cut(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    table.press("ok", 0, 0, 0, 1)
    table.press("yes", 0)
    table.press("ok", 0, 0)
    assert table.loop.play.referee.match.options["target"] == 1
    lesson = "Who collects 13 of the 25 points of a suit wins its tribe"
    assert table.says.startswith(lesson) and table.says.endswith(
        table.loop.display.prompt(table.loop.play.view.prompt)
    )
    again = Table(tmp_path)
    again.run(3_000_000)
    again.press("ok", *range(2))
    assert lesson in again.says
    command(again, "set", "lessons", "off")
    assert lesson not in again.says


def test_incompatible_options_are_reported_as_to_a_computer(alone):
    choose(alone, "demos", [0, 1, 2])
    alone.press("no", 0)
    alone.press("yes", 0)
    assert "mode: two pairs." in alone.says
    alone.press("ok", 0, 1)
    assert alone.says == "No match was begun: mode=2v2 is for 4 players, not 3. OK goes back"
    assert alone.records == [] and alone.loop.play.referee is None
    alone.press("ok", 2)
    assert alone.says.startswith("DemoS: seats 1-3. Options set: 1. OK begins")
    alone.press("no", 0)
    while "mode: complete" not in alone.says:
        alone.press("yes", 0)
    alone.press("ok", 0, 0)
    assert alone.loop.play.referee.match.options["mode"] == "complete"


def test_it_is_left_by_holding_no_and_nothing_was_changed(alone):
    alone.press("ok", 0)
    alone.hold((3,), "no", HOLD_US)
    assert alone.says == "seat 4 ended it: no match was begun. " + READY
    assert alone.loop.dialogue is None and alone.loop.journal.hi() == 0
    choose(alone, "democracy", [0, 1])
    alone.hold((0,), "no", HOLD_US)
    assert alone.says.endswith(READY) and alone.loop.journal.hi() == 0
    alone.run(100_000_000)
    alone.press("yes", 0)
    assert alone.says.endswith(READY), "only OK opens it"


def test_nothing_ends_it_but_people(alone):
    choose(alone, "democracy", [0, 1])
    alone.run(600_000_000)
    assert alone.says.startswith("Democracy: seats 1 and 2. OK begins")
    alone.press("ok", 1)
    assert alone.loop.play.referee is not None


def test_power_goes_in_the_middle(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    choose(table, "democracy", [0, 1])
    table.switch_on()
    table.run(1_000_000)
    assert table.says == READY and table.loop.journal.hi() == 1, "nothing but that it was switched on"
    choose(table, "democracy", [0, 1])
    table.press("ok", 0)
    assert table.asked == "count-hand"


def test_power_goes_right_after_the_start(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    choose(table, "democracy", [2, 4])
    table.at(0, table.machine.press, 2, "ok")
    while table.loop.journal.hi() < 2:
        table.run(1_000)
    table.switch_on()
    table.run(1_000_000)
    assert "OK goes on" in table.says
    table.press("ok", 2)
    if table.asked == "take-seats":
        table.press("ok", 2, 4)
    assert table.asked == "count-hand" and table.loop.play.referee.match.pads == [2, 4]


def test_what_was_played_last_is_proposed_also_after_a_night(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    choose(table, "democracy", [1, 3, 5])
    for key in ("no", "no", "yes", "ok", "ok"):
        table.press(key, 3)
    assert Settings(str(tmp_path) + "/").last() == "democracy 1,3,5 days=3"
    for pad in (1, 3):
        chord(table, pad)
    while "End the match early" not in table.says:
        table.press("yes", 1)
    table.press("ok", 1, 3)
    assert table.says.endswith("The match is over. OK sets up another")
    table.press("ok", 5)
    assert table.says.startswith("Democracy: seats 2, 4 and 6. Options set: 1. OK begins")
    table.switch_on()
    table.run(1_000_000)
    table.press("ok", 0)
    assert table.says.startswith("Democracy: seats 2, 4 and 6. Options set: 1. OK begins")
    table.press("ok", 0)
    match = table.loop.play.referee.match
    assert (match.pads, match.options["days"]) == ([1, 3, 5], 3)


def test_after_a_computers_match_another_one_like_it(tmp_path):
    table = Table(tmp_path)
    table.begin(2, days="4", chairs=[2, 5])
    table.loop.give_up(0, 1)
    table.run(500_000)
    table.press("ok", 0)
    assert table.says.startswith("Democracy: seats 3 and 6. Options set: 3. OK begins"), "at any pad"
    table.press("ok", 2)
    assert table.loop.play.referee.match.options["days"] == 4


# -- with a computer ---------------------------------------------------------------------------------------


def test_a_computer_is_refused_while_people_choose(alone):
    assert command(alone, "new", "democracy", 2) == (True, ["ok", "democracy"])
    assert command(alone, "begin")[0]
    alone.loop.give_up("operator")
    alone.run(500_000)
    alone.press("ok", 0)
    said = alone.says
    for words in (("new", "demos", 3), ("opt", "days", 3), ("begin",), ("serve", "begin")):
        assert command(alone, *words) == (False, ["busy", None]), words
    assert alone.says == said
    alone.hold((0,), "no", HOLD_US)
    assert command(alone, "new", "demos", 3)[0]


def test_people_are_refused_while_a_computer_is_about_to_begin(alone):
    assert command(alone, "new", "democracy", 2)[0]
    alone.press("ok", 1)
    assert alone.says == "seat 2: a computer is about to begin a match here. " + READY
    assert command(alone, "begin")[0]
    assert alone.asked == "take-seats"


def test_a_computer_that_went_away_holds_nothing(alone):
    assert command(alone, "new", "democracy", 2)[0]
    alone.run(20_000_000)
    alone.press("ok", 1)
    assert alone.says.startswith("A game here: ")
    assert command(alone, "begin") == (False, ["busy", None])


# -- decks -------------------------------------------------------------------------------------------------


def test_only_games_that_the_deck_serves_are_offered(tmp_path):
    laws = every_card(PACK)
    (tmp_path / "deck.txt").write_text(lines(laws, PACK))
    (tmp_path / "marker").touch()
    table = Table(tmp_path)
    table.run(500_000)
    table.press("ok", 0)
    assert table.says.startswith("A game here: Democrazy, 4 to 6 players")
    table.press("yes", 0)
    assert table.says.startswith("A game here: Democrazy, 4 to 6 players"), "there is no other"


def test_cards_without_a_tag_are_named(tmp_path):
    """Enough for few players, and not for all of them."""
    game = games.load("democrazy")
    few = game.deck(4, {row[0]: row[2](4) if callable(row[2]) else row[2] for row in game.OPTIONS})
    (tmp_path / "deck.txt").write_text(lines(few, PACK))
    (tmp_path / "marker").touch()
    table = Table(tmp_path)
    table.run(500_000)
    choose(table, "democrazy", [0, 1, 2, 3, 4])
    table.press("ok", 0)
    if "No match was begun" in table.says:
        assert "cards of this game have no tag: " in table.says
        table.press("ok", 0)
        assert table.says.startswith("Democrazy: seats 1-5. OK begins")
    else:
        assert table.loop.play.referee is not None


def test_a_deck_that_serves_no_game_is_said(tmp_path):
    (tmp_path / "deck.txt").write_text(lines([cards.parse("5S")]))
    (tmp_path / "marker").touch()
    table = Table(tmp_path)
    table.run(500_000)
    table.press("ok", 2)
    assert table.says.startswith("seat 3: this deck serves no game. Enrol one on a computer: cardtable deck.")


# -- scores ------------------------------------------------------------------------------------------------


def test_the_score_is_shown_at_a_pause(tmp_path):
    table = Table(tmp_path)
    table.begin(3, days="2")
    words = table.loop.signs.last_words
    assert len(words.split()) == 6 and table.says.startswith("Day 1"), "words come where they are asked for"
    table.loop.play.referee.match.totals = [3, 0, 5]
    chord(table, 1)
    assert "YES shows the scores" in table.says
    table.press("yes", 2)
    assert table.says == (
        "Nothing counts. Totals: seat 1: 3, seat 2: 0, seat 3: 5. YES on, NO goes on with the match"
    )
    assert table.lamps(2)[2] == "W=" and table.lamps(0)[2] == "Y~"
    table.press("yes", 1)
    assert table.says.startswith(f"Nothing counts. Words to note down: {table.loop.signs.last_words}. YES on")
    table.press("ok", 0)
    assert table.says.startswith("seat 1: nothing counts now")
    table.press("no", 0)
    assert table.asked == "turn-up" and table.loop.dialogue is None
    notes = [table.loop.journal.get(g)[4:] for g in range(table.loop.journal.hi() + 1)]
    assert notes[-2:] == [["note", "pause", 1], ["note", "resume", 0]]


def test_a_computer_has_the_match_go_on_behind_the_scores(tmp_path):
    table = Table(tmp_path)
    table.begin(3, days="2")
    chord(table, 1)
    table.press("yes", 1)
    assert command(table, "fix", "resume")[0]
    assert table.asked == "turn-up" and table.loop.dialogue is None and table.loop.bug is None


def test_the_winner_is_shown_until_a_player_presses_ok(tmp_path):
    """Also while cards are put away."""
    table = Table(tmp_path)
    table.begin(2, days="2")
    table.lay(CENTRE, "KS")
    table.loop.give_up("operator")
    table.run(500_000)
    told = "nobody won the match with 0, 0. The match is over. OK sets up another"
    assert table.says.endswith(told)
    table.lift(CENTRE)
    table.lay(1, "5S", PASSED_US)
    table.press("no", 0)
    table.lift(1)
    assert table.says.endswith(told) and table.loop.bug is None
    table.press("ok", 1)
    assert "nobody won" not in table.says


def test_an_idle_table_shows_where_ok_begins_and_goes_dark_in_time(alone):
    def glows():
        return alone.loop.lamps.line()[:2] == BEGIN

    assert glows() and alone.loop.lamps.line()[2:].strip(".") == "", "one lamp, and no other"
    command(alone, "set", "glow", "1")
    alone.run(70_000_000)
    assert alone.loop.lamps.line().strip(".") == "", "dark: no key and no card was touched"
    alone.press("yes", 3)
    assert glows()
    alone.run(70_000_000)
    assert not glows()
    alone.lay(0, "5S")
    alone.run(1_000_000)
    assert glows()
    alone.lift(0)
    choose(alone, "democracy", [1, 3])
    assert not glows(), "OK means something else now"
    alone.press("ok", 3)
    assert alone.loop.play.referee is not None and not glows()


@pytest.mark.parametrize(
    ("value", "after_minutes", "glows"),
    [("off", 0, False), ("10", 9, True), ("10", 11, False), ("always", 12, True)],
)
def test_for_how_long_it_glows_can_be_set(alone, value, after_minutes, glows):
    command(alone, "set", "glow", value)
    alone.run(after_minutes * 60_000_000 + 500_000)
    assert (alone.loop.lamps.line()[:2] == BEGIN) == glows


def test_where_nothing_can_begin_nothing_glows(alone):
    alone.loop.faults.set("flash-failed", -1)
    alone.loop._news = True
    alone.run(500_000)
    assert alone.loop.lamps.line()[:2] != BEGIN
