"""A cluster of computers that shares the matches of a simulation: a scheduler of Dask and its workers.

The scheduler gives the work of a lost worker to another one. Results come in the order of the tasks, so they
do not depend on the number of workers or on their speed.
"""

import logging
import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

import cardtable
from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import BUSY, VERSION_SKEW, Trouble, require_package

if TYPE_CHECKING:
    from distributed import Client, Future

SAID = messages.Catalogue("cardtable_lab/simulate")

ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:]+\]|[^\s:/@\[\]]+):[0-9]{1,5}")
REACH = 5  # s to reach the scheduler
AHEAD = 3  # tasks a thread that are sent before their results are needed
LOOK = 2.0  # s after which a result that is awaited is a reason to look for workers
PATIENCE = 15  # looks without any worker: one that was lost may come back

_ONE_AT_A_TIME = Lock()

T = TypeVar("T")
R = TypeVar("R")


class ClusterLost(Exception):
    """The scheduler or all its workers do not answer any more."""


@lru_cache
def program_digest() -> str:
    """Return a digest of the program: of the sources of all its modules, compiled or not."""
    found = sha256()
    for top in (Path(str(cardtable.__file__)).parent, Path(__file__).parents[1]):
        for path in sorted(top.rglob("*.py")):
            found.update(f"{path.relative_to(top).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()


def _digest_there() -> str:
    return program_digest()


def _run_alone(function: Callable[[T], R], task: T) -> R:
    """Run one task at a time, whatever threads a worker has: games keep the match that they play in their
    modules.
    """
    with _ONE_AT_A_TIME:
        return function(task)


class Cluster:
    """A scheduler that was reached, with workers that run this very program."""

    def __init__(self, address: str, client: "Client") -> None:
        self.address = address
        self._client = client

    @property
    def threads(self) -> int:
        """The number of matches that the workers can play at a time."""
        return sum(self._client.nthreads().values())

    def check(self) -> None:
        """Raise Trouble unless there are workers and all have this program."""
        if not self._client.nthreads():
            raise Trouble("NO_WORKERS", SAID("cluster-empty", cluster=self.address), self._cure(), BUSY)
        from pydoc import locate  # seldom needed

        # What a worker can answer that lacks the program.
        versions = self._client.run(locate, "cardtable.__version__", on_error="return")
        for worker, version in sorted(versions.items()):
            if not isinstance(version, str):
                about = SAID("cluster-without", cluster=self.address, worker=worker)
                raise Trouble("WORKER_SKEW", about, self._cure(), VERSION_SKEW)
            if version != cardtable.__version__:
                about = SAID("cluster-version", worker=worker, version=version, own=cardtable.__version__)
                raise Trouble("WORKER_SKEW", about, self._cure(), VERSION_SKEW)
        digests = self._client.run(_digest_there, on_error="return")
        for worker, digest in sorted(digests.items()):
            if digest != program_digest():
                about = SAID("cluster-sources", worker=worker, version=cardtable.__version__)
                raise Trouble("WORKER_SKEW", about, self._cure(), VERSION_SKEW)

    def _cure(self) -> str:
        return SAID("cluster-cure", version=cardtable.__version__, cluster=self.address)

    def map(self, function: Callable[[T], R], tasks: Sequence[T]) -> Generator[R]:
        """Yield the result of each task in this order. Raises ClusterLost.

        `function`: one of a module, which the workers import. An error in it is raised here.
        """
        from distributed import CancelledError, KilledWorker

        waiting: deque[Future[R]] = deque()
        left = iter(tasks)
        try:
            while True:
                while len(waiting) < max(1, self.threads) * AHEAD and (task := next(left, None)) is not None:
                    waiting.append(self._client.submit(_run_alone, function, task, pure=False))
                if not waiting:
                    return
                yield self._await(waiting[0])
                waiting.popleft()
        except (OSError, CancelledError, KilledWorker) as error:
            raise ClusterLost from error
        finally:
            if self._client.status == "running":
                self._client.cancel(list(waiting))

    def _await(self, future: "Future[R]") -> R:
        looks = 0
        while True:
            try:
                return future.result(timeout=LOOK)
            except TimeoutError:
                if self._client.status != "running":
                    raise ClusterLost from None
                looks = 0 if self._client.nthreads() else looks + 1
                if looks > PATIENCE:
                    raise ClusterLost from None


@contextmanager
def connect(address: str, game: str) -> Iterator[Cluster]:
    """Reach a scheduler whose workers can play this game; take leave of it at the end. Raises Trouble."""
    if not ADDRESS.fullmatch(address):
        raise Trouble("BAD_CLUSTER", SAID("cluster-bad", cluster=address), SAID("cluster-bad-hint"))
    if game in games.OWN:
        raise Trouble(
            "BAD_CLUSTER", SAID("cluster-own", cluster=address, game=game), SAID("cluster-own-hint")
        )
    require_package("distributed", "design")
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it says is said here, in words
    try:
        client = Client(address, timeout=REACH, set_as_default=False)
    except (OSError, ValueError, MemoryError) as error:  # another program may answer, with any length
        hint = SAID("cluster-start", cluster=address)
        raise Trouble("NO_CLUSTER", SAID("cluster-unreachable", cluster=address), hint, BUSY) from error
    with closing(client):
        cluster = Cluster(address, client)
        cluster.check()
        yield cluster
