"""`cardtable --version --licences` names every work that is linked into an image."""

import json

from tablehost.cli.command import main
from tablehost.firmware import licences


def test_every_work_has_its_licence_and_holder(capsys):
    assert main(["--version", "--licences"]) == 0
    out = capsys.readouterr().out
    for name in ("MicroPython", "pico-sdk", "TinyUSB", "Mbed TLS", "littlefs", "newlib", "Cardtable"):
        assert f"{name}: " in out
    assert "WITHOUT WARRANTY OF ANY KIND" in out and "Redistributions in binary form" in out
    for work in licences.WORKS:
        assert work.licence and work.holder, work.name


def test_as_json(capsys):
    assert main(["--version", "--licences", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["data"]["licences"]
    assert {"name", "licence", "holder", "address"} == set(told[0]) and len(told) == len(licences.WORKS)
