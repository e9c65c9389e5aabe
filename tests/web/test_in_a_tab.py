"""A match alone in a tab: on CPython, on MicroPython's port for the browser, and in a real browser."""

import base64
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, pairwise
from pathlib import Path

import pytest

import called_command
import mp32
import solo_person
from amounts import amount
from browser_page import OUTSIDE
from cardtable.games.democrazy.cards import END
from cardtable.games.democrazy.law import read_row
from seeded_chance import Lots
from tablehost import messages
from tablehost.errors import CHECK_FAILED
from tablehost.games.democracy import log_line
from tablehost.journal import gamefile
from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.site import __main__ as site
from tablehost.site import interpreter
from tablehost.site import solo as made

sys.path.append(str(made.TAB))
import ballots
import solo
import solo_demos

MANY = amount(1, soak=10)
CURE = f"apt-get install nodejs npm, which fetches {interpreter.PACKAGE}"
RUNNER = Path(__file__).with_name("in_a_tab.mjs")
# The engine's own tests, two processes at a time; random matches have the fewest seats, or the most.
RULES = "games/democracy/test_deal games/democracy/test_scoring games/democracy/test_tricks"
ENGINE = (
    "conformance",
    f"{RULES} engine/test_asks engine/test_cards engine/test_referee engine/test_table engine/test_views",
)
RUN = """
import sys
for path in {names}:
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, "/1/" + folder)
    module = __import__(name)
    module.every_number_of_seats = lambda game: [module.go(game, seats, seats) for seats in game.SEATS]
    for test in sorted(dir(module)):
        if test.startswith("test_"):
            getattr(module, test)()
            print(test)
"""
PLAY = """
import json, solo_person
with open({words!r}) as file:
    given = json.load(file)
for seed in {seeds}:
    options = json.dumps(next(iter(given["presets"].values()))["options"])
    clock = iter(range(9999)).__next__
    match = __import__(given["module"]).Solo(json.dumps(given["words"]), str(seed), options, clock)
    texts = solo_person.play(match, seed)
    for text in texts if seed == {seeds}[0] else texts[-1:]:
        print(text)
    print(match.file(*{times!r}))
"""
TIMES = ("2026-11-21T20:15:00.000+00:00", "2026-11-21T21:15:00.000+00:00")


def verify(match, folder, capsys):
    """Have a match that was played verified, as a file."""
    name, content = json.loads(match.file(*TIMES))
    (folder / name).write_text(content)
    status, out, err = called_command.run(capsys, "verify", folder / name)
    assert status == 0, out + err


def missing(what):
    """Skip the calling test, in one visible line; in the gate of a server, fail."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"missing: {what}; to get it: {CURE}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The site, with MicroPython on it."""
    path = tmp_path_factory.mktemp("site")
    site.write(path)
    if not (path / "static" / "micropython.wasm").exists():
        missing("MicroPython for the browser")
    return path


@pytest.fixture
def node(folder):
    """A function that runs code in node, with these folders, and returns what it prints."""
    if not shutil.which("node"):
        missing("node")

    def run(code, *folders):
        library = mp32.ROOT / "firmware" / "lib"
        words = ["node", RUNNER, folder / "static" / "micropython.mjs", code, library, *folders]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()

    return run


def begin(seed, language="en", game="democracy", options=None):
    with messages.speaking(language):
        words = made.words(language, game)
    match = importlib.import_module(made.MODULES[game]).Solo
    chosen = made.first_options(game) if options is None else options
    return match(json.dumps(words), str(seed), json.dumps(chosen), count().__next__)


@pytest.mark.parametrize("packed", [None, b"another file"])
def test_without_the_interpreter_the_rest_is_made(packed, tmp_path, monkeypatch, capsys):
    archive = tmp_path / "kept.tgz"
    if packed is not None:
        archive.write_bytes(packed)
    monkeypatch.setattr(interpreter, "KEPT", tmp_path)
    monkeypatch.setattr(interpreter, "ARCHIVE", archive)
    monkeypatch.setattr(interpreter.shutil, "which", lambda name: None)
    site.write(tmp_path / "site")
    assert interpreter.PACKAGE in capsys.readouterr().err
    assert (tmp_path / "site" / "play" / "solo.json").exists()
    assert not list((tmp_path / "site").rglob("micropython*"))


# -- the engine ----------------------------------------------------------------------------------------


def test_the_engine_passes_its_tests_there(node):
    def run(names):
        return node(RUN.format(names=names.split()), mp32.ROOT / "tests" / "portable")

    with ThreadPoolExecutor(2) as pool:
        passed = [line for lines in pool.map(run, ENGINE) for line in lines]
    assert "test_records_are_equal_on_every_interpreter" in passed and len(passed) > 60


def check_file(path, capsys):
    """The computer takes a match file without a finding; after any change of a record it names one."""
    for verb in (("verify", path), ("import", path), ("verify", "last"), ("replay", "last", "--pace", "0")):
        status, out, err = called_command.run(capsys, *verb)
        assert status == 0, out + err
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    records = [row for row in rows if row["kind"] == "record"]
    row = records[len(records) // 2]
    row["record"][3] += 1  # its time
    changed = path.with_name("changed.jsonl")
    for raw in (row["raw"], base64.b64encode(json.dumps(row["record"], separators=(",", ":")).encode())):
        row["raw"] = raw if isinstance(raw, str) else raw.decode()
        raws = [base64.b64decode(one["raw"]) for one in records]
        rows[-1]["checkpoint"] = gamefile.checkpoint(rows[0]["uid"], raws)
        changed.write_text("".join([json.dumps(one) + "\n" for one in rows]))
        assert called_command.run(capsys, "verify", changed)[0] == CHECK_FAILED


@pytest.mark.parametrize("game", made.GAMES)
def test_a_match_is_the_same_there(game, node, folder, tmp_path, capsys, new_home):
    seeds = list(range(1, 1 + MANY))
    code = PLAY.format(words="/3/solo.json", seeds=seeds, times=TIMES)
    files = []
    lines = node(code, mp32.ROOT / "tests" / "portable", made.TAB, folder / made.folder_of(game, "en"))
    for seed in seeds:
        match = begin(seed, "en", game)
        texts = solo_person.play(match, seed)
        for text in texts if seed == seeds[0] else texts[-1:]:
            assert json.loads(lines.pop(0)) == json.loads(text)
        files.append(json.loads(lines.pop(0)))
        name, content = json.loads(match.file(*TIMES))
        assert files[-1][0] == name
        rows = [[json.loads(row) for row in text.splitlines()] for text in (files[-1][1], content)]
        assert rows[0] == rows[1]
    assert lines == []
    name, content = files[0]
    (tmp_path / name).write_text(content)
    check_file(tmp_path / name, capsys)


# -- what is shown -------------------------------------------------------------------------------------


def hidden(match):
    """The names of the cards that the person cannot know: in other hands, in the pool, face down on pads."""
    found = [card for hand in match._hands[1:] for card in hand] + match._pool + match._rest
    for place, card in enumerate(match._lying):
        if card is not None and place and match._view.cards[place] == solo.views.COVERED:
            found.append(card)
    return [solo.cards.text(card) for card in found if not solo.cards.is_joker(card)]


FORM = re.compile(r"\w+(?: (?:of|de) \w+|[♠♥♦♣])?")  # of the name of a card


@lru_cache
def forms(language):
    """All forms of the names of cards, by which name."""
    with messages.speaking(language):
        cards = made.words(language, "democracy")["cards"]
    return {form: name for name, both in cards.items() for form in (name, *both)}


def names_in(text, language="en"):
    """The cards that a text names in any form; of its stories the newest, and none of an earlier part."""
    known = forms(language)
    if text.startswith("{"):
        now = json.loads(text)
        begins = [at for at, one in enumerate(now["stories"]) if one["kind"] == "island"]
        now["stories"] = now["stories"][max([len(now["stories"]) - 3, *begins[-1:]]) :]
        now["sentences"] = now["sentences"][-1:]  # of earlier ones: the same as stories, and own cards
        now["last"] = ""  # one of the stories
        text = json.dumps(now, ensure_ascii=False)
    return {known[form] for form in FORM.findall(text) if form in known}


def test_a_card_is_seen_in_any_form():
    assert names_in("Ada 10\N{BLACK HEART SUIT}, the five of hearts, pool:KC") == {"10H", "5H", "KC"}
    assert names_in("l'as de pique", "fr") == {"AS"}


def test_no_match_tells_a_hidden_card():
    for seed in range(amount(20, soak=500)):
        match = begin(seed)

        def look(text, match=match):
            assert names_in(text).isdisjoint(hidden(match))
            now = json.loads(text)
            cards = [name for name, _ in now["hand"]]
            assert cards == [solo.cards.text(card) for card in match._hands[0]]

        solo_person.play(match, seed, look)


MOST_ACTS = 100  # of the others, until they wait for the person; the most that was seen is 33


@pytest.mark.parametrize("game", made.GAMES)
def test_the_others_come_to_wait_for_the_person(game):
    """The page lets the others act until they wait: a wrong card of the person must not keep them busy."""
    for seed in range(amount(5, soak=100)):
        match, lots = begin(seed, "en", game), Lots(seed)
        now = json.loads(match.document())
        while not now["ending"]:
            acted = 0
            while now["next"]:
                now, acted = json.loads(match.others()), acted + 1
                assert acted < MOST_ACTS, now["display"]
            if not now["ending"]:
                now = json.loads(solo_person.act(match, now, lots))


NOT_IN_A_TAB = (
    "waits",
    "title",
    "spreads",
    "outcome",
    "winners",
    "scores",
    "persons",
    "revealed",
    "verdict",
    "own_outcomes",
    "trumps",
    "foreign",
)


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_shows_what_the_host_would(language, seed, monkeypatch):
    line = made.line("democracy")
    tongue = vocabulary.load(language, "democracy")
    lines = []
    tell = solo.Teller.tell

    def told(teller, fact, record):
        lines.append((dict(fact), record))
        tell(teller, fact, record)

    monkeypatch.setattr(solo.Teller, "tell", told)
    match = begin(seed, language)
    with messages.speaking(language):
        presenter = Presenter(made.PLAYERS, tongue)
        presenter.line(line, 0)
        log = [line]

        def look(text):
            while lines:
                fact, record = lines.pop(0)
                log.append(log_line(fact, line["options"]))
                presenter.line(log[-1], record)
            presenter.see(match._lamps.line(), match._seats.by_pad(match._view.cards), solo.SEAT_PADS)
            presenter.display(match._display.text)
            presenter.prompt(match._prompt)
            if match._play.referee.over:
                presenter.ending(log)
            expected = json.loads(json.dumps(documents.of(presenter.snapshot, CardWords(tongue))))
            for story in expected["stories"]:  # a visitor has no command, and reads a title
                for form in ("text", "said"):
                    without = story[form].replace(" (cardtable games democracy)", "")
                    story[form] = re.sub("^democracy", "Democracy", without)
            now = json.loads(text)
            for name in NOT_IN_A_TAB:
                del expected[name]
            for pad in expected["pads"]:
                del pad["done"], pad["wins"]
            for name, value in expected.items():
                assert now[name] == value

        solo_person.play(match, seed, look)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_demos_shows_the_own_hand_alone(language, tmp_path, capsys, new_home):
    for seed in range(amount(4, soak=40)):
        match = begin(seed, language, "demos")

        def look(text, match=match):
            now = json.loads(text)
            own = match._hands[0] + match._figures[0]
            hand = [name for name, _ in now["hand"]]
            assert set(hand) <= {match._name(card) for card in match._hands[0]}
            for pad, place in zip(now["pads"], match._view.pads or (), strict=False):
                is_hidden = match._view.cards[place] == solo.views.COVERED
                assert pad["card"] == "covered" if is_hidden else True
            assert len(own) == len(set(own))
            if match._prompt is not None and match._prompt.what in ("vote", "show-combination"):
                back = [match._lying[0]] if match._lying[0] in match._pending[0] else []
                assert len(set(match._hands[0] + match._shown(0) + back)) == solo_demos.HAND

        texts = solo_person.play(match, seed, look)
        assert json.loads(texts[-1])["ending"]
        verify(match, tmp_path, capsys)


@pytest.mark.parametrize("game", made.GAMES)
def test_every_kind_of_match_is_played(game, tmp_path, capsys, new_home):
    for chosen in made.presets(game).values():
        match = begin(1, "en", game, chosen["options"])
        cards_here = [card for card in match._deck if not solo.cards.is_joker(card)]
        assert {match._name(card) for card in cards_here} <= set(match._words["cards"])
        assert json.loads(solo_person.play(match, 1)[-1])["ending"]
        verify(match, tmp_path, capsys)


DEMOCRAZY = (
    {},
    {"private_law": "on", "blank_laws": "5"},
    {"end_card_when_milled": "put_back", "wild_reserve": "undealt", "max_blue": "1", "bag_end": "off"},
    {"deck": "published", "wild_policy": "pairwise", "bag_end_when": "after_effect"},
)


@pytest.mark.parametrize("options", DEMOCRAZY, ids=lambda one: "-".join(one) or "usual")
def test_democrazy_shows_the_own_hand_alone(options, tmp_path, capsys, new_home):
    for seed in range(amount(2, soak=20)):
        match = begin(seed, "en", "democrazy", options)

        def look(text, match=match):
            now = json.loads(text)
            unseen = [card for hand in match._hands[1:] for card in hand]
            unseen += match._pool + match._rest + match._reserve + match._copies
            unseen += [card for card in match._private[1:] if card is not None]
            mine = [name for name, _ in now["hand"]]
            assert mine == [match._name(card) for card in match._hands[0]]
            votes = [match._name(card) for card in match._lying if card is not None] + mine
            assert {"YES1", "NO1"} <= set(votes)  # no card of the person is lost
            open_now = {pad["card"] for pad in now["pads"]} | set(mine)
            assert open_now.isdisjoint({match._name(card) for card in unseen if card not in match._lying})
            for pad, place in zip(now["pads"], match._view.pads or (), strict=False):
                assert match._view.cards[place] != solo.views.COVERED or pad["card"] == "covered"
            laws = {match._name(card) for card in unseen if card < 190}
            told = now["display"] + now["own"] + str(now["choices"])
            assert laws.isdisjoint(re.findall(r"[RBX]\d\d(?:#2)?", told))

        texts = solo_person.play(match, seed, look)
        assert json.loads(texts[-1])["ending"]
        verify(match, tmp_path, capsys)


def test_the_end_card_is_claimed_only_where_it_lies_on_top():
    """The tab knows the stack: neither the choice nor the keys take a claim that is not true."""
    tried = 0
    for seed in range(6):
        match, lots = begin(seed, "en", "democrazy", {"stack_top": "3"}), Lots(seed)
        now = json.loads(match.document())
        while not now["ending"]:
            if now["next"]:
                now = json.loads(match.others())
                continue
            is_on_top = match._pool[:1] == [END]
            if match._prompt.what == "propose" and match._match.seat == 0 and not match._has_drawn():
                now = json.loads(match.act("call", ""))
                rows = list(match._prompt.args)
                if rows[0] == "end-card" and not is_on_top:
                    tried += 1
                    assert ["pick", "0"] not in [choice[:2] for choice in now["choices"]]
                    for act in (("pick", "0"), ("no", ""), ("yes", ""), ("ok", "")):
                        match.act(*act)
                    assert not match._match.ended and match._prompt.what == "speak"
                elif rows[0] == "end-card":
                    match.act("pick", "0")
                    assert match._prompt.what == "confirm-end-card" and not match._match.ended
                    now = json.loads(match.others())
                    assert match._match.ended == "end-card"
                    break
                now = json.loads(match.act("pick", str(len(rows) - 1)))
                assert match._prompt.what == "propose"
            now = json.loads(solo_person.act(match, now, lots))
    assert tried > 1


def test_the_others_of_democrazy_vote_for_their_own_good():
    match, lots = begin(1, "en", "democrazy", {}), Lots(1)
    while match._match.turn < 1 or match._prompt.what != "propose":
        now = json.loads(match.document())
        match.others() if now["next"] else solo_person.act(match, now, lots)
    law = read_row(0, "R01 white pub draw who=active n=3")
    seats = range(solo.SEAT_PADS)
    known = [ballots.Judgement(match._match, seat, None) for seat in seats]
    votes = [ballots.vote(one, law, [], lots.below) for one in known]
    assert votes == ["YES" if seat == match._match.seat else "NO" for seat in seats]


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("game", made.GAMES)
def test_the_display_repeats_no_story(game, language):
    for seed in range(amount(2, soak=20)):
        match, said = begin(seed, language, game), {}

        def look(text, said=said):
            said.update((one["n"], one) for one in json.loads(text)["sentences"])

        last = json.loads(solo_person.play(match, seed, look)[-1])
        every = [said[n] for n in sorted(said)]
        with messages.speaking(language):
            title = made.titles()[game]
        assert every[0]["full"].startswith(title) and "cardtable" not in every[0]["full"]
        for before, one in pairwise(every):
            is_retold = before["kind"] in ("story", "ending") and one["kind"] == "display"
            assert not is_retold or before["full"].rstrip(".") not in one["full"]
        results = [one["said"] for one in last["stories"] if one["kind"] in solo.RESULTS]
        assert last["last"] == results[-1]


# -- in a browser --------------------------------------------------------------------------------------


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(folder):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/play/"
    server.shutdown()
    server.server_close()


# How much longer the page is than what it shows: what is unseen must not make it scroll.
BLANK = "document.documentElement.scrollHeight - Math.round(document.body.getBoundingClientRect().height)"
# The page without its sentences, which name own cards of earlier deals, and without the example of a card.
UNSAID = """() => { const all = document.documentElement.cloneNode(true);
    all.querySelectorAll('#said, #by-ear').forEach(one => one.remove()); return all.outerHTML; }"""


class Twin:
    """The same match on this side, to know what the page must show, and what it must not."""

    def __init__(self, page, seed, language, game="democracy"):
        self.page, self.language, self.match = page, language, begin(seed, language, game)
        self.now = self.wait(self.match.document())

    def wait(self, text):
        """Let the others act, here and there, until they wait for the person; compare."""
        while json.loads(text)["next"]:
            text = self.match.others()
        now = json.loads(text)
        page = self.page
        page.wait_for_function(
            "([text, told]) => document.querySelector('#match').dataset.waits === 'you'"
            " && document.querySelector('.display').textContent === text"
            " && document.querySelectorAll('.story li').length === told",
            arg=[now["display"], len(now["stories"])],
        )
        shown = page.locator("#hand button").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert shown == [said for _, said in now["hand"]]
        heard = page.locator("#said p").evaluate_all("all => all.map(one => one.textContent)")
        assert heard == [one["full"] for one in now["sentences"]]  # each once
        if now["game"] == "democracy":  # here no hidden card was ever open
            assert names_in(page.evaluate(UNSAID), self.language).isdisjoint(hidden(self.match))
        return now

    def act(self, what, card=""):
        self.now = self.wait(self.match.act(what, card))


def test_the_kind_of_match_is_chosen(folder, address, open_page):
    page = open_page(f"{address}democrazy/index.html?seed=1&pace=0")
    page.wait_for_selector("#panel:not([hidden])")
    given = json.loads((folder / "play" / "democrazy" / "solo.json").read_text())
    first = page.locator(".story li > span:first-child").first
    for preset in ("usual", "first-time"):
        page.click("#new")
        page.check(f"[name=preset][value={preset}]")
        page.click("#options .strong")
        page.wait_for_selector("#options", state="hidden")
        assert first.text_content() == given["presets"][preset]["opening"]
        page.wait_for_function("document.querySelector('#match').dataset.waits === 'you'")
        match = begin(1, "en", "democrazy", given["presets"][preset]["options"])
        now = json.loads(match.document())
        while now["next"]:
            now = json.loads(match.others())
        assert page.locator(".display").text_content() == now["display"]


def test_a_match_is_played_by_clicks(address, open_page, tmp_path, capsys, new_home):
    page = open_page(f"{address}fr/index.html?seed=1&pace=0")
    page.wait_for_selector("#panel:not([hidden])")
    twin, lots = Twin(page, 1, "fr"), Lots(1)
    while not twin.now["ending"]:
        assert page.locator(".felt").evaluate(OUTSIDE) == []
        acts = solo_person.offers(twin.now)
        if "lay" in twin.now["acts"] and (not acts or lots.below(2)):
            at = lots.below(len(twin.now["hand"]))
            page.locator("#hand button").nth(at).click()
            twin.act("lay", twin.now["hand"][at][0])
        else:
            what = lots.one_of(acts)
            page.click(f"[data-act={what}]")
            twin.act(what)
    assert page.locator(".ending").inner_text().split() == twin.now["ending"].split()
    with page.expect_download() as download:
        page.click("#keep")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    check_file(path, capsys)
    page.click("[data-act=ok]")
    page.wait_for_selector(".ending", state="hidden")


# Seeds of short matches.
@pytest.mark.slow
@pytest.mark.parametrize("game, language, seed", [("demos", "en", 3), ("democrazy", "fr", 8)])
def test_a_match_is_played_by_what_is_marked(
    game, language, seed, address, open_page, tmp_path, capsys, new_home
):
    page = open_page(f"{address}{game}/{'' if language == 'en' else 'fr/'}index.html?seed={seed}&pace=0")
    page.wait_for_selector("#panel:not([hidden])")
    twin, lots = Twin(page, seed, language, game), Lots(seed)
    while not twin.now["ending"]:
        assert page.locator(".felt").evaluate(OUTSIDE) == []
        now = twin.now
        found = [(f"[data-act={what}]", what, "") for what in solo_person.offers(now)]
        offered = solo_person.choices(now, lots)
        all_of = now["choices"]
        found += [(f"#choices button >> nth={all_of.index(one)}", *one[:2]) for one in offered]
        if "lay" in now["acts"]:
            held = enumerate(now["hand"])
            found += [(f"#hand button >> nth={at}", "lay", card) for at, (card, _) in held]
        button, what, card = lots.one_of(found)
        page.click(button)
        twin.act(what, card)
    with page.expect_download() as download:
        page.click("#keep")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    check_file(path, capsys)


def test_the_history_is_stepped_through_by_ear(address, open_page):
    page = open_page(f"{address}democrazy/index.html?seed=2&pace=0")
    page.wait_for_selector("#panel:not([hidden])")
    twin = Twin(page, 2, "en", "democrazy")
    page.click("[data-act=ok]")
    twin.act("ok")
    said = [one["full"] for one in twin.now["sentences"]]
    last = page.locator("#said p").last
    page.click("#ear")
    assert page.locator(".felt").evaluate(OUTSIDE) == [] and page.evaluate(BLANK) <= 1
    for button, text in (("again", said[-1]), ("back", said[-2]), ("back", said[-3]), ("forth", said[-2])):
        page.click(f"[data-ear={button}]")
        assert last.inner_text() == text
    page.check("#single")
    page.focus("#ear")
    now = twin.now
    task = now["pads"][now["chairs"][0]]["lamps"][0]["meaning"]
    nothing = "Nothing has come to an end yet."
    answers = {"h": "YES, NO", "p": f"Ada: no card; {task}", "s": nothing, "a": now["asked"], "l": nothing}
    for key, text in answers.items():
        page.keyboard.press(key)
        assert last.inner_text() == text
    assert page.title().startswith("Democrazy alone")
    assert page.locator(".top nav").last.inner_text().split() == ["Democracy", "DemoS", "Democrazy"]
    assert page.locator("[aria-live=polite], [role=status]:visible").count() == 1


def test_a_match_is_played_by_keys_alone(address, open_page):
    page = open_page(f"{address}?seed=3&pace=0")
    page.wait_for_selector("#panel:not([hidden])")
    twin = Twin(page, 3, "en")
    is_wanted = "one => document.activeElement.matches(one)"
    while not twin.now["ending"]:
        acts = [one for one in solo_person.offers(twin.now) if one not in ("back", "no")]
        wanted = f"[data-act={acts[0]}]" if acts else "#hand button"
        for _ in range(40):
            if page.evaluate(is_wanted, wanted):
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not lead to {wanted}")
        said = page.evaluate("document.activeElement.ariaLabel")
        page.keyboard.press("Enter")
        card = [name for name, spoken in twin.now["hand"] if spoken == said]
        twin.act(acts[0] if acts else "lay", "" if acts else card[0])
    assert page.evaluate("document.activeElement !== document.body")
    now, last = twin.now, page.locator("#said p").last
    page.click("#ear")
    page.check("#single")
    scores = "; ".join(
        f"{name}: {', '.join(now['standing'][seat])}" for seat, name in enumerate(now["players"])
    )
    for key, text in (("s", scores), ("l", now["last"])):
        page.keyboard.press(key)
        assert last.inner_text() == text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_has_names(address, open_page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(f"{address}?seed=7&pace=0", 360, 740, color_scheme=scheme)
    page.wait_for_selector("#panel:not([hidden])")
    twin = Twin(page, 7, "en")
    for what in ("ok", "ok"):
        page.click(f"[data-act={what}]")
        twin.act(what)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = axe.run(page).response["violations"]
    assert not found, [one["id"] for one in found]
