"""The prompt that a computer shows: that of the table, also after corrections."""

from correction_acts import do
from firmware_table import PASSED_US
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.people.asking import Asking, Displayed, Seen
from tablehost.referee.open_ask import OpenAsk
from tablehost.referee.shadow import Shadow

PLAYERS = ["Ada", "Ben", "Cleo"]


class Shown:
    """A match as a computer shows it, with the messages of the table in their order."""

    def __init__(self, table):
        self._table, self._followed = table, 0
        self.shadow = Shadow()
        self._ask = OpenAsk(self.shadow)
        self.presenter = Presenter(PLAYERS, vocabulary.load("en", "democracy"))

    @property
    def asked(self):
        """Return the code that is shown, after all records and the last display."""
        records = self._table.records
        for number, record in enumerate(records[self._followed :], self._followed):
            self._ask.follow(number, list(record))
        self._followed = len(records)
        self._table.host.run(20)
        news = Asking(self._ask, self._table.host.heard("record")[-1][1])
        news.seen = Seen(*self._table.host.heard("see")[-1][1:])
        news.displayed = Displayed(*self._table.host.heard("say")[-1][1:])
        self.presenter.asks(news.find(clears=True), news.displayed.text)
        return self.presenter.snapshot.asked.code


def test_the_prompt_after_an_undone_clear_is_the_one_on_the_display(laying):
    for pad, card in enumerate(["5S", "AH", "4D"]):
        laying.lay(pad, card)
    laying.press("ok", 0)
    laying.clear()
    assert laying.asked == "turn-up"
    assert do(laying, "undo", 1, 0)[0]
    shown = Shown(laying)
    assert laying.asked == "go-on" == shown.asked, "the pads are empty"
    laying.lay(0, "5S", PASSED_US)
    assert laying.asked == "clear" == shown.asked, "a card lies there again"
    assert shown.shadow.prompt().what == "clear", "no record tells that the pads were empty"
    laying.lift(0)
    laying.run(PASSED_US)
    assert laying.asked == "turn-up" == shown.asked
