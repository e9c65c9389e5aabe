"""A dict of whole numbers in pieces is a dict, on both interpreters."""

from cardtable.rulebook.pieces import Pieces, by_number


def test_it_is_a_dict_in_order():
    plain, pieces = {}, Pieces()
    state = 1
    for _ in range(2000):
        state = (state * 1103515245 + 12345) % (1 << 31)
        number = 4096 + (state >> 8) % 150
        if state >> 20 & 1:
            plain[number] = pieces[number] = state % 7 * 5461
        elif number in plain:
            del plain[number]
            del pieces[number]
        assert (number in pieces) == (number in plain)
        assert pieces.get(number, 9) == plain.get(number, 9)
        assert list(pieces) == sorted(plain)
    assert [pieces[number] for number in pieces] == [plain[number] for number in sorted(plain)]


def test_what_is_not_there_is_a_key_error():
    pieces = Pieces()
    pieces[4096] = 1
    for act in (pieces.__getitem__, pieces.__delitem__):
        try:
            act(4097)
        except KeyError:
            continue
        raise AssertionError(act)


def test_what_is_empty_takes_no_pieces():
    pieces = Pieces()
    for number in range(100):
        pieces[number] = number
    for number in range(100):
        del pieces[number]
    assert list(pieces) == [] and not pieces._pieces


def test_either_kind_serves():
    kept = by_number()
    kept[4096] = 0
    assert 4096 in kept and 4097 not in kept and kept.get(4096, 1) == 0 and list(kept) == [4096]
