"""Democrazy: the names of its cards, in a module that the registry of games loads alone."""

# The names of the cards: (first token, how many, prefix, digits of the number, suffix), see
# `engine.cards.text`.
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
