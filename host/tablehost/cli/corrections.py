"""The verb `say`: corrections by the operator of the match that is played; pause, resume and end.

A running `cardtable play` carries them out, see `orders`; else the table is opened for it here.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Sequence

from cardtable.engine.asks import base
from tablehost import messages
from tablehost.cli.arguments import Say
from tablehost.cli.evening import resume_line
from tablehost.cli.matches import at_table
from tablehost.errors import CHECK_FAILED, LINK_LOST, NOT_FOUND, USAGE, Trouble, did_you_mean
from tablehost.journal.game_log import settle
from tablehost.journal.lookup import find
from tablehost.journal.store import Game, Journal
from tablehost.journal.strict_json import is_too_large
from tablehost.link import discovery, order_answers, orders
from tablehost.link.conversation import Conversation, take_all
from tablehost.link.events import Event
from tablehost.link.states import under_way
from tablehost.people import typed, vocabulary
from tablehost.people.vocabulary import Tongue
from tablehost.seats import parse
from tablehost.types import SCHEMA, Answer, Word

SAID = messages.Catalogue("play")

ANSWER_S = 20.0  # a `cardtable play` has so long to answer
LOOKS_S = 10.0  # a table that was switched on looks at its pads first

MIDDLE = ("middle", "centre", "center")
KINDS = (
    "undo",
    "amend",
    "name",
    "void",
    "leave",
    "absent",
    "back",
    "count",
    "pause",
    "resume",
    "end",
)  # of the forms of corrections; `form` in the catalogue shows each


def forms() -> list[str]:
    """Return the forms of corrections, in words."""
    return [SAID(f"form {kind}") for kind in KINDS]


def main(args: Say) -> int:
    """Correct, pause, go on or end. Raises Trouble."""
    with Journal() as journal:
        parked = parked_match(journal, args)
        if parked is not None:
            give_up(journal, parked, args.json)
            return 0
        game, is_played = find_open_match(journal, args.table)
        command = command_of(args, game.players if game else (), game.game if game else "")
        if game is None:
            raise Trouble("NO_MATCH", SAID("no-match"), SAID("no-match-hint"), NOT_FOUND)
        if is_played:
            answer = order(journal, game.uid, command)
        else:
            answer = carry_out(journal, game, command, args)
    if answer["ok"]:
        tell(command, answer, args.json)
        return 0
    raise order_answers.refusal(answer)


def find_open_match(journal: Journal, address: str | None) -> tuple[Game | None, bool]:
    """Return the match that is played and True, or else the one that was left last and False.

    `address`: of its table, None for any. Raises Trouble if several are played.
    """
    left = [one for one in journal.games() if one.last_g is None]
    if address is not None:
        left = at_table(left, address)
    played = under_way(journal, [one for one in left if orders.is_playing(one.uid)])
    if len({one.uid for one in played}) > 1:
        rows = [SAID("say-at", table=one.uid, id=one.id, players=", ".join(one.players)) for one in played]
        raise Trouble("WHICH_TABLE", SAID("several-played"), "\n".join(rows), USAGE)
    last = (played or left)[-1:]
    return (last[0] if last else None), bool(played)


def parked_match(journal: Journal, args: Say) -> Game | None:
    """Return the parked match that `say end` names, or None for the one that runs. Raises Trouble."""
    words = list(args.words)
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
        raise Trouble("USAGE", SAID("say-no-number"), "\n".join(forms()), USAGE)
    if game.last_g is None and game.finished is None:
        return None
    about = SAID("cannot-go-on", id=game.id, game=game.game)
    raise Trouble("NOTHING_TO_END", about, SAID("matches-lists-them"), NOT_FOUND)


def give_up(journal: Journal, game: Game, as_json: bool) -> None:
    """Have the table give up a parked match: it ends where it was parked. Raises Trouble."""
    if orders.is_playing(game.uid):
        raise Trouble(
            "BUSY", SAID("end-while-playing", id=game.id), SAID("end-while-playing-hint"), LINK_LOST
        )
    connection = _connected(game, as_json, None)
    try:
        session = Conversation(journal, connection.line, connection.virtual)
        _greet(session, game)
        until = time.monotonic() + LOOKS_S
        while True:
            accepted, answer = session.command(_nothing, "match", "drop", game.first_g)
            if accepted or answer.code not in ("busy", "not-yet") or time.monotonic() > until:
                break
            session.turn(0.2)
        take_all(session)
    finally:
        connection.close()
    if not accepted:
        about = SAID("not-given-up", id=game.id, code=answer.code)
        raise Trouble("REFUSED", about, SAID("matches-lists-them"), CHECK_FAILED)
    if as_json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "id": game.id}))
    else:
        print(SAID("given-up", id=game.id, game=game.game))


# -- parsing ----------------------------------------------------------------------------------


def read_line(line: str, players: Sequence[str], game: str = "") -> list[Word]:
    """Return the command of a line that begins behind `cardtable say`; see `command_of`. Raises Trouble."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation without its end
        words = line.split()
    flags = ("--insist", "--drop-rest")
    insist, drop_rest = (flag in words for flag in flags)
    words = [word for word in words if word not in flags]
    if words[1:] and words[0].lower() == "end":  # no match is named where one is shown
        raise Trouble("USAGE", SAID("order-not-understood", given=line), SAID("form end"), USAGE)
    return command_of(Say(words=words, insist=insist, drop_rest=drop_rest), players, game)


def command_of(args: Say, players: Sequence[str] = (), game: str = "") -> list[Word]:
    """Return the table's command `fix ...` that is meant. `players`: their names, by seat; `game`: its code;
    cards may have the letters of the language. Raises Trouble.
    """
    words = list(args.words)
    kind, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if kind not in KINDS:
        hint = did_you_mean(kind, KINDS) if kind else "\n".join(forms())
        raise Trouble("USAGE", SAID("unknown-order", kind=kind) if kind else SAID("say-what"), hint, USAGE)
    for word in rest:
        if word.isascii() and word.isdigit() and is_too_large(word):
            about = SAID("number-too-large", word=word[:24], word2=len(word))
            raise Trouble("USAGE", about, SAID(f"form {kind}"), USAGE)
    try:
        return _read(kind, rest, args, players, vocabulary.load(messages.language(), game))
    except (ValueError, IndexError):
        given = " ".join(words)
        raise Trouble(
            "USAGE", SAID("order-not-understood", given=given), SAID(f"form {kind}"), USAGE
        ) from None


def _read(kind: str, rest: list[str], args: Say, players: Sequence[str], tongue: Tongue) -> list[Word]:
    if kind == "undo" and len(rest) < 2:
        return ["undo", int(rest[0]) if rest else 1, int(args.insist)]
    if kind == "amend":
        words: list[Word] = []
        if rest[0] == "before":
            words.append(rest.pop(0))
        words += _change(rest, players, tongue)
        while rest:
            words += _change(rest, players, tongue)
        return ["amend", int(args.drop_rest), *words]
    if kind == "name" and len(rest) == 2:
        return ["name", _place(rest[0], players), _word(rest[1], tongue)]
    if kind in ("void", "pause", "resume") and not rest:
        return [kind]
    if kind == "end" and len(rest) < 2:  # a number: of the match that runs, see `parked_match`
        return ["end"]
    if kind in ("leave", "absent", "back", "count") and len(rest) == 1:
        return [kind, parse(rest[0], base.MOST_SEATS, players)]
    raise ValueError(kind)


def _change(rest: list[str], players: Sequence[str], tongue: Tongue) -> list[Word]:
    """Return the first part of the replaced answer, taken from `rest`."""
    words: list[Word] = []
    if rest[0] == "answer":
        words += ["answer", int(rest[1])]
        del rest[:2]
    place = rest.pop(0)
    words += ["seat", _place(rest.pop(0) if place == "seat" else place, players)]
    said = []
    while rest and rest[0] not in ("seat", "answer"):
        said.append(_word(rest.pop(0), tongue))
    if not said:
        raise ValueError(place)
    return words + said


def _place(word: str, players: Sequence[str]) -> int:
    return int(base.CENTRE) if word in MIDDLE else parse(word, base.MOST_SEATS, players)


def _word(word: str, tongue: Tongue) -> str:
    """Return a card as the table names it, or a word as the table knows it."""
    lower = word.lower()
    if lower in (*base.KEY_NAMES, "none") or len(word) > 6:
        return lower
    return typed.name_card(word, tongue) or word


# -- having it done -----------------------------------------------------------------------------


def order(journal: Journal, uid: str, command: Sequence[Word]) -> orders.Answer:
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


def carry_out(journal: Journal, game: Game, command: Sequence[Word], args: Say) -> orders.Answer:
    """Open the table, have the command carried out, and take its records. Raises Trouble."""
    connection = _connected(game, args.json, args.table)
    try:
        session = Conversation(journal, connection.line, connection.virtual)
        _greet(session, game)
        answer = orders.form_answer(*_when_it_has_looked(session, command))
        take_all(session)
    finally:
        connection.close()
    settle(journal, game.uid)
    return answer


def _connected(game: Game, as_json: bool, table: str | None) -> discovery.Connection:
    """Open the table at which this match is or was played."""
    seats = len(game.players)
    people = {
        "game": game.game, "seats": seats, "options": game.options, "seed": int(game.seed or 0), "pace": 0,
        "board": discovery.board_for(seats, game.uid), "resume": True, "held": list(range(seats)),
        "faults": {}, "unattended": True,
    }  # fmt: skip
    return discovery.connect(discovery.SIM if game.virtual else discovery.find(table, as_json), people)


def _greet(session: Conversation, game: Game) -> None:
    """Meet the table. Raises Trouble if it is not the one of this match."""
    session.greet(_nothing)
    if session.uid != game.uid:
        raise Trouble(
            "OTHER_TABLE",
            SAID("unchanged-at-other-table", uid=game.uid, uid2=session.uid),
            SAID("unchanged-at-other-table-hint"),
            NOT_FOUND,
        )


def _when_it_has_looked(session: Conversation, command: Sequence[Word]) -> tuple[bool, Answer]:
    """Return the table's answer; one that was just switched on looks at its pads first."""
    until = time.monotonic() + LOOKS_S
    while True:
        accepted, answer = session.fix(_nothing, *command)
        if accepted or answer.code != "not-yet" or time.monotonic() > until:
            return accepted, answer
        session.turn(0.2)


def _nothing(event: Event) -> None:
    """Ignore an event: a correction shows no passing news."""


# -- output -----------------------------------------------------------------------------------


def tell(command: Sequence[Word], answer: orders.Answer, as_json: bool) -> None:
    """Print the change, the state of the data, and the cards that are now in the wrong place."""
    if as_json:
        print(json.dumps({"schema": SCHEMA, **answer}))
        return
    print("\n".join(order_answers.describe(command[0], answer)))
