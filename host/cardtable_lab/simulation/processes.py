"""Work shared by several processes of this computer."""

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import DefaultContext
from typing import TypeVar, cast

T = TypeVar("T")
R = TypeVar("R")


class ProcessLost(Exception):
    """A process ended before its work was done: it was killed, perhaps for want of memory."""


def _be_worker(
    work: Callable[[T], R], tasks: Sequence[T], results: Connection, inherited: Sequence[Connection]
) -> None:
    """Send the results of these tasks, in this order, or what stopped them. The pipe breaks when the parent
    is gone, who alone reads it: what this process has `inherited` of pipes to read is closed.
    """
    for pipe in inherited:
        pipe.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is killed by the parent
    try:
        for task in tasks:
            results.send(work(task))
    except BrokenPipeError:
        pass
    except Exception as error:
        error.add_note(traceback.format_exc())
        results.send(error)


def map_all(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Generator[R]:
    """Yield the result of each task, in their order; what `work` raises is raised here. Raises ProcessLost.

    Processes share nothing: each has its own tasks and its own pipe, so that it may be killed at any moment.
    A full pipe keeps it from running far ahead. None is left when this generator is closed.
    """
    # Fresh interpreters would cost more than a thousand matches, and there are no threads to be torn apart.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    context = cast(DefaultContext, multiprocessing.get_context(method))  # all have what it has
    processes = []
    pipes: list[Connection] = []
    try:
        for first in range(min(jobs, len(tasks))):
            ours, theirs = context.Pipe(duplex=False)
            pipes.append(ours)
            words = (work, tasks[first::jobs], theirs, pipes)
            processes.append(context.Process(target=_be_worker, args=words, daemon=True))
            processes[-1].start()
            theirs.close()
        for number in range(len(tasks)):
            try:
                found = pipes[number % len(pipes)].recv()
            except EOFError:
                raise ProcessLost from None
            if isinstance(found, Exception):
                raise found
            yield found
    finally:
        for process in processes:
            process.kill()
            process.join()
        for pipe in pipes:
            pipe.close()
