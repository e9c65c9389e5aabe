"""What takes the place of the match: set-up, pauses, corrections, looking back."""
