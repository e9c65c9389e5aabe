"""The process of the virtual table: its serial line is standard input and output.

    python -m tablehost.virtual FOLDER '{"board": ..., "game": ..., "seats": ..., "options": {...}, ...}'

With `"resume": true` the players of the match that is under way in FOLDER continue; with `"alone": true`
there are none. `"held": [0]` are the seats that users play; with `"hands": true` their acts come on the line
(see `people/held.py`), where they may take other ones. With `"keys": true` matches are set up at
the table's own keys: all players there are held until one begins, then the seats in `"plays"`, null for all.
`"bots"`: the kinds of players, see `people.kinds`. `"faults"`, as `faults.parse` gives them, are
injected. `"own_games"`: the folder of games of one's own. With `"pile": {...}` there is no match, and hands
lay cards, see `pile.py`. With `"pty": LINK` the line is a pseudo terminal, whose name is printed, and LINK,
unless empty, is a link to it; Ctrl-C ends it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path

from cardtable.games import registry as games
from tablehost import folders, pipes
from tablehost.console.output import tell
from tablehost.errors import Trouble
from tablehost.files import write_error
from tablehost.firmware import boards
from tablehost.people import act_rows
from tablehost.people.faults import FILE, Faults
from tablehost.plugins import own
from tablehost.types import Fields
from tablehost.virtual import pico_files
from tablehost.virtual.chips.flash import JOURNAL
from tablehost.virtual.firmware import InProcess
from tablehost.virtual.pack import tags_for, write_deck
from tablehost.virtual.people import acts, match_record
from tablehost.virtual.people.asked import RecordedAsk
from tablehost.virtual.people.held import HeldHands, find_reveal_us
from tablehost.virtual.people.lobby import Lobby
from tablehost.virtual.people.people_file import PeopleFile
from tablehost.virtual.pile import PileTable
from tablehost.virtual.table import VirtualTable


def unique_id(folder: Path) -> bytes:
    """Return the device's id, drawn at first use and kept; without its journal it is another device."""
    file = folder / "uid"
    if not file.exists() or not (folder / JOURNAL).exists():
        shutil.rmtree(folder / act_rows.FOLDER, ignore_errors=True)
        file.write_text(os.urandom(8).hex() + "\n")
    return bytes.fromhex(file.read_text())


def open_terminal(link: str) -> int:
    """Make a pseudo terminal, of which others can open the far end; print its name on standard output.

    `link`: the name of a link to it, "" for none. The far end stays open here, so that programs may come and
    go as at a USB port.
    """
    import tty  # Windows has none, and gets no further than `discovery.serve`

    near, far = os.openpty()
    tty.setraw(far)
    os.set_blocking(near, False)
    name = os.ttyname(far)
    if link:
        new = Path(f"{link}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(name)
        new.replace(link)
    print(link or name, flush=True)
    return near


def main(arguments: list[str]) -> None:
    """Run until the other end of the line hangs up."""
    pico_files.provide()
    folder = Path(arguments[0])
    wish: Fields = json.loads(arguments[1])
    if "pty" not in wish:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        pipes.unblock(1)  # the table plays on while its computer reads nothing
    own.register(Path(wish.get("own_games", folder / "own_games")))
    try:
        folders.make(folder)
        identity = unique_id(folder)
    except OSError as error:
        raise write_error(folder, error) from error
    kept = None
    people: acts.People | None = None
    chosen = wish.get("bots", ())
    if wish.get("alone"):
        wish["resume"] = True
    elif wish.get("resume") and "pile" not in wish:
        kept = PeopleFile(folder, chosen=chosen)
        people = kept.load(wish["seed"], wish.get("match"))
    elif "pile" not in wish and "keys" not in wish:
        left = match_record.MatchRecord(folder).under_way()
        kept = PeopleFile(folder, -1 if left is None else left.last, chosen)
        game = games.load(wish["game"])
        people = acts.seated(game, wish["seats"], wish["options"], wish["seed"], chosen=chosen)
    board = boards.load(wish["board"].rpartition("/")[2])
    if not (folder / "deck.txt").exists():
        write_deck(folder / "deck.txt", tags=tags_for(board))
    firmware = InProcess(board, identity, folder, wish["seed"])
    if "pile" in wish:
        PileTable(firmware, folder, (0, 1), wish["pace"], wish["pile"]).run()
        return
    held = lobby = None
    if "keys" in wish:
        lobby = Lobby(board.SEAT_PADS, wish["seed"])
        kept = PeopleFile(folder)
        people = kept.load(wish["seed"]) or acts.People(lobby)
        wish["resume"] = True
    if kept is not None:
        kept.follow(firmware.journal)
    if people is not None:
        room = people.room
        asked = wish.get("held", ())
        if lobby is not None:
            asked = range(room.seats) if room is lobby or wish["plays"] is None else wish["plays"]
        act = ["held", [seat for seat in asked if seat < room.seats]]
        if kept is None or room is lobby:
            people.carry_out(act)
        else:
            kept.carry_out(people, act)
        if wish.get("hands"):
            record = match_record.MatchRecord(folder)
            record.running = firmware.journal
            sound, by_hand = firmware.machine.sound.changes, wish.get("by_hand", ())
            reveal_us = find_reveal_us(wish.get("reveal", 0), wish["pace"])
            held = HeldHands(
                people.hands,
                sound,
                RecordedAsk(record),
                by_hand,
                reveal_us,
                wish.get("lingers", False),
            )
            held.slowness = wish.get("slowness", held.slowness)
    if not wish.get("resume"):
        (folder / FILE).unlink(missing_ok=True)
    faults = Faults(wish["faults"], wish["seed"], folder) if wish.get("faults") else None
    terminal = open_terminal(wish["pty"]) if "pty" in wish else None
    stream = (0, 1) if terminal is None else (terminal, terminal)
    table = VirtualTable(
        firmware,
        folder,
        stream,
        people,
        wish["pace"],
        kept,
        held,
        faults,
        firmware.restart,
        lobby,
        wish.get("plays"),
    )
    try:
        table.run()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Trouble as trouble:
        tell(trouble, as_json=False)
        sys.exit(trouble.exit)
