"""The verb `play`: a match at the table, logged and judged again here."""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Iterable

from cardtable.games.registry import NAMES
from tablehost import messages
from tablehost.arguments import Play
from tablehost.cli import alone
from tablehost.cli.follower import following
from tablehost.cli.own_reader import OwnReader
from tablehost.cli.own_seats import choose_hands
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.people import faults, kinds
from tablehost.people.room import ROOM, Room
from tablehost.plugins import declared_scores, own, presentation
from tablehost.plugins.choice import choose, presets_of, read_pairs, to_watch
from tablehost.screen.choice import form_of
from tablehost.session import rematches
from tablehost.session.session import Terms

SAID = messages.Catalogue("play")
LAST = "last"  # the set of options that is that of the last match


def main(args: Play) -> int:
    """Play, and print the result. Raises Trouble."""
    if args.alone:
        return alone.main(args)
    if args.resume in NAMES and args.game is None:
        args.resume, args.game = "", args.resume  # play --resume GAME
    if args.resume is not None and args.game is None:
        with Journal() as journal:
            args.game = rematches.find_match_to_resume(journal, None, args.resume).game
    if args.preset == LAST:
        repeat_last(args)
    if args.game is None:
        hint = SAID("games-hint")
        raise Trouble("USAGE", SAID("game-missing"), hint)
    renewed = own.renew(args.game) if args.resume is None else ""
    choice = choose(args.game, args.players, args.names, args.option, args.preset)
    if args.from_scores:
        choice = declared_scores.begin_with(choice, declared_scores.read(args.from_scores))
    args.teach = args.teach or args.preset in list(presets_of(choice.game))[:1]
    asked = {} if args.faults is None else faults.parse(args.faults)
    asked_for = args.table if args.reader is None else args.table or discovery.SIM
    address = discovery.SIM if args.pty is not None else discovery.find(asked_for, quiet=True)
    if (asked or args.bots) and address != discovery.SIM:
        about = SAID("faults-need-virtual" if asked else "bots-need-virtual")
        raise Trouble("NOT_VIRTUAL", about, SAID("faults-need-virtual-hint"))
    if args.reader is not None and address != discovery.SIM:
        raise Trouble("NOT_VIRTUAL", SAID("reader-needs-virtual"), SAID("reader-needs-virtual-hint"))
    unmade = list_unmade(choice.game.NAME, asked)
    if unmade:
        about = SAID("faults-not-made", game=choice.game.NAME, names=", ".join(unmade))
        print(f"cardtable: {about}", file=sys.stderr)
    if args.chip is not None and address != discovery.SIM:
        raise Trouble("NOT_VIRTUAL", SAID("chip-needs-virtual"), SAID("chip-needs-virtual-hint"))
    seed = args.seed
    if seed is None and args.teach:
        seed = presentation.TEACHING_SEED.of(choice.game.NAME, 1)
    elif seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    with Journal() as journal:
        journal.database.check_writable()
        left = None
        if args.resume is not None:
            left = rematches.find_match_to_resume(journal, args.game, args.resume)
        board = discovery.board_for(choice.seats, left and left.uid, args.chip)
        if address == discovery.SIM and messages.wanted(("--lang", args.lang) if args.lang else ()) is None:
            messages.use(discovery.language_at(board))
        if address == discovery.SIM and args.pty is None and not args.json:
            discovery.announce_virtual(asked_for)
            if args.teach and args.seed is None and left is None:
                print("cardtable: " + SAID("same-cards"), file=sys.stderr)
        if args.watch and address == discovery.SIM and left is None:
            choice, preset = to_watch(choice)
            for line in preset:
                print(f"cardtable: {line}", file=sys.stderr)
        for warning in [*([renewed] if renewed else []), *choice.warnings] if left is None else ():
            print(f"cardtable: {warning}", file=sys.stderr)
        held = choose_hands(args, address, choice.players if left is None else left.players)
        people = {
            "game": choice.game.NAME,
            "seats": choice.seats,
            "options": choice.options,
            "seed": seed,
            "pace": args.pace,
            "board": board,
            "resume": left is not None,
            "match": None if left is None else left.first_g,
            "held": held,
            "reveal": args.reveal,
            "by_hand": held if args.by_hand or args.teach else [],
            "bots": kinds.read(args.bots, choice.game),
            "faults": asked,
        }
        if args.pty is not None:
            return discovery.serve(people, args.pty)
        settings = {"lang": args.lang} if args.lang else {}
        reader = None if args.reader is None else OwnReader(journal, args.reader, choice.game, held)
        connection = discovery.connect(address, people)
        if args.teach and not connection.virtual:
            settings["lessons"] = "on"
        form = form_of(args)
        shown = following(journal, connection, form, args.witness, args.teach, asked=asked, reader=reader)
        with shown as (session, follower):
            follower.meet(settings)
            if left is not None:
                session.take_up(left)
            else:
                session.begin(choice, seed if connection.virtual else None, choose_terms(args))
            follower.run()
        return 0


def repeat_last(args: Play) -> None:
    """Set game, players and options, where they are not given, to those of the last match. Raises Trouble."""
    last = rematches.find_last(args.game)
    named = read_pairs(args.option)
    pairs = [pair for pair in last.pairs if pair.partition("=")[0] not in named]
    args.option = [*args.option, *pairs]
    args.game, args.preset = last.game, None
    if args.players is None and args.names is None:
        args.names = last.names


def list_unmade(game: str, asked: Iterable[str]) -> list[str]:
    """Return the kinds of faults asked for that the people of this game do not make."""
    made = ROOM.of(game, Room).fumbles
    return [name for name in asked if name in Room.fumbles and name not in made]


def choose_terms(args: Play) -> Terms:
    """Return the terms that --policy and --open-record ask for."""
    mode = "open" if args.open_record else "blind"
    if (mode, args.policy) == ("blind", "shown"):
        return Terms()
    return Terms((mode, args.policy), secrets.token_urlsafe(12) if args.policy == "sealed" else "")
