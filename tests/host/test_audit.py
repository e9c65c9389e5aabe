"""A match is checked from its bytes: what is sound passes, and of a finished match every change is found."""

import hashlib
import hmac
import json
import random

import pytest

import proof_vectors as vectors
from amounts import amount
from cardtable.controller.match import commitments
from cardtable.engine.cards import HANDLE, UNKNOWN
from cardtable.wire import proofs
from cardtable.wire.frames import FROM_TABLE, encode
from cardtable.wire.records import OWN, text_of
from recorded_matches import Match, Memory, audited, mutated, sign_again
from tablehost.journal.audit import Audit
from tablehost.referee.revisions import OtherRules

GAMES = [("democracy", 4), ("demos", 4), ("democrazy", 5)]
MUTATIONS = amount(300, soak=10_000)  # of one finished match of each game


def is_sound(audit):
    return audit.findings == [] and audit.over


# -- what is sound -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["blind", "open"])
@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
@pytest.mark.parametrize(("name", "seats"), [*GAMES, ("democrazy", 10), ("democracy", 10), ("demos", 5)])
def test_a_finished_match_is_sound(name, seats, policy, mode):
    for seed in range(4):
        match = Match(name, seats, seed, mode=mode, policy=policy, code="olive").play()
        audit = audited(match.raws, "olive")
        assert is_sound(audit), audit.findings
        assert [head.head for head in audit.heads] == match.heads
        assert (audit.mode, audit.policy) == (mode, policy)
        assert audit.opened + audit.hidden == audit.sealed
        assert audit.opened == audit.sealed or policy == "shown"
        vault = dict(match.table.journal.vault)
        assert vault == {}, "nothing of a match that is over stays on the table"


@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
def test_every_line_fits_with_ten_players(policy):
    """The journal in memory asserts the length of each."""
    for name in ("democracy", "democrazy"):
        match = Match(name, 10, 11, mode="open", policy=policy, code="x").play()
        assert max(map(len, match.raws)) > 100


@pytest.mark.parametrize(
    ("seats", "seed"),
    [
        (3, 88),  # behind an amended stage the next one is another: its answers make the script stumble
        (3, 126),  # a card that was laid, taken back and laid again unread, and moved, is named
        (5, 133),
    ],
)
def test_corrections_that_made_a_table_stop_are_refused_or_carried_out(seats, seed):
    match = Match("demos", seats, seed, corrected=2 if seats == 5 else 4).play()
    assert is_sound(audited(match.raws))


@pytest.mark.parametrize(("charge", "most"), [("first_in_order", 1), ("all", 4)])
def test_a_vote_is_answered_by_sides_that_can_pay_alone(charge, most):
    match = Match("demos", 4, 3, fixed={"mode": "complete", "veto_charge": charge})
    for _ in range(26):
        match.step()
    ask, table = match.run.referee.ask, match.run.referee.table
    assert ask.what == "vote"
    sides = len(match.run.referee.match.sides)
    assert ask.fits([], table) is None and ask.fits([0], table) is None
    assert (ask.fits([0, 1], table) is None) == (most > 1)
    for impossible in ([sides], [-1], [1, 0], [0, 0], ["0"], None, 0, [None]):
        assert ask.fits(impossible, table) == "verdict", impossible


def revealed(raws):
    """The values of each reveal that shows 16 and more, or follows one."""
    records = [json.loads(raw) for raw in raws]
    found = []
    for at, record in enumerate(records):
        if opens(record) and (len(record[7]) >= 16 or (found and found[-1][0] == at - 1)):
            found.append((at, record[7]))
    return [values for _, values in found]


@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
def test_five_who_show_squares_fit_a_line(policy):
    """18 cards shown at once, each sealed by a record of its own, and so opened by 16 bytes of its own."""
    match = Match("demos", 5, 122, policy=policy, code="olive").play()
    audit = audited(match.raws, "olive")
    assert is_sound(audit), audit.findings
    assert [len(values) for values in revealed(match.raws)] == [16, 2]
    openings = proofs.openings(bytes(32), list(range(HANDLE, HANDLE + 16)), [])
    later = [9_999_999, 99_999, 9_999_999, 10**12, "answer", 99, 99, [58] * 16, 2**32 - 1, openings]
    assert len(encode(["ev", *later])) <= FROM_TABLE, "of a table that has seen much"


@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_match_with_corrections_of_all_kinds_is_sound(name, seats, policy):
    """Taken back, amended, void, named by hand, paused; players leave, and all stop."""
    for seed in range(6):
        match = Match(name, seats, seed, policy=policy, code="olive", corrected=6).play()
        audit = audited(match.raws, "olive")
        assert is_sound(audit), (seed, audit.findings)
        assert len(audit.named) <= match.done.count("name")


@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
@pytest.mark.parametrize(
    ("name", "seats", "seed"),
    [
        ("democrazy", 5, 77),  # shown, its stage over; then that stage once more, and shown again
        ("democrazy", 5, 173),  # all of one record shown and taken back; shown again two stages on
        ("demos", 4, 66),  # laid in a stage that was reached again, and dropped with it
    ],
)
def test_cards_shown_again_after_a_correction_are_proved_as_the_audit_asks(name, seats, seed, policy):
    match = Match(name, seats, seed, policy=policy, code="olive", corrected=6).play()
    audit = audited(match.raws, "olive")
    assert is_sound(audit), audit.findings


def shown_again(agreed, handles):
    """The opening of these handles, and the blinds and the key of the group of two at HANDLE."""
    group = proofs.group_key(agreed.key, HANDLE)
    blinds = [text_of(proofs.mask(group, n)[:16]) for n in (HANDLE, HANDLE + 1)]
    return agreed.fields([], handles)[-1], blinds, text_of(group)


def test_a_group_that_was_in_the_vault_at_a_power_cut_is_known_once():
    """A crossing rewrites the vault; a cut before its record leaves the stage, whose records are followed."""
    sealed = [(HANDLE, 7), (HANDLE + 1, 5)]
    agreed = commitments.begin(bytes(range(32)), "0123456789abcdef", "blind", "shown", "")
    agreed.fields(sealed, [])
    again = commitments.restore_terms(json.loads(json.dumps(dict(agreed.rows()))), HANDLE)
    again.noted(sealed, [])
    records = []
    for one in (agreed, again):
        one.fields([], [HANDLE])
        records.append(one.stage_end_records((), lambda: [("0", 7), ("1", 5)]))
    assert records[0] == records[1] and records[0], "the leaf of the other value is told, once"


@pytest.mark.parametrize("parts", [[[0, 1]], [[0], [1]]])
@pytest.mark.parametrize("passed", [False, True])
def test_a_group_that_lives_on_is_known_though_all_of_it_was_shown(parts, passed):
    """The showing of it was taken back or void, so that it is shown in a later stage, in any parts."""
    lives = {HANDLE: 7, HANDLE + 1: 5}
    agreed = commitments.begin(bytes(range(32)), "0123456789abcdef", "blind", "shown", "")
    agreed.fields([(HANDLE, 7), (HANDLE + 1, 5)], [])
    for part in parts:
        agreed.fields([], [HANDLE + one for one in part])
    if passed:
        agreed.trim(lives)
    assert agreed.stage_end_records(lives, list) == []
    told, blinds, key = shown_again(agreed, [HANDLE + 1])
    assert told == blinds[1]
    told, blinds, key = shown_again(agreed, [HANDLE, HANDLE + 1])
    assert told == key
    assert agreed.stage_end_records((), list) == [] and agreed.groups == [] and agreed.told == []


def test_a_sealed_match_shown_in_part_accuses_no_owner_who_lacks_the_code():
    """The rest of the record that sealed it is hidden by the code: there is nothing to compare it with."""
    match = Match("democrazy", 5, 15, policy="sealed", code="olive", corrected=6).play()
    whole, without = audited(match.raws, "olive"), audited(match.raws)
    assert is_sound(whole) and is_sound(without), without.findings
    assert without.opened < whole.opened == whole.sealed


def unread():
    """A match in which cards laid face down could not be read and were named, and where the first one is:
    the numbers of the records that lay it, name it and show it.
    """
    for seed in range(50):
        match = Match("democracy", 4, seed, policy="shown", corrected=6).play()
        records = [json.loads(raw) for raw in match.raws]
        for at, record in enumerate(records):
            shown = records[at + 1 : at + 2]
            if record[4:5] == ["fix"] and record[7][0] == "name" and type(record[7][2]) is int:
                if record[7][2] >= HANDLE and opens(shown[0]) and len(shown[0][7]) > 2:
                    return match, at, at + 1
    raise AssertionError("no card was named")


def test_a_card_named_by_hand_is_bound_to_its_record_and_no_card_that_was_read_passes_for_one():
    """Without a new signature nothing but the name can be changed; with one, only a name that a user gave."""
    match, named, shown = unread()
    raws = match.raws
    audit = audited(raws)
    assert is_sound(audit) and audit.named
    fix, opening = json.loads(raws[named]), json.loads(raws[shown])
    lay = json.loads(raws[named - 1])
    assert fix[7][2] in lay[7] and len(lay[7]) == len(opening[7])
    for at in (named, shown):
        forged = json.loads(raws[at])
        if at == named:
            forged[7][2] = next(one for one in lay[7] if one != fix[7][2])
        else:
            which = lay[7].index(fix[7][2])
            forged[7][which] = next(card for card in range(52) if card not in opening[7])
        plain = [*raws[:at], json.dumps(forged, separators=(",", ":")).encode(), *raws[at + 1 :]]
        assert "chain" in [finding.part for finding in audited(plain).findings]
        if at == named:
            signed = audited(sign_again(raws, {at: forged}))
            assert (signed.first_bad, signed.findings[0].part) == (shown, "cards")


def test_the_leaf_of_a_card_that_was_named_and_never_shown_is_that_of_an_unread_one():
    """The card was weighed, so it had to be named; another of the same record was shown."""
    key = bytes(range(32))
    agreed = commitments.begin(key, "0123456789abcdef", "blind", "shown", "")
    agreed.fields([(HANDLE, UNKNOWN), (HANDLE + 1, 5)], [])
    agreed.fields([(HANDLE, 33)], [HANDLE + 1])
    kept = [("0", UNKNOWN), ("1", 5), ("0", 33)]
    records = agreed.stage_end_records((), lambda: kept)
    blind = proofs.mask(proofs.group_key(key, HANDLE), HANDLE)[:16]
    assert records == [["rest", [[HANDLE, text_of(proofs.leaf(blind, "0123456789abcdef", HANDLE, UNKNOWN))]]]]


def test_what_was_never_shown_is_known_to_who_may_know():
    runs = {policy: Match("demos", 4, 1, policy=policy, code="olive").play() for policy in ("all", "sealed")}
    truth = sorted(runs["all"].run.vault.items())
    assert [tuple(row) for row in audited(runs["all"].raws).values()] == truth
    assert [tuple(row) for row in audited(runs["sealed"].raws, "olive").values()] == truth
    without = audited(runs["sealed"].raws)
    assert is_sound(without) and without.hidden > 0
    wrong = audited(runs["sealed"].raws, "olivf")
    assert [finding.part for finding in wrong.findings] == ["cards"]


@pytest.mark.parametrize("fixed", [{}, {"joker_turned": "ghost", "deal_check": "off"}])
def test_a_long_stage_leaves_no_long_line_in_the_vault(fixed):
    """The opened commitments are forgotten at the end of a stage; the journal in memory tries every line."""
    for seed in range(6):
        match = Match("democracy", 4, seed, fixed={"first_dealer": "random", "target": 2, **fixed}).play()
        assert is_sound(audited(match.raws))


def test_after_the_end_the_table_holds_no_key_and_with_shown_it_was_not_revealed():
    match = Match("demos", 4, 1, policy="shown").play()
    key = hashlib.sha256(b"demos 4 1").digest()
    assert key.hex().encode() not in b"".join(match.raws)
    assert json.loads(match.raws[-3])[4:] == ["opened", None]


def test_an_unfinished_match_says_so():
    whole = Match("demos", 4, 2).play().raws
    for count in range(1, len(whole)):
        audit = audited(whole[:count])
        assert audit.findings == [] and audit.over == (count == len(whole) - 1), "a cut behind the signature"


def test_a_second_match_follows_the_first_in_one_chain():
    memory = Memory()
    Match("democracy", 3, 5, memory=memory).play()
    first = len(memory.raws)
    middle = memory.head
    Match("demos", 3, 5, memory=memory).play()
    audit = audited(memory.raws[first:])
    assert audit.begins_at == middle and is_sound(audit)


# -- lost records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["shown", "all"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_after_a_gap_the_next_stage_is_judged_again(name, seats, policy):
    """Nothing is accused that is sound, what comes behind the gap's stage is judged, and a change there is
    found by the rules or by a commitment.
    """
    lots = random.Random(f"{name} {policy} gaps")
    again = found = tried = 0
    for seed in range(8):
        match = Match(name, seats, seed, policy=policy, corrected=9 * (seed % 2)).play()
        raws = match.raws
        ends = [i for i, raw in enumerate(raws) if json.loads(raw)[4] == "end"]
        for _ in range(4):
            first = lots.randrange(len(raws) - 4)
            last = min(first + lots.choice((0, 3, 20)), len(raws) - 3)
            audit = with_gap(raws, first, last)
            assert audit.findings == [], (seed, first, last)
            assert audit.has_lost and not [head for head in audit.heads if head.bound and head.g > first]
            kinds = [json.loads(raw)[4] for raw in [*raws[:first], *raws[last + 1 :]]]
            assert audit.judged + audit.unjudged == sum(kind not in OWN for kind in kinds)
            trusted = next((end for end in ends[:-1] if end > last), None)
            if trusted is None or first == 0 or "back" in match.done:
                continue  # which may go on with a stage of which records are lost
            assert [g for g, _ in audit.trusted] == [trusted] and audit.over
            again += 1
            answers = [i for i in range(trusted + 1, len(raws)) if opens(json.loads(raws[i]))]
            if answers:
                at = lots.choice(answers)
                record = json.loads(raws[at])
                record[7][0], record[7][1] = record[7][1], record[7][0]
                changed = json.dumps(record, separators=(",", ":")).encode()
                tried += 1
                found += with_gap([*raws[:at], changed, *raws[at + 1 :]], first, last).findings != []
    assert again and found == tried


def with_gap(raws, first, last):
    """The audit without the records `first` to `last`, which are known to be lost."""
    audit = Audit("", [(first, last)], json.loads(raws[1])[7])
    for raw in [*raws[:first], *raws[last + 1 :]]:
        audit.take(raw)
    audit.close()
    return audit


def test_where_the_vault_was_lost_what_follows_is_unproved_and_nothing_is_accused():
    """Without the table's word that it lost the vault a record without commitment is a finding."""
    unproved = 0
    for name, seats in GAMES:
        match = Match(name, seats, 3)
        while match.run.referee.match.stage < 1 or len(match.run.referee.answers) < 3:
            match.step()
        audit = audited(match.raws)
        at = len(match.raws)
        match.table.note("vault", [])
        match.table.terms = None
        match.play()
        lost = audited(match.raws)
        assert lost.findings == [] and lost.keyless and lost.vault_lost == at and lost.over
        assert lost.opened >= audit.opened
        unproved += lost.unproved
        other = json.loads(match.raws[at])
        other[5] = "vaults"
        changed = json.dumps(other, separators=(",", ":")).encode()
        assert audited([*match.raws[:at], changed, *match.raws[at + 1 :]]).findings
    assert unproved > 0


# -- what is not -------------------------------------------------------------------------------------


def opens(record):
    """True if this record reveals two cards or more."""
    if record[4] != "answer" or len(record) != 10 or not isinstance(record[7], list):
        return False
    return len(record[7]) > 1 and all(type(one) is int and one < 4096 for one in record[7])


@pytest.mark.parametrize("policy", ["shown", "all", "sealed"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_change_of_a_finished_match_is_found(name, seats, policy):
    """Bits, digits, records: changed, removed, doubled, swapped, cut off. The sound one passes before."""
    match = Match(name, seats, 7, policy=policy, code="olive", corrected=9 * (policy == "all")).play()
    assert is_sound(audited(match.raws, "olive"))
    lots = random.Random(f"{name} {policy}")
    missed = []
    for _ in range(MUTATIONS // 3 + 1):
        what, raws = mutated(match.raws, lots)
        try:
            if is_sound(audited(raws, "olive", quickly=True)):
                missed.append(what)
        except OtherRules:  # the number of the rules is another one
            pass
    assert missed == []


def test_the_first_bad_record_is_named():
    """A record that breaks the rules, or opens another card, is named itself, not only its stage."""
    raws = Match("democracy", 4, 7).play().raws
    at = next(i for i, raw in enumerate(raws) if opens(json.loads(raw)))
    record = json.loads(raws[at])
    for change in ("value", "digest", "field"):
        forged = list(record)
        if change == "value":
            forged[7] = "nothing"
        elif change == "digest":
            forged[8] += 1
        else:
            forged[9] = ("B" if forged[9][0] == "A" else "A") + forged[9][1:]
        audit = audited([*raws[:at], json.dumps(forged, separators=(",", ":")).encode(), *raws[at + 1 :]])
        assert audit.first_bad == at, change
        assert "chain" in [finding.part for finding in audit.findings]


def test_a_card_that_was_swapped_after_it_was_laid_is_found_though_all_else_is_signed_again():
    """Two cards of a trick change places: the rules allow it, digests and chain are computed again."""
    match = Match("democracy", 4, 9, fixed={"deal_check": "off", "bad_catch": "off"}).play()
    raws = match.raws
    assert is_sound(audited(sign_again(raws, {}))), "signing anew alone leaves no trace"
    at = next(i for i, raw in enumerate(raws) if opens(json.loads(raw)))
    record = json.loads(raws[at])
    record[7][0], record[7][1] = record[7][1], record[7][0]
    audit = audited(sign_again(raws, {at: record}))
    assert audit.first_bad == at
    assert audit.findings[0].part in ("cards", "rules")


def test_a_complete_second_signing_is_found_if_and_only_if_there_is_a_witness():
    """The time of a record changes, and the chain is computed again: sound, but for who noted the words."""
    match = Match("democracy", 4, 7).play()
    words = audited(match.raws).heads[-1].words
    record = json.loads(match.raws[10])
    record[3] += 25_000
    following = json.loads(match.raws[11])
    assert following[3] >= record[3]
    forged = sign_again(match.raws, {10: record})
    audit = audited(forged)
    assert is_sound(audit), "nothing in the record itself gives it away"
    assert audit.head_of(words) is None, "the words do"
    assert audited(match.raws).head_of(words) is not None
    assert audited(match.raws).head_of(words.upper().replace(" ", "-")) is not None


def test_a_record_without_its_proofs_does_not_pass_as_an_old_one():
    """No forger can strip everything and claim that the table did not do this yet."""
    raws = [raw for raw in Match("democracy", 3, 3).play().raws if json.loads(raw)[4] not in ("game", "head")]
    bare = [json.dumps(json.loads(raw)[:9], separators=(",", ":")).encode() for raw in raws]
    assert audited(bare).findings[0].part == "end"


def test_the_vectors_by_another_way():
    """The constants of tests/portable/proof_vectors.py by `hmac`, which MicroPython lacks."""

    def number(n):
        return n.to_bytes(4, "big")

    group = hmac.digest(vectors.KEY, number(4096), "sha256")[:16]
    mask = hmac.digest(group, number(4097), "sha256")
    assert (group.hex(), mask.hex()) == (vectors.GROUP, vectors.MASK)
    leaves = []
    for n, value in ((4096, b"27"), (4097, b"58"), (4098, b"255")):
        blind = hmac.digest(group, number(n), "sha256")[:16]
        leaves.append(hashlib.sha256(b"\2" + blind + vectors.MATCH.encode() + number(n) + value).digest())
    assert leaves[1].hex() == vectors.LEAF
    root = hashlib.sha256(b"\3" + b"".join(leaves)).digest()[:16]
    assert text_of(root) == proofs.committed(vectors.KEY, vectors.MATCH, 4096, [27, 58, 255], False)
    assert hashlib.sha256(b"\0" + bytes(32) + vectors.RECORD).hexdigest() == vectors.CHAIN
    assert signed(vectors.SEED, vectors.MATCH.encode(), bytes.fromhex(vectors.CHAIN)) == (
        vectors.SIGNATURE,
        vectors.PUBLIC,
    )
    assert hashlib.sha256(b"\4" + bytes.fromhex(vectors.CHAIN) + vectors.HEADED).hexdigest() == vectors.HEAD


def signed(seed, match, message):
    """SHA-256 of the signature, and the public key, from the text of docs/reference/trust.md: digits of six
    bits from the lowest on, then the two of the checksum.
    """
    bits = "".join(f"{byte:08b}" for byte in message[:12])
    digits = [int(bits[90 - 6 * i : 96 - 6 * i], 2) for i in range(16)]
    check = 1008 - sum(digits)
    told, ends = b"", b""
    for chain, digit in enumerate([*digits, check % 64, check // 64]):
        value = hashlib.sha256(bytes([7]) + seed + match + bytes([chain])).digest()[:12]
        for step in range(64):
            if step == digit:
                told += value
            if step < 63:
                value = hashlib.sha256(bytes([6, chain, step]) + match + value).digest()[:12]
        ends += value
    return hashlib.sha256(told).hexdigest(), hashlib.sha256(bytes([8]) + ends).hexdigest()[:32]
