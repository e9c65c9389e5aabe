"""Circuit boards that can be ordered, made of the same rows as drawings and netlists.

layout.py       a board to order: its parts, where they lie, plugs, words on it
shield.py       the bench shield
expressions.py  what KiCad's files consist of
footprints.py   pads and outlines of KiCad's footprints
router.py       tracks and vias on a grid
files.py        a board as text of KiCad: written, and read back
rules.py        what a board must keep: nets, distances, widths, drills, outline
page.py         the page of a board: the order, parts, steps, what to measure
order.py        what a maker of boards gets, by KiCad
"""
