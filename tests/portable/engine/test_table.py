"""The messages of a script to its table."""

from binascii import crc32

from cardtable.engine.table import Table


class Match:
    seats = 2
    options = {}


def test_the_digest_is_that_of_the_facts_as_json():
    table = Table(Match(), (), None, [], None, None)
    table.tell("trick", 12, [3, [None, "x"]], (), True)
    table.tell("over")
    assert table.digest == crc32(b'["trick", 12, [3, [null, "x"]], [], true]["over"]')
    assert table.facts == 2
