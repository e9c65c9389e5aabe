"""Democrazy on the display: every law is said in full, and people can read from it what is asked."""

import itertools
import re

import pytest

from cardtable import languages
from cardtable.controller.output.display import Display, wrap
from cardtable.drivers.oled import Lines
from cardtable.engine.asks import base
from cardtable.engine.outputs import Cue, Refused, Told
from cardtable.games import registry
from cardtable.games.democrazy import own_laws
from cardtable.games.democrazy.law import gaps, law_card, read_row
from cardtable.games.democrazy.law_rows import LAWS
from cardtable.games.democrazy.proposal import BLOCKS
from cardtable.languages import Language
from democrazy_players import Club
from tablehost.firmware import boards
from tablehost.games.democrazy import law_file
from tablehost.games.democrazy.displayed_laws import SignReader
from tablehost.games.democrazy.law_sentences import name_law
from tablehost.virtual.people.senses import read

democrazy = registry.load("democrazy")

BOARD = boards.load("pico_6pads")
VOTING = ("debate", "clear-vote", "vote", "vote-ok")
ODD_ONES = [0, 1, 3, 4, 6, 7, 9]  # takes the most room
MATCHES = (
    {},
    {"chip_record": "counted", "blank_laws": 5, "max_blue": 2},
    {"chip_record": "declared", "deck": "own"},
    {"private_law": "on", "chip_record": "counted"},
    {"blank_laws": 5, "chip_record": "declared"},
)


SEEN = set(
    """gather show-wild show-private deal-laws trait-beard propose replace debate vote vote-ok clear-placed
    clear-adopted clear-rejected speak drew-chip lose-chip lose-chips take-chips give-chip carry-out mill
    fill-color blank-effect count-R""".split()
)


@pytest.fixture(params=["en", "fr"])
def display(request):
    shown = Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), Language(request.param))
    shown.game = democrazy
    shown.lang = request.param
    return shown


def shown(display, text):
    display.show(text)
    return display._device.lines


def law_of(row):
    return read_row(law_card(row), row)


def voting(law, what, replaced):
    """A prompt about a law, that waits for those whose list takes most room."""
    tasks = [base.NOTHING] * base.MOST_SEATS
    for seat in ODD_ONES if what == "clear-vote" else [9]:
        tasks[seat] = base.LIFT if what == "clear-vote" else base.PRESS_OK
    return base.Prompt(what, (law.name, replaced, law.text()), tasks, [base.EMPTY] * base.PLACES, {})


@pytest.mark.parametrize("what", VOTING)
def test_a_law_is_said_in_full_while_it_is_debated_and_voted_on(display, what):
    """Its title, what it does, what it replaces, what is waited for: all fit, and lead back to the row."""
    for row in LAWS:
        law = law_of(row)
        for replaced in (None, *(["B44"] if not law.red else [])):
            prompt = voting(law, what, replaced)
            text = f"{display.about(prompt)}. {display.prompt(prompt)}"
            assert display.fits(text), wrap(text, BOARD.DISPLAY_WIDTH)
            assert read(shown(display, text)) == (what, list(prompt[1]))


def test_every_law_has_a_title(display):
    titles = {code for kind, code, _ in languages.rows(display.lang) if kind == "title"}
    assert titles == {row.split(" ")[0] for row in LAWS}


def test_whatever_a_law_can_do_is_said_in_words(display):
    """Also laws of one's own, and those that a blank law can be filled to; and no two alike."""
    reader = SignReader(display.lang)
    told = {}
    for row in (*LAWS, *own_laws.LAWS, *(f"X01 black house {block}" for block in BLOCKS)):
        open_ones = gaps(read_row(0, row))
        for at in range(max([len(choices) for _, choices in open_ones], default=1)):
            filled = "/".join(choices[at % len(choices)] for _, choices in open_ones)
            text = read_row(0, row, filled).text()
            prompt = base.Prompt(
                "debate", ("X01", None, text), [base.NOTHING] * 10, [base.EMPTY] * base.PLACES, {}
            )
            said = display.about(prompt).partition(": ")[2]
            assert "=" not in said and "_" not in said and "{" not in said, said
            assert reader.text(said) == text
            assert told.setdefault(said, text) == text


def operations_of_files():
    """All operations that a file of laws may have, with some numbers."""
    for name, fields in {**law_file.RED, **law_file.BLUE}.items():
        rows = [name]
        for field, allowed in fields.items():
            more = [f" {field.lstrip('?')}={value}" for value in values_of(field, allowed)]
            if field == "do":
                more = [
                    f" {inner} who={who} n={n}"
                    for inner in ("draw", "lose")
                    for who in allowed
                    for n in (1, 3)
                ]
            rows = [row + one for row in rows for one in (*more, *([""] if field.startswith("?") else []))]
        yield from (row for row in rows if name != "bonus" or (" if=" in row) != (" per=" in row))


def values_of(field, allowed):
    if allowed == "word":
        return (*(row.partition("rule=")[2].split(" ")[0] for row in LAWS if "rule=" in row), "no_hat")
    if allowed == "laws":
        return ("all", "oldest", "chosen", "tag:colour", "tag:trait", "tag:conduct", "tag:foo")
    if allowed == "start or number":
        return ("start", 1, 12)
    if isinstance(allowed[0], int):
        return [number for number in (-2, -1, 0, 1, 2, 12) if allowed[0] <= number <= allowed[1]]
    return allowed


def test_each_operation_is_a_sentence_of_its_own_and_is_read_back(display):
    """With every word and number: a verb for its subject, one chip or several, and no two alike."""
    reader = SignReader(display.lang)
    told = {}
    for text in operations_of_files():
        said = democrazy.say(display.words, "does", text, display.short)
        assert reader.text(said) == text, said
        assert told.setdefault(said, text) == text
        assert not re.search(r"[=_{}|]", said), said
        assert not re.search(
            r"(?<![\d/])1 (?:chips|points|laws|wilds|times|jetons|points|lois|jokers)", said
        ), said
        assert not re.search(r"\b(?:de|à) les? |\bde [aeiouh]", said), said
    for one, other in itertools.product(("draw who=all n=1", "redraw", "level to=start"), repeat=2):
        both = f"{one}; {other}"
        assert reader.text(democrazy.say(display.words, "does", both, display.short)) == both


def test_a_law_without_words_is_said_as_its_row_has_it(display):
    prompt = base.Prompt("debate", ("B50", None, "draw who=all n=5; dance who=all"), [0] * 10, [0] * 12, {})
    known, _, own = display.about(prompt).partition("; ")
    assert "5" in known and "=" not in known and own == "dance who=all"


class Reading(Club):
    """A club of people who read what is asked; `seen`: what that was."""

    def __init__(self, display, *about, **more):
        self.display = display
        self.seen = set()
        super().__init__(*about, **more)

    def feed(self, event):
        prompt = self.referee.prompt()
        if prompt is not None:
            self.read(prompt)
        super().feed(event)

    def read(self, prompt):
        display = self.display
        what, args = prompt[0], prompt[1]
        about, text = display.about(prompt), display.prompt(prompt)
        assert display.fits(text), text
        whole = f"{about}. {text}" if about else text
        if not display.fits(whole):
            assert what == "carry-out", whole
            whole, args = text, args[:2]
        assert "{" not in whole and "None" not in whole and "[" not in whole
        code, read_args = read(shown(display, whole))
        assert code == what, whole
        if what == "carry-out" and len(args) == 3:
            assert by_ends(read_args[2]) == by_ends(args[2])
        elif not what.startswith("count-"):  # everybody has rows of one's own there
            assert [str(one) for one in read_args] == [str(one) for one in args], whole
        self.seen.add(what)

    def note(self, outs):
        for out in outs:
            said = ""
            if isinstance(out, Told):
                said = self.display.fact(out.fact)
            elif isinstance(out, Cue):
                said = self.display.cue(out.code, out.args)
            elif isinstance(out, Refused):
                said = self.display.refusal(out.code, out.place)
            assert self.display.fits(said) and "{" not in said and "None" not in said, said
        super().note(outs)


def by_ends(moves):
    """(from, to) -> the chips that go there."""
    found = {}
    for giver, taker, chips in moves:
        found[giver, taker] = "".join(sorted(found.get((giver, taker), "") + chips))
    return found


def test_people_read_what_is_asked(display):
    seen = set()
    for seed, given in enumerate(MATCHES * 3):
        seats = 10 if seed == 1 else 4 + seed % 4
        seen |= Reading(display, seats, given, seed=seed).by_hand().seen
    assert seen >= SEEN


def test_no_seat_is_named_while_votes_are_given(display):
    """Two votes of six, given by any seats, look the same: only the number of votes to come is shown."""
    told = set()
    for given in ((0, 1), (4, 5), (2, 3)):
        tasks = [base.MAY_CALL if seat in given else base.LAY for seat in range(6)] + [base.NOTHING] * 4
        prompt = base.Prompt("vote", ("R06", None, "draw who=all n=2"), tasks, [base.EMPTY] * 12, {})
        told.add(display.prompt(prompt))
    assert len(told) == 1 and told.pop().endswith(": 4")


def test_a_seat_whose_card_is_no_vote_has_yet_to_vote(display):
    tasks = [base.LAY, base.LIFT, base.NOTHING, base.MAY_CALL] + [base.NOTHING] * 6
    prompt = base.Prompt("vote", ("R06", None, "draw who=all n=2"), tasks, [base.EMPTY] * 12, {})
    assert display.prompt(prompt).endswith(": 2")


def test_the_display_and_the_log_call_a_law_alike():
    titles = {code: text for kind, code, text in languages.rows("en") if kind == "title"}
    assert {code: name_law(code) for code in titles} == {
        code: f"{code} {text}" for code, text in titles.items()
    }
