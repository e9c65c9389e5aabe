"""Fixtures of all tests: a visible word about missing tools, repeatable examples, the root as working folder.

A test whose tool is not on this machine skips with a reason that starts with "missing: " and says how to
get it (`missing()` below does); the end of the run then says so in one line per tool, never silently.
"""

import gc
import os
import signal
import sys
from collections import Counter
from contextlib import ExitStack
from importlib import import_module
from subprocess import CalledProcessError

import pytest
from hypothesis import settings

import extras
import mp32

os.environ.pop("CARDTABLE_HOME", None)  # no test reads or writes what the user keeps

# Thousands of tests are kept to the end: to look through them for garbage again and again finds nothing.
gc.disable()

pytest.register_assert_rewrite("conformance")  # it holds tests, though it is no test file

# The gate must not fail on a slow machine, and must fail twice if it fails once.
settings.register_profile("gate", deadline=None, derandomize=True)
settings.load_profile("gate")


def missing(what, cure):
    """Skip the calling test because the tool `what` is not here; `cure` is the command that brings it."""
    pytest.skip(f"{extras.MISSING}{what}; to get it: {cure}")


def pytest_addoption(parser):
    about = "cut the power in one of N calls that change a file on flash (tests/support/power_cuts.py)"
    parser.addoption("--power-cuts", type=int, metavar="N", help=about)


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def configuration(tmp_path_factory):
    """The folder that stands for the user's own configuration."""
    return tmp_path_factory.mktemp("configuration")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch, configuration):
    """Every test starts in the root of the repository, as it does on MicroPython, no table has a name, no
    game of one's own is trusted but by a test, the host speaks English, and the user's own data is far away.
    """
    monkeypatch.setenv("XDG_CONFIG_HOME", str(configuration))
    monkeypatch.setenv("XDG_DATA_HOME", str(configuration / "data"))
    messages = import_module("tablehost.messages")
    monkeypatch.setattr(messages, "_chosen", [messages.LANGUAGES[0]])
    monkeypatch.delenv(messages.VARIABLE, raising=False)
    monkeypatch.chdir(mp32.ROOT)
    monkeypatch.setenv("CARDTABLE_CONFIG", str(mp32.ROOT / "there is none.toml"))


@pytest.fixture
def new_home(tmp_path, monkeypatch):
    """The user's data, and the folder where commands are given, are those of this test."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def table(tmp_path):
    """The whole firmware, switched on (tests/support/firmware_table.py)."""
    return import_module("firmware_table").Table(tmp_path)


@pytest.fixture
def laying(table):
    """Three seats, a king of spades in the middle; no seat has laid yet."""
    table.begin(3)
    table.lay(table.board.SEAT_PADS, "KS")
    assert table.asked == "lay-face-down"
    return table


@pytest.fixture(autouse=True)
def power_cuts(request):
    """The power fails where the command line wants it; see support/power_cuts.py."""
    cuts = getattr(request.config, "power_cuts", None)
    if cuts is None:
        yield
        return
    cuts.begin(None if request.node.get_closest_marker("own_cuts") else request.node.nodeid)
    yield
    cuts.begin(None)


@pytest.fixture(scope="session")
def needs_mp32():
    """The module `mp32`, whose `run()` starts 32-bit MicroPython with the Pico's heap."""
    if mp32.bits() != 32:
        missing("32-bit MicroPython", mp32.CURE)
    return mp32


sought = extras.Sought()
sys.meta_path.append(sought)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return sought.excuse((yield), collector.path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    return sought.excuse((yield), item.path)


def pytest_terminal_summary(terminalreporter, config):
    """Say once per missing tool what is missing, how to get it, and how many tests did not run."""
    if hasattr(config, "power_cuts"):
        terminalreporter.write_line(f"{config.power_cuts.cuts} power cuts in {config.power_cuts.calls} calls")
    reasons = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if reason.startswith(extras.MISSING):
            reasons[reason] += 1
    for reason in sorted(reasons):
        terminalreporter.write_line(f"{reason} ({reasons[reason]} tests did not run)", yellow=True)


def pytest_configure(config):
    """Ctrl-C reaches the programs under test also where the suite itself was started with it ignored. No test
    runs with a language's module of other texts.
    """
    trouble = import_module("tablehost.errors").Trouble
    try:
        import_module("tablehost.firmware.catalogues").check()
    except trouble as stale:
        raise pytest.UsageError(f"{stale}: {stale.hint}") from None
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    often = config.getoption("--power-cuts")
    if often is not None and (often < 1 or config.getoption("numprocesses", None)):
        raise pytest.UsageError("--power-cuts takes a number from 1 on, and one process: leave -n out")
    if often:
        config.power_cuts = import_module("power_cuts").PowerCuts(often)
        config.power_cuts.install()


@pytest.fixture
def registry():
    """The registry of games; afterwards it has no game of one's own any more."""
    package, games = import_module("cardtable.games"), import_module("cardtable.games.registry")
    languages = import_module("cardtable.languages")
    was, path, said = list(games.NAMES), list(package.__path__), dict(languages._OWN)
    yield games
    for name in [name for name in games.NAMES if name not in was]:
        for one in [one for one in sys.modules if one.startswith(f"cardtable.games.{name}")]:
            del sys.modules[one]
        if hasattr(package, name):
            delattr(package, name)
    games.NAMES[:], package.__path__[:] = was, path
    games.OWN.clear()
    languages._OWN.clear()
    languages._OWN.update(said)


@pytest.fixture(scope="session")
def postgres():
    """A server of PostgreSQL for this session (tests/support/postgres_server.py)."""
    servers = import_module("postgres_server")
    if not servers.is_installed():
        missing("PostgreSQL", "apt-get install postgresql")
    with servers.serve() as (server,):
        yield server


@pytest.fixture(scope="module")
def small_disks():
    """(server, the disk with its log, the disk with its tables): small ones that can be filled."""
    servers = import_module("postgres_server")
    if not servers.is_installed():
        missing("PostgreSQL", "apt-get install postgresql")
    with ExitStack() as stack:
        try:
            server, log, tables = stack.enter_context(servers.serve(24, 24))
        except (OSError, CalledProcessError):
            missing("small disks, which root alone can mount", "run this test as root")
        server.command("postgres", f"CREATE TABLESPACE small LOCATION '{tables.folder}'")
        server.command("postgres", "ALTER DATABASE club SET TABLESPACE small")
        yield server, log, tables


@pytest.fixture
def club(postgres):
    """A database that was set up for journals: `owner` and `player` are URLs."""
    return postgres.new_club()
