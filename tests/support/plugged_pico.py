"""A Pico at a serial port, as a program meets it: the firmware on chip models at the far end of a pseudo
terminal, in real time. Its cable can be pulled out and put back.
"""

import os
import select
import threading
import time
import tty

SLICE_S = 0.005


class PluggedPico:
    """`table`: a `firmware_table.Table`; `link`: the path of its port. Use it in a `with`."""

    def __init__(self, table, link):
        self.table, self.link = table, link
        self._lock = threading.Lock()
        self._near = self._far = None
        self._is_over = False
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self):
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over = True
        self._thread.join()
        if self._near is not None:
            self.pull()

    def plug(self):
        with self._lock:
            self._near, self._far = os.openpty()
            tty.setraw(self._far)
            os.set_blocking(self._near, False)
            self.link.symlink_to(os.ttyname(self._far))

    def pull(self):
        with self._lock:
            self.link.unlink()
            os.close(self._near)
            os.close(self._far)
            self._near = None

    def put(self, *cards, pad=0):
        """Have these cards, or tags, lie there and no others."""
        with self._lock:
            self.table.lift_now(pad)
            for card in cards:
                self.table.lay_now(pad, card)

    def _live(self):
        usb, before, rest = self.table.machine.usb, time.monotonic(), b""
        while not self._is_over:
            time.sleep(SLICE_S)
            now = time.monotonic()
            with self._lock:
                if self._near is not None and not rest and select.select([self._near], [], [], 0)[0]:
                    rest = os.read(self._near, 4096)
                rest = rest[usb.feed(rest) :]
                self.table.run(int((now - before) * 1e6))
                said = usb.take()
                if self._near is not None and said:
                    os.write(self._near, said)
            before = now
