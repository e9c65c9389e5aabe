"""The perception of people, through the whole firmware: waiting, reminders, sound, languages."""

import random
import re

import pytest

from amounts import amount
from cardtable.controller.output.lamps import (
    DO,
    DO_STATES,
    LAMPS,
    OFF,
    PAD,
    PAD_STATES,
    REMIND,
    RESULT,
    RESULT_STATES,
    quicken,
)
from cardtable.controller.output.tunes import TUNES
from cardtable.controller.storage.settings import CHOICES
from cardtable.engine import cards
from cardtable.engine.asks import base
from firmware_table import CENTRE, HOLD_US, PASSED_US, Host, Table
from tablehost.people.looks import look
from tablehost.virtual.people.senses import read
from tablehost.virtual.tags.tag import Tag

STRANGE = Tag(bytes.fromhex("04DEADBEEF0001"))
MINUTE_US = 60_000_000
PLAYS = ["5S", "AH", "4D"]


def heard(table):
    """A list that gets the name of every tune that is played from now on."""
    names = []
    play = table.loop.tunes.play

    def listen(name):
        names.append(name)
        play(name)

    table.loop.tunes.play = listen
    return names


# -- reminders -------------------------------------------------------------------------------------


def test_a_seat_waited_for_is_reminded_twice(table):
    """After 20 s and 60 s: another rhythm and one tone, for those who are waited for; and nothing else."""
    table.begin(3)
    table.lay(CENTRE, "KS")
    table.lay(1, "AH")
    names, records = heard(table), len(table.records)
    table.run(18_000_000)
    assert [table.lamps(pad)[0] for pad in range(3)] == ["B~", "..", "B~"] and not names
    table.run(3_000_000)
    assert [table.lamps(pad)[0] for pad in range(3)] == ["B+", "..", "B+"] and names == [REMIND]
    table.run(41_000_000)
    assert [table.lamps(pad)[0] for pad in range(3)] == ["B*", "..", "B*"] and names == [REMIND] * 2
    table.run(60 * MINUTE_US)
    assert names == [REMIND] * 2 and len(table.records) == records, "time alone does nothing"
    line = table.loop.lamps.line()
    tasks, _ = look([line[i : i + 6] for i in range(0, len(line), 6)], [0, 1, 2], CENTRE, seated=True)
    assert tasks[:3] == [base.LAY, base.NOTHING, base.LAY], "it is still seen what is asked"
    table.lay(0, "5S")
    assert [table.lamps(pad)[0] for pad in range(3)] == ["..", "..", "B~"], "progress: it begins anew"
    table.run(21_000_000)
    assert table.lamps(2)[0] == "B+" and names[-1] == REMIND


def test_a_key_that_means_nothing_is_no_progress(table):
    table.begin(3)
    table.run(15_000_000)
    table.press("yes", 1)
    table.run(6_000_000)
    assert table.lamps(0)[0] == "B+"


def test_no_seat_is_reminded_of_an_optional_act(table):
    """A seat that may speak up but need not is left alone; the dealer is waited for."""
    table.begin(2, sweep="announced")
    names = heard(table)
    table.run(2 * MINUTE_US)
    assert [table.lamps(pad)[0] for pad in range(2)] == ["B*", "W="] and names == [REMIND] * 2


def test_nothing_reminds_where_nothing_is_asked(table):
    names = heard(table)
    table.run(2 * MINUTE_US)
    assert not names


# -- tones and lamps -------------------------------------------------------------------------------


def looks_of(tone):
    """(lamp, look) of every state with this tone."""
    if tone == REMIND:
        states = [look for look, _ in DO_STATES.values()]
        return {(DO, quicken(one, stage)) for one in states for stage in (1, 2) if quicken(one, stage) != one}
    tables = ((DO, DO_STATES), (PAD, PAD_STATES), (RESULT, RESULT_STATES))
    return {(lamp, one) for lamp, states in tables for one, tune in states.values() if tune == tone}


def signs_of_a_trick(root, sound):
    root.mkdir()
    (root / "settings").write_text(f"sound={sound}\n")
    table = Table(root, grain=1000)
    seen, duties = [], set()
    turn = table.loop.step

    def step():
        turn()
        sign = (table.machine.lights(), list(table.parts.display.lines))
        if not seen or seen[-1] != sign:
            seen.append(sign)
        if table.machine.tone():
            duties.add(table.machine.sound._duty)

    table.loop.step = step
    table.begin(3)
    table.lay(1, STRANGE, PASSED_US)
    table.lift(1)
    table.trick("KS", PLAYS)
    table.press("yes", 1)
    table.clear()
    table.run(25_000_000)
    return seen, table.tones, duties


def test_without_sound_nothing_is_lost(tmp_path):
    """The same lights and words in the same order; softly the same tones."""
    full, soft, off = (signs_of_a_trick(tmp_path / sound, sound) for sound in ("full", "soft", "off"))
    assert full[0] == soft[0] == off[0]
    assert full[1] == soft[1] and len(full[1]) > 10
    assert off[1] == [] and off[2] == set()
    assert max(soft[2]) < min(full[2])


# -- random play -----------------------------------------------------------------------------------


class Players:
    """They do what the table asks for, mostly; sometimes they fumble, and things break."""

    def __init__(self, table, seed, seats):
        self.table = table
        self.random = random.Random(seed)
        self.seats = seats
        self.seen = set()  # the kinds of moments there were

    def prompt(self):
        referee = self.table.loop.play.referee
        if self.table.loop.dialogue is not None:
            return self.table.loop.dialogue.prompt()
        return None if referee is None or self.table.loop._scan_until is not None else referee.prompt()

    def act(self):
        if self.random.random() < 0.25:
            self.fumble()
            return
        prompt = self.prompt()
        if prompt is None:
            self.table.run(500_000)
            return
        what, _, tasks, verdicts = prompt[:4]
        go = (base.WRONG, base.REMOVE, base.TAKE, base.KEEP, base.OUT)
        doings = [(self.table.lift, self.pad(place)) for place in range(base.PLACES) if verdicts[place] in go]
        if what.startswith("repair-lay") and verdicts[base.CENTRE] == base.MISSING:
            doings.append((self.lay, self.pad(base.CENTRE)))
        for seat, task in enumerate(tasks):
            pad = self.pad(seat)
            if task in (base.LAY, base.SHOW):
                place = seat if what != "turn-up" and verdicts[seat] != base.FINE else base.CENTRE
                if what == "declare-window":
                    place = base.CENTRE
                if not self.table.lying[self.pad(place)]:
                    doings.append((self.lay, self.pad(place)))
            elif task != base.NOTHING and pad is not None:
                keys = {base.PRESS_OK: ["ok"], base.PICK: ["yes", "ok"], base.MAY_CALL: ["ok", "yes"]}
                key = self.random.choice(keys.get(task, ["ok", "yes", "no"]))
                doings.append((self.table.press, key, pad))
        if doings:
            act, *args = self.random.choice(doings)
            act(*args)
        else:
            self.table.run(500_000)

    def pad(self, place):
        return self.table.loop.seats.pad(place)

    def lay(self, pad):
        referee = self.table.loop.play.referee
        if self.table.loop.dialogue is not None:
            self.table.lay(
                pad, cards.text(referee.picture.recorded[self.table.loop.seats.place(pad)]), PASSED_US
            )
            return
        free = [card for card in referee.game.deck(self.seats, referee.match.options)
                if referee.table.where(card) is None and card not in referee.picture.lying]  # fmt: skip
        self.table.lay(pad, cards.text(self.random.choice(free or [5])), PASSED_US)

    def fumble(self):
        table = self.table
        pad = self.random.choice([*range(self.seats), CENTRE])
        kind = self.random.choice(["strange", "two", "lift", "key", "hold", "cut", "reader", "wait", "early"])
        self.seen.add(kind)
        if kind == "strange" and not table.lying[pad]:
            table.lay(pad, Tag(bytes((4, 1, 2, self.random.randrange(200), 5, 6, 7))), PASSED_US)
        elif kind == "two" and table.lying[pad]:
            table.lay(pad, Tag(bytes((4, 1, 2, self.random.randrange(200), 5, 6, 8))), PASSED_US)
        elif kind == "lift":
            table.lift(pad)
        elif kind == "key" and pad != CENTRE:
            table.press(self.random.choice(["yes", "no", "ok"]), pad)
        elif kind == "hold" and pad != CENTRE and self.random.random() < 0.3:
            table.hold((pad,), "no", HOLD_US)
        elif kind == "cut" and self.random.random() < 0.3:
            table.power_cut()
            self.watch()
        elif kind == "reader" and self.random.random() < 0.3:
            table.machine.chips[pad].dead = 0
            table.run(2_000_000)
            table.machine.chips[pad].dead = None
        elif kind == "wait":
            table.run(22_000_000)
        elif kind == "early" and not table.lying[pad]:
            self.lay(pad)

    def watch(self):
        """Look at the table after each of its turns in which something was new."""
        loop = self.table.loop
        turn, play, tones = loop.step, loop.tunes.play, []

        def listen(name):
            tones.append(name)
            play(name)

        def step():
            news = loop._news or bool(tones)
            turn()
            if news or tones:
                self.check_tones(tones)
                tones.clear()
            if not loop._news:
                self.check()

        loop.step = step
        loop.tunes.play = listen
        self.shown = None

    def check_tones(self, tones):
        """Each tone has its lamp, which shines now."""
        lamps = self.table.loop.lamps
        shine = {(lamp, lamps.state(pad, lamp)) for pad in range(CENTRE + 1) for lamp in range(LAMPS)}
        for tone in tones:
            assert shine & looks_of(tone), (tone, self.table.says)
        self.seen.update(tones)

    def check(self):
        """The display's last sentence says what is waited for, and from whom."""
        table = self.table
        prompt = self.prompt()
        text = table.says
        moment = (text, prompt and (prompt[0], prompt[2], prompt[3]))
        if moment == self.shown:
            return
        self.shown = moment
        display = table.loop.display
        assert text == " ".join(display.text.split()), "it fits"
        if prompt is None:
            assert read([text])[0] in ("ready", "over", "restoring")
            return
        what, _, tasks, verdicts = prompt[:4]
        last = text.rsplit(". ", 1)[-1] if ". " in text else text
        must = {seat for seat, task in enumerate(tasks) if task not in (base.NOTHING, base.MAY_CALL)}
        may = {seat for seat, task in enumerate(tasks) if task == base.MAY_CALL}
        middle = {base.CENTRE} if verdicts[base.CENTRE] in (base.REMOVE, base.KEEP, base.OUT) else set()
        wrong = {place for place in range(base.PLACES) if verdicts[place] == base.WRONG}
        whom = named(last, display.words)
        if what == "take-seats":
            assert must and last.endswith(f": {self.seats}")
        elif what.startswith("repair-"):
            assert len(whom) == 1 and read([text])[0] == what
        elif base.TAKE_ALL in tasks:
            assert whom == {tasks.index(base.TAKE_ALL)}
        elif must or may or middle:
            assert must <= whom <= must | may | middle and whom, (text, tasks)
            assert read([text])[0] == what
        else:
            assert wrong, (text, prompt)
            whom = named(". ".join(text.split(". ")[-3:]), display.words)
            assert whom & wrong, text
            what = "held up"
        self.seen.add(what)


def test_nothing_but_a_wrong_card_is_waited_for(table):
    """All has been done, and a card lies wrong where nothing was asked: last stands what to do about it."""
    table.begin(3)
    table.lay(1, STRANGE, PASSED_US)
    table.lay(CENTRE, "KS")
    wrong = "The card of seat 2 is not in this deck. Take it away"
    assert table.says == "Day 1, trick 1 of 6: turn up a card from the pool: done. " + wrong
    assert table.lamps(1)[:2] == ["V~", "V:"] and read([table.says]) == ("turn-up", [1, 1, 6])
    table.run(21_000_000)
    assert table.lamps(1)[0] == "V+", "who must take it away is reminded"
    table.lift(1)
    assert table.asked == "lay-face-down"


def named(sentence, words):
    """The places that a sentence names, at its end if it lists several."""
    found = {base.CENTRE} if words.names["middle"] in sentence else set()
    seat = words.names["seat"].format("")[:-1]
    also = words.names["and"]
    some = r"\d+(?:-\d+)?"
    for listed in re.findall(rf"\b{seat}s? ({some}(?:, {some})*(?: {also} {some})?)", sentence):
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", listed):
            found |= set(range(int(first) - 1, int(last or first)))
    return found


@pytest.mark.parametrize(
    ("seed", "lang"),
    amount([(0, "en"), (1, "fr"), (2, "en")], soak=[(n, one) for n in range(3) for one in CHOICES["lang"]]),
)
def test_the_display_always_says_what_is_waited_for(tmp_path, lang, seed):
    """At every instant of random play, with troubles of every kind; and every tone has a lamp."""
    (tmp_path / "settings").write_text(f"lang={lang}\n")
    table = Table(tmp_path)
    seats = 2 + seed
    options = (
        {},
        {"sweep": "announced", "deal_check": "count"},
        {"joker_turned": "ghost", "joker": "declared", "negotiation": "majority"},
    )
    players = Players(table, f"{lang} {seed}", seats)
    players.watch()
    table.begin(seats, **options[seed])
    for _ in range(150):
        players.act()
    assert {"turn-up", "lay-face-down", "clear", "take-seats"} <= players.seen
    assert {"read", "wrong", "several", "ask", "press", "refused", REMIND} <= players.seen


# -- settings --------------------------------------------------------------------------------------


def test_a_language_is_set_and_kept(table):
    host = Host(table)
    table.begin(3)
    host.run(2)
    before = table.says
    host.end.do("set", "lang", "fr")
    host.run(1)
    assert host.heard("res")[-1][2:] == (True, ["ok", "fr"])
    french = "Jour 1, pli 1 sur 6: retournez une carte de la pioche: place 1"
    assert table.says.endswith(french) and before != table.says
    assert host.heard("say")[-1][2].endswith(french)
    table.lay(CENTRE, "KS")
    table.press("ok", 2)
    host.run(6)  # no host listened for a while: it says hello again
    assert "place 3: cet OK n'est pas le vôtre" in table.says
    assert "place 3: cet OK n'est pas le v`ktre" in host.heard("say")[-1][2], "the line has seven bits"
    table.power_cut()
    assert "posez une carte face cachée: places 1-3" in table.says
    assert read([table.says]) == ("lay-face-down", [1, 1, 6])


def test_a_refused_setting_changes_nothing(table):
    host = Host(table)
    host.run(2)
    for words, why in (
        (("set", "lang", "de"), ["no-such-value", ["en", "fr"]]),
        (("set", "sound", "1"), ["no-such-value", ["full", "soft", "off"]]),
        (("set", "colour", "red"), ["no-such-setting", ["glow", "lang", "lessons", "policy", "sound"]]),
    ):
        host.end.do(*words)
        host.run(1)
        assert host.heard("res")[-1][2:] == (False, why), words
    assert not (table.root / "settings").exists()


def test_settings_that_make_no_sense_are_the_usual_ones(tmp_path):
    for text in ("", "lang=xx\nsound=\n", "\x00\n=\nlang\n", "lang=fr=en\n"):
        (tmp_path / "settings").write_text(text)
        table = Table(tmp_path)
        assert table.loop.display.places((0,)) == "seat 1" and table.loop.tunes.sound == "full"
    (tmp_path / "settings").write_text("sound=off\nlang=fr\n")
    table = Table(tmp_path)
    table.run(500_000)
    assert table.says == "Prêt. OK prépare une partie. Sur ordinateur: cardtable play"


def test_a_sentence_on_the_line_is_short_enough(table):
    """Whatever the display holds fits a frame."""
    assert table.board.DISPLAY_LINES * table.board.DISPLAY_WIDTH <= 190
    assert OFF not in {look for look, tone in RESULT_STATES.values() if tone} and TUNES
