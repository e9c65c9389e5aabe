"""The wire on both interpreters: the same bytes, the same refusals, one short session."""

from cardtable.games.democracy import deal
from cardtable.wire.frames import FROM_HOST, FROM_TABLE, Splitter, cleaned, decode, encode, shown
from cardtable.wire.table_session import RoundTrip, TableEnd, since


class Records:
    """A journal of short records, all held."""

    def __init__(self, count):
        self.count = count
        self.told = []

    def lo(self):
        return 0 if self.count else -1

    def hi(self):
        return self.count - 1

    def line(self, g):
        return encode(["ev", g, 3, g, 1000 * g, "lay", "1:5S"])

    def acked(self, g):
        self.told.append(g)


def refused(frame, limit=FROM_TABLE):
    try:
        encode(frame, limit)
    except ValueError:
        return True
    return False


def test_all_hands_shown_at_once_fit_a_line():
    """Democracy in one day: everybody calls a bad catch, and the answer holds all hands."""
    for seats in range(2, 11):
        for deck in ["standard", "expanded"] if seats == 6 else ["auto"]:
            hand = [190] * deal.share(seats, {"deck": deck})
            encode(["ev", 99999999, 9999, 99999, 1 << 40, "answer", 999, 999, [hand] * seats, 1 << 31])


def frames(data):
    return [frame for frame, _ in Splitter().feed(data)]


def test_the_same_bytes_everywhere():
    frame = ["ev", 7, 3, 0, 1 << 40, "lay", "1:5S", None, True, [-1, ["a b", '"\\']], ()]
    body = b'["ev",7,3,0,1099511627776,"lay","1:5S",null,true,[-1,["a b","\\"\\\\"]],[]]'
    assert encode(frame) == body + b" 4985e2e7\n"


def test_encoded_values_are_decoded_again():
    frame = ["say", 'a "quoted" \\ back', -5, None, False, [[], ["x"]]]
    assert decode(encode(frame)[:-1]) == frame


def test_control_characters_and_other_scripts_are_refused():
    for text in ("\x03", "\n", "\x7f", "\x1b[2J", "é", "♠"):
        assert refused(["say", text]), text


def test_a_line_has_a_limit():
    assert not refused(["do", 1, "x" * 41], FROM_HOST)
    assert refused(["do", 1, "x" * 42], FROM_HOST)


def test_a_wrong_sum_is_console_text():
    line = encode(["st", "ready"])
    assert frames(line) == [["st", "ready"]]
    assert frames(line[:5] + b"x" + line[6:]) == [None]
    assert frames(line[3:]) == [None]
    assert frames(b"Traceback (most recent call last):\r\n\r\n") == [None]


def test_lines_may_come_in_any_pieces():
    data = encode(["a"]) + b"noise\n" + encode(["b", 2])
    splitter = Splitter()
    found = []
    for i in range(len(data)):
        found += [frame for frame, _ in splitter.feed(data[i : i + 1])]
    assert found == [["a"], None, ["b", 2]]
    assert splitter.bad == 1


def test_what_never_ends_is_discarded_to_the_next_line_feed():
    splitter = Splitter()
    assert list(splitter.feed(b"x" * 410)) == []
    assert list(splitter.feed(b"x" * 410)) == []
    assert list(splitter.feed(b"x" * 410)) == []
    assert [frame for frame, _ in splitter.feed(b"xx\n" + encode(["a"]))] == [["a"]]
    assert splitter.overlong == 1


def test_console_text_cannot_steer_a_terminal():
    assert shown(b"a\x1b[2Jb\xff\t") == "a\\x1b[2Jb\\xff\\x09"
    assert cleaned('é` "x" \\ \n', 11) == "`f' 'x' / ?"


def test_time_passes_across_the_wrap():
    assert since(5, (1 << 30) - 5) == 10


def test_patience_follows_the_round_trip():
    trip = RoundTrip()
    assert trip.patience == 1000
    trip.measured(400)
    assert trip.patience == 400 + 4 * 200
    trip.expired()
    assert trip.patience == 2400
    for _ in range(9):
        trip.expired()
    assert trip.patience == 5000
    for _ in range(40):
        trip.measured(2)
    assert trip.patience == 250


def test_a_session():
    journal = Records(10)
    end = TableEnd(("e6614103e7452d2f", 3, "0.1.0", "abcd1234", []), journal, lambda: 1000)
    assert not end.poll(0)
    end.receive(encode(["hello", [1, 0], 1, "host"]), 0)
    said = []
    data = bytes(end.poll(0))
    while data:
        end.sent(len(data))
        said += frames(data)
        data = bytes(end.poll(0))
    assert said[0] == ["hi", [1, 0], "e6614103e7452d2f", 3, 0, 9, "0.1.0", "abcd1234", []]
    assert said[1] == ["st", "ready", 9, 1000, None]
    assert [frame[1] for frame in said[2:]] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert said[2] == ["ev", 2, 3, 2, 2000, "lay", "1:5S"]
    assert journal.told == []
    assert end.receive(encode(["do", 5, "undo", "2"]) + encode(["ack", 9]), 10) == [(5, "undo", "2")]
    assert journal.told == [9]
    end.reply(5, True, "g", 9)
    assert frames(bytes(end.poll(20))) == [["res", 5, True, "g", 9]]
