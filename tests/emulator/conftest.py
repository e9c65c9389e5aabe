"""Nothing here runs without what it needs, and says so; an emulated Pico ends with its test."""

from pathlib import Path

import pytest

import emulated_pico
from tablehost.virtual import pack

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent != HERE:  # of all tests that were collected, not of this folder alone
            continue
        missing = emulated_pico.missing()
        if missing:
            item.add_marker(pytest.mark.skip(reason=f"missing: {missing}"))


@pytest.fixture
def start(request):
    """start(...) -> the firmware in a Pico that is switched on, as `emulated_pico.start`."""

    def make(*about, **how):
        firmware = emulated_pico.start(*about, **how)
        request.addfinalizer(firmware.close)
        return firmware

    return make


@pytest.fixture(scope="session")
def deck(tmp_path_factory):
    """The files of a table that is set up, without its board."""
    path = tmp_path_factory.mktemp("deck") / "deck.txt"
    pack.write_deck(path)
    return {"deck.txt": path.read_bytes(), "marker": b""}


@pytest.fixture(scope="session")
def files(deck):
    """The files of a table with six seats whose display tells its lines."""
    return {**emulated_pico.board_files("pico_6pads"), **deck}
