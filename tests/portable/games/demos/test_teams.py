"""DemoS S3, S12, V6-V8: the sides, their vetoes and their place in the dealing order."""

from cardtable.games.demos.teams import in_order, independent, line_ups, neighbours, side_of, vetoes

SIZES = {"2v2": (4, [2, 2], 3), "2v3": (5, [2, 3], 10), "2v2+1": (5, [2, 2, 1], 15)}


def test_every_line_up_once_S12():
    for mode in SIZES:
        seats, sizes, count = SIZES[mode]
        ways = line_ups(mode, seats)
        assert len(ways) == count
        seen = []
        for sides in ways:
            assert [len(side) for side in sides] == sizes
            assert sorted([seat for side in sides for seat in side]) == list(range(seats))
            for side in sides:
                assert side == sorted(side)
            partners = sorted(sides)
            assert partners not in seen
            seen.append(partners)


def test_single_players_are_sides_of_their_own():
    for mode in ("learning", "complete"):
        for seats in (3, 4, 5):
            assert line_ups(mode, seats) == [[[seat] for seat in range(seats)]]


def test_lots_are_fair():
    """Over all line-ups everybody is as often with everybody, and as often alone."""
    for mode in SIZES:
        seats, _, _ = SIZES[mode]
        together = [[0] * seats for _ in range(seats)]
        alone = [0] * seats
        for sides in line_ups(mode, seats):
            for side in sides:
                for a in side:
                    alone[a] += len(side) == 1
                    for b in side:
                        together[a][b] += a != b
        pairs = [together[a][b] for a in range(seats) for b in range(seats) if a != b]
        assert min(pairs) == max(pairs) and min(alone) == max(alone)


def test_side_of():
    sides = [[1, 3], [0, 4], [2]]
    assert [side_of(sides, seat) for seat in range(5)] == [1, 0, 2, 0, 1]


def test_the_independent():
    assert independent("2v2+1", [[1, 3], [0, 4], [2]]) == 2
    assert independent("2v3", [[1, 3], [0, 2, 4]]) is None
    assert independent("complete", [[0], [1], [2]]) is None


def test_vetoes_V7_V8():
    assert vetoes("complete", [[0], [1], [2]]) == [1, 1, 1]
    assert vetoes("learning", [[0], [1], [2]]) == [0, 0, 0]
    assert vetoes("2v2", [[0, 1], [2, 3]]) == [1, 1]
    assert vetoes("2v3", [[0, 1], [2, 3, 4]]) == [2, 1]
    assert vetoes("2v2+1", [[0, 1], [2, 3], [4]]) == [1, 1, 1]


def test_a_team_has_the_place_of_its_earliest_member_V6():
    assert in_order([[0, 2], [1, 3]], 0, 4) == [1, 0]
    assert in_order([[0, 2], [1, 3]], 3, 4) == [0, 1]
    # Dealer 4: 0 1 2 3 4; the dealer is last, but the partner is not.
    assert in_order([[3, 4], [1, 2], [0]], 4, 5) == [2, 1, 0]
    assert in_order([[0, 4], [1, 2, 3]], 4, 5) == [0, 1]
    assert in_order([[0], [1], [2]], 1, 3) == [2, 0, 1]


def test_neighbours_S3():
    assert neighbours([[0, 2], [1, 3]], 4) == []
    assert neighbours([[0, 1], [2, 3]], 4) == [[0, 1], [2, 3]]
    assert neighbours([[0, 3], [1, 2]], 4) == [[1, 2], [3, 0]]
    assert neighbours([[0, 2], [1, 3], [4]], 5) == []
    assert neighbours([[0], [1], [2]], 3) == []
    for sides in line_ups("2v3", 5):
        assert len(neighbours(sides, 5)) >= 1
