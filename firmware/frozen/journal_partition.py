"""The journal's partition of the flash, as a block device."""

import rp2
from partitions import JOURNAL_KB, KB


def device():
    """Return the partition, see `storage.store`."""
    return rp2.Flash(start=0, len=JOURNAL_KB * KB)  # type: ignore[call-arg]  # the stubs lack it
