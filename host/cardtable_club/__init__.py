"""Evenings and leagues of a club: who sits where, whose matches count, and the standings."""
