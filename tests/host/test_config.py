"""Tables with names of one's own: the configuration file, what is wrong in it, and who uses it."""

import json

import pytest

from tablehost.cli.command import main
from tablehost.errors import Trouble
from tablehost.link import config, discovery, usb_devices
from tablehost.link.usb_devices import TableRow

GOOD = """\
# tables at the club
[tables]
Bay3 = "id:E661"
Cellar = "socket://10.0.0.7:2217"
"old one" = "port:/dev/ttyACM9"
"""
BAY = TableRow("/dev/ttyACM0", "E661", "2e8a:0005", "", "")
OTHER = TableRow("/dev/ttyACM1", "E662", "2e8a:0005", "", "")


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write the configuration file: written(text); its path."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.setenv("CARDTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv("CARDTABLE", raising=False)
    monkeypatch.delenv("CARDTABLE_REQUIRE_HW", raising=False)

    def write(text, *plugged):
        monkeypatch.setattr(usb_devices, "list_tables", lambda: list(plugged))
        (tmp_path / "config.toml").write_text(text)
        return tmp_path / "config.toml"

    return write


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.delenv("CARDTABLE_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config.path() == tmp_path / "cardtable" / "config.toml"
    assert config.tables() == {}, "nobody needs one"
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config.path() == tmp_path / ".config" / "cardtable" / "config.toml"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_the_file_may_come_from_an_editor_of_windows(written, encoding):
    file = written(GOOD)
    file.write_bytes(GOOD.replace("\n", "\r\n").encode(encoding))
    assert list(config.tables()) == ["Bay3", "Cellar", "old one"]


def test_a_name_stands_for_an_address(written):
    written(GOOD, OTHER)
    assert list(config.tables()) == ["Bay3", "Cellar", "old one"]
    assert discovery.find("name:Bay3", quiet=True) == discovery.find("name:bay3", quiet=True) == "id:E661"
    assert discovery.find("name:Cellar", quiet=True) == "socket://10.0.0.7:2217"
    assert discovery.find("name:old one", quiet=True) == "port:/dev/ttyACM9"


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("name:Bay4", "NO_SUCH_NAME", "did you mean Bay3?"),
        ("name:x", "NO_SUCH_NAME", "there is: Bay3, Cellar, old one"),
        ("bay3", "BAD_ADDRESS", "did you mean name:Bay3?"),
        ("nam:Bay3", "BAD_ADDRESS", "did you mean name:Bay3?"),
        ("name:", "BAD_ADDRESS", "name:NAME"),
    ],
)
def test_a_name_that_is_none(written, address, code, said):
    written(GOOD)
    with pytest.raises(Trouble) as caught:
        discovery.find(address, quiet=True)
    assert caught.value.code == code and said in caught.value.hint
    assert caught.value.exit == (3 if code == "NO_SUCH_NAME" else 2)


def test_without_a_file_it_is_said_how_to_give_a_name(written):
    written(GOOD).unlink()
    with pytest.raises(Trouble, match=r"config\.toml") as caught:
        discovery.find("name:Bay3", quiet=True)
    assert 'Bay3 = "id:SERIAL"' in caught.value.hint


def test_auto_prefers_a_table_with_a_name(written):
    unlikely = TableRow("/dev/ttyUSB0", "E661", "0403:6001", "", "serial adapter")
    written(GOOD, OTHER, BAY)
    assert discovery.find(None, quiet=True) == "id:E661"
    written(GOOD, OTHER, unlikely)
    assert discovery.find(None, quiet=True) == "id:E661", "whatever it calls itself on USB"
    written(GOOD, OTHER)
    assert discovery.find(None, quiet=True) == "auto"
    written(GOOD)
    assert discovery.find(None, quiet=True) == discovery.SIM
    written(GOOD.replace("socket://10.0.0.7:2217", "id:E662"), OTHER, BAY)
    with pytest.raises(Trouble) as caught:
        discovery.find(None, quiet=True)
    assert "name:Bay3" in caught.value.hint and "name:Cellar" in caught.value.hint


def test_list_shows_names_and_tables_over_the_network(written, capsys):
    written(GOOD, OTHER, BAY)
    assert main(["tables"]) == 0
    rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    assert [row[-1].strip() for row in rows] == ["-", "Bay3", "Cellar"]
    assert main(["tables", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["data"]
    assert [(row["address"], row["name"]) for row in told] == [
        ("id:E662", ""), ("id:E661", "Bay3"), ("socket://10.0.0.7:2217", "Cellar"),
    ]  # fmt: skip
    assert main([]) == 0
    assert "Bay3 (id:E661)" in capsys.readouterr().out


BAD = [
    ('[tabels]\nBay3 = "id:1"\n', 1, "did you mean tables?"),
    ('# x\n\n[tables]\nBay3 = "idd:E66"\n', 4, "did you mean id:E66?"),
    ('[tables]\nBay3 = "id:1"\nBay4 = 7\n', 3, "cardtable tables"),
    ('[tables]\nBay3 = "auto"\n', 2, "id:SERIAL"),
    ('[tables]\nBay3 = "name:Bay4"\n', 2, "id:SERIAL"),
    ('[tables]\nBay3 = "id:1"\n"Bay 4" = "id:1"\n', 3, "one name"),
    ("[tables]\nBay3 = id:1\n", 2, "a line of it reads"),
    ('[tables]\nBay3 = "id:1\n', 2, "a line of it reads"),
    ('[tables]\nBay3 = "id:1"\nBay3 = "id:2"\n', 3, "a line of it reads"),
    ("tables = 5\n", 1, "write [tables]"),
    ('tables.Bay3 = "friday"\n', 1, "id:SERIAL"),
    ('[tables.Bay3]\nserial = "E66"\n', 1, "cardtable tables"),
]


@pytest.mark.parametrize(("text", "line", "said"), BAD)
def test_faults_are_reported_by_file_and_line(written, capsys, text, line, said):
    file = written(text)
    assert main(["play", "democracy", "-t", "auto"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"cardtable: {file}:{line}: ") and said in err
    assert len(err.splitlines()) <= 3


def test_a_file_that_cannot_be_read(written):
    file = written("")
    file.write_bytes(b"\xff")
    with pytest.raises(Trouble, match="not UTF-8"):
        config.tables()
    file.unlink()
    file.mkdir()
    with pytest.raises(Trouble, match="cannot be read"):
        config.tables()
