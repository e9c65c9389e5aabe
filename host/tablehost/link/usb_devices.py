"""USB devices with a serial port, and by what one of them may well be a table."""

from __future__ import annotations

from typing import NamedTuple

from tablehost.link.port_error import no_pyserial

PICO = (0x2E8A, 0x0005)  # USB id of MicroPython on RP2040 boards, shared by all projects
OUR_PRODUCT = "Card Table"  # in the USB product string of a firmware of our own


class TableRow(NamedTuple):
    """A serial port with a USB device behind it, in the columns in which such lists are usually printed."""

    device: str
    serial: str
    usb_id: str  # "2e8a:0005"
    maker: str
    product: str

    @property
    def likely(self) -> bool:
        """Return True if this may well be a table."""
        return OUR_PRODUCT in self.product or self.usb_id == f"{PICO[0]:04x}:{PICO[1]:04x}"


def list_tables() -> list[TableRow]:
    """Return all serial ports with a USB device, by device name. Raises PortError without pyserial."""
    try:
        from serial.tools.list_ports import comports
    except ImportError as error:
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
