"""A session: matches at a table as commands in and events out, over lines that break and after kills."""

import json
import random

import pytest

import exported_games
import message_fuzzing
from amounts import amount
from far_table import FarTable, run
from still_session import quiet_line, still_session
from tablehost import messages
from tablehost.errors import BUSY, CHECK_FAILED, NOT_FOUND, UNEXPECTED, USAGE, Trouble
from tablehost.folders import home
from tablehost.journal.game_log import Chronicle
from tablehost.journal.store import Journal
from tablehost.link import orders
from tablehost.link.port_error import PortError
from tablehost.plugins.choice import choose
from tablehost.session import answers, events
from tablehost.session import session as sessions
from tablehost.session.session import CLOSED, FOLLOWING, IDLE, NEW, PLAYING, Session, Terms
from tablehost.types import Answer

UID = exported_games.UID
MATCHES = [("democracy", 3, 4), ("demos", 4, 2), ("democrazy", 5, 1)]
ENDS = (events.MatchFinished, events.MatchCollected)
SEEDS = amount(3, soak=60)


@pytest.mark.parametrize("told", MATCHES, ids=[name for name, _, _ in MATCHES])
def test_a_match_that_is_begun_at_the_table_is_followed_to_its_end(new_home, told):
    file = exported_games.finished(*told)
    with Journal() as journal:
        table = FarTable(journal, file.raws)
        session = Session(journal, quiet_line(line=table.line()))
        assert session.state == NEW
        session.meet()
        session.attend()
        happened = [event for _ in range(20) for event in session.step(0)]
        (game,) = journal.games()
        assert game.finished and game.winners == file.told["result"]["winners"]
        (ended,) = [one for one in happened if isinstance(one, ENDS)]
        assert ended.path.is_file() and session.state == IDLE and session.game is None
        session.close()
        assert session.state == CLOSED


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("told", MATCHES, ids=[name for name, _, _ in MATCHES])
def test_over_lines_that_break_and_after_kills_each_match_ends_once(new_home, monkeypatch, told, seed):
    """Its log is that of a match without any break, whichever session learnt of the end."""
    monkeypatch.setattr(sessions, "LEAST_PAUSE", 0.0)
    monkeypatch.setattr(sessions, "ANSWER_S", 0.2)
    chance, file = random.Random(f"{told} {seed}"), exported_games.finished(*told)
    size = sum(len(raw) + 12 for raw in file.raws)
    ends, lost, kills = [], 0, 0
    with Journal() as journal:
        table = FarTable(journal, file.raws, has=1)
        while not any(game.finished for game in journal.games()):
            kills += 1
            assert kills < 300

            def reopen():
                return table.line(chance.randrange(300, size // 3))

            session = Session(journal, quiet_line(line=reopen(), address="port:oak", reopen=reopen))
            happened = []
            try:
                session.meet()
                session.attend()
                for _ in range(chance.randrange(2, 30)):  # then it is killed
                    table.play(chance.randrange(4))
                    happened += session.step(0)
            except PortError:
                pass  # lost before it was met
            happened += session.take_events()
            lost += sum(isinstance(one, events.TableAway) for one in happened)
            ends += [one for one in happened if isinstance(one, ENDS)]
            session.close()
        (game,) = journal.games()
    assert len(ends) == 1
    log = [json.loads(line) for line in (home() / "games" / "1.jsonl").read_text().splitlines()]
    kinds = [line["kind"] for line in log]
    whole = still_log(file)
    assert [line for line in log if line["kind"] != "match"] == whole and kinds.count("result") == 1
    assert game.last_g == len(file.raws) - 1 and kills + lost > 1


def still_log(file):
    """The lines of the log of a whole match but its first."""
    chronicle = Chronicle(file.told["players"], True)
    for entry in file.entries():
        chronicle.take(entry.g, entry.told())
    return [line for line in chronicle.lines if line["kind"] not in ("match", "deal")]


def test_a_session_goes_only_where_its_table_of_states_leads(new_home):
    with Journal() as journal:
        session = still_session(journal)
        assert session.state in FOLLOWING and all(set(to) <= FOLLOWING.keys() for to in FOLLOWING.values())
        with pytest.raises(AssertionError):
            session._become(NEW)
        session.close()
        with pytest.raises(AssertionError):
            session.attend()


def test_an_idle_session_tells_no_match(new_home):
    with Journal() as journal:
        session = still_session(journal)
        session.attend()
        assert [type(one) for one in session.step(0)] == [events.TableIdle]
        assert session.state == IDLE != PLAYING


@pytest.mark.parametrize("told", [None, ("democracy", 3, 4)], ids=["no match", "a match"])
def test_an_ask_that_came_before_the_session_attended_is_posed(new_home, told):
    """A table shows nothing twice: its news may have come while the session met it."""
    with Journal() as journal:
        table = FarTable(journal, exported_games.finished(*told).raws[:6] if told else [])
        line = table.line()
        for news in (["see", "." * 66, [None] * 11, 10], ["say", "ready", "Ready."]):
            line.said += message_fuzzing.sealed(news)
        session = Session(journal, quiet_line(line=line))
        session.meet()
        session.attend()
        asked = [event for event in run(session, 3) if isinstance(event, events.AskPosed)]
        assert [one.text for one in asked] == ["Ready."]
        session.close()


class Busy(FarTable):
    """A table at whose keys players begin a match while a computer is about to."""

    def line(self, breaks_after=None):
        line = super().line(breaks_after)
        line.answer = self.refuse
        return line

    def refuse(self, frame):
        before, self.has = self.has, self.has + 5
        records = [["ev", *json.loads(raw)] for raw in self.raws[before : self.has]]
        return [*records, ["res", frame[1], False, "busy", None]]


def test_a_match_that_players_begin_while_a_page_would_is_followed(new_home):
    file = exported_games.finished("democracy", 3, 4)
    with Journal() as journal:
        table = Busy(journal, file.raws, has=1)
        session = Session(journal, quiet_line(line=table.line()))
        session.meet()
        session.attend()
        session.step(0)
        with pytest.raises(Trouble) as trouble:
            session.begin(choose("demos", 3, None, []), None, Terms())
        assert trouble.value.code == "TABLE_BUSY" and session.state == PLAYING
        assert any(isinstance(one, events.MatchBegun) for one in session.take_events())
        session.close()


def test_an_order_to_an_idle_table_is_answered(new_home):
    """Such as an order that was given while a match was played, which is over by now."""
    with Journal() as journal:
        session = still_session(journal, uid=UID)
        session.attend()
        session.table.fix = lambda heard, *words: (False, Answer("no-match"))
        box = orders.Orders(journal.mailbox)
        number = box.put(UID, ["undo", 1, 0])
        session.step(0)
        assert answers.refuse_correction(box.wait(number, 5.0)).code == "NO_MATCH"
        box.close()
        session.close()


# By command and answer of the table: the code of the refusal, and the exit status.
STATUSES = {
    ("new", "busy"): ("TABLE_BUSY", BUSY),
    ("new", "too-few-pads"): ("TOO_FEW_PADS", USAGE),
    ("begin", "too-many-parked"): ("TOO_MANY_PARKED", BUSY),
    ("begin", "parked-too-often"): ("PARKED_TOO_OFTEN", BUSY),
    ("match", "not-parked"): ("NOT_PARKED", BUSY),
    ("match", "records-lost"): ("RECORDS_LOST", BUSY),
    ("begin", "deck-lacks"): ("DECK_LACKS", NOT_FOUND),
    ("begin", "flash-full"): ("TABLE_FULL", UNEXPECTED),
    ("begin", "flash-failed"): ("FLASH_FAILED", UNEXPECTED),
    ("begin", "malformed"): ("MALFORMED", UNEXPECTED),
    ("begin", "restarted"): ("RESTARTED", UNEXPECTED),
    ("begin", "bug"): ("BUG", UNEXPECTED),
    ("begin", "of-no-table"): ("REFUSED", UNEXPECTED),
    ("fix", "usage"): ("USAGE", USAGE),
    ("fix", "unknown-command"): ("USAGE", USAGE),
    ("fix", "no-match"): ("NO_MATCH", NOT_FOUND),
    ("fix", "flash-failed"): ("FLASH_FAILED", UNEXPECTED),
    ("fix", "was-shown-to-all"): ("REFUSED", CHECK_FAILED),
    ("fix", "of-no-table"): ("REFUSED", CHECK_FAILED),
}
DETAILS = {"deck-lacks": [2, "5H", "6H"], "not-parked": [7], "malformed": ["g", "a whole number"]}


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize(("command", "code"), STATUSES)
def test_a_refusal_has_its_code_status_cause_and_cure(language, command, code):
    with messages.speaking(language):
        if command == "fix":
            trouble = answers.refuse_correction({"ok": False, "code": code, "against": DETAILS.get(code)})
        else:
            trouble = answers.refuse(command, (), Answer(code, DETAILS.get(code, 3)), {7: 12})
    assert (trouble.code, trouble.exit) == STATUSES[command, code]
    assert trouble.message and "{" not in trouble.message + trouble.hint
    if code == "not-parked":
        assert "12" in trouble.message


def test_the_table_of_refusals_is_that_of_the_answers():
    ours = {(("fix" if command == "fix" else "*"), code) for command, code in STATUSES}
    assert answers.ROWS.keys() <= ours
