"""Decks: the card of each tag. Enrolled with the table's help, kept here, and put on tables."""
