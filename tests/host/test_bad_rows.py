"""Rows of the journal that reading refuses: none is written, and one that is there hides no other."""

import json
import sqlite3

import pytest

import exported_games
from asgi import House, visit
from tablehost.cli.command import main
from tablehost.errors import CHECK_FAILED, Trouble
from tablehost.journal.store import Journal
from tablehost.link import orders
from tablehost.session.operator import find_open_match
from tablehost.session.rematches import find_match_to_resume
from tablehost.web.past import Library

UID = exported_games.UID
pytestmark = pytest.mark.usefixtures("registry", "new_home")
DEAL = {"kind": "deal", "day": 1, "hand": 1, "hands": [["5H"], ["6H"]], "pool": ["7H"]}


def begin(journal, players=("Ada", "Ben"), options=None, uid=UID):
    return journal.create_game(uid, "democracy", players, options or {}, True)


# Acts of a journal on match 1 that would write a row which no reader takes.
REFUSED = {
    "a deal of no day": lambda one: one.add_note(1, 0, {**DEAL, "day": None}),
    "a deal of no size": lambda one: one.add_note(1, 0, {**DEAL, "hand": None}),
    "a note of another kind": lambda one: one.add_note(1, 0, {"kind": "dealt"}),
    "a seat that is none": lambda one: one.add_note(1, 0, {"kind": "held", "seats": [None]}),
    "a fault without a number": lambda one: one.add_note(1, 0, {"kind": "faults", "asked": {"cut": None}}),
    "an option that is no plain value": lambda one: begin(one, options={"hand": [1]}),
    "no players": lambda one: begin(one, players=()),
    "a name with a line feed": lambda one: begin(one, players=("A\nda", "Ben")),
    "a result with a long name": lambda one: one.finish_game(1, {"kind": "result", "t" * 41: 1}),
    "a result that is a list": lambda one: one.finish_game(1, ["result"]),
    "a table of no printable name": lambda one: one.remember_table("a\nb", "1.0", 1, True),
    "a record of no printable kind": lambda one: one.append(UID, [b'[0,1,0,5,"a\\nb"]']),
    "a large value": lambda one: one.set_meta("key", "x" * ((1 << 24) + 1)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_row_that_reading_refuses_is_not_written(what):
    with Journal() as journal:
        begin(journal)
        before = list(journal.database.connection.iterdump())
        with pytest.raises(Trouble) as trouble:
            REFUSED[what](journal)
        assert trouble.value.code == "ROW_REFUSED" and trouble.value.hint
        assert list(journal.database.connection.iterdump()) == before


def damage(statement):
    with sqlite3.connect("home/journal.sqlite") as db:
        assert db.execute(statement).rowcount
    db.close()


@pytest.fixture
def three():
    """Three matches: one of two with a deal noted, one that is over, and one under way at another table."""
    file = exported_games.finished("democracy", 4, 7)
    with Journal() as journal:
        for uid, count in ((UID, 20), ("over", len(file.raws)), ("third", 20)):
            number = journal.create_game(uid, "democracy", file.told["players"], file.told["options"], True)
            journal.append(uid, file.raws[:count])
            if uid == "over":
                journal.finish_game(number, file.told["result"])
            for after, note in file.notes:
                journal.add_note(number, after, note)
            journal.add_note(number, 1, DEAL)
    return file


def listed(capsys):
    """The state of each match, and what was said on standard error."""
    assert main(["matches", "--json"]) == 0
    said = capsys.readouterr()
    return {row["id"]: row["state"] for row in json.loads(said.out)["data"]}, said.err


def test_a_bad_note_hides_no_match_and_stops_no_verb(three, capsys):
    damage("UPDATE notes SET json = replace(json, '\"day\": 1', '\"day\": null') WHERE game_id = 1")
    assert listed(capsys)[0] == {1: "unfinished", 2: "over", 3: "unfinished"}
    for verb in (["log", "1"], ["replay", "1", "--pace", "0"], ["say", "end"], ["play", "--resume", "1"], []):
        assert main(verb) != CHECK_FAILED, verb
        assert "damaged" not in capsys.readouterr().err, verb


def test_a_match_runs_while_a_program_is_at_its_table(three, capsys):
    with orders.playing(UID):
        assert listed(capsys)[0] == {1: "running", 2: "over", 3: "unfinished"}
    assert main(["matches"]) == 0 and "unfinished" in rows_of(capsys)[0]


def test_a_bad_note_is_reported_once(three, capsys):
    damage("UPDATE notes SET json = '{}' WHERE game_id = 1")
    assert "damaged at notes.json" in listed(capsys)[1]
    assert listed(capsys)[1] == ""


def test_a_bad_row_of_a_match_is_shown_as_bad_next_to_the_others(three, capsys):
    damage("UPDATE games SET players = '[7]' WHERE id = 1")
    damage("UPDATE ev SET kind = 'x' WHERE uid = 'third' AND g = 7")
    states, err = listed(capsys)
    assert states == {2: "over", 3: "damaged"} and "games.players (id 1)" in err
    assert main(["matches"]) == 0
    rows = [row.split()[:1] + [word for word in ("unreadable",) if word in row] for row in rows_of(capsys)]
    assert rows == [["2"], ["3", "unreadable"], ["1", "unreadable"]]
    assert main(["log", "2"]) == 0


def test_a_bad_record_at_one_table_stops_no_match_at_another(three, capsys):
    damage("UPDATE ev SET kind = 'x' WHERE uid = 'third' AND g = 7")
    assert main(["--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["unfinished"]["id"] == 1
    with Journal() as journal:
        assert find_match_to_resume(journal, None).id == 1
    text = visit(House(library=Library()))[0].get("/games").text
    assert "unreadable" in text and all(f'href="/games/{number}"' in text for number in (1, 2, 3))


def test_say_finds_the_match_that_is_played_next_to_a_bad_record(three, monkeypatch):
    damage("UPDATE ev SET kind = 'x' WHERE uid = 'third' AND g = 7")
    monkeypatch.setattr(orders, "is_playing", lambda uid: True)
    with Journal() as journal:
        found, is_played = find_open_match(journal, None)
    assert is_played and found.id == 1


def test_a_name_is_forgotten_next_to_a_bad_row(three, capsys):
    damage("UPDATE games SET players = '[7]' WHERE id = 1")
    damage("UPDATE notes SET json = '{}' WHERE game_id = 3")
    with Journal() as journal:
        name = journal.game(2).players[0]
    assert main(["journal", "forget", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["games"] == [2, 3]


def rows_of(capsys):
    return capsys.readouterr().out.splitlines()


def test_a_match_of_a_game_that_is_not_here_hides_no_other(three, capsys):
    damage("UPDATE games SET game = 'prizes' WHERE id = 1")
    assert listed(capsys)[0] == {1: "unfinished", 2: "over", 3: "unfinished"}


@pytest.mark.parametrize(
    "bad",
    [
        "UPDATE notes SET json = '{}' WHERE game_id = 2",
        "UPDATE games SET players = '[7]' WHERE id = 1",
        "UPDATE ev SET kind = 'x' WHERE uid = 'third' AND g = 7",
        "UPDATE ev SET body = CAST(replace(CAST(body AS TEXT), '\"start\"', '\"stara\"') AS BLOB),"
        " kind = 'stara' WHERE uid = 'third' AND kind = 'start'",
    ],
)
def test_doctor_reads_what_matches_reads(three, bad, capsys):
    """A match under way of a game that is not here is no damage."""
    damage("UPDATE games SET game = 'prizes' WHERE id = 1")
    main(["doctor", "--json"])
    assert kept(capsys) == "ok"
    damage(bad)
    main(["doctor", "--json"])
    assert kept(capsys) == "fail"


def kept(capsys):
    return next(row["state"] for row in json.loads(capsys.readouterr().out)["data"] if row["check"] == "kept")
