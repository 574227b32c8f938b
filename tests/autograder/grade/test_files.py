"""Files in the working folder: whose they are, who sees them, and that none stays for the next."""

import sys
from contextlib import contextmanager
from itertools import chain

import pytest

from autograder.course.supplements import Supplements
from autograder.grade.files import NO_FILES, archives_of
from autograder.grade.worker import Worker
from autograder.student.files import MOST_BYTES
from tests.autograder.grade.notebook import check, checks_of, locked, outcome, student, text_of

COUNT = "import helper\ndef f():\n    return helper.count(open('data.csv').read())"
HELPER = b"def count(text):\n    return len(text.split())\n"
LISTED = "import os\ndef f():\n    return sorted(os.listdir('.'))"


def given(kept=(), spare=(), **files):
    """Put a course's files together, by names that stand for paths."""
    names = {"helper": "helper.py", "data": "data.csv", "answers": "secret/answers.csv"}
    parts = {"given": {}, "spare": {}, "kept": {}}
    contents = {}
    for name, data in files.items():
        part = "kept" if name in kept else "spare" if name in spare else "given"
        parts[part][names[name]] = name
        contents[name] = data
    return archives_of(Supplements(**parts, contents=contents))


@contextmanager
def files(own=None, **more):
    with given(**more).with_own(own or {}) as found:
        yield found


def run(worker, *cells, own=None, **more):
    with files(own, **more) as found:
        return checks_of(worker.run(list(cells), names={"f"}, files=found))


def outcomes(worker, *cells, **more):
    return [str(result.outcome) for result in run(worker, *cells, **more)]


def test_a_submission_reads_data_and_imports_a_module(worker):
    cells = student(COUNT), check("assert f() == 3")
    assert outcomes(worker, *cells, helper=HELPER, data=b"1 2 3") == ["passed"]


def test_a_check_reads_the_courses_files_and_never_the_students(worker):
    cells = (
        locked("import helper"),
        student("def f():\n    return open('data.csv').read()"),
        check("assert helper.count(open('data.csv').read()) == 2"),
        check("assert f() == 'mine'"),
        check("import os; assert sorted(os.listdir('.')) == ['data.csv', 'helper.py']"),
    )
    own = {"data.csv": b"mine", "more.py": b"import os\nos._exit(1)\n"}
    found = outcomes(worker, *cells, own=own, helper=HELPER, data=b"1 2", spare=["data"])
    assert found == ["passed", "passed", "passed"]


def test_what_students_never_got_is_there_for_checks_alone(worker):
    look = "import os\ndef f():\n    return [name for _, _, names in os.walk('/') for name in names"
    cells = (
        student(f"{look} if name == 'answers.csv']"),
        check("assert f() == []", hidden=True),
        check("assert open('secret/answers.csv').read() == '42'", hidden=True),
    )
    assert outcomes(worker, *cells, answers=b"42", kept=["answers"]) == ["passed", "passed"]


def test_nothing_of_a_submission_is_there_for_the_next(worker):
    leave = "import os\nopen('data.csv', 'w').write('0')\nopen('left', 'w')\nos.remove('helper.py')"
    course = {"helper": HELPER, "data": b"1 2 3"}
    with files({"own.txt": b"own"}, **course) as found:
        first = [student(leave), student(LISTED), check("assert 'own.txt' in f()")]
        assert checks_of(worker.run(first, names={"f"}, files=found))[0].outcome == "passed"
    cells = (
        student(COUNT),
        check("assert f() == 3"),
        check("assert open('data.csv').read()[0] > '0'"),
    )
    assert outcomes(worker, *cells, **course) == ["passed", "passed"]
    assert outcome(worker, LISTED, "assert not {'own.txt', 'left', 'helper.py'} & {*f()}").score


def test_another_assignments_module_of_the_same_name_is_its_own(worker):
    for number in (1, 2, 1):
        helper = f"NUMBER = {number}\n".encode()
        cells = student(LISTED), check(f"import helper\nassert helper.NUMBER == {number}")
        assert outcomes(worker, *cells, helper=helper) == ["passed"]


def test_a_check_changes_no_file_of_the_course(worker):
    change = "import os\ntry:\n    os.remove('data.csv')\nexcept OSError:\n    pass\n"
    write = "try:\n    open('new', 'w').write('x')\nexcept OSError:\n    pass\n"
    there = "assert os.listdir('.') == ['data.csv'], os.listdir('.')"
    cells = student(LISTED), check(change + write + there), check(f"import os\n{there}")
    assert outcomes(worker, *cells, data=b"1") == ["passed", "passed"]


def test_a_renewed_process_finds_the_files_again(worker):
    cells = student("import os\nos._exit(1)"), student(COUNT), check("assert f() == 2")
    assert outcomes(worker, *cells, helper=HELPER, data=b"1 2") == ["passed"]


def test_data_of_many_megabytes_leaves_the_submission_its_room(worker):
    room = worker.limits.disk
    write = f"""
import os
def f():
    size = os.path.getsize("data.csv")
    for number in range(5):
        with open(f"more{{number}}", "wb") as file:
            file.write(bytes({room // 8}))
    return size
"""
    data = bytes(range(256)) * (room // 256)
    cells = student(write), check(f"assert f() == {len(data)}")
    assert outcomes(worker, *cells, data=data) == ["passed"]


def test_the_disk_is_bounded_with_files_too(worker):
    fill = "def f():\n    for n in range(100):\n        open(f'{n}', 'wb').write(bytes(8 << 20))"
    cells = student(fill), check("f()\nassert True")
    assert outcomes(worker, *cells, data=bytes(1 << 20)) != ["passed"]


def modules_of_every_name():
    """A module of every name that an engine or a library could import, each of which ends all."""
    names = chain(
        sys.stdlib_module_names, ["numpy", "msgspec", "autograder", "IPython", "matplotlib"]
    )
    kill = b"import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
    return {f"{name}.py": kill for name in names} | {
        f"{name}/__init__.py": kill for name in ("numpy", "msgspec", "autograder", "encodings")
    }


PLAIN = """
import numpy as np
print("a", np.arange(3), {1: 2.5}, "α")
def f(x):
    return np.linalg.norm(np.asarray(x) * 2)
"""
RAISES = "def g():\n    raise ValueError('no')\ng()"


def test_modules_that_shadow_everything_do_not_reach_the_engine(worker):
    cells = (
        student(PLAIN),
        student(RAISES),
        student("1 +"),
        student("f"),
        student("np.ones((2, 2))"),
        check("import numpy as np\nassert f([3, 4]) == 10\nassert f(np.array([0.0, 1.5])) == 3"),
        check("f('x')"),
    )
    own = modules_of_every_name()
    with NO_FILES.with_own(own) as found:
        ran = worker.run(list(cells), names={"f"}, files=found)
    assert ran.fault == ""
    assert [cell.outcome for cell in checks_of(ran)] == ["passed", "failed"]
    assert "ValueError: no" in text_of(ran.cells[1])
    assert "SyntaxError" in text_of(ran.cells[2])
    assert "array([[1., 1.]" in text_of(ran.cells[4])


def test_they_do_not_reach_ipython_and_figures(strongest_with_matplotlib):
    cells = [
        student("%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);"),
        student("def f(x): return 2 * x"),
        check("assert f(2) == 4"),
    ]
    own = modules_of_every_name()
    with NO_FILES.with_own(own) as found:
        ran = strongest_with_matplotlib.run(cells, names={"f"}, files=found)
    assert [cell.outcome for cell in checks_of(ran)] == ["passed"]
    assert any("image/png" in output.get("data", {}) for output in ran.cells[0].outputs)


def test_a_module_of_ones_own_goes_before_an_installed_one(worker):
    cells = (
        student("import json.tool\nimport wave\ndef f(): return wave.own"),
        check("assert f() == 1"),
    )
    assert outcomes(worker, *cells, own={"wave.py": b"own = 1\n"}) == ["passed"]


def test_a_module_that_a_cell_writes_can_be_imported(worker):
    write = "open('made.py', 'w').write('made = 7\\n')\nimport made\ndef f(): return made.made"
    assert outcome(worker, write, "assert f() == 7").outcome == "passed"


@pytest.mark.long
def test_a_course_that_fills_its_bound_fits_beside_the_checks():
    with Worker(sandbox="namespaces") as worker:
        size = "import os\ndef f(): return os.path.getsize('data.csv')\n"
        cells = student(size), check("import os\nassert f() == os.path.getsize('data.csv')")
        assert outcomes(worker, *cells, data=bytes(MOST_BYTES)) == ["passed"]


@pytest.mark.parametrize("path", ["../out", "/out", "a/../../out"])
def test_an_archive_writes_nowhere_else(worker, path):
    with NO_FILES.with_own({path: b"out"}) as found:
        ran = worker.run([student(LISTED), check("f()\nassert True")], names={"f"}, files=found)
    assert checks_of(ran)[0].outcome == "ungraded"
