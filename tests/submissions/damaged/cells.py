"""What editors, other tools and slips of the hand do to cells."""

from copy import deepcopy

from tests.submissions.assignment import (
    MEAN_EXAMPLE,
    SPREAD_EXAMPLE,
    code,
    find,
    place_of,
    released,
)
from tests.submissions.damaged.registry import in_cells

STRIPPED = "repaired:stripped-metadata"
COPIED = "repaired:duplicate-cell"
MERGED = "repaired:merged-cells"


def starter(grade_id):
    return find(released(), grade_id)["source"]


@in_cells("repaired:missing-check")
def check_deleted(notebook):
    notebook["cells"].remove(find(notebook, "mean--negative"))


@in_cells("repaired:missing-check", "repaired:missing-cell")
def every_check_and_locked_cell_deleted(notebook):
    notebook["cells"] = [
        cell for cell in notebook["cells"] if not cell["metadata"].get("nbgrader", {}).get("locked")
    ]


@in_cells("repaired:missing-cell", points=3)
def solution_deleted(notebook):
    notebook["cells"].remove(find(notebook, "spread"))


@in_cells("repaired:missing-cell")
def imports_deleted(notebook):
    notebook["cells"].remove(find(notebook, "imports"))


@in_cells("repaired:missing-cell")
def written_answer_deleted(notebook):
    notebook["cells"].remove(find(notebook, "words"))


@in_cells(COPIED)
def check_copied(notebook):
    place = place_of(notebook, "mean--negative")
    notebook["cells"].insert(place, deepcopy(notebook["cells"][place]))


@in_cells(COPIED)
def solution_copied(notebook):
    place = place_of(notebook, "mean")
    notebook["cells"].insert(place, deepcopy(notebook["cells"][place]))


@in_cells(COPIED)
def starter_stands_after_the_solution(notebook):
    copy = deepcopy(find(notebook, "mean"))
    copy["source"] = starter("mean")
    notebook["cells"].insert(place_of(notebook, "mean") + 1, copy)


@in_cells(COPIED)
def two_attempts_the_last_right(notebook):
    copy = deepcopy(find(notebook, "mean"))
    copy["source"] = "def mean(values):\n    return 0.0"
    notebook["cells"].insert(place_of(notebook, "mean"), copy)


@in_cells(COPIED)
def copied_check_used_for_own_code(notebook):
    copy = deepcopy(find(notebook, "mean--example"))
    copy["source"] = "mean([3.0])"
    notebook["cells"].insert(place_of(notebook, "spread"), copy)


@in_cells("repaired:renamed-id")
def id_of_a_check_renamed(notebook):
    find(notebook, "mean--example")["metadata"]["nbgrader"]["grade_id"] = "mean--exmaple"


@in_cells("repaired:renamed-id")
def id_of_a_solution_renamed(notebook):
    find(notebook, "spread")["metadata"]["nbgrader"]["grade_id"] = "cell-1a2b3c"


@in_cells("repaired:renamed-id")
def ids_of_solution_and_check_swapped(notebook):
    one = find(notebook, "mean")["metadata"]["nbgrader"]
    two = find(notebook, "mean--example")["metadata"]["nbgrader"]
    one["grade_id"], two["grade_id"] = two["grade_id"], one["grade_id"]


@in_cells("repaired:retagged")
def solution_flag_lost(notebook):
    find(notebook, "mean")["metadata"]["nbgrader"]["solution"] = False


@in_cells("repaired:reordered")
def checks_moved_to_the_front(notebook):
    for grade_id in ("spread--single", "mean--negative"):
        notebook["cells"].insert(1, notebook["cells"].pop(place_of(notebook, grade_id)))


@in_cells("repaired:reordered")
def tasks_swapped(notebook):
    cells = notebook["cells"]
    notebook["cells"] = [*cells[:3], *cells[9:13], *cells[3:9], *cells[13:]]


@in_cells("repaired:reordered")
def imports_moved_to_the_end(notebook):
    notebook["cells"].append(notebook["cells"].pop(place_of(notebook, "imports")))


@in_cells("repaired:reordered")
def solution_moved_to_the_end(notebook):
    notebook["cells"].append(notebook["cells"].pop(place_of(notebook, "mean")))


@in_cells("repaired:reordered")
def upside_down(notebook):
    notebook["cells"].reverse()
    # Definitions alone may stand in any order; these two lines run at once.
    notebook["cells"] = [c for c in notebook["cells"] if not c["source"].startswith("mean([")]


@in_cells(STRIPPED)
def all_metadata_stripped(notebook):
    for cell in notebook["cells"]:
        cell["metadata"] = {}


@in_cells(STRIPPED)
def metadata_of_a_solution_stripped(notebook):
    find(notebook, "mean")["metadata"] = {}


@in_cells("repaired:moved-solution")
def solution_written_into_a_new_cell(notebook):
    mean = find(notebook, "mean")
    moved = code("moved", mean["source"])
    mean["source"] = starter("mean")
    notebook["cells"].insert(place_of(notebook, "spread"), moved)


@in_cells("repaired:moved-solution")
def solution_written_above_its_starter(notebook):
    mean = find(notebook, "mean")
    moved = code("moved", mean["source"])
    mean["source"] = starter("mean")
    notebook["cells"].insert(place_of(notebook, "mean"), moved)


@in_cells("repaired:split-cell")
def solution_split_inside_a_function(notebook):
    place = place_of(notebook, "mean")
    first = notebook["cells"][place]
    second = deepcopy(first)
    cut = first["source"].index("    return total")
    second["source"] = first["source"][cut:]
    first["source"] = first["source"][:cut]
    notebook["cells"].insert(place + 1, second)


@in_cells(COPIED)
def solution_split_between_functions(notebook):
    place = place_of(notebook, "mean")
    first = notebook["cells"][place]
    second = deepcopy(first)
    cut = first["source"].index("def mean")
    second["source"] = first["source"][cut:]
    first["source"] = first["source"][:cut]
    notebook["cells"].insert(place + 1, second)


@in_cells("repaired:split-cell")
def check_split(notebook):
    place = place_of(notebook, "spread--example")
    first = notebook["cells"][place]
    second = deepcopy(first)
    lines = first["source"].splitlines()
    first["source"], second["source"] = "\n".join(lines[:2]), "\n".join(lines[2:])
    notebook["cells"].insert(place + 1, second)


@in_cells(MERGED)
def two_checks_merged(notebook):
    hidden = find(notebook, "mean--negative")
    find(notebook, "mean--example")["source"] += "\n\n" + hidden["source"]
    notebook["cells"].remove(hidden)


@in_cells(MERGED)
def check_merged_into_the_solution(notebook):
    check = find(notebook, "mean--example")
    find(notebook, "mean")["source"] += "\n\n" + check["source"]
    notebook["cells"].remove(check)


@in_cells(MERGED)
def solution_merged_into_the_check(notebook):
    mean = find(notebook, "mean")
    check = find(notebook, "mean--example")
    check["source"] = mean["source"] + "\n\n" + check["source"]
    notebook["cells"].remove(mean)


@in_cells(MERGED)
def two_solutions_merged(notebook):
    spread = find(notebook, "spread")
    find(notebook, "mean")["source"] += "\n\n\n" + spread["source"]
    notebook["cells"].remove(spread)


@in_cells(MERGED)
def whole_task_merged_into_one_cell(notebook):
    ids = ("spread", "spread--example", "spread--single")
    first, *others = [find(notebook, id) for id in ids]
    for cell in others:
        first["source"] += "\n\n" + cell["source"]
        notebook["cells"].remove(cell)


@in_cells(MERGED)
def imports_and_helper_merged(notebook):
    given = find(notebook, "given-close")
    find(notebook, "imports")["source"] += "\n\n" + given["source"]
    notebook["cells"].remove(given)


@in_cells("repaired:cell-type")
def solution_made_raw(notebook):
    find(notebook, "mean")["cell_type"] = "raw"


@in_cells("repaired:cell-type")
def solution_made_markdown(notebook):
    find(notebook, "mean")["cell_type"] = "markdown"


@in_cells("repaired:cell-type")
def check_made_markdown(notebook):
    find(notebook, "spread--single")["cell_type"] = "markdown"


@in_cells("repaired:cell-type")
def written_answer_made_code(notebook):
    find(notebook, "words")["cell_type"] = "code"


@in_cells("repaired:cell-type")
def statement_made_code(notebook):
    notebook["cells"][3]["cell_type"] = "code"


@in_cells("repaired:cell-type")
def type_of_a_solution_missing(notebook):
    del find(notebook, "mean")["cell_type"]


@in_cells()
def magic_above_the_solution(notebook):
    cell = find(notebook, "mean")
    cell["source"] = "%%time\n" + cell["source"]


@in_cells("repaired:schema")
def schema_of_the_past(notebook):
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["schema_version"] = 1
            cell["metadata"]["nbgrader"].pop("task")


@in_cells("repaired:schema")
def schema_missing(notebook):
    del find(notebook, "mean")["metadata"]["nbgrader"]["schema_version"]


@in_cells("repaired:schema")
def schema_of_the_future(notebook):
    find(notebook, "mean--example")["metadata"]["nbgrader"]["schema_version"] = 4


@in_cells("repaired:schema")
def metadata_with_wrong_types(notebook):
    about = find(notebook, "mean--example")["metadata"]["nbgrader"]
    about.update(points="many", grade=[], locked=None, schema_version="three")


@in_cells("repaired:no-cell")
def something_that_is_no_cell(notebook):
    notebook["cells"].insert(3, "a cell")
    notebook["cells"].insert(9, None)


@in_cells("repaired:source", points=3)
def source_of_a_solution_is_a_number(notebook):
    find(notebook, "spread")["source"] = 17


@in_cells("repaired:source")
def lines_without_their_ends(notebook):
    cell = find(notebook, "mean")
    cell["source"] = cell["source"].splitlines()


@in_cells("repaired:too-long")
def endless_line_in_an_own_cell(notebook):
    notebook["cells"].insert(5, code("long", "x = '" + "y" * 300_000 + "'"))


@in_cells("repaired:too-long")
def endless_text(notebook):
    find(notebook, "words")["source"] += "x" * 5_000_000


@in_cells()
def pictures_in_the_written_answer(notebook):
    find(notebook, "words")["attachments"] = {"sketch.png": {"image/png": "iVBORw0KGgo="}}


@in_cells("repaired:attachments")
def page_attached_to_the_written_answer(notebook):
    find(notebook, "words")["attachments"] = {
        "sketch.png": {"image/png": "iVBORw0KGgo=", "text/html": "<script>alert(1)</script>"},
        "page.html": {"text/html": "<script>alert(1)</script>"},
    }


@in_cells("repaired:attachments", COPIED)
def answer_copied_with_attachments_of_one_name(notebook):
    place = place_of(notebook, "words")
    copy = deepcopy(notebook["cells"][place])
    copy["attachments"] = {"a.png": {"image/png": "iVBORw0KGgo="}}
    notebook["cells"][place]["attachments"] = ["a.png"]
    notebook["cells"].insert(place + 1, copy)


@in_cells("repaired:version")
def notebook_of_another_release(notebook):
    notebook["metadata"]["autograder"]["version"] = "fedcba9876543210"


@in_cells()
def no_kernel(notebook):
    notebook["metadata"] = {}


@in_cells(MERGED)
def own_text_added_to_a_solution_with_both_checks(notebook):
    cell = find(notebook, "spread")
    cell["source"] = f"{MEAN_EXAMPLE}\n\n{cell['source']}\n\n{SPREAD_EXAMPLE}"
    for grade_id in ("mean--example", "spread--example"):
        notebook["cells"].remove(find(notebook, grade_id))
