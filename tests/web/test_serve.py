"""The command `serve` as a whole: its start, its end, and a match that outlives it."""

import itertools
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

import pytest

import played_matches
from browser_page import own_address
from served import LIMIT_S


def is_reachable(host, port):
    try:
        socket.create_connection((host, port), 2).close()
    except OSError:
        return False
    return True


def test_a_whole_match_is_watched_and_the_next_one_begins(serve):
    server = serve("--pace", "0")
    server.enter()
    assert server.begin(days=1, target=1).endswith("/tables/virtual")
    over = server.until(lambda now: now["ending"])
    assert over["game"] == "democracy" and len(over["players"]) == 4 and " won" in over["ending"]
    assert not any(story["kind"] == "deal" for story in over["stories"])
    numbers = [story["record"] for story in over["stories"]]
    assert numbers == sorted(numbers)
    assert server.begin().endswith("/tables/virtual")
    assert server.until(lambda now: not now["ending"] and now["stories"])


@pytest.mark.slow
def test_a_kill_amid_a_match_loses_nothing(serve, tmp_path):
    server = serve("--pace", "0.02")
    server.enter()
    server.begin()
    before = server.until(lambda now: sum(story["kind"] == "trick" for story in now["stories"]) >= 3)
    server.kill()
    server = serve("--pace", "0")  # it goes on by itself
    server.until(lambda now: now["ending"])
    log = server.tell("log", "last")
    tricks = [line["n"] for line in log if line["kind"] == "trick"]
    assert tricks[:5] == [1, 2, 3, 4, 5] and len(before["stories"]) < len(log)
    assert len(server.tell("matches")[0]["data"]) == 1


def test_it_stops_at_once_with_forty_watchers(serve):
    server = serve("--pace", "0.2")
    server.enter()
    server.begin()
    watching, ended = threading.Barrier(41), []

    def watch():
        events = server.listen()
        first = list(itertools.islice(events, 2))
        watching.wait(LIMIT_S)
        ended.append((first, sum(1 for _ in events)))

    watchers = [threading.Thread(target=watch) for _ in range(40)]
    for one in watchers:
        one.start()
    watching.wait(LIMIT_S)
    status, seconds = server.stop()
    for one in watchers:
        one.join(LIMIT_S)
    assert status == 0 and seconds < 10, f"{seconds:.1f} s; on a quiet machine it takes less than one"
    assert len(ended) == 40 and all(first[0][0] == "snapshot" for first, _ in ended)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_asked_to(serve, by):
    assert serve().stop(by)[0] == 0


def test_it_is_for_this_computer_alone_unless_it_is_asked(serve):
    address = own_address()
    if address is None:
        pytest.skip("missing: a network; to get it: ip link")
    assert not is_reachable(address, serve().port)
    server = serve("--lan")
    assert is_reachable(address, server.port)
    shown = "\n".join(server.lines)
    assert f"http://{address}:{server.port}/" in shown
    assert "can watch, and begins nothing" in shown and "█" in shown
    with pytest.raises(urllib.error.HTTPError, match="403"):
        url = f"http://{address}:{server.port}"
        asked = urllib.request.Request(f"{url}/play-now", b"", {"Origin": url})
        urllib.request.urlopen(asked, timeout=LIMIT_S)


def test_a_public_address_is_in_the_link_and_answered(serve):
    server = serve("--public-url", "https://cards.example")
    assert "https://cards.example/enter?token=" in server.lines[0]
    asked = urllib.request.Request(f"http://127.0.0.1:{server.port}/", headers={"Host": "cards.example"})
    assert urllib.request.urlopen(asked, timeout=LIMIT_S).status == 200


def run(*options):
    command = [sys.executable, "-m", "tablehost", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)


def test_a_port_that_is_taken_is_named(new_home):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("--port", str(port))
    assert done.returncode == 4 and f"port {port}" in done.stderr and "--port" in done.stderr


@pytest.mark.parametrize("url", ["cards.example", "ftp://cards.example", "https://", "https://a/b"])
def test_an_address_that_is_none_is_refused(new_home, url):
    done = run("--public-url", url)
    assert done.returncode == 2 and "--public-url https://name" in done.stderr and not done.stdout


def test_without_its_libraries_it_says_how_to_get_them(new_home, tmp_path, monkeypatch):
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError('none', name='uvicorn')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = run()
    assert done.returncode == 2 and "uvicorn is missing" in done.stderr and "cardtable[web]" in done.stderr


def test_a_match_is_begun_and_shown_at_a_real_table(serve, tmp_path):
    """Here it is one on a pseudo terminal, with people for one match."""
    link = tmp_path / "table"
    (tmp_path / "there").mkdir()
    there = played_matches.command(
        tmp_path / "there", "play", "democracy", "--players", "3", "-o", "target=1", "--pace", "0.02",
        "--pty", str(link),
    )  # fmt: skip
    wish = {"players": "3", "preset": "usual", "option-target": "1"}
    try:
        assert there.stdout.readline().strip() == str(link)
        server = serve("-t", f"port:{link}")
        server.enter()
        table = server.table_of("tmp-[a-z0-9-]*table")
        idle = server.until(lambda now: now["display"], table)
        assert not idle["players"] and "OK" in idle["display"], "it says what it waits for"
        for name in ("Zoe", "Yan"):
            form = urlencode(wish | {"table": table, "name-1": name}).encode()
            assert server.post("/new/democracy", form).endswith(table)
            assert server.until(lambda now: now["players"] and not now["ending"], table)["players"][0] == name
            if name == "Zoe":
                over = server.until(lambda now: now["ending"], table)
                assert " won" in over["ending"] and over["game"] == "democracy"
                assert server.until(lambda now: True, table)["ending"] == over["ending"], "the result stays"
        assert server.stop()[0] == 0
    finally:
        there.send_signal(signal.SIGINT)
        there.communicate(timeout=LIMIT_S)


def test_no_list_of_processes_and_no_other_user_has_the_operators_link(serve, monkeypatch, tmp_path):
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$@" >{opened}.new; mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    server = serve("--open")
    page = tmp_path / "home" / "operator.html"
    while not opened.exists():
        time.sleep(0.01)
    assert opened.read_text().strip() == page.as_uri() and page.stat().st_mode & 0o777 == 0o600
    assert server.link in server.lines[0]
    first = server.link
    server.enter()
    assert server.link != first and page.stat().st_mode & 0o777 == 0o600
    server.stop()
    assert not page.exists()
