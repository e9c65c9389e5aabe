"""`cardtable play` as a newcomer runs it: processes, the virtual table, a journal on disk."""

import fcntl
import json
import os
import signal
import subprocess
import sys
from binascii import crc32
from pathlib import Path

import pytest

from amounts import amount
from cardtable.games import registry as games
from played_matches import (
    PATIENCE,
    check_hands,
    command,
    environment,
    last_record,
    open_log,
    run,
    run_when_free,
    wait_for_record,
)
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import discovery, usb_devices
from tablehost.plugins.choice import choose
from tablehost.session.events import Message
from tablehost.session.session import Session, Terms
from tablehost.types import Answer

TARGET = amount(1, soak=3)
SHORT = "-o target=1 -o days=1 -o match_tie=shared".split()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "killed"])
def test_a_match_that_was_stopped_goes_on_with_the_same_hands(tmp_path, stop):
    process = command(tmp_path, "play", "democracy", "--players", "3", "--seed", "5", "--pace", "0.2")
    wait_for_record(tmp_path, process, 12)
    process.send_signal(stop)
    _, err = process.communicate(timeout=PATIENCE)
    if stop == signal.SIGINT:
        assert process.returncode == 130
        assert "everything is saved" in err and "cardtable play democracy --resume" in err
    before = last_record(tmp_path)
    status, _, err = run_when_free(tmp_path, "play", "democracy", "--resume", "--pace", "0")
    assert status == 0, err
    lines = open_log(tmp_path)
    assert lines[-1]["kind"] == "result"
    assert [line["n"] for line in lines if line["kind"] == "island"] == list(
        range(1, 1 + sum(line["kind"] == "island" for line in lines))
    )
    assert last_record(tmp_path) > before
    check_hands(lines)
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert len(journal.games()) == 1


def test_a_virtual_table_that_dies_loses_nothing(tmp_path):
    words = ("--players", "2", "--seed", "4", "--pace", "0.2", "-o", "target=1")
    process = command(tmp_path, "play", "democracy", *words)
    wait_for_record(tmp_path, process, 9)
    for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        os.kill(int(child), signal.SIGKILL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 8
    assert "safe" in err
    status, _, err = run_when_free(tmp_path, "play", "democracy", "--resume", "--pace", "0")
    assert status == 0, err
    lines = open_log(tmp_path)
    assert lines[-1]["kind"] == "result"
    check_hands(lines)


def test_one_program_at_a_time_sits_at_the_virtual_table(tmp_path):
    (tmp_path / "virtual").mkdir()
    with open(tmp_path / "virtual" / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        status, out, err = run(tmp_path, "play", "democracy", "--pace", "0")
    assert status == 4
    assert out == ""
    assert "its match is untouched" in err


def test_a_match_that_is_left_for_a_new_one_is_parked_and_goes_on_or_is_given_up(tmp_path):
    for seed in ("4", "5"):
        before = last_record(tmp_path)
        words = ("--players", "2", "--seed", seed, "--pace", "0.2", "-o", "target=1")
        process = command(tmp_path, "play", "democracy", *words)
        wait_for_record(tmp_path, process, before + 10)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    status, _, err = run_when_free(tmp_path, "play", "democracy", "--players", "2", "--pace", "0", *SHORT)
    assert status == 0
    assert err.count("match 2 of democracy, unfinished at this table, is parked") == 1
    status, out, _ = run_when_free(tmp_path, "matches")
    assert status == 0 and out.count("parked") == 2 and out.count("over") == 1
    for words, said in (
        (("say", "1", "undo"), "match 1 is parked: what happened in it can be corrected when it is played"),
        (("say", "3", "undo"), "it takes no match's number"),
        (("say", "end", "3"), "match 3 of democracy is over"),
        (("say", "end", "x"), "x"),
        (("say", "end", "77"), "77"),
    ):
        status, _, err = run_when_free(tmp_path, *words)
        assert status in (2, 3) and said in err and "Traceback" not in err, (words, err)
    assert "cardtable play --resume 1" in run_when_free(tmp_path, "say", "1", "undo")[2]
    status, out, err = run_when_free(tmp_path, "say", "end", "2")
    assert (status, err) == (0, "") and out.startswith("Match 2 of democracy is given up"), (out, err)
    out = run_when_free(tmp_path, "matches")[1]
    assert out.count("parked") == out.count("ended") == 1 and "(cardtable log 2)" in out
    status, _, err = run_when_free(tmp_path, "play", "--resume", "1", "--pace", "0")
    assert (status, err) == (0, "")
    for number in ("1", "2"):
        assert run_when_free(tmp_path, "play", "--resume", number)[0] == 3
    assert run_when_free(tmp_path, "say", "end", "2")[0] == 3
    for number in ("1", "2", "3"):
        assert run_when_free(tmp_path, "verify", number)[0] == 0


def test_people_kept_by_another_version_are_distinguished(tmp_path):
    words = ("--players", "2", "--seed", "4", "--pace", "0.2", "-o", "target=1")
    process = command(tmp_path, "play", "democracy", *words)
    wait_for_record(tmp_path, process, 9)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    (people,) = (tmp_path / "virtual" / "pico_bench" / "people").glob("*.rows")
    kept = people.read_bytes()
    head, rows = kept.split(b"\n", 1)
    other = b"[9" + head[2:-9]
    people.write_bytes(b"%s %08x\n%s" % (other, crc32(other), rows))
    status, _, err = run_when_free(tmp_path, "play", "democracy", "--resume", "--pace", "0")
    assert status == 8 and "another version" in err and "untouched" in err and "Traceback" not in err
    people.write_bytes(kept)
    status, _, err = run_when_free(tmp_path, "play", "democracy", "--resume", "--pace", "0")
    assert status == 0, err


def test_nothing_to_resume(tmp_path):
    status, _, err = run(tmp_path, "play", "democracy", "--resume")
    assert status == 3
    assert "cardtable play democracy" in err


def test_a_user_who_named_no_table_is_informed_once_of_the_virtual_one(monkeypatch, capsys):
    monkeypatch.setenv("CARDTABLE_REQUIRE_HW", "0")
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.setattr(usb_devices, "list_tables", list)
    assert discovery.find(None, quiet=False) == discovery.SIM
    out, err = capsys.readouterr()
    assert (out, err.count("using the virtual table")) == ("", 1)
    assert discovery.find(None, quiet=True) == discovery.find("sim:", quiet=False) == discovery.SIM
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(
        usb_devices, "list_tables", lambda: [usb_devices.TableRow("/dev/x", "E6", "2e8a:0005", "", "")]
    )
    assert discovery.find(None, quiet=False) == "auto"


def test_no_virtual_table_where_hardware_is_required(tmp_path, monkeypatch):
    done = subprocess.run(
        [sys.executable, "-m", "tablehost", "play", "democracy", "--json"],
        env=environment(tmp_path, CARDTABLE_REQUIRE_HW="1"), capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 3
    answer = json.loads(done.stdout)
    assert answer["ok"] is False and answer["error"]["code"] == "NO_TABLE"


class Told:
    """A table that agrees to everything. `commands`: those it received."""

    uid = "E6"
    info = {"hi": -1, "caps": games.capabilities()}  # it has no records

    def __init__(self, virtual):
        self.virtual = virtual
        self.commands = []

    def greet(self, heard):
        pass

    def finish(self):
        pass

    def command(self, heard, *words):
        self.commands.append(words)
        return True, Answer("", 0)


@pytest.mark.parametrize(
    ("virtual", "asked", "record", "said"),
    [
        (False, [], "counted", True),
        (False, ["chip_record=digital"], "digital", False),
        (False, ["chip_record=declared"], "declared", False),
        (True, [], "digital", False),
    ],
)
def test_at_a_real_table_chips_are_counted_unless_the_user_says_otherwise(
    tmp_path, monkeypatch, virtual, asked, record, said
):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Session(journal, discovery.Connection(None, virtual, None))
        session.table = Told(virtual)
        session.meet()
        session.begin(choose("democrazy", 4, None, asked), None, Terms())
        (game,) = journal.games()
        messages = [event.text for event in session.take_events() if isinstance(event, Message)]
        session.close()
    told = dict(words[1:] for words in session.table.commands if words[0] == "opt")
    assert told.get("chip_record", "digital") == game.options["chip_record"] == record
    assert any("at a real table chip_record=counted" in text for text in messages) == said


def test_a_table_at_which_people_set_a_match_up_is_not_taken_from_them(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Session(journal, discovery.Connection(None, True, None))
        session.table = Told(True)
        session.table.command = lambda heard, *words: (False, Answer("busy"))
        session.meet()
        with pytest.raises(Trouble, match="people at the table are setting a match up") as trouble:
            session.begin(choose("demos", 3, None, []), None, Terms())
        session.close()
        assert journal.games() == [] and "hold NO there" in trouble.value.hint


def test_eleven_players_are_too_many(tmp_path):
    status, _, err = run(tmp_path, "play", "democracy", "--players", "11", "--pace", "0")
    assert status == 2
    assert "10" in err


def test_the_virtual_table_has_pads_for_all(tmp_path):
    """Each size of table is a device of its own; a match goes on at the one it was left at."""
    for players in ("10", "2", "7"):
        words = ("play", "democracy", "--seed", "7", "--pace", "0", "--json", "--players", players, *SHORT)
        status, out, err = run(tmp_path, *words)
        assert status == 0, err
        assert json.loads(out.splitlines()[-1])["kind"] == "result"
    tables = {path.parent.name: path.read_text().strip() for path in tmp_path.glob("virtual/*/uid")}
    assert sorted(tables) == ["pico_10pads", "pico_bench"]
    with Journal(tmp_path / "journal.sqlite") as journal:
        played_at = [game.uid for game in journal.games()]
    assert played_at == [tables[name] for name in ("pico_10pads", "pico_bench", "pico_10pads")]


def test_a_match_of_eight_goes_on_at_its_table(tmp_path):
    words = "play democracy --players 8 --seed 5 --pace 0.2 -o target=1".split()
    process = command(tmp_path, *words)
    wait_for_record(tmp_path, process, 8)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    status, _, err = run_when_free(tmp_path, "play", "democracy", "--resume", "--pace", "0")
    assert status == 0, err
    assert [path.parent.name for path in tmp_path.glob("virtual/*/uid")] == ["pico_10pads"]
    check_hands(open_log(tmp_path))


def test_json_prints_the_open_log_and_nothing_else(tmp_path):
    words = "play democracy --players 2 --seed 11 --pace 0 --json -o target=1 -o sweep=plain".split()
    status, out, err = run(tmp_path, *words)
    assert status == 0 and err == ""
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines == open_log(tmp_path)
    assert lines[0]["virtual"] is True and lines[0]["options"]["sweep"] == "plain"
    kinds = {line["kind"] for line in lines}
    assert {"match", "seated", "island", "deal", "trick", "score", "result"} <= kinds


@pytest.mark.parametrize(
    "options",
    [
        "joker=declared joker_turned=ghost negotiation=majority",
        "bad_catch=one_two high_stake=2 sweep=announced days=3 deal_check=off",
        "joker=dummy joker_turned=dealer bad_catch=one_two high_stake=3 lie_detection=challenge",
    ],
)
def test_every_procedure_works_through_lamps_and_display(tmp_path, options):
    words = "play democracy --players 4 --seed 9 --pace 0 --json -o".split() + [f"target={TARGET}"]
    for option in options.split():
        words += ["-o", option]
    status, out, err = run(tmp_path, *words)
    assert status == 0, err
    assert json.loads(out.splitlines()[-1])["kind"] == "result"


def test_in_french_and_silence_the_match_is_the_same(tmp_path):
    """People read either language, and no player needs the sound; the table keeps what it was set to."""
    words = "play democracy --players 4 --seed 9 --pace 0 --json -o target=1 -o joker=declared".split()
    words += "-o negotiation=majority -o sweep=announced -o bad_catch=one_two".split()
    matches = []
    assert run(tmp_path / "french", "tables", "set", "sound=off", "-t", "sim:")[0] == 0
    for home, more in (("english", ()), ("french", ("--lang", "fr"))):
        status, out, err = run(tmp_path / home, *words, *more)
        assert status == 0, err
        matches.append([json.loads(line) for line in out.splitlines()])
    assert matches[0][1:] == matches[1][1:], "but for when it was"
    assert (
        tmp_path / "french/virtual/pico_6pads/settings"
    ).read_text() == "glow=10\nlang=fr\nlessons=off\npolicy=shown\nsound=off\n"


def test_a_virtual_table_that_speaks_french_does_so_from_the_first_line(tmp_path, monkeypatch):
    """The table keeps its language until another one is asked for."""
    monkeypatch.delenv("CARDTABLE", raising=False)
    words = ("play", "democracy", "--players", "3", "--seed", "1", "--pace", "0", "--watch", *SHORT)
    assert run(tmp_path, *words, "--lang", "fr")[0] == 0
    status, out, err = run(tmp_path, *words)
    assert status == 0 and "à la table virtuelle" in out and "virtual table" not in out + err
    status, out, err = run(tmp_path, *words, "--lang", "en")
    assert status == 0 and "at the virtual table" in out and "table virtuelle" not in out + err


def test_a_language_that_the_table_does_not_speak(tmp_path):
    status, _, err = run(tmp_path, "play", "democracy", "--lang", "de", "--pace", "0")
    assert status == 2 and "one of en, fr" in err
