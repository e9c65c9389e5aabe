"""Pages of the server as files, in a folder anywhere: links lead somewhere, and scripts work there."""

import functools
import http.server
import posixpath
import re
import threading

import pytest

import exported_games
from cardtable.games import registry
from live_site import keep
from tablehost.errors import Trouble
from tablehost.site import copies, solo
from tablehost.web import pages

ADDRESS = re.compile(r' (?:href|src|action|data-[a-z]+)="([^"#][^"]*)"')


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The files of a site with one match, by path; and the address of the folder in which they are."""
    root = tmp_path_factory.mktemp("space")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(tmp_path_factory.mktemp("home")))
        for seed in (3, 4):
            keep(exported_games.finished("democracy", 3, seed))
        files = copies.files([2])
    statics = {f"static/{path.name}": path.read_bytes() for path in pages.STATIC.iterdir()}
    for name, content in (statics | files).items():
        path = root / "some" / "where" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    handler = functools.partial(Quiet, directory=str(root))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield files, f"http://127.0.0.1:{server.server_address[1]}/some/where"
    server.shutdown()
    server.server_close()


def test_every_link_is_relative_and_leads_to_a_file(site):
    files, _ = site
    for name, content in files.items():
        if not name.endswith(".html"):
            continue
        for address in ADDRESS.findall(content.decode()):
            if address.startswith(("{", "[")) or re.fullmatch(r"[a-z0-9.-]+|[0-9 ]+|https?://.*", address):
                continue  # a value, not an address
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address.partition("?")[0]))
            assert target in files or target.startswith("static/") or target == solo.OFFLINE, name + address


def test_only_the_chosen_match_is_there(site):
    files, _ = site
    assert "games/2/frames.json" in files and not any(name.startswith("games/1") for name in files)
    assert not any(b"/play-now" in content or b"<form method=" in content for content in files.values())


def test_each_page_has_a_policy_and_only_a_tab_runs_webassembly(site):
    for name, content in site[0].items():
        if name.endswith(".html"):
            policy = re.search(rb'http-equiv="Content-Security-Policy" content="([^"]*)"', content)[1]
            in_a_tab = b" 'wasm-unsafe-eval'" if name.removeprefix("fr/").startswith("play/") else b""
            assert b"script-src 'self'%b;" % in_a_tab in policy and policy.count(b"unsafe") <= 1, name


def test_a_match_that_is_not_there_is_named(new_home):
    with pytest.raises(Trouble, match="7"):
        copies.files([7])


@pytest.mark.parametrize("up", ["", "/fr"])
def test_its_first_page_has_the_first_minute_and_leads_to_the_tab(site, open_page, up):
    files, address = site
    page = open_page(f"{address}{up}/index.html", 390, 664)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(2):
        page.locator("#first .advised").click()
        page.locator("#first > .acts .gold").click()  # turn over
        page.wait_for_selector("#first .near .wins")
        page.locator("#first > .acts .gold").click()  # go on
    page.wait_for_selector("#first .goal:not([hidden])")
    assert all(one.startswith(f"{address}/") for one in asked)
    gold = page.locator("#first .goal .gold")
    assert page.locator(".gold:visible").count() == 1
    there = gold.evaluate("link => link.href")
    path, lesson = there.split("?")
    assert path == f"{address}{up}/play/democracy/index.html" and path.removeprefix(f"{address}/") in files
    assert lesson == copies.LESSON
    open_page.forgives = ("404", "pyodide.mjs")  # Python for the browser is not among these files
    gold.click()
    page.wait_for_url(there)
    assert page.locator("html").get_attribute("lang") == (up.strip("/") or "en")


def test_each_game_has_a_cover_that_leads_to_the_tab(site, open_page):
    page = open_page(f"{site[1]}/fr/index.html", 390, 664)
    covers = page.locator(".cover")
    links = covers.evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == [f"play/{game}/index.html?{copies.LESSON}" for game in registry.NAMES]
    page.wait_for_function("[...document.querySelectorAll('.cover img')].every(one => one.naturalWidth)")
    assert len({covers.nth(number).bounding_box()["y"] for number in range(len(links))}) == 1, "one row"


@pytest.mark.parametrize("up", ["", "/fr"])
def test_its_scripts_work_without_a_server_of_ours(site, open_page, up):
    address = site[1] + up
    page = open_page(address + "/index.html")
    page.locator(".side .note a[href*=learn]").click()
    page.locator("main a[href*=democracy]").first.click()
    page.wait_for_selector("#round:not([hidden])")
    while not page.locator("#round .card svg").count():
        page.locator("[data-to=forth]").click()
    page = open_page(address + "/games/2/index.html")
    page.wait_for_selector("#where:not(:empty)")
    page.focus("#step")
    page.keyboard.press("End")
    page.wait_for_selector(".ending:not([hidden])")
    page = open_page(address + "/games/2/verify/index.html")
    page.wait_for_selector("#verdict .fine, #verdict.fine, .state.fine")
    assert page.locator("html").get_attribute("lang") == (up.strip("/") or "en")
