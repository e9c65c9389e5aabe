"""The games this table knows: one folder a game, and the registry that names them."""
