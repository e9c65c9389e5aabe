"""The presenter of a match: what comes from a table, a log or hands becomes events, for every view alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from cardtable.engine import cards
from cardtable.engine.asks.base import REMOVE
from cardtable.games import registry as games
from cardtable.languages import Language
from tablehost import messages
from tablehost.console.terminal import escape, escape_all
from tablehost.match import lamps
from tablehost.match.events import (
    COVERED,
    UNKNOWN,
    Answer,
    Asked,
    Correcting,
    Display,
    Ending,
    Event,
    Hand,
    Lesson,
    Notice,
    Pads,
    Persons,
    Power,
    Remark,
    Retold,
    Standing,
    Still,
    Story,
    Tone,
    Undoable,
    Wish,
)
from tablehost.match.roles import Role, limit, may_see
from tablehost.match.snapshot import Snapshot
from tablehost.match.teacher import Teacher, lesson_before
from tablehost.people.asking import Wanted, find_causes, headline
from tablehost.people.hands import PAD, as_fields, offers
from tablehost.people.vocabulary import Tongue
from tablehost.plugins import narration
from tablehost.seats import spell
from tablehost.suits import show_card
from tablehost.types import Fields, Json, Letters, Line, Prompt

DONE = PAD[REMOVE]  # the lamp of a card that must leave its pad

# Events that are published only if they change what is shown.
NEWS = (Pads, Display, Asked, Correcting, Standing, Persons, Hand)


class View(Protocol):
    """A view of a match. `role`: that of its user."""

    role: Role

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Show an event, which the snapshot has in it; both have what this role may see."""


class Presenter:
    """A match that is published to its views. `players`: names by seat; `tongue`: the language spoken.

    `teaches`: with lessons; `hides_deals`: seats are played by people here, to whom a deal would reveal all
    hands; `before`: the snapshot of what was shown before, whose players hold the same hands.
    """

    def __init__(
        self,
        players: Sequence[str],
        tongue: Tongue,
        teaches: bool = False,
        hides_deals: bool = False,
        before: Snapshot | None = None,
    ) -> None:
        seats = range(len(players))
        hands = {} if before is None else {seat: before.hands[seat] for seat in seats if seat in before.hands}
        self.snapshot = Snapshot(tuple(escape_all(list(players))), chairs=tuple(seats), hands=hands)
        self.hides_deals = hides_deals
        self.tongue = tongue
        self._teaches = teaches
        self._teacher: Teacher | None = None
        self._words = narration.Words(self.snapshot.players)
        self._stories: list[Story] = []  # all that hold
        self._withdrawn = Counter[tuple[str, str]]()  # words of stories that a correction took back
        self._views: list[View] = []
        self._game: object = None

    def attach(self, view: View) -> None:
        """Publish to this view, too, from now on."""
        self._views.append(view)

    def detach(self, view: View) -> None:
        """Publish to this view no longer."""
        self._views = [one for one in self._views if one is not view]

    def publish(self, event: Event) -> None:
        """Hand an event to all views that may show it; of what may be seen at any moment, only news."""
        before = self.snapshot
        self.snapshot = before.fold(event)
        if isinstance(event, NEWS) and self.snapshot == before:
            return
        for view in self._views:
            if may_see(view.role, event):
                view.show(event, limit(view.role, self.snapshot))

    def lesson(self, code: str) -> str:
        """Return the lesson on the act that the prompt of this code asks for, "" if there is none."""
        return lesson_before(self.snapshot.game, code, Language(self.tongue.language))

    # -- the log -----------------------------------------------------------------------------------

    def line(self, line: Line, record: int | None = None) -> None:
        """Publish a line of the open log, from a record of this number, with what follows from it."""
        line = escape_all(line)
        if line["kind"] == "match":
            self._game = games.load(line["game"])
            self._teacher = Teacher(line) if self._teaches else None
        story = self._tell(line, record)
        if self._withdrawn[_words_of(story)]:
            self._withdrawn[_words_of(story)] -= 1
            story = story._replace(is_again=True)
        self.publish(story)
        self.publish(self._standing())
        if self._teacher is not None and not story.is_again:
            self._teach(self._teacher.after(line, self._words))

    def retell(self, kept: Iterable[tuple[Line, int | None]]) -> None:
        """Publish that a correction has taken back all lines but these, each with the number of its record;
        those of the corrected stage come again.
        """
        before, self._stories = self._stories, []
        for line, record in kept:
            self._tell(escape_all(line), record)
        self._withdrawn = Counter(map(_words_of, before)) - Counter(map(_words_of, self._stories))
        self.publish(Retold(tuple(self._stories)))

    def _tell(self, line: Line, record: int | None) -> Story:
        """Return the story of a line, to which the match has come."""
        kind = line["kind"]
        if kind == "match":
            self._words = narration.of(line)
        words = self._words
        words.hear(line)
        summary = words.in_short(line) if kind == words.closing else ""
        is_private = kind == "deal" and self.hides_deals
        always = words.tells_always(line)
        told = words.sentence(line)
        outcomes = words.outcome(line), words.own_outcomes(line)
        story = Story(record, line, told, summary, words.number, always, is_private, False, *outcomes)
        self._stories.append(story)
        return story

    def prompt(self, prompt: Prompt | None) -> None:
        """Publish the lesson about what the rules ask for."""
        if self._teacher is not None:
            self._teach(self._teacher.before(prompt), "" if prompt is None else prompt.what)

    def asks(self, wanted: Wanted, text: str, language: str = "") -> None:
        """Publish what is asked. `text`: that of the display, for a dialog whose words only the table has;
        `language`: of it, "" if that is not known.
        """
        pads = self.snapshot.chairs
        said = headline(wanted, self.tongue.language, self._game, self.snapshot.players, pads)
        shown = escape(said or spell(text, self.snapshot.players))
        self.publish(Display(shown, "" if said else self._foreign(language)))
        steps, may = (
            tuple(tuple(map(as_fields, part)) for part in parts)
            for parts in ([one.steps for one in wanted.tasks], [one.may for one in wanted.tasks])
        )
        title = self.tongue.title(wanted.prompt.what, wanted.prompt.args) or self.snapshot.asked.title
        causes = find_causes(wanted, self.tongue.language, self._game, self.snapshot.players)
        self.publish(
            Asked(wanted.prompt.what, steps, may, title, tuple(map(escape, causes)), tuple(wanted.unfit))
        )
        self._look()

    def answered(self, prompt: Prompt, answer: Json, record: int | None = None) -> None:
        """Publish a remark on this answer to this prompt, if the game has one."""
        self._remark(self._words.answered(prompt, answer), record)

    def remark(self, text: object, record: int | None = None) -> None:
        """Publish a sentence that is not in the log, unless it is empty."""
        self._remark(str(text), record)

    def _remark(self, text: str, record: int | None) -> None:
        if text:
            self.publish(Remark(record, escape(text)))

    def ending(self, lines: Sequence[Line]) -> None:
        """Publish the reasons for all points, the winners, and the moment that decided."""
        words, shown = narration.heard(lines), escape_all(list(lines))
        self.publish(Ending(words.ending(shown), words.turning(shown)))

    def _teach(self, lesson: str, code: str = "") -> None:
        if lesson:
            self.publish(Lesson(lesson, code))

    def _standing(self) -> Standing:
        words, seats = self._words, range(len(self.snapshot.players))
        return Standing(
            words.number,
            tuple(tuple(words.standing(seat)) for seat in seats),
            tuple(words.score(seat) for seat in seats),
            words.caption(),
            tuple(words.place(number) for number in range(words.named)),
            len(words.middle),
            tuple(words.spread(seat) for seat in seats),
            words.verdict(),
        )

    # -- the table ---------------------------------------------------------------------------------

    def see(self, report: str, pads: Sequence[int | None], seat_pads: int) -> None:
        """Publish lamps and pads as the table reports them."""
        names = tuple(name_card(card, self._words.letters) for card in pads)
        trumps = self._words.trumps(names[seat_pads:])
        self.publish(Pads(names, lamps.read(report, self.tongue), seat_pads, trumps))
        self._look()

    def own(self, cards: Sequence[tuple[int, int | None]]) -> None:
        """Publish the cards on the own pads of seats that listen, as seat and card; and, new there, what the
        game has to tell of one, such as the text of a law.
        """
        for seat, card in cards:
            if seat not in self.snapshot.listeners:
                continue  # no such seat has agreed to it
            before = self.snapshot.hands.get(seat, Hand(seat)).pad
            name = name_card(card, self._words.letters)
            self._listen(seat, () if name is None else (name,))
            words = None if name in (None, *before) else self._words.read_card(str(name))
            if words is not None and self.tongue.own.told is not None:
                self.publish(Answer(seat, self.tongue.own.told(words)))

    def _look(self) -> None:
        """Publish what has changed for seats that listen."""
        for seat in self.snapshot.listeners:
            self._listen(seat, self.snapshot.hands.get(seat, Hand(seat)).pad)

    def _listen(self, seat: int, pad: tuple[str, ...]) -> None:
        """Publish what the player of a seat that listens perceives: the card on the own pad, the lamps."""
        shown, chairs = self.snapshot, self.snapshot.chairs
        lamps_there = shown.pads.lamps[chairs[seat]] if chairs[seat] < len(shown.pads.lamps) else ()
        _, card, *_ = *(lamp.meaning for lamp in lamps_there), "", ""
        steps, may = (rows[seat] if seat < len(rows) else () for rows in shown.asked[1:3])
        asked = shown.asked.code
        todo = self.tongue.step(steps, offers(asked, steps, may, calls=True), asked)
        self.publish(Hand(seat, (), pad, todo=todo, lamp=card, asked=asked, steps=steps, may=may))

    def display(self, text: str) -> None:
        """Publish in words what is asked."""
        self.publish(Display(escape(text)))

    def scores(self) -> str:
        """Return the scores so far, by name."""
        return self._words.scores()

    def last(self) -> str:
        """Return the last story of a trick, round or vote, "" before the first."""
        kinds = self._words.outcomes
        told = (one.sentence for one in reversed(self.snapshot.stories) if not kinds or one.kind in kinds)
        return next(told, "").strip()

    def law(self, place: str) -> str:
        """Return the law in force at this place; or that there is none."""
        return self._words.law(place)

    def notice(self, text: object, language: str = "") -> None:
        """Publish a message that is no part of the match. `language`: of one that the table has written."""
        self.publish(Notice(escape(str(text)), self._foreign(language)))

    def _foreign(self, language: str) -> str:
        return "" if language == self.tongue.language else language

    def correcting(self, is_open: bool) -> None:
        """Publish that the operator looks at a correction, or does so no longer."""
        self.publish(Correcting(self.tongue.said["correcting"] if is_open else ""))

    def persons(self, names: Sequence[str], away: Sequence[int]) -> None:
        """Publish the persons who play seats from elsewhere, by seat."""
        self.publish(Persons(tuple(escape_all(list(names))), tuple(away)))

    def reply(self, seat: int, form: Callable[[Presenter], str]) -> None:
        """Publish the answer to what the player of a seat has asked, formed for the language here."""
        self.publish(Answer(seat, form(self)))

    def wish(self, seat: int, form: Callable[[Presenter], str]) -> None:
        """Publish to the player of a seat what another person would take back, "" for nothing any more."""
        self.publish(Wish(seat, form(self)))

    def undoable(self, seat: int, can: bool) -> None:
        """Publish whether the player of a seat has an act to take back, if that has changed."""
        if can != (seat in self.snapshot.undoable):
            self.publish(Undoable(seat, can))

    # -- hands -------------------------------------------------------------------------------------

    def hands(self, message: Fields) -> None:
        """Publish a message of hands at the virtual table, see `tablehost.virtual.people.held`."""
        for event in self._of_hands(message):
            self.publish(event)

    def _of_hands(self, message: Fields) -> Iterator[Event]:
        tongue = self.tongue
        kind = message["kind"]
        if kind == "hands":
            for row in message["seats"]:
                yield self._hand(row)
        elif kind == "tone":
            yield Tone(message["name"], tongue.tones.get(message["name"], message["name"]))
        elif kind in ("cannot", "read"):
            code, card = (message.get(name, "") for name in ("code", "card"))
            yield Answer(message["seat"], _answer(message, tongue), code, card)
        elif kind == "advice":
            seat, act, word = message["seat"], message["act"], message["word"]
            why = self._because(*message.get("because", ()))
            text = " ".join(filter(None, (self._advice(seat, act, word), why)))
            yield Answer(seat, text, act=act, word=word, row=message.get("row", ""), why=why)
        elif kind == "still":
            yield Still()
        elif kind == "power":
            yield Power(message["on"], tongue.said["plugged" if message["on"] else "unplugged"])

    def _hand(self, row: Fields) -> Hand:
        """Return the view of a player, from a row of the message "hands"."""
        asked, do, lamp = row["asked"], row["do"], row["lamp"]
        meaning = "" if do == "take" or lamp == DONE else self.tongue.pad.get(lamp, "")  # a step says more
        hand, pad, pile, lying = (tuple(row[name]) for name in ("hand", "pad", "pile", "open"))
        steps, may = tuple(row["steps"]), tuple(row["may"])
        todo = self._todo(asked, do, steps, may)
        return Hand(
            row["seat"], hand, pad, pile, lying, todo, meaning, asked, do, lamp, row["task"], steps, may
        )

    def _advice(self, seat: int, act: str, word: str) -> str:
        """Return the sentence that advises a player this act."""
        tongue, hands, players = self.tongue, self.snapshot.hands, self.snapshot.players
        about = {"card": tongue.call(word), "name": "", "key": "", "label": ""}
        if act in ("draw", "point") and word:
            about["name"] = players[int(word)]
        for one in tongue.buttons(hands[seat].asked if seat in hands else "", [word]):
            about |= {
                "key": one["typed"],
                "label": "" if one["label"].upper() == one["typed"] else one["label"],
            }
        return messages.fill(tongue.advice[act], about, tongue.language)

    def _because(self, code: str = "", values: Fields | None = None) -> str:
        """Return the sentence with the reason of an advice, "" for none."""
        tongue = self.tongue
        about = {name: tongue.call(one) if name == "card" else one for name, one in (values or {}).items()}
        return messages.fill(tongue.because[code], about, tongue.language) if code else ""

    def _todo(self, asked: str, do: str, steps: tuple[Fields, ...], may: tuple[Fields, ...]) -> str:
        """Return what a player types for the first of these steps, or to speak up."""
        acts = offers(asked, steps, may, do == "call")
        if not steps:
            return self.tongue.hint(asked, do, acts) if acts else ""
        first, keys = steps[0]["act"], steps[0].get("keys", [])
        task = "ok" if first == "key" and keys == ["ok"] else "answer" if first == "key" else first
        return self.tongue.hint(asked, task, keys)


def _answer(message: Fields, tongue: Tongue) -> str:
    """Return the text of a message on an act: why a hand cannot do it, or the cards that were read."""
    if message["kind"] == "cannot":
        why = messages.fill(tongue.cannot[message["code"]], {"card": show_card(message.get("card", ""))})
        step = tongue.step(message.get("steps", ()), ())
        return tongue.say("cannot", why=why, step=step) if step else why
    told = tongue.own.told
    cards = [] if told is None else [told(card) for card in message["cards"]]
    return "\n".join(cards) or tongue.said["no-cards"]


def _words_of(story: Story) -> tuple[str, str]:
    return story.sentence, story.summary


def name_card(card: int | None, names: Letters) -> str | None:
    """Return the name of a card in a report of the table; None for no card."""
    if card is None:
        return None
    if card == narration.COVERED:
        return COVERED
    return str(cards.text(card, names)) if cards.is_card(card) else UNKNOWN
