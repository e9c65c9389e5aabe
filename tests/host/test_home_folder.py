"""The home, the folder of all that is kept, hidden hands among it: it is of its user alone."""

import os
import stat
from pathlib import Path

import pytest

from tablehost import folders
from tablehost.cli.command import main
from tablehost.decks import store
from tablehost.decks.deckfile import Deck
from tablehost.decks.kinds import load as load_kind
from tablehost.journal.store import Journal
from tablehost.link import discovery, orders
from tablehost.plugins import own
from tablehost.web.persons import load_keys

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights")


@pytest.fixture
def home(tmp_path, monkeypatch, registry):
    """The path of a home that is not there yet."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "far" / "home"))
    monkeypatch.chdir(tmp_path)
    before = os.umask(0o022)
    yield tmp_path / "far" / "home"
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def by_journal():
    Journal().close()


def by_seats():
    load_keys()


def by_lock():
    orders.open_lock("serve").close()


def by_virtual_table():
    discovery.virtual({"board": "pico_bench", "held": []}).close()


def by_deck():
    store.save(Deck("friday", load_kind("standard54")))


def by_own_game():
    assert main(["new-game", "highcard"]) == 0
    own.install(own.read(Path("highcard")), folders.own_games())


MAKERS = [by_journal, by_seats, by_lock, by_virtual_table, by_deck, by_own_game]


@pytest.mark.parametrize("make", MAKERS)
def test_a_new_home_is_of_its_user_alone(home, make):
    make()
    assert mode(home) == 0o700
    assert mode(home.parent) == 0o755, "folders of others are as usual"


@pytest.mark.parametrize("make", MAKERS)
def test_an_older_home_is_narrowed(home, make):
    home.mkdir(parents=True)
    assert mode(home) == 0o755
    make()
    assert mode(home) == 0o700


@pytest.mark.parametrize("given", [0o770, 0o2775, 0o1777])
def test_a_folder_that_others_write_in_is_left_alone(home, given):
    home.mkdir(parents=True)
    home.chmod(given)
    by_journal()
    assert mode(home) == given


def test_a_folder_outside_is_left_alone(home, tmp_path):
    with Journal(tmp_path / "elsewhere" / "journal.sqlite"):
        assert mode(tmp_path / "elsewhere") == 0o700 and not home.exists()
    (tmp_path / "there").mkdir()
    with Journal(tmp_path / "there" / "journal.sqlite"):
        assert mode(tmp_path / "there") == 0o755
