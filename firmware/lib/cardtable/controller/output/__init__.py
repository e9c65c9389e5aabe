"""Output: lamps, tones and the display."""
