"""The verb `play --alone`: matches are set up and started at the table itself; here they are recorded and
shown.

At the virtual table a user at the keyboard moves all hands until a match begins, and then those of the seats
that --hands names, none with --watch. Matches that a real table has played without a computer are imported
first.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tablehost import messages
from tablehost.arguments import Play
from tablehost.cli.follower import following
from tablehost.cli.own_seats import parse_seats
from tablehost.errors import Trouble
from tablehost.firmware import boards
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.screen.choice import AS_IT_IS, form_of
from tablehost.types import Fields

SAID = messages.Catalogue("play")

# Options that cannot be known beforehand.
NOT_ALONE = ("game", "names", "option", "preset", "teach", "resume", "reader", "pty", "bots", "faults")


def main(args: Play) -> int:
    """Attend the table until the user leaves. Raises Trouble."""
    for name in NOT_ALONE:
        if getattr(args, name):
            about = SAID("which-game") if name == "game" else f"--{name}" if name != "option" else "-o"
            raise Trouble("USAGE", SAID("alone-chosen-by-keys", about=about))
    if args.open_record or args.policy != "shown":
        raise Trouble("USAGE", SAID("alone-without-terms"))
    address = discovery.find(args.table, args.json)
    board = discovery.board_for(args.players or discovery.USUAL_SEATS, None, args.chip)
    pads = boards.read(board).seat_pads
    plays = [] if args.watch else _plays(args.hands, address, pads)
    people: Fields = {
        "keys": True,
        "plays": plays,
        "seed": random.SystemRandom().randrange(1_000_000) if args.seed is None else args.seed,
        "pace": args.pace,
        "reveal": args.reveal,
        "board": board,
        "held": list(range(pads)),
        "by_hand": list(range(pads)) if args.by_hand else [],
    }
    attend(address, people, form_of(args), {"lang": args.lang} if args.lang else {}, args.witness)
    return 0


def attend(
    address: str,
    people: Fields | None = None,
    form: str = AS_IT_IS,
    settings: Mapping[str, str] | None = None,
    is_witness: bool = False,
) -> None:
    """Attend the table at an address until its user leaves. `people`: at a virtual one; `form`: of a view,
    see `screen.choice`; `settings`: for the table. Raises Trouble.
    """
    with Journal() as journal:
        journal.database.check_writable()
        connection = discovery.connect(address, people or {})
        with following(journal, connection, form, is_witness, attends=True) as (session, follower):
            follower.meet(settings or {})
            session.attend()
            follower.run()


def _plays(asked: str | None, address: str, pads: int) -> list[int] | None:
    """Return the seats that the user plays in each match, None for all of them. Raises Trouble."""
    if asked is None:
        return [0]
    named = parse_seats(asked, pads, address == discovery.SIM, "no seat")
    return None if asked == "all" else named
