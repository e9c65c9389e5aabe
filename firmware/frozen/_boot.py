"""MicroPython runs this first, and then main.py."""

import borrowing
import files_partition

borrowing.install()
files_partition.mount()
del borrowing, files_partition
