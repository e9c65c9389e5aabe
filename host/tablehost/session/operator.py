"""Corrections by an operator who holds no session: by mailbox, or at a table that is opened for them.

A session that runs elsewhere takes them out of the mailbox, see `link.orders`; else the table is opened here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from tablehost import messages
from tablehost.errors import CHECK_FAILED, LINK_LOST, NOT_FOUND, USAGE, Trouble
from tablehost.journal.game_log import settle
from tablehost.journal.lookup import find, resume_line
from tablehost.journal.store import Game, Journal
from tablehost.link import config, discovery, orders
from tablehost.link.conversation import Conversation, take_all
from tablehost.link.events import Event
from tablehost.link.states import under_way
from tablehost.session import correction_lines
from tablehost.types import Answer, Word

SAID = messages.Catalogue("play")

ANSWER_S = 20.0  # a session has so long to answer
LOOKS_S = 10.0  # a table that was switched on looks at its pads first


def at_table(games: list[Game], address: str) -> list[Game]:
    """Return the matches of the table at this address: id:SERIAL, name:NAME or sim:. Raises Trouble."""
    if address == discovery.SIM:
        return [game for game in games if game.virtual]
    found = config.address_of(address[5:]) if address.startswith("name:") else address
    kind, _, serial = found.partition(":")
    if kind != "id" or not serial:
        raise Trouble("NO_SUCH_TABLE", SAID("no-table-id", address=address), SAID("table-id-hint"))
    return [game for game in games if serial.lower() in (game.table, game.table.partition("-")[0])]


def find_open_match(journal: Journal, address: str | None) -> tuple[Game | None, bool]:
    """Return the match that is played and True, or else the one that was left last and False.

    `address`: of its table, None for any. Raises Trouble if several are played.
    """
    left = [one for one in journal.unfinished_games() if one.last_g is None]
    if address is not None:
        left = at_table(left, address)
    played = under_way(journal, [one for one in left if orders.is_playing(one.uid)])
    if len({one.uid for one in played}) > 1:
        rows = [SAID("say-at", table=one.uid, id=one.id, players=", ".join(one.players)) for one in played]
        raise Trouble("WHICH_TABLE", SAID("several-played"), "\n".join(rows), USAGE)
    last = (played or left)[-1:]
    return (last[0] if last else None), bool(played)


def parked_match(journal: Journal, words: Sequence[str]) -> Game | None:
    """Return the parked match that `say end` names, or None for the one that runs. Raises Trouble."""
    ends = len(words) == 2 and words[0].lower() == "end"
    if not ends and not (words and words[0].isdecimal()):
        return None
    game = find(journal, words[1 if ends else 0])
    settle(journal, game.uid)
    if ends and journal.is_parked(game):
        return game
    if journal.is_parked(game):
        raise Trouble("PARKED", SAID("parked-not-said", id=game.id), resume_line(game), USAGE)
    if not ends:
        raise Trouble("USAGE", SAID("say-no-number"), "\n".join(correction_lines.forms()), USAGE)
    if game.last_g is None and game.finished is None:
        return None
    about = SAID("cannot-go-on", id=game.id, game=game.game)
    raise Trouble("NOTHING_TO_END", about, SAID("matches-lists-them"), NOT_FOUND)


def give_up(journal: Journal, game: Game, quiet: bool) -> None:
    """Have the table give up a parked match: it ends where it was parked. Raises Trouble."""
    if orders.is_playing(game.uid):
        raise Trouble(
            "BUSY", SAID("end-while-playing", id=game.id), SAID("end-while-playing-hint"), LINK_LOST
        )
    connection = _connect(game, None, quiet)
    try:
        conversation = Conversation(journal, connection.line, connection.virtual)
        _greet(conversation, game)
        until = time.monotonic() + LOOKS_S
        while True:
            accepted, answer = conversation.command(_ignore, "match", "drop", game.first_g)
            if accepted or answer.code not in ("busy", "not-yet") or time.monotonic() > until:
                break
            conversation.turn(0.2)
        take_all(conversation)
    finally:
        connection.close()
    if not accepted:
        about = SAID("not-given-up", id=game.id, code=answer.code)
        raise Trouble("REFUSED", about, SAID("matches-lists-them"), CHECK_FAILED)


def send(journal: Journal, uid: str, command: Sequence[Word]) -> orders.Answer:
    """Have the program at table `uid` do it. Raises Trouble."""
    box = orders.Orders(journal.mailbox)
    try:
        answer = box.wait(box.put(uid, command), ANSWER_S)
    finally:
        box.close()
    if answer is None:
        raise Trouble(
            "NO_ANSWER",
            SAID("no-answer", answer_s=ANSWER_S),
            SAID("no-answer-hint"),
            LINK_LOST,
        )
    return answer


def carry_out(
    journal: Journal, game: Game, command: Sequence[Word], table: str | None, quiet: bool
) -> orders.Answer:
    """Open the table, have the command carried out, and take its records. Raises Trouble."""
    connection = _connect(game, table, quiet)
    try:
        conversation = Conversation(journal, connection.line, connection.virtual)
        _greet(conversation, game)
        answer = orders.form_answer(*_when_it_has_looked(conversation, command))
        take_all(conversation)
    finally:
        connection.close()
    settle(journal, game.uid)
    return answer


def _connect(game: Game, table: str | None, quiet: bool) -> discovery.Connection:
    """Open the table at which this match is or was played."""
    seats = len(game.players)
    people = {
        "game": game.game, "seats": seats, "options": game.options, "seed": int(game.seed or 0), "pace": 0,
        "board": discovery.board_for(seats, game.uid), "resume": True, "held": list(range(seats)),
        "faults": {}, "unattended": True,
    }  # fmt: skip
    return discovery.connect(discovery.SIM if game.virtual else discovery.find(table, quiet), people)


def _greet(conversation: Conversation, game: Game) -> None:
    """Meet the table. Raises Trouble if it is not the one of this match."""
    conversation.greet(_ignore)
    if conversation.uid != game.uid:
        raise Trouble(
            "OTHER_TABLE",
            SAID("unchanged-at-other-table", uid=game.uid, uid2=conversation.uid),
            SAID("unchanged-at-other-table-hint"),
            NOT_FOUND,
        )


def _when_it_has_looked(conversation: Conversation, command: Sequence[Word]) -> tuple[bool, Answer]:
    """Return the table's answer; one that was just switched on looks at its pads first."""
    until = time.monotonic() + LOOKS_S
    while True:
        accepted, answer = conversation.fix(_ignore, *command)
        if accepted or answer.code != "not-yet" or time.monotonic() > until:
            return accepted, answer
        conversation.turn(0.2)


def _ignore(event: Event) -> None:
    """Ignore an event: a correction shows no passing news."""
