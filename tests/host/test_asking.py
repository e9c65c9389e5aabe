"""The headline of a match, from news of its table."""

import pytest

from cardtable.engine import match as matches
from cardtable.engine.asks.base import Prompt, Reason
from cardtable.engine.referee import Referee
from cardtable.engine.tasks import form
from cardtable.games import registry as games
from tablehost.match.chorus import Chorus
from tablehost.match.events import Display
from tablehost.match.roles import WATCHER
from tablehost.people import vocabulary
from tablehost.people.asking import Asking, Displayed, Seen, Wanted, find_causes, headline
from tablehost.referee.open_ask import OpenAsk
from tablehost.referee.shadow import Shadow

NAMES, PADS = ["Ada", "Ben"], [0, 1]


def wanted(*cues, reasons=()):
    course = Referee(matches.new(games.load("democracy"), 2, {}), judges=True)
    course.open_stage()
    prompt = course.prompt()._replace(reasons=dict(reasons))
    tasks = form(0, course.ask, prompt, course.picture, course.table)
    return Wanted(Prompt(*prompt), tasks, cues), course.game


def test_a_headline_names_the_players_in_the_language_of_the_reader():
    said = [headline(wanted()[0], lang, wanted()[1], NAMES, PADS) for lang in ("en", "fr")]
    assert said[0] != said[1] and all("Ada" in text or "2" in text for text in said)


class Noted:
    """A view that notes what the display says."""

    role = WATCHER

    def __init__(self):
        self.said = []

    def show(self, event, snapshot):
        if isinstance(event, Display):
            self.said.append(event.text)


def test_each_reader_is_asked_once_and_in_one_language():
    chorus = Chorus(NAMES, [vocabulary.load(language, "democracy") for language in ("en", "fr")])
    noted = {"en": Noted(), "fr": Noted()}
    for language, view in noted.items():
        chorus.voice(language).attach(view)
    chorus.asks(wanted()[0], "the table's own words")
    assert [len(view.said) for view in noted.values()] == [1, 1] and noted["en"].said != noted["fr"].said


@pytest.mark.parametrize(
    "cue",
    [("cue", "consult", []), ("cue", "consult", 7), ("refusal", "early", "x"), ("reached", 1, 2)],
)
def test_values_that_fit_no_sentence_leave_the_words_to_the_table(cue):
    odd, game = wanted(cue)
    assert headline(odd, "en", game, NAMES, PADS) == ""


@pytest.mark.parametrize("held", [(), (1,), (0, 1)])
def test_unfit_cards_are_worked_out_for_held_seats_alone(held):
    """And once for each ask: it judges every card of the deck."""
    worked_out = []

    class Counted(OpenAsk):
        def tasks(self, prompt, sources, clears):
            return wanted()[0].tasks

        def find_unfit(self, task):
            worked_out.append(task.seat)
            return []

    asking = Asking(Counted(Shadow()))
    for _ in range(2):
        assert len(asking.form(wanted()[0].prompt, [], False, False, held).unfit) == 2
    assert worked_out == [*held]


def test_a_cue_without_its_values_is_left_out():
    """In a secret vote the table keeps them back."""
    asking = Asking(OpenAsk(Shadow()))
    asking.seen = Seen("......" * 2, [None, None], 2, 1)
    for notice in (["cue", "consult"], ["refusal", "early"], ["other"], [], [1, 2, 3]):
        asking.displayed = Displayed("vote", "Vote", 1, [], [], None, None, notice)
        assert asking.find(clears=True) is not None
    reason = Reason("early", None, None)
    assert isinstance(headline(wanted(reasons=[(0, reason)])[0], "en", wanted()[1], NAMES, PADS), str)


def test_what_is_wrong_at_a_seat_is_said_there_in_both_languages():
    wrong, game = wanted(reasons={1: Reason("shown-already", 21, None)})
    for lang in ("en", "fr"):
        first, second = find_causes(wrong, lang, game, NAMES)
        assert first == "" and "Ben" in second
    refused, game = wanted(("refusal", "not-all-laid", 0))
    assert find_causes(refused, "en", game, NAMES)[1] == ""
