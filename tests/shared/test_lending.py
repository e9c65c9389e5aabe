"""Modules that are borrowed and lent: on a small heap they go, and are found again while an ask is open."""

import builtins
import sys

from cardtable import micro

TAKING = "cardtable.rulebook.taking"
SHOWING = "cardtable.rulebook.showing"


def gone(name):
    """True if nobody would find the module; where there is room it stays."""
    return name not in sys.modules if micro.SPARING else name in sys.modules


def test_what_is_borrowed_is_not_found_again():
    micro.borrow(TAKING)
    assert gone(TAKING)


def test_what_is_lent_is_found_until_something_newer_is_lent_and_it_was_given_back():
    first = micro.lend(TAKING)
    for _ in range(3):  # asks of the same kind, one after another
        before = micro.lendings()
        assert micro.lend(TAKING) is first and micro.borrow(TAKING) is first
        micro.give_back(before)
    assert micro.lend(SHOWING) is not None and micro.lend(TAKING) is first
    before = micro.lendings()
    micro.lend(SHOWING)
    micro.give_back(before)
    assert gone(TAKING) and not (micro.SPARING and gone(SHOWING))
    micro.give_back(micro.lendings())
    assert gone(SHOWING) and micro.lendings() == 0


def test_what_somebody_holds_is_not_taken_away():
    micro.hold(TAKING)
    lent = micro.lendings()
    micro.lend(TAKING)
    micro.give_back(micro.lendings())
    assert lent == micro.lendings() and TAKING in sys.modules
    micro.release(TAKING)
    assert gone(TAKING)


def test_where_there_is_no_room_what_can_be_read_again_is_forgotten():
    """And what is borrowed is read a second time, but not a third."""
    said = []
    micro.forgets(said)
    real = builtins.__import__
    full = [0]  # so many more times there is no room

    def read(*given):
        if full[0]:
            full[0] -= 1
            raise MemoryError
        builtins.__import__ = real  # it looks at who calls
        return real(*given)

    outcomes = []
    for times in range(3):
        said[:] = ["a sentence"]
        full[0] = times
        builtins.__import__ = read
        try:
            micro.hold(TAKING)
            outcomes.append(("read", len(said)))
            micro.release(TAKING)
        except MemoryError:
            outcomes.append(("no room", len(said)))
        finally:
            builtins.__import__ = real
    assert outcomes == [("read", 1), ("read", 0), ("no room", 0)]
