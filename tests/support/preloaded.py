"""The command `cardtable` as a process that starts at once: it is forked from one that has imported it all.

`Process` is used as one of subprocess.Popen whose output are pipes of text. Its virtual table is forked too:
`Table`. What concerns the start itself, or the input, is tested with processes from nothing.
"""

import atexit
import importlib
import multiprocessing
import os
import pkgutil
import signal
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from tablehost.cli import command
from tablehost.errors import Trouble
from tablehost.link import discovery
from tablehost.virtual import __main__ as table

PACKAGES = (
    "cardtable",
    "tablehost.cli",
    "tablehost.games",
    "tablehost.virtual",
    "tablehost.web",
)


def _modules():
    """Yield the names of all modules in PACKAGES."""
    for name in PACKAGES:
        (place,) = importlib.import_module(name).__path__
        yield name
        yield from (module.name for module in pkgutil.walk_packages([place], name + "."))


CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(list(_modules()))


def _kill_all():
    """Kill what tests have left running, which Python would wait for."""
    for process in multiprocessing.active_children():
        process.kill()


atexit.register(_kill_all)


class Process:
    """A command with these words. `environment`: all of it. `is_one`: errors come in the output."""

    def __init__(self, words, environment, is_one=False):
        pipes = [CONTEXT.Pipe(duplex=False) for _ in range(1 if is_one else 2)]
        theirs = [there for _, there in pipes]
        self._process = CONTEXT.Process(target=_run, args=(words, environment, *theirs))
        self._process.start()
        for there in theirs:
            there.close()
        self._files = [open(os.dup(here.fileno()), encoding="utf-8") for here, _ in pipes]
        self.stdout, self.stderr = self._files[0], self._files[-1]
        self.pid = self._process.pid

    @property
    def returncode(self):
        return self._process.exitcode

    def poll(self):
        return self.returncode

    def wait(self, seconds=None):
        self._process.join(seconds)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("cardtable", seconds)
        return self.returncode

    def communicate(self, timeout=None):
        with ThreadPoolExecutor(2) as pool:
            read = [pool.submit(file.read) for file in self._files]
            try:
                texts = [one.result(timeout) for one in read]
            except TimeoutError:
                self.kill()
                raise subprocess.TimeoutExpired("cardtable", timeout) from None
        self.wait(timeout)
        for file in self._files:
            file.close()
        return texts

    def send_signal(self, number):
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it ends just now
                os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)


class Table:
    """The virtual table as a process, as `tablehost.link.pipe_port.PipePort` needs it, forked from this one.

    `options`: of subprocess.Popen. `errors`: the file that it writes them to. `arm`: what it calls first.
    """

    def __init__(self, arguments, options, errors=None, arm=None):
        has_pipes = "stdin" in options
        if has_pipes:
            (theirs_in, our_out), (our_in, theirs_out) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if not self.pid:
            if has_pipes:
                os.dup2(theirs_in, 0)
                os.dup2(theirs_out, 1)
            if errors is not None:
                os.dup2(errors.fileno(), 2)
            _close_all()
            if options.get("start_new_session"):
                os.setsid()
            _be_the_table(arguments, arm)
        self.status = None
        if has_pipes:
            for fd in (theirs_in, theirs_out):
                os.close(fd)
            self.stdin = open(our_out, "wb", buffering=0)
            self.stdout = open(our_in, "rb", buffering=0)

    def wait(self, seconds=None):
        """As that of subprocess.Popen, without a limit: the process ends with its line."""
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self):
        os.kill(self.pid, signal.SIGTERM)


def _run(words, environment, out, err=None):
    """Be the command."""
    os.dup2(out.fileno(), 1)
    os.dup2((err or out).fileno(), 2)
    for one in (out, err):
        if one is not None:
            one.close()
    os.environ.clear()
    os.environ.update(environment)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
    start = subprocess.Popen

    def fork(program, *args, **options):
        if program[1:3] != ["-m", "tablehost.virtual"]:
            return start(program, *args, **options)
        return Table(program[3:], options)

    discovery.subprocess.Popen = fork
    try:
        status = command.main(words)
    finally:
        sys.stdout.flush()
    os._exit(status)


def _close_all():
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2:
            with suppress(OSError):  # the folder that was listed
                os.close(int(name))


def _be_the_table(arguments, arm):
    status = 1
    try:
        if arm is not None:
            arm()
        table.main(arguments)
        status = 0
    except Trouble as trouble:
        os.write(2, str(trouble).encode())
        status = trouble.exit
    except BaseException as error:
        os.write(2, "".join(traceback.format_exception(error)).encode())
    os._exit(status)
