"""Routes the events of pads and keys: to the open dialogue, the match, or the setup of a new one."""

from cardtable.engine.asks.base import CORRECT, FINE, MISSING, OK

from .faults import NO_READERS, READER
from .input.presence import FAILED, LAID, LIFTED, RECOVERED

_READER_FAULTS = READER + ("garbled",)  # cleared when a reader recovers


def take_event(loop, event):
    """Take an event of a pad, see `input.presence` and `input.poll_schedule`."""
    kind, pad = event.kind, event.pad
    if kind == FAILED or kind == RECOVERED:
        faults = loop.faults
        if kind == RECOVERED:
            faults.clear(-1, (NO_READERS,))
        if faults.set(event.value, pad) if kind == FAILED else faults.clear(pad, _READER_FAULTS):
            loop.refresh()
        if loop.dialogue is not None:
            loop.dialogue.look()
        return
    loop.entropy.stir()
    place = loop.seats.place(pad)
    _wake(loop)
    if place is None or loop.is_looking():
        return
    if loop.dialogue is not None:
        loop.signs.fresh()
        loop.dialogue.look()
        loop.refresh()
    elif kind == LIFTED:
        was = _verdict(loop, place)
        loop.feed(("lifted", place))
        if was == FINE and _verdict(loop, place) == MISSING and loop.pads.seen[pad] is None:
            loop.signs.lifted_early(place)
    elif kind == LAID:
        loop.feed(("laid", place, loop.pad_cards.card(event.value)))
        loop.signs.laid(place)


def take_key(loop, pad, key):
    """Take a key that was pressed at a pad."""
    loop.entropy.stir()
    place = loop.seats.place(pad)
    plays = loop.play.is_on()
    _wake(loop)
    if place is None and not plays:
        place = pad  # also a pad without a seat in the last match
    if place is None or loop.is_looking():
        return
    if loop.dialogue is not None:
        loop.signs.fresh()
        loop.dialogue.key(place, key)
        loop.refresh()
    elif key == CORRECT:
        if plays:
            from .dialogs import pause

            pause.begin(loop, place)
        else:
            from .dialogs import review

            review.begin(loop, place)
        loop.refresh()
    elif plays:
        loop.feed(("key", place, key))
    elif key == OK:
        from .dialogs import setup

        setup.begin(loop, pad)


def _verdict(loop, place):
    """Return the verdict on a place; None while nothing is asked."""
    view = loop.play.view
    return None if view is None or view.prompt is None else view.prompt.verdicts[place]


def _wake(loop):
    """Light the lamp again that shows where a match begins: it may have gone dark."""
    if not loop.play.is_on():
        loop.signs.wake()
        loop.refresh()
