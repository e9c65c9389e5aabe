"""The laws of Democrazy in sentences: the name of each, and the effects of its operations."""

from collections.abc import Sequence

from tablehost import messages
from tablehost.virtual import said as table

SAID = messages.Catalogue("democrazy")
COLOURS = "RGBY"


def name_law(name: str) -> str:
    """Return a law by its card and its title, as the table calls it; a law of one's own may have no title."""
    title = table.title(name.partition("#")[0], messages.language())
    return f"{name} {title}" if title else name


def number_of(count: object, what: str) -> str:
    """Return a count with its noun, the `what` of the catalogue in singular or plural."""
    text = str(count)
    return (
        SAID(what, n=int(text))
        if text.lstrip("-").isdigit()
        else f"{count} {SAID(what, n=2).partition(' ')[2]}"
    )


def does(text: str) -> str:
    """Return the effects of a law's operations, from their words in `Law.text`."""
    return messages.join_with_semicolons(_operation(one.split(" ")) for one in text.split("; "))


def key_of(key: str) -> str:
    """Return the subject in which two laws contradict each other."""
    return SAID.get("key " + key, key)


def _operation(words: Sequence[str]) -> str:
    name = words[0]
    args = {}
    inner = ""
    for i, word in enumerate(words[1:], 1):
        key, is_argument, value = word.partition("=")
        if not is_argument:
            inner = _operation(words[i:])
            break
        args[key] = value
    told = _told(name, args, inner)
    return " ".join(words) if told is None else told


def _told(name: str, args: dict[str, str], inner: str) -> str | None:
    if name == "repeal":
        return SAID("does repeal " + args["which"].removeprefix("tag:"))
    if name == "bonus":
        return SAID(
            "does bonus", points=number_of(args["pts"], "points"), unit=unit(args.get("if") or args["per"])
        )
    head = "does " + name
    if name == "pass" and args.get("choose") == "receiver":
        head += " receiver"
    elif name == "conduct" and args["penalty"] == "0":
        head += " free"
    elif name == "level" and args["to"] == "start":
        head += " start"
    elif name == "wild_rule" and args.get("mode") == "banned":
        head += " banned"

    def word(kind: str, key: str) -> str:
        return SAID.get(f"{kind} {args.get(key, '')}", args.get(key, "").replace("_", " "))

    colour = args.get("color", "R")
    return SAID.get(
        head,
        " ".join([name, *(f"{key}={value}" for key, value in args.items()), inner]).strip(),
        who=word("who", "who"),
        chips=number_of(args.get("n", 0), "chips"),
        side=word("side", "dir"),
        inner=inner,
        n=args.get("n"),
        all=SAID.get("all-of " + colour),
        each=SAID.get("each-of " + colour),
        giver=word("who", "from"),
        taker=word("who", "to"),
        other=word("who", "b"),
        one=word("who", "a"),
        to=args.get("to"),
        what=_what(args.get("what", "all")),
        most=number_of(args.get("max", 0), "chips"),
        points=number_of(args.get("pts", 0), "points"),
        basis=word("counting", "mode"),
        w=args.get("w"),
        num=args.get("num"),
        den=args.get("den"),
        on=word("on", "on"),
        rule=word("rule-of", "rule"),
        penalty=number_of(args.get("penalty", 0), "chips"),
        laws=number_of(args.get("n", 0), "laws"),
    )


def unit(condition: str) -> str:
    """Return the condition of a bonus."""
    return SAID.get("unit " + condition, SAID("unit-other", what=condition.removeprefix("trait:")))


def _what(what: str) -> str:
    if what == "all":
        return SAID("all-chips")
    return number_of(what, "chips") if what.isdigit() else SAID("all-of " + what[-1])
