"""Pages of the server as files: games to learn, chosen matches to look back at, the check of a file.

Each page is asked of the application in this process, and so is all that it refers to. Addresses become
relative, so that the folder may lie anywhere; a link to a page that only a server has is no link here.
"""

from __future__ import annotations

import asyncio
import posixpath
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Message

from tablehost import messages
from tablehost.errors import NOT_FOUND, Trouble
from tablehost.site import solo
from tablehost.web import app, pages
from tablehost.web.guard import POLICY, Operator
from tablehost.web.house import House
from tablehost.web.lan import Lan
from tablehost.web.past import MatchRow

HOST = "site"
LESSON = "teach=1"  # what a page reads off its own address
_ADDRESS = re.compile(r'( (?:href|src|action|data-[a-z]+)=")(/[^"]*)"')
_CHARSET = '<meta charset="utf-8">\n'
_LEARN = re.compile(r"/learn(/[a-z0-9_-]+(/variants|/[a-z]+\.(svg|json))?|/first\.json)?")
_OTHERS = re.compile(
    r"/(static/[a-z0-9_.]+|offline\.js|colours\.css|games/verify|play/[a-z]+(/faces\.svg)?)?"
)
# A page with a match in the tab: its program is WebAssembly.
_TAB_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")


def files(numbers: Sequence[int] = ()) -> dict[str, bytes]:
    """Return all files by path; `numbers`: the matches of the journal that are shown. Raises Trouble."""
    house = House(1.0, [])
    copies = Copies(app.make(house, Operator(), Lan([HOST])), numbers, solo.files())
    lessons = house.lessons
    for language in messages.LANGUAGES:
        with messages.speaking(language):
            rows: list[MatchRow] = [house.library.game(number).row for number in numbers]
            games = {"covers": list(map(lessons.game, lessons.names)), "played": solo.titles()}
            first = pages.text("site", language, "/", rows=rows, first_game=lessons.first, **games)
            copies.add("/", language, first)
            for game in solo.titles():
                copies.add(f"/play/{game}", language, solo.page(game, language), _TAB_POLICY)
    with ThreadPoolExecutor(1) as own:  # in the caller's thread there may be a loop
        return own.submit(asyncio.run, copies.all()).result()


class Copies:
    """The files of a site, as far as they were found. `numbers`: of the matches that are shown; `files`:
    those that are there already.
    """

    def __init__(self, pages_of: ASGIApp, numbers: Sequence[int], files: Mapping[str, bytes]) -> None:
        self._app = pages_of
        chosen = "|".join(map(str, numbers)) or "none"
        self._games = re.compile(rf"/games/({chosen})(/(verify|share|[a-z]+\.(json|jsonl|svg|zip)))?")
        self._files = dict(files)
        self._found: list[str] = []
        self._known: set[str] = set()

    def add(self, path: str, language: str, html: str, policy: str = POLICY) -> None:
        """Add a page; all that it refers to is fetched later."""
        name = self._name(path, language)
        policy = policy.replace("; frame-ancestors 'none'", "")
        secure = f'{_CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        relative = _ADDRESS.sub(lambda found: self._relative(found, name, language), html)
        self._files[name] = relative.replace(_CHARSET, secure, 1).encode()

    async def all(self) -> dict[str, bytes]:
        """Return all files, after fetching what was found. Raises Trouble for a page that is not there."""
        while self._found:
            address = self._found.pop()
            path, language = _parts(address)
            kind, body = await self._fetch(address)
            if kind.startswith("text/html"):
                self.add(path, language, body.decode())
            else:
                self._files[self._name(path, language)] = body
        return self._files

    def _relative(self, found: re.Match[str], name: str, language: str) -> str:
        path, other = _parts(found[2], language)
        if not any(known.fullmatch(path) for known in (_LEARN, _OTHERS, self._games)):
            return ""
        target = self._name(path, other)
        address = f"{path}?lang={other}"
        if target not in self._files and address not in self._known and not _is_written(path):
            self._known.add(address)
            self._found.append(address)
        rest = f"?{LESSON}" if LESSON in found[2] else ""
        return f'{found[1]}{posixpath.relpath(target, posixpath.dirname(name) or ".")}{rest}"'

    def _name(self, path: str, language: str) -> str:
        """Return the file of an address; what has no words is there once."""
        inside = path.strip("/")
        if inside.startswith("static/") or inside in ("colours.css", solo.OFFLINE):
            return inside
        first = language == messages.LANGUAGES[0]
        page = inside if "." in posixpath.basename(inside) else posixpath.join(inside, "index.html")
        return page if first else f"{language}/{page}"

    async def _fetch(self, address: str) -> tuple[str, bytes]:
        """Return the kind and the content of an address. Raises Trouble if it is not there."""
        path, _, query = address.partition("?")
        body: list[bytes] = []
        start: dict[str, object] = {}
        messages_left: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            return messages_left.pop() if messages_left else await asyncio.Future()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            body.append(message.get("body", b""))

        headers = [(b"host", HOST.encode())]
        about = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET"}
        where = {"scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode()}
        scope = {**about, **where, "root_path": "", "headers": headers, "client": None, "server": (HOST, 80)}
        await self._app(scope, receive, send)
        if start["status"] != 200:
            raise Trouble("NO_PAGE", pages.SAID("no-page-title") + f": {path}", "", NOT_FOUND)
        kinds = dict(start["headers"]) if isinstance(start["headers"], list) else {}
        return kinds.get(b"content-type", b"").decode(), b"".join(body)


def _is_written(path: str) -> bool:
    """Return True for what no server has: the first page, those of matches in a tab, and their worker."""
    return path in ("/", f"/{solo.OFFLINE}") or (path.startswith("/play/") and path.count("/") == 2)


def _parts(address: str, language: str = messages.LANGUAGES[0]) -> tuple[str, str]:
    """Return path and language of an address in a page of this language."""
    parts = urlsplit(address.replace("&amp;", "&"))
    return parts.path, parse_qs(parts.query).get(pages.LANGUAGE, [language])[0]
