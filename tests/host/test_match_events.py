"""A match is published once: the views of one stream say the same facts, each to whom may see them."""

import io
import json
import re

import pytest

from cardtable.games import registry as games
from tablehost import messages
from tablehost.journal import game_log, gamefile
from tablehost.journal.records import read
from tablehost.match import documents, events, lamps
from tablehost.match.card_words import CardWords
from tablehost.match.events import Hand, Story
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER, Role, may_see
from tablehost.match.snapshot import Snapshot
from tablehost.match.speech import CELLS, Speech
from tablehost.people import typed, vocabulary
from tablehost.printing import guide
from tablehost.screen.application import Terminal
from tablehost.screen.json_lines import JsonLines
from tablehost.screen.plain import Plain
from tablehost.screen.spoken import Spoken

BLANKS = re.compile(r"\s+")


class Noted:
    """A view that notes each event with what all other views have written of it."""

    def __init__(self, role=WATCHER):
        self.role = role
        self.events = []

    def show(self, event, snapshot):
        self.events.append((event, snapshot))


class Written:
    """A view and, for each event, its output."""

    role = WATCHER

    def __init__(self, make):
        self.out = io.StringIO()
        self.view = make(self.out)
        self.pieces = []

    def show(self, event, snapshot):
        before = len(self.out.getvalue())
        self.view.show(event, snapshot)
        self.pieces.append((event, self.out.getvalue()[before:]))


class Screened:
    """The view on a terminal and, for each event, the lines that are new in its story."""

    role = WATCHER

    def __init__(self):
        self.pieces = []

    def begin(self, presenter):
        self.view = Terminal(io.StringIO(), presenter)
        self.view._is_full = True

    def show(self, event, snapshot):
        before = len(self.view._lines)
        self.view.show(event, snapshot)
        self.pieces.append((event, self.view._lines[before:]))


def present(game, lang, *views):
    """Publish the recorded match of a game's page to these views; return the presenter."""
    messages.use(lang)
    file = gamefile.read(guide.folder() / f"{game}.jsonl")
    chronicle = game_log.Chronicle(file.told["players"], True)
    presenter = Presenter(file.told["players"], vocabulary.load(lang, game))
    for view in views:
        presenter.attach(view)
        if isinstance(view, Screened):
            view.begin(presenter)
    for record in file.records():
        for line in chronicle.take(record[0], read(record[4:])):
            presenter.line(line, record[0])
        presenter.prompt(chronicle.shadow.prompt())
    presenter.ending(chronicle.lines)
    return presenter


def plain_text(text):
    """A text without escape codes, its blanks as one."""
    return BLANKS.sub(" ", re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", text)).strip()


@pytest.mark.parametrize("game", games.NAMES)
def test_the_views_of_one_stream_say_the_same_facts(game, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    tongue = vocabulary.load("en", game)
    lines = Written(lambda out: Plain(out, is_full=True))
    screen = Screened()
    objects = Written(JsonLines)
    spoken = Written(lambda out: Spoken(out, tongue))
    pages = Noted()
    present(game, "en", lines, screen, objects, spoken, pages)
    words, facts = CardWords(tongue), 0
    for (event, text), (_, drawn), (_, line), (_, said), (_, snapshot) in zip(
        lines.pieces, screen.pieces, objects.pieces, spoken.pieces, pages.events, strict=True
    ):
        if not isinstance(event, Story):
            continue
        facts += 1
        assert json.loads(line) == event.line
        if event.kind == "result":
            assert text == said == "", "it is shown with the reasons, at the end"
            continue
        sentence = plain_text(event.sentence)
        assert plain_text(text) == sentence and drawn == event.sentence.split("\n")
        in_words = plain_text(words.put_into(sentence))
        assert in_words.replace(" -> ", "; ") == plain_text(said)
        page = documents.of(snapshot, words)["stories"][-1]
        assert plain_text(page["text"]) == words.show(sentence) and plain_text(page["said"]) == in_words
    assert facts > 20
    won = [piece for event, piece in lines.pieces if isinstance(event, events.Ending)]
    assert len(won) == 1 and " won" in won[0]


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("game", games.NAMES)
def test_speech_has_no_signs_and_no_layout(game, lang):
    spoken = Written(lambda out: Spoken(out, vocabulary.load(lang, game)))
    present(game, lang, spoken)
    said = spoken.out.getvalue()
    assert not re.search(r"[♠♥♦♣│┌─»▒\x1b]|->|  ", said)
    assert all(line == line.strip() and line for line in said.splitlines())
    if game == "democracy":
        assert {"en": " of spades", "fr": " de pique"}[lang] in said
    if (game, lang) == ("demos", "en"):
        assert "judicial of" in said and "jack" not in said and not re.search(r"\b1[SHDC]\b", said)


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("game", games.NAMES)
def test_the_short_wording_fits_a_line_of_braille_and_names_the_same_cards(game, lang):
    tongue, noted = vocabulary.load(lang, game), Noted()
    present(game, lang, noted)
    speech, words = Speech(tongue), CardWords(tongue)
    names = {words.put_into(rank + suit): (rank + suit).lower() for rank in tongue.called for suit in "SHDC"}
    full = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    seen = 0
    for event, snapshot in noted.events:
        for sentence in speech.sentences(event, snapshot):
            assert all(len(line) <= CELLS for line in sentence.short), sentence
            rest = " ".join(sentence.short)
            assert not re.search("[♠♥♦♣]", rest)
            for found in full.finditer(sentence.full):
                rest = re.split(rf"\b{names[found[0]]}\b", rest, maxsplit=1)[1]
                seen += 1
    assert seen > 20 or game == "democrazy"


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
def test_a_joker_is_called_so_and_by_its_number(lang):
    tongue = vocabulary.load(lang, "democracy")
    words = CardWords(tongue)
    assert words.put_into("X2") == "joker 2"
    five = words.put_into("5H")
    assert words.put_into("Ada: 5H X1 5H, X12, AX1") == f"Ada: {five}, joker 1, {five}, X12, AX1"
    assert typed.read(words.put_into("X2"), [0], 0, tongue).word == "X2"
    assert words.abbreviate("Ada: X1 5H") == "Ada: x1 5h"


def say_all(speech, presenter, *happenings):
    """Publish things one after another to a listener; return the sentences of each."""
    said = []

    class Listener:
        role = Role((0,))

        def show(self, event, snapshot):
            said[-1] += [sentence.full for sentence in speech.sentences(event, snapshot)]

    presenter.attach(Listener())
    for happening in happenings:
        said.append([])
        happening(presenter)
    return said


def test_one_sentence_says_that_a_person_comes_goes_is_away_or_is_back():
    messages.use("en")
    names = ["Ada", "Ben", "Cleo"]
    tongue = vocabulary.load("en")
    said = say_all(
        Speech(tongue),
        Presenter(names, tongue),
        lambda table: table.publish(Hand(0, ("5S",))),
        lambda table: table.persons(["Ada", "Zoe", ""], []),
        lambda table: table.persons(["Ada", "Zoe", ""], [0, 1]),
        lambda table: table.persons(["Ada", "Zoe", ""], []),
        lambda table: table.persons(["Ada", "Zoe", ""], []),
        lambda table: table.persons(["Ada", "Yan", ""], []),
        lambda table: table.persons(["Ada", "", ""], []),
    )
    assert said[0] == ["Ada, your hand: five of spades."]
    assert said[1:] == [
        ["Ada takes seat 1.", "Zoe takes seat 2, that of Ben."], ["Zoe is away."], ["Zoe is back."], [],
        ["Zoe leaves seat 2; a bot plays on.", "Yan takes seat 2, that of Ben."],
        ["Yan leaves seat 2; a bot plays on."],
    ]  # fmt: skip


def test_the_own_card_is_named_to_its_seat_and_is_covered_for_all_others():
    messages.use("en")
    tongue = vocabulary.load("en")
    laid = (
        lambda table: table.publish(Hand(0, ("5S", "6H"))),
        lambda table: table.publish(Hand(0, ("6H",), ("5S",))),
        lambda table: table.see("......" * 2, [-1, -1], 2),
        lambda table: table.publish(Hand(0, ("5S", "6H"))),
        lambda table: table.see("......" * 2, [None, None], 2),
        lambda table: table.publish(Hand(0, ("5S", "6H", "7D"))),
    )
    hand = "Ada, your hand: five of spades, six of hearts"
    assert say_all(Speech(tongue), Presenter(["Ada", "Ben"], tongue), *laid) == [
        [f"{hand}."], ["Ada, on your pad: five of spades."], ["Ben: a card face down."],
        ["Ada, back in your hand: five of spades."], ["Ben takes the card back."],
        [f"{hand}, seven of diamonds."],
    ]  # fmt: skip


def test_each_event_of_a_record_has_its_number_and_the_snapshot_is_their_fold():
    noted = Noted()
    presenter = present("democracy", "en", noted)
    numbers = [event.record for event, _ in noted.events if isinstance(event, Story) and event.kind != "deal"]
    assert numbers == sorted(numbers) and None not in numbers
    folded = Snapshot(presenter.snapshot.players, chairs=tuple(range(len(presenter.snapshot.players))))
    for event, snapshot in noted.events:
        folded = folded.fold(event)
        assert folded == snapshot
    assert folded == presenter.snapshot and folded.ending and folded.game == "democracy"
    assert max(folded.standing.scores) > 0 and folded.number == numbers[-1]


def test_a_hand_is_shown_to_its_seat_alone_and_a_deal_to_no_player():
    mine, other = Hand(0, ("5S",)), Hand(1, ("7D",))
    deal = Story(None, {"kind": "deal"}, "", is_private=True)
    roles = (WATCHER, Role((0,)), Role((1,)), Role((0, 1)))
    assert [may_see(role, mine) for role in roles] == [False, True, False, True]
    assert [may_see(role, other) for role in roles] == [False, False, True, True]
    assert not any(may_see(role, deal) for role in roles)
    assert [may_see(role, events.Answer(0, "yes")) for role in roles] == [False, True, False, True]


def test_a_snapshot_has_no_more_than_the_events_that_its_view_was_shown():
    views = [Noted(role) for role in (WATCHER, Role((0,)), Role((1,)))]
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("en"), hides_deals=True)
    for view in views:
        presenter.attach(view)
    for seat, card in enumerate(("5S", "7D")):
        presenter.publish(Hand(seat, (card,)))
    presenter.publish(Story(None, {"kind": "deal", "hands": [["5S"], ["7D"]]}, "5S, 7D", is_private=True))
    presenter.display("Lay a card")
    for view in views:
        folded = Snapshot(("Ada", "Ben"), chairs=(0, 1))
        for event, snapshot in view.events:
            folded = folded.fold(event)
            assert folded == snapshot
    seen = [str(view.events) for view in views]
    assert [("5S" in text, "7D" in text) for text in seen] == [(False, False), (True, False), (False, True)]


def test_of_what_is_seen_at_any_moment_only_news_is_published():
    noted = Noted()
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("en", "democracy"))
    presenter.attach(noted)
    for _ in range(3):
        presenter.display("Ready")
        presenter.see("B=" + ".." * 8, [21, None, None], 2)
    assert [type(event) for event, _ in noted.events] == [events.Display, events.Pads]
    lamp = noted.events[1][0].lamps[0][0]
    assert (lamp.colour, lamp.rhythm) == ("blue", "=")


@pytest.mark.parametrize(
    ("look", "place", "meaning"),
    [
        ("B~", 0, "lay a card"),
        ("B*", 0, "lay a card"),
        ("V:", 1, "wrong"),
        ("W=", 2, "you won the trick"),
        ("W3", 2, "three cards shown"),
        ("..", 0, ""),
    ],
)
def test_each_lamp_has_its_meaning(look, place, meaning):
    noted = Noted()
    presenter = Presenter(["Ada"], vocabulary.load("en"))
    presenter.attach(noted)
    presenter.see(".." * place + look + ".." * (2 - place), [None], 1)
    assert noted.events[0][0].lamps[0][place].meaning == meaning


def test_a_notice_ends_with_news_from_the_table_even_if_it_says_the_same():
    noted = Noted()
    presenter = Presenter(["Ada"], vocabulary.load("en"))
    presenter.attach(noted)
    for _ in range(2):
        presenter.display("Ready")
        presenter.notice("The table is silent")
    presenter.display("Ready")
    notices = [snapshot.notice for _, snapshot in noted.events]
    assert notices == ["", "The table is silent"] * 2 + [""]


def test_a_fault_is_in_the_snapshot_until_it_is_cured():
    presenter = Presenter(["Ada"], vocabulary.load("en"))
    fault = {"kind": "fault", "what": "fault", "code": "reader-dead", "pad": 2}
    presenter.line(fault, 7)
    assert presenter.snapshot.faults == (("reader-dead", 2),)
    presenter.line({**fault, "what": "cured"}, 8)
    assert presenter.snapshot.faults == ()


def test_a_program_reads_the_lamp_and_what_to_do_as_codes():
    out = io.StringIO()
    hand = Hand(1, ("5S",), ("KC",), todo="reprenez", lamp="fausse", asked="", do="lift", lamp_code="wrong")
    JsonLines(out, Role((1,))).show(hand, None)
    line = json.loads(out.getvalue())
    assert (line["lamp"], line["do"]) == ("wrong", "lift")
    assert not {"reprenez", "fausse"} & set(map(str, line.values()))


def test_of_a_list_that_grows_at_its_end_the_new_items_alone_are_sent():
    before = {"stories": ["a", "b", "c"], "stage": 1}
    after = {"stories": ["b", "c", "d", "e"], "stage": 1}
    assert documents.changes(before, after) == {"more": {"stories": ["d", "e"]}}
    other = {"stories": ["x", "e", "f"], "stage": 1}
    assert documents.changes(after, other) == {"stories": ["x", "e", "f"]}, "what came before has changed"


def test_a_hand_at_no_chair_yet_hears_of_cards_on_all_pads():
    tongue = vocabulary.load("en")
    pads = events.Pads(("5H",), lamps.read("......", tongue), 1)
    snapshot = Snapshot(players=("Ada", "Ben"), chairs=(0,), pads=pads, hands={1: events.Hand(1)})
    assert [said.kind for said in Speech(tongue).sentences(pads, snapshot)] == ["pad"]
