"""A table whose memory is short: what a test says finds no room."""

NO_ROOM = "Too little memory for that just now. Nothing is lost; off and on makes room"


def no_room(*_, **__):
    raise MemoryError


class Scarce:
    """What a module borrows with: there is no room for what has a name that ends so."""

    def __init__(self, monkeypatch, module, lacks):
        self._borrow, self._lacks = module.borrow, lacks
        self.asked = 0
        monkeypatch.setattr(module, "borrow", self)

    def __call__(self, name, *beside):
        if name.endswith(self._lacks):
            self.asked += 1
            no_room()
        return self._borrow(name, *beside)


def stands_where_it_was(table, records):
    """Nothing is asked aside, the match goes on by an OK; no record but notes came to those before."""
    table.run(1_000_000)
    assert NO_ROOM in table.says and table.loop.bug is None
    table.press("ok", 2)
    kinds = [record[4] for record in table.records[len(records) :]]
    assert table.records[: len(records)] == records and set(kinds) <= {"note"}
    assert table.says.startswith("Take all the cards: seat"), table.says
    table.clear()
    assert table.asked == "turn-up"
