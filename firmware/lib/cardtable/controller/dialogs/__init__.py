"""Dialogues, which take the place of the match: set-up, pauses, corrections, review."""
