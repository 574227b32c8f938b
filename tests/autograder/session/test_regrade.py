import json
import sqlite3

import pytest
from nbgrader.api import Gradebook

from autograder.batch.settings import read_settings
from autograder.cli.grade import make_executor
from autograder.course import CourseError
from autograder.course.receipts import Receipts
from autograder.course.releasing import release
from autograder.course.stock import Stock
from autograder.session.human import human_path, read_export
from autograder.session.regrade import Regrading
from tests.autograder.classroom import ASSIGNMENT, HIDDEN, check, released, solution
from tests.autograder.record.rows import ask, rows
from tests.autograder.record.rows import grade as row_of
from tests.autograder.session.conftest import grade

WRONG = "assert double(3) == 7"


def nothing_to_run():
    raise AssertionError("a submission was run")


def regrading(course, executor=nothing_to_run, tries=False):
    return Regrading(course, ASSIGNMENT, read_settings(course), executor, 1, tries=tries)


def running(course):
    return regrading(course, make_executor("", 1, read_settings(course))[0])


def edit(course, change):
    """Change the cells of the source."""
    path = course.notebook(course.source, ASSIGNMENT)
    notebook = json.loads(path.read_text())
    change(notebook["cells"])
    path.write_text(json.dumps(notebook), encoding="utf-8")


def place(cells, grade_id):
    ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
    return ids.index(grade_id)


def remove(cells):
    del cells[place(cells, "double--small")]


def rename(cells):
    cells[place(cells, "double--hidden")] = check("double--large", 2, HIDDEN, hide=True)


def reweigh(cells):
    cells[place(cells, "double--hidden")] = check("double--hidden", 5, HIDDEN, hide=True)


def add(cells):
    cells.insert(3, check("double--three", 4, "assert double(3) == 6"))


def replace(cells):
    cells[place(cells, "double--small")] = check("double--small", 1, WRONG)


def without_a_run(cells):
    """Remove a check, rename another, and weigh a third anew."""
    remove(cells)
    rename(cells)
    cells[place(cells, "mean--hidden")]["metadata"]["nbgrader"]["points"] = 3


def everything(cells):
    """The same, and change a check, and add one."""
    without_a_run(cells)
    add(cells)
    cells[place(cells, "mean--small")]["source"] = "assert mean([1, 2]) == 2"


def points(course):
    return {
        receipt.result.student: receipt.points for receipt in Receipts(course, ASSIGNMENT).all()
    }


def names(url, student="ada"):
    return {row[2] for row in rows(url)["grades"] if row[0] == student}


def score_by_hand(url, cell, manual, comment=""):
    with Gradebook(url) as gradebook:
        row = gradebook.find_grade(cell, ASSIGNMENT, ASSIGNMENT, "ada")
        row.manual_score, row.needs_manual_grade = manual, False
        if comment:
            found = gradebook.find_comment(cell, ASSIGNMENT, ASSIGNMENT, "ada")
            found.manual_comment = comment
        gradebook.db.commit()


def kinds(regraded):
    return [(change.id, change.kind, change.was) for change in regraded.changes]


def test_nothing_changed_needs_nothing(course, files):
    before = files()
    regraded = regrading(course).apply()
    assert not regraded.is_needed
    assert files() == before


def test_a_preview_tells_what_it_would_and_writes_nothing(course, files):
    edit(course, everything)
    before = files()
    foreseen = running(course).preview()
    assert files() == before
    done = running(course).apply()
    assert (done.changes, done.effects) == (foreseen.changes, foreseen.effects)


def test_a_removed_check_is_gone_everywhere_without_a_run(course, url):
    edit(course, remove)
    regraded = regrading(course).apply()
    assert kinds(regraded) == [("double--small", "removed", "")]
    assert points(course) == {"ada": 4, "bo": 3, "cy": None}
    assert "double--small" not in names(url)
    assert ask(url, "select name from source_cell where name = 'double--small'") == []
    ids = {
        cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in released(course)["cells"]
    }
    assert "double--small" not in ids


def test_marks_of_people_on_a_removed_check_stay_in_the_export(course, url):
    score_by_hand(url, "double--small", 0.5)
    edit(course, remove)
    assert regrading(course).preview().by_hand == 1
    regrading(course).apply()
    (score,) = read_export(human_path(course)).scores
    assert (score.student, score.cell, score.manual_score) == ("ada", "double--small", 0.5)


def test_a_renamed_check_keeps_its_points_and_what_people_wrote_without_a_run(course, url):
    score_by_hand(url, "double--hidden", 0.5)
    edit(course, rename)
    regraded = regrading(course).apply()
    assert kinds(regraded) == [("double--large", "renamed", "double--hidden")]
    assert points(course) == {"ada": 5, "bo": 4, "cy": None}
    assert row_of(url, "ada", "double--large") == (2, 0.5, False)
    assert "double--hidden" not in names(url)


def test_a_question_for_a_person_keeps_marks_and_comments_under_its_new_name(course, url):
    score_by_hand(url, "mean--why", 1.5, "Well said.")

    def rename_question(cells):
        cells[place(cells, "mean--why")]["metadata"]["nbgrader"]["grade_id"] = "mean--reason"

    edit(course, rename_question)
    running(course).apply()
    assert row_of(url, "ada", "mean--reason")[1] == 1.5
    found = [row for row in rows(url)["comments"] if row[5]]
    assert [(row[2], row[5]) for row in found] == [("mean--reason", "Well said.")]


def test_a_check_of_other_weight_needs_no_run(course, url):
    edit(course, reweigh)
    regraded = regrading(course).apply()
    assert kinds(regraded) == [("double--hidden", "re-weighted", "2")]
    assert points(course) == {"ada": 8, "bo": 7, "cy": None}
    assert row_of(url, "bo", "double--hidden") == (5, None, False)
    with Gradebook(url) as gradebook:
        assert gradebook.find_assignment(ASSIGNMENT).max_score == 10


def test_a_check_that_returns_its_points_is_asked_again_when_its_weight_changes(course, url):
    def parts(points):
        code = "sum(double(n) == 2 * n for n in range(2))"
        return lambda cells: cells.insert(3, check("double--parts", points, code))

    edit(course, parts(2))
    running(course).apply()
    assert row_of(url, "ada", "double--parts") == (2, None, False)

    def heavier(cells):
        cells[place(cells, "double--parts")]["metadata"]["nbgrader"]["points"] = 4

    edit(course, heavier)
    regraded = running(course).apply()
    assert {effect.student: effect.was_run for effect in regraded.effects} == {
        "ada": True,
        "bo": True,
        "cy": False,
    }
    assert row_of(url, "ada", "double--parts") == (2, None, False)


def test_an_added_check_runs_what_could_be_read(course, url):
    edit(course, add)
    regraded = running(course).apply()
    assert kinds(regraded) == [("double--three", "added", "")]
    effects = {effect.student: effect for effect in regraded.effects}
    assert [effects[student].was_run for student in ("ada", "bo", "cy")] == [True, True, False]
    assert (effects["ada"].before, effects["ada"].after) == (5, 9)
    assert effects["ada"].checks == {"double--three": (None, 4)}
    assert row_of(url, "bo", "double--three") == (4, None, False)
    assert row_of(url, "cy", "double--three") == (None, None, True)


def test_a_changed_check_takes_points_away(course, url):
    edit(course, replace)
    regraded = running(course).apply()
    assert kinds(regraded) == [("double--small", "changed", "")]
    assert points(course) == {"ada": 4, "bo": 3, "cy": None}
    assert row_of(url, "ada", "double--small") == (0, None, False)


def test_a_comment_on_a_check_is_no_change(course):
    def comment(cells):
        cells[place(cells, "double--small")]["source"] += "\n# twice two"

    edit(course, comment)
    regraded = regrading(course).apply()
    assert regraded.changes == []
    assert not any(effect.changes for effect in regraded.effects)


def test_what_stands_around_the_checks_has_everything_run_again(course):
    def helper(cells):
        cells.insert(1, solution("mean"))
        cells[1]["metadata"]["nbgrader"]["grade_id"] = "mean-again"

    edit(course, helper)
    regraded = running(course).apply()
    assert regraded.around == [ASSIGNMENT]
    assert {effect.was_run for effect in regraded.effects if effect.student != "cy"} == {True}


def test_rows_and_verdicts_are_those_of_a_fresh_run(course, url):
    edit(course, everything)
    running(course).apply()
    before, receipts = rows(url), list(Receipts(course, ASSIGNMENT).all())
    again = grade(course)
    assert not any(standing.is_new for standing in again.values())
    grade(course, force=True)
    assert rows(url) == before
    for old, new in zip(receipts, Receipts(course, ASSIGNMENT).all(), strict=True):
        assert old.verdicts == new.verdicts
        assert old.result.checks == new.result.checks


def test_what_needed_no_run_is_what_a_fresh_run_gives(course, url):
    edit(course, without_a_run)
    regrading(course).apply()
    before, receipts = rows(url), list(Receipts(course, ASSIGNMENT).all())
    assert not any(standing.is_new for standing in grade(course).values())
    grade(course, force=True)
    assert rows(url) == before
    for old, new in zip(receipts, Receipts(course, ASSIGNMENT).all(), strict=True):
        assert old.verdicts == new.verdicts


def test_gradebook_and_release_are_those_of_a_new_course(course, url, tmp_path):
    edit(course, everything)
    running(course).apply()
    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    notebook = released(course)
    Stock(course, CourseDirectory={"db_url": fresh}).generate_assignment(ASSIGNMENT)
    for query in (
        "select name, type from base_cell",
        "select name, source, locked, checksum from source_cell",
        "select b.name, max_score from base_cell b join grade_cells g on g.id = b.id",
    ):
        assert ask(url, query) == ask(fresh, query)
    assert released(course) == notebook


@pytest.mark.parametrize("student", ["ada", "bo"])
def test_feedback_can_be_written_of_what_was_not_run(course, student):
    edit(course, without_a_run)
    regrading(course).apply()
    Stock(course).generate_feedback(ASSIGNMENT, student)
    assert (course.feedback / student / ASSIGNMENT / f"{ASSIGNMENT}.html").is_file()


def test_the_gradebook_is_backed_up_first(course):
    edit(course, remove)
    regraded = regrading(course).apply()
    with sqlite3.connect(regraded.backup) as copy:
        assert copy.execute("select 1 from base_cell where name = 'double--small'").fetchone()


def test_a_failure_at_the_last_file_puts_everything_back(course, url, files):
    edit(course, add)
    table = f"{ASSIGNMENT}/more/.table.csv"
    (course.source / table).parent.mkdir()
    (course.source / table).write_text("1,2", encoding="utf-8")
    (course.release / table).mkdir(parents=True)
    before, grades = files(), rows(url)
    with pytest.raises(CourseError, match=r"table\.csv can't be replaced"):
        running(course).apply()
    assert rows(url) == grades
    after = files()
    ours = [name for name in before if name.startswith(("receipts/", "autograded/", "release/"))]
    assert [after[name] for name in ours] == [before[name] for name in ours]
    (course.release / table).rmdir()
    running(course).apply()
    assert points(course)["ada"] == 9


@pytest.mark.parametrize("written", ["one receipt", "every file"])
def test_a_regrade_that_was_killed_is_finished_by_the_next(course, url, files, written):
    edit(course, everything)
    before = files()
    running(course).apply()
    done, grades = files(), rows(url)
    lost = {name for name in before if name == "gradebook.db" or written == "one receipt"}
    lost -= {f"receipts/{ASSIGNMENT}/ada.json", f"source/{ASSIGNMENT}/{ASSIGNMENT}.ipynb"}
    for name in lost:
        (course.root / name).write_bytes(before[name])
    regraded = running(course).apply()
    again = {effect.student for effect in regraded.effects}
    assert again == ({"bo", "cy"} if written == "one receipt" else set())
    assert rows(url) == grades
    assert (
        files()[f"release/{ASSIGNMENT}/{ASSIGNMENT}.ipynb"]
        == (done[f"release/{ASSIGNMENT}/{ASSIGNMENT}.ipynb"])
    )
    assert not regrading(course).preview().is_needed


def test_a_check_that_weighed_nothing_counts_when_it_weighs_something(course):
    def weigh(points):
        def change(cells):
            cells[place(cells, "double--small")]["metadata"]["nbgrader"]["points"] = points

        return change

    edit(course, weigh(0))
    regrading(course).apply()
    assert points(course)["ada"] == 4
    edit(course, weigh(3))
    regrading(course).apply()
    assert points(course)["ada"] == 7


@pytest.mark.postgres
def test_a_gradebook_on_a_server_follows_too(course, server_of):
    url = server_of(course)
    edit(course, everything)
    regraded = Regrading(
        course,
        ASSIGNMENT,
        read_settings(course),
        make_executor("", 1, read_settings(course))[0],
        1,
        url,
        tries=False,
    ).apply()
    assert len(regraded.effects) == 3
    assert row_of(url, "ada", "double--large") == (2, None, False)
    assert row_of(url, "ada", "double--three") == (4, None, False)
    assert "double--small" not in names(url)


def test_a_submission_that_is_gone_keeps_its_points(course, url):
    course.notebook(course.submitted / "bo", ASSIGNMENT).unlink()
    edit(course, add)
    regraded = running(course).apply()
    (effect,) = [effect for effect in regraded.effects if effect.student == "bo"]
    assert "missing" in effect.problem
    assert (effect.before, effect.after) == (4, 4)
    assert row_of(url, "bo", "double--small") == (1, None, False)
    assert row_of(url, "bo", "double--three") == (None, None, True)


def test_a_submission_without_a_receipt_gets_the_rows_that_nbgrader_expects(course, url):
    Receipts(course, ASSIGNMENT).path("bo").unlink()
    edit(course, add)
    running(course).apply()
    assert row_of(url, "bo", "double--three") == (None, None, True)


def test_a_check_that_the_answer_fails_is_not_taken(course, files):
    edit(course, replace)
    before = files()
    regraded = regrading(course, make_executor("", 1, read_settings(course))[0], tries=True).apply()
    assert regraded.problems == ("the reference gets 0.0 of 1.0 points for double--small",)
    assert files() == before


def test_release_says_what_to_run_once_there_are_grades(course):
    edit(course, remove)
    with pytest.raises(CourseError, match="autograder regrade"):
        release(course, ASSIGNMENT)


def test_other_notebooks_are_refused(course):
    folder = course.source / ASSIGNMENT
    (folder / "more.ipynb").write_text((folder / f"{ASSIGNMENT}.ipynb").read_text())
    with pytest.raises(CourseError, match="has other notebooks than before"):
        regrading(course).preview()
