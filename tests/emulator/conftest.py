"""Nothing here runs without what it needs, and says so."""

import pytest

import emulated


def pytest_collection_modifyitems(items):
    missing = emulated.missing()
    if missing:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"missing: {missing}"))
