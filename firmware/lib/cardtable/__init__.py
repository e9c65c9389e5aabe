"""Cardtable: the referee of a card table that reads the cards.

One package, two interpreters: MicroPython on the table's Pico, CPython on the host. Nothing is imported
here, so that a Pico loads only what its game needs.
"""

__version__ = "0.2.0"
