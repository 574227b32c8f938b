"""An adopted course with data, a module and pictures beside its notebook: as nbgrader grades it."""

import json
import shutil
import sys

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.course import CourseDirectory
from autograder.course.receipts import Receipts
from tests.autograder.classroom import ASSIGNMENT, check, graded, submit
from tests.autograder.cli.test_adopt_quickstart import nbgrader
from tests.autograder.cli.test_commands import autograder
from tests.autograder.preprocessors.conftest import press_the_button

HELPER = (
    "FACTOR = 3\n\ndef expected(name):\n    return sum(map(float, open(name).read().split()))\n"
)
FILES = {
    "data.csv": "1\n2\n3.5\n",
    "helper.py": HELPER,
    "images/dot.txt": "dot",
    "__pycache__/helper.cpython-311.pyc": "old",
}
ANSWERS = {
    "total": "def total(name):\n    return float(np.loadtxt(name).sum())",
    "scaled": "def scaled(x):\n    return helper.FACTOR * x",
    "look": "def look():\n    return open('images/dot.txt').read()",
}
CHECKS = {
    "total--seen": "assert total('data.csv') == 6.5",
    "total--hidden": "assert total('data.csv') == helper.expected('data.csv')",
    "scaled--hidden": "assert scaled(2) == 2 * helper.FACTOR",
    "look--seen": "assert look() == 'dot'",
    "look--hidden": "assert look() == open('answers.txt').read()",
}
OWN = {**ANSWERS, "scaled": "import mine\ndef scaled(x):\n    return mine.triple(x)"}
WRONG = {**ANSWERS, "total": "def total(name):\n    return len(open(name).read())"}
MINE = {"mine.py": "def triple(x):\n    return 3 * x\n"}
CLASS = {
    "all-files": (ANSWERS, FILES),
    "notebook-only": (ANSWERS, {}),
    "own-module": (OWN, MINE),
    "own-module-lost": (OWN, {}),
    "files-changed": (ANSWERS, {"data.csv": "100\n", "helper.py": "FACTOR = 0\n"}),
    "wrong": (WRONG, FILES),
}
POINTS = {"own-module-lost": 4, "wrong": 3}


def source():
    cells = [new_code_cell("import numpy as np\nimport helper", id="imports")]
    cells[0]["metadata"] = graded("imports", None, False)
    for name, answer in ANSWERS.items():
        marked = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
        cells.append(new_code_cell(marked, id=name, metadata=graded(name, None, True)))
        for grade_id, test in CHECKS.items():
            if grade_id.startswith(name):
                cells.append(check(grade_id, 1, test, hide=grade_id.endswith("hidden")))
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    return new_notebook(metadata=about, cells=cells)


def lay(folder, files):
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def hand_in(course, student, answers, files):
    notebook = json.loads(course.notebook(course.release, ASSIGNMENT).read_text())
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        cell["source"] = answers.get(grade_id, cell["source"])
    lay(submit(course, student, notebook).parent, files)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = CourseDirectory(tmp_path_factory.mktemp("files") / "course")
    path = course.notebook(course.source, ASSIGNMENT)
    lay(path.parent, {**FILES, path.name: json.dumps(source())})
    said = autograder("adopt", course.root, "--yes", cwd=course.root)
    assert said.returncode == 0, said.stderr
    nbgrader(course.root, "generate_assignment", ASSIGNMENT)
    lay(course.source / ASSIGNMENT, {"answers.txt": "dot"})
    for student, work in CLASS.items():
        hand_in(course, student, *work)
    return course


@pytest.fixture(scope="module")
def graded_once(course):
    ran = autograder("grade", "--workers", "2", cwd=course.root)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return Receipts(course, ASSIGNMENT)


@pytest.mark.parametrize("student", CLASS)
def test_points(graded_once, student):
    receipt = graded_once.read(student)
    assert receipt.points == POINTS.get(student, 5)
    assert [flag.kind for flag in receipt.flags] == []


def test_nbgrader_gives_the_same_points(course, graded_once):
    ran = autograder("shadow", "--json", cwd=course.root)
    (told,) = json.loads(ran.stdout)
    assert told["differences"] == []
    assert told["checks"] == len(CHECKS) * len(CLASS)


def test_the_files_lie_with_the_graded_notebook(course, graded_once):
    def below(student):
        folder = course.autograded / student / ASSIGNMENT
        paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*"))
        return {path: (folder / path).read_text() for path in paths if (folder / path).is_file()}

    given = {path: text for path, text in FILES.items() if not path.endswith("pyc")}
    notebook = f"{ASSIGNMENT}.ipynb"
    changed, own = below("files-changed"), below("own-module")
    assert {path: text for path, text in changed.items() if path != notebook} == given
    assert {path: text for path, text in own.items() if path != notebook} == {**given, **MINE}


def test_what_is_unchanged_is_not_run_again_and_what_changed_is(course, graded_once):
    def graded_at():
        return {student: graded_once.read(student).observed.graded_at for student in CLASS}

    before = graded_at()
    assert autograder("grade", cwd=course.root).returncode == 0
    assert graded_at() == before
    lay(course.submission("own-module", ASSIGNMENT), {"mine.py": "def triple(x):\n    return 0\n"})
    lay(course.submission("files-changed", ASSIGNMENT), {"data.csv": "the course's own is used"})
    assert autograder("grade", cwd=course.root).returncode == 0
    after = graded_at()
    assert {student for student in CLASS if after[student] != before[student]} == {"own-module"}
    assert graded_once.read("own-module").points == 4
    lay(course.submission("own-module", ASSIGNMENT), MINE)
    assert autograder("grade", cwd=course.root).returncode == 0


def test_the_button_grades_alike(course, graded_once):
    before = graded_once.read("own-module")
    success, log = press_the_button(course, "own-module")
    assert success, log
    assert graded_once.read("own-module").result == before.result


def test_a_file_that_only_the_source_has_lies_with_no_submission(course, graded_once):
    assert not list(course.autograded.rglob("answers.txt"))


SPY = """
import os
hidden = [word[::-1] for word in {words!r}]
apart = ("/proc", "/sys", "/dev", "/usr", "/lib", "/packages", {base!r})
seen, found = 0, set()
for folder, folders, names in os.walk("/"):
    folders[:] = [name for name in folders if not os.path.join(folder, name).startswith(apart)]
    for name in names:
        try:
            text = open(os.path.join(folder, name), errors="replace").read(1 << 20)
        except OSError:
            continue
        seen += 1
        found |= {{word for word in hidden if word in text}}
print("read", seen, "files and found", found, os.path.exists("helper.py"))
"""


def test_a_submission_reads_no_hidden_line_no_seed_and_nothing_unreleased(course, tmp_path):
    place = CourseDirectory(shutil.copytree(course.root, tmp_path / "course"))
    secret = "a1b2c3d4e5f60718"
    place.seed_file.write_text(secret)
    lay(place.source / ASSIGNMENT, {"answers.txt": secret, ".notes.txt": secret})
    hidden = [test for grade_id, test in CHECKS.items() if grade_id.endswith("hidden")]
    words = [word[::-1] for word in (secret, *hidden, "BEGIN SOLUTION", "HIDDEN TESTS")]
    spy = SPY.format(words=words, base=sys.base_prefix)
    answers = {**ANSWERS, "total": f"{spy}\n{ANSWERS['total']}"}
    hand_in(place, "spy", answers, FILES)
    ran = autograder("grade", "--student", "spy", cwd=place.root)
    assert ran.returncode == 0, ran.stderr
    text = place.notebook(place.autograded / "spy", ASSIGNMENT).read_text()
    assert "files and found set() True" in text
    assert secret not in text


def test_a_difference_is_put_down_to_the_file_that_was_left_out(course, tmp_path):
    place = CourseDirectory(shutil.copytree(course.root, tmp_path / "course"))
    shutil.rmtree(place.submitted)
    hand_in(place, "linked", OWN, {})
    folder = place.submission("linked", ASSIGNMENT)
    lay(folder, {".mine.py": MINE["mine.py"]})
    (folder / "mine.py").symlink_to(".mine.py")
    ran = autograder("shadow", "--json", cwd=place.root)
    (told,) = json.loads(ran.stdout)
    (difference,) = told["differences"]
    assert (difference["ours"], difference["theirs"]) == (0, 1)
    assert difference["reason"] == "The notebook runs without these files: mine.py is a link"


def test_a_changed_file_of_the_course_asks_for_a_decision_and_is_regraded(course, graded_once):
    new = HELPER.replace("FACTOR = 3", "FACTOR = 5")
    lay(course.source / ASSIGNMENT, {"helper.py": new})
    ran = autograder("grade", cwd=course.root)
    assert ran.returncode == 2
    assert "helper.py differ" in ran.stderr
    ran = autograder("regrade", ASSIGNMENT, "--yes", cwd=course.root)
    assert "helper.py beside the notebooks: everything is run again" in ran.stdout, ran.stderr
    assert (course.release / ASSIGNMENT / "helper.py").read_text() == new
    assert graded_once.read("all-files").points == 5
    assert graded_once.read("own-module").points == 4
    assert (course.autograded / "all-files" / ASSIGNMENT / "helper.py").read_text() == new
    assert not list(course.release.rglob("answers.txt"))
    before = graded_once.read("all-files")
    assert autograder("grade", cwd=course.root).returncode == 0
    assert graded_once.read("all-files") == before
