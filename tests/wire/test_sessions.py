"""Both ends of the line, back to back: what it must survive, case by case and by seed."""

import random
import subprocess
import sys
import time

import pytest

from amounts import amount
from cardtable.wire import frames
from cardtable.wire.frames import FROM_HOST, FROM_TABLE, MAJOR, MINOR, Splitter, encode
from cardtable.wire.host_session import HostEnd
from message_fuzzing import FarEnd
from simulated_line import Bench, Disk, Faults, compact
from tablehost.journal.store import Journal
from tablehost.link.conversation import Conversation
from tablehost.link.events import Came
from tablehost.link.pipe_port import PipePort
from timeouts import PATIENCE

HELLO = encode(["hello", [MAJOR, MINOR], -1, "host-a"], FROM_HOST)


def hi(uid="aa", boot=1, lo=0, last=0, version=(MAJOR, MINOR)):
    return encode(["hi", list(version), uid, boot, lo, last, "0.1.0", "ff", []])


def record(g, what="5S"):
    return encode(["ev", g, 1, g, 10, "lay", what])


def host_with(count):
    """A host that is up, with `count` records of the table on its disk."""
    disk = Disk()
    for g in range(count):
        disk.rows["aa", g] = compact([g, 1, g, 10, "lay", "5S"])
    host = HostEnd("host-a", disk, 1)
    host.start(0)
    host.receive(hi("aa", last=count - 1), 0)
    return host


def said(end, now):
    """All frames an end has to say now."""
    found = []
    data = end.poll(now)
    while data:
        found += [frame for frame, _ in Splitter().feed(bytes(data))]
        if hasattr(end, "sent"):
            end.sent(len(data))
        data = end.poll(now)
    return found


# --- the ordinary day ---------------------------------------------------------------------------------


def test_records_reach_the_disk_and_then_the_table_hears_of_it():
    bench = Bench()
    bench.lay(50)
    bench.run(500)
    bench.check()
    assert bench.ring.told[-1] == 50
    assert bench.host.repeated == 0


def test_nothing_is_acknowledged_before_its_commit():
    host = host_with(0)
    said(host, 0)
    host.receive(record(0) + record(1), 10)
    assert said(host, 900) == []
    host.committed(0)
    assert said(host, 900) == [["ack", 0]]
    host.committed(1)
    assert said(host, 900) == [["ack", 1]]


def test_at_most_eight_records_are_on_their_way():
    bench = Bench()
    bench.lay(20)
    bench.table.receive(HELLO, 0)
    assert [frame[1] for frame in said(bench.table, 0) if frame[0] == "ev"] == list(range(8))
    bench.table.receive(encode(["ack", 2]), 1)
    assert [frame[1] for frame in said(bench.table, 1)] == [8, 9, 10]


def test_an_unanswered_window_is_sent_again_and_more_patiently_each_time():
    bench = Bench()
    bench.lay(20)
    bench.table.receive(HELLO, 0)
    said(bench.table, 0)
    times = []
    for now in range(0, 4900, 10):
        if [frame for frame in said(bench.table, now) if frame[:2] == ["ev", 0]]:
            times.append(now)
    assert times == [1000, 3000]


def test_the_table_says_nothing_before_hello():
    bench = Bench()
    bench.lay(5)
    bench.table.tell(["say", "hello"])
    assert bench.table.poll(10_000) == b"" and not bench.table.link_up


def test_the_heartbeat_comes_each_second_and_says_what_the_loop_set():
    bench = Bench()
    bench.run(100)
    bench.table.state, bench.table.error = "playing", "reader-3"
    bench.run(3000)
    beats = bench.heard("state")[-3:]
    assert beats == [("state", "playing", 0, 100_000, "reader-3")] * 3


def test_no_line_is_longer_than_allowed():
    long = ["ev", 1, 1, 1, 1, "lay", "x" * 470]
    with pytest.raises(ValueError, match="bytes, 500 allowed"):
        encode(long, FROM_TABLE)
    host = host_with(0)
    with pytest.raises(ValueError, match="bytes, 62 allowed"):
        host.do("amend", "x" * 60)
    assert host.do("undo") == 1
    HostEnd("sixteen-letters!", Disk(), 1).start(0)
    for bad in ("", "seventeen-letters", 'quo"te', "é"):
        with pytest.raises(ValueError, match="host id"):
            HostEnd(bad, Disk(), 1)


# --- commands -----------------------------------------------------------------------------------------


def test_a_command_is_carried_out_once_and_answered():
    bench = Bench()
    bench.run(100)
    number = bench.host.do("undo", 7)
    bench.run(100)
    assert bench.commands == [(number, "undo", 7)]
    assert bench.heard("res") == [("res", number, True, ["ok", 1])]


def test_a_repeated_command_gets_the_same_answer_and_has_no_second_effect():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    said(bench.table, 0)
    do = encode(["do", 9, "undo"])
    assert bench.table.receive(do + do, 1) == [(9, "undo")]
    assert said(bench.table, 1) == []
    bench.table.reply(9, False, "nothing-to-undo")
    answer = [["res", 9, False, "nothing-to-undo"]]
    assert said(bench.table, 2) == answer
    assert bench.table.receive(do, 3) == []
    assert said(bench.table, 3) == answer


def test_the_last_eight_commands_are_remembered():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    for number in range(9):
        bench.table.receive(encode(["do", number, "x"]), 1)
        bench.table.reply(number, True)
    said(bench.table, 1)
    for number in range(1, 9):
        assert bench.table.receive(encode(["do", number, "x"]), 2) == []
    assert bench.table.receive(encode(["do", 0, "x"]), 2) == [(0, "x")]


def test_two_hosts_may_use_the_same_number():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    assert bench.table.receive(encode(["do", 1, "x"]), 0) == [(1, "x")]
    bench.table.receive(encode(["hello", [1, 0], -1, "host-b"]), 0)
    assert bench.table.receive(encode(["do", 1, "x"]), 0) == [(1, "x")]


def test_commands_keep_their_order_when_the_first_is_lost():
    bench = Bench()
    bench.run(100)
    first, second = bench.host.do("a"), bench.host.do("b")
    bench.to_table = b""
    bench.turn_host()
    bench.to_table = b""
    bench.run(2000)
    assert bench.commands == [(first, "a"), (second, "b")]


def test_after_a_reset_the_outcome_of_a_command_is_unknown():
    bench = Bench()
    bench.run(100)
    known = bench.host.do("undo")
    bench.turn_host()
    waiting = bench.host.do("pause")
    bench.to_table = b""
    bench.reset_table()
    bench.run(5000)
    assert bench.heard("res") == [("res", known, None, []), ("res", waiting, True, ["ok", 1])]
    assert bench.commands == [(waiting, "pause")]


def test_a_record_behind_the_answer_to_a_command_is_reported_too(tmp_path):
    line, told = FarEnd(), []
    with Journal(tmp_path / "journal.sqlite") as journal:
        session = Conversation(journal, line, False)
        line.said = hi()
        session.greet(told.append)
        first, last = ["ev", 0, 1, 0, 10, "lay", "5S"], ["ev", 1, 1, 1, 10, "lay", "6S"]
        line.answer = lambda do: [first, ["res", do[1], True, "ok", 1], last]
        assert session.command(told.append, "undo") == (True, ("ok", 1))
        assert journal.last_g("aa") == 1
    assert [event.g for event in told if isinstance(event, Came)] == [0, 1]


# --- passing news -------------------------------------------------------------------------------------


def test_only_the_newest_view_is_sent_and_a_new_session_gets_it_again():
    bench = Bench()
    for i in range(5):
        bench.table.tell(["say", "lay", str(i)])
        bench.table.tell(["see", "B~" * 3 * i, [None] * i, i])
    bench.run(100)
    newest = [("say", "lay", "4"), ("see", "B~" * 12, [None] * 4, 4)]
    assert bench.heard("say", "see") == newest
    bench.run(1000)
    bench.new_host()
    bench.run(100)
    assert bench.heard("say", "see") == newest * 2


def test_news_are_serialised_once_each_and_only_for_a_host_that_hears_them(monkeypatch):
    bench, told = Bench(), []
    dumps = frames.json.dumps

    def counted(value, **how):
        told.append(value)
        return dumps(value, **how)

    monkeypatch.setattr(frames.json, "dumps", counted)
    for i in range(5):
        bench.table.tell(["say", "lay", str(i)])
    assert told == []
    bench.run(100)
    assert [frame for frame in told if frame[0] == "say"] == [["say", "lay", "4"]]


def test_news_that_do_not_fit_a_frame_are_refused_when_they_are_due():
    bench = Bench()
    bench.run(100)
    bench.table.tell(["say", "lay", "é"])
    with pytest.raises(ValueError, match="ASCII"):
        bench.run(100)
    bench.run(100)
    assert bench.table.link_up and bench.heard("say") == []


def test_log_lines_are_few_clean_and_say_what_is_missing():
    bench = Bench()
    for i in range(12):
        bench.table.tell(["log", "warn", f'{i} "é"\n' + "x" * 300])
    bench.run(3000)
    logs = bench.heard("log")
    assert [log[2][:6] for log in logs[:8]] == [f"{i} '`f'" for i in range(8)]
    assert logs[8:] == [("log", "warn", "4 log lines dropped")]
    assert bench.table.dropped == 4


def test_log_lines_come_at_most_five_a_second():
    bench = Bench()
    bench.run(100)
    for i in range(8):
        bench.table.tell(["log", "info", str(i)])
    bench.run(600)
    assert len(bench.heard("log")) <= 4


# --- what it must survive -----------------------------------------------------------------------------


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_cable_pulled_in_the_middle_of_a_line(cut):
    bench = Bench()
    bench.run(100)
    bench.lay(3)
    bench.now += 10
    bench.turn_table()
    bench.to_host = bench.to_host[:cut]
    bench.turn_host()
    bench.unplug()
    bench.run(2000)
    bench.plug()
    bench.run(2000)
    bench.check()


def test_host_closed_and_the_queue_discarded():
    bench = Bench()
    bench.run(100)
    bench.lay(8)
    bench.turn_table()
    bench.to_host = b""
    bench.new_host()
    bench.run(2000)
    bench.check()


def test_host_does_not_read_for_ten_minutes():
    bench = Bench()
    bench.run(100)
    bench.reading = False
    for _ in range(60):
        bench.lay(5)
        bench.run(10_000)
    assert not bench.table.link_up
    bench.reading = True
    bench.run(10_000)
    bench.check()
    assert bench.heard("lost")


def test_a_port_that_takes_nothing_for_half_a_second_takes_the_link_down():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    assert bench.table.poll(0)
    bench.table.sent(0)
    for now in (100, 499):
        assert bench.table.poll(now)
        bench.table.sent(0)
        assert bench.table.link_up
    bench.table.poll(500)
    bench.table.sent(0)
    assert not bench.table.link_up
    assert bench.table.poll(600) == b""


def test_after_a_short_write_the_next_frame_begins_a_new_line():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    first = bench.table.poll(0)
    bench.table.sent(10)
    assert bench.table.poll(1) == first[10:]
    bench.table.sent(len(first) - 10)
    assert bytes(bench.table.poll(1)).startswith(b"\n[")


def test_between_lines_that_were_taken_whole_is_no_empty_one():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    data = bytearray()
    for word in ("one", "two", "three"):
        bench.table.tell(["log", "info", word])
        while part := bytes(bench.table.poll(0)):
            data += part
            bench.table.sent(len(part))
    assert data.count(b"\n") >= 4 and data.startswith(b"\n") and b"\n\n" not in data


def test_laptop_sleeps_for_eight_hours():
    bench = Bench()
    bench.run(100)
    for _ in range(100):
        bench.lay()
        bench.now += 288_000
        bench.turn_table()
    bench.run(10_000)
    bench.check()


def test_the_link_is_down_after_five_silent_seconds():
    bench = Bench()
    bench.table.receive(HELLO, 0)
    bench.table.poll(4999)
    assert bench.table.link_up
    bench.table.poll(5000)
    assert not bench.table.link_up


def test_an_idle_host_keeps_the_link_up():
    bench = Bench()
    bench.run(60_000)
    assert bench.table.link_up and not bench.heard("lost")
    assert len(bench.heard("hi")) == 1


@pytest.mark.parametrize("committed", [False, True])
def test_host_killed_before_or_after_its_commit(committed):
    bench = Bench(thrifty=True)
    bench.run(100)
    bench.lay(4)
    bench.now += 10
    bench.turn_table()
    events = bench.host.receive(bench.to_host, bench.now)
    bench.to_host = b""
    if committed:
        bench.disk.write(bench.uid, events)
    bench.new_host()
    bench.run(2000)
    bench.check()
    assert not bench.heard("gap")


def test_host_restored_from_a_backup_gets_the_rest_again():
    bench = Bench()
    bench.lay(40)
    bench.run(1000)
    backup = Disk()
    backup.rows = {key: row for key, row in bench.disk.rows.items() if key[1] < 11}
    bench.new_host(disk=backup)
    bench.run(1000)
    bench.check()
    assert bench.ring.told[-1] == 40  # never less


def test_two_hosts_in_turn_each_get_everything():
    bench = Bench()
    bench.lay(10)
    bench.run(1000)
    first = bench.disk
    bench.new_host("host-b", Disk())
    bench.lay(10)
    bench.run(1000)
    bench.check()
    assert bench.table.host_id == "host-b"
    bench.new_host("host-a", first)
    bench.run(1000)
    bench.check()


def test_two_tables_at_one_port_name():
    one, two = Bench(uid="one"), Bench(uid="two")
    one.lay(30)
    two.lay(5)
    one.run(1000)
    two.host, two.disk, two.now = one.host, one.disk, one.now
    two.plug()
    two.run(1000)
    one.check()
    two.check()


def test_another_board_although_the_port_never_closed():
    one, two = Bench(uid="one"), Bench(uid="two")
    one.lay(30)
    two.lay(5)
    one.run(1000)
    two.host, two.disk, two.now = one.host, one.disk, one.now
    two.run(5000)
    one.check()
    two.check()
    assert [event[0] for event in two.heard("lost", "hi", "fork")] == ["lost", "lost", "hi"]
    assert two.ring.told == sorted(two.ring.told) and two.ring.told[-1] == 5


def test_board_reset_in_the_middle_of_a_record():
    bench = Bench()
    bench.run(100)
    bench.lay(3)
    bench.now += 10
    bench.turn_table()
    bench.to_host = bench.to_host[:-20] + b"\r\nMPY: soft reboot\r\n"
    bench.reset_table()
    bench.run(6000)
    bench.check()
    assert bench.heard("hi")[-1][1]["boot"] == bench.boot


def test_reset_storm():
    bench = Bench()
    rng = random.Random(7)
    for _ in range(60):
        bench.lay(rng.randrange(3))
        bench.run(rng.randrange(10, 900))
        bench.reset_table()
    bench.run(6000)
    bench.check()


@pytest.mark.parametrize(
    "noise",
    [
        b"\x03",
        b"\x03\x03\r\x01",
        b"AT\r\nAT+GCAP\r\nAT+CGMI\r\n",
        b">>> \r\nMicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico with RP2040\r\n",
        b'Traceback (most recent call last):\r\n  File "main.py", line 3, in <module>\r\nKeyError: 5\r\n',
        b"a stray print from somewhere",
        b"\xff" * 512,
        b"[" * 511,
        bytes(range(256)) * 9,
    ],
)
@pytest.mark.parametrize("torn", [False, True])
def test_noise_on_the_line(noise, torn):
    bench = Bench()
    bench.run(100)
    for _ in range(12):
        bench.lay(2)
        bench.now += 10
        bench.turn_table()
        middle = len(bench.to_host) // 2 if torn else 0
        bench.to_host = bench.to_host[:middle] + noise + bench.to_host[middle:]
        bench.to_table = noise + bench.to_table
        bench.run(400)
    bench.run(20_000)
    bench.check()
    assert bench.host.bad and bench.table.bad
    for event in bench.heard("text"):
        assert event[1].isascii() and event[1].isprintable()


@pytest.mark.parametrize("version", [(MAJOR + 1, 0), (0, 9)])
def test_another_major_version_is_named_and_refused(version):
    bench = Bench()
    bench.table.receive(encode(["hello", list(version), -1, "host-a"]), 0)
    assert [frame[:2] for frame in said(bench.table, 0)] == [["hi", [MAJOR, MINOR]]]
    assert not bench.table.link_up
    host = HostEnd("host-a", Disk(), 1)
    host.start(0)
    assert host.receive(hi(version=version) + record(0), 0) == [("skew", list(version), [MAJOR, MINOR])]
    assert host.state == "skew" and host.poll(10_000) == b""
    host.start(0)
    assert host.receive(hi() + record(0), 0)[1][:2] == ("record", 0)


def test_a_hi_of_the_future_needs_no_more_than_its_version():
    host = HostEnd("host-a", Disk(), 1)
    host.start(0)
    assert host.receive(encode(["hi", [9, 4, 1], {"uid": "aa"}]), 0) == [("skew", [9, 4, 1], [MAJOR, MINOR])]


def test_another_minor_version_and_longer_messages_are_fine():
    bench = Bench()
    bench.table.receive(encode(["hello", [MAJOR, 7], -1, "host-a", "more"]) + encode(["ack", 0, "more"]), 0)
    assert bench.table.link_up and bench.ring.told == [0]
    host = HostEnd("host-a", Disk(), 1)
    host.start(0)
    events = host.receive(hi(version=(MAJOR, 7, 1)) + encode(["st", "ready", 0, 5, None, 42, "x"]), 0)
    assert [event[0] for event in events] == ["hi", "state"]


def test_journal_overwritten_while_away():
    bench = Bench()
    bench.lay(10)
    bench.run(1000)
    bench.unplug()
    bench.lay(50)
    bench.ring.first = 31
    bench.run(10_000)
    bench.plug()
    bench.run(2000)
    assert bench.heard("gap") == [("gap", 11, 30)]
    bench.check(first=31)
    assert bench.ring.told[-1] == 60


def test_records_that_cannot_be_read_are_a_gap():
    bench = Bench()
    bench.lay(20)
    bench.ring.lost = {3, 4, 5, 9, 19, 20}
    bench.run(2000)
    assert bench.heard("gap") == [("gap", 3, 5), ("gap", 9, 9), ("gap", 19, 20)]
    assert bench.disk.last_g(bench.uid) == 20


def test_everything_is_gone():
    bench = Bench()
    bench.lay(20)
    bench.ring.first = 21
    bench.run(1000)
    bench.lay()
    bench.run(1000)
    assert bench.heard("gap") == [("gap", 0, 20)]
    bench.check(first=21)


def test_a_host_that_knows_what_was_overwritten_hears_of_no_gap():
    bench = Bench(thrifty=True)
    bench.lay(30)
    bench.run(1000)
    bench.new_host()
    bench.lay(30)
    bench.run(1000)
    bench.check()
    assert not bench.heard("gap")


def test_clock_jumps_on_the_host():
    bench = Bench()
    bench.run(100)
    for jump in (3_600_000, 86_400_000):
        bench.events += bench.host.receive(b"", bench.now + jump)
        bench.host.start(bench.now)
        bench.lay(3)
        bench.run(2000)
    bench.check()


def test_the_clock_of_the_table_wraps():
    bench = Bench(now=(1 << 30) - 7000)
    for _ in range(30):
        bench.lay(2)
        bench.run(500)
    bench.check()
    bench.table.receive(b"", bench.now)
    assert bench.table.link_up and bench.host.repeated == 0 and not bench.heard("lost")


def test_new_firmware_with_the_journal_kept():
    bench = Bench()
    bench.lay(10)
    bench.run(500)
    bench.unplug()
    bench.reset_table(firmware="0.2.0")
    bench.run(3000)
    bench.plug()
    bench.run(500)
    bench.check()
    assert [event[1]["firmware"] for event in bench.heard("hi")] == ["0.1.0", "0.2.0"]


# --- forks: the record itself disagrees ---------------------------------------------------------------


def test_a_changed_record_is_a_fork_and_stays_one():
    host = host_with(3)
    said(host, 0)
    old, new = compact([1, 1, 1, 10, "lay", "5S"]), compact([1, 1, 1, 10, "lay", "KH"])
    assert host.receive(record(0) + record(1, "KH") + record(3), 1) == [("fork", 1, old, new)]
    assert said(host, 5000) == []
    host.start(6000)
    assert host.state == "fork" and said(host, 9000) == []
    assert host.receive(hi(last=2) + record(3), 9000) == []


def test_a_record_changed_before_its_commit_is_a_fork_too():
    host = host_with(0)
    events = host.receive(record(0) + record(0, "KH"), 1)
    assert [event[0] for event in events] == ["record", "fork"]


def test_a_table_that_lost_its_journal_is_a_fork():
    host = HostEnd("host-a", host_with(5)._store, 1)
    host.start(0)
    events = host.receive(hi(lo=0, last=2), 0)
    assert events[1] == ("fork", 3, compact([3, 1, 3, 10, "lay", "5S"]), None)
    assert said(host, 0) == []
    host = host_with(5)
    assert host.receive(encode(["st", "ready", 1, 0, None]), 1)[1][:2] == ("fork", 2)


@pytest.mark.parametrize("more", [1, 30])
def test_another_journal_that_has_grown_past_ours_is_a_fork_and_nothing_of_it_is_taken(more):
    bench = Bench()
    bench.lay(20)
    bench.run(2000)
    kept = dict(bench.disk.rows)
    bench.unplug()
    bench.ring.records[20][4:] = ["lay", "KH"]
    bench.lay(more)
    bench.plug()
    bench.run(5000)
    assert [event[:2] for event in bench.heard("fork")] == [("fork", 20)]
    assert bench.disk.rows == kept


def test_a_port_lost_before_the_last_record_was_shown_begins_again():
    host = host_with(5)
    host.start(0)
    host.receive(hi(lo=0, last=9), 0)
    assert said(host, 0)[0][:2] == ["ack", 3]
    host.start(1000)
    assert said(host, 1000)[0][:3] == ["hello", [frames.MAJOR, frames.MINOR], -1]


def test_spaces_inside_a_record_do_not_count_as_the_same_bytes():
    host = host_with(1)
    body = b'["ev",0, 1,0,10,"lay","5S"]'
    line = body + b" %08x\n" % frames.crc32(body)
    assert host.receive(line, 1)[0][0] == "fork"


# --- garbage changes nothing --------------------------------------------------------------------------


def state_of(end, *counters):
    """All an end knows, but for what it counts and when it last heard something."""
    skipped = ("_splitter", "_now", "_out", "unknown", "damaged", "_malformed", *counters)
    return {name: repr(value) for name, value in vars(end).items() if name not in skipped}


def garbage(rng, sound):
    """A line that is no frame of the protocol, though it may look like one."""
    kind = rng.randrange(6)
    line = bytearray(rng.choice(sound)[:-1])
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(80))).replace(b"\n", b"")
    if kind == 1:
        line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
    elif kind == 2:
        del line[rng.randrange(len(line))]
    elif kind == 3:
        line = line[: rng.randrange(len(line))]
    elif kind == 4:
        return encode([rng.choice(["ev", "ack", "do", "hello", "hi", "gap", "res", "log", "x"]), None])[:-1]
    else:
        at = rng.randrange(len(line))
        line[at:at] = rng.choice([b"\r", b"\x00", b"\xff", b"print", b"[", b'"'])
    return bytes(line).replace(b"\n", b"")


def test_twenty_thousand_lines_of_garbage_change_nothing():
    rng = random.Random(20)
    bench = Bench()
    bench.lay(3)
    bench.run(300)
    bench.host.do("undo")
    to_host = [
        hi("bb", 9),
        record(4),
        record(1, "KH"),
        encode(["gap", 4, 9]),
        encode(["res", 2000, True, "ok"]),
    ]
    to_table = [HELLO, encode(["ack", 1]), encode(["do", 3, "undo", 5])]
    table, host = state_of(bench.table), state_of(bench.host)
    for _ in range(100):
        down = b"\n".join([garbage(rng, to_table) for _ in range(100)]) + b"\n"
        up = b"\n".join([garbage(rng, to_host) for _ in range(100)]) + b"\n"
        assert bench.table.receive(down, bench.now) == []
        assert {event[0] for event in bench.host.receive(up, bench.now)} <= {"text", "damaged", "malformed"}
    assert state_of(bench.table) == table
    assert state_of(bench.host) == host
    assert bench.table.bad > 9000 and bench.host.bad > 9000


# --- by seed ------------------------------------------------------------------------------------------


class BadLine(Faults):
    """Loses, flips, doubles and cuts; adds noise; lets the port take half a line. Never swaps."""

    def __init__(self, rng):
        self.rng = rng
        self.wild = True

    def carry(self, data):
        dice = self.rng.random()
        if not self.wild or dice > 0.15 or not data:
            return data
        at = self.rng.randrange(len(data))
        if dice < 0.03:
            return b""
        if dice < 0.06:
            return data[:at] + bytes([data[at] ^ 1 << self.rng.randrange(8)]) + data[at + 1 :]
        if dice < 0.09:
            return data + data
        if dice < 0.12:
            return data[:at] + data[at + self.rng.randrange(1, 20) :]
        return data[:at] + self.rng.choice([b"\n", b"oops", b"\x03", b"\r\n>>> "]) + data[at:]

    def taken(self, count):
        if self.wild and count and self.rng.random() < 0.05:
            return self.rng.randrange(count)
        return count


class Evening(Bench):
    """A game on a bad line: hosts crash around their commits, tables reset, cables come loose.

    The table gives up every record the moment it hears that it is safe, so a host that promised too
    early ends with a gap.
    """

    def __init__(self, seed, early=False):
        self.rng = random.Random(seed)
        self.early = early  # acknowledge before the commit: the mistake the test must be able to see
        self.asked = []
        super().__init__(BadLine(self.rng), thrifty=True, now=self.rng.randrange(1 << 30))

    def commit(self, events):
        crash = self.faults.wild and self.rng.random() < 0.01
        if self.early:
            self.host.committed(max((event[1] for event in events if event[0] == "record"), default=-1))
            data = self.host.poll(self.now)
            while data:
                self.to_table += data
                data = self.host.poll(self.now)
        if crash and self.rng.random() < 0.5:
            self.new_host()
            return
        last = self.disk.write(self.host.uid, events)
        if crash:
            self.new_host()
        elif last is not None:
            self.host.committed(last)

    def play(self):
        rng = self.rng
        for _ in range(400):
            dice = rng.random()
            if dice < 0.3:
                self.lay(rng.randrange(1, 4))
            elif dice < 0.32:
                self.asked.append(self.host.do("undo", len(self.asked)))
            elif dice < 0.33:
                self.reset_table()
            elif dice < 0.34:
                self.unplug()
            elif dice < 0.42 and not self.plugged:
                self.plug()
            self.run(rng.choice([10, 50, 200]))
        self.faults.wild = False
        if not self.plugged:
            self.plug()
        self.run(30_000)


@pytest.mark.parametrize("block", range(amount(3, soak=80)))
def test_bad_evenings_lose_nothing_double_nothing_and_swap_nothing(block):
    for seed in range(block * 25, block * 25 + 25):
        evening = Evening(seed)
        evening.play()
        try:
            evening.check()
            assert not evening.heard("gap", "fork", "skew")
            numbers = [command[0] for command in evening.commands]
            assert numbers == sorted(set(numbers)) and set(numbers) <= set(evening.asked)
            resolved = {event[1]: event[2] for event in evening.heard("res")}
            assert {number for number in resolved if resolved[number]} <= set(numbers)
            of_this_host = {number for number in evening.asked if number >= 1000 * evening.processes}
            assert of_this_host <= set(resolved)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


def test_the_evenings_notice_an_acknowledgement_before_the_commit():
    for seed in range(40):
        evening = Evening(seed, early=True)
        evening.play()
        if evening.heard("gap"):
            return
    pytest.fail("nothing was lost")


def test_the_evenings_notice_a_missing_checksum(monkeypatch):
    sums = frames.crc32

    def blind(line):
        body = line[: -frames.SEAL]
        return sound(body + f" {sums(body):08x}".encode())

    sound = frames.decode
    monkeypatch.setattr(frames, "decode", blind)
    for seed in range(40):
        evening = Evening(seed)
        try:
            evening.play()
            evening.check()
            assert not evening.heard("gap", "fork", "skew")
        except AssertionError:
            return
    pytest.fail("nothing was changed")


def test_the_same_seed_gives_the_same_bytes():
    one, two = Evening(5), Evening(5)
    one.play()
    two.play()
    assert one.disk.rows == two.disk.rows and one.events == two.events


def test_five_hundred_records_drain_within_three_seconds():
    bench = Bench()
    bench.lay(500)
    start = bench.now
    while bench.disk.last_g(bench.uid) < 500:
        bench.run(10)
    assert bench.now - start <= 3000


# --- for real: a process, its pipes, a disk -----------------------------------------------------------

TABLE = """
import os, select, sys, time
sys.path.insert(0, "tests/support")
from cardtable.wire.table_session import TableEnd
from simulated_line import Ring
ring = Ring(thrifty=True)
for _ in range(300):
    ring.append(1, "lay", "5S")
end = TableEnd(("aa", 1, "0.1.0", "ff", []), ring, lambda: 0)
while True:
    data = os.read(0, 64) if select.select([0], [], [], 0.001)[0] else None
    if data == b"":
        break
    now = time.monotonic_ns() // 1_000_000
    for command in end.receive(data or b"", now):
        end.reply(command[0], True, "done")
    data = end.poll(now)
    while data:
        end.sent(os.write(1, data))
        data = end.poll(now)
"""


def test_a_table_in_another_process_is_written_to_a_real_disk(tmp_path):
    table = subprocess.Popen(
        [sys.executable, "-c", TABLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    port = PipePort(table)
    answers = []
    with Journal(tmp_path / "journal.sqlite") as journal:
        host = HostEnd("host-a", journal, 1)
        host.start(0)
        host.do("hands")
        start = time.monotonic()
        while (journal.last_g("aa") < 299 or not answers) and time.monotonic() < start + PATIENCE:
            port.wait(0.01)
            now = int(1000 * (time.monotonic() - start))
            events = host.receive(port.read(), now)
            rows = [event[3] for event in events if event[0] == "record"]
            if rows:
                host.committed(journal.append(host.uid, rows))
            answers += [event for event in events if event[0] == "res"]
            data = host.poll(now)
            while data:
                port.write(data)
                data = host.poll(now)
        assert [row.body for row in journal.records("aa")] == [
            compact([g, 1, g, 1000 * g, "lay", "5S"]) for g in range(300)
        ]
    assert answers == [("res", 1, True, ["done"])]
    port.close()
    assert table.returncode == 0
