"""The commands of the host. Every command is answered; a refused one has changed nothing.

new GAME SEATS     prepare a match; options are at their defaults
opt NAME VALUE     set an option of the prepared match; its number in OPTIONS serves for a long name
name SEAT NAME     name a player of the prepared match; the others are called by their seats
listen SEAT        the cards on the pad of this seat are sent to the host, which names them to its player
score SEAT N       the match begins with this score of a player, which people declare
code TEXT          the code that opens values that were never shown, where that is agreed ("sealed")
begin              start it: answers its first position in the journal
begin MODE POLICY  the same, on these terms: see `match.commitments`
fix WHAT ...       correct, pause, go on: see `dialogs.operator`
match WHAT ...     list, park, resume or give up matches: see `dialogs.parking`
set NAME VALUE     set a value on the device (see `storage.settings`): it holds until it is set again
deck, line, part   the deck file, in pieces: see `input.deck_transfer`
serve WHAT ...     examine the devices themselves, between matches: see `service.service`
program AT SIZE    SHA-256 of so many bytes of the program's flash, see `service.program`
bootloader         wait for another program, as a drive: see `service.program`

Arguments are checked here, once for all of them, by the rows of `wire.host_shapes`: a command with others is
refused with `usage` and [which argument, the cure]. Later code relies on the shapes of its row.

A match that was set up at the table begins here as well, see `dialogs.setup`. There is no answer then; the
commands, which have no id and are never on the line, are

start GAME PADS OPTIONS   all of new, opt and begin
join PADS                 the players at these pads have pressed OK
"""

from cardtable.engine import cards, match
from cardtable.engine.asks.base import OK
from cardtable.micro import const
from cardtable.wire import frames, host_shapes

from .input import deck as decks
from .match import commitments, preparation, readiness
from .storage import parked_matches, settings
from .storage.journal_files import FULL

USUAL = ("blind", "shown")  # the terms if none are given
_BEGIN = ("new", "opt", "name", "listen", "score", "code", "begin")
_LONGEST = const(40)  # characters of an unknown command that are repeated


def carry_out(loop, command):
    """Carry out a command and answer it.

    `loop`: the table whose `end` answers; `command`: (id, name, arguments...).
    """
    number, name, args = command[0], command[1], command[2:]
    if number is None:
        _here(loop, name, args)
        return
    code, detail = "unknown-command", name[:_LONGEST]
    if host_shapes.is_known(name):
        code, detail = "usage", host_shapes.find_fault_in(name, args)
        if detail is None:
            code, detail = _answer(loop, name, args)
    loop.end.reply(number, code is None, code or "ok", detail)


def _answer(loop, name, args):
    """Return (code of why not or None, detail) of a command whose arguments have their shapes."""
    if name in _BEGIN and loop.sets_up():
        return "busy", None
    if name == "new":
        return _new(loop, args[0], args[1])
    if name == "fix":
        from .dialogs import operator

        return operator.carry_out(loop, args)
    if name == "set":
        return _set(loop, args[0], args[1])
    if name in ("deck", "line", "part"):
        from .input import deck_transfer

        return deck_transfer.carry_out(loop, name, args)
    if name == "match":
        from .dialogs import parking

        return parking.carry_out(loop, args)
    if name == "serve":
        if loop.in_service():
            return loop.dialogue.serve(args)
        from .service import service

        return service.begin(loop, args)
    if name in ("bootloader", "program"):
        from .service import program

        return program.start_bootloader(loop) if name == "bootloader" else program.carry_out(loop, *args)
    prepared = loop.prepared
    if prepared is None:
        return "unknown-command", name
    if name == "opt":
        return prepared.set_option(args[0], args[1])
    if name in ("name", "listen", "score"):
        return prepared.set_of_seat(name, args)
    if name == "code":
        prepared.set_code(args[0])
        return None, name
    return _begin(loop, *(args + USUAL[len(args) :]))


def _here(loop, name, args):
    """Begin the match that was set up at the table, or seat its players."""
    if name == "join":
        for pad in args[0]:
            loop.feed(("key", pad, OK))
        return
    game, pads, given = args
    code, detail = _new(loop, game, len(pads))
    if code is None:
        for option in given:
            loop.prepared.set_option(option, given[option])
        code, detail = _begin(loop, USUAL[0], settings.Settings(loop.parts.root).get("policy"))
    if code is None:
        loop.commands.insert(1, (None, "join", pads))
        settings.keep(loop, args)
    else:
        from .dialogs import setup

        loop.prepare(None)
        setup.show_refusal(loop, args, code, detail)


def _new(loop, name, seats):
    code, detail = preparation.prepare(name, seats, loop.parts.seat_pads)
    if code is not None:
        return code, detail
    loop.prepare(detail)
    return None, name


def _set(loop, name, value):
    refused = settings.change(loop, name, value)
    if refused is not None:
        return refused
    loop.signs.fresh()
    return None, value


def _begin(loop, mode, policy):
    refused = readiness.why_no_match(loop)
    if refused is not None:
        return refused
    if loop.journal.tight == FULL:
        return "flash-full", "there is no room"
    refused = parked_matches.why_not(loop.journal)
    if refused is not None:
        return refused
    prepared = loop.prepared
    refused = commitments.check_terms(mode, policy, prepared.code)
    if refused is not None:
        return refused
    game = prepared.game
    try:
        fresh = match.new(game, prepared.seats, prepared.options, prepared.scores)
    except match.OptionError as error:
        return "option", [frames.cleaned(str(part), 60) for part in (error.code,) + error.values[:5]]
    deck = decks.deck_for(loop, game)
    wanted = game.deck(fresh.seats, fresh.options)
    if deck.pack is None:
        decks.fit(deck, wanted)
    missing = deck.missing(wanted)
    if missing:
        return "deck-lacks", [len(missing)] + [cards.text(card, deck.pack) for card in missing[:8]]
    if loop.in_service():
        loop.dialogue.close()
    # Before it a note records that the match under way is parked.
    first = loop.journal.hi() + 1 + int(loop.journal.begun)
    loop.begin_match(fresh, mode, policy, prepared.code, prepared.names(), prepared.listeners)
    loop.prepare(None)
    return None, first
