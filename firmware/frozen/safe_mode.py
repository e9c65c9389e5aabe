"""Safe mode: the program does not start, the display and the line show why, and the prompt stays.

It starts when NO and OK of one seat are held at power-up, or when the program could not start. The clock
stays at MicroPython's own speed, and no reader is touched.
"""

import time

import machine

from cardtable.drivers import oled
from cardtable.drivers.board import number
from cardtable.drivers.keys import KeyMatrix, KeyPins

KEYS, STARTS, FILES, BOARD = range(4)
# Reason -> two lines of the display, at most 21 letters each.
REASONS = (
    ("NO and OK were held.", "NON et OK tenus."),
    ("3 starts failed.", "3 départs ratés."),
    ("The files: see USB.", "Fichiers: voir l'USB."),
    ("The board: see USB.", "La carte: voir l'USB."),
)
TITLE = ("Safe mode", "Mode de secours")
REST = ("Nothing was changed.", "Rien n'a changé.", "Off, on: it restarts.", "Couper, rallumer.")
_SETTLED_MS = 5
_NO_AND_OK = 0b110  # of YES, NO, OK, by bit


def is_asked(board):
    """True if NO and OK are held at a seat of this board module. False if its keys are of an unknown kind."""
    scan = _scanner(board)
    if scan is None:
        return False
    first = scan()
    time.sleep_ms(_SETTLED_MS)
    held = first & scan()
    return any([held >> 3 * seat & 7 == _NO_AND_OK for seat in range(board.SEAT_PADS)])


def enter(board, reason, detail):
    """Show the reason, and return to the prompt. `board`: its module, None where none could be loaded."""
    print("Safe mode: " + REASONS[reason][0] + (" " + detail if detail else ""))
    print("The program is not running. Nothing was changed. machine.reset() starts it.")
    if board is not None:
        show(board, TITLE + REASONS[reason] + REST)


def show(board, lines):
    """Paint these lines onto the board's display, if it has one that answers."""
    try:
        i2c = oled.open_bus(
            machine,
            number(board.BLOCKS, "display"),
            number(board.PINS, "display.sda"),
            number(board.PINS, "display.scl"),
            board.DISPLAY_HZ,
            time.sleep_us,
        )
        display, _ = oled.fit(
            i2c, board.DISPLAY_LINES, board.DISPLAY_WIDTH, None, time.ticks_us, time.ticks_diff
        )
        display.show(lines)
        while hasattr(display, "paint") and display.paint():
            pass
    except (AttributeError, KeyError, OSError, ValueError) as error:
        print("The display does not show this:", error)


def _scanner(board):
    """Return a function that returns the pressed keys of this board, a bit each; None for an unknown kind."""
    kind = dict(getattr(board, "CHIPS", ())).get("keys")
    count = board.SEAT_PADS * 3
    if kind == "matrix":
        rows = [_output(board, "keys.row.%d" % i, 1) for i in range(board.SEAT_PADS)]
        return KeyMatrix(rows, [_input(board, "keys.column.%d" % i) for i in range(3)]).scan
    if kind == "pins":
        return KeyPins([_input(board, "keys.pin.%d" % i) for i in range(count)]).scan
    if kind == "74HC165":
        load, tick = _output(board, "keys.ld", 1), _output(board, "keys.clk", 0)
        data = _input(board, "keys.q")
        return lambda: _shift(load, tick, data, count)
    return None


def _shift(load, tick, data, count):
    """Take all keys of a 74HC165 chain at once, then read them bit by bit, the last key first."""
    load(0)
    load(1)
    held = 0
    for _ in range(count):
        held = held << 1 | (0 if data() else 1)
        tick(1)
        tick(0)
    return held


def _output(board, use, level):
    return machine.Pin(number(board.PINS, use), machine.Pin.OUT, value=level)


def _input(board, use):
    return machine.Pin(number(board.PINS, use), machine.Pin.IN, machine.Pin.PULL_UP)
