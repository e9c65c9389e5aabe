"""The host's side of Cardtable: the command line, the record, the shadow referee, the virtual table."""
