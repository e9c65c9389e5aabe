"""Democrazy, how its cards are named; in a module of its own, for who has to know no more of the game."""

# (first token, how many, what stands before the number, its digits, what stands behind it): see `cards.text`.
PACK = (
    (0, 40, "R", 2, ""),
    (40, 50, "B", 2, ""),
    (90, 40, "R", 2, "#2"),
    (130, 50, "B", 2, "#2"),
    (180, 10, "X", 2, ""),
    (190, 10, "YES", 1, ""),
    (200, 10, "NO", 1, ""),
    (210, 10, "DY", 1, ""),
    (220, 10, "DN", 1, ""),
    (230, 10, "SC", 1, ""),
    (240, 1, "END", 0, ""),
)
