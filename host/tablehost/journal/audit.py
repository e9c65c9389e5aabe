"""The audit of a match from the bytes of its records: chain, order, commitments, the rules, the end.

It reverses and compares the steps of a table, see `controller/match/commitments.py` and `wire/proofs.py`.
docs/reference/trust.md describes what that proves, and what it does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cardtable.engine import match as matches
from cardtable.engine.cards import HANDLE, UNKNOWN
from cardtable.wire import proofs
from cardtable.wire import proofs as links
from cardtable.wire.records import OWN, PIECE, bytes_of, text_of
from tablehost import messages
from tablehost.journal.records import (
    IDLE,
    Begun,
    Entry,
    Fault,
    HeadTold,
    Opened,
    Other,
    Rest,
    Signed,
    TakenUp,
    Told,
    VaultLost,
)
from tablehost.plugins import declared_scores
from tablehost.referee.ruled import Ruled
from tablehost.referee.shadow import Shadow
from tablehost.types import Json

SAID = messages.Catalogue("record")

POLICIES = ("shown", "all", "sealed")
MODES = ("blind", "open")


@dataclass(frozen=True)
class Finding:
    """A fault: the part it concerns, the first record concerned (None: the whole match), and a
    description.
    """

    part: str  # "chain", "order", "cards", "rules", "end"
    g: int | None
    text: str


@dataclass(frozen=True)
class Head:
    """A point that players could note down after a stage: record `g`, and all before it, as six words.

    Where records are lost before it no record here shows that it is `bound` to the remaining ones.
    """

    g: int
    stage: int
    head: bytes
    bound: bool = True

    @property
    def words(self) -> str:
        return str(proofs.words(self.head))


@dataclass
class Group:
    """The handles that record `g` sealed together.

    `leaves` and `opened` (values) are those of known handles; `told` holds the values that an open match
    published at once.
    """

    g: int
    first: int
    count: int
    root: bytes
    cover: bytes
    leaves: dict[int, bytes] = field(default_factory=dict)
    opened: dict[int, int] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)
    is_lost: bool = False  # records are lost after it, which may have opened it

    @property
    def members(self) -> range:
        return range(self.first, self.first + self.count)


@dataclass
class Failure:
    """A fault of the table since record `since`, cured by record `until` or not yet."""

    code: str
    pad: int
    since: int
    until: int | None = None


class Wrong(Exception):
    """A field after those of the engine does not have the required value: code and values of the message."""

    def __init__(self, code: str = "", **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class Audit:
    """The audit of one match, from its record "game" on: `take` its records in order, then `close`.

    `code`: the key of a match of policy "sealed". `gaps`: (first, last) of records that are known to be lost;
    records after them in the same stage cannot be judged, and the result of the stage is taken on trust.
    `fresh`: the match as it began by the computer's data, if its beginning is lost.

    findings    the faults, in the order in which they were found
    heads       the points that players could note down
    sealed, opened, named   how many hidden values there were, were revealed, and were named by hand
    judged, unjudged   how many records the engine has judged, and how many it could not because of a gap
    declared    the scores with which the match began, by seat, as people declared
    trusted     (record, stage) for each stage that begins as that record states, without a check
    unproved    how many values were opened whose seals are lost
    vault_lost  the record with which the table lost its vault; `keyless`: with the key of the match, so that
                nothing that is sealed or opened after it can be checked, and no head follows
    faults      the faults of the table
    chain       the chain after the last record, 32 bytes
    segments    in how many stretches it was played: one more than it was resumed
    signed      the record that signs the end; unsigned: the boots that a power cut left behind it
    """

    def __init__(
        self, code: str = "", gaps: Sequence[tuple[int, int]] = (), fresh: list[Json] | None = None
    ) -> None:
        self.findings: list[Finding] = []
        self.heads: list[Head] = []
        self.shadow = Shadow()
        self.records = self.judged = self.sealed = self.unjudged = self.unproved = 0
        self.trusted: list[tuple[int, int]] = []
        self.declared: list[int] = []
        self.vault_lost: int | None = None
        self.keyless = False
        self.faults: list[Failure] = []
        self.boots: set[int] = set()
        self.first = self.last = -1
        self.chain = links.NOTHING
        self.begins_at = links.NOTHING  # the chain before the match, by its first record
        self.segments = 1
        self.match = self.mode = self.policy = ""
        self.named: set[int] = set()
        self.key: bytes | None = None
        self._code = code
        self._gaps = list(gaps)
        self._fresh = fresh
        self._gap = False  # records are missing in this stage: later ones in it cannot be judged
        self._since = HANDLE  # handles below are of the time before a gap
        self.has_lost = False  # records are missing in this match: behind them the chain is broken
        self._commitment = ""
        self._groups: dict[int, Group] = {}
        self._before: Entry | None = None
        self._closing = False  # there was a record "opened"
        self.signer = ""  # the public key that the first record announced; matches of older tables have none
        self.signed: int | None = None
        self.unsigned: list[int] = []
        self._is_complete = False  # the head of the end was there

    # -- record by record ----------------------------------------------------------------------------

    def take(self, raw: bytes) -> None:
        """Take the next record, as its bytes."""
        self.records += 1
        try:
            values: list[Json] = json.loads(raw)
            g, boot, n, us, kind, *_ = values
            whole = [type(one) is int and one >= 0 for one in (g, boot, n, us)] == [True] * 4
            good = whole and isinstance(kind, str)
        except (ValueError, TypeError):
            good = False
        if not good or json.dumps(values, separators=(",", ":")).encode() != raw:
            self._find("order", self.last + 1, SAID("no-record"))
            self.chain = links.linked(self.chain, raw)
            return
        entry = Entry.read(raw)
        told = entry.told()
        self._in_order(entry, told)
        if self.first < 0:
            self._begin(entry.g, told)
        head = self.chain
        self.chain = links.linked(head, raw)
        if self.signed is not None:
            self._follow_signature(entry)
        self._take(entry, told, head)
        self.last = entry.g
        self._before = entry

    def _take(self, entry: Entry, told: Told, before: bytes) -> None:
        """Take a record by its kind; `before`: the chain before it."""
        g = entry.g
        match told:
            case HeadTold():
                self._head(g, told, before, entry.body)
            case Rest():
                self._try(g, lambda: self._rest(g, told))
            case Opened():
                self._try(g, lambda: self._opened(g, told.key))
            case Signed():
                self._sign(g, told.text, before)
            case TakenUp():
                self._take_up(g, told, before, entry.body)
            case VaultLost() if self.vault_lost is None:
                self.vault_lost = g
            case Fault(what="fault"):
                self.faults.append(Failure(told.code, told.pad, g))
            case Fault():
                for fault in self.faults:
                    if (fault.code, fault.pad) == (told.code, told.pad) and fault.until is None:
                        fault.until = g
            case Ruled():
                self._judge(g, told)
            case Other():
                self._misread(g, told)
        if entry.kind == "game" and g != self.first:
            self._find("end", g, SAID("second-start"))

    def _misread(self, g: int, record: Other) -> None:
        """Take a record of another form than those of its kind."""
        code = record.fields[0] if record.kind == "note" and record.fields else ""
        if record.kind not in OWN:
            self._judge(g, record)
        elif record.kind == "head":
            self._find("chain", g, SAID("no-head"))
        elif record.kind in ("rest", "opened"):
            self._find("cards", g, SAID("unknown-fields"))
        elif code == "signed":
            self._find("chain", g, SAID("no-signature"))
        elif code == "taken-up":
            self._find("chain", g, SAID("taken-up-unclear"))

    def _find(self, part: str, g: int | None, text: str) -> None:
        self.findings.append(Finding(part, g, text))

    def _in_order(self, entry: Entry, told: Told) -> None:
        """Check that positions are consecutive, a boot counts its records from 0, and its time runs
        forward.
        """
        g, boot, last = entry.g, entry.boot, self._before
        self.boots.add(boot)
        if last is None:
            return
        if g > self.last + 1 and (self.last + 1, g - 1) in self._gaps:
            self._lose()
        elif isinstance(told, TakenUp):
            if boot < last.boot or (boot == last.boot and (entry.n <= last.n or entry.us < last.us)):
                self._find("order", g, SAID("taken-up-before-parked"))
        elif g != self.last + 1:
            self._find("order", g, SAID("wrong-position", last=self.last + 1))
        elif boot == last.boot and (entry.n != last.n + 1 or entry.us < last.us):
            self._find("order", g, SAID("breaks-boot"))
        elif boot < last.boot or (boot > last.boot and entry.n != 0):
            self._find("order", g, SAID("no-boot-start"))

    def _lose(self) -> None:
        """Note that records are lost here."""
        self._gap = self.has_lost = True
        for group in self._groups.values():
            group.is_lost = True

    def _begin(self, g: int, told: Told) -> None:
        self.first = g
        if not isinstance(told, Begun) and any(last == g - 1 for _, last in self._gaps):
            self._lose()
            return
        try:
            if not isinstance(told, Begun) or told.more:
                raise Wrong
            if told.signer is not None:
                self.signer = told.signer
                _bytes(self.signer, proofs.KEY)
            if told.mode not in MODES or told.policy not in POLICIES or len(told.match) != 16:
                raise Wrong
            self.begins_at = self.chain = _bytes(told.chain, 32)
            _bytes(told.commitment, 32)
            self.match, self.mode, self.policy = told.match, told.mode, told.policy
            self._commitment = told.commitment
        except (Wrong, ValueError):
            self._find("end", g, SAID("no-checkable-start"))

    def _take_up(self, g: int, told: TakenUp, before: bytes, raw: bytes) -> None:
        """Resume the match after it was parked; `before`: the chain at the last record before that."""
        try:
            self.chain = links.linked(_bytes(told.chain, 32), raw)
            bound = _bytes(told.head, 32)
        except (Wrong, ValueError):
            self._find("chain", g, SAID("taken-up-unclear"))
            return
        self.segments += 1
        if told.first != self.first:
            self._find("chain", g, SAID("other-match-taken-up", first=_short(repr(told.first))))
        elif (told.last != self.last or bound != before) and not self.has_lost:
            since = self.heads[-1].g + 1 if self.heads else self.first
            self._find("chain", g, SAID("taken-up-elsewhere", since=since))

    def _head(self, g: int, told: HeadTold, before: bytes, raw: bytes) -> None:
        try:
            if told.more:
                raise Wrong
            head = _bytes(told.text, 32)
        except (Wrong, ValueError):
            self._find("chain", g, SAID("no-head"))
            return
        if not self.has_lost and head != links.head(before, raw[: -len(told.text) - 3]):
            since = self.heads[-1].g + 1 if self.heads else self.first
            self._find("chain", g, SAID("head-differs", since=since))
        if self.shadow.match is not None and self.shadow.difference is None and not self._gap:
            ended = self.shadow.match.stage - 1
            if told.stage != ended:
                self._find("chain", g, SAID("head-of-other-stage", stage=told.stage, ended=ended))
        self.heads.append(Head(g, told.stage, head, not self.has_lost))
        self._is_complete = self._closing or self.signed is not None

    def _sign(self, g: int, told: str, before: bytes) -> None:
        """Check the signature of the end; `before`: the chain before it."""
        try:
            if self.signed is not None or not (self._closing or self.has_lost):
                raise Wrong
            signer = text_of(proofs.signer(_bytes(told, proofs.LENGTH), self.match, before))
        except (Wrong, ValueError):
            self._find("chain", g, SAID("no-signature"))
            return
        self.signed = g
        if not self.has_lost and signer != self.signer:
            self._find("chain", g, SAID("wrong-signature", first=self.first))

    def _follow_signature(self, entry: Entry) -> None:
        """Check that this record may be behind the signature: starts, the head of the last stage, and then
        the notes that a table writes when no match is played.
        """
        if entry.kind == "boot":
            self.unsigned += [] if self._is_complete else [entry.g]
        elif not (_is_idle(entry) if self._is_complete else entry.kind == "head"):
            self._find("chain", entry.g, SAID("behind-signature", kind=_short(entry.kind)))

    def _is_judged(self, g: int, record: Ruled | Other) -> bool:
        """Return True if this record of the engine can be judged, though there is a gap before it."""
        match = self.shadow.match
        fix = record.correction if isinstance(record, Ruled) else None
        if self.trusted and fix is not None and fix.stage is not None and fix.stage < self.trusted[-1][1]:
            self._gap = True  # it continues with a stage of which records are lost
        if self._gap and record.kind == "start" and match is None:
            self._gap = False
        elif self._gap and isinstance(record, Ruled) and record.kind == "end":
            base = self._fresh if match is None else match.dump()
            try:
                stage, since, *_ = record.fields
                self.shadow = Shadow.at(matches.with_state(base or [], record.fields))
                if not isinstance(stage, int) or not isinstance(since, int):
                    return False
            except (ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError):
                return False
            self._gap = False
            self._since = since
            self.trusted.append((g, stage))
            return False
        return not self._gap

    def _judge(self, g: int, record: Ruled | Other) -> None:
        """Judge a record of the engine, and check the values that it seals and opens."""
        if self.shadow.difference is not None:
            return
        if not self._is_judged(g, record):
            self.unjudged += 1
            return
        shadow = self.shadow
        shadow.follow(record.judged or [])
        if record.kind == "start" and shadow.match is not None:
            self.declared = declared_scores.scores_of(shadow.match)
        if shadow.difference is not None:
            difference = shadow.difference
            self._find(
                "rules",
                g,
                SAID(
                    "field-differs",
                    field=difference.called,
                    recorded=_short(repr(difference.recorded)),
                    expected=_short(difference.in_words),
                ),
            )
            return
        self.judged += 1
        fix = record.correction if isinstance(record, Ruled) else None
        if fix is not None and fix.what == "name" and fix.card is not None:
            if self._group_of(fix.card) is not None and fix.card not in shadow.proved:
                self.named.add(fix.card)
        if self.match:
            self._try(g, lambda: self._fields(g, record))

    def _try(self, g: int, what: Callable[[], None]) -> None:
        try:
            what()
        except Wrong as wrong:
            self._find("cards", g, SAID(wrong.code, **wrong.values))
        except (ValueError, TypeError, IndexError, KeyError):
            self._find("cards", g, SAID("unknown-fields"))

    # -- commitments ---------------------------------------------------------------------------------

    def _fields(self, g: int, record: Ruled | Other) -> None:
        if isinstance(record, Other):
            raise Wrong("unknown-fields")
        more = list(record.more)
        sealed, opened = self.shadow.sealed, self.shadow.opened
        if self.vault_lost is not None and (sealed or opened) and not more:
            self.keyless = True
        if self.keyless and not more:
            self.unproved += len(opened)
            return
        if sealed:
            self.sealed += len(sealed)
            length = proofs.SHORT + (0 if self.policy == "shown" else proofs.VALUE * len(sealed))
            data = _bytes(more.pop(0), length)
            group = Group(g, sealed[0], len(sealed), data[: proofs.SHORT], data[proofs.SHORT :])
            self._groups[group.first] = group
            if self.mode == "open":
                group.told.update(zip(group.members, _numbers(more.pop(0)), strict=True))
        opened = {n: value for n, value in opened.items() if not self._is_proved(n, value)}
        if opened:
            self._open(g, opened, more.pop(0))
        if more:
            raise Wrong("too-many-fields")

    def _is_proved(self, n: int, value: int) -> bool:
        """Return True if handle n, which a correction announced again, was opened before with the
        same value.
        """
        if n not in self.shadow.proved:
            return False
        group = self._group_of(n)
        known = value if group is None or n in self.named else group.opened.get(n, value)
        if known != value:
            raise Wrong("told-not-as-opened", n=n, value=value, known=known)
        return True

    def _group_of(self, n: int) -> Group | None:
        return next((group for group in self._groups.values() if n in group.members), None)

    def _is_lost(self, n: int) -> bool:
        """Return True if the seal of handle n is lost, or if it may have been named since in a lost
        record.
        """
        group = self._group_of(n)
        return self.has_lost and n < self._since and (group is None or group.is_lost)

    def _open(self, g: int, opened: dict[int, int], told: object) -> None:
        if any(self._is_lost(n) for n in opened):
            self.unproved += len(opened)
            return
        flat = [one for group in self._groups.values() for one in (group.first, group.count)]
        runs = proofs.runs(sorted(opened), flat)
        data = _pieces(told, proofs.SHORT * sum(1 if len(m) == count else len(m) for _, count, m in runs))
        for first, count, members in runs:
            group = self._groups[first]
            if len(members) == count:
                blinds = [proofs.mask(data[: proofs.SHORT], n)[: proofs.SHORT] for n in members]
                data = data[proofs.SHORT :]
            else:
                blinds = [
                    data[i : i + proofs.SHORT] for i in range(0, proofs.SHORT * len(members), proofs.SHORT)
                ]
                data = data[proofs.SHORT * len(members) :]
            for n, blind in zip(members, blinds, strict=True):
                self._know(g, group, n, blind, opened[n])
            self._compare(g, group)

    def _know(self, g: int, group: Group, n: int, blind: bytes, value: int) -> None:
        """Note that `value` was revealed for handle n. A card named by hand was sealed unread."""
        committed = UNKNOWN if n in self.named else value
        if group.told.get(n, committed) != committed:
            raise Wrong("opened-not-as-told", n=n, value=value, told=group.told[n])
        leaf = proofs.leaf(blind, self.match, n, committed)
        if group.leaves.get(n, leaf) != leaf:
            raise Wrong("opened-not-as-sealed", n=n, value=value, g=group.g)
        group.leaves[n] = leaf
        group.opened[n] = committed

    def _compare(self, g: int, group: Group) -> None:
        """Compare a group whose leaves are all known with its commitment."""
        if len(group.leaves) == group.count:
            if proofs.root([group.leaves[n] for n in group.members]) != group.root:
                raise Wrong("opening-does-not-fit", g=group.g)

    def _rest(self, g: int, record: Rest) -> None:
        if self._gap or not self.match:
            return
        for n, text in record.leaves:
            group = self._group_of(n)
            if self._is_lost(n):
                continue
            if group is None or group.count == 1 or n in group.leaves or self.policy != "shown":
                raise Wrong("leaf-not-asked", n=n)
            group.leaves[n] = _bytes(text, 32)
            self._compare(g, group)

    def _opened(self, g: int, told: str | None) -> None:
        if self._closing or not (self.shadow.over or self._gap):
            raise Wrong("ends-too-early")
        self._closing = True
        if not self.match:
            return
        if self.policy == "shown":
            if told is not None:
                raise Wrong("key-not-agreed")
            return
        key = bytes.fromhex(told or "")
        if len(key) != 32 or key.hex() != told:
            raise Wrong("no-key")
        if self.policy == "sealed":
            if not self._code:
                return
            key = bytes(links.masked(key, self.match, self._code))
        if links.key_commitment(key, self.match) != self._commitment:
            if self.policy == "sealed":
                raise Wrong("code-does-not-open")
            raise Wrong("other-key")
        self.key = key
        for group in self._groups.values():
            self._uncover(g, group, key)

    def _uncover(self, g: int, group: Group, key: bytes) -> None:
        """Open all values of the group with the key of the match, also those that were never shown."""
        own = proofs.group_key(key, group.first)
        for i, n in enumerate(group.members):
            one = proofs.mask(own, n)
            cover = group.cover[proofs.VALUE * i : proofs.VALUE * (i + 1)]
            value = int.from_bytes(proofs.covered(one, int.from_bytes(cover, "big")), "big")
            if group.opened.get(n, value) != value:
                raise Wrong("told-not-as-shown", n=n, value=value, opened=group.opened[n])
            self._know(g, group, n, one[: proofs.SHORT], value if n not in self.named else UNKNOWN)
        self._compare(g, group)

    # -- the end -------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Return True if the match has ended, and the table has recorded so."""
        is_said = self._closing and (self._is_complete or self.signed is not None)
        return self.shadow.over and (is_said or self.keyless)

    @property
    def is_signed(self) -> bool:
        """Return True if the key that the first record announced has signed all that was played."""
        chained = not any(finding.part == "chain" for finding in self.findings)
        return bool(self.signer) and self.signed is not None and chained and not self.has_lost

    @property
    def end(self) -> int:
        """Return the record to which evidence must reach to hold all that was played."""
        return self.signed if self.over and self.is_signed and self.signed is not None else self.last

    @property
    def opened(self) -> int:
        """Return the number of hidden values that were revealed and agree with their seal."""
        return sum(len(group.opened) for group in self._groups.values() if self._is_checked(group))

    @property
    def hidden(self) -> int:
        """Return the number of hidden values that were never revealed."""
        groups = [group for group in self._groups.values() if not group.is_lost or self.key]
        return sum(group.count - len(group.opened) for group in groups)

    def _is_checked(self, group: Group) -> bool:
        return len(group.leaves) == group.count

    def close(self) -> None:
        """Finish: no further record follows, so open questions count as faults."""
        if self.first < 0:
            self._find("end", None, SAID("record-missing"))
        if not self.over or self._gap or self.keyless:
            return
        if self.signer and self.signed is None:
            self._find("chain", self.last, SAID("end-unsigned"))
        if self.policy == "sealed" and self.key is None:
            return  # only a holder of the code knows what is missing
        for group in self._groups.values():
            if group.opened and not self._is_checked(group) and not group.is_lost:
                text = SAID("commitment-opened-in-part", last=self.last)
                self._find("cards", group.g, text)

    def values(self) -> list[list[int]]:
        """Return [handle, value] of all known values, in ascending order; a card named by hand as it was
        sealed.
        """
        known = [one for group in self._groups.values() for one in group.opened.items()]
        return [[n, value] for n, value in sorted(known)]

    @property
    def first_bad(self) -> int | None:
        """Return the first record with a fault, as far as that can be determined."""
        return min((finding.g for finding in self.findings if finding.g is not None), default=None)

    def head_of(self, words: str) -> Head | None:
        """Return the head that these six words belong to."""
        wanted = words.lower().replace("-", " ").split()
        return next((head for head in self.heads if head.words.split() == wanted), None)


def _is_idle(entry: Entry) -> bool:
    """Return True for a note that a table may write when no match is played."""
    code = entry.values()[5:6]
    return entry.kind == "note" and bool(code) and code[0] in IDLE


def _numbers(told: Json) -> list[int]:
    """Return a list of numbers. Raises Wrong."""
    numbers = [one for one in told if isinstance(one, int)] if isinstance(told, list) else []
    if not isinstance(told, list) or len(numbers) != len(told):
        raise Wrong("unknown-fields")
    return numbers


def _bytes(text: object, length: int) -> bytes:
    """Return the `length` bytes that a text stands for. Raises Wrong."""
    if not isinstance(text, str):
        raise Wrong("proof-missing")
    try:
        data = bytes_of(text)
    except ValueError:
        data = b""
    if len(data) != length or text_of(data) != text:
        raise Wrong("proof-of-wrong-length")
    return bytes(data)


def _pieces(told: object, length: int) -> bytes:
    """Return the bytes of a text, or of a list of texts if one would be too long. Raises Wrong."""
    if length <= PIECE:
        return _bytes(told, length)
    if not isinstance(told, list) or len(told) != -(-length // PIECE):
        raise Wrong("proof-missing")
    sizes = [min(PIECE, length - at) for at in range(0, length, PIECE)]
    return b"".join(_bytes(text, size) for text, size in zip(told, sizes, strict=True))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
