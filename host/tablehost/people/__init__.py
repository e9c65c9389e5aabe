"""Simulated people: their hands, their brains, and what they can be told."""
