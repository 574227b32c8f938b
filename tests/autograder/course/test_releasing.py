import json

from autograder.course.releasing import dry_run, release
from tests.autograder.classroom import ASSIGNMENT, HIDDEN, check, released, source_notebook


def write_source(course, notebook):
    course.notebook(course.source, ASSIGNMENT).write_text(json.dumps(notebook), encoding="utf-8")


def test_a_sound_assignment_passes_the_dry_run_and_leaves_no_trace(unreleased):
    before = sorted(path.name for path in unreleased.root.iterdir())
    run = dry_run(unreleased, ASSIGNMENT)
    assert run.problems == ()
    assert run.starter.score == 0
    assert run.reference.score == 5
    assert sorted(path.name for path in unreleased.root.iterdir()) == before


def test_a_check_that_the_starter_passes_is_a_problem(unreleased):
    notebook = source_notebook()
    notebook["cells"].append(check("mean--nothing", 1, "pass"))
    write_source(unreleased, notebook)
    assert dry_run(unreleased, ASSIGNMENT).problems == ("the starter passes mean--nothing",)


def test_a_check_that_the_reference_fails_is_a_problem(unreleased):
    notebook = source_notebook()
    notebook["cells"].append(check("mean--wrong", 2, "assert mean([1, 3]) == 3"))
    write_source(unreleased, notebook)
    (problem,) = dry_run(unreleased, ASSIGNMENT).problems
    assert problem == "the reference gets 0.0 of 2.0 points for mean--wrong"


def test_a_hidden_check_that_nbgrader_is_set_to_leave_is_a_problem(unreleased):
    with (unreleased.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write('c.ClearHiddenTests.begin_test_delimeter = "BEGIN OTHER TESTS"\n')
        config.write('c.ClearHiddenTests.end_test_delimeter = "END OTHER TESTS"\n')
        config.write("c.ClearHiddenTests.enforce_metadata = False\n")
    problems = dry_run(unreleased, ASSIGNMENT).problems
    assert "cell 4 shows a hidden line: " + HIDDEN in problems


def test_the_release_is_nbgraders_own(unreleased):
    path = release(unreleased, ASSIGNMENT)
    assert path == unreleased.notebook(unreleased.release, ASSIGNMENT)
    sources = ["".join(cell["source"]) for cell in released(unreleased)["cells"]]
    assert sources[1] == "def double(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
    assert sources[3] == "# hidden, 2 points"


def test_a_dry_run_leaves_a_gradebook_elsewhere_alone(unreleased, tmp_path):
    elsewhere = tmp_path / "elsewhere.db"
    with (unreleased.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"\nc.CourseDirectory.db_url = 'sqlite:///{elsewhere}'\n")
    assert dry_run(unreleased, ASSIGNMENT).problems == ()
    assert not elsewhere.exists()
