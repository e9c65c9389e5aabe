"""The networks of this computer, and its address in each: those of phones and televisions come first."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv4Network
from typing import NamedTuple

import ifaddr

# Interfaces that no phone reaches, by their names on Linux and macOS, and in the words of Windows.
_INNER = re.compile(
    r"(br-|cali|cni|docker|flannel|gif|ipsec|lxc|lxd|nordlynx|podman|ppp|proton|stf|tailscale|tap|tun|utun|veth"
    r"|vboxnet|virbr|vmnet|wg|zt)[^ ]*$"
    r"|.*(anyconnect|fortinet|hyper-v|openvpn|tailscale|tap-windows|vethernet|virtualbox|vmware|vpn|wintun"
    r"|wireguard|wsl|zerotier)",
    re.IGNORECASE,
)
_PRIVATE = [IPv4Network(one) for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]  # RFC 1918
_SHARED = IPv4Network("100.64.0.0/10")  # RFC 6598; Tailscale takes its addresses from there
_ONE_HOST = 31  # a prefix from here on has no room for a phone
_ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation (RFC 5737): nothing is sent there


class Network(NamedTuple):
    """An address of this computer: the name of its interface, in the words of the system, and its prefix."""

    name: str
    address: str
    prefix: int


def list_addresses() -> list[str]:
    """Return the addresses of this computer: private ones first, those of tunnels and containers last."""
    usual = _usual_address()
    found = [one for one in _list_networks() if not IPv4Address(one.address).is_loopback]
    found.sort(key=lambda one: (_distance(one), one.address != usual))
    return list(dict.fromkeys(one.address for one in found))


def _list_networks() -> list[Network]:
    return [
        Network(adapter.nice_name, str(one.ip), one.network_prefix)
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if one.is_IPv4
    ]


def _distance(network: Network) -> int:
    """Return how far a network is from the phones in the room."""
    address = IPv4Address(network.address)
    if _INNER.match(network.name) or network.prefix >= _ONE_HOST or address in _SHARED:
        return 3
    if address.is_link_local:  # no router has given it one
        return 2
    return 0 if any(address in one for one in _PRIVATE) else 1


def _usual_address() -> str:
    """Return the address that the system itself would choose, "" without a way to other networks."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return ""
