"""A wheel leads to a flashed table, without compiler and checkout. It speaks all languages of the table."""

import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from amounts import amount
from cardtable import languages
from uf2_images import PICO2, put, uf2

ROOT = Path(__file__).resolve().parents[2]
TAKEN = (".gitignore", "pyproject.toml", "LICENSE", "README.md", "firmware", "host", "boards", "docs")
MODULES = [f"{code}.py" for code in languages.CODES]
NEW = "00000000000000bb"
LIMIT_S = 120


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def not_in_git(folder, names):
    """Return which of these names of a folder git ignores."""
    return {"__pycache__", *(MODULES if Path(folder).name == "languages" else ())}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel of this tree as git has it, without the languages' modules; with images of no program."""
    tree = tmp_path_factory.mktemp("tree")
    for name in TAKEN:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=not_in_git)
        else:
            shutil.copy(source, tree / name)
    built = tree / "build" / "firmware"
    built.mkdir(parents=True)
    put(built, "cardtable_pico.uf2", uf2(3000), NEW)
    put(built, "cardtable_pico2.uf2", uf2(2000, PICO2), NEW)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tree / "dist", tree)
    (path,) = (tree / "dist").glob("*.whl")
    return path


def test_it_carries_the_images_of_both_chips(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for chip in ("pico", "pico2"):
        for ending in ("uf2", "json"):
            assert f"tablehost/_firmware/cardtable_{chip}.{ending}" in names
    assert "tablehost/_firmware/boards/pico_6pads.py" in names
    assert {"cardtable/py.typed", "tablehost/py.typed"} <= set(names)
    assert {f"cardtable/languages/{name}" for name in MODULES} <= set(names)
    texts = {path.relative_to(ROOT / "host").as_posix() for path in (ROOT / "host").rglob("*.txt")}
    assert texts and texts <= set(names)


@pytest.fixture(scope="module")
def venv(wheel, tmp_path_factory):
    """An environment that has the wheel and what it needs."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    run(sys.executable, "-m", "pip", "--quiet", "--python", venv / "bin" / "python", "install", wheel)
    return venv


SAID = [("fr", "» Prenez place: "), ("en", "» Sit down: ")]


@pytest.mark.parametrize(("lang", "said"), amount(SAID[:1], soak=SAID))
def test_an_installed_wheel_speaks_each_language(venv, tmp_path, monkeypatch, lang, said):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    play = ("play", "democracy", "--players", "2", "--pace", "0", "--watch", "--teach", "-o", "days=1")
    assert said in run(
        venv / "bin" / "cardtable", *play, "-o", "target=1", "-o", "match_tie=shared", "--lang", lang
    )


def test_an_installed_wheel_copies_the_image_of_the_chip(venv, tmp_path):
    drive = tmp_path / "RP2350"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n")
    flash = [venv / "bin" / "cardtable", "flash", "--drive", drive]
    plan = run(*flash, "-n", "--board", "pico_6pads")
    assert (
        "cardtable_pico2.uf2" in plan
        and NEW in plan
        and [path.name for path in drive.iterdir()] == ["INFO_UF2.TXT"]
    )
    process = subprocess.Popen([str(word) for word in flash], cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + LIMIT_S
        copied = drive / "cardtable.uf2"
        while not copied.exists() or copied.read_bytes() != uf2(2000, PICO2):
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.1)
    finally:
        process.kill()
        process.wait()
