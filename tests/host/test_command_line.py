"""The command line: what is there to choose, what is said to bad input, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from called_command import run
from cardtable import __version__
from tablehost.cli.command import main
from tablehost.errors import did_you_mean
from tablehost.journal.store import Journal
from tablehost.link import orders, usb_devices
from timeouts import PATIENCE


def test_version(capsys):
    assert run(capsys, "--version") == (0, f"cardtable {__version__}\n", "")
    assert json.loads(run(capsys, "--version", "--json")[1])["data"] == {"version": __version__}


def test_the_help_names_every_verb(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    out = capsys.readouterr().out
    assert ended.value.code == 0
    for verb in ("play", "simulate", "games", "cards", "rules", "log", "replay", "tables", "help"):
        assert verb in out


@pytest.fixture
def nothing_plugged_in(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.delenv("CARDTABLE_REQUIRE_HW", raising=False)
    monkeypatch.setattr(usb_devices, "list_tables", list)
    return tmp_path


def test_without_a_verb_it_says_how_things_stand(capsys, nothing_plugged_in):
    status, out, err = run(capsys)
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 8
    assert "none is plugged in" in out and "no match" in out and "cardtable play democracy" in out
    assert not (nothing_plugged_in / "journal.sqlite").exists(), "looking makes no journal"
    data = json.loads(run(capsys, "--json")[1])["data"]
    assert (data["tables"], data["unfinished"], data["last"]) == ([], None, None)


def test_the_status_names_what_was_left_and_who_won(capsys, nothing_plugged_in):
    with Journal() as journal:
        for players in (["Ann", "Bob"], ["Cid", "Dee"]):
            journal.create_game("ab" * 8, "democracy", players, {}, True)
        journal.finish_game(1, {"kind": "result", "winners": [1], "totals": [0, 1]})
    status, out, _ = run(capsys)
    assert status == 0 and len(out.splitlines()) == 8
    assert "Ann, Bob" in out and "Bob won" in out and "Cid, Dee" in out
    assert "cardtable play democracy --resume" in out and "cardtable replay 1" in out
    data = json.loads(run(capsys, "--json")[1])["data"]
    assert data["last"]["winners"] == ["Bob"] and data["unfinished"]["id"] == 2


def test_the_status_says_that_a_match_runs_and_goes_on_with_another(capsys, nothing_plugged_in):
    with Journal() as journal:
        for uid, players in (("ab" * 8, ["Ann", "Bob"]), ("cd" * 8, ["Cid", "Dee"])):
            journal.create_game(uid, "demos" if uid[0] == "a" else "democracy", players, {}, True)
    with orders.playing("cd" * 8):
        out = run(capsys)[1].splitlines()
        data = json.loads(run(capsys, "--json")[1])["data"]
    assert [(row["id"]) for row in data["running"]] == [2] and data["unfinished"]["id"] == 1
    told = {line.split()[0]: line for line in out}
    assert "Cid, Dee" in told["running"] and "Ann, Bob" in told["unfinished"]
    assert "cardtable play demos --resume" in "\n".join(out)
    with orders.playing("ab" * 8), orders.playing("cd" * 8):
        out = run(capsys)[1]
        data = json.loads(run(capsys, "--json")[1])["data"]
    assert [row["id"] for row in data["running"]] == [1, 2] and data["unfinished"] is None
    assert "--resume" not in out and "cardtable log 2" in out
    assert json.loads(run(capsys, "--json")[1])["data"]["running"] == []


def test_a_fork_that_was_seen_once_is_always_reported(capsys, nothing_plugged_in):
    with Journal() as journal:
        journal.create_game("ab" * 8, "democracy", ["Ann", "Bob"], {}, True)
        for _ in range(2):
            journal.remember_fork("ab" * 8, 12, b'[12,1,0,0,"boot"]')
        journal.remember_fork("ab" * 8, 40, None)
        assert journal.forks("cd" * 8) == []
    for words in ((), ("tables",)):
        out = run(capsys, *words)[1]
        assert out.count(f"table {'ab' * 8} had another record 12 than this computer") == 1
        assert out.count("no longer had record 40") == 1
    forks = json.loads(run(capsys, "--json")[1])["data"]["forks"]
    assert [(fork["table"], fork["record"]) for fork in forks] == [("ab" * 8, 12), ("ab" * 8, 40)]


def test_list(capsys, nothing_plugged_in, monkeypatch):
    status, out, _ = run(capsys, "tables")
    assert status == 0 and "no table is plugged in" in out
    assert json.loads(run(capsys, "tables", "--json")[1])["data"] == []
    folder = nothing_plugged_in / "virtual" / "pico_6pads"
    folder.mkdir(parents=True)
    (folder / "uid").write_text("0011223344556677\n")
    rows = [
        usb_devices.TableRow("/dev/ttyACM0", "E66141", "2e8a:0005", "Maker", "Cardtable"),
        usb_devices.TableRow("/dev/ttyUSB0", "", "1234:5678", "", "printer"),
    ]
    monkeypatch.setattr(usb_devices, "list_tables", lambda: rows)
    assert run(capsys, "tables")[1].splitlines() == [
        "/dev/ttyACM0  E66141            2e8a:0005  Maker  Cardtable                  -",
        "sim:          0011223344556677  -          -      virtual table, pico_6pads  -",
    ]
    assert "printer" in run(capsys, "tables", "--all")[1]
    told = json.loads(run(capsys, "tables", "--all", "--json")[1])["data"]
    assert [row["address"] for row in told] == ["id:E66141", "port:/dev/ttyUSB0", "sim:"]
    assert [row["virtual"] for row in told] == [False, False, True]


def test_list_where_hardware_is_required(capsys, nothing_plugged_in, monkeypatch):
    monkeypatch.setenv("CARDTABLE_REQUIRE_HW", "1")
    assert run(capsys, "tables")[0] == 3
    assert run(capsys, "play", "democracy", "-t", "sim:")[0] == 3


ADDRESSES = [
    ("ttyACM0", "did you mean port:ttyACM0?"),
    ("idd:E66", "did you mean id:E66?"),
    ("sm:", "did you mean sim:?"),
    ("socket:host:1", "socket://HOST:PORT"),
    ("friday", "id:SERIAL"),
]


@pytest.mark.parametrize(("address", "said"), ADDRESSES)
def test_a_bad_address_is_reported_with_a_good_one(capsys, nothing_plugged_in, monkeypatch, address, said):
    status, out, err = run(capsys, "play", "democracy", "-t", address)
    assert (status, out) == (2, "")
    assert said in err and len(err.splitlines()) <= 3
    monkeypatch.setenv("CARDTABLE", address)
    assert run(capsys, "play", "democracy")[0] == 2


def test_a_table_that_is_not_there(capsys, nothing_plugged_in):
    for address in ("id:E66", "port:/dev/ttyNothing9"):
        assert run(capsys, "play", "democracy", "-t", address)[0] == 3


def test_games(capsys):
    status, out, _ = run(capsys, "games")
    assert status == 0 and "democracy  2-10 players  about 40 minutes, easy to learn" in out
    first = json.loads(run(capsys, "games", "--json")[1])["data"][0]
    assert (first["game"], first["seats"]) == ("democracy", [2, 10])
    short = {"name": "short", "minutes": 25, "options": {"target": "3", "match_tie": "points"}}
    assert short in first["presets"]


def test_the_options_of_a_game_with_meaning_and_default(capsys):
    status, out, _ = run(capsys, "games", "democracy")
    assert status == 0
    assert "joker_turned = dead ghost dealer" in out
    assert "the score that wins the match [5]" in out
    options = json.loads(run(capsys, "games", "democracy", "--json")[1])["data"]["options"]
    target = next(option for option in options if option["name"] == "target")
    assert (target["least"], target["default"]) == (1, 5)
    assert all(option["meaning"] for option in options)


def test_a_default_that_is_another_one_at_a_real_table(capsys):
    assert " [digital; at a real table counted]" in run(capsys, "games", "democrazy")[1]
    options = json.loads(run(capsys, "games", "democrazy", "--json")[1])["data"]["options"]
    of_its_own = {
        row["name"]: (row["default"], row["at_real_table"]) for row in options if "at_real_table" in row
    }
    assert of_its_own == {"chip_record": ("digital", "counted")}


BAD = [
    (["pley"], "UNKNOWN_VERB", "play"),
    (["simulate", "demcracy", "--games", "1"], "UNKNOWN_GAME", "democracy"),
    (["games", "chess"], "UNKNOWN_GAME", "democracy"),
    (["simulate", "democracy", "--games", "1", "-o", "jokers=dead"], "BAD_OPTION", "joker"),
    (["simulate", "democracy", "--games", "1", "-o", "joker_turned=gost"], "BAD_OPTION", "ghost"),
    (["simulate", "democracy", "--games", "1", "-o", "target=many"], "BAD_OPTION", "1 to 1000"),
    (["simulate", "democracy", "--games", "1", "-o", "target"], "BAD_OPTION", "NAME=VALUE"),
    (["simulate", "democracy", "--games", "1", "-o", "days=2", "-o", "days=3"], "BAD_OPTION", "twice"),
    (["simulate", "democracy", "--games", "1", "-o", "high_stake=2"], "BAD_OPTION", "bad_catch"),
    (["simulate", "democracy", "--games", "1", "--players", "11"], "BAD_PLAYERS", "2 to 10"),
    (["play", "democracy", "--players", "1"], "BAD_PLAYERS", "2 to 10"),
    (["simulate", "democracy", "--games", "1", "--names", "Ann"], "BAD_PLAYERS", "2 to 10"),
    (["play", "democracy", "--names", "Ann,Bob", "--players", "3"], "BAD_PLAYERS", "2 of them"),
    (["simulate", "democracy", "--games", "1", "--names", "Ann,Ann"], "BAD_NAMES", "two players"),
    (["simulate", "democracy", "--games", "1", "--names", "Ann,"], "BAD_NAMES", "empty"),
    (["simulate", "democracy", "--games", "1", "--names", "Ann,B\x1b[2J"], "BAD_NAMES", "visible"),
    (["simulate", "democracy"], "USAGE", "--games"),
    (["simulate", "democracy", "--games", "0"], "BAD_NUMBER", "at least one"),
    (["simulate", "democracy", "--games", "1", "--jobs", "0"], "BAD_NUMBER", "at least one"),
    (["simulate", "democracy", "--games", "1", "--bots", "sensibel"], "BAD_BOTS", "sensible"),
    (["simulate", "democracy", "--games", "x"], "USAGE", "whole number"),
    (["play", "democracy", "--pace", "fast"], "USAGE", "pace"),
    (["log", "yesterday"], "USAGE", "number"),
    (["replay", "last", "--pace", "-1"], "USAGE", "--help"),
    (["tables", "--every"], "USAGE", "--every"),
    (["play", "democracy", "-t", "friday"], "BAD_ADDRESS", "sim:"),
    (["play", "democracy", "-t", "sim:", "--hands", "9"], "BAD_HANDS", "1 to 4"),
    (["play", "democracy", "-t", "sim:", "--hands", "--watch"], "BAD_HANDS", "which"),
    (["games", "--colour"], "USAGE", "--colour"),
]


@pytest.mark.parametrize(("words", "code", "said"), BAD, ids=[" ".join(row[0])[:60] for row in BAD])
def test_bad_input_is_reported_with_the_choices(capsys, tmp_path, monkeypatch, words, code, said):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    status, out, err = run(capsys, *words)
    wanted = 3 if code == "UNKNOWN_GAME" else 2
    assert (status, out) == (wanted, "")
    assert err.startswith("cardtable: ") and said in err
    assert "\x1b" not in err
    assert len(err.splitlines()) <= 3
    status, out, err = run(capsys, *words, "--json")
    assert (status, err) == (wanted, "")
    told = json.loads(out)
    assert (told["ok"], told["error"]["code"]) == (False, code)
    assert said in told["error"]["message"] + told["error"]["hint"]


def test_did_you_mean():
    assert did_you_mean("gost", ["dead", "ghost", "dealer"]).startswith("did you mean ghost?\n")
    assert did_you_mean("qqq", ["dead", "ghost"]) == "there is: dead, ghost"
    assert did_you_mean("qqq", []) == ""
    assert did_you_mean("0", ["random", "1", "10"]) == "there is: random, 1, 10", "a number is no slip"
    assert did_you_mean("-1", ["1", "10"]) == "there is: 1, 10"
    assert did_you_mean("1o", ["random", "10"]).startswith("did you mean 10?\n")


def test_a_log_file_that_cannot_be_written(capsys, tmp_path):
    path = tmp_path / "no" / "such" / "folder.jsonl"
    status, _, err = run(capsys, "simulate", "democracy", "--games", "1", "--log", str(path))
    assert status == 1 and "No such file" in err and "folder that has room" in err
    status, _, err = run(capsys, "simulate", "democracy", "--games", "1", "--log", "/dev/full")
    assert status == 1 and "No space left" in err


def test_no_game_was_played_yet(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    assert run(capsys, "log")[0] == 3
    assert run(capsys, "log", "17")[0] == 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_cleanly_and_says_what_is_kept(tmp_path, jobs):
    path = tmp_path / "log.jsonl"
    words = ["simulate", "democracy", "--games", "100000", "--players", "2", "--jobs", jobs]
    process = subprocess.Popen(
        [sys.executable, "-m", "tablehost", *words, "--log", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.stat().st_size == 0:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == ""
    assert err.startswith("cardtable: stopped after ") and str(path) in err
    assert len(err.splitlines()) == 1
    assert path.read_text().endswith("\n")
    kept = [json.loads(line)["kind"] for line in path.read_text().splitlines()]
    told = int(err.split("stopped after ")[1].split()[0])
    assert kept.count("result") - told in (0, 1), "written, not yet counted"


def test_a_reader_who_has_seen_enough_is_no_error():
    reading = subprocess.Popen(
        [sys.executable, "-m", "tablehost", "games", "democracy"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    reading.stdout.close()
    error = reading.stderr.read()
    reading.stderr.close()
    assert (reading.wait(PATIENCE), error) == (0, b"")
