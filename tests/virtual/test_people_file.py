"""The people of a match are kept before they are relied on, and held against the table's record."""

import json
import random
import shutil

import pytest

import crashing_table
from tablehost.errors import Trouble
from tablehost.people import act_rows, kinds
from tablehost.virtual.people.match_record import MatchRecord
from tablehost.virtual.people.people_file import PeopleFile

DEMOS = "--players 3 --seed 3 -o max_rounds=1".split()
DEMOCRACY = "--players 3 --seed 3 -o target=1 -o days=8".split()
DEMOCRAZY = "--players 4 --seed 3 -o stack_top=2 -o stack_bottom=2 -o start=2".split()
MUTATIONS = 40


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
    """A person who comes for a new match does not answer, nor keep anything, for the one that was left."""
    die(home, "democracy", DEMOCRACY, 12)
    (file,) = (folder(home) / "people").glob("*.rows")
    kept = file.read_bytes()
    die(home, "democracy", DEMOCRACY, 2)  # the record of the boot, and one more
    assert file.read_bytes() == kept


def test_players_go_on_behind_the_match_of_others_that_opens_with_the_same_prompt(home):
    """The table asks whether the match of others goes on; before people look again theirs asks the same."""
    die(home, "demos", ["--players", "4", "--seed", "3"], 6)
    die(home, "democracy", ["--players", "4", "--seed", "3"], 4)
    status, said = home.play("--resume", "1", point=("take", "resume"))
    assert status == 0, (said, home.said())


def test_the_deals_of_a_match_that_was_over_before_the_computer_heard_of_it_are_in_its_log(home):
    status, said = home.play("democracy", *DEMOCRACY, point=("mute", None))
    assert status == 0, (said, home.said())
    home.check("democracy")


def test_players_who_were_left_go_on_as_the_players_they_were(home, monkeypatch):
    die(home, "democracy", [*DEMOCRACY, "--bots", "strong,random"], 12)
    made, make = [], kinds.mind
    monkeypatch.setattr(kinds, "mind", lambda kind, *about: made.append(kind) or make(kind, *about))
    PeopleFile(folder(home)).load(0)
    assert made == ["strong", "random", "strong"]


def rows_of(file):
    return [act_rows.read_line(line) for line in file.read_bytes().splitlines()]


def write_rows(file, rows):
    file.write_text("".join(act_rows.form_line(row) + "\n" for row in rows))


def world(people):
    """Return the places of all things, and the memories of the people."""
    room = people.room
    return (
        room.lying, room.pool, room.rest, room.gone, room.rows, room.records, vars(room.view(0)).keys(),
        [(one.hand, one.pile, one.shown, sorted(one.view.private), one.view.totals) for one in room.people],
    )  # fmt: skip


def test_people_are_after_a_kill_where_their_last_act_left_them(left):
    (file,) = (folder(left) / "people").glob("*.rows")
    before = file.read_bytes()
    assert file.stem == str(MatchRecord(folder(left)).under_way().first)
    found = world(PeopleFile(folder(left)).load(0))
    assert file.read_bytes() == before and world(PeopleFile(folder(left)).load(99)) == found
    events = [tuple(event) for row in rows_of(file)[1:] for event in row[5]]
    lying = {}
    for event in events:
        if event[0] in ("laid", "lifted"):
            lying[event[1]] = event[2] if event[0] == "laid" else None
    assert {place: card for place, card in enumerate(found[0]) if card is not None} == {
        place: card for place, card in lying.items() if card is not None
    }


def refused(home):
    with pytest.raises(Trouble) as trouble:
        PeopleFile(folder(home)).load(0)
    assert "records are untouched" in trouble.value.message and trouble.value.hint
    return trouble.value


def test_what_does_not_fit_the_record_of_the_table_is_refused(left):
    home = left
    (file,) = (folder(home) / "people").glob("*.rows")
    good = file.read_bytes()
    (version, about, seed, pads, chosen), *rows = rows_of(file)

    def refused_with(head=(version, about, seed, pads, chosen), last=()):
        changed = [*rows[-1]]
        for at, value in last:
            changed[at] = value
        write_rows(file, [list(head), *rows[:-1], changed])
        return refused(home).message

    assert "another version" in refused_with((9, about, seed, pads, chosen))
    assert "another game" in refused_with((version, ["democracy", *about[1:]], seed, pads, chosen))
    assert "another game" in refused_with((version, [about[0], 4, about[2]], seed, pads, chosen))
    assert "another one" in refused_with(last=[(0, rows[-1][0] + 500)])
    assert "another one" in refused_with(last=[(0, rows[-1][0] - 1)])
    assert "another one" in refused_with(last=[(1, "00000000")])
    assert "no longer do" in refused_with(last=[(5, [["laid", 0, 3]])])
    assert "no longer do" in refused_with(last=[(4, [*rows[-1][4], 1])])
    assert "unknown kind" in refused_with(last=[(3, ["exec", "print()"])])
    assert "pads" in refused_with((version, about, seed, [4, 4, 4], chosen))
    for text in (b"\n", b"{\n", b"[]\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", good.replace(b",", b";", 1)):
        file.write_bytes(text)
        assert refused(home).code == "PEOPLE_MISFIT"
    file.write_bytes(b" " * (1 << 24) + b"  ")
    assert "too large" in refused(home).message
    file.write_bytes(good)
    finish(home, "demos")


def test_a_torn_last_row_counts_nothing(left):
    (file,) = (folder(left) / "people").glob("*.rows")
    good = file.read_bytes()
    found = world(PeopleFile(folder(left)).load(0))
    file.write_bytes(good + b'[3,"12')
    assert world(PeopleFile(folder(left)).load(0)) == found and file.read_bytes() == good
    lines = good.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:-1])
    PeopleFile(folder(left)).load(0)
    assert file.read_bytes() == b"".join(lines[:-1])


def test_people_who_are_lost_are_missed(left):
    """No player can know their cards; but nothing hangs, and nothing else is lost."""
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
    (file,) = (folder(home) / "people").glob("*.rows")
    old = file.read_bytes()
    status, _ = home.play("demos", "--resume", point=("record", 20, "after"))
    assert status == crashing_table.LOST
    file.write_bytes(old)
    assert "has gone on since" in refused(home).message


class Planted:
    """Code that a pickle runs when it is read."""

    def __reduce__(self):
        return (print, ("it ran",))


def test_a_foreign_home_runs_no_code(home, capfd):
    import pickle

    die(home, "democracy", DEMOCRACY, 12)
    (file,) = (folder(home) / "people").glob("*.rows")
    kept = file.read_bytes()
    bad = pickle.dumps((Planted(), 1))
    for name in ("room.pickle", "people/room.pickle"):
        (folder(home) / name).write_bytes(bad)
    finish(home, "democracy")
    die(home, "democracy", DEMOCRACY, 8)
    newest = max((folder(home) / "people").glob("*.rows"), key=lambda one: int(one.stem))
    newest.write_bytes(bad)
    assert refused(home).code == "PEOPLE_LOST"  # of its first line only a part would be there
    newest.write_bytes(bad + b"\n")
    assert refused(home).code == "PEOPLE_MISFIT"
    newest.write_bytes(kept)  # of another match
    assert refused(home).code == "PEOPLE_MISFIT"
    assert "it ran" not in home.said() + "".join(capfd.readouterr())


@pytest.mark.parametrize(("game", "words"), [("demos", DEMOS), ("democrazy", DEMOCRAZY)])
def test_no_change_of_the_file_is_more_than_a_misfit(home, game, words):
    """People come from it, or a sentence says why not; also where each line is whole."""
    die(home, game, words, 22)
    (file,) = (folder(home) / "people").glob("*.rows")
    good = rows_of(file)
    rng = random.Random(game)
    odd = [None, -1, 0, 7, 10**30, 1.5, "x", "", [], {}, [[]], True, {"x": 1}, ["R01", "B99"]]
    known = 0
    for _ in range(MUTATIONS):
        data = json.loads(json.dumps(good))
        there = data
        while True:
            key = rng.randrange(len(there))
            if isinstance(there[key], list) and there[key] and (there is data or rng.random() < 0.85):
                there = there[key]
                continue
            there[key] = rng.choice(odd)
            break
        write_rows(file, data)
        try:
            PeopleFile(folder(home)).load(0)
        except Trouble as trouble:
            known += trouble.code == "PEOPLE_MISFIT"
    assert known > MUTATIONS / 4


@pytest.mark.parametrize("number", [2, 3], ids=["begun", "seated"])
def test_a_person_without_a_record_sits_down_again_while_no_seat_has_a_card(home, number):
    """So it is with a match begun by the table's own keys, if the table dies before its people are kept."""
    die(home, "demos", DEMOS, number)
    shutil.rmtree(folder(home) / "people", ignore_errors=True)
    assert PeopleFile(folder(home)).load(0).room.chairs == [0, 1, 2]
    shutil.rmtree(folder(home) / "people", ignore_errors=True)
    if home.is_left("demos"):  # the computer has heard that the match was begun
        finish(home, "demos")
    assert home.said() == ""
