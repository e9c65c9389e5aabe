"""Drawings, parts lists and power budgets of a table, made from the rows of its board.

`nets` derives the destination of each pin; the other modules draw or count that. All generated files in
hardware/ come from here: `python -m cardtable_boards.drawings hardware`.
"""
