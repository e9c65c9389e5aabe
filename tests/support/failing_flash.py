"""A partition of flash that loses its power in the middle of an operation.

What was in work then reads differently each time, until it is programmed to zeros or erased: each bit that
the operation would have changed is as before, or as it should have become. An operation that was nearly done
may read as if it were, and later not; one that had just begun may read as if it had not, and later torn. A
page reads the same for one reading or for some, so it may be whole at one start and not at the next. A page
that was being programmed to zeros reads whole only with `removals`.
"""

import random

from tablehost.virtual.chips.flash import PAGE, SECTOR, Flash

# How much of the operation that is cut was done: nothing, so many sixteenths from its begin on, any bits
# (other ones at each reading), all of it.
TEARS = ("nothing", 1, 8, 15, "bits", "all")

# So many readings of a page in doubt are the same; a start reads a page some four times.
_STEADY = (1, 1, 10, 100)
_ONES = (1 << 8 * PAGE) - 1


class PowerCut(BaseException):
    """The supply is gone: nothing catches this but the test, which switches on again."""


class FailingFlash(Flash):
    """`operations` counts programs and erases. After `cut_in(n, tear)` the n-th from then on is cut.

    `removals`: a sector's first page may still read whole, now and then, when zeros in it were cut.
    """

    def __init__(self, sectors, image=None, seed=0, removals=False):
        super().__init__(sectors)
        if image is not None:
            self.image[:] = image
        self.supply(seed, removals)

    def supply(self, seed=0, removals=False):
        """Begin with a supply that has not failed yet."""
        self.operations = self.erased = 0
        self._left = -1
        self._tear = None
        self._removals = removals
        # Address of a page in doubt -> how it was, how it should have become, had that just begun
        self._floating = {}
        self._steady = {}  # address of such a page -> which bits are as they were, so many readings more
        self._random = random.Random(seed)

    def copy(self):
        """Return another flash with the same content."""
        other = FailingFlash(self.sectors, self.image, self._random.random(), self._removals)
        other._floating = dict(self._floating)
        other._steady = dict(self._steady)
        return other

    def cut_in(self, count, tear):
        """Cut the power in the operation with this number from now on, the next one is 1."""
        self._left, self._tear = count, tear

    def is_armed(self):
        """True if the power is about to be cut, or gone."""
        return self._left >= 0

    def switch_on(self):
        """The supply is back."""
        self._left = -1

    def is_in_doubt(self):
        """True if anything reads differently each time."""
        return len(self._floating) > 0

    def readblocks(self, block, buf, offset=0):
        assert self._left != 0, "the supply is gone"
        super().readblocks(block, buf, offset)
        begin = block * SECTOR + offset
        for at, (one, other, is_early) in self._floating.items():
            if begin < at + PAGE and at < begin + len(buf):
                mask, left = self._steady.get(at, (0, 0))
                if left == 0:
                    mask, left = self._random.getrandbits(8 * PAGE), self._random.choice(_STEADY)
                    if is_early is not None and self._random.random() < 0.5:
                        mask = _ONES * is_early
                self._steady[at] = mask, left - 1
                page = (one & mask | other & ~mask).to_bytes(PAGE, "little")
                first, last = max(begin, at), min(begin + len(buf), at + PAGE)
                buf[first - begin : last - begin] = page[first - at : last - at]

    def writeblocks(self, block, buf, offset):
        at = block * SECTOR + offset
        assert at not in self._floating or not any(buf), "a page that was in work is programmed again"
        if not self._is_cut():
            self._floating.pop(at, None)
            super().writeblocks(block, buf, offset)
            return
        if self._tear == "all":
            self._floating.pop(at, None)
            super().writeblocks(block, buf, offset)
        elif self._tear == "bits":
            one, other, _ = self._floating.get(at, (self._page(at),) * 2 + (False,))
            may_be_whole = any(buf) or (self._removals and offset == 0)
            is_early = self._draws_early() if may_be_whole else None
            self._floating[at] = one | other, one & other & int.from_bytes(buf, "little"), is_early
        elif self._tear != "nothing":
            done = int(PAGE * self._tear) // 16
            part = bytes(buf[:done]) + b"\xff" * (PAGE - done)
            if at in self._floating:
                one, other, is_early = self._floating[at]
                done = int.from_bytes(part, "little")
                self._floating[at] = one & done, other & done, is_early
            super().writeblocks(block, part, offset)
        raise PowerCut

    def ioctl(self, op, arg):
        if op != 6:
            return super().ioctl(op, arg)
        self.erased += 1
        begin = arg * SECTOR
        is_cut = self._is_cut()
        if not is_cut or self._tear == "all":
            for at in range(begin, begin + SECTOR, PAGE):
                self._floating.pop(at, None)
            super().ioctl(op, arg)
        elif self._tear == "bits":
            is_early = self._draws_early()
            for at in range(begin, begin + SECTOR, PAGE):
                one, other, _ = self._floating.get(at, (self._page(at),) * 2 + (False,))
                self._floating[at] = one & other, _ONES, is_early
        elif self._tear != "nothing":
            done = int(SECTOR * self._tear) // 16
            self.image[begin : begin + done] = b"\xff" * done
            for at in range(begin, begin + done, PAGE):
                self._floating.pop(at, None)
        if is_cut:
            raise PowerCut
        return 0

    def _draws_early(self):
        return self._random.random() < 0.5

    def _page(self, at):
        return int.from_bytes(self.image[at : at + PAGE], "little")

    def _is_cut(self):
        assert self._left != 0, "the supply is gone"
        self.operations += 1
        self._left = max(self._left - 1, -1)
        return self._left == 0
