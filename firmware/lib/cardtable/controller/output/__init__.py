"""What people perceive: lamps, tones and the display."""
