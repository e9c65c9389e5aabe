"""Records packed and read again: the very same bytes, of whole matches and of all that a record may hold."""

import json

from cardtable.games import registry as games
from cardtable.wire.packed_records import ROOM, Packer, Unpacker
from cardtable.wire.records import KINDS, OWN, text_of
from random_players import Game
from seeded_chance import SHORT

MOST = 32  # bytes a record may take on average
BLOCK = 16  # records that are packed together


def text(record):
    return json.dumps(record)


def packed(records):
    """The blocks of these records, as (position of the first, bytes)."""
    blocks = []
    packer = None
    for record in records:
        if packer is None:
            first = record[0]
            packer = Packer(first, bytearray(ROOM))
        packer.add(record)
        if packer.count == BLOCK or packer.size > ROOM // 2 or record is records[-1]:
            assert packer.at == record[0] + 1 == first + packer.count
            blocks.append((first, bytes(packer.data[: packer.size])))
            packer = None
    return blocks


def unpacked(blocks):
    found = []
    for at, data in blocks:
        unpacker = Unpacker(at, data)
        record = unpacker.record()
        while record is not None:
            found.append(record)
            record = unpacker.record()
    return found


def same(records):
    """Pack and read again; the bytes that it took."""
    blocks = packed(records)
    again = unpacked(blocks)
    assert [text(record) for record in again] == [text(record) for record in records]
    return sum([12 + len(data) for _, data in blocks])


def recorded(game, seed):
    """The records of a whole match of random play, numbered and timed as a table does."""
    run = Game(game, max(3, game.SEATS[0]), SHORT.get(game.NAME, {}), seed)
    while not run.referee.over:
        run.step()
    records = []
    us = 0
    for record in run.records:
        us += 25_000 * (len(records) * 37 % 211)
        records.append([len(records) + 4000, 12, len(records), us] + record)
    return records


def test_whole_matches_of_every_game_are_the_same_bytes_again():
    for name in games.NAMES:
        for seed in (3, 4):
            records = recorded(games.load(name), seed)
            size = same(records)
            assert size <= MOST * len(records), (name, size / len(records))


def test_whatever_a_record_may_hold():
    values = [0, 1, 127, 128, 129, 255, 16383, 16384, 1 << 29, 1 << 30, 1 << 31, 1 << 40, -1, -2, -128, -5000]
    values += [
        None,
        True,
        False,
        "",
        "a",
        "x" * 31,
        "x" * 32,
        "x" * 200,
        'quote " and \\ both',
        [],
        [[]],
        [None],
    ]
    values += [list(range(31)), list(range(32)), list(range(100)), [4096, 4097, 4096, 4099], [[1, [2, [3]]]]]
    values += [text_of(bytes(range(n))) for n in (0, 1, 2, 3, 11, 12, 13, 16, 32, 64)]
    values += ["A" * 15, "A" * 16, "A" * 17, "A" * 18, "AAAAAAAAAAAAAAAAAB", "_" * 20, "-" * 22]
    for value in values:
        records = []
        for kind in KINDS + ("other",):
            g = len(records)
            records.append([g, 1, g, 1000 * g, kind, 2, g % 7, value, 5, value])
            records.append([g + 1, 1 + g % 2, g % 5, 7, kind])
            records.append([g + 2, 1, g, 25_000 * g, kind, value])
        same(records)


def test_odd_shapes_of_the_engines_kinds():
    odd = (
        ["answer"],
        ["answer", 0],
        ["end", "x", 0, [], 0],
        ["end", 0, None, [], 0],
        ["fix", 0, 0, [], -1],
        ["part", 0, 0, 0, 1 << 32],
        ["start", True, 0, [], 0],
        ["start", -1, 0, [], 0],
    )
    same([[g, 1, g, 0] + odd[g] for g in range(len(odd))])


def test_a_record_that_cannot_be_packed_is_refused():
    for record in ([8, 1, 0, 0, "note"], [7, 1, 0, 0, "note", 1.5], [7, 1, 0, 0, "note", "x" * 2000]):
        packer = Packer(7, bytearray(ROOM))
        try:
            packer.add(record)
        except ValueError:
            pass
        else:
            raise AssertionError(record)


def test_a_block_that_is_cut_off_is_none():
    blocks = packed([[g, 1, g, 0, OWN[g % len(OWN)], g, "some text"] for g in range(8)])
    at, data = blocks[0]
    whole = unpacked(blocks)
    for size in range(len(data)):
        try:
            found = unpacked([(at, data[:size])])
        except (IndexError, ValueError):
            continue
        assert found == whole[: len(found)] and len(found) < len(whole), size
