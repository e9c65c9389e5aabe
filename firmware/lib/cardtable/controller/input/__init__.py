"""What comes in: cards on pads, keys, and which tag is which card."""
