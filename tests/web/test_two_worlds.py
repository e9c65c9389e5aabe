"""The page of a watched table, in a real browser, is the same in two worlds that differ in secret alone."""

import time

import pytest

from amounts import amount
from live_site import Site
from random_worlds import pair_of
from two_worlds import open_house, publish

# Keeps the HTML of the match after each event of the stream that is news, once.
KEEP = """globalThis.shown = [];
const [Source, kept] = [EventSource, new WeakSet()];
globalThis.EventSource = class extends Source {
    addEventListener(kind, take) {
        super.addEventListener(kind, (event) => {
            take(event);
            if (kind === "beat" || !event.data || kept.has(event)) return;
            kept.add(event);
            shown.push(document.querySelector("#match").outerHTML);
        });
    }
};"""


def list_shown(open_page, game, world, language):
    """Return the HTML of the match at first and after each change, with its moment."""
    house, chorus = open_house(game)
    table = house.tables["oak"]
    table._heard = time.monotonic() + 1e6  # it is never silent
    site, page = Site(house), open_page("about:blank")
    try:
        page.add_init_script(KEEP)
        page.goto(f"{site.address}/tables/oak?lang={language}")
        page.wait_for_function("() => shown.length === 1")
        before, _ = table.feeds[language].snapshot()
        moments = [0]
        for moment in publish(world, chorus):
            count, _ = table.feeds[language].snapshot()
            if count - before >= len(moments):
                moments += [moment] * (count - before + 1 - len(moments))
                page.wait_for_function("count => shown.length === count", arg=len(moments))
        return list(zip(moments, page.evaluate("shown"), strict=True))
    finally:
        page.close()
        site.close()


@pytest.mark.parametrize("seed", range(amount(1, soak=3)))
@pytest.mark.parametrize("game", pair_of)
def test_the_page_is_the_same_until_the_reveal(tmp_path, open_page, game, seed):
    pair = pair_of[game](tmp_path, seed)
    language = ("en", "fr")[seed % 2]
    first, second = (list_shown(open_page, game, world, language) for world in pair)
    assert first == second and len({html for _, html in first}) > 5


def test_the_reveal_is_seen(tmp_path, open_page):
    """The comparison sees a difference where there is one."""
    pair = pair_of["democracy"](tmp_path, 0)
    for world in pair:
        world.table.press("ok", 0)
    first, second = (list_shown(open_page, "democracy", world, "en") for world in pair)
    assert first != second
