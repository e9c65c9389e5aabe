"""A table that is watched in a real browser: on a television, on a phone, by ear, without a network."""

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe

import exported_games
from asgi import House
from browser_page import OUTSIDE
from cardtable.engine import cards
from cardtable.games import registry as games
from live_site import Site, keep
from tablehost import messages
from tablehost.journal import game_log, gamefile
from tablehost.match.chorus import Chorus
from tablehost.match.replay import steps
from tablehost.people import vocabulary
from tablehost.printing import guide, sprite
from tablehost.seats import nicknames
from tablehost.web.past import Library

NAMES = ["Maximiliane", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe"]
TEXTS = """root => [...root.querySelectorAll('*')].filter(one =>
    [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && one.checkVisibility()
    && !one.closest('.unseen')).map(one => parseFloat(getComputedStyle(one).fontSize))"""

DRAWN = """() => { const all = [...document.querySelectorAll('.card use')];
    return all.length > 0 && all.every(one => one.getBBox().width > 0); }"""


class Oak(House):
    """A house with one table, whose cards are those of a game."""

    def __init__(self, game, seats=4):
        super().__init__("oak")
        self.table = self.tables["oak"]
        self.begin(game, seats)

    def begin(self, game, seats=4):
        """Show the next match."""
        self.match = {"game": game, "players": NAMES[:seats], "options": {}}
        lines = game_log.of_file(gamefile.read(guide.folder() / f"{game}.jsonl")).lines
        self.lines = lines
        self.chorus = self.open(lines[0]["players"] if seats == 4 else NAMES[:seats])

    def open(self, players):
        game = self.match["game"]
        chorus = Chorus(players, [vocabulary.load(language, game) for language in ("en", "fr")])
        for language, feed in self.table.feeds.items():
            feed.open(chorus.voice(language))
        self.table._heard = time.monotonic() + 1e6  # it is never silent
        return chorus

    def faces(self, match):
        return sprite.of_match(self.lines[0], messages.language())

    def play(self, until=None):
        """Show the recorded match, as far as `until` is not True of a step."""
        for step in steps(self.lines, self.chorus):
            if until is not None and until(step):
                return

    def lay(self):
        """Show the begin of the recorded match, and in the middle a card that the other game has not."""
        match = self.lines[0]
        self.chorus.line(match, 1)
        game = games.load(match["game"])
        ace = next(
            card
            for card in game.deck(4, match["options"])
            if cards.text(card, cards.names_of(game)) in ("AS", "1S")
        )
        self.chorus.see("......" * 5, [*[None] * 4, ace], 4)

    def crowd(self, seats):
        """Every seat has a card, a task and a result."""
        chorus = self.open(NAMES[:seats])
        chorus.line(self.lines[0] | {"players": NAMES[:seats], "options": {}}, 1)
        chorus.line({"kind": "seated", "pads": list(range(seats))}, 2)
        chorus.see("Y:B=W=" * seats + "......", [-1] * seats + [21], seats)
        self.chorus = chorus
        chorus.display("Day 2: 5 cards to each seat and to the pool. Count: OK, or NO if wrong: seats 1-10")


@pytest.fixture
def site():
    sites = []

    def show(house):
        sites.append(Site(house))
        return sites[-1].address + "/tables/oak"

    show.sites = sites
    yield show
    for one in sites:
        one.close()


@pytest.mark.parametrize("game", ["democracy", "demos", "democrazy"])
def test_a_whole_match_is_watched(site, open_page, game):
    house = Oak(game)
    page = open_page(site(house))
    page.wait_for_selector(".place")
    house.play()
    house.chorus.ending(house.lines)
    page.wait_for_selector(".ending:not([hidden])")
    shown = page.locator(".story li span:first-child").all_inner_texts()
    told = [story["text"] for story in house.table.feeds["en"].document["stories"]]
    assert [text.split() for text in shown] == [text.split() for text in told]
    assert " won" in page.locator(".ending").inner_text()
    late = open_page(page.url)
    late.wait_for_selector(".ending:not([hidden])")
    assert late.locator("#match").inner_html() == page.locator("#match").inner_html()


def test_a_television_shows_at_the_end_where_it_turned(site, open_page):
    house = Oak("democracy")
    page = open_page(site(house), 1920, 1080)
    house.play()
    page.wait_for_selector(".story li.result")
    assert page.locator(".turning").is_hidden()
    house.chorus.ending(house.lines)
    page.wait_for_selector(".turning")
    assert page.locator(".turning figcaption").inner_text() == "It turned here: 5♥ beat 4♥."
    faces = page.locator(".turning [data-face]").evaluate_all("all => all.map(one => one.dataset.face)")
    assert [face.partition("#card-")[2] for face in faces] == ["5H", "4H", "AH"]
    assert page.locator(".turning li").first.get_attribute("aria-label") == "five of hearts"
    box = page.locator(".turning").bounding_box()
    assert box["height"] > 1080 * 0.2 and box["y"] + box["height"] <= 1080
    on_top = "one => one.contains(document.elementFromPoint(innerWidth * .37, innerHeight * .9))"
    assert page.locator(".turning").evaluate(on_top)
    house.begin("democracy")
    page.wait_for_selector(".turning", state="hidden")


def test_a_tie_is_shown_as_long_as_its_cards_lie_there(site, open_page):
    """No place is ringed then, and the display asks for what comes next."""
    house = Oak("democracy")
    page = open_page(site(house))
    page.wait_for_selector(".place")
    trick = next(line for line in house.lines if line["kind"] == "trick")
    for number, line in enumerate(house.lines[: house.lines.index(trick)], 1):
        house.chorus.line(line, number)
    house.chorus.line(trick | {"winner": None, "lost": [], "why": "tie"}, 99)
    told = page.locator(".watch .display").first
    for cards_there, is_told in (([21, 22, 23, 24, 25], True), ([None] * 5, False)):
        house.chorus.display("Clear your pads")
        house.chorus.see("......" * 5, cards_there, 4)
        page.wait_for_function(
            f"() => document.querySelectorAll('.place .card svg').length === {5 * is_told}"
        )
        assert ("keep" in told.inner_text()) == is_told and ("Clear" in told.inner_text()) != is_told


@pytest.mark.parametrize("seats", [2, 4, 6, 10])
def test_a_television_shows_all_in_large_letters(site, open_page, seats):
    house = Oak("democracy")
    house.crowd(seats)
    page = open_page(site(house), 1920, 1080)
    page.wait_for_selector(".place")
    sizes = page.locator("#match").evaluate(TEXTS)
    assert len(sizes) > seats and min(sizes) >= (32 if seats > 5 else 36)
    assert page.locator(".felt").evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080


@pytest.mark.parametrize("seats", [4, 6, 7, 10])
def test_a_television_shows_the_own_name_of_a_guest_whole(site, open_page, seats):
    house = Oak("democracy")
    house.crowd(seats)
    house.chorus.persons(["Wolfeschlegelsteinhausen", *[""] * (seats - 1)], [])
    page = open_page(site(house), 1920, 1080)
    name = page.locator(".place .name", has_text="Wolfeschlegelsteinhausen (Maximiliane)")
    name.wait_for()
    shown = name.evaluate("""one => { const text = document.createRange();
        text.setStart(one.firstChild, 0);
        text.setEnd(one.firstChild, 'Wolfeschlegelsteinhausen'.length);
        const [drawn, room] = [text, one].map(it => it.getBoundingClientRect());
        return drawn.right <= room.right + 1 && drawn.bottom <= room.bottom + 1; }""")
    assert shown
    tall = page.locator(".card").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(tall) >= 1080 * 0.19


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_it_in_one_column(site, open_page, scheme):
    house = Oak("democracy")
    house.crowd(10)
    page = open_page(site(house), 360, 740, color_scheme=scheme)
    page.wait_for_selector(".place")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".felt").evaluate(OUTSIDE) == []
    assert min(page.locator("#match").evaluate(TEXTS)) >= 16


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/hall", "/tables/oak", "/nowhere"])
def test_a_screen_reader_and_a_keyboard_find_everything(site, open_page, path, scheme):
    house = Oak("democracy")
    house.crowd(4)
    page = open_page(site(house).removesuffix("/tables/oak") + path, color_scheme=scheme)
    if path == "/tables/oak":
        page.wait_for_selector(".place")
    elif path == "/nowhere":
        open_page.complaints.clear()  # of the status 404
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_each_fact_is_a_sentence_once_in_a_live_region(site, open_page):
    house = Oak("democracy")
    page = open_page(site(house))
    page.wait_for_selector(".place")
    house.play(lambda step: step.line > 6)
    page.wait_for_selector(".story li.trick")
    live = page.locator("[aria-live=polite], [role=status], [role=log]")
    said = [region.inner_text() for region in live.all() if region.is_visible()]
    tree = page.locator(".story").aria_snapshot()
    assert len(said) == 1 and "of hearts" in tree and "♥" not in tree
    assert page.locator(".card[role=img]").first.get_attribute("aria-label")


def test_face_down_cards_are_alike(site, open_page):
    house = Oak("democracy")
    house.crowd(4)
    page = open_page(site(house))
    page.wait_for_selector(".place")
    cards = page.locator(".far .card, .near .card").evaluate_all("all => all.map(one => one.outerHTML)")
    assert len(cards) == 4 and len(set(cards)) == 1 and "back" in cards[0]


def test_the_next_match_at_a_table_has_its_own_cards(site, open_page):
    house = Oak("democracy")
    page = open_page(site(house))
    for game in ("democracy", "demos", "democracy"):
        house.begin(game)
        page.wait_for_function("() => !document.querySelector('.card use')")
        house.lay()
        page.wait_for_function(DRAWN)


def test_a_notice_is_shown_until_the_table_has_news(site, open_page):
    house = Oak("democracy")
    house.crowd(4)
    page = open_page(site(house))
    for news in (
        lambda: house.chorus.display("Lay a card"),
        lambda: house.chorus.see("......" * 5, [None] * 5, 4),
        lambda: house.chorus.line({"kind": "pause", "what": "pause", "by": [0]}, 3),
    ):
        page.wait_for_selector("[role=status]", state="hidden")
        house.chorus.notice("The table is silent.")
        page.wait_for_selector("#match:not(.old) [role=status]:has-text('The table is silent.')")
        news()
    page.wait_for_selector("[role=status]", state="hidden")


def test_old_news_says_so_and_the_page_catches_up(site, open_page):
    house = Oak("democracy")
    page = open_page(site(house))
    page.wait_for_selector(".place")
    assert page.locator(".notice").is_hidden()
    port = int(page.url.rpartition(":")[2].partition("/")[0])
    site.sites[0].close()
    page.wait_for_selector("#match.old .notice:not([hidden])", timeout=8000)
    assert "No news for" in page.locator(".notice").inner_text()
    house.play(lambda step: step.line > 8)
    site.sites.append(Site(house, port))
    page.wait_for_selector("#match:not(.old)", timeout=15_000)
    told = [story["text"] for story in house.table.feeds["en"].document["stories"]]
    shown = page.locator(".story li span:first-child").all_inner_texts()
    assert [text.split() for text in shown] == [text.split() for text in told]
    open_page.complaints.clear()  # of the network


def test_a_page_that_was_hidden_begins_again(site, open_page):
    """The stream of a hidden page may die without an error."""
    house = Oak("democracy")
    page = open_page(site(house))
    page.wait_for_selector(".place")
    with page.expect_request("**/events**"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_cards_lie_still_for_who_wants_less_motion(site, open_page):
    for motion, moves in (("reduce", False), ("no-preference", True)):
        house = Oak("democracy")
        page = open_page(site(house), reduced_motion=motion)
        page.wait_for_selector(".place")
        page.evaluate(
            """() => { globalThis.moved = 0; const animate = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                globalThis.moved += 1; return animate.apply(this, all); }; }"""
        )
        house.crowd(4)
        page.wait_for_selector(".card svg")
        assert (page.evaluate("moved") > 0) == moves


# The cards that are ringed, and those that turn over.
RINGED = """() => [...document.querySelectorAll(".ringed")].filter(one => one.checkVisibility()
    && getComputedStyle(one).boxShadow.includes("rgb(255, 209, 102)"))
    .map(one => [...one.querySelectorAll("[data-face]")].map(card => card.dataset.face.split("card-")[1]))"""
TURNING = """() => document.getAnimations().filter(one => one.effect.target.closest(".tiles"))
    .map(one => one.effect.getTiming().duration)"""
PLACES = """() => [...document.querySelectorAll(".slot, .name, .tiles li, .display")]
    .map(one => one.getBoundingClientRect()).flatMap(box => [box.x, box.y, box.width, box.height])"""


@pytest.mark.parametrize(("motion", "turns"), [("no-preference", [400]), ("reduce", [])])
def test_a_square_and_the_figure_that_it_turns_up_are_ringed(site, open_page, motion, turns):
    house = Oak("demos")
    page = open_page(site(house), reduced_motion=motion)
    house.play(lambda step: house.lines[step.line]["kind"] == "standing")
    page.wait_for_selector(".tiles li")
    assert page.evaluate(RINGED) == []

    def tell(kind, **about):
        house.chorus.line({"kind": kind, **about}, 99)

    square = ["7S", "7H", "7D", "7C"]
    tell("reveal", seat=3, cards=square, what="square", points=30, forfeited=False)
    page.wait_for_selector(".ringed")
    assert page.evaluate(RINGED) == [square]
    before = page.evaluate(PLACES)
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    tell("turned_up", seat=1, card="ES", what="figure", n=1, by=3)
    page.wait_for_selector(".tiles .ringed")
    assert page.evaluate(TURNING) == turns
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    assert max(abs(one - other) for one, other in zip(before, page.evaluate(PLACES), strict=True)) <= 2
    assert sorted(page.evaluate(RINGED)) == [square, ["ES"]]
    page.reload()
    page.wait_for_selector(".tiles .ringed")
    assert page.evaluate(TURNING) == [] and sorted(page.evaluate(RINGED)) == [square, ["ES"]]
    tell("round", n=2, dealer=3, vetoes=[1, 0, 1, 1])
    page.wait_for_selector(".ringed", state="detached")


def test_sound_is_off_until_it_is_asked_for(site, open_page):
    house = Oak("democracy")
    page = open_page(site(house))
    button = page.get_by_role("button", name="Sound")
    assert button.get_attribute("aria-pressed") == "false"
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.id") != "sound":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "true"


def test_cards_are_heard_once_sound_is_on(site, open_page):
    house = Oak("democracy")
    page = open_page(site(house))
    house.crowd(4)
    page.wait_for_selector(".place .card svg")
    page.evaluate("""() => {
        const make = AudioContext.prototype.createBufferSource;
        window.heard = 0;
        AudioContext.prototype.createBufferSource = function () {
            window.heard += 1;
            return make.call(this);
        };
    }""")
    for number, cards_there in enumerate(([21, 22, 23, 24, 25], [None] * 5)):
        house.chorus.see("......" * 5, cards_there, 4)
        shown = 5 * (number == 0)
        page.wait_for_function(
            f"() => document.querySelectorAll('.place .card svg:not(.ghost svg)').length === {shown}"
        )
        assert page.evaluate("window.heard") == (0 if number == 0 else 5), "each card that is taken"
        page.get_by_role("button", name="Sound").click()


def test_in_french_all_is_french(site, open_page):
    house = Oak("democracy")
    house.crowd(4)
    page = open_page(site(house) + "?lang=fr")
    page.wait_for_selector(".place")
    assert page.locator("html").get_attribute("lang") == "fr"
    text = page.locator("#match").inner_text()
    assert "Le déroulement" in text and "à la table virtuelle" in text


def test_at_an_idle_table_the_last_match_is_shown_again(site, open_page, new_home):
    keep(exported_games.finished("democracy", 3, 3))
    house = House("oak", library=Library())
    house.tables["oak"]._heard = time.monotonic() + 1e6
    page = open_page(site(house))
    page.wait_for_selector("#idle:not([hidden])")
    said = page.locator("#idle").inner_text()
    assert "Nothing is played" in said and "match 1 again" in said and "Begin a match" in said
    page.wait_for_selector(".place .card svg", timeout=20_000)
    chorus = Chorus(NAMES[:4], [vocabulary.load(language, "democracy") for language in ("en", "fr")])
    for language, feed in house.tables["oak"].feeds.items():
        feed.open(chorus.voice(language))
    page.wait_for_selector("#idle", state="hidden")
    assert page.locator(".name").all_inner_texts()[-2:] and not page.locator(".card svg").count()
    assert {"Maximiliane", "Dan"} <= set(page.locator(".name").all_inner_texts())


# -- over the picture of a camera -------------------------------------------------------------------------

# All texts that a page ever shows, and when each was there first (ms).
NOTE_TEXTS = """() => { window.texts = [];
    const note = () => { const text = document.querySelector("#match").innerText;
        if (!texts.some(one => one.text === text)) texts.push({ text, at: Date.now() }); };
    note();
    new MutationObserver(note).observe(document.querySelector("#match"),
        { subtree: true, childList: true, characterData: true }); }"""
GROUNDS = """() => [document.documentElement, document.body, document.querySelector("main"),
    ...document.querySelectorAll("#match, .felt")].map(one => getComputedStyle(one).background)"""
BARE = """() => [...document.querySelectorAll("#match *")]
    .filter(one => one.checkVisibility({ visibilityProperty: true }))
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => !one.closest(".head, .display, .story, .marks, .lamp")).map(one => one.outerHTML)"""
SEEN = """() => ["felt", "scores", "display"].filter(name =>
    document.querySelector(`#match .${name}`).checkVisibility({ visibilityProperty: true }))"""


@pytest.mark.parametrize("game", ["democracy", "demos", "democrazy"])
def test_over_a_camera_all_is_readable_on_no_ground(site, open_page, game):
    house = Oak(game)
    page = open_page(site(house) + "/overlay", 1920, 1080)
    page.wait_for_selector(".place")
    house.play(lambda step: house.lines[step.line]["kind"] == "result")
    page.wait_for_function(DRAWN)
    assert all("rgba(0, 0, 0, 0)" in one and "gradient" not in one for one in page.evaluate(GROUNDS))
    assert page.evaluate(BARE) == []
    assert page.locator(".felt").evaluate(OUTSIDE) == []


@pytest.mark.parametrize("parts", ["trick", "score", "asked", "trick,asked"])
def test_an_overlay_has_the_parts_that_are_wanted(site, open_page, parts):
    house = Oak("democracy")
    page = open_page(f"{site(house)}/overlay?parts={parts}", 1920, 1080)
    page.wait_for_selector(".place", state="attached")
    house.play()
    names = {"trick": "felt", "score": "scores", "asked": "display"}
    page.wait_for_function(f"() => ({SEEN})().length === {len(parts.split(','))}")
    assert set(page.evaluate(SEEN)) == {names[part] for part in parts.split(",")}


def test_an_overlay_is_late_with_everything(site, open_page):
    house = Oak("democracy")
    address = site(house)
    soon, late = (open_page(f"{address}/overlay?delay={delay}", 1920, 1080) for delay in (0, 3))
    for page in (soon, late):
        page.wait_for_selector(".place")
        page.evaluate(NOTE_TEXTS)
    began_ms = 1000 * time.time()
    house.play()
    house.chorus.ending(house.lines)
    for page in (soon, late):
        page.wait_for_selector(".over")
    first, then = (page.evaluate("texts.slice(1)") for page in (soon, late))
    known = {one["text"] for one in first}
    both = [one["at"] - began_ms for one in then if one["text"] in known]
    assert len(both) > 3
    assert min(both) >= 2990 and first[0]["at"] < then[0]["at"]


NAMED = ["Anne-Marie", "Zoé (2)", "D'Arc", "Mr. X", "[Eve]", "A|B"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["democracy", "demos", "democrazy"])
def test_an_overlay_without_names_shows_none_at_any_time(site, open_page, game, language):
    house = Oak(game)
    names = NAMED[: len(house.lines[0]["players"])]
    house.lines[0] = house.lines[0] | {"players": names}
    house.chorus = house.open(names)
    house.chorus.persons(["", "Kim"], [])
    page = open_page(f"{site(house)}/overlay?names=off&lang={language}", 1920, 1080)
    page.wait_for_selector(".place")
    page.evaluate(NOTE_TEXTS)
    for number, name in enumerate([*filter(None, nicknames(names)), "Kim"]):
        house.chorus.display(f"{name} has pressed OK {number}.")
        page.wait_for_function(
            "end => document.querySelector('.display').textContent.endsWith(end)", arg=f"OK {number}."
        )
    for number, _ in enumerate(steps(house.lines, house.chorus)):
        if number % 20 == 0:
            page.wait_for_timeout(30)  # else the page is shown the last of many steps alone
    house.chorus.ending(house.lines)
    page.wait_for_selector(".over")
    texts = [one["text"] for one in page.evaluate("texts")]
    assert len(texts) > 5
    called = {*names, *nicknames(names), "Kim"} - {""}
    assert not [(name, text) for text in texts for name in called if re.search(rf"\b{re.escape(name)}", text)]


@pytest.mark.parametrize(
    "wrong", ["parts=felt", "parts=", "delay=-1", "delay=601", "delay=" + "9" * 5000, "delay=x", "names=no"]
)
def test_an_address_of_an_overlay_that_is_wrong_says_what_may_be_there(site, open_page, wrong):
    open_page.forgives = ("400",)
    page = open_page(f"{site(Oak('democracy'))}/overlay?{wrong}")
    assert "parts=score,trick,asked" in page.inner_text("main")
