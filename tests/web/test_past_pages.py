"""Games are looked back at in a real browser: the steps by keyboard, the verdict of the page, import."""

import json
import re

import pytest

import exported_games
import live_site
from recorded_matches import audited
from tablehost.journal import game_log, gamefile
from tablehost.journal.store import Journal

PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture(scope="module")
def site(browser, tmp_path_factory):
    """The pages of a journal with a corrected game, one of ten, and one that is not over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(tmp_path_factory.mktemp("home")))
        live_site.keep(live_site.corrected())
        live_site.keep(exported_games.finished("democrazy", 10, 5))
        live_site.keep(exported_games.finished("democracy", 5, 3), until=40)
        site = live_site.Site()
        yield site
        site.close()


def step_of(page):
    return int(re.search("[0-9]+", page.inner_text("#where"))[0])


def begin(browser, site, number=1, language="en"):
    page = browser.visit(f"{site.address}/games/{number}?lang={language}")
    page.wait_for_selector("#where:not(:empty)")
    return page


def test_the_slider_is_moved_by_keys_and_says_the_step_in_words(browser, site):
    page = begin(browser, site)
    most = int(page.get_attribute("#step", "max"))
    page.focus("#step")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert step_of(page) == 13
    said = page.get_attribute("#step", "aria-valuetext")
    assert said.startswith("Step 13 of") and "line 10 of the log, record" in said
    assert page.locator(".story li .unseen").last.inner_text() in said
    page.keyboard.press("End")
    assert step_of(page) == most + 1 and "Ada" in page.inner_text(".ending")
    page.keyboard.press("Home")
    assert step_of(page) == 1 and page.locator(".story li").count() == 0
    assert page.complaints == []


def test_the_buttons_are_reached_by_tab(browser, site):
    page = begin(browser, site)
    page.focus("#back")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("Enter")  # next
    assert step_of(page) == 4
    page.focus("#back")
    page.keyboard.press("Space")
    assert step_of(page) == 3
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # play
    assert page.inner_text("#play") == "Pause"
    page.wait_for_selector("#where:has-text('Step 5')")
    page.keyboard.press("Enter")
    assert (page.inner_text("#play"), page.get_attribute("#play", "aria-pressed")) == ("Play", "false")
    assert page.complaints == []


def test_the_steps_are_in_french(browser, site):
    page = begin(browser, site, language="fr")
    page.focus("#step")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#step", "aria-valuetext").startswith("Pas 2 sur")
    assert "table virtuelle" in page.inner_text(".story")


def judged(page):
    page.wait_for_selector("#result:not(:empty)")
    rows = page.locator("#parts tr").all_inner_texts()
    kind, text = page.get_attribute("#result", "class"), page.inner_text("#result")
    return kind, text, [one.split("\t") for one in rows]


def test_a_sound_game_is_found_sound_by_the_page(browser, site):
    page = browser.visit(f"{site.address}/games/1/verify?lang=en")
    kind, text, parts = judged(page)
    assert kind == "state fine" and text.startswith("Sound: records 0 to")
    assert [(part, state) for part, state, _ in parts] == [
        (part, "fine") for part in ("order", "chain", "cards", "signature")
    ]
    with Journal() as journal:
        chronicle = game_log.load_chronicle(journal, journal.game(1))
    assert page.locator("#heads tr").last.inner_text().endswith(chronicle.words)
    rows = [one.split("\t") for one in page.locator("#values tr").all_inner_texts()]
    assert len(rows) > 50 and rows[0][0] == "4096" and re.search("[♠♥♦♣]", rows[0][4])
    assert any(row[4] == "named by hand" for row in rows)
    assert "cardtable verify 1" in page.inner_text("main")
    assert page.complaints == []


def changed(file, at=50):
    record = json.loads(file.raws[at])
    record[3] += 1
    file.raws[at] = json.dumps(record, separators=(",", ":")).encode()
    return file


@pytest.mark.parametrize(
    ("language", "said"), [("en", "It does not hold. Record {}"), ("fr", "enregistrement {}")]
)
def test_a_changed_file_is_refused_at_the_record_and_not_sent(browser, site, tmp_path, language, said):
    file = changed(live_site.corrected())
    path = tmp_path / "game.jsonl"
    path.write_text(gamefile.to_lines(file))
    page = browser.visit(f"{site.address}/games/verify?lang={language}")
    asked = []
    page.on("request", lambda request: request.url.endswith("icon.svg") or asked.append(request.url))
    page.set_input_files("#file", path)
    kind, text, parts = judged(page)
    bad = audited(file.raws).first_bad
    assert kind == "state finding" and said.format(bad) in text
    assert any(str(bad) in words for _, state, words in parts if state in ("finding", "défaut"))
    other = tmp_path / "other.jsonl"
    other.write_text("no game\n")
    page.set_input_files("#file", other)
    page.wait_for_selector("#parts:empty", state="attached")
    assert page.get_attribute("#result", "class") == "state finding"
    assert asked == [] and page.complaints == []


def test_the_operator_imports_by_a_page(browser, site, tmp_path):
    page = browser.visit(site.link)
    page.goto(f"{site.address}/games/import?lang=en")
    path = tmp_path / "game.jsonl"
    for file, kind in (
        (changed(live_site.corrected()), "finding"),
        (exported_games.finished("demos", 4, 7), "fine"),
    ):
        path.write_text(gamefile.to_lines(file))
        page.set_input_files("#file", path)
        page.wait_for_selector(f"#said .state.{kind}")
        assert page.locator("#said li").count() > 0
    page.click("#said a")
    page.wait_for_selector("#where:not(:empty)")
    assert "imported" in page.inner_text("main") and step_of(page) == 1
    assert [one for one in page.complaints if "400" not in one] == []  # the refused file's answer


def test_no_page_is_wider_than_a_phone(browser, site):
    page = browser.visit(site.link, **PHONE)
    paths = ["/games", "/games/import", "/games/verify", "/games/9"]
    paths += [f"/games/{n}{rest}" for n in (1, 2, 3) for rest in ("", "/checks", "/verify")]
    for path in paths:
        for language in ("en", "fr"):
            page.goto(f"{site.address}{path}?lang={language}")
            if path[-1] in "123":
                page.wait_for_selector("#where:not(:empty)")
            elif path.endswith("/verify") and path != "/games/verify":
                page.wait_for_selector("#result:not(:empty)")
            assert page.evaluate("document.documentElement.scrollWidth") == 360, (path, language)


@pytest.mark.parametrize("wide", [360, 1280])
def test_a_button_stays_where_it_was_pressed(browser, site, wide):
    """All steps of a match are clicked through with a pointer that keeps still, however long their texts."""
    page = browser.visit(f"{site.address}/games/1", viewport={"width": wide, "height": 740})
    page.wait_for_selector("#where:not(:empty)")
    most = int(page.get_attribute("#step", "max"))
    page.locator("#forth").scroll_into_view_if_needed()
    box = page.locator("#forth").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 3, box["y"] + 3)
    for n in range(1, most + 1):
        page.mouse.click(box["x"] + box["width"] - 3, box["y"] + 3)
        assert step_of(page) == n + 1
    assert page.locator("#forth").bounding_box() == box
    page.click("#play")  # its label changes
    assert page.locator("#forth").bounding_box() == box
