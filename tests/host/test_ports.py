"""Ports: a real pseudo terminal, a real socket, a real child process."""

import itertools
import os
import re
import select
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablehost import pipes
from tablehost.flashing import verb
from tablehost.link import pipe_port
from tablehost.link import port as ports
from tablehost.link.pipe_port import PipePort
from tablehost.link.port import open_port, resolve
from tablehost.link.port_error import PortError
from tablehost.link.usb_devices import PRODUCT, TableRow, list_tables
from timeouts import PATIENCE

serial = pytest.importorskip("serial")


def all_of(port, count, seconds=PATIENCE):
    """`count` bytes of a port, in however many pieces."""
    data = b""
    end = time.monotonic() + seconds
    while len(data) < count and time.monotonic() < end:
        port.wait(0.1)
        data += port.read()
    return data


# --- addresses ----------------------------------------------------------------------------------------


def usb(device, number, vid=0x2E8A, pid=0x0005, product="Board in FS mode", maker="MicroPython"):
    return SimpleNamespace(
        device=device, serial_number=number, vid=vid, pid=pid, manufacturer=maker, product=product
    )


@pytest.fixture
def plugged(monkeypatch):
    """Pretend that these devices are plugged in: plugged(usb(...), ...)."""
    import serial.tools.list_ports

    def plug(*devices):
        monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: list(devices))

    return plug


def test_tables_are_listed_in_the_usual_columns(plugged):
    plugged(
        usb("/dev/ttyACM1", "E66141"),
        usb("/dev/ttyS0", None, vid=None, pid=None),
        usb("/dev/ttyACM0", None, 0x2341, 0x43, None, None),
    )
    rows = list_tables()
    assert rows == [
        TableRow("/dev/ttyACM0", "", "2341:0043", "", ""),
        TableRow("/dev/ttyACM1", "E66141", "2e8a:0005", "MicroPython", "Board in FS mode"),
    ]
    assert [row.likely for row in rows] == [False, True]


BOARD_HEADERS = sorted((Path(__file__).parents[2] / "firmware/board").glob("*/mpconfigboard.h"))


def defined(header, name):
    """Return the text that a header of MicroPython's build gives to a name."""
    [text] = re.findall(rf'^#define {name} "(.*)"$', header.read_text(), re.MULTILINE)
    return text


@pytest.mark.parametrize("header", BOARD_HEADERS, ids=lambda header: header.parent.name)
def test_auto_knows_our_image_by_the_names_in_its_header(plugged, header):
    product = defined(header, "MICROPY_HW_USB_PRODUCT_FS_STRING")
    plugged(usb("/dev/ttyACM1", "A"), usb("/dev/ttyACM2", "B", product=product))
    assert resolve("auto") == "/dev/ttyACM2"
    assert defined(header, "MICROPY_HW_BOARD_NAME").startswith(verb.OURS)


def test_each_image_has_a_header():
    assert len(BOARD_HEADERS) == 2


def test_auto_is_the_only_table(plugged):
    plugged(usb("/dev/ttyACM1", "A"), usb("/dev/ttyUSB0", "B", 1, 2, "printer"))
    assert resolve("auto") == "/dev/ttyACM1"
    plugged(usb("/dev/ttyACM1", "A"), usb("/dev/ttyACM2", "B", product=PRODUCT))
    assert resolve("auto") == "/dev/ttyACM2"


@pytest.mark.parametrize("devices", [[], [usb("/dev/ttyACM1", "A"), usb("/dev/ttyACM2", "B")]])
def test_auto_does_not_guess(plugged, devices):
    plugged(*devices)
    with pytest.raises(PortError) as caught:
        resolve("auto")
    assert (caught.value.code, caught.value.exit) == ("NOT_FOUND", 3)
    assert ("id:A" in caught.value.hint) == bool(devices)


def test_a_table_is_found_by_its_serial_number(plugged):
    plugged(usb("/dev/ttyACM1", "E6614103E7452D2F"))
    for serial in ("e6614103e7452d2f", "E6614103E7452D2F"):
        assert resolve(f"id:{serial}") == "/dev/ttyACM1"
    with pytest.raises(PortError, match="no table with serial number E7"):
        resolve("id:E7")


@pytest.mark.skipif(sys.platform == "win32", reason="names of Unix")
def test_ports_have_names_and_urls():
    assert resolve("port:ttyACM0") == "/dev/ttyACM0"
    assert resolve("port:/dev/serial/by-id/x") == "/dev/serial/by-id/x"
    assert resolve("/dev/ttyACM0") == "/dev/ttyACM0"
    assert resolve("socket://host:2217") == "socket://host:2217"
    assert resolve("rfc2217://host:2217") == "rfc2217://host:2217"
    for bad in ("", "port:", "id:", "socket:x", "rfc2217://", "friday"):
        with pytest.raises(PortError) as caught:
            resolve(bad)
        assert (caught.value.code, caught.value.exit) == ("BAD_ADDRESS", 2)


def test_without_pyserial_the_install_line_is_said(monkeypatch):
    for name in ("serial", "serial.tools", "serial.tools.list_ports"):
        monkeypatch.setitem(sys.modules, name, None)
    for call in (list_tables, lambda: open_port("/dev/null")):
        with pytest.raises(PortError) as caught:
            call()
        assert caught.value.hint.startswith("pip install") and caught.value.exit == 2


def test_importing_the_module_does_not_import_pyserial():
    code = "import sys, tablehost.link.port; sys.exit('serial' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- a pseudo terminal --------------------------------------------------------------------------------


class Terminal:
    """The far end of a pseudo terminal, and the name of the near one."""

    def __init__(self):
        self.fd, self.near = os.openpty()
        self.name = os.ttyname(self.near)

    def unplug(self):
        for fd in (self.fd, self.near):
            if fd >= 0:
                os.close(fd)
        self.fd = self.near = -1


@pytest.fixture
def terminal():
    if not hasattr(os, "openpty"):
        pytest.skip("no pseudo terminals here")
    terminal = Terminal()
    yield terminal
    terminal.unplug()


def test_bytes_go_both_ways_unchanged(terminal):
    port = open_port(terminal.name)
    assert port.read() == b""
    every = bytes(range(256))
    os.write(terminal.fd, every)
    assert all_of(port, 256) == every
    port.write(every)
    data = b""
    while len(data) < 256 and select.select([terminal.fd], [], [], PATIENCE)[0]:
        data += os.read(terminal.fd, 300)
    assert data == every
    port.close()


def test_waiting_ends_with_the_first_byte_or_with_the_time(terminal):
    port = open_port(terminal.name)
    start = time.monotonic()
    assert port.wait(0.05) is False
    assert 0.04 < time.monotonic() - start
    os.write(terminal.fd, b"x")
    assert port.wait(PATIENCE) is True
    assert port.read() == b"x"
    port.close()


def test_a_port_in_use_is_busy(terminal):
    first = open_port(terminal.name)
    with pytest.raises(PortError) as caught:
        open_port(terminal.name)
    assert (caught.value.code, caught.value.exit) == ("BUSY", 4)
    assert "mpremote" in caught.value.hint
    first.close()
    open_port(terminal.name).close()


def test_an_unplugged_port_is_lost(terminal):
    port = open_port(terminal.name)
    terminal.unplug()
    assert port.wait(PATIENCE) is True
    with pytest.raises(PortError, match="safe on the table") as caught:
        for _ in range(5):
            port.read()
    assert (caught.value.code, caught.value.exit) == ("LOST", 8)
    with pytest.raises(PortError):
        for _ in range(5):
            port.write(b"x")
    port.close()


def test_a_port_closed_under_our_hands_is_lost(terminal):
    port = open_port(terminal.name)
    port.close()
    port.close()
    with pytest.raises(PortError):
        port.read()
    with pytest.raises(PortError):
        port.write(b"x")
    assert port.wait(0.01) is True


def test_a_port_that_takes_nothing_is_lost(terminal, monkeypatch):
    monkeypatch.setattr(ports, "WRITE_PATIENCE", 0.05)
    port = open_port(terminal.name)
    with pytest.raises(PortError) as caught:
        for _ in range(1000):
            port.write(b"x" * 1000)
    assert caught.value.code == "LOST"
    port.close()


def test_a_port_that_is_not_there():
    with pytest.raises(PortError) as caught:
        open_port("port:ttyNothing99")
    assert (caught.value.code, caught.value.exit) == ("NOT_FOUND", 3)


@pytest.mark.parametrize(
    ("number", "code", "status"),
    [(13, "NO_PERMISSION", 4), (11, "BUSY", 4), (16, "BUSY", 4), (2, "NOT_FOUND", 3), (6, "NOT_FOUND", 3)],
)
def test_why_a_port_does_not_open(monkeypatch, number, code, status):
    def fail(*_, **__):
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(PortError) as caught:
        open_port("/dev/ttyACM0")
    assert (caught.value.code, caught.value.exit) == (code, status)


# --- the network --------------------------------------------------------------------------------------


def test_a_table_behind_a_socket():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        far, _ = server.accept()
        assert port.read() == b""
        assert port.wait(0.02) is False
        far.sendall(b"hello\n" * 50)
        assert all_of(port, 300) == b"hello\n" * 50
        port.write(b"back")
        assert far.recv(10) == b"back"
        far.close()
        assert port.wait(PATIENCE) is True
        with pytest.raises(PortError) as caught:
            for _ in range(5):
                port.read()
        assert caught.value.code == "LOST"
        port.close()


@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")  # in pyserial
def test_a_table_behind_rfc2217():
    from serial.rfc2217 import PortManager

    echo = serial.serial_for_url("loop://", timeout=0)
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            far, _ = server.accept()
            with far:
                far.settimeout(0.02)
                manager = PortManager(echo, SimpleNamespace(write=far.sendall))
                while not ended.is_set():
                    far.sendall(b"".join(manager.escape(echo.read(1000))))
                    try:
                        echo.write(b"".join(manager.filter(far.recv(1000))))
                    except TimeoutError:
                        continue

        thread = threading.Thread(target=serve)
        thread.start()
        port = open_port(f"rfc2217://127.0.0.1:{server.getsockname()[1]}")
        try:
            assert port.read() == b"" and port.wait(0.02) is False
            for _ in range(30):
                port.write(b"[1] 2\n\xff\x00")
            assert all_of(port, 240) == b"[1] 2\n\xff\x00" * 30
        finally:
            ended.set()
            thread.join()
        with pytest.raises(PortError) as caught:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                port.wait(0.02)
                port.read()
        assert caught.value.code == "LOST"
        port.close()


def test_no_process_is_behind_the_socket():
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    with pytest.raises(PortError) as caught:
        open_port(f"socket://127.0.0.1:{number}")
    assert caught.value.code == "NOT_FOUND"
    with pytest.raises(PortError) as caught:
        open_port("socket://no-port")
    assert caught.value.code in ("BAD_ADDRESS", "NOT_FOUND")


# --- a child process ----------------------------------------------------------------------------------

ECHO = "import sys, os\nwhile (data := os.read(0, 4096)): os.write(1, data)"


def child(code):
    return PipePort(
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
    )


def test_a_child_is_a_table_too():
    port = child(ECHO)
    assert port.read() == b""
    port.write(b"[1]\n" * 100)
    assert port.wait(PATIENCE) is True
    assert all_of(port, 400) == b"[1]\n" * 100
    assert port.wait(0.01) is False
    port.close()
    assert port.process.returncode == 0


@pytest.mark.parametrize("can_select", [True, False])
def test_the_room_has_lines_of_its_own_anywhere_among_the_bytes(monkeypatch, can_select):
    monkeypatch.setattr(pipes, "CAN_SELECT", can_select)
    port, heard = child(ECHO), []
    port.attend(heard.extend)
    port.write(b"[1,")
    port.tell(b'{"seat": 0}')
    port.write(b"2]\n")
    assert all_of(port, 6) == b"[1,2]\n" and heard == [b'{"seat": 0}']
    port.close()


def test_lines_of_the_room_are_found_however_the_bytes_come():
    data = b"[1," + pipes.MARK + b"a\n" + pipes.MARK + b"bc\n2]\n" + pipes.MARK + b"d\n"
    for first, second in itertools.combinations(range(len(data) + 1), 2):
        separator, serial, lines = pipes.Separator(), b"", []
        for part in (data[:first], data[first:second], data[second:]):
            more, found = separator.separate(part)
            serial, lines = serial + more, lines + found
        assert (serial, lines) == (b"[1,2]\n", [b"a", b"bc", b"d"])


def test_a_child_that_dies_is_lost_with_its_status():
    port = child("import sys; sys.stdout.write('bye'); sys.stdout.flush(); sys.exit(3)")
    assert all_of(port, 3) == b"bye"
    port.wait(PATIENCE)
    with pytest.raises(PortError, match="status 3") as caught:
        port.read()
    assert (caught.value.code, caught.value.exit) == ("LOST", 8)
    with pytest.raises(PortError, match="status 3"):
        port.write(b"x")
    port.close()


def test_a_child_that_does_not_listen_is_lost(monkeypatch):
    monkeypatch.setattr(pipe_port, "WRITE_PATIENCE", 0.05)
    monkeypatch.setattr(pipe_port, "END_PATIENCE", 0.1)
    port = child("import time; time.sleep(60)")
    with pytest.raises(PortError, match="takes no bytes"):
        port.write(b"x" * 200_000)
    port.close()
    assert port.process.returncode == -15, "it was not waited for"


def test_a_child_that_will_not_end_is_made_to(monkeypatch):
    monkeypatch.setattr(pipe_port, "END_PATIENCE", 0.1)
    port = child("import signal, time; signal.signal(15, 1); print('up', flush=True); time.sleep(60)")
    assert all_of(port, 3) == b"up\n"
    port.close()
    assert port.process.returncode == -9


def test_a_process_without_pipes_is_refused():
    with subprocess.Popen([sys.executable, "-c", ""]) as process, pytest.raises(ValueError, match="pipes"):
        PipePort(process)


def test_no_address_is_suggested_that_was_given():
    with pytest.raises(PortError) as caught:
        resolve("sim:pico_10pads")
    assert "did you mean" not in caught.value.hint
    with pytest.raises(PortError) as caught:
        resolve("prot:ttyACM0")
    assert caught.value.hint.startswith("did you mean port:ttyACM0?")
