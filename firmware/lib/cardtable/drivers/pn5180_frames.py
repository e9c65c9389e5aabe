"""NXP PN5180: the SPI frames of its driver, and the buffer that answers are read into.

Numbers: PN5180A0xx-C3 data sheet, section beside each.
"""

LOOK = b"\x05\x02\x13\x1d"  # IRQ_STATUS, RX_STATUS, RF_STATUS
FIELD_ON = b"\x16\x01"  # without looking for other fields
SETTINGS = {"iso14443a": b"\x11\x00\x80", "iso15693": b"\x11\x0d\x8d"}  # LOAD_RF_CONFIG (11.4.3.12)
TAKE = b"\x0a\x00"  # READ_DATA
# WRITE_REGISTER_MULTIPLE of (register, 1 write 2 or 3 and, value): transceiver idle, then transceive, no IRQ
# pending. Without idle between it would stay in WaitReceive after a frame that nobody answers.
GO = b"\x03\x00\x03\xf8\xff\xff\xff\x00\x02\x03\x00\x00\x00\x03\x01\xff\xff\x0f\x00"
GO_PLAIN = GO + b"\x12\x03\xfe\xff\xff\xff\x19\x03\xfe\xff\xff\xff"  # no CRC
GO_CRC = GO + b"\x12\x02\x01\x00\x00\x00\x19\x02\x01\x00\x00\x00"
# SEND_DATA: valid bits of the last byte, data.
WUPA = b"\x09\x07\x52"

# One reader is spoken to at a time, and nothing stays here: all share it.
IN = bytearray(16)
