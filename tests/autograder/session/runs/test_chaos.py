"""Runs that are killed at any moment, and resumed: as if nothing had happened."""

import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess

import pytest

from autograder.course.receipts import Receipts
from autograder.model.receipt import decode
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, released, submit
from tests.autograder.processes import end_of, tree
from tests.autograder.session.runs.command import (
    finish,
    half_written,
    notebooks,
    recorded,
    results,
    start,
)
from tests.autograder.session.runs.conftest import copied

KILLS = 10


@pytest.fixture(scope="module")
def classroom(template, tmp_path_factory):
    """Twenty students: right, wrong, idle, slow to answer, and damaged."""
    course = copied(template, tmp_path_factory.mktemp("chaos") / "course")
    release = released(course)
    kinds = [
        answered(release, **RIGHT),
        answered(release, double="def double(x):\n    return x", **{"mean--why": "Because."}),
        release,
        "{",
        answered(release, double="sum(range(3_000_000))\n" + RIGHT["double"]),
    ]
    for number in range(20):
        submit(course, f"s{number:02}", kinds[number % len(kinds)])
    return course


@pytest.fixture(scope="module")
def undisturbed(classroom, tmp_path_factory):
    course = copied(classroom, tmp_path_factory.mktemp("undisturbed") / "course")
    code, said = finish(start(course, "--workers", "2"))
    assert code == 1, said  # some are damaged
    assert len(results(course)) == 20
    return course


def moments(seed):
    """Yield when to kill: after some more receipts, or after some part of a second or two."""
    rng = random.Random(seed)
    for _ in range(KILLS):
        yield rng.choice([("receipts", rng.randint(1, 4)), ("seconds", rng.uniform(0, 2.5))])


def wait_for(process, course, moment):
    """Wait for a moment of a run; it may end before."""
    kind, amount = moment
    if kind == "seconds":
        wait(process, amount)
        return
    goal = count(course) + amount
    while process.poll() is None and count(course) < goal:
        wait(process, 0.005)


def wait(process, seconds):
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)


def count(course):
    return len(list((course.receipts / ASSIGNMENT).glob("[!.]*.json")))


def kill(process):
    """Kill the main process alone, and see that all others go with it."""
    running = set(tree(process.pid))
    process.send_signal(signal.SIGKILL)
    finish(process)
    assert end_of(running) == set()


def assert_nothing_is_half_done(course):
    for path in (course.receipts / ASSIGNMENT).glob("[!.]*.json"):
        receipt = decode(path.read_bytes())
        for notebook in receipt.result.notebooks:
            if notebook.refusal is None:
                student = receipt.result.student
                assert course.notebook(course.autograded / student, ASSIGNMENT).stat().st_size
    if course.gradebook.exists():
        with sqlite3.connect(course.gradebook) as connection:
            assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        for student, _, _ in {row[:3] for row in recorded(course)["notebooks"]}:
            own = [row for row in recorded(course)["grades"] if row[0] == student]
            assert len(own) == 5


def chain(classroom, undisturbed, root, seed):
    """Kill a run again and again, each time a little further on; then let it end."""
    course = copied(classroom, root)
    before = count(course)
    for moment in moments(seed):
        process = start(course, "--workers", "2")
        wait_for(process, course, moment)
        kill(process)
        assert_nothing_is_half_done(course)
        assert count(course) >= before
        before = count(course)
    code, said = finish(start(course, "--workers", "2"))
    assert code == 1, said
    assert results(course) == results(undisturbed)
    assert recorded(course) == recorded(undisturbed)
    assert notebooks(course) == notebooks(undisturbed)
    assert half_written(course) == []
    assert not list((course.receipts / ASSIGNMENT / "failed").glob("*"))


def test_a_run_that_is_killed_again_and_again_ends_as_if_undisturbed(
    classroom, undisturbed, tmp_path
):
    chain(classroom, undisturbed, tmp_path / "course", seed=0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 21))
def test_two_hundred_kills_leave_no_trace(classroom, undisturbed, tmp_path, seed):
    chain(classroom, undisturbed, tmp_path / "course", seed)


def test_after_ctrl_c_nothing_is_left_and_the_next_run_goes_on(classroom, undisturbed, tmp_path):
    course = copied(classroom, tmp_path / "course")
    asleep = answered(released(course), double="import time\ntime.sleep(9)")
    submit(course, "last", asleep)  # so that the run can't end first
    process = start(course, "--workers", "2")
    wait_for(process, course, ("receipts", 2))
    running = set(tree(process.pid))
    process.send_signal(signal.SIGINT)
    code, said = finish(process)
    assert code == 130
    assert "run the command again to go on from here" in said
    assert "Traceback" not in said
    assert end_of(running) == set()
    shutil.rmtree(course.submitted / "last")
    kept = Receipts(course, ASSIGNMENT).students
    assert {row[0] for row in recorded(course)["submissions"]} == set(kept)
    times = {s: Receipts(course, ASSIGNMENT).read(s).observed.graded_at for s in kept}
    code, said = finish(start(course, "--workers", "2"))
    assert code == 1
    assert recorded(course) == recorded(undisturbed)
    assert times == {s: Receipts(course, ASSIGNMENT).read(s).observed.graded_at for s in kept}
