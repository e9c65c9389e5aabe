"""Persons at seats: invitations, cookies, names, pages of one seat, and each kind of refusal."""

import asyncio
import json
import os
import stat
import time

import pytest

from asgi import House, events_of, run, title_of, visit
from tablehost.folders import home
from tablehost.web import seats as pages
from tablehost.web.chairs import GRACE_S, HIDDEN_S, MOST_WAITING, Chair
from tablehost.web.persons import load_keys

SEAT = "/tables/oak/seat/1"


@pytest.fixture
def house():
    return House("oak")


@pytest.fixture
def chairs(house):
    return house.tables["oak"].chairs


@pytest.fixture
def operator(house):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    return visitor


@pytest.fixture
def guest(house):
    return visit(house)[0]


def sit(house, guest, name="Eve", seat=""):
    place = f"oak/{seat}" if seat else "oak"
    token = house.keys.token(place)
    return guest.post("/tables/oak/join", f"name={name}&seat={seat}&token={token}".encode())


def clock(monkeypatch):
    """Return the time of the seats, as a list of one number that a test moves on."""
    now = [time.monotonic()]
    monkeypatch.setattr("tablehost.web.chairs.time.monotonic", lambda: now[0])
    return now


def names(chairs):
    return [chair.name for chair in chairs.all]


# -- sitting down ------------------------------------------------------------------------------------


def test_an_invitation_leads_to_the_first_free_seat(house, chairs, guest):
    chairs.sit(0, "Ada")
    form = guest.get(f"/tables/oak/join?token={house.keys.token('oak')}")
    assert form.status == 200 and 'name="name"' in form.text
    answer = sit(house, guest)
    assert answer.status == 303 and answer.headers["location"] == "/tables/oak/seat/2"
    assert names(chairs)[:3] == ["Ada", "Eve", ""]
    assert guest.get("/tables/oak/seat/2").status == 200


def test_the_cookie_is_of_one_seat_and_out_of_reach_of_scripts(house, guest):
    [cookie] = sit(house, guest).cookies
    assert "Path=/tables/oak/seat/1;" in cookie and "HttpOnly" in cookie and "samesite=lax" in cookie.lower()
    assert guest.get("/tables/oak/seat/2").status == 403


def test_a_link_to_a_seat_loses_its_token_at_once(house, chairs, guest):
    token = house.keys.token("oak/3")
    answer = guest.get(f"/tables/oak/seat/3?token={token}")
    assert answer.status == 303 and answer.headers["location"].startswith("/tables/oak/join?seat=3&")
    assert sit(house, guest, "Eve", "3").headers["location"] == "/tables/oak/seat/3"
    other = visit(house)[0]
    answer = other.get(f"/tables/oak/seat/3?token={token}")  # the same person, at another device
    assert answer.headers["location"] == "/tables/oak/seat/3" and names(chairs)[2] == "Eve"
    assert other.get("/tables/oak/seat/3").status == 200


@pytest.mark.parametrize("token", ["", "wrong", "é", "0" * 32])
@pytest.mark.parametrize("path", ["/tables/oak/join?seat=", "/tables/oak/join?seat=2", "/tables/oak/seat/2?"])
def test_without_an_invitation_there_is_no_seat(chairs, guest, path, token):
    answer = guest.get(f"{path}&token={token}")
    assert answer.status == 403 and title_of(answer) in ("This invitation is void", "This is not your seat")
    assert guest.post("/tables/oak/join", f"name=Eve&token={token}".encode()).status == 403
    assert not any(names(chairs))


def test_the_token_of_one_seat_is_none_of_another(house, chairs, guest):
    token = house.keys.token("oak/1")
    for form in (f"name=Eve&seat=2&token={token}", f"name=Eve&token={token}"):
        assert guest.post("/tables/oak/join", form.encode()).status == 403
    assert not any(names(chairs))


@pytest.mark.parametrize("name", ["", "%20", "x" * 25, "a%2Cb", "a%0D%0Ab", "ada", "Àda"])
def test_a_name_that_cannot_be_is_asked_for_again(house, chairs, guest, name):
    chairs.sit(0, "Ada")
    answer = sit(house, guest, name)
    assert answer.status == 422 and 'role="alert"' in answer.text and names(chairs)[1:] == [""] * 9


def test_a_match_that_looks_in_any_instant_shows_the_hand_to_its_new_person(chairs, monkeypatch):
    chair, shown = chairs.all[0], []
    seen = [chair.person]

    class Feed:
        def forget(self):
            look()
            shown.clear()
            look()

    def look():
        if chair.person != seen[0]:
            seen[0] = chair.person
            shown[:] = [chair.name]

    def change(one, name, value):
        object.__setattr__(one, name, value)
        look()

    chair.feeds = {"en": Feed()}
    monkeypatch.setattr(Chair, "__setattr__", change)
    for name in ("Ada", "", "Ben"):
        chair.seat_person(name)
        assert shown == [name]


def test_a_full_table_says_so(house, chairs, guest):
    for seat in range(10):
        chairs.sit(seat, f"P{seat}")
    assert "All seats" not in guest.get("/tables/oak").text
    assert "Persons play all the seats" in guest.get(f"/tables/oak/join?token={house.keys.token('oak')}").text
    assert title_of(sit(house, guest)) == "All seats are taken"
    assert title_of(sit(house, guest, "Eve", "4")) == "Another person sits there"


@pytest.mark.parametrize(
    "path", ["/tables/elm/join", "/tables/oak/seat/0", "/tables/oak/seat/11", "/tables/oak/seat/x"]
)
def test_there_is_no_such_seat(guest, path):
    assert guest.get(path).status == 404


# -- links -------------------------------------------------------------------------------------------


def test_only_the_operator_sees_the_links(house, operator, guest):
    for path in ("/tables/oak/invite", "/tables/oak/invite.svg"):
        assert guest.get(path).status == 403
        assert operator.get(path).status == 200
    assert guest.post("/tables/oak/free", b"seat=1").status == 403
    assert house.keys.token("oak") in operator.get("/tables/oak/invite").text
    assert operator.get("/tables/oak/invite.svg").headers["cache-control"] == "no-store"


def test_a_seat_that_is_freed_is_lost_to_its_links_and_cookies(house, chairs, operator, guest):
    token = house.keys.token("oak/1")
    sit(house, guest)
    assert operator.post("/tables/oak/free", b"seat=1").status == 303
    assert names(chairs)[0] == ""
    assert title_of(guest.get(SEAT)) == "This is not your seat"
    assert guest.get(f"{SEAT}?token={token}").status == 403
    chairs.sit(0, "Ben")  # the cookie of the person before is no way to see this hand
    assert guest.get(SEAT).status == 403 and guest.get(f"{SEAT}/events").status == 403


def test_a_new_link_makes_the_old_one_void(house, operator, guest):
    old = house.keys.token("oak")
    operator.post("/tables/oak/free", b"")
    assert old != house.keys.token("oak") and guest.get(f"/tables/oak/join?token={old}").status == 403
    assert sit(house, guest).status == 303


def test_a_person_who_left_needs_a_new_link(house, chairs, guest):
    sit(house, guest)
    assert guest.post(f"{SEAT}/leave").headers["location"] == "/tables/oak"
    assert names(chairs)[0] == "" and guest.get(SEAT).status == 403


def test_tokens_outlast_the_server_and_only_its_user_reads_them(new_home):
    keys = load_keys()
    keys.revoke("oak/2")
    again = load_keys()
    for place in ("oak", "oak/2"):
        assert keys.token(place) == again.token(place) and keys.session(place) == again.session(place)
    path = home() / "seats.json"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    everything = [keys.token("oak"), keys.token("oak/2"), keys.session("oak/2"), keys.token("elm")]
    assert len(set(everything)) == 4 and all(len(one) == 32 for one in everything)


@pytest.mark.parametrize(
    "kept", ["", "{", "[]", '{"secret": "zz", "revoked": {}}', '{"secret": "00"}', "\0\xff"]
)
def test_a_damaged_file_of_tokens_is_replaced_and_named(new_home, capsys, kept):
    path = home() / "seats.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(kept, encoding="latin-1")
    keys = load_keys()
    assert str(path) in capsys.readouterr().err and stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert load_keys().token("oak") == keys.token("oak") and not capsys.readouterr().err


def test_a_table_without_seats_says_so(house, operator):
    house.tables["oak"].has_seats = False
    assert "Sit down" not in operator.get("/tables/oak").text
    for path in ("/tables/oak/invite", "/tables/oak/join", SEAT):
        assert (operator.get(path).status, title_of(operator.get(path))) == (
            404,
            "Nobody plays here from a page",
        )


# -- acts --------------------------------------------------------------------------------------------


@pytest.fixture
def seated(house, chairs, guest):
    """A guest at seat 1 with a page open, while a match takes acts."""
    sit(house, guest)
    chairs.open(lambda: None)
    chairs.all[0].newest = 0
    chairs.all[0].open_page()
    return guest


def test_an_act_reaches_the_match(chairs, seated):
    assert seated.post(f"{SEAT}/act?lang=fr", b"page=1&act=lay&word=5S&insists=1&task=7+lay").status == 204
    assert seated.post(f"{SEAT}/act", b"page=1&line=5s").status == 204
    first, second = chairs.take_acts()
    assert (first.seat, first.act, first.word, first.insists, first.language) == (0, "lay", "5S", True, "fr")
    assert (first.task, second.task) == ("7 lay", None)
    assert (second.line, second.act) == ("5s", "") and chairs.take_acts() == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"page=1",
        b"page=1&act=" + b"x" * 61,
        b"page=1&act=ok&task=" + b"x" * 61,
        b"page=1&act=ok&number=-1",
        b"page=1&act=ok&number=x",
        b"page=1&act=ok&number=" + b"1" * 61,
        b"page=1&line=" + b"x" * 161,
        b"\xff=1",
    ],
)
def test_a_malformed_act_changes_nothing(chairs, seated, body):
    assert seated.post(f"{SEAT}/act", body).status == 400 and chairs.take_acts() == []


def test_an_act_that_comes_twice_or_behind_a_later_one_is_done_once(chairs, seated):
    for number in (1, 1, 3, 2, 3, 4):
        assert seated.post(f"{SEAT}/act", f"page=1&act=lift&number={number}".encode()).status == 204
    assert [act.number for act in chairs.take_acts()] == [1, 3, 4]
    page = chairs.all[0].open_page()  # a page that is opened counts from 1 again
    assert seated.post(f"{SEAT}/act", f"page={page}&act=lift&number=1".encode()).status == 204
    assert len(chairs.take_acts()) == 1


@pytest.mark.parametrize("page", ["", "0", "2", "-1", "x"])
def test_another_page_does_not_act(chairs, seated, page):
    answer = seated.post(f"{SEAT}/act", f"page={page}&act=lift".encode())
    assert (answer.status, title_of(answer)) == (409, "This seat is open on a newer page")
    assert chairs.take_acts() == []


def test_acts_that_nothing_takes_are_refused(chairs, seated):
    for _ in range(MOST_WAITING):
        assert seated.post(f"{SEAT}/act", b"page=1&act=lift").status == 204
    assert seated.post(f"{SEAT}/act", b"page=1&act=lift").status == 429
    chairs.close()
    chairs.take_acts()
    assert seated.post(f"{SEAT}/act", b"page=1&act=lift").status == 410 and chairs.take_acts() == []


def test_a_form_of_another_site_does_not_act(chairs, seated):
    for path, body in ((f"{SEAT}/act", b"page=1&act=lift"), (f"{SEAT}/leave", b"")):
        assert seated.post(path, body, origin="http://evil.example").status == 403
    assert chairs.take_acts() == [] and names(chairs)[0] == "Eve"


# -- pages of one seat -------------------------------------------------------------------------------


async def follow(visitor, path, until):
    return await visitor.begin("GET", path, until=until)


def test_the_newer_page_acts_and_the_older_one_is_informed(house, chairs, guest):
    sit(house, guest)
    chairs.all[0].newest = 0

    async def both():
        older = asyncio.ensure_future(
            follow(guest, f"{SEAT}/events", lambda body: b"event: elsewhere" in body)
        )
        while chairs.all[0].newest < 1:
            await asyncio.sleep(0.01)
        newer = asyncio.ensure_future(
            follow(guest, f"{SEAT}/events", lambda body: chairs.all[0].pages == {2})
        )
        await older
        assert chairs.all[0].newest == 2 and not chairs.all[0].is_away, (
            "the older page has gone, the seat is held"
        )
        chairs.changed()
        return await newer

    newer = run(both())
    kinds = [kind for kind, _, _ in events_of(newer.body)]
    assert kinds[:3] == ["page", "snapshot", "own"] and "elsewhere" not in kinds


def test_the_stream_ends_when_the_person_leaves(house, chairs, guest):
    sit(house, guest)

    async def leave():
        stream = asyncio.ensure_future(follow(guest, f"{SEAT}/events", None))
        while not chairs.all[0].pages:
            await asyncio.sleep(0.01)
        chairs.leave(0)
        return await stream

    answer = run(leave())
    assert [kind for kind, _, _ in events_of(answer.body)][-1] == "gone" and not chairs.all[0].pages


def test_another_player_frees_a_seat_only_of_one_who_is_away(house, chairs, guest, monkeypatch):
    sit(house, guest)
    chairs.sit(1, "Ben")
    now = clock(monkeypatch)
    page = chairs.all[1].open_page()
    now[0] += 1000
    assert guest.post(f"{SEAT}/leave", b"other=2").status == 409 and names(chairs)[1] == "Ben"
    chairs.all[1].close_page(page)
    now[0] += GRACE_S + pages.AWAY_S - 1
    assert guest.post(f"{SEAT}/leave", b"other=2").status == 409, "not at once"
    now[0] += 1
    assert guest.post(f"{SEAT}/leave", b"other=2").status == 204 and names(chairs)[1] == ""


def test_a_person_whose_page_is_hidden_is_away_after_two_minutes(house, chairs, guest, monkeypatch):
    sit(house, guest)
    now, chair = clock(monkeypatch), chairs.all[0]
    for is_hidden_first in (True, False):  # the notice, and the end of the stream, come in any order
        page = chair.open_page()
        steps = [lambda: guest.post(f"{SEAT}/hide"), lambda page=page: chair.close_page(page)]
        for step in steps if is_hidden_first else steps[::-1]:
            step()
        assert chairs.away(4) == []
        now[0] += HIDDEN_S - 1
        assert chairs.away(4) == []
        now[0] += 1
        assert chairs.away(4) == [0]
    chair.close_page(chair.open_page())  # it is shown again, and goes
    now[0] += GRACE_S
    assert chairs.away(4) == [0]


def test_a_page_is_hidden_by_its_own_person_alone(house, chairs, guest, monkeypatch):
    sit(house, guest)
    now, stranger = clock(monkeypatch), visit(house)[0]
    now[0] += GRACE_S
    assert stranger.post(f"{SEAT}/hide").status == 403
    assert guest.post(f"{SEAT}/hide", origin="http://evil.example").status == 403
    assert chairs.away(4) == [0] and guest.get(f"{SEAT}/hide").status == 405


def test_a_person_whose_page_loads_again_does_not_leave(chairs, monkeypatch):
    now, chair = clock(monkeypatch), chairs.all[0]
    chairs.sit(0, "Eve")
    assert chairs.away(4) == []
    now[0] += GRACE_S - 1
    for _ in range(3):
        page = chair.open_page()
        now[0] += 100
        chair.close_page(page)
        now[0] += GRACE_S - 1
        assert chairs.away(4) == []
    now[0] += 1
    assert chairs.away(4) == [0]


def test_a_page_that_asks_again_is_the_same_page(house, chairs, guest, monkeypatch):
    monkeypatch.setattr("tablehost.web.guard.MOST_STREAMS_BROWSER", 0)
    sit(house, guest)
    chairs.all[0].newest = 0

    def ask(known):
        """Return the number of a page that asks, and whether another one acts."""
        events = events_of(guest.get(f"{SEAT}/events?page={known}").body)
        assert "once" in [kind for kind, _, _ in events]
        return events[0][2]["page"], "elsewhere" in [kind for kind, _, _ in events]

    assert ask("") == (1, False) and ask("1") == (1, False)
    assert ask("") == (2, False) and ask("1") == (1, True) and ask("2") == (2, False)
    for forged in ("3", "0", "-1", "x", "9" * 30):
        number = chairs.all[0].newest
        assert ask(forged) == (number + 1, False)


def test_no_token_is_in_any_page_of_a_guest(house, guest):
    sit(house, guest)
    secret = {house.keys.token(f"oak{rest}") for rest in ("", "/1", "/2")} | {house.keys.session("oak/1")}
    for path in ("/", "/hall", "/tables/oak", SEAT):
        answer = guest.get(path)
        assert not any(one in answer.text or one in json.dumps(answer.headers) for one in secret)


def test_a_page_that_goes_while_it_takes_nothing_is_gone_at_once(house, chairs, guest):
    cookie = sit(house, guest).cookies[0].split(";")[0]

    async def go():
        left = asyncio.Event()

        async def receive():
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.body":
                await asyncio.Event().wait()  # the network is lost

        scope = guest.scope("GET", f"{SEAT}/events", {"cookie": cookie})
        page = asyncio.get_running_loop().create_task(guest._app(scope, receive, send))
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(chairs.all[0].pages) == 1
        left.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not chairs.all[0].pages
        await page

    run(go())


def test_a_person_who_moves_each_card_does_so_as_long_as_the_seat_is_held(house, chairs, guest):
    sit(house, guest)
    page = chairs.all[0].open_page()
    ticked = 'id="by-hand" autocomplete="off" checked'
    assert ticked not in guest.get(SEAT).text
    assert guest.post(f"{SEAT}/act", f"page={page}&act=by-hand&word=on".encode()).status == 204
    assert chairs.list_by_hand(3) == [0] and ticked in guest.get(SEAT).text
    guest.post(f"{SEAT}/act", f"page={page}&act=by-hand&word=".encode())
    assert chairs.list_by_hand(3) == []
    guest.post(f"{SEAT}/act", f"page={page}&act=by-hand&word=on".encode())
    chairs.leave(0)
    assert chairs.list_by_hand(3) == []
    chairs.sit(0, "Cal")
    assert chairs.list_by_hand(3) == []
    chairs.by_hand = True
    chairs.sit(1, "Dan")
    assert chairs.list_by_hand(3) == [1]


def test_one_person_is_enough_to_have_all_play_slower(house, chairs, guest):
    house.tables["oak"].reveal_s = 4.0
    sit(house, guest)
    page = chairs.all[0].open_page()
    assert guest.post(f"{SEAT}/act", f"page={page}&act=slower&word=on".encode()).status == 204
    assert chairs.slowness == 2 and 'id="slower" autocomplete="off" checked' in guest.get(SEAT).text
    assert house.tables["oak"].pulse == {"reveal": 8.0}
    chairs.leave(0)
    assert chairs.slowness == 1, "who leaves the seat has no say"
    chairs.sit(0, "Cal")
    assert chairs.slowness == 1


def test_a_person_at_the_screen_of_another_seat_is_not_away(house, chairs, monkeypatch):
    monkeypatch.setattr("tablehost.web.chairs.GRACE_S", 0.0)
    for seat, name in enumerate(("Ada", "Ben", "Cleo")):
        chairs.sit(seat, name)
    ada, ben, cleo = chairs.all[:3]
    ada.browsers = ben.browsers = {"tablet"}
    watch = pages._Watch(house.tables["oak"], ada, ada.open_page(), ada.person, "tablet")
    told, _ = watch()
    assert b"Ben" in told and b"Cleo" not in told and watch() == (b"", True)
    assert (ben.is_away, cleo.is_away) == (False, True)
    ben.open_page()
    assert b'"mates":[]' in watch()[0], "he looks at a page of his own now"
    ben.close_page(ben.newest)
    watch()
    watch.close()
    assert ben.is_away
