"""Events of a session, published by a presenter: the same for a terminal, for JSON and for pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tablehost import messages
from tablehost.errors import CHECK_FAILED, INTERRUPTED, Trouble
from tablehost.journal.lookup import resume_line
from tablehost.link import events as news
from tablehost.match import taking_back
from tablehost.match.events import Hand, number_of
from tablehost.match.presenter import Presenter
from tablehost.people.held_seats import Seats
from tablehost.referee import own_acts
from tablehost.referee.ruled import Ruled
from tablehost.seats import spell
from tablehost.session import events
from tablehost.session.events import Event
from tablehost.session.session import OwnAct, Session

SAID = messages.Catalogue("play")
_TABLE = messages.Catalogue("table")

Reply: TypeAlias = Callable[[Presenter], str]  # what was done, in the language of a presenter


def present(event: Event, presenter: Presenter, language: str = "", is_witness: bool = False) -> None:
    """Publish an event. `language`: of the table's own texts; `is_witness`: with the words to note down."""
    match event:
        case events.MatchBegun():
            for line, number in event.lines:
                presenter.line(line, number)
            presenter.prompt(event.prompt)
        case events.RecordJudged():
            _present_record(event, presenter, is_witness)
        case events.AskPosed():
            presenter.asks(event.wanted, event.text, event.language)
        case news.Seen():
            presenter.see(event.lamps, event.pads, event.seats)
        case news.OwnCards():
            presenter.own(event.cards)
        case news.Remark():
            presenter.notice(spell(event.text, presenter.snapshot.players), language)
        case _:
            notice = _notice(event)
            if notice is not None:
                presenter.notice(notice)


def _present_record(event: events.RecordJudged, presenter: Presenter, is_witness: bool) -> None:
    if event.kept is not None:
        presenter.retell(event.kept)
    for line, number in event.lines:
        presenter.line(line, number)
    if is_witness and event.words:
        presenter.remark(SAID.later("words-to-note", words=event.words), event.g)
    if isinstance(event.told, Ruled) and event.told.kind == "answer" and event.asked is not None:
        presenter.answered(event.asked, event.told.value, event.g)
    presenter.prompt(event.prompt)


def _notice(event: Event) -> object:
    """Return the notice about an event that is no part of the match; None for none."""
    match event:
        case news.Logged():
            return SAID.later("table-says", event=event.text)
        case events.DifferenceFound():
            return SAID.later("difference", difference=event.difference)
        case events.TableSilent():
            return SAID.later("table-silent")
        case events.TableAway():
            silent = SAID.later("nothing-comes", safe=_TABLE.later("records-safe"))
            why = silent if event.lost is None else f"{event.lost.message}\n{event.lost.hint}"
            return SAID.later("waiting-for-table", why=why)
        case events.TableBack():
            return SAID.later("table-back")
        case events.DatabaseAway():
            return SAID.later("waiting-for-database", why=event.why)
        case events.DatabaseBack():
            return SAID.later("database-back")
    return None


def find_message(event: Event) -> tuple[str, str] | None:
    """Return the message for the terminal of this computer, and its hint; None for any other event."""
    match event:
        case events.Message():
            return event.text, ""
        case events.MatchCollected():
            about = SAID("match-without-computer", id=event.game.id, game=event.game.game)
            return SAID("log-goes-to", about=about, path=event.path), ""
        case events.MatchWaits():
            return event.why.message, event.why.hint
    return None


def find_stop(event: Event) -> Trouble | None:
    """Return why a program that shows one match alone ends with this event; None if it goes on."""
    match event:
        case events.MatchParked():
            about = SAID("parked-at-table", id=event.game.id, game=event.game.game)
            return Trouble("PARKED", about, SAID("go-on-with", line=resume_line(event.game)), INTERRUPTED)
        case events.DifferenceFound():
            about = SAID("difference", difference=event.difference)
            return Trouble("DIFFERENCE", about, SAID("difference-hint"), CHECK_FAILED)
    return None


# -- an own act that is taken back -------------------------------------------------------------


def find_own(session: Session, seat: int, hands: Seats, presenter: Presenter) -> OwnAct | None:
    """Return the last act of a held seat, as it can be taken back; None without one."""
    hand = presenter.snapshot.hands.get(seat, Hand(seat))
    return session.find_own(hand, hands.pressed.get(seat, ("", "")))


def move_back(motion: taking_back.Motion, seat: int, hands: Seats, presenter: Presenter) -> Reply:
    """Take back an act that no record tells, by a motion of the hand; return what was done."""
    if motion.act is not None:
        hand = presenter.snapshot.hands[seat]
        hands.send(motion.act._replace(task=number_of(hand.task)), presenter.tongue.language)
    return lambda shown: taking_back.describe_motion(motion, shown.tongue)


def name_parts(session: Session, own: own_acts.Own) -> list[taking_back.Said]:
    """Return the parts of an own act that is on record, by name."""
    course = session.chronicle.shadow.course
    assert course is not None  # a match that is shown has begun
    return [taking_back.Said(*part) for part in own_acts.name_parts(course, own.parts)]


def take_back(session: Session, seat: int, own: own_acts.Own, insist: int) -> Callable[[bool], Reply]:
    """Take back an act of a seat that is on record; return what was done: True for its player, False for
    others. `insist`: as of `say undo`.
    """
    said = name_parts(session, own)
    try:
        undone = session.take_back(seat, own, insist)
    except Trouble as trouble:
        refused = trouble.message
        return lambda is_own: lambda presenter: refused
    return lambda is_own: (
        lambda presenter: taking_back.describe(said, undone.gone, undone.is_last, presenter.tongue, is_own)
    )


def undo(session: Session, seat: int, hands: Seats, presenter: Presenter) -> Reply:
    """Take back the last act of a held seat, and what followed it; return what was done."""
    own = find_own(session, seat, hands, presenter)
    if own is None:
        return lambda shown: SAID("own-nothing")
    if isinstance(own, taking_back.Motion):
        return move_back(own, seat, hands, presenter)
    return take_back(session, seat, own, 1)(True)
