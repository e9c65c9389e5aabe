"""The limits of makers of boards for two layers of 35 um, in mm: a board keeps the strictest of each."""

from typing import NamedTuple


class Maker(NamedTuple):
    """A maker: its least track, gap and drill, its largest drill, the copper around the hole of a pad and of
    a via, the distance of copper from the edge and of two holes, and where that is from.
    """

    name: str
    track: float
    gap: float
    least_drill: float
    most_drill: float
    ring: float
    via_ring: float
    edge: float
    hole_gap: float
    source: str


_AISLER = "community.aisler.net/t/pcb-design-rules/41, 2023-09"
_JLCPCB = "jlcpcb.com/capabilities, openskyhawk.github.io/OpenSkyhawk/hardware/pcb-design-rules, 2026-11"
MAKERS = (
    Maker("AISLER", 0.2, 0.15, 0.3, 6.0, 0.2, 0.2, 0.3, 0.25, _AISLER),
    Maker("JLCPCB", 0.127, 0.127, 0.3, 6.3, 0.25, 0.15, 0.3, 0.5, _JLCPCB),
)
TRACK = max(maker.track for maker in MAKERS)
GAP = max(maker.gap for maker in MAKERS)
LEAST_DRILL = max(maker.least_drill for maker in MAKERS)
MOST_DRILL = min(maker.most_drill for maker in MAKERS)
RING = max(maker.ring for maker in MAKERS)
VIA_RING = max(maker.via_ring for maker in MAKERS)
EDGE = max(maker.edge for maker in MAKERS)
HOLE_GAP = max(maker.hole_gap for maker in MAKERS)
