"""Terminal views of a match, and the input of users who play along."""
