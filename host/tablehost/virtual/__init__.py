"""The table that isn't there: chips, the fake Pico, and people who sit around it."""
