"""A card's way through the firmware is one way: reader, presence, session, referee, journal, signs and wire.

The calls of the whole firmware are traced while a card is laid, and while the OK is pressed that answers an
ask. No station calls an earlier one, and once the view of the match is formed nothing asks the referee again.
"""

import gc
import sys

import pytest

# The stations, by the modules that belong to them. All others serve several: the loop, which calls the
# stations in turn, clocks, maps of seats, cards and frames as text.
STATIONS = (
    ("reader", ("drivers.mfrc522", "drivers.iso14443", "drivers.keys")),
    (
        "presence",
        (
            "controller.input.poll_schedule",
            "controller.input.presence",
            "controller.input.pad_filter",
            "controller.input.keys",
        ),
    ),
    ("session", ("controller.match.session",)),
    ("referee", ("engine.referee", "engine.stage", "engine.asks", "engine.picture", "engine.table", "games")),
    ("journal", ("controller.storage",)),
    ("signs and wire", ("controller.output", "controller.link", "wire.table_session")),
)
READER, PRESENCE, SESSION, REFEREE, JOURNAL, SIGNS = range(6)
VIEW = "engine.views"  # the referee's last word: what all others show

# Presence polls its readers and keys: what it asks for comes back as an answer.
POLLS = (PRESENCE, READER)


def station_of(module):
    """The number of the station to which a module belongs, None for one that serves several."""
    for number, (_, names) in enumerate(STATIONS):
        if any(module == name or module.startswith(name + ".") for name in names):
            return number
    return None


class Trace:
    """The calls within the firmware while it is active: (module that calls, module, function) each."""

    def __init__(self):
        self.calls = []

    def __enter__(self):
        sys.setprofile(self._note)
        return self

    def __exit__(self, *trouble):
        sys.setprofile(None)

    def _note(self, frame, event, _):
        callee = frame.f_globals.get("__name__", "")
        if event == "call" and frame.f_back is not None and callee.startswith("cardtable."):
            caller = frame.f_back.f_globals.get("__name__", "").removeprefix("cardtable.")
            self.calls.append((caller, callee.removeprefix("cardtable."), frame.f_code.co_name))

    def modules(self):
        return {callee for _, callee, _ in self.calls}

    def at(self, module, function):
        """The positions of the calls of this function."""
        return [i for i, call in enumerate(self.calls) if call[1:] == (module, function)]

    def backward(self):
        """The calls from a station to an earlier one."""
        found = set()
        for caller, callee, function in self.calls:
            begins, ends = station_of(caller), station_of(callee)
            if None not in (begins, ends) and ends < begins and (begins, ends) != POLLS:
                found.add(f"{caller} calls {callee}.{function}")
        return sorted(found)


def traced(table, act):
    """Run `act`, one input for the match. Return the traces of all turns, and the number of the one in which
    the session got it.
    """
    loop, turns, fed = table.loop, [], []
    del loop._show  # with which the table of the tests forms the view once more, to compare it
    step, feed = loop.step, loop.play.feed

    def stepped():
        with Trace() as trace:
            turns.append(trace)
            step()

    def noted(event):
        fed.append(len(turns) - 1)
        feed(event)

    loop.step, loop.play.feed = stepped, noted
    gc.collect()
    gc.disable()  # the script of an earlier table is closed wherever it is collected
    try:
        act()
    finally:
        gc.enable()
        del loop.step, loop.play.feed
    assert len(fed) == 1, "one input"
    return turns, fed[0]


def check_way(turns, at, records):
    """The stations come in their order, and none is called from a later one. Return the modules touched."""
    assert not [call for turn in turns for call in turn.backward()]
    turn = turns[at]
    polled = [i for i in range(at + 1) if turns[i].modules() & {"drivers.mfrc522", "drivers.keys"}]
    assert polled, "its reader was polled before"
    (fed,) = turn.at("controller.match.session", "feed")
    (judged,) = turn.at("engine.referee", "feed")
    (viewed,) = turn.at(VIEW, "view")
    assert len(turn.at("engine.referee", "prompt")) == 1, "its prompt is formed once"
    (shown,) = turn.at("controller.output.signs", "show")
    (told,) = turn.at("controller.link", "tell")
    kept = turn.at("controller.storage.journal", "append")
    lit = turn.at("controller.output.lamps", "set")
    assert len(kept) == records
    assert [fed, judged, viewed, *kept, shown, *lit, told] == sorted(
        [fed, judged, viewed, *kept, shown, *lit, told]
    )
    after = [
        call
        for call in turn.calls[viewed:]
        if station_of(call[1]) == REFEREE
        and not call[0].startswith("engine.")
        and not call[0].startswith("games.")
    ]
    assert not after, "nothing asks the referee once its view is formed"
    quiet = turns[0].modules() | turns[-1].modules()
    # A sweep of other pads may be under way in any turn: what it touches is not the input's.
    swept = set().union(*(turns[i].modules() for i in range(at)))
    return len(turn.modules() - quiet - swept), len(turn.modules() - (swept - quiet))


def test_a_card_that_is_laid(laying, record_property):
    """The card is face down: no record is written before the OK."""
    turns, at = traced(laying, lambda: laying.lay(1, "AH"))
    own, all_of_them = check_way(turns, at, records=0)
    record_property("modules", f"{own} beside those of a quiet turn, {all_of_them} in all")
    assert own <= 21 and all_of_them <= 34


def test_the_ok_that_reveals_the_cards(laying, record_property):
    for pad, card in enumerate(("5S", "AH", "4D")):
        laying.lay(pad, card)
    turns, at = traced(laying, lambda: laying.press("ok", 0))
    own, all_of_them = check_way(turns, at, records=2)
    record_property("modules", f"{own} beside those of a quiet turn, {all_of_them} in all")
    assert own <= 28 and all_of_them <= 43


@pytest.mark.parametrize(
    "calls",
    [
        [("controller.output.signs", "engine.referee", "prompt")],
        [("controller.link", "controller.match.session", "is_on")],
        [("engine.referee", "controller.input.presence", "step")],
    ],
)
def test_a_call_back_is_found(calls):
    trace = Trace()
    trace.calls = calls
    assert len(trace.backward()) == 1
