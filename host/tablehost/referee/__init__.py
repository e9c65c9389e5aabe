"""Records of a table judged again by the same rules."""
