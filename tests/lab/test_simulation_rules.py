"""Rules in the figures of simulations: how often each came up, and how often it decided the match."""

import csv
import functools
import itertools
import json
import re

import pytest

from called_command import run
from cardtable.engine import match as matches
from cardtable.engine.cards import names_of, parse
from cardtable.games import registry as games
from cardtable_lab.simulation import figures
from tablehost import messages
from tablehost.games.democracy.statistics import Course
from tablehost.people import bare_match, kinds
from tablehost.plugins.rule_rows import COMES_UP, DECIDES
from tablehost.referee import open_log

DECLARATIONS = {"bad_catch": "one_two", "high_stake": 2, "score_floor": "zero"}
TABLES = {
    "joker": ("democracy", 4, {"joker_turned": "dealer", "negotiation": "majority", "match_tie": "points"}),
    "stake": ("democracy", 3, {**DECLARATIONS, "lie_penalty": "lose5", "sweep": "plain", "days": 4}),
    "lie": ("democracy", 4, {**DECLARATIONS, "lie_detection": "challenge", "joker_turned": "ghost"}),
    "sweep": ("democracy", 2, {**DECLARATIONS, "sweep": "exclusive", "false_bad_catch": "no_score"}),
    "totals": ("democracy", 2, {"scoring": "island_total", "split": "tied_keep"}),
    "many": ("democracy", 8, {"trump_tie": "cancel", "match_tie": "shared", "joker": "declared"}),
    "learning": ("demos", 3, {"mode": "learning", "no_trio": "points"}),
    "complete": ("demos", 5, {"max_rounds": 9, "favourite": "on", "declared": "on"}),
    "team": ("demos", 4, {"mode": "2v2", "no_trio": "points"}),
    "alone": ("demos", 5, {"mode": "2v2+1", "independent_two_media": "keep_no_action"}),
    "hidden": ("democrazy", 5, {"private_law": "on", "last_blue_counts": "false", "blank_laws": 5}),
}


@functools.cache
def play(table, number):
    """Return game, options, facts by name and winners of a match by players at random."""
    name, seats, given = TABLES[table]
    game = games.load(name)
    match = matches.new(game, seats, given)
    minds = [kinds.mind("random", game) for seat in range(seats)]
    played = bare_match.begin(match, f"{table}.{number}", minds, None, fidget=0).play()
    return game, match.options, [open_log.raw(game, fact) for fact in played.facts], played.winners


def rules_of(table, number):
    """Return by rule, of one match: whether it came up, and whether it decided, None where unknown."""
    game, options, facts, winners = play(table, number)
    seats = TABLES[table][1]
    names = [name for name, _ in figures.count_facts(game, seats, options)]
    assert len(set(names)) == len(names)
    pairs = dict(zip(names, figures.count(game, seats, options, facts, winners).pairs))
    found = {}
    for name, pair in pairs.items():
        rule, _, about = name.rpartition(": ")
        if about == COMES_UP:
            decides = pairs.get(f"{rule}: {DECIDES}")
            assert {pair[1], 1.0 if decides is None else decides[1]} == {1.0}, (rule, "of all matches")
            found[rule] = pair[0], None if decides is None else decides[0]
    return found


@pytest.mark.parametrize("table", TABLES)
def test_a_rule_decides_no_match_in_which_it_did_not_come_up(table):
    for number in range(6):
        for rule, (came_up, decided) in rules_of(table, number).items():
            assert came_up in (0, 1) and (decided or 0) <= came_up, (number, rule)


@pytest.mark.parametrize("table", [table for table, (game, _, _) in TABLES.items() if game == "democracy"])
def test_a_match_of_democracy_is_scored_again_as_it_was(table):
    for number in range(6):
        _, options, facts, _ = play(table, number)
        course = Course(TABLES[table][1], options)
        for fact in facts:
            course.hear(fact)
            if "totals" in fact:
                assert course.totals == fact["totals"]


@pytest.mark.parametrize("table", TABLES)
def test_each_rule_has_a_sentence_in_both_languages(table):
    name, seats, given = TABLES[table]
    game = games.load(name)
    for row, _ in figures.count_facts(game, seats, matches.new(game, seats, given).options):
        rule, _, about = row.rpartition(": ")
        if about != COMES_UP:
            continue
        said = []
        for language in ("en", "fr"):
            with messages.speaking(language):
                said.append(figures.name_figure(name, rule))
        assert said[0] == rule != said[1] and len(said[1]) < 60


def decisions(name, seats, given, facts, winners):
    """Return the rules that came up in these facts, and those that decided."""
    game = games.load(name)
    options = matches.new(game, seats, given).options
    names = [row for row, _ in figures.count_facts(game, seats, options)]
    pairs = figures.count(game, seats, options, facts, winners).pairs
    holds = [row.rpartition(": ")[::2] for row, (above, _) in zip(names, pairs) if above]
    return [{rule for rule, about in holds if about == word} for word in (COMES_UP, DECIDES)]


def trick(n, why, pool, plays, winner):
    played = [parse(card) for card in plays.split()]
    captured = [[*played, parse(pool)] if seat == winner else [] for seat in range(3)]
    fields = {"plays": played, "captured": captured, "winner": winner, "declared": [None] * 3}
    return {
        "kind": "trick",
        "day": 1,
        "n": n,
        "pool": parse(pool),
        **fields,
        "award": None,
        "lost": [],
        "why": why,
    }


@pytest.mark.parametrize("earlier, winner, decides", [("10H 3S 9C", 1, True), ("4S 3S 9C", 0, False)])
def test_the_village_idiot_decides_where_the_chief_would_have_changed_the_winners(earlier, winner, decides):
    """Seat 0 has 9 points of spades, takes 7 with the idiot, and needs them if it did not capture the 4."""
    facts = [
        {"kind": "island", "n": 1, "dealer": 0},
        trick(1, "highest trump", "QS", "KS JS AS", 0),
        trick(2, "highest card", "8D", earlier, winner),
        trick(3, "village idiot", "7S", "6S 5S 10S", 0),
        {"kind": "score", "game_points": [1, 0, 0], "why": [["tribe", 0, "S", 1]], "totals": [1, 0, 0]},
        {"kind": "result", "winners": [0], "totals": [1, 0, 0], "why": "highest total"},
    ]
    came_up, decided = decisions("democracy", 3, {"target": 1}, facts, [0])
    assert "the village idiot takes a trick" in came_up and "a tie splits a trick" not in came_up
    assert decided == ({"the village idiot takes a trick"} if decides else set())


def test_a_media_decides_where_the_printed_suits_would_have_won():
    game = games.load("demos")
    letters = names_of(game)
    held = [[parse(card, letters) for card in hand.split()] for hand in ("ES LH JD", "EH LD JD", "M1")]
    nothing = [None] * 3
    facts = [
        {"kind": "sides", "sides": [[0], [1], [2]], "favourites": nothing, "announced": nothing},
        {"kind": "round", "n": 1, "dealer": 0, "vetoes": [1, 1, 1]},
        {"kind": "standing", "winners": [1], "points": [9, 20, 0], "totals": [9, 20, 0], "pile": 3},
        {"kind": "media", "holder": 2, "target": 0, "card": held[0][0], "suit": "H", "what": "used"},
        {
            "kind": "final", "figures": held, "step": "two-suits",
            "why": [["harmony", [2, 2, 0], [0, 1]], ["points", [9, 20, None], [1]]],
        },
        {"kind": "result", "winners": [1], "totals": [9, 20, 0], "why": "two-suits"},
    ]  # fmt: skip
    media, points = "a Media names the suit of a figure", "points break a tie of trios"
    came_up, decided = decisions("demos", 3, {}, facts, [1])
    assert came_up == {media, points, "a trio of two suits wins"} and decided == {media, points}
    facts[3]["suit"] = "C"  # of three suits still: seat 0 wins with or without the Media
    facts[4] |= {"step": "three-suits", "why": [["harmony", [3, 2, 0], [0]]]}
    facts[5] |= {"winners": [0], "why": "three-suits"}
    came_up, decided = decisions("demos", 3, {}, facts, [0])
    assert media in came_up and decided == {"a trio of three suits wins"}


def test_a_copy_with_rules_of_its_own_is_not_scored_again_by_ours(monkeypatch):
    game = games.load("democracy")
    options = {"match_tie": "points", "target": 3}  # and no others of ours
    monkeypatch.setattr(figures.presentation, "base_of", lambda name: "democracy")
    monkeypatch.setattr(game, "NAME", "copy")
    names = [name for name, _ in figures.count_facts(game, 3, options)]
    assert any(name.endswith(COMES_UP) for name in names) and not any(DECIDES in name for name in names)


@pytest.mark.parametrize("lang, head", [("en", "rule  "), ("fr", "règle  ")])
@pytest.mark.parametrize("table", ["joker", "sweep", "alone", "hidden"])
def test_the_table_of_rules_is_narrow(capsys, table, lang, head):
    name, seats, given = TABLES[table]
    options = itertools.chain.from_iterable(("-o", f"{option}={value}") for option, value in given.items())
    words = ["--games", "2", "--seed", "1", "--players", str(seats), "--bots", "random", "--lang", lang]
    status, out, err = run(capsys, "simulate", name, *words, *options)
    assert status == 0, err
    lines = out[out.index(head) :].split("\n\n")[0].splitlines()
    assert len(lines) > 8 and max(map(len, lines)) < 100


def test_files_and_sweeps_have_the_rules_of_all_variants(capsys, tmp_path):
    idiot, tie = "the village idiot takes a trick", "card points break equal totals"
    words = [
        "simulate",
        "democracy",
        "--players",
        "3",
        "--games",
        "12",
        "--seed",
        "5",
        "--sweep",
        "match_tie",
    ]
    status, out, err = run(capsys, *words, "--json", "--csv", str(tmp_path / "f.csv"))
    assert status == 0, err
    with (tmp_path / "f.csv").open(encoding="utf-8") as file:
        rows = {(row["match_tie"], row["figure"]): row for row in csv.DictReader(file)}
    variants = {one["options"]["match_tie"]: one for one in json.loads(out)["data"]["variants"]}
    for tie_rule in ("play_on", "shared", "points"):
        value = variants[tie_rule][f"{idiot}: {COMES_UP}".replace(" ", "_")]["value"]
        assert float(rows[tie_rule, f"{idiot}: {COMES_UP}"]["value"]) == value
        assert rows[tie_rule, f"{idiot}: {DECIDES}"]["difference"]
        assert ((tie_rule, f"{tie}: {DECIDES}") in rows) == (tie_rule == "points")
    out = run(capsys, *words, "--page", str(tmp_path / "f.html"))[1]
    tables = [block for block in out.split("\n\n") if block.startswith("rule: ")]
    assert max(map(len, out.splitlines())) <= 110
    heads = " ".join(block.splitlines()[0] for block in tables)
    assert all(heads.count(f"match_tie={one}") == 2 for one in variants) and "rule: decides" in heads
    page = (tmp_path / "f.html").read_text(encoding="utf-8")
    assert page.count(f'<th scope="row">{idiot}</th>') == len(variants) + 2, "and in the comparison, twice"
    assert len(re.findall("<h3>Rules</h3>", page)) == len(variants)
