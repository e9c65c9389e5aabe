"""`cardtable doctor`: what is well and what is not, with this computer and with the table."""
