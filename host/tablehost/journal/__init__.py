"""The durable record on this computer, and games that leave it or come into it."""
