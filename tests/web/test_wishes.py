"""A browser that holds a seat and wants another one: the operator is asked."""

import pytest

from asgi import House, title_of, visit
from live_site import Site
from tablehost.web import wishes

PAGES = ("/tables/oak", "/tables/oak/invite", "/tables/oak/referee")  # on which the operator answers
WAIT = "/tables/oak/wait"


@pytest.fixture
def house():
    return House("oak")


@pytest.fixture
def table(house):
    return house.tables["oak"]


@pytest.fixture
def operator(house):
    visitor, operator = visit(house)
    visitor.get(f"/enter?token={operator.token}")
    return visitor


@pytest.fixture
def guest(house):
    """A guest who plays as Eve at the first seat."""
    guest = visit(house)[0]
    assert sit(house, guest, "Eve").headers["location"] == "/tables/oak/seat/1"
    return guest


def sit(house, visitor, name, seat=""):
    """Return the answer to the form of an invitation."""
    token = house.keys.token(f"oak/{seat}" if seat else "oak")
    visitor.get(f"/tables/oak/join?seat={seat}&token={token}")
    return visitor.post("/tables/oak/join", f"name={name}&seat={seat}&token={token}".encode())


def names(table):
    return [chair.name for chair in table.chairs.all if chair.name]


def answer(visitor, table, may, back=""):
    [wish] = table.wishes.open
    return visitor.post("/tables/oak/answer", f"wish={wish.number}&may={may}&back={back}".encode())


@pytest.mark.parametrize("seat", ["", "3"])
def test_the_operator_allows_another_seat(house, table, operator, guest, seat):
    assert sit(house, guest, "Ben", seat).headers["location"] == WAIT
    waits = guest.get(WAIT)
    assert waits.headers["refresh"] == str(3) and "Eve" in waits.text and names(table) == ["Eve"]
    for path in PAGES:
        assert "as Ben, too" in operator.get(path).text
    assert "as Ben, too" not in guest.get("/tables/oak").text
    assert answer(guest, table, 1).status == 403 and guest.get(WAIT).status == 200
    assert answer(operator, table, 1, "/invite").headers["location"] == "/tables/oak/invite"
    got = guest.get(WAIT)
    assert got.headers["location"] == f"/tables/oak/seat/{seat or 2}" and got.cookies
    assert names(table) == ["Eve", "Ben"] and not table.wishes.open
    assert "as Ben, too" not in operator.get(PAGES[0]).text


def test_the_operator_refuses_another_seat(house, table, operator, guest):
    sit(house, guest, "Ben")
    assert answer(operator, table, 0, "//evil.example").headers["location"] == "/tables/oak"
    refused = guest.get(WAIT)
    assert (refused.status, title_of(refused)) == (403, "Another seat was refused")
    assert names(table) == ["Eve"] and guest.get("/tables/oak/seat/1").status == 200
    assert guest.get(WAIT).headers["location"] == "/tables/oak"
    assert sit(house, guest, "Ben").headers["location"] == WAIT and len(table.wishes.open) == 1


def test_the_link_to_a_seat_that_another_person_plays_is_asked_of_the_operator(house, table, operator, guest):
    table.chairs.sit(1, "Ben")
    link = f"/tables/oak/seat/2?token={house.keys.token('oak/2')}"
    assert guest.get(link).headers["location"] == WAIT and guest.get("/tables/oak/seat/2").status == 403
    own = f"/tables/oak/seat/1?token={house.keys.token('oak/1')}"
    assert guest.get(own).headers["location"] == "/tables/oak/seat/1"
    answer(operator, table, 1)
    assert guest.get(WAIT).headers["location"] == "/tables/oak/seat/2" and names(table) == ["Eve", "Ben"]


def test_a_player_of_real_cards_who_listens_for_another_one_is_asked_of_the_operator(
    house, table, operator, monkeypatch
):
    table.has_seats, table.listeners = False, (0, 1)
    monkeypatch.setattr(type(table), "player", lambda _, seat: ["Ada", "Ben"][seat])
    guest = visit(house)[0]
    guest.get("/hall")
    links = [
        f"/tables/oak/seat/{n}?token={house.keys.token(f'oak/{n}/{who}')}"
        for n, who in ((1, "Ada"), (2, "Ben"))
    ]
    assert guest.get(links[0]).headers["location"] == "/tables/oak/seat/1"
    assert guest.get(links[1]).headers["location"] == WAIT and names(table) == ["Ada"]
    answer(operator, table, 1)
    assert guest.get(WAIT).headers["location"] == "/tables/oak/seat/2" and names(table) == ["Ada", "Ben"]


def test_others_are_not_asked_of_the_operator(house, table, operator, guest):
    other = visit(house)[0]
    assert sit(house, other, "Ben").headers["location"] == "/tables/oak/seat/2"  # another phone
    for name, seat in (("Cleo", 3), ("Dan", 4)):
        assert sit(house, operator, name).headers["location"] == f"/tables/oak/seat/{seat}"
    table.chairs.leave(0)
    assert sit(house, guest, "Eve").headers["location"] == "/tables/oak/seat/1"  # left, and sits down again


def test_a_guest_who_gives_up_the_first_seat_while_waiting_sits_down(house, table, guest):
    sit(house, guest, "Ben", "3")
    guest.post("/tables/oak/seat/1/leave")
    assert guest.get(WAIT).headers["location"] == "/tables/oak/seat/3" and names(table) == ["Ben"]


def test_changes_while_the_operator_thinks_count(house, table, operator, guest):
    sit(house, guest, "Ben")
    answer(operator, table, 1)
    table.chairs.sit(1, "Ben")
    assert guest.get(WAIT).status == 422 and names(table) == ["Eve", "Ben"]
    sit(house, guest, "Cleo", "3")
    answer(operator, table, 1)
    table.chairs.sit(2, "Dan")
    assert guest.get(WAIT).status == 409


def test_a_browser_is_known_again_after_a_restart(house, table, guest):
    table.chairs.all[0].browsers.clear()
    guest.ask("GET", "/tables/oak/seat/1/events", until=lambda body: b"beat" in body)
    assert sit(house, guest, "Ben").headers["location"] == WAIT


def test_wishes_are_few_and_do_not_last(house, table, guest, monkeypatch):
    for number in range(wishes.MOST_WISHES):
        table.wishes.add(f"browser {number}", "Ada", "Ben", None, "", True)
    assert sit(house, guest, "Ben").status == 429
    monkeypatch.setattr(wishes, "WAIT_S", 0.0)
    assert table.wishes.open == [] and sit(house, guest, "Ben").headers["location"] == WAIT


def test_a_wish_comes_to_the_pages_of_the_operator_by_itself(house, table, guest, open_page):
    site = Site(house)
    try:
        page = open_page(site.link)
        pages = [page] + [page.context.new_page() for _ in PAGES[1:]]
        for one, path in zip(pages, PAGES, strict=True):
            one.goto(site.address + path)
        sit(house, guest, "Ben")
        for one in pages:
            one.wait_for_selector(".wish")
        pages[0].click(".wish [value='1']:not([type=hidden])")
        for one in pages:
            one.wait_for_selector(".wish", state="detached")
        assert guest.get(WAIT).headers["location"] == "/tables/oak/seat/2"
    finally:
        for one in house.tables.values():
            one.close()
        site.close()
