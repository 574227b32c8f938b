"""Reading a course and an exercise: what is found, and on which line."""

import subprocess
import sys

import jupytext
import pytest

from autograder.authoring import ExerciseError, check_course, read_course, read_exercise
from autograder.authoring.cells import Given, Locked, Oracle, Ordinary, Solution, Text


def line_of(text, marker):
    (line,) = [n for n, row in enumerate(text.split("\n"), 1) if marker in row]
    return line


def test_course_is_read_with_its_exercises_in_order(make_course):
    directory = make_course()
    for name in ("03_last.md", "02_next.md", "README.md", "2_short.md"):
        (directory / name).write_text("# A title\n")
    course = read_course(directory)
    assert (course.title, course.course_id, course.packages) == ("Sums", "sums", ("numpy",))
    assert [path.name for path in course.exercises] == ["01_double.md", "02_next.md", "03_last.md"]


def test_exercise_is_read_into_typed_cells(exercise):
    assert (exercise.name, exercise.title) == ("01_double", "Doubling")
    assert exercise.solutions == ["double", "quadruple"]
    kinds = [type(cell) for cell in exercise.cells[:6]]
    assert kinds == [Text, Locked, Given, Ordinary, Text, Solution]
    assert [oracle.name for oracle in exercise.of(Oracle)] == ["add_by_loop", "double_by_loop"]


def test_checks_carry_what_their_options_say(exercise):
    found = [(c.id, c.points, c.stage, c.hidden, c.mutation, c.function) for c in exercise.checks]
    assert found == [
        ("double--small", 1, 2, False, False, "double"),
        ("double--random", 2.5, 2, True, False, "double"),
        ("double--unchanged", 1, 5, False, True, "double"),
        ("quadruple--small", 1, 2, False, False, "quadruple"),
    ]
    assert exercise.checks[0].title == "Small numbers are doubled."
    found = [(c.timeout, c.in_student_process) for c in exercise.checks]
    assert found == [(None, False), (None, False), (2.5, True), (None, False)]


def test_every_cell_knows_its_line(exercise, text):
    rows = text.split("\n")
    for check in exercise.checks:
        assert rows[check.line - 1] == "```{code-cell} ipython3"
        assert rows[check.line] == f":check: {check.id}"
        assert rows[check.body_line - 1] == check.source.split("\n")[0]
    for cell in exercise.of(Text):
        for part in cell.parts:
            first = rows[part.line - 1]
            assert first in (
                part.source.split("\n")[0],
                f":::{{{part.__dict__.get('kind')}}} {part.__dict__.get('title')}",
            )


def test_written_question_has_prompt_answer_and_rubric(exercise, text):
    (question,) = exercise.written
    assert (question.id, question.points, question.function) == ("double--in-words", 2, "double")
    assert question.line == line_of(text, '"written"')
    assert "Why does" in question.prompt[0].source
    assert question.answer.startswith("It makes a new array")
    assert question.rubric == "- 2 points: says that the result is new."


def test_cells_are_those_that_jupytext_sees(exercise, text):
    seen = [
        c.source.strip() for c in jupytext.reads(text, "md:myst").cells if c.cell_type == "code"
    ]
    ours = [c.source for c in exercise.cells if hasattr(c, "body_line")]
    assert ours == seen


def test_course_without_fault_has_no_errors(make_course):
    assert check_course(make_course()) == []


def test_all_errors_of_a_course_are_collected(make_course, text):
    broken = text.replace(":points: 2.5", ":points: many").replace(":stage: 5", ":stage: 6")
    errors = check_course(make_course(broken))
    assert [error.line for error in errors] == [
        line_of(broken, ":points: many"),
        line_of(broken, ":stage: 6"),
    ]


def test_error_prints_path_line_and_message(make_course, text):
    broken = text.replace(":points: 2.5", ":points: many")
    directory = make_course(broken)
    course = read_course(directory)
    with pytest.raises(ExerciseError) as caught:
        read_exercise(course.exercises[0], course)
    line = line_of(broken, ":points: many")
    where = f"{directory / '01_double.md'}:{line}: "
    assert str(caught.value).startswith(f"{where}'points' must be a positive number")


TOML_FAULTS = [
    ('packages = ["numpy"]', 'package = ["numpy"]', "package =", "unknown key 'package'"),
    ('packages = ["numpy"]', 'packages = ["numpy", 3]', "packages", "list of strings"),
    ('title = "Sums"', "title = 3", "title", "must be a string"),
    ('title = "Sums"\n', "", 'course_id = "sums"', "'title' is missing"),
    ('title = "Sums"', "title = Sums", "title", "not TOML"),
    ("org/sums/", "org/sums", "book", "closing slash"),
    ('"toolbox.mistakes"', '"toolbox.none"', "mistakes", "No module named 'toolbox.none'"),
    ('"toolbox.mistakes"', '"toolbox.broken"', "mistakes", "this module is broken"),
    ('"toolbox.mistakes"', '"toolbox.catalogue"', "mistakes", "no attribute 'MISTAKES'"),
]


@pytest.mark.parametrize(("old", "new", "marker", "message"), TOML_FAULTS)
def test_fault_in_course_toml_is_named_with_its_line(make_course, old, new, marker, message):
    whole = (make_course() / "course.toml").read_text(encoding="utf-8")
    assert old in whole
    toml = whole.replace(old, new)
    (error,) = check_course(make_course(toml=toml))
    assert message in error.message
    assert (error.path.name, error.line) == ("course.toml", line_of(toml, marker))


def test_directory_without_course_toml_is_named(tmp_path):
    (error,) = check_course(tmp_path)
    assert "no such file" in error.message


def test_module_command_prints_errors_and_fails(make_course, text, capsys):
    from autograder.authoring.__main__ import main

    assert main([str(make_course())]) == 0
    assert main([str(make_course(text.replace(":stage: 5", ":stage: 6")))]) == 1
    assert "01_double.md" in capsys.readouterr().out


def test_importing_the_package_loads_no_notebook_machinery():
    code = "import sys, autograder.authoring; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"nbgrader", "nbformat", "numpy", "solutions"} & set(done.stdout.split())
