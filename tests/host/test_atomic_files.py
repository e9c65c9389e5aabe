"""A file is replaced whole: a failure on the way leaves the old one, a link does what its owner expects."""

import os
import stat

import pytest

import exported_games
from tablehost import files
from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.journal import gamefile


class Cut(Exception):
    """The power goes."""


@pytest.mark.parametrize("place", ["fsync", "chmod", "replace"])
@pytest.mark.parametrize("old", [None, b"the old content"])
def test_a_cut_anywhere_leaves_the_old_file(tmp_path, monkeypatch, place, old):
    path = tmp_path / "game.zip"
    if old is not None:
        path.write_bytes(old)
    calls = []

    def cut(*args):
        calls.append(args)
        raise Cut

    with monkeypatch.context() as patched:
        patched.setattr(os, place, cut)
        with pytest.raises(Cut):
            files.save(path, b"new")
    assert len(calls) == 1
    assert [one.name for one in tmp_path.iterdir()] == (["game.zip"] if old else [])
    assert not old or path.read_bytes() == old


def test_the_content_is_on_disk_before_the_name_is(tmp_path, monkeypatch):
    order = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, n=name, f=real: (order.append(n), f(*a)))
    files.save(tmp_path / "x", b"new")
    assert order == ["fsync", "replace", "fsync"] and (tmp_path / "x").read_bytes() == b"new"


def test_a_fresh_file_has_the_usual_mode(tmp_path):
    before = os.umask(0o027)
    try:
        files.save(tmp_path / "x", b"1")
        assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640
    finally:
        os.umask(before)


def test_a_link_is_followed_if_asked_and_else_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "real", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    files.save(link, b"one")
    assert link.is_symlink() and target.read_bytes() == b"one"
    files.save(link, b"two", is_followed=False)
    assert not link.is_symlink() and link.read_bytes() == b"two" and target.read_bytes() == b"one"
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "there" / "fresh")
    files.save(dangling, b"three")
    assert dangling.is_symlink() and (tmp_path / "there" / "fresh").read_bytes() == b"three"
    device = tmp_path / "device"
    device.symlink_to("/dev/null")
    files.save(device, b"four", is_followed=False)
    assert not device.is_symlink() and device.read_bytes() == b"four"


def test_a_folder_is_refused_and_a_long_name_is_none(tmp_path):
    with pytest.raises(Trouble, match="cannot be written"):
        files.save(tmp_path, b"x")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(Trouble, match="cannot be written"):
        files.save(tmp_path / "loop", b"x")
    files.save(tmp_path / ("n" * 255), b"long")
    assert (tmp_path / ("n" * 255)).read_bytes() == b"long"


class Terminal:
    """Standard output that is a terminal."""

    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


def test_on_a_terminal_a_dash_shows_the_file_escaped(imported, monkeypatch):
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    assert main(["export", "1", "--out", "-"]) == 0
    assert out.text.startswith('{"schema"') and out.text.isprintable() is False
    out.text = ""
    monkeypatch.setattr(gamefile, "to_lines", lambda file: "\x1b[2J\u202e")
    assert main(["export", "1", "--out", "-"]) == 0
    assert out.text == "\\u001b[2J\\u202e"


# -- the verb ----------------------------------------------------------------------------------------------


@pytest.fixture
def imported(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    path = tmp_path / "game.jsonl"
    path.write_text(gamefile.to_lines(exported_games.finished("democracy", 3, 4)))
    assert main(["import", str(path)]) == 0
    capsys.readouterr()
    return here


def test_an_export_that_is_cut_leaves_the_last_one(imported, capsys, monkeypatch):
    assert main(["export", "1"]) == 0
    name = capsys.readouterr().out.strip()
    whole = (imported / name).read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["export", "1", "--format", "bundle", "--out", name]) == 1
    err = capsys.readouterr().err
    assert "No space left" in err and "unchanged" in err
    assert (imported / name).read_bytes() == whole and len([*imported.iterdir()]) == 1


def test_an_export_follows_no_link_that_waits_under_its_own_name(imported, capsys):
    assert main(["export", "1"]) == 0
    path = imported / capsys.readouterr().out.strip()
    path.unlink()
    victim = imported / "victim"
    victim.write_text("precious")
    path.symlink_to(victim)
    assert main(["export", "1"]) == 0
    assert victim.read_text() == "precious" and not path.is_symlink()
    (imported / "mine").symlink_to(victim)
    assert main(["export", "1", "--out", "mine"]) == 0
    assert (imported / "mine").is_symlink() and victim.read_bytes() == path.read_bytes()
    capsys.readouterr()
    assert main(["export", "1", "--out", "a\0b"]) == 1
    assert "it is no path" in capsys.readouterr().err
