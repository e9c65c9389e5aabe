"""The table's words: all there are needed, all fit, and people can read from them what is asked."""

import ast
import re

import pytest

from cardtable.controller import words_en
from cardtable.controller.display import Display, wrapped
from cardtable.controller.loop import NOTICE
from cardtable.drivers.lines import Lines
from cardtable.rulebook import asks, cards, games
from cardtable.rulebook.ask import unusable
from mp32 import ROOT
from pico import load_board
from play import Game, Lots, options_of
from tablehost.virtual.senses import read

BOARD = load_board("pico_6pads")
RULEBOOK = ROOT / "firmware" / "lib" / "cardtable" / "rulebook"
WORDS = (words_en,)
EVERYBODY = list(range(BOARD.SEAT_PADS))


@pytest.fixture
def display():
    return Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), words_en)


def trees():
    return [ast.parse(path.read_text()) for path in sorted(RULEBOOK.glob("*.py"))]


def strings(node):
    values = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return {value for value in values if isinstance(value, str)}


def calls(name):
    """The first arguments, if they are texts, of all calls of a function or method of this name."""
    found = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                if getattr(node.func, "attr", getattr(node.func, "id", None)) == name:
                    found.add(node.args[0].value)
    return found


def prompts_in_code():
    """The second argument of every ask that a script makes, or what stands for it."""
    found = set()
    for tree in trees():
        for node in ast.walk(tree):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if name in ("Lay", "Show", "Clear", "Poll", "Choose", "Call"):
                named = {one.arg: one.value for one in node.keywords}
                at = {"Lay": 1, "Show": 3, "Clear": 2}.get(name, 2)
                what = named.get("what") or (node.args[at] if len(node.args) > at else None)
                code = what.value if isinstance(what, ast.Constant) else "clear"
                found.add(code)
                if name == "Lay" and "until" in named:
                    found.add(code + "-ok")
    return found


def refusals_in_code():
    """Every text that a function which says why not returns."""
    found = {unusable(no_card, None, None) for no_card in (cards.SEVERAL, cards.FOREIGN, cards.UNKNOWN)}
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in (
                "why_wrong", "unfit", "refuses", "_unwanted", "unusable"
            ):  # fmt: skip
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and isinstance(inner.value, (ast.Constant, ast.IfExp)):
                        found |= strings(inner)
    return found


@pytest.mark.parametrize("words", WORDS)
def test_every_prompt_has_its_sentence(words):
    found = prompts_in_code()
    assert {"take-seats", "clear", "lay-face-down-ok", "turn-up", "name-suit"} <= found
    assert found <= set(words.PROMPTS)
    own = {"clear-take", "clear-keep", "over", "restoring", "ready"}
    assert set(words.PROMPTS) - own == found, "no sentence without a use"


@pytest.mark.parametrize("words", WORDS)
def test_every_refusal_has_its_sentence(words):
    found = refusals_in_code()
    assert {"foreign", "several", "twice", "already-played", "not-all-laid"} <= found
    assert found | {"lifted-early"} == set(words.REFUSALS)


@pytest.mark.parametrize("words", WORDS)
def test_every_cue_has_words_or_a_lamp(words):
    found = calls("cue") | {"void-asked"}
    assert found - {"wins", "split", "no-trumps"} == set(words.CUES)


@pytest.mark.parametrize("words", WORDS)
def test_every_fault_has_its_sentence(words):
    found = {"dead-bus", "no-answer", "brown-out", "stuck", "too-hot", "garbled"}
    assert found | {"key-stuck", "no-deck", "journal", "deck", "bug"} == set(words.FAULTS)


@pytest.mark.parametrize("words", WORDS)
def test_sentences_about_facts_are_about_facts_that_are_told(words):
    told = set()
    for name in games.NAMES:
        told |= set(games.load(name).FACTS)
    assert set(words.FACTS) <= told


# Options by game that bring up what is seldom asked, in turn.
OFTEN = {
    "democracy": (
        {"target": 1},
        {"target": 1, "sweep": "announced"},
        {"target": 1, "joker": "declared"},
        {"target": 1, "lie_detection": "challenge", "high_stake": 2, "bad_catch": "one_two"},
    ),
}


def played(game, seed):
    """Prompts, and what came out next, of a match of random people."""
    often = OFTEN.get(game.NAME, ({},))
    least, most = game.SEATS
    seats = least + seed % min(5, most - least + 1)
    options = options_of(game, seats, Lots(seed), often[seed % len(often)])
    match = Game(game, seats, options, seed)
    for _ in range(700):
        if match.referee.over:
            return
        yield match.referee.prompt(), match.step()


def test_people_read_what_is_asked(display):
    """For every prompt of many matches: the words fit, and lead back to the code and its arguments."""
    seen = set()
    matches = [played(games.load(name), seed) for name in games.NAMES for seed in range(60)]
    for match in matches:
        for prompt, outs in match:
            what, args = prompt[0], prompt[1]
            display.show(display.prompt(prompt))
            lines = display._device.lines
            assert display.fits(display.text), display.text
            assert "{" not in display.text and len(display.text) <= NOTICE
            code, words = read(lines)
            assert code == what, display.text
            assert [str(one) for one in words] == [str(one) for one in args], display.text
            seen.add(what)
            for out in outs:
                if out[0] == "refused":
                    assert "{" not in display.refusal(out[1], out[2])
                elif out[0] in ("fact", "cue"):
                    said = display.fact(out[2]) if out[0] == "fact" else display.cue(out[1], out[2:])
                    assert display.fits(said) and "{" not in said
    rare = {"show-too", "challenge"}  # people at random seldom come to these
    assert seen >= prompts_in_code() - rare


ARGS = {
    "take-seats": (6,),
    "clear": (),
    "clear-deal": (2, 13),
    "count-hand": (2, 13),
    "declare": ("bad-catch", "high-stake", "sweep", "nothing"),
    "name-suit": ("S", "H", "D", "C"),
    "show-hand": (13,),
    "show-too": (13,),
    "joker-rank": ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6"),
    "propose-award": ("0", "1", "2", "3", "4", "5", "split", "nothing"),
    "clear-shown": (5,),
    "negotiate": (None,),
    "negotiate-longer": (5,),
    "agree-award": (5, "split"),
    "challenge": (5,),
}


@pytest.mark.parametrize("what", sorted(prompts_in_code()))
def test_the_longest_case_fits_and_is_understood(display, what):
    """Everybody is waited for, and the numbers are long."""
    args = ARGS.get(what, (2, 12, 13))
    for some in (args, (None,), (5,)) if what == "clear" else (args,):
        tasks = [asks.LAY] * len(EVERYBODY) + [asks.NOTHING] * (asks.MOST_SEATS - len(EVERYBODY))
        text = display.prompt((what, some, tasks, [asks.EMPTY] * asks.PLACES))
        display.show(text)
        assert display.fits(text), wrapped(text, BOARD.DISPLAY_WIDTH)
        assert read(display._device.lines)[0] == what
        told = display.refusal("several", 5) + ". " + text
        if display.fits(told):
            display.show(told)
            assert read(display._device.lines) == read([text])


def test_other_sentences_fit(display):
    for code in words_en.REFUSALS:
        for place in (5, asks.CENTRE):
            assert display.fits(display.refusal(code, place)), code
    for code in words_en.FAULTS:
        assert display.fits(display.fault(code, 5, "x" * 40)), code
    for sentence in (display.ready(), display.over(), display.restoring()):
        assert display.fits(sentence)


def test_words_are_plain():
    """A frame of the line holds printable ASCII, and a full stop only joins sentences."""
    for table in (words_en.PROMPTS, words_en.REFUSALS, words_en.FAULTS, words_en.CUES, words_en.FACTS):
        for sentence in table.values():
            assert sentence.isascii() and not sentence.endswith(".") and not re.search(r"\.(?! )", sentence)


def test_wrapping():
    assert wrapped("", 5) == []
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("one twothree four", 5) == ["one", "twoth", "ree", "four"]
    for width in range(1, 30):
        text = "The reader of seat 5 hangs and is started again"
        lines = wrapped(text, width)
        assert max(len(line) for line in lines) <= width
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_only_news_is_shown(display):
    assert display.show("one") and not display.show("one") and display.show("two")


def test_names(display):
    assert display.seats([]) == "nobody"
    assert display.seats([3]) == "seat 3"
    assert display.seats([0, 2, 5]) == "seat 0, seat 2 and seat 5"
    assert display.place(asks.CENTRE) == "the middle"
