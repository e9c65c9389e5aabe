"""The boards' PIO programs as the words that a state machine executes (RP2040 datasheet 3.4).

As far as `tablehost.virtual.chips.pio` knows the instructions. For another emulator than that one.
"""

_CODES = {"jmp": 0x0000, "in_": 0x4000, "out": 0x6000, "pull": 0x80A0, "mov": 0xA000, "set": 0xE000}
_NUMBERS = {"pins": 0, "x": 1, "y": 2, "x_dec": 2, "y_dec": 4}


def words(program):
    """The words of a `Program`. Bits 12 to 8: the level of its side-set pin, if it has one, and the delay."""
    return [_word(line, program) for line in program.lines]


def _word(line, program):
    delay = line.cycles - 1
    delay_bits = 4 if "sideset_init" in program.options else 5
    assert delay < 1 << delay_bits
    word = _CODES[line.operation] | (line.side_level or 0) << 12 | delay << 8
    if not line.operands:
        return word
    first, second = line.operands
    if line.operation == "jmp":
        second = program.labels[second]
    return word | _NUMBERS[first] << 5 | _NUMBERS.get(second, second) & 0x1F
