"""A sample graded by nbgrader's own pipeline, too: every difference with its reason."""

import json
import socket

import pytest

from autograder.course.stock import Stock
from autograder.session.shadow import choose
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, make_course, released, submit
from tests.autograder.cli.test_commands import autograder

WARNS = "import sys\ndef double(x):\n    print('slow', file=sys.stderr)\n    return 2 * x"
HANGS = "def double(x):\n    while x == 2:\n        pass\n    return 2 * x"
FORGES = """
class Yes:
    def __eq__(self, other):
        return True
def double(x):
    return Yes()
"""
PLACES = """
import os
def double(x):
    return 2 * x if "NBGRADER_EXECUTION" in os.environ else 0
"""
SPIES = """
import socket
seen = []
for name in {names!r}:
    try:
        seen.append(open(name).read())
    except OSError:
        pass
try:
    socket.create_connection(("127.0.0.1", {port}), 1)
    seen.append("network")
except OSError:
    pass
try:
    open({outside!r}, "w").write("outside")
except OSError:
    pass
def double(x):
    return 2 * x + len(seen)
"""


def write(course, student, **sources):
    submit(course, student, answered(released(course), **{**RIGHT, **sources}))


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("shadow") / "course")
    with (course.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write("c.Autograder.timeout = 3\n")
    Stock(course).generate_assignment(ASSIGNMENT)
    return course


@pytest.fixture(scope="module")
def told(course):
    """What is told of a class of every kind."""
    write(course, "a-right")
    write(course, "b-wrong", double="def double(x):\n    return 3 * x")
    write(course, "c-warns", double=WARNS)
    write(course, "d-hangs", double=HANGS)
    write(course, "e-forges", double=FORGES)
    twice = answered(released(course), **RIGHT)
    twice["cells"].append(twice["cells"][2])
    submit(course, "f-twice", twice)
    submit(course, "g-text", "{")
    write(course, "h-places", double=PLACES)
    ran = autograder("shadow", "--json", cwd=course.root)
    assert ran.returncode == 1, ran.stderr + ran.stdout
    (told,) = json.loads(ran.stdout)
    return told


def of(told, student):
    found = [each for each in told["differences"] if each["student"] == student]
    return {each["check"]: (each["ours"], each["theirs"], each["reason"]) for each in found}


def test_honest_work_gets_the_same_points(told):
    assert of(told, "a-right") == of(told, "b-wrong") == {}
    assert told["checks"] == 5 * len(told["students"])


@pytest.mark.parametrize(
    ("student", "check", "ours", "theirs", "says"),
    [
        ("c-warns", "double--small", 1, 0, "a warning on stderr costs all points in nbgrader"),
        ("e-forges", "double--hidden", 0, 2, "cell 2 reaches for `__eq__`"),
        ("f-twice", "mean--small", 1, None, "nbgrader graded nothing of it: "),
    ],
)
def test_a_difference_has_its_reason(told, student, check, ours, theirs, says):
    found = of(told, student)[check]
    assert found[:2] == (ours, theirs)
    assert says in found[2]


def test_what_hangs_costs_its_own_check_both_ways(told):
    assert all(reason for _, _, reason in of(told, "d-hangs").values())


def test_what_neither_can_read_is_no_difference(told):
    assert of(told, "g-text") == {}


def test_nothing_is_recorded(course, told):
    assert not course.autograded.exists()
    assert not list(course.receipts.rglob("*.json"))


def test_a_difference_without_a_known_reason_makes_the_exit_code_1(told):
    unknown = {each["student"] for each in told["differences"] if not each["reason"]}
    assert unknown == {"h-places"}


def test_what_nbgrader_runs_sees_no_other_file_and_no_network(tmp_path):
    course = make_course(tmp_path / "course")
    Stock(course).generate_assignment(ASSIGNMENT)
    secret, outside = tmp_path / "secret", tmp_path / "outside"
    secret.write_text("secret")
    names = [str(secret), str(course.gradebook)]
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        spy = SPIES.format(names=names, port=port, outside=str(outside))
        write(course, "spy", double=spy)
        ran = autograder("shadow", ASSIGNMENT, "--sample", "1", cwd=course.root)
    assert ran.returncode == 0, ran.stdout
    assert "1 submissions, 5 of 5 checks get the same points" in ran.stdout
    assert not outside.exists()


def test_a_sandbox_that_cannot_hold_all_of_nbgrader_is_refused(course):
    ran = autograder("shadow", "--sandbox", "landlock", cwd=course.root)
    assert ran.returncode == 2
    assert "only bubblewrap holds all of it" in ran.stderr


def test_the_sample_follows_from_the_seed():
    students = [f"s{number:03}" for number in range(200)]
    assert choose(students, 5, 1) == choose(reversed(students), 5, 1) != choose(students, 5, 2)
    assert choose(students, 500, 1) == students
