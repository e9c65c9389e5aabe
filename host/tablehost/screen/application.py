"""The view of a match on a terminal: story, picture, own cards, and a line to type, redrawn as one.

prompt_toolkit owns the screen and reads the keys, in the thread that runs it; the session with the table runs
in another one, and its events are drawn when they come. When it ends, the story stays on the terminal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, AnyFormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import create_output
from rich.text import Text

from tablehost import messages
from tablehost.console.terminal import Guard, escape, wrap
from tablehost.match import events
from tablehost.match.events import Event, Hand
from tablehost.match.presenter import Presenter
from tablehost.match.roles import WATCHER, Role
from tablehost.match.snapshot import Snapshot
from tablehost.people import typed
from tablehost.people.held_seats import Seats
from tablehost.screen.inputs import Left, Typing, Watching
from tablehost.screen.picture import Picture, face, render
from tablehost.screen.plain import Plain

SAID = messages.Catalogue("spoken")

PAGE = 4  # lines; a longer answer takes the place of the picture
LEAST_STORY = 3  # rows that the picture leaves for the story


class Terminal(Plain, Watching):
    """A view that fills the terminal; with `seats` it is the input of their users, too."""

    def __init__(self, out: TextIO, presenter: Presenter, seats: Seats | None = None) -> None:
        role = WATCHER if seats is None else Role(tuple(seats.seats))
        super().__init__(out, role, seats is not None, presenter.tongue)
        self._presenter = presenter
        self._snapshot = presenter.snapshot
        self._tongue = presenter.tongue
        self._seats = seats
        self._typing = None if seats is None else Typing(seats, presenter)
        if seats is not None:
            seats.most = len(presenter.snapshot.players)
            seats.leave_keys()
        self._lines: list[str] = []  # the story
        self._answer = ""  # shown above the line where one types, until the next one; a long one is a page
        self._heard = ""
        self._back = 0  # rows of the story below the window; of a page, negative, those above it
        self._open = True
        self._wants: BaseException | None = None  # what the user's keys end the session with
        self._raised: BaseException | None = None
        self._entered: list[str] = []  # lines that wait for the session
        self._worker: threading.Thread | None = None
        self._is_left = threading.Event()  # the screen was left, and the story is printed
        self._app = self._make()

    # -- events, in the thread of the session --------------------------------------------------------

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Take an event; it is drawn soon."""
        self._snapshot = snapshot
        match event:
            case events.Tone():
                self._heard = self._tongue.say("tone", name=event.name)
            case events.Answer():
                self._answer = escape(self._name(event.text))
            case events.Power():
                self._heard = ""
            case events.Ending():
                self.end()
                super().show(event, snapshot)
            case _:
                super().show(event, snapshot)
        self._app.invalidate()

    def say(self, text: str) -> None:
        """Add a text to the story; behind the end of the view it is printed."""
        if not self._open:
            super().say(wrap(text, self._out))
            return
        self._lines += escape(self._name(text)).split("\n")
        self._app.invalidate()

    def warn(self, text: str) -> None:
        """Add a message that is no part of the match."""
        if self._open:
            self.say(f"cardtable: {text}")
        else:
            super().warn(text)

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if messages or typed lines wait."""
        return bool(self._entered) or (self._seats is not None and self._seats.listen())

    def serve(self) -> None:
        """Publish the messages of the room, and carry out typed lines. Raises Left, KeyboardInterrupt."""
        if self._wants is not None:
            raise self._wants
        if self._seats is None or self._typing is None:
            return
        self.role = Role(tuple(self._seats.seats))
        for message in self._seats.receive():
            self._presenter.hands(message)
        while self._entered:
            self._answer = self._heard = ""
            self._typing.take(self._entered.pop(0))
            self._app.invalidate()
        if not self._app.current_buffer.text:
            self._typing.turn_to_asked()

    # -- running -------------------------------------------------------------------------------------

    def run(self, step: Callable[[], bool]) -> None:
        """Draw and read keys while `step()`, which runs elsewhere, returns True. Raises what it raised."""

        def work() -> None:
            try:
                while self._open and step():
                    pass
            except BaseException as raised:
                self._raised = raised
            self.end()

        if not self._open:  # it was ended before it was drawn
            super().run(step)
            return
        self._worker = threading.Thread(target=work, daemon=True)
        try:
            self._app.run(pre_run=self._worker.start)
        except EOFError:  # the terminal has gone
            self._wants = Left()
        self._open = False
        print(wrap("\n".join(self._lines), self._out), file=self._out, flush=True)
        self._is_left.set()
        self._worker.join()
        if self._raised is not None:
            raise self._raised

    def end(self) -> None:
        """Leave the screen: the match is over, or left. Later output follows the story."""
        is_shown = self._open and self._app.loop is not None
        self._open = False
        if is_shown and self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(self._leave)
        if threading.current_thread() is self._worker:
            self._is_left.wait()

    def _leave(self) -> None:
        if not self._app.is_done:
            self._app.exit()

    def _make(self) -> Application[None]:
        stream = self._out.stream if isinstance(self._out, Guard) else self._out
        upper = Window(FormattedTextControl(self._draw, show_cursor=False), wrap_lines=False)
        rows: list[Window] = [upper]
        keys = self._keys()
        buffer = Buffer(
            completer=_Words(self._complete),
            complete_while_typing=False,
            multiline=False,
            accept_handler=self._enter,
        )
        line = Window(BufferControl(buffer, [BeforeInput(self._prompt)]), height=1, wrap_lines=False)
        if self._seats is not None:
            rows.append(line)
        root = FloatContainer(
            HSplit(rows), [Float(CompletionsMenu(max_height=8, scroll_offset=1), xcursor=True, ycursor=True)]
        )
        return Application(
            Layout(root, focused_element=line if self._seats is not None else upper),
            key_bindings=keys,
            full_screen=True,
            output=create_output(stdout=stream),
            enable_page_navigation_bindings=False,
        )

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        def want(what: BaseException) -> Callable[[KeyPressEvent], None]:
            def press(_: KeyPressEvent) -> None:
                self._wants = self._wants or what
                if self._seats is not None:
                    self._seats.wake()

            return press

        keys.add("c-c")(want(KeyboardInterrupt()))
        keys.add("<sigint>")(want(KeyboardInterrupt()))
        is_empty = Condition(lambda: not self._app.current_buffer.text)
        keys.add("c-d", filter=is_empty)(want(Left()))
        if self._seats is None:
            keys.add("q")(want(Left()))

        def scroll(rows: int) -> Callable[[KeyPressEvent], None]:
            def press(_: KeyPressEvent) -> None:
                self._back += rows  # as far as there are any: see `_page` and `_story`

            return press

        keys.add("c-z")(lambda event: event.app.suspend_to_background())
        keys.add("pageup")(scroll(10))
        keys.add("pagedown")(scroll(-10))
        return keys

    def _enter(self, buffer: Buffer) -> bool:
        self._back = 0
        self._entered.append(buffer.text)
        if self._seats is not None:
            self._seats.wake()
        return False  # the line is emptied, and kept in the history

    def _complete(self, text: str) -> list[str]:
        assert self._typing is not None
        hand = self._typing.hand(self._typing.current).hand
        return typed.complete(text, hand, self._tongue, self._snapshot.players)

    def _prompt(self) -> str:
        assert self._typing is not None
        return f"{self._snapshot.players[self._typing.current]}> "

    # -- drawing -------------------------------------------------------------------------------------

    def _draw(self) -> AnyFormattedText:
        """Return story, picture and own cards, in as many rows as there are above the typed line."""
        size = self._app.output.get_size()
        columns, rows = size.columns, size.rows - (self._seats is not None)
        below = self._below(columns)
        if _is_page(self._answer):
            return ANSI("\n".join([*self._page(columns, rows - len(below)), *below]))
        picture = self._picture(columns, rows - len(below) - LEAST_STORY)
        story = self._story(columns, rows - len(below) - len(picture))
        return ANSI("\n".join([*story, *picture, *below]))

    def _page(self, columns: int, rows: int) -> list[str]:
        """Return as much of a long answer as there is room for, from its top or as far as it was scrolled."""
        lines = [line for part in self._answer.split("\n") for line in render(Text(part), columns)]
        first = max(0, min(-self._back, len(lines) - rows + 1))
        self._back = -first
        shown = lines[first : first + rows - 1]
        more = first + len(shown) < len(lines)
        return [
            *[""] * (rows - 1 - len(shown)),
            *shown,
            *render(Text(SAID("more") if more else "", "dim"), columns),
        ]

    def _picture(self, columns: int, rows: int) -> list[str]:
        snapshot = self._snapshot
        if not snapshot.pads.lamps or not snapshot.has_power:
            text = snapshot.display and self._tongue.say("table", text=snapshot.display)
            return render(Text(self._name(text)), columns) if text else []
        near = min(snapshot.hands, default=0)
        return Picture(snapshot, self._tongue, near, snapshot.hands).lines(columns, rows)

    def _story(self, columns: int, rows: int) -> list[str]:
        """Return the newest lines of the story, or earlier ones after scrolling, in exactly so many rows."""
        self._back = max(0, self._back)
        wrapped: list[str] = []
        for line in reversed(self._lines):
            wrapped[:0] = render(Text(line), columns)
            if len(wrapped) >= rows + self._back:
                break
        self._back = min(self._back, max(0, len(wrapped) - rows))
        end = len(wrapped) - self._back
        shown = wrapped[max(0, end - rows) : end]
        return [""] * (rows - len(shown)) + shown

    def _below(self, columns: int) -> list[str]:
        """Return the own cards, what is to be typed, and the answer to what was typed."""
        if self._typing is None:
            return []
        hands = [hand for _, hand in sorted(self._snapshot.hands.items())]
        parts = [self._own(hand) for hand in hands if hand.hand or hand.pile or hand.open]
        own = self._typing.hand(self._typing.current)
        todo = own.todo and self._tongue.say("you", lamp=own.todo)
        card = own.lamp and self._tongue.say("your-card", lamp=own.lamp)
        parts.append(Text(" · ".join(filter(None, (todo, card, self._heard))), style="bold"))
        if not _is_page(self._answer):
            parts += [Text(line) for line in self._answer.split("\n") if line]
        return [line for part in parts for line in render(part, columns)]

    def _own(self, own: Hand) -> Text:
        """Return name, hand, pile and open cards of a held seat."""
        said = Text(f"{self._snapshot.players[own.seat]}: ")
        cards = Text(" ").join(face(card, self._tongue) for card in own.hand)
        said.append_text(cards if own.hand else Text(self._tongue.say("no-cards")))
        if own.pile:
            pile = self._name(" ".join(own.pile))
            said.append("   " + self._tongue.say("captured-count", count=len(own.pile), cards=pile))
        return said.append(self._tongue.say("open", cards=self._name(" ".join(own.open))) if own.open else "")


def _is_page(answer: str) -> bool:
    return answer.count("\n") >= PAGE


class _Words(Completer):
    """Completion of a typed line from all lines that may begin so."""

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the lines that may begin with the text before the cursor."""
        text = document.text_before_cursor
        for line in self._complete(text):
            yield Completion(line, -len(text))
