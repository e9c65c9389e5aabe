"""The command `cardtable serve` as a process of its own: `Server`; and a page's stream, read as it comes."""

import http.cookiejar
import json
import os
import re
import secrets
import signal
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import played_matches
from preloaded import Process
from tablehost.match import documents

LIMIT_S = 120


class Server:
    """A server with this home, until `stop` or `kill`. `lines`: its first lines of output; `start`: starts a
    command, as `preloaded.Process`.
    """

    def __init__(self, home, *options, language="en", start=Process):
        self.home = str(home)
        environment = os.environ | {"CARDTABLE_HOME": self.home, "CARDTABLE_LANG": language}
        self.process = start(["serve", "--port", "0", *options], environment, is_one=True)
        self.lines = [self.process.stdout.readline().rstrip()]
        while self.lines[-1] and "Ctrl-C" not in self.lines[-1]:
            self.lines.append(self.process.stdout.readline().rstrip())
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", " ".join(self.lines))[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    @property
    def link(self):
        """Return the operator's link; each works once."""
        return re.search(r"http[^\"]+token=[^\"]+", (Path(self.home) / "operator.html").read_text())[0]

    def get(self, path):
        """Return the body at a path, as the operator after `enter`."""
        with self._opener.open(self.url + path, timeout=LIMIT_S) as answer:
            return answer.read().decode()

    def enter(self):
        self._opener.open(self.link, timeout=LIMIT_S).close()

    def post(self, path, body=b""):
        """Send a form of the operator; return the address it leads to."""
        asked = urllib.request.Request(self.url + path, body, {"Origin": self.url})
        try:
            with self._opener.open(asked, timeout=LIMIT_S) as answer:
                return answer.url
        except urllib.error.HTTPError as error:
            said = re.sub("<[^>]*>", " ", error.read().decode())
            raise AssertionError(f"{error}: {' '.join(said.split())}") from error

    def begin(self, game="democracy", players=4, table="virtual", plays=False, **options):
        """Begin a match among simulated people, with the operator if this one `plays`; return the address it
        leads to.
        """
        given = "&play=on" * plays + "".join(f"&option-{name}={value}" for name, value in options.items())
        return self.post(f"/new/{game}", f"players={players}&preset=usual&table={table}{given}".encode())

    def table_of(self, pattern):
        """Return the table of this name, as soon as it is in the hall."""
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            found = re.search(f"/tables/({pattern})", self.get("/hall"))
            if found:
                return found[1]
            time.sleep(0.1)
        raise AssertionError(self.get("/hall"))

    def listen(self, table="virtual"):
        """Yield the events of a table as (kind, data), in a browser of its own."""
        browser = {"Cookie": f"browser={secrets.token_hex()}"}
        asked = urllib.request.Request(f"{self.url}/tables/{table}/events", headers=browser)
        with urllib.request.urlopen(asked, timeout=LIMIT_S) as stream:
            kind = ""
            for line in stream:
                word, _, rest = line.decode().rstrip("\n").partition(": ")
                if word == "event":
                    kind = rest
                elif word == "data":
                    yield kind, json.loads(rest)

    def until(self, holds, table="virtual"):
        """Return the snapshot of a table as soon as `holds(snapshot)`."""
        now = {}
        for kind, data in self.listen(table):
            if kind != "beat":
                now = fold(now, data)
                if holds(now):
                    return now
        raise AssertionError(f"the stream has ended: {now}")

    def tell(self, *words):
        """Return the lines that a command prints as JSON, of the same home."""
        out, _ = Process([*words, "--json"], os.environ | {"CARDTABLE_HOME": self.home}).communicate(LIMIT_S)
        return [json.loads(line) for line in out.splitlines()]

    def stop(self, by=signal.SIGINT):
        """Stop the server; return (exit status, seconds that it took)."""
        began = time.monotonic()
        self.process.send_signal(by)
        self.lines += self.process.stdout.read().splitlines()
        return self.process.wait(LIMIT_S), time.monotonic() - began

    def kill(self):
        """Kill the server with all that it has started."""
        for child in _children(self.process.pid):
            os.kill(child, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def real_table(folder, pace):
    """Yield a server in `folder`, and the name of its table, which is on a pseudo terminal: three simulated
    players sit there.
    """
    link, home = folder / "table", folder / "there"
    home.mkdir()
    there = played_matches.command(
        home, "play", "democracy", "--players", "3", "--pace", str(pace), "--pty", str(link)
    )
    server = None
    try:
        assert there.stdout.readline().strip() == str(link)
        server = Server(folder / "here", "-t", f"port:{link}")
        server.enter()
        table = server.table_of("tmp-[a-z0-9-]*table")
        server.until(lambda now: now["display"], table)
        yield server, table
    finally:
        if server is not None:
            server.kill()
        there.send_signal(signal.SIGINT)
        there.communicate(timeout=LIMIT_S)


def fold(now, changed):
    """Return a snapshot after a change, as pages have it; see static/stream.js."""
    after = {**now, **changed}
    for name, added in after.pop("more", {}).items():
        after[name] = [*after[name], *added][-documents.GROWING[name] :]
    return after


def _children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(word) for word in file.read().split()]
