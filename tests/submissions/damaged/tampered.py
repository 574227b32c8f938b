"""What a student may do to checks on purpose: it earns nothing, and is said."""

from tests.submissions.assignment import code, find
from tests.submissions.damaged.registry import in_cells

TAMPERED = "tampered:source"
WRONG = "def mean(values):\n    return 0.0"


@in_cells(TAMPERED, points=2)
def check_emptied(notebook):
    find(notebook, "mean--example")["source"] = ""
    find(notebook, "mean")["source"] = WRONG


@in_cells(TAMPERED)
def check_made_trivial(notebook):
    check = find(notebook, "spread--example")
    check["source"] = check["source"].replace("assert_close(got, 2.0)", "assert True")


@in_cells(TAMPERED)
def check_replaced_by_own_code(notebook):
    find(notebook, "mean--negative")["source"] = "print('nothing to see')"


@in_cells(TAMPERED)
def print_added_to_a_check(notebook):
    find(notebook, "spread--example")["source"] += "\nprint(got)"


@in_cells(TAMPERED, points=2)
def helper_of_the_checks_disarmed(notebook):
    cell = find(notebook, "given-close")
    cell["source"] = "def assert_close(got, expected):\n    return None"
    find(notebook, "mean")["source"] = WRONG


@in_cells(TAMPERED)
def import_added_to_the_locked_cell(notebook):
    find(notebook, "imports")["source"] += "\nimport statistics"
    find(notebook, "mean")["source"] = "def mean(values):\n    return statistics.fmean(values)"


@in_cells("tampered:points")
def points_raised(notebook):
    find(notebook, "mean--example")["metadata"]["nbgrader"]["points"] = 100


@in_cells("tampered:points")
def points_of_the_written_answer_raised(notebook):
    find(notebook, "words")["metadata"]["nbgrader"]["points"] = 100


@in_cells("tampered:flags")
def check_made_a_solution(notebook):
    about = find(notebook, "mean--example")["metadata"]["nbgrader"]
    about.update(grade=True, solution=True, locked=False)


@in_cells("tampered:flags")
def grade_flag_lost(notebook):
    find(notebook, "mean--negative")["metadata"]["nbgrader"]["grade"] = False


@in_cells("tampered:tags", points=2)
def checks_tagged_to_be_skipped(notebook):
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["metadata"]["tags"] = ["skip-execution"]
    find(notebook, "mean")["source"] = WRONG


@in_cells("tampered:extra-check")
def own_check_worth_a_hundred(notebook):
    own = code("rich", "assert True", "rich", grade=True, locked=True, points=100)
    notebook["cells"].insert(6, own)


@in_cells("tampered:source", "repaired:stripped-metadata")
def edited_check_without_metadata(notebook):
    check = find(notebook, "spread--example")
    check["source"] = check["source"].replace("2.0)", "got)")
    check["metadata"] = {}
