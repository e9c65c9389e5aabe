"""A page of docs/ whose code is built: its blocks are put into a copy of the project, its commands run there.

A block of code that follows one of these comments becomes part of a file of the copy:

    <!-- file: PATH -->                 the whole file
    <!-- copy: DOC to PATH -->          the whole file, which is in docs/ at DOC and needs no block
    <!-- into: PATH, after: LINE -->    lines, put behind the first line that reads so

The lines of a block marked `console` are commands.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mp32 import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "hardware" / "README.md",
    *sorted((ROOT / "hardware" / "boards").rglob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]

# The pages that a maker reads in order, from a bare Pico to the first match; `GUIDE`: those with the parts.
MAKERS = [
    ROOT / "docs" / "build" / f"{name}.md"
    for name in ("first-card", "bench", "build", "flash", "image", "deck", "doctor")
]
GUIDE = "".join(page.read_text(encoding="utf-8") for page in MAKERS[1:3])

PARTS = ("firmware", "host", "boards", "tests", "pyproject.toml", "Makefile")
_BLOCK = re.compile(r"<!-- (file|into): (\S+?)(?:, after: (.*?))? -->\n+```\w*\n(.*?)```", re.DOTALL)
_COPY = re.compile(r"<!-- copy: (\S+) to (\S+) -->")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PATIENCE_S = 240


class Page:
    """`name`: a file of docs/. `folder`: an empty one; it becomes the copy, with the page's blocks in it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.text = (ROOT / "docs" / name).read_text()
        self.folder = folder
        self._copy()
        for source, path in _COPY.findall(self.text):
            (folder / path).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / "docs" / source, folder / path)
        for kind, path, line, block in _BLOCK.findall(self.text):
            if kind == "file":
                (folder / path).parent.mkdir(exist_ok=True)
                assert not (folder / path).exists(), f"{path} is there already"
                (folder / path).write_text(block)
            else:
                self._insert(folder / path, line, block)

    def _copy(self) -> None:
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, self.folder / part, ignore=ignored)
            else:
                shutil.copy(source, self.folder / part)
        (self.folder / ".venv").symlink_to(sys.prefix)
        (self.folder / ".tools").symlink_to(ROOT / ".tools")

    def _insert(self, path: Path, line: str, block: str) -> None:
        before, found, behind = path.read_text().partition(f"\n{line}\n")
        assert found, f"no line of {path} reads: {line}"
        path.write_text(before + found + block + behind)

    @property
    def commands(self) -> list[str]:
        """Every command of the page, continued lines as one."""
        blocks = "".join(_CONSOLE.findall(self.text))
        return blocks.replace("\\\n", "").splitlines()

    def run(self, *command: str, only: str = "") -> str:
        """Run a command, or the one line of a shell, in the copy; what it printed. It must succeed.

        `only`: the tests that pytest runs there, as its -k; a -k of the command itself wins.
        """
        paths = [str(self.folder / part) for part in ("firmware/lib", "host")]
        done = subprocess.run(
            command[0] if len(command) == 1 else command,
            shell=len(command) == 1,
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "CARDTABLE_HOME": str(self.folder / "home"),
                "PYTEST_ADDOPTS": f"-k '{only}'" if only else "",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"
        return done.stdout
