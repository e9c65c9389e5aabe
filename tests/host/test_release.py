"""A release: all its parts, and the hashes of each."""

import importlib.util
import zipfile
from hashlib import sha256

import pytest

import mp32
from cardtable import __version__


@pytest.fixture
def release(tmp_path):
    """The script, and a folder that is built but for it."""
    spec = importlib.util.spec_from_file_location("release", mp32.ROOT / "firmware" / "image" / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("build/firmware/cardtable_pico.uf2", "build/firmware/cardtable_pico2.uf2",
                 f"dist/cardtable-{__version__}-py3-none-any.whl",
                 f"build/fast/cardtable-{__version__}-cp311-cp311-linux_x86_64.whl", "boards/pico_bench.py",
                 "build/boards/shield/shield-1.zip", "hardware/pad.dxf", "hardware/pico_bench-parts.md",
                 "hardware/pico_bench.net", "LICENSE", "docs/CHANGELOG.md",
                 "build/site/index.html", "build/site/static/pyodide.mjs"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"this is {name}")
    return module


def test_it_has_all_its_parts_and_their_hashes(release, tmp_path):
    assert release.main(tmp_path) == 0
    dist = tmp_path / "dist"
    told = dict(reversed(row.split("  ")) for row in (dist / "SHA256SUMS").read_text().splitlines())
    assert told == {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in dist.iterdir() if path.name != "SHA256SUMS"
    }  # fmt: skip
    assert {"cardtable_pico.uf2", "cardtable_pico2.uf2", "CHANGES.md", "LICENCES.txt"} < set(told)
    assert len(list(dist.glob("*.whl"))) == 2
    names = zipfile.ZipFile(dist / f"cardtable-{__version__}-hardware.zip").namelist()
    assert names == [
        "boards/pico_bench.py", "hardware/pad.dxf", "hardware/pico_bench-parts.md", "hardware/pico_bench.net"
    ]  # fmt: skip
    assert zipfile.ZipFile(dist / f"cardtable-{__version__}-boards.zip").namelist() == ["shield/shield-1.zip"]
    site = zipfile.ZipFile(dist / f"cardtable-{__version__}-site.zip").namelist()
    assert site == ["index.html", "static/pyodide.mjs"]
    licences = (dist / "LICENCES.txt").read_text()
    assert licences.startswith("this is LICENSE") and "MicroPython" in licences
    before = (dist / "SHA256SUMS").read_text()
    assert release.main(tmp_path) == 0 and (dist / "SHA256SUMS").read_text() == before


PARTS = [
    "build/boards/shield/shield-1.zip",
    "build/firmware/cardtable_pico2.uf2",
    "build/site/static/pyodide.mjs",
    "hardware/pico_bench.net",
]


@pytest.mark.parametrize("missing", PARTS)
def test_without_one_of_its_parts_there_is_none(release, tmp_path, capsys, missing):
    (tmp_path / missing).unlink()
    assert release.main(tmp_path) == 1
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "dist" / "SHA256SUMS").exists()
