"""Simulations on a cluster: the figures of one computer, whatever happens to workers; one error a trouble."""

import json
import os
import signal
import socket
from pathlib import Path

import pytest

from cardtable_lab import simulate
from cardtable_lab.simulation import cluster as clusters
from tablehost.cli.command import main

distributed = pytest.importorskip("distributed")
WORDS = ("simulate", "democracy", "--players", "2", "--games", "40", "--seed", "7", "-o", "target=2")


def start(workers, **more):
    """Start a scheduler on loopback with these workers, each with one thread."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=50,
        host="127.0.0.1",
        **more,
    )


@pytest.fixture(scope="module")
def two_workers():
    """The address of a scheduler with two workers, each a process."""
    with start(2) as local:
        yield local.scheduler_address


@pytest.fixture
def client(two_workers):
    with distributed.Client(two_workers, set_as_default=False) as reached:
        yield reached


def fail(capsys, *words):
    """Return exit status, message and hint of a command that fails; nothing is printed for its figures."""
    status = main([*words, "--json"])
    out, _ = capsys.readouterr()
    error = json.loads(out)["error"]
    return status, error["message"], error["hint"]


def log_of(path, *words):
    assert main([*WORDS, "--log", str(path), *words]) == 0
    return Path(path).read_bytes()


def test_two_workers_play_the_matches_of_one_computer(two_workers, tmp_path, capsys):
    here = log_of(tmp_path / "here.jsonl", "--jobs", "1")
    figures = capsys.readouterr().out
    assert log_of(tmp_path / "there.jsonl", "--cluster", two_workers) == here
    out, err = capsys.readouterr()
    assert out == figures and "2 threads" in err


def test_a_worker_that_is_killed_changes_no_figure(two_workers, client, tmp_path, monkeypatch):
    here = log_of(tmp_path / "here.jsonl", "--jobs", "1")
    victim = next(iter(client.run(os.getpid).values()))
    run = simulate.run

    def run_and_kill(*args):
        for number, found in enumerate(run(*args)):
            if number == 3:
                os.kill(victim, signal.SIGKILL)
            yield found

    monkeypatch.setattr(simulate, "run", run_and_kill)
    monkeypatch.setattr(simulate, "CHUNK", 2)
    assert log_of(tmp_path / "there.jsonl", "--cluster", two_workers) == here
    client.wait_for_workers(2)  # its nanny starts it again: the other tests have two


def test_a_goal_ends_the_work_of_the_cluster(two_workers, client, capsys):
    words = ["--until", "tribes per island±2", "--games", "4000", "--json", "--cluster", two_workers]
    assert main([*WORDS, *words]) == 0
    found = json.loads(capsys.readouterr().out)["data"]
    assert found["games"] == 200 and found["until"]["reached"]


@pytest.mark.parametrize("change, about", [("'9.9'", "cardtable 9.9"), ("None", "cannot import cardtable")])
def test_a_worker_with_another_program_is_refused(two_workers, client, capsys, tmp_path, change, about):
    worker = next(iter(client.nthreads()))
    version = client.run(eval, "__import__('cardtable').__version__", workers=[worker])[worker]
    client.run(exec, f"__import__('cardtable').__version__ = {change}", workers=[worker])
    try:
        log = tmp_path / "log.jsonl"
        status, message, hint = fail(capsys, *WORDS, "--log", str(log), "--cluster", two_workers)
    finally:
        client.run(exec, f"__import__('cardtable').__version__ = {version!r}", workers=[worker])
    assert status == 5 and worker in message and about in message
    assert f"dask worker {two_workers}" in hint and not log.exists()


def test_a_worker_with_other_sources_is_refused(two_workers, client, capsys, monkeypatch):
    monkeypatch.setattr(clusters, "program_digest", lambda: "of other sources")
    status, message, hint = fail(capsys, *WORDS, "--cluster", two_workers)
    assert status == 5 and "other sources" in message and "very same" in hint


def test_a_scheduler_without_workers_is_busy(capsys):
    with start(0) as local:
        status, message, hint = fail(capsys, *WORDS, "--cluster", local.scheduler_address)
    assert status == 4 and "no workers" in message and "dask worker" in hint


def test_a_scheduler_that_is_lost_ends_with_the_matches_so_far(capsys, tmp_path, monkeypatch):
    """The log has whole matches, and the files of figures are not begun."""
    run = simulate.run
    log, csv = tmp_path / "log.jsonl", tmp_path / "figures.csv"
    local = start(1, processes=False, protocol="tcp://")

    def run_and_stop(*args):
        for number, found in enumerate(run(*args)):
            if number == 3:
                local.close()
            yield found

    monkeypatch.setattr(simulate, "run", run_and_stop)
    words = [*WORDS, "--games", "400", "--log", str(log), "--csv", str(csv)]
    status, message, hint = fail(capsys, *words, "--cluster", local.scheduler_address)
    assert status == 4 and "of 400 matches" in message and str(log) in message and "--seed" in hint
    assert json.loads(log.read_text().splitlines()[-1])["kind"] == "result" and not csv.exists()


def test_an_address_that_nothing_answers_at(capsys, monkeypatch):
    monkeypatch.setattr(clusters, "REACH", 0.3)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{held.getsockname()[1]}"
        status, message, hint = fail(capsys, *WORDS, "--cluster", address)
    assert status == 4 and address in message and "dask scheduler" in hint


@pytest.mark.parametrize(
    "address", ["", "here", "127.0.0.1:8786", "http://host:1", "tcp://host", "tcp://a b:1"]
)
def test_an_address_of_another_kind(address, capsys):
    status, message, hint = fail(capsys, *WORDS, "--cluster", address)
    assert status == 2 and "address" in message and "tcp://HOST:PORT" in hint


def test_jobs_are_for_this_computer(capsys):
    status, message, _ = fail(capsys, *WORDS, "--jobs", "2", "--cluster", "tcp://host:8786")
    assert status == 2 and "--jobs" in message
