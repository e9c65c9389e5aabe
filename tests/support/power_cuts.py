"""`pytest --power-cuts N`: in every test, the power fails in one of N calls that change a file on flash.

It fails in a program or an erase of that call, by lot. The store then starts again from what the flash holds,
as at power-up, and settles the file. The call must have had its whole effect or none; with none it is made
again. So the test itself sees no cut, and must pass as it does without. Those that count operations of the
flash, or cut themselves, are marked `own_cuts` and left alone.
"""

import random
from functools import cache, wraps

from cardtable.controller.storage import store as stores
from failing_flash import TEARS, FailingFlash, PowerCut
from tablehost.virtual.chips.flash import Flash

MOST_OPERATIONS = 6  # of a call; those that have fewer are not cut now and then


class PowerCuts:
    """The cuts of a run. `calls`, `cuts`: how many there were."""

    def __init__(self, often):
        self.calls = self.cuts = 0
        self._often = often
        self._test = None

    def begin(self, test):
        """Cut in this test from now on, in all its tables by the same lots; in none if it is None."""
        self._test = test

    def install(self):
        """Cut in every store from now on."""
        for name in ("append", "replace", "remove", "step"):
            setattr(stores.Store, name, self._cutting(getattr(stores.Store, name)))

    def _cutting(self, call):
        @wraps(call)
        def cut(store, *args, **kwargs):
            flash = store._blocks
            if self._test is None or not _can_fail(flash) or flash.is_armed():
                return call(store, *args, **kwargs)
            self.calls += 1
            lots = vars(flash).setdefault("lots", random.Random(f"power cuts in {self._test}"))
            if lots.randrange(self._often):
                return call(store, *args, **kwargs)
            if call.__name__ == "replace":
                args = (args[0], [bytes(piece) for piece in args[1]], *args[2:])
            name = args[0] if isinstance(args[0] if args else None, str) else None
            before = _content(store, name)
            flash.cut_in(lots.randint(1, MOST_OPERATIONS), lots.choice(TEARS))
            try:
                return call(store, *args, **kwargs)
            except PowerCut:
                flash.switch_on()
                self.cuts += 1
                _start_again(store, name, call.__name__ == "remove" or kwargs.get("secret") or args[2:])
                now = _content(store, name)
                if name is None or now == before:
                    return call(store, *args, **kwargs)
                assert now == _after(call.__name__, before, args), (call.__name__, name)
                return None
            finally:
                flash.switch_on()

        return cut


def _can_fail(flash):
    """Make a flash one that can fail, whatever else it does. Return False if it is no model of ours."""
    if isinstance(flash, Flash) and not isinstance(flash, FailingFlash):
        flash.__class__ = _failing(type(flash))
        flash.supply()
    return isinstance(flash, FailingFlash)


@cache
def _failing(kind):
    return type(f"Failing{kind.__name__}", (FailingFlash, kind), {})


def _start_again(store, name, secret):
    store.__init__(store._blocks)
    store.start()
    if name is not None:
        store.settle(name, bool(secret))


def _content(store, name):
    """Return the content of a file, None if there is none."""
    return store.open(name).read(1 << 20) if name is not None and store.holds(name) else None


def _after(verb, before, args):
    if verb == "append":
        return (before or b"") + bytes(args[1])
    return b"".join(args[1]) if verb == "replace" else None
