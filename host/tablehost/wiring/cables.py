"""SPI over wires and cables: the clock at which a bus may start, by its wires and their length.

A bit must be back at the Pico half a clock after the edge that asks for it. `DELAYS` adds the most that the
data sheets give for each part on the way; a test holds each rule to less than half of that time.
"""

from __future__ import annotations

from typing import NamedTuple

CABLE_NS = 5.3  # a metre, one way: twisted pair
DELAYS = {  # ns: 74LVC244A and 74LVC125A at 3.3 V, an MFRC522 from SCK to MISO, the Pico's input
    "plain": {"MFRC522": 25.0, "Pico": 16.0},
    "branches": {"100 Ω into 40 pF": 9.0, "MFRC522": 25.0, "74LVC125": 4.8, "Pico": 16.0},
    "buffered": {"74LVC244": 5.9, "MFRC522": 25.0, "74LVC125": 4.8, "Pico": 16.0},
}


class Rule(NamedTuple):
    """Such wires, so long at most, start at this clock."""

    wires: str
    cm: int
    hz: int


# Lengths are the study's, where less than the delays would allow: edges, not delays, end most long cables.
RULES = (
    Rule("plain", 30, 4_000_000),
    Rule("branches", 60, 4_000_000),
    Rule("branches", 100, 2_000_000),
    Rule("buffered", 100, 4_000_000),
    Rule("buffered", 200, 2_000_000),
)


def start_clock(wires: str, cm: int) -> int:
    """Return the clock in Hz at which a bus with such wires may start; 0 if they are too long for SPI."""
    return next((rule.hz for rule in RULES if rule.wires == wires and cm <= rule.cm), 0)


def round_trip_ns(wires: str, cm: int) -> float:
    """Return the longest time from an edge of SCK at the Pico to the bit on its MISO pin."""
    return sum(DELAYS[wires].values()) + 2 * CABLE_NS * cm / 100
