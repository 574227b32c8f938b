"""Whatever happens to a good notebook's cells, the course's part and the student's work survive."""

import json
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from autograder.intake import read_notebook
from autograder.repair import align, rebuild
from tests.submissions.assignment import MAXIMUM, honest, release

IDS = list(release().index)
WORK = {"mean", "spread", "own", "words"}


def index(notebook, number):
    return number % max(1, len(notebook["cells"]))


def shuffle(notebook, number, random):
    random.shuffle(notebook["cells"])


def duplicate(notebook, number, random):
    cells = notebook["cells"]
    cells.insert(random.randint(0, len(cells)), deepcopy(cells[index(notebook, number)]))


def strip(notebook, number, random):
    notebook["cells"][index(notebook, number)]["metadata"] = {}


def strip_all(notebook, number, random):
    for cell in notebook["cells"]:
        cell["metadata"] = {}


def rename(notebook, number, random):
    about = notebook["cells"][index(notebook, number)]["metadata"].get("nbgrader", {})
    if about:
        about["grade_id"] = random.choice(["", "other", *IDS])


def retype(notebook, number, random):
    kind = random.choice(["code", "markdown", "raw", "heading", 3])
    notebook["cells"][index(notebook, number)]["cell_type"] = kind


def merge(notebook, number, random):
    place = index(notebook, number)
    if place + 1 < len(notebook["cells"]):
        following = notebook["cells"].pop(place + 1)
        notebook["cells"][place]["source"] += "\n\n" + following["source"]


def split(notebook, number, random):
    place = index(notebook, number)
    lines = notebook["cells"][place]["source"].split("\n")
    cut = random.randint(0, len(lines))
    second = deepcopy(notebook["cells"][place])
    notebook["cells"][place]["source"] = "\n".join(lines[:cut])
    second["source"] = "\n".join(lines[cut:])
    notebook["cells"].insert(place + 1, second)


def delete(notebook, number, random):
    if len(notebook["cells"]) > 1:
        del notebook["cells"][index(notebook, number)]


def edit(notebook, number, random):
    cell = notebook["cells"][index(notebook, number)]
    lines = cell["source"].split("\n")
    lines[random.randrange(len(lines))] = random.choice(
        ["", "x = 1", "    return 0", "def mean():"]
    )
    cell["source"] = "\n".join(lines)


def mutations(*kinds):
    one = st.tuples(st.sampled_from(kinds), st.integers(0, 100))
    return st.lists(one, max_size=8)


def damaged(sequence, random):
    notebook = honest()
    for mutate, number in sequence:
        mutate(notebook, number, random)
    return notebook


def aligned(notebook):
    return align(read_notebook(json.dumps(notebook).encode(), "numbers.ipynb"), release())


def sources(notebook, ids):
    return {
        cell["source"]
        for cell in notebook["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade_id") in ids
    }


@given(
    mutations(shuffle, duplicate, strip, strip_all, rename, retype, merge, split, delete, edit),
    st.randoms(use_true_random=False),
)
def test_the_courses_part_always_survives(sequence, random):
    result = aligned(damaged(sequence, random))
    checks = [cell for cell in result.cells if cell.role == "check"]
    assert [cell.slot for cell in checks] == release().checks
    assert [cell.source for cell in checks] == [check.source for check in release().checks]
    assert sum(cell.slot.points for cell in result.cells if cell.slot) == MAXIMUM
    assert sorted(cell.grade_id for cell in result.cells if cell.slot) == sorted(IDS)
    locked = [cell.source for cell in result.cells if cell.role == "locked"]
    assert sorted(locked) == sorted(c.source for c in release().cells if c.role == "locked")
    assert len(rebuild(result)["cells"]) == len(result.cells)


@given(mutations(shuffle, duplicate, strip, strip_all), st.randoms(use_true_random=False))
def test_every_source_of_the_student_is_kept(sequence, random):
    work = sources(honest(), WORK) | {"mean([1.0, 2.0])  # my own try"}
    kept = {cell.source for cell in aligned(damaged(sequence, random)).cells}
    assert work <= kept


@given(mutations(shuffle, duplicate, delete), st.randoms(use_true_random=False))
def test_what_is_left_of_the_students_work_is_kept_in_its_place(sequence, random):
    notebook = damaged(sequence, random)
    cells = aligned(notebook).cells
    placed = {cell.grade_id: cell.source for cell in cells if cell.grade_id in WORK}
    for grade_id in WORK:
        left = sources(notebook, {grade_id})
        assert not left or placed[grade_id] in left


@given(mutations(shuffle, duplicate, strip_all, delete), st.randoms(use_true_random=False))
def test_the_students_cells_keep_their_order(sequence, random):
    numbers = [
        cell.number
        for cell in aligned(damaged(sequence, random)).cells
        if cell.number and (cell.slot is None or cell.slot.solution)
    ]
    assert numbers == sorted(numbers)


@given(mutations(shuffle, duplicate, strip, strip_all, delete), st.randoms(use_true_random=False))
def test_a_check_stands_after_the_work_that_it_follows_in_the_release(sequence, random):
    order = [cell.grade_id for cell in aligned(damaged(sequence, random)).cells]
    for check in ("mean--example", "mean--negative"):
        assert order.index("mean") < order.index(check)
    for check in ("spread--example", "spread--single"):
        assert order.index("spread") < order.index(check)
    assert max(order.index("imports"), order.index("given-close")) < order.index("mean")


@given(
    mutations(shuffle, duplicate, strip, retype, merge, split), st.randoms(use_true_random=False)
)
def test_repair_is_the_same_each_time(sequence, random):
    notebook = damaged(sequence, random)
    assert aligned(notebook) == aligned(notebook)
