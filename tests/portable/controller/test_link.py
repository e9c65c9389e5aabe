"""News for the host."""

from cardtable.controller.input.seats import Seats
from cardtable.controller.link import HostNews
from cardtable.engine.asks.base import Prompt


def test_the_host_gets_a_sentence_that_changes_while_the_prompt_has_the_same_code():
    class End:
        state = "playing"

        def __init__(self):
            self.told = []

        def set_state(self, state):
            self.state = state

        def tell(self, frame):
            self.told.append(frame)

    class Signs:
        pass

    end, seats, signs = End(), Seats(2, 2), Signs()
    news = HostNews(end, 2)
    for text in ("Lay a card: seat 1", "Lay a card: seat 2", "Lay a card: seat 2"):
        signs.prompt = Prompt("lay", (), [], [], {})
        news.tell(signs, None, seats, "." * 100, text, (), 7)
    assert [frame[2] for frame in end.told if frame[0] == "say"] == [
        "Lay a card: seat 1",
        "Lay a card: seat 2",
    ]
