"""A house and its pages at an address of this machine, for a real browser: `Site`."""

import threading

import uvicorn

from tablehost.web import app
from tablehost.web.guard import LOOPBACK, Operator


class Site:
    """The pages of this house at `address`, until `close`. `link`: makes a browser the operator's."""

    def __init__(self, house, port=0):
        operator = Operator()
        pages = app.make(house, operator, LOOPBACK, [])
        self._server = uvicorn.Server(uvicorn.Config(pages, port=port, log_level="critical"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.link = f"{self.address}/enter?token={operator.token}"

    def close(self):
        """End it."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()
