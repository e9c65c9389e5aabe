"""The controller: the table as a program. Every device is injected, nothing here imports `machine`."""
