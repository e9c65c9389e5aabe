"""A writer of DXF R12, as far as CNC and laser programs need: lines, arcs and circles on layers, in mm."""

from __future__ import annotations


class Sheet:
    """A drawing. y points up. `layers`: name -> colour, an AutoCAD index."""

    def __init__(self, layers: dict[str, int]) -> None:
        self._layers = layers
        self._entities: list[str] = []

    def line(self, layer: str, x: float, y: float, to_x: float, to_y: float) -> None:
        """Add a straight line."""
        self._add("LINE", layer, (10, x), (20, y), (11, to_x), (21, to_y))

    def circle(self, layer: str, x: float, y: float, radius: float) -> None:
        """Add a circle around (x, y)."""
        self._add("CIRCLE", layer, (10, x), (20, y), (40, radius))

    def box(self, layer: str, x: float, y: float, wide: float, high: float, radius: float = 0) -> None:
        """Add a rectangle from its lower left corner on, with round corners."""
        right, top, r = x + wide, y + high, radius
        self.line(layer, x + r, y, right - r, y)
        self.line(layer, right, y + r, right, top - r)
        self.line(layer, right - r, top, x + r, top)
        self.line(layer, x, top - r, x, y + r)
        if r:
            corners = (
                (right - r, top - r, 0),
                (x + r, top - r, 90),
                (x + r, y + r, 180),
                (right - r, y + r, 270),
            )
            for middle_x, middle_y, begin in corners:
                self._add(
                    "ARC",
                    layer,
                    (10, middle_x),
                    (20, middle_y),
                    (40, r),
                    (50, begin),
                    (51, (begin + 90) % 360),
                )

    def _add(self, kind: str, layer: str, *pairs: tuple[int, float]) -> None:
        assert layer in self._layers, layer
        self._entities += ["0", kind, "8", layer]
        for code, value in pairs:
            self._entities += [str(code), f"{value:.3f}"]

    def text(self) -> str:
        """Return the file."""
        rows = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009", "0", "ENDSEC"]
        rows += ["0", "SECTION", "2", "TABLES", "0", "TABLE", "2", "LAYER", "70", str(len(self._layers))]
        for name, colour in self._layers.items():
            rows += ["0", "LAYER", "2", name, "70", "0", "62", str(colour), "6", "CONTINUOUS"]
        rows += ["0", "ENDTAB", "0", "ENDSEC", "0", "SECTION", "2", "ENTITIES"]
        return "\n".join([*rows, *self._entities, "0", "ENDSEC", "0", "EOF"]) + "\n"
