"""An SSD1306 or SSD1309 on I2C. The start sequence is that of the data sheet's application note (3.1)."""

BEGIN = "ae 20 00 40 a1 a8 {rows} c8 d3 00 da {wiring} d5 80 d9 f1 db 30 81 ff a4 a6 ad 30 8d 14 af"


class Ssd1306:
    """A panel of `width` by `height` dots; `buffer` is what it shows, one byte for eight dots."""

    def __init__(self, width, height, i2c, addr=0x3C):
        self.buffer = bytearray(width * height // 8)
        self._i2c = i2c
        self._addr = addr
        wiring = 0x02 if width > 2 * height else 0x12
        for byte in bytes.fromhex(BEGIN.format(rows=f"{height - 1:02x}", wiring=f"{wiring:02x}")):
            self.write_cmd(byte)
        for byte in (0x21, 0, width - 1, 0x22, 0, height // 8 - 1):
            self.write_cmd(byte)
        self.write_data(self.buffer)

    def write_cmd(self, cmd):
        self._i2c.writeto(self._addr, bytes([0x80, cmd]))

    def write_data(self, buf):
        self._i2c.writevto(self._addr, [b"\x40", buf])
