"""User-facing errors: code, message, hint, exit status."""

from collections.abc import Sequence

from tablehost import messages

SAID = messages.Catalogue("table")

# Exit statuses
UNEXPECTED = 1
USAGE = 2
NOT_FOUND = 3
BUSY = 4
VERSION_SKEW = 5
CHECK_FAILED = 6
GAP = 7
LINK_LOST = 8
INTERRUPTED = 130

DATABASE_AWAY = ("DATABASE_UNREACHABLE", "DATABASE_LOST")  # codes of a Trouble that ends by itself


class Trouble(Exception):
    """A user-facing error that the user can act on.

    `code` is stable and never translated; `message` is one line and reports which data are safe where any
    could be lost; `hint` is the next step, a line or a few; `exit` is the exit status.
    """

    def __init__(self, code: str, message: str, hint: str = "", exit: int = USAGE) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.exit = exit

    def as_json(self) -> dict[str, object]:
        """Return the object that --json prints."""
        return {"ok": False, "error": {"code": self.code, "message": self.message, "hint": self.hint}}


def unexpected(error: Exception) -> Trouble:
    """Return the trouble that stands for any other exception, with the place in the program."""
    import traceback  # seldom needed

    reason = messages.reason(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
    frame = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f"{one.filename}:{one.lineno}" for one in frame)
    about = SAID("unexpected", reason=reason, place=place)
    return Trouble("UNEXPECTED", about, SAID("unexpected-hint"), UNEXPECTED)


def require_package(name: str, extra: str) -> None:
    """Refuse to go on without a package of one of Cardtable's extras. Raises Trouble."""
    from importlib.util import find_spec  # seldom needed

    if find_spec(name) is None:
        raise Trouble("MISSING_EXTRA", SAID("no-package", name=name), f'pip install "cardtable[{extra}]"')


def did_you_mean(given: str, choices: Sequence[str]) -> str:
    """Return `did you mean X?` if a choice is close, and the list of choices; "" without choices.

    A number is no slip for another number.
    """
    if not choices:
        return ""
    import difflib  # seldom needed

    is_number = given.removeprefix("-").isdigit()
    near = [choice.lower() for choice in choices if not (is_number and choice.isdigit())]
    close = difflib.get_close_matches(given.lower(), near, n=1, cutoff=0.5)
    lines = [
        SAID("did-you-mean-choice", choice=choice)
        for choice in choices
        if close and choice.lower() == close[0]
    ][:1]
    return "\n".join([*lines, SAID("there-is", choices=", ".join(choices))])
