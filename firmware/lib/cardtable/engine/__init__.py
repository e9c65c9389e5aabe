"""How any card game is refereed: pure, and the same on the Pico and on the host."""
