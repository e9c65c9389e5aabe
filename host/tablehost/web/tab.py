"""A match in a tab of a browser: one person, at seat 0, among simulated people.

Referee, records, people, hands, events and documents are those of the virtual table and of its pages; chips,
a line and files between them are memory here. `act` takes what the page sends for its seat, `step` lets time
go by and returns what is new, as the page's stream has it (`tablehost.web.feed`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from cardtable.controller.faults import Faults
from cardtable.controller.input.seats import Seats
from cardtable.controller.match import commitments
from cardtable.controller.match.session import Play
from cardtable.controller.match.timers import TALKED, Timers
from cardtable.controller.output.display import Display
from cardtable.controller.output.lamps import Lamps
from cardtable.controller.output.signs import Signs
from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.asks import base
from cardtable.games import registry as games
from cardtable.languages import Language
from tablehost import messages
from tablehost.journal.game_log import Chronicle
from tablehost.journal.gamefile import GameFile, to_lines
from tablehost.journal.records import Entry
from tablehost.match import taking_back
from tablehost.match.events import Asked, Hand, number_of
from tablehost.match.presenter import Presenter
from tablehost.people import asking, vocabulary
from tablehost.people.hands import ON, Hands
from tablehost.people.typed import Act
from tablehost.printing import aid
from tablehost.referee import open_log, own_acts
from tablehost.referee.open_ask import OPENS, OpenAsk
from tablehost.referee.ruled import Ruled
from tablehost.screen.inputs import Left, Typing
from tablehost.types import Event, Fields, Values
from tablehost.virtual.people.acts import seated
from tablehost.virtual.people.held import CONFIRMS, HeldHands, Perceived
from tablehost.web.chairs import BY_HAND, SLOWER, SLOWNESS, OwnFeed
from tablehost.web.feed import Bell, Changes, Feed
from tablehost.web.tab_records import Records, derive

OWN = 0  # the person's seat
MIDDLE = 2  # places in the middle
ACT_MS = 700  # between two acts of the others
REVEAL_US = 4_000_000  # for which players look at a reveal that does not wait for the person
SAID = messages.Catalogue("play")


class Row(NamedTuple):
    """Something that happened at `ms`: an act of people, as of `virtual.people.acts`, with their `choices`;
    ["input", event] of the time that went by; ["on"], the person has seen a reveal; ["undone"], the match
    went back to here. `is_own`: the person did it.
    """

    ms: int
    act: Values
    choices: list[int]
    is_own: bool = False


class FollowedAsk:
    """The open ask of the match, whose records are followed already; as `RecordedAsk`."""

    def __init__(self, ask: OpenAsk, records: Records) -> None:
        self.open = ask
        self._records = records

    @property
    def position(self) -> int:
        """Return the number of records."""
        return len(self._records.raws)

    def follow(self) -> None:
        """Do nothing."""


class OwnHand(HeldHands):
    """The hand of the person, whose messages go to the presenter. `seats`, `requests`, `send`: see
    `tablehost.screen.inputs.Held`; `pressed`: the number of the ask in which a key was pressed last, and the
    key.
    """

    tidy_us = 300_000

    def __init__(
        self, presenter: Presenter, hands: Hands, asked: FollowedAsk, reveal_us: int, lingers: bool
    ) -> None:
        super().__init__(hands, (), asked, (), reveal_us, lingers)
        self._presenter = presenter
        self.seats = [OWN]
        self.requests: list[tuple[int, str]] = []
        self.pressed = ("", "")

    def send(self, act: Act, language: str) -> None:
        """Have the hand do something; a tab has no plug."""
        if act.act == "plug":
            self.tell({"kind": "cannot", "seat": OWN, "code": "unknown-act"})
            return
        self.take([{**act._asdict(), "lang": language}])

    def note(self, act: Values, is_own: bool, ms: int) -> None:
        """Note an act that is done: the person's own, or one that this hand does by itself."""
        _, _, motion, word, *_ = act
        if not is_own:
            self._tidied_at = ms * 1000
        elif motion == "press":
            self.pressed = self.ask_number, word

    def tell(self, message: Fields) -> None:
        self._presenter.hands(message)


class Tab:
    """The match. `about`: JSON with `game`, `options`, `players`, `language`, `seed` (a text that decides all
    chance), `pace` (1 as usual, 0 without a wait), and `lingers` (a reveal waits for the person). `kept`:
    what `keep` has returned of this match before, "" of a new one. `now_ms`: the time of the last step.
    Raises ValueError, and others, if this program does not lead to the records that were kept.
    """

    def __init__(self, about: str, kept: str = "") -> None:
        given = json.loads(about)
        self._names: list[str] = given["players"]
        self._game = games.load(given["game"])
        self._language: str = given["language"]
        self._seed = f"{given['game']} {given['seed']}"
        self._given_options = given["options"]
        self._lingers: bool = given["lingers"]
        self._pause_ms = round(ACT_MS * given["pace"])
        self._slowness = 1.0
        self._reveal_us = round(REVEAL_US * given["pace"])
        self._id = derive(self._seed, "match").hex()[:16]
        self._is_by_hand = False  # the person moves each card; a page that is loaded again says it again
        self._gone_back: Callable[[Presenter], str] | None = None  # the answer to an undo, for the next step
        with messages.speaking(self._language):
            if not kept:
                self._begin([])
                return
            rows, head = json.loads(kept)
            self._begin([Row(*row) for row in rows])
        if self._records.head.hex() != head:
            raise ValueError("another version of this program has other records of the same acts")

    def _begin(self, rows: Sequence[Row]) -> None:
        """Begin the match, and have people and time do again what is in these rows."""
        seats, seed = len(self._names), self._seed
        fresh = matches.new(self._game, seats, self._given_options)
        self._options = fresh.options
        self._pads = seats + MIDDLE
        self._sign(seats)
        self._records = Records()
        self._notes: list[tuple[int, Any]] = []  # after which record, and the note
        self._rows: list[Row] = []
        self._known: list[int] = []  # by row, how many records there were before it
        self.now_ms = 0
        self._bored_at: object = None  # what the others saw when they had nothing to do
        self._act_at = 0  # (ms) when one of the others acts at the earliest
        self._lying: dict[int, list[int]] = {}
        self._timers = Timers()
        self._chronicle = Chronicle(self._names, virtual=True)
        self._asking = asking.Asking(self._chronicle.ask)
        self._presented = 0  # records
        self._people = seated(self._game, seats, fresh.options, seed)
        self._people.hands.hold((OWN,))
        tongue = vocabulary.load(self._language, self._game.NAME)
        self._presenter = Presenter(self._names, tongue, hides_deals=True)
        self._hand = OwnHand(
            self._presenter,
            self._people.hands,
            FollowedAsk(self._chronicle.ask, self._records),
            self._reveal_us,
            self._lingers,
        )
        self._hand.leave_moving([OWN] if self._is_by_hand else [])
        self._feeds: list[Changes] = []
        terms = commitments.begin(
            derive(seed, "key"), self._id, "blind", "shown", "", derive(seed, "sign")[:16]
        )
        self._play = Play(self._records, self, lambda: self.now_ms * 1000)
        self._play.begin(fresh, derive(seed, "chance")[:16], terms)
        self._present()
        for row in rows:
            self._repeat(row)
        self._tones.clear()
        feeds = Feed(Bell()), OwnFeed(OWN, Bell())
        for feed in feeds:
            feed.open(self._presenter)
        self._feeds = [*feeds]
        self._seen = [-1, -1]  # nothing yet: the page is given the whole
        self._hand.look(self._perceived(), self.now_ms * 1000, False)
        self._show()

    def _repeat(self, row: Row) -> None:
        """Have what is in a row happen again."""
        self.now_ms = row.ms
        kind, *about = row.act
        self._people.choices.again = list(row.choices)
        if kind == "input":
            self._note(row)
            self._input((about[0],))
        elif kind == "undone":
            self._note(row)
            self._chronicle.ask.is_undone = True
        elif kind == "on":
            self._note(row)
            self._have_hand_act({"act": ON}, row)
        elif kind == "act":
            self._feed(self._act_for_others(row.act))
        elif kind == "hand" and row.is_own:
            _, act, word, *_ = about
            self._have_hand_act({"act": act, "word": word, "insists": True}, row)
        else:
            self._feed(self._carry_out(row.act, row.is_own))
        self._people.choices.again = None
        if self._play.is_on():
            self._hand.is_showing(row.ms * 1000)
        self._timers.follow(self._view, row.ms)
        prompt, presenter = self._prompt, self._presenter
        title = prompt and presenter.tongue.title(prompt.what, prompt.args)
        if prompt and title:  # it stays where a later ask has none
            presenter.publish(Asked(prompt.what, title=title))

    def _have_hand_act(self, wish: Fields, row: Row) -> None:
        """Have the person do again what is in a row."""
        self._hand.take([{"seat": OWN, "word": "", **wish}])
        self._feed(self._hand.act(self._perceived(), lambda _: self._carry_out(row.act, is_own=True)))

    def _sign(self, seats: int) -> None:
        """Set up what the table shows by."""
        panel = SimpleNamespace(width=240, count=1, show=lambda lines: None)
        self._display = Display(panel, Language(self._language))
        self._display.play(self._game)
        self._lamps = Lamps(None, self._pads)
        self._seats = Seats(self._pads, seats)
        self._signs = Signs(self._lamps, self, self._display, self._seats, Faults(), self._pads)
        self._signs.begin()
        self._signs.offer_review(False)
        self._view: Any = None
        self._tones: list[str] = []
        self._cues: list[Sequence[Any]] = []

    # -- what Signs and Play call ------------------------------------------------------------------

    def play(self, name: str) -> None:
        """Sound a tune."""
        self._tones.append(name)

    def follow(self, view: Any, is_open: bool, listeners: Sequence[int] = ()) -> None:
        """Show the match after an input."""
        self._view = view
        self._seats.take(view.pads)
        self._display.seat(view.pads, self._names if view.pads else ())
        self._signs.follow(view, is_open, listeners)

    def fact(self, fact: Any) -> None:
        """Tell a fact, to people, too."""
        self._signs.fact(fact)
        self._people.room.told(open_log.raw(self._game, fact))

    def cue(self, code: str, args: Sequence[Any]) -> None:
        """Give a momentary sign."""
        self._signs.cue(code, args)
        self._cues = [("cue", code, args)]

    def refused(self, code: str, place: int) -> None:
        """Show that an input was refused."""
        self._signs.refused(code, place)
        self._cues = [("refusal", code, place)]

    def noted(self, head: bytes) -> None:
        """Take the head of the chain, which is not shown here."""

    # -- the table ---------------------------------------------------------------------------------

    @property
    def _prompt(self) -> base.Prompt | None:
        """Return what the table asks."""
        prompt: base.Prompt | None = self._view.prompt
        return prompt

    def _perceived(self) -> Perceived:
        """Return what people perceive, as of `Room.act`."""
        prompt = self._prompt
        if prompt is None:
            return "", [], [0] * base.MOST_SEATS, [0] * base.PLACES
        return prompt.what, list(prompt.args), list(prompt.tasks), list(prompt.verdicts)

    def _carry_out(self, act: Values, is_own: bool = False) -> list[Event]:
        """Have people act, and note it. Raises CannotDo: and yet a card may have moved."""
        choices = self._people.choices
        choices.made = []
        self._people.draw_again(len(self._rows))
        try:
            return self._people.carry_out(act)
        finally:
            self._note(Row(self.now_ms, act, choices.made, is_own))
            if act[0] == "hand":
                self._hand.note(act, is_own, self.now_ms)

    def _note(self, row: Row) -> None:
        self._rows.append(row)
        self._known.append(len(self._records.raws))

    def _feed(self, events: Sequence[Event]) -> None:
        """Let the table take what hands did."""
        for event in events:
            kind = event[0]
            if kind in ("laid", "lifted", "lifted-top"):
                lying = self._lying.setdefault(event[1], [])
                if kind == "laid":
                    lying.append(event[2])
                else:
                    lying.pop(0 if kind == "lifted" else -1)
                now = lying[0] if len(lying) == 1 else cards.SEVERAL
                event = ("laid", event[1], now) if lying else ("lifted", event[1])
            elif kind != "key":
                continue
            self._input(event)

    def _input(self, event: Event) -> None:
        before = self._prompt
        self._signs.fresh()
        self._cues = []
        if event[0] == TALKED:
            self._play.end_talk()
        else:
            self._play.feed(event)
        after, place = self._prompt, int(event[1]) if len(event) > 1 else 0
        if event[0] == "laid":
            self._signs.laid(place)
        elif event[0] == "lifted" and before and after:
            if (before.verdicts[place], after.verdicts[place]) == (base.FINE, base.MISSING):
                self._signs.lifted_early(place)
        self._present()

    # -- what is presented ---------------------------------------------------------------------------

    def _present(self) -> None:
        """Publish records, then pads, then what is asked."""
        for deal in self._people.room.new_deals():
            line = open_log.deal_line(*deal, self._people.room.letters)
            self._notes.append((len(self._records.raws) - 1, line))
        chronicle, presenter = self._chronicle, self._presenter
        for raw in self._records.raws[self._presented :]:
            entry = Entry.read(raw)
            told, prompt, known = entry.told(), chronicle.shadow.prompt(), len(chronicle.lines)
            chronicle.take(entry.g, told)
            for line in chronicle.lines[known:]:
                presenter.line(line, entry.g)
            if isinstance(told, Ruled) and told.kind == "answer" and prompt is not None:
                presenter.answered(prompt, told.value, entry.g)
            self._presented = entry.g + 1
        if chronicle.closed and not presenter.snapshot.ending:
            presenter.ending(chronicle.lines)

    def _show(self) -> None:
        """Publish lamps and pads, and what is asked."""
        prompt, presenter = self._prompt, self._presenter
        self._signs.show(prompt, False, self.now_ms)
        self._signs.write()
        seen = self._seats.by_pad(self._view.cards)
        presenter.see(self._lamps.line(), seen, len(self._names))
        for name in self._tones:
            presenter.hands({"kind": "tone", "name": name})
        self._tones = []
        if prompt is None:
            return
        assert self._play.referee is not None
        ask = self._play.referee.ask
        is_hidden = any(part.counted for part in ask.parts())
        known = self._chronicle.shadow.prompt()
        shown = prompt._replace(tasks=list(known.tasks)) if is_hidden and known else prompt
        cues = [*self._cues]
        lasting = {"void-asked": self._view.void_asked_by, "consult": self._view.talking}
        told = [code for _, code, *_ in cues]
        cues += [
            ("cue", code, (seat,)) for code, seat in lasting.items() if seat is not None and code not in told
        ]
        if self._view.reached:
            cues.append(("reached", shown, self._view.reached))
        presenter.asks(self._asking.form(shown, cues, is_hidden, False, [OWN]), self._display.text)

    # -- what the page calls -------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Return True at the end of the match."""
        return not self._play.is_on()

    def again(self) -> None:
        """Have the next step return the whole, for a page that has nothing yet."""
        self._seen = [-1, -1]

    def step(self, now_ms: int) -> str:
        """Let time go by until then (ms); return JSON: what is new, as `events`, and in how many ms the next
        step is due, None to wait for the person.
        """
        self.now_ms = max(now_ms, self.now_ms)
        with messages.speaking(self._language):
            wait = self._go(self.now_ms)
            self._show()
            self._presenter.undoable(OWN, taking_back.can_take_back(self._find_own()))
            events = self._list_news()
            if self._gone_back is not None:  # behind the whole: an answer in it was read before
                self._presenter.reply(OWN, self._gone_back)
                self._gone_back = None
                events += self._list_news()
        return json.dumps({"events": events.decode(), "wait": wait})

    def _list_news(self) -> bytes:
        """Return what the page has not been sent."""
        events = b""
        for at, feed in enumerate(self._feeds):
            is_fresh = self._seen[at] < 0
            self._seen[at], parts = _whole(feed) if is_fresh else feed.after(self._seen[at])
            events += b"".join(parts)
        return events

    def act(self, fields: str) -> None:
        """Take what the page sends for its seat, as the form of `tablehost.web.seats` does: JSON."""
        given = json.loads(fields)
        task, line = given.get("task"), given.get("line", "")
        with messages.speaking(self._language):
            if given.get("act") == BY_HAND:
                self._is_by_hand = bool(given.get("word"))
                self._hand.leave_moving([OWN] if self._is_by_hand else [])
                return
            if given.get("act") == SLOWER:
                self._slowness = SLOWNESS if given.get("word") else 1.0
                return
            if not line:
                act = Act(OWN, given["act"], given.get("word", ""), task=task)
                self._hand.send(act, self._language)
                return
            try:
                Typing(self._hand, self._presenter, OWN).take(line, None if task is None else number_of(task))
            except Left:
                self._presenter.reply(OWN, lambda _: messages.Catalogue("web")("leave-by-button"))
            for _, request in self._hand.requests:
                self._answer(request)
            self._hand.requests = []

    def keep(self) -> str:
        """Return all that happened, for a tab that is opened later, and the head of the chain of records."""
        return json.dumps([self._rows, self._records.head.hex()])

    def file(self, started: str, finished: str) -> str:
        """Return the match, which is over, as [name, content] of a match file. Both times: in ISO 8601."""
        results = [line for line in self._chronicle.lines if line["kind"] == "result"]
        result = {name: value for name, value in results[-1].items() if name != "kind"}
        about: Any = {"game": self._game.NAME, "players": self._names, "options": dict(self._options)}
        about |= {"seed": None, "virtual": True, "started": started, "finished": finished, "result": result}
        file = GameFile(f"tab-{self._id}", about, self._records.raws, [], self._notes)
        return json.dumps([f"{file.name}.jsonl", to_lines(file)])

    def _go(self, now_ms: int) -> int | None:
        """Have the match go on; return in how many ms it does again, None if it waits for the person."""
        hand, us = self._hand, now_ms * 1000
        self._timers.follow(self._view, now_ms)
        over = self._timers.step(now_ms, False, False)
        if over is not None:
            self._note(Row(now_ms, ["input", over], []))
            self._input((over,))
        perceived = self._perceived()
        if self._play.is_on():
            looked = hand.is_showing(us)
            events = hand.act(perceived, lambda act: self._carry_out(act, is_own=True))
            if looked and not events and not hand.is_showing(us):
                self._note(Row(now_ms, ["on"], [], True))
            if not events and not hand.is_showing(us) and not hand.holds_back(perceived):
                events = self._have_others_act(perceived, now_ms)
            self._feed(events)
            if events or over is not None:
                self._timers.follow(self._view, now_ms)
                hand.look(self._perceived(), us, True)
                return 0
        if not self._play.is_on():
            return None  # and the last reveal needs no look
        hand.look(perceived, us, False)
        next_us = hand.find_next_us(perceived, us)
        due = [self._timers.due(), None if next_us is None else max(-(-next_us // 1000), self._act_at)]
        if self._act_at > now_ms and not hand.is_showing(us):
            due.append(self._act_at)
        return min((max(0, at - now_ms) for at in due if at is not None), default=None)

    def _have_others_act(self, perceived: Perceived, now_ms: int) -> list[Event]:
        """Return what one of the others does, else what the hands of the person do by themselves."""
        if now_ms < self._act_at:
            return []
        if perceived != self._bored_at:
            events = self._act_for_others(["act", *perceived])
            if events:
                return events
        return self._hand.tidy(perceived, now_ms * 1000, self._carry_out)

    def _act_for_others(self, act: Values) -> list[Event]:
        """Have one of the others act, and note when the next one does; return the events, [] of nothing."""
        events = self._carry_out(act)
        self._bored_at = None if events else self._perceived()
        if events:
            self._act_at = self.now_ms + (0 if act[1] in CONFIRMS else round(self._pause_ms * self._slowness))
        return events

    def _answer(self, request: str) -> None:
        """Answer the person who has typed a request."""
        presenter = self._presenter
        if request == "scores":
            presenter.reply(OWN, lambda shown: shown.scores())
        elif request == "rules":
            short = aid.in_short(self._game.NAME, self._names, self._options, self._language)
            presenter.reply(OWN, lambda _: short)
        elif request == "undo":
            self._undo()
        else:
            presenter.reply(OWN, lambda _: SAID("no-wish"))

    def _find_own(self) -> taking_back.Motion | own_acts.Own | None:
        """Return the last act of the person, as it can be taken back; None without one."""
        shadow, hand = self._chronicle.shadow, self._presenter.snapshot.hands.get(OWN, Hand(OWN))
        return taking_back.find_own(hand, shadow.course, self._hand.pressed, shadow.last_act(OWN))

    def _undo(self) -> None:
        """Take back the last act of the person: by a motion of the hand, else the match goes back to it."""
        presenter, own, course = self._presenter, self._find_own(), self._chronicle.shadow.course
        if isinstance(own, taking_back.Motion):
            if own.act is not None:
                self._hand.send(own.act, self._language)
            presenter.reply(OWN, lambda shown: taking_back.describe_motion(own, shown.tongue))
            return
        back = None if own is None else self._find_begin(own.place)
        if course is None or own is None or back is None:
            presenter.reply(OWN, lambda _: SAID("own-nothing"))
            return
        said = [taking_back.Said(*one) for one in own_acts.name_parts(course, own.parts)]
        before = [line["kind"] for line in self._chronicle.lines]
        self._begin([*self._rows[:back], Row(self.now_ms, ["undone"], [])])
        gone = before[len(self._chronicle.lines) :]
        self._gone_back = lambda shown: taking_back.describe(said, gone, False, shown.tongue)

    def _find_begin(self, place: tuple[int, int]) -> int | None:
        """Return the row with which the person began to give the answer at this place, None for none."""
        opened = answered = 0
        for g, raw in enumerate(self._records.raws):
            _, _, _, _, kind, *about = json.loads(raw)
            if kind == "answer" and about[:2] == [*place]:
                answered = g
                break
            if kind in OPENS:
                opened = g
        own = [at for at, row in enumerate(self._rows) if row.is_own and row.act[0] == "hand"]
        before = [at for at in own if self._known[at] <= answered]
        return next((at for at in before if self._known[at] > opened), before[-1] if before else None)


def _whole(feed: Changes) -> tuple[int, list[bytes]]:
    """Return the newest value of a feed, and how many changes are in it."""
    count, whole = feed.snapshot()
    return count, [whole]
