"""What is printed on paper: cards, and a sheet of the rulings in force. SVG by the standard library alone.

`measure` knows how wide words are, `draw` writes elements, `symbols` and `icons` are pictures, `faces` puts a
card together, `paper` puts cards on pages; `rulings` finds what is in force, `sheet` sets it on one page. The
verbs are `cards` and `rules`. All lengths are millimetres.
"""
