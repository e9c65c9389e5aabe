"""Forgeries by a person who has a record and this program, but no key and no table.

`exchange` gives a record in which two cards of one player have changed places between two tricks: with group
keys that the forger invents, and commitments, openings, leaves, digests and heads computed again.
"""

import json

from cardtable.engine.asks.base import SEALED
from cardtable.engine.asks.laying import Lay
from cardtable.engine.cards import HANDLE
from cardtable.wire import proofs
from cardtable.wire.records import bytes_of, ruled, text_of
from recorded_matches import SECRET, audited, chained
from tablehost.referee.shadow import Shadow

KEY = bytes(range(100, 132))  # invented: not that of the match


def exchange(raws, announces=True):
    """The first such record of a finished match of Democracy that is sound in itself and has other winners;
    None if there is none. `announces`: see `sign`.
    """
    laid = _laid(raws)
    winners = _facts(raws)[-1][1]
    for n, first in enumerate(laid):
        for second in laid[n + 1 :]:
            if first[0] != second[0]:
                continue  # of another stage
            for place in first[1]:
                changed = {row[2]: list(row[3]) for row in (first, second)}
                one, other = first[1].index(place), second[1].index(place)
                mine, yours = changed[first[2]], changed[second[2]]
                mine[one], yours[other] = yours[other], mine[one]
                forged = sign(raws, changed, announces=announces)
                if forged is not None and _facts(forged)[-1][1] != winners:
                    return forged
    return None


def _laid(raws):
    """(stage, places in the order of the values, number of the record that reveals, values) of each trick."""
    shadow = Shadow()
    found = []
    places = None
    for i, raw in enumerate(raws):
        record = ruled(json.loads(raw)[4:])
        if record is None:
            continue
        ask = None if shadow.course is None else shadow.course.ask
        shadow.follow(record)
        if len(shadow.opened) > 1 and places is not None and len(record[3]) == len(places):
            found.append((record[1], places, i, record[3]))
        places = list(ask.places) if isinstance(ask, Lay) and ask.secrecy == SEALED else None
    return found


def _facts(raws):
    shadow = Shadow()
    for raw in raws:
        record = ruled(json.loads(raw)[4:])
        if record is not None:
            shadow.follow(record)
    return shadow.facts


def sign(raws, changed, key=KEY, announces=True):
    """The records with the values of those `changed` (number -> value), all else computed again; None if the
    rules do not allow it. `announces`: the first record names the key with which the forger signs the end;
    without that, the words of the beginning stay those that people noted.
    """
    ends = {}
    while True:
        records = [json.loads(raw) for raw in raws]
        for i, value in {**changed, **ends}.items():
            records[i][7] = value
        shadow = Shadow()
        told = []  # of each record: the handles that it seals, and those that it opens
        for values in records:
            record = ruled(values[4:])
            told.append((range(0), {}))
            if record is None:
                continue
            if record[0] != "start":
                values[8] = record[4] = shadow.digest
            shadow.follow(record)
            if shadow.difference is not None:
                break
            told[-1] = shadow.sealed, dict(shadow.opened)
        difference = shadow.difference
        if difference is None:
            return _resealed(records, told, key, announces)
        if difference.record[0] != "end" or difference.field != "value" or len(told) - 1 in ends:
            return None
        ends[len(told) - 1] = difference.expected


def _resealed(records, told, key, announces):
    """With commitments and openings by this key, and the chain computed again."""
    match, head = records[0][5], bytes_of(records[0][9])
    if announces:
        records[0][10:] = [text_of(proofs.public_key(SECRET, match))] * len(records[0][10:])
    groups = [[sealed[0], len(sealed)] for sealed, _ in told if sealed]
    flat = [number for group in groups for number in group]
    values = {n: value for _, opened in told for n, value in opened.items()}
    signed = []
    for record, (sealed, opened) in zip(records, told, strict=True):
        more = []
        if sealed:
            known = [values.get(n, 0) for n in sealed]
            more.append(proofs.committed(key, match, sealed[0], known, False))
        if opened and min(opened) >= HANDLE:
            more.append(proofs.openings(key, sorted(opened), flat))
        if more:
            record[9:] = more
        if record[4] == "rest":
            record[5] = [[n, _leaf(key, match, n, groups, values)] for n, _ in record[5]]
        raw, head = chained(record, match, head)
        signed.append(raw)
    return signed


def _leaf(key, match, n, groups, values):
    first = max(first for first, _ in groups if first <= n)
    blind = proofs.mask(proofs.group_key(key, first), n)[: proofs.SHORT]
    return text_of(proofs.leaf(blind, match, n, values.get(n, 0)))


def is_sound(raws):
    """True if nothing in the record itself gives it away."""
    audit = audited(raws)
    return audit.findings == [] and audit.over
