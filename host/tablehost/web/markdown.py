"""Markdown as HTML: without HTML of its own and without pictures; links lead within the site alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

_READER = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def html(text: str, link: Callable[[str], str], table: str, level: int = 0) -> str:
    """Return Markdown as HTML. The first heading of a page is the only one of its level, none skips a level.

    `link`: the address on this site for the target of a link, "" for none: then its words alone are left;
    `table`: the name of tables, which scroll by themselves;
    `level`: of the heading before the text, 0 without one.
    """
    tokens: list[Token] = []
    for token in _READER.parse(text):
        if token.type == "heading_open":
            level = min(max(int(token.tag[1:]), 2), level + 1) if level else 1
        if token.type.startswith("heading_"):
            token.tag = f"h{level}"
        if token.type == "table_open":
            tokens.append(_raw(f'<div class="scroll" role="group" aria-label="{table}" tabindex="0">\n'))
        if token.type == "inline" and not token.content and tokens[-1].type == "th_open":
            tokens[-1].tag = "td"  # it heads nothing
        if token.type == "th_close":
            token.tag = tokens[-2].tag
        if token.children is not None:
            token.children = list(_lead(token.children, link))
        token.attrs.pop("style", None)
        tokens.append(token)
        if token.type == "table_close":
            tokens.append(_raw("</div>\n"))
    return str(_READER.renderer.render(tokens, _READER.options, {}))


def _raw(text: str) -> Token:
    return Token("html_block", "", 0, content=text)


def _lead(tokens: Sequence[Token], link: Callable[[str], str]) -> Iterator[Token]:
    """Yield the parts of a paragraph with links that lead somewhere. Links are not nested."""
    leads = False
    for token in tokens:
        if token.type == "link_open":
            target = link(str(token.attrs.get("href", "")))
            leads = bool(target)
            token.attrs = {"href": target}
        if leads or token.type not in ("link_open", "link_close"):
            yield token
