"""The boot script of the image: MicroPython runs it first, and then main.py."""

import files_partition

files_partition.mount()
del files_partition
