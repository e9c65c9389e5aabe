"""The text format of a game, readable and writable by hand: `cardtable export --format text`, and back.

    cardtable 1                  the format; then the setup, in any order
    game democracy
    players Ada, Ben, Cleo
    option days=2                only where it is not the default
    virtual                      if it was played at the virtual table
    started 2026-11-21T20:15     if it is known

    take-seats OK OK OK - - - - - - -      one line for each answer: the prompt, and the answer
    turn-up 6H
    lay-face-down *5H *10C *JH *4H         * is laid face down; what is turned over later needs no line
    name-suit: *2                          after a colon one value, else a list; (...) is a list in a list
    + show-hand 0 5S                       a piece of an answer that comes card by card
    show-hand .                            as it was shown
    chance: 2                              drawn by the table, or weighed over hidden cards
    found 3 already-played 4               a card that cannot be there, see docs/reference/log.md
    note pause operator                    the match was paused; note resume 1: seat 1 continued it
    fix undo 3 0 1 0                       a correction, and who agreed to it, two seats or operator; this
                                           one: answer 3 and all later ones do not count (1 for 0: what came
                                           of them had been seen by all)
    fix amend 3 ((3 (5H 10C))) 4 operator  answer 3 was another one; 4 answers still hold
    fix void misdeal operator              the stage counts nothing
    fix name 2 5H 0 1                      the card of seat 2 (10: the middle) that cannot be read is the 5H
    fix name 2 - operator                  the hidden card of seat 2 counts unread; it is laid as *?5H and,
    fix name 2 =?5H operator               when it is to be revealed, named
    fix leave 2 operator                   the player of seat 2 has left
    fix end 0 1                            the match ends early

Words: cards by name, numbers, keys YES NO OK HOLD-NO, codes in lower case, `-` for nothing, true, false, text
in double quotes. `=5H` is the hidden 5H that was laid before; `*~1` and `=~1` one that was never shown.
Answers of a stage are counted from 0, with those that need no line. For corrections see
docs/play/corrections.md. Blank lines, lines that begin with # and text after a # between words are free.
Ends of stages follow from the rules.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from cardtable.engine import cards
from cardtable.engine import match as matches
from cardtable.engine.asks.automatic import Reveal
from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import KEY_NAMES, Ask
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import First, Poll
from cardtable.engine.asks.laying import Lay, LayOne, Take
from cardtable.engine.asks.showing import Show
from cardtable.engine.match import OptionError, resolve
from cardtable.engine.referee import Referee
from cardtable.games import registry as games
from cardtable.wire.records import ruled
from tablehost import messages
from tablehost.errors import CHECK_FAILED, Trouble
from tablehost.journal.game_schema import is_time
from tablehost.journal.gamefile import BY_HAND, GameFile
from tablehost.referee.shadow import Shadow
from tablehost.seats import find_twin, is_name
from tablehost.types import Fields, GameModule, Letters, Record, Value, Values

SAID = messages.Catalogue("record")

FORMAT = "cardtable 1"
HEAD = ("game", "players", "option", "virtual", "started")
KEYS = {name.upper(): number for number, name in enumerate(KEY_NAMES) if name}
ATOMS = {"-": None, "true": True, "false": False}
CODE = re.compile(r"[a-z][a-z0-9_+/-]*$")
TOKEN = re.compile(r'\s*(?:(#.*$)|([()])|([*=]?"(?:[^"\\]|\\.)*")|([^\s()"]+))')
SHOWN = "."
MOST_DEPTH = 8  # of lists in lists
MOST_DIGITS = 15
NOTED = ("pause", "resume")  # the notes that a text contains
UNREAD = "?"  # before the word of a hidden card that could not be read and was named by hand
HIDDEN = "hidden"  # the kind of a note with the values in a text that no rule has revealed


class Unreadable(Exception):
    """A malformed line; the message gives the allowed form."""


# -- values as words, and back -----------------------------------------------------------------------------


class Hidden:
    """The handles of a match and their words: the values they stand for, else a number.

    `named`: those that could not be read and were named by hand.
    """

    def __init__(self, known: dict[int, int], named: Collection[int]) -> None:
        self._known = known
        self._named = named
        self._words: dict[int, str] = {}
        self._unknown = 0

    def word(self, handle: int, name: Callable[[int], str]) -> str:
        """Return `*` and the word of a handle at first, `=` and the word afterwards; `name(value)`: the word
        of a value.
        """
        if handle in self._words:
            return "=" + self._of(handle)
        if handle in self._known:
            unread = UNREAD if handle in self._named else ""
            self._words[handle] = unread + name(self._known[handle])
        else:
            self._unknown += 1
            self._words[handle] = f"~{self._unknown}"
        return "*" + self._words[handle]

    def _of(self, handle: int) -> str:
        """Return its word; with its place among those of the same word if it is not the last of them."""
        word = self._words[handle]
        same = [one for one in sorted(self._words) if self._words[one] == word]
        return word if same[-1] == handle else f"{word}.{same.index(handle) + 1}"


class Writer:
    """Writes values of one game. `names`: how it calls its cards."""

    def __init__(self, names: Letters, hidden: Hidden) -> None:
        self._names = names
        self._hidden = hidden

    def line(self, head: str, value: Value, ask: Ask | None = None) -> str:
        """Return `head` and its value: a list as words, anything else behind a colon."""
        if isinstance(value, list):
            return " ".join([head, *self._items(value, ask)])
        return f"{head}: {self._one(value, ask)}"

    def fix(self, fix: Values, course: Any) -> str:
        """Return a correction of the course in its current state, with its cards and answers in the notation
        of this format.
        """
        kind, *said = fix
        if kind == "amend":
            index, changed, stand, *who = said
            asks = _asks(course, fix)
            pairs = " ".join(f"({i} {self._one(answer, asks[i])})" for i, answer in changed)
            return " ".join(["fix amend", str(index), f"({pairs})", str(stand), *map(str, who)])
        words = [self._one(one, None) for one in said]
        if kind == "name" and cards.is_card(said[1]):
            words[1] = self._card(said[1])
        return " ".join(["fix", kind, *words])

    def _items(self, value: Values, ask: Ask | None) -> list[str]:
        if isinstance(ask, First) and len(value) == 2:
            return [str(value[0]), self._one(value[1], ask.asks[value[0]])]
        if isinstance(ask, All) and len(value) == len(ask.asks):
            return [self._one(one, part) for one, part in zip(value, ask.asks, strict=True)]
        if isinstance(ask, LayOne) and len(value) == 2:
            return [str(value[0]), self._one(value[1], ask)]
        return [self._one(one, ask) for one in value]

    def _one(self, value: Value, ask: Ask | None) -> str:
        if isinstance(value, list):
            return "(" + " ".join(self._items(value, ask)) + ")"
        if isinstance(value, bool) or value is None:
            return next(word for word, one in ATOMS.items() if one is value)
        if isinstance(value, str):
            return value if CODE.match(value) and value not in ATOMS else json.dumps(value)
        if cards.is_handle(value):
            return self._hidden.word(value, lambda one: self._plain(one, ask))
        return self._plain(value, ask)

    def _plain(self, value: int, ask: Ask | None) -> str:
        if isinstance(ask, Poll) and 0 < value < len(KEY_NAMES):
            return KEY_NAMES[value].upper()
        if isinstance(ask, (Lay, Show, Take, Ballot, Reveal)) and cards.is_card(value):
            return self._card(value)
        return str(value)

    def _card(self, value: int) -> str:
        word: str = cards.text(value, self._names)
        return word if self._is_card(word, value) else str(value)

    def _is_card(self, word: str, value: int) -> bool:
        try:
            return bool(cards.parse(word, self._names) == value) and word not in KEYS
        except ValueError:
            return False


class Reader:
    """A reader of the values of one game; `take` gives the handle that a hidden one stands for."""

    def __init__(self, names: Letters, take: Callable[[bool, str, Value], int]) -> None:
        self._names = names
        self._take = take

    def value(self, text: str) -> Values:
        """Return the list of values in a text. Raises Unreadable."""
        stack: list[Values] = [[]]
        for word in _words(text):
            if word == "(":
                if len(stack) == MOST_DEPTH:
                    raise Unreadable(SAID("lists-too-deep", most=MOST_DEPTH))
                stack.append([])
            elif word == ")":
                if len(stack) == 1:
                    raise Unreadable(SAID("bracket-not-opened"))
                inner = stack.pop()
                stack[-1].append(inner)
            else:
                stack[-1].append(self._one(word))
        if len(stack) > 1:
            raise Unreadable(SAID("bracket-not-closed"))
        return stack[0]

    def _one(self, word: str) -> Value:
        if word[0] in "*=" and len(word) > 1:
            return self._take(word[0] == "*", word[1:], self._known(word[1:]))
        return self._known(word)

    def _known(self, word: str) -> Value:
        """Return the value of a word without a mark; None for an unknown one."""
        if word in ATOMS:
            return ATOMS[word]
        if word in KEYS:
            return KEYS[word]
        if word[0] == '"':
            try:
                text: str = json.loads(word)
                return text
            except ValueError:
                raise Unreadable(SAID("no-quoted-text", word=word)) from None
        if re.fullmatch(r"-?[0-9]+", word):
            if len(word) > MOST_DIGITS:
                raise Unreadable(SAID("number-too-long", digits=word[:MOST_DIGITS], most=MOST_DIGITS))
            return int(word)
        if word[0] == UNREAD and len(word) > 1:
            return self._known(word[1:])
        if word[0] == "~" or CODE.match(word):
            return word
        try:
            card: int = cards.parse(word.partition(".")[0], self._names)
            return card
        except ValueError:
            raise Unreadable(SAID("no-such-word", word=word)) from None


def _words(text: str) -> Iterator[str]:
    at = 0
    while at < len(text.rstrip()):
        found = TOKEN.match(text, at)
        if found is None:
            raise Unreadable(SAID("quotation-not-closed"))
        at = found.end()
        if found.group(1) is None:
            yield next(group for group in found.groups()[1:] if group is not None)


# -- writing ----------------------------------------------------------------------------------------------


def to_text(file: GameFile) -> str:
    """Return the game as text. Raises Trouble if its records do not follow from the rules."""
    audit = file.audit()
    if audit.shadow.difference is not None or audit.shadow.match is None or audit.has_lost:
        raise Trouble(
            "NOT_SOUND",
            SAID("text-of-unsound-game"),
            SAID("text-of-unsound-game-hint"),
            CHECK_FAILED,
        )
    records = [record for record in (json.loads(raw)[4:] for raw in file.raws) if _is_told(record)]
    known = {handle: value for handle, value in audit.values() if value != cards.UNKNOWN}
    for _, note in file.notes:
        if note["kind"] == HIDDEN:
            known.update(map(tuple, note["values"]))
    first = Shadow()
    named = set()
    for record in records:
        if record[0] == "fix" and record[3][0] == "name":
            named.add(record[3][2])
        told = ruled(record)
        if told is not None:
            first.follow(told)
            known.update(first.opened)
    module, options = first.match.game, first.match.options
    lines = [FORMAT, f"game {module.NAME}", f"players {', '.join(file.told['players'])}"]
    usual = resolve(module, len(file.told["players"]), {})
    for row in module.OPTIONS:
        if options[row[0]] != usual[row[0]]:
            lines.append(f"option {row[0]}={options[row[0]]}")
    if file.told["virtual"]:
        lines.append("virtual")
    if file.told["started"]:
        lines.append(f"started {file.told['started']}")
    lines.append("")
    writer = Writer(cards.names_of(module), Hidden(known, named))
    shadow = Shadow()
    for record in records:
        told = ruled(record)
        if told is None:
            lines.append(" ".join(map(str, record)))
            continue
        line = _line(writer, shadow, record)
        if line is not None:
            lines.append(line)
        shadow.follow(told)
    return "\n".join(lines) + "\n"


def _is_told(record: Record) -> bool:
    """Return True if a text contains this record: it is the engine's, or a pause."""
    return ruled(record) is not None or (record[0] == "note" and record[1] in NOTED)


def _asks(course: Any, fix: Values) -> list[Ask | None]:
    """Return the prompts of the answers of this stage after this amend."""
    answers = course.answers[: fix[3]]
    for i, answer in fix[2]:
        answers[i] = answer
    again = Referee(matches.load(course.game, course.checkpoint), judges=False)
    again.open_stage()
    asks = []
    for answer in answers:
        asks.append(again.ask)
        again.take(answer)
    return asks


def _line(writer: Writer, shadow: Shadow, record: Record) -> str | None:
    """Return the line for a record; None if it follows from the lines before."""
    kind, value = record[0], record[3]
    if kind in ("start", "end"):
        return None
    course = shadow.course
    ask = course.ask
    if kind == "answer":
        if isinstance(ask, Reveal):
            return None
        if course.parts and ask.judge(course.picture) == value:
            return f"{ask.what} {SHOWN}"
        return writer.line(ask.what, value, ask)
    if kind == "part":
        seat, what = value
        word = writer.line("", [what], _shows(ask, seat)).strip()
        return f"+ {ask.what} {seat} {word}"
    if kind == "fix":
        return writer.fix(value, course)
    return writer.line(kind, value)


def _shows(ask: Ask, seat: int) -> Ask:
    """Return the Show of this seat in an ask, which may be of many."""
    for part in getattr(ask, "asks", ()):
        if part.place_of(seat):
            return _shows(part, seat)
    return ask


# -- reading ----------------------------------------------------------------------------------------------


def is_text(data: bytes) -> bool:
    """Return True if the bytes of a file look like a game as text."""
    for row in data.split(b"\n"):
        row = row.strip()
        if row and row[:1] != b"#":
            return row.startswith(b"cardtable ")
    return False


def from_bytes(data: bytes, name: str) -> GameFile:
    """Return the game in the bytes of a file called `name`. Raises Trouble."""
    try:
        return from_text(data.decode(), name)
    except UnicodeDecodeError:
        about = SAID("text-not-utf8", name=name)
        raise Trouble("BAD_TEXT", about, SAID("text-not-utf8-hint"), CHECK_FAILED) from None


def from_text(text: str, name: str) -> GameFile:
    """Return the game that is written here; `name`: of the file. Raises Trouble with the line that is
    wrong.
    """
    number = 0
    try:
        rows = [(at, row.strip()) for at, row in enumerate(text.splitlines(), 1)]
        rows = [(at, row) for at, row in rows if row and row[0] != "#"]
        told: Fields = {}
        options: dict[str, str] = {}
        while rows:
            number, row = rows[0]
            word, _, rest = row.partition(" ")
            if not told:
                if row != FORMAT:
                    raise Unreadable(SAID("first-line-must-be", line=FORMAT))
                told["format"] = 1
            elif word in HEAD:
                _head(word, rest.strip(), told, options)
            else:
                break
            rows.pop(0)
        for field in ("game", "players"):
            if field not in told:
                raise Unreadable(SAID("line-due-before", field=field))
        course = Course(told["game"], told["players"], options)
        for at, row in rows:
            number = at
            course.take(row)
    except Unreadable as wrong:
        hint = SAID("notation-hint")
        raise Trouble("BAD_TEXT", f"{name}:{number} {wrong}", hint, CHECK_FAILED) from None
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    facts = course.shadow.facts
    result = None if not facts or facts[-1][0] != "result" else {"kind": "result", "winners": facts[-1][1]}
    return GameFile(
        BY_HAND + digest,
        {
            "game": told["game"].NAME,
            "players": told["players"],
            "options": course.shadow.match.options,
            "seed": None,
            "virtual": told.get("virtual", False),
            "started": told.get("started", ""),
            "finished": told.get("started", "") if course.shadow.over else None,
            "result": result,
        },
        [
            json.dumps([g, 1, g, 0, *record], separators=(",", ":")).encode()
            for g, record in enumerate(course.records)
        ],
        notes=[(len(course.records) - 1, {"kind": HIDDEN, "values": course.values()})],
    )


def _head(word: str, rest: str, told: Fields, options: dict[str, str]) -> None:
    if word == "option":
        name, equals, value = rest.partition("=")
        if not equals or name in options:
            raise Unreadable(SAID("option-form"))
        options[name] = value
        return
    if word in told:
        raise Unreadable(SAID("written-twice", word=word))
    if word == "game":
        try:
            told[word] = games.load(rest)
        except KeyError:
            raise Unreadable(SAID("no-such-game-name", name=rest, names=", ".join(games.NAMES))) from None
    elif word == "players":
        told[word] = [one.strip() for one in rest.split(",")]
        if not all(map(is_name, told[word])) or find_twin(told[word]) is not None:
            raise Unreadable(SAID("players-form"))
    elif word == "virtual":
        if rest:
            raise Unreadable(SAID("virtual-form"))
        told[word] = True
    elif not is_time(rest):
        raise Unreadable(SAID("started-form"))
    else:
        told[word] = rest


class Course:
    """A match as it is read, line by line. Raises Unreadable."""

    def __init__(self, game: GameModule, players: list[str], options: dict[str, str]) -> None:
        self.shadow = Shadow()
        self.records: list[Record] = []
        self._words: dict[str, list[int]] = {}  # a hidden one's word -> the handles it was given
        self._values: dict[int, Value] = {}
        self._unread: dict[int, Value] = {}  # the same of those that are yet to be named
        self._fresh = 0
        self._reader = Reader(cards.names_of(game), self._hidden)
        try:
            match = matches.new(game, len(players), options)
        except OptionError as error:
            raise Unreadable(messages.translate("rules", error.message)) from None
        self._add("start", match.dump())

    def take(self, row: str) -> None:
        """Take one line of the course."""
        course = self.shadow.course
        if self.shadow.over:
            raise Unreadable(SAID("over-before"))
        ask = course.ask
        self._fresh = course.next_handle
        head, _, rest = row.partition(" ")
        if head == "note":
            self._note(self._reader.value(rest))
            return
        if head in ("found", "fix"):
            value = self._reader.value(rest)
            if head == "fix" and value[:1] == ["name"]:
                self._named(value)
            self._add(head, value)
            return
        is_part = head == "+"
        if is_part:
            head, _, rest = rest.strip().partition(" ")
        what = head.rstrip(":")
        if what != ask.what:
            raise Unreadable(SAID("other-ask", asked=ask.what, given=what))
        if is_part:
            self._add("part", self._reader.value(rest))
        elif rest.strip() == SHOWN:
            answer = ask.judge(course.picture)
            if answer is None:
                raise Unreadable(SAID("showing-not-over", asked=ask.what))
            self._add("answer", answer)
        else:
            values = self._reader.value(rest)
            if head.endswith(":") and len(values) != 1:
                raise Unreadable(SAID("one-value"))
            self._add("answer", values[0] if head.endswith(":") else values)

    def _note(self, value: Values) -> None:
        if len(value) != 2 or value[0] not in NOTED:
            raise Unreadable(SAID("note-form"))
        self.records.append(["note", *value])

    def _named(self, value: Values) -> None:
        """Note the value of a hidden card that could not be read."""
        for handle in value[2:3]:
            if handle in self._unread:
                self._values[handle] = self._unread.pop(handle)

    def values(self) -> list[Values]:
        """Return [handle, value] of all hidden cards that were written."""
        return [[handle, self._values[handle]] for handle in sorted(self._values)]

    def _hidden(self, is_new: bool, word: str, value: Value) -> int:
        if is_new:
            handle = self._fresh
            self._fresh += 1
            self._words.setdefault(word, []).append(handle)
            if word[0] != "~":
                (self._unread if word[0] == UNREAD else self._values)[handle] = value
            return handle
        base, _, number = word.partition(".")
        handles = self._words.get(base, [])
        try:
            return handles[int(number) - 1 if number else -1]
        except (IndexError, ValueError):
            raise Unreadable(SAID("nothing-hidden-of-name", word=word)) from None

    def _add(self, kind: str, value: Value) -> None:
        """Add a record, and those that follow from it."""
        self._follow(kind, value)
        while not self.shadow.over:
            course = self.shadow.course
            if course.ask is None:
                state = course.match.state()
                self._follow("end", [state[0] + 1, course.next_handle, *state[2:]])
            elif isinstance(course.ask, Reveal) and all(map(self._is_known, course.ask.values)):
                self._follow("answer", [self._value(one) for one in course.ask.values])
            else:
                return

    def _is_known(self, value: int) -> bool:
        return not cards.is_handle(value) or value in self._values

    def _value(self, value: int) -> Value:
        return self._values[value] if cards.is_handle(value) else value

    def _follow(self, kind: str, value: Value) -> None:
        course = self.shadow.course
        if kind == "start":
            record = ["start", 0, 0, value, 0]
        else:
            digest = course.table.digest
            record = [kind, course.match.stage, len(course.answers), value, digest]
        self.shadow.follow(json.loads(json.dumps(record)))
        difference = self.shadow.difference
        if difference is not None:
            about = SAID("not-by-rules", kind=kind, field=difference.called, why=difference.in_words)
            raise Unreadable(about)
        self.records.append(record)
