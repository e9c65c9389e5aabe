"""Strangers at the page of a seat, who click what is marked, or what is advised."""

import time
from itertools import takewhile

LIMIT_S = 60
STATE = """() => ({
    display: document.querySelector(".display").textContent,
    todo: document.querySelector("#todo").textContent,
    isAsked: document.querySelector("#panel").classList.contains("asked"),
    ending: document.querySelector(".ending").textContent,
    hand: [...document.querySelectorAll("#hand .held.hand")].map(one => one.getAttribute("aria-label")),
    pad: document.querySelectorAll(".held.pad").length,
})"""
# Click the one control that is marked most, if anything is asked; of a hand's cards the one of this number.
FOLLOW = """at => {
    if (!document.querySelector("#panel.asked")) return "";
    const cards = [...document.querySelectorAll("#hand.now .held.hand:not(.unfit)")];
    const marked = cards.length ? cards[at % cards.length] : document.querySelector("#panel .now:not(ul)");
    const one = marked ?? document.querySelector(".held.pad");
    one?.click();
    return one ? (one.getAttribute("aria-label") ?? one.textContent) : "";
}"""


class Player:
    """A stranger at the page of a seat, who clicks what is marked."""

    def __init__(self, page):
        self.page = page
        page.wait_for_selector("#panel")
        self.clicks = []

    def see(self):
        return self.page.evaluate(STATE)

    def until(self, holds, what=""):
        """Return the state of the page as soon as `holds(state)`."""
        deadline = time.monotonic() + LIMIT_S
        while not holds(now := self.see()):
            assert time.monotonic() < deadline, (what, now, self.clicks[-5:])
            self.page.wait_for_timeout(30)
        return now

    def click(self):
        """Click what is marked, once something is asked; return the state before."""
        now = self.until(lambda now: now["isAsked"] or now["ending"])
        before = (now["display"], now["todo"])
        tried = sum(1 for _ in takewhile(lambda one: one[0] == now["display"], reversed(self.clicks)))
        if not now["ending"]:
            clicked = self.page.evaluate(FOLLOW, tried)
            self.clicks.append((*before, clicked))
            for _ in range(40):  # as a person does, look at what comes of it
                self.page.wait_for_timeout(50)
                if self.see() != now:
                    break
            self.page.wait_for_timeout(60)
        return now

    def undo(self):
        """Take my last act back, if that is possible at this very moment; say whether it was.

        A click by Playwright would wait for a button that another player's act has closed meanwhile.
        """
        return self.page.evaluate("""() => {
            const undo = document.querySelector("#undo"), isOpen = !undo.disabled;
            undo.click();
            return isOpen;
        }""")

    def play(self, most):
        """Play to the end of the match."""
        for _ in range(most):
            now = self.click()
            if now["ending"]:
                return now
            if "row or a Square" in now["display"] and now["isAsked"]:
                self.page.evaluate(
                    "document.querySelector('#keys [data-word=no]')?.click()"
                )  # it takes a look at the rules to find three in a row
        raise AssertionError(self.clicks[-10:])


RINGED = """() => [...document.querySelectorAll(".advised")].filter(o => o.checkVisibility()).map(one => ({
    shadow: getComputedStyle(one).boxShadow,
    raised: getComputedStyle(one).zIndex !== "auto" || getComputedStyle(one).translate !== "none",
    isCard: one.matches(".held"),
    name: one.getAttribute("aria-label") ?? one.textContent,
}))"""


# An answer, the ring of which is drawn with it, or the end of the match.
TOLD = """() => document.querySelector("#answer").textContent || !document.querySelector("#end").hidden"""


def advise(player):
    """Press the button until something is ringed, also where the table goes on meanwhile; return what it is,
    None at the end of the match.
    """
    deadline = time.monotonic() + LIMIT_S
    while not player.see()["ending"]:
        assert time.monotonic() < deadline, player.see()
        player.page.wait_for_timeout(50)
        if not player.page.evaluate("document.querySelector('#advise').disabled"):
            player.page.evaluate("document.querySelector('#advise').click()")
            for _ in range(100):  # pressed twice, it would ring what is next, too
                player.page.wait_for_timeout(50)
                if player.page.evaluate(TOLD):
                    break
            if ringed := player.page.evaluate(RINGED):
                return ringed
            if "Only the persons" in player.page.locator("#answer").inner_text():
                player.page.evaluate("document.querySelector('#keys [data-word=no]').click()")
    return None
