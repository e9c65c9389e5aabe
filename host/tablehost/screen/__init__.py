"""What people see of a match on a terminal, and how they play along there."""
