"""Input: cards on pads, keys, and the card of each tag."""
