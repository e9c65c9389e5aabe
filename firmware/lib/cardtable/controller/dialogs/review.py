"""Review at the table, without a host: the last ten rounds, fact by fact, on display and lamps.

Between matches any seat that holds NO and OK begins it, and while a match rests after a power cut; in a match
two sides agree to it, see `dialogs.pause`. The match is suspended meanwhile: it is on flash, and is resumed
afterwards as after a power cut. A finished round ends with the standings of that time.

The dialogue reads only records, as a host would: of hidden cards they hold handles. So it reveals nothing
that was not public, nor anything that was corrected. A round is a stage; the rules judge it again from the
checkpoint before it, and only its facts are kept.

The sentences of facts are in `told_en.txt`, `told_fr.txt`, ...; a fact that ends in True has one with `+`
behind its code, if there is any. For the placeholders see `cardtable.languages` and `output.display`.

The prompt is recall (which round, of how many, the text).
"""

from cardtable.engine import departures, follower
from cardtable.engine.asks.base import (
    CENTRE,
    HOLD_NO,
    NO,
    OK,
    OLD,
    PICK,
    YES,
)
from cardtable.engine.match import load, with_state
from cardtable.engine.outputs import Found, Retold, Told
from cardtable.engine.referee import Referee
from cardtable.engine.replay import Difference
from cardtable.games import registry as games
from cardtable.micro import const
from cardtable.wire.records import ruled

from ..storage import old_matches
from ..storage.lines import read_frame
from .base import Dialogue, make_prompt

_MOST = const(10)  # rounds that can be reviewed [AGCO 13.1.1 wants as many plays]
_AT_ONCE = const(8)  # records read before they are followed


def begin(loop, place, note=False):
    """Begin a review at the end of the turn, if there are records.

    `place`: the seat that asks; `note`: the end of the pause that led here is noted.
    """
    loop.defer(lambda: _begin(loop, place, note))


def _begin(loop, place, note):
    found = rounds(loop)
    if not found:
        loop.signs.refused("no-rounds", place)
        return
    if note:
        loop.play.note("resume", place)
    loop.put_away()
    loop.open(Review(loop, found))


def records(loop, g):
    """Yield the records from position g on, except lost ones: (position, [kind, ...])."""
    found = _some(loop, g)
    while found:
        loop.stay_awake()  # the loop is finite
        g = found[-1][0] + 1
        while found:
            yield found.pop(0)
        found = _some(loop, g)


def _some(loop, g):
    """Return the next records from g on, read in one go."""
    last = loop.journal.hi()
    found = []
    while g <= last and len(found) < _AT_ONCE:
        reader = old_matches.reader(loop.journal, g)
        while g <= last and len(found) < _AT_ONCE and reader.serves(g):
            line = reader.line(g)
            if line is not None:
                found.append((g, read_frame(line)[5:]))
            g += 1
    return found


def rounds(loop):
    """Return the last rounds, the oldest first, without the seating.

    Each is (position of the match's "start", of the record that holds the checkpoint, of the one behind which
    the round is shown).
    """
    found = []
    end = None  # the start of the next newer match
    for first in _matches(loop.journal):
        if len(found) >= _MOST:
            break
        begins = None
        own = []
        told = False  # records follow the last end
        for g, record in records(loop, first):
            if g == end:
                break
            if record[0] == "start":
                begins = g
            elif begins is not None and ruled(record) is not None:
                told = True
                if record[0] == "end":
                    own.append((begins, g, g))
                    told = False
                elif record[0] == "fix" and record[3][0] == "back" and len(own) > 1:
                    own.pop()  # the stage before it begins again, see `engine.past_stage`
                    own.append(own.pop()[:2] + (g,))
        if begins is not None:
            end = first
            found = (own if told else own[:-1]) + found
    return found[-_MOST:]


def _matches(journal):
    """Return the starts of the matches, the newest first."""
    firsts = set(journal.packs)
    for stage in old_matches.unpacked(journal):
        firsts.add(journal.first_line(stage)[4])
    return sorted(firsts, reverse=True)


class Review(Dialogue):
    """The review dialogue of the `loop`. `found`: see `rounds`."""

    def __init__(self, loop, found):
        self._loop = loop
        self._rounds = found
        self._round = len(found) - 1
        self._pads = []  # of each seat
        self._steps = []  # of the round: (the fact it shows, its text) each
        self._step = 0
        self._open()
        self._step = len(self._steps) - 1
        self.look()

    def _open(self):
        """Read the round, and make its pages."""
        begins, at, told = self._rounds[self._round]
        facts = []
        referee = head = stood = None
        self._steps = []
        try:
            for _, record in records(self._loop, begins):
                head = record[3]
                break
            for g, record in records(self._loop, at):
                record = ruled(record)
                if record is None:
                    continue
                if referee is None:
                    match = load(games.load(head[0]), with_state(head, record[3]))
                    referee = Referee(match, judges=False)
                    self._loop.display.play(match.game)
                    self._pads = match.pads
                    referee.open_stage()
                    outputs = referee.taken()
                elif record[0] == "start" or record[0] == "end" and g > told:
                    if record[0] == "end":
                        stood = referee.match.at(record[3])
                    break
                else:
                    outputs = follower.follow(referee, record)
                if g == told:
                    facts.clear()
                for out in outputs:
                    if isinstance(out, Retold):
                        del facts[out.count :]
                    elif isinstance(out, (Told, Found)):
                        facts.append(out.fact)
        except (Difference, ValueError, KeyError, TypeError, IndexError, OSError):
            facts.append(("unreadable",))
        if stood is not None:
            facts += list_standings(stood)
        last = begins >= self._loop.journal.game  # names are those of the last match
        self._loop.display.seat(self._pads, self._loop.play.names if last else ())
        for fact in facts:
            for text in pages(self._loop.display, fact, self._sentence):
                self._steps.append((fact, text))
        self._loop.display.seat(None)  # in a review pads are seats
        if not self._steps:
            fact = ("nothing",)
            self._steps.append((fact, pages(self._loop.display, fact, self._sentence)[0]))

    def look(self):
        """Show the lamps of that time."""
        self._loop.signs.again(self._lamps()[1])

    def key(self, place, key):
        if key == OK:
            self._loop.defer(self.end)
            return
        if key == YES:
            self._step += 1
        elif key == NO:
            self._step -= 1
        elif key == HOLD_NO:
            self._step = -1
        by = (self._step >= len(self._steps)) - (self._step < 0)
        if not 0 <= self._round + by < len(self._rounds):
            self._step = 0 if by < 0 else len(self._steps) - 1
            self._loop.signs.refused("no-more-rounds", place)
            return
        if by:
            self._step = 0 if by < 0 else len(self._steps) - 1  # until that round is read
            self._loop.defer(lambda: self._turn(by))
        else:
            self.look()

    def _turn(self, by):
        """Read the next round, or the one before."""
        self._round += by
        self._open()
        self._step = 0 if by > 0 else len(self._steps) - 1
        self.look()

    def end(self):
        """Return to the state before."""
        self._steps = []
        self._loop.display.play(None)
        self._loop.parts.collect()
        self._loop.take_up()

    # -- Display and lamps -------------------------------------------------------------------------

    def _sentence(self, text):
        """Return the prompt with this text."""
        name = self._loop.display.game.NAME if self._loop.display.game is not None else None
        args = (self._round + 1, len(self._rounds), name, text)
        return make_prompt("recall", args)

    def prompt(self):
        """Return the prompt that is shown."""
        prompt = self._sentence(self._steps[self._step][1])
        for seat in range(self._loop.parts.seat_pads):
            prompt.tasks[seat] = PICK
        for place in self._lamps()[0]:
            prompt.verdicts[place] = OLD
        return prompt

    def _lamps(self):
        """Return (places that had a card, place -> state of RESULT) of this step; seats are at their pads."""
        game = self._loop.display.game
        fact = self._steps[self._step][0]
        if fact[0] == "totals":
            return [], {self._pads[seat]: "wins" for seat in fact[2]}
        if game is None or fact[0] not in game.FACTS:
            return [], {}
        lay, states = [], {}
        names = game.FACTS[fact[0]]
        for i in range(len(names)):
            name, value = names[i], fact[i + 1]
            if name in ("plays*", "votes"):
                lay += [self._pads[seat] for seat in range(len(value)) if value[seat] is not None]
            elif name == "pool*":
                lay.append(CENTRE)
            elif name == "seat" and value is not None:
                if any([one in ("card*", "cards*", "hand*", "law*") for one in names]):
                    lay.append(self._pads[value])
                else:
                    states[self._pads[value]] = "look"
            elif name == "winner":
                for seat in range(len(self._pads)):
                    if value is None or value == seat:
                        states[self._pads[seat]] = "split" if value is None else "wins"
            elif name == "winners":
                for seat in value:
                    states[self._pads[seat]] = "won" if fact[0] == "result" else "wins"
        return lay, states


# -- Pages: facts as display texts -----------------------------------------------------------------


def list_standings(match):
    """Return the public standings as facts: [("totals", the holdings of each seat, the leaders)], or [].

    See `engine.players`.
    """
    rows, leaders = departures.standing(match)
    return [("totals", rows, leaders)] if rows else []


def pages(display, fact, asked):
    """Return the text of a fact in as many pieces as the display needs, [] if it has none.

    `asked(text)`: the prompt with that text.
    """
    return pieces(display, _said(display, fact), asked)


def pieces(display, said, asked):
    """Return this text in as many pieces as the display needs; `asked`: as for `pages`."""
    found = []
    while said:
        piece = said
        while not display.fits(display.prompt(asked(piece))):
            end = piece.rfind(", ")
            end = piece.rfind(" ") if end < 0 else end
            if end < 0:
                break
            piece = piece[:end]
        found.append(piece)
        said = said[len(piece) :].lstrip(", ")
    return found


def _said(display, fact):
    """Return the sentence of a fact, or "" if there is none."""
    words = display.words
    codes = [fact[0]]
    if display.game is not None:
        if display.game.BASE is not None:
            codes.insert(0, display.game.BASE + "/" + fact[0])
        codes.insert(0, display.game.NAME + "/" + fact[0])
    sentence = None
    for code in codes:
        if fact[-1] is True:
            sentence = sentence or words.sentence("told", code + "+")
        sentence = sentence or words.sentence("told", code)
    if sentence is None:
        return display.fact(fact).replace(". ", "; ")
    args = [None if value == [] else value for value in fact[1:]]
    return display.filled(sentence, args, "")
