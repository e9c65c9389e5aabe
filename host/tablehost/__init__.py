"""The host side of Cardtable: command line, journal, shadow referee, virtual table."""
