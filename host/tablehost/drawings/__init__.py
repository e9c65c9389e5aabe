"""Drawings, parts lists and power budgets of a table, made from the rows of its board.

`nets` says what each pin leads to; the other modules draw or count that. Everything in hardware/ that is
generated comes from here: `python -m tablehost.drawings hardware`.
"""
