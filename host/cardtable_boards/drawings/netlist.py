"""The netlist of a board in the format of KiCad ("export version E"), for Pcbnew's import and for checks."""

from __future__ import annotations

from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import Circuit, Component
from tablehost.firmware.boards import Board


def text(board: Board) -> str:
    """Return the netlist of this board."""
    circuit = Circuit(board)
    kinds = sorted({part.kind for part in circuit.components})
    lines = [
        '(export (version "E")',
        f'  (design (source {_quoted(f"boards/{board.name}.py")}) (date "") (tool "cardtable"))',
        "  (components",
        *[_component(part) for part in circuit.components],
        "  )",
        "  (libparts",
        *[_libpart(kind) for kind in kinds],
        "  )",
        "  (nets",
    ]
    for code, (name, nodes) in enumerate(circuit.nets().items(), start=1):
        lines.append(f'    (net (code "{code}") (name {_quoted(name)})')
        lines += [f'      (node (ref "{ref}") (pin "{pin}"))' for ref, pin in nodes]
        lines[-1] += ")"
    return "\n".join(lines) + "))\n"


def _component(part: Component) -> str:
    of = TYPES[part.kind]
    return (
        f'    (comp (ref "{part.ref}") (value {_quoted(of.name)}) (footprint {_quoted(of.footprint)})\n'
        f'      (fields (field (name "Place") {_quoted(part.place)})\n'
        f'        (field (name "Type") {_quoted(of.order)}))\n'
        f'      (libsource (lib "cardtable") (part {_quoted(part.kind)}) (description "")))'
    )


def _libpart(kind: str) -> str:
    pins = " ".join(
        f'(pin (num "{pin}") (name "") (type "passive"))' for pin in range(1, TYPES[kind].pins + 1)
    )
    return f'    (libpart (lib "cardtable") (part {_quoted(kind)}) (pins {pins}))'


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
