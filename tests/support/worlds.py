"""Two worlds that differ in nothing but what is hidden: every outward sign of a table, with its time."""

from firmware import Host, Table


class World:
    """A table whose every outward sign is written down with its time."""

    def __init__(self, table):
        self.table = table
        self.host = Host(table)
        self.signs = []

    def watch(self):
        """From now on."""
        table = self.table
        turn = table.loop.step

        def step():
            turn()
            self.note("lamps", table.machine.lights())
            self.note("tone", table.machine.tone())
            self.note("words", list(table.parts.display.lines))
            sent = self.host.turn()
            if sent:
                self.signs.append((table.machine.clock.us, "line", sent))

        table.loop.step = step

    def note(self, kind, value):
        """A sign counts when it changes."""
        for sign in reversed(self.signs):
            if sign[1] == kind:
                if sign[2] == value:
                    return
                break
        self.signs.append((self.table.machine.clock.us, kind, value))

    def public_files(self):
        return self.table.files("vault")


def worlds(tmp_path, seats, **options):
    """Two tables at which a match of Democracy has begun."""
    pair = []
    for number in range(2):
        root = tmp_path / str(number)
        root.mkdir()
        pair.append(World(Table(root, grain=1000)))
        pair[-1].table.begin(seats, **options)
        pair[-1].watch()
    return pair


def same(one, other):
    """All signs so far are equal, and there are plenty of each kind."""
    assert one.signs == other.signs
    assert one.public_files() == other.public_files()
    assert {sign[1] for sign in one.signs} == {"lamps", "tone", "words", "line"}
