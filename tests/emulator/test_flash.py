"""An image over a table with records, in the emulated Pico: it says what it runs, and its match goes on."""

import json
import shutil
import struct
from hashlib import sha256

import pytest

import emulated_pico
import mp32
import own_game
from emulated_hands import Hands
from emulated_pico import shows, until
from firmware_table import Host
from tablehost.flashing import comparison, images, overlay
from tablehost.plugins import own

CENTRE = 6  # the pad in the middle
MICRO = (mp32.LIBRARY / "cardtable" / "micro.py").read_bytes()
CLOCK = [200, 1150]
BEHIND = emulated_pico._PARTITIONS["PROGRAM_KB"] * 1024  # the program's part of the flash


@pytest.fixture
def program():
    """The digest of the program in the image."""
    return json.loads(emulated_pico.IMAGE.with_suffix(".json").read_text())["program"]


def said(firmware):
    """The host of this table, and what its hello told."""
    host = Host(emulated_pico.Cable(firmware))
    assert host.until(lambda: host.heard("hi"), 2)
    return host, host.heard("hi")[-1][1]


def test_it_tells_which_program_runs_and_how_fast(start, files, program):
    firmware = start(files)
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    _, info = said(firmware)
    assert (info["program"], info["shadows"], info["clock"]) == (program, [], CLOCK)


def test_files_that_hide_modules_are_named(start, files):
    firmware = start({**files, "identity_of_mine.py": b"", "pico_bench.py": b"", "lib/ssd1306.py": b""})
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    assert said(firmware)[1]["shadows"] == ["pico_bench"], "what lies in /lib is found after what is frozen"


def laid(change):
    """Its files, for a Pico that is switched on with them."""
    return {path[1:]: data for path, data in change.files.items()}


def test_one_changed_module_of_a_package_runs_in_place_of_the_frozen_one(
    start, files, program, tmp_path, monkeypatch
):
    for folder in ("firmware", "boards"):
        shutil.copytree(mp32.ROOT / folder, tmp_path / folder)
    games = tmp_path / "firmware" / "lib" / "cardtable" / "games" / "registry.py"
    games.write_text(games.read_text().replace('"demos": 2', '"demos": 77'))
    monkeypatch.setattr(overlay.firmware_files, "firmware_path", lambda: tmp_path / "firmware")
    change = overlay.changed_modules(images.load(emulated_pico.IMAGE))
    firmware = start({**files, **laid(change)})
    assert until(firmware, shows(firmware, "Ready"), 8), firmware.display()
    _, info = said(firmware)
    assert info["shadows"] == change.hidden == ["cardtable.games.registry"]
    assert "demos-77" in info["caps"] and info["program"].startswith(program + "+")


@pytest.mark.slow
def test_laws_on_the_files_are_in_the_digest(start, files, program, tmp_path):
    law = {"id": "B03", "c": "blue", "k": "B", "fx": [{"op": "direction", "dir": "left"}]}
    (tmp_path / "mine.jsonl").write_text(json.dumps(law) + "\n")
    own = laid(overlay.laws(tmp_path / "mine.jsonl")(()))
    firmware = start({**files, **own})
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    _, info = said(firmware)
    lines = "".join(f"/{path} {sha256(own[path]).hexdigest()}\n" for path in sorted(own))
    assert info["program"] == f"{program}+{sha256(lines.encode()).hexdigest()[:8]}" and not info["shadows"]


def test_the_flash_is_read_back_as_the_image_has_it(start, files):
    firmware = start(files)
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    host, _ = said(firmware)
    wanted = comparison.sectors(emulated_pico.IMAGE.read_bytes())
    places = sorted(wanted)
    places = [*places[:8], *places[-8:]]
    for at in [*places, BEHIND - 100]:
        host.do("program", at, 4096)
    told = [event[2:] for event in host.heard("res")]
    assert told[:-1] == [(True, ["ok", sha256(wanted[at]).hexdigest()]) for at in places]
    assert told[-1][0] is False, "what lies behind it is no program"


@pytest.mark.slow
def test_what_is_on_record_outlives_another_image(start, files, program, tmp_path, registry):
    """The image is copied while its Pico waits: then nothing runs, and its blocks alone are written. What is
    the table's own is loaded with it, what was changed over the first one is not.
    """
    game = own.read(own_game.put(tmp_path))
    changed = {
        "changed/order": f"{program}\n*cardtable.micro\n".encode(),
        "changed/cardtable/micro.py": MICRO,
    }
    firmware = start({**files, **changed, **laid(overlay.game(game)(()))})
    assert until(firmware, shows(firmware, "Ready"), 8), firmware.display()
    host, info = said(firmware)
    assert info["shadows"] == ["cardtable.micro"] and game.ability in info["caps"]
    for command in (("new", "democracy", 2), ("begin",)):
        host.do(*command)
    assert host.until(lambda: len(host.disk.rows) > 2, 2)
    told = dict(host.disk.rows)
    assert host.do("bootloader")[2] is False, "a match is open"
    image, other = emulated_pico.other_program(tmp_path)
    again = start(firmware.pico.stored(), image=image)
    assert until(again, shows(again, "lie there. OK runs on"), 8), again.display()
    host, info = said(again)
    assert host.until(lambda: host.disk.rows.keys() >= told.keys(), 2)
    assert {g: host.disk.rows[g] for g in told} == told
    assert info["program"].startswith(other + "+") and other != program
    assert info["shadows"] == [] and game.ability in info["caps"]


def test_house_rules_have_all_but_their_changes_from_the_image(start, files, registry):
    """Their deck is not that of the pack on the table, and their other modules are frozen ones."""
    game = own.read(mp32.ROOT / "docs" / "develop" / "islands", own.MOST_AT_TABLE)
    rows = files["deck.txt"].splitlines(keepends=True)
    deck = b"".join(row for row in rows if b"7S#2" not in row)
    assert len(deck) < len(files["deck.txt"])
    firmware = start({**files, **laid(overlay.game(game)(())), "deck.txt": deck})
    assert until(firmware, shows(firmware, "Ready"), 8), firmware.display()
    host, info = said(firmware)
    assert game.ability in info["caps"] and f"{game.name}-1" in info["caps"]
    host.do("new", "islands", 3)
    assert host.do("begin")[2:] == (False, ["deck-lacks", [1, "7S#2"]])
    host.do("new", "democracy", 3)
    assert host.do("begin")[2], "with the cards of this pack"


@pytest.mark.slow
def test_a_game_of_ones_own_is_offered_and_played(start, files, tmp_path, registry):
    """And the computer that has its folder judges every record."""
    game = own.read(own_game.put(tmp_path))
    own.install(game, tmp_path / "own_games")
    firmware = start({**files, **laid(overlay.game(game)(()))})
    assert until(firmware, shows(firmware, "Ready"), 5), firmware.display()
    hands = Hands(firmware)
    assert game.ability in hands.host.heard("hi")[-1][1]["caps"]
    hands.press("ok", 0)
    for _ in range(len(registry.NAMES)):
        if not shows(firmware, "prizes")():
            hands.press("yes", 0)
    assert shows(firmware, "A game here: prizes, 2 to 6")(), firmware.display()
    hands.press("ok", 0, 0, 1)
    hands.press("yes", 0)
    hands.press("ok", 1)
    hands.wait(1)
    assert shows(firmware, "deal 5 cards to each")(), firmware.display()
    hands.press("ok", 0, 1)
    hands.lay(CENTRE, "KS")
    for pad, card in enumerate(("5H", "9D")):
        hands.lay(pad, card)
    hands.press("ok", 0)
    judge = hands.shadow()
    assert judge.difference is None
    told = [fact[0] if fact[0] != "prize" else (fact[1], fact[4], fact[5]) for fact in judge.facts]
    assert told == ["seated", (1, 1, [0, 13])]


def test_the_image_stays_below_the_files():
    data = emulated_pico.IMAGE.read_bytes()
    for at in range(0, len(data), 512):
        address, size = struct.unpack_from("<2I", data, at + 12)
        assert address + size <= 0x10000000 + emulated_pico.FILES_AT
