"""A seat at a page where modules and functions are absent that Windows lacks: a match by clicks."""

import json

import pytest

import without_posix
from page_player import Player


@pytest.mark.parametrize(("game", "options"), [("democracy", {"target": 1})])
def test_a_match_is_played_by_clicks_and_verified(serve, open_page, tmp_path, game, options):
    server = serve("--pace", "0", start=without_posix.start)
    page = open_page(server.link)
    page.goto(f"{server.url}/tables/virtual")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/tables/virtual/seat/*")
    server.enter()
    server.begin(game, 3, **options)
    open_page.forgives = ("410", "REFUSED")  # a click after the last trick, and the end of the server
    player = Player(page)
    assert player.play(400)["ending"] and len(player.clicks) > 5
    assert server.stop()[0] == 0
    assert "Traceback" not in "\n".join(server.lines)
    _, out, err = without_posix.run(server.home, "verify", "last", "--json")
    assert json.loads(out)["ok"], err
