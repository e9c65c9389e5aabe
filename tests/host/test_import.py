"""Import takes whole games that are sound, and nothing else; what it refuses has changed nothing."""

import base64
import copy
import io
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import zipfile

import pytest

import exported_games
from amounts import amount
from called_command import run
from recorded_matches import sign_again
from tablehost import folders, seats
from tablehost.cli import transfer
from tablehost.cli.command import main
from tablehost.journal import gamefile, strict_json
from tablehost.journal.gamefile import Gap
from tablehost.journal.store import Journal

pytestmark = pytest.mark.usefixtures("new_home")

MUTATIONS = amount(45, soak=5000)


@pytest.fixture
def file():
    return exported_games.finished("democracy", 3, 4)


def put(path, file):
    path.write_text(gamefile.to_lines(file), encoding="utf-8")
    return path


def put_of_another_table(path, file):
    """Put a copy of the file as if another table had recorded it."""
    other = copy.deepcopy(file)
    other.uid = "e66138528350be30"
    return put(path, other)


def put_forged(path, file):
    """Put a copy of the file in which a record is later, and all are signed again."""
    record = json.loads(file.raws[10])
    record[3] += 25_000
    file.raws = sign_again(file.raws, {10: record})
    return put(path, file)


def lines_of(file):
    return [json.loads(row) for row in gamefile.to_lines(file).splitlines()]


def write_lines(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def count_rows(path):
    """Return the number of rows of each table of the journal, {} without a journal."""
    if not path.exists():
        return {}
    with sqlite3.connect(path) as db:
        names = ("games", "ev", "gaps", "notes")
        return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


def here(tmp_path):
    return count_rows(tmp_path / "home" / "journal.sqlite")


def refused(capsys, tmp_path, path, said="", status=6):
    found, out, err = run(capsys, "import", path)
    assert found == status, (out, err)
    assert out.startswith("FAIL  ") and "nothing was taken" in out and said in out, out
    assert sum(here(tmp_path).values()) == 0
    return out


# -- strict JSON -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NaN", "NaN"),
        ("[Infinity]", "Infinity"),
        ('{"a":-Infinity}', "-Infinity"),
        ("1e999", "too large"),
        ("9223372036854775808", "too large"),
        ("12345678901234567890", "too large"),
        ("-" + "9" * 5000, "5001 characters"),
        ('{"a":1,"a":1}', "same key twice"),
        ("[" * 25 + "]" * 25, "deep"),
        ("[" * 200_000, "deep"),
        ('{"a":' * 200_000, "deep"),
        ('"\\ud800"', "lone surrogate"),
        ("{", "not JSON"),
        (b"\xff", "not UTF-8"),
        ("", "not JSON"),
    ],
)
def test_json_has_one_meaning_and_bounds(text, said):
    with pytest.raises(strict_json.Misread, match=said):
        strict_json.loads(text)


def test_json_that_is_fine_is_read():
    text = '{"a":[9223372036854775807,-1.5,null,true,"\\u202e"]}'
    assert strict_json.loads(text) == json.loads(text)


# -- the schema --------------------------------------------------------------------------------------------

WRONG = (None, True, -1, 1.5, 2**62, "\x1b[2J", "../../x", "x" * 300, [[]], {"x": 1})
RIGHT = {"seed": [None], "virtual": [True], "finished": [None], "result": [None], "after": [-1]}


def test_every_member_of_every_line_has_its_type(capsys, tmp_path, file):
    """One value is another one at a time: no traceback, no journal, and the place is named."""
    lines = lines_of(file)
    kinds = {line["kind"]: number for number, line in enumerate(lines)}
    tried = 0
    for number in kinds.values():
        for member in lines[number]:
            for wrong in WRONG:
                if wrong in RIGHT.get(member, ()) or (member == "after" and wrong == -1):
                    continue
                changed = copy.deepcopy(lines)
                changed[number][member] = wrong
                path = write_lines(tmp_path / "x.jsonl", changed)
                out = refused(capsys, tmp_path, path)
                assert f"x.jsonl:{number + 1} " in out or "x.jsonl: head" in out, out
                tried += 1
            changed = copy.deepcopy(lines)
            del changed[number][member]
            refused(capsys, tmp_path, write_lines(tmp_path / "x.jsonl", changed))
    assert tried > 180


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda head: head.update(more=1), "'more' is no member"),
        (lambda head: head.update(game="../../etc/x"), "game"),
        (lambda head: head.update(uid="../x"), "uid"),
        (lambda head: head.update(uid="~e66138528350be2f"), "uid"),
        (lambda head: head.update(players=["Ada", "Ben\x1b[2J", "C"]), "players[1]"),
        (lambda head: head.update(players=["Ada", "Ben, Cleo", "C"]), "players[1]"),
        (lambda head: head.update(players=["A"] * 11), "players"),
        (lambda head: head.update(started="20/../../x"), "started"),
        (lambda head: head["options"].update(days=99), "options are not those of the record: days"),
        (lambda head: head["options"].update(days="2"), "options are not those of the record: days"),
        (lambda head: head["options"].update(nonsense=1), "options are not those of the record: nonsense"),
        (lambda head: head["options"].update({"\u202e": 1}), "options"),
        (lambda head: head["result"].update(winners=[1 - head["result"]["winners"][0]]), "result"),
        (lambda head: head["result"].update(totals=[99, 0, 0]), "result"),
        (lambda head: head["result"].pop("winners"), "result"),
        (lambda head: head["players"].pop(), "number of players"),
        (lambda head: head.update(game="demos", options={}), "game or number of players"),
    ],
)
def test_the_head_is_compared_with_the_record(capsys, tmp_path, file, change, said):
    lines = lines_of(file)
    change(lines[0])
    out = refused(capsys, tmp_path, write_lines(tmp_path / "x.jsonl", lines))
    assert said in out, out
    if "not those of the record" in out:
        status, told, _ = run(capsys, "verify", tmp_path / "x.jsonl")
        assert status == 6 and "FAIL  end" in told, "verify compares the same"


def test_an_account_with_less_detail_is_valid(capsys, tmp_path, file):
    file.told["result"] = None
    file.told["options"] = {"days": file.told["options"]["days"]}
    assert run(capsys, "import", put(tmp_path / "x.jsonl", file))[0] == 0


def test_one_key_twice_and_lines_behind_the_end(capsys, tmp_path, file):
    text = gamefile.to_lines(file)
    path = tmp_path / "x.jsonl"
    path.write_text(text.replace('"virtual":true', '"virtual":true,"virtual":false', 1))
    refused(capsys, tmp_path, path, "same key twice")
    path.write_text(text + text.splitlines()[-1] + "\n")
    refused(capsys, tmp_path, path, "after the end")
    for nothing in ("", "\n\n"):
        path.write_text(nothing)
        refused(capsys, tmp_path, path, "the end is missing")


def test_a_game_without_records(capsys, tmp_path, file):
    file.raws = []
    refused(capsys, tmp_path, put(tmp_path / "x.jsonl", file), "no record")


@pytest.mark.parametrize(
    "note",
    [
        ["note"],
        ["note", 7],
        ["note", "fault", "dead-bus", "x"],
        ["note", "cured", []],
        ["note", "pause", [[]]],
        ["note", "resume", "who"],
        ["note", "x", "\x1b[2J"],
        ["note", "x", 1.5],
        ["note", "x", {"a": 1}],
        ["note", "fault", "dead-bus", 12],
        ["note", "fault", "dead-bus", 1, 2],
        ["note", "fault", "x" * 41, 1],
        ["note", "taken-up", 0, 1, "x", "y"],
        ["note", "pause", 11],
        ["note", "pause", *range(11)],
        ["note", "x" * 41],
        ["note", ""],
        ["fix", 0, 0, ["fold", 1], 0],
        ["nonsense", 1],
        ["head", 7],
        ["head", 10_000, "A" * 43],
        ["opened", 7],
        ["rest", 7],
        ["boot", 7],
    ],
)
def test_the_shape_of_the_records_of_a_table(capsys, tmp_path, file, note):
    """The chain is right, and the record is one that no table writes."""
    values = json.loads(file.raws[20])
    inserted = [values[:4] + note]
    later = [json.loads(raw) for raw in file.raws[20:]]
    for one in later:
        one[0] += 1
        one[2] += 1
    rows = [json.loads(raw) for raw in file.raws[:20]] + inserted + later
    raws = [json.dumps(row, separators=(",", ":")).encode() for row in rows]
    file.raws = sign_again(raws, {}) if note[0] == "note" and "taken-up" not in note else raws
    refused(capsys, tmp_path, put(tmp_path / "x.jsonl", file))


def test_a_match_that_begins_with_points(capsys, tmp_path, file):
    """Everything follows from its first record, and a match does not begin like that."""
    number = next(i for i, raw in enumerate(file.raws) if json.loads(raw)[4] == "start")
    start = json.loads(file.raws[number])
    totals = [i for i, one in enumerate(start[7][3]) if one == [0, 0, 0]]
    assert totals, start
    start[7][3][totals[0]] = [50, 0, 0]
    file.raws = sign_again(file.raws, {number: start})
    file.told["result"] = None
    out = refused(capsys, tmp_path, put(tmp_path / "x.jsonl", file), "rules: record")
    assert "by the rules it is" in out
    start[7][3][totals[0]] = [0, 0, 0]
    start[7][1] = 10**9
    file.raws[number] = json.dumps(start, separators=(",", ":")).encode()
    refused(capsys, tmp_path, put(tmp_path / "x.jsonl", file), "record: its field value")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("answer", lambda value: [*value, 0]),
        ("answer", lambda value: [2, *value[1:]]),
        ("answer", lambda value: "take-seats"),
        ("answer", lambda value: None),
        ("fix", lambda value: ["undo", 0, 0, "operator"]),
        ("fix", lambda value: ["void", "misdeal", "0"]),
        ("part", lambda value: [0, 1]),
        ("end", lambda value: value),
    ],
)
def test_a_match_against_the_rules_is_refused(capsys, tmp_path, file, kind, change):
    """The chain is right, and the first answer is another one, or another kind of record."""
    number = next(i for i, raw in enumerate(file.raws) if json.loads(raw)[4] == "answer")
    record = json.loads(file.raws[number])
    record[4], record[7] = kind, change(record[7])
    file.raws = sign_again(file.raws, {number: record})
    refused(capsys, tmp_path, put(tmp_path / "x.jsonl", file), "rules: record")


def test_gaps_are_those_of_the_game(capsys, tmp_path, file):
    path = tmp_path / "x.jsonl"
    for gaps in ([Gap(10, 20)], [Gap(9, 9), Gap(9, 12)], [Gap(900, 905)], [Gap(5, 3)], [Gap(3, 2**53)]):
        file.gaps = gaps
        refused(capsys, tmp_path, put(path, file), "")


@pytest.mark.parametrize("at", ["beginning", "end"])
def test_a_game_may_lack_its_beginning_or_its_end(capsys, tmp_path, file, at):
    """The account of it is the same before and after it was taken in."""
    if at == "beginning":
        ends = [i for i, raw in enumerate(file.raws) if json.loads(raw)[4] == "end"]
        file.gaps = [Gap(file.first, file.first + ends[0] - 1)]
        del file.raws[: ends[0]]
    else:
        file.gaps = [Gap(file.last - 9, file.last)]
        del file.raws[-10:]
        file.told.update(finished=None, result=None)
    path = put(tmp_path / "x.jsonl", file)
    found = run(capsys, "verify", path)
    assert found[0] == 0, found
    status, out, _ = run(capsys, "import", path)
    assert status == 0, out
    assert run(capsys, "import", path)[1].count("here already") == 1
    assert run(capsys, "verify", 1)[0] == found[0]
    assert run(capsys, "log", 1)[0] == 7
    assert run(capsys, "export", 1, "--out", "again")[0] == 0
    assert gamefile.read(tmp_path / "again").gaps == file.gaps


def test_a_stage_of_any_number_behind_a_gap_takes_no_memory(capsys, tmp_path, file):
    ends = [i for i, raw in enumerate(file.raws) if json.loads(raw)[4] == "end"]
    end = json.loads(file.raws[ends[0]])
    end[7][0] = 10**12
    file.raws[ends[0]] = json.dumps(end, separators=(",", ":")).encode()
    del file.raws[ends[0] - 1]
    first = json.loads(file.raws[0])[0]
    file.gaps = [Gap(first + ends[0] - 1, first + ends[0] - 1)]
    status, out, _ = run(capsys, "verify", put(tmp_path / "x.jsonl", file))
    assert status in (6, 7) and "Traceback" not in out


# -- all or nothing ----------------------------------------------------------------------------------------


def test_of_files_that_are_named_together_all_are_taken_or_none(capsys, tmp_path, file):
    good = put(tmp_path / "good.jsonl", file)
    other = put_of_another_table(tmp_path / "other.jsonl", file)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n")
    status, out, _ = run(capsys, "import", good, bad, tmp_path / "none", other)
    assert status == 6 and sum(here(tmp_path).values()) == 0
    assert [line[:6] for line in out.splitlines()[:4]] == ["ok    ", "FAIL  ", "FAIL  ", "ok    "]
    status, out, _ = run(capsys, "import", good, bad, "--json")
    data = json.loads(out)
    assert status == 6 and data["ok"] is False and data["data"]["files"][1]["findings"]
    assert data["data"]["files"][0]["game"] is None
    assert run(capsys, "import", tmp_path / "none")[0] == 3
    assert run(capsys, "import", tmp_path)[0] == 3
    assert not (tmp_path / "home").exists(), "a journal is not made for a refusal"
    status, out, _ = run(capsys, "import", good, other, good)
    assert status == 0 and "here already, as match 1" in out.splitlines()[2]
    assert here(tmp_path)["games"] == 2


def test_the_games_of_one_command_are_not_too_many(capsys, tmp_path, file, monkeypatch):
    path = put(tmp_path / "x.jsonl", file)
    monkeypatch.setattr(transfer, "MOST_TOGETHER", 2 * file.size)
    status, _, err = run(capsys, "import", path, path, path)
    assert status == 2 and "fewer files" in err and sum(here(tmp_path).values()) == 0
    assert run(capsys, "import", path, path)[0] == 0


def test_two_files_that_contradict_each_other_are_a_fork(capsys, tmp_path, file):
    one = put(tmp_path / "one.jsonl", file)
    two = put_forged(tmp_path / "two.jsonl", file)
    status, out, _ = run(capsys, "import", one, two)
    assert status == 6 and "a fork: record " in out and sum(here(tmp_path).values()) == 0


def test_a_forged_copy_that_came_first_is_removed_for_the_true_one(capsys, tmp_path, file):
    true = put(tmp_path / "true.jsonl", file)
    forged = put_forged(tmp_path / "forged.jsonl", file)
    assert run(capsys, "import", forged)[0] == 0
    status, out, _ = run(capsys, "import", true)
    assert status == 6 and "cardtable import --remove 1" in out
    status, out, _ = run(capsys, "import", "--remove", "1")
    assert status == 0 and "match 1 of democracy is removed" in out
    assert run(capsys, "import", true)[0] == 0
    assert run(capsys, "verify", "2")[0] == 0
    assert run(capsys, "log", "1")[0] == 3
    assert run(capsys, "import", "--remove", "1")[0] == 3


def test_records_that_another_imported_game_has_stay(tmp_path, file):
    """A table's file of two games, and one of the second alone: each record once."""
    with Journal() as journal:
        for number in (1, 2):
            journal.create_game("~ab", "democracy", ["Ann", "Bob"], {}, False, None, 10 * number)
            with journal.database.transaction() as db:
                for g in range(10 * number, 10 * number + 10):
                    kind = "answer" if g % 10 else "game"
                    row = ("~ab", g, 1, g, 0, kind, json.dumps([g, 1, g, 0, kind, "x"]).encode())
                    db.execute("INSERT INTO ev VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                db.execute("UPDATE games SET last_g = ? WHERE id = ?", (10 * number + 9, number))
        assert journal.remove_imported(journal.game(1)) == 10
        assert [record.g for record in journal.records("~ab")] == list(range(20, 30))
        assert journal.remove_imported(journal.game(2)) == 10 and journal.records("~ab") == []


def test_gaps_of_another_imported_game_stay(tmp_path, file):
    with Journal() as journal:
        for number in (1, 2):
            journal.create_game("~ab", "democracy", ["Ann", "Bob"], {}, False, None, 10 * number)
            with journal.database.transaction() as db:
                for g in set(range(10 * number, 10 * number + 10)) - {12, 13, 25}:
                    kind = "answer" if g % 10 else "game"
                    row = ("~ab", g, 1, g, 0, kind, json.dumps([g, 1, g, 0, kind, "x"]).encode())
                    db.execute("INSERT INTO ev VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                db.execute("UPDATE games SET last_g = ? WHERE id = ?", (10 * number + 9, number))
        with journal.database.transaction() as db:
            db.execute_many("INSERT INTO gaps VALUES (?, ?, ?)", [("~ab", 12, 13), ("~ab", 25, 25)])
        assert journal.remove_imported(journal.game(1)) == 8
        assert journal.gaps("~ab") == [Gap(25, 25)]
        assert [record.g for record in journal.records("~ab")] == [20, 21, 22, 23, 24, 26, 27, 28, 29]


def test_a_match_that_was_played_here_is_never_removed(capsys):
    with Journal() as journal:
        journal.create_game("ab" * 8, "democracy", ["Ann", "Bob"], {}, False)
    status, _, err = run(capsys, "import", "--remove", "1")
    assert status == 2 and "it stays" in err
    assert run(capsys, "import", "--remove", "1", "file.jsonl")[0] == 2
    assert run(capsys, "import")[0] == 2
    with Journal() as journal:
        assert len(journal.games()) == 1


def test_an_import_that_fails_on_the_way_has_changed_nothing(capsys, tmp_path, file, monkeypatch):
    one = put(tmp_path / "one.jsonl", file)
    two = put_of_another_table(tmp_path / "two.jsonl", file)
    settle = Journal._settle_gaps
    calls = []

    def fail(self, *args):
        calls.append(args)
        if len(calls) == 2:
            raise sqlite3.OperationalError("disk I/O error")
        settle(self, *args)

    monkeypatch.setattr(Journal, "_settle_gaps", fail)
    assert run(capsys, "import", one, two)[0] == 1
    assert len(calls) == 2 and sum(here(tmp_path).values()) == 0
    monkeypatch.undo()
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    assert run(capsys, "import", one, two)[0] == 0


def test_records_that_come_later_fill_a_gap(capsys, tmp_path, file):
    whole = copy.deepcopy(file)
    file.raws = whole.raws[:20] + whole.raws[30:]
    first = file.first
    file.gaps = [Gap(first + 20, first + 29)]
    assert run(capsys, "import", put(tmp_path / "some.jsonl", file))[0] == 0
    assert run(capsys, "verify", 1)[0] == 7
    status, out, _ = run(capsys, "import", put(tmp_path / "all.jsonl", whole))
    assert status == 0 and f"10 records new, {len(whole.raws) - 10} known before" in out
    assert run(capsys, "verify", 2)[0] == 0
    assert here(tmp_path)["gaps"] == 0


# -- archives ----------------------------------------------------------------------------------------------


def bundle_of(file):
    return gamefile.to_bundle(file, file.audit())


def test_a_damaged_bundle_is_refused(capsys, tmp_path, file):
    data = bundle_of(file)
    chance = random.Random(14)
    path = tmp_path / "x.zip"
    refusals = 0
    for number in range(MUTATIONS):
        damaged = bytearray(data)
        if number % 3 == 0:
            del damaged[chance.randrange(2, len(data)) :]
        elif number % 3 == 1:
            for _ in range(3):
                damaged[chance.randrange(2, len(data))] ^= 1 << chance.randrange(8)
        else:
            # The directory at the end: lengths, methods, offsets, flags.
            damaged[chance.randrange(len(data) - 400, len(data))] = chance.randrange(256)
        path.write_bytes(damaged)
        status, out, err = run(capsys, "verify", path)
        assert status in (0, 6) and "Traceback" not in out + err
        refusals += status == 6
    assert refusals > MUTATIONS * 2 // 3


def test_a_bundle_holds_its_five_files_and_no_other(capsys, tmp_path, file):
    with zipfile.ZipFile(io.BytesIO(bundle_of(file))) as bundle:
        parts = {name: bundle.read(name) for name in bundle.namelist()}
    path = tmp_path / "x.zip"

    def write(rows, method=zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(path, "w", method) as bundle:
            for name, data in rows:
                bundle.writestr(name, data)

    rows = list(parts.items())
    write(rows)
    assert run(capsys, "verify", path)[0] == 0
    for wrong in (rows[1:], [*rows, ("../x", b"")], [*rows[:-1], ("x", b"")], []):
        write(wrong)
        refused(capsys, tmp_path, path, "must hold game.jsonl")
    with pytest.warns(UserWarning, match="Duplicate name"):
        write([*rows, rows[0]])
    refused(capsys, tmp_path, path, "must hold game.jsonl")
    write(rows, zipfile.ZIP_LZMA)
    refused(capsys, tmp_path, path, "packed in another way")
    write([(name, data.replace(b"5S", b"5H", 1) if name == "cards.json" else data) for name, data in rows])
    refused(capsys, tmp_path, path, "does not follow from the records")


BOUNDED = """
import resource, sys
from tablehost.cli.command import main
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (160 << 20),) * 2)
print([main(["import", path]) for path in sys.argv[1:]])
print([main(["verify", path]) for path in sys.argv[1:]])
print([main(["replay", path]) for path in sys.argv[1:]])
"""


def test_bombs_take_no_memory(tmp_path, file):
    """In a process that may have 160 MB more than it has begun with. The last one is sound: it can work."""
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as bundle:
        for name in gamefile.BUNDLED:
            with bundle.open(name, "w") as out:
                for _ in range(250 if name == gamefile.GAME_FILE else 0):
                    out.write(b" " * (1 << 20))
    assert bomb.stat().st_size < 3 << 20
    large = tmp_path / "large.jsonl"
    with large.open("wb") as out:
        out.truncate(1 << 30)  # sparse
    deep = tmp_path / "deep.jsonl"
    deep.write_text("[" * (4 << 20))
    head = gamefile.to_lines(file).partition("\n")[0]
    words = tmp_path / "words.jsonl"
    words.write_text(f'{head}\n{{"kind":"record","raw":"","record":{"[" * 500_000}\n')
    digits = tmp_path / "digits.jsonl"
    digits.write_text(f'{head}\n{{"kind":"gap","first":0,"last":{"9" * 500_000}}}\n')
    paths = [bomb, large, "/dev/zero", deep, words, digits, put(tmp_path / "good.jsonl", file)]
    done = subprocess.run(
        [sys.executable, "-c", BOUNDED, *map(str, paths)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert "Traceback" not in done.stderr, done.stderr
    told = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert told[0] == "[6, 6, 6, 6, 6, 6, 0]", done.stdout + done.stderr
    assert told[1] == "[6, 6, 6, 6, 6, 6, 0]"
    assert told[2].startswith("[3, 6, 6, 6, 6, 6, "), done.stdout + done.stderr
    assert resource.RLIM_INFINITY  # the limit was that of the other process alone


# -- a game that was taken breaks nothing -------------------------------------------------------------------

VERBS = [
    *([], ["log", "1"], ["log", "1", "--json"], ["verify", "1"], ["replay", "1", "--pace", "0"]),
    *(["rules", "1"], ["export", "1", "--out", "out"], ["export", "1", "--format", "bundle", "--out", "out"]),
]


def sign_lines(lines):
    """Sign the records again, as far as they have the shape of a table's: then the chain finds nothing."""
    records = [line for line in lines if line.get("kind") == "record"]
    try:
        raws = sign_again([base64.b64decode(one["raw"]) for one in records], {})
    except (ValueError, TypeError, LookupError, AttributeError):
        return
    for line, raw in zip(records, raws):
        line.update(raw=base64.b64encode(raw).decode(), record=json.loads(raw))


def mutate(lines, chance, is_signed):
    """Change one value somewhere in one line, by shape; the digests of the file are made to fit.

    `is_signed`: and the chain of its records.
    """
    number = chance.randrange(len(lines))
    line = lines[number]
    places = [(line, key) for key in line]
    for holder, key in places:
        value = holder[key]
        if isinstance(value, (dict, list)):
            inner = value if isinstance(value, dict) else range(len(value))
            places += [(value, one) for one in inner]
    holder, key = chance.choice(places)
    known = [-1, 0, 1, 255, 4096, 10**6, 2**53, True, None, "", "x", "\u202e", [], [0], {}, 1.5]
    holder[key] = chance.choice(known)
    if line.get("kind") == "record":
        raw = json.dumps(line.get("record"), separators=(",", ":")).encode()
        line["raw"] = base64.b64encode(raw).decode()
    elif chance.randrange(4) == 0:
        del lines[number]
    if is_signed:
        sign_lines(lines)
    raws = [base64.b64decode(one["raw"]) for one in lines if one.get("kind") == "record"]
    if lines and lines[-1].get("kind") == "end" and isinstance(lines[0].get("uid"), str):
        lines[-1].update(records=len(raws), checkpoint=gamefile.checkpoint(lines[0]["uid"], raws))


def test_mutated_games_are_refused_or_break_nothing(capsys, tmp_path, monkeypatch):
    """By shape, not by byte: also with gaps and with a chain that fits, where less is found."""
    chance = random.Random(2026)
    fates = {0: 0, 6: 0}
    for number in range(MUTATIONS):
        monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / f"home{number}"))
        file = exported_games.finished(
            *[("democracy", 3, 4), ("demos", 3, 1), ("democrazy", 5, 2)][number % 3]
        )
        if number % 4 == 0:
            at = chance.randrange(5, len(file.raws) - 5)
            file.gaps = [Gap(file.first + at, file.first + at + 2)]
            del file.raws[at : at + 3]
        lines = lines_of(file)
        mutate(lines, chance, is_signed=number % 2 == 1)
        path = write_lines(tmp_path / "x.jsonl", lines)
        status, out, err = run(capsys, "import", path)
        assert status in fates, (number, out, err)
        fates[status] += 1
        rows = count_rows(folders.journal())
        assert (status == 0) == bool(rows.get("games"))
        if status == 0:
            for words in VERBS:
                found, out, err = run(capsys, *words)
                assert found in (0, 6, 7), (number, words, out, err)
    assert fates[6] > MUTATIONS // 2 and fates[0] > 0, fates


NAMES_NOT_TAKEN = [
    ("Ada", "Ada", "Ben"),
    ("Ad\u00e9", "Ade\u0301", "Ben"),
    ("\u3164", "Ada", "Ben"),
    ("Ad\u2800a", "Ada", "Ben"),
    ("A\ufe0fda", "Ada", "Ben"),
    ("A\u0335\u0336\u0337da", "Ada", "Ben"),
    ("\u0301Ada", "Ada", "Ben"),
]


@pytest.mark.parametrize("names", NAMES_NOT_TAKEN)
def test_import_and_play_refuse_the_same_names(capsys, tmp_path, names):
    assert main(["play", "democracy", "--names", ",".join(names)]) == 2
    capsys.readouterr()
    file = exported_games.finished("democracy", 3, 7)
    file.told["players"] = list(names)
    assert main(["import", str(put(tmp_path / "game.jsonl", file))]) == 6
    assert "player" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["Zo\u00e9", "Nguye\u0302\u0303n", "\u0e19\u0e49\u0e33", "O'Neil", "\u5f20\u4f1f"]
)
def test_names_of_many_scripts_are_taken(name):
    assert seats.is_name(name)
