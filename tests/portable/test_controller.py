"""The controller on both interpreters: deck, words, lamps, keys, pads, faults."""

from card_lists import parse_list
from cardtable.controller.faults import Faults
from cardtable.controller.input import deck as deck_file
from cardtable.controller.input import deck as decks
from cardtable.controller.input.deck import Deck, DeckError
from cardtable.controller.input.keys import Keys
from cardtable.controller.input.poll_schedule import Pads
from cardtable.controller.input.presence import FAILED, LAID, LIFTED, RECOVERED
from cardtable.controller.input.seats import Seats
from cardtable.controller.link import HostNews
from cardtable.controller.output.display import Display
from cardtable.controller.output.lamps import DO, PAD, Lamps
from cardtable.controller.output.tunes import TUNES, Tunes
from cardtable.drivers import reader
from cardtable.drivers.oled import Lines
from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE, HOLD_NO, LAY, NO, NOTHING, OK, YES, Prompt
from cardtable.languages import Language

# -- deck ------------------------------------------------------------------------------------------


def test_deck():
    deck = Deck()
    deck_file.load(deck, ["# two cards and an old tag\n", "\n", "04A224B1C65E80 KD#2\n", "04a224b1 5s\n"])
    assert len(deck) == 2
    assert deck.card(b"\x04\xa2\x24\xb1") == cards.parse("5S")
    assert deck.card(b"\x04\xa2\x24\xb1\xc6\x5e\x80") == cards.parse("KD#2")
    assert deck.card(b"\x04\xa2\x24\xb2") == cards.FOREIGN
    assert deck.missing([5, 6]) == [6]


def test_deck_says_which_line_is_wrong():
    good = "04A224B1 5S"
    cases = (
        ([good, "04A224B1 6S"], "line 2", "5S"),
        ([good, "04A224B2 5S"], "line 2", "line 1"),
        ([good, "", "04A2 6S"], "line 3", "bytes"),
        ([good, "04A224B2 6Z"], "line 2", "6Z"),
        ([good, "04A224BX 6S"], "line 2", ""),
        (["04A224B1"], "line 1", "UID"),
    )
    for lines, where, what in cases:
        deck = Deck()
        try:
            deck_file.load(deck, lines)
        except DeckError as error:
            assert where in str(error) and what in str(error), str(error)
        else:
            raise AssertionError(lines)
        assert len(deck) == 0


class Reading:
    """Parts with one reader, that can read these sorts of tags."""

    def __init__(self, *tags):
        self.tags = tags
        self.readers = [self]
        self.told = None

    def read(self, tags):
        self.told = tags


def test_the_first_of_two_packs_is_also_the_only_one():
    def names():
        return [cards.text(deck.card(bytes((4, 0, 0, at)))) for at in range(4)]

    deck = Deck()
    deck_file.load(
        deck, ["deck friday expanded", "04000000 KD", "04000001 KD#2", "04000002 5S", "04000003 X1"]
    )
    two = parse_list("KD#1 KD#2 5S X1")
    decks.fit(deck, two)
    assert names() == ["KD#1", "KD#2", "5S", "X1"] and not deck.missing(two)
    one = parse_list("KD 5S X1")
    decks.fit(deck, one)
    assert names() == ["KD", "KD#2", "5S", "X1"] and not deck.missing(one)
    decks.fit(deck, parse_list("KS#1"))
    assert names() == ["KD", "KD#2", "5S", "X1"], "no card serves for one of another name"


def test_a_deck_with_all_names_keeps_them():
    deck = Deck()
    deck_file.load(deck, ["04000000 KD", "04000001 KD#1", "04000002 KD#2"])
    decks.fit(deck, parse_list("KD"))
    decks.fit(deck, parse_list("KD#1 KD#2"))
    assert deck.card(b"\x04\0\0\0") == cards.parse("KD")
    assert deck.card(b"\x04\0\0\1") == cards.parse("KD#1")


def test_deck_of_other_tags():
    deck = Deck()
    parts = Reading("iso14443a", "iso15693")
    deck_file.load(deck, ["# ICODE\n", "tags iso15693\n", "E004015012345678 5S"], parts)
    assert deck.card(b"\xe0\x04\x01\x50\x12\x34\x56\x78") == cards.parse("5S")
    assert parts.told == "iso15693"
    deck_file.load(deck, ["04A224B1 5S"], parts)
    assert parts.told == "iso14443a", "a file that says nothing, as all did once"
    deck_file.load(deck, ["tags iso14443a", "04A224B1 5S"], Reading("iso14443a"))
    assert len(deck) == 1


def test_deck_that_the_readers_cannot_read():
    cases = (
        (["tags iso15693", "E004015012345678 5S"], "this table needs iso14443a tags, not iso15693"),
        (["tags iso15639"], "not iso15639"),
        (["E004015012345678 5S"], "4, 7 or 10 bytes, not 8. Is a line before it missing"),
        (["04A224B1 5S", "tags iso14443a"], "before the first card"),
    )
    for lines, what in cases:
        deck, parts = Deck(), Reading("iso14443a")
        try:
            deck_file.load(deck, lines, parts)
        except DeckError as error:
            assert what in str(error), str(error)
        else:
            raise AssertionError(lines)
        assert len(deck) == 0 and parts.told is None
    try:
        deck_file.load(deck, ["tags iso15693", "04A224B1 5S"], Reading("iso14443a", "iso15693"))
    except DeckError as error:
        assert "line 2: a UID has 8 bytes, not 4" in str(error)
    else:
        raise AssertionError("a UID of another sort")


# -- what people see, hear and press -----------------------------------------------------------------


def test_display():
    device = Lines(8, 21)
    display = Display(device, Language("en"))
    tasks = [LAY, NOTHING, LAY] + [NOTHING] * 7
    text = display.prompt(Prompt("lay-face-down", (1, 2, 8), tasks, [0] * 12, {}))
    assert text == "Day 1, trick 2 of 8: lay a card face down: seats 1 and 3"
    assert display.show(text) and not display.show(text)
    assert device.lines[0] == "Day 1, trick 2 of 8: "
    assert display.prompt(Prompt("clear", (1,), tasks, [0] * 12, {})) == "Take all the cards: seat 2"
    assert display.refusal("foreign", CENTRE).startswith("The card of the middle")
    told = display.fact(("result", [0, 2], [5, 1, 5], "target"))
    assert told == "seats 1 and 3 won the match with 5, 1, 5"


def test_lamps():
    class Lights:
        def __init__(self):
            self.colours = {}
            self.shows = 0

        def set(self, i, r, g, b):
            self.colours[i] = (r, g, b)

        def show(self):
            self.shows += 1

    lights = Lights()
    lamps = Lamps(lights, 2)
    lamps.set(0, DO, "B~")
    lamps.set(1, PAD, "V=")
    lamps.step(0)
    lamps.step(1)
    assert lamps.line() == "B~......V=.." and lights.shows == 1
    assert lights.colours[4] == (255, 40, 0)
    lamps.step(650)
    assert lights.colours[0] == (0, 0, 0) and lights.shows == 2


def test_tunes():
    class Piezo:
        heard = ()

        def tone(self, hertz, soft):
            self.heard += (hertz,)

        def quiet(self):
            self.heard += (0,)

    tunes = Tunes(Piezo())
    for _ in range(9):
        tunes.play("wins")
    now = 0
    while tunes.due(now) is not None:
        now = tunes.due(now)
        tunes.step(now)
    tones = [hertz for hertz in tunes._piezo.heard if hertz]
    assert tones == list(TUNES["wins"])[::2] * 4, "of nine four are heard, then it is quiet"
    assert tunes._piezo.heard[-1] == 0


def test_keys():
    class Matrix:
        mask = 0

        def scan(self):
            return self.mask

    matrix = Matrix()
    keys = Keys(matrix, [(0, "yes"), (0, "no"), (0, "ok")])
    keys.start(0)
    now = 100
    presses = []
    for mask, ms in ((4, 50), (0, 50), (1, 900), (0, 50), (2, 80), (0, 50), (2, 900), (0, 50)):
        matrix.mask = mask
        for _ in range(ms):
            now += 1
            presses.extend(keys.step(now))
    assert presses == [(0, OK), (0, YES), (0, NO), (0, HOLD_NO)]


def test_seats():
    seats = Seats(7, 6)
    assert [seats.place(pad) for pad in range(7)] == [0, 1, 2, 3, 4, 5, CENTRE]
    seats.take([1, 4])
    assert [seats.place(pad) for pad in range(7)] == [None, 0, None, None, 1, None, CENTRE]
    assert [seats.pad(place) for place in (0, 1, 2, CENTRE, CENTRE + 1)] == [1, 4, None, 6, None]
    assert seats.by_pad(list(range(12))) == [None, 0, None, None, 1, None, 10]


def test_faults():
    faults = Faults()
    assert faults.set("stuck", 1) and not faults.set("stuck", 1) and faults.set("deck", -1, "line 3")
    assert faults.now == [("stuck", 1, ""), ("deck", -1, "line 3")]
    assert not faults.clear(1, ("deck",)) and faults.clear(1) and faults.now == [("deck", -1, "line 3")]


# -- pads ----------------------------------------------------------------------------------------------


class Reader:
    can_glance = False

    def __init__(self):
        self.result = reader.NONE

    def probe(self):
        pass

    def begin(self, step, again=False):
        self.step = step

    def collect(self):
        return self.result


def test_pads():
    readers = [Reader(), Reader()]
    pads = Pads(readers, reader)
    events = []

    def run(first, last):
        for now in range(first, last):
            for event in pads.step(now):
                events.append(event)

    run(0, 500)
    assert events == [(RECOVERED, 0, None), (RECOVERED, 1, None)]
    readers[1].result = b"1234"
    run(500, 800)
    readers[1].result = reader.GARBLED
    run(800, 2000)
    assert events[2:] == [(LAID, 1, b"1234"), (FAILED, 1, "garbled")]  # still there, and said to be doubtful
    readers[1].result = reader.NONE
    run(2000, 2300)
    assert (LIFTED, 1, None) in events[4:]


# -- faults of several pads, news for the host ------------------------------------------------------


def test_faults_at_several_pads_come_and_go_together():
    faults = Faults()
    assert faults.keep("stuck", (0, 2), 3) and not faults.keep("stuck", (0, 2), 3)
    assert faults.now == [("stuck", 0, ""), ("stuck", 2, "")]
    assert faults.keep("stuck", (1,), 3)
    assert faults.now == [("stuck", 1, "")]


def test_the_host_gets_a_sentence_that_changes_while_the_prompt_has_the_same_code():
    class End:
        state = "playing"

        def __init__(self):
            self.told = []

        def set_state(self, state):
            self.state = state

        def tell(self, frame):
            self.told.append(frame)

    end, seats = End(), Seats(2, 2)
    news = HostNews(end, 2)
    for text in ("Lay a card: seat 1", "Lay a card: seat 2", "Lay a card: seat 2"):
        news.tell(Prompt("lay", (), [], [], {}), None, seats, "." * 100, text, ())
    assert [frame[2] for frame in end.told if frame[0] == "say"] == [
        "Lay a card: seat 1",
        "Lay a card: seat 2",
    ]
