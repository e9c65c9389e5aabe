"""Tags, what they remember, and the field that reaches them."""
