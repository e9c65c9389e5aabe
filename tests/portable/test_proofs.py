"""Test vectors of commitments, openings, chain and words: the same on the table and on the host.

HMAC: RFC 4231. Words: the examples of arXiv 0901.4016. The others
tests/host/test_audit.py computes another way.
"""

from binascii import unhexlify
from hashlib import sha256

from cardtable.wire import proofs
from cardtable.wire import proofs as links
from cardtable.wire.records import text_of

# key, message, HMAC-SHA256; of test case 5 only the first 16 bytes are given.
RFC_4231 = (
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        bytes(range(1, 26)),
        b"\xcd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    (b"\x0c" * 20, b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
)

# An address of four bytes and its two proquints, from the paper.
PROQUINTS = (
    ((127, 0, 0, 1), "lusab-babad"),
    ((63, 84, 220, 193), "gutih-tugad"),
    ((63, 118, 7, 35), "gutuk-bisog"),
    ((140, 98, 193, 141), "mudof-sakat"),
    ((64, 255, 6, 200), "haguz-biram"),
    ((128, 30, 52, 45), "mabiv-gibot"),
    ((147, 67, 119, 2), "natag-lisaf"),
    ((212, 58, 253, 68), "tibup-zujah"),
    ((216, 35, 68, 215), "tobog-higil"),
    ((216, 68, 232, 21), "todah-vobij"),
    ((198, 81, 129, 136), "sinid-makam"),
    ((12, 110, 110, 204), "budov-kuras"),
)

KEY = bytes(range(32))
MATCH = "0123456789abcdef"
GROUP = "5f70cec90f6e53b92890740c4504ed30"  # key of the group that begins with 4096
MASK = "fe0d6e336d2585964c129fdc9fdc7aabef47531b812a40e9a5419c000caabfb6"  # of 4097 in it
LEAF = "d6f62277385572eb661b5e34097569275fb1d123219ec379e9d355d2a9a0384b"  # of 58 as 4097
RECORD = b'[0,1,0,0,"boot","power",null,null]'
CHAIN = "57cf74a6c0fe7f307744e8ea4151b10fc79f6102952c18556bfa3dbed4a35f1a"  # after that record
HEAD = "3e8ef358145c12dd926970b47fe39037c35172bbf495a517b52c307322a00ced"  # of the one after it
HEADED = b'[1,1,1,25000,"head",0,'
SEED = bytes(range(16))
PUBLIC = "68a6e7cf8b6b19d36f09a8927bd6e22e"  # of the signature with that seed in this match
SIGNATURE = "3ab8f5d5adca58bc8110f785aec7efce152f65b24c6cca0c6239f1c0b472508f"  # SHA-256 of that of CHAIN
WORDS = "gupav zatim didis darit nanon lafuh"


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


def test_what_a_record_says_of_what_it_seals():
    assert proofs.committed(KEY, MATCH, 4096, [27, 58, 255], False) == "3OsvO2ZMQFwvSKMYax5CWw"
    hidden = proofs.committed(KEY, MATCH, 4096, [27, 58, 255], True)
    assert hidden == "3OsvO2ZMQFwvSKMYax5CW_23730lGg"
    assert proofs.committed(KEY, MATCH, 4099, [3], True) == "2Q8vsiLHA1NXGyKbc6MqT7Ae"
    assert len(proofs.committed(KEY, MATCH, 4096, [255, 0, 4095], True)) == len(hidden)
    mask = unhexlify(MASK)
    cover = bytes([mask[16], mask[17] ^ 58])
    assert proofs.covered(mask, int.from_bytes(cover, "big")) == bytes((0, 58))


def test_what_a_record_says_of_what_it_opens():
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
