"""The virtual table: chip models, the fake Pico, and simulated players around it."""
