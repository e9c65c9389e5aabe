"""A match in a tab of a browser, here by plain Python: played to its end, loaded again, kept, taken back."""

import base64
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from amounts import amount
from called_command import run
from tab_player import TabPlayer
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.journal import gamefile
from tablehost.match.card_words import CardWords
from tablehost.people import vocabulary
from tablehost.people.hands import ACTS, ADVISE, READ
from tablehost.suits import show_card
from tablehost.web.tab import Tab

SHORT = {
    "democracy": {"target": 1, "days": 1},
    "demos": {"max_rounds": 2},
    "democrazy": {"stack_top": 3, "stack_bottom": 1},
}
MATCHES = [
    *((name, 4, lang) for name in SHORT for lang in vocabulary.LANGUAGES),
    *(("democracy", 2, "en"), ("democracy", 7, "fr"), ("demos", 5, "en")),
]
SEEDS = range(1, amount(2, soak=20))
LOTS_OF = amount(3, soak=20)  # seeds of what is cheap

# What a page that is loaded again cannot know: what was said before, the answer to what was typed, and the
# hint at an ask that has passed.
PASSED = ("sentences", "answer", "hint", "advice")
ASKED_LAST = ("display", "waits")  # after the end, which the old page goes on to show

WORDS = [
    *("", "ok", "yes", "no", "hold", "correct", "foreign", "5H", "5H 6H", "0", "9", "-1", "99", "x" * 60),
    *("seat", "[]", "\0", "é", "R01", "wild", "R", "Z", "2y r", " "),
]


def player(name, seats=4, language="en", seed=1, **more):
    return TabPlayer(name, seats, SHORT[name], language, str(seed), **more)


def audit(match):
    """The host's own check of the match file."""
    name, content = match.file()
    file = gamefile.from_lines(content, name)
    audit = file.audit()
    assert not file.contradictions(audit)
    return audit


def said(lang, code, **about):
    with messages.speaking(lang):
        return messages.Catalogue("play")(code, **about)


# -- to the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "seats", "lang"), MATCHES)
def test_a_match_comes_to_its_end_by_advice_and_is_judged_alike(name, seats, lang, seed):
    match = player(name, seats, lang, seed).play()
    assert match.snapshot["ending"] and len(match.snapshot["standing"]) == seats
    checked = audit(match)
    assert checked.shadow.over and checked.shadow.difference is None and not checked.findings
    assert json.loads(match.file()[1].splitlines()[0])["result"]["winners"] == match.snapshot["winners"]
    assert match.own["offers"] == [] and match.step() is None


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_at_its_usual_pace_others_take_their_time_and_a_reveal_is_seen(name, lang):
    """And nothing but the time that a step names has to go by."""
    slow, fast = (player(name, 4, lang, pace=pace, lingers=False).play() for pace in (1, 0))
    assert slow.now > 20_000 > fast.now
    assert slow.steps < 600, "the page is not kept busy"


@pytest.mark.parametrize("name", SHORT)
def test_a_page_that_asks_again_has_the_whole(name):
    match, lots = player(name), random.Random(name)
    while not match.play(lots.randrange(1, 4)).is_over:
        before = match.own, match.snapshot
        match.own, match.snapshot = {}, {}
        match.tab.again()
        match.step()
        assert (match.own, match.snapshot) == before


# -- loaded again -----------------------------------------------------------------------------------------


def loaded_again(match):
    """The match in another page; what it shows is compared, at the same time."""
    other = TabPlayer.__new__(TabPlayer)
    other.__dict__.update(match.__dict__, own={}, snapshot={}, told="")
    other.reload()
    match.step()
    for name in match.snapshot:
        if not (match.is_over and name in ASKED_LAST):
            assert other.snapshot[name] == match.snapshot[name], name
    for name in match.own:
        if name not in PASSED:
            assert other.own[name] == match.own[name], name
    hint, code = other.own["hint"], match.own["asked"]
    assert hint in ("", match.own["hint"]) or hint["code"] == code, "a hint at what is asked now, at most"
    assert other.own["answer"] == other.own["lesson"] == other.own["wish"] == ""
    assert other.tab.keep() == match.tab.keep()
    return other


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("lingers", [True, False])
@pytest.mark.parametrize("pace", [0, 1])
@pytest.mark.parametrize(("name", "seats", "lang"), [*((name, 4, "en") for name in SHORT), MATCHES[-2]])
def test_a_page_loaded_again_shows_the_same_and_the_match_goes_on_as_without(
    name, seats, lang, pace, lingers, seed
):
    whole = player(name, seats, lang, seed, pace=pace, lingers=lingers).play()
    match, lots, loaded = player(name, seats, lang, seed, pace=pace, lingers=lingers), random.Random(seed), 0
    while not match.is_over:
        wait = match.step()
        if lots.random() < 0.07:
            match, loaded = loaded_again(match), loaded + 1
            continue
        if wait is not None:
            match.now += wait
        elif not match.is_over:
            match.act()
            match.now += 100
            match.step()  # the page does so at once
    assert loaded > 2
    assert match.lines == whole.lines and match.records == whole.records
    assert match.file() == whole.file() == loaded_again(match).file()


# -- the match file ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("new_home")
@pytest.mark.parametrize("name", SHORT)
def test_the_match_file_verifies(name, capsys):
    match = player(name).play()
    for each in (match, match.reload()):
        path = Path(each.file()[0])
        path.write_text(each.file()[1])
        status, out, _ = run(capsys, "verify", path)
        assert status == 0 and "FAIL" not in out and "virtual table" in out, out
        status, out, _ = run(capsys, "import", path)
        assert status == 0, out


def changed(lines, lots):
    """The lines with another digit in a record, both in its bytes and in their reading."""
    at = lots.choice([at for at, line in enumerate(lines) if json.loads(line)["kind"] == "record"])
    line = json.loads(lines[at])
    raw = bytearray(base64.b64decode(line["raw"]))
    digit = lots.choice([at for at, one in enumerate(raw) if chr(one).isdigit()])
    raw[digit] = ord("7") if raw[digit] != ord("7") else ord("3")
    try:
        line |= {"raw": base64.b64encode(raw).decode(), "record": json.loads(raw)}
    except ValueError:  # 07
        line["raw"] = base64.b64encode(raw).decode()
    return [*lines[:at], json.dumps(line), *lines[at + 1 :]]


@pytest.mark.parametrize("name", SHORT)
def test_a_match_file_with_a_changed_byte_is_refused(name):
    title, content = player(name).play().file()
    lots = random.Random(name)
    for _ in range(amount(12, soak=200)):
        lines = changed(content.splitlines(), lots)
        try:
            findings = gamefile.from_lines("\n".join(lines) + "\n", title).audit().findings
        except Trouble:
            continue
        assert findings, [line for line in lines if line not in content]


@pytest.mark.parametrize("name", SHORT)
def test_a_match_file_with_other_winners_is_refused(name):
    title, content = player(name).play().file()
    head, *rest = content.splitlines()
    head = json.loads(head)
    head["result"]["winners"] = [seat for seat in range(4) if seat not in head["result"]["winners"]]
    file = gamefile.from_lines("\n".join([json.dumps(head), *rest]) + "\n", title)
    assert file.contradictions(file.audit())


# -- taken back -------------------------------------------------------------------------------------------


def cards_of(match):
    return sorted(row["card"] for row in [*match.own["hand"], *match.own["pad"]])


def number_of(own):
    return float(own["task"].split()[0])


def rests(match):
    """No player acts, however much time goes by; so after the page is loaded again."""
    at, told = match.records, match.snapshot["stories"]
    for each in (match, loaded_again(match)):
        for _ in range(12):
            each.now += 1_000
            each.step()
        assert each.records == at and each.snapshot["stories"] == told
        assert each.own["offers"], "the person is asked"


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_before_anything_was_done_nothing_is_taken_back(name, lang):
    match = player(name, 4, lang).settle()
    kept = match.tab.keep()
    assert match.type("undo") == said(lang, "own-nothing")
    assert match.tab.keep() == kept


def seen(own):
    """The own things, as the person sees them."""
    return {name: own[name] for name in ("hand", "pad", "open", "beside", "asked")}


@pytest.mark.parametrize("seed", range(LOTS_OF))
@pytest.mark.parametrize("pace", [0, 1])
@pytest.mark.parametrize("name", SHORT)
def test_an_undo_goes_back_to_the_hand_of_before_and_waits_for_the_person(name, pace, seed):
    """The person acts as soon as it can be, also before the others have."""
    lang, lots = vocabulary.LANGUAGES[seed % 2], random.Random(f"{name} {seed}")
    match = player(name, 4, lang, seed, lingers=seed % 3 > 0, pace=pace).settle()
    begun, back, undone = {}, 0, {"en": ("Taken back: ", "Your "), "fr": ("Repris : ", "Votre ")}[lang]
    while not match.is_over:
        if back < 5 and begun and lots.random() < 0.2 and match.own["offers"] != ["on"]:
            before, lines = match.records, match.lines
            match.tab.act(json.dumps({"line": "undo", "task": match.own["task"]}))
            match.step()
            if match.answer == said(lang, "own-nothing"):
                assert match.records == before
                continue
            assert match.answer.startswith(undone) and match.answer[-1] == "." and "{" not in match.answer
            assert before[: len(match.records)] == match.records[: len(before)]
            if len(match.records) < len(before):
                back += 1
                gone = {line["kind"] for line in lines[len(match.lines) :]}
                again = {"en": ("trick is played", "vote is held"), "fr": ("pli se rejoue", "vote se refait")}
                assert any(words in match.answer for words in again[lang]) == bool(gone & {"trick", "vote"})
                number = number_of(match.own)
                assert seen(match.own) == begun[number]
                begun = {one: begun[one] for one in begun if one < number}
                rests(match)
        elif match.own["offers"]:
            if (match.act() or ("on", ""))[0] != "on":
                begun.setdefault(number_of(match.acted_on), seen(match.acted_on))
            match.step()
        if (wait := match.step()) is not None:
            match.now += wait
    assert back == 5 and audit(match).shadow.difference is None


def lay_unanswered(match):
    """Play until the person has laid a card that no record tells yet."""
    while not match.is_over:
        if match.settle().is_over:
            return False
        before = match.own, match.records
        if (match.act() or ("",))[0] == "lay":
            match.step()
            if match.records == before[1] and len(match.own["pad"]) == 1:
                return True
        match.now += 100
    return False


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
def test_a_card_without_a_record_goes_back_by_a_motion_of_the_hand(lang):
    match, taken, name = player("democracy", 4, lang, pace=1), 0, vocabulary.load(lang, "democracy")
    while taken < 5 and lay_unanswered(match):
        before, laid, cards = match.records, match.own["pad"][0], cards_of(match)
        match.tab.act(json.dumps({"line": "undo", "task": match.own["task"]}))
        match.step()
        own = said(lang, "own-card", card=CardWords(name).put_into(laid["card"]))
        assert match.answer == said(lang, "own-lifted", own=own)
        assert match.own["pad"] == [] and cards_of(match) == cards and match.records == before
        taken += 1
    assert taken == 5
    assert match.play().is_over


@pytest.mark.parametrize("name", SHORT)
def test_the_line_of_a_passed_ask_takes_nothing_back(name):
    match = player(name).play(4)
    kept, late = match.tab.keep(), vocabulary.load("en", name).cannot["late"]
    match.tab.act(json.dumps({"line": "undo", "task": "0.0 key"}))
    match.step()
    assert match.answer == late and match.tab.keep() == kept


# -- acts that are no use ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_late_acts_do_nothing_and_are_answered(name, lang):
    match, late, known, count = player(name, 4, lang).settle(), vocabulary.load(lang, name), [], 0
    while not match.is_over:
        known.append(match.own["task"])
        before, shown = match.records, match.snapshot
        for task in [one for one in known[-3:-1] if one.split()[0] != match.own["task"].split()[0]]:
            for act, word in (("press", "ok"), ("press", "yes"), ("lay", "5H"), ("lift", ""), (ADVISE, "")):
                match.send(act, word, task)
                match.step()
                assert match.answer.startswith(late.cannot["late"][:-1]), (act, task, known[-1])
                count += 1
        assert match.records == before and match.snapshot == shown
        match.play(1)
    assert count > 50


@pytest.mark.parametrize("seed", range(LOTS_OF))
@pytest.mark.parametrize("name", SHORT)
def test_unknown_acts_and_malformed_words_end_nothing(name, seed):
    lots, answers = random.Random(seed), set()
    match = player(name, 4, vocabulary.LANGUAGES[seed % 2], seed).settle()
    unknown = vocabulary.load(vocabulary.LANGUAGES[seed % 2], name).cannot["unknown-act"]
    acts = [act for act in (*ACTS, READ) if act != "turn"]  # the End Card would come up before its time
    wishes = [*itertools.product(acts, WORDS), *(("fly", word) for word in WORDS), ("", "")]
    for _ in range(amount(60, soak=400)):
        if match.is_over:
            break
        offered = [(act, lots.choice(WORDS)) for act in match.own["offers"] if act in ACTS]
        for act, word in [*lots.sample(wishes, 4), *offered]:
            kept = match.own["answer"]
            match.send(act, word)
            match.settle()
            if act in ("fly", ""):
                assert match.own["answer"] != kept and match.answer.startswith(unknown[:-1]), act
            answers.add(match.answer)
        if match.own["pad"] and "lift" in match.own["offers"]:
            match.send("lift")
            match.settle()
        elif match.own["offers"] and not match.is_over:
            match.send(ADVISE)
            match.settle()
            if done := match.own["advice"]:
                match.send(done["act"], done["word"])
                match.settle()
    assert len(answers) > 3 and match.steps > 20
    assert not any("{" in text for text in filter(None, answers))
    assert loaded_again(match).records == match.records


def test_a_figure_is_drawn_for_a_seat_and_for_no_other_word():
    drawn = 0
    for seed in range(1, 9):
        match = player("demos", seed=seed).settle()
        while not match.is_over:
            if match.own["asked"] == "draw-figure" and match.own["offers"] == ["draw"]:
                kept, drawn = match.records, drawn + 1
                for word in ("\0", "é", "2y", "²", "-1", "9", "1"):
                    match.send("draw", word)
                    match.settle()
                    assert match.answer.startswith(
                        vocabulary.load("en", "demos").cannot["not-your-team"][:-1]
                    )
                assert match.records == kept
            match.play(1)
    assert drawn


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
@pytest.mark.parametrize("name", SHORT)
def test_typed_lines_are_answered(name, lang):
    match, tongue = player(name, 4, lang).settle(), vocabulary.load(lang, name)
    while not match.own["hand"]:
        match.play(1)
    match.press_on()
    kept = match.tab.keep()
    assert match.type("help").endswith(tongue.help)
    with messages.speaking(lang):
        assert match.type("scores") == match.tab._presenter.scores()
    assert "Ada" in match.type({"en": "hand", "fr": "main"}[lang])
    assert "zzz" in match.type("zzz")
    rules = match.type({"en": "rules", "fr": "règles"}[lang])
    assert len(rules) > 500 and rules.startswith({"en": "With these options", "fr": "Avec ces options"}[lang])
    assert match.type("agree") == said(lang, "no-wish")
    with messages.speaking(lang):
        assert match.type("quit") == messages.Catalogue("web")("leave-by-button")
    assert match.tab.keep() == kept, "lines are no acts"


def test_a_card_is_laid_by_its_name_and_one_not_held_is_not():
    match = player("democracy", pace=1).settle()
    while match.own["asked"] != "lay-face-down" or "lay" not in match.own["offers"]:
        match.play(1)
    held = [row["card"] for row in match.own["hand"]]
    other = next(card for card in ("5S", "5H", "5D", "5C", "6S", "6H", "6D") if card not in held)
    assert other not in held and vocabulary.load("en", "democracy").cannot["late"] != match.type(other)
    assert show_card(other) in match.answer and match.own["pad"] == []
    match.tab.act(json.dumps({"line": held[0].lower(), "task": match.own["task"]}))
    match.step()
    assert [row["card"] for row in match.own["pad"]] == held[:1]


# -- what the person must not know -------------------------------------------------------------------------


def covered(match):
    """The cards that the person cannot have seen: in hands, in the pool, and face down on pads."""
    room = match.tab._people.room
    lies = [room.lying[seat] for seat in range(1, 4) if match.snapshot["pads"][seat]["card"] == "covered"]
    found = [card for person in room.people[1:] for card in person.hand] + list(room.pool) + lies
    return [vocabulary.cards.text(card) for card in found]


@pytest.mark.parametrize("seed", range(LOTS_OF))
@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
def test_no_document_has_a_card_that_lies_covered(lang, seed):
    """Neither its sign, nor its name in writing or for ears; of one deal: a later one deals seen cards."""
    match, words, most = player("democracy", 4, lang, seed, pace=1), CardWords(vocabulary.load(lang)), 0
    while not match.is_over and sum(line["kind"] == "deal" for line in match.lines) < 2:
        wait = match.step()
        text = json.dumps([match.own, match.snapshot], ensure_ascii=False)
        hidden = covered(match)
        most = max(most, len(hidden))
        for card in hidden:
            for name in (f'"{card}"', words.show(show_card(card)), words.put_into(card)):
                assert name not in text, (card, name, text)
        if wait is not None:
            match.now += wait
        elif not match.is_over:
            match.act()
            match.now += 100
    assert most > 25


def test_a_tab_needs_no_package_of_others():
    """Pyodide has the standard library alone."""
    program = (
        "import sys; known = set(sys.modules); import tablehost.web.tab; print(*set(sys.modules) - known)"
    )
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    rooms = {name.partition(".")[0] for name in out.stdout.split()}
    assert rooms - sys.stdlib_module_names == {"cardtable", "tablehost"}


def test_a_seed_decides_the_match():
    one, same, other = (player("demos", seed=seed).play() for seed in (1, 1, 2))
    assert one.records == same.records != other.records
    assert Tab(one.about, one.tab.keep()).keep() == one.tab.keep()


def test_a_match_of_another_program_does_not_go_on():
    """Its acts would lead to other records here."""
    match = player("democracy").play(3)
    rows, head = json.loads(match.tab.keep())
    assert Tab(match.about, json.dumps([rows, head])).keep() == match.tab.keep()
    own = next(at for at, row in enumerate(rows) if row[1][:3] == ["hand", 0, "lay"])
    for odd in ([rows[: len(rows) // 2], head], [rows[:own] + rows[own + 1 :], head], [rows, head[::-1]]):
        with pytest.raises((ValueError, LookupError, AssertionError)):
            Tab(match.about, json.dumps(odd))


@pytest.mark.parametrize("name", SHORT)
def test_a_person_may_move_each_card(name):
    """Then nothing is done for them, until they say otherwise; an undo changes nothing about it."""
    match = player(name)
    match.tab.act(json.dumps({"act": "by-hand", "word": "on"}))
    match.settle()
    assert match.own["asked"] == "take-seats" and match.own["offers"][:1] == ["ok"]
    match.send("press", "ok")
    match.settle()
    assert match.own["asked"] != "take-seats"
    lifted = 0
    while not match.is_over and not lifted:
        lifted += match.own["offers"][:1] in (["lift"], ["take"])
        if not lifted:
            match.play(1)
    assert lifted, "a card that is done stays until its player takes it"
    match.tab.act(json.dumps({"act": "by-hand", "word": ""}))
    match.settle()
    assert match.own["offers"][:1] not in (["lift"], ["take"])


def test_a_tab_has_no_plug_and_says_each_thing_once():
    match = player("democracy").play(4)
    assert match.type("plug").startswith(vocabulary.load("en").cannot["unknown-act"][:-1])
    match.send("press", "hold")
    match.settle()
    assert match.snapshot["display"].count("misdeal") == 1


# -- what a watcher must not know --------------------------------------------------------------------------

SEALED = {"democracy": "lay-face-down", "demos": "discard-secret", "democrazy": "vote"}


def watch(match, card):
    """Return what watchers are shown, and when, after the person has laid this card; to the reveal or the
    next act of the person.
    """
    revealed, told = match.snapshot["revealed"], []
    match.send("lay", card)
    while True:
        before = len(match.told)
        wait = match.step()
        if wait is None or match.snapshot["revealed"] != revealed:
            return told
        events = match.told[before:].split("\n\n")
        told.append((match.now, wait, [event for event in events if "event: own" not in event]))
        match.now += wait


@pytest.mark.parametrize("seed", range(LOTS_OF))
@pytest.mark.parametrize("name", SEALED)
def test_a_watcher_sees_the_same_whichever_card_lies_covered(name, seed):
    """The same events at the same times: neither acts by themselves nor marks tell it apart."""
    match, seen = player(name, seed=seed, pace=1).settle(), 0
    while not match.is_over and seen < 4:
        if match.own["asked"] == SEALED[name] and match.own["offers"][:1] == ["lay"] and not match.own["pad"]:
            fit = [row["card"] for row in match.own["hand"] if not row["unfit"]]
            worlds = []
            for card in fit[:3]:
                world = player(name, seed=seed, pace=1)
                world.tab, world.now = Tab(match.about, match.tab.keep()), match.now
                world.settle()
                worlds.append(watch(world, card))
            assert len(worlds) > 1 and worlds[0] and all(one == worlds[0] for one in worlds)
            seen += 1
        match.play(1)
    assert seen


@pytest.mark.parametrize("lang", vocabulary.LANGUAGES)
def test_a_row_is_picked_once_while_its_menu_is_open(lang):
    match = TabPlayer("demos", 4, {**SHORT["demos"], "favourite": "on"}, lang).settle()
    labels = {"en": "Spades Hearts Diamonds Clubs", "fr": "Pique Coeur Carreau Trèfle"}[lang].split()
    assert [one["label"] for one in match.own["rows"]] == labels and match.own["keys"] == []
    before, late = match.records, vocabulary.load(lang).cannot["late"]
    for word, task, why in (
        ("1", "7.0 pick", late),
        ("4", None, vocabulary.load(lang).cannot["unknown-act"]),
    ):
        match.send("pick", word, task)
        match.settle()
        assert why in match.answer and match.records == before
    task = match.own["task"]
    match.send("advise")
    match.settle()
    advice = match.own["advice"]
    assert advice["act"] == "pick" and labels[int(advice["word"])] in match.answer
    match.send("pick", "1")
    match.settle()
    assert next(line["favourites"][0] for line in match.lines if line["kind"] == "sides") == "H"
    match.send("pick", "2", task)
    match.settle()
    assert late in match.answer and match.reload().records == match.records
