"""The verbs `say`, `pause`, `resume` and `end`: what the operator corrects in the match that is played.

A `cardtable play` that runs carries it out, see `orders`; else the table is opened for it here.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

from cardtable.rulebook import asks
from tablehost import orders, tables
from tablehost.chronicle import of_game
from tablehost.cli import SCHEMA
from tablehost.journal import Game, Journal
from tablehost.play import close_game
from tablehost.seats import label, parse
from tablehost.session import Event, Session, unable
from tablehost.strict_json import is_too_large
from tablehost.trouble import (
    CHECK_FAILED,
    LINK_LOST,
    NOT_FOUND,
    USAGE,
    Trouble,
    did_you_mean,
)

ANSWER_S = 20.0  # a `cardtable play` has so long to answer
LOOKS_S = 10.0  # a table that was switched on looks at its pads first
QUIET_S = 0.6  # no record for so long: the last one has come

MIDDLE = ("middle", "centre", "center")
FORMS = {
    "undo": "say undo [N]                take back the last N acts of players",
    "amend": "say amend seat S CARD...    what seat S did last was that card, those cards, yes or no;\n"
    "                            say amend answer I seat S CARD... for answer I of this stage,\n"
    "                            say amend before ... for the stage before this one;\n"
    "                            several at once: say amend seat S CARD seat T CARD",
    "name": "say name S CARD             the card there that cannot be read; S may be middle; ? if hidden",
    "void": "say void                    what was played since the stage began counts nothing",
    "leave": "say leave S                 the player of seat S leaves for good",
    "absent": "say absent S                the player of seat S is absent for a while (Democrazy)",
    "back": "say back S                  the player of seat S is back",
    "count": "say count S                 the cards that seat S captured are counted at its pad;\n"
    "                            seats are numbers from 1, or the names of players",
}

# Why the table did not do it: code -> (what is wrong, what to do next).
REFUSED = {
    "nothing-to-take-back": (
        "players have not acted so often in this stage, nor in the one before if --insist is said",
        "say undo N --insist reaches into the stage before; say void voids this one",
    ),
    "stage-was-void": ("the stage before was void: nothing in it counts", "say void voids this one, too"),
    "stage-goes-on": ("the stage before would not have ended there", "--drop-rest goes on from there"),
    "nothing-asked": ("nothing is asked there", "--drop-rest drops what does not fit any more"),
    "no-such-answer": ("no act of this stage is meant by that", "say amend answer I seat S CARD names one"),
    "not-a-players-answer": ("that was the table's own, not a player's", "name what a player did"),
    "which-answer": ("it is not clear what is amended", "say amend seat S CARD"),
    "was-shown-to-all": ("that would take back what all have seen", "--insist does it; the log says so"),
    "already-played": ("a card of that was played before", "--drop-rest drops what does not fit any more"),
    "twice": (
        "the same card would be there twice",
        "name another card; two that were exchanged: say amend seat S CARD seat T CARD",
    ),
    "not-in-deck": ("that is no card of this match", "cards are written as 5S, 10C, X1"),
    "named-at-its-reveal": ("that card lies face down", "say name S ? lets it count unread"),
    "must-be-named": ("that card is open: it must be said which it is", "say name S CARD"),
    "must-be-read": ("only certain cards will do there", "wipe it, or lay it anew"),
    "no-unread-card": ("no card that cannot be read lies there", ""),
    "not-asked-there": ("no card is asked for there", ""),
    "does-not-fit": ("by what is recorded that cannot have been the card", "name another card"),
    "has-left": ("that player has left already", ""),
    "not-now": (
        "players are absent, or back, only in Democrazy, while a law is proposed, debated or voted on",
        "say it again when the table waits for one of these",
    ),
    "not-meant": ("that seat is so already, or nobody plays there", "cardtable status tells who plays"),
    "no-such-seat": ("there is no such seat in this match", ""),
    "paused-already": ("it is paused already", "cardtable resume goes on"),
    "not-paused": ("nothing is paused", ""),
    "not-yet": ("the table still looks at its pads", "try again in a moment"),
}  # fmt: skip

DONE = {
    "undo": "Taken back",
    "amend": "Amended",
    "name": "Named",
    "void": "The stage counts nothing",
    "leave": "The player has left",
    "absent": "The player is absent: no vote is asked of that seat",
    "back": "The player is back",
    "end": "Ended early",
    "pause": "Paused: nothing counts until it goes on (cardtable resume)",
    "resume": "It goes on; cards and keys are looked at anew",
    "count": "The table counts: follow its display",
}


def main(args: argparse.Namespace) -> int:
    """Correct, pause, go on or end. Raises Trouble."""
    with Journal() as journal:
        left = [one for one in journal.games() if one.last_g is None]
        command = command_of(args, left[-1].players if left else ())
        game = unfinished(journal)
        if orders.is_playing():
            answer = ordered(journal, command)
        else:
            answer = directly(journal, game, command, args)
    if answer["ok"]:
        tell(command, answer, args.json)
        return 0
    raise refusal(answer)


def unfinished(journal: Journal) -> Game:
    """The match that is being played, or was left last. Raises Trouble."""
    left = [one for one in journal.games() if one.last_g is None]
    if not left:
        raise Trouble("NO_MATCH", "no match is being played", "cardtable play begins one", NOT_FOUND)
    return left[-1]


# -- what is meant ------------------------------------------------------------------------------


def command_of(args: argparse.Namespace, players: Sequence[str] = ()) -> list[Any]:
    """The table's command `fix ...` that is meant. `players`: their names, by seat. Raises Trouble."""
    if args.verb != "say":
        return [args.verb]
    words = list(args.words)
    kind, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if kind not in FORMS:
        hint = did_you_mean(kind, list(FORMS)) if kind else "\n".join(FORMS.values())
        raise Trouble("USAGE", f"there is nothing to say with {kind or 'no word'}", hint, USAGE)
    for word in rest:
        if word.isascii() and word.isdigit() and is_too_large(word):
            about = f"{word[:24]} is too large a number: it has {len(word)} digits"
            raise Trouble("USAGE", about, FORMS[kind], USAGE)
    try:
        return _read(kind, rest, args, players)
    except (ValueError, IndexError):
        given = " ".join(words)
        raise Trouble("USAGE", f"{given}: that is not understood", FORMS[kind], USAGE) from None


def _read(kind: str, rest: list[str], args: argparse.Namespace, players: Sequence[str]) -> list[Any]:
    if kind == "undo" and len(rest) < 2:
        return ["undo", int(rest[0]) if rest else 1, int(args.insist)]
    if kind == "amend":
        words: list[Any] = []
        if rest[0] == "before":
            words.append(rest.pop(0))
        words += _change(rest, players)
        while rest:
            words += _change(rest, players)
        return ["amend", int(args.drop_rest), *words]
    if kind == "name" and len(rest) == 2:
        return ["name", _place(rest[0], players), _word(rest[1])]
    if kind == "void" and not rest:
        return ["void"]
    if kind in ("leave", "absent", "back", "count") and len(rest) == 1:
        return [kind, parse(rest[0], asks.MOST_SEATS, players)]
    raise ValueError(kind)


def _change(rest: list[str], players: Sequence[str]) -> list[Any]:
    """The first of what was another one, taken from `rest`."""
    words: list[Any] = []
    if rest[0] == "answer":
        words += ["answer", int(rest[1])]
        del rest[:2]
    place = rest.pop(0)
    words += ["seat", _place(rest.pop(0) if place == "seat" else place, players)]
    said = []
    while rest and rest[0] not in ("seat", "answer"):
        said.append(_word(rest.pop(0)))
    if not said:
        raise ValueError(place)
    return words + said


def _place(word: str, players: Sequence[str]) -> int:
    return int(asks.CENTRE) if word in MIDDLE else parse(word, asks.MOST_SEATS, players)


def _word(word: str) -> str:
    """A card as cards are written, or a word as the table knows it."""
    lower = word.lower()
    return lower if lower in asks.KEY_NAMES or len(word) > 6 else word


# -- having it done -----------------------------------------------------------------------------


def ordered(journal: Journal, command: Sequence[Any]) -> orders.Answer:
    """Have the `cardtable play` that runs do it. Raises Trouble."""
    box = orders.Orders(journal.path)
    try:
        answer = box.wait(box.put(command), ANSWER_S)
    finally:
        box.close()
    if answer is None:
        raise Trouble(
            "NO_ANSWER",
            f"the cardtable that plays did not answer for {ANSWER_S:.0f} s; what it has recorded is safe",
            "look whether it waits for its table; cardtable log last tells what was done",
            LINK_LOST,
        )
    return answer


def directly(journal: Journal, game: Game, command: Sequence[Any], args: argparse.Namespace) -> orders.Answer:
    """Open the table, have it done, and take what it recorded. Raises Trouble."""
    seats = len(game.players)
    people = {
        "game": game.game, "seats": seats, "options": game.options, "seed": int(game.seed or 0), "pace": 0,
        "board": tables.board_for(seats, game.uid), "resume": True, "held": list(range(seats)), "faults": {},
        "unattended": True,
    }  # fmt: skip
    connection = tables.connect(tables.SIM if game.virtual else tables.find(None, args.json), people)
    try:
        session = Session(journal, connection.line, connection.virtual)
        session.greet(_nothing)
        if session.uid != game.uid:
            raise Trouble(
                "OTHER_TABLE",
                f"the match was left at table {game.uid}, this one is {session.uid}; nothing was changed",
                "plug in that table",
                NOT_FOUND,
            )
        answer = orders.carried_out(*_when_it_has_looked(session, command))
        take_all(session)
    finally:
        connection.close()
    chronicle = of_game(journal, game)
    if chronicle.shadow.over:
        close_game(journal, game, chronicle.lines)
    return answer


def _when_it_has_looked(session: Session, command: Sequence[Any]) -> tuple[bool, list[Any]]:
    """The table's answer; one that was just switched on looks at its pads first."""
    until = time.monotonic() + LOOKS_S
    while True:
        accepted, answer = session.fix(_nothing, *command)
        if accepted or answer[0] != "not-yet" or time.monotonic() > until:
            return accepted, answer
        session.turn(0.2)


def take_all(session: Session) -> None:
    """Take what the table still has to say."""
    quiet = time.monotonic() + QUIET_S
    while time.monotonic() < quiet:
        if any(event[0] == "record" for event in session.turn(0.1)):
            quiet = time.monotonic() + QUIET_S
    session.finish()


def _nothing(event: Event) -> None:
    """Passing news are not for whoever corrects."""


# -- what is told -------------------------------------------------------------------------------


def refusal(answer: orders.Answer) -> Trouble:
    """Why it was not done."""
    code = str(answer["code"])
    if code in ("usage", "unknown-command"):
        about, fault = "the table did not understand that", answer.get("against")
        if isinstance(fault, list):  # which argument, and the cure
            about += f": {fault[0]} must be {fault[1]}"
        return Trouble("USAGE", f"{about}; nothing has changed", "cardtable say")
    if code == "no-match":
        return Trouble("NO_MATCH", "no match is being played at the table", "cardtable play", NOT_FOUND)
    failed = unable(code, answer.get("against"))
    if failed is not None:
        return failed
    why, hint = REFUSED.get(code, (f"by the rules it cannot be ({code})", ""))
    against = answer.get("against")
    first = f" (answer {against} of this stage stands against it)" if isinstance(against, int) else ""
    if isinstance(against, list):  # by stage
        first = f" (answer {against[1]} of stage {against[0]} stands against it)"
    return Trouble("REFUSED", f"{why}{first}; nothing has changed", hint, CHECK_FAILED)


def tell(command: Sequence[Any], answer: orders.Answer, as_json: bool) -> None:
    """What was changed, what is safe, and what now lies wrong on the table."""
    if as_json:
        print(json.dumps({"schema": SCHEMA, **answer}))
        return
    far = answer["did"][:1] == ["back"]
    print(f"{DONE[command[0]]}{', in the stage before' if far else ''}.")
    if command[0] in ("pause", "resume", "count"):
        return
    kept = f"{answer['answers']} answers of this stage stand" if answer["asked"] else "the match is over"
    print(f"It is on record as {answer['record']}; {kept}; earlier records are untouched.")
    wrong = answer["wrong"]
    places = ["the middle" if place >= asks.CENTRE else f"seat {label(place)}" for place in wrong]
    if places:
        print(f"Cards that must be taken up: {', '.join(places)}.")
    else:
        print("No card lies wrong.")
