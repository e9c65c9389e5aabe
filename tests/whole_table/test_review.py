"""Looking back at the table, without a computer: the text, the seats that may, and the hidden cards."""

import json

import pytest

from cardtable.controller.dialogs import review
from cardtable.controller.output.display import Display
from cardtable.controller.storage import journal as journals
from cardtable.controller.storage.store import Store
from cardtable.drivers.oled import Lines
from cardtable.engine import match as matches
from cardtable.engine.asks.base import Prompt
from cardtable.engine.outputs import Told
from cardtable.games import registry as games
from cardtable.languages import Language
from correction_acts import chord
from firmware_table import BOARD, CENTRE, HOLD_US, Table
from random_players import Game
from reviewed_rounds import facts as facts_of
from seeded_chance import SHORT
from tablehost.referee.shadow import Shadow
from tablehost.virtual.people.senses import read
from two_worlds import worlds

NOTHING_YET = "seat 1: nothing was played that could be looked at"
KEYS = ". YES on, NO back, held: by rounds, OK ends"


def told(table):
    """Return what the display shows of it, None if no seat looks back."""
    says = table.says
    return says[says.find("BACK, ") + 6 : says.find(KEYS)] if "LOOKING BACK" in says else None


def no_memory(*_, **__):
    raise MemoryError


@pytest.fixture
def played(tmp_path):
    """Two tricks were played by people at pads 0, 2 and 4; then the power went, and is back."""
    table = Table(tmp_path)
    table.begin(3, days="2", chairs=[0, 2, 4])
    table.trick("KS", ["5S", "AH", "4D"], chairs=[0, 2, 4])
    table.clear()
    table.trick("KH", ["6S", "AD", "4C"], chairs=[0, 2, 4])
    table.switch_on()
    table.run(1_000_000)
    return table


# -- when, and what is seen ---------------------------------------------------------------------------------


def test_a_table_without_a_match_says_so(table):
    table.run(500_000)
    chord(table, 0)
    assert NOTHING_YET in table.says and table.loop.dialogue is None
    table.begin(3)
    table.power_cut()
    assert table.asked is not None, "seats were taken, and nothing else"


def test_a_match_that_rests_is_looked_at_step_by_step(played):
    table, before = played, played.records
    chord(table, 2)
    assert told(table) == (
        "round 1 of 1, Democracy: Day 1, trick 2: pool KH, 1 6S, 3 AD, 5 4C; seat 5 takes it"
    )
    assert table.lamps(4) == ["W:", "W=", "W="] and table.lamps(0) == ["W:", "W=", ".."]
    assert table.lamps(CENTRE) == ["..", "W=", ".."] and table.lamps(1) == ["W:", "..", ".."]
    assert read(table.parts.display.lines)[0] == "recall"
    table.press("no", 3)
    assert told(table).endswith("trick 1: pool KS, 1 5S, 3 AH, 5 4D; seat 1 takes it"), "at any pad"
    assert table.lamps(0) == ["W:", "W=", "W="]
    table.press("no", 0)
    assert told(table).endswith("Island 1, dealer: seat 1")
    table.press("no", 0)
    assert "seat 1: there is no further round" in table.says and told(table).endswith("dealer: seat 1")
    table.press("yes", 0)
    table.press("yes", 0)
    table.press("yes", 0)
    assert "trick 2" in told(table) and table.lamps(0)[2] == "V~", "that was the last one"
    table.press("ok", 1)
    table.run(1_000_000)
    assert table.says.startswith("Democracy is unfinished: Take all the cards. All cards lie right")
    table.press("ok", 0)
    assert table.says == "Take all the cards: seat 5" and table.records == before
    table.clear()
    assert table.asked == "turn-up"


def test_cards_that_are_moved_meanwhile_are_put_right_afterwards(played):
    chord(played, 0)
    played.lay(2, "9D")
    assert "trick 2" in told(played) and played.lamps(4)[2] == "W="
    played.press("ok", 0)
    played.run(1_000_000)
    assert "Cards to put right" in played.says


def test_who_holds_both_during_the_question_for_resuming_gives_nothing_up(played):
    chord(played, 0)
    played.hold((0,), "no", HOLD_US)
    played.hold((2,), "no", HOLD_US)
    assert told(played) is not None and "there is no further round" in played.says
    played.power_cut()
    assert played.says == "Take all the cards: seat 5"


def test_in_a_match_two_sides_agree_to_it(tmp_path):
    table = Table(tmp_path)
    table.begin(3, days="2")
    table.trick("KS", ["5S", "AH", "4D"])
    chord(table, 1)
    assert told(table) is None and "To correct something" in table.says
    chord(table, 2)
    while "Look back" not in table.says:
        table.press("yes", 1)
    table.press("ok", 1)
    assert told(table).endswith("trick 1: pool KS, 1 5S, 2 AH, 3 4D; seat 1 takes it")
    journal = table.loop.journal
    assert journal.get(journal.hi())[4:] == ["note", "resume", 1]
    table.press("ok", 2)
    table.run(1_000_000)
    table.press("ok", 2)
    assert table.says == "Take all the cards: seat 1"


def test_rounds_that_count_nothing_are_marked(tmp_path):
    table = Table(tmp_path)
    table.begin(3, days="2")
    table.trick("KS", ["5S", "AH", "4D"])
    for pad in (0, 1):
        table.hold((pad,), "no", HOLD_US)
    table.switch_on()
    table.run(1_000_000)
    chord(table, 0)
    said = []
    while "no further" not in table.says:
        said.append(told(table))
        table.press("no", 0)
    assert any(one.endswith("What was played till here counts nothing") for one in said)
    assert any("trick 1" in one for one in said)


def test_it_is_there_when_the_table_can_keep_nothing_more(played, monkeypatch):
    played.press("ok", 0)

    def append(store, name, data):
        raise OSError(5, "EIO")

    monkeypatch.setattr(Store, "append", append)
    played.clear()
    assert "cannot keep any more" in played.says
    chord(played, 0)
    assert "trick 2" in told(played)
    played.press("ok", 0)
    played.run(1_000_000)
    assert played.says.startswith("The table cannot keep any more") and played.loop.dialogue is None


def test_what_is_on_flash_and_not_in_memory_is_not_written_over(tmp_path, monkeypatch):
    """Memory fails behind the write of a record of a correction: nothing is written till the next start."""
    table = Table(tmp_path)
    table.begin(3, days="2")
    before = table.records
    monkeypatch.setattr(journals, "next_head", no_memory)
    chord(table, 1)
    assert "cannot keep any more" in table.says and table.loop.journal.broken
    monkeypatch.undo()
    table.switch_on()
    table.run(1_000_000)
    assert table.records[: len(before)] == before and "The table had stopped: MemoryError" in table.says
    assert "OK goes on" in table.says and not table.loop.journal.broken


def test_without_memory_the_table_stops(played, monkeypatch):
    """As after any mistake of the program."""
    played.press("ok", 0)
    monkeypatch.setattr(played.loop.play, "feed", no_memory)
    played.lift(0)
    assert isinstance(played.loop.bug, MemoryError)


def test_a_match_that_is_begun_ends_it(played):
    chord(played, 0)
    played.begin(2)
    assert told(played) is None and played.asked is not None


def test_hidden_cards_stay_hidden(tmp_path):
    """Two worlds that differ in the hidden cards of a trick."""
    pair = []
    for world, plays in zip(worlds(tmp_path, 3), (["5S", "AH"], ["9D", "7C"])):
        table = world.table
        table.lay(CENTRE, "KS")
        for pad, card in enumerate(plays):
            table.lay(pad, card)
        table.switch_on()
        world.watch()
        world.signs.clear()
        table.run(1_000_000)
        chord(table, 1)
        for key in ("no", "yes", "ok"):
            table.press(key, 1)
        table.run(1_000_000)
        table.press("ok", 2)
        pair.append(world)
    assert pair[0].outward() == pair[1].outward() and len(pair[0].signs) > 20


# -- every game ---------------------------------------------------------------------------------------------


class Kept:
    """A loop without devices: the journal of matches played by people at random."""

    def __init__(self, root, lang="en"):
        table = Table(root)
        self.loop = table.loop
        self.display = Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), Language(lang))

    def play(self, name, seed):
        """A match; the facts of its stages."""
        game = games.load(name)
        run = Game(game, max(3, game.SEATS[0]), SHORT.get(name, {}), seed)
        while not run.referee.over:
            run.step()
        journal, shadow = self.loop.journal, Shadow()
        journal.open_stage(run.records[0][3], fresh=True)
        journal.append(0, ["game", "0" * 16, "blind", "shown", "", ""])
        for record in run.records:
            journal.append(0, list(record))
            shadow.follow(list(record))
            if record[0] == "end":
                journal.append_head(0, record[1])
                journal.open_stage(run.records[0][3][:3] + [record[3]])
        for _ in range(300):
            journal.idle()
        assert shadow.difference is None
        return shadow._stages


@pytest.mark.parametrize("name", games.NAMES)
def test_the_display_and_a_computer_give_the_same_account(tmp_path, name):
    """The last ten rounds of two matches, packed on flash; nothing else, and in their order."""
    kept = Kept(tmp_path)
    stages = kept.play(name, 1)[1:] + kept.play(name, 2)[1:]
    assert len(kept.loop.journal.packs) >= 2
    expected = [[list(fact) for fact in stage] for stage in stages[-10:]]
    rounds = facts_of(kept.loop)
    expected = [
        [fact for fact in facts if fact[0] != "colours" and (fact[0] != "laws" or fact[1])]
        for facts in expected
    ]
    assert json.dumps(rounds) == json.dumps(expected)


STANDS = {
    "democracy": (3, "Totals: seat 1: 1, seat 2: 0, seat 3: 5", {2: "wins"}),
    "demos": (3, "Points and figures: seat 1: 12 (1), seat 2: 0 (0), seat 3: 12 (2)", {0: "wins", 2: "wins"}),
    "democrazy": (4, "Chips: 1 2R1Y, 2 0, 3 1B, 4 1R", {0: "wins"}),
}


@pytest.mark.parametrize("name", games.NAMES)
def test_a_round_that_is_over_ends_with_how_the_match_stood(tmp_path, name):
    """The text of it, and the lamps of the leading seats. That it ends so: `recalled.facts`."""
    seats, said, lamps = STANDS[name]
    kept = Kept(tmp_path)
    match = matches.new(games.load(name), seats, {})
    match.pads = list(range(seats))
    match.stage = 1
    if name == "democrazy":
        match.seat = 0
        match.chips = [2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]
    else:
        match.totals = [1, 0, 5] if name == "democracy" else [12, 0, 12]
        match.dealer = 0
    if name == "demos":
        match.figures = [[1], [], [2, 3]]
    (told,) = review.list_standings(match)
    kept.display.game = match.game

    def asked(text):
        return Prompt("standings", (text,), [0] * 10, [0] * 12, {})

    pages = review.pages(kept.display, told, asked)
    assert ", ".join(pages) == said
    recall = review.Review.__new__(review.Review)
    recall._loop, recall._pads, recall._steps, recall._step = kept.loop, match.pads, [(told, said)], 0
    kept.loop.display.game = match.game
    assert recall._lamps() == ([], lamps)


@pytest.mark.parametrize(
    ("lang", "fact", "said"),
    [
        ("en", ("challenge", 1, [], True), "The high stake of seat 2 is not challenged, so it counts"),
        ("en", ("challenge", 1, [0, 2], False), "The high stake of seat 2 is challenged by seats 1 and 3"),
        ("fr", ("challenge", 1, [], True), "Le gros enjeu de place 2 n'est pas contesté: il compte"),
        ("fr", ("challenge", 1, [2], False), "Le gros enjeu de place 2 est contesté par place 3"),
        (
            "en",
            ("award", 1, 2, 0, "split", [0, 1], False),
            "Day 1, trick 2: seat 1 proposes split; not agreed, for it only seats 1 and 2",
        ),
        (
            "fr",
            ("award", 1, 2, 0, "split", [0, 1, 2], True),
            "Jour 1, pli 2: place 1 propose partage; accepté, pour: places 1-3",
        ),
    ],
)
def test_who_agreed_and_who_challenged_is_said(lang, fact, said):
    display = Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), Language(lang))
    display.game = games.load("democracy")

    def asked(text):
        return Prompt("recall", (1, 1, "democracy", text), [0] * 10, [0] * 12, {})

    assert ", ".join(review.pages(display, fact, asked)) == said


# Settings that tell what else is seldom told.
RARELY = {
    "democracy": {
        "bad_catch": "one_two", "high_stake": 2, "lie_detection": "challenge", "negotiation": "majority",
        "days": 8,
    },
}  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_fact_is_said_and_fits(lang):
    display = Display(Lines(BOARD.DISPLAY_LINES, BOARD.DISPLAY_WIDTH), Language(lang))
    seen, known = set(), []
    for name in games.NAMES:
        game = games.load(name)
        display.game = game
        for seed in range(4):
            seats = game.SEATS[1] if seed % 2 else max(3, game.SEATS[0])
            run = Game(game, seats, SHORT.get(name, {}) if seed < 2 else RARELY.get(name, {}), seed)
            for _ in range(900):
                if run.referee.over:
                    break
                for out in run.step():
                    if not isinstance(out, Told) or out.fact in known:
                        continue
                    fact = out.fact
                    known.append(fact)

                    def asked(text, name=name):
                        return Prompt("recall", (10, 10, name, text), [0] * 10, [0] * 12, {})

                    for text in review.pages(display, fact, asked):
                        said = display.prompt(asked(text))
                        assert display.fits(said) and "{" not in said and "[" not in said, said
                        assert "~" not in said, "no handle of what is hidden"
                        assert "." not in text.rstrip(".") or ". " in text, text
                        display.show(said)
                        assert read(display._device.lines)[0] == "recall", said
                        seen.add((name, fact[0]))
    silent = {(name, fact) for name in games.NAMES for fact in games.load(name).FACTS} - seen
    rare = {"void", "declaration", "shown", "ghost", "tie", "conduct", "judged", "table", "taken_back",
            "end_card", "media", "effect", "result", "score", "final", "put_back", "challenge",
            "restated"}  # fmt: skip
    assert {fact for _, fact in silent} <= {"seated", "colours", *rare}, silent
