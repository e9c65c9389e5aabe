"""Tests of the tests: what is skipped for want of a library of an extra, and what fails nevertheless."""

import tomllib
from types import SimpleNamespace

import pytest

import extras
from mp32 import ROOT


def outcome(sought, has_failed=True):
    """The outcome of a test that has failed, or not, after these modules were not found."""
    finder = extras.Sought()
    for name in sought:
        assert finder.find_spec(name) is None
    return finder.excuse(SimpleNamespace(failed=has_failed, outcome="as it was"), "here")


@pytest.mark.parametrize(
    ("sought", "has_failed", "is_skipped"),
    [
        (["openskill"], True, True),
        (["openskill"], False, False),
        (["nothing_of_ours", "segno"], True, False),  # no library of an extra, and one that is installed
        ([], True, False),
    ],
)
def test_a_failure_is_excused_by_a_library_that_is_not_installed(sought, has_failed, is_skipped, monkeypatch):
    monkeypatch.setattr(extras, "ABSENT", frozenset({"openskill"}))
    report = outcome(sought, has_failed)
    assert report.outcome == ("skipped" if is_skipped else "as it was")
    assert not is_skipped or '".[club]"' in report.longrepr[2]


def test_each_library_comes_with_an_extra_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(extras.EXTRAS.values()) <= set(project["optional-dependencies"])
