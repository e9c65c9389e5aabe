"""A table's answer to a correction, in words."""

from __future__ import annotations

from cardtable.engine.asks import base
from tablehost import messages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.link import orders
from tablehost.link.conversation import unable_reason
from tablehost.seats import label
from tablehost.types import Word

SAID = messages.Catalogue("play")
_COMMON = messages.Catalogue("common")


def refusal(answer: orders.Answer) -> Trouble:
    """Return the reason why the table refused a correction."""
    code = answer["code"]
    if code in ("usage", "unknown-command"):
        about, fault = SAID("not-understood"), answer.get("against")
        if isinstance(fault, list):  # which argument, and the cure
            field, cure, *_ = fault
            about = SAID("not-understood-field", field=field, cure=cure)
        return Trouble("USAGE", SAID("nothing-changed", about=about), SAID("say-hint"))
    if code == "no-match":
        return Trouble("NO_MATCH", SAID("no-match-at-table"), SAID("no-match-at-table-hint"), NOT_FOUND)
    failed = unable_reason(code, answer.get("against"))
    if failed is not None:
        return failed
    why = SAID.get(f"refused {code}") or SAID("refused-by-rules", code=code)
    hint = SAID.get(f"refused {code}-hint")
    against = answer.get("against")
    first = SAID("against", answer=against) if isinstance(against, int) else ""
    if isinstance(against, list):  # by stage
        stage, number, *_ = against
        first = SAID("against-stage", answer=number, stage=stage)
    return Trouble("REFUSED", SAID("order-refused", why=why, first=first), hint, CHECK_FAILED)


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
