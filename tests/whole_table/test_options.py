"""Options are chosen from a computer: each name and value fits the longest line of a command."""

import pytest

from cardtable.games import registry as games
from cardtable.wire.frames import FROM_HOST, encode
from correction_acts import command
from firmware_table import Table
from tablehost.session.session import option_word

LONGEST_ID = 0x3FFFFFFF + 99


@pytest.mark.parametrize("name", games.NAMES)
def test_every_option_can_be_chosen(tmp_path, name):
    """A long one goes by its number, and means the same."""
    game = games.load(name)
    table = Table(tmp_path)
    assert command(table, "new", name, game.SEATS[0])[0]
    numbered = {}
    for row in game.OPTIONS:
        for value in row[1][1:] if row[1][0] == "int" else row[1]:
            word = option_word(game, row[0], value)
            encode(["do", LONGEST_ID, "opt", word, str(value)], FROM_HOST)
            if word != row[0]:
                numbered[row[0]] = str(value)
                assert command(table, "opt", word, str(value)) == (True, ["ok", row[0]])
    assert table.loop.prepared.options == numbered
    if name != "democracy":
        assert numbered, "the case that this is for"
    assert not command(table, "opt", len(game.OPTIONS), "x")[0]
    assert table.loop.prepared.options == numbered
