"""A site of the web at a free port of this machine, for a real browser: `LiveSite`."""

import socket
import threading
import time

import uvicorn

from tablehost.web import app
from tablehost.web.guard import Operator


class LiveSite:
    """The pages of a house, served from a thread until `close`. `operator_link`: for the operator."""

    def __init__(self, house):
        bound = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{bound.getsockname()[1]}"
        operator = Operator()
        self.operator_link = f"{self.address}/enter?token={operator.token}"
        config = uvicorn.Config(
            app.make(house, operator, ["127.0.0.1"], []), log_level="warning", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([bound],), daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def close(self):
        """End it."""
        self._server.should_exit = True
        self._thread.join()
