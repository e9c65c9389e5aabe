"""The verb `club`: a league from its first round to the page that is printed."""

import csv
import io
import json
import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest

from called_command import run
from cardtable_club import evening, ledger
from cardtable_club.evening import judge_match
from cardtable_club.ledger import Link
from club_verb import DEMOCRACY, DEMOS, FOUND, as_owner, change, code_of, data_of, found, rows
from tablehost.errors import Trouble
from tablehost.journal import store
from tablehost.journal.store import Journal, now


@pytest.fixture
def club(on_both):
    """Run the verb on both databases."""
    return on_both


# -- seating -------------------------------------------------------------------------------------------


def test_an_evening_for_sixteen_is_seated_from_a_file(at_home, tmp_path):
    names = [f"Player {number}" for number in range(16)]
    Path("names.txt").write_text("\ufeff# tonight\n" + "\n\n".join(names) + "\n", encoding="utf-8")
    words = ("seat", "--players", "names.txt", "--tables", "4", "--rounds", "5")
    seen = data_of(at_home(*words, "--json"))
    assert seen["met"] == {"least": 1, "most": 1}
    assert all(
        sorted(name for table in tables for name in table) == sorted(names) for tables in seen["rounds"]
    )
    status, out, _ = at_home(*words)
    assert status == 0 and "Each pair meets exactly 1 time." in out
    rows = list(csv.DictReader(io.StringIO(at_home(*words, "--csv")[1])))
    assert len(rows) == 80
    first = seen["rounds"][0][0]
    assert [(row["table"], row["seat"], row["player"]) for row in rows[:2]] == [
        ("1", str(seat), name) for seat, name in enumerate(first[:2], 1)
    ]
    assert data_of(at_home(*words, "--json", "--seed", "2"))["rounds"] != seen["rounds"]


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["--players", "none.txt", "--tables", "1"], 3, "NOT_READ"),
        (["--players", ".", "--tables", "1"], 3, "NOT_READ"),
        (["--players", "latin.txt", "--tables", "1"], 3, "NOT_READ"),
        (["--players", "bad.txt", "--tables", "1"], 2, "BAD_NAMES"),
        (["--players", "Ada,Ben,ada", "--tables", "1"], 2, "BAD_NAMES"),
        (["--players", "Ada,Ben,Cleo", "--tables", "0"], 2, "BAD_TABLES"),
        (["--players", "Ada,Ben,Cleo", "--tables", "2"], 2, "BAD_TABLES"),
        (["--players", "Ada,Ben,Cleo", "--tables", "1", "--game", "democrazy"], 2, "BAD_TABLES"),
        (["--players", "Ada,Ben", "--tables", "1", "--rounds", "0"], 2, "BAD_ROUNDS"),
        (["--players", "Ada,Ben", "--tables", "1", "--rounds", "101"], 2, "BAD_ROUNDS"),
        (["--players", "Ada,Ben", "--tables", "1", "--game", "bridge"], 3, "UNKNOWN_GAME"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(at_home, words, status, code):
    Path("latin.txt").write_bytes(b"Andr\xe9\nBen\n")
    Path("bad.txt").write_text("Ada\nBen, Cleo\n")
    assert code_of(at_home("seat", *words, "--json")) == (status, code)


def test_a_bad_line_of_names_is_named_by_its_number(at_home):
    Path("bad.txt").write_text("Ada\n\nBen, Cleo\n")
    assert "bad.txt, line 3" in at_home("seat", "--players", "bad.txt", "--tables", "1")[2]


# -- a league ------------------------------------------------------------------------------------------


def test_a_match_that_verifies_counts_and_is_ranked(club):
    found(club)
    assert data_of(club("next", "Tuesday", "--json"))["tables"]
    linked = data_of(club("result", "Tuesday", 1, 1, DEMOCRACY, "--json"))
    assert linked["places"] == {"Dan": 1, "Ada": 2, "Cleo": 3, "Ben": 4}  # they had 5, 4, 2 and 0
    seen = data_of(club("standings", "tuesday", "--json"))
    assert [(row["rank"], row["player"], row["points"]) for row in seen["standings"]] == [
        (1, "Dan", 1),
        (2, "Ada", 0),
        (3, "Cleo", 0),
        (4, "Ben", 0),
    ]
    assert [row["direct"] for row in seen["standings"]] == [None, 2, 0, -2]
    assert seen["uncounted"] == []


def test_rows_are_appended_and_none_is_changed(club):
    found(club)
    before = rows()
    for words in (("next", "Tuesday"), ("result", "Tuesday", 1, 1, 1), ("next", "Tuesday")):
        assert club(*words)[0] == 0
        after = rows()
        assert after[:-1] == before
        before = after


def test_standings_follow_the_journal_and_a_match_that_fails_its_check_does_not_count(club, monkeypatch):
    as_owner(monkeypatch)
    found(club)
    club("next", "Tuesday")
    club("result", "Tuesday", 1, 1, DEMOCRACY)
    with Journal() as journal:
        game = journal.game(DEMOCRACY)
    forged = json.dumps({**game.result, "winners": [1]})
    change("UPDATE games SET result = ? WHERE id = ?", forged, DEMOCRACY)
    seen = data_of(club("standings", "Tuesday", "--json"))
    assert seen["matches"] == 0 and [row["points"] for row in seen["standings"]] == [0] * 4
    assert [(row["round"], row["table"]) for row in seen["uncounted"]] == [(1, 1)]
    assert "match 1 does not count" in seen["uncounted"][0]["reason"]
    change("UPDATE games SET result = ? WHERE id = ?", json.dumps(game.result), DEMOCRACY)
    assert data_of(club("standings", "Tuesday", "--json"))["matches"] == 1
    change("DELETE FROM ev WHERE uid = ? AND g = ?", game.uid, game.last_g - 50)
    assert data_of(club("standings", "Tuesday", "--json"))["matches"] == 0
    club("next", "Tuesday")
    assert code_of(club("result", "Tuesday", 2, 1, DEMOCRACY, "--json")) == (2, "MATCH_USED")
    assert code_of(club("result", "Tuesday", 1, 1, DEMOCRACY, "--replace", "--json")) == (6, "NOT_COUNTED")


def test_a_corrected_result_in_the_journal_is_the_one_that_counts(club):
    link = Link(DEMOCRACY, "uid", 0, ["Ada", "Ben", "Cleo", "Dan"])
    with Journal() as journal:
        game = journal.game(DEMOCRACY)
    assert judge_match(game, link).places == [2, 4, 3, 1]
    corrected = game._replace(result={**game.result, "winners": [1, 2], "totals": [4, 9, 9, 5]})
    assert judge_match(corrected, link) == (link.seats, [0, 0.5, 0.5, 0], [4, 1, 1, 3])


def test_a_match_that_was_removed_from_the_journal_does_not_count(club, capsys, monkeypatch):
    as_owner(monkeypatch)
    found(club)
    club("next", "Tuesday")
    club("result", "Tuesday", 1, 1, DEMOCRACY)
    assert run(capsys, "import", "--remove", "1")[0] == 0
    seen = data_of(club("standings", "Tuesday", "--json"))
    assert (seen["matches"], len(seen["uncounted"])) == (0, 1)


def test_bots_are_left_out(club):
    with Journal() as journal:
        journal.add_note(DEMOCRACY, 2, {"kind": "held", "seats": [0, 2]})
    found(club, players="Ada,Cleo")
    club("next", "Tuesday")
    linked = data_of(club("result", "Tuesday", 1, 1, DEMOCRACY, "--json"))
    assert linked["seats"] == ["Ada", None, "Cleo", None]
    assert (linked["places"], linked["points"]) == ({"Ada": 1, "Cleo": 2}, {"Ada": 0, "Cleo": 0})
    seen = data_of(club("standings", "Tuesday", "--json"))
    assert [row["player"] for row in seen["standings"]] == ["Ada", "Cleo"]
    assert seen["standings"][0]["rating"] > 0 > seen["standings"][1]["rating"]


def test_names_say_who_sat_where_when_the_match_has_other_names(club):
    found(club, players="Zoë,Yan,Xia,Will")
    club("next", "Tuesday")
    assert code_of(club("result", "Tuesday", 1, 1, DEMOCRACY, "--json")) == (2, "OTHER_PLAYERS")
    linked = data_of(club("result", "Tuesday", 1, 1, DEMOCRACY, "--names", "zoe,Will,Xia,Yan", "--json"))
    assert linked["seats"] == ["Zoë", "Will", "Xia", "Yan"]


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["result", "Tuesday", "2", "1", "1"], 3, "NO_SUCH_ROUND"),
        (["result", "Tuesday", "1", "2", "1"], 3, "NO_SUCH_PLACE"),
        (["result", "Tuesday", "0", "1", "1"], 3, "NO_SUCH_ROUND"),
        (["result", "Tuesday", "1", "1", "9"], 3, "NO_SUCH_GAME"),
        (["result", "Tuesday", "1", "1", str(DEMOS)], 2, "OTHER_GAME"),
        (["result", "Tuesday", "1", "1", "1", "--names", "Ada,Ben"], 2, "OTHER_PLAYERS"),
        (["result", "Tuesday", "1", "1", "1", "--names", "Ada,Ben,Cleo,Eva"], 2, "OTHER_PLAYERS"),
        (["result", "Nuesday", "1", "1", "1"], 3, "NO_SUCH_CLUB"),
        (["standings", "../journal"], 2, "BAD_NAME"),
        (["new", "TUESDAY", "--game", "democracy", "--players", "Ada,Ben", "--tables", "1"], 2, "EXISTS"),
        (["next", "Tuesday", "--players", "Ada,Ben", "--tables", "2"], 2, "BAD_TABLES"),
    ],
)
def test_words_that_do_not_fit_are_refused_and_nothing_is_written(club, words, status, code):
    found(club)
    club("next", "Tuesday")
    before = rows()
    assert code_of(club(*words, "--json")) == (status, code)
    assert rows() == before


def test_a_table_has_one_result_until_another_one_replaces_it(club):
    found(club)
    club("next", "Tuesday")
    club("result", "Tuesday", 1, 1, DEMOCRACY)
    assert code_of(club("result", "Tuesday", 1, 1, DEMOCRACY, "--json")) == (2, "HAS_RESULT")
    assert club("result", "Tuesday", 1, 1, DEMOCRACY, "--replace")[0] == 0
    assert data_of(club("standings", "Tuesday", "--json"))["matches"] == 1


def test_bots_alone_are_no_club(club):
    found(club, "--seed", "2", name="Demos")  # another club of another game
    assert club("new", "D", "--game", "demos", "--players", "Ada,Ben,Cleo,Dan", "--tables", "1")[0] == 0
    club("next", "D")
    assert code_of(club("result", "D", 1, 1, DEMOS, "--json")) == (2, "BOTS_ALONE")


# -- evenings ------------------------------------------------------------------------------------------


def test_while_all_are_there_the_rounds_are_those_of_the_plan(club):
    names = ",".join(f"P{number}" for number in range(16))
    words = ("--game", "democracy", "--players", names, "--tables", "4")
    club("new", "Big", *words, "--seed", "4")
    plan = data_of(club("seat", "--players", names, "--tables", "4", "--seed", "4", "--json"))["rounds"]
    rounds = [data_of(club("next", "Big", "--json")) for _ in range(5)]
    assert [seen["tables"] for seen in rounds] == plan
    assert rounds[-1]["met"] == {"least": 1, "most": 1}


def test_players_come_and_go(club):
    found(club, players="Ada,Ben,Cleo,Dan,Eva")
    club("next", "Tuesday")
    seen = data_of(club("next", "Tuesday", "--players", "ada,Ben,Zoe,Cleo", "--json"))
    assert seen["joined"] == ["Zoe"] and sorted(seen["tables"][0]) == ["Ada", "Ben", "Cleo", "Zoe"]
    assert seen["open"] == [{"round": 1, "table": 1}]
    again = data_of(club("next", "Tuesday", "--json"))
    assert sorted(again["tables"][0]) == ["Ada", "Ben", "Cleo", "Zoe"] and again["joined"] == []
    assert len(data_of(club("standings", "Tuesday", "--json"))["standings"]) == 6


def test_the_last_round_is_seated_again_until_it_has_a_result(club):
    found(club)
    assert code_of(club("next", "Tuesday", "--again", "--json")) == (3, "NO_SUCH_ROUND")
    first = data_of(club("next", "Tuesday", "--json"))
    before = rows()
    assert data_of(club("next", "Tuesday", "--again", "--json")) == first
    assert rows() == before
    late = data_of(club("next", "Tuesday", "--again", "--players", "Ada,Ben,Cleo,Dan,Zoe", "--json"))
    assert (late["round"], late["joined"], len(late["tables"][0])) == (1, ["Zoe"], 5)
    second = data_of(club("next", "Tuesday", "--json"))
    assert (second["round"], len(second["tables"][0])) == (2, 5)
    club("next", "Tuesday", "--again", "--players", "Ada,Ben,Cleo,Dan")
    club("result", "Tuesday", 2, 1, DEMOCRACY)
    assert code_of(club("next", "Tuesday", "--again", "--json")) == (2, "HAS_RESULT")


def test_a_backup_has_the_clubs(at_home, capsys, monkeypatch):
    found(at_home)
    before = rows()
    assert run(capsys, "data", "backup", "all.zip")[0] == 0
    monkeypatch.setenv("CARDTABLE_HOME", "restored")
    assert run(capsys, "data", "restore", "all.zip")[0] == 0
    assert rows() == before


def test_a_copy_of_the_journal_has_the_clubs(club, capsys, tmp_path):
    found(club)
    club("next", "Tuesday")
    source = os.environ.get("CARDTABLE_DATABASE", "home/journal.sqlite")
    assert run(capsys, "journal", "copy", source, "copy.sqlite")[0] == 0
    with Journal(tmp_path / "copy.sqlite") as copied:
        assert copied.clubs() == ["tuesday"] and copied.club_rows("tuesday") == rows()


def test_three_swiss_rounds_seat_no_pair_twice(club):
    names = "Ada,Ben,Cleo,Dan,Eva,Finn,Gus,Hana"
    club("new", "Swiss", "--game", "democracy", "--players", names, "--tables", "4", "--swiss")
    met = []
    for _ in range(3):
        tables = data_of(club("next", "Swiss", "--json"))["tables"]
        met += [frozenset(table) for table in tables]
    assert len(set(met)) == 12


# -- output --------------------------------------------------------------------------------------------


def test_the_page_stands_alone_and_escapes_names(club):
    found(club, players="<b>Ada</b>,Ben & Co,Cleo,Dan")
    club("next", "Tuesday")
    names = "<b>Ada</b>,Ben & Co,Cleo,Dan"
    assert club("result", "Tuesday", 1, 1, DEMOCRACY, "--names", names)[0] == 0
    assert club("standings", "Tuesday", "--page", "page.html", "--lang", "fr")[0] == 0
    text = Path("page.html").read_text(encoding="utf-8")
    cells = [unescape(cell) for cell in re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", text)]
    assert cells[:4] == ["place", "joueur", "parties", "points"]
    assert cells[8:12] == ["1", "Dan", "1", "1"] and {"<b>Ada</b>", "Ben & Co"} <= set(cells)
    assert "<b>" not in text and not re.search(r"src=|href=|url\(|@import", text)
    assert "@media print" in text and 'lang="fr"' in text


def test_csv_has_the_same_figures_as_json(club):
    found(club)
    club("next", "Tuesday")
    club("result", "Tuesday", 1, 1, DEMOCRACY)
    status, out, err = club("standings", "Tuesday", "--by", "rating", "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    told = data_of(club("standings", "Tuesday", "--by", "rating", "--json"))["standings"]
    assert (status, err) == (0, "")
    texts = [{name: "" if value is None else str(value) for name, value in row.items()} for row in told]
    assert texts == rows
    assert [row["player"] for row in rows] == ["Dan", "Ada", "Cleo", "Ben"]


def test_the_text_names_the_tie_breaks_and_open_tables(club):
    found(club)
    club("next", "Tuesday")
    status, out, err = club("standings", "Tuesday")
    assert (status, err) == (0, "")
    tie_breaks = ("then direct encounters", "then the opponents' points", "then rating", "then name")
    order = [out.index(word) for word in tie_breaks]
    assert order == sorted(order) and "Round 1, table 1: no result yet" in out


# -- damage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[1]",
        "not json",
        '{"kind":"result","at":"2026-01-01T00:00:00+00:00","round":7,"table":1,"match":1,"uid":"a","first":1,"seats":["Ada"]}',
        '{"kind":"round","at":"2026-01-01T00:00:00+00:00","round":1,"tables":[]}',
        '{"kind":"round","at":"2026-01-01T00:00:00+00:00","round":2,"tables":[["Ada","Ben"]]}',
        '{"kind":"club"}',
    ],
)
def test_a_damaged_row_is_named_by_its_number(club, line, monkeypatch):
    monkeypatch.setattr(store, "_TOLD", set())  # each is reported once
    found(club)
    with Journal() as journal:
        journal.add_club_row("tuesday", 1, line)
    status, _, err = club("standings", "Tuesday")
    assert status == 0 and "row 1 of the club" in err and "left out" in err


def test_a_bad_row_stops_nothing_and_stays_where_it_is(club):
    """Also one that is written far behind the last row, or with a name that no club has."""
    found(club)
    with Journal() as journal:
        others = [("tuesday", number, "{}") for number in (1, 3, 900, -4)]
        rows = [*others, ("mon\nday", 0, "{}")]
        journal.database.execute_many("INSERT INTO clubs VALUES (?, ?, ?)", rows)
        assert journal.clubs() == ["tuesday"]
    assert club("next", "Tuesday")[0] == 0
    for table in (1, 2):
        with Journal() as journal:
            one = ledger.read(journal, "tuesday")
            link = ledger.Link(table, "ab" * 8, 0, one.rounds[0][0])
            ledger.add_link(journal, one, (1, 1), link, now())
    with Journal() as journal:
        one = ledger.read(journal, "tuesday")
        numbers = [number for number, _ in journal.club_rows("tuesday")]
    assert numbers == [0, 1, 2, 3, 4, 5, 900]
    assert one.links[1, 1].match == 2 and len(one.bad) == 3 and "row 900" in one.bad[-1]


def test_a_club_without_its_first_row_is_damaged(club):
    with Journal() as journal:
        journal.add_club_row("tuesday", 1, "{}")
    assert code_of(club("standings", "Tuesday", "--json")) == (6, "CLUB_DAMAGED")


# -- several computers ---------------------------------------------------------------------------------


def interrupt(monkeypatch, name, act):
    """Have another computer do this while the next command computes."""
    compute = getattr(evening, name)

    def computed(*words):
        monkeypatch.setattr(evening, name, compute)
        act()
        return compute(*words)

    monkeypatch.setattr(evening, name, computed)


def test_of_two_computers_that_seat_a_round_at_once_one_is_refused(club, monkeypatch):
    found(club)
    interrupt(monkeypatch, "seat_next", lambda: club("next", "Tuesday"))
    status, _, err = club("next", "Tuesday")
    assert status == 4 and "has just seated round 1 of the club Tuesday" in err and "--again" in err
    assert data_of(club("next", "Tuesday", "--json"))["round"] == 2


def test_of_two_computers_that_enter_results_at_once_one_is_refused(club, monkeypatch):
    found(club)
    club("next", "Tuesday")
    result = ("result", "Tuesday", 1, 1, DEMOCRACY, "--json")
    interrupt(monkeypatch, "link_match", lambda: club(*result))
    assert code_of(club(*result)) == (4, "BUSY")
    assert len(rows()) == 3 and code_of(club(*result)) == (2, "HAS_RESULT")


def test_many_programs_at_once_append_each_row_once(club):
    found(club)
    start = threading.Barrier(4)

    def seat():
        with Journal() as journal:
            read = ledger.read(journal, "Tuesday")
            start.wait()
            try:
                ledger.add_round(journal, read, 1, [["Ada", "Ben", "Cleo", "Dan"]], now())
            except Trouble as trouble:
                return trouble.code
        return "seated"

    with ThreadPoolExecutor(4) as pool:
        ends = [one.result() for one in [pool.submit(seat) for _ in range(4)]]
    assert sorted(ends) == ["BUSY"] * 3 + ["seated"] and len(rows()) == 2


def test_every_row_is_news_for_pages(club):
    with Journal() as journal:
        seen = [journal.numbers()]
        for words in (FOUND, ("next", "Tuesday"), ("result", "Tuesday", 1, 1, DEMOCRACY)):
            assert club(*words)[0] == 0
            seen.append(journal.numbers())
    assert len(set(seen)) == 4


def test_a_server_that_is_not_there_is_an_error_of_the_journal(at_home, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_DATABASE", f"postgresql://ada@/club?host={tmp_path}")
    for words in (FOUND, ("next", "Tuesday"), ("standings", "Tuesday")):
        assert code_of(at_home(*words, "--json")) == (3, "DATABASE_UNREACHABLE")
