"""The addresses of the server, and what answers them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from tablehost.errors import BUSY, DATABASE_AWAY, NOT_FOUND, Trouble
from tablehost.seats import NAMES
from tablehost.web import pages, past
from tablehost.web.begin import Begin
from tablehost.web.course import Recall
from tablehost.web.feed import Changes
from tablehost.web.guard import COOKIE, Guard, Operator, Refusal
from tablehost.web.house import House
from tablehost.web.lan import Lan
from tablehost.web.learn import Learn
from tablehost.web.referee import Refereeing
from tablehost.web.requests import Refused, check_operator, read_form, send_events
from tablehost.web.seats import Seats
from tablehost.web.tables import Busy, Table, find_table

DAY_S = 86_400
RESULTS = 3  # of the last matches, at a table without one
OVERLAY = ("score", "trick", "asked")  # the parts of an overlay
MOST_DELAY_S = 600
STATUS = {NOT_FOUND: 404, BUSY: 409}
OWN_PATH = re.compile(r"(/[A-Za-z0-9_.-]+)+")  # not of another host
AGAIN_S = 3  # after which a page is asked for again while the database is away


class Server:
    """The answers. `house`: what there is to show; `operator`: who may begin matches; `lan`: who reaches
    them.
    """

    def __init__(self, house: House, operator: Operator, lan: Lan) -> None:
        self._house = house
        self._operator = operator
        self._lan = lan
        self._seats = Seats(house.tables, house.keys, operator, lan)
        self._styles = colours_css(house.colours())

    def routes(self) -> list[Route | Mount]:
        """Return all addresses."""
        return [
            Route("/", self.home),
            Route("/enter", self.enter),
            Route("/play-now", self.play_now, methods=["POST"]),
            Route("/learn/{game}/play", self.teach, methods=["POST"]),
            Route("/lan/close", self.close_lan, methods=["POST"]),
            Route("/hall", self.hall),
            Route("/tables/{table}", self.watch),
            Route("/tables/{table}/overlay", self.overlay),
            Route("/tables/{table}/events", self.events),
            Route("/tables/{table}/faces.svg", self.faces),
            Route("/colours.css", self.colours),
            Mount("/static", StaticFiles(directory=pages.STATIC)),
            *self._seats.routes(),
            *Refereeing(self._house.tables, self._operator).routes(),
            *past.LookBack(self._house.library, self._operator).routes(),
            *self._house.clubs.routes(self._operator),
            *self._house.news.routes(),
            *Learn(self._house.lessons, self._operator).routes(),
            *Begin(
                self._house.beginnings, self._house.lessons, self._house.tables, self._operator, self._seats
            ).routes(),
            *Recall(self._house.course, self._house.beginnings, self._operator).routes(),
        ]

    async def home(self, asked: Request) -> Response:
        """The first page: play, learn, look back."""
        own, is_operator, parked = self.find_own(asked), self._operator.is_at(asked), None
        game = await pages.speak(asked, self._title, own)
        covers = await pages.speak(
            asked, lambda: list(map(self._house.lessons.game, self._house.lessons.names))
        )
        if is_operator and (own is None or not own.match):
            try:
                parked = await pages.speak(asked, self._house.beginnings.find_parked)
            except Trouble as trouble:
                if trouble.code not in DATABASE_AWAY:
                    raise
        values = {"is_operator": is_operator, "parked": parked, "first": self._house.first, "game": game}
        games = {"first_game": self._house.lessons.first, "covers": covers}
        return pages.render(asked, "home", **values, **games, lengths=self._house.lengths)

    def find_own(self, asked: HTTPConnection) -> Table | None:
        """Return the table to which this browser goes back: one at which it holds a seat, a running match
        first; for the operator also the first table, while a match is played there.
        """
        tables = sorted(self._house.tables.values(), key=lambda table: not table.match)
        own = (table for table in tables if self._seats.find_own(asked, table) is not None)
        first = self._house.tables.get(self._house.first)
        is_led = first is not None and first.match and self._operator.is_at(asked)
        return next(own, first if is_led else None)

    def _title(self, table: Table | None) -> str:
        """Return the name of the game that is played at a table, "" for none."""
        game = str(next(iter(table.feeds.values())).document["game"]) if table is not None else ""
        return self._house.lessons.game(game).title if game in self._house.lessons.names else game

    async def on_busy(self, asked: Request, busy: Exception) -> Response:
        """Say what is played where a match was to begin, and offer to go on with it, or to stop it first."""
        assert isinstance(busy, Busy)
        fields = getattr(asked.state, "fields", {})
        then = fields.get("then", "") if asked.url.path.endswith("/stop") else asked.url.path
        carried = {name: value for name, value in fields.items() if name not in ("stop", "stopped", "then")}
        values = {"busy": busy, "then": then, "fields": carried}
        game = await pages.speak(asked, self._title, busy.table)
        return pages.render(asked, "busy", STATUS[BUSY], **values, game=game)

    async def enter(self, asked: Request) -> Response:
        """Take the operator's link: its token becomes a cookie, and leaves the address."""
        if self._operator.is_at(asked) or asked.method == "HEAD":
            return RedirectResponse("/", 303)
        session = self._operator.enter(asked.query_params.get("token", ""))
        if not session:
            raise Refused(403, "stale-token")
        answer = RedirectResponse("/", 303)
        is_secure = asked.url.scheme == "https"  # as a proxy says
        answer.set_cookie(COOKIE, session, httponly=True, samesite="lax", secure=is_secure)
        return answer

    async def play_now(self, asked: Request) -> Response:
        """Sit down at a match among simulated people; show the one that is played, if there is one."""
        length = (await read_form(asked)).get("length", "")
        check_operator(asked, self._operator)
        lengths = self._house.lengths
        length = length if length in lengths else next(iter(lengths))
        return await self._sit_at(asked, partial(self._house.play_now, length))

    async def teach(self, asked: Request) -> Response:
        """Sit down at a match for newcomers, with a sentence on each kind of act and result."""
        await read_form(asked)
        check_operator(asked, self._operator)
        game = str(asked.path_params["game"])
        return await self._sit_at(asked, partial(self._house.teach, game), "?teach=1")

    async def _sit_at(self, asked: Request, begin: Callable[[], None], rest: str = "") -> Response:
        """Have the operator sit down at the first seat of the first table, and a match begin there."""
        table = self._house.tables[self._house.first]
        with self._seats.sitting(asked, table, NAMES[0]) as sitting:
            await pages.speak(asked, begin)
            sitting.has_begun = True
        return self._seats.lead(asked, table, NAMES[0], rest)

    async def close_lan(self, asked: Request) -> Response:
        """Close the way in for others that an invitation has opened."""
        back = (await read_form(asked)).get("back", "")
        check_operator(asked, self._operator)
        self._lan.close()
        return RedirectResponse(back if OWN_PATH.fullmatch(back) else "/", 303)

    def find_about(self, asked: HTTPConnection) -> dict[str, object]:
        """Return the values of every page: the table to go back to, and for the operator the address at which
        others in the network reach it on invitation, "" for none.
        """
        is_open = self._lan.is_invitation and self._operator.is_at(asked)
        return {"own": self.find_own(asked), "open_at": self._lan.addresses[0] if is_open else ""}

    async def hall(self, asked: Request) -> Response:
        """All tables of this computer, and of a club's database."""
        tables = list(self._house.tables.values())
        elsewhere = await pages.speak(asked, self._house.library.elsewhere, {one.uid for one in tables})
        return pages.render(asked, "hall", tables=tables, elsewhere=elsewhere, title=self._title)

    async def watch(self, asked: Request) -> Response:
        """One table, from above."""
        table = find_table(self._house.tables, asked)
        listed = await pages.speak(asked, self._house.library.games, past.Wanted(state="over"), 1)
        results = listed.rows[:RESULTS]
        is_operator, last = self._operator.is_at(asked), next(iter(results), None)
        return pages.render(asked, "watch", table=table, results=results, last=last, is_operator=is_operator)

    async def overlay(self, asked: Request) -> Response:
        """One table over the picture of a camera. `parts`: those that are shown; `delay`: how late (s);
        `names`: "off" for the numbers of seats.
        """
        table, query = find_table(self._house.tables, asked), asked.query_params
        parts = query.get("parts", ",".join(OVERLAY)).split(",")
        delay = query.get("delay", "0")
        is_good = (
            {*parts} <= {*OVERLAY} and len(delay) < 4 and delay.isdecimal() and int(delay) <= MOST_DELAY_S
        )
        if not is_good or query.get("names", "on") not in ("on", "off"):
            raise Refused(400, "no-overlay")
        names = query.get("names") != "off"
        return pages.render(asked, "overlay", table=table, parts=parts, delay=int(delay), names=names)

    async def events(self, asked: Request) -> Response:
        """The events of a table, as they come."""
        table = find_table(self._house.tables, asked)
        feeds: list[Changes] = [table.feeds[pages.language_of(asked)]]
        if self._operator.is_at(asked):
            feeds.append(table.wishes.feed)
        return send_events(asked, lambda goes_on: table.stream(feeds, goes_on))

    async def faces(self, asked: Request) -> Response:
        """The cards of the match at a table, as one picture of which pages show parts. `of`: that match; the
        picture of another one is not kept by browsers.
        """
        feed = find_table(self._house.tables, asked).feeds[pages.language_of(asked)]
        is_asked = asked.query_params.get("of") == feed.document["cards"]
        picture = await pages.speak(asked, self._house.faces, feed.match)
        kept = {"cache-control": "max-age=3600"} if is_asked else pages.FRESH
        return Response(picture, 200, kept, "image/svg+xml")

    async def colours(self, asked: Request) -> Response:
        """The colours, as variables of a style sheet."""
        return Response(self._styles, 200, {"cache-control": f"max-age={DAY_S}"}, "text/css")


def colours_css(named: Mapping[str, str]) -> str:
    """Return colours as variables of a style sheet."""
    rows = "".join(f"  --{name}: {value};\n" for name, value in named.items())
    return f":root {{\n{rows}}}\n"


# -- refusals ----------------------------------------------------------------------------------------


def _refused(asked: HTTPConnection, refusal: Refusal) -> Response:
    about = {"title": f"{refusal.code}-title", "text": f"{refusal.code}-text"}
    return pages.render(asked, "refused", refusal.status, hint="", words=None, **about)


async def _on_refused(asked: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _refused(asked, error.refusal)


async def _on_trouble(asked: Request, error: Exception) -> Response:
    assert isinstance(error, Trouble)
    if error.code in DATABASE_AWAY:
        answer = _refused(asked, Refusal(503, "database-away"))
        answer.headers["retry-after"] = str(AGAIN_S)
        if asked.method == "GET":
            answer.headers["refresh"] = str(AGAIN_S)
        return answer
    about = {"title": "trouble-title", "text": "", "words": str(error), "hint": error.hint}
    return pages.render(asked, "refused", STATUS.get(error.exit, 400), **about)


async def _on_broken_off(asked: Request, error: Exception) -> Response:
    return Response(status_code=400)  # which is not read: the visitor has gone amid a body


async def _on_missing(asked: Request, error: Exception) -> Response:
    return _refused(asked, Refusal(404, "no-page"))


async def _on_method(asked: Request, error: Exception) -> Response:
    return _refused(asked, Refusal(405, "no-method"))


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    refusal: Refusal = scope["state"]["refusal"]
    asked = HTTPConnection(scope)
    answer = _refused(asked, refusal) if refusal.status != 429 else PlainTextResponse("429", 429)
    await answer(scope, receive, send)


def make(
    house: House,
    operator: Operator,
    lan: Lan,
    origins: Iterable[str] = (),
) -> ASGIApp:
    """Return the application. `lan`: who reaches it; `origins`: see `Guard`."""
    server = Server(house, operator, lan)
    handlers = {
        Busy: server.on_busy,
        Trouble: _on_trouble,
        Refused: _on_refused,
        ClientDisconnect: _on_broken_off,
        404: _on_missing,
        405: _on_method,
    }
    app = Starlette(
        routes=server.routes(),
        middleware=[Middleware(GZipMiddleware, compresslevel=5)],
        exception_handlers=handlers,
    )
    app.router.redirect_slashes = False
    app.state.find_about = server.find_about
    return Guard(app, lan.hosts, origins, _refuse)
