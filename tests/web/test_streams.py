"""The events of a table: a page has each change once, however it comes, goes and is slow."""

import asyncio
import json
import re

import pytest

from asgi import House, events_of, run, visit
from served import fold
from tablehost.match import card_words
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary
from tablehost.web import guard
from tablehost.web.feed import KEPT

PLAYERS = ["Ada", "Ben"]
KEYS = [b"event", b"data", b"", b""]  # of the lines of an event without a number
MATCH = {
    "kind": "match", "game": "democracy", "players": PLAYERS, "options": {}, "virtual": True,
}  # fmt: skip


@pytest.fixture
def oak():
    return House("oak").tables["oak"]


def play(table, players=PLAYERS):
    """Return a presenter whose match this table shows."""
    chorus = Chorus(players, [vocabulary.load(language, "democracy") for language in ("en", "fr")])
    for language, feed in table.feeds.items():
        feed.open(chorus.voice(language))
    return chorus


def fold_all(events):
    """Return what a page shows after these events."""
    now = {}
    for kind, _, data in events:
        if kind != "beat":
            now = dict(data) if kind == "snapshot" else fold(now, data)
    return now


def taken(feed, seen=None):
    """Return the events for a page that comes now, or has `seen` so many changes, and its count then."""
    if seen is None:
        count, whole = feed.snapshot()
        return events_of(whole), count
    count, missing = feed.after(seen)
    return events_of(b"".join(missing)), count


def test_a_page_that_follows_shows_what_a_new_one_does(oak):
    match, feed = play(oak), oak.feeds["en"]
    shown, seen = taken(feed)
    match.line(MATCH, 1)
    match.display("Lay a card")
    for number in range(2, 60):
        match.line({"kind": "pause", "what": "pause", "by": [0]}, number)
        if number % 7 == 0:
            more, seen = taken(feed, seen)
            shown += more
    more, seen = taken(feed, seen)
    whole, _ = taken(feed)
    assert fold_all(shown + more) == fold_all(whole)
    assert len(fold_all(whole)["stories"]) == 40 and fold_all(whole)["number"] == 59


def test_an_event_forms_one_story_at_most(oak):
    match, words = play(oak), oak.feeds["en"]._words
    match.line(MATCH, 1)
    for number in range(2, 3 * card_words.KEPT):
        before = [form.cache_info().misses for form in (words.show, words.put_into)]
        match.line({"kind": "own", "at": number}, number)
        after = [form.cache_info() for form in (words.show, words.put_into)]
        assert [now.misses - then for now, then in zip(after, before, strict=True)] == [1, 1]
        assert all(now.currsize <= card_words.KEPT for now in after)


def test_only_records_have_a_number(oak):
    match, feed = play(oak), oak.feeds["en"]
    _, seen = taken(feed)
    match.line(MATCH, 7)
    match.display("Lay a card")
    match.notice("The table is silent")
    events, _ = taken(feed, seen)
    told = [(number, "more" in data) for _, number, data in events if number or "more" in data]
    assert told == [("7", True)]


def test_a_slow_page_begins_again_with_a_snapshot(oak):
    match, feed = play(oak), oak.feeds["en"]
    _, seen = taken(feed)
    for number in range(KEPT + 5):
        match.display(f"text {number}")
    events, _ = taken(feed, seen)
    assert [kind for kind, _, _ in events] == ["snapshot"]
    assert events[0][2]["display"] == f"text {KEPT + 4}"
    match.display("the next one")
    assert [kind for kind, _, _ in taken(feed, seen + KEPT + 5)[0]] == ["change"]


def test_each_page_has_its_language(oak):
    match = play(oak)
    match.line(MATCH, 1)
    texts = {language: taken(feed)[0][0][2]["stories"][0]["text"] for language, feed in oak.feeds.items()}
    assert "at the virtual table" in texts["en"] and "à la table virtuelle" in texts["fr"]


@pytest.mark.parametrize(
    "evil", ["a\r\nevent: change\r\ndata: {}", "a\rb", "a\n\nid: 9", "\u2028", "</script>"]
)
def test_a_name_forges_no_event(oak, evil):
    match, feed = play(oak, [evil, "Ben"]), oak.feeds["en"]
    match.display(f"{evil}, lay a card")
    _, whole = feed.snapshot()
    assert b"\r" not in whole and [line.partition(b": ")[0] for line in whole.split(b"\n")] == KEYS
    assert [kind for kind, _, _ in events_of(whole)] == ["snapshot"]


def test_a_match_that_begins_replaces_the_one_before(oak):
    match, feed = play(oak), oak.feeds["en"]
    shown, seen = taken(feed)
    match.line(MATCH, 1)
    play(oak, ["Cleo", "Dan", "Eve"])
    more, _ = taken(feed, seen)
    assert fold_all(shown + more) == fold_all(taken(feed)[0])
    assert fold_all(shown + more)["stories"] == []


def test_only_the_picture_of_the_match_that_is_asked_for_is_kept():
    house = House("oak")
    visitor, _ = visit(house)
    feed = house.tables["oak"].feeds["en"]
    found = []
    for line in (MATCH, MATCH | {"options": {"days": 3}}, MATCH):
        match = play(house.tables["oak"])
        assert feed.document["cards"] == ""
        match.line(line, 1)
        found.append(feed.document["cards"])
        kept = [
            "max-age" in visitor.get(f"/tables/oak/faces.svg?lang=en&of={one}").headers["cache-control"]
            for one in (found[-1], found[0], "")
        ]
        assert kept == [True, found[0] == found[-1], False]
    assert found[0] == found[2] != found[1]


def test_a_deal_is_not_shown(oak):
    match, feed = play(oak), oak.feeds["en"]
    match.line(MATCH, 1)
    match.line({"kind": "deal", "day": 1, "hand": 1, "hands": [["5S"], ["7D"]], "pool": ["9H"]})
    assert not {"5S", "7D", "9H", "5♠"} & set(str(taken(feed)[0]).replace("'", " ").split())


def test_a_stream_beats_and_ends_with_its_table(monkeypatch):
    monkeypatch.setattr("tablehost.web.feed.BEAT_S", 0.02)
    house = House("oak")
    visitor, _ = visit(house)
    oak = house.tables["oak"]
    match = play(oak)

    async def listen():
        bodies = [b""]
        asked = asyncio.create_task(visitor.begin("GET", "/tables/oak/events?lang=en", until=bodies.append))

        async def until(word, times=1):
            while bodies[-1].count(word) < times:
                await asyncio.sleep(0.001)

        await until(b"event: snapshot")
        await asyncio.to_thread(match.display, "news")
        await until(b"event: change")
        await until(b"event: beat", 4)
        oak.close()
        return await asked

    answer = run(listen())
    kinds = [kind for kind, _, _ in events_of(answer.body)]
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert kinds[0] == "snapshot" and kinds.count("change") == 1
    beats = [data["age"] for kind, _, data in events_of(answer.body) if kind == "beat"]
    assert min(beats) > 3  # the session was never heard of


def test_forty_pages_are_left_without_a_trace():
    house = House("oak")
    visitor, _ = visit(house)
    play(house.tables["oak"])

    async def come_and_go():
        def page():
            return visitor.begin("GET", "/tables/oak/events", until=lambda body: b"snapshot" in body)

        return await asyncio.gather(*(page() for _ in range(40)))

    for _ in range(3):  # more than may be there at once
        assert [answer.status for answer in run(come_and_go())] == [200] * 40


def test_no_language_tells_a_deal(oak):
    match = play(oak)
    match.line(MATCH, 1)
    match.line({"kind": "deal", "day": 1, "hand": 1, "hands": [["7S"], ["9H"]], "pool": ["KC"]}, 2)
    for feed in oak.feeds.values():
        events, _ = taken(feed)
        assert fold_all(events)
        assert not re.findall("7.?[S♠]|9.?[H♥]|[KR].?[C♣]", json.dumps(events, ensure_ascii=False))


def test_a_browser_has_four_streams_and_others_have_theirs(monkeypatch):
    house = House("oak")
    browsers = [visit(house)[0] for _ in range(2)]
    browsers[1]._app = browsers[0]._app
    play(house.tables["oak"])
    for one in browsers:
        one.get("/hall")
    assert browsers[0].cookies["browser"] != browsers[1].cookies["browser"]

    async def come_and_go():
        left = asyncio.Event()
        brief = []

        async def page(browser):
            def until(body):
                return left.is_set() and b"beat" in body

            answer = await browser.begin("GET", "/tables/oak/events", until=until)
            if not left.is_set():
                brief.append(answer)

        pages = [asyncio.ensure_future(page(one)) for one in browsers for _ in range(6)]
        while len(brief) < 4:
            await asyncio.sleep(0.001)
        left.set()
        await asyncio.gather(*pages)
        return brief

    for _ in range(2):  # those that have gone count no more
        brief = run(come_and_go())
        assert len(brief) == 4
        for answer in brief:
            assert [kind for kind, _, _ in events_of(answer.body)] == ["once", "snapshot", "beat"]


def test_a_stream_that_never_begins_is_not_counted():
    house = House("oak")
    visitor, _ = visit(house)
    play(house.tables["oak"])

    async def refuse(message):
        raise OSError("the page has gone")

    async def receive():
        await asyncio.Event().wait()

    async def come():
        with pytest.raises(OSError):
            await visitor._app(visitor.scope("GET", "/tables/oak/events", {}), receive, refuse)

    for _ in range(guard.MOST_STREAMS_EACH + 1):
        run(come())
    stays = visitor.ask("GET", "/tables/oak/events", until=lambda body: body.count(b"event: beat") > 1)
    assert stays.status == 200 and b"once" not in stays.body
