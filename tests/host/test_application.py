"""The view that fills a terminal: how it ends, however it ends."""

import io

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from still_session import still_session
from tablehost.cli.follower import Follower
from tablehost.journal.store import Journal
from tablehost.link.port_error import PortError
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.screen.application import Terminal
from tablehost.screen.choice import AS_IT_IS
from tablehost.screen.inputs import Left, Watching
from tablehost.session import session as sessions


@pytest.fixture
def keys():
    """Keys that are typed at the terminal of this test."""
    with create_pipe_input() as typed, create_app_session(input=typed):
        yield typed


def opened():
    """A view of a match, what it prints, and its presenter."""
    out = io.StringIO()
    presenter = Presenter(["Ada", "Ben"], vocabulary.load("en", "democracy"))
    view = Terminal(out, presenter)
    presenter.attach(view)
    return view, out, presenter


def test_later_output_is_printed_below_the_story(keys):
    view, out, presenter = opened()

    def step():
        presenter.line({"kind": "first", "n": 1})
        view.end()
        print("the log", file=out)
        presenter.notice("later")
        return False

    view.run(step)
    told = out.getvalue()
    assert told.rindex("first: n 1") < told.index("the log")


def test_an_error_of_the_session_is_raised_when_the_screen_was_left(keys):
    view, out, presenter = opened()

    def step():
        presenter.line({"kind": "first", "n": 1})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        view.run(step)
    assert "first: n 1" in out.getvalue()


@pytest.mark.parametrize(("typed", "raised"), [("q", Left), ("\x03", KeyboardInterrupt), ("\x04", Left)])
def test_keys_end_the_session(keys, typed, raised):
    view, _, _ = opened()
    keys.send_text(typed)

    def step():
        view.pause(0.05)
        return True

    with pytest.raises(raised):
        view.run(step)


def test_a_view_that_was_ended_before_it_was_drawn_draws_nothing(keys):
    view, out, _ = opened()
    view.end()
    steps = iter([True, True, False])
    view.run(lambda: next(steps))
    assert next(steps, None) is None and out.getvalue() == ""


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_messages_on_a_terminal_break_between_words(keys, columns, monkeypatch):
    view, out, _presenter = opened()
    words = " ".join(f"word{n}" for n in range(60))

    def step():
        view.say(f"  {words}")
        view.end()
        view.say(f"later {words}")
        return False

    monkeypatch.setenv("COLUMNS", str(columns))
    view.run(step)
    assert f"  {words}\nlater {words}\n" in out.getvalue(), "no terminal: a line stays a line"

    view, out, _presenter = opened()
    out.isatty = lambda: True
    view.run(step)
    said = out.getvalue()[out.getvalue().rindex("  word0") :]
    lines = said.rstrip("\n").split("\n")
    assert said.split() == f"{words} later {words}".split()
    assert max(map(len, lines)) <= columns
    assert all(len(line) + len(" word0") > columns - 1 for line in lines if not line.endswith("59"))
    story = lines[: lines.index(next(line for line in lines if line.startswith("later")))]
    assert len(story) > 1 and all(line.startswith("  word") for line in story)


class Impatient(Watching):
    """A user who leaves at the third look at the keys."""

    looks = 0

    def serve(self):
        self.looks += 1
        if self.looks == 3:
            raise Left


def test_a_user_can_leave_while_a_table_is_lost(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sessions, "LEAST_PAUSE", 0.01)

    def fail(*_):
        raise PortError("LOST", "the table is gone", "plug it in")

    with Journal(tmp_path / "journal.sqlite") as journal:
        session = still_session(journal, address="port:gone", reopen=fail)
        session.table.turn = fail
        follower = Follower(session, AS_IT_IS)
        follower._input = Impatient()
        with pytest.raises(Left):
            follower.run()
    assert "the table is gone" in capsys.readouterr().err
