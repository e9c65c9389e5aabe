"""The command in this process."""

from tablehost.cli.command import main


def run(capsys, *words):
    """(exit status, what it wrote on stdout, on stderr)."""
    status = main(list(map(str, words)))
    return status, *capsys.readouterr()
