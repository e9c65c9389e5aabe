"""The panel driver of the image, where tests on CPython look for micropython-lib's."""

import runpy
from pathlib import Path

_FROZEN = Path(__file__).resolve().parents[2] / "firmware" / "frozen"
SSD1306_I2C = runpy.run_path(str(_FROZEN / "ssd1306.py"))["SSD1306_I2C"]
