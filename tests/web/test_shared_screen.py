"""Two players at one tablet: a cover between their turns, and no hand where the other one looks."""

import pytest

from page_player import FOLLOW, Player

SEE = """() => {
    const one = (name) => document.querySelector(name);
    const cover = one("#cover");
    if (!cover) return { cover: "", isCovered: false, isAsked: false, hand: [] }; // another page comes
    const isSeen = (card) => card.checkVisibility({ visibilityProperty: true });
    const cards = cover.open ? [] : [...document.querySelectorAll("#hand .held, .held.pad")];
    return {
        cover: cover.open && !cover.firstElementChild.disabled ? cover.firstElementChild.textContent : "",
        isCovered: cover.open,
        isShut: one("#match").classList.contains("shut"),
        isAsked: one("#panel").classList.contains("asked"),
        ending: one(".ending").textContent,
        hand: cards.filter(isSeen).map(({ ariaLabel }) => ariaLabel),
    };
}"""


class Screen(Player):
    """Two people at the page of a seat."""

    def see(self):
        return self.page.evaluate(SEE)

    def look(self):
        """Tap covers until a player looks who is asked; return who it is."""
        name, now = "", self.until(lambda now: now["cover"])
        while now["cover"]:
            name, _, rest = now["cover"].partition(",")
            assert rest == " your turn: tap when only you look"
            self.page.locator("#cover button.now").click()
            now = self.until(lambda now: now["cover"] or (now["isAsked"] and not now["isCovered"]))
        return name


@pytest.fixture
def screen(serve, open_page):
    """A function that returns the page of Ada, at whose screen Ben has sat down, in a match of three."""

    def sit_together(*options, **more):
        server = serve("--pace", "0", *options)
        page = open_page(server.link, **more)
        page.goto(f"{server.url}/tables/virtual")
        page.get_by_role("button", name="Sit down").click()
        page.click(".others summary")
        page.get_by_role("link", name="Another player at this screen").click()
        page.get_by_label("Your name").fill("Ben")
        page.locator("main button").first.click()
        page.wait_for_url("**/seat/2")
        server.enter()
        server.begin("democracy", 3, target=1)
        screen = Screen(page)
        screen.server = server
        return screen

    return sit_together


def test_two_at_one_screen_play_by_taps(screen):
    both, looks, hands = screen("--reveal", "0"), [], {"Ada": set(), "Ben": set()}
    while min(looks.count(name) for name in hands) < 3:
        now = both.until(lambda now: now["cover"] or (now["isAsked"] and not now["isShut"]))
        if now["cover"]:
            assert not now["hand"], "whoever sits here may look at the page now"
            looks.append(both.look())
            assert both.page.url.endswith({"Ada": "/seat/1", "Ben": "/seat/2"}[looks[-1]])
        else:
            hands[looks[-1]].update(now["hand"])
            both.page.evaluate(FOLLOW, 0)
            both.page.wait_for_timeout(50)
        assert len(looks) < 30
    assert all(hands.values()) and not hands["Ada"] & hands["Ben"], "each has seen the own cards alone"


def test_a_player_with_a_second_page_needs_no_cover(screen):
    """Each of them looks at a window then."""
    both = screen()
    other = both.page.context.new_page()
    other.goto(both.page.url.replace("/seat/2", "/seat/1"))
    for one in (both, Screen(other)):
        one.until(lambda now: now["hand"] and not now["isCovered"] and not now["isShut"])


def test_a_card_can_be_changed_when_the_next_player_is_called(screen):
    both = screen()
    name = both.look()
    while not both.until(lambda now: now["isAsked"] or now["cover"])["cover"]:  # she may turn a card up first
        both.page.evaluate(FOLLOW, 0)
        both.page.wait_for_timeout(50)
    both.page.get_by_role("button", name=f"Back to {name}").click()
    hand = both.until(lambda now: now["hand"])["hand"]
    while both.see()["hand"] == hand:  # a tap right after another one does nothing
        both.page.locator("#hand .held").nth(1).click()
        both.page.wait_for_timeout(200)


def test_a_new_start_of_the_server_leaves_them_together(screen, serve, open_page):
    both = screen()
    open_page.forgives = ("ERR_", "403", "409")  # its stream, and a click before the page has a number again
    name = both.look()
    both.server.kill()
    with both.page.expect_response(lambda answer: answer.ok and "/events" in answer.url):
        serve("--pace", "0", "--port", str(both.server.port))
    both.page.wait_for_function("() => document.querySelector('#mates a')")
    both.until(lambda now: now["isAsked"] and not now["isCovered"])
    while not (now := both.until(lambda now: now["cover"] or now["isAsked"]))["cover"]:
        both.page.evaluate(FOLLOW, 0)
        both.page.wait_for_timeout(100)
    assert not now["cover"].startswith(name)


@pytest.mark.parametrize(("wide", "high"), [(1280, 720), (390, 664), (664, 390)])
def test_the_cover_covers_all(screen, wide, high):
    both = screen(wide=wide, high=high)
    both.until(lambda now: now["cover"])
    box = both.page.locator("#cover").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, wide, high)
    both.page.keyboard.press("Escape")
    both.until(lambda now: now["isCovered"])
