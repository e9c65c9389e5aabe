"""Commands and messages by their shapes, mutated, in every state of the table and of the computer."""

import json

import pytest

import message_fuzzing
from amounts import amount
from cardtable.wire.frames import FROM_TABLE, encode
from cardtable.wire.host_session import TEXTS, HostEnd
from simulated_line import Disk
from tablehost.errors import CHECK_FAILED, USAGE, Trouble
from tablehost.link import conversation, service
from tablehost.link.events import Displayed, Heartbeat, Logged, Seen, read
from tablehost.session import session

LINES = amount(2000, soak=100_000)
SEED = 1
STOPPED = [  # such commands stopped the table once
    ("fix", "name", 0, 33), ("fix", "more"), ("fix", "count"), ("set", [], 1), ("fix", []),
    ("fix", "amend", 0, "seat"), ("fix", "amend", 0, "seat", 1, 7), ("new", True, None), ("new", [], 3),
    ("begin", [], {}), ("deck", []), ("serve", {}), ("serve", "lamp", 0, 0, []), ("serve", "count", 1e300),
    ("fix", "undo", "x", 0),
]  # fmt: skip


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "60")
    for module in (conversation, session, service):
        monkeypatch.setattr(module, "time", message_fuzzing.PATIENT)


@pytest.fixture(params=message_fuzzing.STATES, ids=lambda state: state.__name__)
def spoken(request):
    table = message_fuzzing.Spoken(request.param, 20)
    yield table
    table.close()


def test_what_stopped_the_table_is_refused_with_the_argument_and_the_cure(spoken):
    for words in STOPPED:
        before = spoken.state()
        [answer] = [frame for frame in spoken.say(*words) if frame[0] == "res"]
        ok, code, detail = answer[2:]
        if words[:2] == ("fix", "amend"):  # of a good shape, and without sense
            assert not ok and code in ("which-answer", "no-match", "not-yet"), words
        else:
            which, cure = detail
            assert (ok, code) == (False, "usage") and which and cure, words
        assert spoken.state() == before and spoken.loop.bug is spoken.bug, words


def test_a_refusal_says_which_argument_and_what_it_should_be():
    table = message_fuzzing.Spoken(message_fuzzing.idle, 0)
    for words, detail in (
        (("fix", "name", 0, 33), ["card", "text"]),
        (("fix", "count"), ["seat", "a whole number from 0 to 9"]),
        (("fix", "count", True), ["seat", "a whole number from 0 to 9"]),
        (("set", [], 1), ["name", "text"]),
        (("set", "lang", "en", 5), ["3", "no more than 2 values"]),
        (("serve", "memory", 0, 3), ["page", "a whole number from 4 to 7"]),
    ):
        [answer] = [frame for frame in table.say(*words) if frame[0] == "res"]
        assert answer[2:] == [False, "usage", detail]
    [answer] = [frame for frame in table.say("fix", "hop") if frame[0] == "res"]
    assert answer[4][0] == "what" and "undo, amend" in answer[4][1]
    table.close()


def test_a_table_takes_no_harm_from_commands_of_any_shape():
    said = message_fuzzing.hunt_table(SEED, LINES)
    assert len(said) == len(message_fuzzing.STATES) and sum(said.values()) > LINES * 0.9


def test_a_computer_takes_no_harm_from_messages_of_any_shape(capsys):
    ended = message_fuzzing.hunt_host(SEED, LINES)
    assert 0 < ended < LINES, "some end a session, with a clear error; most do not"


class Unchecked:
    """`host_shapes` of a table that carries out whatever it hears."""

    is_known = staticmethod(message_fuzzing.host_shapes.is_known)
    find_fault_in = staticmethod(lambda name, args: None)


def test_the_hunt_finds_a_table_that_does_not_check_and_says_the_seed_and_the_line(monkeypatch):
    from cardtable.controller import commands

    monkeypatch.setattr(commands, "host_shapes", Unchecked)
    with pytest.raises(message_fuzzing.Failure) as failure:
        message_fuzzing.hunt_table(4, 400, [message_fuzzing.idle])
    told = str(failure.value).splitlines()
    assert told[0].startswith("seed 4, idle: ") and len(told) == 2 and '["do",' in told[1]


# -- one by one on the computer ----------------------------------------------------------------------


def up():
    """A host that has greeted a table."""
    end = HostEnd("host-a", Disk(), 1)
    end.start(0)
    end.poll(0)
    end.receive(message_fuzzing.sealed(message_fuzzing.HI), 0)
    return end


@pytest.mark.parametrize(
    "frame",
    [
        ["see"], ["see", 7], ["see", "B~", [None], 1], ["see", "??????", [None], 1], ["see", "......", {}, 1],
        ["see", "......", [None], 2], ["say"], ["say", "x", 7], ["say", "", "x"], ["raw", [1], 0, 0, True],
        ["raw", None, -1, 0, True], ["log", 1, "x"], ["st", "ready", 0, 0], ["res", 1, True], ["gap", 5, 3],
        ["hi", [1, 0], "../x", 1, 0, 0, "0.1.0", "ff", []],
        ["ev", 0, 1, 0, 0, "start", 0, 0, ["democracy"], 0],
        ["ev", 0, 1, 0, 0, "answer", 10**9, 0, 0, 0], ["ev", 0, 1, 0, 0, "note", "fault"],
        ["ev", 0, 1, 0, 0, "fix", 0, 0, ["hop"], 0],
    ],
)  # fmt: skip
def test_a_message_of_another_shape_is_counted_and_never_acted_on(frame):
    end = up()
    state = end.state, end.safe, end._last
    [event] = end.receive(message_fuzzing.sealed(frame), 10)
    assert event[0] == "damaged" and (end.damaged, end.bad, end.unknown) == (1, 1, 0)
    assert (end.state, end.safe, end._last) == state


def test_three_records_of_no_known_shape_end_the_session_and_nothing_is_lost(tmp_path):
    looking = message_fuzzing.Looking("democracy", 30)
    good = looking.records[looking.at]
    bad = message_fuzzing.sealed(["ev", *good[1:5], "answer", "x"])
    looking.hear(bad + bad)
    looking.hear(message_fuzzing.sealed(good))
    kept = looking.stored()
    assert kept[:-1] == looking.good, "two of them are passed over"
    assert looking.table.damaged == 2
    with pytest.raises(Trouble) as trouble:
        looking.hear(bad * 3)
    assert (trouble.value.code, trouble.value.exit) == ("MALFORMED_RECORD", CHECK_FAILED)
    assert "stage must be a whole number" in trouble.value.message and looking.stored() == kept
    console = [line for _, line in looking.journal.console(message_fuzzing.UID)]
    assert sum(line.startswith("damaged message: [") for line in console) == 5
    [remark] = [one for one in conversation.known_tables.remarks(looking.journal) if "damaged" in one]
    assert f"table {message_fuzzing.UID} has sent 5 damaged messages so far; none was acted on" in remark
    looking.close()


def test_a_command_of_another_shape_is_not_sent():
    looking = message_fuzzing.Looking(None, 0)
    with pytest.raises(Trouble) as trouble:
        looking.table.command(print, "fix", "name", 0, 33)
    assert (trouble.value.code, trouble.value.exit) == ("BAD_ARGUMENT", USAGE)
    assert "`fix` of the table: card must be text; nothing was sent" in trouble.value.message
    assert looking.line._heard.bad == 0 and not looking.table._end._commands._waiting
    looking.close()


def test_an_answer_of_another_shape_is_none():
    looking = message_fuzzing.Looking(None, 0)
    looking.line.answer = lambda frame: [["res", frame[1], True, "ok", "soon"]]
    assert looking.table.command(print, "begin") == (
        False,
        ("malformed", ["g", "a whole number from 0 on"]),
    )
    assert looking.table.command(print, "echo") == (True, ("ok", "soon")), "of no known shape"
    with pytest.raises(Trouble, match=r"this program does not know \(g must be a whole number from 0 on\)"):
        looking.session._expect("begin")
    looking.close()


def test_junk_before_hi_takes_no_memory():
    """A port that says nothing but rubbish, as fast as it can: none of it is kept."""
    looking = message_fuzzing.Looking(None, 0)
    end = looking.table._end
    end.start(0)
    line = b"x\n" * 4096
    for _ in range(100):
        events = end.receive(line, 0)
        assert len(events) <= TEXTS
        for event in events:
            looking.session._hear(read(event))
    assert end.bad == 100 * 4096 and looking.session.take_events() == []
    see = Seen("......", [None], 1)
    for i in range(1000):
        for event in (
            see,
            Displayed("ready", str(i)),
            Logged("warn", str(i)),
            Heartbeat("ready", 0, 0, None),
        ):
            looking.session._hear(event)
    waiting = looking.session.take_events()
    assert len(waiting) < 25 and Displayed("ready", "999") in waiting
    looking.close()


def test_no_message_of_a_sound_table_is_damaged():
    """Messages of tables under malformed input fit the rows of `table_shapes`: `judge` sees to that."""
    end = up()
    see = ["see", "B~" * 33, [None, -1, 253, 254, 255] + [20] * 6, 10]
    said = ["say", "lay-face-down", ""], ["raw", [None, "lies", "04a1b2c3d4e5f6"], 1 << 35, 0, True], see
    for frame in said:
        assert end.receive(encode(frame, FROM_TABLE), 5) == [tuple(frame)]
    assert end.damaged == 0 and json.loads(json.dumps(see)) == see
