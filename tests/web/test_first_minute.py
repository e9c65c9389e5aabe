"""The first page: two tricks to play at once, without a table; each answer ends as the rules have it."""

import pytest

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games.democracy import scoring, trick
from tablehost import messages
from tablehost.games.democracy import first_minute
from tablehost.plugins.choice import load_game
from tablehost.web.learn import Lessons


def tell(language):
    """The script of the page."""
    with messages.speaking(language):
        return Lessons().first_minute()


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_the_marked_cards_win_and_the_others_do_not(language):
    script = tell(language)
    hand = [one["card"] for one in script["hand"]]
    met = []
    for one in script["tricks"]:
        lying = [card["card"] for card in (one["pool"], *one["others"])]
        met += lying
        assert set(one["ends"]) <= set(hand) and one["good"] in one["ends"]
        for card, end in one["ends"].items():
            assert end["said"] and "{" not in end["said"]
            assert (end["winner"] == 0) == (card == one["good"])
    assert len({*hand, *met}) == len(hand) + len(met), "a pack has each card once"
    assert set(map(cards.parse, [*hand, *met])) <= set(
        load_game("democracy").deck(4, resolve(load_game("democracy"), 4, {}))
    )


def test_the_second_trick_has_the_twist():
    ends = []
    for one in first_minute.TRICKS:
        plays = [cards.parse(card) for card in (one.good, *one.others)]
        trump = cards.suit_of(cards.parse(one.pool))
        ends.append(trick.decide(plays, trump, resolve(load_game("democracy"), 4, {}), [None] * 4)[2])
    assert ends == ["highest trump", "village idiot"]
    won = [
        card
        for one in tell("en")["tricks"]
        for card in (one["good"], one["pool"]["card"], *(other["card"] for other in one["others"]))
    ]
    bars = {bar["suit"]: bar["points"] for bar in tell("en")["aim"]["bars"]}
    assert sum(bars.values()) == scoring.points_in(list(map(cards.parse, won)))
    assert bars["clubs"] == 11 and bars["hearts"] == 10, "5 4 K of clubs; 5 Q J 8 6 of hearts"


def lay(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_a_stranger_wins_two_tricks_without_a_table(serve, open_page):
    server = serve("--pace", "0")
    page = open_page(server.link)
    sent = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    lay(page, "five of clubs")
    assert page.locator("#first .near .card").get_attribute("aria-label") == "a face-down card"
    page.get_by_role("button", name="five of clubs, on your pad: take it back").click()
    lay(page, "nine of spades")  # not the marked one
    page.get_by_role("button", name="Turn over!").click()
    assert "Ben takes all 5 cards" in page.inner_text("#first .todo")
    page.get_by_role("button", name="Once more").click()
    lay(page, "five of clubs")
    page.keyboard.press("Enter")  # the button has the focus
    assert page.inner_text("#first .todo") == "The Chief beats everybody. All 5 cards are yours."
    page.keyboard.press("Enter")
    card, place = (page.locator(name).bounding_box() for name in ("#first .advised", "#first .near .slot"))
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=5)
    page.mouse.up()
    page.get_by_role("button", name="Turn over!").click()
    assert "Village Idiot takes the Chief" in page.inner_text("#first .todo")
    page.get_by_role("button", name="Go on").click()
    assert "11 of clubs" in page.inner_text("#first .todo")
    assert sent == [] and server.tell("matches")[0]["data"] == [], "nothing is begun, nothing is written"
    page.get_by_role("button", name="Continue (10 minutes)").click()
    page.wait_for_url("**/seat/1*")


@pytest.mark.parametrize("size", [(1280, 720), (1366, 633), (390, 664), (360, 640), (664, 390)])
def test_the_table_of_the_first_page_is_whole_in_the_window(serve, open_page, size):
    page = open_page(serve("--pace", "0").link, *size)
    page.wait_for_selector("#first .held")
    outside = """() => [...document.querySelectorAll("#first :is(.slot, .todo, .held)")].filter(one => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    }).map(one => one.className)"""
    assert page.evaluate(outside) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
