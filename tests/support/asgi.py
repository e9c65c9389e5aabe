"""An application of the web, asked in this process: `Visitor`; and the house of tables that tests show."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

from tablehost import messages, packages
from tablehost.web import app, course, past
from tablehost.web.chairs import Keys
from tablehost.web.guard import Operator
from tablehost.web.lan import Lan
from tablehost.web.learn import Lessons
from tablehost.web.news import News
from tablehost.web.tables import Table


def run(coroutine):
    """Return the result of a coroutine; a loop may run already, such as that of a browser's driver."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


class Answer:
    """An answer: `status`, `headers` by name, `body`."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.decode(): value.decode() for name, value in headers}
        self.cookies = [value.decode() for name, value in headers if name == b"set-cookie"]
        self.body = body

    @property
    def text(self):
        return self.body.decode()


class Visitor:
    """A visitor at an address; cookies are kept."""

    def __init__(self, application, host="127.0.0.1:8090", address="127.0.0.1"):
        self._app = application
        self.host = host
        self.address = address
        self.cookies = {}

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, body=b"", origin="", **headers):
        return self.ask("POST", path, body, origin=origin or f"http://{self.host}", **headers)

    def ask(self, method, path, body=b"", until=None, **headers):
        """Return the answer; headers of an empty value are not sent. `until`: see `begin`."""
        answer = run(self.begin(method, path, body, headers, until))
        for cookie in answer.cookies:
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return answer

    def scope(self, method, path, headers):
        parts = urlsplit(path)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"host": self.host, "cookie": cookies} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        return {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": unquote(parts.path), "raw_path": parts.path.encode("utf-8", "replace"),
            "query_string": parts.query.encode("utf-8", "replace"), "root_path": "",
            "client": (self.address, 1), "server": ("127.0.0.1", 8090), "state": {},
            "headers": [
                (name.encode(), value.encode("latin-1", "replace")) for name, value in sent.items() if value
            ],
        }  # fmt: skip

    async def begin(self, method, path, body=b"", headers=None, until=None):
        """Ask; with `until` leave as soon as it is True of the body so far, as who closes a page does."""
        left, sent, got = asyncio.Event(), [body], []
        start = {}

        async def receive():
            if sent:
                return {"type": "http.request", "body": sent.pop(), "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                got.append(message.get("body", b""))
            if until is not None and until(b"".join(got)):
                left.set()

        await asyncio.wait_for(self._app(self.scope(method, path, headers or {}), receive, send), 20)
        return Answer(start["status"], start["headers"], b"".join(got))


class NoGames:
    """A library without a game."""

    def games(self, wanted, page):
        return past.Listed([], 1, 0, 0, [], [])

    def elsewhere(self, here):
        return []


class NoCourse:
    """The pages of finished matches without a match."""

    def puzzle(self, day):
        return None

    def statistics(self, asked):
        return course.Statistics([], None, None, 0, [], [], [])


class FreshNews(News):
    """News of a journal at which no thread looks, and that is never late."""

    age = 0.0


class House:
    """A house of tables that begins nothing; what it was asked for is in `asked`."""

    lessons = Lessons()
    beginnings = SimpleNamespace(find_parked=lambda: None)
    clubs = packages.load("clubs").Screens()

    def __init__(self, *names, library=None):
        self.tables = {name: Table(name, name.title(), messages.LANGUAGES, True) for name in names}
        self.asked = []
        self.library = library or NoGames()
        self.course = NoCourse()
        self.news = FreshNews(messages.LANGUAGES)
        self.keys = Keys(b"secret", {}, lambda: None)
        self.first = next(iter(self.tables), None)

    lengths = {"first-time": 15, "usual": 40}

    def play_now(self, length):
        self.asked.append(f"play-now {length}")

    def faces(self, match):
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def colours(self):
        return {"felt": "#1f3d34"}


def visit(house, host="127.0.0.1:8090", address="127.0.0.1", hosts=("127.0.0.1", "localhost"), origins=()):
    """Return a visitor of this house, and its operator."""
    operator = Operator()
    return Visitor(app.make(house, operator, Lan(hosts), origins), host, address), operator


def title_of(answer):
    """Return the heading of a page."""
    return re.search("<h1[^>]*>(.*?)</h1>", answer.text)[1]


def events_of(body):
    """Return the events of a stream: (kind, id or None, data)."""
    found = []
    for block in body.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "data" in fields:
            found.append((fields["event"], fields.get("id"), json.loads(fields["data"])))
    return found
