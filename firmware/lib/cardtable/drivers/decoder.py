"""Chip selects through a 74HC138: three address lines and one strobe serve up to eight chips."""


class Decoder:
    """Three address lines and one strobe of a 74HC138.

    `address`: three output pins, lowest first; `enable`: an output pin on /G2A, idle high. The strobe alone
    opens and ends an access. The address changes only while nothing is enabled (datasheet, function table:
    any step between two addresses would select a third chip for a moment).
    """

    def __init__(self, address, enable):
        self.address = address
        self.enable = enable
        self.at = None  # the output the address lines point to, once they have been set

    def clear(self):
        """Drive the address lines low."""
        for pin in self.address:
            pin(0)
        self.at = None

    def select(self, output):
        """Return the chip select of output /Y0..7."""
        return Output(self, output)


class Output:
    """A chip select: call it with 0 to select, with 1 to end.

    Or, in less time: `select` is the strobe, then each address line and its level; a caller that has set
    these selects with the strobe. All on one decoder must use the same way.
    """

    def __init__(self, decoder, output):
        self._decoder = decoder
        self._output = output
        a, b, c = decoder.address
        self.select = decoder.enable, a, output & 1, b, output >> 1 & 1, c, output >> 2

    def __call__(self, level):
        decoder = self._decoder
        if not level and decoder.at != self._output:
            decoder.enable(1)
            for i in range(3):
                decoder.address[i](self._output >> i & 1)
            decoder.at = self._output
        decoder.enable(level)
