"""Matches with all their records, commitments and chain as a table writes them: `Play`, a journal in memory.

Random legal people play (tests/portable/random_players.py). Nothing takes time. The same seed gives the same
bytes.
"""

import hashlib
import json

import conformance
import random_players as people
from cardtable.controller.match import commitments
from cardtable.controller.match import session as device
from cardtable.controller.match.past_stage import write
from cardtable.engine import match as matches
from cardtable.engine.asks.base import OK, PLACES
from cardtable.engine.asks.keys import First
from cardtable.engine.asks.laying import Clear, Lay, LayOne
from cardtable.engine.cards import UNKNOWN
from cardtable.engine.corrections import asked, hides, unnamed
from cardtable.engine.past_stage import Crossing, Past, proved
from cardtable.engine.replay import Conflict
from cardtable.games import registry as games
from cardtable.wire import proofs
from cardtable.wire.frames import encode
from cardtable.wire.records import bytes_of, ruled, text_of
from tablehost.journal.audit import Audit
from tablehost.referee.shadow import Shadow

STEP_US = 25_000
SECRET = bytes(16)  # of a forger


class Memory:
    """The journal of a table that is never switched off: `raws` are the bytes of its records."""

    def __init__(self):
        self.raws = []
        self.head = proofs.NOTHING
        self.vault = []

    @property
    def begun(self):
        """Nothing is ever parked here."""
        return False

    def set_under_way(self, begun):
        pass

    def match(self):
        return 0

    def _write(self, body):
        raw = encode(body)[:-10]
        assert len(raw) + len('"ev",') + 10 <= 500
        self.raws.append(raw)
        self.head = proofs.linked(self.head, raw)

    def append(self, us, record):
        n = len(self.raws)
        self._write([n, 1, n, us, *record])

    def append_head(self, us, stage):
        n = len(self.raws)
        before = encode([n, 1, n, us, "head", stage, ""])[:-10]
        head = proofs.head(self.head, before[:-3])
        self.append(us, ["head", stage, text_of(head)])
        return head

    def open_stage(self, checkpoint, fresh=False):
        pass

    def begin_transaction(self):
        """Nothing is ever cut off here."""
        return self

    def commit(self):
        pass

    def close(self):
        pass

    def hi(self):
        return len(self.raws) - 1

    def keep_secrets(self, rows):
        for name, value in rows:
            encode(["seal", name, value])
        self.vault += rows

    def rewrite_vault(self, rows, fresh=False):
        self.vault = list(rows)
        for name, value in rows:
            encode(["seal", name, value])  # ValueError: it does not fit a line

    def secrets(self):
        return list(self.vault)


class Signs:
    """Signs that are not shown; `heads` are those to be noted down."""

    def __init__(self):
        self.heads = []

    def follow(self, view, is_open, listeners=()):
        pass

    def noted(self, head):
        self.heads.append(head)

    def fact(self, fact):
        pass

    def cue(self, code, args):
        pass

    def refused(self, code, place):
        pass


class Match:
    """A match from its first record on; `play` it to its end, or `step` by step.

    raws    the bytes of its records so far; heads: those that people could note down
    run     the people: a `play.Game`, whose referee runs along with that of the table
    signs   the end is signed, as tables do
    corrected   about every so many inputs something is corrected, see CORRECTIONS; 0: never
    """

    def __init__(
        self, name, seats, seed, mode="blind", policy="shown", code="", fixed=None, memory=None, corrected=0,
        signs=True,
    ):  # fmt: skip
        game = games.load(name)
        self.run = conformance.begin(game, seats, seed, fixed=fixed)
        self.memory = memory or Memory()
        self.first = len(self.memory.raws)
        self.signs = Signs()
        self._us = 0
        self.table = device.Play(self.memory, self.signs, self._now)
        entropy = hashlib.sha256(f"{name} {seats} {seed}".encode()).digest()
        known = device.chance
        device.chance = lambda seed: people.chance
        try:
            agreed = commitments.begin(
                entropy, entropy.hex()[:16], mode, policy, code, entropy[16:] if signs else b""
            )
            self.table.begin(matches.load(game, self.run.fresh), entropy[:16], agreed)
        finally:
            device.chance = known
        self.lots = people.Lots(seed + 1)
        self.meant = {}  # handle -> card, of those laid that could not be read
        self.run.meant = {}  # the same by place, of those that lie there
        self.done = []  # the kinds of the corrections that there were
        self._corrected = corrected
        self._echo(self.run.referee)

    def _echo(self, referee):
        """Feed the table all inputs of this referee. A player knows the own card that cannot be read."""
        feed, correct, take = referee.feed, referee.correct, referee.take

        def both(event):
            outs = feed(event)
            self.table.feed(event)
            return outs

        def corrected(fix):
            outs = correct(fix)
            self.table.correct(fix)
            return outs

        def taken(answer):
            for place, value in _laid(referee.ask, answer):
                if referee.vault.get(value) == UNKNOWN and value not in self.meant:
                    forgotten = self.run.vault.get(value, UNKNOWN)  # since the stage that is replayed
                    self.meant[value] = self.run.meant[place] if forgotten == UNKNOWN else forgotten
            take(answer)

        referee.feed, referee.correct, referee.take = both, corrected, taken

    def _now(self):
        self._us += STEP_US
        return self._us

    @property
    def raws(self):
        return self.memory.raws

    @property
    def heads(self):
        return self.signs.heads

    @property
    def over(self):
        return self.table.referee.over

    def step(self):
        while unnamed(self.run.referee):
            self._name()
        if self.over:
            return
        if self._corrected and self.lots.below(self._corrected) == 0:
            correction = self.lots.one_of(CORRECTIONS)
            if correction(self):
                self.done.append(correction.__name__)
        else:
            self.run.step()
        self._spare()

    def play(self):
        while not self.over:
            self.step()
        told = [_ruled(raw) for raw in self.raws[self.first :]]
        assert [one for one in told if one is not None] == list(self.run.records)
        return self

    def _name(self):
        """Name the first card that must be known now."""
        place, handle = unnamed(self.run.referee)[0]
        named = self.correct("name", PLACES if place is None else place, self.meant[handle], "operator")
        assert named, (place, handle)

    def _spare(self):
        """Bar other unreadable cards: those still hidden and those on the pads."""
        run, referee = self.run, self.run.referee
        if self.over:
            return
        kept = run.game.kept(referee.match)
        here = [one for one in self.meant if referee.table.is_booked(one) or one in kept]
        run.barred = [self.meant[one] for one in here if referee.vault.get(one) == UNKNOWN]
        still = referee.picture.accepted
        run.barred += [card for place, card in run.meant.items() if still >> place & 1]

    def correct(self, *fix):
        """True if the rules allow it."""
        try:
            self.run.keep(self.run.referee.correct(list(fix)))
        except Conflict:
            return False
        self.run.since = [None]
        return True


def _ruled(raw):
    return ruled(json.loads(raw)[4:])


def _laid(ask, answer):
    """(place, card or handle) of what was laid for this ask."""
    if isinstance(ask, First):
        return _laid(ask.asks[answer[0]], answer[1])
    if isinstance(ask, LayOne):
        return [answer]
    return zip(ask.places, answer) if isinstance(ask, Lay) else ()


# -- corrections that people agree on ---------------------------------------------------------------------


def undo(match):
    referee = match.run.referee
    index = referee.last_answer
    if index is None or not match.correct("undo", index, 1, "operator"):
        return False
    if isinstance(referee.ask, Clear):
        match.run.feed(("key", 0, OK))  # all is clear: it waits for a key to go on
    return True


def amend(match):
    run, lots = match.run, match.lots
    referee = run.referee
    if not referee.answers or len(run.unseen()) < 2 * PLACES:
        return False
    changes = []
    for index in sorted({lots.below(len(referee.answers)) for _ in range(1 + lots.below(2))}):
        value = people.open_value(referee.table, referee.answers[index])
        raw = conformance.another(referee.asked[index], value, run, lots)
        if raw is not None:
            changes.append([index, raw])
    return bool(changes) and match.correct("amend", changes, lots.below(2), "operator")


def back(match):
    """Take back or amend an act of the stage before; the rest of it is replayed."""
    run, lots = match.run, match.lots
    referee, table = run.referee, match.table
    ours = [_ruled(raw) for raw in match.raws[match.first :]]
    try:
        one = Crossing(referee, people.past_of(run))
        other = Crossing(table.referee, Past(table.referee.match.stage, range(len(ours)), ours.__getitem__))
        given = []
        one.look(lambda n, ask, answer: None if ask.auto else given.append((n, ask, answer)))
        other.look(lambda n, ask, answer: None)
        number, ask, answer = lots.one_of(given)
        raw = None
        if lots.below(2):
            raw = conformance.another(ask, json.loads(json.dumps(answer)), run, lots)
        for crossing in (one, other):
            if raw is None:
                crossing.take_back(number, ["operator"])
            else:
                crossing.amend([[number, raw]], 1, ["operator"])
    except Conflict:
        return False
    for outs in list(one.outputs()):  # dropped values are known here until all is reported
        run.keep(outs)
    run.keep(one.finish())
    write(table, other, proved(table.referee, other.past.state, other.handles))
    run.since = [None]
    for place in range(PLACES):
        run.feed(("lifted", place))  # an undo waits for a key or card to go on
    return True


def void(match):
    return match.lots.below(4) == 0 and match.correct("void", "misdeal", 0, 1)


def leave(match):
    return match.lots.below(12) == 0 and match.correct("leave", match.lots.below(3), "operator")


def end(match):
    return match.lots.below(12) == 0 and match.correct("end", 0, 2)


def pause(match):
    match.table.note("pause", "operator")
    match.table.note("resume", 1)
    return True


def name(match):
    """A card that is laid cannot be read: a hidden one counts as it lies, an open one is named at once."""
    run = match.run
    event = run.choose()
    ask = asked(run.referee.ask, event[1]) if event[0] == "laid" else None
    if not isinstance(ask, Lay) or ask.only or event[2] not in run.deck:
        run.feed(event)
        return False
    if ask._unwanted(event[2], run.referee.picture, run.referee.table, event[1]):
        run.feed(event)
        return False
    if hides(ask):
        return bool(conformance.lay_unread(run, event))
    run.feed(("laid", event[1], UNKNOWN))
    return match.correct("name", event[1], event[2], "operator")


CORRECTIONS = (undo, amend, back, void, leave, end, pause, name, name, name)


# -- checking, and changing ------------------------------------------------------------------------------


def audited(raws, code="", quickly=False):
    """The audit of these records; `quickly`: it ends at the first thing that is wrong."""
    audit = Audit(code)
    for raw in raws:
        audit.take(raw)
        if quickly and audit.findings:
            return audit
    audit.close()
    return audit


def mutated(raws, lots):
    """(what was done, the records with one change that `lots` draws).

    The last head is not removed alone: a match that a power cut ended before it is whole.
    """
    raws = list(raws)
    what = lots.choice(("bit", "digit", "field", "delete", "swap", "double", "cut", "insert", "move"))
    at = lots.randrange(len(raws) - (what in ("delete", "cut")))
    raw = raws[at]
    if what == "bit":
        place = lots.randrange(len(raw))
        changed = bytearray(raw)
        changed[place] ^= 1 << lots.randrange(8)
        raws[at] = bytes(changed)
    elif what == "digit":
        places = [i for i, byte in enumerate(raw) if chr(byte).isdigit()]
        place = lots.choice(places)
        digit = lots.choice([d for d in b"0123456789" if d != raw[place]])
        raws[at] = raw[:place] + bytes([digit]) + raw[place + 1 :]
    elif what == "field":
        values = json.loads(raw)
        place = lots.randrange(len(values))
        values[place] = lots.choice([one for one in (None, 0, "x", [], 4096, [0]) if one != values[place]])
        raws[at] = json.dumps(values, separators=(",", ":")).encode()
    elif what == "delete":
        del raws[at]
    elif what in ("swap", "move"):
        other = lots.choice([i for i in range(len(raws)) if i != at])
        if what == "swap":
            raws[at], raws[other] = raws[other], raws[at]
        else:
            raws.insert(other, raws.pop(at))
    elif what == "double":
        raws.insert(at, raw)
    elif what == "cut":
        raws = raws[: at or 1]
    else:
        raws.insert(at, raws[lots.randrange(len(raws))])
    return (what, at), raws


def sign_again(raws, changed, digests=True):
    """The records with those `changed` (number -> values), heads and if wanted `digests` computed again: all
    that can be done with the record and this program, but no key. The end is signed with a secret that the
    forger invents, so the first record announces another key.
    """
    shadow = Shadow()
    head = None
    signed = []
    for i, raw in enumerate(raws):
        values = list(changed.get(i, json.loads(raw)))
        if head is None:
            head = bytes_of(values[9])
            match = values[5]
            values[10:] = [text_of(proofs.public_key(SECRET, match))] * len(values[10:])
        told = ruled(values[4:])
        if digests and told is not None and shadow.difference is None:
            if told[0] != "start" and shadow.match is not None and told[4] != shadow.digest:
                values[8] = told[4] = shadow.digest
            shadow.follow(told)
        raw, head = chained(values, match, head)
        signed.append(raw)
    return signed


def chained(values, match, head):
    """Bring the signature, the head or what binds a segment in this record in line with the chain before it.

    Return the record's bytes and the head of the chain behind it.
    """
    if values[4:6] == ["note", "signed"]:
        values[6] = text_of(proofs.sign(SECRET, match, head))
    if values[4] == "head":
        before = json.dumps([*values[:6], ""], separators=(",", ":")).encode()[:-3]
        values[6] = text_of(proofs.head(head, before))
    if values[4:6] == ["note", "taken-up"]:  # the chain goes on from another match of the table
        values[8], head = text_of(head), bytes_of(values[9])
    raw = json.dumps(values, separators=(",", ":")).encode()
    return raw, proofs.linked(head, raw)
