"""People around the virtual table: what they perceive, and what they do wrong."""
