"""Commitments, openings, chain and words by the vectors of proof_vectors.py."""

from binascii import unhexlify
from hashlib import sha256

from cardtable.wire import proofs
from cardtable.wire import proofs as links
from cardtable.wire.records import text_of
from proof_vectors import (
    CHAIN,
    GROUP,
    HEAD,
    HEADED,
    KEY,
    LEAF,
    MASK,
    MATCH,
    PROQUINTS,
    PUBLIC,
    RECORD,
    RFC_4231,
    SEED,
    SIGNATURE,
    WORDS,
)


def test_hmac():
    for key, message, expected in RFC_4231:
        assert proofs.hmac(key, message)[: len(expected) // 2] == unhexlify(expected), message


def test_words():
    for address, expected in PROQUINTS:
        pair = [proofs.proquint(address[i] << 8 | address[i + 1]) for i in (0, 2)]
        assert "-".join(pair) == expected
    assert proofs.words(unhexlify(HEAD)) == WORDS
    assert len(WORDS) == 35


def test_a_group_a_handle_and_its_leaf():
    group = proofs.group_key(KEY, 4096)
    assert group == unhexlify(GROUP)
    assert proofs.mask(group, 4097) == unhexlify(MASK)
    assert proofs.leaf(unhexlify(MASK)[:16], MATCH, 4097, 58) == unhexlify(LEAF)
    assert links.key_commitment(KEY, MATCH) == "ySXcaxmowMCkYREcZT-3PeqLWOsHxv6gqvuh4sq9gss"


def test_a_record_names_its_sealed_values():
    assert proofs.committed(KEY, MATCH, 4096, [27, 58, 255], False) == "3OsvO2ZMQFwvSKMYax5CWw"
    hidden = proofs.committed(KEY, MATCH, 4096, [27, 58, 255], True)
    assert hidden == "3OsvO2ZMQFwvSKMYax5CW_23730lGg"
    assert proofs.committed(KEY, MATCH, 4099, [3], True) == "2Q8vsiLHA1NXGyKbc6MqT7Ae"
    assert len(proofs.committed(KEY, MATCH, 4096, [255, 0, 4095], True)) == len(hidden)
    mask = unhexlify(MASK)
    cover = bytes([mask[16], mask[17] ^ 58])
    assert proofs.covered(mask, int.from_bytes(cover, "big")) == bytes((0, 58))


def test_a_record_names_its_opened_values():
    """A group as a whole by its key, and so one that is a group of its own; else by what blinds each."""
    groups = [4096, 3]
    assert proofs.openings(KEY, [4096, 4097, 4098], groups) == text_of(unhexlify(GROUP))
    assert proofs.openings(KEY, [4096, 4097, 4098], [4096, -3]) == text_of(unhexlify(GROUP))
    alone = proofs.group_key(KEY, 4099)
    assert proofs.openings(KEY, [4097, 4099], groups) == text_of(unhexlify(MASK)[:16] + alone)
    single = [proofs.group_key(KEY, n) for n in (4099, 4100, 4101, 4102)]
    assert proofs.openings(KEY, [4099, 4100, 4101], groups) == text_of(b"".join(single[:3]))
    pieces = [text_of(b"".join(single[:3])), text_of(single[3])]
    assert proofs.openings(KEY, [4099, 4100, 4101, 4102], groups) == pieces


def test_a_key_for_who_has_the_code():
    masked = links.masked(KEY, MATCH, "code")
    assert masked == unhexlify("e5a1323f42068a00fa529a03c46a76ff8d0a1b7aea9af4a851930eb7cfdc994b")
    assert links.masked(masked, MATCH, "code") == KEY
    assert links.masked(masked, MATCH, "c0de") != KEY


def test_a_signature_that_can_be_given_once():
    message = unhexlify(CHAIN)
    signature = proofs.sign(SEED, MATCH, message)
    assert len(signature) == proofs.LENGTH and sha256(signature).digest() == unhexlify(SIGNATURE)
    assert proofs.public_key(SEED, MATCH) == unhexlify(PUBLIC)
    assert proofs.signer(signature, MATCH, message) == unhexlify(PUBLIC)
    assert proofs.signer(signature, MATCH, unhexlify(HEAD)) != unhexlify(PUBLIC)
    assert proofs.signer(signature, "0123456789abcdee", message) != unhexlify(PUBLIC)
    for at in (0, 100, 215):
        changed = signature[:at] + bytes((signature[at] ^ 1,)) + signature[at + 1 :]
        assert proofs.signer(changed, MATCH, message) != unhexlify(PUBLIC)


def test_a_digit_more_is_a_digit_less_of_the_checksum():
    """Or who has a signature could go on along a chain to that of another message."""
    for message in (bytes(12), b"\xff" * 12, bytes(range(12))):
        digits = proofs._digits(message)
        assert len(digits) == 18 and min(digits) >= 0 and max(digits) <= 63
        assert sum(digits[:16]) + digits[16] + (digits[17] << 6) == 16 * 63


def test_the_chain_and_its_head():
    chain = links.linked(links.NOTHING, RECORD)
    assert chain == unhexlify(CHAIN)
    assert links.head(chain, HEADED) == unhexlify(HEAD)
    assert links.linked(links.NOTHING, RECORD + b" ") != chain
