"""An nbgrader course of any subject is graded by the engine once it is adopted."""

import json
import stat

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograder.batch.settings import read_settings
from autograder.course.config import load_config
from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, make_course, released, submit
from tests.autograder.cli.test_commands import autograder
from tests.autograder.preprocessors.conftest import press_the_button

CONFIG = "c = get_config()\nc.CourseDirectory.course_id = 'sums'  # ours\n"


@pytest.fixture
def course(tmp_path):
    """A course that knows nothing of the engine."""
    course = make_course(tmp_path / "course")
    (course.root / "nbgrader_stock.py").unlink()
    write_config(course, CONFIG)
    return course


def write_config(course, text):
    (course.root / "nbgrader_config.py").write_text(text, encoding="utf-8")


def read_config(course):
    return (course.root / "nbgrader_config.py").read_text(encoding="utf-8")


def tree(root):
    return {path: path.is_file() and path.read_bytes() for path in root.rglob("*")}


def adopt(course, *options):
    ran = autograder("adopt", course.root, *options, cwd=course.root)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def refused(course):
    ran = autograder("adopt", course.root, "--yes", cwd=course.root)
    assert ran.returncode == 2, ran.stdout
    return ran.stderr


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def add_cell(course, source, name=ASSIGNMENT, **metadata):
    path = course.source / ASSIGNMENT / f"{name}.ipynb"
    notebook = json.loads(path.read_text()) if path.exists() else new_notebook(metadata=metadata)
    notebook["cells"].append(new_code_cell(source))
    path.write_text(json.dumps(notebook), encoding="utf-8")


def test_it_shows_what_will_change_and_changes_nothing(course):
    before = tree(course.root)
    said = adopt(course)
    assert tree(course.root) == before
    assert '+    c.Autograde.exporter_class = "autograder.preprocessors.GradedExporter"' in said
    assert "+++ nbgrader_stock.py" in said
    assert f"new folder {course.receipts}, for you alone" in said
    assert "Nothing is changed yet. To do it, add --yes" in said


def test_the_settings_are_kept_and_saved(course):
    before = tree(course.root)
    adopt(course, "--yes")
    assert read_config(course).startswith(CONFIG)
    (saved,) = (course.root / "backups").iterdir()
    assert saved.read_text() == CONFIG
    assert load_config(course).CourseDirectory.course_id == "sums"
    changed = {path.name for path, text in tree(course.root).items() if before.get(path) != text}
    made = {"receipts", "locks", "backups", "diagnosis", "nbgrader_config.py", "nbgrader_stock.py"}
    assert changed == made | {saved.name}


def test_the_stock_profile_is_the_courses_own_pipeline(course):
    adopt(course, "--yes")
    assert "exporter_class" not in load_config(course, "stock").Autograde
    assert "exporter_class" in load_config(course).Autograde


def test_a_second_time_changes_nothing(course):
    adopt(course, "--yes")
    before = tree(course.root)
    assert "is adopted already: nothing to change." in adopt(course, "--yes")
    assert tree(course.root) == before


def test_a_course_of_ours_needs_no_second_plug_in(tmp_path):
    course = make_course(tmp_path / "course")
    before = read_config(course)
    adopt(course, "--yes")
    assert read_config(course) == before
    assert "is adopted already" in adopt(course)


def test_without_its_block_the_course_is_what_it_was(course):
    adopt(course, "--yes")
    kept, _, rest = read_config(course).partition("# >>>")
    assert kept.rstrip("\n") + "\n" == CONFIG
    assert rest.endswith("# <<< autograder <<<\n")


def test_what_was_changed_in_the_block_stays(course):
    adopt(course, "--yes")
    write_config(course, read_config(course).replace("packages = []", "packages = ['sympy']"))
    adopt(course, "--yes")
    assert read_settings(course).packages == ("sympy",)


def test_packages_and_the_time_limit_are_read_off_the_course(course):
    write_config(course, f"{CONFIG}c.Execute.timeout = 90\n")
    add_cell(
        course, "%matplotlib inline\nimport os, numpy, matplotlib.pyplot as plt\nimport nosuch"
    )
    said = adopt(course, "--yes")
    assert "note: nosuch: the sources import it and it is not installed here" in said
    settings = read_settings(course)
    assert settings.packages == ("matplotlib",)
    assert (settings.limits.check, settings.limits.submission) == (90, 180)


def test_a_course_without_settings_gets_them(course):
    (course.root / "nbgrader_config.py").unlink()
    adopt(course, "--yes")
    assert "exporter_class" in load_config(course).Autograde
    assert not list((course.root / "backups").iterdir())


def test_it_names_what_the_engine_replaces_and_what_it_leaves_out(course):
    Stock(course).generate_assignment(ASSIGNMENT)
    write_config(course, f"{CONFIG}c.Autograde.autograde_preprocessors = ['ours.Grade']\n")
    (course.source / ASSIGNMENT / "data.csv").write_text("1,2\n")
    said = adopt(course)
    assert "note: your own c.Autograde.autograde_preprocessors is used by the stock profile" in said
    assert f"note: {ASSIGNMENT}/data.csv: not in the release, so only checks can read it" in said
    (course.release / ASSIGNMENT / "data.csv").write_text("3,4\n")
    assert "data.csv differ, so it is not clear which of them is meant" in adopt(course)


def test_it_names_checks_that_take_a_result_for_a_score_or_compare_it_loosely(course):
    path = course.source / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    notebook = json.loads(path.read_text())
    graded = [c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade")]
    for cell, more in zip(graded, ("double(2)", "assert np.allclose(double(2), 4)"), strict=False):
        cell["source"] = more
    path.write_text(json.dumps(notebook))
    said = adopt(course)
    first, second = (cell["metadata"]["nbgrader"]["grade_id"] for cell in graded[:2])
    assert f"note: {first}: it ends in what a student's function returns, which is no score" in said
    assert f"note: {second}: a comparison stretches what double returns" in said


def test_what_the_engine_would_get_wrong_is_refused(course):
    before = tree(course.root)
    write_config(course, f"{CONFIG}c.CourseDirectory.submitted_directory = 'in'\n")
    assert "sets c.CourseDirectory.submitted_directory to 'in'" in refused(course)
    write_config(course, f"{CONFIG}c.ClearHiddenTests.begin_test_delimeter = 'SECRET'\n")
    assert "feedback pages would show hidden tests" in refused(course)
    write_config(course, "1 / 0\n")
    assert "nbgrader_config.py can't be run: ZeroDivisionError" in refused(course)
    write_config(course, CONFIG)
    add_cell(
        course, "x <- 1", "other", kernelspec={"name": "ir", "display_name": "R", "language": "R"}
    )
    assert f"these are others: source/{ASSIGNMENT}/other.ipynb" in refused(course)
    (course.source / ASSIGNMENT / "other.ipynb").unlink()
    assert tree(course.root) == before


def test_a_directory_that_is_no_course_is_refused(tmp_path):
    ran = autograder("adopt", tmp_path, cwd=tmp_path)
    assert ran.returncode == 2
    assert "is no nbgrader course" in ran.stderr


def test_in_a_course_of_a_group_the_group_reads_and_writes(course):
    write_config(course, f"{CONFIG}c.CourseDirectory.groupshared = True\n")
    assert "for you and your group" in adopt(course, "--yes")
    assert autograder("release", cwd=course.root).returncode == 0
    submit(course, "ada", answered(released(course), **RIGHT))
    assert autograder("grade", cwd=course.root).returncode == 0
    receipts = Receipts(course, ASSIGNMENT)
    graded = course.autograded / "ada" / ASSIGNMENT
    for path in (
        receipts.path("ada"),
        graded / f"{ASSIGNMENT}.ipynb",
        course.root / "locks/writer",
    ):
        assert mode(path) & 0o060 == 0o060, path
    for folder in (course.receipts, receipts.folder, graded, course.root / "backups"):
        assert mode(folder) == 0o2770, folder
    success, log = press_the_button(course, "ada")
    assert success, log
