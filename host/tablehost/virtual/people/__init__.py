"""Simulated players around the virtual table: their perceptions and their mistakes."""
