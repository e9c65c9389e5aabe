"""Names and limits of the journal that its modules share."""

from cardtable.micro import const

ERROR = "error"  # the file with the error that stopped the table, until the next start has recorded it
LATCH = "stopped"  # the same from then on, until a match begins or goes on
ACKED = "acked"  # the file with the number of records that a host has

OFTEN = const(128)  # new records acknowledged by the host that justify a write
SCARCE = const(131_072)  # bytes below which there is little room: some matches
LEAST = const(98_304)  # below which old matches are removed for want of room
NONE = const(65_536)  # below which no stage is begun: a Pico's journal is full to 87 %
FULL = const(2)  # of `tight`
