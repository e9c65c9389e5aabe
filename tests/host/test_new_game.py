"""The verb `new-game`: a game of one's own that is whole from the first minute."""

import json
import subprocess
import sys
import time

import pytest

import mp32
from cardtable.engine import match as matches
from tablehost.cli.command import main
from tablehost.firmware.texts import sentences
from tablehost.people import bare_match, kinds
from tablehost.plugins import own

pytestmark = pytest.mark.usefixtures("registry")
AT_ONCE = ["--players", "3", "--pace", "0", "--seed", "5"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("CARDTABLE", raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def lines(text):
    """Return the objects among the lines of a command that prints JSON."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_each_command_that_it_names_works(capfd):
    assert main(["new-game", "highcard"]) == 0
    said = capfd.readouterr().out.splitlines()
    commands = [line.split() for line in said if line.startswith("  ")]
    assert [command[1] for command in commands] == ["own", "play", "simulate", "highcard"]
    page = (mp32.ROOT / "docs/develop/adding-a-game.md").read_text().splitlines()
    assert page[3].startswith("cardtable new-game highcard") and len(page) <= 190
    assert [line.split()[:3] for line in page[4:8]] == [command[:3] for command in commands]
    for command in commands[:-1]:
        more = AT_ONCE[2:] if "play" in command else []
        assert main([*command[1:], *more]) == 0, command
    assert "won: " in capfd.readouterr().out
    assert main(["verify", "last"]) == 0


def test_its_own_tests_pass_and_find_a_wrong_rule(here):
    main(["new-game", "highcard"])
    rules = here / "highcard" / "rules.py"
    for change, failures in (("", 0), ("max(ranks)) if", 1)):
        if change:
            rules.write_text(rules.read_text().replace(change, "min(ranks)) if"))
        pytest_run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "highcard"]
        assert subprocess.run(pytest_run, stdout=subprocess.DEVNULL).returncode == failures


def test_the_written_files_are_in_style_and_have_each_language(here):
    main(["new-game", "highcard"])
    config = ["--config", str(mp32.ROOT / "pyproject.toml"), "highcard"]
    for task in (["check", "--ignore", "I001"], ["format", "--check"]):  # where the program is a library
        ruff = [sys.executable, "-m", "ruff", *task, *config]
        assert subprocess.run(ruff, stdout=subprocess.DEVNULL).returncode == 0
    words = {}
    exec((here / "highcard" / "words.py").read_text(), words)
    assert words["WORDS"]["en"].keys() == words["WORDS"]["fr"].keys()


def test_its_tests_stay_off_the_table(here):
    main(["new-game", "highcard"])
    assert sorted(own.read(here / "highcard").files) == ["rules.py", "words.py"]


@pytest.mark.parametrize(
    "name", ["demos", "registry", "High", "high-card", "class", "carte_à", "../up", "", "a" * 17, "kept"]
)
def test_a_name_that_is_taken_or_is_none_is_refused_with_the_cure(here, name, capsys):
    (here / "kept").mkdir()
    assert main(["new-game", name]) == 2
    said = capsys.readouterr().err
    assert name in said and "choose another name" in said
    assert [path.name for path in here.parent.rglob("*")] == ["work", "kept"], "nothing was written"


def test_the_name_of_a_game_that_this_computer_has_is_taken(here, capsys):
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    (here / "highcard").rename(here / "aside")
    assert main(["new-game", "highcard"]) == 2
    assert "choose another name" in capsys.readouterr().err
    assert not (here / "highcard").exists()


def test_a_folder_that_cannot_be_written_leaves_nothing(here, monkeypatch, capsys):
    def full(path, text, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_text", full)
    assert main(["new-game", "highcard"]) == 1
    assert "No space left" in capsys.readouterr().err
    assert not list(here.iterdir())


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_an_edited_rule_takes_effect_with_the_next_match(here, capfd):
    """Two matches with the same cards, and no command between them but an editor."""
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    match = ["play", "highcard", *AT_ONCE, "--json"]
    capfd.readouterr()
    assert main(match) == 0
    before = capfd.readouterr()
    assert "has changed" not in before.err
    edit(here / "highcard" / "rules.py", "else 1\n", "else 5\n")
    assert main(match) == 0
    after = capfd.readouterr()
    assert "highcard has changed in" in after.err and "judged so" in after.err
    was, is_now = (lines(said.out)[-1]["totals"] for said in (before, after))
    assert sum(was) > 0 and is_now == [5 * score for score in was]
    assert main(["verify", "last"]) == 0
    assert main(match) == 0 and "has changed" not in capfd.readouterr().err


def test_figures_are_of_the_rules_as_they_are_now(here, capsys):
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    scores = []
    for old, new in (("", ""), ("else 1\n", "else 5\n")):
        edit(here / "highcard" / "rules.py", old or "DEALER = 0", new or "DEALER = 0")
        capsys.readouterr()
        main(["simulate", "highcard", "--games", "20", "--seed", "1", "--jobs", "1", "--json"])
        scores.append(json.loads(capsys.readouterr().out)["data"]["seats"][0]["score"]["value"])
    assert scores[1] == 5 * scores[0] > 0


def test_an_edited_word_is_on_the_display_of_the_next_match(here, capfd):
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    edit(here / "highcard" / "words.py", "face down as the pool", "hidden as the pool")
    assert main(["play", "highcard", *AT_ONCE]) == 0
    assert sentences("en")["prompt", "highcard/deal"].count("hidden") == 1


def test_a_mistake_in_an_edit_is_named_and_the_kept_game_stays(here, capsys):
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    rules = here / "highcard" / "rules.py"
    edit(rules, "DEALER = 0", "DEALER = (0")
    for verb in (["play", "highcard", *AT_ONCE], ["simulate", "highcard", "--games", "1"]):
        assert main(verb) == 2
        said = capsys.readouterr().err
        assert f"{rules}, line " in said and "correct this line" in said
    edit(rules, "DEALER = (0", "DEALER = 0")
    assert main(["simulate", "highcard", "--games", "1", "--jobs", "1"]) == 0
    rules.unlink()
    assert main(["simulate", "highcard", "--games", "1", "--jobs", "1"]) == 0, "the kept one is played"


@pytest.mark.parametrize("where", ["highcard", "highcard/rules.py"])
def test_an_edit_is_not_taken_where_other_users_may_write(here, where, capsys):
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    marker = here / "run"
    rules = here / "highcard" / "rules.py"
    edit(rules, "DEALER = 0", f"open({str(marker)!r}, 'w')\nDEALER = 0")
    (here / where).chmod(0o777)
    assert main(["simulate", "highcard", "--games", "1", "--jobs", "1"]) == 0
    assert "has changed" not in capsys.readouterr().err and not marker.exists()


def own_copy(here, **edits):
    """Write the game, and edit its files: `rules`, `words` = (old, new)."""
    main(["new-game", "highcard"])
    for file, (old, new) in edits.items():
        edit(here / "highcard" / f"{file}.py", old, new)


@pytest.mark.parametrize(("gone", "lang"), [("Day {0}", "en"), ("Jour {0}", "fr")])
def test_adding_names_the_prompt_without_a_sentence_and_where_to_write_it(here, gone, lang, capsys):
    own_copy(here)
    words = here / "highcard" / "words.py"
    rows = words.read_text().splitlines(keepends=True)
    words.write_text("".join(row for row in rows if gone not in row))
    capsys.readouterr()
    assert main(["own", "highcard"]) == 0
    said = capsys.readouterr().out
    assert f"without a sentence in {lang}: deal;" in said and f'{{"{lang}": {{"prompt deal": ' in said
    assert "without a sentence" not in said.replace(f"without a sentence in {lang}", "")
    assert main(["own", "highcard", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["data"]
    assert data["without_sentence"] == {lang: ["deal"]} and data["stuck"] is None


def test_a_game_without_words_shows_the_code_and_is_played_to_its_end(here, capfd):
    own_copy(here)
    (here / "highcard" / "words.py").unlink()
    main(["own", "highcard"])
    said = capfd.readouterr().out
    assert "in en: deal;" in said and "in fr: deal;" in said
    assert main(["play", "highcard", *AT_ONCE, "--json"]) == 0
    assert lines(capfd.readouterr().out)[-1]["kind"] == "result"


def test_a_rule_that_fails_in_a_match_is_named_with_its_line_and_nothing_is_added(here, capsys):
    own_copy(here, rules=("winner = find_winner(plays, ", "winner = find_winner(play, "))
    capsys.readouterr()
    assert main(["own", "highcard"]) == 2
    row = (here / "highcard" / "rules.py").read_text().split("find_winner(play, ")[0].count("\n") + 1
    said = capsys.readouterr().err
    assert f"rules.py, line {row}: " in said and "NameError" in said
    assert main(["games", "highcard"]) == 2


def test_a_match_that_does_not_go_on_is_named_by_its_prompt(here, capsys):
    waiting = (
        'while hand:\n        yield Poll(tuple(table.all_seats()), (OK,), "deal", args=(2, 0))\n    for n in'
    )
    own_copy(here, rules=("for n in", waiting))
    capsys.readouterr()
    assert main(["own", "highcard"]) == 0
    assert "no further than deal:" in capsys.readouterr().out


def play_alike(game, seats, seed):
    """Return all facts of a match by players who think, and its winners."""
    brains = [kinds.brain(kinds.of(game)[0], game, seed, seat) for seat in range(seats)]
    played = bare_match.begin(matches.new(game, seats, {}), seed, brains).play()
    return played.facts, played.winners


@pytest.mark.parametrize("base", own.PROGRAM)
def test_a_copy_is_played_as_the_original_until_it_is_changed(here, base, registry):
    assert main(["new-game", "islands", "--from", base]) == 0
    assert main(["own", "islands"]) == 0
    copied, original = registry.load("islands"), registry.load(base)
    assert (copied.NAME, copied.REVISION, copied.rules.deck.__module__.split(".")[2]) == (
        "islands",
        1,
        "islands",
    )
    for seed in ("1", "2", "3"):
        assert play_alike(copied, 4, seed) == play_alike(original, 4, seed)


@pytest.mark.slow
def test_a_copy_at_the_table_has_the_words_of_the_original(here, capfd):
    """Everything but the name of the game and its number is the same, in the log and on the screen."""
    main(["new-game", "islands", "--from", "democracy"])
    main(["own", "islands"])
    said, logs = [], []
    for game in ("democracy", "islands"):
        match = ["play", game, *AT_ONCE, "-o", "target=1", "--watch"]
        capfd.readouterr()
        assert main(match) == 0
        shown = capfd.readouterr().out.replace("islands", "democracy").splitlines()
        said.append([line for line in shown if "/games/" not in line])
        assert main(["verify", "last"]) == 0
        capfd.readouterr()
        assert main([*match, "--json"]) == 0
        logs.append([line for line in lines(capfd.readouterr().out) if line["kind"] != "match"])
    assert said[0] == said[1] and len(said[0]) > 10
    assert logs[0] == logs[1]


def test_a_changed_rule_of_a_copy_changes_no_other_game(here, capsys, registry):
    main(["new-game", "islands", "--from", "democracy"])
    main(["own", "islands"])
    before = play_alike(registry.load("democracy"), 4, "1")
    edit(here / "islands" / "deal.py", "BEST = ", "BEST = OTHER = ")
    main(["simulate", "islands", "--games", "1", "--jobs", "1"])
    assert "islands has changed in" in capsys.readouterr().err
    assert play_alike(registry.load("democracy"), 4, "1") == before


def test_a_copy_of_no_game_is_refused(here, capsys):
    assert main(["new-game", "islands", "--from", "democracie"]) == 2
    assert "did you mean democra" in capsys.readouterr().err and not list(here.iterdir())


@pytest.mark.slow
def test_an_evening_of_a_designer_takes_a_minute(here, capsys):
    """A new game, one rule changed, a thousand matches of each on the same deals, and the difference."""
    began = time.monotonic()
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    edit(here / "highcard" / "rules.py", '("trick", "rank"), "trick"', '("trick", "rank", "ten"), "trick"')
    edit(
        here / "highcard" / "rules.py", "else 1\n", 'else {"trick": 1, "ten": 10}[match.options["counts"]]\n'
    )
    capsys.readouterr()
    sweep = [
        "simulate",
        "highcard",
        "--games",
        "1000",
        "--seed",
        "1",
        "--sweep",
        "counts=trick,ten",
        "--json",
    ]
    assert main(sweep) == 0
    said = capsys.readouterr()
    assert "has changed in" in said.err
    one, ten = json.loads(said.out)["data"]["variants"]
    scores = [[seat["score"]["value"] for seat in variant["seats"]] for variant in (one, ten)]
    assert scores[1] == pytest.approx([10 * score for score in scores[0]])
    assert time.monotonic() - began < 120
