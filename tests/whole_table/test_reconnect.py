"""A table at a serial port, here a pseudo terminal with real pyserial: lost in a match, found again."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import tty
from itertools import pairwise
from types import SimpleNamespace

import pytest

import played_matches
from played_matches import PATIENCE, open_log, wait_for_record
from tablehost.journal.store import Journal
from tablehost.link.port import lasting_address
from tablehost.plugins.choice import choose
from tablehost.session import session

pytest.importorskip("serial")

OPTIONS = ["--players", "3", "--seed", "5", "-o", "target=2"]


def command(home, *words):
    return played_matches.command(home, "play", "democracy", *words)


def serve(home, link, *words):
    """A virtual table on a pseudo terminal."""
    process = command(home, *OPTIONS, "--pace", "0.05", "--pty", str(link), *words)
    assert process.stdout.readline().strip() == str(link), process.stderr.read()
    return process


def switch_off(process):
    """The power is gone: no process of the table does anything more."""
    children = open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    process.communicate(timeout=PATIENCE)


def check(home, out):
    """One match, whole, each record once; what was printed is its log."""
    with Journal(home / "journal.sqlite") as journal:
        (game,) = journal.games()
        assert game.virtual, "a virtual table says so on any line"
        assert game.finished is not None and game.result["kind"] == "result"
        assert [record.g for record in journal.game_records(game)] == list(
            range(game.first_g, game.last_g + 1)
        )
        assert journal.gaps(game.uid) == []
    log = open_log(home)
    assert [json.loads(row) for row in out.splitlines()] == log
    assert [line["kind"] for line in log].count("result") == 1
    tricks = [(line["day"], line["n"]) for line in log if line["kind"] == "trick"]
    assert tricks[0] == (1, 1) and all(b != a for a, b in pairwise(tricks))


def test_a_match_at_a_port_goes_on_when_the_table_had_no_power(tmp_path):
    link = tmp_path / "tty"
    table = serve(tmp_path, link)
    player = command(tmp_path, *OPTIONS, "--json", "-t", f"port:{link}")
    for position in (14, 30):
        wait_for_record(tmp_path, player, position)
        switch_off(table)
        link.unlink()  # or another test's terminal may get its number
        time.sleep(0.4)
        assert player.poll() is None, player.communicate()
        table = serve(tmp_path, link, "--resume")
    out, err = player.communicate(timeout=PATIENCE)
    table.send_signal(signal.SIGINT)
    table.communicate(timeout=PATIENCE)
    assert player.returncode == 0, err
    check(tmp_path, out)


class Cable:
    """A table that is a child process, and the cable to it: a pseudo terminal that can be pulled out."""

    def __init__(self, link, process):
        self.link = link
        self.process = process
        self.near = None
        self.lock = threading.Lock()
        self.ended = False
        self.plug()
        self.thread = threading.Thread(target=self.carry)
        self.thread.start()

    def plug(self):
        near, self.far = os.openpty()
        tty.setraw(self.far)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self.far))
        self.near = near

    def pull(self):
        with self.lock:
            near, self.near = self.near, None
            self.link.unlink()
            os.close(near)
            os.close(self.far)

    def carry(self):
        out = self.process.stdout.fileno()
        while not self.ended:
            with self.lock:
                near = self.near
                ready = select.select([out] + ([near] if near is not None else []), [], [], 0.01)[0]
                if near in ready:
                    self.process.stdin.write(os.read(near, 400))
                    self.process.stdin.flush()
                if out in ready:
                    data = os.read(out, 400)  # lost if no reader is there
                    if near is not None:
                        os.write(near, data)
            time.sleep(0.0005)  # let go of the lock

    def end(self):
        self.ended = True
        self.thread.join()
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def start_table(folder):
    """A virtual table whose serial line is a pair of pipes."""
    choice = choose("democracy", 3, None, ["target=2"])
    wish = {
        "board": "pico_6pads", "game": "democracy", "seats": 3, "options": choice.options, "seed": 5,
        "pace": 0.05, "resume": False,
    }  # fmt: skip
    return subprocess.Popen(
        [sys.executable, "-m", "tablehost.virtual", str(folder), json.dumps(wish)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def test_a_cable_may_be_pulled_out_and_put_back(tmp_path):
    link = tmp_path / "tty"
    cable = Cable(link, start_table(tmp_path / "table"))
    try:
        player = command(tmp_path, *OPTIONS, "-t", f"port:{link}", "--json")
        for position in (13, 25, 40):
            wait_for_record(tmp_path, player, position)
            cable.pull()
            time.sleep(0.7)
            assert player.poll() is None, player.communicate()
            cable.plug()
        out, err = player.communicate(timeout=PATIENCE)
    finally:
        cable.end()
    assert player.returncode == 0, err
    check(tmp_path, out)


class Network:
    """A table that is a child process, served to one program after another at a port of this machine.

    `wrap(connection)`: what is put around the bytes, as (from the network, to the network).
    """

    def __init__(self, process, wrap):
        self.process = process
        self.wrap = wrap
        self.number = 0
        self.lock = threading.Lock()
        self.connection = None
        self.silent = []  # connections that no process serves any more, and none has closed
        self.accepted = 0
        self.ended = False
        self.switch_on()
        self.thread = threading.Thread(target=self.carry)
        self.thread.start()

    def switch_on(self):
        self.listener = socket.create_server(("127.0.0.1", self.number))
        self.number = self.listener.getsockname()[1]

    def switch_off(self):
        """Connections end, and none can be made."""
        with self.lock:
            for one in (self.connection, self.listener):
                if one is not None:
                    one.close()
            self.connection = self.listener = None

    def fall_silent(self):
        """The connection there is stays open, but nothing more comes or goes."""
        with self.lock:
            self.silent.append(self.connection)
            self.connection = None

    def carry(self):
        out = self.process.stdout.fileno()
        while not self.ended:
            with self.lock:
                listening = [one for one in (out, self.connection, self.listener) if one is not None]
                ready = select.select(listening, [], [], 0.01)[0]
                if self.listener in ready:
                    self.connection, _ = self.listener.accept()
                    self.accepted += 1
                    self.unwrapped, self.wrapped = self.wrap(self.connection)
                try:
                    if self.connection in ready:
                        data = self.connection.recv(400)
                        self.process.stdin.write(self.unwrapped(data))
                        self.process.stdin.flush()
                        if not data:
                            self.connection = None
                    if out in ready:
                        data = os.read(out, 400)  # lost if no reader is there
                        if self.connection is not None:
                            self.connection.sendall(self.wrapped(data))
                except OSError:
                    self.connection = None
            time.sleep(0.0005)  # let go of the lock

    def end(self):
        self.ended = True
        self.thread.join()
        self.switch_off()
        for one in self.silent:
            one.close()
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


def plain(connection):
    return bytes, bytes


def rfc2217(connection):
    """The server side of pyserial's own RFC 2217; the settings of the line go nowhere."""
    import serial
    from serial.rfc2217 import PortManager

    manager = PortManager(
        serial.serial_for_url("loop://", timeout=0), SimpleNamespace(write=connection.sendall)
    )
    return lambda data: b"".join(manager.filter(data)), lambda data: b"".join(manager.escape(data))


@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")  # in pyserial
@pytest.mark.parametrize(
    ("kind", "wrap"), [("rfc2217", rfc2217), pytest.param("socket", plain, marks=pytest.mark.slow)]
)
def test_a_match_over_a_network_that_ends_and_falls_silent(tmp_path, kind, wrap):
    network = Network(start_table(tmp_path / "table"), wrap)
    try:
        address = f"{kind}://127.0.0.1:{network.number}"
        player = command(tmp_path, *OPTIONS, "-t", address, "--json")
        wait_for_record(tmp_path, player, 13)
        network.switch_off()
        time.sleep(0.7)
        assert player.poll() is None, player.communicate()
        network.switch_on()
        wait_for_record(tmp_path, player, 25)
        network.fall_silent()
        out, err = player.communicate(timeout=PATIENCE)
        assert network.accepted == 3
    finally:
        network.end()
    assert player.returncode == 0, err
    check(tmp_path, out)
    assert err.count("neither encrypted nor protected") == 1 and address in err


def test_what_is_said_when_a_network_is_gone(tmp_path):
    network = Network(start_table(tmp_path / "table"), plain)
    config = tmp_path / "config.toml"
    config.write_text(f'[tables]\nCellar = "socket://127.0.0.1:{network.number}"\n')
    try:
        player = played_matches.command(
            tmp_path, "play", "democracy", *OPTIONS, "-t", "name:Cellar", CARDTABLE_CONFIG=str(config)
        )
        wait_for_record(tmp_path, player, 12)
        network.fall_silent()
        network.switch_off()
        for line in player.stderr:
            if "waited for" in line:
                break
        player.send_signal(signal.SIGINT)
        _, err = player.communicate(timeout=PATIENCE)
    finally:
        network.end()
    assert player.returncode == 130 and "--resume" in err
    player = command(tmp_path, *OPTIONS, "-t", f"socket://127.0.0.1:{network.number}")
    _, err = player.communicate(timeout=PATIENCE)
    assert player.returncode == 3 and "the way to it is open" in err


def test_what_is_said_while_the_table_is_gone(tmp_path):
    link = tmp_path / "tty"
    table = serve(tmp_path, link)
    player = command(tmp_path, *OPTIONS, "-t", f"port:{link}")
    wait_for_record(tmp_path, player, 12)
    switch_off(table)
    before = ""
    for line in player.stderr:
        before += line
        if "waited for" in line:
            break
    player.send_signal(signal.SIGINT)
    _, err = player.communicate(timeout=PATIENCE)
    err = before + err
    assert player.returncode == 130
    assert "is gone" in err and "safe on the table" in err and "waited for" in err
    assert "--resume" in err


def test_the_port_is_taken_only_once(tmp_path):
    link = tmp_path / "tty"
    table = serve(tmp_path, link)
    player = command(tmp_path, *OPTIONS, "-t", f"port:{link}")
    wait_for_record(tmp_path, player, 5)
    other = command(tmp_path, *OPTIONS, "-t", f"port:{link}")
    _, err = other.communicate(timeout=PATIENCE)
    assert other.returncode == 4 and "in use" in err
    player.send_signal(signal.SIGINT)
    player.communicate(timeout=PATIENCE)
    table.send_signal(signal.SIGINT)
    table.communicate(timeout=PATIENCE)
    assert table.returncode in (0, 130)


def test_another_thing_of_that_name_is_not_touched(tmp_path):
    (tmp_path / "tty").write_text("precious")
    process = command(tmp_path, *OPTIONS, "--pty", str(tmp_path / "tty"))
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and "untouched" in err
    assert (tmp_path / "tty").read_text() == "precious"


def test_a_table_is_found_again_by_its_serial_number(monkeypatch):
    import serial.tools.list_ports

    rows = [
        SimpleNamespace(
            device="/dev/ttyACM3", serial_number="E66141", vid=0x2E8A, pid=5, manufacturer="", product=""
        )
    ]
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: rows)
    assert lasting_address("auto") == "id:E66141"
    assert lasting_address("port:ttyACM3") == "id:E66141"
    assert lasting_address("port:/dev/pts/7") == "port:/dev/pts/7"
    assert lasting_address("socket://host:1") == "socket://host:1"


def test_the_pauses_grow_to_five_seconds():
    assert (session.LEAST_PAUSE, session.MOST_PAUSE) == (0.25, 5.0)
