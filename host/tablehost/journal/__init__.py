"""The journal: the durable record on this computer, and the import and export of matches."""
