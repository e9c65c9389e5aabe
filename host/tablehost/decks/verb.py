"""The verb `deck`: decks are enrolled, checked, shown, mended, put on tables, and exported."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from cardtable.games import registry as games
from tablehost import arguments, messages
from tablehost.console import text
from tablehost.decks import audit as auditing
from tablehost.decks import deckfile, kinds, store, table, tag_writing, words
from tablehost.decks.adoption import Adoption
from tablehost.decks.audit import Audit
from tablehost.decks.deckfile import TAGS, USUAL, Deck
from tablehost.decks.enrolment import Enrolment, Stopped
from tablehost.decks.output import Teller, Typed
from tablehost.decks.pads import PileCheck
from tablehost.decks.record import MARK
from tablehost.decks.tag_writing import Writing
from tablehost.errors import CHECK_FAILED, INTERRUPTED, LINK_LOST, NOT_FOUND, USAGE, Trouble, did_you_mean
from tablehost.files import STDOUT, make_folder, save_text
from tablehost.journal.store import Journal, now
from tablehost.link import discovery
from tablehost.link.conversation import Conversation, take_all
from tablehost.link.port_error import PortError
from tablehost.link.service import Service
from tablehost.messages import LANGUAGES
from tablehost.types import SCHEMA, Document, Fields

SAID = messages.Catalogue("deck")

DEFAULT_PAD = 0


def main(args: arguments.Deck) -> int:
    """Run one of them. Raises Trouble."""
    does = {
        "enrol": enrol, "check": check, "audit": check, "write": write, "show": show,
        "replace": replace, "use": use, "retire": retire, "export": export, "import": take_in,
    }  # fmt: skip
    return does[args.what](args)


def _tell(args: arguments.Deck, data: Fields, lines: Sequence[str], ok: bool = True) -> None:
    """Print the final message of a command."""
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": ok, "data": data}))
    elif lines:
        print("\n".join(lines))


def _data(deck: Deck) -> Document:
    return {
        "deck": deck.name, "kind": deck.kind.name, "tags": deck.tags, "cards": len(deck.kind.cards),
        "enrolled": len(deck.kind.cards) - len(deck.missing()), "retired": deck.retired, "sum": deck.sum,
        "weak": [deck.text(row.card) for row in deck.weak()], "mark": deck.mark.hex().upper() or None,
    }  # fmt: skip


# -- at a table -----------------------------------------------------------------------------------------


class Desk:
    """A session with a table, and its output."""

    def __init__(self, args: arguments.Deck, connection: discovery.Connection, session: Conversation) -> None:
        self.session = session
        self.connection = connection
        spoken = connection.language() if connection.virtual and connection.folder else ""
        lang = getattr(args, "lang", None) or (spoken if spoken in LANGUAGES else LANGUAGES[0])
        messages.use(lang)
        self.teller = Teller(lang, args.json, sys.stdout)
        self.typed = Typed(lang)

    def show_hands(self, cards: Sequence[str], pad: int | None, deck: Deck) -> None:
        """Show these requested cards to the hands at the virtual table."""
        asked = {"lay": list(cards), "pad": pad, "pack": games.PACKS.index(deck.kind.pack)}
        self.connection.show_hands(asked)


@contextmanager
def _at_table(args: arguments.Deck, deck: Deck, fresh: bool = False) -> Iterator[Desk]:
    """Open a table for the duration of a task. `fresh`: cards get new tags. Raises Trouble."""
    faults = _faults(getattr(args, "faults", None))
    address = discovery.find(args.table, args.json)
    if faults and address != discovery.SIM:
        raise Trouble("NOT_VIRTUAL", SAID("faults-need-virtual"), SAID("faults-need-virtual-hint"))
    reader = getattr(args, "chip", None) or ("pn5180" if deck.tags != USUAL else None)
    people: Fields = {
        "board": discovery.board_for(discovery.USUAL_SEATS, None, reader), "resume": True, "held": [],
        "faults": {}, "seed": 1, "pace": getattr(args, "pace", 0.0),
        "pile": {"fumbles": faults, "foreign": _foreign(deck), "fresh": fresh},
    }  # fmt: skip
    with Journal() as journal:
        connection = discovery.connect(address, people)
        try:
            session = Conversation(journal, connection.line, connection.virtual)
            session.greet(table.ignore_event)
            desk = Desk(args, connection, session)
            yield desk
            take_all(session)
        except PortError as error:
            about = SAID("cards-kept", value=error.message.partition(";")[0].strip())
            raise Trouble("LOST", about, SAID("cards-kept-hint", args=_again(args)), LINK_LOST) from None
        finally:
            connection.close()


def _again(args: arguments.Deck) -> str:
    name = getattr(args, "name", None) or getattr(args, "card", "")
    return SAID("command", what=args.what, name=name)


def _faults(asked: str | None) -> list[str]:
    """Return the mistakes of the hands at the virtual table. Raises Trouble."""
    if not asked:
        return []
    fumbles = SAID.kind("fumble")
    names = asked.split(",")
    for name in names:
        if name not in fumbles:
            told = "\n".join(f"  {one:<9}{what}" for one, what in fumbles.items())
            raise Trouble(
                "BAD_FAULTS",
                SAID("unknown-fault", name=name or "-"),
                SAID("unknown-fault-hint", told=told),
            )
    return names


def _foreign(deck: Deck) -> str | None:
    """Return a tag of another deck, for hands that fumble."""
    for other in store.all_decks():
        if other.name != deck.name and other.owns:
            for row in other.rows:
                if deck.of(row.uid) is None:
                    return row.uid.hex()
    return None


def _others(deck: Deck) -> list[Deck]:
    return [other for other in store.all_decks() if other.name != deck.name]


def _learn(desk: Desk, quiet: bool = False) -> list[Deck]:
    """Return the decks on the table; those that this computer did not know are kept here from now on."""
    there = table.read(desk.session)
    for deck in table.save_unknown(there):
        if not quiet:
            desk.teller.say(
                "found" if deck.name.startswith(deckfile.FOUND) else "found-named", deck=deck.name
            )
    return there


def _place(desk: Desk, deck: Deck, there: Sequence[Deck]) -> None:
    """Put the deck on the table, next to those of other packs, and report it."""
    stay, gone = table.split_by_overlap(deck, there)
    table.put_decks(desk.session, [deck, *stay])
    names = ", ".join(one.name for one in [deck, *stay])
    cards = sum(len(one.kind.cards) - len(one.missing()) for one in [deck, *stay])
    desk.teller.say("on-table", cards=cards, decks=names)
    for other in gone:
        desk.teller.say("displaced", deck=other.name)


def _service(desk: Desk, deck: Deck) -> Service:
    """Return the table's service mode, its readers looking for the deck's tags. Raises Trouble."""
    service = Service(desk.session)
    if deck.tags not in service.sorts:
        with service:
            read = " or ".join(service.sorts)
            raise Trouble(
                "WRONG_TAGS",
                SAID("wrong-tags", read=read, tags=deck.tags),
                SAID("wrong-tags-hint", sorts=service.sorts[0]),
                CHECK_FAILED,
            )
    service.read(deck.tags)
    return service


def _pad(service: Service, asked: int | None) -> int:
    pad = DEFAULT_PAD if asked is None else asked - 1
    if not 0 <= pad < service.pads:
        about = SAID("no-such-pad", pad=asked, pads=service.pads)
        raise Trouble("BAD_PAD", about, SAID("no-such-pad-hint"), USAGE)
    return pad


# -- enrol, replace -----------------------------------------------------------------------------------------


def enrol(args: arguments.Deck) -> int:
    """Run `cardtable deck enrol NAME [--standard54 | GAME]`: begin, or continue."""
    deck = _wanted(args)
    with _at_table(args, deck) as desk:
        there = _learn(desk)
        stopped = False
        if not deck.is_whole:
            stopped = (_adopt if args.from_tags else _guide)(args, desk, deck)
        if stopped:
            _enrol_told(args, deck)
            return INTERRUPTED
        if not args.json:
            desk.teller.say("whole", whole=len(deck.kind.cards), deck=deck.name)
        _place(desk, deck, there)
    _enrol_told(args, deck)
    return 0


def _guide(args: arguments.Deck, desk: Desk, deck: Deck) -> bool:
    """Enrol card after card; return True if it was stopped before the last one."""
    whole, left = len(deck.kind.cards), len(deck.missing())
    desk.teller.say("begin", deck=deck.name, pack=deck.kind.name, whole=whole, done=whole - left, left=left)
    with _service(desk, deck) as service:
        pad = _pad(service, args.pad)
        desk.teller.say("how", pad=desk.teller.pad(pad, service.seat_pads, service.pads))
        desk.teller.say("keys")
        enrolment = _enrolment(args, desk, deck, service, pad)
        try:
            enrolment.all_missing()
        except (Stopped, KeyboardInterrupt):
            desk.teller.over()
            done = whole - len(deck.missing())
            desk.teller.say("stopped", done=done, whole=whole, deck=deck.name)
            return True
        finally:
            desk.teller.over()
    return False


def _adopt(args: arguments.Deck, desk: Desk, deck: Deck) -> bool:
    """Adopt the records of the tags; return True if cards are left."""
    if args.pad is not None:
        raise Trouble("USAGE", SAID("pad-or-from-tags"), SAID("pad-or-from-tags-hint"))
    _check_memory(deck)
    whole, left = len(deck.kind.cards), deck.missing()
    done = whole - len(left)
    desk.teller.say("from-begin", deck=deck.name, pack=deck.kind.name, whole=whole, done=done, left=len(left))
    desk.teller.say("from-keys")
    with _service(desk, deck) as service:
        others = _others(deck)
        adoption = Adoption(
            service, deck, lambda: store.save(deck), desk.teller, desk.typed, others, args.short
        )
        _lay_all(desk, adoption, left)
    if deck.missing():
        done = whole - len(deck.missing())
        desk.teller.say("from-stopped", done=done, whole=whole, deck=deck.name)
    return bool(deck.missing())


def _lay_all(desk: Desk, laying: PileCheck, cards: Sequence[int], seconds: float | None = None) -> None:
    """Have all these cards laid, until it is over; the cards seen by then count."""
    desk.show_hands([laying.laid.deck.text(card) for card in cards], None, laying.laid.deck)
    try:
        laying.run(seconds)
    except KeyboardInterrupt:
        desk.teller.over()


def _check_memory(deck: Deck) -> None:
    if deck.tags != USUAL:
        about = SAID("tags-without-memory", name=deck.name, tags=deck.tags, usual=USUAL)
        raise Trouble("NO_MEMORY", about, SAID("tags-without-memory-hint", name=deck.name))


def _enrolment(args: arguments.Deck, desk: Desk, deck: Deck, service: Service, pad: int) -> Enrolment:
    return Enrolment(
        service, deck, lambda: store.save(deck), desk.teller, desk.typed, _others(deck), pad, args.short,
        lambda card: desk.show_hands([card], pad, deck),
    )  # fmt: skip


def _enrol_told(args: arguments.Deck, deck: Deck) -> None:
    lang = args.lang or LANGUAGES[0]
    weak = [f"{deck.text(row.card)} {row.read}/{row.looks}" for row in deck.weak()]
    lines = []
    if weak:
        lines = [words.get_text(lang, "weak", cards=", ".join(weak)), words.get_text(lang, "weak-cure")]
    _tell(args, {**_data(deck), "path": str(store.path_of(deck.name))}, lines, deck.is_whole)


def _wanted(args: arguments.Deck) -> Deck:
    """Return the deck that is to be enrolled: a new one, or one that was begun. Raises Trouble."""
    kind = None
    if args.standard54 and args.game is not None:
        raise Trouble("USAGE", SAID("standard54-or-game"), SAID("standard54-or-game-hint"))
    if args.standard54:
        kind = kinds.load(kinds.STANDARD)
    elif args.game is not None:
        kind = kinds.for_game(args.game, args.players, args.option)
    if args.tags is not None and args.tags not in TAGS:
        raise Trouble("BAD_TAGS", SAID("unknown-tags", tags=args.tags), did_you_mean(args.tags, list(TAGS)))
    deck = store.find(args.name)
    if deck is None:
        if kind is None:
            hint = SAID("which-cards-hint", name=args.name)
            raise Trouble("WHICH_CARDS", SAID("which-cards", name=args.name), hint)
        return Deck(deckfile.check_name(args.name), kind, args.tags or USUAL)
    if deck.retired:
        hint = SAID("retired-name-hint", name=deck.name)
        raise Trouble("RETIRED", SAID("retired-name", name=deck.name), hint)
    if args.tags not in (None, deck.tags) and deck.rows:
        about = SAID("one-sort-of-tags", name=deck.name, tags=deck.tags)
        raise Trouble("BAD_TAGS", about, SAID("one-sort-of-tags-hint"))
    deck.tags = args.tags or deck.tags
    if kind is not None and kind is not deck.kind:
        if kind.pack != deck.kind.pack or not {row.card for row in deck.rows} <= set(kind.cards):
            about = SAID("other-kind", name=deck.name, name2=deck.kind.name, name3=kind.name)
            raise Trouble("OTHER_KIND", about, SAID("other-kind-hint"))
        deck.kind = kind
    return deck


def replace(args: arguments.Deck) -> int:
    """Run `cardtable deck replace CARD [--deck NAME]`."""
    deck, card = _with_card(args.card, args.deck)
    with _at_table(args, deck, fresh=True) as desk:
        there = _learn(desk)
        with _service(desk, deck) as service:
            pad = _pad(service, args.pad)
            desk.teller.say("how", pad=desk.teller.pad(pad, service.seat_pads, service.pads))
            enrolment = _enrolment(args, desk, deck, service, pad)
            try:
                enrolment.again(card)
            except (Stopped, KeyboardInterrupt):
                raise Trouble(
                    "INTERRUPTED",
                    SAID("replacing-stopped", card=args.card),
                    _again(args),
                    INTERRUPTED,
                ) from None
            finally:
                desk.teller.over()
        if not args.json:
            desk.teller.say("replaced", card=deck.text(card), deck=deck.name)
            if deck.mark:
                desk.teller.say("rewrite", card=deck.text(card), deck=deck.name)
        if any(one.name == deck.name for one in there):
            _place(desk, deck, there)
    _tell(args, {**_data(deck), "card": deck.text(card)}, [])
    return 0


def _with_card(word: str, name: str | None) -> tuple[Deck, int]:
    """Return the deck in use that has such a card, and the card. Raises Trouble."""
    wanted = words.spell(messages.language(), word)
    decks = [store.load(name)] if name else [deck for deck in store.all_decks() if deck.owns]
    found = []
    for deck in decks:
        for row in deck.rows:
            if deck.text(row.card) in wanted:
                found.append((deck, row.card))
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(deck.name for deck, _ in found)
        raise Trouble("WHICH_DECK", SAID("which-deck", word=word, names=names), SAID("which-deck-hint"))
    about = (
        SAID("no-deck-with-card", word=word) if not name else SAID("card-without-tag", name=name, word=word)
    )
    raise Trouble("NO_CARD", about, SAID("list-cards-hint"), NOT_FOUND)


# -- check, audit -----------------------------------------------------------------------------------------


def check(args: arguments.Deck) -> int:
    """Run `cardtable deck check NAME` or `audit NAME`. The status is 6 if the pile has any fault."""
    deck = store.load(args.name)
    counts = args.what == "audit"
    seconds = args.seconds if counts else None
    with _at_table(args, deck) as desk:
        _learn(desk, quiet=True)
        with _service(desk, deck) as service:
            audit = Audit(service, deck, _others(deck), desk.teller, desk.typed, counts)
            whole = len(audit.laid.missing)
            if counts:
                desk.teller.say("audit-begin", deck=deck.name, whole=whole, seconds=seconds)
            else:
                desk.teller.say("check-begin", deck=deck.name, whole=whole)
            desk.teller.say("check-how")
            _lay_all(desk, audit, [row.card for row in deck.sorted()], seconds)
        uid, lang = desk.session.uid, desk.teller.lang
    laid = audit.laid
    verdict = words.get_text(lang, "good" if laid.is_good else "bad", deck=deck.name, whole=whole)
    data = {**_data(deck), "good": laid.is_good, "seconds": round(audit.took), "table": uid}
    data.update({code: named.split(", ") if named else [] for code, _, named in auditing.result(laid)})
    lines = [verdict, *auditing.report(laid, lang, every=counts)]
    if counts:
        lines = _receipt(args, desk, audit, lines, data, "receipt")
    _tell(args, data, lines, laid.is_good)
    return 0 if laid.is_good else CHECK_FAILED


def write(args: arguments.Deck) -> int:
    """Run `cardtable deck write NAME`. The status is 6 if not all cards of the deck have their records."""
    deck = store.load(args.name)
    _check_rows(deck)
    _check_memory(deck)
    with _at_table(args, deck) as desk:
        _learn(desk, quiet=True)
        with _service(desk, deck) as service:
            if not deck.mark:
                deck.mark = bytes.fromhex(deck.sum)[:MARK]
                store.save(deck)
            told = Writing(service, deck, _others(deck), desk.teller, desk.typed)
            whole = len(told.missing)
            desk.teller.say("write-begin", deck=deck.name, whole=whole)
            desk.teller.say("check-how")
            _lay_all(desk, told, [row.card for row in deck.sorted()])
    lang = desk.teller.lang
    verdict = words.get_text(lang, "wrote-good" if told.is_good else "wrote-bad", deck=deck.name, whole=whole)
    data = {**_data(deck), "good": told.is_good, "seconds": round(told.took), "table": desk.session.uid}
    data.update({code: named.split(", ") if named else [] for code, _, named in tag_writing.result(told)})
    lines = _receipt(args, desk, told, [verdict, *tag_writing.report(told, lang)], data, "wrote-receipt")
    _tell(args, data, lines, told.is_good)
    return 0 if told.is_good else CHECK_FAILED


def _receipt(
    args: arguments.Deck,
    desk: Desk,
    laying: PileCheck,
    lines: Sequence[str],
    data: Fields,
    title: str,
) -> list[str]:
    """Write a receipt with these lines; return the message on it. `data` gets its path."""
    deck, lang, seen = laying.laid.deck, desk.teller.lang, len(laying.laid.seen)
    whole = seen + len(laying.missing)
    uid = desk.session.uid
    head = words.get_text(lang, "receipt-table", uid=uid, deck=deck.name, kind=deck.kind.name, sum=deck.sum)
    at = words.get_text(lang, "receipt-when", when=now(), took=round(laying.took), n=seen, whole=whole)
    when = datetime.fromtimestamp(time.time()).strftime("%Y-%m-%d-%H%M%S")
    path = Path(args.out) if args.out else store.folder() / "receipts" / f"{deck.name}-{when}.txt"
    make_folder(path.parent)
    text = "".join(line + "\n" for line in [words.get_text(lang, title), head, at, *lines])
    save_text(path, text, "--out")
    data["receipt"] = str(path)
    return [head, at, *lines, words.get_text(lang, "receipt-at", path=path)]


# -- without a table --------------------------------------------------------------------------------------


def show(args: arguments.Deck) -> int:
    """Run `cardtable deck show [NAME]`."""
    if args.shown is None:
        return _show_all(args)
    deck = store.load(args.shown)

    def called(card: int) -> str:
        return words.name_cards(messages.language(), deck.text(card))

    rows = [
        [called(row.card), row.uid.hex().upper(), f"{row.read}/{row.looks}" if row.looks else "-",
         SAID("is-weak") if row.weak else ""]
        for row in deck.sorted()
    ]  # fmt: skip
    lines = [_line(deck), ""]
    if rows:
        lines.append(text.table([[*SAID("heads").split(";"), ""], *rows], left=(0, 1, 2, 3)))
    if deck.missing():
        lines += ["", SAID("no-tag", cards=" ".join(map(called, deck.missing())))]
    data = _data(deck)
    data["rows"] = [
        {"card": deck.text(row.card), "tag": row.uid.hex().upper(), "read": row.read, "looks": row.looks}
        for row in deck.sorted()
    ]
    data["missing"] = [deck.text(card) for card in deck.missing()]
    _tell(args, data, lines)
    return 0


def _show_all(args: arguments.Deck) -> int:
    decks = store.all_decks()
    lines = [_line(deck) for deck in decks]
    if not decks:
        lines = [SAID("none-known"), SAID("enrol-hint")]
    _tell(args, {"decks": [_data(deck) for deck in decks]}, lines)
    return 0


def _line(deck: Deck) -> str:
    whole, missing = len(deck.kind.cards), len(deck.missing())
    state = SAID("complete") if not missing else SAID("some-tags", done=whole - missing, whole=whole)
    if deck.retired:
        state = SAID("is-retired")
    weak = SAID("weak-tags", n=len(deck.weak())) if deck.weak() else ""
    return SAID(
        "summary",
        name=deck.name,
        name2=deck.kind.name,
        whole=whole,
        tags=deck.tags,
        state=state,
        weak=weak,
        sum=deck.sum,
    )


def _check_rows(deck: Deck) -> None:
    if not deck.rows:
        about = SAID("deck-without-tags", name=deck.name)
        raise Trouble("EMPTY", about, SAID("deck-without-tags-hint", name=deck.name), CHECK_FAILED)


def use(args: arguments.Deck) -> int:
    """Run `cardtable deck use NAME`: put a deck on the table; a retired one comes back."""
    deck = store.load(args.name)
    _check_rows(deck)
    if deck.retired:
        for other in _others(deck):
            shared = [row for row in deck.rows if other.owns and other.of(row.uid) is not None]
            if shared:
                about = SAID("tags-taken", shared=len(shared), name=deck.name, name2=other.name)
                raise Trouble("TAGS_TAKEN", about, SAID("tags-taken-hint", name=other.name), CHECK_FAILED)
    with _at_table(args, deck) as desk:
        _place(desk, deck, _learn(desk))
    if deck.retired:
        deck.retired = False
        store.save(deck)
    _tell(args, _data(deck), [] if deck.is_whole else [SAID("lacking", n=len(deck.missing()))])
    return 0


def retire(args: arguments.Deck) -> int:
    """Run `cardtable deck retire NAME`: the computer keeps it, and ignores its tags from now on."""
    deck = store.load(args.name)
    with _at_table(args, deck) as desk:
        there = table.read(desk.session)
        left = [one for one in there if one.name != deck.name]
        on_table = len(left) < len(there)
        if on_table:
            table.put_decks(desk.session, left)
    deck.retired = True
    store.save(deck)
    lines = [SAID("retired-now", name=deck.name)]
    lines.append(SAID("left-table") if on_table else SAID("not-on-table"))
    _tell(args, {**_data(deck), "left_table": on_table}, lines)
    return 0


def export(args: arguments.Deck) -> int:
    """Run `cardtable deck export NAME [--out FILE]`: the last line is the path."""
    deck = store.load(args.name)
    path = save_text(args.out or f"{deck.name}{store.ENDING}", deckfile.dumps(deck), "--out")
    if args.out == STDOUT:
        return 0
    _tell(args, {**_data(deck), "path": str(path)}, [str(path)])
    return 0


def take_in(args: arguments.Deck) -> int:
    """Run `cardtable deck import FILE [--name NAME]`: an exported deck, or a table's own file."""
    path = Path(args.file)
    whole = deckfile.read(path)
    if args.new_name is not None and not whole.startswith("deck "):
        found = deckfile.of_table(whole, str(path), "imported")
        if len(found) != 1:
            about = SAID("several-decks", path=path, found=len(found))
            raise Trouble("BAD_DECK", about, SAID("several-decks-hint"))
        deck = found[0]
    else:
        deck = deckfile.loads(whole, str(path))
    deck.name = deckfile.check_name(args.new_name or deck.name)
    known = store.find(deck.name)
    if known is not None and deckfile.dumps(known) == deckfile.dumps(deck):
        _tell(args, _data(deck), [SAID("here-already", name=deck.name)])
        return 0
    if known is not None:
        about = SAID("name-taken", name=deck.name)
        raise Trouble("NAME_TAKEN", about, SAID("name-taken-hint"), CHECK_FAILED)
    for row in deck.rows:
        owner = None if deck.retired else store.owner(row.uid, deck, _others(deck))
        if owner is not None:
            card = words.name_cards(messages.language(), deck.text(row.card))
            about = SAID("tag-owned", card=card, name=owner.name)
            raise Trouble("TAGS_TAKEN", about, SAID("tags-taken-hint", name=owner.name), CHECK_FAILED)
    store.save(deck)
    _tell(
        args,
        _data(deck),
        [_line(deck), SAID("kept-here", name=deck.name)],
    )
    return 0
