"""The command `cardtable`: its words, and a module for each verb."""
