"""Help: examples and exit statuses, one page of all verbs, suggestions, completion."""

import shlex
import subprocess
import sys

import pytest

import mp32
from tablehost import errors
from tablehost.cli import help, manual
from tablehost.cli.command import main
from tablehost.cli.parser import parser
from tablehost.cli.verbs import VERBS
from tablehost.journal.store import Journal


def test_the_page_is_made_of_the_parser():
    page = (mp32.ROOT / "docs" / "reference" / "commands.md").read_text()
    assert page == manual.page(parser()), "python -m tablehost.cli.manual > docs/reference/commands.md"


def test_every_verb_has_an_example_and_each_example_is_understood():
    assert set(help.EXAMPLES) == set(VERBS)
    for verb, examples in help.EXAMPLES.items():
        for words, _ in examples:
            assert parser().parse_args(shlex.split(words)).verb == verb


def test_every_exit_status_has_its_meaning():
    statuses = {value for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)}
    assert {status for status, _ in help.STATUSES} == statuses | {0}


@pytest.mark.parametrize("words", [["--help"], ["replay", "--help"], ["deck", "check", "--help"]])
def test_help_ends_with_examples_and_exit_statuses(words, capsys):
    with pytest.raises(SystemExit):
        main(words)
    out = capsys.readouterr().out
    assert "exit status:\n    0  done" in out and "130  stopped by Ctrl-C" in out
    assert ("examples:" in out) == (words[0] == "replay")


@pytest.mark.parametrize(
    ("words", "told", "hint"),
    [
        (["deck", "chekc", "Blue"], "deck: there is no chekc", "did you mean check?"),
        (["cards", "demos", "--lang", "rf"], "--lang: there is no rf", "did you mean fr?"),
        (["cards", "demos", "--paper=a5"], "--paper: there is no a5", "did you mean a4?"),
        (["play", "--wacth"], "play: there is no option --wacth", "did you mean --watch?"),
        (["wire", "pico_6pads", "--pico", "pico22"], "there is no such Pico", "did you mean pico2?"),
        (["replay", "last", "--speed", "2"], "there is no option --speed", "--pace 0.5 is twice as fast"),
    ],
)
def test_what_is_mistyped_gets_a_suggestion(words, told, hint, capsys):
    assert main(words) in (2, 3)
    err = capsys.readouterr().err
    assert told in err and hint in err


def test_version_is_an_option_as_well(capsys):
    assert main(["--version"]) == 0 and main(["version"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second


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
