"""Pages as HTML: templates, the language of a visitor, and the texts that scripts show."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.parse import quote

from anyio import CapacityLimiter
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from tablehost import messages
from tablehost.web.guard import BROWSER, browser_of

SAID = messages.Catalogue("web")
LANGUAGE = "lang"  # of the query and the cookie
YEAR_S = 31_536_000
FRESH = {"cache-control": "no-store"}

Given = ParamSpec("Given")
Found = TypeVar("Found")

_HERE = Path(__file__).parent
STATIC = _HERE / "static"
_LOADER = FileSystemLoader(_HERE / "templates")
_TEMPLATES = Environment(
    loader=_LOADER,
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def add_templates(folder: Path) -> None:
    """Find templates in this folder, too."""
    _LOADER.searchpath.append(str(folder))


def language_of(asked: HTTPConnection) -> str:
    """Return the language of a visitor: that of the address, one chosen before, or the browser's."""
    known = messages.LANGUAGES
    wishes = [asked.query_params.get(LANGUAGE, ""), asked.cookies.get(LANGUAGE, "")]
    wishes += [part.strip()[:2].lower() for part in asked.headers.get("accept-language", "").split(",")[:8]]
    return next((one for one in wishes if one in known), messages.language())


async def speak(
    asked: HTTPConnection, call: Callable[Given, Found], *args: Given.args, **kwargs: Given.kwargs
) -> Found:
    """Return the value of a call that runs in a thread of its own and speaks the visitor's language."""
    with messages.speaking(language_of(asked)):
        return await run_in_threadpool(call, *args, **kwargs)


async def toil(
    asked: HTTPConnection, call: Callable[Given, Found], *args: Given.args, **kwargs: Given.kwargs
) -> Found:
    """Do as `speak` for a call that takes long: few run at once, so that matches are shown in time."""
    heavy: CapacityLimiter = asked.state.heavy
    async with heavy:
        return await speak(asked, call, *args, **kwargs)


def render(asked: HTTPConnection, name: str, status: int = 200, /, **values: object) -> Response:
    """Return a page in the visitor's language, which is spoken meanwhile."""
    language = language_of(asked)
    with messages.speaking(language):
        path = "/" + quote(str(asked.scope["path"]).lstrip("/"))  # "//" and a backslash lead to another host
        state = asked.scope["app"].state if "app" in asked.scope else None
        about = {} if state is None else state.find_about(asked)
        html = text(name, language, path, **{"own": None, "has_doors": True, **about, **values})
    answer = HTMLResponse(html, status, FRESH)
    if asked.query_params.get(LANGUAGE) == language:
        answer.set_cookie(LANGUAGE, language, max_age=YEAR_S, samesite="lax")
    if status == 200 and not browser_of(asked):
        is_secure = asked.url.scheme == "https"
        browser = secrets.token_urlsafe(16)
        answer.set_cookie(BROWSER, browser, YEAR_S, httponly=True, samesite="lax", secure=is_secure)
    return answer


def text(name: str, language: str, path: str, /, **values: object) -> str:
    """Return the HTML of a page in the language that is spoken. `path`: its address."""
    about = {"language": language, "languages": messages.LANGUAGES, "path": path, "say": SAID}
    return _TEMPLATES.get_template(f"{name}.html").render(
        about,
        texts=json.dumps(SAID.kind("js"), ensure_ascii=False),
        **{"has_doors": False, "open_at": ""} | values,
    )
