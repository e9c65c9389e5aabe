"""The verb `flash`: puts the image of this version on a Pico. docs/build/flash.md describes the steps.

The image takes the program's part of the flash and nothing else: journal, deck, settings and board stay.
Nothing is written before image, Pico and table are known to fit. A copy that is cut short leaves a Pico that
waits, as a drive, for the copy to be repeated.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from cardtable.wire.shapes import NO_BOARD
from tablehost import arguments
from tablehost.errors import (
    BUSY,
    CHECK_FAILED,
    LINK_LOST,
    NOT_FOUND,
    USAGE,
    VERSION_SKEW,
    Trouble,
    did_you_mean,
)
from tablehost.firmware import firmware_files
from tablehost.firmware.program import VIRTUAL, image_digest
from tablehost.flashing import comparison, drives, images, overlay
from tablehost.flashing.device import Device, Mpremote, mpremote
from tablehost.flashing.images import Image
from tablehost.flashing.meeting import MetTable, ReadOnlyJournal, meet
from tablehost.flashing.told import SAID, trouble
from tablehost.folders import has_journal, own_games
from tablehost.journal.store import Journal
from tablehost.link import config, discovery, port
from tablehost.link.conversation import Conversation, Ledger
from tablehost.link.events import Info, Lost, Printed
from tablehost.link.port_error import PortError
from tablehost.link.usb_devices import PRODUCT
from tablehost.plugins import own
from tablehost.plugins.own import OwnGame
from tablehost.types import SCHEMA

OURS = f"{PRODUCT}, "  # how MicroPython calls a Pico with our image
PICO = "Raspberry Pi Pico"  # and how one with its own begins
MARKER = "/marker"
BOARD, OWN_BOARD = "/board", "/board.py"
OWN = "board"  # the module that is a board of one's own
DRIVE_S = 30.0  # within so long a Pico that was asked to shows as a drive
BACK_S = 60.0  # within so long the table is back
HELLO_S = 10.0  # a port that is open for so long without a hello has no program that runs
RUNS_S = 15.0  # longer than a start that fails may take, see firmware/frozen/start_count.py
PAUSE_S = 0.25

Open = Callable[[str], Device]


def main(args: arguments.Flash) -> int:
    """Put it there and see it run. Raises Trouble."""
    return Flashing(args, Mpremote).run()


def hardware(asked: str | None, verb: str) -> str:
    """Return the address of a real table. Raises Trouble, exit status 3, if there is none."""
    address = discovery.find(asked, True, is_real=True)
    if address == discovery.SIM:
        raise trouble("no-table", NOT_FOUND, verb=verb)
    return port.lasting_address(address)


class Done(NamedTuple):
    """The result, for --json."""

    uid: str
    program: str
    image: str
    copied: bool


class Board(NamedTuple):
    """The board that was asked for: a row of `firmware_files.boards`, or the file of one of one's own."""

    name: str
    file: Path | None

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files to write for it: path and content."""
        if self.file is not None:
            yield OWN_BOARD, self.file.read_bytes()
        yield BOARD, self.name.encode()


class Flashing:
    """One run of the verb. `opened`: gives the files of the device at a port."""

    def __init__(self, args: arguments.Flash, opened: Open) -> None:
        self._args = args
        self._opened = opened
        self._began = time.monotonic()
        self._address = ""
        self._uid = ""
        self._board: Board | None = None
        self._hidden: list[str] = []  # the modules that the table should name
        self._copied: Image | None = None
        self._whole = ""  # the digest that it should send, with that of its files, where that is known
        self._game: OwnGame | None = None  # a game of one's own that the table should load

    def run(self) -> int:
        args = self._args
        if args.dev or args.plain or self._is_own_changed():
            return self._change()
        self._board = _board(args.board)
        made = self._images()
        place = Path(args.drive) if args.drive else None
        if place is None:
            place = self._target()
        if args.dry_run:
            return self._planned(made, place)
        with Journal() as journal:
            if place is None:
                met = self._meet(journal, True)
                if met is not None and self._is_overlaid(met, made):
                    return self._change_files(journal, met)
                if met is not None and self._runs(met, made):
                    self._tell("same")
                    return self._end(Done(met.uid, str(met.info["program"]), "", False))
                place = self._ask_for_drive(journal, met)
            image = self._put_image(made, place)
            self._see_it_run(journal, image.program)
            self._remember()
            return self._end(Done(self._uid, image.program, str(image.path), True))

    def _put_image(self, made: dict[str, Image], place: Path) -> Image:
        """Copy the image for the Pico at this drive, and have that start it."""
        image = _for(made, place)
        self._tell("copying", path=image.path.name, size=len(image.data) // 1024, drive=place)
        drives.copy(image, place)
        self._tell("copied")
        self._copied = image
        return image

    # -- before anything is changed --------------------------------------------------------------

    def _images(self) -> dict[str, Image]:
        """Return the image that was named, or those that are here; a plan does without. Raises Trouble."""
        if self._args.image:
            return {"": images.load(Path(self._args.image))}
        return images.found_images() if self._args.dry_run else images.load_images()

    def _tell(self, word: str, **values: object) -> None:
        if not self._args.json and not self._args.quiet:
            print(SAID(word, **values), flush=True)

    def _target(self) -> Path | None:
        """Return the drive of a Pico that waits, None if there is a table; its address is known then. A plan
        wants neither.
        """
        try:
            self._address = hardware(self._args.table, "flash")
            return None
        except Trouble as absent:
            waiting = [] if self._args.table else drives.find()
            if not waiting and self._is_without_table(absent):
                return None
            if absent.exit != NOT_FOUND or not waiting:
                raise
        if len(waiting) > 1:
            raise trouble("which-drive", NOT_FOUND, drives=", ".join(map(str, waiting)))
        return waiting[0]

    def _is_without_table(self, absent: Trouble) -> bool:
        """Return True if a plan is wanted and no table was named, so that none is needed."""
        return self._args.dry_run and not self._args.table and absent.exit == NOT_FOUND

    def _meet(self, journal: Ledger, take: bool) -> MetTable | None:
        line = port.open_port(self._address)
        try:
            met = meet(journal, line, take)
        finally:
            line.close()
        if met is None:
            self._tell("silent", port=self._address)
            return None
        if str(met.info["program"]).startswith(VIRTUAL):
            raise trouble("virtual", NOT_FOUND, port=self._address)
        self._uid = met.uid
        self._tell("table", uid=met.uid, port=self._address)
        if met.playing:
            raise trouble("playing", BUSY)
        if take and met.here < met.last:
            raise trouble("untaken", BUSY, last=met.last, here=met.here)
        if take and 0 <= met.last <= met.here:
            self._tell("taken", last=met.last)
        return met

    def _runs(self, met: MetTable, made: dict[str, Image]) -> bool:
        """Return True if the table runs this very program on this board, and the user does not want
        it again.
        """
        programs = {image.program for image in made.values()}
        same = programs == {image_digest(str(met.info["program"]))} and not met.info["shadows"]
        is_due = self._is_board_due() or NO_BOARD in met.info["caps"]
        return same and not self._args.again and not is_due

    def _is_board_due(self) -> bool:
        """Return True if the board is to be written, as far as is known here."""
        board = self._board
        if board is None:
            return False
        return board.file is not None or config.boards().get(_pico(self._uid)) != board.name

    def _planned(self, made: dict[str, Image], place: Path | None) -> int:
        met = self._looked_at() if self._address else None
        lines = []
        if met is not None and self._runs(met, made):
            lines.append(SAID("same"))
        else:
            lines += self._planned_copies(made, place)
            if self._is_board_due():
                lines.append(SAID("plan-board", board=self._board and self._board.name))
            lines.append(SAID("plan-proof"))
        if self._args.json:
            programs = sorted({image.program for image in made.values()})
            print(json.dumps({"schema": SCHEMA, "ok": True, "data": {"programs": programs, "plan": lines}}))
        else:
            self._tell("planned")
            for number, line in enumerate(lines, 1):
                print(f"  {number}. {line}")
        return 0

    def _planned_copies(self, made: dict[str, Image], place: Path | None) -> list[str]:
        """Return the lines on how an image comes onto the Pico; one that is not here is to be got first."""
        chips = images.CHIPS if place is None else (drives.chip_at(place),)
        is_here = bool(made.keys() & {"", *(chip.name for chip in chips)})
        lines = [] if is_here else [SAID("plan-get", where=images.where_images_are())]
        if place is None:
            lines.append(SAID("plan-ask" if self._address else "plan-hold"))
        if not is_here:
            paths = ((chip, firmware_files.image_path(chip.name)) for chip in chips)
            return lines + [SAID("plan-copy-got", chip=chip.title, path=path) for chip, path in paths]
        for image in made.values() if place is None else (_for(made, place),):
            size = len(image.data) // 1024
            lines.append(
                SAID("plan-copy", chip=image.chip.title, path=image.path, size=size, digest=image.program)
            )
        return lines

    def _looked_at(self) -> MetTable | None:
        """Return the result of `_meet`; nothing is written, here or there."""
        if not has_journal():
            return self._meet(ReadOnlyJournal(None), False)
        with Journal() as journal:
            return self._meet(ReadOnlyJournal(journal), False)

    # -- files over the program ------------------------------------------------------------------

    def _change(self) -> int:
        """Lay files over the program, or remove those that hide parts of it. Raises Trouble."""
        try:
            self._address = hardware(self._args.table, "flash")
        except Trouble as absent:
            if self._args.dev or not self._is_without_table(absent):
                raise
        if self._args.dry_run:
            return self._change_planned(self._looked_at() if self._address else None)
        with Journal() as journal:
            met = self._meet(journal, True)
            return self._change_files(journal, met)

    def _is_own_changed(self) -> bool:
        """Return True if laws or games of one's own are to be laid or removed."""
        args = self._args
        return bool(args.laws or args.no_laws or args.game or args.no_game)

    def _wanted_own(self, met: MetTable | None) -> list[overlay.OwnChange]:
        """Return the changes of what is the table's own, before that is touched. Raises Trouble."""
        args = self._args
        found: list[overlay.OwnChange] = []
        if args.laws:
            found.append(overlay.laws(Path(args.laws)))
        if args.no_laws:
            found.append(overlay.no_laws)
        if args.no_game:
            found.append(overlay.no_game(args.no_game))
        if args.game:
            self._game = own.read(Path(args.game), own.MOST_AT_TABLE)
            if met is not None and self._game.ability in met.info["caps"]:
                self._tell("game-same", name=self._game.name)
            else:
                found.append(overlay.game(self._game))
        return found

    def _wanted(self, met: MetTable | None) -> list[overlay.Change]:
        """Return the change of other files, before the table is touched. Raises Trouble."""
        program = image_digest(str(met.info["program"])) if met is not None else ""
        if met is None and self._address and not self._args.plain:
            raise trouble("not-heard", NOT_FOUND)
        found = []
        if self._args.dev:
            made = images.load_images()
            image = next((image for image in made.values() if image.program == program), None)
            if image is None:
                meant = ", ".join(sorted({image.program for image in made.values()}))
                raise trouble("not-that-image", VERSION_SKEW, found=program, meant=meant)
            found.append(overlay.changed_modules(image))
        return found

    def _change_planned(self, met: MetTable | None) -> int:
        lines: list[str] = []
        wanted = self._wanted(met)
        args = self._args
        if args.no_laws:
            lines.append(SAID("plan-no-laws"))
        if args.no_game:
            lines.append(SAID("plan-no-game", name=args.no_game))
        args.no_laws, args.no_game = False, None  # whether they are there is seen on the table alone
        wanted += [change(()) for change in self._wanted_own(met)]
        lines += [
            SAID("plan-lay", path=path, size=len(data)) for one in wanted for path, data in one.files.items()
        ]
        if self._game is not None:
            lines.append(SAID("plan-keep-game", path=own_games() / self._game.name))
        if args.plain:
            lines = [SAID("plan-plain", names=", ".join(met.info["shadows"]) if met is not None else None)]
        if self._args.json:
            print(json.dumps({"schema": SCHEMA, "ok": True, "data": {"programs": [], "plan": lines}}))
        else:
            self._tell("planned")
            for number, line in enumerate(lines, 1):
                print(f"  {number}. {line}")
        return 0

    def _change_files(self, journal: Journal, met: MetTable | None) -> int:
        """Change the files of the table, and see it run with them. Without `--dev` overlay files are
        removed.
        """
        wanted = self._wanted(met)
        own_changes = self._wanted_own(met)
        if self._is_own_changed() and not own_changes and not self._args.dev and not self._args.plain:
            return self._end(Done(self._uid, "" if met is None else str(met.info["program"]), "", False))
        program = image_digest(str(met.info["program"])) if met is not None else ""
        named = list(map(str, met.info["shadows"])) if met is not None else []
        device = self._open()
        about = device.about()
        if not about.machine.startswith(OURS):
            device.reset()
            raise trouble("not-ours", VERSION_SKEW, found=about.machine or about.name)
        self._hidden = named
        if self._args.dev:
            self._hidden = wanted[0].hidden
        elif self._args.plain or not own_changes:
            laid = [name for name in named if "." in name]
            wanted.append(overlay.plan_plain(named if self._args.plain else laid, device.files("")))
            self._hidden = []
        if own_changes:
            self._check_own(device, own_changes)
        suffix = ""
        changes: list[overlay.Change | overlay.OwnChange] = [*wanted, *own_changes]
        for one in changes:
            change = one if isinstance(one, overlay.Change) else one(overlay.own_lines(device))
            there = device.files("")
            suffix = overlay.carry_out(device, change, program)
            if change.files:
                self._tell("laid", names=", ".join(change.hidden) or change.name)
            for path in [path for path in change.removed if path in there and not change.files]:
                self._tell("removed", path=path)
        if self._args.dev and not self._hidden:
            self._tell("unchanged")
        self._whole = program + suffix if program else ""
        device.reset()
        self._see_it_run(journal, program)
        return self._end(Done(self._uid or about.uid, self._whole, "", False))

    def _check_own(self, device: Device, changes: list[overlay.OwnChange]) -> None:
        """Keep the game on this computer, once it is known that the table can change. Raises Trouble; the
        table starts again, unchanged.
        """
        args = self._args
        try:
            lines = overlay.own_lines(device)
            for change in changes:
                overlay.check_room(device, change(lines))
            names = [name for name in (args.no_game, self._game and self._game.name) if name]
            parked = overlay.find_parked(device, names, bool(args.laws or args.no_laws))
            if parked:
                raise trouble("parked-with", BUSY, records=", ".join(map(str, parked)))
            if self._game is not None:
                kept, replaced = own.install(self._game, own_games())
                self._tell("game-replaced" if replaced else "game-kept", path=kept)
        except Trouble:
            device.reset()
            raise

    def _is_overlaid(self, met: MetTable, made: dict[str, Image]) -> bool:
        """Return True if modules are laid over the very program that is wanted; over another they do
        nothing.
        """
        program = image_digest(str(met.info["program"]))
        laid = any("." in name for name in met.info["shadows"])
        return laid and {image.program for image in made.values()} == {program} and not self._args.again

    # -- the change ------------------------------------------------------------------------------

    def _ask_for_drive(self, journal: Journal, met: MetTable | None) -> Path:
        """Have the Pico wait for an image; its drive. Raises Trouble."""
        before = drives.find()
        if met is None:
            device = self._open()
            self._check_pico(device)
            device.bootloader()
        else:
            self._ask_table(journal)
        return self._wait_for_drive(before)

    def _wait_for_drive(self, before: list[Path]) -> Path:
        """Return the drive of a Pico that was asked to wait; `before`: those there were. Raises Trouble."""
        self._tell("waiting")
        end = time.monotonic() + DRIVE_S
        while time.monotonic() < end:
            new = [place for place in drives.find() if place not in before]
            if new:
                return new[0]
            time.sleep(PAUSE_S)
        raise trouble("no-drive", NOT_FOUND, seconds=int(DRIVE_S))

    def _ask_table(self, journal: Journal) -> None:
        line = port.open_port(self._address)
        try:
            session = Conversation(journal, line, False)
            session.greet(lambda event: None)
            accepted, (code, detail) = session.command(lambda event: None, "bootloader")
            session.finish()
        finally:
            line.close()
        if accepted:
            return
        if code == "match":
            raise trouble("playing", BUSY)
        if code == "busy":
            raise trouble("examined", BUSY)
        if code == "untaken":
            raise trouble("untaken", BUSY, last=detail, here=journal.last_g(self._uid))
        raise trouble("not-asked", VERSION_SKEW, why=code)

    def _check_pico(self, device: Device) -> None:
        """Raise Trouble if what answers at MicroPython's own prompt is no Pico."""
        about = device.about()
        self._uid = self._uid or about.uid
        if about.name != "micropython" or not about.machine.startswith((OURS, PICO)):
            found = about.machine or about.name
            raise trouble("not-a-pico", VERSION_SKEW, port=self._address, found=found)

    def _open(self) -> Device:
        mpremote("transport_serial")
        return self._opened(port.resolve(self._address))

    # -- after it --------------------------------------------------------------------------------

    def _see_it_run(self, journal: Journal, program: str) -> None:
        """Wait until the table is back with this program, "" any, and has run for long enough. Its board is
        written if it has none, or if another one was asked for. Raises Trouble if it does not run.
        """
        written = False
        end = time.monotonic() + BACK_S
        heard: list[str] = []
        while time.monotonic() < end:
            try:
                address = self._address or hardware(self._args.table, "flash")
                line = port.open_port(address)
            except Trouble as absent:
                if absent.exit not in (NOT_FOUND, LINK_LOST, BUSY):
                    raise
                time.sleep(PAUSE_S)
                continue
            self._address = address
            try:
                info = self._watched(_Watch(journal, line, heard, self._heard), program, end)
            except PortError:
                time.sleep(PAUSE_S)
                continue
            finally:
                line.close()
            if info is not None and not (self._is_board_due() and not written):
                return
            if written:
                raise trouble("not-running", CHECK_FAILED, why=heard[-1] if heard else "?")
            self._write_board(journal)
            written, end = True, time.monotonic() + BACK_S
        raise trouble("not-back", LINK_LOST, seconds=int(BACK_S))

    def _watched(self, watch: _Watch, program: str, end: float) -> Info | None:
        """Return the table's data once it has run this program for long enough; at once if its board is to be
        written; None if it is silent, or has no board. Raises Trouble if it runs another program.
        """
        silent = time.monotonic() + HELLO_S
        since, boot = 0.0, None
        while time.monotonic() < end + RUNS_S:
            info = watch.turn()
            if info is None:
                if time.monotonic() >= silent:
                    return None
                continue
            self._uid = str(info["uid"])
            found = str(info["program"])
            if program and found != (self._whole or program + found[len(program) :]):
                raise trouble("other-program", CHECK_FAILED, found=found, meant=self._whole or program)
            if not _is_as_meant(list(info["shadows"]), self._hidden):
                raise trouble("hidden", CHECK_FAILED, names=", ".join(map(str, info["shadows"])))
            if NO_BOARD in info["caps"]:
                return None
            if boot is None and self._is_board_due():
                return info
            if self._game is not None and self._game.ability not in info["caps"]:
                raise trouble("game-not-loaded", CHECK_FAILED, name=self._game.name, why=watch.last())
            if boot != info["boot"]:
                boot, since = info["boot"], time.monotonic()
            if time.monotonic() - since >= RUNS_S:
                if self._copied is not None:
                    self._tell_flash(watch.compare(self._copied))
                self._tell("runs", digest=found, seconds=int(RUNS_S))
                if info["clock"]:
                    mhz, millivolts = info["clock"]
                    self._tell("clock", mhz=mhz, millivolts=millivolts or None)
                return info
        return None

    def _tell_flash(self, compared: comparison.Comparison | None) -> None:
        """Report the comparison of the program's flash. Raises Trouble if it differs from the image."""
        if compared is None:
            self._tell("flash-untold")
        elif compared.differing:
            raise trouble("flash-differs", CHECK_FAILED, **comparison.summary(compared))
        else:
            self._tell("flash-same", **comparison.summary(compared))

    def _write_board(self, journal: Journal) -> None:
        """Write the name of the board onto the table's files, and start it again. Raises Trouble if the board
        is unknown.
        """
        device = self._open()
        about = device.about()
        self._uid = self._uid or about.uid
        board = self._board or _known(about.uid)
        if board is None:
            device.reset()
            raise trouble("no-board", USAGE, boards=", ".join(firmware_files.boards()))
        there = device.files("")
        if MARKER not in there and "/journal" not in there and _is_new(journal, about.uid):
            device.write(MARKER, b"")
        for path, data in board.files():
            device.write(path + ".new", data)
            if device.read(path + ".new") != data:
                raise trouble("not-the-same", CHECK_FAILED, path=path)
            device.rename(path + ".new", path)
        self._board = board
        self._tell("board", board=board.name)
        if board.file is None:
            self._note_board(about.uid, board.name)
        else:
            self._board = None  # it is written
        device.reset()

    def _note_board(self, uid: str, board: str) -> None:
        if config.boards().get(_pico(uid)) != board:
            config.remember_board(_pico(uid), board)
            self._tell("remembered", board=board, path=config.path())

    def _remember(self) -> None:
        if self._board is not None and self._board.file is None:
            self._note_board(self._uid, self._board.name)

    def _heard(self, text: str) -> None:
        if self._args.verbose:
            self._tell("says", line=text)

    def _end(self, done: Done) -> int:
        if self._args.json:
            print(json.dumps({"schema": SCHEMA, "ok": True, "data": done._asdict()}))
        else:
            self._tell("took", seconds=round(time.monotonic() - self._began))
        return 0


class _Watch:
    """A session with a table that has just been restarted; its console text is passed to `heard` and
    `tell`.
    """

    def __init__(
        self, journal: Journal, line: port.Line, heard: list[str], tell: Callable[[str], None]
    ) -> None:
        self._session = Conversation(journal, line, False)
        self._heard = heard
        self._tell = tell

    def turn(self) -> Info | None:
        """Listen for a moment; return the data of the table's last hello, None before it."""
        for event in self._session.turn(0.1):
            if isinstance(event, Printed) and event.text.strip():
                self._heard.append(event.text.strip())
                self._tell(event.text.strip())
            elif isinstance(event, Lost):
                self._session.info = {}
        return self._session.info or None

    def last(self) -> str:
        """Return the last line of its console text, "" for none."""
        return self._heard[-1] if self._heard else ""

    def compare(self, image: Image) -> comparison.Comparison | None:
        """Compare the program's flash with this image."""
        return comparison.compare(self._session, lambda event: None, [image])


def _board(asked: str | None) -> Board | None:
    """Return the board that was asked for. Raises Trouble if there is no such board."""
    if asked is None:
        return None
    if asked.endswith(".py") and Path(asked).is_file():
        return Board(OWN, Path(asked))
    if asked not in firmware_files.boards():
        hint = did_you_mean(asked, firmware_files.boards())
        raise Trouble("NO_SUCH_BOARD", SAID("no-such-board", board=asked), hint, NOT_FOUND)
    return Board(asked, None)


def _is_as_meant(named: list[str], meant: list[str]) -> bool:
    """Return True if the table names these modules; of many it names the first."""
    return named == meant[: len(named)] and bool(named) == bool(meant)


def _known(uid: str) -> Board | None:
    """Return the board that this Pico was last given."""
    name = config.boards().get(_pico(uid))
    return None if name is None else Board(name, None)


def _pico(uid: str) -> str:
    """Return the id of the Pico in that of a table, see controller/storage/files.py."""
    return uid.partition("-")[0].lower()


def _for(made: dict[str, Image], place: Path) -> Image:
    """Return the image for the Pico at this drive. Raises Trouble."""
    chip = drives.chip_at(place)
    image = made.get(chip.name) or made.get("")
    if image is None:
        raise images.absent(firmware_files.image_path(chip.name), SAID("not-built"))
    drives.check(image, place)
    return image


def _is_new(journal: Journal, board: str) -> bool:
    """Return True if this computer has never met a table on this board."""
    return all(uid.partition("-")[0] != board for uid in journal.tables())
