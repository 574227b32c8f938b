"""Aligning: what an honest notebook looks like, and single decisions about damaged ones."""

import json

import pytest

from autograder.intake import read_notebook
from autograder.repair import align, read_release, rebuild
from tests.submissions.assignment import ANSWERS, code, find, honest, place_of, release, released
from tests.submissions.assignment import source as instructors


def aligned(notebook):
    return align(read_notebook(json.dumps(notebook).encode(), "numbers.ipynb"), release())


def order(result):
    return [cell.grade_id or cell.source for cell in result.cells]


def test_an_honest_notebook_passes_unchanged():
    notebook = honest()
    result = aligned(notebook)
    assert result.flags == ()
    assert [cell.number for cell in result.cells] == list(range(1, len(notebook["cells"]) + 1))
    for cell, own in zip(result.cells, notebook["cells"], strict=True):
        assert cell.cell_type == own["cell_type"]
        if not (cell.slot and cell.slot.is_protected):
            assert cell.source == own["source"]
    assert result.attempted == ANSWERS.keys()


def test_an_untouched_notebook_has_no_attempts():
    result = aligned(released())
    assert result.flags == ()
    assert result.attempted == frozenset()


def test_checks_get_their_hidden_lines_and_locked_cells_their_source():
    result = aligned(honest())
    by_id = {cell.grade_id: cell for cell in result.cells if cell.slot}
    assert "assert_close(mean([-4.5" in by_id["mean--negative"].source
    assert [by_id[i].role for i in ("imports", "mean", "mean--example", "words")] == [
        "locked",
        "student",
        "check",
        "text",
    ]


def test_the_engine_gets_the_code_cells_with_the_courses_points():
    result = aligned(honest())
    shown = [cell for cell in result.cells if cell.cell_type == "code"]
    assert [cell.source for cell in result.code] == [cell.source for cell in shown]
    points = {cell.grade_id: cell.points for cell in result.code if cell.kind == "check"}
    assert points == {check.grade_id: check.points for check in release().checks}
    assert {cell.points for cell in result.code if cell.kind != "check"} == {0}
    assert not any(cell.in_student_process for cell in result.code)


def test_the_course_says_where_a_check_runs_and_how_long():
    source, handed_out = (make() for make in (instructors, released))
    for notebook in (source, handed_out):
        about = find(notebook, "mean--example")["metadata"]
        about["autograder"] = {"in_student_process": True, "timeout": 30.0}
    known = read_release(source, handed_out, "numbers")
    submitted = honest()
    find(submitted, "mean--negative")["metadata"]["autograder"] = {"in_student_process": True}
    result = align(read_notebook(json.dumps(submitted).encode(), "numbers.ipynb"), known)
    said = {cell.grade_id: (cell.in_student_process, cell.timeout) for cell in result.code}
    assert said["mean--example"] == (True, 30.0)
    assert said["mean--negative"] == (False, None)


def test_of_several_attempts_the_last_counts_and_the_others_stay():
    notebook = honest()
    for number in range(3):
        copy = {**find(notebook, "mean"), "source": f"def mean(values):\n    return {number}"}
        notebook["cells"].insert(place_of(notebook, "mean--example"), copy)
    result = aligned(notebook)
    attempts = [cell for cell in result.cells if "def mean" in cell.source]
    assert [cell.grade_id for cell in attempts] == ["", "", "", "mean"]
    assert attempts[-1].source == "def mean(values):\n    return 2"


def test_a_starter_is_dropped_where_the_work_stands_elsewhere():
    notebook = honest()
    mean = find(notebook, "mean")
    notebook["cells"].insert(1, code("mine", mean["source"]))
    mean["source"] = find(released(), "mean")["source"]
    result = aligned(notebook)
    assert [c.grade_id for c in result.cells if "def mean" in c.source] == ["mean"]
    assert order(result).index("imports") < order(result).index("mean")


def test_a_deleted_solution_gets_its_starter_back_and_is_not_attempted():
    notebook = honest()
    notebook["cells"].remove(find(notebook, "spread"))
    result = aligned(notebook)
    assert "spread" not in result.attempted
    place = order(result).index("spread")
    assert result.cells[place].source == find(released(), "spread")["source"]
    assert order(result)[place + 1] == "spread--example"


def test_work_in_another_cell_leaves_an_empty_cell_not_a_starter_that_undoes_it():
    notebook = honest()
    spread = find(notebook, "spread")
    find(notebook, "mean")["source"] += "\n\n\n" + spread["source"]
    notebook["cells"].remove(spread)
    result = aligned(notebook)
    assert result.cells[order(result).index("spread")].source == ""
    assert "spread" in result.attempted


def test_code_merged_into_a_check_keeps_the_students_part_only():
    notebook = honest()
    check = find(notebook, "mean--example")
    mean = find(notebook, "mean")
    check["source"] = f"{mean['source']}\n\n{check['source']}\n\nafterwards = 1"
    notebook["cells"].remove(mean)
    result = aligned(notebook)
    own = result.cells[order(result).index("mean")]
    assert own.source == f"{ANSWERS['mean']}\n\n\nafterwards = 1"
    assert order(result).index("mean") < order(result).index("mean--example")


def test_an_edited_helper_of_the_course_is_not_kept():
    notebook = honest()
    find(notebook, "given-close")["source"] = "def assert_close(got, expected):\n    pass"
    assert not any("    pass" in cell.source for cell in aligned(notebook).cells)


def test_outputs_metadata_and_tags_of_the_submission_are_dropped():
    notebook = honest()
    for cell in notebook["cells"]:
        cell["metadata"]["tags"] = ["remove-input"]
        cell["metadata"]["evil"] = "x"
    notebook["metadata"]["evil"] = "x"
    text = json.dumps(rebuild(aligned(notebook)))
    assert all(word not in text for word in ("evil", "remove-input", "done\\n"))


def test_pictures_of_the_written_answer_are_kept():
    notebook = honest()
    picture = {"sketch.png": {"image/png": "iVBORw0KGgo="}}
    find(notebook, "words")["attachments"] = picture
    rebuilt = rebuild(aligned(notebook))
    assert find(rebuilt, "words")["attachments"] == picture


def test_an_unchanged_cell_of_an_older_release_is_no_attempt_and_no_tampering():
    from autograder.repair.text import checksum

    notebook = released()
    for grade_id in ("mean", "mean--example"):
        cell = find(notebook, grade_id)
        about = cell["metadata"]["nbgrader"]
        cell["source"] = "# An older text.\ndef mean(values):\n    raise NotImplementedError"
        about["checksum"] = checksum(
            cell["source"],
            "code",
            about["grade"],
            about["solution"],
            about["locked"],
            grade_id,
            about.get("points", 0),
        )
    result = aligned(notebook)
    assert result.attempted == frozenset()
    assert {flag.kind for flag in result.flags} == {"repaired:version"}


def test_what_holds_for_all_cells_is_said_once():
    notebook = honest()
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    assert [flag.kind for flag in aligned(notebook).flags] == ["repaired:stripped-metadata"]


@pytest.mark.parametrize("grade_id", ["\x1b[31mred", "=HYPERLINK(1)", "x" * 10_000, "\u202e"])
def test_a_strangers_id_is_shown_harmlessly(grade_id):
    notebook = honest()
    find(notebook, "mean--example")["metadata"]["nbgrader"]["grade_id"] = grade_id
    for flag in aligned(notebook).flags:
        assert flag.message.isprintable()
        assert len(flag.message) < 200
        assert flag.cell in release().index


def test_thousands_of_similar_cells_cost_little():
    notebook = honest()
    check = find(notebook, "spread--example")["source"]
    copies = [code(str(i), f"{check}\n# {i}\n" + "y = 1\n" * 100) for i in range(1900)]
    notebook["cells"] += copies
    assert len(aligned(notebook).cells) > 10
