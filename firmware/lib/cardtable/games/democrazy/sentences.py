"""The laws of Democrazy in words, for the display.

The sentence of a law is made from its row, so laws of one's own and filled gaps need no texts of their own.
The words come from `laws_en.txt`, `laws_fr.txt`, ...: three kinds of lines, read by `languages.Language`.

    title   the title of a law, by its card
    does    an operation, by its word and the keys that follow it in the row; `{who}` is the value of a key,
            `{inner}` the operation that a trigger carries out. The last key may have its value: such a line
            is said of this value, that without of all others
    value   the words for `key=value`; `from`, `to`, `a` and `b` have those of `who`
    gap     the same as a row to choose from, if that is shorter
"""

_AS_WHO = ("from", "to", "a", "b")


def say(words, key, value, seat_name):
    """Return the words for a placeholder of this game. `words`: the language; `seat_name(seat)`: the name of
    a seat. `law` and `does` are a law by its card or its text, `op` an operation, `moves` movements of chips,
    `gap` a key and its possible values.
    """
    if key == "op":
        return value_of(words, "operation", value)
    if key == "gap":
        return value_of(words, value[0], value[1], "gap")
    if key == "moves":
        return moves(words, value, seat_name)
    return name_and_title(words, value) if key == "law" else describe_law(words, value)


def name_and_title(words, name):
    """Return the card and title of a law: "R05 Everything moves left"; its card alone if it has no title."""
    title = words.sentence("title", name.split("#")[0])
    return name if title is None else name + " " + title


def describe_law(words, text):
    """Return the effect of a law in words; `text`: its operations, see `law.Law.text`."""
    return "; ".join([_operation(words, one.split(" ")) for one in text.split("; ")])


def _operation(words, row):
    keys = [row[0]]
    values = []
    inner = None
    for i in range(1, len(row)):
        key, is_value, value = row[i].partition("=")
        if not is_value:
            inner = _operation(words, row[i:])
            break
        keys.append(key)
        values.append(value)
    last = row[len(keys) - 1]
    sentence = words.sentence("does", " ".join(keys[:-1] + [last])) or words.sentence("does", " ".join(keys))
    if sentence is None:
        return " ".join(row)
    for i in range(len(values)):
        sentence = sentence.replace("{" + keys[i + 1] + "}", value_of(words, keys[i + 1], values[i]))
    return sentence if inner is None else sentence.replace("{inner}", inner)


def value_of(words, key, value, kind="value"):
    """Return the words for `key=value`."""
    row = ("who" if key in _AS_WHO else key) + "=" + value
    return words.sentence(kind, row) or words.sentence("value", row) or value.replace("_", " ")


def moves(words, movements, seat_name):
    """Return movements of chips, `1>2 2R1Y, 4>bag 1G`, or the chips of seats, `1 2R1Y, 4 0`; of chips that
    were only counted the number alone. `seat_name(seat)`: the name of a seat.
    """
    ends = []
    chips = []
    for movement in movements:
        between, some = tuple(movement[:-1]), movement[-1]
        if between in ends:
            chips[ends.index(between)] += some
        else:
            ends.append(between)
            chips.append(some)
    return ", ".join([_movement(words, ends[i], chips[i], seat_name) for i in range(len(ends))])


def _movement(words, ends, chips, seat_name):
    counted = [str(chips.count("?"))] if "?" in chips else []
    for letter in "RGBY":
        if letter in chips:
            counted.append(str(chips.count(letter)) + letter)
    names = [words.names["bag"] if isinstance(end, str) else seat_name(end) for end in ends]
    return ">".join(names) + " " + ("".join(counted) or "0")
