"""The referee of any card game: pure, and the same on the Pico and on the host."""
