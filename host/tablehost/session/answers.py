"""A table's answers in words: why it refused a command, with cure and status; what a correction did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardtable.engine.asks import base
from tablehost import messages
from tablehost.errors import BUSY, CHECK_FAILED, NOT_FOUND, UNEXPECTED, USAGE, Trouble
from tablehost.link import orders
from tablehost.link.conversation import refusal, unable_reason
from tablehost.seats import label
from tablehost.types import Answer, Word

SAID = messages.Catalogue("play")
_COMMON = messages.Catalogue("common")

FULL = "flash-full"  # the answer of a table that has no room for a match
LACKS = "deck-lacks"


class Refusal(NamedTuple):
    """A refusal. `code`: of its Trouble; `status`: the exit status of a verb; `sentence`: of the catalogue
    `play`, with the cure behind "-hint".
    """

    code: str
    status: int
    sentence: str


# By command and answer: commands that begin a match or take it up ("*": each of them), corrections ("fix").
# A pair that is not here is refused as `conversation.refusal` says; of corrections, by the rules.
ROWS: Mapping[tuple[str, str], Refusal] = {
    ("*", "busy"): Refusal("TABLE_BUSY", BUSY, "table-busy"),
    ("*", "too-few-pads"): Refusal("TOO_FEW_PADS", USAGE, "too-few-pads"),
    ("*", "too-many-parked"): Refusal("TOO_MANY_PARKED", BUSY, "too-many-parked"),
    ("*", "parked-too-often"): Refusal("PARKED_TOO_OFTEN", BUSY, "parked-too-often"),
    ("*", "not-parked"): Refusal("NOT_PARKED", BUSY, "not-parked"),
    ("*", "records-lost"): Refusal("RECORDS_LOST", BUSY, "records-lost"),
    ("*", LACKS): Refusal("DECK_LACKS", NOT_FOUND, LACKS),
    ("*", FULL): Refusal("TABLE_FULL", UNEXPECTED, "table-full"),
    ("fix", "usage"): Refusal("USAGE", USAGE, "not-understood"),
    ("fix", "unknown-command"): Refusal("USAGE", USAGE, "not-understood"),
    ("fix", "no-match"): Refusal("NO_MATCH", NOT_FOUND, "no-match-at-table"),
}
PARKING = ("too-many-parked", "parked-too-often", "not-parked", "records-lost")  # name matches


def refuse(command: str, args: Sequence[Word], answer: Answer, matches: Mapping[int, int]) -> Trouble:
    """Return why a command that begins or takes up a match was refused. `matches`: those of the table, number
    by first record.
    """
    row = ROWS.get(("*", answer.code))
    if row is None or (answer.code == LACKS and not isinstance(answer.detail, list)):
        return refusal(command, args, answer)
    values: dict[str, object] = {"detail": answer.detail}
    if answer.code in PARKING:
        firsts = answer.detail if isinstance(answer.detail, list) else [answer.detail]
        named = [str(matches.get(one, f"@{one}")) for one in firsts if isinstance(one, int)]
        values = {"matches": ", ".join(named) or "-"}
    elif answer.code == LACKS and isinstance(answer.detail, list):
        lacks, *lacking = map(str, answer.detail)
        values = {"detail": lacks, "detail2": ", ".join(lacking)}
    return Trouble(row.code, SAID(row.sentence, **values), SAID(f"{row.sentence}-hint", **values), row.status)


def refuse_correction(answer: orders.Answer) -> Trouble:
    """Return why the table refused a correction."""
    code, against = answer["code"], answer.get("against")
    row = ROWS.get(("fix", code))
    if row is not None and row.code == "USAGE":
        about = SAID(row.sentence)
        if isinstance(against, list):  # which argument, and the cure
            field, cure, *_ = against
            about = SAID("not-understood-field", field=field, cure=cure)
        return Trouble(row.code, SAID("nothing-changed", about=about), SAID("say-hint"), row.status)
    if row is not None:
        return Trouble(row.code, SAID(row.sentence), SAID(f"{row.sentence}-hint"), row.status)
    failed = unable_reason(code, against)
    if failed is not None:
        return failed
    why = SAID.get(f"refused {code}") or SAID("refused-by-rules", code=code)
    first = SAID("against", answer=against) if isinstance(against, int) else ""
    if isinstance(against, list):  # by stage
        stage, number, *_ = against
        first = SAID("against-stage", answer=number, stage=stage)
    about = SAID("order-refused", why=why, first=first)
    return Trouble("REFUSED", about, SAID.get(f"refused {code}-hint"), CHECK_FAILED)


def describe(kind: Word, answer: orders.Answer) -> list[str]:
    """Return the change, the state of the data, and the cards that are now in the wrong place."""
    far = answer["did"][:1] == ["back"]
    found = [SAID("done-before" if far else "done", done=SAID(f"done {kind}"))]
    if kind in ("pause", "resume", "count"):
        return found
    kept = SAID("answers-stand", n=answer["answers"]) if answer["asked"] else SAID("match-over")
    found.append(SAID("done-on-record", record=answer["record"], kept=kept))
    places = [
        _COMMON("the-middle") if place >= base.CENTRE else _COMMON("seat", n=label(place))
        for place in answer["wrong"]
    ]
    found.append(SAID("cards-to-take-up", places=", ".join(places)) if places else SAID("no-card-lies-wrong"))
    return found
