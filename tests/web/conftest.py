"""One browser for all tests of pages, which must not complain; and servers."""

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from browser_page import Browser, launch
from served import Server
from tablehost.site import __main__ as site
from tablehost.site import interpreter


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """The address of the static site in a folder of files, with matches in the tab."""
    folder = tmp_path_factory.mktemp("site")
    site.write(folder)
    if not (folder / "static" / "pyodide.mjs").exists():
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        cure = f"apt-get install nodejs npm, which fetches {interpreter.PACKAGE}"
        missing(f"missing: Python for the browser; to get it: {cure}")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def chromium():
    """A browser without a display; the test is skipped, visibly, where there is none."""
    return launch()


@pytest.fixture(scope="module")
def browser():
    """A `Browser` of the tests of a module."""
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def open_page(chromium):
    """A function that opens an address in a page of its own; in the end no page complained but of what it
    `forgives`.
    """
    contexts, complaints = [], []

    def open_(address, wide=1280, high=800, **more):
        contexts.append(chromium.new_context(viewport={"width": wide, "height": high}, **more))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        page.goto(address)
        return page

    open_.complaints, open_.forgives = complaints, ()
    yield open_
    for context in contexts:
        context.close()
    assert not [one for one in complaints if not any(word in one for word in open_.forgives)]


@pytest.fixture
def serve(tmp_path):
    """A function that starts a server; all are stopped in the end."""
    begun = []

    def start(*options, **more):
        begun.append(Server(tmp_path / "home", *options, **more))
        return begun[-1]

    yield start
    for one in begun:
        if one.process.poll() is None:
            one.kill()
