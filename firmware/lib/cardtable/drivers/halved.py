"""The table's 5 V, halved by two resistors alike in front of a pin that measures.

The Pico measures against its own 3.3 V [RP2040 datasheet 4.9], so that 6.6 V is the most.
"""

from cardtable.micro import const

_MOST = const(6600)  # mV
_FULL = const(65535)  # what read_u16 says of 3.3 V
_LOOKS = const(32)  # within 1 ms: what lamps and readers draw goes up and down


def measured(adc):
    """[lowest, highest] in mV of some looks, one after the other. `adc`: as machine.ADC."""
    looks = [(adc.read_u16() * _MOST + _FULL // 2) // _FULL for _ in range(_LOOKS)]
    return [min(looks), max(looks)]
