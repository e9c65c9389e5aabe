"""Test vectors of commitments, openings, chain and words: the same on the table and on the host.

HMAC: RFC 4231. Words: the examples of arXiv 0901.4016. The others
tests/host/test_audit.py computes another way.
"""

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
