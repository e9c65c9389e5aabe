"""Files on raw flash: any order of acts against a model, and the power cut in every operation."""

import itertools
import random

import pytest

from amounts import amount
from cardtable.controller.storage.store import AHEAD, Store
from failing_flash import TEARS, FailingFlash, PowerCut
from tablehost.virtual.chips.flash import PAGE, SECTOR, Flash

NAMES = ("00000000.stage", "00000007.game", "acked")
SIZES = (0, 1, 100, 225, 226, 227, 247, 248, 249, 700, 4000)


def started(flash):
    store = Store(flash)
    store.start()
    return store


def draw(rng):
    """Return an act at random: (verb, name, data or pieces, secret)."""
    name, secret = rng.choice(NAMES), rng.random() < 0.5
    verb = rng.choice(("append",) * 7 + ("replace", "remove", "step", "step"))
    if verb == "append":
        return verb, name, rng.randbytes(rng.choice(SIZES[:-1])), secret
    return verb, name, [rng.randbytes(rng.choice(SIZES)) for _ in range(rng.randrange(3))], secret


def carry_out(store, act):
    verb, name, data, secret = act
    if verb == "append":
        store.append(name, data)
    elif verb == "replace":
        store.replace(name, data, secret)
    elif verb == "remove":
        store.remove(name, secret)
    else:
        store.step()


def after(files, act):
    """Return the content of all files after an act."""
    verb, name, data, _ = act
    if verb == "append":
        return {**files, name: files.get(name, b"") + data}
    if verb == "replace":
        return {**files, name: b"".join(data)}
    if verb == "remove":
        return {other: data for other, data in files.items() if other != name}
    return files


def content(store):
    return {name: store.open(name).read(1 << 20) for name in NAMES if store.holds(name)}


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_acts_leaves_what_a_model_says(seed):
    rng = random.Random(seed)
    flash = Flash(24)
    store, files = started(flash), {}
    for _ in range(400):
        act = draw(rng)
        if sum(map(len, files.values())) > 30_000:
            act = "remove", max(files, key=lambda name: len(files[name])), b"", True
        carry_out(store, act)
        files = after(files, act)
        if rng.random() < 0.05:
            store = started(flash)
        if rng.random() < 0.05:
            store.settle(rng.choice(NAMES))
        assert content(store) == files


def cut(flash, number, tear, work, *args):
    """Call `work(*args)`, and cut the power in this operation of it. Return False if it ended before."""
    flash.cut_in(number, tear)
    try:
        work(*args)
        flash.switch_on()
        return False
    except PowerCut:
        flash.switch_on()
        return True


def recover(flash):
    """Start again, as the table does."""
    store = started(flash)
    for name in NAMES:
        store.settle(name, True)
    return store


def play(flash, acts, done):
    """Carry out acts, and append the files after each to `done`."""
    store = started(flash)
    for act in acts:
        carry_out(store, act)
        done.append(after(done[-1], act))


@pytest.mark.own_cuts
@pytest.mark.parametrize("seed", [1])  # `make torture` cuts whole matches
def test_a_cut_in_any_operation_loses_nothing_and_leaves_no_half(seed):
    """And another cut in any operation of the restart; after each the files can be written again."""
    rng = random.Random(f"cuts {seed}")
    acts = [draw(rng) for _ in range(amount(10, soak=14))]
    cuts = again = 0
    number = 0
    ended = False
    while not ended:
        number += 1
        for tear in TEARS:
            flash, done = FailingFlash(16, seed=number), [{}]
            if not cut(flash, number, tear, play, flash, acts, done):
                ended = True
                break
            cuts += 1
            act = acts[len(done) - 1]
            allowed = [done[-1], after(done[-1], act)]
            stands(flash.copy(), allowed)
            second = 0
            while True:
                second += 1
                other = flash.copy()
                if not cut(other, second, TEARS[(second + number) % len(TEARS)], recover, other):
                    break
                again += 1
                stands(other, allowed)
    assert cuts > 100 and again > 100


@pytest.mark.own_cuts
@pytest.mark.parametrize("seed", range(4))
def test_a_commit_over_two_sectors_is_written_again_as_a_whole(seed):
    """Two cuts: one in that commit, one in any operation of the restart. The end of the commit is removed
    before its begin, which must not be read together with the repeat.
    """
    name = NAMES[0]
    short, long = b"short", random.Random(seed).randbytes(300)

    def filled(flash):
        """A file whose next commit begins with the last page of a sector."""
        store = started(flash)
        for _ in range(SECTOR // PAGE - 1):
            store.append(name, short)
        return store

    def settled(flash):
        started(flash).settle(name)

    before = short * (SECTOR // PAGE - 1)
    cuts = 0
    for number in range(1, 6):
        for tear in TEARS:
            flash = FailingFlash(16, seed=f"{seed} {number}")
            if not cut(flash, number, tear, filled(flash).append, name, long):
                continue
            second = 1
            other = flash.copy()
            while cut(other, second, TEARS[(second + cuts) % len(TEARS)], settled, other):
                cuts += 1
                settled(other)
                for _ in range(2):
                    assert content(started(other)) in ({name: before}, {name: before + long}), (number, tear)
                second += 1
                other = flash.copy()
    assert cuts > 100


class Fading(FailingFlash):
    """A flash where pages that were in work read well at first, and later not.

    `left`: of the address of such a page, the number of readings until then; `written`: the page of the last
    operation, -1 if that programmed no data.
    """

    def __init__(self, sectors, image=None, left=()):
        super().__init__(sectors, image)
        self.left, self.written = dict(left), -1

    def readblocks(self, block, buf, offset=0):
        super().readblocks(block, buf, offset)
        at = block * SECTOR + offset
        if at in self.left:
            if self.left[at] == 0:
                buf[8] ^= 1  # the first byte under the CRC
            self.left[at] = max(0, self.left[at] - 1)

    def writeblocks(self, block, buf, offset):
        at = block * SECTOR + offset
        self.left.pop(at, None)
        self.written = at if any(buf) else -1
        super().writeblocks(block, buf, offset)

    def ioctl(self, op, arg):
        self.written = -1
        return super().ioctl(op, arg)


@pytest.mark.own_cuts
@pytest.mark.parametrize("size", [10, PAGE])
def test_a_commit_and_the_copy_of_its_file_are_both_in_doubt_and_the_commits_before_stay(size):
    """Two cuts: one in a commit, one in any operation of the restart, which may copy the file."""
    name = NAMES[0]
    before, last = b"a" * size + b"b" * 9, b"c" * size
    flash = Fading(8)
    for piece in (before[:size], before[size:], last):
        started(flash).append(name, piece)
    number = found = 0
    while True:
        number += 1
        restarted = Fading(8, flash.image)
        if not cut(restarted, number, "all", recover, restarted):
            break
        for readings in itertools.product(range(8), repeat=2):
            left = zip((flash.written, restarted.written), readings, strict=True)
            fading = Fading(8, restarted.image, left)
            for _ in range(2):
                recovered = recover(fading)
                assert recovered.free() == 7 * SECTOR
                held = content(recovered)
                assert held in ({name: before}, {name: before + last}), (number, readings)
            found += held == {name: before}
    assert found > 0


def stands(flash, allowed):
    """The files are as allowed, stay so at each reading and restart, and take what is written then."""
    store = recover(flash)
    found = content(store)
    assert found in allowed
    for name in NAMES:
        store.append(name, b"more")
        found[name] = found.get(name, b"") + b"more"
    for _ in range(3):
        assert content(store) == found
        store = started(flash)
    while store.step():
        pass
    assert content(store) == found


@pytest.mark.own_cuts
def test_a_secret_that_is_removed_or_replaced_is_nowhere():
    flash = Flash(16)
    store = started(flash)
    for at in range(40):
        store.append("00000000.sealed", b"secret %d;" % at * 20)
    store.replace("00000000.sealed", [b"another secret"] * 30, True)
    assert b"secret 1" not in flash.image and b"another secret" in flash.image
    store.remove("00000000.sealed", True)
    assert b"secret" not in flash.image


@pytest.mark.own_cuts
@pytest.mark.parametrize("tear", TEARS)
def test_a_secret_that_a_cut_left_is_erased_when_the_table_rests(tear):
    for number in range(1, 40):
        flash = FailingFlash(16)
        store = started(flash)
        store.append("00000000.sealed", b"secret" * 100)
        if not cut(flash, number, tear, store.replace, "00000000.sealed", [b"secret" * 300], True):
            break
        store = started(flash)
        store.remove("00000000.sealed", True)
        while store.is_unclean():
            assert store.step()
        assert b"secret" not in flash.image
    assert number > 10


@pytest.mark.own_cuts
def test_an_append_erases_nothing_while_sectors_are_erased_ahead():
    flash = FailingFlash(32)
    store = started(flash)
    while store.step():
        pass
    before = flash.erased
    for _ in range(AHEAD * 12):
        store.append("00000000.stage", bytes(200))
    assert flash.erased == before
    for _ in range(200):  # without a pause an append waits for an erase, and loses nothing
        store.append("00000000.stage", bytes(200))
    assert flash.erased > before
    assert len(store.open("00000000.stage").read(1 << 20)) == 200 * (AHEAD * 12 + 200)


@pytest.mark.own_cuts
def test_all_sectors_are_used_evenly():
    flash = FailingFlash(20)
    worn = [0] * 20
    erase = flash.ioctl

    def count(op, arg):
        worn[arg] += op == 6
        return erase(op, arg)

    flash.ioctl = count
    store = started(flash)
    store.append("00000007.game", b"stays")
    for turn in range(300):
        store.replace("00000000.stage", [bytes(3000)])
        if turn % 50 == 0:
            store = started(flash)
        store.step()
    worn.sort()
    assert worn[1] > 0 and worn[-1] <= 1.5 * worn[1] + 3


def test_a_full_flash_is_an_error_that_loses_nothing():
    flash = Flash(6)
    store = started(flash)
    taken = 0
    with pytest.raises(OSError):
        while True:
            store.append("00000000.stage", b"x" * 248)
            taken += 1
    store = started(flash)
    assert store.open("00000000.stage").read(1 << 20) == b"x" * 248 * taken
    assert store.free() == 0
    store.remove("00000000.stage")
    assert store.free() == 6 * SECTOR


def test_a_page_that_cannot_be_programmed_is_noticed():
    flash = Flash(8)
    store = started(flash)
    store.append("acked", b"1\n")
    stuck = flash._keep
    flash._keep = lambda at, data: stuck(at, b"\xff" + data[1:] if len(data) == PAGE else data)
    with pytest.raises(OSError):
        store.append("acked", b"2\n")


def test_rubble_is_no_file():
    rng = random.Random("rubble")
    flash = Flash(12)
    flash.image[:] = rng.randbytes(len(flash.image))
    store = started(flash)
    assert content(store) == {}
    store.append("acked", b"1\n")
    assert content(started(flash)) == {"acked": b"1\n"}
