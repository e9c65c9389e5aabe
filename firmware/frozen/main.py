"""The main script: starts the program of the table, or safe mode; MicroPython runs it after _boot.py.

The board is the module that the file /board names, one of those in the image, or the file /board.py; without
either see `first_card`.
"""

import sys
import time

import clock_speed
import files_partition
import identity
import journal_partition
import machine
import overlay
import program_digest
import safe_mode
import start_count

_LOOK_MS = 2000  # time to read a traceback on the line before the restart


def load_board():
    """Return the board's module. Raises ValueError where none fits; and any error of a custom board."""
    if not overlay.has_board():
        import first_card

        return first_card.board()
    try:
        with open("/board") as file:
            name = file.read().strip()
    except OSError:
        name = "board"
    try:
        return __import__(name)
    except ImportError:
        raise ValueError("no board %r; its name belongs into the file /board" % name)


def find_reason():
    """Return (the board's module or None, why the program must not start or None, the detail)."""
    fault = files_partition.find_fault()
    if fault:
        return None, safe_mode.FILES, fault
    try:
        board = load_board()
    except Exception as error:
        sys.print_exception(error)
        return None, safe_mode.BOARD, str(error)
    if safe_mode.is_asked(board):
        return board, safe_mode.KEYS, ""
    if start_count.read() >= start_count.MOST:
        start_count.clear()
        return board, safe_mode.STARTS, ""
    return board, None, ""


def main():
    board, reason, detail = find_reason()
    if reason is not None:
        safe_mode.enter(board, reason, detail)
        return
    timer = start_count.begin()
    try:
        clock_speed.raise_speed()
        overlaid = overlay.load(program_digest.DIGEST, names=program_digest.NAMES)
        from cardtable.controller.loop import run

        parts = board.build()
        parts.program = identity.describe(overlaid)
        parts.flash = identity.read_flash
        parts.own_games = overlaid[2]
        parts.blocks = journal_partition.device()
        run(parts)
        start_count.clear()
    except KeyboardInterrupt:  # before the program takes care of it
        start_count.clear()
        raise
    except Exception as error:
        sys.print_exception(error)
        time.sleep_ms(_LOOK_MS)
        machine.reset()
    finally:
        timer.deinit()


main()
