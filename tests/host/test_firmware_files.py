"""The host finds what a Pico is given, here in a checkout; a wheel carries the same files."""

import tomllib

import pytest

from tablehost.firmware import firmware_files
from tablehost.printing import guide


def test_the_package_is_found():
    assert (firmware_files.package_path() / "micro.py").is_file()


def test_every_board_is_found():
    for name in firmware_files.boards():
        assert firmware_files.board_path(name).is_file()


def test_an_unknown_board_is_refused_with_the_known_ones():
    with pytest.raises(LookupError, match="no board 'abacus'; there are: "):
        firmware_files.board_path("abacus")


def test_the_wheel_carries_boards_where_they_are_looked_for():
    with open("pyproject.toml", "rb") as file:
        wheel = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]
    carried = f"tablehost/{firmware_files._CARRIED.name}"
    assert wheel["force-include"] == {
        "boards": f"{carried}/boards",
        "docs/play": f"tablehost/{guide._CARRIED.name}",
    }
