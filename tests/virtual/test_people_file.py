"""The people of a match are kept before they are relied on, and held against the table's record."""

import copy
import json
import random
import shutil

import pytest

import crashing_table
from tablehost.errors import Trouble
from tablehost.virtual.people.match_record import MatchRecord
from tablehost.virtual.people.people_file import PeopleFile

DEMOS = "--players 3 --seed 3 -o max_rounds=1".split()
DEMOCRACY = "--players 3 --seed 3 -o target=1 -o days=8".split()
DEMOCRAZY = "--players 4 --seed 3 -o stack_top=2 -o stack_bottom=2 -o start=2".split()
MUTATIONS = 60


@pytest.fixture
def home(tmp_path, monkeypatch):
    return crashing_table.Home(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def left_once(tmp_path_factory):
    """A home whose table has died in the middle of a match of DemoS."""
    with pytest.MonkeyPatch.context() as patch:
        home = crashing_table.Home(tmp_path_factory.mktemp("left"), patch)
        die(home, "demos", DEMOS, 20)
    return home.folder


@pytest.fixture
def left(left_once, tmp_path, monkeypatch):
    """The same for each test."""
    shutil.copytree(left_once, tmp_path, dirs_exist_ok=True)
    return crashing_table.Home(tmp_path, monkeypatch)


def die(home, game, words, number, kind="record", how="after"):
    status, said = home.play(game, *words, point=(kind, number, how))
    assert status == crashing_table.LOST and str(crashing_table.KILLED) in said, (said, home.said())


def folder(home):
    (found,) = home.folder.glob("virtual/pico_*")
    return found


def finish(home, game):
    status, said = home.play(game, "--resume")
    assert status == 0, (said, home.said())


def test_the_people_of_the_match_before_do_not_come_back(home):
    """A match dies just after `begin`; the one before had other players and was left in the middle."""
    die(home, "democracy", DEMOCRACY, 12)
    die(home, "demos", DEMOS, 4)
    finish(home, "demos")
    assert home.said() == ""
    die(home, "democracy", DEMOCRACY, 1, kind="people", how="before")
    finish(home, "democracy")
    assert home.said() == ""


def test_people_leave_a_match_alone_that_is_not_theirs(home):
    """Who comes for a new match does not answer, nor keep anything, for the one that was left."""
    die(home, "democracy", DEMOCRACY, 12)
    (file,) = (folder(home) / "people").glob("*.json")
    kept = file.read_bytes()
    die(home, "democracy", DEMOCRACY, 2)  # the record of the boot, and one more
    assert file.read_bytes() == kept


def test_people_go_on_from_the_last_record(left):
    under_way = MatchRecord(folder(left)).under_way()
    (file,) = (folder(left) / "people").glob("*.json")
    assert file.stem == str(under_way.first)
    data = json.loads(file.read_text())
    assert under_way.first <= data["at"] < under_way.judged, "the record that people caused came after"
    cards = sum(len(person["hand"]) for person in data["now"]["room"]["people"])
    PeopleFile(folder(left)).load(0)
    again = json.loads(file.read_text())
    assert again["at"] == under_way.judged and again["before"] == again["now"]
    assert sum(len(person["hand"]) for person in again["now"]["room"]["people"]) == cards


def refused(home):
    with pytest.raises(Trouble) as trouble:
        PeopleFile(folder(home)).load(0)
    assert "records are untouched" in trouble.value.message and trouble.value.hint
    return trouble.value


def test_what_does_not_fit_the_record_of_the_table_is_refused(left):
    home = left
    (file,) = (folder(home) / "people").glob("*.json")
    good = json.loads(file.read_text())

    def changed(**change):
        file.write_text(json.dumps({**copy.deepcopy(good), **change}))
        return refused(home)

    assert changed(version=9).code == "PEOPLE_MISFIT"
    assert "another version" in changed(version=9).message
    assert "another game" in changed(match=["democracy", *good["match"][1:]]).message
    assert "another game" in changed(match=[good["match"][0], 4, good["match"][2]]).message
    assert "another one" in changed(at=good["at"] + 500).message
    assert "another one" in changed(at=-5).message
    assert "another one" in changed(at=good["at"] - 1).message
    assert "another one" in changed(line=good["line"] + " ").message
    doubled = copy.deepcopy(good["now"])
    doubled["room"]["people"][0]["hand"][0] = doubled["room"]["people"][1]["hand"][0]
    assert "cards of the deck" in changed(now=doubled, before=doubled).message
    elsewhere = copy.deepcopy(good["now"])
    elsewhere["room"]["chairs"] = [4, 4, 4]
    assert "pads" in changed(now=elsewhere, before=elsewhere).message
    for text in ("", "{", "[]", "nothing", '{"version":1}', "[" * 100_000, "9" * 5000):
        file.write_text(text)
        assert refused(home).code == "PEOPLE_MISFIT"
    file.write_bytes(b"\xff\xfe")
    assert refused(home).code == "PEOPLE_MISFIT"
    file.write_text(" " * (1 << 21))
    assert "too large" in refused(home).message
    file.write_text(json.dumps(good))
    finish(home, "demos")


def test_people_who_are_lost_are_missed(left):
    """Nobody can know their cards; but nothing hangs, and nothing else is lost."""
    home = left
    shutil.rmtree(folder(home) / "people")
    assert refused(home).code == "PEOPLE_LOST"
    status, said = home.play("demos", "--resume")
    assert status == crashing_table.LOST and "PEOPLE_LOST" not in said
    assert "nobody else knows their cards" in home.said() and "Traceback" not in home.said()
    (home.folder / "errors").unlink()
    die(home, "demos", DEMOS, 12)
    assert home.said() == "", "another match can be begun"


def test_a_people_file_that_is_too_old_is_refused(left):
    home = left
    (file,) = (folder(home) / "people").glob("*.json")
    old = file.read_bytes()
    status, _ = home.play("demos", "--resume", point=("record", 20, "after"))
    assert status == crashing_table.LOST
    file.write_bytes(old)
    assert "has gone on since" in refused(home).message


class Planted:
    """What a pickle runs when it is read."""

    def __reduce__(self):
        return (print, ("it ran",))


def test_a_foreign_home_runs_no_code(home, capfd):
    import pickle

    die(home, "democracy", DEMOCRACY, 12)
    (file,) = (folder(home) / "people").glob("*.json")
    kept = file.read_bytes()
    bad = pickle.dumps((Planted(), 1))
    for name in ("room.pickle", "people/room.pickle"):
        (folder(home) / name).write_bytes(bad)
    finish(home, "democracy")
    die(home, "democracy", DEMOCRACY, 8)
    newest = max((folder(home) / "people").glob("*.json"), key=lambda one: int(one.stem))
    newest.write_bytes(bad)
    assert refused(home).code == "PEOPLE_MISFIT"
    newest.write_bytes(kept)  # of another match
    assert refused(home).code == "PEOPLE_MISFIT"
    assert "it ran" not in home.said() + "".join(capfd.readouterr())


@pytest.mark.parametrize(("game", "words"), [("demos", DEMOS), ("democrazy", DEMOCRAZY)])
def test_no_change_of_the_file_is_more_than_a_misfit(home, game, words):
    """People come from it, or a sentence says why not."""
    die(home, game, words, 22)
    (file,) = (folder(home) / "people").glob("*.json")
    good = json.loads(file.read_text())
    rng = random.Random(game)
    odd = [None, -1, 0, 7, 10**30, 1.5, "x", "", [], {}, [[]], True, {"()": [1]}, {"x": 1}, ["R01", "B99"]]
    known = 0
    for _ in range(MUTATIONS):
        data = copy.deepcopy(good)
        there = data["now"]
        while True:
            keys = list(there) if isinstance(there, dict) else range(len(there))
            key = rng.choice(list(keys))
            if isinstance(there[key], (dict, list)) and there[key] and rng.random() < 0.85:
                there = there[key]
                continue
            there[key] = rng.choice(odd)
            break
        data["before"] = data["now"]
        file.write_text(json.dumps(data))
        try:
            PeopleFile(folder(home)).load(0)
        except Trouble as trouble:
            known += trouble.code == "PEOPLE_MISFIT"
    assert known > MUTATIONS / 2


@pytest.mark.parametrize("number", [2, 3], ids=["begun", "seated"])
def test_of_whom_nothing_is_kept_sits_down_anew_while_nobody_has_a_card(home, number):
    """So it is with a match begun by the table's own keys, if the table dies before its people are kept."""
    die(home, "demos", DEMOS, number)
    shutil.rmtree(folder(home) / "people", ignore_errors=True)
    assert PeopleFile(folder(home)).load(0).chairs == [0, 1, 2]
    shutil.rmtree(folder(home) / "people")
    if home.is_left("demos"):  # the computer has heard that the match was begun
        finish(home, "demos")
    assert home.said() == ""


def test_notes_of_asks_that_are_torn_or_foreign_count_nothing(left):
    """What players did at each ask is only for an undo: without it they go on as they are."""
    (file,) = (folder(left) / "people").glob("*.asks")
    lines = file.read_text().splitlines()
    number, stage = len(lines), json.loads(lines[-1])[0]
    for torn in (b"\xff\xfe", lines[-1][:-9].encode(), b"[]", b'[0,1,{"room":7}]', b""):
        file.write_bytes("\n".join(lines).encode() + b"\n" + torn)
        people = PeopleFile(folder(left))
        people.load(0)
        assert people.take_undone() is None
        read = people._read_asks(int(file.stem), stage)
        assert number - 1 <= len(read) <= number + 1
    people._undone = '{"room": {"people": []}}'
    assert people.take_undone() is None
