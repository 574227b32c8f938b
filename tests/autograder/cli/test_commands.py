"""The command `autograder` as a person runs it: a process of its own, from another folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, make_course, released, submit
from tests.exercises.one import NAME, one_exercise

COMMANDS = (
    "new",
    "adopt",
    "release",
    "grade",
    "shadow",
    "report",
    "regrade",
    "fix",
    "record",
    "forget",
    "doctor",
    "demo",
)


def autograder(*arguments, cwd):
    """Run the command without the venv on PATH, in a window of 100 columns."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/"), "COLUMNS": "100"}
    return subprocess.run(
        [Path(sys.executable).with_name("autograder"), *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("cli") / "course")
    ran = autograder("release", cwd=course.root)
    assert ran.returncode == 0, ran.stderr
    for student in ("ada", "bo"):
        submit(course, student, answered(released(course), **RIGHT))
    return course


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command, tmp_path):
    ran = autograder(command, "--help", cwd=tmp_path)
    assert ran.returncode == 0
    assert f"Example: autograder {command}" in ran.stdout.replace("Examples", "Example")


def test_help_imports_nothing_heavy(tmp_path):
    code = "import sys, autograder.cli; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in ran.stdout.split()}
    assert (
        loaded & {"nbgrader", "nbformat", "nbconvert", "sqlalchemy", "numpy", "jupytext"} == set()
    )


@pytest.fixture(scope="module")
def exercises(tmp_path_factory):
    return one_exercise(tmp_path_factory.mktemp("one") / "exercises")


def test_new_makes_a_course_and_says_how_to_go_on(tmp_path, exercises):
    ran = autograder("new", tmp_path / "course", "--from", exercises, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "autograder release" in ran.stdout
    assert (tmp_path / "course" / "source" / NAME / f"{NAME}.ipynb").is_file()


def test_new_refuses_a_directory_that_holds_something(tmp_path, exercises):
    (tmp_path / "kept.txt").touch()
    ran = autograder("new", tmp_path, "--from", exercises, cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"error: {tmp_path} is not empty")


def test_release_check_writes_nothing(tmp_path):
    course = make_course(tmp_path / "course")
    ran = autograder("release", "--check", "--json", cwd=course.root)
    (run,) = json.loads(ran.stdout)
    assert (run["released"], run["problems"]) == (False, [])
    assert not course.release.exists()


def test_release_refuses_an_assignment_with_a_problem(tmp_path):
    course = make_course(tmp_path / "course")
    path = course.notebook(course.source, ASSIGNMENT)
    path.write_text(path.read_text().replace("assert double(2) == 4", "pass"), encoding="utf-8")
    ran = autograder("release", cwd=course.root)
    assert ran.returncode == 1
    assert "the starter passes double--small" in ran.stdout
    assert not course.release.exists()


def test_release_with_an_unknown_name_releases_none(tmp_path):
    course = make_course(tmp_path / "course")
    ran = autograder("release", ASSIGNMENT, "no-such", cwd=course.root)
    assert ran.returncode == 2
    assert "has no assignment 'no-such'" in ran.stderr
    assert not course.release.exists()


def test_a_class_without_damage_exits_with_zero(course):
    ran = autograder("grade", "--course", course.root, "--student", "ada", cwd="/")
    assert ran.returncode == 0, ran.stderr
    assert "5 / 7" in ran.stdout
    assert ran.stderr == ""


def test_a_damaged_notebook_is_told_below_the_table_and_in_the_exit_code(course):
    submit(course, "cy", "{")
    ran = autograder("grade", ASSIGNMENT, cwd=course.root)
    assert ran.returncode == 1
    (row,) = [line for line in ran.stdout.splitlines() if "│ cy" in line]
    assert "– / 7" in row
    assert "ungraded" in row
    assert "cy: 01_sums.ipynb " in ran.stdout
    assert "2 graded, 0 repaired, 1 ungraded, 0 not submitted" in ran.stdout


def test_json_tells_the_same(course):
    submit(course, "cy", "{")
    ran = autograder("grade", "--json", cwd=course.root)
    results = {result["student"]: result for result in json.loads(ran.stdout)}
    assert results["ada"]["points"] == 5
    assert results["ada"]["checks"][0]["outcome"] == "passed"
    assert results["cy"]["points"] is None
    assert "is cut off" in results["cy"]["problem"]


def test_without_a_sandbox_every_receipt_says_so(course):
    arguments = ("--student", "bo", "--sandbox", "none", "--force", "--json")
    ran = autograder("grade", *arguments, cwd=course.root)
    assert "without a sandbox" in ran.stderr
    (result,) = json.loads(ran.stdout)
    assert result["flags"] == ["unsandboxed"]


def test_a_sandbox_that_is_unknown_is_refused_with_those_there_are(course):
    ran = autograder("grade", "--sandbox", "box", cwd=course.root)
    assert ran.returncode == 2
    assert "use auto, strict or none" in ran.stderr


def test_an_unknown_assignment_is_named_with_the_known_ones(course):
    ran = autograder("grade", "02_more", cwd=course.root)
    assert ran.returncode == 2
    assert f"no assignment '02_more'; it has: {ASSIGNMENT}" in ran.stderr


def test_outside_a_course_the_remedy_is_told(tmp_path):
    ran = autograder("grade", cwd=tmp_path)
    assert ran.returncode == 2
    assert "autograder new DIR --from exercises" in ran.stderr


def test_doctor_finds_this_machine_fit(course):
    ran = autograder("doctor", "--json", cwd=course.root)
    assert ran.returncode == 0, ran.stdout
    subjects = {finding["subject"] for finding in json.loads(ran.stdout)}
    assert {"Python", "nbgrader", "sandbox", "attack: take all memory", "course"} <= subjects


def test_the_demo_shows_one_of_each_kind_and_can_be_run_again(tmp_path, exercises):
    for _ in range(2):
        arguments = ("--from", exercises, "--students", 6, "--assignment", NAME)
        ran = autograder("demo", "class", *arguments, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
    for kind in ("right", "partly right", "wrong", "empty", "damaged", "not submitted"):
        assert f"  {kind}  " in ran.stdout
    (page,) = [Path(line.strip()) for line in ran.stdout.splitlines() if line.endswith(".html")]
    assert page.is_file()


def test_the_demo_replaces_nothing_but_a_demo(tmp_path, exercises):
    (tmp_path / "kept.txt").touch()
    ran = autograder("demo", tmp_path, "--from", exercises, cwd="/")
    assert ran.returncode == 2
    assert (tmp_path / "kept.txt").exists()
