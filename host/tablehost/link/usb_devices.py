"""USB devices with a serial port, and by what one of them may well be a table."""

from __future__ import annotations

from typing import NamedTuple

from tablehost import messages
from tablehost.link.port_error import PortError

SAID = messages.Catalogue("table")

INSTALL = 'pip install "pyserial>=3.5"'
PRODUCT = "Cardtable"  # of USB, and how MicroPython calls its board: in the headers of firmware/board
PICO = (0x2E8A, 0x0005)  # USB id of MicroPython on RP2040 boards, shared by all projects


class TableRow(NamedTuple):
    """A serial port with a USB device behind it, in the columns in which such lists are usually printed."""

    device: str
    serial: str
    usb_id: str  # "2e8a:0005"
    maker: str
    product: str

    @property
    def ours(self) -> bool:
        """Return True if it has the name of our image."""
        return PRODUCT in self.product

    @property
    def likely(self) -> bool:
        """Return True if this may well be a table."""
        return self.ours or self.usb_id == f"{PICO[0]:04x}:{PICO[1]:04x}"


def list_tables() -> list[TableRow]:
    """Return all serial ports with a USB device, by device name. Raises PortError without pyserial."""
    try:
        from serial.tools.list_ports import comports
    except Exception as error:  # another package of this name may fail in any way
        raise no_pyserial() from error
    rows = [
        TableRow(
            port.device,
            port.serial_number or "",
            f"{port.vid:04x}:{port.pid:04x}",
            port.manufacturer or "",
            port.product or "",
        )
        for port in comports()
        if port.vid is not None and port.pid is not None
    ]
    return sorted(rows)


def no_pyserial() -> PortError:
    """Return the error of a computer without pyserial, or with another package of its name."""
    other = find_other_serial()
    if other:
        return PortError("NO_PYSERIAL", SAID("other-serial", path=other), SAID("other-serial-hint"))
    return PortError("NO_PYSERIAL", SAID("no-pyserial"), INSTALL)


def find_other_serial() -> str:
    """Return the place of a package that has the name of pyserial's and is not it; "" without one."""
    try:
        from serial.tools.list_ports import comports  # noqa: F401
    except Exception:  # another package may fail in any way
        from importlib.util import find_spec

        try:
            spec = find_spec("serial")
        except (ImportError, ValueError):  # half of it is imported
            spec = None
        places = [*(spec.submodule_search_locations or ())] if spec else []
        return (spec.origin or "".join(places[:1])) if spec else ""
    return ""
