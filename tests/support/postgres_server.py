"""A PostgreSQL server of the tests' own: a socket in a folder that is removed, no TCP, fsync on."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import psycopg

from cardtable_club import postgres

USERS = ("postgres", "nobody")  # PostgreSQL refuses to run as root


class Club(NamedTuple):
    """URLs of one database: of its owner, of a player, of a user without rights; and of the administrator."""

    owner: str
    player: str
    stranger: str
    admin: str


def _program(name):
    """Return the path of a program of PostgreSQL, None without one."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


def _identity():
    """Return the user and the group that run the server."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    row = next(row for name in USERS for row in pwd.getpwall() if row.pw_name == name)
    return row.pw_uid, row.pw_gid


class Disk:
    """A small disk at `folder`, which root alone can mount. It is of the user that runs the server."""

    def __init__(self, folder, megabytes):
        folder.mkdir()
        user, group = _identity()
        options = f"size={megabytes}m,mode=700,uid={user},gid={group}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self):
        """Leave no room."""
        room = os.statvfs(self.folder)
        self._ballast.write_bytes(bytes(room.f_bavail * room.f_frsize))

    def make_room(self):
        """Have as much room as before."""
        self._ballast.unlink(missing_ok=True)

    def close(self):
        """Take the disk away."""
        subprocess.run(["umount", self.folder], check=True)


class Server:
    """A server whose data is in `folder`, and its write-ahead log on the disk `log`, if there is one."""

    def __init__(self, folder, log=None):
        self.folder = folder
        self._data = folder / "data"
        self._identity = {}
        if os.geteuid() == 0:
            user, group = _identity()
            os.chown(folder, user, group)
            self._identity = {"user": user, "group": group, "extra_groups": []}
        words = ("-N", "-A", "trust", "-U", "admin", "-E", "UTF8", "--locale=C")
        on_disk = () if log is None else ("-X", str(log.folder / "log"), "--wal-segsize=1")
        self._open("initdb", *words, *on_disk).communicate()
        self.start()
        self.command("postgres", "CREATE ROLE owner LOGIN CREATEROLE", "CREATE ROLE stranger LOGIN")
        self.command("postgres", "CREATE DATABASE club OWNER owner")
        self.new_club()
        self.command("postgres", f"CREATE ROLE ada LOGIN IN ROLE {postgres.PLAYER}")

    def _open(self, name, *words):
        with open(self.folder / "log", "a") as log:
            command = [_program(name), "-D", str(self._data), *words]
            return subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True, **self._identity
            )

    def start(self):
        """Start the server; return when it answers."""
        options = ("-c", "listen_addresses=", "-k", str(self.folder), "-c", "shared_buffers=16MB")
        self._process = self._open("postgres", *options)
        while True:
            try:
                return psycopg.connect(self.url("admin", "postgres")).close()
            except psycopg.OperationalError:
                if self._process.poll() is not None:
                    raise
            time.sleep(0.02)

    def is_running(self):
        """Return False once the server has ended."""
        return self._process.poll() is None

    def stop(self):
        """End the server."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def kill(self):
        """Kill all processes of the server, as a power cut does."""
        parent = self._process.pid
        os.kill(parent, signal.SIGSTOP)  # it starts no more of them
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for process in [parent, *map(int, children)]:
            os.kill(process, signal.SIGKILL)
        self._process.wait()
        while any(map(_is_alive, children)):
            time.sleep(0.01)

    def reload(self, setting, value):
        """Change a setting of the running server; return when new connections have it."""
        change = f"SET {setting} = {value}" if value else f"RESET {setting}"
        self.command("postgres", f"ALTER SYSTEM {change}", "SELECT pg_reload_conf()")
        query = f"SELECT current_setting('{setting}')"
        while True:
            with psycopg.connect(self.url("admin", "postgres")) as connection:
                if connection.execute(query).fetchone() == (value or "on",):
                    return

    def url(self, user, database):
        """Return the URL by which a user reaches a database here."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder), safe='')}"

    def command(self, database, *statements):
        """Carry out statements as the administrator."""
        with psycopg.connect(self.url("admin", database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def new_club(self, is_set_up=True):
        """Empty the database, and set it up; return its URLs."""
        club = Club(*(self.url(user, "club") for user in ("owner", "ada", "stranger", "admin")))
        self.command("club", "DROP SCHEMA IF EXISTS cardtable CASCADE")
        if is_set_up:
            postgres.set_up(club.owner)
        return club


def _is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def is_installed():
    """Return True if there is a PostgreSQL to start."""
    return _program("initdb") is not None


@contextmanager
def serve(*sizes):
    """Yield a server that runs, then small disks of these sizes (MB); its log is on the first one."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="cards"))
        stack.callback(shutil.rmtree, folder)
        disks = []
        for number, size in enumerate(sizes):
            disks.append(Disk(folder / f"disk{number}", size))
            stack.callback(disks[-1].close)
        server = Server(folder, *disks[:1])
        stack.callback(server.stop)
        yield (server, *disks)
