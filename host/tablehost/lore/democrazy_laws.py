"""The laws of Democrazy in plain English: what each is called, and what its operations do."""

from collections.abc import Sequence

# What the laws are called; a law of one's own may have no title.
TITLES = {
    "R01": "Yellow recall",
    "R02": "Red recall",
    "R03": "Green recall",
    "R04": "Blue recall",
    "R05": "Everything moves left",
    "R06": "Double windfall",
    "R07": "Small windfall",
    "R08": "Austerity",
    "R09": "Wealth levy",
    "R10": "Robin Hood",
    "R11": "Poor relief",
    "R12": "Clean slate",
    "R13": "Colours abolished",
    "R14": "Repeal the eldest",
    "R15": "Red pencil",
    "R16": "Fresh jokers",
    "R17": "Joker carousel",
    "R18": "Files to the left",
    "R19": "Shortened agenda",
    "R20": "Back to the start line",
    "R21": "Eight is enough",
    "R22": "Change of fortune",
    "R23": "The great mixing",
    "R24": "Exchange office",
    "R25": "Tribute",
    "R26": "Comfort for sceptics",
    "R27": "Extra session",
    "R28": "Ring of thieves",
    "R29": "Blue travels",
    "R30": "Anti-trust",
    "B01": "Red counts nothing",
    "B02": "Red counts two",
    "B03": "Red counts three",
    "B04": "Red boom",
    "B05": "Green counts nothing",
    "B06": "Green counts two",
    "B07": "Green counts three",
    "B08": "Blue counts nothing",
    "B09": "Blue counts two",
    "B10": "Blue counts three",
    "B11": "Yellow counts nothing",
    "B12": "Yellow counts two",
    "B13": "Yellow counts three",
    "B14": "Yellow peril",
    "B15": "Rainbow premium",
    "B16": "Purity prize",
    "B17": "Sole supplier",
    "B18": "Colour champions",
    "B19": "Only your best colour",
    "B20": "Product of two",
    "B21": "The last shall gain",
    "B22": "Legislator's pension",
    "B23": "Unplayed joker pays",
    "B24": "Silver medal wins",
    "B25": "Honour to beards",
    "B26": "Blue-eyed premium",
    "B27": "Spectacle subsidy",
    "B28": "Winners' dividend",
    "B29": "Protection of the lone voice",
    "B30": "Losers pay",
    "B31": "Author's royalty",
    "B32": "Author's risk",
    "B33": "The chair votes twice",
    "B34": "Two thirds needed",
    "B35": "Voice of the poor",
    "B36": "Circles reversed",
    "B37": "Jokers forbidden",
    "B38": "Left hand only",
    "B39": "Vote on your feet",
    "B40": "No smoking",
    "B41": "Silent ballot",
    "B42": "Counter-clockwise",
    "B43": "Attendance fee",
    "B44": "Constitution",
}
COLOURS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
WHO = {
    "all": "everybody",
    "active": "the proposer",
    "others": "everybody else",
    "most": "whoever has most chips",
    "fewest": "whoever has fewest chips",
    "yes": "whoever voted YES",
    "no": "whoever voted NO",
    "with": "whoever voted with the outcome",
    "against": "whoever voted against the outcome",
    "lone": "whoever voted alone",
    "without_wild": "whoever has no wild left",
    "chosen": "a player of the proposer's choice",
}
BASES = {
    "best_color": "only the best colour of each player counts",
    "product2": "the two best colours multiply",
}
CONDUCT = {
    "vote_left_hand": "vote with the left hand",
    "vote_standing": "vote standing up",
    "no_smoking": "no smoking",
    "no_talk_during_vote": "no talking during a vote",
}
UNITS = {
    "colors:1": "for holding a single colour",
    "fewest:chips": "for having the fewest chips",
    "set4": "for each set of all four colours",
    "sole_color": "for each colour nobody else holds",
    "top_color": "for each own colour of which nobody has more",
    "own_law": "for each own law on the table",
    "wild_held": "for each unplayed wild",
}
# What a law says that only the oldest one may say.
KEYS = {
    "basis": "how chips count",
    "winner": "who wins",
    "threshold": "the votes a law needs",
    "circles": "the circles",
    "wild_rule": "wilds",
    "direction": "whose turn is next",
}
_FIXED = {
    "redraw": "all chips go back into the bag, and everybody draws as many",
    "extra_turn": "the proposer has another turn",
    "protect_laws": "laws cannot be repealed",
    "blank": "as its proposer states it",
    "recount": "everybody counts the chips anew",
    "winner": "the second best player wins",
    "circles": "the circles are reversed",
}


def called(name: str) -> str:
    """A law by its card and its title."""
    title = TITLES.get(name.partition("#")[0])
    return name if title is None else f"{name} {title}"


def number_of(count: object, what: str) -> str:
    return f"{count} {what}" if str(count) in ("1", "-1") else f"{count} {what}s"


def does(text: str) -> str:
    """What the operations of a law do, from their words as `Law.text` has them."""
    return "; ".join(_operation(one.split(" ")) for one in text.split("; "))


def key_of(key: str) -> str:
    """What two laws contradict each other in."""
    if key.startswith("value:"):
        return f"the value of {COLOURS[key[-1]]}"
    return KEYS.get(key, key)


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
    who = WHO.get(args.get("who", ""), "")
    chips = number_of(args.get("n"), "chip")
    side = args.get("dir")
    if name == "repeal":
        return _repeal(args["which"])
    if name == "bonus":
        return f"{number_of(args['pts'], 'point')} {unit(args.get('if') or args['per'])}"
    if name == "pass":
        picked = ", picked by the neighbour" if args.get("choose") == "receiver" else ""
        return f"everybody hands {_what(args['what'])} to the neighbour on the {side}{picked}"
    if name == "conduct" and args["penalty"] == "0":
        return CONDUCT.get(args["rule"], args["rule"].replace("_", " ")) + ", without a penalty"
    if name == "level":
        to = "the start number of" if args["to"] == "start" else args["to"]
        return f"everybody has {to} chips again"
    if name in ("winner", "circles") or name not in _SENTENCES:
        return _FIXED.get(name)
    return _SENTENCES[name].format(
        who=who,
        chips=chips,
        side=side,
        inner=inner,
        n=args.get("n"),
        color=COLOURS.get(args.get("color", ""), ""),
        giver=WHO.get(args.get("from", ""), ""),
        taker=WHO.get(args.get("to", ""), ""),
        other=WHO.get(args.get("b", ""), ""),
        one=WHO.get(args.get("a", ""), ""),
        to=args.get("to"),
        most=number_of(args.get("max"), "chip"),
        points=number_of(args.get("pts"), "point"),
        basis=BASES.get(args.get("mode", ""), ""),
        w=args.get("w"),
        num=args.get("num"),
        den=args.get("den"),
        on=args.get("on"),
        rule=CONDUCT.get(args.get("rule", ""), args.get("rule", "").replace("_", " ")),
        penalty=number_of(args.get("penalty"), "chip"),
        wilds="banned" if args.get("mode") == "banned" else "allowed",
        laws=number_of(args.get("n"), "law"),
    )


_SENTENCES = {
    "draw": "{who} draws {chips}",
    "lose": "{who} returns {chips}",
    "lose_all": "{who} returns all {color} chips",
    "give": "{giver} gives {chips} to {taker}",
    "swap": "{one} exchanges all chips with {other}",
    "cap": "everybody returns what is more than {to} chips",
    "exchange": "{who} may exchange up to {most}",
    "antitrust": "whoever has most of a colour returns {n} of it",
    "wild_deal": "{who} gets a wild",
    "wild_pass": "all unplayed wilds go to the neighbour on the {side}",
    "hand_pass": "all law hands go to the neighbour on the {side}",
    "mill": "the top {laws} of the stack are turned up and discarded",
    "value": "each {color} chip counts {points}",
    "basis": "{basis}",
    "weight": "the vote of {who} counts {w}",
    "threshold": "a law needs {num} of {den} votes",
    "wild_rule": "wilds are {wilds}",
    "after_vote": "after every vote {inner}",
    "after_proposal": "after a proposal that is {on} {inner}",
    "turn_start": "at the start of a turn {inner}",
    "conduct": "{rule}; who is caught returns {penalty}",
    "direction": "the turn passes to the {side}",
}


def unit(condition: str) -> str:
    """What a bonus is given for."""
    if condition.startswith("trait:"):
        return "for " + {"beard": "a beard", "blue_eyes": "blue eyes"}.get(condition[6:], condition[6:])
    return UNITS.get(condition, f"for {condition}")


def _what(what: str) -> str:
    if what == "all":
        return "all chips"
    return number_of(what, "chip") if what.isdigit() else f"all {COLOURS[what[-1]]} chips"


def _repeal(which: str) -> str:
    if which.startswith("tag:"):
        tag = which[4:]
        return f"all laws about {'colours' if tag == 'colour' else tag} are repealed"
    return {
        "all": "all laws are repealed",
        "oldest": "the oldest law is repealed",
        "chosen": "a law of the proposer's choice is repealed",
    }[which]
