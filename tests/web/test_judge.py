"""The page judges an exported match as `cardtable verify` does, but for the rules; in a real browser.

What is compared of a changed game, by the records in their order:
- findings of order and chain (heads, signature, segments) and of the first record: all, with their codes;
  without "head-of-other-stage" and "end-unsigned", for which Python asks the rules whether a stage is over.
  Behind a finding of the rules, or an end that came too early by them, Python never takes a match to be over,
  and so no signature to be in its place: from there on codes of the signature are left out, too.
- findings of commitments and openings: the first record that has one, if the rules have no finding before it.
  From the first finding of the rules on Python checks no commitment, and the page may find more.
- the first bad record: as Python's, if the rules have no finding.
Python alone finds which of the handles of one record a value belongs to: that is a rule. Values that change
places there (`exchanged`) are found by the page in the chain, and not if that is computed again.
"""

import base64
import hashlib
import hmac
import json
import random

import pytest

from browser_page import game_text, own_address
from cardtable.wire import proofs
from cardtable.wire.records import text_of
from exported_games import finished
from proof_vectors import PROQUINTS, RFC_4231
from recorded_matches import Match, Memory, audited, chained, mutated, sign_again
from tablehost.journal import audit as audits
from tablehost.journal.gamefile import to_lines
from tablehost.journal.records import IDLE
from tablehost.referee.revisions import OtherRules

# name, seats, seed, policy, mode, corrections about every so many inputs
MATCHES = (
    ("democracy", 4, 7, "shown", "blind", 0),
    ("democracy", 4, 3, "all", "blind", 6),
    ("democracy", 3, 5, "sealed", "open", 0),
    ("demos", 4, 7, "shown", "blind", 0),
    ("demos", 4, 2, "all", "open", 6),
    ("demos", 4, 1, "sealed", "blind", 0),
    ("democrazy", 5, 7, "shown", "blind", 6),
    ("democrazy", 5, 2, "all", "blind", 0),
)
MUTANTS = 25  # of each
BY_RULES = ("head-of-other-stage", "end-unsigned")  # codes for which Python asks the rules
BY_END = ("no-signature", "wrong-signature", "behind-signature")  # likewise, behind a finding of the rules
STRUCTURE = ("order", "chain", "end")
FIPS_180_4 = (b"", b"abc", b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", b"a" * 1_000_000)


@pytest.fixture(scope="module")
def page(browser):
    """A page of a secure context: loopback."""
    return browser.page()


@pytest.fixture(scope="module")
def matches():
    found = []
    for name, seats, seed, policy, mode, corrected in MATCHES:
        match = Match(name, seats, seed, mode, policy, "olive", corrected=corrected).play()
        found.append(match.raws)
    return found


def judged(page, texts):
    """Return what the page says of each of these files: the value, or {"refused": code}."""
    return page.evaluate(
        """texts => texts.map(text => {
            try { return judge.judge(text); }
            catch (error) {
                if (!(error instanceof judge.NotAGame)) throw error;
                return {refused: error.code, line: error.line};
            }
        })""",
        list(texts),
    )


def by_code(raws, monkeypatch):
    """Return Python's audit of these records, whose findings have codes for texts."""
    with monkeypatch.context() as patch:
        patch.setattr(audits, "SAID", lambda code, **_: code)
        return audited(raws)


# -- hashes ----------------------------------------------------------------------------------------------


def hashed(page, datas):
    told = [base64.b64encode(data).decode() for data in datas]
    return page.evaluate(
        """told => told.map(one => {
            const data = Uint8Array.from(atob(one), c => c.charCodeAt(0));
            return [...sha256.sha256(data)].map(b => b.toString(16).padStart(2, "0")).join("");
        })""",
        told,
    )


def test_sha_256_is_that_of_fips_180_4_for_every_length(page):
    lots = random.Random(180)
    datas = [*FIPS_180_4, *(lots.randbytes(length) for length in range(301)), lots.randbytes(1 << 20)]
    assert hashed(page, datas) == [hashlib.sha256(data).hexdigest() for data in datas]
    assert hashed(page, [b"abc"]) == ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]


def test_hmac_is_that_of_rfc_4231(page):
    lots = random.Random(4231)
    rows = [(key, message) for key, message, _ in RFC_4231]
    rows += [(lots.randbytes(length), lots.randbytes(2 * length)) for length in range(0, 140, 7)]
    told = [[list(key), list(message)] for key, message in rows]
    found = page.evaluate(
        "rows => rows.map(([key, message]) => [...sha256.hmac(Uint8Array.from(key), message)])", told
    )
    assert [bytes(one) for one in found] == [hmac.digest(key, message, "sha256") for key, message in rows]
    for (_, _, wanted), one in zip(RFC_4231, found, strict=False):
        assert bytes(one).hex().startswith(wanted)


def test_six_words_and_the_signature_are_those_of_the_table(page):
    for address, words in PROQUINTS:
        told = page.evaluate("head => judge.wordsOf(head)", [*address, *bytes(8)])
        assert told.split()[:2] == words.split("-")
    seed, match, message = bytes(range(16)), "0123456789abcdef", hashlib.sha256(b"end").digest()
    signature = proofs.sign(seed, match, message)
    signer = page.evaluate(
        "([one, id, end]) => [...judge.signerOf(Uint8Array.from(one), id, Uint8Array.from(end))]",
        [list(signature), match, list(message)],
    )
    assert bytes(signer) == proofs.public_key(seed, match)


# -- what is sound ---------------------------------------------------------------------------------------


def test_sound_games_have_no_finding_and_the_values_that_python_finds(page, matches):
    for row, raws, told in zip(MATCHES, matches, judged(page, map(game_text, matches)), strict=True):
        audit = audited(raws)
        assert audit.findings == [] and told["findings"] == [], row
        opened = [[one["handle"], one["value"]] for one in told["values"] if one["opened"] is not None]
        assert opened == audit.values(), row
        assert len(told["values"]) == audit.sealed
        assert sum(one["checked"] for one in told["values"]) == audit.opened
        assert {one["handle"] for one in told["values"] if one["named"]} == audit.named
        for one in told["values"]:
            committed, shown = json.loads(raws[one["committed"]]), one["opened"]
            assert str(one["handle"]) in json.dumps(committed[7])
            assert shown is None or json.loads(raws[shown])[4] in ("answer", "fix", "opened")
        heads = [[head.g, head.stage, head.words] for head in audit.heads]
        assert [[head["record"], head["stage"], head["words"]] for head in told["heads"]] == heads
        assert told["signature"] == {"state": "signed", "record": audit.signed} and told["over"]
        assert [told[name] for name in ("match", "mode", "policy")] == [audit.match, audit.mode, audit.policy]
        assert (told["first"], told["last"], told["records"]) == (0, audit.last, len(raws))


def test_cards_shown_again_after_a_correction_are_sound(page):
    """See the test of the same matter in tests/host/test_audit.py."""
    kinds = [
        ("democrazy", 5, 77),
        ("democrazy", 5, 173),
        ("democrazy", 5, 15),
        ("demos", 4, 66),
        ("demos", 5, 122),
    ]
    for policy in ("shown", "all", "sealed"):
        found = [
            Match(name, seats, seed, "blind", policy, "olive", corrected=0 if seed == 122 else 6).play().raws
            for name, seats, seed in kinds
        ]
        for kind, raws, told in zip(kinds, found, judged(page, map(game_text, found)), strict=True):
            assert audited(raws).findings == [] and told["findings"] == [], (kind, policy)


def test_a_real_export_is_judged_and_an_unfinished_match_is_no_finding(page, matches):
    exported, cut = judged(page, [to_lines(finished("demos", 4, 7)), game_text(matches[0][:30])])
    assert exported["findings"] == [] and exported["over"]
    assert cut["findings"] == [] and not cut["over"] and cut["signature"]["state"] == "missing"


def test_idle_records_behind_the_end_are_no_finding_and_others_are(page, matches):
    def followed(*rows):
        g, boot, *_ = json.loads(matches[0][-1])
        rows = [[g + 1, boot + 1, 0, 0, "boot", "power", None, None]] + [
            [g + 2 + n, boot + 1, 1 + n, 25, *row] for n, row in enumerate(rows)
        ]
        return [*matches[0], *(json.dumps(row, separators=(",", ":")).encode() for row in rows)]

    tails = [[["note", code, 0]] for code in IDLE] + [
        [["note", "pause", 0]],
        [["head", 9, "AA"]],
        [["rest", []]],
    ]
    files = [followed(*rows) for rows in tails]
    for rows, raws, told in zip(tails, files, judged(page, map(game_text, files)), strict=True):
        codes = [one["code"] for one in told["findings"] if one["code"] == "behind-signature"]
        assert codes == (["behind-signature"] if rows[0][1] not in IDLE else []), rows
        assert bool(audited(raws).findings) == bool(codes), rows


def test_a_second_match_of_a_table_and_one_of_lost_records(page):
    """Behind lost records the chain is not bound, and nothing that is sound is accused."""
    memory = Memory()
    Match("democracy", 3, 5, memory=memory).play()
    first = len(memory.raws)
    Match("demos", 3, 5, memory=memory).play()
    raws = memory.raws[first:]
    ends = [i for i, raw in enumerate(raws) if json.loads(raw)[4] == "end"]
    lost = [*raws[: ends[0] - 3], *raws[ends[0] - 1 :]]
    gap = json.dumps({"kind": "gap", "first": first + ends[0] - 3, "last": first + ends[0] - 2})
    head, _, rest = game_text(lost).partition("\n")
    whole, behind = judged(page, [game_text(raws), f"{head}\n{gap}\n{rest}"])
    assert whole["findings"] == behind["findings"] == []
    assert whole["first"] == first and behind["lost"] and behind["signature"]["state"] == "unbound"


def test_a_match_that_was_parked_is_judged_in_its_segments(page, matches):
    """The chain goes on from that of the records between; what was played before is bound."""
    raws, match = matches[3], json.loads(matches[3][0])[5]
    at = 40
    taken, head = [], None
    for i, raw in enumerate(raws):
        values = json.loads(raw)
        head = head or bytes(32)
        if i == at:
            note = [at + 60, 2, 0, 5, "note", "taken-up", 0, at - 1, "", text_of(bytes(range(32)))]
            raw, head = chained(note, match, head)
            taken.append(raw)
        if i >= at:
            values[:4] = [i + 61, 2, i - at + 1, values[3] + 10]
        raw, head = chained(values, match, head)
        taken.append(raw)
    taken = sign_again(taken, {}, digests=False)
    changed = json.loads(taken[20])
    changed[3] += 1
    other = [*taken[:20], json.dumps(changed, separators=(",", ":")).encode(), *taken[21:]]
    sound, edited = judged(page, [game_text(taken), game_text(other)])
    assert sound["findings"] == [] == audited(taken).findings and sound["segments"] == 2
    assert edited["firstBad"] == audited(other).first_bad


# -- what is not -----------------------------------------------------------------------------------------


def flipped(text, lots):
    """Return base64url with one letter changed that holds six whole bits."""
    at = lots.randrange(len(text) - 2)
    other = lots.choice([one for one in "ABCDEFabcdef0123-_" if one != text[at]])
    return text[:at] + other + text[at + 1 :]


def changed_proof(raws, lots):
    """Return the records with one proof changed: a commitment, an opening, a leaf, a head, the signature, or
    what the first record announces; half of them with chain and signature computed again.
    """
    records = [json.loads(raw) for raw in raws]
    places = [(i, k) for i, row in enumerate(records) for k in range(5, len(row)) if is_proof(row[k])]
    by_field = {}
    for i, k in places:
        by_field.setdefault((records[i][4], k), []).append(i)
    kind, k = lots.choice(sorted(by_field))
    i = lots.choice(by_field[kind, k])
    if isinstance(records[i][k], list):
        part = lots.randrange(len(records[i][k]))
        records[i][k][part] = flipped(records[i][k][part], lots)
    else:
        records[i][k] = flipped(records[i][k], lots)
    if lots.randrange(2) and kind != "game":
        return "proof, signed again", sign_again(raws, {i: records[i]})
    changed = json.dumps(records[i], separators=(",", ":")).encode()
    return "proof", [*raws[:i], changed, *raws[i + 1 :]]


def is_proof(value):
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, str) and len(one) > 20 for one in value)
    return isinstance(value, str) and len(value) > 20


def has_float(raws):
    """Return True if a number in a record has a fraction: the schema refuses the file of such a game."""
    for raw in raws:
        try:
            if any(isinstance(one, float) for one in walk(json.loads(raw))):
                return True
        except ValueError:
            pass
    return False


def walk(value):
    """Yield all that is in a value of JSON."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield value
    for one in inner:
        yield from walk(one)


def structure(findings, but):
    """Return the findings that do not hang on the rules, in their order; without the codes `but`."""
    return [(g, code) for part, g, code in findings if part in STRUCTURE and code not in but]


def compare(audit, told, places):
    """Compare what Python and the page found, as the text at the top says; return how. `places`: the
    positions in the order of the records.
    """
    python = [(one.part, one.g, one.text) for one in audit.findings]
    page = [(one["part"], one["record"], one["code"]) for one in told["findings"]]
    parts = [part for part, _, _ in python]
    is_early = "ends-too-early" in [code for _, _, code in python]
    but = (*BY_RULES, *BY_END) if "rules" in parts or is_early else BY_RULES
    assert structure(page, but) == structure(python, but)
    until = parts.index("rules") if "rules" in parts else len(python)
    cards = [g for part, g, _ in python[:until] if part == "cards"][:1]
    ours = [g for part, g, _ in page if part == "cards"][:1]
    if cards or "rules" not in parts:
        assert ours == cards, (python, page)
    if "rules" not in parts:
        assert told["firstBad"] == audit.first_bad
        return "whole"
    if ("cards", "ends-too-early") in [(part, code) for part, _, code in page]:
        ours = []  # it is found late, by the next record of the rules
    assert not ours or cards or places.index(ours[0]) >= places.index(python[until][1]), (python, page)
    return "to the first finding of the rules"


def test_of_200_changed_games_the_page_finds_what_python_finds(page, matches, monkeypatch):
    lots = random.Random("pages")
    mutants = []
    for raws in matches:
        for n in range(MUTANTS):
            mutants.append(changed_proof(raws, lots) if n % 2 else mutated(raws, lots))
    assert len(mutants) == 200
    ways = {}
    verdicts = judged(page, [game_text(raws) for _, raws in mutants])
    for (what, raws), told in zip(mutants, verdicts, strict=True):
        try:
            audit = by_code(raws, monkeypatch)
        except OtherRules:
            way = "of other rules"
            assert "refused" not in told
        else:
            if has_float(raws):
                assert told["findings"], what
                way = "refused by the schema"
            else:
                assert "refused" not in told, (what, told)
                way = compare(audit, told, places_of(raws))
        ways[way] = ways.get(way, 0) + 1
    print(ways)
    assert ways["whole"] > 60


def places_of(raws):
    """Return the positions of records in their order; of one that is none, the position it is found at."""
    found = []
    for raw in raws:
        try:
            found.append(json.loads(raw)[0])
        except (ValueError, TypeError, LookupError):
            found.append(found[-1] + 1 if found else 0)
    return found


def exchanged(raws):
    """Return the record that shows several cards, and its values with the first two in each other's place."""
    for i, raw in enumerate(raws):
        record = json.loads(raw)
        if record[4] == "answer" and len(record) == 10 and isinstance(record[7], list) and len(record[7]) > 2:
            if all(isinstance(one, int) and one < 4096 for one in record[7]):
                record[7][:2] = record[7][1::-1]
                return i, record
    raise AssertionError("nothing is shown")


def test_what_the_page_cannot_know_is_which_seat_showed_a_value(page, matches):
    """The chain gives an exchange away; computed again it is left to the rules, and to the six words."""
    raws = matches[3]
    at, record = exchanged(raws)
    plain = [*raws[:at], json.dumps(record, separators=(",", ":")).encode(), *raws[at + 1 :]]
    again = sign_again(raws, {at: record})
    edited, forged = judged(page, [game_text(plain), game_text(again)])
    assert audited(plain).first_bad == audited(again).first_bad == at
    assert edited["findings"][0]["code"] == "head-differs" and edited["firstBad"] > at
    assert forged["findings"] == []
    assert forged["heads"][0]["words"] != audited(raws).heads[0].words


# -- what is no game -------------------------------------------------------------------------------------


def test_what_is_no_game_is_refused_with_a_code_and_nothing_else_is_thrown(page, matches):
    text = game_text(matches[0])
    rows = text.split("\n")
    head, record, end = rows[0], rows[1], rows[-2]
    lots = random.Random("no games")
    bad = {
        "": "not-json",
        "\0": "not-json",
        "[" * 200_000: "not-json",
        "null": "unknown-kind",
        "1e999": "unknown-kind",
        "{}": "no-game-file",
        head: "file-end-missing",
        text + "\0": "line-after-end",
        text + head: "line-after-end",
        f"{head}\n{end}": "other-end",
        text.replace('"records":', '"records":1e400,"r":'): "other-end",
        text.replace('"raw":"', '"raw":"*', 1): "no-base64",
        text.replace('"record":[0', '"record":[9', 1): "words-and-bytes",
        f'{head}\n{{"kind":"gap","first":5,"last":3}}': "gap-overlaps",
        f'{head}\n{{"kind":"gap","first":1e300,"last":3}}': "gap-overlaps",
        f'{head}\n{{"kind":"\\ud800"}}': "unknown-kind",
        f'{head}\n{record}\n{{"kind":"record","raw":[1]}}': "no-base64",
    }
    for (given, code), told in zip(bad.items(), judged(page, list(bad)), strict=True):
        if not given.startswith("[[") and not given.endswith("\0"):
            assert told.get("refused") == code, given[-200:]
        assert "refused" in told
    cuts = [text[: lots.randrange(len(text) - 1)] for _ in range(100)]
    assert all("refused" in told for told in judged(page, cuts))


def test_a_record_of_any_bytes_is_a_finding(page, matches):
    raws = matches[0]
    odd = (
        b"", b"\0", b"null", b"[" * 400, b"[" * 5000, b"{}", b"[9,1,9,9]", b'[9,1,9,9,"note","\xff"]',
        b'[9,1,9,9,"\\ud800"]', b'[9,1,9,9,"note",1e999]', b"[9,1,9,9,\"note\",1" + b"0" * 80 + b"]",
        b'[-1,1,9,9,"note","x"]', b'[9,1,9,true,"note","x"]', b'[9, 1,9,9,"note","x"]', b'[9,1,9,9,{"a":1}]',
        b'[9,1,9,9,"head",1,"x"]', b'[9,1,9,9,"rest",[[4096,"x"]]]', b'[9,1,9,9,"opened","x"]',
        b'[9,1,9,9,"note","signed","x"]', b'[9,1,9,9,"note","taken-up",1]', b'[9,1,9,9,"answer",1]',
        b'[9,1,9,9,"fix",1,3,["amend",0,7,9],0,"x"]', b'[9,1,9,9,"fix",1,3,["back",0],0,"x"]',
        b'[9,1,9,9,"end",1,3,null,0]', b'[9,1,9,9,"start",1,3,"x",0]',
        b'[9,1,9,9,"answer",1,3,[[[4096]]],0,[]]',
    )  # fmt: skip
    texts = [game_text([*raws[:9], one, *raws[10:]]) for one in odd] + [game_text([one]) for one in odd]
    for one, told in zip(odd + odd, judged(page, texts), strict=True):
        assert told.get("refused") in ("not-json", "words-and-bytes") or told["findings"], one


# -- a table in the next room ----------------------------------------------------------------------------


def test_without_a_secure_context_the_verdict_is_the_same(browser, page, matches):
    """Browsers have no crypto.subtle on plain HTTP, but for loopback; there both agree."""
    address = own_address()
    if address is None:
        pytest.skip("missing: an address of this machine that is not loopback; to get it: a network")
    far = browser.page(address)
    assert far.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [True, "object"]
    assert far.evaluate("sha256.agreesWithBrowser()") is None
    assert page.evaluate("sha256.agreesWithBrowser()") is True
    lots = random.Random("far")
    changed = [mutated(matches[3], lots)[1] for _ in range(5)]
    texts = [game_text(raws) for raws in [*matches, *changed]]
    assert judged(far, texts) == judged(page, texts)
