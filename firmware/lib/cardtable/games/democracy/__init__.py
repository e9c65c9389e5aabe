"""Democracy: tribes on an island vote, by playing cards face down."""
