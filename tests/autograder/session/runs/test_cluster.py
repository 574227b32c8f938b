"""The command on a real Dask cluster, whose workers see no course directory."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.receipts import Receipts
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, released, submit
from tests.autograder.processes import ROOT, end_of, tree
from tests.autograder.session.runs.command import (
    finish,
    half_written,
    line_with,
    recorded,
    results,
    start,
)
from tests.autograder.session.runs.test_chaos import count, wait_for

# What a worker opens or lists of a course is refused, as on a machine without it.
NO_COURSE = """
import os, sys

def refuse(event, arguments):
    seen = event in ("open", "os.listdir", "os.scandir")
    if seen and str(arguments[0]).startswith(os.environ["NO_COURSE"]):
        raise FileNotFoundError(f"this machine has no {arguments[0]}")

def dask_setup(worker):
    sys.addaudithook(refuse)
"""

# A worker that grades one submission and keeps the next until it is killed.
HOLDS = """
import time
from autograder.batch import task

def dask_setup(worker):
    grade, graded = task.grade, []

    def hold(*arguments):
        if any(graded):
            time.sleep(10**6)
        graded.append(grade(*arguments))
        return graded[-1]

    task.grade = hold
"""

NEEDS_FILES = "import mine\nassert len(open('data.bin', 'rb').read()) == 3 << 20"


@pytest.fixture
def cluster(tmp_path):
    """Give the address of a scheduler, and what starts a worker of it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "no_course.py").write_text(NO_COURSE)
    (folder / "holds.py").write_text(HOLDS)
    with contextlib.ExitStack() as stack:
        scheduler = dask(
            folder, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"
        )
        address = line_with(stack.enter_context(scheduler), "Scheduler at").split()[-1]

        def hire(threads="1", *more):
            options = ("--no-dashboard", "--preload", "no_course.py", "--nthreads", threads)
            worker = stack.enter_context(dask(folder, "worker", address, *options, *more))
            line_with(worker, "Registered to")
            return worker

        yield address, hire


@contextlib.contextmanager
def dask(folder, *arguments):
    """Run a Dask command; end it with all that came of it."""
    command = [Path(sys.executable).with_name("dask"), *arguments]
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COURSE": str(folder.parent / "course")},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        running = set(tree(process.pid))
        process.terminate()
        finish(process)
        assert end_of(running) == set()


@pytest.fixture
def classroom(course):
    """Nine whose answers need the course's data and a module of their own, and one torn file."""
    release = released(course)
    for folder in (course.source, course.release):
        (folder / ASSIGNMENT / "data.bin").write_bytes(bytes(3 << 20))
    slow = f"sum(range(3_000_000))\n{NEEDS_FILES}\n{RIGHT['double']}"
    for number in range(9):
        path = submit(course, f"s{number}", answered(release, double=slow, mean=RIGHT["mean"]))
        (path.parent / "mine.py").write_text(f"NUMBER = {number}\n")
    submit(course, "torn", "{")
    return course


def test_a_worker_that_dies_costs_nothing_and_none_needs_the_course(classroom, cluster):
    address, hire = cluster
    hire()
    worker = hire("2")
    process = start(classroom, "--scheduler", address)
    wait_for(process, classroom, ("receipts", 1))
    # The first below the nanny: what the worker starts bears its name for a moment.
    victim = next(pid for pid, line in tree(worker.pid).items() if "spawn_main" in line)
    os.kill(victim, signal.SIGKILL)
    code, said = finish(process)
    assert code == 1, said  # one can't be read
    assert count(classroom) == 10
    assert half_written(classroom) == []
    first, rows = results(classroom), recorded(classroom)
    assert not any(b"crashed" in result for result in first.values())
    assert sum(receipt.points == 5 for receipt in Receipts(classroom, ASSIGNMENT).all()) == 9
    finish(start(classroom, "--workers", "1", "--force"))
    assert results(classroom) == first
    assert recorded(classroom) == rows


def leave_alone(course, cluster, patience):
    """Start a run on one worker, end that with its nanny, and wait until the run says so."""
    address, hire = cluster
    worker = hire("1", "--preload", "holds.py")
    setting = {"DASK_DISTRIBUTED__SCHEDULER__NO_WORKERS_TIMEOUT": patience}
    process = start(course, "--scheduler", address, environment=setting)
    wait_for(process, course, ("receipts", 1))
    os.killpg(worker.pid, signal.SIGKILL)
    said = line_with(process, "no worker is connected")
    assert address in said
    return process


def test_a_run_whose_workers_are_gone_says_so_and_goes_on_when_one_comes(classroom, cluster):
    process = leave_alone(classroom, cluster, "10 minutes")
    _, hire = cluster
    hire()
    code, said = finish(process)
    assert code == 1, said  # one can't be read
    assert "a worker is connected to" in said
    assert count(classroom) == 10
    assert not any(b"crashed" in result for result in results(classroom).values())


def test_a_run_without_workers_gives_up_after_the_time_that_dask_names(classroom, cluster):
    code, said = finish(leave_alone(classroom, cluster, "500 ms"))
    assert code == 2
    assert "no worker was connected to" in said
    assert "distributed.scheduler.no-workers-timeout" in said
    assert "Traceback" not in said
    kept = set(results(classroom))
    assert 0 < len(kept) < 10
    assert {row[0] for row in recorded(classroom)["submissions"]} == kept
    code, said = finish(start(classroom, "--workers", "1"))
    assert code == 1
    assert count(classroom) == 10
    assert f"{10 - len(kept)} in this run" in said


def test_a_scheduler_that_does_not_answer_is_named(course, hand_in, right):
    hand_in(right, "ada")
    with socket.socket() as deaf:  # the port is taken, and nobody listens there
        deaf.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        code, said = finish(start(course, "--scheduler", address))
    assert code == 2
    assert f"no Dask scheduler answers at {address}" in said
    assert "Traceback" not in said
