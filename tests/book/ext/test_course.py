"""A running class gets what its pages run, and nothing that they withhold."""

import ast
import io
import zipfile

import pytest
from live.cells import AFTER_DEAD, AN_ANSWER, TOO_LONG, given, mark_dead, page_cells, taken
from live.course import course_zip, needed
from pages import ROOT


def test_a_cell_needs_what_its_imports_call():
    code = "from solutions.reference.one_sequence import multi_head_attention"
    found = needed(ROOT, code)
    assert {"one_sequence.multi_head_attention", "attention.attention"} <= found
    assert "softmax.masked_softmax" in found  # that of attention
    assert "one_sequence.head_contribution" not in found


def test_a_cell_needs_what_its_figures_import():
    assert needed(ROOT, "from figures.overflow import overflow_figure") == {"softmax.softmax"}


def test_a_shown_definition_needs_the_names_of_its_module():
    code = "def f(x):\n    return merge_heads(x)"
    assert needed(ROOT, code) == set()
    assert needed(ROOT, code, "batched") == {"heads.merge_heads"}


@pytest.fixture(scope="module")
def archive():
    """The archive with one function of the reference and what it calls."""
    kept = needed(ROOT, "from solutions.reference.single_head import single_head")
    with zipfile.ZipFile(io.BytesIO(course_zip(ROOT, kept))) as opened:
        return {name: opened.read(name).decode() for name in opened.namelist()}


def test_a_cut_module_keeps_its_functions_and_their_imports(archive):
    module = archive["solutions/reference/single_head.py"]
    assert "def single_head" in module and "import softmax" in module
    assert "score_std" not in module
    names = {}
    exec(compile(module, "single_head.py", "exec"), names)
    assert callable(names["single_head"])


def test_a_module_of_which_nothing_is_kept_is_empty(archive):
    assert "def " not in archive["solutions/reference/trap.py"]


def test_the_whole_archive_is_equal_to_the_source():
    with zipfile.ZipFile(io.BytesIO(course_zip(ROOT))) as opened:
        text = opened.read("solutions/reference/heads.py").decode()
    assert text == (ROOT / "solutions/reference/heads.py").read_text()


def cells(*sources):
    """Return cells as a page lists them; a source that begins with ``#`` takes too long."""
    return [
        {"code": source, "reference": None, "dead": TOO_LONG if source.startswith("#") else ""}
        for source in sources
    ]


def reasons(*sources, answers=()):
    """Return why each cell does not run in the page."""
    listed = cells(*sources)
    mark_dead(listed, ROOT, set(answers))
    return [cell["dead"] for cell in listed]


def test_a_cell_that_uses_a_withheld_answer_does_not_run():
    code = "from solutions.reference.memory import axis_tape"
    assert reasons(code, answers=["memory.axis_tape"]) == [AN_ANSWER]
    assert reasons(code) == [""]


def test_cells_that_need_a_dead_one_do_not_run_either():
    found = reasons("# long\nruns = 1", "print(runs)", "runs = 2", "print(runs)")
    assert found == [TOO_LONG, AFTER_DEAD, "", ""]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("x = x + 1", {"x"}),
        ("for x in y:\n    print(x)", {"y", "print"}),
        ("def f(x):\n    z = x\n    return z + w", {"w"}),
        ("import numpy as np\nnp.ones(3)", set()),
        ("a = b\nb = a", {"b"}),
    ],
)
def test_names_that_a_cell_takes_from_those_before_it(code, names):
    assert taken(ast.parse(code)) == names


def test_names_that_a_cell_gives():
    code = "import numpy as np\nfrom m import n\ndef f(x):\n    y = x\na, b = 1, 2"
    assert given(ast.parse(code)) == {"np", "n", "f", "a", "b"}


def test_code_cells_are_numbered_by_themselves():
    text = (ROOT / "book/cost_of_heads.md").read_text()
    listed = page_cells(text)
    assert [cell["id"] for cell in listed] == [f"live-cell-{n + 1}" for n in range(len(listed))]
    assert [cell["dead"] for cell in listed].count(TOO_LONG) == 1
