"""Games in files: what goes out comes in again, what was changed is found, a fork is never merged."""

import io
import json
import quopri
import shutil
import zipfile
from pathlib import Path

import pytest

import exported_games
import mp32
from called_command import run
from cardtable.wire.records import OWN
from exported_games import UID
from recorded_matches import Match, sign_again
from tablehost.journal import gamefile
from tablehost.journal.gamefile import tree_root
from tablehost.journal.store import Journal

pytestmark = pytest.mark.usefixtures("new_home")


def game_file(name, seats, seed, policy="shown", corrected=0):
    return exported_games.finished(name, seats, seed, policy, corrected)


# -- what goes out comes in again -------------------------------------------------------------------


@pytest.mark.parametrize("corrected", [0, 6])
@pytest.mark.parametrize("policy", ["shown", "all"])
@pytest.mark.parametrize(("name", "seats"), [("democracy", 3), ("demos", 4), ("democrazy", 5)])
def test_lines_and_bundle_hold_the_same_bytes(name, seats, policy, corrected):
    file = game_file(name, seats, 3, policy, corrected)
    again = gamefile.from_lines(gamefile.to_lines(file), "x")
    assert again == file
    bundle = gamefile.to_bundle(file, file.audit())
    assert gamefile.from_bundle(bundle, "x") == file
    assert gamefile.to_bundle(again, again.audit()) == bundle


def test_a_bundle_has_no_numbers_of_tags_and_no_card_that_was_not_shown():
    file = game_file("demos", 4, 1)
    with zipfile.ZipFile(io.BytesIO(gamefile.to_bundle(file, file.audit()))) as bundle:
        parts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert sorted(parts) == ["cards.json", "checkpoints.txt", "game.jsonl", "openings.json", "rules.json"]
    assert json.loads(parts["cards.json"])["cards"][:2] == ["1S", "2S"]
    opened = json.loads(parts["openings.json"])["values"]
    assert 0 < len(opened) == file.audit().opened < file.audit().sealed


def test_a_checkpoint_covers_the_records_up_to_its_stage_also_behind_lost_ones():
    file = game_file("demos", 4, 7)
    ends = [record[0] for record in file.records() if record[4] == "end"]
    del file.raws[ends[0] - 3 : ends[0]]
    file.gaps = [gamefile.Gap(ends[0] - 3, ends[0] - 1)]
    audit = file.audit()
    with zipfile.ZipFile(io.BytesIO(gamefile.to_bundle(file, audit))) as bundle:
        checkpoints = bundle.read("checkpoints.txt").decode().split("cardtable/")[1:]
    sizes = [int(one.split("\n")[1]) for one in checkpoints]
    assert len(sizes) > 1
    assert sizes == [sum(g <= head.g for g in file.positions) for head in audit.heads]


def test_the_tree_is_that_of_rfc_6962():
    """The vectors of certificate-transparency's merkle_tree_test."""
    leaves = [bytes.fromhex(one) for one in ("", "00", "10", "2021", "3031", "40414243")]
    assert tree_root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert tree_root(leaves[:1]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert tree_root(leaves[:2]).hex() == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
    assert tree_root(leaves[:3]).hex() == "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    assert tree_root(leaves).hex() == "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"


# -- the verbs ------------------------------------------------------------------------------------------


@pytest.fixture
def exported(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(gamefile.to_lines(game_file("democracy", 4, 7)))
    return path


def test_import_export_and_verify(capsys, exported):
    assert run(capsys, "import", str(exported))[:2] == (
        0,
        f"{exported}: match 1, 56 records new, 0 known before\n",
    )
    status, out, _ = run(capsys, "import", str(exported))
    assert status == 0 and "here already, as match 1" in out
    for form, ending in (("jsonl", "jsonl"), ("bundle", "zip")):
        status, out, _ = run(capsys, "export", "1", "--format", form)
        path = out.splitlines()[-1]
        assert status == 0 and path == f"democracy-2026-11-21-50be2f-0.{ending}"
        if form == "jsonl":
            assert open(path).read() == exported.read_text(), "the same bytes as came in"
    for what in ("1", "last", str(exported), "democracy-2026-11-21-50be2f-0.zip"):
        status, out, _ = run(capsys, "verify", what)
        assert status == 0 and "FAIL" not in out and "virtual table" in out, out
    with Journal() as journal:
        assert journal.game(1).virtual, "virtual stays virtual"
        assert journal.last_g(UID) == -1, "the table itself can still hand all of it over"


def test_an_anonymous_export_has_no_name_and_no_hour_and_verifies(capsys, exported):
    run(capsys, "import", str(exported))
    own = ["Adalind", "Benedict", "Cleopatra", "Dankwart"]
    with Journal() as journal, journal.database.transaction() as db:
        db.execute("UPDATE games SET players = ? WHERE id = 1", (json.dumps(own),))
    with Journal() as journal:
        journal.add_note(1, 3, {"kind": "held", "seats": [2, 0], "names": ["Zoe", "Yan"]})
    for form in ("jsonl", "bundle"):
        status, out, _ = run(capsys, "export", "1", "--anonymous", "--format", form)
        path = out.splitlines()[-1]
        assert status == 0 and run(capsys, "verify", path)[0] == 0
        file = gamefile.read(Path(path))
        assert file.told["players"] == ["Ada", "Ben", "Cleo", "Dan"]
        assert file.raws == gamefile.read(exported).raws
        assert file.notes[-1][1]["names"] == ["Cleo", "Ada"]
        assert file.told["started"].endswith("T00:00:00.000+00:00")
    text = Path("democracy-2026-11-21-50be2f-0.jsonl").read_text()
    assert not [name for name in (*own, "Zoe", "Yan") if name in text]


def test_words_are_a_witness(capsys, exported):
    raws = gamefile.read(exported).raws
    words = gamefile.read(exported).audit().heads[-1].words.split()
    assert run(capsys, "verify", str(exported), "--words", *words)[0] == 0
    record = json.loads(raws[10])
    record[3] += 25_000
    anew = gamefile.read(exported)
    anew.raws = sign_again(raws, {10: record})
    exported.write_text(gamefile.to_lines(anew))
    assert run(capsys, "verify", str(exported))[0] == 0, "without a witness nothing is to be seen"
    status, out, _ = run(capsys, "verify", str(exported), "--words", *words)
    assert status == 6 and "belong to no head" in out
    assert run(capsys, "verify", str(exported), "--words", "one")[0] == 2


def test_a_copy_is_a_witness_and_a_fork_is_never_merged(capsys, exported, tmp_path):
    run(capsys, "import", str(exported))
    file = gamefile.read(exported)
    record = json.loads(file.raws[10])
    record[3] += 25_000
    file.raws = sign_again(file.raws, {10: record})
    other = tmp_path / "other.jsonl"
    other.write_text(gamefile.to_lines(file))
    status, out, _ = run(capsys, "import", str(other))
    assert status == 6 and "a fork: record 0" in out
    with Journal() as journal:
        assert len(journal.games()) == 1
    status, out, _ = run(capsys, "verify", str(other))
    assert status == 6 and "the first bad record is 0" in out


def test_what_a_table_once_showed_instead_is_a_witness(capsys, exported):
    """A fork that a session saw is a finding of the game that it is about, for ever."""
    run(capsys, "import", str(exported))
    last = len(gamefile.read(exported).raws) - 1
    for g, theirs, status, said in (
        (last + 1, b"[]", 0, "behind this match"),
        (last, None, 0, f"no longer had record {last}"),
        (10, b"[]", 6, "the first bad record is 10"),
    ):
        with Journal() as journal:
            journal.remember_fork(UID, g, theirs)
        for what in ("1", str(exported)):
            found, out, _ = run(capsys, "verify", what)
            assert found == status and said in out, out


def test_findings_are_reported_by_status_and_as_json(capsys, exported):
    file = gamefile.read(exported)
    del file.raws[-2:]  # signature and head
    exported.write_text(gamefile.to_lines(file))
    status, out, _ = run(capsys, "verify", str(exported), "--json")
    data = json.loads(out)
    assert status == 6 and data["ok"] is False and data["data"]["findings"] == 1
    file.told["finished"] = None
    exported.write_text(gamefile.to_lines(file))
    status, out, _ = run(capsys, "verify", str(exported))
    assert status == 0 and "unfinished" in out


def test_a_known_gap_has_a_status_of_its_own(capsys, exported):
    file = gamefile.read(exported)
    file.gaps = [gamefile.Gap(20, 29)]
    whole = file.raws
    file.raws = whole[:20] + whole[30:]
    exported.write_text(gamefile.to_lines(file))
    status, out, _ = run(capsys, "verify", str(exported))
    assert status == 7 and "records 20 to 29 are lost" in out and "FAIL" not in out
    assert "the match ended as record 52 says: that is taken on trust" in out
    file.gaps = []
    exported.write_text(gamefile.to_lines(file))
    assert run(capsys, "verify", str(exported))[0] == 6, "one that nobody knows of is a finding"


def test_behind_a_gap_the_next_stage_is_judged_again(capsys, exported):
    file = game_file("demos", 4, 7)
    ends = [json.loads(raw)[0] for raw in file.raws if json.loads(raw)[4] == "end"]
    lost = ends[1] - 3
    file.raws.pop(lost)
    file.gaps = [gamefile.Gap(lost, lost)]
    exported.write_text(gamefile.to_lines(file))
    status, out, _ = run(capsys, "verify", str(exported))
    assert status == 7 and "FAIL" not in out
    assert f"stage 2 begins as record {ends[1]} says: that is taken on trust" in out
    assert "the match is over, won by" in out and "it cannot be followed" in out
    words = file.audit().heads[-1].words
    assert "nothing before has changed" not in run(capsys, "verify", str(exported), "--words", words)[1]
    record = json.loads(file.raws[-4])
    record[8] += 1
    file.raws[-4] = json.dumps(record, separators=(",", ":")).encode()
    exported.write_text(gamefile.to_lines(file))
    assert run(capsys, "verify", str(exported))[0] == 6, "a finding comes before a gap"


def test_a_lost_vault_is_reported_in_a_sentence(capsys, exported):
    file = game_file("demos", 4, 7)
    match = Match("demos", 4, 7)
    while match.run.referee.match.stage < 1 or len(match.run.referee.answers) < 3:
        match.step()
    match.table.note("vault", [])
    lost = len(match.raws) - 1
    match.table.terms = None
    file.raws = match.play().raws
    exported.write_text(gamefile.to_lines(file))
    status, out, _ = run(capsys, "verify", str(exported))
    assert status == 7 and "FAIL" not in out
    assert f"by record {lost} the table lost its vault" in out and "taken on trust" in out


def test_a_changed_file_is_found_before_its_records_are(capsys, exported):
    lines = exported.read_text().splitlines()
    for at, changed in ((3, lines[3].replace('"raw":"W', '"raw":"X')), (5, ""), (len(lines) - 1, "")):
        exported.write_text("\n".join([*lines[:at], *([changed] if changed else []), *lines[at + 1 :]]))
        status, _, err = run(capsys, "verify", str(exported))
        assert status == 6 and f"{exported}:" in err


def test_an_open_log_proves_nothing_by_itself(capsys, exported, tmp_path):
    run(capsys, "import", str(exported))
    status, out, _ = run(capsys, "log", "1", "--json")
    log = tmp_path / "log.jsonl"
    log.write_text(out)
    status, out, _ = run(capsys, "verify", str(log))
    assert status == 0 and "the records of match 1 tell" in out
    log.write_text(log.read_text().replace('"kind":"trick"', '"kind":"trikc"'))
    status, out, _ = run(capsys, "verify", str(log))
    assert status == 6 and "no record on this computer tells" in out


ON_THE_WAY = {
    "signed by an editor": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16, as a shell redirects it": lambda text: text.encode("utf-16"),
    "big-endian UTF-16": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "the code page of an old editor": lambda text: text.encode("cp1252"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "line ends of Windows twice": lambda text: text.replace("\n", "\r\r\n").encode(),
    "line ends of an old Mac": lambda text: text.replace("\n", "\r").encode(),
    "mixed line ends": lambda text: text.replace("\n", "\r\n", 7).encode(),
    "blank lines at the end": lambda text: f"{text}\n \n\n".encode(),
    "blank lines before": lambda text: f"\n\n{text}".encode(),
    "double spacing": lambda text: text.replace("\n", "\n\n").encode(),
    "no line feed at the end": lambda text: text.rstrip("\n").encode(),
    "spaces behind each line": lambda text: text.replace("\n", "  \n").encode(),
    "spaces around each line": lambda text: (" " + text.replace("\n", "\u00a0\t\n \u00a0")).encode(),
    "quoted-printable": lambda text: quopri.encodestring(text.encode()),
    "quoted-printable of Windows": lambda text: quopri.encodestring(text.encode()).replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("change", ON_THE_WAY.values(), ids=ON_THE_WAY)
def test_a_file_whose_records_are_whole_is_readable_however_it_travelled(capsys, tmp_path, change):
    file = game_file("democracy", 4, 7)
    file.told["players"] = ["Zo\u00eb", "Ben=", "Cleo", "Dan"]
    path = tmp_path / "game.jsonl"
    path.write_bytes(change(gamefile.to_lines(file)))
    assert gamefile.read(path) == file
    assert run(capsys, "verify", str(path))[0] == 0
    assert run(capsys, "import", str(path))[0] == 0


def test_the_place_of_a_fault_counts_empty_lines(capsys, exported):
    lines = exported.read_text().split("\n")
    lines[5] = lines[5].replace('"raw":"W', '"raw":"X')
    exported.write_bytes("\r\n".join(["", *lines]).encode())
    status, _, err = run(capsys, "verify", str(exported))
    assert status == 6 and f"{exported}:7 " in err


@pytest.mark.parametrize("name", ["signed by an editor", "line ends of Windows", "double spacing"])
def test_an_open_log_is_readable_however_it_travelled(capsys, exported, tmp_path, name):
    run(capsys, "import", str(exported))
    log = tmp_path / "log.jsonl"
    log.write_bytes(ON_THE_WAY[name](run(capsys, "log", "1", "--json")[1]))
    status, out, _ = run(capsys, "verify", str(log))
    assert status == 0 and "the records of match 1 tell" in out


@pytest.mark.parametrize("uid", [UID, "text-0123456789abcdef"])
def test_a_game_that_no_table_has_recorded_is_refused(capsys, exported, uid):
    """The rules alone are no proof: a table's own records belong to every game."""
    file = gamefile.read(exported)
    records = [record for record in file.records() if record[4] not in OWN]
    rows = [[g, 1, g, 0, *record[4:9]] for g, record in enumerate(records)]
    file.uid = uid
    file.raws = [json.dumps(row, separators=(",", ":")).encode() for row in rows]
    exported.write_text(gamefile.to_lines(file))
    assert file.audit().shadow.over and file.audit().shadow.difference is None
    for verb in ("import", "verify"):
        status, out, _ = run(capsys, verb, str(exported))
        assert status == 6 and "no beginning of a match that can be checked" in out, out


def test_export_says_where_it_cannot_write(capsys, exported):
    run(capsys, "import", str(exported))
    status, _, err = run(capsys, "export", "1", "--out", "no/such/folder/x")
    assert status == 1 and "cannot be written" in err


@pytest.mark.parametrize(
    "changed", ["engine/cards.py", "engine/asks/laying.py", "games/registry.py", "games/demos/rules.py"]
)
def test_the_digest_of_the_rules_is_over_every_file_of_engine_and_games(tmp_path, monkeypatch, changed):
    whole = gamefile.rules_digest("demos")
    copy = tmp_path / "cardtable"
    shutil.copytree(mp32.LIBRARY / "cardtable", copy)
    monkeypatch.setattr(gamefile.games, "__file__", str(copy / "games" / "registry.py"))
    assert gamefile.rules_digest("demos") == whole
    (copy / changed).write_bytes((copy / changed).read_bytes() + b"#")
    assert gamefile.rules_digest("demos") != whole
