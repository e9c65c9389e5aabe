"""*Invite* opens the network, and closes it: only this computer reaches the pages before and after."""

import asyncio
import re
import signal
import socket
import threading
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import pytest

from asgi import House, run
from served import LIMIT_S
from tablehost import messages
from tablehost.web import chairs, lan, server

PHONE = "127.0.0.2"  # an address of this computer that its server does not answer by itself


@pytest.fixture
def site(monkeypatch):
    """A server on a computer that has one address for others; `link`: of its operator."""
    monkeypatch.setattr(lan, "list_addresses", lambda: [PHONE])
    links = []
    site = server.Site(House("oak"), server.find_place(0, 0, None, None), links.append)
    thread = threading.Thread(target=site.run_here, daemon=True)
    thread.start()
    while not site.started:
        thread.join(0.01)
    site.link, site.port = links[-1], urlsplit(links[-1]).port
    yield site
    site.handle_exit(signal.SIGINT, None)
    thread.join(LIMIT_S)
    assert not thread.is_alive()


def fetch(port, path="/hall", host=PHONE):
    """Return the status of an address for others, 0 if nothing answers there."""
    asked = urllib.request.Request(f"http://{host}:{port}{path}")
    try:
        with urllib.request.urlopen(asked, timeout=LIMIT_S) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def press_invite(page, site):
    page.goto(f"http://127.0.0.1:{site.port}/tables/oak")
    page.get_by_role("button", name="Invite").click()


def test_a_press_of_invite_lets_phones_in_until_it_is_closed(site, open_page):
    assert fetch(site.port) == 0
    page = open_page(site.link)
    press_invite(page, site)
    link = page.locator("a.link").get_attribute("href")
    assert link.startswith(f"http://{PHONE}:{site.port}/tables/oak/join?token=")
    assert (
        fetch(site.port) == 200 and fetch(site.port, urlsplit(link).path + "?" + urlsplit(link).query) == 200
    )
    assert f"http://{PHONE}:{site.port}/" in page.locator("form.opens").inner_text()
    page.goto(f"http://127.0.0.1:{site.port}/hall")
    page.get_by_role("button", name="Open to the network: close").click()
    page.wait_for_url("**/hall")
    assert fetch(site.port) == 0 and fetch(site.port, host="127.0.0.1") == 200
    assert page.get_by_role("button", name="Open to the network: close").count() == 0
    press_invite(page, site)
    assert fetch(site.port) == 200, "it opens again"


def test_closing_hangs_up_on_those_who_watch(site, open_page):
    press_invite(page := open_page(site.link), site)
    with socket.create_connection((PHONE, site.port), LIMIT_S) as phone:
        phone.sendall(f"GET /tables/oak/events HTTP/1.1\r\nHost: {PHONE}:{site.port}\r\n\r\n".encode())
        assert phone.recv(9) == b"HTTP/1.1 "
        page.locator("form.opens button").click()
        page.wait_for_load_state()
        try:
            while phone.recv(65536):
                pass
        except ConnectionResetError:
            pass
    assert page.get_by_role("button", name="Let phones and screens of this network in").count() == 1


def test_another_name_is_no_way_in(site, open_page):
    """Neither before nor after, nor the name of another computer meanwhile."""

    def call(name):
        asked = urllib.request.Request(f"http://127.0.0.1:{site.port}/hall", headers={"Host": name})
        try:
            return urllib.request.urlopen(asked, timeout=LIMIT_S).status
        except urllib.error.HTTPError as error:
            return error.code

    assert call(PHONE) == 421
    press_invite(page := open_page(site.link), site)
    assert (call(PHONE), call("127.0.0.3")) == (200, 421)
    page.locator("form.opens button").click()
    page.wait_for_load_state()
    assert call(PHONE) == 421


@pytest.mark.parametrize("path", ["/tables/oak/invite", "/lan/close"])
def test_only_the_operator_opens_or_closes_it(site, path):
    own = f"http://127.0.0.1:{site.port}"
    asked = urllib.request.Request(own + path, b"", {"Origin": own})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(asked, timeout=LIMIT_S)
    assert fetch(site.port) == 0


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_without_a_network_the_page_says_what_helps(site, open_page, monkeypatch, language):
    monkeypatch.setattr(lan, "list_addresses", list)
    page = open_page(site.link)
    page.goto(f"http://127.0.0.1:{site.port}/tables/oak?lang={language}")
    press_name = {"en": "Invite", "fr": "Inviter"}[language]
    page.get_by_role("button", name=press_name).click()
    said = page.locator("form.opens span").inner_text()
    assert re.search("Wi-Fi", said) and "--" not in said
    assert page.locator("a.link").get_attribute("href").startswith("http://127.0.0.1")


def test_a_match_whose_persons_are_all_away_keeps_nothing_open(monkeypatch):
    table = House("oak").tables["oak"]
    assert not table.is_played
    table.set_match(7)
    assert table.is_played, "bots play, and others watch"
    table.chairs.sit(0, "Cal")
    page = table.chairs.all[0].open_page()
    assert table.is_played
    monkeypatch.setattr(chairs, "GRACE_S", 0.0)
    table.chairs.all[0].close_page(page)
    assert not table.is_played


def test_it_closes_by_itself_some_time_after_the_last_match(monkeypatch):
    """The time without a match counts from the end of the last one."""
    monkeypatch.setattr(lan, "list_addresses", lambda: [PHONE])
    monkeypatch.setattr(lan, "LOOK_S", 0.01)
    monkeypatch.setattr(lan, "IDLE_S", 0.05)
    looks = []

    def is_played():
        looks.append(time.monotonic())
        return len(looks) < 20

    class Silent:
        async def serve(self, sockets):
            await ended.wait()
            for one in sockets:
                one.close()

        def end(self):
            ended.set()

    async def open_it():
        nonlocal ended
        ended = asyncio.Event()
        one = lan.Lan(["localhost"], serve=Silent, port=20_000, is_played=is_played)
        one.open()
        assert one.addresses and PHONE in one.hosts
        await asyncio.wait_for(ended.wait(), LIMIT_S)
        return one

    ended = None
    one = run(open_it())
    assert len(looks) > 20 and not one.addresses and one.hosts == {"localhost"}
