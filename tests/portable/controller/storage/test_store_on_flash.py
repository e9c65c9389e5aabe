"""Files on raw flash, against a model, on both interpreters."""

from cardtable.controller.storage.store import Store
from ram_flash import RamFlash

NAMES = ("00000000.stage", "00000007.game", "acked")


def started(flash):
    store = Store(flash)
    return store, store.start()


def test_any_order_of_acts_leaves_what_a_model_says():
    flash = RamFlash(12)
    store, names = started(flash)
    assert names == []
    files, state = {}, 1
    for step in range(400):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        name = NAMES[(state >> 8) % 3]
        data = bytes([(state + i) & 0xFF for i in range((state >> 12) % 600)])
        what = (state >> 4) % 8
        if what < 4 and len(files.get(name, b"")) < 6000:
            store.append(name, data)
            files[name] = files.get(name, b"") + data
        elif what < 6:
            store.replace(name, [data, b"", data], state & 1)
            files[name] = data + data
        elif what == 6:
            store.remove(name, state & 1)
            files.pop(name, None)
        else:
            store.step()
        if step % 40 == 0:
            store, names = started(flash)
            assert names == sorted(files)
            store.settle(name)
        for one in NAMES:
            assert store.open(one).read(1 << 20) == files.get(one, b"")


def test_lines_go_over_pages():
    store, _ = started(RamFlash(8))
    lines = [b"%d " % n + b"x" * (7 * n) + b"\n" for n in range(60)]
    for line in lines:
        store.append("00000000.stage", line)
    assert list(store.open("00000000.stage")) == lines
    reader = store.open("00000000.stage")
    reader.skip(len(lines[0]))
    assert reader.readline() == lines[1] and reader.read(2) == b"2 "
