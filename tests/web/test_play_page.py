"""A seat that is played from a page: whole matches by clicks, a guest's phone, drag, reload, a power cut."""

import itertools
import json
import re
import time

import pytest

from page_player import FOLLOW, LIMIT_S, RINGED, Player, advise

SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
SEAT = re.compile(r"/tables/virtual/seat/\d+$")


def enter(server, open_page, **more):
    """Return the first page, as the start of the server opens it."""
    return open_page(server.link, **more)


def play_now(server, open_page):
    """Return a player who has clicked the one way that is marked on the first page."""
    page = enter(server, open_page)
    page.click(".way.now")
    page.wait_for_url(SEAT)
    return Player(page)


def invite(server, page):
    """Return the link for guests, as the operator's page has it."""
    page.goto(f"{server.url}/tables/virtual/invite")
    link = page.locator("a.link").get_attribute("href")
    page.go_back()
    return link


def sit_down(server, open_page, game, players, **options):
    """Return a player who has sat down, and for whom a match has begun then."""
    page = enter(server, open_page)
    page.goto(f"{server.url}/tables/virtual")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(SEAT)
    server.enter()
    server.begin(game, players, **options)
    return Player(page)


def seat_guest(server, host, open_page, **more):
    """Return a guest who has sat down by the link."""
    page = open_page(invite(server, host.page), **more)
    page.get_by_label("Your name").fill("Eve")
    page.locator(".now").click()
    page.wait_for_url(SEAT)
    return Player(page)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("democracy", 3, {"target": 1}),
        ("demos", 3, {"max_rounds": 1, "no_trio": "points"}),
        ("democrazy", 4, {"stack_top": 2, "stack_bottom": 0, "max_spice": 1}),
    ],
)
def test_a_stranger_plays_a_whole_match_by_clicking_what_is_marked(serve, open_page, game, players, options):
    server = serve("--pace", "0")
    player = sit_down(server, open_page, game, players, **options)
    open_page.forgives = ("410",)  # a click after the last trick
    assert player.play(400)["ending"]
    assert any(line["kind"] == "result" for line in log(server))


def test_a_press_picks_a_row_of_a_menu(serve, open_page):
    player = sit_down(serve("--pace", "0"), open_page, "demos", 4, favourite="on")
    page, rows = player.page, player.page.locator("#keys button")
    hearts = page.get_by_role("button", name="Hearts", exact=True)
    hearts.wait_for()
    assert rows.all_inner_texts() == ["Spades", "Hearts", "Diamonds", "Clubs"]
    assert player.see()["todo"] == "Which is your favourite suit?"
    hearts.click()
    hearts.wait_for(state="detached")
    page.locator(".story", has_text="Ada's favourite suit is hearts").wait_for(state="attached")


def test_a_person_moves_each_card_while_the_box_is_ticked(serve, open_page):
    server = serve("--pace", "0")
    page = enter(server, open_page)
    page.goto(f"{server.url}/tables/virtual")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(SEAT)
    page.click(".others summary")
    box, status = page.get_by_label("I move each card myself"), 0
    open_page.forgives = ("409",)  # a click before the page has its number
    while status != 204 or not box.is_checked():
        with page.expect_response(lambda answer: "/act" in answer.url) as answered:
            box.click()
        status = answered.value.status
    server.enter()
    server.begin("democracy", 3)
    ok = page.locator("#keys .now[data-word=ok]")  # to sit down
    ok.wait_for()
    box.uncheck()
    ok.wait_for(state="detached")
    assert Player(page).until(lambda now: now["isAsked"])


def test_a_law_that_is_taken_back_leaves_the_middle_by_what_is_marked(serve, open_page):
    server = serve("--pace", "0", "--by-hand")
    player = sit_down(server, open_page, "democrazy", 4)
    debating = "NO takes it back: Ada"
    for _ in range(60):
        now = player.until(lambda now: now["isAsked"] and "speak up" not in now["todo"])
        if debating in now["display"]:
            break
        player.click()
    for _ in range(20):  # the display may be ahead of what the seat is asked; a key that comes early is late
        if debating not in player.see()["display"]:
            break
        player.page.evaluate("document.querySelector('.device [data-word=no]').click()")
        player.page.wait_for_timeout(1000)
    player.until(lambda now: debating not in now["display"] and now["isAsked"])
    marked = player.page.locator("#acts .now")
    aside, lift = (marked.filter(has_text=act) for act in ("Put the card in the middle", "Take it back"))
    aside.or_(lift).wait_for()  # the display may be ahead of what the seat is asked
    if lift.count():
        player.click()  # a card that the stranger has laid on the own pad by mistake
    aside.wait_for()
    before = len(player.clicks)

    def was_laid():
        shown = [display for display, *_ in player.clicks[before:]] + [player.see()["display"]]
        return any("Lay one in the middle" not in display for display in shown)  # its debate may be over

    for _ in range(8):  # another law is laid, by a stranger who may err in the card
        if was_laid():
            break
        player.click()
    assert was_laid(), player.clicks[before:]


def test_a_click_that_comes_late_does_nothing_and_the_page_says_so(serve, open_page):
    server = serve("--pace", "0")
    player = sit_down(server, open_page, "democracy", 3)
    player.until(lambda now: now["isAsked"] and now["hand"])

    def send_late(route):
        route.continue_(post_data=re.sub("task=[^&]*", "task=7+lay", route.request.post_data))

    player.page.route(re.compile("/act"), send_late)
    before = player.see()
    player.page.evaluate(FOLLOW, 0)
    player.page.get_by_text("too late, the table asks something else now").first.wait_for()
    now = player.see()
    assert "Ada" in now["display"] and now["isAsked"], "others may have counted, Ada has not"
    assert (now["hand"], now["pad"]) == (before["hand"], before["pad"])
    player.page.unroute_all()
    player.page.evaluate("document.querySelector('.device [data-word=ok]').click()")
    player.until(lambda now: "Ada" not in now["display"] or "Count" not in now["display"])


# Tap a card of the hand, and another one as soon as the first one is seen on the pad.
TWO_TAPS = """() => new Promise(done => {
    const tap = () => document.querySelector("#hand .held.hand").click();
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".held.pad")) return;
        observer.disconnect();
        tap();
        setTimeout(done, 100);
    }).observe(document.querySelector("#match"), { childList: true, subtree: true });
    tap();
})"""


def test_a_second_tap_before_the_table_has_read_the_card_exchanges_nothing(serve, open_page):
    server = serve("--pace", "1")
    player = sit_down(server, open_page, "democracy", 3)
    while "face down" not in player.until(lambda now: now["isAsked"])["todo"]:
        player.click()
    sent = []
    player.page.on("request", lambda request: sent.append(request.post_data or ""))
    player.page.evaluate(TWO_TAPS)
    assert [re.search("act=([a-z]+)", one)[1] for one in sent if "act=" in one] == ["lay"]


def test_own_outcomes_say_you(serve, open_page):
    server = serve("--pace", "0.2")
    player, wall = sit_down(server, open_page, "democracy", 3), open_page(f"{server.url}/tables/virtual")
    while "You take all" not in (said := player.until(lambda now: now["isAsked"])["todo"]):
        assert not said.startswith("Ada") and not player.see()["ending"]
        player.click()
    assert said.endswith("You take all 4 cards.")
    wall.get_by_text(said.replace("You take", "Ada takes"), exact=True).first.wait_for()


def test_an_own_act_is_taken_back_from_the_bar(serve, open_page):
    player = sit_down(serve("--pace", "0"), open_page, "democracy", 3)
    undo = player.page.get_by_role("button", name="Take my last act back", exact=True)
    assert undo.is_disabled(), "nothing is done yet"
    told = ""
    while "Taken back: " not in told:  # the others may act before the click comes
        assert not player.click()["ending"], told
        if player.undo():
            player.page.wait_for_function("() => document.querySelector('#answer').textContent")
            told = player.page.locator("#answer").inner_text()


def test_undo_leaves_what_a_bot_did_at_the_seat_before(serve, open_page):
    server = serve("--pace", "0")
    host = sit_down(server, open_page, "democracy", 3)
    while not host.page.locator("#title").get_by_text("Trick 2").count():
        assert not host.click()["ending"]
    guest = seat_guest(server, host, open_page)
    undo = guest.page.get_by_role("button", name="Take my last act back", exact=True)
    guest.until(lambda now: now["hand"])
    guest.page.wait_for_timeout(300)
    if guest.undo():  # the bot's card lies there, and no record tells it yet
        guest.page.locator("#answer").get_by_text("nothing was on record yet").wait_for()
        guest.page.wait_for_function("() => document.querySelector('#undo').disabled")
    assert undo.is_disabled(), "the bot has played a trick there"
    deadline = time.monotonic() + LIMIT_S
    while not undo.is_enabled():
        assert time.monotonic() < deadline, (guest.see(), host.see())
        asked = [one for one in (guest, host) if one.see()["isAsked"]]
        if asked:
            assert not asked[0].click()["ending"]
        else:
            host.page.wait_for_timeout(50)


RANKS = "ace two three four five six seven eight nine ten jack queen king".split()


def test_trumps_come_first_in_the_hand_and_are_named_in_the_bar(serve, open_page):
    server = serve("--pace", "0")
    player = sit_down(server, open_page, "democracy", 3)
    page, found = player.page, set()
    page.click(".others summary")
    page.get_by_label("Order of the hand").select_option("trumps first")
    page.click(".others summary")
    pill = page.locator("#trumps")
    for _ in range(40):
        now = player.until(lambda now: now["isAsked"])
        if "face down" in now["todo"]:
            pool = page.locator(".centre .pads .card").first.get_attribute("aria-label")
            suit = pool.rpartition(" ")[2]
            pill.get_by_text(f"Trumps {SIGNS[suit]}").wait_for()
            wanted = sorted(now["hand"], key=lambda card: (suit not in card, RANKS.index(card.split()[0])))
            assert now["hand"] == wanted
            found.add(0 < sum(suit in card for card in now["hand"]) < len(now["hand"]))
            if True in found:
                break
        player.click()
    assert True in found
    page.set_viewport_size({"width": 390, "height": 664})
    assert not pill.is_visible()


def test_a_game_without_trumps_offers_no_such_order(serve, open_page):
    page = sit_down(serve("--pace", "0"), open_page, "demos", 3).page
    page.evaluate("localStorage.setItem('order', 'trumps')")
    page.reload()
    page.wait_for_selector("#hand .held.hand")
    page.click(".others summary")
    order = page.get_by_label("Order of the hand")
    assert order.locator(":scope > :enabled").all_inner_texts() == ["as the cards came", "by suit", "by rank"]
    assert order.input_value() == "suit" and not page.locator("#trumps").is_visible()


# Texts of this language that are not in an element marked as such.
UNMARKED = """words => [...document.querySelectorAll("#match *")]
    .filter(one => one.closest("[lang]").lang === "fr")
    .flatMap(one => [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data))
    .filter(text => words.some(word => text.includes(word)))"""


def test_english_words_of_a_table_are_marked_on_a_french_page(serve, open_page):
    player = sit_down(serve("--pace", "0"), open_page, "democracy", 3)
    page = player.page
    page.goto(f"{page.url}?lang=fr")
    player.until(lambda now: now["isAsked"] and now["hand"])
    page.evaluate("document.querySelector('.others [data-word=correct]').click()")
    for one in (".device .display", "#todo", "#said p:last-child"):
        page.locator(f"{one}[lang=en]").filter(has_text="A pause. NO goes on").wait_for(state="attached")
    assert page.evaluate(UNMARKED, ["A pause", "The table says", "lay a card", "goes on"]) == []
    for _ in range(20):  # NO is not heard before both keys are let go
        page.evaluate("document.querySelector('.device [data-word=no]').click()")
        page.wait_for_timeout(300)
        if not page.locator(".device .display[lang]").count():
            break
    assert page.locator(":is(.device .display, #todo)[lang]").count() == 0


def test_five_clicks_lead_to_the_first_card(serve, open_page):
    server = serve("--pace", "0")
    player, laid = play_now(server, open_page), ""
    for _ in range(4):
        if any("face down" in display for display, _, _ in player.clicks):
            break
        player.click()
    laid = player.clicks[-1][2]
    assert re.search(" of |joker", laid) and len(player.clicks) + 1 <= 5
    while not any(line["kind"] == "trick" for line in log(server)):
        player.click()
    assert len(log(server)) > 3 and log(server)[0]["options"]["target"] == 1, "some fifteen minutes"


def test_a_guest_sits_down_by_the_link_and_each_sees_the_own_hand_alone(serve, open_page):
    server = serve("--pace", "0")
    host = sit_down(server, open_page, "democracy", 3)
    guest = seat_guest(server, host, open_page, wide=390, high=800, has_touch=True)
    guest_page = guest.page
    hands = [set(player.until(lambda now: now["hand"])["hand"]) for player in (host, guest)]
    assert not hands[0] & hands[1]
    for player, other in ((host, guest), (guest, host)):
        html = player.page.content()
        assert not any(f">{card}" in html or f'"{card}"' in html for card in other.see()["hand"])
    assert "Eve (" in host.page.locator(".felt").inner_text()
    guest_page.locator("summary").click()
    guest_page.get_by_role("button", name="Leave this seat").click()
    guest_page.wait_for_url(re.compile("/tables/virtual$"))
    host.page.wait_for_function("() => !document.querySelector('.felt').textContent.includes('Eve')")
    assert [sorted(note["seats"]) for note in notes(server)] == [[0], [0, 1], [0]]
    assert [note["names"] for note in notes(server)][1] == ["Ada", "Eve"]


def test_a_card_is_dragged_onto_the_pad_and_lifted_by_a_tap(serve, open_page):
    player = play_now(serve("--pace", "0", "--by-hand"), open_page)
    player.click()  # on OK, to sit down
    player.until(lambda now: "Count" in now["display"] and now["hand"])
    player.page.wait_for_function(AT_REST)
    card = player.page.locator("#hand .held.hand").first
    name, box = card.get_attribute("aria-label"), card.bounding_box()
    pad = player.page.locator(".near .place .card").bounding_box()
    mouse = player.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 30)
    mouse.down()
    mouse.move(box["x"] + 22, box["y"] + 90, steps=4)  # away from the pad: it falls back
    mouse.up()
    assert player.see()["pad"] == 0
    player.until(lambda _: card.bounding_box() == box)
    mouse.move(box["x"] + 20, box["y"] + 30)
    mouse.down()
    mouse.move(pad["x"] + 10, pad["y"] + 20, steps=6)
    mouse.up()
    player.until(lambda now: now["pad"] == 1 and name not in now["hand"])
    player.page.locator(".held.pad").click()
    player.until(lambda now: now["pad"] == 0 and name in now["hand"])


def test_what_did_not_reach_the_table_is_said_for_a_while(serve, open_page):
    player = play_now(serve("--pace", "0"), open_page)
    player.until(lambda now: now["isAsked"] and now["hand"])
    open_page.forgives = ("ERR_FAILED",)
    player.page.clock.install()
    player.page.route("**/act*", lambda route: route.abort())
    player.click()
    player.page.wait_for_function(
        "() => document.querySelector('#answer').textContent.includes('did not reach')"
    )
    player.page.clock.run_for(20_000)
    assert player.page.inner_text("#answer") == ""


# Show a hand of so many cards, copies of the first one, as seat.js does, and measure it at once, since
# the next message of the table shows the player's own hand again: of each card, for how many pixels of its
# width a pointer meets it, whether its corner index is free, and whether all of it is in the window.
HAND = """many => {
    const hand = document.querySelector("#hand"), first = hand.querySelector("li:has(.held.hand)");
    hand.replaceChildren(...[...Array(many).keys()].map(() => first.cloneNode(true)));
    hand.style.setProperty("--of", many);
    const wider = document.documentElement.scrollWidth > innerWidth;
    const cards = [...hand.querySelectorAll(".held.hand")].map(card => {
        const box = card.getBoundingClientRect(), y = box.top + 12;
        const met = [...Array(Math.floor(box.width)).keys()].filter(
            at => card === document.elementFromPoint(box.left + at + .5, y)).length;
        const index = card === document.elementFromPoint(box.left + 8, y);
        return {met, index, inside: box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight};
    });
    return {cards, wider};
}"""


@pytest.mark.parametrize("size", [(1280, 720), (1366, 633), (390, 664), (360, 640), (664, 390)])
def test_each_index_of_a_hand_of_any_size_is_free(serve, open_page, size):
    player = play_now(serve("--pace", "0"), open_page)
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.until(lambda now: now["isAsked"] and now["hand"])
    for many in (2, 6, 10, 13):
        shown = player.page.evaluate(HAND, many)
        cards = shown["cards"]
        assert len(cards) == many and not shown["wider"]
        assert all(card["met"] >= 20 and card["index"] and card["inside"] for card in cards), (many, cards)


WORDS_AND_CARD = """() => [parseFloat(getComputedStyle(document.querySelector("#todo")).fontSize),
    document.querySelector("#hand .held").getBoundingClientRect().height]"""
# Places, the sentence and buttons that are not whole in the window, or places that the felt cuts off.
CUT_OFF = """() => [...document.querySelectorAll(".felt .slot, #todo, #keys button, #acts button")]
    .filter(one => one.checkVisibility()).filter(one => {
        const box = one.getBoundingClientRect();
        const lowest = one.closest(".felt")?.getBoundingClientRect().bottom ?? innerHeight;
        return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > lowest + 1;
    }).map(one => one.className + " " + one.textContent)"""


@pytest.mark.parametrize("players", [2, 4, 7, 10])
def test_every_place_and_the_sentence_are_seen_without_scrolling(serve, open_page, players):
    player = sit_down(serve("--pace", "0"), open_page, "democracy", players)
    player.until(lambda now: now["isAsked"] and now["hand"])
    sizes = [(1280, 720), (1366, 633), (390, 664), (360, 640), (664, 390), (640, 360), (1920, 1080)]
    shown = {}
    for is_large in (False, True):
        player.page.evaluate("on => localStorage.setItem('large', on ? 'on' : '')", is_large)
        player.page.reload()
        player.until(lambda now: now["isAsked"] and now["hand"])
        for size in sizes:
            player.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            assert player.page.evaluate(CUT_OFF) == [], (size, is_large)
            assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]
            shown[size, is_large] = player.page.evaluate(WORDS_AND_CARD)
    for size in sizes:
        (words, card), (large_words, large_card) = shown[size, False], shown[size, True]
        assert large_words >= 1.15 * words and large_card >= card, size


# The page at the end of a match of so many players, with three cards, as a text without a program.
ENDED = """many => {
    const end = document.querySelector("#end"), card = document.querySelector("#hand svg").outerHTML;
    end.querySelector("h2").textContent = "Maximilian-Alexander wins";
    const row = "<li><b>Name</b><i class=score-bar></i><span>3 tribes</span></li>";
    end.querySelector(".bars").innerHTML = row.repeat(many);
    const text = end.querySelector(".turning figcaption");
    text.textContent = "Tout a basculé ici : B31 Plus de la moitié, adoptée " +
        "par 4 voix contre 1. Sans elle, Maximilian-Alexander, Ben et Cleo auraient gagné.";
    end.querySelector(".turning ul").innerHTML = `<li>${card}</li>`.repeat(3);
    document.querySelector("#match").classList.add("over");
    document.querySelector("#answer").textContent = "Too late: the table asks something else now. ".repeat(2);
    for (const one of [end, end.querySelector(".turning")]) one.hidden = false;
    for (const one of document.querySelectorAll("script")) one.remove();
    for (const one of document.querySelectorAll("[style]")) one.removeAttribute("style");
    return document.documentElement.outerHTML;
}"""
LOW = """() => [...document.querySelectorAll("#end > *, #end li")].filter(one => one.checkVisibility())
    .filter(one => one.getBoundingClientRect().bottom > innerHeight).map(one => one.outerHTML)"""


COVERED = """() => [...document.querySelectorAll("#end .acts :is(button, a)")].filter(one => {
    const box = one.getBoundingClientRect();
    return [.1, .5, .9].some(part => !one.contains(
        document.elementFromPoint(box.left + part * box.width, box.top + box.height / 2)));
}).map(one => one.textContent)"""


@pytest.mark.parametrize("players", [4, 10])
def test_where_it_turned_is_seen_at_the_end_without_scrolling(serve, open_page, players):
    server = serve("--pace", "0")
    player = sit_down(server, open_page, "democracy", 4)
    player.until(lambda now: now["isAsked"] and now["hand"])
    assert player.page.locator(".turning").is_hidden()
    page = open_page(f"{server.url}/static/seat.css")
    page.set_content(player.page.evaluate(ENDED, players))
    for wide, high in [(1280, 720), (1366, 633), (390, 664), (360, 640), (664, 390)]:
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate(LOW) == page.evaluate(COVERED) == [], (wide, high)
        assert page.locator(".turning").is_visible() == (high >= 420)


# Names of other players that are cut, and points or vetoes that lie outside the place of their seat.
NARROW = """() => [...document.querySelectorAll(".far .place")].flatMap(place => {
    const room = place.getBoundingClientRect(), name = place.querySelector(".name");
    const out = [...place.querySelectorAll(".name, .score, .marks .sign")].filter(one => {
        const box = one.getBoundingClientRect(), lowest = one.closest(".head").getBoundingClientRect().bottom;
        const isBeside = box.left < room.left - 1 || box.right > room.right + 1;
        return !box.width || isBeside || box.bottom > lowest + 1;
    });
    return [...(name.scrollWidth > name.clientWidth ? [name] : []), ...out].map(one => one.outerHTML);
})"""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_name_of_four_letters_is_whole_above_its_points_on_a_phone(serve, open_page, players):
    player = sit_down(serve("--pace", "0"), open_page, "demos", players)
    player.until(lambda now: now["isAsked"] and now["hand"])
    for wide, high in [(390, 664), (360, 640)]:
        player.page.set_viewport_size({"width": wide, "height": high})
        player.page.wait_for_selector(".marks .sign")
        assert player.page.evaluate(NARROW) == [], (wide, high)
        assert player.page.evaluate(CUT_OFF) == [], (wide, high)


# So many figures won by every seat, drawn; and what then lies beyond the felt.
FIGURES = """many => document.querySelectorAll(".place .tiles").forEach(tiles => {
    const pack = document.querySelector("#hand svg").dataset.face.split("#")[0];
    const figure = key => `<li><svg><use href="${pack}#card-${key}_m"></use></svg></li>`;
    tiles.hidden = false;
    tiles.innerHTML = ["ES", "LH", "JD", "JC", "EC"].slice(0, many).map(figure).join("");
})"""
BEYOND = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const shown = [...document.querySelectorAll(".felt :is(.tiles svg, .slot, .name, .fan li)")]
        .filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
    return shown.filter(([, box]) => box.width).filter(([, box]) => box.bottom > felt.bottom + 1
        || box.right > felt.right + 1 || box.left < felt.left - 1 || box.top < felt.top - 1)
        .map(([one]) => one.outerHTML);
}"""


@pytest.mark.parametrize("players", [3, 5])
def test_the_figures_of_all_seats_lie_on_the_felt(serve, open_page, players):
    player = sit_down(serve("--pace", "0"), open_page, "demos", players)
    player.until(lambda now: now["isAsked"] and now["hand"])
    for wide, high in [(1280, 720), (1366, 633), (390, 664), (360, 640), (664, 390)]:
        player.page.set_viewport_size({"width": wide, "height": high})
        for many in (1, 5):
            player.page.evaluate(FIGURES, many)
            assert player.page.locator(".tiles li:visible").count() == many * players
            player.page.wait_for_function(f"!({BEYOND})().length", timeout=3000)


def test_cards_that_the_table_would_refuse_are_dark(serve, open_page):
    player = sit_down(serve("--pace", "0"), open_page, "democrazy", 4)
    while not player.until(lambda now: now["isAsked"])["todo"].startswith("Lay your vote"):
        player.click()
    keys = """one => [...document.querySelectorAll(one)]
        .map(card => card.firstChild.dataset.face.split("card-")[1])"""
    dark, lit = (
        player.page.evaluate(keys, f"#hand.now .held{unfit}") for unfit in (".unfit", ":not(.unfit)")
    )
    assert all(re.match(r"[RBX]\d", key) for key in dark) and len(dark) > 3, (dark, lit)
    assert all(re.match("YES|NO|DY|DN|SC", key) for key in lit) and len(lit) == 3
    brightness = "one => getComputedStyle(document.querySelector(one)).filter"
    assert "0.68" in player.page.evaluate(brightness, "#hand .unfit svg")


# The heights of the cards on the felt and in the hand, as parts of the window.
HEIGHTS = """() => [".felt .slot", "#hand .held"].map(name => Math.min(...[...document.querySelectorAll(name)]
    .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height / innerHeight)))"""


@pytest.mark.parametrize(("players", "least"), [(2, 0.25), (4, 0.25), (7, 0.2), (10, 0.2)])
def test_cards_are_large_on_a_laptop(serve, open_page, players, least):
    player = sit_down(serve("--pace", "0"), open_page, "democracy", players)
    player.until(lambda now: now["isAsked"] and now["hand"])
    for wide, high in [(1280, 720), (1366, 633)]:
        player.page.set_viewport_size({"width": wide, "height": high})
        felt, hand = player.page.evaluate(HEIGHTS)
        assert felt >= least and hand >= 0.24, (wide, high, felt, hand)


def test_a_reload_and_a_power_cut_in_mid_trick_lose_nothing(serve, open_page):
    server = serve("--pace", "0", "--by-hand")
    player = play_now(server, open_page)
    player.click()  # on OK, to sit down
    player.until(lambda now: "Count" in now["display"] and now["hand"])
    player.page.locator("#hand .held.hand").first.click()
    hand = player.until(lambda now: now["pad"])["hand"]
    player.page.reload()
    assert player.until(lambda now: now["pad"])["hand"] == hand
    player.page.fill("#typed", "plug")
    player.page.press("#typed", "Enter")
    player.page.wait_for_selector(".match.dark")
    player.page.fill("#typed", "plug")
    player.page.press("#typed", "Enter")
    player.page.wait_for_selector(".match:not(.dark)")
    while sum(line["kind"] == "trick" for line in log(server)) < 2:
        player.click()


def test_the_table_says_what_a_hand_cannot_do(serve, open_page):
    server = serve("--pace", "0")
    player = sit_down(server, open_page, "democracy", 3)
    player.until(lambda now: now["isAsked"])
    for typed, said in (("xyzzy", "means nothing here"), ("point 2", "nobody points")):
        player.page.fill("#typed", typed)
        player.page.press("#typed", "Enter")
        player.page.wait_for_function(
            "said => document.querySelector('#answer').textContent.includes(said)", arg=said
        )


def test_an_answer_can_be_read_though_the_table_goes_on(serve, open_page):
    server = serve("--pace", "0", "--by-hand")
    player = sit_down(server, open_page, "democracy", 3)
    page, answer = player.page, "() => document.querySelector('#answer').textContent"
    page.clock.install(time=0)
    page.reload()  # so that no timer is of the real clock
    player.click()  # on OK, to sit down
    player.until(lambda now: "Count" in now["display"] and now["isAsked"])
    page.clock.pause_at(3_600_000)  # the answer stays 5 s: on a busy machine others pass meanwhile
    page.fill("#typed", "xyzzy")
    with page.expect_request(re.compile("/act")) as sent:
        page.press("#typed", "Enter")
    page.wait_for_function(answer)
    counting = page.inner_text("#todo")
    number = re.search(r"page=(\d+)", sent.value.post_data)[1]
    page.evaluate(  # an act that this page does not know of: for it the table goes on by itself
        "body => fetch(document.querySelector('#match').dataset.act, { method: 'POST', body })",
        f"page={number}&act=press&word=ok",
    )
    page.wait_for_function(  # the display may be ahead of what the seat is asked
        "counting => ![counting, ''].includes(document.querySelector('#todo').textContent)", arg=counting
    )
    assert "means nothing here" in page.evaluate(answer)
    page.clock.run_for(5500)
    assert page.evaluate(answer) == ""


def test_a_person_at_a_page_is_not_asked_to_sit_down(serve, open_page):
    server = serve("--pace", "0")
    page = enter(server, open_page)
    page.goto(f"{server.url}/tables/virtual")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(SEAT)
    server.enter()
    page.evaluate("""() => {
        const [panel, display] = ["#panel", ".display"].map((name) => document.querySelector(name));
        window.asked = [];
        const look = () => panel.classList.contains("asked") && asked.push(display.textContent);
        new MutationObserver(look).observe(panel, { attributes: true });
    }""")
    server.begin("democracy", 3)
    Player(page).until(lambda now: now["isAsked"])
    assert not [display for display in page.evaluate("asked") if "sit down" in display]


def test_a_second_device_takes_over_and_the_first_page_says_so(serve, open_page):
    server = serve("--pace", "0")
    first = sit_down(server, open_page, "democracy", 3)
    seat = first.page.url
    second = first.page.context.new_page()
    second.goto(seat)
    first.page.wait_for_selector("#state:not([hidden])")
    assert "newer page" in first.page.inner_text("#state")
    first.page.get_by_role("button", name="Play here").click()
    first.page.wait_for_selector("#state", state="hidden")
    second.wait_for_selector("#state:not([hidden])")


# Note all that is animated in pages that are opened from now on.
NOTE_MOVES = """
    globalThis.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        moved.push({ what: this.getAttribute("class") ?? "", ...timing });
        return animate.call(this, frames, timing);
    };
"""
# Note when the line of a reveal comes and goes.
NOTE_LINES = """() => {
    globalThis.lines = [];
    const line = document.querySelector(".glance");
    new MutationObserver(() => line.hidden !== (lines.at(-1)?.[0] ?? true)
        && lines.push([line.hidden, performance.now()])).observe(line, { attributes: true });
}"""
# How far anything else is displaced by the line.
DISPLACED = """() => {
    const line = document.querySelector(".glance"), is = line.hidden;
    const look = hidden => {
        line.hidden = hidden;
        return [...document.querySelectorAll(".slot, .name, #todo, #hand .held, .story, .display")]
            .map(one => one.getBoundingClientRect()).flatMap(box => [box.x, box.y, box.width, box.height]);
    };
    const [without, shown] = [look(true), look(false)];
    line.hidden = is;
    return Math.max(...without.map((one, at) => Math.abs(one - shown[at])));
}"""


AT_THE_FOOT = """() => {
    const line = document.querySelector(".glance"), is = line.hidden;
    line.hidden = false;
    const [felt, shown] = [line.parentElement, line].map(one => one.getBoundingClientRect());
    line.hidden = is;
    return shown.bottom === felt.bottom && shown.height < 6 && shown.width > felt.width * .9;
}"""


def play_until(players, holds):
    """Have these players click what is marked, in turn, until `holds()`."""
    deadline = time.monotonic() + LIMIT_S
    for at in itertools.count():
        if holds():
            return
        assert time.monotonic() < deadline, [player.see() for player in players]
        for player in players:
            player.page.evaluate(FOLLOW, at)
            player.page.wait_for_timeout(50)


# The chips of others that reach over the place of their player.
OVER = """() => [...document.querySelectorAll(".far .chip")].filter(one => {
    const [chip, place] = [one, one.closest(".place, li")].map(each => each.getBoundingClientRect());
    return one.checkVisibility() && (chip.left < place.left - 1 || chip.right > place.right + 1);
}).map(one => one.textContent)"""


def test_the_chips_of_others_are_seen_whole(serve, open_page):
    player = sit_down(serve("--pace", "0.02"), open_page, "democrazy", 4)
    play_until([player], player.page.locator(".far .chip").count)
    assert player.page.locator(".far .chip").count() == 12
    for width, height in ((390, 664), (360, 640), (664, 390), (1280, 720)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.wait_for_timeout(100)
        assert player.page.evaluate(OVER) == [], (width, height)


def test_a_line_shows_for_how_long_several_persons_look_at_a_reveal(serve, open_page):
    server = serve("--pace", "0.02", "--reveal", "2.5")
    host = sit_down(server, open_page, "democracy", 3)
    guest = seat_guest(server, host, open_page, reduced_motion="reduce")
    wall = open_page(f"{server.url}/tables/virtual")
    open_page.forgives = ("409", "410")  # a click that comes late
    pages = [host.page, guest.page, wall]
    for page in pages:
        page.add_init_script(NOTE_MOVES)
        page.reload()
        page.wait_for_selector(".place")
        page.evaluate(NOTE_LINES)
    play_until([host, guest], lambda: all(page.evaluate("lines.length") for page in pages))
    for page, moves in zip(pages, (1, 0, 1), strict=True):
        page.wait_for_function("() => lines.length >= 2")
        (was_hidden, began), (is_hidden, ended) = page.evaluate("lines")[:2]
        assert (was_hidden, is_hidden) == (False, True) and 2300 < ended - began < 3500
        lines = [one for one in page.evaluate("moved") if one["what"] == "glance"]
        assert [one["duration"] for one in lines] == [2500] * moves
        assert moves or page.evaluate("moved") == []
        assert page.evaluate(DISPLACED) <= 2
        assert page.evaluate(AT_THE_FOOT)


AT_REST = "() => !document.querySelector('#hand').getAnimations({ subtree: true }).length"
# Of each card of the hand whether a pointer meets it where it lies.
MET = """() => [...document.querySelectorAll("#hand .held.hand")].map(card => {
    const box = card.getBoundingClientRect();
    return card.contains(document.elementFromPoint(box.left + 8, box.top + 12));
})"""


@pytest.mark.parametrize(("motion", "flights"), [("no-preference", 6), ("reduce", 0)])
def test_the_cards_of_a_deal_come_one_by_one_and_no_others_do(serve, open_page, motion, flights):
    server = serve("--pace", "0.1")
    page = enter(server, open_page, reduced_motion=motion)
    page.goto(f"{server.url}/tables/virtual")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(SEAT)
    page.add_init_script(NOTE_MOVES)
    page.reload()
    player = Player(page)
    server.enter()
    server.begin("democracy", 3)
    player.until(lambda now: len(now["hand"]) == 6)

    def flown():
        return [one for one in page.evaluate("moved") if one["what"] == "held hand"]

    assert [one["delay"] for one in flown()] == [60 * at for at in range(flights)]
    assert all(one["delay"] + one["duration"] <= 1000 for one in flown())
    assert flights or page.evaluate("moved") == []
    page.wait_for_function(AT_REST)
    assert page.evaluate(MET) == [True] * 6
    page.click(".others summary")
    page.select_option("#order", "rank")
    player.until(lambda now: now["isAsked"])
    player.click()
    assert len(flown()) == flights, "a card that is laid, and another order, deal nothing"
    page.reload()
    assert player.until(lambda now: now["hand"]) and flown() == []


def test_a_person_who_plays_alone_sees_no_line_but_goes_on(serve, open_page):
    server = serve("--pace", "0.02")
    player = sit_down(server, open_page, "democracy", 3)
    wall = open_page(f"{server.url}/tables/virtual")
    open_page.forgives = ("409", "410")  # a click that comes late
    for page in (player.page, wall):
        page.wait_for_selector(".place")
        page.evaluate(NOTE_LINES)
    go_on = player.page.locator("#acts [data-act=on]")
    play_until([player], go_on.count)
    wall.wait_for_selector(".wins")
    assert [page.evaluate("lines") for page in (player.page, wall)] == [[], []]


RING_RESTS = """() => !document.querySelector(":is(.adopted, .rejected) .card")
    .getAnimations({ subtree: true }).length"""
JUDGED = """() => [...document.querySelectorAll(".adopted, .rejected")].map(one => [one.className,
    one.querySelector(".card svg").dataset.face.split("card-")[1],
    getComputedStyle(one.querySelector(".card")).boxShadow,
    getComputedStyle(one.querySelector("svg")).filter])"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_at_the_verdict_the_law_has_a_gold_ring_or_is_dark(serve, open_page, motion):
    server = serve("--pace", "0.02")
    page = enter(server, open_page, reduced_motion=motion)
    page.goto(f"{server.url}/tables/virtual")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(SEAT)
    server.enter()
    server.begin("democrazy", 4, stack_top=2, stack_bottom=0)
    open_page.forgives = ("409", "410")  # a click that comes late
    go_on = page.locator("#acts [data-act=on]")
    play_until([Player(page)], go_on.count)
    page.wait_for_selector(".adopted, .rejected")  # the verdict may come behind the button
    page.wait_for_function(RING_RESTS)
    ((kind, law, shadow, light),) = page.evaluate(JUDGED)
    proposal, vote = [line for line in log(server) if line["kind"] in ("proposal", "vote")][-2:]
    assert law == proposal["law"]
    assert ("adopted" in kind.split(), "rejected" in kind.split()) == (vote["adopted"], not vote["adopted"])
    assert ("rgb(255, 209, 102)" in shadow) == vote["adopted"]
    assert ("brightness" in light) != vote["adopted"]
    go_on.click()
    page.wait_for_function("() => !document.querySelector('.rejected')")


# Each state of an open vote that is seen: the sentence, how many votes lie open, whether the law is judged.
NOTE_VOTES = """() => { window.counted = [];
    const isVote = one => /card-(YES|NO|DY|DN|SC)/.test(one.dataset.face);
    const note = () => {
        const open = [...document.querySelectorAll(".felt .card svg")].filter(isVote).length;
        const isJudged = Boolean(document.querySelector(".adopted, .rejected"));
        const now = [document.querySelector(".todo").textContent, open, isJudged];
        if (open && String(now) !== String(counted.at(-1))) counted.push(now); };
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(note).observe(document.getElementById("match"), all); }"""


def test_votes_turn_over_one_by_one_and_are_counted_along(serve, open_page):
    server = serve("--pace", "0.02")
    player = sit_down(server, open_page, "democrazy", 5, stack_top=2, stack_bottom=0)
    page = player.page
    page.wait_for_selector(".place")
    page.evaluate(NOTE_VOTES)
    open_page.forgives = ("409", "410")  # a click that comes late
    play_until([player], page.locator("#acts [data-act=on]").count)
    page.wait_for_selector(".adopted, .rejected")
    vote = [line for line in log(server) if line["kind"] == "vote"][-1]
    steps = [one for one in page.evaluate("counted") if "YES " in one[0]]
    assert [number for _, number, _ in steps] == list(range(1, len([v for v in vote["votes"] if v])))
    sums = [tuple(map(int, re.findall(r"\d+", said))) for said, *_ in steps]
    assert sums == sorted(sums) and not any(is_judged for *_, is_judged in steps)
    said, _, is_judged = page.evaluate("counted.at(-1)")
    assert is_judged and f"{vote['yes']} to {vote['no']}" in said
    page.reload()
    page.wait_for_selector(".adopted, .rejected")
    assert "YES " not in page.inner_text(".todo"), "a page that comes later sees how it ended"


def log(server):
    """Return the open log of the newest match."""
    return server.tell("log", "last")


def notes(server):
    """Return the notes on the persons who played, as an export has them."""
    file = server.home + "/game.jsonl"
    server.tell("export", "last", "--out", file)
    with open(file, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["note"] for row in rows if row["kind"] == "note" and row["note"]["kind"] == "held"]


def test_a_newcomer_learns_by_playing(serve, open_page):
    server = serve("--pace", "0")
    page = enter(server, open_page)
    page.goto(f"{server.url}/learn/democracy")
    page.get_by_role("button", name="Learn it by playing").click()
    page.wait_for_url(re.compile(r"/seat/1\?teach=1$"))
    player, hints, lessons = Player(page), set(), set()
    while len(hints - {""}) < 1 or len(lessons - {""}) < 2:
        player.until(lambda now: now["isAsked"] or now["ending"])
        hints.add(page.inner_text("#hint span") if page.locator("#hint").is_visible() else "")
        assert not player.click()["ending"], (hints, lessons)
        lessons.add(page.inner_text("#lesson"))


# Cards of the hand of which a finger finds neither the rank nor the suit below it.
UNDER = """() => [...document.querySelectorAll("#hand .held.hand")].filter(card => {
    const box = card.getBoundingClientRect();
    const found = part => document.elementFromPoint(box.left + 10, box.top + part * box.height);
    const isFree = part => card.contains(found(part));
    return ![.1, .25, .4].every(isFree); }).map(card => card.ariaLabel)"""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_a_hint_leaves_rank_and_suit_to_the_finger(serve, open_page, language):
    server = serve("--pace", "0")
    open_page(f"{server.link}&lang={language}")  # a cookie keeps it
    player = sit_down(server, open_page, "democracy", 4)
    page = player.page
    page.goto(page.url + f"?lang={language}")
    page.set_viewport_size({"width": 390, "height": 664})
    player.until(lambda now: now["isAsked"] and now["hand"])
    page.wait_for_selector("#hint")
    page.wait_for_function(AT_REST)
    assert page.evaluate(UNDER) == []
    page.click("#hint button")
    page.wait_for_selector("#hint", state="hidden")


def test_a_lesson_marks_what_is_good_without_being_asked(serve, open_page):
    """At the first asks; a match that is no lesson does not."""
    player = sit_down(serve("--pace", "0"), open_page, "democracy", 3)
    page = player.page
    player.until(lambda now: now["isAsked"])
    page.wait_for_timeout(500)
    assert not page.evaluate(RINGED)
    page.goto(f"{page.url}?teach=1")
    for _ in range(3):
        page.wait_for_selector(".advised")
        assert len(page.evaluate(RINGED)) == 1
        before = player.see()["display"]
        page.wait_for_timeout(700)
        page.evaluate("document.querySelector('.advised').click()")
        player.until(lambda now, before=before: now["isAsked"] and now["display"] != before)


def test_the_person_who_begins_a_match_plays_too(serve, open_page):
    server = serve("--pace", "0")
    page = enter(server, open_page)
    page.goto(f"{server.url}/new/demos?players=3&preset=first-time&name-1=Zoe&table=virtual")
    page.get_by_label("I play too").check()
    page.get_by_role("button", name="Begin").first.click()
    page.wait_for_url(SEAT)
    assert Player(page).until(lambda now: now["hand"])
    assert "Zoe" in page.inner_text("h1")


def test_the_others_go_on_without_a_player_who_is_away(serve, open_page):
    server = serve("--pace", "0")
    host = sit_down(server, open_page, "democracy", 3)
    guest = open_page(invite(server, host.page))
    guest.get_by_label("Your name").fill("Eve")
    guest.locator(".now").click()
    guest.wait_for_url(SEAT)
    guest.close()
    host.page.wait_for_function("() => document.querySelector('.felt').textContent.includes('away')")
    host.page.locator("summary").click()
    button = host.page.get_by_role("button", name="Have a bot play on for Eve (Ben)")
    button.wait_for()
    assert "away" in host.page.locator(".felt").inner_text()
    assert [note["names"] for note in notes(server)][-1] == ["Ada", "Eve"]


GOLD = "rgb(255, 209, 102)"


# What is ringed as advised, and seen.
@pytest.mark.parametrize(
    ("game", "players", "options", "most"),
    [
        ("democracy", 3, {"target": 1}, 8),
        ("demos", 3, {"max_rounds": 1, "no_trio": "points"}, 200),
        ("democrazy", 4, {"stack_top": 2, "stack_bottom": 0, "max_spice": 1}, 200),
    ],
)
def test_a_match_is_played_by_clicking_what_is_ringed(serve, open_page, game, players, options, most):
    """Whole matches, and the beginning of a longer one."""
    server = serve("--pace", "0")
    player = sit_down(server, open_page, game, players, **options)
    player.page.mouse.move(1, 1)
    open_page.forgives = ("410",)  # a click after the last trick
    seen = []
    for _ in range(most):
        ringed = advise(player)
        if ringed is None:
            break
        seen += ringed
        assert len(ringed) == 1 and GOLD in ringed[0]["shadow"] and not ringed[0]["raised"], ringed
        player.page.wait_for_timeout(700)  # a tap that comes sooner than this after another one is none
        player.page.evaluate("document.querySelector('.advised')?.click()")
        player.page.wait_for_function("() => !document.querySelector('.advised')")
    assert any(one["isCard"] for one in seen), seen
    if len(seen) < most:
        assert player.see()["ending"] and any(line["kind"] == "result" for line in log(server))


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", ["Help me choose", "Take my last act back", "By ear", "Sound"]),
        ("fr", ["Aidez-moi à choisir", "Annuler mon dernier coup", "À l'oreille", "Son"]),
    ],
)
def test_the_buttons_are_in_the_bar_on_every_screen(serve, open_page, lang, names):
    page = sit_down(serve("--pace", "0"), open_page, "democracy", 3).page
    page.goto(f"{page.url}?lang={lang}")
    for wide, high in [(1280, 720), (390, 664), (360, 640), (664, 390)]:
        page.set_viewport_size({"width": wide, "height": high})
        boxes = [page.get_by_role("button", name=name, exact=True).bounding_box() for name in names]
        ends = [0] + [box["x"] + box["width"] for box in boxes]
        assert ends[-1] <= wide and all(box["x"] >= end for box, end in zip(boxes, ends, strict=False))
        assert all(31 <= box["height"] < 44 and box["width"] >= 31 for box in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        assert page.evaluate("document.querySelector('#title').clientWidth") >= 70
