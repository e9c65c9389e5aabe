"""The result of a check and its presentation: one line, with its cure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tablehost.doctor.words import WORDS, fault_text
from tablehost.errors import BUSY, NOT_FOUND, UNEXPECTED, VERSION_SKEW, Trouble
from tablehost.seats import label
from tablehost.types import Document, Fields

OK, FAIL, NOTE = "ok", "fail", "note"  # NOTE: not checked, or nothing that must be cured
_FIRST = (NOT_FOUND, BUSY, VERSION_SKEW)  # the most important of several exit statuses, in this order


class Check(NamedTuple):
    """A result. `what` is checked and `said` is the finding, codes of `words`; `args` are filled into both
    and into the cure, which is the sentence `said` + "-cure" if there is one. `exit`: the status of the
    program, if this failed.
    """

    what: str
    state: str
    said: str
    args: Fields = {}
    exit: int = UNEXPECTED

    @classmethod
    def of(cls, what: str, trouble: Trouble, **args: Any) -> Check:
        """Return a check that failed with this trouble, whose message is complete."""
        hint = " ".join(trouble.hint.split("\n"))
        return cls(what, FAIL, "trouble", {**args, "message": trouble.message, "hint": hint}, trouble.exit)

    def title(self, lang: str) -> str:
        """Return the subject of the check."""
        return self._filled(lang, WORDS[lang]["is " + self.what])

    def found(self, lang: str) -> str:
        """Return the finding."""
        return self._filled(lang, WORDS[lang][self.said])

    def cure(self, lang: str) -> str:
        """Return the cure, or ""."""
        return self._filled(lang, WORDS[lang].get(self.said + "-cure", ""))

    def _filled(self, lang: str, sentence: str) -> str:
        """Fill a sentence. `fault`: a code of the table's; `key`, `lamp` become their names; `wire` may be
        none.
        """
        args = dict(self.args)
        if "fault" in args and args["fault"] is not None:
            args["text"] = fault_text(lang, args["fault"], args["pad"])
        if "cause" in args:
            args["cause"] = WORDS[lang].get(f"cause {args['cause']}", args["cause"])
        if lang == "fr" and "all" in args:
            args.update(
                {name: args[name].replace("KB", "Ko").replace("MB", "Mo") for name in ("free", "all")}
            )
        if "volts" in args and lang == "fr":
            args.update({name: args[name].replace(".", ",") for name in ("volts", "least", "most")})
        if "holds" in args:
            args["holds"] = WORDS[lang][f"holds {args['holds']}"]
        if "key" in args:
            args["key"] = WORDS[lang]["key " + args["key"]]
        if "pad" in args:
            args["pad"] = label(args["pad"])
        if "others" in args:
            of_pad = WORDS[lang]["key-of-pad"]
            keys = [(WORDS[lang]["key " + key], label(pad)) for pad, key in args["others"]]
            args["others"] = ", ".join(of_pad.format(key=key, pad=pad) for key, pad in keys)
        if "lamp" in args:
            args["lamp"] += 1
        if "wire" in args:
            args["wire"] = f" [{args['wire']}]" if args["wire"] else ""
        return sentence.format(**args)

    def line(self, lang: str) -> str:
        """Return the line for people."""
        cure = self.cure(lang)
        words = WORDS[lang]
        head = f"{words['state ' + self.state]:<6}{self.title(lang)}{words['colon']}"
        return f"{head}{self.found(lang)}{'. ' + cure if cure else ''}"

    def as_json(self, lang: str) -> Document:
        """Return the object for programs: `check`, `state` and `code` are never translated."""
        told: Fields = {"check": self.what, "state": self.state, "code": self.said}
        told.update({name: self.args[name] for name in ("pad", "key", "lamp") if name in self.args})
        return {**told, "found": self.found(lang), "cure": self.cure(lang)}


def status(checks: Iterable[Check]) -> int:
    """Return the exit status that they come to."""
    failed = {check.exit for check in checks if check.state == FAIL}
    return next((one for one in _FIRST if one in failed), min(failed, default=0))
