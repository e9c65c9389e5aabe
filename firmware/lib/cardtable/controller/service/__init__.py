"""Service: requests of a host to the devices and to the program."""
