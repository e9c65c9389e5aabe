"""Pages on readers other than the RC522: how such a module is set up and fed."""

from __future__ import annotations

from cardtable_boards.drawings.budget import FUSE_MA, SWITCH_MA, USB_MA, currents, words_of_fields
from tablehost.firmware.boards import Board

# Kind of reader -> its title, the module, sentences on how it is set up.
KINDS = {
    "pn532": (
        "PN532 in place of RC522",
        "PN532 NFC RFID module V3, red, 43 by 41 mm",
        (
            "Two switches choose the interface. **For SPI: SEL0 (switch 1) off, SEL1 (switch 2) on.** Both",
            "off is HSU, as most arrive: then the table says `does not answer at all`. Boards with jumpers:",
            "SEL0 low, SEL1 high. Where the table printed on a board says otherwise, that one holds for it.",
            "",
            "Feed VCC with the readers' 3.3 V, never with 5 V: no pin of a Pico takes more than 3.3 V. IRQ",
            "and RSTO stay open. There is no RST to wire: the load switch resets these readers.",
        ),
    ),
    "pn5180": (
        "PN5180 in place of RC522",
        "PN5180 module with pins for 5 V and 3.3 V",
        (
            "**It needs both supplies**: 3.3 V for its logic and 5 V for its transmitter (TVDD). Without",
            "the 5 V it answers, tells its version and reads no card. Its lines are 3.3 V: never 5 V on any.",
            "",
            "BUSY is an output of each module; all meet at the Pico's BUSY pin over a diode each, 4.7 kΩ to",
            "ground. RST goes with that of all readers. ISO 15693 decks have ICODE SLIX tags, not NTAG213.",
        ),
    ),
}


def page(kind: str, boards: list[Board]) -> str:
    """Return the page of a kind of reader other than the RC522: setup and current."""
    title, module, words = KINDS[kind]
    lines = [
        f"# {title}",
        "",
        f"Module: {module}. [Drawing](reader-{kind}.svg). Generated, do not edit; not tried yet.",
        "",
        *words,
        "",
        f'`cardtable flash --board BOARD` with `READER = "{kind}"` in the board\'s file.',
        "",
        *words_of_fields(boards[0]),
        "| mA | 3.3 V of the readers, usual | worst | 5 V altogether, usual | worst | |",
        "|--|--:|--:|--:|--:|--|",
    ]
    for board in boards:
        low, high = currents(board)
        figures = " | ".join(f"{drawn:.0f}" for drawn in (*low[1:], *high[1:]))
        lines.append(f"| `{board.name}` | {figures} | {_feeds(board)} |")
    return "\n".join(lines) + "\n"


def _feeds(board: Board) -> str:
    """Return whether the board's own supply suffices, or the change needed, as text."""
    low, high = currents(board)
    most = USB_MA if board.on_usb else FUSE_MA * 3 / 4
    if high[1] > most:
        return "more than its supply gives: not with these readers"
    if board.on_usb:
        return "a port that gives it" if high[2] > most else ""
    if low[2] > SWITCH_MA:
        return "more than the load switch of 2 A carries at worst: measure"
    if high[2] > most:
        return "a fuse of 4 A and a supply of 8 A, thicker wires"
    return ""
