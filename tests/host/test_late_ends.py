"""Ends of matches that a computer learns of later: starts and notes behind the signature, and every way in
which the records come.
"""

import json
import random

import pytest

import exported_games
from called_command import run
from exported_games import UID
from recorded_matches import Match
from tablehost.journal import game_log, gamefile
from tablehost.journal.game_log import settle
from tablehost.journal.store import Journal

GAMES = [("democracy", 3), ("demos", 4), ("democrazy", 4)]
NOTES = [
    ["fault", "reader", 2],
    ["cured", "reader", 2],
    ["dropped", 0],
    ["repl"],
    ["deck", 54, 1],
    ["service"],
    ["service-over"],
]


def lengthened(raws, rows):
    """Return the records with these behind them, as a table writes them when no match is played."""
    g, boot, n, us, *_ = json.loads(raws[-1])
    more = []
    for row in rows:
        g, boot, n, us = (g + 1, boot + 1, 0, 0) if row[0] == "boot" else (g + 1, boot, n + 1, us + 25)
        more.append(json.dumps([g, boot, n, us, *row], separators=(",", ":")).encode())
    return [*raws, *more]


BOOT = ["boot", "power", None, None]


def left_alone(name, seats, lots):
    """Return a whole game with a tail that an honest table may write, and the position of its last head."""
    file = exported_games.finished(name, seats, 7)
    last = json.loads(file.raws[-1])[0]
    tail = [["note", *note] for note in lots.sample(NOTES, lots.randrange(4))] + [BOOT] * lots.randrange(3)
    lots.shuffle(tail)
    file.raws[:] = lengthened(file.raws, tail)
    return file, last


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_table_that_stays_on_or_is_switched_on_again_forges_nothing(name, seats, seed):
    file, last = left_alone(name, seats, random.Random(seed))
    audit = file.audit()
    assert audit.findings == [] and audit.over and audit.is_signed and audit.unsigned == []
    chronicle = game_log.of_file(file)
    assert chronicle.closed and chronicle.last_g == last


@pytest.mark.parametrize(
    "row",
    [["note", "pause", 1], ["note", "vault", []], ["rest", []], ["head", 9, "AA"], ["note"], ["note", 3]],
)
def test_a_record_of_a_match_behind_its_end_is_found(row):
    file = exported_games.finished("democracy", 3, 7)
    file.raws[:] = lengthened(file.raws, [BOOT, row])
    assert "behind the signature" in " ".join(one.text for one in file.audit().findings)


def recorded(file):
    """Write the game into the journal of this home as a computer that began it; return its number."""
    told = file.told
    players, options = told["players"], told["options"]
    with Journal() as journal:
        journal.remember_table(UID, "0.1.0", 1, True)
        number = journal.create_game(UID, told["game"], players, options, True, None, file.first)
        journal.append(UID, file.raws)
        return number


def check(capsys, number, file):
    """The match is over in every verb, with its winner; it verifies, and nothing is said of parking."""
    with Journal() as journal:
        game = journal.game(number)
        assert game.finished and not journal.is_parked(game)
        assert game.result["winners"] == file.told["result"]["winners"]
    status, out, _ = run(capsys, "matches", "--json")
    [row] = [row for row in json.loads(out)["data"] if row["id"] == number]
    assert (row["state"], row["winners"]) == ("over", file.told["result"]["winners"]) and row["score"]
    assert run(capsys, "verify", number)[0] == 0
    for words in (("play", "--resume", number), ("say", "end", number)):
        status, _, err = run(capsys, *words)
        assert status == 3 and "is over" in err


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_match_that_ended_unseen_is_over_before_another_begins(new_home, capsys, name, seats):
    file, _ = left_alone(name, seats, random.Random(name))
    number = recorded(file)
    with Journal() as journal:
        assert [one.game.id for one in settle(journal, UID)] == [number]
        assert settle(journal, UID) == []
    check(capsys, number, file)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_result_that_an_earlier_version_lost_comes_back(new_home, capsys, name, seats):
    """Its row ends where the next match begins, without an end."""
    file, _ = left_alone(name, seats, random.Random(name))
    number = recorded(file)
    with Journal() as journal:
        journal.create_game(UID, name, file.told["players"], file.told["options"], True)
        assert journal.game(number).last_g is not None and journal.game(number).finished is None
    status, _, err = run(capsys, "play", "--resume", number)
    assert status == 3 and "is over" in err
    check(capsys, number, file)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_computer_that_never_learned_of_the_end_exports_it(new_home, tmp_path, capsys, name, seats):
    file, last = left_alone(name, seats, random.Random(name))
    whole = file.told["result"]
    file.told.update(finished=None, result=None)
    (tmp_path / "game.jsonl").write_text(gamefile.to_lines(file))
    assert run(capsys, "import", tmp_path / "game.jsonl")[0] == 0
    with Journal() as journal:
        [game] = journal.games()
        assert game.finished and game.last_g == last
    file.told["result"] = whole
    check(capsys, game.id, file)


def test_an_unfinished_match_stays_unfinished(new_home):
    """Also where its last head alone is missing, which the table writes when it is switched on again."""
    file = exported_games.finished("democracy", 3, 7)
    del file.raws[-1]
    number = recorded(file)
    with Journal() as journal:
        assert settle(journal, UID) == [] and journal.game(number).finished is None


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_match_whose_table_lost_the_key_is_over_with_its_last_record(new_home, capsys, name, seats):
    """No head follows there."""
    file = exported_games.finished(name, seats, 7)
    match = Match(name, seats, 7)
    while match.run.referee.match.stage < 1 or len(match.run.referee.answers) < 3:
        match.step()
    match.table.note("vault", [])
    match.table.terms = None
    match.play()
    file.raws[:] = [*match.raws, *lengthened(match.raws, [BOOT])[-1:]]
    chronicle = game_log.of_file(file)
    assert chronicle.closed and chronicle.last_g == json.loads(match.raws[-1])[0]
    number = recorded(file)
    with Journal() as journal:
        assert [one.game.id for one in settle(journal, UID)] == [number]
        assert journal.game(number).result["winners"] == game_log.of_file(file).lines[-1]["winners"]
