"""One browser for all tests of pages; a page must not complain."""

import pytest

from browser_page import Browser, launch


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
    """A function that opens an address in a page of its own; in the end no page has complained."""
    contexts, complaints = [], []

    def open_(address, wide=1280, high=800, **more):
        contexts.append(chromium.new_context(viewport={"width": wide, "height": high}, **more))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        page.goto(address)
        return page

    open_.complaints = complaints
    yield open_
    for context in contexts:
        context.close()
    assert not complaints
