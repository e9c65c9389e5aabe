"""The table as a program: every device is injected, nothing here imports `machine`."""
