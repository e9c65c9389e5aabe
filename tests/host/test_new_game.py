"""The verb `new-game`: a game of one's own that is whole from the first minute."""

import json
import subprocess
import sys
import time

import pytest

import mp32
from tablehost.cli.command import main
from tablehost.firmware.texts import sentences
from tablehost.people import room as people
from tablehost.plugins import game_tests, own

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
    assert [command[1] for command in commands] == ["own", "play", "simulate"]
    page = (mp32.ROOT / "docs/develop/adding-a-game.md").read_text().splitlines()
    assert page[3].startswith("cardtable new-game highcard") and len(page) <= 190
    assert [line.split()[:3] for line in page[4:7]] == [command[:3] for command in commands]
    for command in commands:
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


def test_own_runs_the_tests_of_a_game_and_says_how_they_went(here, capsys):
    main(["new-game", "highcard"])
    capsys.readouterr()
    assert main(["own", "highcard"]) == 0
    assert "its tests: 10 passed" in capsys.readouterr().out
    edit(here / "highcard" / "rules.py", "max(ranks)) if", "min(ranks)) if")
    assert main(["own", "highcard"]) == 0
    said = capsys.readouterr().out
    assert "its own tests fail" in said and "test_the_highest_trump_wins" in said
    assert main(["own", "highcard", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["tests"] == "failed"
    assert sorted(path.name for path in (here / "highcard").iterdir()) == [
        "rules.py",
        "test_highcard.py",
        "words.py",
    ]


def test_without_pytest_own_names_the_command_that_brings_it(here, capsys, monkeypatch):
    main(["new-game", "highcard"])
    monkeypatch.setattr("tablehost.plugins.game_tests.find_spec", lambda name: None)
    capsys.readouterr()
    assert main(["own", "highcard"]) == 0
    assert f"{sys.executable} -m pip install pytest; then cardtable own highcard" in capsys.readouterr().out


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


# A text of words.py, another one in its place; the language, the flaw that is found, and words on it.
FLAWS = {
    "no day": ("Day {0}: {1} cards", "{1} cards", "en", "lacks", [0], "does not tell {0}, which"),
    "nothing": ("Jour {0}: {1} cartes à chacun, {1} face", "Une face", "fr", "lacks", [0, 1], "{0}, {1}"),
    "too much": ("then OK: {who}", "then OK, {2}: {who}", "en", "beyond", [2], "asks for {2}"),
    "another": (
        "Day {0}: {1} cards to each, {1} face down as the pool, then OK: {who}",
        "Day {0}, trick {1} of 5: turn up a card from the pool: {who}",
        *("en", "mistaken", [], "for that of another prompt"),
    ),
}


@pytest.mark.parametrize("what", FLAWS)
def test_adding_names_the_sentence_that_does_not_tell_all_that_people_read(here, what, capfd):
    """People then play by what is left, and nothing that is recorded is unreadable."""
    old, new, lang, kind, args, word = FLAWS[what]
    own_copy(here, words=(old, new))
    capfd.readouterr()
    assert main(["own", "highcard"]) == 0
    said = capfd.readouterr().out
    assert f"in {lang}" in said and word in said and "highcard/words.py" in said
    assert main(["own", "highcard", "--json"]) == 0
    flaws = json.loads(capfd.readouterr().out)["data"]["flaws"]
    assert flaws == {lang: {"deal": {"kind": kind, "args": args}}}


def test_people_who_cannot_read_how_many_cards_to_deal_deal_none(registry):
    room = people.Room(registry.load("democracy"), 3, {"deck": "standard"}, 1, [None] * 3)
    for args in ((), [], (1,), [1, None]):
        assert room.find_hands_due("deal", args) is None
    assert room.find_hands_due("deal", [1, 5]) == (1, 5)


def test_a_sentence_without_its_day_leaves_every_verb_working(here, capfd):
    own_copy(here, words=("Day {0}: ", ""))
    main(["own", "highcard"])
    main(["play", "highcard", *AT_ONCE])
    said = capfd.readouterr().err
    assert said.count("its log has no deals") == 1 and "note.day" in said
    for verb in (["matches"], ["log", "last"], ["verify", "last"], ["say", "end"], ["replay", "--pace", "0"]):
        main(verb)
        assert "damaged" not in capfd.readouterr().err, verb


def test_a_rule_that_fails_in_a_match_is_named_with_its_line_and_nothing_is_added(here, capsys):
    own_copy(here, rules=("winner = find_winner(plays, ", "winner = find_winner(play, "))
    capsys.readouterr()
    assert main(["own", "highcard"]) == 2
    row = (here / "highcard" / "rules.py").read_text().split("find_winner(play, ")[0].count("\n") + 1
    said = capsys.readouterr().err
    assert f"rules.py, line {row}: " in said and "NameError" in said
    assert main(["games", "highcard"]) == 3


def test_a_match_that_does_not_go_on_is_named_by_its_prompt(here, capsys, monkeypatch):
    monkeypatch.setattr(game_tests, "LIMIT_S", 3.0)  # its tests play such matches
    waiting = (
        'while hand:\n        yield Poll(tuple(table.all_seats()), (OK,), "deal", args=(2, 0))\n    for n in'
    )
    own_copy(here, rules=("for n in", waiting))
    capsys.readouterr()
    assert main(["own", "highcard"]) == 0
    out = capsys.readouterr().out
    assert "no further than deal:" in out and "did not end within 3 s" in out


# A text of rules.py, another one in its place; words of the sentence that simulate says.
FAILURES = {
    "stuck": ("range(1, hand + 1)", "range(1, hand + 2)", "no further than turn-up"),
    "endless": (
        "for n in",
        'while hand:\n        yield Poll(tuple(table.all_seats()), (OK,), "deal", args=(2, 0))\n    for n in',
        "no further than deal",
    ),
    "refused": ('"lay-face-down", SEALED', '"lay-face-down", SEALED, rule=no_card', "than lay-face-down"),
    "failing": ("winner = find_winner(plays, ", "winner = find_winner(play, ", "NameError"),
    "dealing to full hands": (
        "        winner = yield from play_trick",
        '        yield Poll((0,), (OK,), "count-hand" if n == 3 else "ready", args=(n, 9))\n'
        "        winner = yield from play_trick",
        "cards are dealt while",
    ),
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("what", FAILURES)
def test_simulations_of_a_game_that_does_not_end_say_so_in_a_sentence(here, what, jobs, capfd, monkeypatch):
    monkeypatch.setattr("tablehost.people.simulated_match.MOST_PROMPTS", 2000)
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    old, new, word = FAILURES[what]
    rules = here / "highcard" / "rules.py"
    edit(rules, old, new)
    rules.write_text(rules.read_text() + '\n\ndef no_card(table, place, card):\n    return "no-card"\n')
    capfd.readouterr()
    status = main(["simulate", "highcard", "--games", "40", "--seed", "1", "--jobs", jobs])
    said = capfd.readouterr().err
    assert status == 6, said
    assert (
        word in said
        and ": match 1." in said
        and " of highcard does not end: " in said
        and "Traceback" not in said
    )
    assert "cardtable own FOLDER" in said


def test_a_log_has_names_in_place_of_the_numbers_of_seats(here, capsys):
    main(["new-game", "highcard"])
    main(["own", "highcard"])
    main(["play", "highcard", *AT_ONCE])
    capsys.readouterr()
    main(["log", "last"])
    tricks = [row for row in capsys.readouterr().out.splitlines() if row.startswith("trick: ")]
    plays, totals = "Ada AC, Ben 3S, Cleo 7H", "Ada 1, Ben 0, Cleo 0"
    assert tricks[0] == f"trick: n 1, pool 6C, plays {plays}, winner Ada, totals {totals}"
    assert len(tricks) == 5


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


# -- a player of a custom game --------------------------------------------------------------------------

CHOOSE = '''

def choose(task, hand):
    """Lay the highest trump, or else the highest card; decide by lot otherwise."""
    if task.kind != "card":
        return None
    trumps = task.view.trump
    return max(task.options, key=lambda card: (cards.suit_of(card) == trumps, cards.rank_of(card)))
'''
HELD_BACK = (
    'sealed = yield Lay(seats, "lay-face-down", SEALED,',
    """def held_back(table, place, card):
        return "not-this-one" if card == cards.card(0, 13) and n < when[2] else None

    sealed = yield Lay(seats, "lay-face-down", SEALED, rule=held_back,""",
)


def write_game(here, more="", change=None):
    main(["new-game", "highcard"])
    rules = here / "highcard" / "rules.py"
    if change is not None:
        edit(rules, *change)
    rules.write_text(rules.read_text() + more)
    return rules


def test_a_function_is_a_sensible_player(here, capsys):
    write_game(here, CHOOSE)
    assert main(["own", "highcard"]) == 0
    capsys.readouterr()
    assert main(["simulate", "highcard", "--games", "60", "--players", "2", "--seed", "1", "--jobs", "1",
                 "--bots", "sensible,random", "--json"]) == 0  # fmt: skip
    (told,) = lines(capsys.readouterr().out)
    shares = told["data"]["kinds"]
    assert shares["sensible"]["value"] > 0.6 > 0.4 > shares["random"]["value"], told
    assert main(["play", "highcard", *AT_ONCE]) == 0


BAD = {
    "none of the options": ("return max(task.options", "return 7 or max(task.options", "def choose", "7"),
    "no function": (
        "def choose(task, hand)", "choose = 7\n\n\ndef pick(task, hand)", "choose = 7", "def choose(",
    ),
    "one more argument": ("(task, hand)", "(task, hand, seen)", "def choose", "a task and a hand"),
    "it fails": ("task.view.trump", "task.view.trumps", "task.view.trumps", "AttributeError"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_player_that_fails_is_named_with_its_line(here, capsys, what):
    old, new, at, words = BAD[what]
    rules = write_game(here, CHOOSE.replace(old, new))
    capsys.readouterr()
    assert main(["own", "highcard"]) == 2
    row = rules.read_text().split(at)[0].count("\n") + 1
    said = capsys.readouterr().err
    assert f"rules.py, line {row}: " in said and words in said
    assert main(["games", "highcard"]) == 3


def test_a_player_who_fails_at_the_table_decides_by_lot_and_the_match_goes_on(here, capfd):
    """Matches of two and of six players did not show the failure when the game was added."""
    rules = write_game(here, CHOOSE.replace("    trumps =", "    assert task.view.seats != 3\n    trumps ="))
    assert main(["own", "highcard"]) == 0
    capfd.readouterr()
    assert main(["play", "highcard", *AT_ONCE]) == 0
    said = capfd.readouterr()
    row = rules.read_text().split("assert task")[0].count("\n") + 1
    assert said.err.count(f"rules.py, line {row}: ") == 1 and "Traceback" not in said.err
    assert "won: " in said.out
    assert main(["simulate", "highcard", "--games", "9", "--players", "3", "--jobs", "1"]) == 6
    assert f"rules.py, line {row}: " in capfd.readouterr().err


def test_a_strong_player_of_a_custom_game_survives_a_failing_function(here, capfd):
    write_game(here, CHOOSE.replace("    trumps =", "    assert task.view.seats != 3\n    trumps ="))
    assert main(["own", "highcard"]) == 0
    capfd.readouterr()
    assert main(["play", "highcard", *AT_ONCE, "-o", "hand=2", "--bots", "strong"]) == 0
    said = capfd.readouterr()
    assert said.err.count(", line ") == 1 and "Traceback" not in said.err and "won: " in said.out


@pytest.mark.parametrize("bots", ["random", "sensible"])
def test_people_learn_from_what_a_custom_game_refuses(here, capsys, bots):
    """The king of spades is for the last trick alone; players are not told, and some lay it first."""
    write_game(here, CHOOSE if bots == "sensible" else "", HELD_BACK)
    assert main(["own", "highcard"]) == 0
    assert main(["simulate", "highcard", "--games", "40", "--players", "3", "--seed", "1", "--jobs", "1",
                 "--bots", bots, "-o", "hand=3"]) == 0  # fmt: skip
    assert main(["play", "highcard", *AT_ONCE, "-o", "hand=3"]) == 0
    capsys.readouterr()
    assert main(["verify", "last"]) == 0
