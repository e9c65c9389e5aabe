"""Bytes to and from a table: a serial port or a network address. `link/pipe_port.py`: the pipes of a process.

A port has `read`, `write`, `wait` and `close` and raises PortError. This module and `usb_devices` alone know
pyserial, and ask for it only when a port is opened or looked for.
"""

from __future__ import annotations

import errno
import os
import select
import sys
import time
from typing import TYPE_CHECKING, Protocol

from tablehost import messages
from tablehost.link import usb_devices
from tablehost.link.port_error import PortError

if TYPE_CHECKING:
    from serial import Serial

SAID = messages.Catalogue("table")

KINDS = ("auto", "name", "id", "port", "socket", "rfc2217", "sim")  # of addresses
CHUNK = 4096
WRITE_PATIENCE = 2.0  # s until a port that takes nothing counts as lost
POLL = 0.005  # s, where the system cannot wait for a port


class Line(Protocol):
    """The interface that a link needs of a port."""

    def read(self) -> bytes:
        """Return the bytes that are there now, b"" for none."""

    def write(self, data: bytes) -> None:
        """Send all of `data`."""

    def wait(self, seconds: float) -> bool:
        """Wait until there is something to read, at most so long; whether there is."""

    def close(self) -> None:
        """Close the port. Never raises."""


def check_address(address: str) -> None:
    """Raise PortError if this is no address of a real table, whether it is there or not."""
    kind, _, rest = address.partition(":")
    if not (address == "auto" or (kind == "id" and rest)):
        resolve(address)


def resolve(address: str) -> str:
    """Return the device name or URL that an address means: auto, port:X, id:SERIAL, socket://...,
    rfc2217://...

    A bare device name (/dev/..., COM7) is understood too. Raises PortError.
    """
    kind, _, rest = address.partition(":")
    if address == "auto":
        return _the_only_table()
    if kind == "id" and rest:
        for row in usb_devices.list_tables():
            if row.serial.lower() == rest.lower():
                return row.device
        raise PortError("NOT_FOUND", SAID("no-such-serial", rest=rest), _what_there_is())
    if kind in ("socket", "rfc2217") and rest.startswith("//") and len(rest) > 2:
        return address
    name = rest if kind == "port" else address
    if not name or (kind != "port" and not name.startswith(("/", "COM"))):
        raise PortError("BAD_ADDRESS", SAID("bad-address", address=address), _nearest(address))
    return name if os.sep in name or sys.platform == "win32" else f"/dev/{name}"


def _nearest(address: str) -> str:
    """Return the nearest valid address to an invalid one, and the list of address forms."""
    known = SAID("addresses")
    kind, colon, rest = address.partition(":")
    if not colon and kind.lower().startswith(("tty", "cu.")):
        return SAID("did-you-mean-port", address=address, known=known)
    for row in usb_devices.list_tables():
        if address and row.serial.lower() == address.lower():
            return SAID("did-you-mean-id", serial=row.serial, known=known)
    import difflib  # seldom needed

    close = difflib.get_close_matches(kind.lower(), KINDS, n=1, cutoff=0.5)
    if not close or address == close[0] + ":":
        return known
    whole = close[0] if close[0] == "auto" else f"{close[0]}:{rest}"
    return SAID("did-you-mean-address", whole=whole, known=known) if whole != address else known


def is_network(address: str) -> bool:
    """Return True if bytes to this address go over a network."""
    return "://" in address


def lasting_address(address: str) -> str:
    """Return the address at which the same table will be found again: by its serial number, if it has one."""
    if is_network(address):
        return address
    name = os.path.realpath(resolve(address))
    for row in usb_devices.list_tables():
        if row.serial and os.path.realpath(row.device) == name:
            return f"id:{row.serial}"
    return address


def _the_only_table() -> str:
    likely = [row for row in usb_devices.list_tables() if row.likely]
    ours = [row for row in likely if row.ours]
    found = ours or likely
    if not found:
        raise PortError("NOT_FOUND", SAID("no-table"), _what_there_is())
    if len(found) > 1:
        raise PortError("NOT_FOUND", SAID("which-table", found=len(found)), _what_there_is())
    return found[0].device


def _what_there_is() -> str:
    rows = usb_devices.list_tables()
    if not rows:
        return SAID("no-serial-port")
    return "\n".join(
        [SAID("there-are"), *(f"  id:{row.serial}  {row.device}  {row.product}" for row in rows)]
    )


def open_port(address: str) -> SerialPort:
    """Return the port at an address (see `resolve`), for us alone. Raises PortError."""
    try:
        from serial import serial_for_url
    except Exception as error:  # another package of this name may fail in any way
        raise usb_devices.no_pyserial() from error
    name = resolve(address)
    try:
        # exclusive: a second program would steal every other byte. The speed means nothing to USB.
        port = serial_for_url(name, baudrate=115200, timeout=0, exclusive=True)
        if not name.startswith("rfc2217:"):  # its writes have no timeout
            port.write_timeout = WRITE_PATIENCE
    except (OSError, ValueError) as error:  # SerialException is an OSError
        raise _not_opened(name, error) from error
    return SerialPort(port, name)


def _not_opened(name: str, error: Exception) -> PortError:
    number = getattr(error, "errno", None)
    if number in (errno.EAGAIN, errno.EBUSY) or (sys.platform == "win32" and "PermissionError" in str(error)):
        return PortError(
            "BUSY",
            SAID("busy", name=name),
            SAID("busy-hint"),
        )
    if number in (errno.EACCES, errno.EPERM):
        return PortError(
            "NO_PERMISSION",
            SAID("no-permission", name=name),
            SAID("no-permission-hint"),
        )
    if isinstance(error, ValueError):
        return PortError(
            "BAD_ADDRESS", SAID("address-not-usable", name=name, error=error), "socket://HOST:PORT"
        )
    why = messages.reason(OSError(number, os.strerror(number))) if number else str(error)
    hint = SAID("see-plugged")
    if is_network(name):
        hint = SAID("network-hint")
    return PortError("NOT_FOUND", SAID("cannot-be-opened", name=name, error=why), hint)


class SerialPort:
    """A pyserial port or URL, opened without time-outs of its own."""

    def __init__(self, port: Serial, name: str) -> None:
        self.name = name
        self._port = port
        self._head = b""  # read while waiting
        try:
            self._waitable = sys.platform != "win32" and port.fileno() >= 0
        except OSError:  # io.UnsupportedOperation: RFC 2217 has no descriptor
            self._waitable = False

    def _lost(self, error: Exception) -> PortError:
        often = SAID("the-network") if is_network(self.name) else SAID("loose-cable")
        return PortError(
            "LOST",
            SAID("lost", name=self.name, error=error, safe=SAID("records-safe")),
            SAID("lost-hint", often=often),
        )

    def read(self) -> bytes:
        """Return the bytes that are there now, b"" for none. Raises PortError LOST."""
        head, self._head = self._head, b""
        try:
            return head + bytes(self._port.read(CHUNK))
        except (OSError, TypeError) as error:  # TypeError: closed under our hands
            raise self._lost(error) from error

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises PortError LOST, also if the table takes nothing for two seconds."""
        try:
            self._port.write(data)
        except (OSError, TypeError) as error:
            raise self._lost(error) from error

    def wait(self, seconds: float) -> bool:
        """Wait until there is something to read, at most so long; whether there is. So does a loss."""
        if self._head:
            return True
        try:
            if self._waitable:
                return bool(select.select([self._port.fileno()], [], [], seconds)[0])
            end = time.monotonic() + seconds
            while True:
                self._head = bytes(self._port.read(CHUNK))
                rest = end - time.monotonic()
                if self._head or rest <= 0:
                    return bool(self._head)
                time.sleep(min(POLL, rest))
        except (OSError, TypeError, ValueError):
            return True  # `read` reports the reason

    def close(self) -> None:
        """Close the port."""
        try:
            self._port.close()
        except OSError:
            pass  # it is gone anyway
