"""The addresses that are printed for others in the network, on computers of many kinds."""

import errno
import socket
from types import SimpleNamespace

import ifaddr
import pytest

from tablehost.errors import Trouble
from tablehost.web import networks, server, start

LINUX = [
    ("lo", "127.0.0.1", 8), ("docker0", "172.17.0.1", 16), ("br-4f1a2b", "172.18.0.1", 16),
    ("tun0", "10.8.0.6", 24), ("eth1", "203.0.113.9", 24), ("enp3s0", "169.254.3.4", 16),
    ("wlp2s0", "192.168.1.20", 24), ("wg0", "10.9.0.2", 32),
]  # fmt: skip
WINDOWS = [
    ("Hyper-V Virtual Ethernet Adapter", "172.28.0.1", 20), ("TAP-Windows Adapter V9", "10.8.0.6", 24),
    ("Software Loopback Interface 1", "127.0.0.1", 8), ("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.1.20", 24),
]  # fmt: skip
MACOS = [("utun3", "100.101.2.3", 32), ("bridge100", "192.168.2.1", 24), ("en0", "10.0.0.7", 24)]
NEW_VPN = [("corp0", "10.77.0.2", 32), ("wlan0", "192.168.43.5", 24)]  # of a kind that no list of names knows

LINK_LOCAL = ifaddr.IP(("fe80::1", 0, 0), 64, "")  # no phone is given such a one


@pytest.fixture
def computer(monkeypatch):
    """A function that gives this computer interfaces: (name, address, prefix). `usual`: the address of its
    default route, None without one.
    """

    def has(rows, usual=None):
        adapters = [
            ifaddr.Adapter(name, name, [ifaddr.IP(address, prefix, name), LINK_LOCAL])
            for name, address, prefix in rows
        ]
        monkeypatch.setattr(networks.ifaddr, "get_adapters", lambda: adapters)

        class Probe(socket.socket):
            def connect(self, address):
                if usual is None:
                    raise OSError(errno.ENETUNREACH, "Network is unreachable")

            def getsockname(self):
                return usual, 1

        fake = SimpleNamespace(socket=Probe, AF_INET=socket.AF_INET, SOCK_DGRAM=socket.SOCK_DGRAM)
        monkeypatch.setattr(networks, "socket", fake)

    return has


@pytest.mark.parametrize(
    ("rows", "first", "last"),
    [
        (
            LINUX,
            ["192.168.1.20", "203.0.113.9", "169.254.3.4"],
            {"172.17.0.1", "172.18.0.1", "10.8.0.6", "10.9.0.2"},
        ),
        (WINDOWS, ["192.168.1.20"], {"172.28.0.1", "10.8.0.6"}),
        (MACOS, ["192.168.2.1", "10.0.0.7"], {"100.101.2.3"}),
        (NEW_VPN, ["192.168.43.5"], {"10.77.0.2"}),
    ],
    ids=["linux", "windows", "macos", "new-vpn"],
)
@pytest.mark.parametrize("usual", [None, "10.8.0.6", "100.101.2.3"], ids=["no-internet", "vpn", "other-vpn"])
def test_addresses_of_phones_come_first(computer, rows, first, last, usual):
    computer(rows, usual)
    found = networks.list_addresses()
    assert found[: len(first)] == first and set(found[len(first) :]) == last


def test_of_two_alike_the_usual_one_comes_first(computer):
    computer(MACOS, "10.0.0.7")
    assert networks.list_addresses()[0] == "10.0.0.7"


def serve(lan):
    """Return the place of a server, which is closed at once."""
    place = server.find_place(0, 0, lan, None)
    place.socket.close()
    return place


def test_all_are_printed_the_first_as_a_code_and_all_are_answered(computer, capsys):
    computer(LINUX)
    place = serve("")
    start._tell(SimpleNamespace(open=False), place, start.OperatorLink())
    shown = capsys.readouterr().out
    assert [address in shown for _, address, _ in LINUX[1:]] == [True] * 7
    assert server.qr_code(place.guests[0]) in shown and shown.count("█▀▀▀▀▀") <= 3
    assert place.hosts > {address for _, address, _ in LINUX}
    assert shown.index("192.168.1.20") < shown.index("203.0.113.9") < shown.index("10.8.0.6")


def test_one_is_chosen(computer):
    computer(LINUX)
    place = serve("10.8.0.6")
    assert [guest.rpartition(":")[0] for guest in place.guests] == ["http://10.8.0.6"]
    assert "10.8.0.6" in place.hosts and "192.168.1.20" not in place.hosts


@pytest.mark.parametrize("given", ["10.8.0.7", "eth1", "127.0.0.1", "é", "192.168.1.20:80"])
def test_another_one_is_refused_with_those_that_there_are(computer, given):
    computer(LINUX)
    with pytest.raises(Trouble) as trouble:
        serve(given)
    assert given in trouble.value.message and "192.168.1.20, 203.0.113.9" in trouble.value.hint
    assert trouble.value.exit == 3


def test_without_a_network_it_says_so(computer):
    computer(LINUX[:1])
    with pytest.raises(Trouble, match="in no network"):
        serve("")
