"""The main pages in a real browser: each button and link can be read in both colour schemes, and what has
nothing to say is not drawn.
"""

import pytest

import contrasts
from served import Server

PATHS = [
    "/", "/hall", "/new", "/new/democracy", "/learn", "/learn/democracy", "/clubs", "/games", "/games/1",
    "/tables/virtual", "/tables/virtual/invite", "/tables/virtual/referee",
]  # fmt: skip
READY = {
    "/tables/virtual": ".place", "/tables/virtual/referee": "#acts button", "/games/1": "#where:not(:empty)",
    "/learn/democracy": "#round:not([hidden])",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A match that has its first trick behind it and goes on without hurry: its pages keep still."""
    home = tmp_path_factory.mktemp("looks") / "home"
    quick = Server(home, "--pace", "0.02")
    quick.enter()
    quick.begin("democracy", 3)
    quick.until(lambda now: any(one["kind"] == "trick" for one in now["stories"]))
    quick.kill()
    server = Server(home, "--pace", "60")
    server.enter()
    server.until(lambda now: now["pads"])
    yield server
    server.kill()


def find_faults(page):
    """Return the controls that are too faint, by their contrast, and the empty bars of a page."""
    contrast = contrasts.measure(page)
    assert contrast
    faint = {words: one for words, one in contrast.items() if one < contrasts.LEAST}
    return [one for one in (faint, contrasts.find_empty_bars(page)) if one]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_main_page_can_be_read(server, open_page, scheme):
    page = open_page(server.link, color_scheme=scheme)
    faults = {}
    for path in PATHS:
        page.goto(server.url + path)
        if ready := READY.get(path):
            page.wait_for_selector(ready)
        if found := find_faults(page):
            faults[path] = found
    assert faults == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_a_guest_can_be_read(server, open_page, scheme):
    """Also the page of a seat that a newer page has taken over."""
    host = open_page(server.link)
    host.goto(f"{server.url}/tables/virtual/invite")
    page = open_page(host.locator("a.link").get_attribute("href"), color_scheme=scheme)
    faults = {"join": find_faults(page)}
    page.fill("#name", scheme)
    page.click("main button")
    page.wait_for_selector(".place")
    faults["seat"] = find_faults(page)
    other = page.context.new_page()
    other.goto(page.url)
    page.wait_for_selector("#state button")
    faults["taken over"] = find_faults(page)
    assert not any(faults.values()), faults


MOST_BYTES = 120 * 1024  # of a page with all that it loads, as packed on the way, without the engine of a tab


def weigh(page, address, ready):
    """Return the bytes that an address costs on the way, with nothing in the cache."""
    line, came = page.context.new_cdp_session(page), []
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.on("Network.loadingFinished", lambda one: came.append(one["encodedDataLength"]))
    page.goto(address)
    page.wait_for_selector(ready)
    line.detach()
    assert len(came) > 1, "at least the page and its style"
    return sum(came)


def test_no_page_is_heavy(server, open_page):
    host = open_page(server.link)
    sizes = {path: weigh(host, server.url + path, READY.get(path, "main")) for path in PATHS}
    host.goto(f"{server.url}/tables/virtual/invite")
    page = open_page(host.locator("a.link").get_attribute("href"))
    page.fill("#name", "Guest")
    page.click("main button")
    page.wait_for_selector(".place")
    sizes["seat"] = weigh(page, page.url, ".place")
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}
