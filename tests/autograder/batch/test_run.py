"""A batch on real worker processes: nothing is lost when they die, and nothing left behind."""

import os
import signal

import msgspec
import pytest

from autograder.batch.executors import local
from autograder.batch.run import DIED, run
from autograder.batch.task import Task, encode_paper, encode_task
from autograder.course.directory import CourseError
from autograder.grade.paper import Settings
from autograder.model import Limits
from autograder.model.receipt import canonical
from tests.autograder.batch import deadly
from tests.autograder.grade.homework import paper, parcel
from tests.autograder.processes import ROOT, end_of, start_of, tree

TWICE = "def double(x):\n    return 2 * x"
LOOP = "def double(x):\n    while True: pass"
QUICK = Settings((), Limits(cell=0.5, check=0.5, patience=2))


def tasks(*students, double=TWICE):
    return [Task(student, parcel(double=double)) for student in students]


def batch(work, executor, workers=2):
    return run(work, encode_paper(paper(QUICK)), executor, workers)


@pytest.fixture
def killing(tmp_path, level, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # the workers load this package
    return lambda: deadly.Deadly(tmp_path, 2, level)


@pytest.fixture
def tries(tmp_path):
    return lambda student: int((tmp_path / student).read_text())


def test_everybody_is_answered_and_no_process_is_left(level):
    before = set(tree(os.getpid()))
    students = [f"s{number}" for number in range(9)]
    answers = list(batch(tasks(*students), local(2, level)))
    assert sorted(answer.task.student for answer in answers) == students
    assert {answer.marked.receipt.points for answer in answers} == {13}
    assert end_of(set(tree(os.getpid())) - before) == set()


def test_two_workers_give_the_same_results_as_one(level):
    students = ("ada", "bo", "cy")
    one, two = (
        {a.task.student: canonical(a.marked.receipt.result) for a in batch(work, local(n, level))}
        for n, work in ((1, tasks(*students)), (2, tasks(*students)))
    )
    assert one == two


def test_a_killed_worker_costs_a_retry_and_one_that_kills_each_time_only_itself(killing, tries):
    students = ("a", deadly.ONCE, "b", deadly.ALWAYS, "c", deadly.RAISES, "d")
    answers = {answer.task.student: answer for answer in batch(tasks(*students), killing)}
    assert sorted(answers) == sorted(students)
    faults = {student: answer.fault for student, answer in answers.items() if not answer.marked}
    assert faults.pop(deadly.ALWAYS) == DIED
    assert "something of the grader's own" in faults.pop(deadly.RAISES)
    assert faults == {}
    expected = {deadly.ONCE: 2, deadly.ALWAYS: 2, deadly.RAISES: 2}
    assert {student: tries(student) for student in students} == {
        student: expected.get(student, 1) for student in students
    }
    assert answers[deadly.ONCE].marked.receipt.points == 13


def test_several_killers_end_neither_the_batch_nor_each_other(killing, tries):
    killers = [f"{deadly.ALWAYS}-{number}" for number in range(3)]
    answers = {a.task.student: a for a in batch(tasks(*killers, "ada"), killing)}
    assert {student for student, answer in answers.items() if answer.fault} == set(killers)
    assert answers["ada"].marked.receipt.points == 13
    assert [tries(killer) for killer in killers] == [2, 2, 2]


def test_a_slow_submission_holds_up_nobody_else(killing):
    answers = batch(tasks(deadly.HANGS, *"abcdef"), killing)
    assert sorted(next(answers).task.student for _ in "abcdef") == list("abcdef")
    answers.close()


def test_the_tasks_are_read_a_few_at_a_time(level):
    taken = []

    def lazily():
        for task in tasks(*"abcdefghij"):
            taken.append(task.student)
            yield task

    before = set(tree(os.getpid()))
    answers = batch(lazily(), local(1, level), workers=1)
    next(answers)
    assert len(taken) <= 4
    answers.close()
    assert end_of(set(tree(os.getpid())) - before) == set()


def test_workers_on_which_nothing_can_be_graded_end_the_batch_with_the_reason():
    nowhere = paper(Settings((), QUICK.limits, sandbox="of sand"))
    with pytest.raises(CourseError, match="There is no sandbox 'of sand'"):
        list(run(tasks("ada", "bo"), encode_paper(nowhere), local(1, None), 1))


def test_a_worker_loads_neither_nbgrader_nor_what_comes_with_it(level, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with local(1, level)() as executor:
        asked = (encode_paper(paper(QUICK)), encode_task(tasks("ada")[0]))
        loaded = set(msgspec.json.decode(executor.submit(deadly.modules_after, *asked).result()))
    assert "autograder" in loaded
    heavy = {"nbgrader", "nbformat", "sqlalchemy", "jupyter_client", "IPython", "numpy", "typer"}
    assert loaded & heavy == set()


SCRIPT = """
import sys
from autograder.batch.executors import local
from autograder.batch.run import run
from autograder.batch.task import encode_paper
from autograder.sandbox.levels import Level
from tests.autograder.batch.test_run import LOOP, QUICK, paper, tasks
if __name__ == "__main__":
    work = [*tasks("ada"), *tasks("a", "b", "c", double=LOOP)]
    for answer in run(work, encode_paper(paper(QUICK)), local(2, Level(sys.argv[1])), 2):
        print(answer.task.student, flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_a_run_that_is_ended(tmp_path, how, levels):
    (tmp_path / "main.py").write_text(SCRIPT)
    for name in levels:
        with start_of(tmp_path / "main.py", name) as process:
            assert process.stdout.readline() == "ada\n"  # the others loop now
            while len(running := set(tree(process.pid))) <= 5:
                assert process.poll() is None
            process.send_signal(how)
            process.wait(30)
        assert end_of(running) == set()
