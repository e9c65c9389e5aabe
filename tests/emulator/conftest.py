"""Nothing here runs without what it needs, and says so."""

from pathlib import Path

import pytest

import emulated_pico

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent != HERE:  # of all tests that were collected, not of this folder alone
            continue
        missing = emulated_pico.missing()
        if missing:
            item.add_marker(pytest.mark.skip(reason=f"missing: {missing}"))
