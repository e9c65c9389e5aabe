"""The ask of a match as a computer at its table knows it: by the records, and by news of lamps and display.

News comes behind the records. While it speaks of another record than the last, nothing is known.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from cardtable.controller.output.display import Display, find_waiting
from cardtable.engine import cards, tasks
from cardtable.engine.asks.base import CENTRE, EMPTY, PLACES, Prompt, Reason
from cardtable.languages import Language
from tablehost.people import looks
from tablehost.people.hands import SOURCES
from tablehost.people.vocabulary import Tongue
from tablehost.referee.open_ask import OpenAsk
from tablehost.referee.shadow import Shadow
from tablehost.types import Json

A_PAD = 6  # characters of lamps


class Seen(NamedTuple):
    """Lamps and pads, as all may see them. `hi`: the number of the last record before, None of a table that
    does not tell it.
    """

    lamps: str
    pads: Sequence[int | None]
    seats: int
    hi: int | None = None


class Displayed(NamedTuple):
    """The text of the display. `code`: what is asked; `hi`: as in Seen. As values, in the match: `reached`,
    rows of menus as [seat or None, row]; `reasons`, what is wrong with cards as [place, code, laid,
    recorded]; `void`, the seat that says misdeal; `talks`, the one that talks with its team; `notice`, the
    last event, "cue" or "refusal" with the code of its sentence and its arguments.
    """

    code: str
    text: str
    hi: int | None = None
    reached: Sequence[tuple[int | None, Json]] = ()
    reasons: Sequence[tuple[int, str | None, int | None, int | None]] = ()
    void: int | None = None
    talks: int | None = None
    notice: Sequence[Json] = ()


class Wanted(NamedTuple):
    """The wants of a match. `prompt`: of display and lamps; `tasks`: by seat, none in a dialog of the table;
    `cues`: other sentences, as the name of a method of a `Display` and its arguments; `is_hidden`: the seats
    that are waited for are secret; `unfit`: by seat, the names of cards that the table would refuse now.
    """

    prompt: Prompt
    tasks: Sequence[tasks.Task] = ()
    cues: Sequence[Sequence[Any]] = ()
    is_hidden: bool = False
    unfit: Sequence[frozenset[str]] = ()


class Asking:
    """The ask of a match; `last`: the number of its last record, None before a match; `seen` and `displayed`:
    the last news.
    """

    def __init__(self, ask: OpenAsk | None = None, last: int | None = None) -> None:
        self.ask = ask or OpenAsk(Shadow())
        self.last = last
        self.seen: Seen | None = None
        self.displayed: Displayed | None = None
        self._unfit: tuple[object, list[frozenset[str]]] = (None, [])  # for which ask, and by seat

    def find(self, clears: bool, held: Collection[int] = ()) -> Wanted | None:
        """Return what the match asks now; None while that is not known. `clears`: see `engine.tasks.form`;
        `held`: the seats whose players see which cards the table would refuse.
        """
        seen, displayed = self.seen, self.displayed
        if seen is None or displayed is None or self._are_old(seen, displayed):
            return None
        course = self.ask.shadow.course
        pads = None if course is None else course.match.pads
        picture = [seen.lamps[at : at + A_PAD] for at in range(0, len(seen.lamps), A_PAD)]
        lit, verdicts = looks.look(picture, pads or (), seen.seats, pads is not None)
        wrong = {place: Reason(why, laid, played) for place, why, laid, played in displayed.reasons}
        ask = None if course is None else course.ask
        is_hidden = ask is not None and any(part.counted for part in ask.parts())
        known = self.ask.shadow.prompt()
        if is_hidden and known is not None:
            lit = list(known.tasks)
        what = displayed.code
        prompt = Prompt(what, () if ask is None or what == "go-on" else ask.args, lit, verdicts, wrong)
        cues: list[Sequence[Any]] = []
        match displayed.notice:
            case ["cue", str(code), args]:
                cues.append(("cue", code, args))
            case ["refusal", str(code), *places]:
                cues.append(("refusal", code, *(places or [CENTRE])))
        if displayed.void is not None:
            cues.append(("cue", "void-asked", (displayed.void,)))
        if displayed.talks is not None:
            cues.append(("cue", "consult", (displayed.talks,)))
        if displayed.reached:
            cues.append(("reached", prompt, displayed.reached))
        return self.form(prompt, cues, is_hidden, clears, held)

    def form(
        self,
        prompt: Prompt,
        cues: Sequence[Sequence[Any]],
        is_hidden: bool,
        clears: bool,
        held: Collection[int] = (),
    ) -> Wanted:
        """Return the wants of a match at this prompt, see Wanted and `find`."""
        found = self.ask.tasks(prompt, SOURCES, clears)
        if not found:
            return Wanted(prompt._replace(args=()))
        return Wanted(prompt, found, cues, is_hidden, self._find_unfit(found, held))

    def _find_unfit(self, found: Sequence[tasks.Task], held: Collection[int]) -> list[frozenset[str]]:
        """Return by seat the names of cards that the table would refuse; it changes with the steps alone."""
        of = [(one.number, one.seat in held, *(step.act for step in one.steps[:1])) for one in found]
        if of != self._unfit[0]:
            course = self.ask.shadow.course
            names = None if course is None else cards.names_of(course.game)
            unfit = [self.ask.find_unfit(one) if one.seat in held else [] for one in found]
            self._unfit = of, [frozenset(cards.text(card, names) for card in some) for some in unfit]
        return self._unfit[1]

    def _are_old(self, *news: Seen | Displayed) -> bool:
        return self.last is not None and any(one.hi not in (None, self.last) for one in news)


def headline(wanted: Wanted, language: str, game: object, names: Sequence[str], pads: Sequence[int]) -> str:
    """Return in a language what a match asks, and of whom; "" for a dialog whose words only the table has."""
    words = Language(language)
    if not wanted.tasks:
        text = words.sentence("prompt", wanted.prompt.what) or ""
        return "" if "{" in text else text
    display = Display(None, words)
    display.play(game)
    display.seat(pads, names)
    try:
        return _form(wanted, display)
    except (LookupError, TypeError, ValueError):  # a table's values do not fit a sentence
        return ""


def find_causes(wanted: Wanted, language: str, game: object, names: Sequence[str]) -> list[str]:
    """Return in a language what is wrong with the card at each seat, or with what was done there last; "" for
    nothing.
    """
    causes = [""] * len(names)
    if not wanted.tasks:
        return causes
    display = Display(None, Language(language))
    display.play(game)
    display.seat(range(len(names)), names)
    refused = [
        (at, code, None, None) for name, code, *places in wanted.cues if name == "refusal" for at in places
    ]
    for place, *why in [*refused, *((place, *why) for place, why in wanted.prompt.reasons.items())]:
        if 0 <= place < len(causes):
            with contextlib.suppress(LookupError, TypeError, ValueError):  # see `headline`
                code, laid, recorded = why
                causes[place] = display.refusal(code, place, laid, recorded)
    return causes


def read_menu(
    what: str, rows: Sequence[Any], tongue: Tongue, game: object, names: Sequence[str], pads: Sequence[int]
) -> tuple[str, list[str]]:
    """Return the question of a menu without its keys, "" if the table's sentence has none, and the words of
    each row.
    """
    display = Display(None, Language(tongue.language))
    display.play(game)
    display.seat(pads, names)
    prompt = Prompt(what, rows, [], [EMPTY] * PLACES, {})
    words = []
    for row in rows:
        pattern = tongue.menus.get(f"{what} {row}") or tongue.menus.get(what)
        word = display.filled(pattern, (row,), "") if pattern else display.row_word(prompt, row)
        words.append(word[:1].upper() + word[1:])
    return tongue.questions.get(what) or _find_question(display.prompt(prompt), tongue), words


def _find_question(sentence: str, tongue: Tongue) -> str:
    """Return the part of a menu's sentence before the one on its keys."""
    yes = next(word for word, key in tongue.keys.items() if key == "yes").upper()
    before, found, _ = sentence.partition(yes)
    end = max(before.rfind("?") + 1, before.rfind(":"))
    question = before[:end].strip() if found and end > 0 else ""
    return question if question.endswith("?") or not question else f"{question}."


def _form(wanted: Wanted, display: Display) -> str:
    """Return all sentences, as the table itself orders them. Raises as values that do not fit make it."""
    prompt = wanted.prompt
    said = [getattr(display, name)(*args) for name, *args in wanted.cues]
    wrong = [
        display.refusal(why.code, place, why.laid, why.recorded)
        for place, why in sorted(prompt.reasons.items())
    ]
    asked = display.asked(prompt) if wanted.is_hidden else display.prompt(prompt)
    said += [*wrong, asked] if not wrong or find_waiting(prompt) else [asked, *wrong]
    return ". ".join(filter(None, said))
