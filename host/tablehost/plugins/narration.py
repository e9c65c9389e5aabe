"""Narration of a match: a sentence for each line of the open log, and the result.

The words of a game are in its package (`tablehost.plugins.presentation`). A kind of line without a sentence
shows its fields as they are, so a game without words of its own can be followed too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from tablehost import messages
from tablehost.console.terminal import escape_all
from tablehost.plugins import presentation
from tablehost.seats import label
from tablehost.types import Args, Fields, Json, Letters, Line, Options, Prompt

RULES = ("why", "reason", "step", "criterion", "end", "winning")  # kinds of sentences that name a rule
# Names of fields, in a game without words of its own: of seats, and of lists with a value for each seat.
OF_SEATS = ("seat", "seats", "player", "players", "dealer", "winner", "winners", "loser", "losers", "taker")
BY_SEAT = ("totals", "scores", "points", "plays", "bids", "votes", "hands", "keys", "choices")
REVEALS = ("trick", "reveal", "vote", "ghost", "turned_up")  # kinds that players look at before they go on
COVERED = -1  # in place of a card: a face-down one
STORY = messages.Catalogue("story")
_COMMON = messages.Catalogue("common")


class Scene(NamedTuple):
    """The table at one moment, as a line of the log allows it to be drawn. None: no card there."""

    middle: Sequence[int | None]  # by place there
    seats: Sequence[int | None]
    display: str
    aside: str = ""  # an additional remark, "" for none
    winners: Sequence[int] = ()  # the seats whose lamps show that they won
    is_over: bool = False  # they won the match


class Spread(NamedTuple):
    """The things before a seat besides its pad. `fan`: cards in a row, "" for a face-down one; `tiles`: small
    ones, such as figures, likewise; `captured`: cards in its pile; `vetoes`: those left to its side;
    `chips`: their letters. None: the game has none. `open`: a card that was shown and of which the table sees
    the back, such as a vote; `ringed`: those of these cards that all look at.
    """

    fan: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    captured: int | None = None
    vetoes: int | None = None
    chips: str | None = None
    open: str = ""
    ringed: tuple[str, ...] = ()


class Verdict(NamedTuple):
    """The outcome of a vote. `card`: what it was about; `counts`: by seat, the sums of YES and NO once this
    vote is turned up in the order of the seats; None for who has not voted.
    """

    card: str
    is_adopted: bool
    counts: list[list[int] | None]


class Turning(NamedTuple):
    """The moment that decided a match, in a sentence, and at most three cards that lay there."""

    sentence: str
    cards: tuple[str, ...]


class Words:
    """The sentences for every game, and the progress of the match. `players`: their names, by seat.

    A match may be narrated in parts, such as rounds: a line of the kind `part` begins one, `n` in it is its
    number, and one of the kind `closing` ends it. The first part is narrated in full, later ones in less
    detail, but for the kinds of lines in `always`. `middle` are the codes, in `area`, of the names of those
    places in the middle of the table that are shown even while they are empty. `outcomes`: the kinds of lines
    that tell how a trick, a round or a vote ended; without any all do.
    """

    area = STORY  # the catalogue with `points`: the unit of a score
    part = ""
    closing = ""
    outcomes: tuple[str, ...] = ()
    always: tuple[str, ...] = ("match", "void", "left", "ended", "correction", "pause", "fault")
    middle: tuple[str, ...] = ("middle",)
    named = 2  # how many places in the middle have a name to be shown
    letters: Letters = None  # how the game names its cards, see `cards.names_of`
    own = STORY  # the catalogue of the game's own sentences
    _you: int | None = None  # the seat that a sentence is for

    def __init__(self, players: Sequence[str] = ()) -> None:
        self.players = list(players)
        self.dealer: int | None = None
        self._pads: list[int] = []  # by seat
        self.totals = [0] * len(players)
        self.kinds: dict[str, Callable[[Line], str]] = {
            "match": self.say_match,
            "seated": self._seated,
            "deal": self.say_deal,
            "void": self.say_void,
            "impossible": self._impossible,
            "left": self._left,
            "ended": self._ended,
            "correction": self._correction,
            "pause": self._pause,
            "fault": self._fault,
            "hidden": self._hidden,
            "result": self.say_result,
        }
        self.number = 0  # of the part that is being played, 0 before the first
        self._early = ""  # why the match ends before its rules end it, in a sentence

    # -- how far the match has come --------------------------------------------------------------

    def hear(self, line: Line) -> None:
        """Note that the match has come to this line."""
        if line["kind"] == self.part:
            self.number = line["n"]
        self.dealer = line.get("dealer", self.dealer)
        self._pads = line["pads"] if line["kind"] == "seated" else self._pads
        declared = "declared" if line["kind"] == "match" else "totals"
        self.totals = line.get(declared, self.totals)
        if line["kind"] == "ended":
            self._early = self._ended(line).strip()

    def standing(self, seat: int) -> Sequence[str]:
        """Return the text under a seat, in lines of up to 14 columns: its score."""
        return [self.count(self.totals[seat])]

    def holdings(self, seat: int) -> str:
        """Return what a seat has won so far, in words; "" for nothing."""
        return ", ".join(self.standing(seat))

    def spread(self, seat: int) -> Spread:
        """Return the things before a seat besides its pad."""
        return Spread()

    def verdict(self) -> Verdict | None:
        """Return how the last vote ended, as long as its cards lie there; None for none."""
        return None

    def trumps(self, middle: Sequence[str | None]) -> str | None:
        """Return the letter of the suit that the cards in the middle make trumps, "" while none does; a game
        without trumps has None.
        """
        return None

    def scores(self) -> str:
        """Return the scores so far, by name."""
        each = [self.holdings(seat) for seat in range(len(self.totals))]
        if not any(each):
            return STORY("no-scores")
        return messages.join_with_semicolons(
            messages.paired(self.name(seat), held) for seat, held in enumerate(each)
        )

    def law(self, place: str) -> str:
        """Return the law in force at this place; a game without laws has none."""
        return STORY("no-laws")

    def read_card(self, name: str) -> Fields | None:
        """Return the text on the card of this name, None for one without words."""
        return None

    def score(self, seat: int) -> int:
        """Return the score of a seat so far, as a number."""
        return self.totals[seat]

    def caption(self) -> str:
        """Return the text in the middle of the table, in a few words: the dealer."""
        return "" if self.dealer is None else STORY("deals", name=self.name(self.dealer))

    def place(self, number: int) -> str:
        """Return the name of a place in the middle of the table; its code where no catalogue has it."""
        if number >= len(self.middle):
            return STORY("middle")
        return self.area.get(self.middle[number], self.middle[number])

    # -- sentences --------------------------------------------------------------------------------

    def sentence(self, line: Line) -> str:
        """Return a line in words; a kind unknown here shows its fields as they are."""
        words = self.kinds.get(line["kind"])
        return self._other(line) if words is None else words(line)

    def tells_always(self, line: Line) -> bool:
        """Return True if this line is narrated at every level of detail."""
        return line["kind"] in self.always

    def in_short(self, closing: Line) -> str:
        """Return a whole part in one line, from the line that ends it."""
        return self.sentence(closing)

    def outcome(self, line: Line) -> str:
        """Return how a trick, a round, a vote or the match ended, in a sentence or two; "" at other lines."""
        if line["kind"] == "result":
            said = self.decision(line)
            return f"{self._early} {said[:1].upper()}{said[1:]}".strip()
        return self.in_short(line) if line["kind"] == self.closing else ""

    def decision(self, line: Line) -> str:
        """Return what decided the match, from its last line, in a sentence; "" where scores say it all."""
        return ""

    def own_outcomes(self, line: Line) -> dict[int, str]:
        """Return the outcome as it is said to a player who is its subject, by seat; only those who are."""
        said, found = self.outcome(line), {}
        for seat in range(len(self.players)) if said else ():
            self._you = seat
            try:
                found[seat] = self.outcome(line)
            finally:
                self._you = None
        return {seat: own for seat, own in found.items() if own != said}

    def answered(self, prompt: Prompt, answer: Json) -> str:
        """Return the sentence for this answer to this prompt of the referee, "" for none."""
        return ""

    def scenes(self, line: Line) -> Sequence[Scene]:
        """Return the scenes visible on the table on the way to this line."""
        return ()

    def scene(
        self,
        middle: Sequence[str | None],
        seats: Sequence[str | None],
        display: str,
        winners: Sequence[int] = (),
    ) -> Scene:
        """Return a scene from the names of its cards, "" for a face-down one."""

        def find(name: str | None) -> int | None:
            return cards.parse(name, self.letters) if name else None if name is None else COVERED

        return Scene([find(name) for name in middle], [find(name) for name in seats], display, "", winners)

    def lesson_values(self, line: Line) -> Fields:
        """Return the values for the lesson on this line, by their names in the catalogue."""
        return {}

    def list_seen_options(self, line: Line) -> Sequence[str]:
        """Return the options whose effect this line shows, which is seldom seen and so explained."""
        return ()

    def count(self, points: int) -> str:
        """Return a score with its unit."""
        return self.area("points", n=points)

    def name_part(self, number: int) -> str:
        """Return the name of a part of the match, such as a round; without parts, of a change of scores. 0 is
        the start, before the first part.
        """
        if not number:
            return STORY("before-parts")
        return self.own.get("part", n=number) or STORY("part", n=number)

    def list_decisive_rules(self, line: Line) -> Sequence[str]:
        """Return the rules that decided what this line says, in words: by default each code of its `why`."""
        why = line.get("why")
        codes = [one[0] if isinstance(one, list) and one else one for one in _as_list(why)]
        return [self._rule(line["kind"], code) for code in codes if isinstance(code, str)]

    def _rule(self, kind: str, code: str) -> str:
        heads = [f"{one} {code}" for one in (kind, *RULES)]
        said = [self.own.get(head) or STORY.get(head) for head in heads]
        return next(filter(None, said), code.replace("_", " "))

    def _hidden(self, line: Line) -> str:
        return "  " + STORY("hidden", values=" ".join(str(one) for one in line["values"]))

    def ending(self, lines: Sequence[Line]) -> str:
        """Return the text under a match that was heard: the sources of its points, then the winners, if it
        has ended.
        """
        results = [self.sentence(line).strip() for line in lines[-1:] if line["kind"] == "result"]
        return "\n\n".join([*self.reasons(lines), *results])

    def turning(self, lines: Sequence[Line]) -> Turning | None:
        """Return the moment without which another player would have won a match that was heard to its end;
        None for none, and where the game cannot tell.
        """
        return None

    def reasons(self, lines: Sequence[Line]) -> list[str]:
        """Return every point and its reason, as a table, if this game gives them."""
        return []

    def name(self, seat: int | None) -> str:
        if seat is None:
            return _COMMON("nobody")
        return self.players[seat] if seat < len(self.players) else _COMMON("seat", n=label(seat))

    def subject(self, *seats: int | None) -> Fields:
        """Return these seats as the subject of an outcome: `name`, or `you` in its place where the only one
        is the player whom the sentence is for.
        """
        is_you = self._you is not None and seats == (self._you,)
        return {"name": "" if is_you else self.names(seats), "you": _COMMON("you") if is_you else ""}

    def names(self, seats: Iterable[int | None], empty: str = "") -> str:
        """Return the names of several players."""
        return messages.join(map(self.name, seats), empty)

    def each(self, values: Args) -> str:
        """Return one value a seat, with the names."""
        return ", ".join(
            messages.paired(self.name(seat), get_plain(value)) for seat, value in enumerate(values)
        )

    def say_match(self, line: Line) -> str:
        """Return the players and the game, the rules that options have changed, and where all of them are
        described.
        """
        usual: Options = resolve(games.load(line["game"]), len(line["players"]), {})
        changed = {name: value for name, value in line["options"].items() if value != usual.get(name)}
        language = messages.language()
        rules = [
            presentation.ruling(line["game"], name, value, language) or f"{name}={value}"
            for name, value in changed.items()
        ]
        options = STORY("match-others" if rules else "match-defaults")
        kind = "match-virtual" if line["virtual"] else "match"
        head = STORY(kind, game=line["game"], players=", ".join(self.players))
        listed = [*rules, STORY("match-options", options=options, game=line["game"])]
        if line.get("declared"):
            listed.append(STORY("match-declared", scores=self.each(line["declared"])))
        if line.get("listens"):
            listed.append(STORY("match-listens", players=self.names(line["listens"])))
        return "\n  ".join([head, *listed])

    def _seated(self, line: Line) -> str:
        return STORY("seated", pads=self.each([label(pad) for pad in line["pads"]]))

    def say_deal(self, line: Line) -> str:
        hands = [
            f"  {self.name(seat)}{messages.colon()}{' '.join(hand)}"
            for seat, hand in enumerate(line["hands"])
        ]
        head = STORY("deal", day=line["day"], hand=line["hand"], pool=" ".join(line["pool"]))
        return "\n".join([head, *hands])

    def _impossible(self, line: Line) -> str:
        place = line["place"]
        where = STORY("on-pad", name=self.name(place)) if place < base.CENTRE else STORY("in-middle")
        why = STORY.get("impossible " + line["why"], line["why"])
        return "  " + STORY("impossible", place=where, why=why)

    def say_void(self, line: Line) -> str:
        return "  " + STORY("void", why=STORY.get("void " + line["why"], line["why"]))

    def _left(self, line: Line) -> str:
        return "  " + STORY("left", name=self.name(line["seat"]))

    def _ended(self, line: Line) -> str:
        return "  " + STORY.get("ended " + line["why"], line["why"]) + "."

    def _by(self, line: Line) -> str:
        names = [
            self.name(one) if isinstance(one, int) else STORY.get(f"by {one}", str(one)) for one in line["by"]
        ]
        return messages.join(names, STORY("by-unknown"))

    def _correction(self, line: Line) -> str:
        told = STORY.get("correction " + line["what"], line["what"])
        kind = "corrected" + ("-stage" if "stage" in line else "") + ("-beyond" if line.get("beyond") else "")
        return "  " + STORY(kind, by=self._by(line), what=told)

    def _pause(self, line: Line) -> str:
        return "  " + STORY("paused" if line["what"] == "pause" else "resumed", by=self._by(line))

    def _fault(self, line: Line) -> str:
        what = fault_text(line["code"], self._pad(line["pad"]))
        return "  " + STORY("fault" if line["what"] == "fault" else "cured", what=what)

    def _pad(self, pad: int | None) -> str:
        return self.name(self._pads.index(pad)) if pad in self._pads else _COMMON("pad", n=label(pad or 0))

    def say_result(self, line: Line) -> str:
        kind, winners = "won" if line["winners"] else "won-by-nobody", self.names(line["winners"])
        return "\n" + STORY(kind, winners=winners, totals=self.each(line["totals"]))

    def _other(self, line: Line) -> str:
        fields = [f"{name} {self._field(name, value)}" for name, value in line.items() if name != "kind"]
        return f"{line['kind']}: {', '.join(fields)}"

    def _field(self, name: str, value: Json) -> str:
        """Return the value of a field, with the names of players where the field's name says that it is about
        seats.
        """
        values = _as_list(value)
        seats = [one for one in values if one is None or type(one) is int]
        if name in OF_SEATS and len(seats) == len(values):
            return " ".join(map(self.name, seats)) or _COMMON("nobody")
        if name in BY_SEAT and isinstance(value, list) and len(value) == len(self.players):
            return self.each(value)
        return get_plain(value)


def fault_text(code: str, pad: str) -> str:
    """Return a fault of the table, as half a sentence; `pad`: the pad concerned."""
    return STORY.get("fault " + code, code, pad=pad)


def _as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


def get_plain(value: object) -> str:
    """Return a value of a line as it is."""
    return " ".join(str(one) for one in value) if isinstance(value, list) else str(value)


WORDS = presentation.Part[type[Words]]("Words")


def of(match: Line) -> Words:
    """Return the words for the match that this line, its first one, begins."""
    words = WORDS.of(match["game"], Words)(match["players"])
    if match["game"] in games.NAMES:
        words.letters = cards.names_of(games.load(match["game"]))
        words.own = messages.Catalogue(f"{presentation.base_of(match['game'])}/story")
    return words


def heard(lines: Sequence[Line]) -> Words:
    """Return the words for a match that has come to the end of these lines of its log."""
    shown: list[Line] = escape_all(list(lines))
    said = of(shown[0])
    for line in shown:
        said.hear(line)
    return said


def narrate(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the sentences of an open log, line by line; they depend on the lines before."""
    if lines:
        shown: list[Line] = escape_all(list(lines))
        said = of(shown[0])
        for line in shown:
            said.hear(line)
            yield said.sentence(line)
