"""The wires of a board: pins of a Pico, cables to seats, and the wiring list."""
