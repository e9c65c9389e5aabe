"""Printed matter: cards, and a sheet of the rulings in force. SVG by the standard library alone.

`measure` computes the width of words, `draw` writes elements, `symbols` are pictures, `faces`
puts a card together, `paper` puts cards on pages; `rulings` finds those in force, `sheet` sets them on one
page. The verbs are `cards` and `rules`. All lengths are millimetres.
"""
