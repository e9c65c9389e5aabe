"""Pictures of the pages in each stage of each game into build/pictures, with contact sheets.

`python tests/slow/pictures.py [GAMES] [LANGUAGE]`. A person at the page of a seat does what is marked; what
is asked for the first time is drawn at all sizes. The wall is drawn too, and the pages around a match.
"""

import itertools
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from browser_page import launch
from served import Server

INTO = Path(__file__).resolve().parents[2] / "build" / "pictures"
SIZES = [(1280, 720), (390, 664), (664, 390)]
WALL = (1920, 1080)
GAMES = {
    "democracy": (4, {"target": 1}),
    "demos": (3, {"max_rounds": 2}),
    "democrazy": (4, {"stack_top": 2, "stack_bottom": 0}),
}
PAGES = ["/", "/new", "/learn", "/games", "/hall", "/tables/virtual/referee", "/tables/virtual/invite"]
MOST = 40  # stages of a match
STEPS = 2000
NOW = """() => ({
    todo: document.querySelector("#todo").textContent, over: !document.querySelector("#end").hidden,
    asked: document.querySelector("#panel").classList.contains("asked"),
})"""
FOLLOW = """at => {
    // some tries to show three are enough
    const keys = document.querySelectorAll("#keys button");
    if (keys.length && at % 9 === 8) return keys[keys.length - 1].click();
    const cards = [...document.querySelectorAll("#hand.now .held.hand:not(.unfit)")];
    const one = cards.length ? cards[at % cards.length] : document.querySelector("#panel .now:not(ul)")
        ?? document.querySelector(".takes .held.open, .held.pad, #panel .acts button");
    one?.click();
}"""


def draw(page, name, sizes=SIZES):
    """Write a picture of a page in each of these sizes."""
    page.wait_for_timeout(500)  # none flies any more
    for wide, high in sizes:
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_timeout(350)  # cards come to rest
        page.screenshot(path=INTO / f"{name}-{wide}.png")


def play(server, browser, game, players, options):
    """Draw a match of a game."""
    page = browser.new_page()
    page.goto(server.link)
    page.goto(f"{server.url}/tables/virtual")
    page.locator("form[action$='/sit'] button").click()
    page.wait_for_url(re.compile(r"/seat/\d+$"))
    server.enter()
    server.begin(game, players, **options)
    wall = browser.new_page(viewport={"width": WALL[0], "height": WALL[1]})
    wall.goto(f"{server.url}/tables/virtual")
    met, at, asked = set(), 0, ""
    for _ in range(STEPS):
        page.wait_for_timeout(60)
        now = page.evaluate(NOW)
        stage = "the end" if now["over"] else re.sub(r"\d+|[A-Z]\w+", "", now["todo"])
        if stage not in met and len(met) < MOST:
            met.add(stage)
            draw(page, f"{game}-{len(met):02}")
            draw(wall, f"{game}-{len(met):02}-wall", [WALL])
        if now["over"]:
            break
        if now["asked"]:
            at, asked = (at + 1 if now["todo"] == asked else 0), now["todo"]
            page.evaluate(FOLLOW, at)
    page.close()
    wall.close()


def sheet(browser, subject):
    """Write one picture of all those of a game, small."""
    names = sorted(path.name for path in INTO.glob(f"{subject}-*.png"))
    rows = "".join(f'<figure><img src="{name}"><figcaption>{name}</figcaption></figure>' for name in names)
    style = "body{font:12px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{height:270px}"
    (INTO / f"{subject}.html").write_text(f"<!doctype html><style>{style}</style>{rows}")
    page = browser.new_page(viewport={"width": 1800, "height": 900})
    page.goto((INTO / f"{subject}.html").as_uri())
    page.screenshot(path=INTO / f"sheet-{subject}.png", full_page=True)
    page.close()


def main(games="", language="en"):
    """Draw all of it."""
    shutil.rmtree(INTO, ignore_errors=True)
    INTO.mkdir(parents=True)
    browser = launch()
    for game in games.split() or GAMES:
        with tempfile.TemporaryDirectory() as home:
            server = Server(home, "--pace", "0.1", language=language)
            try:
                play(server, browser, game, *GAMES[game])
                if game == "democracy":
                    page = browser.new_page()
                    page.goto(server.link)
                    for path, scheme in itertools.product(PAGES, ("light", "dark")):
                        page.emulate_media(color_scheme=scheme)
                        page.goto(server.url + path)
                        draw(page, f"pages{path.replace('/', '-')}-{scheme}", [*SIZES[:2], WALL])
                    page.close()
            finally:
                server.kill()
    for subject in (*(games.split() or GAMES), "pages"):
        sheet(browser, subject)
    print("build/pictures: sheet-*.png, and each picture beside them")


if __name__ == "__main__":
    main(*sys.argv[1:])
