"""A table that talks without end: what is shown stays short, the rest is counted and kept."""

from message_fuzzing import HI, UID, FarEnd, sealed
from tablehost.journal.store import Journal
from tablehost.link import conversation
from tablehost.link.events import Logged, Remark


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now

    def time(self):
        return self.now


def heard(table, line):
    """All events of this text from the table."""
    table._line.said += line
    events = []
    while table._line.said:
        events += table.turn(0)
    return events


def test_lines_beyond_the_first_are_counted_and_kept(tmp_path, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(conversation, "time", clock)
    with Journal(tmp_path / "journal.sqlite") as journal:
        table = conversation.Conversation(journal, FarEnd(), False)
        heard(table, sealed(HI))
        flood = b"".join(sealed(["log", "warn", f"line {number}"]) for number in range(5000))
        events = heard(table, flood)
        assert [event.text for event in events if isinstance(event, Logged)] == [
            f"line {number}" for number in range(20)
        ]
        assert [event for event in events if isinstance(event, Remark)] == []
        clock.now += 10
        events = heard(table, sealed(["log", "warn", "the last"]))
        assert [event.text for event in events if isinstance(event, Logged)] == ["the last"]
        (remark,) = [event.text for event in events if isinstance(event, Remark)]
        assert "4980 more lines" in remark and "doctor --support" in remark
        kept = [line for _, line in journal.console(UID, 10_000)]
        assert kept.count("line 4999") == 1 and "line 0" not in kept
        clock.now += 1
        events = heard(table, sealed(["log", "warn", "one more"]))
        assert [type(event) for event in events] == [Logged]
