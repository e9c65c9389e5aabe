"""Advice for held seats: whole matches are played by it alone, and nothing else changes by asking."""

import ast
import pickle
import random
from importlib import import_module
from pathlib import Path

import pytest

import random_players
from amounts import amount
from cardtable.engine.asks import base
from cardtable.games import registry as games
from obedient_players import ObedientMatch
from tablehost.games.democrazy import Room
from tablehost.match.events import Hand
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER, Role
from tablehost.match.speech import Speech
from tablehost.people import vocabulary
from tablehost.people.advice import find_advice
from tablehost.people.hands import ACTS
from tablehost.web.chairs import OwnFeed
from tablehost.web.feed import Bell

SHORT = {
    "democracy": {"target": 1, "days": 1},
    "demos": {"max_rounds": 2},
    "democrazy": {"stack_top": 3, "stack_bottom": 1},
}


def options_of(name, seats, seed):
    """Return options by lot of a match that is soon over."""
    game, lots = games.load(name), random_players.Lots(seed)
    known = {row[0] for row in game.OPTIONS}
    short = {code: value for code, value in SHORT[name].items() if code in known}
    return dict(random_players.options_of(game, seats, lots, short))


class AdvisedMatch(ObedientMatch):
    """A match in which every player does what is advised, in any order; `advised`: the acts, with words;
    `because`: the codes of the reasons that were given.
    """

    agrees = ("count-", *Room.of_persons)
    most = 5_000

    def __init__(self, name, seats, seed, options):
        super().__init__(name, seats, seed, options)
        self.steps = {}
        self.advised = []
        self.because = set()

    def turn(self, due):
        self.lots.shuffle(due)
        assert any(self.follow(task) for task in due), f"no advice: {due}"

    def advise(self, task):
        prompt, number = tuple(self.referee.prompt()[:4]), (self.referee.ask_number, task.seat)
        return find_advice(self.room, task, prompt, f"{number}", (), self.steps.get(number, 0))

    def follow(self, task):
        advice, number = self.advise(task), (self.referee.ask_number, task.seat)
        if advice is None:
            return False
        assert advice.act in ACTS
        self.advised.append((task.what, task.seat, advice.act, advice.word))
        self.because.update(advice.because[:1])
        if advice.act == "press" and advice.word == "yes":
            self.steps[number] = self.steps.get(number, 0) + 1
        self.hands.check_held(task.seat, advice.act, advice.word)
        self.do(task, advice.act, advice.word)
        if (prompt := self.referee.prompt()) is not None:
            assert base.WRONG not in prompt.verdicts, self.advised[-5:]
        return True


@pytest.mark.parametrize("seed", range(amount(12, soak=40)))
@pytest.mark.parametrize("name", SHORT)
def test_a_match_is_played_by_doing_what_is_advised(name, seed):
    lots = random.Random(seed)
    seats = lots.randint(*games.load(name).SEATS)
    match = AdvisedMatch(name, seats, seed, options_of(name, seats, seed)).play()
    assert match.referee.over and match.advised and match.because


@pytest.mark.parametrize("name", SHORT)
def test_advice_changes_nothing_and_stays_the_same(name):
    """Hands, lots and memory are the same after it; a match in which all ask all the time is the same one."""

    class Asking(AdvisedMatch):
        def follow(self, task):
            before = self.room.freeze()
            everybody = [self.advise(one) for one in self.tasks()]
            assert everybody == [self.advise(one) for one in self.tasks()]
            assert self.room.freeze() == before
            return super().follow(task)

    seats = games.load(name).SEATS[0] + 1
    once, often = (kind(name, seats, 5, options_of(name, seats, 5)).play() for kind in (AdvisedMatch, Asking))
    assert once.advised == often.advised and once.facts == often.facts


@pytest.mark.parametrize("name", SHORT)
def test_advice_knows_no_more_than_its_player(name):
    """With the cards that a player cannot know in other places the advice to this player is the same."""
    lots, seats = random.Random(3), games.load(name).SEATS[0] + 1
    told = []

    class Doubting(AdvisedMatch):
        def follow(self, task):
            told.append(self.advise(task))
            here, self.room = self.room, pickle.loads(self.room.freeze())
            self.room.imagine(task.seat, lots)
            self.room.people[task.seat].shown = here.people[task.seat].shown  # the player has shown them
            other = self.advise(task)
            self.room = here
            assert other == told[-1], (task, told[-1], other)
            return super().follow(task)

    Doubting(name, seats, 5, options_of(name, seats, 5)).play()
    assert {advice.act for advice in told if advice} > {"press"}


ASKED = Hand(0, ("5S", "7D"), asked="lay-face-down", do="lay", task="7 lay", steps=({"act": "lay"},))
SENTENCES = [
    ("lay", "5S", "Sensible: lay 5♠.", "Conseil : posez 5♠."),
    ("press", "yes", "Sensible: press YES.", "Conseil : pressez OUI."),
    ("draw", "", "Sensible: draw.", "Conseil : piochez."),
    ("draw", "1", "Sensible: draw for Ben.", "Conseil : piochez pour Ben."),
    ("point", "1", "Sensible: point at a figure of Ben.", "Conseil : désignez une figure de Ben."),
]


class Noted:
    """A view that notes all events."""

    def __init__(self, role):
        self.role = role
        self.events = []

    def show(self, event, snapshot):
        self.events.append(event)


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize(("act", "word", *"ef"), SENTENCES)
def test_advice_is_a_sentence_for_its_seat_alone(lang, act, word, e, f):
    presenter = Presenter(["Ada", "Ben"], vocabulary.load(lang), hides_deals=True)
    presenter.publish(ASKED)
    own, *others = views = [Noted(Role((0,))), Noted(Role((1,))), Noted(WATCHER)]
    for view in views:
        presenter.attach(view)
    presenter.hands({"kind": "advice", "seat": 0, "act": act, "word": word})
    (event,) = own.events
    assert (event.text, event.act, event.word, event.why) == (e if lang == "en" else f, act, word, "")
    assert not [event for view in others for event in view.events]


def test_advice_for_ears_calls_the_card_by_its_name():
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("en"))
    own = Noted(Role((0,)))
    presenter.attach(own)
    presenter.hands({"kind": "advice", "seat": 0, "act": "lay", "word": "5S"})
    (said,) = Speech(presenter.tongue).sentences(own.events[0], presenter.snapshot)
    assert said.full == "Sensible: lay five of spades."


VOTES = [("en", "Sensible: lay Definite NO."), ("fr", "Conseil : posez NON définitif.")]


@pytest.mark.parametrize(("lang", "text"), VOTES)
def test_a_vote_is_called_as_it_is_printed(lang, text):
    presenter = Presenter(["Ada", "Ben"], vocabulary.load(lang, "democrazy"), hides_deals=True)
    presenter.publish(ASKED)
    own = Noted(Role((0,)))
    presenter.attach(own)
    presenter.hands({"kind": "advice", "seat": 0, "act": "lay", "word": "DN2"})
    assert own.events[0].text == text


WHYS = [
    ("democracy", "beats", {"beats": 7, "cards": 9}, "It beats 7 of the 9 cards that you have not seen."),
    ("demos", "open", {"card": "7S", "points": 13},
     "7♠ lies open, and with it the four others are worth 13 points."),
    ("demos", "waits", {"cards": 1}, "1 card that you have not seen would improve the four others."),
    ("democrazy", "falls", {}, "If it is adopted, your chance to win falls."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "code", "values", "why"), WHYS)
def test_advice_tells_why(name, code, values, why):
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("en", name), hides_deals=True)
    presenter.publish(ASKED)
    own = Noted(Role((0,)))
    presenter.attach(own)
    presenter.hands({"kind": "advice", "seat": 0, "act": "lay", "word": "5S", "because": [code, values]})
    assert (own.events[0].text, own.events[0].why) == (f"Sensible: lay 5♠. {why}", why)


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_each_reason_of_a_mind_is_a_sentence(name, lang):
    """The codes are read from the source: no match of a test comes to all of them."""
    source = Path(import_module(f"tablehost.games.{name}.player").__file__).read_text()
    calls = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call)]
    codes = {one.args[0].value for one in calls if ast.unparse(one.func) == "Reason"}
    assert codes == {*vocabulary.load(lang, name).because}


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_every_act_can_be_advised_in_words(name, lang):
    assert {*vocabulary.load(lang, name).advice} >= {*ACTS} - {"swap", "plug", "on"}


@pytest.mark.parametrize(
    "change",
    [{"task": "9 lay"}, {"hand": ("7D",), "pad": ("5S",)}, {"steps": ({"act": "lift"},)}],
    ids=["another ask", "laid", "another step"],
)
def test_the_page_of_the_seat_has_advice_until_something_changes(change):
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("en"))
    feeds = [OwnFeed(seat, Bell()) for seat in (0, 1)]
    for feed in feeds:
        feed.open(presenter)
    presenter.publish(ASKED)
    presenter.hands({"kind": "advice", "seat": 0, "act": "lay", "word": "5S"})
    presenter.display("Lay a card")
    assert [feed._given["advice"] for feed in feeds] == [{"act": "lay", "word": "5S"}, None]
    presenter.publish(ASKED._replace(**change))
    assert feeds[0]._given["advice"] is None
