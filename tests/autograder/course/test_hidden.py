from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.course.hidden import has_hidden, hidden, left_in, visible

CELL = """\
# first
before()
### BEGIN HIDDEN TESTS
secret()
### END HIDDEN TESTS
after()"""


def notebook(*sources):
    return new_notebook(cells=[new_code_cell(source) for source in sources])


def test_a_region_is_cut_out_with_its_marks():
    assert visible(CELL) == "# first\nbefore()\nafter()"
    assert hidden(CELL) == "secret()\n"
    assert has_hidden(CELL)
    assert not has_hidden(visible(CELL))


def test_an_indented_solution_is_cut_out():
    source = "def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION"
    assert visible(source) == "def f(x):"
    assert hidden(source) == "    return x\n"


def test_a_released_notebook_without_secrets_has_no_findings():
    assert left_in(notebook(visible(CELL)), notebook(CELL)) == []


def test_whatever_is_left_is_named_with_its_cell():
    found = left_in(notebook("fine()", CELL), notebook("fine()", CELL))
    assert found == [
        "cell 2 still shows a mark: ### BEGIN HIDDEN TESTS",
        "cell 2 still shows a mark: ### END HIDDEN TESTS",
        "cell 2 shows a hidden line: secret()",
    ]


def test_a_line_that_is_also_shown_is_no_secret():
    source = notebook("secret()", CELL)
    assert left_in(notebook("secret()", visible(CELL)), source) == []


def test_an_output_is_a_finding():
    release = notebook("fine()")
    release.cells[0].outputs = [new_output("stream", text="secret")]
    assert left_in(release, notebook("fine()")) == ["cell 1 still has outputs"]
