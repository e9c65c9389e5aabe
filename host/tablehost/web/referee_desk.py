"""The referee's page of a match that is played here: its records in words, and its orders carried out."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence

from cardtable.engine.asks.base import CENTRE
from tablehost import messages
from tablehost.console.terminal import escape_all
from tablehost.errors import BUSY, LINK_LOST, USAGE, Trouble
from tablehost.journal.fault_history import NOTICES, FaultHistory
from tablehost.journal.game_log import Corrected
from tablehost.journal.records import Told
from tablehost.journal.store import Game
from tablehost.link.events import Seen
from tablehost.match import lamps
from tablehost.match.card_words import CardWords
from tablehost.match.chorus import Chorus
from tablehost.match.documents import GROWING
from tablehost.people import vocabulary
from tablehost.plugins.narration import fault_text
from tablehost.seats import label
from tablehost.session import answers, correction_lines, foresight
from tablehost.session.events import Event, MatchBegun, RecordJudged
from tablehost.session.foresight import NONE, SEALED, Act, Part, Unforeseen, Unnamed
from tablehost.session.session import Session
from tablehost.types import Document, Word
from tablehost.web.desk import Desk, Order
from tablehost.web.past import form_correction

SAID = messages.Catalogue("web")
_COMMON = messages.Catalogue("common")

MOST_ACTS = 60  # the last ones, that are listed
MOST_FITTING = 5  # cards that are offered for one that cannot be read
PAUSE_S, SHARE = 1.0, 10  # the least time between two looks back, and how often their own it is
PLAIN = ("pause", "resume", "count")  # corrections that change no record
STOPS = ("park", "end")  # of a match: it goes on later, or is over without a winner
FLAGS = {"undo": "--insist", "amend": "--drop-rest"}  # each allows more of its correction


class RefereeDesk:
    """The referee's page of the match of a session. `desk`: what that shows."""

    def __init__(self, session: Session, desk: Desk) -> None:
        self._session = session
        self.desk = desk
        self._game: Game | None = None  # that is shown
        self._presenter: Chorus | None = None
        self._pads: Seen | None = None
        self._shown = -1  # the record up to which acts are listed
        self._look_at = 0.0
        self._is_looking = False
        self._faults = FaultHistory()  # of the table, in all its matches here
        self._flashes: Counter[int] = Counter()  # by pad: how often its lamp has shown a fault in this match
        self._flashing: frozenset[int] = frozenset()
        self._readers = range(0)  # that are shown; -1: the table as a whole

    # -- records -------------------------------------------------------------------------------------

    def open(self, begun: MatchBegun, presenter: Chorus) -> None:
        """Show a match from now on: called before its story is published by this presenter."""
        self._game, self._presenter, self._shown = begun.game, presenter, -1
        self._faults, self._flashes, self._flashing = FaultHistory(), Counter(), frozenset()
        for entry in self._session.journal.records(begun.game.uid, 0, begun.last, ("note", "boot")):
            self._faults.take(entry.g, entry.told())
        for language, feed in self.desk.feeds.items():
            feed.open(presenter.voice(language))

    def begin(self, begun: MatchBegun) -> None:
        """Show what is on record of the match, and take orders: its story was published."""
        known = [one for one in self._session.journal.game_records(begun.game) if one.g <= begun.last]
        for entry in known[-GROWING["records"] :]:
            self._add(entry.g, entry.told(), entry.body)
        self.desk.is_open = True
        self._show_readers()

    def leave(self) -> None:
        """Show no match."""
        self._game = None

    def take(self, event: Event) -> None:
        """Take note of an event that was published."""
        if isinstance(event, Seen):
            self._pads = event
            self._shown = -1
            self._see_faults(event)
        elif isinstance(event, RecordJudged) and self._game is not None:
            if self._faults.take(event.g, event.told):
                self._show_readers()
            self._add(event.g, event.told, event.raw, event.act)

    def _add(self, g: int, record: Told, body: bytes, act: Act | None = None) -> None:
        raw = body.decode(errors="replace")
        is_open = any(line.get("open") for line in self._session.chronicle.lines[:1])
        kind = json.loads(raw)[4]
        for language, feed in self.desk.feeds.items():
            with messages.speaking(language):
                text = SAID("act-clear") if act and act.is_clear else self._describe(act.parts if act else ())
                name = SAID.get(f"record {kind}") or kind
                feed.add(g, name, text, SAID("raw-held-back") if is_open else raw)

    # -- readers -------------------------------------------------------------------------------------

    def _see_faults(self, seen: Seen) -> None:
        """Count the faults that lamps show: many are cured before they are put on record."""
        if self._game is None:
            return
        lit = lamps.find_faults(seen.lamps)
        if lit != self._flashing or len(seen.pads) > self._readers.stop:
            self._flashes.update(lit - self._flashing)
            self._flashing = lit
            self._show_readers()

    def _show_readers(self) -> None:
        """Show for each reader, and for the table as a whole, what is known without service mode."""
        pads = len(self._pads.pads) if self._pads is not None else 0
        told = [pad for _, pad in self._faults.counts]
        self._readers = range(-1 if -1 in told else 0, max(pads, *(pad + 1 for pad in told), 0))
        for language, feed in self.desk.feeds.items():
            with messages.speaking(language):
                feed.set_readers([self._describe_reader(pad) for pad in self._readers])

    def _describe_reader(self, pad: int) -> str:
        name = SAID("whole-table") if pad < 0 else self._pad_name(pad)
        told = []
        for (code, at), count in sorted(self._faults.counts.items()):
            if at == pad:
                since, last = self._faults.open.get((code, at)), self._faults.last[code, at]
                state = "noted" if code in NOTICES else "cured" if since is None else "open"
                told.append(SAID(f"fault-{state}", fault=fault_text(code, name), n=count, g=last))
        if pad in self._flashing:
            told.append(SAID("fault-lit"))
        if self._flashes[pad]:
            told.append(SAID("fault-flashed", n=self._flashes[pad]))
        return SAID("reader-told", name=name, told="; ".join(told) or SAID("reader-sound"))

    def _pad_name(self, pad: int) -> str:
        course, game = self._session.chronicle.shadow.course, self._game
        chairs = list(course.match.pads or ()) if course is not None else []
        named: str = escape_all(game.players)[chairs.index(pad)] if game and pad in chairs else ""
        return named or _COMMON("pad", n=label(pad))

    # -- orders --------------------------------------------------------------------------------------

    def serve(self) -> None:
        """Carry out the orders of pages, and list the last acts for them. Raises PortError."""
        for order in self.desk.take():
            with messages.speaking(order.language):
                try:
                    order.done.set_result(self._answer_order(order))
                except Trouble as trouble:
                    order.done.set_exception(trouble)
                finally:
                    if not order.done.done():  # the table was lost meanwhile
                        order.done.set_exception(Trouble("LOST", SAID("desk-no-answer"), "", LINK_LOST))
            self._look_at = 0.0
        if bool(self.desk.looking) != self._is_looking:
            self._is_looking = bool(self.desk.looking)
            if self._presenter is not None:
                self._presenter.correcting(self._is_looking)
        if self._game is not None and self.desk.pages and time.monotonic() >= self._look_at:
            self._list_acts(self._game)

    def _answer_order(self, order: Order) -> Document:
        game = self._game
        if game is None or not self._session.chronicle.lines:
            raise Trouble("NO_MATCH", SAID("desk-no-match"), SAID("desk-no-match-hint"))
        if order.what in STOPS:
            return self._stop_match(game, order)
        if order.what == "choices":
            return self._choices(game, order.line)
        is_preview = order.what == "preview"
        if is_preview and order.key and order.key != str(self._stage()):  # its line is of another one by now
            raise Trouble("MOVED_ON", SAID("desk-moved-on"), "", BUSY)
        command = correction_lines.read_line(order.line, game.players, game.game)
        try:
            preview = self.preview(game, command, order.line)
        except Trouble as trouble:
            if is_preview or not order.key:
                return self._refuse(game, command, order.line, trouble)
            raise Trouble("MOVED_ON", SAID("desk-moved-on"), trouble.message, BUSY) from None
        if is_preview:
            return preview
        if order.key != preview["key"]:
            return {**preview, "ok": False, "text": SAID("desk-moved-on")}
        answer = self._session.correct(command)
        if not answer["ok"]:
            return self._refuse(game, command, order.line, answers.refuse_correction(answer))
        return {"ok": True, "text": "\n".join(answers.describe(command[0], answer))}

    def _stop_match(self, game: Game, order: Order) -> Document:
        """Park or end the match, if it is the one of this number. Raises Trouble."""
        if order.key != str(game.id):
            raise Trouble("MOVED_ON", SAID("desk-moved-on"), "", BUSY)
        if order.what == "park":
            if self._presenter is not None:
                self._presenter.notice(SAID.later("stopped-for-tonight"))
            self._session.park()
            return {"ok": True}
        command = correction_lines.read_line("end", game.players, game.game)
        answer = self._session.correct(command)
        if not answer["ok"]:
            raise answers.refuse_correction(answer)
        return {"ok": True}

    def _stage(self) -> int:
        """Return the stage under way, in which alone a line means what it was written for."""
        course = self._session.chronicle.shadow.course
        assert course is not None  # a match that is shown has begun
        stage: int = course.match.stage
        return stage

    def preview(self, game: Game, command: Sequence[Word], line: str = "") -> Document:
        """Return what a correction would change. Raises Trouble if the rules refuse it."""
        preview: Document = {"ok": True, "is_preview": True, "line": line, "key": "", "text": ""}
        if command[0] in PLAIN:
            return {**preview, "text": SAID(f"foreseen {command[0]}")}
        found = self._session.preview(game, command)
        if found is None:
            return {**preview, "text": SAID("unforeseen")}
        words = form_correction(Corrected(0, found.before, found.after), False)
        return {
            **preview,
            "key": json.dumps(found.key),
            "what": words.words,
            "before": words.before,
            "after": words.after,
            "gone": words.gone,
            "new": words.new,
        }

    def _refuse(self, game: Game, command: Sequence[Word], line: str, why: Trouble) -> Document:
        """Return a refusal, with the correction that goes further where the rules would allow that one."""
        refusal: Document = {"ok": False, "text": why.message, "hint": why.hint}
        flag = FLAGS.get(str(command[0]))
        if flag is None or flag in line.split():
            return refusal
        further = f"{line} {flag}"
        try:
            self._session.preview(game, correction_lines.read_line(further, game.players, game.game))
        except Trouble:
            return refusal
        return {**refusal, "further": {"text": SAID(f"further {command[0]}"), "line": further}}

    # -- acts and cards ------------------------------------------------------------------------------

    def _list_acts(self, game: Game) -> None:
        """Show the last acts, and the cards that wait for a name, if anything is new."""
        newest = self._session.journal.last_g(game.uid)
        if newest == self._shown or not self._session.chronicle.lines:
            return
        self._shown, began = newest, time.monotonic()
        try:
            found = self._session.foresee(game)
            acts, unnamed = found.acts, found.unnamed
        except Unforeseen:
            acts, unnamed = [], []
        now = self._stage()
        listed = [act for act in acts if act.parts and (act.stage == now or act.stage > 0)][:MOST_ACTS]
        for language, feed in self.desk.feeds.items():
            with messages.speaking(language):
                rows = [self._row(act, now) for act in listed]
                feed.set_other(rows, [*self._unnamed_cards(unnamed), *self._waiting_cards(listed, now)])
        self._look_at = time.monotonic() + max(PAUSE_S, SHARE * (time.monotonic() - began))

    def _row(self, act: Act, now: int) -> Document:
        code = "act-here" if act.stage == now else "act-before"
        return {"stage": SAID(code, n=act.number), "parts": self._parts(act, now)}

    def _parts(self, act: Act, now: int) -> list[Document]:
        before = "" if act.stage == now else "before "
        return [
            {
                "text": self._describe([part]),
                "act": f"{act.stage} {act.number} {part.place}",
                "line": f"amend {before}answer {act.number} seat {_place(part.place)} ",
            }
            for part in act.parts
        ]

    def _choices(self, game: Game, wanted: str) -> Document:
        """Return what a part of an act can have been, a correction each."""
        try:
            stage, number, place = map(int, wanted.split())
        except ValueError:
            raise Trouble("USAGE", SAID("malformed-title"), SAID("malformed-text"), USAGE) from None
        try:
            found = self._session.foresee(game, (stage, number, place))
        except Unforeseen:
            raise Trouble("UNFORESEEN", SAID("unforeseen"), "", USAGE) from None
        act = next((one for one in found.acts if one[:2] == (stage, number)), None)
        mine = next((part for part in act.parts if part.place == place), None) if act else None
        if act is None or mine is None:
            raise Trouble("MOVED_ON", SAID("desk-moved-on"), "", USAGE)
        now, cards = self._stage(), self._cards()
        before = "" if stage == now else "before "

        def line(*parts: Part) -> str:
            said = [f"answer {number} seat {_place(one.place)} {' '.join(one.said)}" for one in parts]
            return cards.name(f"amend {before}{' '.join(said)}")

        rows = [
            {"text": self._value(Part(place, (one,))), "line": line(Part(place, (one,)))}
            for one in found.choices
            if (one,) != mine.said and (found.most == 1 or one == NONE)
        ]
        words = [one for one in mine.said if one not in (NONE, SEALED)]
        words += [one for one in found.choices if one != NONE]
        several = [] if found.most == 1 else [_toggle(one, one in mine.said, cards) for one in words]
        for other in act.parts:
            if other.place != place and SEALED not in (*other.said, *mine.said) and other.said != mine.said:
                swapped = line(Part(place, other.said), Part(other.place, mine.said))
                text = SAID("exchanged", value=self._value(other), name=self._name(other.place))
                rows.append({"text": text, "line": swapped})
        what = self._describe([mine])
        prefix = line(Part(place, ())).rstrip() + " "
        answer = {"ok": True, "what": what, "rows": rows, "several": several, "prefix": prefix}
        return {**answer, "key": str(now)}

    def _waiting_cards(self, acts: Sequence[Act], now: int) -> list[Document]:
        """Return the cards that cannot be read, each with those that fit, and the impossible ones, each with
        the act that speaks against it.
        """
        course, game = self._session.chronicle.shadow.course, self._game
        assert course is not None and game is not None
        found: list[Document] = []
        unread = {} if self._pads is None else foresight.unread(course, self._pads.pads, self._pads.seats)
        for place, fitting in unread.items():
            code = "is-unread" if fitting else "is-unread-hidden"
            found.append(self._to_name(code, place, fitting))
        for place, _, answer in course.found if course.ask is not None else ():
            against = [act for act in acts if (act.stage, act.number) == (now, answer)]
            parts = [part for act in against for part in self._parts(act, now)]
            text = SAID("is-impossible", name=self._name(place))
            found.append({"text": text, "acts": parts, "rows": [], "prefix": "", "fitting": []})
        return found

    def _unnamed_cards(self, unnamed: Sequence[Unnamed]) -> list[Document]:
        """Return the cards that must be named because they are to be revealed."""
        return [
            self._to_name(
                "is-unnamed-moved" if one.place is None else "is-unnamed", one.place or 0, one.fitting
            )
            for one in unnamed
        ]

    def _to_name(self, code: str, place: int, fitting: list[str]) -> Document:
        """Return a card that cannot be read, with a press for each that fits, if these are few."""
        cards = self._cards()
        words = fitting if len(fitting) <= MOST_FITTING else []
        lines = [(cards.show(one), cards.name(one)) for one in words]
        lines += [] if fitting else [(SAID("stays-hidden"), "?")]
        prefix = f"name {_place(place)} "
        return {
            "text": SAID(code, name=self._name(place), n=len(fitting)),
            "rows": [{"text": text, "line": prefix + word} for text, word in lines],
            "prefix": prefix,
            "fitting": [cards.name(one) for one in fitting],
        }

    def _describe(self, parts: Sequence[Part]) -> str:
        return ", ".join(messages.paired(self._name(part.place), self._value(part)) for part in parts)

    def _name(self, place: int) -> str:
        assert self._game is not None
        players: list[str] = escape_all(self._game.players)
        return players[place] if place < len(players) else _COMMON("the-middle")

    def _value(self, part: Part) -> str:
        """Return what a place gave, in words."""
        known = {"?": SAID("value-sealed"), NONE: SAID("value-none")}
        known |= {key: SAID(f"key-{key}") for key in ("yes", "no", "ok")}
        show = self._cards().show
        return " ".join(known.get(one) or show(one) for one in part.said)

    def _cards(self) -> CardWords:
        """Return the words for cards in the reader's language."""
        assert self._game is not None
        return CardWords(vocabulary.load(messages.language(), self._game.game))


def _place(place: int) -> str:
    return "middle" if place >= CENTRE else label(place)


def _toggle(word: str, is_chosen: bool, cards: CardWords) -> Document:
    """Return a card of several that are chosen together."""
    return {"text": cards.show(word), "word": cards.name(word), "on": is_chosen}
