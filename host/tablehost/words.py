"""A match in the words of its players: a sentence for each line of the open log, and how it ended.

What a game says in its own language stands in its lore (`tablehost.lore`). A kind of line that nobody has put
into words shows its fields as they are, so a game without words of its own can be followed too.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cardtable.rulebook import asks, cards, games
from cardtable.rulebook import match as matches
from tablehost import lore
from tablehost.openlog import Line
from tablehost.seats import label

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COVERED = -1  # in place of a card: one that lies face down
# Why a card cannot have come from where it was laid: the codes of an "impossible".
IMPOSSIBLE = {
    "already-played": "was played before",
    "not-taken": "lay in a discard that nobody took",
    "with-another": "was last seen with another player",
}

VOID = {
    "left": "a player has left",
    "ended": "all stop",
    "vault": "with the power the table lost what was hidden, and nobody can lay all of it again",
}
ENDED = {"left": "The match ends here: a player has left", "ended": "The match was ended early"}
# What a "correction" was.
CORRECTIONS = {
    "undo": "the last answers were taken back",
    "amend": "an answer was another one",
    "void": "what was played since the stage began counts nothing",
    "name": "a card that could not be read was named by hand",
    "leave": "a player has left",
    "end": "the match ends early",
}
# What is wrong with the table, by the code of a fault; {pad} is the pad that is meant.
FAULTS = {
    "dead-bus": "the reader of {pad} does not answer",
    "no-answer": "the reader of {pad} answers wrongly",
    "brown-out": "the reader of {pad} lost its power",
    "stuck": "the reader of {pad} hangs",
    "too-hot": "the reader of {pad} is too hot",
    "garbled": "the card of {pad} reads badly",
    "slower-wires": "the wires to the reader of {pad} make errors, and it is asked more slowly",
    "weak-antenna": "the reader of {pad} reads badly, whatever lies there",
    "failing-tag": "a tag of the deck reads badly on every pad",
    "key-stuck": "a key of {pad} is stuck",
    "no-deck": "there is no deck file",
    "deck": "the deck file cannot be used",
    "journal": "a match that was under way cannot go on",
    "files-lost": "its files were made anew",
    "flash-nearly-full": "its memory is nearly full",
    "flash-full": "its memory is full, and play rests until a computer makes room",
    "flash-failed": "it cannot keep any more",
    "proofs-lost": "what proves this match was lost; its records are safe",
    "had-stopped": "it had stopped for a mistake; what was kept is safe",
    "rolled-back": "its new program did not run; the one before it runs again",
    "program-changed": "its program is not the one that was put there, and nothing is played",
    "bug": "it has stopped for a mistake",
}


class Scene(NamedTuple):
    """The table at one moment, as a line of the log lets it be imagined. None: no card lies there."""

    middle: Sequence[int | None]  # by place there
    seats: Sequence[int | None]
    display: str
    aside: str = ""  # what is said besides, "" for nothing
    winner: int | None = None  # the seat whose lamp says that it won


class Words:
    """What can be said of every game, and how far the match has come. `players`: their names, by seat.

    A match may be told in parts, such as rounds: a line of the kind `part` begins one, `n` in it is its
    number, and one of the kind `closing` ends it. The first part is told in full, later ones in less detail,
    but for the kinds of lines in `always`. `middle` are the names of the places in the middle of the table
    that are shown even while nothing lies there.
    """

    point = ("point", "points")  # one, and more, of what a score counts
    part = ""
    closing = ""
    always: tuple[str, ...] = ("match", "void", "left", "ended", "correction", "pause", "fault", "unjudged")
    middle: tuple[str, ...] = ("middle",)
    letters: Any = None  # how the game names its cards, see `cards.names_of`

    def __init__(self, players: Sequence[str] = ()) -> None:
        self._players = list(players)
        self._dealer: int | None = None
        self._pads: list[int] = []  # by seat
        self._totals = [0] * len(players)
        self._kinds: dict[str, Callable[[Line], str]] = {
            "match": self._match,
            "seated": self._seated,
            "deal": self._deal,
            "void": self._void,
            "impossible": self._impossible,
            "left": self._left,
            "ended": self._ended,
            "correction": self._correction,
            "pause": self._pause,
            "fault": self._fault,
            "hidden": self._hidden,
            "unjudged": self._unjudged,
            "result": self._result,
        }
        self.number = 0  # of the part that is being played, 0 before the first

    # -- how far the match has come --------------------------------------------------------------

    def hear(self, line: Line) -> None:
        """The match has come to this line."""
        if line["kind"] == self.part:
            self.number = line["n"]
        self._dealer = line.get("dealer", self._dealer)
        self._pads = line["pads"] if line["kind"] == "seated" else self._pads
        self._totals = line.get("totals", self._totals)

    def standing(self, seat: int) -> Sequence[str]:
        """What stands under a seat, in lines of up to 14 columns: its score."""
        return [self.count(self._totals[seat])]

    def caption(self) -> str:
        """What stands in the middle of the table, in a few words: who deals."""
        return "" if self._dealer is None else f"{self._name(self._dealer)} deals"

    # -- what is said ----------------------------------------------------------------------------

    def sentence(self, line: Line) -> str:
        """A line in words; a kind unknown here shows its fields as they are."""
        words = self._kinds.get(line["kind"])
        return self._other(line) if words is None else words(line)

    def tells_always(self, line: Line) -> bool:
        """Whether this line is told in whatever detail the match is followed."""
        return line["kind"] in self.always

    def in_short(self, closing: Line) -> str:
        """A whole part in one line, from the line that ends it."""
        return self.sentence(closing)

    def answered(self, prompt: Any, answer: Any) -> str:
        """What to say when the table has got this answer to this prompt of the referee, "" for nothing."""
        return ""

    def scenes(self, line: Line) -> Sequence[Scene]:
        """What could be seen on the table on the way to this line."""
        return ()

    def count(self, points: int) -> str:
        """So many of what a score counts."""
        return f"{points} {self.point[points != 1]}"

    def _hidden(self, line: Line) -> str:
        return "  (open game: hidden are " + " ".join(str(one) for one in line["values"]) + ")"

    def _unjudged(self, line: Line) -> str:
        return (
            f"  (recorded under revision {line['revision']} of the rules; since then changed: "
            f"{', '.join(line['rulings'])}. The rest of this part is not told)"
        )

    def ending(self, lines: Sequence[Line]) -> str:
        """What is said under a match: where its points came from, then who won, if it has ended."""
        results = [self.sentence(line).strip() for line in lines[-1:] if line["kind"] == "result"]
        return "\n\n".join([*self._reasons(lines), *results])

    def _reasons(self, lines: Sequence[Line]) -> list[str]:
        """Every point and why it was scored, as a table, if this game tells."""
        return []

    def _name(self, seat: int | None) -> str:
        if seat is None:
            return "nobody"
        return self._players[seat] if seat < len(self._players) else f"seat {label(seat)}"

    def _each(self, values: Sequence[Any]) -> str:
        """One value a seat, with the names."""
        return ", ".join(f"{self._name(seat)} {plain(value)}" for seat, value in enumerate(values))

    def _match(self, line: Line) -> str:
        """Who plays what, the options that are not as usual, and where to read about all of them."""
        where = " at the virtual table" if line["virtual"] else ""
        usual: dict[str, Any] = matches.resolve(games.load(line["game"]), len(line["players"]), {})
        changed = [f"{name}={value}" for name, value in line["options"].items() if value != usual.get(name)]
        options = " ".join(changed) or "all options at their defaults"
        head = f"{line['game']}{where}: {', '.join(self._players)}"
        return f"{head}\n  {options} (cardtable games {line['game']})"

    def _seated(self, line: Line) -> str:
        return f"Seated at the pads: {self._each([label(pad) for pad in line['pads']])}."

    def _deal(self, line: Line) -> str:
        hands = [f"  {self._name(seat)}: {' '.join(hand)}" for seat, hand in enumerate(line["hands"])]
        pool = f", pool {' '.join(line['pool'])}" if line["pool"] else ""
        head = f"Day {line['day']}, {line['hand']} cards each{pool}"
        return "\n".join([head, *hands])

    def _impossible(self, line: Line) -> str:
        place = line["place"]
        where = f"on the pad of {self._name(place)}" if place < asks.CENTRE else "in the middle"
        return f"  A card {where} {IMPOSSIBLE.get(line['why'], line['why'])}: wrong, or misread before."

    def _void(self, line: Line) -> str:
        return f"  Void: {VOID.get(line['why'], line['why'])}."

    def _left(self, line: Line) -> str:
        return f"  {self._name(line['seat'])} has left the game."

    def _ended(self, line: Line) -> str:
        return f"  {ENDED.get(line['why'], line['why'])}."

    def _by(self, line: Line) -> str:
        names = [self._name(one) if isinstance(one, int) else f"the {one}" for one in line["by"]]
        return " and ".join(names) or "nobody knows who"

    def _correction(self, line: Line) -> str:
        told = CORRECTIONS.get(line["what"], line["what"])
        where = ", in the stage before" if "stage" in line else ""
        beyond = ", also what all had seen" if line.get("beyond") else ""
        return f"  Corrected by {self._by(line)}: {told}{where}{beyond}."

    def _pause(self, line: Line) -> str:
        told = "A pause" if line["what"] == "pause" else "It goes on"
        return f"  {told} ({self._by(line)})."

    def _fault(self, line: Line) -> str:
        what = fault_text(line["code"], self._pad(line["pad"]))
        return f"  At the table: {what}." if line["what"] == "fault" else f"  No longer: {what}."

    def _pad(self, pad: int | None) -> str:
        return self._name(self._pads.index(pad)) if pad in self._pads else f"pad {label(pad or 0)}"

    def _result(self, line: Line) -> str:
        winners = " and ".join(self._name(seat) for seat in line["winners"]) or "nobody"
        return f"\n{winners} won: {self._each(line['totals'])}."

    def _other(self, line: Line) -> str:
        fields = ", ".join(f"{name} {plain(value)}" for name, value in line.items() if name != "kind")
        return f"{line['kind']}: {fields}"


def fault_text(code: str, pad: str) -> str:
    """What is wrong with the table, as half a sentence; `pad`: the one that is meant."""
    return FAULTS.get(code, code).replace("{pad}", pad)


def plain(value: Any) -> str:
    """A value of a line as it is."""
    return " ".join(str(one) for one in value) if isinstance(value, list) else str(value)


def of(match: Line) -> Words:
    """The words for the match that this line, its first one, begins."""
    words: Words = lore.part(match["game"], "Words", Words)(match["players"])
    if match["game"] in games.NAMES:
        words.letters = cards.names_of(games.load(match["game"]))
    return words
