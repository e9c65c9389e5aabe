"""Letters read off the dots of a panel, by the shapes that the table has for them."""

from cardtable.drivers import oled


def letters(picture, row):
    """The letters of a line, read off the dots."""
    known = {shape(letter): letter for letter in [*map(chr, range(32, 127)), *oled.MORE]}
    rows = picture[8 * row : 8 * row + 8]
    cells = [tuple(line[1 + 6 * at : 6 + 6 * at] for line in rows) for at in range(21)]
    return "".join(known[cell] for cell in cells)


def shape(letter):
    columns = oled.GLYPHS[oled.at(letter) : oled.at(letter) + 5]
    return tuple("".join("#" if column >> y & 1 else " " for column in columns) for y in range(8))


def readable(picture, row):
    """The letters of a line; nothing while it is being painted."""
    try:
        return letters(picture, row)
    except KeyError:
        return ""
