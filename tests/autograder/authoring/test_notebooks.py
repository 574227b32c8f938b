"""The notebooks made of an exercise: what they hold, and that nbgrader makes the same ones."""

import ast

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from autograder.authoring import read_course, read_exercise, release_notebook, source_notebook


def written(notebook):
    return nbformat.writes(notebook) + "\n"


def read(make_course, text):
    course = read_course(make_course(text))
    return read_exercise(course.exercises[0], course), course


def test_release_is_byte_for_byte_what_nbgrader_writes(classroom, release):
    path = classroom / "release" / "01_double" / "01_double.ipynb"
    assert path.read_text(encoding="utf-8") == written(release)


def test_notebooks_are_the_same_each_time_whatever_the_directory(
    make_course, text, source, release
):
    exercise, course = read(make_course, text)
    assert written(source_notebook(exercise, course, "a secret seed")) == written(source)
    assert written(release_notebook(exercise, course)) == written(release)


def test_seed_changes_hidden_regions_only(exercise, course, source, cell_of):
    other = source_notebook(exercise, course, "another seed")
    changed = [
        new.metadata.nbgrader.grade_id
        for old, new in zip(source.cells, other.cells, strict=True)
        if old != new
    ]
    assert changed == ["double--random"]
    assert source.metadata == other.metadata


def test_each_check_draws_its_own_number(make_course, text):
    twice = text.replace(
        "```{code-cell} ipython3\n:check: double--unchanged",
        "```{code-cell} ipython3\n:check: double--again\n:points: 1\n:stage: 2\n:hidden: true\n\n"
        "# Again.\nassert double(SEED) == double_by_loop([SEED])\n```\n\n"
        "```{code-cell} ipython3\n:check: double--unchanged",
    ).replace("assert double(SEED) == double_by_loop([SEED])", "x = SEED\ndouble(x);")
    exercise, course = read(make_course, twice)
    source = source_notebook(exercise, course, "a secret seed")
    numbers = {
        node.value
        for cell in source.cells
        if "HIDDEN" in cell.source
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value > 100
    }
    assert len(numbers) == 2


def test_both_notebooks_are_valid(source, release):
    for notebook in (source, release):
        nbformat.validate(notebook)
        MetadataValidator().validate_nb(notebook)
    ids = [cell.id for cell in source.cells]
    assert len(set(ids)) == len(ids)


def test_graded_and_locked_cells_carry_nbgraders_whole_metadata(source):
    fields = {"grade", "grade_id", "locked", "schema_version", "solution", "task"}
    found = {}
    for cell in source.cells:
        metadata = cell.metadata.get("nbgrader")
        if metadata:
            extra = {"points"} if metadata["grade"] else set()
            assert metadata.keys() == fields | extra
            flags = (metadata["grade"], metadata["solution"], metadata["locked"])
            found[metadata["grade_id"]] = (*flags, metadata.get("points"))
    assert found == {
        "locked-1": (False, False, True, None),
        "given-same": (False, False, True, None),
        "solution-double": (False, True, False, None),
        "double--small": (True, False, True, 1),
        "double--random": (True, False, True, 2.5),
        "double--unchanged": (True, False, True, 1),
        "solution-quadruple": (False, True, False, None),
        "quadruple--small": (True, False, True, 1),
        "double--in-words": (True, True, False, 2),
    }


def test_own_fields_lie_apart_from_nbgraders(source, cell_of):
    assert cell_of(source, "double--unchanged").metadata.autograder == {
        "kind": "check",
        "function": "double",
        "stage": 5,
        "hidden": False,
        "mutation": True,
        "title": "The caller's array stays as it is.",
        "timeout": 2.5,
        "in_student_process": True,
    }
    solution = cell_of(source, "solution-double").metadata.autograder
    assert solution == {"kind": "solution", "functions": ["double"]}


def test_notebook_carries_exercise_course_and_version(source, release):
    about = release.metadata.autograder
    assert about == source.metadata.autograder
    assert (about.exercise, about.course) == ("01_double", "sums")


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("Write two functions.", "Write both functions.", True),
        (":points: 2.5", ":points: 3", True),
        ("x = rng.standard_normal(7)", "x = rng.standard_normal(11)", False),
        ("It makes a new array", "It returns a new array", False),
    ],
)
def test_version_follows_what_the_student_sees(make_course, text, release, old, new, changes):
    exercise, course = read(make_course, text.replace(old, new))
    version = release_notebook(exercise, course).metadata.autograder.version
    assert (version != release.metadata.autograder.version) == changes


def test_solution_keeps_signature_and_docstring_outside_the_marks(source, release, cell_of):
    head = (
        "def double(x):\n"
        '    """Double an array.\n\n    Returns\n    -------\n    numpy.ndarray of float\n'
        '        Twice `x`.\n    """\n'
    )
    assert cell_of(source, "solution-double").source == (
        f"{head}    ### BEGIN SOLUTION\n"
        "    x = np.asarray(x, dtype=float)  # whole numbers too\n    return 2 * x\n"
        "    ### END SOLUTION"
    )
    assert cell_of(release, "solution-double").source == (
        f"{head}    # YOUR CODE HERE\n    raise NotImplementedError()"
    )


def test_given_function_brings_its_helpers(release, cell_of):
    source = cell_of(release, "given-same").source
    names = [getattr(n, "name", None) or n.targets[0].id for n in ast.parse(source).body]
    assert names == ["TOLERANCE", "_distance", "same"]


def test_given_function_brings_numpy_where_no_cell_does(make_course, text):
    locked = text.replace("import numpy as np\n", "limit = 3\n", 1)
    given = locked[: locked.index("```{code-cell} ipython3\nstart")]
    exercise, course = read(make_course, given)
    source = release_notebook(exercise, course).cells[2].source
    assert source.startswith("import numpy as np\n\n\nTOLERANCE = 1e-9\n")


def test_visible_check_is_shown_with_name_and_points(release, cell_of):
    assert cell_of(release, "double--small").source == (
        "# double--small (1 point): Small numbers are doubled.\n"
        "same(double(np.array([1.0, 2.5])), np.array([2.0, 5.0]))"
    )


def test_hidden_check_shows_its_first_line_only(source, release, cell_of):
    first = (
        "# double--random (2.5 points, hidden): "
        "Any numbers are doubled; the word SEED stays in a comment."
    )
    assert cell_of(release, "double--random").source == first
    lines = cell_of(source, "double--random").source.split("\n")
    assert lines[:2] == [first, "### BEGIN HIDDEN TESTS"]
    assert lines[-1] == "### END HIDDEN TESTS"


def test_oracles_go_into_the_hidden_checks_that_need_them(source, release, cell_of):
    hidden = cell_of(source, "double--random").source
    assert (
        hidden.index("def add_by_loop") < hidden.index("def double_by_loop") < hidden.index("rng")
    )
    others = [cell.source for cell in source.cells if cell.source != hidden]
    assert not any("_by_loop" in text for text in others)
    assert "_by_loop" not in written(release)


def test_seed_is_replaced_where_it_is_code(source, cell_of):
    hidden = cell_of(source, "double--random").source
    assert "default_rng(SEED)" not in hidden
    assert hidden.count("SEED") == 3  # the first line, the comment, the message


def test_written_question_is_graded_by_a_person(source, release, cell_of):
    cell = cell_of(source, "double--in-words")
    assert cell.cell_type == "markdown"
    assert "It makes a new array, see [the book](https://example.org" in cell.source
    assert "- 2 points: says that the result is new." in cell.source
    assert cell_of(release, "double--in-words").source == "YOUR ANSWER HERE"
    prompt = release.cells[release.cells.index(cell_of(release, "double--in-words")) - 1]
    assert "Why does `double` not change its input?" in prompt.source


def test_last_cell_says_how_many_points_are_hidden(release):
    assert release.cells[-1].source == (
        "**Points: 7.5.** 3 in checks that you can run; 2.5 in hidden checks; "
        "2 for written answers, which a person grades."
    )


def test_text_becomes_plain_markdown(release):
    first, hints = release.cells[0].source, release.cells[4].source
    assert "[why](https://example.org/sums/02_doubling.html#why)" in first
    assert "> **Numbers**\n>\n> Whole numbers become floats, as `[x](book:y)` would say." in first
    assert "<details>\n<summary>Hint: Idea</summary>\n\nAdd it to itself.\n\n</details>" in hints
    assert hints.count("<details>") == 3
    assert "(https://example.org/sums/02_doubling.html)" in hints


def test_links_become_text_where_the_book_has_no_address(make_course, text):
    course = read_course(make_course())
    toml = (course.directory / "course.toml").read_text(encoding="utf-8")
    directory = make_course(toml=toml.replace("https://example.org/sums/", ""))
    course = read_course(directory)
    notebook = release_notebook(read_exercise(course.exercises[0], course), course)
    assert "The book tells why." in notebook.cells[0].source


def test_blank_starter_is_an_empty_cell(make_course, text, cell_of):
    blank = ":solution: toolbox.reference.quadruple\n:blank: true"
    exercise, course = read(
        make_course, text.replace(":solution: toolbox.reference.quadruple", blank)
    )
    release = release_notebook(exercise, course)
    stub = "# YOUR CODE HERE\nraise NotImplementedError()"
    assert cell_of(release, "solution-quadruple").source == stub
    source = cell_of(source_notebook(exercise, course, ""), "solution-quadruple").source
    assert "def quadruple(x):" in source


def test_starter_stands_below_the_stub_under_the_solutions_name(make_course, text, cell_of):
    old = ":solution: toolbox.reference.quadruple\n```"
    new = f"{old[:-4]}\n```\n\n```{{code-cell}}\n:solution: toolbox.reference.triple\n"
    new += ":starter: toolbox.reference.broken_triple\n```\n\n```{code-cell}\n:check: triple--one\n"
    new += ":points: 1\n:stage: 2\n\n# One number.\nsame(triple(1), 3)\n```"
    exercise, course = read(make_course, text.replace(old, new))
    released = cell_of(release_notebook(exercise, course), "solution-triple").source
    assert released == (
        'def triple(x):\n    """Return what the student is asked to mend."""\n'
        "    # YOUR CODE HERE\n    raise NotImplementedError()\n"
        "    # Nearly right.\n    tripled = 2 * x\n    return tripled"
    )
    names = {}
    exec("import numpy as np", names)
    source = cell_of(source_notebook(exercise, course, ""), "solution-triple").source
    exec(source, names)
    assert names["triple"](2) == 6
