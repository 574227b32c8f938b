"""Both specifications reach the student: their examples and their signatures."""

import ast
import re

import pytest

from autograder.authoring import read_course, read_exercise, release_notebook, source_notebook
from autograder.course.hidden import hidden
from tests.exercises.gate import EXERCISES

EXAMPLES = {
    "06_one_sequence": ("0.73105858", "0.26894142"),
    "07_batched": [
        "0.80222419",
        "0.79666372",
        "0.59888791",
        "0.23208206",
        "1.72252957",
        "1.20333628",
        "0.75174492",
        "0.40111209",
        "0.19777581",
        "0.04538836",
        "0.76791794",
        "0.1866937",
        "0.24825508",
        "0.50348984",
    ],
}
SIGNATURES = {
    "02_split_merge": ("split_heads(x, n_heads)", "merge_heads(x)"),
    "06_one_sequence": ("multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, mask=None)",),
    "07_batched": (
        "split_heads(x, n_heads)",
        "merge_heads(x)",
        "multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads)",
    ),
}


@pytest.fixture(scope="module")
def notebooks():
    origin = read_course(EXERCISES)
    exercises = [read_exercise(path, origin) for path in origin.exercises]
    return {
        e.name: (source_notebook(e, origin, "seed"), release_notebook(e, origin)) for e in exercises
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_stands_in_the_statement_and_in_the_hidden_checks(notebooks, name):
    source, release = notebooks[name]
    statement = "".join(c.source for c in release.cells if c.cell_type == "markdown")
    checks = "".join(hidden(cell.source) for cell in source.cells if cell.cell_type == "code")
    for number in EXAMPLES[name]:
        assert number in statement
        assert number in checks


@pytest.mark.parametrize("name", ["02_split_merge", "07_batched"])
def test_the_example_of_the_split_stands_in_a_hidden_check(notebooks, name):
    source, _ = notebooks[name]
    arrays = [
        ast.literal_eval(literal)
        for cell in source.cells
        for literal in re.findall(r"\[\[\[\[[\d\s.,\[\]]*\]\]\]\]", hidden(cell.source))
    ]
    assert [[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]] in arrays


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_signatures_are_those_of_the_specification(notebooks, name):
    source, _ = notebooks[name]
    defined = {
        f"{node.name}({ast.unparse(node.args)})"
        for cell in source.cells
        if cell.metadata.get("autograder", {}).get("kind") == "solution"
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.FunctionDef)
    }
    assert set(SIGNATURES[name]) <= defined
