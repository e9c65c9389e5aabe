"""A match alone in a tab: the page of a seat, with the table's program in the browser."""

import base64
import io
import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import called_command
import contrasts
import tab_player
from browser_page import OUTSIDE
from page_player import LIMIT_S, Player, advise
from tablehost.errors import CHECK_FAILED
from tablehost.journal import gamefile
from tablehost.site import __main__ as site
from tablehost.site import interpreter, solo

# The names of the cards in the hand, and what the page says.
HELD = "[...document.querySelectorAll('#hand .held.hand')].map(one => one.ariaLabel)"
TODO = "document.querySelector('#todo').textContent"


def sit(open_page, address, game="democracy", lang="", seed="1", pace=0, **more):
    """Return a player at the page of a game, to whom cards are dealt."""
    page = open_page(f"{address}{lang}/play/{game}/index.html?pace={pace}{seed and f'&seed={seed}'}", **more)
    page.wait_for_selector("#hand .held.hand, #panel.asked", timeout=1000 * LIMIT_S)
    return Player(page)


def choose(page, options, players):
    """Begin a match of so many players, with the set of options of this number."""
    page.click(".others summary")
    page.click("[popovertarget=options]:visible")
    page.locator("#options [name=options]").nth(options).check()
    page.locator("#options [name=players]").select_option(label=str(players))
    page.click("#options .strong")
    page.wait_for_selector(".others:not([open])")
    page.wait_for_function(f"() => document.querySelectorAll('.far .place').length === {players - 1}")


def follow_advice(player, most=400):
    """Play by what is ringed; return True at the end of the match."""
    for _ in range(most):
        ringed = advise(player)
        if ringed is None:
            return True
        player.page.wait_for_timeout(700)  # a tap that comes sooner than this after another one is none
        player.page.evaluate("document.querySelector('.advised')?.click()")
        player.page.wait_for_function("() => !document.querySelector('.advised')")
    return False


def check_file(path, capsys):
    """The computer takes a match file without a finding; after any change of a record it names one."""
    for verb in (("verify", path), ("import", path), ("verify", "last"), ("replay", "last", "--pace", "0")):
        status, out, err = called_command.run(capsys, *verb)
        assert status == 0, out + err
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    records = [row for row in rows if row["kind"] == "record"]
    row = records[len(records) // 2]
    row["record"][3] += 1  # its time
    row["raw"] = base64.b64encode(json.dumps(row["record"], separators=(",", ":")).encode()).decode()
    raws = [base64.b64decode(one["raw"]) for one in records]
    rows[-1]["checkpoint"] = gamefile.checkpoint(rows[0]["uid"], raws)
    changed = path.with_name("changed.jsonl")
    changed.write_text("".join([json.dumps(one) + "\n" for one in rows]))
    assert called_command.run(capsys, "verify", changed)[0] == CHECK_FAILED


@pytest.mark.parametrize("packed", [None, b"another file"])
def test_without_the_interpreter_the_rest_is_made(packed, tmp_path, monkeypatch, capsys):
    archive = tmp_path / "kept.tgz"
    if packed is not None:
        archive.write_bytes(packed)
    monkeypatch.setattr(interpreter, "KEPT", tmp_path)
    monkeypatch.setattr(interpreter, "ARCHIVE", archive)
    monkeypatch.setattr(interpreter.shutil, "which", lambda name: None)
    site.write(tmp_path / "site")
    assert interpreter.PACKAGE in capsys.readouterr().err
    assert (tmp_path / "site" / "play" / "democracy" / "index.html").exists()
    assert not list((tmp_path / "site").rglob("pyodide*"))


def test_a_match_is_played_and_handed_over_as_a_file(address, open_page, tmp_path, capsys, new_home):
    player = sit(open_page, address, lang="/fr")
    page = player.page
    choose(page, 0, 3)
    assert follow_advice(player)
    assert page.locator("#winner").inner_text() and page.locator(".felt").evaluate(OUTSIDE) == []
    with page.expect_download() as download:
        page.click("#keep")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    check_file(path, capsys)
    page.click("#again")
    page.wait_for_selector("#end", state="hidden")
    page.wait_for_selector("#hand .held.hand")


@pytest.mark.parametrize("game", ["demos", "democrazy"])
def test_the_other_games_are_played_there(address, open_page, game):
    """The beginning of a match; whole ones are played in tests/host."""
    player = sit(open_page, address, game)
    clicked = []
    for _ in range(12):
        before = player.click()
        clicked.append(before["todo"])
        assert not before["ending"] and player.page.locator(".felt").evaluate(OUTSIDE) == []
    assert len(set(clicked)) > 3


def test_a_reload_keeps_the_match(address, open_page):
    """Also a tab that is opened on another day; a new match takes its place."""
    player = sit(open_page, address, seed="")
    page = player.page
    for _ in range(4):
        player.click()
    player.until(lambda now: now["isAsked"])
    before = page.evaluate(HELD), page.evaluate(TODO), page.locator(".story li").all_inner_texts()
    again = page.context.new_page()
    page.close()
    again.goto(f"{address}/play/democracy/index.html?pace=0")
    again.wait_for_selector("#panel.asked", timeout=1000 * LIMIT_S)
    found = again.evaluate(HELD), again.evaluate(TODO), again.locator(".story li").all_inner_texts()
    assert found == before
    choose(again, 0, 4)
    Player(again).until(lambda now: now["hand"] and now["hand"] != before[0])


def test_it_works_without_a_network(address, open_page):
    player = sit(open_page, address, game="demos", seed="")
    page = player.page
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#panel.asked", timeout=1000 * LIMIT_S)
    assert page.locator("#hand .held.hand").count() and Player(page).click()["isAsked"]
    page.context.set_offline(False)


def test_the_last_act_is_taken_back(address, open_page):
    """The card comes back before the reveal and after it; then the others wait for the person."""
    player = sit(open_page, address, pace=0.3)
    page = player.page
    page.wait_for_selector("#hand.now .held.hand", timeout=1000 * LIMIT_S)
    before, asked = sorted(page.evaluate(HELD)), page.evaluate(TODO)
    for revealed in (False, True):
        page.wait_for_timeout(700)  # a tap that comes sooner than this after another one is none
        page.locator("#hand .held.hand").first.click()
        page.wait_for_selector(".held.pad")
        if revealed:
            while not page.locator(".wins").count():
                player.click()
        deadline = time.monotonic() + LIMIT_S
        while len(page.evaluate(HELD)) < len(before):  # the others may act before the click comes
            assert time.monotonic() < deadline, page.locator("#answer").inner_text()
            player.undo()
            page.wait_for_timeout(400)
        page.wait_for_function("() => document.querySelector('#answer').textContent")
        assert sorted(page.evaluate(HELD)) == before
        page.wait_for_timeout(1500)
        assert page.evaluate(TODO) == asked and not page.locator(".held.pad").count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_has_names(address, open_page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = sit(open_page, address, wide=360, high=740, color_scheme=scheme).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = axe.run(page).response["violations"]
    assert not found, [one["id"] for one in found]
    page.click(".others summary")
    page.click("[popovertarget=options]:visible")
    found = axe.run(page).response["violations"]
    assert not found, [one["id"] for one in found]
    said = " ".join(page.inner_text("#options").split())  # what is behind it is dimmed
    contrast = {words: one for words, one in contrasts.measure(page).items() if words in said}
    assert "Begin" in contrast and min(contrast.values()) >= contrasts.LEAST, contrast


PLAY = """
import json, sys
sys.path += [sys.argv[1]]
import tab_player
for name, options in json.loads(sys.argv[2]).items():
    for language in ("en", "fr"):
        match = tab_player.TabPlayer(name, 4, options, language).play(6)
        for line in ("help", "rules", "undo", "scores", "hand"):
            match.type(line)
        match.reload().play()
        assert match.is_over and len(match.file()) == 2
        print(name, language)
"""


def test_the_packed_program_has_all_that_matches_need(tmp_path):
    """Whole matches with typed lines, undo, reload and file, without the other modules of a checkout."""
    with zipfile.ZipFile(io.BytesIO(solo.pack())) as program:
        program.extractall(tmp_path)
    support = Path(tab_player.__file__)
    (tmp_path / support.name).write_bytes(support.read_bytes())
    options = {"democracy": {"target": 1}, "demos": {"max_rounds": 2}, "democrazy": {"stack_top": 2}}
    command = [sys.executable, "-I", "-S", "-c", PLAY, tmp_path, json.dumps(options)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 6
