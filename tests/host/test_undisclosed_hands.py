"""While a match runs no verb tells dealt hands; verify of an open log judges no more games than it must."""

import json

import pytest

import exported_games
from still_session import still_session
from tablehost.cli.command import main
from tablehost.cli.follower import Follower
from tablehost.journal.game_log import Chronicle
from tablehost.journal.store import Journal
from tablehost.referee.shadow import Shadow
from tablehost.screen.choice import JSON

pytestmark = pytest.mark.usefixtures("new_home")

UID = exported_games.UID
HANDS = [["2S", "3S"], ["4S", "5S"], ["6S", "7S"]]
DEAL = {"kind": "deal", "day": 1, "hand": 2, "hands": HANDS, "pool": ["8S"], "after": 3}


def keep(file, uid=UID, records=None, finished=False, players=None, seed="1"):
    """The game as the computer has it at which it is played; so many of its records, else all."""
    with Journal() as journal:
        journal.append(uid, [*file.raws[:records]])
        told = file.told
        number = journal.create_game(
            uid, told["game"], players or told["players"], told["options"], True, seed, file.first
        )
        journal.add_note(number, 3, DEAL)
        if finished:
            journal.finish_game(number, told["result"])
    return number


VERBS = [
    [],
    ["tables"],
    ["log"],
    ["log", "1", "--json"],
    ["replay", "1", "--pace", "0"],
    ["replay", "1", "--json"],
    ["verify", "1"],
    ["verify", "1", "--json"],
    ["rules", "1"],
]


def told(capsys, *words):
    main(list(words))
    out, err = capsys.readouterr()
    return out + err


def tells_hands(text):
    return "2S 3S" in text or '"2S","3S"' in text or '"2S", "3S"' in text


@pytest.mark.parametrize("is_given_up", [False, True])
@pytest.mark.parametrize("words", VERBS, ids=lambda words: "-".join(words) or "bare")
def test_no_verb_tells_the_hands_of_a_match_that_is_not_over(capsys, words, is_given_up):
    file = exported_games.finished("democracy", 3, 4)
    keep(file, records=40)
    if is_given_up:  # for another one at the same table
        with Journal() as journal:
            journal.create_game(UID, "democracy", ["A", "B"], {}, True)
    assert not tells_hands(told(capsys, *words))


@pytest.mark.parametrize("form", ["jsonl", "bundle"])
def test_no_export_of_a_match_that_is_not_over_holds_hands(capsys, tmp_path, form):
    keep(exported_games.finished("democracy", 3, 4), records=40)
    assert main(["export", "1", "--format", form, "--out", "x"]) == 0
    assert b"7S" not in (tmp_path / "x").read_bytes() or form == "bundle"
    assert main(["import", "x"]) in (0, 6)
    capsys.readouterr()
    assert not tells_hands(told(capsys, "log", "last", "--json"))


def test_the_hands_are_revealed_once_the_match_is_over(capsys, tmp_path):
    file = exported_games.finished("democracy", 3, 4)
    keep(file, records=40)
    assert "The hands that were dealt are told when the match is over" in told(capsys, "log", "1")
    assert "deal" not in [json.loads(row)["kind"] for row in told(capsys, "log", "1", "--json").splitlines()]
    with Journal() as journal:
        journal.append(UID, file.raws)
        journal.finish_game(1, file.told["result"])
    for words in VERBS[2:6]:
        assert tells_hands(told(capsys, *words)), words
    assert main(["export", "1", "--out", "x"]) == 0
    assert tells_hands((tmp_path / "x").read_text())


class Hands:
    keys = None

    def __init__(self, *seats):
        self.seats, self.typed = list(seats), []


@pytest.mark.parametrize(("held", "is_told"), [([], True), ([0], False)])
def test_a_match_in_which_a_user_holds_hands_is_watched_without_deals(capsys, held, is_told):
    """Also by who takes it up again only to look on."""
    number = keep(exported_games.finished("democracy", 3, 4), records=40)
    with Journal() as journal:
        for seats in [held, []]:
            session = still_session(journal, journal.game(number), hands=Hands(*seats) if seats else None)
            follower = Follower(session, JSON)
            for event in session.take_events():
                follower._take(event)
            session.close()
        kinds = [note["kind"] for _, note in journal.notes(number)]
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds_shown = [line["kind"] for line in shown]
    assert ("deal" in kinds_shown) == is_told and "trick" in kinds_shown
    assert kinds.count("held") == len(held), "noted once, however often it is taken up again"


# -- the cost of verifying an open log ---------------------------------------------------------------------


@pytest.fixture
def judged(monkeypatch):
    """Counts the records that the engine judges."""
    counts = []
    follow = Shadow.follow

    def counted(self, record):
        counts.append(record[0])
        return follow(self, record)

    monkeypatch.setattr(Shadow, "follow", counted)
    return counts


def test_verify_of_an_open_log_judges_its_own_game_alone(capsys, tmp_path, judged):
    """The row of each of 60 other games tells that it is another one: by result, people or seed."""
    file, other = exported_games.finished("democracy", 3, 4), exported_games.finished("democracy", 3, 7)
    assert file.told["result"] != other.told["result"]
    for number in range(60):
        uid = f"{number:016x}"
        if number % 3 == 0:
            keep(other, uid, finished=True)
        elif number % 3 == 1:
            keep(file, uid, finished=True, players=["X", "Y", "Z"])
        else:
            keep(file, uid, finished=True, seed=str(number))
    last = keep(file, finished=True)
    log = tmp_path / "log.jsonl"
    log.write_text(told(capsys, "log", str(last), "--json"))
    judged.clear()
    assert f"the records of match {last} tell" in told(capsys, "verify", str(log))
    one = len([raw for raw in file.raws if b'"note"' not in raw])
    assert len(judged) <= one


def test_a_game_that_only_looks_the_same_is_left_at_its_first_other_line(capsys, tmp_path, judged):
    """Same people, same seed, same result as far as the row goes."""
    file, other = exported_games.finished("democracy", 3, 4), exported_games.finished("democracy", 3, 5)
    assert file.told["result"] == other.told["result"]
    for number in range(20):
        keep(other, f"{number:016x}", finished=True)
    last = keep(file, finished=True)
    log = tmp_path / "log.jsonl"
    log.write_text(told(capsys, "log", str(last), "--json"))
    judged.clear()
    assert f"the records of match {last} tell" in told(capsys, "verify", str(log))
    assert len(judged) <= len(file.raws) + 20 * 5, "so many records has the taking of seats"
    judged.clear()
    lines = log.read_text().splitlines()
    log.write_text("\n".join([*lines[:3], *lines[4:]]) + "\n")
    assert main(["verify", str(log)]) == 6
    assert len(judged) <= len(file.raws) + 20 * 5
    capsys.readouterr()


def test_a_corrected_game_is_known_by_its_log(capsys, tmp_path):
    file = exported_games.finished("democracy", 3, 7, corrected=6)
    assert any(b'"fix"' in raw for raw in file.raws)
    keep(file, finished=True)
    log = tmp_path / "log.jsonl"
    log.write_text(told(capsys, "log", "1", "--json"))
    assert "the records of match 1 tell" in told(capsys, "verify", str(log))


# -- numbers -----------------------------------------------------------------------------------------------

DIGITS = "9" * 20


@pytest.mark.parametrize("number", [DIGITS, "9" * 5000, str(2**63)])
@pytest.mark.parametrize(
    "words",
    [
        ["log", "N"],
        ["replay", "N"],
        ["verify", "N"],
        ["export", "N"],
        ["rules", "N"],
        ["play", "democracy", "--players", "N"],
        ["play", "democracy", "--seed", "N"],
        ["simulate", "democracy", "--games", "N"],
        ["say", "undo", "N"],
    ],
    ids=lambda words: "-".join(words),
)
def test_a_number_of_20_digits_is_refused_in_words(capsys, words, number):
    keep(exported_games.finished("democracy", 3, 4), finished=True)
    status = main([number if word == "N" else word for word in words])
    out, err = capsys.readouterr()
    assert status == 2 and "too large" in err and f"{len(number)} digits" in err, (out, err)


def test_the_largest_number_is_none_of_a_game(capsys):
    keep(exported_games.finished("democracy", 3, 4), finished=True)
    assert main(["log", str(2**63 - 1)]) == 3
    assert "there is no match" in capsys.readouterr().err


def test_a_chronicle_without_deals_holds_nothing_back():
    file = exported_games.finished("democracy", 3, 4)
    number = keep(file, records=40)
    with Journal() as journal:
        chronicle = Chronicle(file.told["players"], True)
        assert not chronicle.holds_back(journal.game(number))
