"""Nothing is piled here: every module has its file."""
