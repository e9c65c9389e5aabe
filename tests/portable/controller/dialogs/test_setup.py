"""A match is set up at the table by keys, on both interpreters: what is chosen, what of it is remembered."""

import os

from cardtable.controller.dialogs.base import make_prompt
from cardtable.controller.dialogs.setup import SetUp, _after
from cardtable.controller.input.deck import Deck
from cardtable.controller.input.pad_cards import PadCards
from cardtable.controller.output.display import Display
from cardtable.controller.storage.settings import choice_of_match, keep, load_choice, parse_choice
from cardtable.drivers.oled import Lines
from cardtable.engine import match
from cardtable.engine.asks.base import FINE, HOLD_NO, NO, NOTHING, OK, PRESS_YES_NO, YES
from cardtable.games import registry as games
from cardtable.games.democrazy.proposal import BLOCKS
from cardtable.languages import Language


class Signs:
    def __init__(self):
        self.codes = []

    def refused(self, code, place):
        self.codes.append(code)

    play = refused


class Parts:
    seat_pads = 6
    watchdog = None
    root = "/nowhere/"  # nothing can be kept there

    def collect(self):
        return None


class Loop:
    """As much of one as a set-up touches; its deck serves no game of its own."""

    def __init__(self):
        self.parts = Parts()
        self.signs = self.tunes = Signs()
        self.tunes.play = lambda tune: None
        self.display = Display(Lines(8, 21), Language("en"))
        self.pad_cards = PadCards(None, None, Deck())
        self.dialogue = self._later = None
        self.commands = []

    def open(self, dialogue):
        self.dialogue = dialogue

    def close_dialogue(self):
        self.dialogue = None

    def defer(self, call):
        self._later = call

    def put_away(self):
        return None

    stay_awake = put_away

    def applied(self, settings):
        self.lessons = settings.get("lessons")

    def press(self, *keys):
        """(pad, key) each, one after another."""
        for pad, key in keys:
            self.dialogue.key(pad, key)
            if self._later is not None:
                later, self._later = self._later, None
                later()

    def says(self):
        self.display.show(self.display.prompt(self.dialogue.prompt()))
        return self.display.text


def opened(choice, served=()):
    loop = Loop()
    loop.dialogue = SetUp(loop, choice, served)
    return loop


def test_values_come_one_after_another():
    row = ("days", ("int", 1, 16), 2)
    assert [_after(row, value, 3) for value in (1, 2, 15, 16)] == [2, 3, 16, 1]
    row = ("target", ("int", 1, 1000), 5)
    seen = [5]
    while len(seen) < 100:
        seen.append(_after(row, seen[-1], 3))
    assert seen[15:20] == [20, 25, 30, 35, 40] and 100 in seen and 500 in seen and 1000 in seen
    assert seen[seen.index(1000) + 1] == 1, "it begins anew"
    row = ("dealer", ("random", "1", "2", "3", "4"), "random")
    assert [_after(row, value, 3) for value in ("random", "1", "2", "3")] == ["1", "2", "3", "random"]
    row = ("stake", (0, 2, 3), 0)
    assert [_after(row, value, 2) for value in (0, 2, 3)] == [2, 3, 0], "numbers are no seats"


def test_from_the_game_to_its_beginning():
    loop = opened(None, ["democracy", "demos"])
    assert loop.says().startswith("A game here: Democracy, 2 to 6 players.")
    loop.press((3, YES))
    assert loop.says().startswith("A game here: DemoS, 3 to 5 players.")
    loop.press((3, OK), (5, OK), (0, OK))
    what, args, tasks, verdicts, _ = loop.dialogue.prompt()
    assert (what, args) == ("set-players", ("demos", 3, 5, [0, 5]))
    assert tasks[:6] == [NOTHING, PRESS_YES_NO, PRESS_YES_NO, PRESS_YES_NO, PRESS_YES_NO, NOTHING]
    assert verdicts[0] == verdicts[5] == FINE
    loop.press((0, YES))
    assert loop.signs.codes == ["player-count"]
    loop.press((2, OK), (1, OK), (1, NO), (4, NO), (2, OK), (2, YES))
    assert loop.signs.codes == ["player-count", "not-asked", "not-asked"]
    assert loop.dialogue.prompt()[:2] == ("set-preset", ("demos", "a first time, explained", 20)), (
        "nothing was played here"
    )
    loop.press((2, YES), (2, OK))
    assert loop.dialogue.prompt()[:2] == ("set-begin", ("demos", [0, 2, 5], None))
    loop.press((2, NO))
    assert "option 1 of 24, mode: complete." in loop.says()
    loop.press((2, YES), (2, NO), (2, NO), (2, YES), (2, YES))
    assert "first dealer: seat 3." in loop.says(), "who sits there, for nobody has a seat yet"
    loop.press((2, OK))
    assert loop.dialogue.prompt()[1][2] == 2
    loop.press((5, OK))
    given = {"mode": "2v2", "first_dealer": "2"}
    assert loop.dialogue is None and loop.commands == [(None, "start", "demos", [0, 2, 5], given)]


def test_a_first_time_is_short_and_explained_and_the_next_one_as_usual():
    root = "/tmp/cardtable-" + "".join(["%02x" % byte for byte in os.urandom(8)]) + "/"
    os.mkdir(root[:-1])
    for name in games.NAMES[:3]:
        loop = opened(None, [name])
        loop.parts.root = root
        loop.press((0, OK), *[(pad, OK) for pad in range(4)], (0, YES))
        presets = [one for one in games.load(name).PRESETS]
        assert [one[0] for one in presets] == ["first-time", "usual", "short"]
        loop.press((1, NO))
        assert loop.signs.codes == ["not-asked"]
        assert "a first time, explained, about" in loop.says()
        loop.press((1, YES), (1, YES), (1, YES), (2, OK))
        assert loop.lessons == "on" and loop.dialogue.prompt()[0] == "set-begin"
        loop.press((0, OK))
        given = loop.commands[0][4]
        for option in presets[0][2].split():
            key, _, value = option.partition("=")
            assert given[key] == value
        keep(loop, (name, [0, 1, 2, 3], given))
        loop.dialogue = SetUp(loop, None, [name])
        loop.press((0, OK), *[(pad, OK) for pad in range(4)], (0, YES))
        assert "as usual, about" in loop.says()
        usual = getattr(games.load(name), "AT_TABLE", ())
        loop.press((0, OK), (0, OK))
        assert loop.lessons == "off" and loop.commands[0][4] == dict(usual)
        os.remove(root + "settings")
    os.rmdir(root[:-1])


def test_the_display_names_the_rows_that_ok_would_take():
    display = Display(Lines(8, 21), Language("en"))
    display.play(games.load("democrazy"))
    count = make_prompt("count-R", ("1", "2", "0"), [], [])
    assert display.reached(count, [(None, "2")]) == "OK now takes: 2"
    assert display.reached(count, [(1, "2"), (3, "0")]) == "OK now takes: seat 2: 2, seat 4: 0"
    effects = make_prompt("blank-effect", BLOCKS, [], [])
    words = [display.reached(effects, [(None, row)]) for row in BLOCKS]
    assert words[0] == "OK now takes: chips from the bag" and len(set(words)) == len(BLOCKS)
    assert not [word for word in words if "_" in word or word.endswith("pass")]


def test_a_lesson_is_shown_as_far_as_it_fits_the_prompt():
    def explained(text):
        display.show(display.explained(text, make_prompt("turn-up", (), [], [])))
        return display.text

    display = Display(Lines(8, 21), Language("en"))
    display.play(games.load("democracy"))
    assert explained("Lay a card") == "Lay a card", "nobody asked for lessons"
    display.speak(Language("en"), True)
    assert explained("Turn up").startswith("The dealer turns up one card of the pool. Its suit")
    assert explained("Turn up").endswith("10 9 8 7 6. Turn up")
    middling = "Turn up " * 10
    assert (
        explained(middling)
        == "The dealer turns up one card of the pool. Its suit is trumps, in this trick alone. " + middling
    )
    long = "Turn up " * 15
    assert explained(long) == "The dealer turns up one card of the pool. " + long
    assert explained("x" * 168) == "x" * 168 and explained("x" * 150) == "x" * 150


def test_an_option_that_is_as_usual_again_is_not_given():
    loop = opened(["democracy", [0, 1], {"deck": "expanded"}])
    loop.press((0, NO), (0, YES))
    assert "cards: by the players." in loop.says()
    loop.press((0, OK))
    assert loop.dialogue.prompt()[1] == ("democracy", [0, 1], None)


def test_options_that_make_no_sense_count_as_usual_until_the_match_is_refused():
    loop = opened(["democracy", [0, 1], {"deck": "wet", "colour": "red"}])
    loop.press((0, NO))
    assert "cards: by the players." in loop.says()


def test_it_can_be_left_from_everywhere():
    for choice, keys in (
        (None, ()),
        (None, (OK,)),
        (["demos", [0, 1, 2], {}], ()),
        (["demos", [0, 1, 2], {}], (NO,)),
    ):
        loop = opened(choice, ["demos"])
        loop.press(*[(1, key) for key in keys + (HOLD_NO,)])
        assert loop.dialogue is None and loop.signs.codes == ["not-begun"] and not loop.commands


def test_why_it_did_not_begin_is_said():
    loop = opened(["demos", [0, 1, 2], {"mode": "2v2"}])
    loop.dialogue.refused("option", ["mode", "2v2", 4, 3])
    assert loop.says() == "No match was begun: mode=2v2 is for 4 players, not 3. OK goes back"
    loop.press((1, OK))
    assert loop.dialogue.prompt()[0] == "set-begin"
    loop.dialogue.refused("option", ["a reason of {0} its own", "{1}"])
    assert "No match was begun: a reason of {0} its own." in loop.says()
    loop.dialogue.refused("deck-lacks", [2, "5S", "6S"])
    assert "2 cards of this game have no tag: 5S 6S." in loop.says()


def test_what_was_played_is_understood_again():
    for name in games.NAMES:
        game = games.load(name)
        seats = game.SEATS[0]
        one = match.new(game, seats, {game.OPTIONS[4][0]: game.OPTIONS[4][1][1]})
        one.pads = [0, 2, 3, 5, 9][:seats]
        assert list(choice_of_match(one))[0] == name
        loop = Loop()
        loop.parts.root = "/tmp/cardtable-" + "".join(["%02x" % byte for byte in os.urandom(8)]) + "/"
        os.mkdir(loop.parts.root[:-1])
        keep(loop, choice_of_match(one))
        assert load_choice(loop)[:2] == [name, one.pads]
        again = match.new(game, seats, load_choice(loop)[2])
        assert again.dump()[2] == one.dump()[2]
        os.remove(loop.parts.root + "settings")
        os.rmdir(loop.parts.root[:-1])
        game = None
    assert parse_choice("", 6) is None and parse_choice("whist 0,1", 6) is None
    assert parse_choice("demos 8,9", 6) is None
    assert parse_choice("demos 0,9,x days=3", 6) == ["demos", [0], {"days": "3"}]
