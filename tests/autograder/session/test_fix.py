import json

import pytest

from autograder.course import CourseError
from autograder.course.receipts import Receipts
from autograder.session.fix import Fixing
from autograder.session.salvage import salvage
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, released, submit
from tests.autograder.session.conftest import grade


def cut(course, end=-300, **sources):
    """Hand in a notebook of cy's that ends too early; return its text."""
    text = json.dumps(answered(released(course), **sources), indent=1)[:end]
    submit(course, "cy", text)
    return text


def mend(opened, notebook):
    (opened.mended / f"{ASSIGNMENT}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


def test_a_repair_says_what_is_wrong_and_keeps_what_was_handed_in(course):
    text = cut(course, **RIGHT)
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    (damage,) = opened.damages
    assert "cut off" in damage.problem
    assert (opened.original / f"{ASSIGNMENT}.ipynb").read_text() == text
    assert course.notebook(course.submitted / "cy", ASSIGNMENT).read_text() == text


def test_the_copy_holds_what_could_be_read(course):
    cut(course, **RIGHT)
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    notebook = json.loads(opened.damages[0].path.read_text())
    sources = [cell["source"] for cell in notebook["cells"]]
    assert RIGHT["double"] in sources
    assert RIGHT["mean"] in sources


def test_a_mended_copy_is_graded_and_flagged_and_the_grade_stays(course):
    cut(course, **RIGHT)
    assert grade(course)["cy"].status == "ungraded"
    Fixing(course, ASSIGNMENT, "cy").open()
    assert Fixing(course, ASSIGNMENT, "cy").close() == ()
    for is_new in (True, False):
        standing = grade(course)["cy"]
        assert (standing.points, standing.status, standing.is_new) == (5, "repaired", is_new)
        assert "repaired:by-hand" in standing.flags


def test_the_copy_has_the_files_beside_the_notebook_too(course):
    needs = "from mine import twice\ndef double(x):\n    return twice(x)"
    cut(course, **{**RIGHT, "double": needs})
    module = course.submission("cy", ASSIGNMENT) / "mine.py"
    module.write_text("def twice(x):\n    return 2 * x\n")
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    for folder in (opened.original, opened.mended):
        assert (folder / "mine.py").read_text() == module.read_text()
    assert Fixing(course, ASSIGNMENT, "cy").close() == ()
    assert grade(course)["cy"].points == 5


def test_nothing_changes_until_the_copy_is_said_to_be_mended(course):
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    mend(opened, answered(released(course), **RIGHT))
    assert grade(course)["cy"].status == "ungraded"


def test_a_copy_that_is_still_broken_is_not_taken(course):
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    (damage,) = Fixing(course, ASSIGNMENT, "cy").close()
    assert damage.path == opened.mended / f"{ASSIGNMENT}.ipynb"
    assert not Fixing(course, ASSIGNMENT, "cy").repair.note.done


def test_a_second_call_leaves_what_was_mended(course):
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    mend(opened, answered(released(course), **RIGHT))
    again = Fixing(course, ASSIGNMENT, "cy").open()
    assert (again.is_new, again.damages) == (False, ())


def test_what_is_handed_in_later_counts(course):
    mend(Fixing(course, ASSIGNMENT, "cy").open(), answered(released(course), **RIGHT))
    Fixing(course, ASSIGNMENT, "cy").close()
    assert grade(course)["cy"].points == 5
    submit(course, "cy", answered(released(course), double=RIGHT["double"]))
    standing = grade(course)["cy"]
    assert standing.points == 3
    assert "repaired:by-hand" not in standing.flags
    with pytest.raises(CourseError, match="handed in 01_sums again"):
        Fixing(course, ASSIGNMENT, "cy").close()


def test_a_repair_of_a_later_hand_in_keeps_the_earlier_one(course):
    first = Fixing(course, ASSIGNMENT, "cy").open()
    mend(first, answered(released(course), **RIGHT))
    submit(course, "cy", "[")
    second = Fixing(course, ASSIGNMENT, "cy").open()
    assert second.is_new
    (kept,) = (second.mended.parent / "earlier").glob("*/mended/*.ipynb")
    assert RIGHT["double"].split("\n")[0] in kept.read_text()


def test_the_mended_copy_is_as_late_as_what_was_handed_in(course):
    folder = course.submission("cy", ASSIGNMENT)
    (folder / "timestamp.txt").write_text("2026-03-01 12:00:00 UTC", encoding="utf-8")
    opened = Fixing(course, ASSIGNMENT, "cy").open()
    mend(opened, answered(released(course), **RIGHT))
    (opened.mended / "timestamp.txt").write_text("2020-01-01 12:00:00 UTC", encoding="utf-8")
    Fixing(course, ASSIGNMENT, "cy").close()
    grade(course)
    receipt = Receipts(course, ASSIGNMENT).read("cy")
    assert str(receipt.result.timestamp) == "2026-03-01 12:00:00"


def test_a_graded_submission_needs_no_repair_unless_forced(course):
    with pytest.raises(CourseError, match="is graded"):
        Fixing(course, ASSIGNMENT, "ada").open()
    assert Fixing(course, ASSIGNMENT, "ada").open(force=True).damages == ()


def test_who_handed_nothing_in_is_named(course):
    with pytest.raises(CourseError, match="'zoe' has no folder"):
        Fixing(course, ASSIGNMENT, "zoe")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04zip", "Nothing of it"),
        (b"dear teacher, here it is", "No cell"),
        (b"def double(x):\n    return 2 * x\n", "Python code"),
    ],
)
def test_what_holds_no_cell_is_told(data, said):
    assert said in salvage(data)[1]


def test_a_cell_that_is_cut_off_keeps_its_lines():
    text = '{"cells": [{"cell_type": "code", "source": ["a = 1\\n", "b = \\"tw'
    (cell,) = json.loads(salvage(text.encode())[0])["cells"]
    assert cell["source"] == 'a = 1\nb = "tw'


def test_outputs_are_no_cells():
    output = {"metadata": {}, "output_type": "stream", "text": "x"}
    cell = {"cell_type": "code", "metadata": {}, "outputs": [output], "source": "x"}
    text = json.dumps({"cells": [cell, cell]})[:-3]
    assert [c["outputs"] for c in json.loads(salvage(text.encode())[0])["cells"]] == [[], []]
