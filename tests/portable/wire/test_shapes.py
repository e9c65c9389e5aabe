"""The shapes of values: every kind of shape, the values that fit and do not, and the message of a fault."""

from cardtable.wire import host_shapes, table_shapes
from cardtable.wire.shapes import compiled, find_fault

LONG = 1 << 62
FITS = (
    ("a:0..3", (0, 3), (-1, 4, True, False, None, 1.0, "1", [], LONG)),
    ("a:-1..", (-1, 5, LONG - 1), (-2, LONG, 1 << 70)),
    ("a:int", (-5, 1 - LONG), (-LONG, 0.5, True)),
    ("a:text", ("x", " "), ("", 1, None, ["x"])),
    ("a:string", ("", "x"), (1, None)),
    ("a:name", ("ab-01.X_", "x" * 64), ("", "x" * 65, "a/b", "a b", "é", 3)),
    ("a:hex", ("00", "aFfF"), ("", "0", "0g", "0x", 12)),
    ("a:digest", ("a" * 42 + "-",), ("a" * 42, "a" * 44, "a" * 42 + ".", "a" * 42 + "+", 7)),
    ('a:"yes"|"no"|null', ("yes", "no", None), ("", "yesno", False, 0)),
    ("a:bool", (True, False), (0, 1, None, "true")),
    ("a:[0..2|null]", ([], [0, 2, None]), ([3], [[0]], None, "0", ["0"], {})),
    ("a:(b:int c?:text d*:bool)", ([1], [1, "x"], [1, "x", True]), ([], ["x"], [1, 2], [1, "x", 3], 1)),
    ("a:(b:int)", ([1], [1, None, ["more"]]), ([None], [1, 0.5], [1, {}])),
    ("a:plain", (None, True, 3, "x", [[], [1, [None]]]), (0.5, {}, [0.5], [[{}]], LONG)),
    ("a:any", (0.5, {}, None, LONG), ()),
)


def test_every_shape():
    for row, good, bad in FITS:
        for value in good:
            assert find_fault(compiled(row), [value]) is None, (row, value)
        for value in bad:
            fault = find_fault(compiled(row), [value])
            assert fault is not None and fault[0] == "a" and fault[1], (row, value)


def test_the_number_of_values_is_limited():
    row = compiled("a:int b?:int c?:int")
    for values in ([1], [1, 2], [1, 2, 3]):
        assert find_fault(row, values) is None
    assert find_fault(row, []) == ["a", "a whole number"]
    assert find_fault(row, [1, 2, 3, 4]) == ["4", "no more than 3 values"]
    assert find_fault(row, [1, 2, 3, 4], True) is None
    assert find_fault(row, [1, 2, 3, 0.5], True)[0] == "4"
    assert find_fault(compiled("a:int b*:text"), [1, "x", "y", 3]) == ["b", "text"]
    assert find_fault([], [1]) == ["1", "no more than 0 values"]


def nested(depth):
    value = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_deep_lists_do_not_fit():
    row = compiled("a:plain")
    assert find_fault(row, [nested(16)]) is None and find_fault(row, [nested(17)]) is not None
    assert find_fault(row, [nested(200)]) is not None


def test_every_row_is_written_well():
    for table in (host_shapes.MESSAGES, table_shapes.MESSAGES, table_shapes.RECORDS, table_shapes.ANSWERS):
        for name in table:
            assert compiled(table[name]), name
    for name in table_shapes.REFUSALS:
        assert compiled(table_shapes.REFUSALS[name]), name
    for row in host_shapes.COMMANDS.split("\n"):
        if row:
            words = row.split(" ")
            name = words[0] + " " + words[1] if words[0] in host_shapes.WITH_WORDS else words[0]
            assert host_shapes.is_known(words[0]) and host_shapes.row_of(name) is not None, row


def test_a_command():
    fault = host_shapes.find_fault_in
    assert fault("fix", ("void",)) is None and fault("fix", ("name", 0, "5S")) is None
    assert fault("fix", ("name", 0, 33)) == ["card", "text"]
    assert fault("fix", ()) == fault("fix", (7,)) == fault("fix", ([],))
    assert fault("fix", ("hop",))[0] == "what" and "undo, amend" in fault("fix", ("hop",))[1]
    assert fault("serve", ("lamp", 0, 0, "wins")) is None and fault("serve", ("lamp", 0, 3, 1))[0] == "lamp"
    assert fault("begin", ()) is None and fault("begin", ("blind",)) is None
    for name in ("", "fi", "fix ", "fix undo", "undo", "n", "begin mode"):
        assert not host_shapes.is_known(name), name


def test_a_fault_of_the_whole_table_has_no_pad():
    assert find_fault(compiled(table_shapes.RECORDS["note fault"]), ["flash-low", -1]) is None
