"""A match, a file or a table of other rules is refused by both numbers, and nothing recorded is lost."""

import json

import pytest

import exported_games
from cardtable.engine import match as matches
from cardtable.games import registry as games
from recorded_matches import Match, audited
from tablehost.cli.command import main
from tablehost.errors import VERSION_SKEW, Trouble
from tablehost.journal import gamefile
from tablehost.journal.adoption import adopt, find_reasons
from tablehost.journal.store import Journal
from tablehost.referee import revisions
from tablehost.referee.revisions import OtherRules
from tablehost.referee.shadow import Shadow

OURS = games.load("democracy").REVISION
NUMBERS = f"revision {OURS} of the rules, this program has revision {OURS + 1}"


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))


@pytest.fixture
def other_rules(monkeypatch):
    """Give the program of this computer the next rules of Democracy, or those of `revision`."""

    def given(revision=OURS + 1):
        monkeypatch.setitem(games.REVISIONS, "democracy", revision)
        monkeypatch.setattr(games.load("democracy"), "REVISION", revision)

    return given


def keep(file, records=None):
    """The game as the computer has it at which it is played."""
    with Journal() as journal:
        journal.append(file.uid, file.raws[:records])
        told = file.told
        players, options = told["players"], told["options"]
        return journal.create_game(file.uid, "democracy", players, options, True, "1", file.first)


def all_records(uid):
    with Journal() as journal:
        return [record.body for record in journal.records(uid, 0)]


# -- the number of a match ---------------------------------------------------------------------------------


@pytest.mark.parametrize("current", [1, 2, 3])
def test_every_match_is_recorded_with_its_revision(other_rules, current):
    other_rules(current)
    raws = Match("democracy", 3, 1, fixed={"target": 1}).play().raws
    start = next(json.loads(raw)[7] for raw in raws if json.loads(raw)[4] == "start")
    assert start[4:] == [current] and matches.revision_of(start) == current
    audit = audited(raws)
    assert audit.findings == [] and audit.over


@pytest.mark.parametrize("revision", [[], [None], ["1"], [True], [2.0], [[2]], [2, 2]])
def test_a_number_that_no_table_writes_is_a_difference(revision):
    dumped = [*matches.new(games.load("democracy"), 3, {}).dump()[:4], *revision]
    shadow = Shadow()
    shadow.follow(["start", 0, 0, dumped, 0])
    assert shadow.difference is not None


@pytest.mark.parametrize("revision", [-1, 0, 1, OURS + 1, 10**9])
def test_a_match_of_other_rules_is_not_loaded(revision):
    game = games.load("democracy")
    dumped = [*matches.new(game, 3, {}).dump()[:4], revision]
    with pytest.raises(ValueError, match=rf"revision {revision} .* has {OURS}; the program with which"):
        matches.load(game, dumped)
    with pytest.raises(OtherRules):
        Shadow().follow(["start", 0, 0, dumped, 0])


# -- match files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["jsonl", "bundle"])
@pytest.mark.parametrize("verb", ["import", "verify"])
def test_a_file_of_other_rules_is_refused(capsys, tmp_path, other_rules, verb, form):
    file = exported_games.finished("democracy", 3, 4)
    path = tmp_path / "game"
    if form == "jsonl":
        path.write_text(gamefile.to_lines(file))
    else:
        path.write_bytes(gamefile.to_bundle(file, file.audit()))
    assert main([verb, str(path)]) == 0
    other_rules()
    capsys.readouterr()
    assert main([verb, str(path)]) == VERSION_SKEW
    out, err = capsys.readouterr()
    assert NUMBERS in out + err and "use the version of cardtable with which it was played" in out + err
    assert (out + err).count("\n") <= 4
    if verb == "import":
        assert f"{path}: this match" in out


# -- the matches of this computer --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [["log", "1"], ["verify", "1"], ["replay", "1", "--pace", "0"], ["export", "1", "--format", "bundle"]],
    ids=" ".join,
)
@pytest.mark.parametrize("records", [None, 40])
def test_a_match_here_of_other_rules_is_refused(capsys, other_rules, words, records):
    file = exported_games.finished("democracy", 3, 4)
    keep(file, records)
    before = all_records(file.uid)
    other_rules()
    assert main(words) == VERSION_SKEW
    out, err = capsys.readouterr()
    assert out == "" and NUMBERS in err and err.count("\n") == 2
    assert all_records(file.uid) == before


def test_matches_lists_it_and_its_records_leave_as_they_are(capsys, tmp_path, other_rules):
    file = exported_games.finished("democracy", 3, 4)
    keep(file, 40)
    other_rules()
    assert main(["matches"]) == 0 and "democracy" in capsys.readouterr().out
    assert main(["export", "1", "--format", "jsonl", "--out", str(tmp_path / "it.jsonl")]) == 0
    assert gamefile.read(tmp_path / "it.jsonl").raws == file.raws[:40]


def test_a_match_begun_at_the_table_waits_for_its_rules(other_rules):
    """The match is registered by the program that has them."""
    file = exported_games.finished("democracy", 3, 4)
    with Journal() as journal:
        journal.append(file.uid, file.raws)
        other_rules()
        assert adopt(journal, file.uid, True) == []
        [why] = find_reasons(journal, file.uid)
        assert NUMBERS in why.message
        other_rules(OURS)
        [game] = adopt(journal, file.uid, True)
        assert game.game == "democracy" and find_reasons(journal, file.uid) == []


# -- computer and table ------------------------------------------------------------------------------------


def test_a_table_of_other_rules_begins_no_match(other_rules):
    game = games.load("democracy")
    revisions.check_table(games.capabilities(), game)
    revisions.check_table([7, "demos-77", "democracy-x"], game)
    for theirs in (0, OURS - 1, OURS + 1):
        with pytest.raises(Trouble) as trouble:
            revisions.check_table(["demos-1", f"democracy-{theirs}"], game)
        told = trouble.value.message
        assert f"revision {theirs} of its rules, this computer by revision {OURS}" in told
        assert "cardtable flash" in trouble.value.hint and trouble.value.exit == VERSION_SKEW
    other_rules(1)
    assert "democracy-1" in games.capabilities()
