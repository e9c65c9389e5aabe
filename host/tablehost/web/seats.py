"""The pages of persons at a table: invitations, sitting down, the page of a seat and its acts."""

from __future__ import annotations

import io
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager

import segno
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablehost import messages
from tablehost.errors import Trouble
from tablehost.seats import NAMES, is_name, label, plain
from tablehost.types import Document
from tablehost.web import pages
from tablehost.web.chairs import SWITCHES, Act, Chair, Keys
from tablehost.web.feed import encode
from tablehost.web.guard import Operator, browser_of
from tablehost.web.lan import Lan
from tablehost.web.requests import Refused, check_operator, page_of, read_form, send_events
from tablehost.web.tables import Table, find_table

COOKIE = "seat"
DAY_S = 86_400
MOST_WORD, MOST_LINE = 60, 160  # characters of an act
LOOK_S = 3  # after which a page that waits for the operator looks again
BACK = ("/invite", "/referee")  # pages of a table on which the operator answers, besides its own
AWAY_S = 20.0  # after which others may leave a seat to a bot


class Seats:
    """The answers. `keys`: the tokens of seats; `lan`: who reaches this server."""

    def __init__(self, tables: Mapping[str, Table], keys: Keys, operator: Operator, lan: Lan) -> None:
        self._tables = tables
        self._keys = keys
        self._operator = operator
        self._lan = lan

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/tables/{table}/invite", self.invite),
            Route("/tables/{table}/invite", self.open, methods=["POST"]),
            Route("/tables/{table}/invite.svg", self.code),
            Route("/tables/{table}/invite/events", self.wishes),
            Route("/tables/{table}/answer", self.answer, methods=["POST"]),
            Route("/tables/{table}/free", self.free, methods=["POST"]),
            Route("/tables/{table}/sit", self.sit_here, methods=["POST"]),
            Route("/tables/{table}/join", self.join),
            Route("/tables/{table}/join", self.sit, methods=["POST"]),
            Route("/tables/{table}/wait", self.wait),
            Route("/tables/{table}/seat/{seat}", self.seat),
            Route("/tables/{table}/seat/{seat}/events", self.events),
            Route("/tables/{table}/seat/{seat}/act", self.act, methods=["POST"]),
            Route("/tables/{table}/seat/{seat}/hide", self.hide, methods=["POST"]),
            Route("/tables/{table}/seat/{seat}/leave", self.leave, methods=["POST"]),
        ]

    # -- invitations ---------------------------------------------------------------------------------

    async def invite(self, asked: Request) -> Response:
        """Show how others sit down: QR code and link, the seats and their links."""
        return self._invitation(asked, None)

    async def open(self, asked: Request) -> Response:
        """Let others in the network reach this computer, and show how they sit down."""
        await read_form(asked)
        check_operator(asked, self._operator)
        table = self._table(asked)
        try:
            with messages.speaking(pages.language_of(asked)):
                self._lan.open()
        except Trouble as trouble:
            return self._invitation(asked, trouble)
        return RedirectResponse(f"/tables/{table.name}/invite", 303)

    def _invitation(self, asked: Request, trouble: Trouble | None) -> Response:
        check_operator(asked, self._operator)
        table = self._table(asked)
        seats = [table.chairs.all[seat] for seat in table.open_seats]
        chairs = [(chair, self._link(asked, table, chair)) for chair in seats]
        about = {"table": table, "chairs": chairs, "link": self._link(asked, table), "trouble": trouble}
        return pages.render(asked, "invite", **about, is_alone=not self._lan.addresses)

    async def code(self, asked: Request) -> Response:
        """The QR code of the link to a free seat, or to the one that is named."""
        check_operator(asked, self._operator)
        table, out = self._table(asked), io.BytesIO()
        named = asked.query_params.get("seat")
        link = self._link(asked, table, self._chair(table, named) if named else None)
        segno.make(link, error="m").save(out, kind="svg", scale=8, border=3)
        return Response(out.getvalue(), 200, {"cache-control": "no-store"}, "image/svg+xml")

    async def free(self, asked: Request) -> Response:
        """Leave a seat to a bot, and make its links void; without a seat, make the link to free ones void."""
        fields = await read_form(asked)
        check_operator(asked, self._operator)
        table = self._table(asked)
        if "seat" in fields:
            self._leave(table, self._chair(table, fields["seat"]))
        else:
            self._keys.revoke(table.name)
        return RedirectResponse(f"/tables/{table.name}/invite", 303)

    def _link(self, asked: Request, table: Table, chair: Chair | None = None) -> str:
        base = self._lan.addresses[0] if self._lan.addresses else str(asked.base_url)
        if chair is None:
            return f"{base}tables/{table.name}/join?token={self._keys.token(table.name)}"
        place = _place(table, chair)
        return f"{base}tables/{table.name}/seat/{label(chair.seat)}?token={self._keys.token(place)}"

    # -- sitting down --------------------------------------------------------------------------------

    async def join(self, asked: Request) -> Response:
        """Ask for the name of a person who sits down."""
        table, given = self._table(asked), asked.query_params
        chair = self._wanted(asked, table, given)
        return self._form(asked, table, chair, given.get("token", ""), "", "")

    async def sit(self, asked: Request) -> Response:
        """Sit down at a seat: the one that the link names, or the first free one."""
        fields = await read_form(asked)
        table = self._table(asked)
        chair = self._wanted(asked, table, fields)
        name = fields.get("name", "").strip()
        token = fields.get("token", "")
        if not is_name(name):
            return self._form(asked, table, chair, token, name, "bad-person")
        if plain(name) in (plain(one) for one in table.chairs.names(table.seats)):
            return self._form(asked, table, chair, token, name, "same-person")
        if self._must_ask(asked, table, chair):
            return self._wish(asked, table, chair, name, token)
        return self._sit_down(asked, table, chair, name)

    def _sit_down(self, asked: Request, table: Table, chair: Chair | None, name: str) -> Response:
        free = table.find_free() if chair is None else [chair.seat]
        for seat in free:
            if self.take(table, seat, name):
                return self.seated(asked, table, seat)
        raise Refused(409, "seat-taken" if chair is not None else "no-free-seat")

    def find_own(self, asked: HTTPConnection, table: Table) -> Chair | None:
        """Return the seat of a table that the browser holds, None for none. To the operator also belongs the
        only seat that is held, if no browser has opened it since the server was started.
        """
        held, browser = [chair for chair in table.chairs.all if chair.name], browser_of(asked)
        own = [chair for chair in held if browser in chair.browsers]
        if not own and self._operator.is_at(asked):
            own = [chair for chair in held if len(held) == 1 and not chair.browsers and not chair.pages]
        return own[0] if own else None

    def lead_back(self, asked: Request, table: Table) -> Response:
        """Return the answer that leads to the seat that the browser holds, else to the table."""
        own = self.find_own(asked, table)
        if own is None:
            return RedirectResponse(f"/tables/{table.name}", 303)
        if self._operator.is_at(asked):
            return self.seated(asked, table, own.seat)
        return RedirectResponse(_address(table, own.seat), 303)

    # -- another seat in a browser that holds one -----------------------------------------------------

    def _held(self, asked: Request, table: Table, chair: Chair | None) -> Chair | None:
        """Return another seat of this table that the browser holds, None for none."""
        browser = browser_of(asked)
        held = (one for one in table.chairs.all if one.name and browser in one.browsers and one is not chair)
        return next(held, None)

    def _must_ask(self, asked: Request, table: Table, chair: Chair | None) -> bool:
        """Return True if this browser holds another seat: then the operator is asked first."""
        return not self._operator.is_at(asked) and self._held(asked, table, chair) is not None

    def _wish(
        self, asked: Request, table: Table, chair: Chair | None, name: str, token: str, is_new: bool = True
    ) -> Response:
        """Ask the operator whether a browser may hold another seat, and have its page wait."""
        held = self._held(asked, table, chair)
        seat = None if chair is None else chair.seat
        holder = "" if held is None else held.name
        if not table.wishes.add(browser_of(asked), holder, name, seat, token, is_new):
            raise Refused(429, "too-many")
        return RedirectResponse(f"/tables/{table.name}/wait", 303)

    async def wait(self, asked: Request) -> Response:
        """Wait for the operator's answer, and sit down if it is yes."""
        table, browser = self._table(asked), browser_of(asked)
        wish = table.wishes.find(browser)
        if wish is None:  # such as one of before a restart
            return RedirectResponse(f"/tables/{table.name}", 303)
        chair = None if wish.seat is None else table.chairs.all[wish.seat]
        if wish.may is None and self._must_ask(asked, table, chair):
            answer = pages.render(asked, "wait", table=table, wish=wish)
            answer.headers["refresh"] = str(LOOK_S)
            return answer
        table.wishes.remove(browser)
        if wish.may is False:
            raise Refused(403, "seat-refused")
        if chair is not None and not wish.is_new:
            return self._share(asked, table, chair, wish.token)
        if plain(wish.name) in (plain(one) for one in table.chairs.names(table.seats)):
            return self._form(asked, table, chair, wish.token, wish.name, "same-person")
        return self._sit_down(asked, table, chair, wish.name)

    async def wishes(self, asked: Request) -> Response:
        """Send the news of wishes, for the page of invitations."""
        check_operator(asked, self._operator)
        table = self._table(asked)
        return send_events(asked, lambda goes_on: table.stream([table.wishes.feed], goes_on))

    async def answer(self, asked: Request) -> Response:
        """Allow a browser another seat, or refuse it."""
        fields = await read_form(asked)
        check_operator(asked, self._operator)
        table, back = self._table(asked), fields.get("back", "")
        table.wishes.answer(fields.get("wish", ""), fields.get("may") == "1")
        return RedirectResponse(f"/tables/{table.name}{back if back in BACK else ''}", 303)

    # -- sitting down without a question --------------------------------------------------------------

    async def sit_here(self, asked: Request) -> Response:
        """Have the operator sit down, without a question: at the seat of that name, or the first free one."""
        await read_form(asked)
        check_operator(asked, self._operator)
        table = self._table(asked)
        for seat in table.find_free():
            taken = [plain(one) for one in table.chairs.names(table.seats)]
            name = next(name for name in (NAMES[seat], *NAMES) if plain(name) not in taken)
            if self.take(table, seat, name):
                return self.seated(asked, table, seat)
        raise Refused(409, "no-free-seat")

    def take(self, table: Table, seat: int, name: str) -> bool:
        """Have a person of this name sit down, with a cookie that no person before had; return False if
        another one sits there.
        """
        is_free = table.chairs.sit(seat, name)
        if is_free:
            self._keys.renew(_place(table, table.chairs.all[seat]))
        return is_free

    @contextmanager
    def sitting(self, asked: Request, table: Table, name: str) -> Iterator[Sitting]:
        """Have the operator sit at a table while a match begins: at the own seat, else at the first one, if
        it is free; a bot plays that again unless it `has_begun`. `name`: of the operator, "" to sit nowhere.
        """
        own, is_free = self.find_own(asked, table), table.has_seats and not table.match
        if own is not None and is_free and not name:
            self._leave(table, own)
        is_taken = own is None and is_free and is_name(name) and self.take(table, 0, name)
        sitting = Sitting()
        try:
            yield sitting
        finally:
            if is_taken and not sitting.has_begun:
                self._leave(table, table.chairs.all[0])

    def lead(self, asked: Request, table: Table, name: str, rest: str = "") -> Response:
        """Return the answer that leads to the own seat, or to the first one if this person sits there, else
        to the table. `name`: of the person, "" for one who watches.
        """
        own = self.find_own(asked, table)
        if name and (own is not None or table.chairs.all[0].name == name):
            return self.seated(asked, table, 0 if own is None else own.seat, rest)
        return RedirectResponse(f"/tables/{table.name}", 303)

    def seated(self, asked: Request, table: Table, seat: int, rest: str = "") -> Response:
        """Return the answer that gives a seat to the browser that asks. `rest`: of the page's address."""
        chair = table.chairs.all[seat]
        path = _address(table, seat)
        answer = RedirectResponse(path + rest, 303)
        if browser_of(asked):
            chair.browsers.add(browser_of(asked))
        session, is_secure = self._keys.session(_place(table, chair)), asked.url.scheme == "https"
        answer.set_cookie(COOKIE, session, DAY_S, path=path, httponly=True, samesite="lax", secure=is_secure)
        return answer

    def _wanted(self, asked: Request, table: Table, given: Mapping[str, str]) -> Chair | None:
        """Return the chair of an invitation, None for any free one. Raises Refused without an invitation."""
        chair = self._chair(table, given["seat"]) if given.get("seat") else None
        if not table.has_seats:  # there a link leads to a seat at once
            raise Refused(404, "no-seats-here")
        place = table.name if chair is None else _place(table, chair)
        if not self._operator.is_at(asked) and not self._keys.is_token(place, given.get("token", "")):
            raise Refused(403, "stale-seat")
        return chair

    def _form(
        self, asked: Request, table: Table, chair: Chair | None, token: str, name: str, objection: str
    ) -> Response:
        is_full = chair is None and not table.find_free()
        values = {"seat": "" if chair is None else label(chair.seat), "token": token, "name": name}
        status = 422 if objection else 200
        return pages.render(
            asked, "join", status, table=table, is_full=is_full, objection=objection, **values
        )

    # -- the page of a seat --------------------------------------------------------------------------

    async def seat(self, asked: Request) -> Response:
        """The table as a player sees it, with the own hand; a link's token becomes a cookie."""
        table = self._table(asked)
        chair = self._chair(table, str(asked.path_params["seat"]))
        token = asked.query_params.get("token", "")
        if token:
            if not self._keys.is_token(_place(table, chair), token):
                raise Refused(403, "stale-seat")
            name = chair.name if table.has_seats else table.player(chair.seat)
            if name and self._must_ask(asked, table, chair):
                return self._wish(asked, table, chair, name, token, is_new=False)
            return self._share(asked, table, chair, token)
        self._check(asked, table, chair)
        is_operator = self._operator.is_at(asked)
        screen = "hand" if asked.query_params.get("screen") == "hand" else "table"
        values = {"table": table, "chair": chair, "screen": screen, "is_operator": is_operator}
        return pages.render(asked, "seat", 200, **values, teaches=bool(asked.query_params.get("teach")))

    def _share(self, asked: Request, table: Table, chair: Chair, token: str) -> Response:
        """Return the answer that leads to a seat that a person holds, or to its form."""
        if not table.has_seats:
            self.take(table, chair.seat, table.player(chair.seat))
        if chair.name:
            return self.seated(asked, table, chair.seat)
        about = f"seat={label(chair.seat)}&token={token}"
        return RedirectResponse(f"/tables/{table.name}/join?{about}", 303)

    async def events(self, asked: Request) -> Response:
        """The events of a table, and what is private to a seat."""
        table = self._table(asked)
        chair = self._chair(table, str(asked.path_params["seat"]))
        self._check(asked, table, chair)
        language, person = pages.language_of(asked), chair.person
        known = page_of(asked.query_params)
        if browser_of(asked):
            chair.browsers.add(browser_of(asked))

        async def stream(goes_on: bool) -> AsyncGenerator[bytes, None]:
            page = chair.open_page(known) if chair.person == person else 0
            table.chairs.changed()
            feeds = [table.feeds[language], chair.feeds[language]]
            watch = _Watch(table, chair, page, person, browser_of(asked))
            try:
                yield encode("page", {"page": page})
                async with aclosing(table.stream(feeds, goes_on, watch)) as events:
                    async for part in events:
                        yield part
            finally:
                watch.close()
                chair.close_page(page)
                table.chairs.changed()

        return send_events(asked, stream)

    async def act(self, asked: Request) -> Response:
        """Do something with the hand of a seat."""
        fields = await read_form(asked)
        table = self._table(asked)
        chair = self._chair(table, str(asked.path_params["seat"]))
        self._check(asked, table, chair)
        act, word, line = (fields.get(name, "") for name in ("act", "word", "line"))
        task, number = fields.get("task"), fields.get("number", "0")
        longest = max(map(len, (act, word, task or "", number)))
        if longest > MOST_WORD or len(line) > MOST_LINE or not (act or line) or not number.isdecimal():
            raise Refused(400, "malformed")
        if fields.get("page") != str(chair.newest):
            raise Refused(409, "elsewhere")
        if act in SWITCHES:
            (chair.switches.add if word else chair.switches.discard)(act)
            table.chairs.changed()
            return Response(status_code=204)
        language = pages.language_of(asked)
        if not table.chairs.is_open:
            raise Refused(410, "nothing-played")
        insists = fields.get("insists") == "1"
        if not table.chairs.act(Act(chair.seat, act, word, insists, line, language, task, int(number))):
            raise Refused(429, "too-many-acts")
        return Response(status_code=204)

    async def hide(self, asked: Request) -> Response:
        """Note that the page of a seat is hidden: its person is there for some time yet."""
        await read_form(asked)
        table = self._table(asked)
        chair = self._chair(table, str(asked.path_params["seat"]))
        self._check(asked, table, chair)
        chair.hide_page()
        if browser_of(asked):
            chair.browsers.add(browser_of(asked))
        table.chairs.changed()
        return Response(status_code=204)

    async def leave(self, asked: Request) -> Response:
        """Leave a seat to a bot; or that of another player who has been away for long."""
        fields = await read_form(asked)
        table = self._table(asked)
        chair = self._chair(table, str(asked.path_params["seat"]))
        self._check(asked, table, chair)
        if "other" in fields:
            other = self._chair(table, fields["other"])
            if other.away_s < AWAY_S:
                raise Refused(409, "not-away")
            self._leave(table, other)
            return Response(status_code=204)
        self._leave(table, chair)
        return RedirectResponse(f"/tables/{table.name}", 303)

    def _leave(self, table: Table, chair: Chair) -> None:
        self._keys.revoke(_place(table, chair))
        table.chairs.leave(chair.seat)

    def _check(self, asked: Request, table: Table, chair: Chair) -> None:
        """Raise Refused unless the person of this seat asks."""
        if not chair.name or not self._keys.is_session(_place(table, chair), asked.cookies.get(COOKIE, "")):
            raise Refused(403, "not-your-seat")

    def _table(self, asked: Request) -> Table:
        table = find_table(self._tables, asked)
        if not table.open_seats:
            raise Refused(404, "no-seats-here")
        return table

    def _chair(self, table: Table, number: str) -> Chair:
        for chair in table.chairs.all:
            if label(chair.seat) == number and (table.has_seats or chair.seat in table.listeners):
                return chair
        raise Refused(404, "no-seat")


class Sitting:
    """The operator sits down for a match. `has_begun`: it was begun."""

    has_begun = False


class _Watch:
    """The news for one page of a seat: that another page acts now, that the person has gone, and who else
    plays at the screen of this `browser`.
    """

    def __init__(self, table: Table, chair: Chair, page: int, person: int, browser: str) -> None:
        self._table = table
        self._chair = chair
        self._page = page
        self._person = person
        self._browser = browser
        self._is_older = False
        self._mates: list[Chair] = []
        self._told: Document = {"me": chair.name, "mates": []}

    def __call__(self) -> tuple[bytes, bool]:
        """Return an event to send, b"" for none, and False at the end of the stream."""
        if self._chair.person != self._person:
            return encode("gone", {}), False
        if self._chair.newest != self._page and not self._is_older:
            self._is_older = True
            return encode("elsewhere", {}), True
        return self._look_around(), True

    def _look_around(self) -> bytes:
        """Return the news of other seats that this browser holds, and that have no page of their own."""
        own = [one for one in self._table.chairs.all if one is not self._chair and one.name]
        mates = [one for one in own if self._browser and self._browser in one.browsers and not one.pages]
        for mate in self._mates:
            if mate not in mates:
                mate.share(self, False)
        for mate in mates:
            mate.share(self, True)
        self._mates = mates
        rows = [
            {"seat": one.seat, "name": one.name, "address": _address(self._table, one.seat)} for one in mates
        ]
        told: Document = {"me": self._chair.name, "mates": rows}
        if told == self._told:
            return b""
        self._told = told
        return encode("mates", told)

    def close(self) -> None:
        """Note that the page has gone."""
        for mate in self._mates:
            mate.share(self, False)


def _address(table: Table, seat: int) -> str:
    """Return the address of the page of a seat."""
    return f"/tables/{table.name}/seat/{label(seat)}"


def _place(table: Table, chair: Chair) -> str:
    """Return the name of a seat among the tokens; at a table of real cards it holds for one player there."""
    place = f"{table.name}/{label(chair.seat)}"
    return place if table.has_seats else f"{place}/{table.player(chair.seat)}"
