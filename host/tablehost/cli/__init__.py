"""The command `cardtable`: its parser, and a module for each verb."""
