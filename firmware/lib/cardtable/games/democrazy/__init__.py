"""Democrazy: laws are proposed, voted and obeyed, for chips."""
