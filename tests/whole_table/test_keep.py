"""`cardtable keep`: two tables at once, killed and started again; the unit that starts it."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import played_matches
from played_matches import PATIENCE, wait_for_record
from tablehost.cli import keep
from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.journal.store import Journal

pytest.importorskip("serial")

OPTIONS = ["--players", "3", "-o", "target=2"]


def serve(home, link, *words):
    """A virtual table on a pseudo terminal, with its people."""
    process = played_matches.command(
        home, "play", "democracy", *OPTIONS, "--pace", "0.05", "--pty", str(link), *words
    )
    assert process.stdout.readline().strip() == str(link), process.stderr.read()
    return process


def begin(home, link, number, position):
    """Begin a match at the table there, and leave it at this record. `number`: of the match."""
    player = played_matches.command(home, "play", "democracy", *OPTIONS, "-t", f"port:{link}")
    wait(lambda: number in [game.id for game in games(home)], "no match is begun")
    wait_for_record(home, player, position)
    player.send_signal(signal.SIGINT)
    player.communicate(timeout=PATIENCE)


def start(home, links, out):
    """Keep these tables, in a process group that is not this one's."""
    words = [word for link in links for word in ("-t", f"port:{link}")]
    return subprocess.Popen(
        [sys.executable, "-m", "tablehost", "keep", *words],
        env=played_matches.environment(home), stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip


def kept(process):
    """The processes of the tables, without those that Python starts for itself."""
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        pids = [int(pid) for pid in file.read().split()]
    return [pid for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def wait(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def games(home):
    if not (home / "journal.sqlite").exists():
        return []
    with Journal(home / "journal.sqlite") as journal:
        return journal.games()


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{pid}/stat") as file:
        return file.read().split()[2] == "Z"


@pytest.mark.slow
def test_two_tables_are_kept_through_kills_to_the_end_of_their_matches(tmp_path):
    """The process that keeps them is killed without a warning, then its children; no record is lost."""
    home, out = tmp_path / "home", tmp_path / "out.txt"
    home.mkdir()
    links, tables = [], []
    for name in ("bar", "hall"):
        links.append(tmp_path / name)
        (tmp_path / f"{name}-home").mkdir()
        tables.append(serve(tmp_path / f"{name}-home", links[-1], "--seed", str(len(links))))
        begin(home, links[-1], len(links), 10)
    assert [game.finished for game in games(home)] == [None, None]
    with out.open("w") as file:
        keeper = start(home, links, file)
        wait(lambda: "pool" in out.read_text(), "nothing is recorded")
        left = kept(keeper)
        os.kill(keeper.pid, signal.SIGKILL)
        keeper.wait()
        wait(lambda: all(map(is_gone, left)), "its processes do not end with it")
        keeper = start(home, links, file)
        wait(lambda: len(kept(keeper)) == 2, "not both tables are kept")
        for pid in kept(keeper):
            os.kill(pid, signal.SIGKILL)
        wait(lambda: all(game.finished for game in games(home)), "the matches do not end")
        keeper.send_signal(signal.SIGTERM)
        assert keeper.wait(PATIENCE) == 0
    for table in tables:
        table.send_signal(signal.SIGINT)
        table.communicate(timeout=PATIENCE)
    told = out.read_text()
    assert "bar: started again in" in told and "Traceback" not in told
    names = [str(link) for link in links]
    assert [line for line in told.splitlines() if line.split(": ")[0].split(" is kept")[0] not in names] == []
    with Journal(home / "journal.sqlite") as journal:
        for game in journal.games():
            assert journal.gaps(game.uid) == []
            records = journal.game_records(game)
            assert [record.g for record in records] == list(range(game.first_g, game.last_g + 1))
    for number in ("1", "2"):
        assert played_matches.run(home, "verify", number)[0] == 0


def test_only_one_keeps_the_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with keep._alone(), pytest.raises(Trouble) as trouble, keep._alone():
        pass
    assert trouble.value.exit == 4


def test_an_address_that_is_none_is_refused_before_anything_is_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    assert main(["keep", "-t", "somewhere"]) == 2
    assert "somewhere" in capsys.readouterr().err


def test_it_goes_on_after_an_error_of_any_kind_and_says_it_once(tmp_path, monkeypatch, capsys):
    full = OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    looks = iter([None, full, full, Trouble("BAD_CONFIG", "the file is bad"), None, keep.Stopped()])

    def look(keeper):
        error = next(looks)
        if error is not None:
            raise error

    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.setattr(keep, "LOOK_S", 0.001)
    monkeypatch.setattr(keep.signal, "signal", lambda *_: None)
    monkeypatch.setattr(keep.Keeper, "look", look)
    assert main(["keep"]) == 0
    told = capsys.readouterr().err
    assert told.lower().count("unexpected: too many") == told.count("the file is bad") == 1


def test_an_error_of_any_kind_ends_the_process_of_a_table_in_words(tmp_path, monkeypatch, capsys):
    def fail(args):
        raise KeyError("seats")

    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.setattr(keep.alone, "attend", fail)
    monkeypatch.setattr(keep, "_end_with_parent", lambda: None)
    keep.attend("port:bar", "bar", "en")
    assert "bar: cardtable: something unexpected: KeyError: 'seats'" in capsys.readouterr().out


def test_the_unit_starts_this_program_with_its_folders(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / 'a "50 %" $home'))
    assert main(["keep", "--install", "-t", "id:E66141"]) == 0
    assert "systemctl --user enable --now cardtable.service" in capsys.readouterr().out
    unit = (tmp_path / "config/systemd/user/cardtable.service").read_text()
    assert f'ExecStart="{sys.executable}" "-m" "tablehost" "keep" "--table=id:E66141"\n' in unit
    assert f'Environment="CARDTABLE_HOME={tmp_path}/a \\"50 %%\\" $home"\n' in unit
    assert "Restart=always" in unit


def test_the_unit_is_for_systemd(monkeypatch, capsys):
    monkeypatch.setattr(keep.sys, "platform", "darwin")
    assert main(["keep", "--install"]) == 2
    assert "systemd" in capsys.readouterr().err
