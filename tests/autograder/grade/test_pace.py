"""A function that never ends costs little, and a machine that stands still costs nobody a point."""

import contextlib
import os
import signal
import threading
from pathlib import Path

import pytest

from autograder.grade import Limits, Worker
from autograder.grade.pace import Pace
from autograder.model import CellResult, Outcome
from tests.autograder.grade.notebook import check, checks_of, locked, student

HANG = "def hang(): \n    while True: pass\n"
BURN = """
import time
def burn(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds: pass
    return seconds
"""
STANDS_STILL_ONCE = """
import os, time
def wait():
    if not os.path.exists("waited"):
        open("waited", "w").close()
        time.sleep(10**6)
"""


@pytest.fixture(scope="module")
def worker():
    with Worker(limits=Limits(check=1.5, patience=30)) as made:
        yield made


def overran(asked, pace, cell, seconds):
    result = CellResult("check", outcome=Outcome.TIMEOUT, message="too long")
    pace.note(cell, result, seconds, asked)
    return result.message


def test_a_function_uses_up_two_whole_limits_and_then_tenths():
    pace, cell = Pace(30.0), check("")
    for _ in range(2):
        assert pace.seconds(cell, {"f"}) == 30
        assert overran(["f"], pace, cell, 30) == "too long"
    assert pace.seconds(cell, {"f", "g"}) == 3
    assert pace.seconds(cell, {"g"}) == 30
    assert pace.seconds(check("", timeout=5), {"f"}) == 1
    assert pace.seconds(check("", timeout=0.5), {"f"}) == 0.5
    assert "it had 3 s, because the function had used up" in overran(["f"], pace, cell, 3)


def test_a_check_that_fails_or_overran_by_itself_counts_for_no_function():
    pace, cell = Pace(30.0), check("")
    for _ in range(5):
        pace.note(cell, CellResult("check", outcome=Outcome.FAILED), 30, ["f"])
        overran([], pace, cell, 30)
    assert pace.seconds(cell, {"f"}) == 30


def test_what_never_ends_times_out_in_each_check_and_costs_a_bounded_total(worker):
    cells = [student(HANG + BURN)]
    cells += [check("hang()", hidden=bool(n % 2)) for n in range(4)]
    results = checks_of(worker.run(cells, names={"hang", "burn"}))
    assert [result.outcome for result in results] == ["timeout"] * 4
    assert sorted("it had 1 s" in result.message for result in results) == [False] * 2 + [True] * 2


def test_what_is_slow_and_right_keeps_its_points(worker):
    cells = [student(HANG + BURN), check("hang()"), check("burn(1.2);\nhang()")]
    cells += [check("assert burn(1.2) == 1.2, 'no hang'  # hang"), check("burn(0.1)\nhang()")]
    results = checks_of(worker.run(cells, names={"hang", "burn"}))
    assert [str(r.outcome) for r in results] == ["timeout", "timeout", "passed", "timeout"]


def test_a_function_that_a_helper_of_the_check_calls_is_the_one_that_is_counted(worker):
    cells = [student(HANG + BURN)] + [check("def run():\n    hang()\nburn(0)\nrun()")] * 2
    cells += [check("assert burn(1.2) == 1.2"), check("hang()")]
    results = checks_of(worker.run(cells, names={"hang", "burn"}))
    assert [str(r.outcome) for r in results] == ["timeout", "timeout", "passed", "timeout"]
    assert "it had 1 s" in results[-1].message


def test_checks_in_the_students_process_count_too(worker):
    cells = [student(HANG), *[check("hang()", in_student_process=True)] * 3]
    results = checks_of(worker.run(cells, names={"hang"}))
    assert [result.outcome for result in results] == ["timeout"] * 3
    assert ["it had 1 s" in result.message for result in results] == [False, False, True]


def test_a_process_that_does_not_even_lend_its_functions_uses_up_the_time_of_each():
    silent = "class Silent:\n    @property\n    def __class__(self):\n        while True: pass\n"
    cells = [student(f"{silent}f = g = Silent()"), *[check("f(1)")] * 2, check("g(1)")]
    with Worker(limits=Limits(check=1.2, patience=1)) as worker:
        results = checks_of(worker.run(cells, names={"f", "g"}))
    assert [str(result.outcome) for result in results] == ["timeout"] * 3
    assert ["it had 1 s" in result.message for result in results] == [False, False, True]


def test_a_check_is_run_again_where_the_clock_ran_out(strongest):
    cells = [student(STANDS_STILL_ONCE), check("n = [1]\nwait()\nn.append(2)")]
    cells += [check("wait()\nassert n == [1, 2]")]
    results = checks_of(strongest.run(cells, names={"wait"}))
    assert [(str(r.outcome), r.limits) for r in results] == [("passed", [])] * 2


DRAWS = {
    "NumPy's generator": "int(rng.integers(1000))",
    "an old one": "old.randint(1000)",
    "the one that all share": "np.random.randint(1000)",
    "Python's": "random.randrange(1000)",
    "another of Python's": "own.randrange(1000)",
}


@pytest.mark.parametrize("case", DRAWS)
def test_a_check_that_is_run_again_draws_what_it_has_drawn(strongest, case):
    make = "import random\nimport numpy as np\nown = random.Random()\n"
    make += "rng, old = np.random.default_rng(), np.random.RandomState()"
    keep = "import os, time\ndef f(n):\n    with open('drawn', 'a') as file: file.write(f'{n} ')\n"
    keep += "    if open('drawn').read().count(' ') < 2: time.sleep(10**6)\n"
    keep += "    return open('drawn').read()"
    cells = [locked(make), student(keep), check(f"first, second = f({DRAWS[case]}).split()")]
    cells += [check("assert first == second")]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [str(result.outcome) for result in results] == ["passed"] * 2


def test_a_check_in_the_students_process_is_run_again_too(strongest):
    cells = [student(STANDS_STILL_ONCE), check("wait()", in_student_process=True)]
    (result,) = checks_of(strongest.run(cells, names={"wait"}))
    assert result.outcome == "passed"


def test_a_diagnosis_is_looked_for_again_too(strongest):
    probe = check("wait()\n7", timeout=1.0, hidden=True, after_failing=("check",))
    cells = [student(STANDS_STILL_ONCE), check("assert False"), probe]
    run = strongest.run(cells, names={"wait"})
    assert run.cells[-1].outputs[0]["data"] == {"text/plain": "7"}


def test_what_sleeps_for_good_is_waited_for_twice_and_no_longer(strongest):
    cells = [student("import time\ndef f(): time.sleep(10**6)"), *[check("f()", timeout=0.1)] * 4]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [(str(r.outcome), r.limits) for r in results] == [("timeout", ["check", "clock"])] * 4


BUSY = "import time\nend = time.process_time() + 0.4\nwhile time.process_time() < end: pass"
STOPPED = {
    "the examiner": ("_grader", ["n = 1", "n += 1"], f"{BUSY}\nassert f() == 2"),
    "the student's process": ("_student", ["n = 1", f"{BUSY}\nn += 1"], "assert f() == 2"),
}


@pytest.mark.parametrize("which", STOPPED)
def test_a_process_that_is_stopped_for_good_costs_nothing(strongest, which):
    side, cells, test = STOPPED[which]
    cells = [student("def f(): return n"), *map(student, cells), check(test)]
    found = []
    thread = threading.Thread(target=lambda: found.append(strongest.run(cells, names={"f"})))
    warm = _youngest(strongest._grader if side == "_grader" else strongest._student((False, ())))
    thread.start()
    while (pid := _youngest(warm)) == warm or _ticks(pid) < 3:
        assert thread.is_alive()
    os.kill(pid, signal.SIGSTOP)
    thread.join()
    run = found[0]
    assert (checks_of(run)[0].outcome, run.fault) == ("passed", "")
    assert [(result.limits, result.outputs) for result in run.cells] == [([], [])] * len(cells)


def _youngest(process):
    """Return the process that a chain of children ends in."""
    pid = process if isinstance(process, int) else process.process.pid
    with contextlib.suppress(OSError):  # it has ended meanwhile
        while children := Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            pid = int(children[-1])
    return pid


def _ticks(pid):
    """Return how long a process has computed, in hundredths of a second."""
    with contextlib.suppress(OSError):  # it has ended meanwhile
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])
    return 0
