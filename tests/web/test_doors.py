"""Connections that are many, silent or slow: other visitors are answered, and no match ends."""

import logging
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import ExitStack
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from asgi import House
from served import LIMIT_S
from tablehost.web import doors, server
from tablehost.web.guard import MOST_AT_A_TIME

HEAD = b"POST /play-now HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: none\r\nContent-Length: 100\r\n\r\n"
ASKED = b"GET /colours.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PHONE = "127.0.0.2"  # on Linux the whole network 127 is this computer


@pytest.fixture
def written(site):
    """The lines of the logs of web server and event loop, of a server."""
    lines, logs = [], [logging.getLogger(name) for name in ("asyncio", "uvicorn.error")]
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    for log in logs:
        log.addHandler(handler)
    yield lines
    for log in logs:
        log.removeHandler(handler)


@pytest.fixture
def site(monkeypatch):
    """A server that waits for a part of a second only."""
    monkeypatch.setattr(doors, "HEAD_S", 0.5)
    monkeypatch.setattr(doors, "BODY_S", 0.5)
    place = server.find_place(0, 0, False, None)
    kept = []
    site = server.Site(House("oak"), place, kept.append)
    thread = threading.Thread(target=site.run_here, daemon=True)
    thread.start()
    site.port = urlsplit(kept[-1]).port
    yield site
    site.handle_exit(signal.SIGINT, None)
    thread.join(LIMIT_S)


@pytest.fixture
def port(site):
    """The port of that server."""
    return site.port


@pytest.fixture
def connect():
    """A function that connects an address to a port; all connections are closed in the end."""
    with ExitStack() as stack:

        def connect(port, address="127.0.0.1"):
            connection = socket.create_connection(("127.0.0.1", port), LIMIT_S, (address, 0))
            return stack.enter_context(connection)

        yield connect


def receive(connection):
    """Return what comes next, b"" at the end."""
    try:
        return connection.recv(1 << 16)
    except ConnectionResetError:
        return b""


def wait_for_end(connection):
    """Take all that comes, to the end; raise TimeoutError without one."""
    while receive(connection):
        pass


def is_answered(port):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}/colours.css", timeout=LIMIT_S).status == 200


def test_an_address_has_so_many_connections_and_others_are_answered(port, connect, monkeypatch):
    monkeypatch.setattr(doors, "HEAD_S", LIMIT_S)
    silent = [connect(port, PHONE) for _ in range(MOST_AT_A_TIME + 20)]
    for refused in silent[MOST_AT_A_TIME:]:
        wait_for_end(refused)
    silent[MOST_AT_A_TIME - 1].sendall(ASKED)
    assert silent[MOST_AT_A_TIME - 1].recv(15) == b"HTTP/1.1 200 OK"
    assert is_answered(port)
    for one in silent:
        one.close()
    deadline = time.monotonic() + LIMIT_S
    while True:  # as soon as the server has seen that, the address may come again
        again = connect(port, PHONE)
        again.sendall(ASKED)
        if receive(again):
            break
        assert time.monotonic() < deadline


@pytest.mark.parametrize(
    "parts",
    [[], [b"GET / HTTP/1.1\r\n"], [HEAD], [HEAD, b"x"], [ASKED, b"GET / "]],
    ids=["silent", "amid-head", "before-body", "amid-body", "amid-second-head"],
)
def test_a_request_that_does_not_come_is_waited_for_briefly(port, connect, parts, written):
    slow = connect(port)
    for part in parts:
        slow.sendall(part)
        if part is ASKED:
            assert slow.recv(15) == b"HTTP/1.1 200 OK"
    wait_for_end(slow)
    assert is_answered(port) and not written


def test_a_head_by_drops_is_not_waited_for_longer(port, connect):
    slow, began = connect(port), time.monotonic()
    slow.settimeout(0.05)
    with pytest.raises(OSError, match=r"(?i)reset|broken|abort"):
        while time.monotonic() < began + LIMIT_S:
            slow.sendall(b"X")
            try:
                if not slow.recv(1):
                    raise ConnectionResetError("reset")
            except TimeoutError:
                continue


def test_an_answer_may_take_longer(port, connect):
    """A stream is open for as long as its page; its request has come."""
    page = connect(port)
    page.sendall(b"GET /tables/oak/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    got, began = b"", time.monotonic()
    while got.count(b"event: beat") < 3:
        more = page.recv(1 << 16)
        assert more
        got += more
    assert time.monotonic() - began > doors.HEAD_S


def test_an_upload_that_is_broken_off_prints_no_traceback(site, port, connect, written):
    for _ in range(3):
        upload = connect(port)
        upload.sendall(HEAD + b"abc")
        upload.close()
    assert is_answered(port)
    while site.server_state.connections or site.server_state.tasks:
        time.sleep(0.01)
    assert not written


def test_connections_of_a_proxy_are_not_those_of_one_visitor():
    many = doors.Doors(None, frozenset({"127.0.0.1"}))
    assert all(many.enter("127.0.0.1") for _ in range(MOST_AT_A_TIME + 1))
    assert [many.enter(PHONE) for _ in range(MOST_AT_A_TIME + 1)].count(True) == MOST_AT_A_TIME


@pytest.mark.parametrize(
    ("files", "most"), [(None, 768), (100_000, 768), (1024, 768), (512, 256), (256, 128)]
)
def test_files_are_left_for_tables_and_journals(files, most):
    full = doors.Doors(files, frozenset())
    assert sum(full.enter(f"10.0.0.{number % 20}") for number in range(1000)) == most
    full.leave("10.0.0.1")
    assert full.enter("10.0.0.1") and not full.enter("10.0.0.1")


def test_as_many_files_as_the_system_lets_it_may_be_open():
    script = (
        "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (200, 400))\n"
        "from tablehost.web import doors; print(doors.open_more_files(), *r.getrlimit(r.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["400", "400", "400"]


def test_a_log_has_few_lines_whatever_happens(monkeypatch, written):
    now, log = [0.0], logging.getLogger("asyncio")
    monkeypatch.setattr(doors, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(log, "filters", [])
    doors.limit_logs()
    doors.limit_logs()  # the house may start a second server
    for second in range(int(doors.LINES_S) * 2):
        now[0] = float(second)
        for _ in range(100):
            log.error("socket.accept() out of system resource")
    assert len(written) == 2 * doors.LINES


def test_silent_connections_of_a_phone_end_no_match(serve, connect):
    """With the limit of files that most systems have, more connections than there may be files."""
    doors.open_more_files()
    phone = serve("--pace", "0.02")
    resource.prlimit(phone.process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
    phone.enter()
    phone.begin(target=1)
    phone.until(lambda now: now["stories"])
    silent = [connect(phone.port, PHONE) for _ in range(1100)]
    phone.until(lambda now: now["ending"])
    phone.begin(target=1)
    phone.until(lambda now: not now["ending"] and now["stories"])
    assert is_answered(phone.port)
    del silent
    phone.stop()
    assert len("\n".join(phone.lines)) < 2000, phone.lines
