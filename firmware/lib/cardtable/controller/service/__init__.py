"""What a computer asks of the devices and of the program."""
