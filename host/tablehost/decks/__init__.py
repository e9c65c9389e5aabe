"""Decks: which tag is which card. Enrolled with the table's help, kept here, and put on tables."""
