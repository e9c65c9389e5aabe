"""The journal in PostgreSQL: rights, one appender for each table, connections and servers that die."""

import json
import subprocess
import sys
import threading

import psycopg
import pytest

import exported_games
from cardtable_club import postgres
from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.folders import home
from tablehost.journal import copies, store
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Gap, Journal

UID = "e6614103e7452d2f"
MATCH = ("play", "democracy", "--players", "2", "--seed", "7", "-t", "sim:", "--pace", "0", "-o", "days=1")


def record(g, what="5S"):
    return json.dumps([g, 1, g, 0, "lay", what], separators=(",", ":")).encode()


def refused(place, code, exit):
    with pytest.raises(JournalError) as caught:
        Journal(place)
    assert (caught.value.code, caught.value.exit) == (code, exit) and caught.value.hint
    return caught.value


def terminate(club, journal):
    """End the connection of a journal at the server."""
    process = journal.database.connection.info.backend_pid
    with psycopg.connect(club.admin, autocommit=True) as admin:
        assert admin.execute("SELECT pg_terminate_backend(%s, 10000)", (process,)).fetchone() == (True,)


# --- another computer ----------------------------------------------------------------------------------


def test_a_match_that_another_computer_records_is_running(club, monkeypatch, new_home, capsys):
    """Until that one is done with the table; what a lock of this home says is no matter."""
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    for uid in (UID, "0" * 16):
        with Journal() as journal:
            journal.create_game(uid, "democracy", ["Ada", "Ben"], {}, False)
    with Journal() as other:
        other.append(UID, exported_games.finished("democracy", 2, 7).raws[:3])
        assert states(capsys) == ["running", "unfinished"]
        assert main([]) == 0
        rows = [row.split() for row in capsys.readouterr().out.splitlines()]
        assert [row[:2] for row in rows if row[:1] in (["running"], ["unfinished"])] == [
            ["running", "1,"],
            ["unfinished", "2,"],
        ]
    assert states(capsys) == ["unfinished", "unfinished"]


def states(capsys):
    assert main(["matches", "--json"]) == 0
    return [row["state"] for row in json.loads(capsys.readouterr().out)["data"]]


# --- which databases are refused ----------------------------------------------------------------------


@pytest.mark.parametrize("schema", [1, 7])
def test_another_schema_is_refused(club, schema):
    with psycopg.connect(club.owner) as owner:
        owner.execute("UPDATE cardtable.version SET schema = %s", (schema,))
    assert f"schema {schema}, known 2" in refused(club.player, "JOURNAL_NEWER", 5).message


def test_a_database_that_was_never_set_up_is_refused(postgres):
    assert (
        "cardtable journal setup"
        in refused(postgres.new_club(is_set_up=False).owner, "DATABASE_NOT_SET_UP", 3).hint
    )


def test_a_user_without_the_role_is_refused(club):
    assert "GRANT cardtable_player" in refused(club.stranger, "DATABASE_RIGHTS", 4).hint


def test_a_server_that_is_not_there_is_reported_without_the_password(tmp_path):
    fault = refused(f"postgresql://ada:secret@/club?host={tmp_path}", "DATABASE_UNREACHABLE", 3)
    assert "postgresql://ada@/club" in fault.message and "secret" not in fault.message + fault.hint


def test_a_computer_without_the_driver_is_given_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Trouble) as caught:
        Journal("postgresql://ada@/club")
    assert (caught.value.code, caught.value.exit) == ("MISSING_EXTRA", 2)
    assert caught.value.hint == 'pip install "cardtable[club]"'


def test_a_variable_that_holds_no_url_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDTABLE_DATABASE", "host=club password=secret")
    monkeypatch.chdir(tmp_path)
    assert "secret" not in refused(None, "DATABASE_URL", 2).message and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "url", ["mysql://ada@host/club", "postgresql://ada@host:none/club?bad", "postgres://%zz"]
)
def test_a_url_that_names_no_database_is_refused(url):
    assert refused(url, "DATABASE_URL", 2).hint.startswith("write postgresql://")


def test_a_server_that_does_not_wait_for_its_disk_is_refused(postgres, club):
    postgres.reload("fsync", "off")
    try:
        refused(club.player, "DATABASE_WITHOUT_FSYNC", 4)
    finally:
        postgres.reload("fsync", None)


# --- rights -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ev",
        "UPDATE ev SET body = ''",
        "TRUNCATE ev",
        "DELETE FROM gaps",
        "UPDATE gaps SET last = 99",
        "DELETE FROM games",
        "UPDATE games SET first_g = 0",
        "DELETE FROM notes",
        "UPDATE notes SET json = '1'",
        "DELETE FROM clubs",
        "UPDATE clubs SET json = '1'",
        "DROP TABLE ev",
        "UPDATE version SET schema = 2",
    ],
)
def test_a_player_can_neither_change_nor_remove_what_is_recorded(club, statement):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0), Gap(1, 2)])
        with pytest.raises(JournalError) as caught:
            journal.database.execute(statement)
        assert (caught.value.code, caught.value.exit) == ("DATABASE_RIGHTS", 4)
        assert journal.append(UID, [record(3)]) == 3


@pytest.mark.parametrize(
    "statement",
    [
        f"INSERT INTO ev VALUES ('{UID}', 1, 1, 1, 0, 'lay', 'x')",
        f"INSERT INTO gaps VALUES ('{UID}', 1, 99)",
        "UPDATE appenders SET number = number + 1",
        f"INSERT INTO appenders VALUES ('{UID}', 9) ON CONFLICT (uid) DO UPDATE SET number = 9",
        "SELECT setval(pg_get_serial_sequence('games', 'id'), 1)",
        "SELECT setval(pg_get_serial_sequence('notes', 'id'), 1, false)",
    ],
)
def test_a_player_takes_no_number_from_a_table_that_another_program_records(club, statement):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        with psycopg.connect(club.player, autocommit=True) as fellow:
            fellow.execute("SET search_path = cardtable")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                fellow.execute(statement)
        assert journal.append(UID, [record(1)]) == 1
        numbers = [journal.create_game(UID, "demos", ["Ada", "Ben"], {}, True) for _ in range(2)]
        assert len(set(numbers)) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET finished = 'never' WHERE id = 1",
        "UPDATE games SET result = 'garbage' WHERE id = 1",
        "UPDATE games SET finished = NULL, last_g = -7, result = '[]' WHERE id = 1",
        "INSERT INTO games(uid, game, players, options, virtual, started, first_g)"
        " SELECT uid, game, '[]', '{', 7, 'never', first_g FROM games WHERE id = 1",
        "INSERT INTO notes(game_id, after_g, json) VALUES (1, 3, 'garbage')",
        "INSERT INTO tables VALUES (E'bad\\x01uid', 5, 'f', -9, 'never', 'never')",
        "INSERT INTO meta VALUES ('fork zzz', 'garbage')",
        "INSERT INTO meta VALUES ('fork zzz', '[[1, \"never\", null]]')",
    ],
)
def test_a_bad_row_is_shown_as_bad_and_stops_no_other_match(command, club, monkeypatch, statement):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    monkeypatch.setattr(store, "_TOLD", set())
    assert command(*MATCH)[0] == command(*MATCH)[0] == 0
    with psycopg.connect(club.player) as fellow:
        fellow.execute("SET search_path = cardtable")
        fellow.execute(statement)
    said = "".join(command("log", "1")[1:])
    for words in (["matches"], ["tables"], [], ["log", "2"], ["verify", "2"], MATCH):
        status, out, err = command(*words)
        said += out + err
        assert status == 0, (words, out, err)
    assert "damaged" in said
    with Journal() as journal:
        mine = [game for game in journal.games() if game.finished and game.result]
        assert len(mine) >= 2 and len({(game.uid, game.first_g) for game in mine}) == len(mine)


def test_a_false_result_is_found_by_verify(command, club, monkeypatch):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    assert command(*MATCH)[0] == command("verify", "1")[0] == 0
    with Journal() as journal:
        result = {**journal.game(1).result, "totals": [99, 98]}
        journal.database.execute("UPDATE games SET result = ? WHERE id = 1", (json.dumps(result),))
    status, out, _ = command("verify", "1")
    assert status == 6 and "FAIL" in out


def test_a_match_waits_for_a_lock_that_a_fellow_player_holds(club, monkeypatch):
    monkeypatch.setattr("cardtable_club.postgres.BUSY_S", 1.0)
    with Journal(club.player) as journal, psycopg.connect(club.player) as fellow:
        journal.append(UID, [record(0)])
        reasons = []

        def wait(reason, _):
            reasons.append(reason)
            if len(reasons) == 2:
                fellow.rollback()

        journal.database.on_absence = wait
        fellow.execute("SELECT * FROM cardtable.appenders FOR UPDATE")
        assert journal.append(UID, [record(1)]) == 1
        assert len(reasons) == 2 and all("locked" in reason for reason in reasons)
        journal.database.on_absence = None
        fellow.execute("SELECT * FROM cardtable.appenders FOR UPDATE")
        with pytest.raises(JournalError) as caught:
            journal.append(UID, [record(2)])
        assert (caught.value.code, caught.value.exit) == ("DATABASE_LOCKED", 4)
        fellow.rollback()
        assert journal.append(UID, [record(2)]) == 2


def test_setting_up_twice_is_refused_and_changes_nothing(club):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        with pytest.raises(JournalError) as caught:
            postgres.set_up(club.owner)
        assert caught.value.code == "DATABASE_SET_UP" and journal.stored(UID, 0) == record(0)


# --- one appender for each table ----------------------------------------------------------------------


def test_a_second_program_at_a_table_is_refused_until_the_first_one_ends(club):
    with Journal(club.player) as first, Journal(club.player) as second:
        first.append(UID, [record(0)])
        with pytest.raises(JournalError, match="another program") as caught:
            second.append(UID, [record(1)])
        assert caught.value.exit == 4 and second.stored(UID, 0) == record(0)
        assert second.append("other", [record(0)]) == 0
        first.close()
        assert second.append(UID, [record(1)]) == 1


def test_an_appender_that_was_replaced_appends_nothing_more(club):
    with Journal(club.player) as first, Journal(club.player) as second:
        first.append(UID, [record(0)])
        terminate(club, first)
        second.append(UID, [record(1)])
        for _ in range(2):
            with pytest.raises(JournalError) as caught:
                first.append(UID, [record(2)])
            assert (caught.value.code, caught.value.exit) == ("JOURNAL_FENCED", 4)
        second.close()
        with pytest.raises(JournalError, match="since the connection was lost"):
            first.append(UID, [record(2)])  # its number is still the old one
        assert first.last_g(UID) == 1


def test_an_append_under_an_old_number_fails_even_with_the_lock(club):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        with psycopg.connect(club.owner) as owner:
            owner.execute("ALTER TABLE cardtable.appenders DISABLE TRIGGER only_appender")
            owner.execute("UPDATE cardtable.appenders SET number = number + 1")
        with pytest.raises(JournalError) as caught:
            journal.append(UID, [record(1)])
        assert caught.value.code == "JOURNAL_FENCED" and journal.last_g(UID) == 0


# --- connections that are lost ------------------------------------------------------------------------


def test_a_connection_lost_between_two_writes_is_made_again(club):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        terminate(club, journal)
        assert journal.append(UID, [record(1)]) == 1
        terminate(club, journal)
        assert journal.last_g(UID) == 1
        terminate(club, journal)
        game = journal.create_game(UID, "democracy", ["Ada", "Ben"], {}, True)
        assert [one.id for one in journal.games()] == [game]


def test_a_server_that_goes_away_in_the_midst_of_a_connection_is_one_that_cannot_be_reached(
    club, monkeypatch
):
    connect = postgres._connect
    ends = [True, True, False]

    def connect_and_lose(*words):
        connection = connect(*words)
        if ends.pop(0):
            with psycopg.connect(club.admin, autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(%s, 10000)", (connection.info.backend_pid,))
        return connection

    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        reasons = []
        journal.database.on_absence = lambda reason, _: reasons.append(reason)
        monkeypatch.setattr(postgres, "_connect", connect_and_lose)
        terminate(club, journal)
        assert journal.append(UID, [record(1)]) == 1
    assert len(reasons) == 2 and all("cannot be reached" in reason for reason in reasons)


class LostCommit:
    """A connection that ends in COMMIT, before or after the server has committed."""

    def __init__(self, club, journal, is_committed):
        self._journal, self._club, self._is_committed = journal, club, is_committed
        self._connection = journal.database.connection
        journal.database.connection = self

    def __getattr__(self, name):
        return getattr(self._connection, name)

    def execute(self, query, *values):
        if query == "COMMIT":
            if self._is_committed:
                self._connection.execute(query)
            terminate(self._club, self._journal)
            return self._connection.execute("SELECT 1")
        return self._connection.execute(query, *values)


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_connection_lost_in_commit_does_no_harm(club, is_committed):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        LostCommit(club, journal, is_committed)
        assert journal.append(UID, [record(1), record(2)]) == 2
        assert [row.body for row in journal.records(UID)] == [record(g) for g in range(3)]
        LostCommit(club, journal, is_committed)
        game = journal.create_game(UID, "democracy", ["Ada", "Ben"], {}, True)
        assert [one.id for one in journal.games()] == [game]


def test_connections_that_end_during_appends_lose_and_double_nothing(club):
    with Journal(club.player) as journal:
        journal.append(UID, [record(0)])
        is_over, appended = threading.Event(), threading.Semaphore(0)

        def end_connections():
            with psycopg.connect(club.admin, autocommit=True) as admin:
                query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ada'"
                for _ in range(20):
                    appended.acquire()
                    admin.execute(query)
            is_over.set()

        thread = threading.Thread(target=end_connections, daemon=True)
        thread.start()
        g = 0
        while not is_over.is_set():
            g += 1
            assert journal.append(UID, [record(g)]) == g
            appended.release()
        thread.join()
        assert [row.body for row in journal.records(UID)] == [record(at) for at in range(g + 1)]


# --- the server dies ----------------------------------------------------------------------------------

WRITER = """
import json, sys
from tablehost.journal.store import Journal
journal = Journal(sys.argv[1])
for g in range(journal.last_g("aa") + 1, 1 << 40):
    journal.append("aa", [json.dumps([g, 1, g, 0, "lay", "5S"], separators=(",", ":")).encode()])
    print(g, flush=True)
"""


def kill_the_server(server, club, times):
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, club.player],
        bufsize=0,  # `communicate` does not see what a buffer holds
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    acknowledged = []
    for _ in range(times):
        acknowledged += [int(writer.stdout.readline()) for _ in range(10)]  # it is at work, again
        server.kill()
        server.start()
    acknowledged += [int(writer.stdout.readline()) for _ in range(10)]
    writer.kill()
    rest, fault = writer.communicate()
    acknowledged += [int(line) for line in rest.splitlines(keepends=True) if line.endswith(b"\n")]
    assert not fault and acknowledged == list(range(len(acknowledged)))
    with Journal(club.player) as journal:
        last = journal.last_g("aa")
        assert acknowledged[-1] <= last <= acknowledged[-1] + 1
        assert [row.body for row in journal.records("aa")] == [record(g) for g in range(last + 1)]


def test_a_server_killed_under_load_loses_and_doubles_nothing(postgres, club):
    kill_the_server(postgres, club, 5)


@pytest.mark.slow
def test_a_server_killed_a_hundred_times_loses_and_doubles_nothing(postgres, club):
    kill_the_server(postgres, club, 100)


# --- copies -------------------------------------------------------------------------------------------


def fill(journal):
    journal.remember_table(UID, "0.1.0", 3, True)
    game = journal.create_game(UID, "democracy", ["Zoé", "Ben"], {"stake": 5}, True, "cafe")
    journal.append(UID, [record(0), Gap(1, 3), *(record(g, "é" * g) for g in range(4, 60))])
    journal.add_note(game, 5, {"kind": "held", "seats": [0]})
    journal.finish_game(game, {"winners": [0]})
    journal.append("aa", [record(0)])
    journal.add_console(UID, ["started"])
    journal.remember_fork(UID, 4, b"other")
    journal.set_meta("host", "a")


def test_a_journal_is_copied_there_and_back(club, tmp_path):
    with Journal(tmp_path / "one") as one, Journal(club.player) as two, Journal(tmp_path / "three") as three:
        fill(one)
        there, back = copies.copy(one, two), copies.copy(two, three)
        assert there == back and there.counts["ev"] == 58
        assert [(head.uid, head.records, head.last) for head in there.heads] == [("aa", 1, 0), (UID, 57, 59)]
        for copy in (two, three):
            assert copy.records(UID) == one.records(UID) and copy.games() == one.games()
            assert copy.forks() == one.forks() and copy.notes(1) == one.notes(1)
            assert copy.create_game("aa", "demos", ["Ada", "Ben", "Cleo"], {}, False) == 2
            assert copy.append(UID, [record(60)]) == 60


def test_a_copy_into_a_journal_that_is_not_empty_is_refused(club, tmp_path):
    with Journal(tmp_path / "one") as one, Journal(club.player) as two:
        fill(one)
        two.append("bb", [record(0)])
        with pytest.raises(JournalError, match="nothing was copied") as caught:
            copies.copy(one, two)
        assert caught.value.exit == 2 and two.games() == [] and two.last_g(UID) == -1


def test_a_copy_that_differs_is_not_kept(club, tmp_path):
    with psycopg.connect(club.owner) as owner:
        owner.execute(
            "CREATE FUNCTION cardtable.spoil() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN NEW.us := 1; RETURN NEW; END $$;"
            "CREATE TRIGGER spoil BEFORE INSERT ON cardtable.ev EXECUTE FUNCTION cardtable.spoil()".replace(
                "ON cardtable.ev", "ON cardtable.ev FOR EACH ROW"
            )
        )
    with Journal(tmp_path / "one") as one, Journal(club.player) as two:
        fill(one)
        with pytest.raises(JournalError, match=r"differs from .* in ev") as caught:
            copies.copy(one, two)
        assert caught.value.exit == 6 and two.tables() == [] and two.last_g(UID) == -1


# --- commands -----------------------------------------------------------------------------------------


@pytest.fixture
def command(capsys, monkeypatch, new_home):
    """command(*words): exit status, output, errors."""

    def run(*words):
        status = main(list(words))
        return (status, *capsys.readouterr())

    return run


def test_the_statements_are_printed_or_carried_out(command, postgres):
    status, text, _ = command("journal", "setup")
    assert status == 0
    club = postgres.new_club(is_set_up=False)
    with psycopg.connect(club.owner, autocommit=True) as owner:
        owner.execute(text)
    with Journal(club.player) as journal:
        assert journal.append(UID, [record(0)]) == 0
    postgres.new_club(is_set_up=False)
    status, _, fault = command("journal", "setup", club.stranger)
    assert status == 4 and "permission denied" in fault and "CREATEROLE" in fault
    status, text, _ = command("journal", "setup", club.owner)
    assert status == 0 and "GRANT cardtable_player TO ada;" in text
    with Journal(club.player) as journal:
        assert journal.append(UID, [record(0)]) == 0


def test_a_match_of_a_club_is_played_judged_and_copied(command, club, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    status, _, fault = command(*MATCH)
    assert status == 0, fault
    assert command("verify")[0] == 0
    rows = json.loads(command("matches", "--json")[1])["data"]
    assert [row["state"] for row in rows] == ["over"]
    assert not (tmp_path / "home" / "journal.sqlite").exists()
    status, _, fault = command("data", "backup")
    assert status == 2 and "cardtable journal copy" in fault
    status, text, _ = command("journal", "copy", club.player, str(tmp_path / "copy.sqlite"))
    assert status == 0 and "nothing differs" in text
    with Journal(tmp_path / "copy.sqlite") as copy, Journal() as journal:
        assert copy.games() == journal.games()


def test_an_imported_match_is_taken_in_by_a_player_and_removed_by_the_owner(command, club, monkeypatch):
    assert command(*MATCH)[0] == 0
    assert command("export", "last", "--out", "match.jsonl")[0] == 0
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    for _ in range(2):  # the second time it is known
        status, _, fault = command("import", "match.jsonl")
        assert status == 0, fault
    status, _, fault = command("import", "--remove", "1")
    assert status == 4 and "is for the owner" in fault
    assert command("verify", "1")[0] == 0
    monkeypatch.setenv("CARDTABLE_DATABASE", club.owner)
    assert command("import", "--remove", "1")[0] == 0
    with Journal() as journal:
        assert journal.games() == [] and journal.database.read("SELECT count(*) FROM ev")[1] == [(0,)]


def test_a_name_is_forgotten_by_the_owner_alone(command, club, monkeypatch, new_home):
    monkeypatch.setenv("CARDTABLE_DATABASE", club.player)
    assert command(*MATCH, "--names", "Adalind,Ben")[0] == 0
    log = home() / "games" / "1.jsonl"
    before = log.read_text()
    status, _, fault = command("journal", "forget", "Adalind")
    assert status == 4 and "for the owner" in fault
    with Journal() as journal:
        assert journal.games()[0].players == ["Adalind", "Ben"]
    monkeypatch.setenv("CARDTABLE_DATABASE", club.owner)
    assert command("journal", "forget", "Adalind")[0] == 0
    assert command("verify", "1")[0] == 0
    with Journal() as journal:
        assert journal.games()[0].players == ["forgotten A", "Ben"]
    assert log.read_text() == before.replace("Adalind", "forgotten A") != before


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["copy"], 2),
        (["forget"], 2),
        (["forget", "Ada", "new"], 2),
        (["forget", "Ada"], 3),
        (["copy", "nothing-here", "new"], 3),
        (["setup", "a", "b"], 2),
        (["copy", "x://y", "new"], 2),
    ],
)
def test_words_that_make_no_sense_write_nothing(command, tmp_path, words, status):
    assert command("journal", *words)[0] == status
    assert not (tmp_path / "new").exists()
