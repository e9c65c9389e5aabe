"""Hands at the emulated Pico, and the records that they lead to."""

import json

import emulated_pico
from cardtable.engine import cards
from cardtable.wire.records import ruled
from firmware_table import Host
from tablehost.referee.shadow import Shadow
from tablehost.virtual import pack


class Hands:
    """Players at the emulated Pico, who act as a test says, and a host that takes the records."""

    def __init__(self, firmware):
        self.firmware = firmware
        self.machine = firmware.machine
        self.host = Host(emulated_pico.Cable(firmware))
        self.wait(0.3)

    def wait(self, seconds):
        """Let time go by; every 25 ms host and table exchange what they have to say."""
        for _ in range(int(seconds * 40)):
            self.host.run_once()

    def say(self, *command):
        self.host.end.do(*command)
        self.wait(0.3)

    def press(self, key, *pads):
        for pad in pads:
            self.machine.press(pad, key)
            self.wait(0.1)
            self.machine.release(pad, key)
            self.wait(0.3)

    def lay(self, pad, card):
        self.machine.pads[pad].tags.append(pack.tag(cards.parse(card)))
        self.wait(0.3)

    def clear(self):
        for field in self.machine.pads:
            field.tags.clear()
        self.wait(0.3)

    def shadow(self):
        """Return the shadow referee, fed with all records of the table."""
        judge = Shadow()
        for row in map(json.loads, self.host.disk.rows.values()):
            ruling = ruled(row[4:])
            if ruling is not None:
                judge.follow(ruling)
        return judge
