"""Matches in Firefox and in WebKit: the page of a seat, with the table in the tab."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

LIMIT_S = 120
WEBKIT = sorted(Path("/usr/lib").glob("*/webkit2gtk-*/MiniBrowser"))
CURE = "pip install selenium marionette-driver, and apt-get install firefox-esr webkit2gtk-driver xvfb"
# Follow the advice; return the sentence, or "end".
STEP = """
    if (!document.querySelector("#end").hidden) return "end";
    const ringed = document.querySelector(".advised");
    if (ringed) ringed.click();
    else if (document.querySelector("#answer").textContent.startsWith("Only the persons"))
        document.querySelector("#keys [data-word=no]").click();
    else if (!document.querySelector("#advise").disabled) document.querySelector("#advise").click();
    return document.querySelector("#todo").textContent + document.querySelector("#state").textContent;
"""


def missing():
    pytest.skip(f"missing: another browser; to get it: {CURE}")


@pytest.fixture
def screen():
    """The name of a screen without a display."""
    if not shutil.which("Xvfb"):
        missing()
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24"], pass_fds=[write]
    )
    yield f":{os.read(read, 16).decode().strip()}"
    server.terminate()
    server.wait()


@pytest.fixture
def webkit(screen, monkeypatch):
    """A function that opens an address in WebKit, and returns one that runs a script there."""
    webdriver = pytest.importorskip("selenium.webdriver", reason=CURE)
    if not WEBKIT or not shutil.which("WebKitWebDriver"):
        missing()
    monkeypatch.setenv("DISPLAY", screen)
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(WEBKIT[-1])
    options.add_argument("--automation")
    service = webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"))
    driver = webdriver.WebKitGTK(options=options, service=service)

    def open_(address):
        driver.get(address)
        return driver.execute_script

    yield open_
    driver.quit()


@pytest.fixture
def firefox(tmp_path, monkeypatch):
    """The same in Firefox."""
    marionette = pytest.importorskip("marionette_driver.marionette", reason=CURE)
    program = shutil.which("firefox-esr") or shutil.which("firefox") or missing()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    monkeypatch.setenv("HOME", str(tmp_path))
    command = [program, "-headless", "-marionette", "-no-remote", "-profile", tmp_path]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        driver = marionette.Marionette(host="127.0.0.1", port=port)
        driver.wait_for_port(timeout=LIMIT_S)
        driver.start_session()

        def open_(address):
            driver.navigate(address)
            return driver.execute_script

        yield open_
        driver.delete_session()
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["democracy", "demos", "democrazy"])
@pytest.mark.parametrize("browser", ["webkit", "firefox"])
def test_a_match_is_played_by_what_is_advised(browser, game, address, request):
    """To its end, or as far as the time goes: then many things were asked."""
    run = request.getfixturevalue(browser)(f"{address}/play/{game}/index.html?pace=0&seed=1")
    until, told = time.monotonic() + LIMIT_S, []
    while time.monotonic() < until and told[-1:] != ["end"]:
        told.append(run(STEP))
        time.sleep(0.4)
    assert told[-1] == "end" or len(set(told)) > 8, told[-10:]
