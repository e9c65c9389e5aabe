"""The static files of the browser view in a real browser without a display: `Browser`; and files of games of
any bytes.
"""

import atexit
import base64
import json
import os
import socket
import threading
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import mp32
from tablehost.journal.gamefile import checkpoint
from timeouts import PAGE_MS

STATIC = Path(mp32.ROOT) / "host" / "tablehost" / "web" / "static"
# The first one starts in half the time.
BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CURE = ".venv/bin/python -m pip install playwright, and apt-get install chromium-headless-shell"
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
UID = "e66138528350be2f"

# Parts of a table that are cut off or outside it.
OUTSIDE = """root => { const whole = root.getBoundingClientRect();
    return [...root.querySelectorAll('.name, .card, .lamp:not([hidden]), .lines, .caption')].filter(one => {
        const box = one.getBoundingClientRect();
        return box.width && (box.bottom > whole.bottom + 1 || box.right > whole.right + 1
            || box.left < whole.left - 1 || box.top < whole.top - 1);
    }).map(one => one.className + ': ' + one.textContent); }"""


def game_text(raws, uid=UID):
    """Return the file of a game with these bytes of records, also where they are none; the computer's words
    are few.
    """
    lines = [{"schema": "cardtable/1", "kind": "game", "uid": uid}]
    for raw in raws:
        try:
            record = json.loads(raw)
        except (ValueError, RecursionError):
            record = None
        lines.append({"kind": "record", "raw": base64.b64encode(raw).decode(), "record": record})
    lines.append({"kind": "end", "records": len(raws), "checkpoint": checkpoint(uid, raws)})
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def missing_browser():
    """Skip the calling test, in one visible line; in the gate of a server, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"missing: a browser; to get it: {CURE}")
    pytest.skip(f"missing: a browser; to get it: {CURE}")


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the static folder, and an empty page at any other address that ends with a slash."""

    extensions_map = {".js": "text/javascript", "": "text/html"}

    def do_GET(self):
        if not self.path.endswith("/"):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>verify</title>")

    def log_message(self, *_):
        pass


class Browser:
    """A browser and a server of the static folder, until `close`."""

    def __init__(self):
        self._server = ThreadingHTTPServer(("0.0.0.0", 0), partial(_Quiet, directory=str(STATIC)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.port = self._server.server_address[1]
        self._browser = launch()

    def page(self, host="127.0.0.1"):
        """Return an empty page of this host; its scripts find the modules as `sha256` and `judge`."""
        page = self._browser.new_page()
        page.goto(f"http://{host}:{self.port}/")
        page.evaluate(
            """async () => {
                globalThis.sha256 = await import("/sha256.js");
                globalThis.judge = await import("/judge.js");
            }"""
        )
        return page

    def visit(self, address, **look):
        """Return a page at this address, of a visitor of its own; what its console complains of is in
        `complaints`.
        """
        page = self._browser.new_context(**look).new_page()
        page.complaints = []
        page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto(address)
        return page

    def new_page(self, **looks):
        """Return a page that is nowhere yet. `looks`: such as viewport and color_scheme."""
        return self._browser.new_page(**looks)

    def close(self):
        """End all of it."""
        self._server.shutdown()
        self._server.server_close()


@lru_cache(1)
def launch():
    """Return the browser of this process; skip if this machine has none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing_browser()
    found = [path for path in BROWSERS if path.exists()]
    if not found:
        missing_browser()
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=found[0], args=list(ARGUMENTS))
    atexit.register(playwright.stop)
    atexit.register(browser.close)
    browser.new_context, browser.new_page = map(_patient, (browser.new_context, browser.new_page))
    return browser


def _patient(make):
    """Return a function that makes what `make` does, whose waits end a test that hangs and no other."""

    def made(**more):
        one = make(**more)
        one.set_default_timeout(PAGE_MS)
        return one

    return made


def own_address():
    """Return an address of this machine that is not loopback, None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address
