"""The picture of a board's Pico with all that is wired to it, on one page."""

from __future__ import annotations

from cardtable_boards.drawings.nets import GROUPS, Net, nets
from tablehost.firmware.boards import Board
from tablehost.printing import draw
from tablehost.printing.measure import width
from tablehost.wiring.picos import LEFT, PICOS, RIGHT

WIDE, HIGH = 297.0, 210.0  # A4, landscape
TOP = 34.0
STEP = 7.4  # from pin to pin
BODY = 62.0  # how wide the Pico is drawn
SIZE = 3.0
_POWER = {
    "VBUS": "5 V of the USB plug: leave open",
    "VSYS": "5 V from the supply, over a Schottky diode",
    "3V3_EN": "leave open",
    "3V3": "not for the readers: 300 mA at most",
    "ADC_VREF": "leave open",
    "RUN": "to ground over a button: restarts",
    "GND": "ground",
    "AGND": "ground",
}
_USB = {"VBUS": "5 V from the plug, for lamps and regulator", "VSYS": "leave open"}


def svg(board: Board, pico: str = "pico") -> str:
    """Return one page of SVG: the board on the Pico of this name, a row of `picos.PICOS`."""
    known = {net.gpio: net for net in nets(board)}
    kind = PICOS[pico]
    power = _POWER | (_USB if board.on_usb else {})
    title = f"{board.name} on a {kind.title}"
    readers = (
        f"{len(board.readers)} readers, {board.light_count} lamps, {board.seat_pads * len(board.keys)} keys"
    )
    parts = [
        draw.text(12, 14, title, 6, bold=True),
        draw.text(12, 21, f"{readers}. Not yet built: check each pin with `cardtable doctor --wires`.", 3.4),
        _body(kind.title),
    ]
    for at, what in enumerate(LEFT):
        parts.append(_row(at, at + 1, what, known, power, left=True))
    for at, what in enumerate(RIGHT):
        parts.append(_row(at, 40 - at, what, known, power, left=False))
    parts.append(_legend([net.group for net in known.values()]))
    return draw.page(WIDE, HIGH, title, "".join(parts), "en")


def _body(title: str) -> str:
    x, high = (WIDE - BODY) / 2, len(LEFT) * STEP + 6
    usb = draw.box(WIDE / 2 - 8, TOP - 7, 16, 7, round=1, fill=draw.FAINT, stroke=draw.INK)
    body = draw.box(x, TOP - 4, BODY, high, round=3, fill="#e8f2ec", stroke=draw.INK, line=0.5)
    return (
        body
        + usb
        + draw.text(WIDE / 2, TOP - 2.4, "USB", 2.6, anchor="middle")
        + draw.text(WIDE / 2, TOP + 12, title.replace("Raspberry Pi ", ""), 5, bold=True, anchor="middle")
        + draw.text(WIDE / 2, TOP + 18, "seen from above", 3, anchor="middle")
    )


def _row(at: int, pin: int, what: int | str, known: dict[int, Net], power: dict[str, str], left: bool) -> str:
    """Draw one pin with its label, and its destination."""
    y = TOP + 2 + at * STEP
    side = -1 if left else 1
    edge = WIDE / 2 + side * BODY / 2
    net = known.get(what) if isinstance(what, int) else None
    colour = GROUPS[net.group][1] if net else draw.GREY
    name = f"GP{what}" if isinstance(what, int) else what
    said = net.leads_to if net else power[what] if isinstance(what, str) else "free"
    anchor = "end" if left else "start"
    inner = "start" if left else "end"
    pad = draw.disc(edge, y, 1.5, fill=colour if net else draw.PAPER)
    number = draw.text(edge - side * 3.4, y + 1, str(pin), 2.6, anchor=inner, ink=draw.GREY)
    label = draw.text(edge - side * 8.6, y + 1.1, name, SIZE, bold=net is not None, anchor=inner)
    begin = edge + side * 1.5
    end = edge + side * (10 if net else 5)
    line = f"M{draw.number(begin)} {draw.number(y)}H{draw.number(end)}"
    wire = draw.path(line, stroke=colour, wide=0.8 if net else 0.25)
    ink = colour if net else draw.GREY
    text = draw.text(end + side * 1.5, y + 1.1, said, SIZE, anchor=anchor, ink=ink)
    assert width(said, SIZE) < (WIDE - BODY) / 2 - 14, said
    return wire + pad + number + label + text


def _legend(groups: list[str]) -> str:
    """Draw the legend of colours, inside the Pico, where there is room."""
    y = TOP + 66.0
    shown = ""
    for name, (title, colour) in GROUPS.items():
        if name in groups:
            shown += draw.disc(WIDE / 2 - 11.2, y - 1.1, 1.4, fill=colour)
            shown += draw.text(WIDE / 2 - 8.3, y, title, 2.8, ink=colour)
            y += 5
    return shown
