"""Formgrader's button grades as ``autograder grade`` does, in a process apart."""

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.locks import batch_lock
from autograder.course.receipts import Receipts
from autograder.model.receipt import canonical
from autograder.session.beside import desk
from tests.autograder.preprocessors.conftest import copy, grade_by_command, press_the_button
from tests.autograder.record.classroom import ASSIGNMENT, CLASS, RIGHT
from tests.autograder.record.rows import ask, rows

ROOT = Path(__file__).parents[3]
SCORES = "select {} from grade g join base_cell c on c.id = g.cell_id where c.name like '{}'"


def url(course):
    return f"sqlite:///{course.gradebook}"


def notebook(course, student, name="plus"):
    return course.autograded / student / ASSIGNMENT / f"{name}.ipynb"


def overwrite(course, student, text, name="plus"):
    (course.submission(student, ASSIGNMENT) / f"{name}.ipynb").write_text(text, encoding="utf-8")


def answer(course, student, source):
    """Hand in another answer to the first question."""
    path = course.submission(student, ASSIGNMENT) / "plus.ipynb"
    written = json.loads(path.read_text(encoding="utf-8"))
    written["cells"][0]["source"] = source
    path.write_text(json.dumps(written), encoding="utf-8")


@pytest.fixture(scope="module")
def both_ways(handed_in, tmp_path_factory):
    """The class graded by the button and by the command, each in a course of its own."""
    root = tmp_path_factory.mktemp("both")
    button, command = copy(handed_in, root / "button"), copy(handed_in, root / "command")
    said = {student: press_the_button(button, student) for student in CLASS}
    grade_by_command(command, *CLASS)
    return button, command, said


def test_the_receipts_are_those_of_the_command(both_ways):
    button, command, _ = both_ways
    for student in CLASS:
        one, other = (Receipts(course, ASSIGNMENT).read(student) for course in (button, command))
        assert canonical(one.result) == canonical(other.result)


def test_the_gradebook_has_the_rows_of_the_command(both_ways):
    button, command, _ = both_ways
    assert rows(url(button)) == rows(url(command))


def test_the_graded_notebooks_are_those_of_the_command(both_ways):
    button, command, _ = both_ways
    for student in CLASS:
        for name in ("plus", "times"):
            one, other = (notebook(course, student, name) for course in (button, command))
            assert one.read_bytes() == other.read_bytes()


def test_the_log_says_the_points_once_a_submission(both_ways):
    _, _, said = both_ways
    for success, log in said.values():
        assert success, log
        assert log.count(" points") == 1
    assert "ana, 01_sums: 7 of 13 points, 6 for a person to give" in said["ana"][1]


def test_a_run_over_the_class_backs_the_gradebook_up_once(course):
    success, log = press_the_button(course, "*")
    assert success, log
    assert len(list((course.root / "backups").iterdir())) == 1


def test_what_cannot_be_read_fails_with_its_reason_and_no_zero(course):
    overwrite(course, "ana", "{")
    success, log = press_the_button(course, "ana")
    assert not success
    assert "[ERROR] ana, 01_sums: not graded, which is not 0 points: plus.ipynb is cut off" in log
    assert Receipts(course, ASSIGNMENT).read("ana").is_ungraded
    query = (
        "select auto_score, needs_manual_grade from grade g join base_cell c on c.id = g.cell_id"
    )
    plus = ask(url(course), f"{query} where c.name like 'plus%'")
    assert plus == [(None, 1)] * 4
    assert press_the_button(course, "ben")[0]


def test_a_notebook_that_is_missing_gets_no_zero(course):
    (course.submission("ana", ASSIGNMENT) / "times.ipynb").unlink()
    success, log = press_the_button(course, "ana")
    assert not success
    assert "times.ipynb is missing" in log
    assert ask(url(course), SCORES.format("auto_score", "times--small")) == [(None,)]


def test_a_score_out_of_range_is_ungraded_and_the_rest_is_graded(course):
    wild = "sum(plus(a, 1) == a + 1 for a in range(3)) + 40"
    path = course.source / ASSIGNMENT / "plus.ipynb"
    source = json.loads(path.read_text(encoding="utf-8"))
    source["cells"][3]["source"] = wild
    path.write_text(json.dumps(source), encoding="utf-8")
    success, log = press_the_button(course, "ana")
    assert success, log
    assert "[WARNING] ana, 01_sums: no automatic score for plus--parts: " in log
    assert ask(url(course), SCORES.format("auto_score", "plus--parts")) == [(None,)]
    assert ask(url(course), SCORES.format("auto_score", "plus--hidden")) == [(2,)]
    assert notebook(course, "ana").is_file()


def test_what_a_link_points_to_is_not_copied_beside_the_graded_notebook(course):
    link = course.submission("ana", ASSIGNMENT) / "data.txt"
    link.symlink_to(course.source / ASSIGNMENT / "plus.ipynb")
    success, log = press_the_button(course, "ana")
    assert success, log
    assert "ana, 01_sums: data.txt is a link: left out" in log
    assert not notebook(course, "ana").with_name("data.txt").exists()


def test_a_regrade_that_fails_leaves_the_earlier_grade(course):
    assert press_the_button(course, "ana")[0]
    before = rows(url(course))
    overwrite(course, "ana", "<html>")
    success, log = press_the_button(course, "ana")
    assert not success
    assert "The grade of an earlier try stands." in log
    assert rows(url(course)) == before


def test_the_command_brings_back_the_notebooks_that_nbgrader_deleted_when_it_failed(course):
    overwrite(course, "ana", "{", "times")
    assert not press_the_button(course, "ana")[0]
    assert not notebook(course, "ana").exists()
    grade_by_command(course, "ana", force=False)
    assert notebook(course, "ana").is_file()


def test_it_grades_while_a_batch_runs(course):
    with batch_lock(course):
        success, log = press_the_button(course, "ana")
    assert success, log
    assert Receipts(course, ASSIGNMENT).read("ana").points == 7


def test_another_process_takes_over_when_the_one_that_grades_is_killed(course):
    assert press_the_button(course, "ana")[0]
    os.kill(desk().pid, signal.SIGKILL)
    success, log = press_the_button(course, "ben")
    assert success, log


def test_what_was_changed_meanwhile_is_graded_afresh(course):
    assert press_the_button(course, "ben")[0]
    answer(course, "ben", RIGHT["plus"])
    assert press_the_button(course, "ben")[0]
    assert Receipts(course, ASSIGNMENT).read("ben").points == 6


PROBE = """
import json, os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
def forbidden(*_): raise AssertionError("nbgrader's own process was forked")
os.fork = os.forkpty = forbidden
from tests.autograder.preprocessors.conftest import press_the_button
from autograder.course import CourseDirectory
from autograder.session.beside import desk
from IPython.core.interactiveshell import InteractiveShell
success, log = press_the_button(CourseDirectory(Path({course!r})), "ana")
children = Path(f"/proc/self/task/{{os.getpid()}}/children").read_text().split()
print(json.dumps([success, log, children, desk().pid, InteractiveShell.initialized()]), flush=True)
sys.stdin.read()
"""


def test_nothing_is_forked_from_nbgraders_process_and_no_shell_is_built_in_it(course):
    code = PROBE.format(root=str(ROOT), course=str(course.root))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as probe:
        success, log, children, pid, has_shell = json.loads(probe.stdout.readline())
        assert success, log
        assert children == [str(pid)]
        assert not has_shell
        watch = os.pidfd_open(pid)
        probe.kill()
    # It ends with the process that started it: the descriptor becomes readable.
    try:
        assert select.select([watch], [], [], 60)[0]
    finally:
        os.close(watch)
