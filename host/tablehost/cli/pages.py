"""Generator of all pages that are made, and of the pictures on them: `make docs`.

    docs/reference/commands.md      of the parser: `tablehost.cli.manual`
    docs/play/lamps.md              of the controller's tables: `tablehost.virtual.booklet`
    docs/build/report-template.md   the empty report: `tablehost.doctor.report`
    docs/play, docs/trick.svg       of recorded matches and of options: `tablehost.printing.pages`

No page is written before all are made, and each is replaced whole.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tablehost import messages
from tablehost.cli import manual
from tablehost.cli.parser import parser
from tablehost.doctor import report
from tablehost.files import save_text
from tablehost.printing import guide
from tablehost.printing import pages as games
from tablehost.virtual import booklet


def make_files() -> dict[Path, str]:
    """Return path -> text."""
    docs = guide.folder().parent
    files = games.make_files()
    messages.use(messages.LANGUAGES[0])
    files[docs / "reference" / "commands.md"] = manual.page(parser(is_whole=True))
    files[docs / "play" / "lamps.md"] = booklet.page()
    files[docs / "build" / "report-template.md"] = report.template()
    return files


def main() -> int:
    """Write the files that have changed, name them, return the exit status."""
    for path, text in make_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"docs: {save_text(path, text)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
