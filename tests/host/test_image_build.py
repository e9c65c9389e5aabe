"""The glue of `make firmware`: what it takes for changed, and that a program cannot pass its partition."""

import importlib.util
import re
import runpy
import struct
from pathlib import Path

import pytest

from tablehost.virtual.chips.flash import JOURNAL_SECTORS, SECTOR

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def build(tmp_path, monkeypatch):
    """firmware/image/build.py, with folders of this test."""
    spec = importlib.util.spec_from_file_location("image_build", ROOT / "firmware" / "image" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for folder in ("firmware/frozen", "boards", "firmware/image"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "firmware" / "image" / "get_tools.sh").write_text("exit 0\n")
    (tmp_path / "firmware" / "frozen" / "partitions.py").write_text("PROGRAM_KB = 4\nJOURNAL_KB = 4\n")
    inner = tmp_path / ".tools" / "image" / "tree"
    inner.mkdir(parents=True)
    (inner / "packages").write_text("micropython_1.25.dsc\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "DEBIAN", tmp_path)
    monkeypatch.setattr(module, "TOOLS", tmp_path / ".tools" / "image")
    monkeypatch.setattr(module, "INNER", inner)
    monkeypatch.setattr(module, "OUTPUT", tmp_path / "build" / "firmware")
    monkeypatch.setattr(module, "PARTITIONS", tmp_path / "firmware" / "frozen" / "partitions.py")
    return module


def uf2(size, family=0xE48BFF56, flags=0x2000, at=0x10000000):
    """An image of so many bytes, in blocks of 256."""
    magic = (0x0A324655, 0x9E5D5157)
    sizes = [(begin, min(256, size - begin)) for begin in range(0, size, 256)]
    rows = [(*magic, flags, at + begin, length, 0, 0, family) for begin, length in sizes]
    return b"".join(struct.pack("<8I", *row) + bytes(480) for row in rows)


@pytest.mark.parametrize(
    "system, machine, debian",
    [
        ("darwin", "x86_64", False),
        ("win32", "AMD64", False),
        ("linux", "aarch64", True),
        ("linux", "x86_64", False),
    ],
)
def test_elsewhere_nothing_is_downloaded(build, monkeypatch, tmp_path, capsys, system, machine, debian):
    (build.ROOT / "firmware" / "image" / "get_tools.sh").write_text(f"touch {tmp_path}/downloaded\n")
    monkeypatch.setattr(build.sys, "platform", system)
    monkeypatch.setattr(build.platform, "machine", lambda: machine)
    monkeypatch.setattr(build, "DEBIAN", tmp_path if debian else tmp_path / "none")
    assert build.main() == 3 and not (tmp_path / "downloaded").exists()
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Debian" in said and "releases" in said and "236 MB" in said


def test_the_size_of_a_program(build):
    assert build.program_bytes(uf2(1000)) == 1000
    with_erratum = uf2(1000, 0xE48BFF59) + uf2(256, 0xE48BFF57, at=0x10FFFF00)
    assert build.program_bytes(with_erratum) == 1000
    assert build.program_bytes(uf2(1000) + uf2(256, flags=1, at=0x20000000)) == 1000, "not for the flash"
    with pytest.raises(ValueError, match="byte 512"):
        build.program_bytes(uf2(256) + bytes(512))


def test_a_program_that_passes_its_partition_fails_the_build(build, monkeypatch, capsys):
    sizes = {"pico": 4096, "pico2": 4097}
    monkeypatch.setattr(build, "build", lambda chip: uf2(sizes[chip]))
    assert build.main() == 1
    said = capsys.readouterr()
    assert "cardtable_pico.uf2, 4096 of 4096 bytes" in said.out
    assert "pico2 has 4097 bytes, 1 more than its partition" in said.err and "PROGRAM_KB" in said.err
    assert not build.image_path("pico2").exists()


def test_only_what_has_changed_is_built_again(build, monkeypatch, capsys):
    built = []
    monkeypatch.setattr(build, "build", lambda chip: built.append(chip) or uf2(1024))
    board = build.ROOT / "boards" / "one.py"
    board.write_text("NAME = 1\n")
    assert build.main() == 0 and built == ["pico", "pico2"]
    assert build.main() == 0 and len(built) == 2, "nothing had changed"
    board.write_text("NAME = 2\n")
    assert build.main() == 0 and len(built) == 4
    assert (build.INNER / "project" / "boards" / "one.py").read_text() == "NAME = 2\n"
    board.unlink()
    assert build.main() == 0 and len(built) == 6
    assert not (build.INNER / "project" / "boards" / "one.py").exists()
    build.image_path("pico").write_bytes(b"torn")
    assert build.main() == 0 and built[6:] == ["pico"]
    (build.INNER / "packages").write_text("micropython_1.26.dsc\n")
    assert build.main() == 0 and len(built) == 9
    capsys.readouterr()


def test_without_tools_nothing_is_built(build):
    (build.ROOT / "firmware" / "image" / "get_tools.sh").write_text("exit 1\n")
    assert build.main() == 3 and not build.OUTPUT.exists()


def test_partitions_are_whole_and_follow_each_other():
    """The board definitions read the table as text."""
    text = (ROOT / "firmware" / "frozen" / "partitions.py").read_text()
    rows = dict(re.findall(r"^(\w+)_KB = (\d+)$", text, re.MULTILINE))
    assert set(rows) == {"PROGRAM", "JOURNAL"}
    assert all(int(kb) % 4 == 0 for kb in rows.values()), "blocks of flash have 4 KB"
    assert sum(map(int, rows.values())) <= 2048 - 512, "a Pico has 2 MB, and the files want a quarter"


def test_the_virtual_table_has_a_journal_of_that_size():
    partitions = runpy.run_path(str(ROOT / "firmware" / "frozen" / "partitions.py"))
    assert partitions["JOURNAL_KB"] * partitions["KB"] == JOURNAL_SECTORS * SECTOR


def test_every_board_definition_reads_that_table():
    folders = sorted((ROOT / "firmware" / "board").glob("CARDTABLE_*"))
    assert [folder.name for folder in folders] == ["CARDTABLE_PICO", "CARDTABLE_PICO2"]
    for folder in folders:
        assert "common.cmake" in (folder / "mpconfigboard.cmake").read_text()
        assert "CARDTABLE_PROGRAM_KB" in (folder / "mpconfigboard.h").read_text()


FROZEN = """
static const byte fun_data_one[9] __attribute__ ((aligned (2))) = { 0x00, };
static const mp_raw_code_truncated_t proto_fun_one = {
    .kind = MP_CODE_NATIVE_PY,
    .is_generator = 0,
    .fun_data = fun_data_one,
};
static const mp_raw_code_t raw_code_two = {
    .kind = MP_CODE_BYTECODE,
    .fun_data = fun_data_two,
};
"""


@pytest.mark.parametrize("at, good", [("10032b64", True), ("10032b66", False)])
def test_native_code_that_is_not_aligned_fails_the_build(build, monkeypatch, capsys, at, good):
    folder = build.INNER / "build" / "pico"
    folder.mkdir(parents=True)
    (folder / "frozen_content.c").write_text(FROZEN)
    symbols = f"{at} t fun_data_one\n10032b6b r fun_data_two\n         U __aeabi_unwind_cpp_pr0\n"
    monkeypatch.setattr(build, "inside", lambda *command: symbols if "nm" in command[0] else "")
    monkeypatch.setattr(build, "BOARDS", {"pico": "CARDTABLE_PICO"})
    (folder / "firmware.uf2").write_bytes(uf2(256))
    assert build.native_functions(FROZEN, symbols) == {"fun_data_one": int(at, 16)}
    assert build.main() == (0 if good else 1)
    assert ("multiple of 4: fun_data_one" in capsys.readouterr().err) is not good


def test_native_code_without_a_symbol_fails_the_build(build):
    with pytest.raises(KeyError, match="fun_data_one"):
        build.native_functions(FROZEN, "")
