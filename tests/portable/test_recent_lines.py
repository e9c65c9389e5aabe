"""The last lines of the journal in memory: the newest that fit, as they were written."""

from cardtable.controller.storage.journal import Recent


def line(g, size):
    return (b"%d" % g + b"." * size)[: size - 1] + b"\n"


def held(recent):
    """What it still has, the newest first."""
    found = []
    one = recent.line(0)
    while one is not None:
        found.append(bytes(one))
        one = recent.line(len(found))
    return found


def test_nothing_was_written_yet():
    assert Recent().line(0) is None


def test_the_last_eight():
    recent = Recent()
    lines = [line(g, 20 + g) for g in range(30)]
    for g in range(30):
        recent.add(lines[g])
        assert held(recent) == lines[max(0, g - 7) : g + 1][::-1]
    assert recent.line(8) is None and recent.line(-1) is None


def test_long_lines_leave_fewer_and_the_longest_always_fits():
    recent = Recent()
    for g in range(12):
        recent.add(line(g, 100))
    recent.add(line(12, 500))
    assert held(recent) == [line(12, 500)] + [line(g, 100) for g in range(11, 6, -1)]
    recent.add(line(13, 500))
    recent.add(line(14, 500))
    assert held(recent) == [line(14, 500), line(13, 500)]
    recent.add(memoryview(line(15, 64)))
    assert held(recent)[0] == line(15, 64)
