"""The engine's part of a record, and bytes as text of one."""

from cardtable.wire.records import OWN, bytes_of, ruled, text_of


def test_the_rules_get_five_fields_of_their_own_records_alone():
    assert ruled(["answer", 1, 3, [4096], 7]) == ["answer", 1, 3, [4096], 7]
    assert ruled(["answer", 1, 3, [4096], 7, "commitment"]) == ["answer", 1, 3, [4096], 7]
    for kind in OWN:
        assert ruled([kind]) is None and ruled([kind, 1, 2, 3, 4, 5]) is None


def test_bytes_are_base64url_without_padding():
    # RFC 4648, 10, and the two characters in which base64url is another alphabet.
    rows = ((b"", ""), (b"f", "Zg"), (b"fo", "Zm8"), (b"foo", "Zm9v"), (b"foob", "Zm9vYg"))
    for data, text in rows + ((b"\xfb\xff\xfe", "-__-"),):
        assert text_of(data) == text and bytes_of(text) == data
    assert bytes_of(text_of(bytes(range(256)))) == bytes(range(256))
    assert len(text_of(bytes(32))) == 43
