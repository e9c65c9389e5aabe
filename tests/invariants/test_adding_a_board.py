"""docs/develop/adding-a-board.md: the board on the page, built in a copy of the project and played on."""

import sys

import pytest

from doc_page import Page

# Who sits at the virtual table of two, and what the board says of itself after it was built.
BUILT = """
import tablehost.firmware.boards as boards
from tablehost.virtual.pico import FakeMachine
name = boards.smallest(2)
parts = FakeMachine(boards.load(name)).build()
print(name, parts.name, parts.seat_pads, len(parts.readers), len(parts.key_names()), boards.smallest(3))
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page with all its commands carried out: the first of them completes the board.

    Of the tests that are parametrized with a board those of the new one.
    """
    page = Page("develop/adding-a-board.md", tmp_path_factory.mktemp("board"))
    page.said = [page.run(command, only="pico_2pads") for command in page.commands]
    return page


def test_every_command_succeeds_and_the_match_is_won(page):
    assert len(page.said) == 5
    assert " passed" in page.said[1]
    assert " won." in page.said[4] or " won:" in page.said[4]


def test_two_sit_at_the_board_of_the_page(page):
    assert page.run(sys.executable, "-c", BUILT).split() == ["pico_2pads"] * 2 + ["2", "3", "6", "pico_6pads"]
