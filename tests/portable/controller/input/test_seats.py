"""The pads of the seats."""

from cardtable.controller.input.seats import Seats
from cardtable.engine.asks.base import CENTRE


def test_seats():
    seats = Seats(7, 6)
    assert [seats.place(pad) for pad in range(7)] == [0, 1, 2, 3, 4, 5, CENTRE]
    seats.take([1, 4])
    assert [seats.place(pad) for pad in range(7)] == [None, 0, None, None, 1, None, CENTRE]
    assert [seats.pad(place) for place in (0, 1, 2, CENTRE, CENTRE + 1)] == [1, 4, None, 6, None]
    assert seats.by_pad(list(range(12))) == [None, 0, None, None, 1, None, 10]
