"""Whole matches from the page of a seat by ear: by roles, names and the live region, without a picture."""

import re
import time
from collections import Counter

import pytest
from axe_playwright_python.sync_playwright import Axe

import by_ear
from by_ear import Player, Presser, Tabber, Tree, play
from played_matches import open_log
from served import Server
from tablehost.match.card_words import CardWords
from tablehost.match.speech import Speech
from tablehost.people import vocabulary
from tablehost.plugins import narration

SHORT = {
    "democracy": "players=6&option-target=1&option-days=1&option-match_tie=shared",
    "demos": "players=3&option-max_rounds=1&option-no_trio=points",
    "democrazy": "players=4&option-stack_top=2&option-stack_bottom=0&option-max_spice=1"
    "&option-trait_beard=off&option-trait_glasses=off&option-trait_blue_eyes=off",
}


class Evening:
    """A server, and the person who runs it at seat 1. `page`: of this seat."""

    def __init__(self, home, chromium):
        self.home = home
        self.server = Server(home, "--pace", "0", "--by-hand")
        self.server.enter()
        self._chromium = chromium
        self.context = self.visit()
        self.page = self.context.new_page()
        self.page.goto(self.server.link)
        self.page.goto(f"{self.server.url}/tables/virtual")
        self.page.get_by_role("button", name="Sit down").click()
        self.matches = 0

    def visit(self, **looks):
        """Return a browser of a person of its own, which never gets a picture of cards."""
        context = self._chromium.new_context(**looks)
        context.route("**/faces.svg*", lambda route: route.abort())
        return context

    def begin(self, game):
        self.server.post(f"/new/{game}", f"preset=usual&table=virtual&{SHORT[game]}".encode())
        self.matches += 1

    def log(self):
        """Return the log of the match that is over, as soon as it is written."""
        deadline = time.monotonic() + by_ear.LIMIT_S
        while not (self.home / "games" / f"{self.matches}.jsonl").exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        return open_log(self.home, self.matches)


@pytest.fixture(scope="module")
def evening(tmp_path_factory, chromium):
    found = Evening(tmp_path_factory.mktemp("ear") / "home", chromium)
    yield found
    found.server.kill()


def hear_the_end(player):
    deadline = time.monotonic() + by_ear.LIMIT_S
    while not any(re.search(r" won\b", text) and "The table says" not in text for text in player.heard):
        assert time.monotonic() < deadline, player.heard[-5:]
        player.listen()


def check(player, seat, log):
    """Every own hand and each result was heard, and no card of another hand before it was shown to all."""
    game = log[0]["game"]
    tongue = vocabulary.load("en", game)
    words, speech = CardWords(tongue), Speech(tongue)
    told = [
        (line["kind"], [sentence.full for sentence in speech.words("story", text)])
        for line, text in zip(log, narration.narrate(log), strict=True)
    ]
    outcomes = narration.WORDS.of(game, narration.Words).outcomes
    results = Counter(text for kind, said in told for text in said if kind in outcomes)
    heard = Counter(player.heard)
    assert results and {text: heard[text] for text in results} == results
    public = {text for kind, said in told if kind != "deal" for text in said}
    deals = [line["hands"] for line in log if line["kind"] == "deal"]
    hands = [set(player.read_hand(text)) for text in player.heard]
    for dealt in deals:
        own = {words.put_into(card) for card in dealt[seat]}
        assert any(own <= hand for hand in hands), "each own hand was read"
    far = (card for dealt in deals for at, hand in enumerate(dealt) if at != seat for card in hand)
    others = set(map(words.put_into, far))
    others -= {card for hand in hands for card in hand}
    for line in log:
        others -= {words.put_into(card) for card in line.get("pool", ()) if line["kind"] == "deal"}
    for card in others:
        named = re.compile(rf"(?<![\w]){re.escape(card)}(?![\w])")
        first = next(filter(named.search, player.heard), None)
        is_open = first and re.match(rf"[\w ]+: {card}\.$|The table says: ", first)
        assert first is None or first in public or (game != "democracy" and is_open), (card, first)


@pytest.mark.slow
def test_a_match_is_typed_by_two_who_do_not_hear_of_each_others_cards(evening):
    evening.begin("democracy")
    ada = Player(evening.page, "Ada")
    page = evening.context.new_page()
    page.goto(f"{evening.server.url}/tables/virtual/invite")
    link = page.get_by_role("link", name=re.compile("join.token=")).get_attribute("href")
    page.close()
    context = evening.visit()
    page = context.new_page()
    page.goto(link)
    page.get_by_role("textbox", name="Your name").fill("Zoe")
    page.get_by_role("button", name="Sit down").click()
    zoe = Player(page, "Ben")
    play(ada, zoe)
    log = evening.log()
    for seat, player in enumerate((ada, zoe)):
        hear_the_end(player)
        check(player, seat, log)
    assert ada.heard.count("Zoe takes seat 2, that of Ben.") == 1
    last = next(line for line in reversed(log) if line["kind"] == "trick")
    page.locator(".others summary").click()
    page.get_by_role("button", name="Leave this seat").click()
    context.close()
    assert last


@pytest.mark.parametrize(("game", "kind"), [("demos", Presser), ("democrazy", Player), ("democracy", Tabber)])
def test_a_match_is_played_by_ear(evening, game, kind):
    """With buttons by role and name, with typed words, and with Tab and Enter alone."""
    evening.page.reload()
    evening.begin(game)
    ada = kind(evening.page, "Ada")
    play(ada)
    log = evening.log()
    hear_the_end(ada)
    check(ada, 0, log)


def test_axe_finds_nothing_serious(evening):
    """On the pages of a seat, by ear and not, of an invitation and of sitting down, in both languages."""
    page = evening.context.new_page()
    page.goto(f"{evening.server.url}/tables/virtual/invite?lang=en")
    join = page.get_by_role("link", name=re.compile("join.token=")).get_attribute("href")
    base = f"{evening.server.url}/tables/virtual/"
    for language in ("fr", "en"):
        for address in (f"{base}seat/1?", f"{base}seat/1?", f"{base}invite?", f"{join}&"):
            page.goto(f"{address}lang={language}")
            assert page.locator(":root").get_attribute("lang") == language
            if "seat" in address:  # on and off in turn
                page.get_by_role("button", name=re.compile("By ear|oreille")).click()
                page.locator(".others summary").click()
            found = Axe().run(page).response["violations"]
            assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == [], address
    page.close()


def test_sentences_are_repeated_and_single_keys_are_switched_on(evening):
    """News neither moves the focus nor drops a selection; a new page says the hand and what is asked."""
    page = evening.page
    page.reload()
    evening.begin("democracy")
    ada = Player(page, "Ada")
    while not any("to sit down" in text for text in ada.heard):
        ada.listen()
    ada.type("ok")
    while not any(map(ada.read_hand, ada.heard)):
        ada.listen()
    page.wait_for_timeout(1500)
    while ada.listen():
        page.wait_for_timeout(1500)  # in the end all wait for Ada
    page.reload()
    ada = Player(page, "Ada")
    while not ada.heard:
        ada.listen()
    assert len(ada.heard) == 1 and re.match(
        r"Your cards: ([\w ]+, ){6}[\w ]+\. Count your cards\.$", ada.heard[0]
    )
    page.get_by_role("button", name="By ear").click()
    field = page.get_by_role("textbox", name="Type a card or a word")
    field.focus()
    page.keyboard.type("rab")
    assert field.input_value() == "rab" and ada.listen() == []
    field.fill("")

    def after(act, *wanted):
        act()
        heard = ada.listen()
        deadline = time.monotonic() + by_ear.LIMIT_S
        while len(heard) < len(wanted):
            assert time.monotonic() < deadline, heard
            heard += ada.listen()
        assert all(map(re.search, wanted, heard)) and len(heard) == len(wanted), heard
        return heard

    def press(name):
        return lambda: page.get_by_role("button", name=name).click()

    newest = after(press("Say it again"), "")
    before = after(press("One back"), "")
    assert before != newest and after(press("One on"), "") == newest
    page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
    page.keyboard.press("p")
    assert ada.listen() == [], "single keys are off"
    page.get_by_role("checkbox", name=re.compile("Single keys")).check()
    after(lambda: page.keyboard.press("p"), "^Ada, on the pad: no cards")
    after(lambda: page.keyboard.press("a"), "^table: .*; now: type")
    after(lambda: page.keyboard.press("l"), "^nothing has been decided yet")
    after(lambda: page.keyboard.press("h"), "^Ada holds")
    assert Tree(ada._line).focus()[0] == "checkbox", "news moves no focus"
    assert page.evaluate("String(getSelection())").startswith("You play as Ada")
    page.get_by_role("combobox", name="Wording").select_option("short")
    ada.type("law 2")
    after(lambda: None, "^This game has no laws")
    ada.type("hand")
    after(lambda: None, r"^Ada holds .*\b[0-9ajqk]+[shdc]\b")
