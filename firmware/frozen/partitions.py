"""The partitions of the flash: build, start and tests read this one table.

The program comes first, then the journal, then the files, to the end of the flash. The board definitions read
these lines as text: a whole number of KB each, after the name and " = ".
"""

PROGRAM_KB = 1024
JOURNAL_KB = 512

KB = 1024
