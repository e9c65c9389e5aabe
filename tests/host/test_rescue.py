"""The first image on a table whose program lies in files: what is its own is copied, and written back."""

import errno
import json
import os
import shutil

import pytest

import pseudo_language
from firmware_table import Host, Table
from flashable_table import NEW, OLD, STOCK, OnDisk, set_up
from mp32 import ROOT
from tablehost.errors import Trouble
from tablehost.flashing import drives, meeting, rescue
from tablehost.flashing.device import Mpremote
from tablehost.link import config
from wired_pico import Wired

BEFORE = ROOT / "tests" / "golden" / "before_image"
UID = "e66138528350be2f-0badcafe"
CHANGING = ("journal/acked", "deck.txt.rows")  # whenever it runs
PROGRAM = ("main.py", "start", "a/manifest", "a/lib/0", "b/lib/7")


@pytest.fixture
def at(tmp_path, monkeypatch):
    """As for `flash`, at a table whose program lies in files."""
    at = set_up(tmp_path, monkeypatch)
    pico = at.pico
    root = pico.table.root
    shutil.rmtree(root / "journal")
    (root / "board").unlink()
    lay_out(root)
    for name in PROGRAM:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"of the program")
    pico.program, pico.about, pico.board = (OLD, (), None), STOCK, "pico_6pads"
    pico.start()
    pico.table.run(500_000)
    return at


def lay_out(root):
    """The files of such a table, as the last program of its kind left them."""
    shutil.copytree(BEFORE / "journal", root / "journal")
    for name in ("marker", "settings"):
        shutil.copy(BEFORE / name, root / name)


def own(root):
    """What is the table's own: path -> content; a stage grows with each start, so not the last one."""
    names = [path for path in root.rglob("*") if path.is_file()]
    found = {str(path.relative_to(root)): path.read_bytes() for path in names}
    last = max(name for name in found if name.endswith(".stage"))
    return {name: data for name, data in found.items() if name not in (last, *PROGRAM, *CHANGING)}


def records(table):
    journal = table.loop.journal
    return [journal.get(g) for g in range(journal.lo(), journal.hi() + 1)]


def folder():
    return max(rescue.folder().iterdir(), key=lambda path: path.stat().st_mtime_ns)


def is_itself(at, before):
    """The image runs, and the table is the one that it was."""
    pico = at.pico
    assert pico.program[0] == NEW and not pico.deaf
    table = pico.table
    assert table.loop.end._info[0] == UID
    assert records(table)[: len(before)] == before and len(records(table)) > len(before)
    root = table.root
    assert (root / "settings").read_bytes() == (BEFORE / "settings").read_bytes()
    assert (root / "marker").read_text() == "-0badcafe" and (root / "board").read_text() == "pico_6pads"
    assert not any((root / name).exists() for name in PROGRAM), "and nothing of the old program is there"
    assert json.loads((folder() / rescue.LIST).read_text())["state"] == rescue.RESTORED


# -- records made before stay readable -----------------------------------------------------------------------


def test_the_program_of_today_reads_what_one_in_files_has_written(tmp_path):
    """Packed matches, and the chain over all of them, to the byte as a computer took them then."""
    lay_out(tmp_path)
    table = Table(tmp_path)
    host = Host(table)
    host.run(30)
    told = (BEFORE / "records.jsonl").read_bytes().splitlines()
    assert [host.disk.stored(UID, g) for g in range(len(told))] == told
    assert table.loop.journal.mended == [] and table.loop.journal.get(len(told))[4] == "boot"


def test_the_computer_reads_the_same_positions(tmp_path):
    lay_out(tmp_path)
    count = len((BEFORE / "records.jsonl").read_bytes().splitlines())
    assert rescue.positions(tmp_path / "journal") == (0, count - 1)
    stage = max((tmp_path / "journal").glob("*.stage"))
    stage.write_bytes(stage.read_bytes()[:-1])
    assert rescue.positions(tmp_path / "journal") == (0, count - 2), "a torn line was promised to nobody"
    assert rescue.positions(tmp_path / "none") == (-1, -1)


# -- the whole way -------------------------------------------------------------------------------------------


def test_a_table_gets_its_first_image_and_is_itself_again(at, capsys):
    before, files = records(at.pico.table), own(at.pico.table.root)
    assert at() == 0
    is_itself(at, before)
    assert own(at.pico.table.root) == {**files, "board": b"pico_6pads"}
    out = capsys.readouterr().out
    assert f"cardtable flash --restore {folder()}" in out and "the table is itself again" in out
    assert {path.name for path in (folder() / "files").iterdir()} >= {"journal", "deck.txt", "settings"}
    assert list(config.boards().values()) == ["pico_6pads"]
    assert at() == 0 and "nothing to do" in capsys.readouterr().out
    assert at("--restore", str(folder())) == 0 and "is itself again" in capsys.readouterr().out


def test_it_is_told_in_words_of_catalogues(at, capsys, monkeypatch):
    pseudo_language.speak(monkeypatch)
    for said in (["-n"], []):
        at(*said)
    at("--restore", str(folder()))
    pseudo_language.forget()
    out, err = capsys.readouterr()
    known = pseudo_language.NAMES | set(
        "badcafe port Raspberry Pi Pico MHz mV RPI RP cardtable pico uf".split()
    )
    assert not (left := pseudo_language.left_over("\n".join([out, err]), known)), "\n".join(left)


def test_dry_run_prints_the_plan_and_touches_nothing(at, capsys):
    before = at.files("")
    assert at("-n") == 0
    out = capsys.readouterr().out
    assert "over its program and files" in out and "board back" in out and "settings stay" not in out
    assert at.files("") == before and not rescue.folder().exists() and not at.pico.deaf


def test_a_table_whose_program_has_stopped_is_copied_all_the_same(at):
    before = records(at.pico.table)
    at.pico.deaf = True
    assert at() == 0
    is_itself(at, before)


def test_json_names_the_folder(at, capsys):
    assert at("--json") == 0
    assert json.loads(capsys.readouterr().out)["data"]["kept"] == str(folder())


def test_a_board_of_ones_own_comes_along(at):
    at.pico.board = "mine"
    (at.pico.table.root / "board.py").write_text("NAME = 'mine'\n")
    assert at() == 0
    root = at.pico.table.root
    assert (root / "board.py").read_text() == "NAME = 'mine'\n" and (root / "board").read_text() == "board"


# -- what is refused -----------------------------------------------------------------------------------------


def refused(at, *said):
    """The trouble; the table has all its files, and starts with its old program."""
    before = own(at.pico.table.root)
    with pytest.raises(Trouble) as trouble:
        at(*said)
    assert own(at.pico.table.root) == before and not at.pico.waits, "nothing was changed"
    assert at.pico.about is STOCK and at.pico.program[0] == OLD and not at.pico.deaf
    assert trouble.value.hint
    return trouble.value


def crossed(at):
    """The paths that were read or asked for, to the end of the test."""
    seen = []
    at.pico.at = lambda what, path: seen.extend(path if what == "digests" else [path])
    return seen


def test_not_while_a_match_is_open(at):
    seen = crossed(at)
    at.pico.table.begin(2)
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("SEALED", 4) and "cardtable end" in trouble.hint
    assert not seen and not at.pico.table.says.startswith("Maintenance")


@pytest.mark.parametrize(
    "name", ["sealed.1/rows", "sealed/rows", "sealed.new/rows", "sealed/rows.new", "vault"]
)
def test_a_vault_with_rows_stays_where_it_is(at, name):
    """Also where the program does not answer: a parked match, one that was about to begin, an older kind."""
    seen = crossed(at)
    at.pico.deaf, at.pico.start = True, lambda: None
    path = at.pico.table.root / "journal" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b'["seal","seed","secret"]')
    with pytest.raises(Trouble) as trouble:
        at()
    assert (trouble.value.code, trouble.value.exit) == ("SEALED", 4) and path.exists()
    assert seen == [""], "it was started again"
    assert not rescue.folder().exists()


def test_a_parked_match_has_to_be_ended_first(at):
    table = at.pico.table
    table.begin(2)
    first = table.loop.journal.match()
    host = Host(table)
    host.run(10)
    host.end.do("match", "park")
    host.run(1)
    assert refused(at).code == "SEALED"
    host = Host(table := at.pico.table)
    host.run(10)
    host.end.do("match", "drop", first)
    host.run(1)
    assert at() == 0


def test_not_while_the_table_still_erases_the_secrets_of_a_match(at):
    """After the image nothing would."""
    (at.pico.table.root / "journal" / "unclean").write_bytes(b"1")
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("UNCLEAN", 4) and "a minute" in trouble.hint


def test_what_is_no_journal_of_ours_is_not_read(at):
    (at.pico.table.root / "journal" / "secrets").write_bytes(b"of another program")
    (at.pico.table.root / "notes.txt").write_bytes(b"mine")
    seen = crossed(at)
    assert at() == 0
    assert not [path for path in seen if "secrets" in path or "notes" in path]


def test_an_id_that_would_lead_elsewhere_names_no_folder(at):
    """No table that speaks has one; a file may say anything."""
    (at.pico.table.root / "marker").write_text("-../../x")
    at.pico.start()
    with pytest.raises(Trouble):
        at()
    assert folder().parent == rescue.folder() and folder().name.startswith("e66138528350be2f-______x-2")


def test_without_a_board_nothing_begins(at):
    at.pico.board = ""
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("NO_BOARD_YET", 2) and "pico_6pads" in trouble.hint
    assert at("--board", "pico_6pads") == 0


def test_records_that_no_computer_has_come_along(at, monkeypatch):
    """They are in the journal that is copied."""
    before = records(at.pico.table)
    turn = meeting.Session.turn

    def heard(self, seconds):
        if not at.pico.deaf and at.pico.about is STOCK:
            self.journal.append = lambda uid, news: -1
        elif "append" in vars(self.journal):
            del self.journal.append
        return turn(self, seconds)

    monkeypatch.setattr(meeting.Session, "turn", heard)
    assert at() == 0
    is_itself(at, before)


# -- a copy that is not the same -----------------------------------------------------------------------------


def test_a_file_that_was_damaged_on_its_way_is_found(at, monkeypatch):
    read = OnDisk.read

    def damaged(self, path):
        data = read(self, path)
        return data[:-1] + b"\0" if path.endswith("13.game") else data

    monkeypatch.setattr(OnDisk, "read", damaged)
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("COPY_DIFFERS", 6) and "13.game" in trouble.message
    with pytest.raises(Trouble) as none:
        at("--restore", str(folder()))
    assert (none.value.code, none.value.exit) == ("NO_COPY", 3)


def test_a_copy_that_the_disk_has_no_room_for(at, monkeypatch):
    def full(number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(rescue.os, "fsync", full)
    assert refused(at).code == "NOT_KEPT"


def test_a_file_that_was_damaged_on_its_way_back_is_found(at, monkeypatch):
    before = records(at.pico.table)
    write = OnDisk.write

    def damaged(self, path, data):
        write(self, path, data[:-1] if path.endswith("13.game") else data)

    with monkeypatch.context() as patch:
        patch.setattr(OnDisk, "write", damaged)
        with pytest.raises(Trouble) as trouble:
            at()
    assert trouble.value.code == "BACK_DIFFERS" and f"--restore {folder()}" in trouble.value.hint
    assert not (at.pico.table.root / "board").exists(), "so that it does not start"
    assert at("--restore", str(folder())) == 0
    is_itself(at, before)


def test_a_changed_copy_is_not_written_back(at):
    at.pico.mounted = False
    with pytest.raises(Trouble):
        at()
    (folder() / "files" / "journal" / "00000001.game").write_bytes(b"")
    with pytest.raises(Trouble) as trouble:
        at("--restore", str(folder()))
    assert (trouble.value.code, trouble.value.exit) == ("COPY_CHANGED", 6)


# -- a cut at each step --------------------------------------------------------------------------------------


def cut(at, when, error=None):
    """The cable comes out, or this error, at this touch of the files, counted from 0, and stays out."""
    touched = []

    def touch(what, path):
        touched.append(what)
        if len(touched) > when:
            raise error or Trouble("LOST", "the cable is out", "", 8)

    at.pico.at = touch


def mended(at):
    """The cable is in again: the table has power, and nothing is in the way."""
    at.pico.at = lambda what, path: None
    at.pico.start()


def test_a_cut_at_any_touch_of_the_old_files_leaves_them_all(at):
    files = own(at.pico.table.root)
    when = 0
    while at.pico.about is STOCK:
        cut(at, when)
        with pytest.raises(Trouble) as trouble:
            at()
        if at.pico.about is STOCK:
            assert trouble.value.code == "TAKE_LOST" and "it has all of them" in trouble.value.message
            assert own(at.pico.table.root) == files and not rescue.find_unfinished("")
            mended(at)
        when += 1
    assert when > len(files), "each of them was read, and then all compared"
    assert trouble.value.code == "LOST" and f"cardtable flash --restore {folder()}" in trouble.value.hint


def test_after_a_cut_at_any_touch_of_the_new_files_restore_goes_on(at, tmp_path):
    """At each touch anew, from a table that has nothing but the image; and once more while that goes on."""
    before, pico = records(at.pico.table), at.pico
    pico.table.root.joinpath("journal", "acked").unlink()  # what is read from there on is all in the copy
    drive = pico.take_image
    pico.take_image = lambda: (drive(), cut(at, 0))
    with pytest.raises(Trouble):
        at()
    when = last = 0
    while last == 0:
        for path in (tmp_path / "home").glob("journal.sqlite*"):
            path.unlink()  # no computer has seen it yet
        shutil.rmtree(pico.table.root)
        pico.table.root.mkdir()
        pico.fault = "data of another program"
        copy = rescue.load(folder())
        copy.now(rescue.OVERWRITTEN)
        mended(at)
        for at_once in (when, 2):
            cut(at, at_once)
            try:
                last += at("--restore", str(copy.folder)) == 0
                break
            except Trouble as trouble:
                assert f"cardtable flash --restore {copy.folder}" in trouble.hint
            mended(at)
        mended(at)
        if pico.deaf:
            assert not (pico.table.root / "board").exists(), "it does not start with half of its files"
        assert at("--restore", str(copy.folder)) == 0
        is_itself(at, before)
        when += 1
    assert when > 10


def test_an_image_that_is_cut_short(at, monkeypatch):
    before = records(at.pico.table)

    def gone(image, place, safe):
        raise Trouble("CUT_SHORT", f"after 2 KB; {safe}", "", 8)

    with monkeypatch.context() as patch:
        patch.setattr(drives, "copy", gone)
        with pytest.raises(Trouble) as trouble:
            at()
    assert f"settings are in {folder()}" in trouble.value.message
    assert "BOOTSEL" in trouble.value.hint and f"--restore {folder()}" in trouble.value.hint
    drive = str(at.pico.drive)
    assert at("--restore", str(folder()), "--drive", drive) == 0
    is_itself(at, before)


def test_without_the_copy_a_board_is_not_written(at):
    """Else the table would begin a journal of its own."""
    cut_after_image(at)
    at.pico.wait_as_drive()
    with pytest.raises(Trouble) as trouble:
        at("--drive", str(at.pico.drive), "--board", "pico_6pads")
    assert trouble.value.code == "RESTORE_FIRST" and f"--restore {folder()}" in trouble.value.hint
    assert not (at.pico.table.root / "board").exists()


def cut_after_image(at):
    """The image is on it, and not one of its files."""
    take = at.pico.take_image
    at.pico.take_image = lambda: (take(), cut(at, 0))
    with pytest.raises(Trouble):
        at()
    at.pico.take_image = take
    mended(at)


def test_a_drive_that_is_not_mounted(at):
    before = records(at.pico.table)
    at.pico.mounted = False
    with pytest.raises(Trouble) as trouble:
        at()
    assert trouble.value.code == "NO_DRIVE" and f"--restore {folder()} --drive" in trouble.value.hint
    at.pico.mounted = True
    at.pico.wait_as_drive()
    assert at("--restore", str(folder()), "--drive", str(at.pico.drive)) == 0
    is_itself(at, before)


def test_stopped_while_it_copies_the_image(at, monkeypatch):
    def stopped(image, place, safe):
        raise KeyboardInterrupt

    monkeypatch.setattr(drives, "copy", stopped)
    with pytest.raises(Trouble) as trouble:
        at()
    assert (trouble.value.code, trouble.value.exit) == ("INTERRUPTED", 130)
    assert str(folder()) in trouble.value.message and "BOOTSEL" in trouble.value.hint


def test_stopped_while_files_are_read(at):
    cut(at, 3, KeyboardInterrupt())
    at.pico.at, touch = lambda what, path: what == "reset" or touch(what, path), at.pico.at
    trouble = refused(at)
    assert (trouble.code, trouble.exit) == ("TAKE_STOPPED", 130)


def test_stopped_while_they_are_written_back(at):
    cut_after_image(at)
    cut(at, 2, KeyboardInterrupt())
    with pytest.raises(Trouble) as trouble:
        at("--restore", str(folder()))
    assert trouble.value.code == "INTERRUPTED" and f"--restore {folder()}" in trouble.value.hint


# -- where a copy does not belong ----------------------------------------------------------------------------


def test_a_copy_is_not_written_over_a_table_that_has_its_files(at):
    at.pico.mounted = False
    with pytest.raises(Trouble):
        at()
    at.pico.waits = False
    at.pico.start()  # the plug was pulled: the old program runs
    for deaf in (False, True):
        at.pico.deaf = deaf
        assert refused(at, "--restore", str(folder())).code == "NOT_OVERWRITTEN"


def test_a_copy_that_the_table_has_played_beyond(at):
    at.pico.mounted = False
    with pytest.raises(Trouble):
        at()
    at.pico.waits, at.pico.mounted = False, True
    at.pico.start()
    at.pico.table.begin(2)
    with pytest.raises(Trouble):
        at()  # it takes over what was played
    at.pico.wait_as_drive()
    with pytest.raises(Trouble) as trouble:
        at("--restore", str(folder()), "--drive", str(at.pico.drive))
    assert (trouble.value.code, trouble.value.exit) == ("COPY_OLD", 5)
    assert not (at.pico.drive / drives.TARGET).exists()


def test_a_copy_of_another_table(at):
    cut_after_image(at)
    copy = rescue.load(folder())
    copy._replace(pico="e6" * 8).now(rescue.OVERWRITTEN)
    with pytest.raises(Trouble) as trouble:
        at("--restore", str(folder()))
    assert trouble.value.code == "OTHER_PICO" and at.files("") == {}


def test_a_table_that_was_set_up_anew_keeps_what_it_has(at):
    cut_after_image(at)
    at.pico.fault = ""
    (at.pico.table.root / "journal").mkdir()
    (at.pico.table.root / "journal" / "00000099.stage").write_bytes(b"mine")
    before = at.files("")
    with pytest.raises(Trouble) as trouble:
        at("--restore", str(folder()))
    assert trouble.value.code == "SET_UP_SINCE" and at.files("") == before


def test_where_there_is_no_room_the_oldest_matches_stay_here(at, monkeypatch, capsys):
    monkeypatch.setattr(rescue, "ROOM", 9 * 4096)
    assert at() == 0
    out = capsys.readouterr().out
    assert "1 of the oldest matches" in out
    names = {path.name for path in (at.pico.table.root / "journal").iterdir()}
    assert "00000000.game" not in names and "00000001.game" in names
    assert (folder() / "files" / "journal" / "00000000.game").exists()


def test_matches_that_no_computer_has_do_not_stay_behind(tmp_path, monkeypatch):
    lay_out(tmp_path / rescue.FILES)
    files = {f"/journal/{path.name}": "" for path in (tmp_path / "files" / "journal").iterdir()}
    copy = rescue.Copy(tmp_path, UID, "", 0, 25, files, rescue.COPIED)
    monkeypatch.setattr(rescue, "ROOM", 5 * 4096)
    assert "/journal/00000000.game" not in rescue.what_fits(copy, 0)
    with pytest.raises(Trouble) as trouble:
        rescue.what_fits(copy, -1)
    assert trouble.value.code == "TOO_MUCH"


# -- by mpremote, on littlefs --------------------------------------------------------------------------------


@pytest.fixture
def wires(tmp_path, needs_mp32):
    """wires(): a Pico at a pseudo-terminal, with littlefs that is empty."""
    made = []

    def wire():
        place = tmp_path / f"pico{len(made)}"
        place.mkdir()
        made.append(Wired(place))
        return made[-1]

    yield wire
    for one in made:
        one.close()


def test_the_files_cross_the_line_both_ways_by_mpremote(wires, tmp_path, monkeypatch):
    """From one flash to another, and a table runs on what arrived; the vault's bytes are in neither copy."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    old, said = Mpremote(wires().name), []
    old.mkdir("/journal")
    for path in sorted((BEFORE / "journal").iterdir()):
        old.write(f"/journal/{path.name}", path.read_bytes())
    for name in ("settings", "marker"):
        old.write(f"/{name}", (BEFORE / name).read_bytes())
    old.write("/board.py", b"NAME = 'pico_6pads'\n")
    old.write("/deck.txt", b"# a deck\n" * 200)
    assert old.board() == "pico_6pads" and old.fault() == ""
    tell = lambda word, **values: said.append(word)  # noqa: E731
    copy = rescue.take(old, old.about(), {"/board": b"pico_6pads"}, tell)
    assert copy.uid == "e661385283-0badcafe" and (copy.first, copy.last) == (0, 25)
    new = Mpremote(wires().name)
    rescue.put_back(new, new.about(), rescue.load(copy.folder), -1, tell)
    rescue.put_back(new, new.about(), rescue.load(copy.folder), -1, tell)  # what is there stays
    assert {path: new.digests([path])[0].hex() for path in copy.files} == copy.files
    assert said == ["rescue-copying", "rescue-copied", *["rescue-writing", "rescue-written"] * 2]
    root = tmp_path / "table"
    root.mkdir()
    for path, size in new.files("").items():
        if size < 0:
            (root / path[1:]).mkdir()
        else:
            (root / path[1:]).write_bytes(new.read(path))
    table = Table(root)
    assert table.loop.journal.hi() == copy.last + 1 and table.loop.journal.mended == []
    for device in (old, new):
        device.close()


def test_the_files_of_our_image_are_formatted_by_its_own_module(wires):
    device = Mpremote(wires().name)
    program = b"""def find_fault():
    return None if done else "it is FAT"
done = []
def format():
    done.append(1)
"""
    device.write("/files_partition.py", program)
    assert device.fault() == "it is FAT"
    device.format()
    assert device.fault() == "" and device.board() == ""
    device.close()


def test_a_device_that_is_lost_while_it_is_copied(wires, tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    wired = wires()
    device = Mpremote(wired.name)
    device.write("/settings", b"lang=fr\n")
    with pytest.raises(Trouble) as trouble, rescue.guard_copying(device):
        wired.close_process()
        rescue.take(device, device_about(), {}, lambda word, **values: None)
    assert trouble.value.code == "TAKE_LOST" and "it has all of them" in trouble.value.message


def device_about():
    return STOCK._replace(uid="e661385283")
