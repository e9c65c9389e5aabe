"""The verb `say`: corrections by the operator of the match that is played; pause, resume and end.

A running `cardtable play` carries them out, see `orders`; else the table is opened for it here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tablehost import messages
from tablehost.arguments import Say
from tablehost.errors import NOT_FOUND, Trouble
from tablehost.journal.store import Journal
from tablehost.link import orders
from tablehost.session import answers, correction_lines, operator
from tablehost.types import SCHEMA, Document, Word

SAID = messages.Catalogue("play")


def main(args: Say) -> int:
    """Correct, pause, go on or end. Raises Trouble."""
    with Journal() as journal:
        parked = operator.parked_match(journal, args.words)
        if parked is not None:
            operator.give_up(journal, parked, args.json)
            done: Document = {"schema": SCHEMA, "ok": True, "id": parked.id}
            print(json.dumps(done) if args.json else SAID("given-up", id=parked.id, game=parked.game))
            return 0
        game, is_played = operator.find_open_match(journal, args.table)
        command = correction_lines.read(
            args.words, game.players if game else (), game.game if game else "", args.insist, args.drop_rest
        )
        if game is None:
            raise Trouble("NO_MATCH", SAID("no-match"), SAID("no-match-hint"), NOT_FOUND)
        if is_played:
            answer = operator.send(journal, game.uid, command)
        else:
            answer = operator.carry_out(journal, game, command, args.table, args.json)
    if answer["ok"]:
        tell(command, answer, args.json)
        return 0
    raise answers.refuse_correction(answer)


def tell(command: Sequence[Word], answer: orders.Answer, as_json: bool) -> None:
    """Print the change, the state of the data, and the cards that are now in the wrong place."""
    if as_json:
        print(json.dumps({"schema": SCHEMA, **answer}))
        return
    print("\n".join(answers.describe(command[0], answer)))
