"""Chip selects through a 74HC138: three address lines and one strobe serve up to eight chips."""


class Decoder:
    """`address`: three output pins, lowest first; `enable`: an output pin on /G2A, idle high.

    The strobe alone opens and ends an access. The address changes only while nothing is enabled (datasheet,
    function table: any step between two addresses would select a third chip for a moment).
    """

    def __init__(self, address, enable):
        self._address = address
        self._enable = enable
        self._at = None  # the output the address lines point to, once they have been set

    def select(self, output):
        """The chip select of output /Y0..7: call it with 0 to select, with 1 to end."""
        enable = self._enable

        def cs(level):
            if not level and self._at != output:
                self._point_to(output)
            enable(level)

        return cs

    def _point_to(self, output):
        self._enable(1)
        for i in range(len(self._address)):
            self._address[i](output >> i & 1)
        self._at = output
