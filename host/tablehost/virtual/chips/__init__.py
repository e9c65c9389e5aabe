"""Models of the chips, buses and lights around the Pico."""
