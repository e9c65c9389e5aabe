"""The table's words: all there are needed, all fit, and people can read from them what is asked."""

import ast
import random
import re

import pytest

from amounts import amount
from cardtable import languages
from cardtable.controller.faults import Faults
from cardtable.controller.link import TEXT
from cardtable.controller.output.display import Display, find_waiting, wrap
from cardtable.controller.output.signs import Signs
from cardtable.controller.storage.settings import CHOICES
from cardtable.drivers.oled import Lines
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.engine.asks.base import unusable
from cardtable.engine.outputs import Cue, Refused, Told
from cardtable.games import registry as games
from cardtable.games.democrazy.law import TRAITS
from cardtable.languages import Language
from cardtable.wire.frames import ACCENTED, cleaned
from cardtable.wire.shapes import LONGEST
from mp32 import ROOT
from random_players import Game, Lots, options_of
from tablehost.firmware import boards
from tablehost.virtual.people.senses import read

BOARD = boards.load("pico_6pads")
RULES = [ROOT / "firmware" / "lib" / "cardtable" / room for room in ("engine", "games")]
# By language: (kind, code) -> text.
LANGUAGES = {lang: {(kind, code): text for kind, code, text in languages.rows(lang)} for lang in ("en", "fr")}
ENGLISH = LANGUAGES["en"]
SENTENCES = ("prompt", "about", "refusal", "fault", "cue", "fact")
EVERYBODY = list(range(10))
GAPS = {key.partition("=")[0] for kind, row in ENGLISH if kind == "does" for key in row.split(" ")[1:]}
ODD_ONES = [0, 1, 3, 4, 6, 7, 9]  # takes the most room
TEN = [first + "x" * (LONGEST - 1) for first in "ABCDEFGHIJ"]  # no names are longer


@pytest.fixture(params=LANGUAGES)
def display(request):
    return Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), Language(request.param))


@pytest.fixture
def english():
    return Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), Language("en"))


def codes(kind):
    """The codes that have a text of this kind; a game's own without its name."""
    return {code.rpartition("/")[2] for one, code in ENGLISH if one == kind}


def sentences(lang):
    """All sentences of a language."""
    return [text for (kind, _), text in LANGUAGES[lang].items() if kind in SENTENCES]


def test_every_language_says_everything():
    """The same sentences with the same placeholders, and the same words for places and cards."""
    assert set(LANGUAGES) == set(CHOICES["lang"])
    for lang, said in LANGUAGES.items():
        assert {row for row in said if row[0] != "term"} == {row for row in ENGLISH if row[0] != "term"}, lang
        for row in said:
            if row in ENGLISH:
                holes = [sorted(re.findall(r"\{\w+\}", one[row])) for one in (ENGLISH, said)]
                assert holes[0] == holes[1], (lang, row)  # who is meant may be said where it fits
        terms = [text for (kind, _), text in said.items() if kind == "term"]
        assert len(terms) == len(set(terms)), "two codes are said alike"
        assert codes("term") <= {code for kind, code in said if kind == "term"}, lang
        names = {code: text for (kind, code), text in said.items() if kind == "name"}
        assert Language(lang).names == names


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_is_found_wherever_it_stands(lang):
    language = Language(lang)
    for (kind, code), text in LANGUAGES[lang].items():
        assert language.sentence(kind, code) == text
    for kind, code in (("prompt", "nothing"), ("prompt", ""), ("cue", "clear"), ("", "clear"), ("zzz", "z")):
        assert language.sentence(kind, code) is None
    assert language.names["seat"] == LANGUAGES[lang]["name", "seat"]
    assert language.term("D") == LANGUAGES[lang]["term", "D"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_holds_what_is_said(lang):
    """Seven bits a character: an accent takes two characters, nothing else changes."""
    for sentence in sentences(lang):
        told = cleaned(sentence, 500)
        assert (
            told.isascii()
            and len(told) == len(sentence) + sum(map(ACCENTED.count, sentence))
            and told.count("?") == sentence.count("?")
        )


def trees():
    return [ast.parse(path.read_text()) for room in RULES for path in sorted(room.rglob("*.py"))]


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


def said_in_code():
    """Every text in the engine: also those that are picked from a table before something is asked."""
    return set().union(*[strings(tree) for tree in trees()])


# Said where there is no prompt.
IDLE = ("over", "restoring", "ready", "may-recall", "maintenance")


def prompts():
    """The codes of all that can be asked."""
    return codes("prompt") - {"clear-take", "clear-keep", *IDLE}


def of_games():
    """Those that are not the table's own."""
    return prompts() - set(OWN)


def own_prompts(game):
    """The prompts that only this game has; those of Democrazy are seen in test_democrazy_display.py."""
    others = [path for room in RULES for path in room.rglob("*.py") if path.parent.name != game]
    used = set().union(*[strings(ast.parse(path.read_text())) for path in others])
    named = {code for code in prompts() if ("prompt", f"{game}/{code}") in ENGLISH}
    return of_games() - used - ({code + "-ok" for code in used} - named)


def refusals_in_code():
    """Every text that a function of the asks which says why not returns."""
    found = {unusable(no_card, None, None, 0) for no_card in (cards.SEVERAL, cards.FOREIGN, cards.UNKNOWN)}
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in (
                "why_wrong", "why_gone", "unfit", "refuses", "_unwanted", "unusable"
            ):  # fmt: skip
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and isinstance(inner.value, (ast.Constant, ast.IfExp)):
                        found |= strings(inner)
    return found


def test_every_prompt_has_its_sentence():
    """None is without a use; that none is missing is seen where people read what is asked."""
    used = said_in_code()
    used |= {code + "-ok" for code in used}
    used |= {code + "s" for code in used}
    used |= {
        code + end for code in ("trait-", "contest-", "fill-", "count-") for end in (*TRAITS, *GAPS, *"RGBY")
    }
    assert {"take-seats", "clear", "lay-face-down-ok", "turn-up", "name-suit", "vote"} <= prompts()
    assert of_games() <= used


def test_every_refusal_has_its_sentence():
    found = refusals_in_code()
    assert {"foreign", "several", "twice", "already-played", "not-all-laid"} <= found
    assert found <= codes("refusal")
    own = {
        "repair-first",
        "lifted-early",
        "not-the-hidden-card",
        "paused",
        "no-rounds",
        "no-more-rounds",
        "same-side",
        "not-concerned",
        "not-in-pile",
        *("not-begun", "player-count", "computer-begins", "no-game"),
        *("too-many-parked", "parked-too-often", "records-lost", "no-space", "other-rules"),
        "unreadable-1",
        "unreadable-2",
    }
    assert codes("refusal") <= said_in_code() | own, "none without a use"


def test_every_cue_has_words_or_a_lamp():
    found = calls("cue") | {"corrected", "count-right", "count-number", "count-differs", "noted"}
    found |= {"open-game", "listens"}
    found |= {"void-asked", "consult", "consulted", "talk-over", "card-counts", "reached"}
    assert found - {"wins", "split", "no-trumps", "adopted", "rejected"} == codes("cue")


KEEPING = {"files-lost", "had-stopped", "flash-nearly-full", "flash-full", "flash-failed", "proofs-lost"}


def test_every_fault_has_its_sentence():
    found = {"dead-bus", "no-answer", "brown-out", "stuck", "too-hot", "garbled"}
    found |= {"slower-wires", "weak-antenna", "failing-tag", "no-readers"}
    assert found | {"key-stuck", "no-deck", "no-language", "journal", "deck", "bug"} | KEEPING == codes(
        "fault"
    )


def test_sentences_are_about_facts_that_are_announced():
    told = set()
    for name in (*games.NAMES, "democrazy"):
        told |= set(games.load(name).FACTS)
    assert codes("fact") <= told


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
    seats = most if seed % 6 == 5 else least + seed % min(5, most - least + 1)
    options = options_of(game, seats, Lots(seed), often[seed % len(often)])
    match = Game(game, seats, options, seed)
    for _ in range(700):
        if match.referee.over:
            return
        yield match.referee.prompt(), match.step()


def test_people_read_what_is_asked(display):
    """For every prompt of many matches: the words fit, and lead back to the code and its arguments.

    The effect of a law is shown next to the prompt: for Democrazy see test_democrazy_display.py.
    """
    seen = set()
    count = {"democracy": 60, "demos": amount(30, 60)}
    for game, seed in [(games.load(name), seed) for name, most in count.items() for seed in range(most)]:
        display.game = game
        for prompt, outs in played(game, seed):
            what, args = prompt[0], prompt[1]
            display.show(display.prompt(prompt))
            lines = display._device.lines
            assert display.fits(display.text), display.text
            assert "{" not in display.text and len(display.text) <= TEXT
            code, words = read(lines)
            assert code == what, display.text
            assert [str(one) for one in words] == [str(one) for one in args], display.text
            seen.add(what)
            for out in outs:
                if isinstance(out, Refused):
                    assert "{" not in display.refusal(out.code, out.place)
                elif isinstance(out, (Told, Cue)):
                    said = (
                        display.fact(out.fact) if isinstance(out, Told) else display.cue(out.code, out.args)
                    )
                    assert display.fits(said) and "{" not in said
    rare = {"show-too", "challenge", "sides-by-lot+1"}  # people at random seldom come to these
    assert seen >= of_games() - rare - own_prompts("democrazy")


# What the table asks by itself, whatever is played.
OWN = {
    "resume": ("democracy", None),
    "recall": (10, 10, "democracy", "Island 1, dealer: seat 1"),
    "give-up": (5,),
    "vault-lay": (base.CENTRE, 10, 10),
    "vault-find": (5, 2, 2),
    "vault-lift": (base.CENTRE,),
    "repair-lift": (base.CENTRE, 10),
    "repair-reseat": (base.CENTRE, 10),
    "repair-lay": (base.CENTRE, 10, cards.parse("10D")),
    "repair-lay-hidden": (base.CENTRE, 10),
    **dict.fromkeys(("pause", "full", "service", "reveal", "weigh"), ()),
    "correction-asked": (5,),
    **{f"correct-{row}": () for row in ("take-back", "name", "void", "count", "leave", "park")},
    **{f"correct-{row}": () for row in ("end", "nothing")},
    "correct-recall": (),
    "agree-take-back": (5, "Day 2, trick 10 of 13: lay a card face down"),
    "agree-name": (5, base.CENTRE),
    "agree-named": (5, cards.parse("10D")),
    **{f"agree-{row}": (5,) for row in ("void", "leave", "park", "end")},
    "which-group": ("D",),
    "which-card": (cards.parse("10D"),),
    "count-pile": (5, 48, 52),
    "standings": ("Points and figures: seat 1 120 (5), seat 2 120 (5), seat 3 98 (4)",),
    "go-on": (),
    "set-game": ("democrazy", 4, 10),
    "set-parked": ("democrazy", 10, 199),
    "set-players": ("democrazy", 4, 10, ODD_ONES),
    "set-preset": ("democrazy", "une première fois, expliquée", 20),
    "set-begin": ("democrazy", ODD_ONES, 27),
    "set-option": ("democrazy", 27, 34, "la carte Fin retournée par une loi", "colours, then the chips"),
    "set-refused-option": ("there is no seat 4 with 3 players",),
    "set-refused-deck-lacks": (108, "B01 B02 B03 B04 B05 B06 B07 B08"),
    "set-refused-flash-full": (),
    "set-refused-flash-failed": (),
    "set-refused-too-many-parked": ([100000, 200000, 300000, 400000],),
    "set-refused-parked-too-often": (100000,),
}

ARGS = {
    **OWN,
    "take-seats": (10,),
    "clear": (),
    "clear-deal": (2, 13),
    "count-hand": (2, 13),
    "declare": ("bad-catch", "high-stake", "sweep", "nothing"),
    "name-suit": ("S", "H", "D", "C"),
    "show-hand": (13,),
    "show-too": (13,),
    "joker-rank": ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6"),
    "propose-award": (*"0123456789", "split", "nothing"),
    "clear-shown": (5,),
    "negotiate": (None,),
    "negotiate-longer": (5,),
    "agree-award": (5, "split"),
    "challenge": (5,),
    "sides-by-lot": ([0, 3], [1, 2, 4]),
    "sides-by-lot+1": ([0, 3], [1, 4], 2),
    "sides-chosen": ([0, 3], [1, 2, 4]),
    "sides-chosen+1": ([0, 3], [1, 4], 2),
    "count-first": (99, 4),
    "count-five": (99, 4),
    "discard-must": (3,),
    "favourite": ("S", "H", "D", "C"),
    "announce-E": ("nothing", "S", "H", "D", "C"),
    "announce-L": ("S", "H", "D"),
    "announce-J": ("S", "H"),
    "media-suit": ("S", "H", "D", "C", "pass"),
    "point-at": (4, "S"),
    "point-at-ok": (4, "S"),
    **dict.fromkeys(("debate", "clear-vote", "vote", "vote-ok"), ("B25#2", "B44", "")),
    "clear-placed": ("B25#2", 6, "B44"),
    "clear-adopted": ("R25#2",),
    "clear-rejected": ("B25#2",),
    "deal-laws": (6, 15, 10),
    "replace": ("B01", "B02", "B03", "B04", "B05", "B25#2"),
    "choose-law": ("B01", "B02", "B03", "B04", "B05", "B25#2"),
    "which-law": ("B38", "B39", "B40", "B41"),
    "remove-laws": ("B01", "B02", "B03", "B04", "B05", "B25#2"),
    "speak": ("caught", "object", "end-card", "recount", "absent", "leave", "pause", "nothing"),
    "which-seat": tuple("0123456789"),
    "choose-player": tuple("123456789"),
    "confirm-absent": (5, 7),
    "confirm-end-card": (5,),
    "restate": ("X01",),
    "judge-caught": (5, "B38"),
    "judge-blank": (5,),
    "judge-trait": (5, "blue_eyes"),
    "paused": (5,),
    **{f"contest-{trait}": (0, 1, 3, 4, 6, 7, 9) for trait in TRAITS},
    **{f"{act}-chip": tuple("RGBY") for act in ("drew", "lose", "pass", "give")},
    "exchange-chip": (*"RGBY", "nothing"),
    "carry-out": ("R01", "lose_all", []),
    "pass-wilds": ("right",),
    "pass-hands": ("right",),
    "mill": (2, 2),
    "blank-effect": ("draw",) * 21,
    **{f"fill-{key}": tuple("123") for key in GAPS},
    "fill-who": ("all", "active", "others", "most", "fewest", "yes", "no", "chosen"),
    "fill-what": ("color:R", "color:G", "color:B", "color:Y"),
    "fill-which": ("all", "oldest", "chosen", "tag:colour"),
    "fill-from": ("others", "most", "active"),
    "fill-to": ("active", "fewest", "chosen"),
}


# What one seat does.
CHOOSING = (
    *(
        "declare",
        "name-suit",
        "propose-award",
        "announce-E",
        "media-suit",
        "debate",
        "restate",
        "vote-ok",
        "replace",
    ),
    *("choose-law", "which-law", "remove-laws", "speak", "which-seat", "choose-player", "drew-chip"),
    *(
        "lose-chip",
        "pass-chip",
        "give-chip",
        "exchange-chip",
        "carry-out",
        "pass-wilds",
        "pass-hands",
        "mill",
    ),
    *("blank-effect", *(f"fill-{key}" for key in GAPS)),
)


def asked(what, args, seats):
    """A prompt that waits for `seats`."""
    tasks = [base.LIFT if seat in seats else base.NOTHING for seat in range(base.MOST_SEATS)]
    return base.Prompt(what, args, tasks, [base.EMPTY] * base.PLACES, {})


def longest(what):
    """Prompts with long numbers that wait for everybody, for those that take most room, and for no seat."""
    args = ARGS.get(what, (2, 12, 13))
    choosing = what in CHOOSING or what.startswith(
        ("correct-", "agree-", "which-group", "which-card", "count-pile")
    )
    owning = what == "joker-rank"  # there are three jokers
    most = [5] if choosing else [0, 2, 4] if owning else ODD_ONES
    for some in (args, (None,), (5,)) if what == "clear" else (args,):
        for seats in ([], most) if choosing or owning else ([], most, EVERYBODY):
            yield asked(what, some, seats)


def owner(what):
    """The game that has this prompt for itself, the first one of two; or None."""
    found = [code.split("/")[0] for kind, code in ENGLISH if kind == "prompt" and code.endswith("/" + what)]
    if any(place in ENGLISH.get(("prompt", what), "") for place in ("{op", "{gap")):  # said by the game alone
        found = ["democrazy"]
    return games.load(found[0]) if found else None


@pytest.mark.parametrize("what", sorted(prompts()))
def test_the_longest_case_fits_and_is_understood(display, what):
    display.game = owner(what)
    for prompt in longest(what):
        text = display.prompt(prompt)
        display.show(text)
        assert display.fits(text), wrap(text, BOARD.DISPLAY_WIDTH)
        assert read(display._device.lines)[0] == what
        wrong = display.refusal("several", 5)
        for told in (f"{wrong}. {text}", f"{text}. {wrong}"):
            if display.fits(told):
                display.show(told)
                assert read(display._device.lines) == read([text])


@pytest.mark.parametrize("name", games.NAMES)
def test_every_option_and_value_has_words_that_fit(display, name):
    """A number is said as it is, as is a seat; every line in the file is for something. A game without any
    words has its names shown."""
    game, lang = games.load(name), display.words
    own = {code for kind, code in ENGLISH if kind == "choice" and code.startswith(name + "/")}
    used = set()
    for number, (option, choices, *_) in enumerate(game.OPTIONS):
        used.add(f"{name}/{option}")
        values = ["3600"]
        for value in () if choices[0] == "int" else choices:
            code = f"{name}/{option}={value}"
            said = lang.sentence("choice", code) or lang.sentence("choice", f"={value}")
            assert said or isinstance(value, int) or value.isdigit() or not own, code
            used.add(code)
            values.append(said or "place 10")
        called = lang.sentence("choice", f"{name}/{option}")
        assert called or not own, option
        for value in values:
            args = (name, number + 1, len(game.OPTIONS), called or option, value)
            prompt = asked("set-option", args, EVERYBODY)
            display.show(display.prompt(prompt))
            assert display.fits(display.text), display.text
            assert read(display._device.lines)[0] == "set-option", display.text
    assert own <= used


def test_every_reason_why_options_are_refused_fits(display):
    """With numbers of two digits, and the longest names of options."""
    reasons = [code for kind, code in ENGLISH if kind == "option"]
    assert len(reasons) > 20
    for code in reasons:
        said = display.words.sentence("option", code)
        of_one = code.startswith(("number", "one-of")) or code.endswith("no-effect")
        values = ("residual_independent", "learning", "complete, 2v2, 2v3") if of_one else ("10",) * 5
        text = display.filled(said, (*values, "complete"), "")
        prompt = asked("set-refused-option", (text,), EVERYBODY)
        assert display.fits(display.prompt(prompt)), display.prompt(prompt)


def test_lists_of_seats_are_read_back(display):
    for sides in ([[0, 1], [2, 3, 4]], [[0, 2, 4], [1, 3]], [[0, 1, 2, 5, 7, 8, 9], [3]]):
        for what, args in (("sides-by-lot", sides), ("sides-chosen+1", [*sides, 6])):
            display.show(display.prompt(asked(what, args, ODD_ONES)))
            assert read(display._device.lines) == (what, args), display.text


def test_a_prompt_ends_with_whom_it_waits_for():
    for lang, said in LANGUAGES.items():
        for (kind, code), sentence in said.items():
            whom = re.search(r": (\{who\}|\{must\}|\{s0\}|\{place0\}|\{0\}|\{left\})$", sentence)
            nobody = (*IDLE, "pause", "correction-asked", "full", "service", "reveal", "weigh", "recall")
            anybody = code.startswith("set-") or code == "standings"
            assert kind != "prompt" or whom or anybody or code in nobody, (lang, code)


def test_both_cards_that_are_named_fit_next_to_the_prompt(display):
    """[4 f] However long their names are, and however many pads are still to be cleared."""
    diamonds = [cards.parse(name) for name in ("10D#1", "10H#2")]
    for laid in (*diamonds, cards.SEVERAL, cards.FOREIGN, cards.UNKNOWN, cards.joker(1)):
        wrong = display.refusal("not-the-recorded-card", base.CENTRE, laid, diamonds[0])
        for args in ((9,), (None,)):
            text = display.prompt(asked("clear", args, ODD_ONES))
            assert display.fits(f"{wrong}. {text}"), wrap(f"{wrong}. {text}", BOARD.DISPLAY_WIDTH)


def test_the_remedy_for_a_full_flash_fits_next_to_the_pause(display):
    display.game = None
    assert display.fits(display.fault("flash-full", -1) + ". " + display.prompt(asked("full", (), [])))


def test_other_sentences_fit(display):
    display.game = None
    for code in codes("refusal"):
        for place in (5, base.CENTRE):
            assert display.fits(display.refusal(code, place, cards.FOREIGN, cards.parse("10D"))), code
    for code in codes("fault"):
        assert display.fits(display.fault(code, 5, "x" * 40)), code
    for code in ("ready", "over", "restoring"):
        assert display.fits(display.idle(code))


def test_words_are_plain():
    """A full stop only joins sentences, so that people can tell them apart."""
    for lang in LANGUAGES:
        for sentence in sentences(lang):
            assert not sentence.endswith(".") and not re.search(r"\.(?! )", sentence)


def test_wrapping():
    assert wrap("", 5) == []
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("one twothree four", 5) == ["one", "twoth", "ree", "four"]
    for width in range(1, 30):
        text = "The reader of seat 6 hangs and is started again"
        lines = wrap(text, width)
        assert max(len(line) for line in lines) <= width
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_only_news_is_shown(display):
    assert display.show("one") and not display.show("one") and display.show("two")


def test_names(english):
    display = english
    assert display.places([]) == "nobody"
    assert display.places([3]) == "seat 4"
    assert display.places([0, 2, 5]) == "seats 1, 3 and 6"
    assert display.places([0, 1]) == "seats 1 and 2"
    assert display.places([0, 1, 2, 3, 5, 7, 8, 9]) == "seats 1-4, 6 and 8-10"
    assert display.places(EVERYBODY) == "seats 1-10"
    assert display.places([base.CENTRE]) == "the middle"
    assert display.places([4, base.CENTRE]) == "seat 5 and the middle"
    assert display.places([0, 2, base.CENTRE]) == "seats 1, 3 and the middle"


def test_cards_are_called_by_name(display):
    names = [display.card(card) for card in (*map(cards.parse, ("KD#2", "10S", "X1", "AH")), cards.FOREIGN)]
    if display.words.names == Language("en").names:
        assert names == ["K of diamonds", "10 of spades", "a joker", "A of hearts", "a strange card"]
    else:
        assert names == ["R de carreau", "10 de pique", "un joker", "A de coeur", "une carte inconnue"]


def test_who_is_waited_for():
    """A seat that may speak up but need not, only where no seat must press OK; the middle to be cleared."""
    verdicts = [base.EMPTY] * base.PLACES
    nothing = [base.NOTHING] * 7
    assert find_waiting(
        base.Prompt("x", (), [base.MAY_CALL, base.PRESS_OK, base.MAY_CALL, *nothing], verdicts, {})
    ) == [1]
    assert find_waiting(
        base.Prompt("x", (), [base.MAY_CALL, base.LAY, base.MAY_CALL, *nothing], verdicts, {})
    ) == [
        0,
        1,
        2,
    ]
    verdicts[base.CENTRE] = base.OUT
    assert find_waiting(
        base.Prompt("x", (), [base.LIFT, base.NOTHING, base.NOTHING, *nothing], verdicts, {})
    ) == [
        0,
        base.CENTRE,
    ]
    assert find_waiting(
        base.Prompt("x", (), [base.LAY, base.NOTHING, base.NOTHING, *nothing], verdicts, {})
    ) == [0]


# -- with names of players: see also test_player_names.py --------------------------------------------


class Quiet:
    """Devices of which no test asks anything."""

    def __getattr__(self, name):
        return lambda *_: None


def shown(display, prompt, notice=()):
    """Return the lines that a table shows of a prompt."""
    signs = Signs(Quiet(), Quiet(), display, Quiet(), Faults(), 12)
    signs._notice = notice
    display.show(signs._sentence(prompt))
    return display._device.lines


@pytest.mark.parametrize("what", sorted(prompts()))
def test_the_longest_names_take_nothing_from_what_must_be_done(display, what):
    """At ten seats all sentences fit and are understood, by name or else by number."""
    display.game = owner(what)
    for prompt in longest(what):
        display.names = ()
        plain = read(shown(display, prompt))
        display.names = TEN
        lines = shown(display, prompt)
        assert display.fits(display.text), wrap(display.text, BOARD.DISPLAY_WIDTH)
        assert read(lines, TEN) == plain and plain[0] == what


def test_nothing_is_left_out_for_a_name(display):
    """A sentence in front stays where it would without names."""
    prompt = asked("lay-face-down", (2, 12, 13), ODD_ONES)
    for code, place in (("lifted-early", 3), ("already-played", 9), ("several", base.CENTRE)):
        notice = (display.refusal, code, place)
        display.names = ()
        count = shown(display, prompt, notice) and display.text.count(". ")
        display.names = TEN
        shown(display, prompt, notice)
        assert display.text.count(". ") == count and display.fits(display.text)


def test_people_read_what_is_asked_by_name(display):
    """Real matches with names of all kinds, one seat without."""
    lots = random.Random(2)
    seen = set()
    for name in games.NAMES:
        if name == "democrazy":
            continue
        for seed in range(amount(3, 8)):
            game = games.load(name)
            display.game = game
            short = ["Ana", "Bo-2", "O'Neil", "Jo", "J", "Day", "Turn", "Ann", ""]
            display.names = lots.sample(TEN + short, 10)
            for prompt, _ in played(game, seed):
                lines = shown(display, prompt)
                code, args = read(lines, display.names)
                assert code == prompt[0], display.text
                assert [str(one) for one in args] == [str(one) for one in prompt[1]], display.text
                seen.add(code)
    assert len(seen) > 30
