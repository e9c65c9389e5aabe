"""Simulated players: their hands, their decisions, and the commands they accept."""
