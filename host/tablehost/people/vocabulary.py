"""The vocabulary of users who play along: the messages of the host, and the words they may type.

Both are in the catalogues `hands_<language>.txt`, and the differences of one game in those of its folder. The
languages are those of the table, and a seat's hands get the language of the table. Codes are those of
`tablehost.people.hands`; names of tones are the table's.

A line of typed words has commas between them; a row of the help has the typed words, a bar, and their effect.
Of the kinds, `own-card` has the words for an own card of a kind, `chip` letters and names of chips, `read`
the sentence for a card that is read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from cardtable.engine import cards
from cardtable.games import registry as games
from tablehost import messages
from tablehost.messages import LANGUAGES as LANGUAGES
from tablehost.plugins import presentation
from tablehost.suits import show_card
from tablehost.types import Fields, Letters

HELP_COLUMN = 14  # where the meanings begin

Row = tuple[str, str]  # typed words, for instance `point 2`, and their effect


@dataclass(frozen=True)
class OfGame:
    """The messages and words that differ in one game.

    `rows`: the acts that not every game has; the first word of each is a command, or a card. `said`: as in a
    Tongue. Where the cards have texts `reads` is the command to read one, `told` the sentence for it.
    `kinds`: the words for an own card of a kind; `chips`: letters and names of chips; `like_a_card`: a
    pattern of words meant for a card.
    """

    rows: tuple[Row, ...]
    said: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()
    told: Callable[[Fields], str] | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    chips: Mapping[str, str] = field(default_factory=dict)
    like_a_card: str = r"(10|[0-9ajqkx])\w?"


@dataclass(frozen=True)
class Tongue:
    """One language.

    `do`, `pad`      what to type for the task of a seat, and the meaning of the lamp of its card, by codes
    `lamps`          what its lamp asks at a real table, by the same codes
    `steps`          what is done for a step: the code of its act, and of the source of its card
    `results`        the meaning of the lamp of a result, by the table's codes
    `hints`          what to type at a prompt: its code and that of the task -> the words; see `hint`
    `tones`          tone -> its name
    `cannot`         code -> the reason why a hand cannot do that
    `steps`          prompt and act -> what a player does; `labels`: prompt and key -> what the key does there
    `titles`         prompt -> where a match is then
    `menus`          prompt, or prompt and row -> the words of a row on a page, as a sentence of the table
                     whose argument is the row; `questions`: prompt -> that of its menu there
    `advice`         act -> the sentence that advises it; `because`: the code of a reason -> its sentence
    `printed`        the name of a card without its number -> the word that is printed on it
    `said`           code -> any other sentence or piece of one; `beside` is the pile, shown with the hand
                     where it is not only counted
    `keys` `acts` `with_card` `with_seat` `asks`   typed words -> their meaning; short forms included;
                     an act may be typed with a seat and without
    `press` `hold`   words allowed before a key, and before the NO that is held
    `foreign`        in place of a card: one of another deck
    `offered`        the commands of every game, to complete and to suggest, as they are typed
    `rows` `last`    of the help: the commands of every game, before and after the acts of this one
    `closing`        the last sentence of the help
    `own`            the game that is played; here one with a pool and with cards to take
    `with_chips`     typed words, followed by chips -> their meaning; `with_place`: by the number of a place
    `ranks` `suits`  the words for ranks and suits -> their letters; `between` stands between the two;
    `called`         letters of ranks -> the first word for each
    `letters`        of court cards -> those of this language, as they are typed and printed
    `shown`          the same, where the game names its cards as a standard pack does; else empty
    `language`       its name; `names`: the game's names of its cards, see `cards.names_of`
    """

    keys: Mapping[str, str]
    acts: Mapping[str, str]
    with_card: Mapping[str, str]
    with_seat: Mapping[str, str]
    asks: Mapping[str, str]
    press: str
    hold: str
    foreign: str
    offered: tuple[str, ...]
    rows: tuple[Row, ...]
    last: tuple[Row, ...]
    closing: str
    own: OfGame
    with_chips: Mapping[str, str] = field(default_factory=dict)
    with_place: Mapping[str, str] = field(default_factory=dict)
    do: Mapping[str, str] = field(default_factory=dict)
    lamps: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    menus: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    pad: Mapping[str, str] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)
    tones: Mapping[str, str] = field(default_factory=dict)
    cannot: Mapping[str, str] = field(default_factory=dict)
    advice: Mapping[str, str] = field(default_factory=dict)
    because: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    ranks: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    suits: Mapping[str, str] = field(default_factory=dict)
    between: str = ""
    language: str = "en"
    names: Letters = None

    def say(self, code: str, **about: object) -> str:
        """Return a sentence of `said` in this language."""
        return messages.fill(self.said[code], about, self.language)

    @property
    def commands(self) -> list[str]:
        """Return all commands to complete and to suggest."""
        own = dict.fromkeys(part.split(" ")[0] for typed, _ in self.own.rows for part in typed.split(", "))
        known = {*self.acts, *self.with_seat, *self.with_chips, *self.with_place, *self.own.reads}
        return [*self.offered, *(word for word in own if word in known)]

    def hint(self, asked: str, task: str, keys: Sequence[str] = ()) -> str:
        """Return what a player types at the prompt `asked` whose task is `task`; "" for one without a
        task. `keys`: those that answer.
        """
        known = self.hints.get(f"{asked} {task}")
        if known is None and task in ("answer", "call") and keys:
            return self.say(task, keys=self._any_of(keys))
        return known or self.do.get(task, "")

    def step(
        self, steps: Sequence[Fields], offered: Sequence[str], asked: str = "", headline: str | None = None
    ) -> str:
        """Return what a player does for the first of these steps of the prompt `asked`, by hand and not by
        typing; how to speak up with these keys where there is none; "" without either.

        `headline`: what the table asks, for a reader who also has the `buttons`; it is said where a step
        is no more than a key. Without it each key is named, with what it does.
        """
        keys = steps[0].get("keys", ()) if steps else [key for key in offered if key in self.keys.values()]
        if not steps and not keys:
            return ""
        first = steps[0] if steps else {"act": "call"}
        act = first["act"]
        known = self.steps.get(f"{asked} {' '.join(keys) if act == 'key' else act}")
        if headline and not known and act in ("key", "pick"):
            return headline
        text = known or self.steps.get(f"{act} {first.get('source', '')}") or self.steps[act]
        said = {"keys": self._any_of(keys, str.upper) if keys else ""}
        step = messages.fill(text, said, self.language)
        if headline is not None or not keys:
            return step
        buttons = self.buttons(asked, keys)
        if any(one["label"] != one["typed"] for one in buttons):
            each = (self._end(self.say("keyed", **one)) for one in buttons)
            return " ".join((step, *each))
        if act in ("lay", "show"):
            return messages.fill(self.steps["or"], {"step": step, **said}, self.language)
        return step

    @staticmethod
    def _end(sentence: str) -> str:
        return sentence if sentence[-1] in "!?." else f"{sentence}."

    def call(self, card: str) -> str:
        """Return what a sentence calls the card of this name."""
        return self.printed.get(card.rstrip("0123456789")) or show_card(card)

    def buttons(self, asked: str, offered: Sequence[str]) -> list[Fields]:
        """Return the keys among these acts of the prompt `asked`, each with what it does there."""
        typed = {code: name.upper() for name, code in reversed(list(self.keys.items()))}
        labels = {key: self.labels.get(f"{asked} {key}") or self.labels.get(key) for key in typed}
        return [
            {"key": key, "typed": typed[key], "label": labels[key] or typed[key]}
            for key in offered
            if key in typed
        ]

    def title(self, asked: str, args: Sequence[object]) -> str:
        """Return where a match is at a prompt with these arguments; "" where that stays as it was."""
        try:
            return self.titles.get(asked, "").format(*args)
        except (LookupError, ValueError):  # a table's values do not fit the words
            return ""

    def _any_of(self, keys: Sequence[str], written: Callable[[str], str] = str) -> str:
        typed = [written(next(word for word, code in self.keys.items() if code == key)) for key in keys]
        return f" {self.said['or']} ".join(filter(None, (", ".join(typed[:-1]), typed[-1])))

    @property
    def help(self) -> str:
        """Return the list of commands, in lines of less than 78 columns."""
        lines = [f"{typed:<{HELP_COLUMN}}{meaning.format(**self.said)}" for typed, meaning in self.help_rows]
        closing = self.closing.format(**self.said)
        return "\n".join([*(line.replace("\n", "\n" + " " * HELP_COLUMN) for line in lines), closing])

    @property
    def help_rows(self) -> list[Row]:
        """Return the rows of the help, with the cards of the game that is played."""
        rows = [*self.rows, *self.own.rows, *self.last]
        return [(typed.format(**self.said), meaning) for typed, meaning in rows]


def load(language: str, game: str = "") -> Tongue:
    """Return the tongue of one of the LANGUAGES, for a player of this game; English for any other
    language.
    """
    known = language if language in LANGUAGES else LANGUAGES[0]
    usual = _Lines("hands", known)
    said = usual.texts("said")
    own, names = OfGame(usual.rows("own")), None
    ranks: Mapping[str, str] = {}
    results, steps = usual.texts("result"), usual.texts("step")
    labels = usual.texts("label")
    titles: Mapping[str, str] = {}
    because: Mapping[str, str] = {}
    printed: Mapping[str, str] = {}
    menus: Mapping[str, str] = {}
    questions: Mapping[str, str] = {}
    area = f"{presentation.base_of(game)}/hands"
    if messages.has_area(area):
        lines = _Lines(area, known)
        own, names = _of_game(game, lines), cards.names_of(games.load(game))
        said = {**said, **own.said}
        ranks = lines.typed("rank")
        results = {**results, **lines.texts("result")}
        steps, labels = {**steps, **lines.texts("step")}, {**labels, **lines.texts("label")}
        titles, because, printed = (lines.texts(kind) for kind in ("title", "because", "printed"))
        menus, questions = lines.texts("menu"), lines.texts("question")
    return Tongue(
        keys=usual.typed("key"),
        acts=usual.typed("act"),
        with_card=usual.typed("with-card"),
        with_seat=usual.typed("with-seat"),
        with_chips=usual.typed("with-chips"),
        with_place=usual.typed("with-place"),
        asks=usual.typed("ask"),
        press=usual.word("press"),
        hold=usual.word("hold"),
        foreign=usual.word("foreign"),
        offered=usual.words("offered"),
        rows=usual.rows("row"),
        last=usual.rows("last"),
        closing=usual.word("closing"),
        own=own,
        do=usual.texts("do"),
        lamps=usual.texts("lamp"),
        steps=steps,
        labels=labels,
        titles=titles,
        menus=menus,
        questions=questions,
        hints=usual.texts("hint"),
        pad=usual.texts("pad"),
        results=results,
        tones=usual.texts("tone"),
        cannot=usual.texts("cannot"),
        advice=usual.texts("advice"),
        because=because,
        printed=printed,
        said=said,
        ranks={**usual.typed("rank"), **ranks},
        called={letter: word for word, letter in reversed([*ranks.items(), *usual.typed("rank").items()])},
        letters=usual.texts("letter"),
        shown=usual.texts("letter") if names is None else {},
        suits=usual.typed("suit"),
        between=usual.word("between"),
        language=known,
        names=names,
    )


def _of_game(game: str, lines: _Lines) -> OfGame:
    """Return the vocabulary that differs in a game; patterns and layout come from its package."""
    aloud, read = lines.texts("read"), presentation.READ_ALOUD.find(game)
    return OfGame(
        lines.rows("own"),
        lines.texts("said"),
        lines.words("read"),
        partial(read, aloud) if read is not None else None,
        lines.typed("own-card"),
        lines.typed("chip"),
        presentation.LIKE_A_CARD.of(game, OfGame.like_a_card),
    )


class _Lines:
    """The lines of one catalogue, by kinds."""

    def __init__(self, area: str, language: str) -> None:
        self._kinds: dict[str, dict[str, str]] = {}
        for head, text in messages.texts(area, language).items():
            kind, _, code = head.partition(" ")
            self._kinds.setdefault(kind, {})[code] = text

    def texts(self, kind: str) -> Mapping[str, str]:
        """Return code -> text."""
        return self._kinds.get(kind, {})

    def typed(self, kind: str) -> Mapping[str, str]:
        """Return typed words -> their code."""
        return {word: code for code, text in self.texts(kind).items() for word in _apart(text)}

    def rows(self, kind: str) -> tuple[Row, ...]:
        """Return rows of the help."""
        return tuple(
            (typed, does) for typed, _, does in (t.partition(" | ") for t in self.texts(kind).values())
        )

    def word(self, code: str) -> str:
        return self.texts("word").get(code, "")

    def words(self, code: str) -> tuple[str, ...]:
        """Return words with commas between them."""
        return tuple(_apart(self.word(code)))


def _apart(text: str) -> Iterator[str]:
    return filter(None, text.split(", "))
