"""The pictures of the effects of laws: one for each operation, on a grid of 24 by 24; and a figure next to
it.

Lines are black on white; an arrow shows the movement of chips, cards or turns.
"""

from __future__ import annotations

from cardtable.games.democrazy.law import Law, Operation
from tablehost.printing import draw, symbols

GRID = 24

_BAG = "M9 9C5 12 4 15 4 18C4 21 6 22 12 22C18 22 20 21 20 18C20 15 19 12 15 9ZM8.5 9H15.5"
_CARD = "M8 4H16V20H8Z"
_PEOPLE = (
    "M3 20C3 15 9 15 9 20M6 14A2.4 2.4 0 1 1 6 9.2A2.4 2.4 0 1 1 6 14"
    "M15 20C15 15 21 15 21 20M18 14A2.4 2.4 0 1 1 18 9.2A2.4 2.4 0 1 1 18 14"
)
_OF_WILDS = _CARD + "M12 8L13 11H16L13.6 12.8L14.5 16L12 14L9.5 16L10.4 12.8L8 11H11Z"
_PAGE = "M6 3H15L18 6V21H6ZM15 3V6H18M9 9H15M9 12H15M9 15H13"
_LEFT = "M21 12H4M9 7L4 12L9 17"
_RIGHT = "M3 12H20M15 7L20 12L15 17"
_ROUND = "M19 8A8 8 0 1 0 20 13M19.5 3V8.5H14"
_BOX = "M3 12H21V21H3ZM7 12V9H17V12M9 14.5H15"
_CROWN = "M5 19H19M5 16L3.5 7L8.5 11L12 5L15.5 11L20.5 7L19 16Z"
_CROSS = "M4 4L20 20M20 4L4 20"

# Operation -> its drawing.
_LINES = {
    "draw": _BAG + "M12 16V2M8 6L12 2L16 6",
    "lose": _BAG + "M12 2V16M8 12L12 16L16 12",
    "lose_all": _BAG + "M12 6V18M8 14L12 18L16 14",
    "give": _PEOPLE + "M4 5H20M16 2L20 5L16 8",
    "swap": _PEOPLE + "M6 3H18M15 1L18 3L15 5M18 7H6M9 5L6 7L9 9",
    "level": "M4 21V9H8V21ZM10 21V9H14V21ZM16 21V9H20V21ZM2 6H22",
    "cap": "M4 21V14H8V21ZM10 21V8H14V21ZM16 21V11H20V21ZM2 8H22M12 8V2M10 4L12 2L14 4",
    "redraw": _ROUND + "M9 12H15M12 9V15",
    "exchange": "M4 9H20M16 5L20 9L16 13M20 17H4M8 13L4 17L8 21",
    "antitrust": "M4 21V15H8V21ZM10 21V4H14V21ZM16 21V13H20V21ZM8.5 2L15.5 9M15.5 2L8.5 9",
    "repeal": _PAGE + _CROSS,
    "wild_deal": _CARD + "M12 9V15M9 12H15M3 8V16M21 8V16",
    "hand_pass": "M13 4H21V20H13ZM11 6V20M8.5 8V20M6 12H1M3.5 9L1 12L3.5 15",
    "mill": "M5 9H19V12H5ZM5 6H19M5 3H19M12 14V22M8 18L12 22L16 18",
    "extra_turn": _ROUND + "M12 9V17M10 10.5L12 9",
    "winner": "M4 21V14H9V21ZM9 21V8H15V21ZM15 21V17H20V21ZM1 10L3 12L7.5 6",
    "weight": "M12 3V21M7 21H17M4 7H20M4 7L1 14H7ZM20 7L17 14H23Z",
    "threshold": "M12 3A9 9 0 1 0 21 12H12Z",
    "wild_rule": _OF_WILDS,
    "after_vote": _BOX + "M12 1V7M9 4.5L12 7.5L15 4.5",
    "after_proposal": _PAGE,
    "turn_start": "M6 2H18M6 22H18M7 2C7 8 11 10 12 12C13 10 17 8 17 2"
    "M7 22C7 16 11 14 12 12C13 14 17 16 17 22",
    "conduct": "M12 8A3 3 0 1 1 12 2A3 3 0 1 1 12 8M12 8V16M12 16L8 22M12 16L16 22M12 10L6 4M12 10L18 13",
    "protect_laws": "M12 2L20 5V11C20 16 17 20 12 22C7 20 4 16 4 11V5ZM8 11.5L11 14.5L16 9",
    "blank": "M6 3H18V21H6ZM9 8H15M9 12H15M9 16H15",
    "bonus": "M12 2L14.8 8.6L22 9.2L16.6 13.9L18.2 21L12 17.2L5.8 21L7.4 13.9L2 9.2L9.2 8.6Z",
    "basis": "M3 21V13H7V21ZM10 21V4H14V21ZM17 21V10H21V21Z",
}  # fmt: skip


def of_law(law: Law, x: float, y: float, size: float) -> str:
    """Return the picture of the law's first operation, `size` wide and high, its upper left corner at
    (x, y).
    """
    first = law.operations[0]
    return draw.move_group(x, y, _picture(first), size / GRID)


def _stroke(data: str) -> str:
    return draw.path(data, stroke=draw.INK, wide=1.3, more=' stroke-linejoin="round" stroke-linecap="round"')


def _picture(operation: Operation) -> str:
    name, args = operation.name, operation.args
    colour = str(args.get("color") or str(args.get("what", "")).rpartition(":")[2])
    middle = GRID / 2
    if name == "value":
        ring = draw.disc(middle, middle, 11, line=1.3)
        return ring + (symbols.chip(colour, middle, middle, 11) if colour in symbols.CHIPS else _stroke(_GAP))
    if name in ("pass", "wild_pass"):
        arrow = _LEFT if args.get("dir") == "left" else _RIGHT
        if name == "wild_pass":
            side = "M5 8L1.5 12L5 16" if arrow == _LEFT else "M19 8L22.5 12L19 16"
            return _stroke(_OF_WILDS + side)
        above = symbols.chip(colour, middle, 4.5, 7) if colour in symbols.CHIPS else _stroke(_CHIPS_ABOVE)
        return _stroke(arrow) + above
    if name == "direction":
        left = "M5 8A8 8 0 1 1 4 13M4.5 3V8.5H10"
        return _stroke(left if args.get("dir") == "right" else _ROUND)
    if name == "circles":
        half = draw.path("M12 3A9 9 0 0 1 12 21Z", fill=draw.INK)
        return draw.disc(middle, middle, 9, line=1.3) + half
    lines = _stroke(_LINES.get(name, _LINES["blank"]))
    if name == "lose_all" and colour in symbols.CHIPS:
        return lines + symbols.chip(colour, 12, 4, 6)
    if name == "wild_rule" and args.get("mode") == "banned":
        return lines + _stroke(_CROSS)
    if name == "after_proposal":
        check = "M8.5 18L10.5 20L15 15.5" if args.get("on") == "adopted" else "M9 16L14 20.5M14 16L9 20.5"
        return lines + _stroke(check)
    return lines


_GAP = "M8.5 9A3.5 3.5 0 1 1 12 12.6V14.4M12 17.4V17.8"
_CHIPS_ABOVE = "M5 5A2.2 2.2 0 1 1 9.4 5A2.2 2.2 0 1 1 5 5M10.6 5A2.2 2.2 0 1 1 15 5A2.2 2.2 0 1 1 10.6 5M16.2 5A2.2 2.2 0 1 1 20.6 5A2.2 2.2 0 1 1 16.2 5"  # noqa: E501


def figure(law: Law) -> str:
    """Return the number that belongs to the picture: `+2`, `×2`, `2/3`; "" if none does."""
    first = law.operations[0]
    operation = first.inner or first
    name, args = operation.name, operation.args
    n = str(args.get("n", ""))
    if "|" in n or "|" in str(args.get("pts", "")) or n == "?":
        return "?"
    if name in ("value", "bonus"):
        pts = int(args["pts"])
        sign = "+" if name == "bonus" and pts > 0 else "−" if pts < 0 else ""
        return f"{sign}{abs(pts)}"
    if name in ("draw", "wild_deal"):
        return f"+{n}"
    if name in ("lose", "antitrust"):
        return f"−{n}"
    if name == "weight":
        return f"×{args['w']}"
    if name == "threshold":
        return f"{args['num']}/{args['den']}"
    if name == "conduct":
        return f"−{args['penalty']}" if int(args["penalty"]) else ""
    if name in ("give", "mill"):
        return n
    if name in ("cap", "level", "exchange"):
        to = str(args.get("to", args.get("max", "")))
        return to if to.isdigit() else ""
    if name == "pass":
        return str(args["what"]) if str(args["what"]).isdigit() else ""
    if name == "basis":
        return {"product2": "1 × 2"}.get(str(args["mode"]), "")
    return {"winner": "2", "extra_turn": "+1"}.get(name, "")
