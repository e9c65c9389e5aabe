"""Help: examples and exit statuses, one page of all verbs, suggestions, completion."""

import re
import shlex
import subprocess
import sys

import pytest

from cardtable import __version__
from tablehost import errors, messages
from tablehost.cli import help
from tablehost.cli.command import main
from tablehost.cli.parser import parser
from tablehost.cli.verbs import GROUPS, VERBS
from tablehost.journal.store import Journal
from tablehost.people import faults


def test_every_verb_has_an_example_and_each_example_is_understood():
    assert {words.split(" ")[0] for words in help.SAID.kind("example")} == set(VERBS)
    for verb in VERBS:
        for words, _ in help.examples(verb):
            assert parser().parse_args(shlex.split(words)).verb == verb


def parsers(top):
    """A parser and all parsers in it."""
    yield top
    for inner in top.inner().values():
        yield from parsers(inner)


def test_each_line_of_the_catalogue_is_the_help_of_an_argument():
    used = set()
    for one in parsers(parser()):
        for action in one._actions:
            name, verb = help.name_of(action), one.verb or "cardtable"
            used |= {f"{verb} {name}", f"{verb.split(' ')[0]} {name}", f"any {name}"}
        used.add(f"verb {one.verb}")
    kinds = ("frame", "group", "example", "status", "word")
    heads = [head for head, _ in messages.rows("help", "en") if head.split(" ")[0] not in kinds]
    assert [head for head in heads if head not in used] == []
    assert {f"group {group}" for group in GROUPS} == {f"group {one}" for one in help.SAID.kind("group")}


def test_play_shows_ten_everyday_options_and_all_with_help_all(capsys):
    shown = {}
    for option in ("--help", "--help-all"):
        with pytest.raises(SystemExit):
            main(["play", option])
        out = capsys.readouterr().out
        shown[option] = set(re.findall(r"^  (?:-\w[^-]*, )?(--?\w[\w-]*)", out, re.M))
        assert (faults.describe_kinds() in out) == (option == "--help-all")
    assert len(shown["--help"] - {"-h", "--help", "--help-all", "--json", "--lang"}) <= 10
    assert {"--faults", "--pty", "--chip", "--seed"} <= shown["--help-all"] - shown["--help"]


@pytest.mark.parametrize("words", [["--help"], ["play", "--help-all"], ["deck", "check", "--help"]])
def test_help_is_in_french_too(words, capsys, monkeypatch):
    with pytest.raises(SystemExit):
        main([*words, "--lang", "fr"])
    french = capsys.readouterr().out
    assert "usage :" in french and "montrer cette aide" in french and "show this help" not in french
    monkeypatch.setenv(messages.VARIABLE, "fr")
    with pytest.raises(SystemExit):
        main(words)
    assert capsys.readouterr().out == french


def test_the_verb_help_prints_what_the_option_does(capsys):
    with pytest.raises(SystemExit):
        main(["deck", "check", "--help"])
    by_option = capsys.readouterr().out
    assert main(["help", "deck", "check"]) == 0 and capsys.readouterr().out == by_option
    assert main(["help", "exit"]) == 0 and "130  stopped by Ctrl-C" in capsys.readouterr().out
    assert main(["help", "plya"]) == 2 and "did you mean play?" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["log", "replay", "verify", "export", "rules"])
def test_the_last_match_is_meant_where_none_is_named(verb):
    assert parser().parse_args([verb]).game == "last"


def test_every_exit_status_has_its_meaning():
    statuses = {value for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)}
    assert set(help.statuses()) == statuses | {0}


@pytest.mark.parametrize("words", [["--help"], ["replay", "--help"], ["deck", "check", "--help"]])
def test_help_ends_with_examples_and_names_the_exit_statuses_in_a_line(words, capsys):
    with pytest.raises(SystemExit):
        main(words)
    out = capsys.readouterr().out
    assert out.endswith("cardtable help exit: what the exit status means\n") and "130" not in out
    assert ("examples:" in out) == (words[0] == "replay")


@pytest.mark.parametrize(
    ("words", "told", "hint"),
    [
        (["deck", "chekc", "Blue"], "deck: there is no chekc", "did you mean check?"),
        (["cards", "demos", "--lang", "rf"], "--lang: there is no rf", "did you mean fr?"),
        (["cards", "demos", "--paper=a5"], "--paper: there is no a5", "did you mean a4?"),
        (["play", "--wacth"], "play: there is no option --wacth", "did you mean --watch?"),
        (["wire", "pico_6pads", "--pico", "pico22"], "there is no such Pico", "did you mean pico2?"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(words, told, hint, capsys):
    assert main(words) in (2, 3)
    err = capsys.readouterr().err
    assert told in err and hint in err


def test_the_version_is_an_option(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cardtable {__version__}\n"


@pytest.fixture
def offered(capsys, tmp_path, monkeypatch):
    """offered(words): what bash offers for the last of these words, as it splits them."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    assert main(["completion", "bash"]) == 0
    (tmp_path / "complete").write_text(capsys.readouterr().out)

    def offer(*words):
        split = " ".join(map(shlex.quote, ("cardtable", *words)))
        run = f'cardtable() {{ {shlex.quote(sys.executable)} -m tablehost "$@"; }}'
        asked = f"COMP_WORDS=({split}); COMP_CWORD={len(words)}; _cardtable_whole_words cardtable"
        script = f"source {shlex.quote(str(tmp_path / 'complete'))}; {run}; {asked}; echo ${{COMPREPLY[@]}}"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        assert not done.stderr
        return done.stdout.split()

    return offer


@pytest.mark.parametrize(
    "words, found",
    [
        (("deck", "ch"), ["check"]),
        (("play", "demo"), ["democracy", "demos", "democrazy"]),
        (("flash", "--board", "pico_b"), ["pico_bench"]),
        (("play", "--lang", "f"), ["fr"]),
        (("replay", "la"), ["last"]),
        (("play", "demos", "-o", "mode", "=", "2v"), ["2v2", "2v3", "2v2+1"]),
        (("play", "--policy", "sea"), ["sealed"]),
    ],
)
def test_bash_completes_verbs_choices_and_words_that_change(offered, words, found):
    assert offered(*words) == found


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_ask_for_the_words_that_change(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for kind in ("games", "boards", "languages", "matches", "options"):
        assert f"cardtable completion --list {kind}" in script


def test_the_numbers_of_matches_are_listed(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with Journal() as journal:
        journal.create_game("e6", "demos", ["Ada", "Ben", "Cleo"], {}, True)
    assert main(["completion", "--list", "matches"]) == 0
    assert capsys.readouterr().out.split() == ["1", "last"]


@pytest.mark.parametrize("kind", parser().inner()["completion"]._option_string_actions["--list"].choices)
def test_each_list_of_words_that_change_has_some(kind, capsys):
    assert main(["completion", "--list", kind]) == 0 and capsys.readouterr().out.strip()
