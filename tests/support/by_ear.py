"""A player who perceives a page by its accessibility tree alone: roles, names, and what the live region says.

`Player` types; `Presser` uses buttons by role and name; `Tabber` has nothing but Tab and Enter.
"""

import re
import time

LIMIT_S = 40
QUIET_S = 1.0  # after which a player asks what is asked
LAW = re.compile(r"[RBX][0-9]+")
MORE = re.compile(r"type (ok|turn|draw|take|lift|clear|yes|no|point|show)\b")
PANEL = {
    "Draw": "draw", "Turn up": "turn", "Play a card": "card", "Lay": "card", "Propose": "card", "Show": "no",
    "Put the card": "clear", "Take all": "take", "Take your card": "lift", "Point": "point", "Choose": "ok",
}  # fmt: skip
KEY = re.compile(r'button "(OK|YES|NO)[:"]')
BUTTONS = {
    "turn": "Turn it up",
    "draw": "Draw",
    "take": "Take all the cards",
    "clear": "Put the card in the middle aside",
}


class Tree:
    """The accessibility tree of a page at one moment."""

    def __init__(self, line):
        nodes = line.send("Accessibility.getFullAXTree")["nodes"]
        self.nodes = {node["nodeId"]: node for node in nodes}

    def text(self, node):
        """The text in a node, of all its children."""
        name = _value(node, "name")
        if _value(node, "role") == "StaticText":
            return name
        return "".join(
            self.text(self.nodes[child]) for child in node.get("childIds", []) if child in self.nodes
        )

    def said(self):
        """Yield the sentences of the live region: (identity, text)."""
        regions = [node for node in self.nodes.values() if _property(node, "live") not in (None, "off")]
        assert len(regions) < 2, "there is one live region"
        for child in [child for region in regions for child in region.get("childIds", [])]:
            node = self.nodes.get(child)
            if node is not None and not node.get("ignored"):
                yield node["backendDOMNodeId"], self.text(node)

    def has_button(self, name):
        """Return True if there is a button of such a name."""
        return any(
            node.get("role", {}).get("value") == "button"
            and name.search(node.get("name", {}).get("value", ""))
            for node in self.nodes.values()
        )

    def focus(self):
        """The name and role of what has the focus."""
        for node in self.nodes.values():
            if _property(node, "focused") and _value(node, "role") != "RootWebArea":
                return _value(node, "role"), _value(node, "name")
        return "", ""


def _property(node, name):
    values = (one["value"].get("value") for one in node.get("properties", []) if one["name"] == name)
    return next(values, None)


def _value(node, name):
    return node.get(name, {}).get("value", "")


class Player:
    """A person of this name at a page of a seat. `heard`: all sentences, in order."""

    def __init__(self, page, name):
        self.page = page
        self.name = name
        self.heard = []
        self.is_over = False
        self._line = page.context.new_cdp_session(page)
        self._met = set()
        self._hand = []
        self._tried = []
        self._todo = ""
        self._quiet = time.monotonic()

    def listen(self):
        """Hear what is new; return it."""
        fresh = [(at, text) for at, text in Tree(self._line).said() if at not in self._met]
        self._met |= {at for at, _ in fresh}
        for _, text in fresh:
            self._quiet = time.monotonic()
            self.heard.append(text)
            self._note(text)
        return [text for _, text in fresh]

    def _note(self, text):
        if self.read_hand(text):
            self._hand = self.read_hand(text)
            self._tried = []
        elif found := re.fullmatch(rf"{self.name}, (?:on your pad|back in your hand): (.*)\.", text):
            self._hand = [card for card in self._hand if card != found[1]]
            self._hand += [found[1]] if "back" in text else []
        elif found := re.fullmatch(rf"(?:{self.name}: |table: .*; now: )(.*?)\.?", text):
            self._todo = "type yes" if "pick first with YES" in text else found[1]
        self.is_over |= bool(re.search(r"The match is over\.| won: | won by ", text))

    def read_hand(self, text):
        """Return the cards of a sentence that reads the own hand, [] for another one."""
        found = re.match(rf"(?:{self.name}, your hand|Your cards): ([^.]*)\.", text)
        return found[1].split(", ") if found else []

    def step(self):
        """Hear what is new, and do what is asked, if anything is."""
        self.listen()
        if self.is_over:
            return
        todo, self._todo = self._todo, ""
        if not todo and time.monotonic() - self._quiet > QUIET_S:
            self._quiet = time.monotonic()
            self.ask()
        word = self.choose(todo)
        if word:
            self.do(word)

    def choose(self, todo):
        """Return the act that these words ask for: a key, a word, or a card; "" for none."""
        if "wrong" in todo or "clear the pad" in todo:
            return "lift"
        if "type a law" in todo:
            return next(filter(LAW.match, self._hand), "")
        if "type show" in todo:
            return "no"  # I have no combination
        if "type a card" in todo or "type the card" in todo:
            return self._card()
        if "for the next row" in todo:
            return "ok"
        found = MORE.search(todo)
        return found[1] if found else ""

    def _card(self):
        mine = list(filter(LAW.match, self._hand)) or self._hand
        left = [card for card in mine if card not in self._tried] or mine
        if not left:
            return ""
        self._tried = [*self._tried, left[0]] if left is not mine else [left[0]]
        return left[0]

    def ask(self):
        self.type("asked")

    def do(self, word):
        self.type(word)

    def type(self, line):
        field = self.page.get_by_role("textbox", name="Type a card or a word")
        field.fill(line)
        field.press("Enter")


class Presser(Player):
    """A person who uses buttons, by role and name."""

    def do(self, word):
        self.press(self.button(word))

    def ask(self):
        """Read what the panel says."""
        panel = self.page.get_by_role("region", name="Your hand and keys").aria_snapshot()
        said = next((line for line in panel.split("\n") if "paragraph:" in line), "")
        said = said.partition("paragraph: ")[2].strip('"')
        key = KEY.search(panel)
        word = next((word for words, word in PANEL.items() if said.startswith(words)), "")
        word = word or (key[1].lower() if key else "")
        self._todo = {"card": "type a card", "": ""}.get(word, f"type {word}")

    def button(self, word):
        """Return the names of the button for an act."""
        if word in ("lift", "point"):
            return re.compile({"lift": "[Tt]ake it back$", "point": "^Point at "}[word])
        if word in ("ok", "yes", "no"):
            return re.compile(f"^{word.upper()}(:|$)")
        return re.compile(f"^{re.escape(BUTTONS.get(word, word))}$")

    def press(self, name):
        found = self.page.get_by_role("button", name=name)
        if found.count():
            found.first.click(timeout=2000)


class Tabber(Presser):
    """A person who has Tab and Enter alone."""

    def press(self, name):
        if not Tree(self._line).has_button(name):
            return
        for _ in range(60):
            role, focused = Tree(self._line).focus()
            if role == "button" and name.search(focused):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        assert not Tree(self._line).has_button(name), f"Tab does not lead to {name}"  # it may have gone


def play(*players):
    """Have these players play a match to its end."""
    deadline = time.monotonic() + LIMIT_S
    while not all(one.is_over for one in players):
        for one in players:
            one.step()
        assert time.monotonic() < deadline, [one.heard[-12:] for one in players]
        time.sleep(0.02)
