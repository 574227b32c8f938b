"""Chapter 2's figures show what the functions compute."""

import re

import numpy as np
from figures.splits import three_splits, two_cuts

from solutions.reference.heads import split_heads
from solutions.reference.trap import split_without_transpose

X = 10 * np.arange(4)[:, None] + np.arange(6)  # (T, D) = (4, 6)


def cells(figure, class_="hbh-number"):
    """Return the texts of a class in a figure, in the order of drawing."""
    return re.findall(rf'<text [^>]*class="{class_}[^"]*">([^<]*)<', figure)


def heads(split):
    """Split the running example."""
    return split(X[None], 2)[0]  # (H, T, d_head)


def test_cells_hold_the_numbers_of_the_split():
    figure = three_splits({"Right": heads(split_heads)})
    expected = split_heads(X[None], 2).astype(int).ravel()
    assert cells(figure) == [str(number) for number in expected]


def test_only_numbers_in_a_foreign_row_are_marked():
    right = three_splits({"Right": heads(split_heads)})
    wrong = three_splits({"Wrong": heads(split_without_transpose)})
    tokens = heads(split_without_transpose) // 10
    foreign = int((tokens != np.arange(4)[:, None]).sum())
    assert right.count('class="hbh-mark"') == 0
    assert wrong.count('class="hbh-mark"') == foreign > 0


def test_a_cell_has_the_colour_of_the_head_that_owns_its_column():
    figure = three_splits({"Wrong": heads(split_without_transpose)})
    owners = re.findall(r"--hbh-head-(\d)-fill", figure)
    assert owners == [str(n % 10 // 3) for n in heads(split_without_transpose).astype(int).ravel()]


def test_the_alt_text_names_every_row_and_the_tokens_that_are_out_of_place():
    figure = three_splits({"No transpose": heads(split_without_transpose)})
    label = re.search(r'aria-label="([^"]*)"', figure)[1]
    assert "head 0, row 1: 3 4 5 (token 0)" in label
    assert label.count("row") == 8


def test_each_split_is_a_panel_of_its_own():
    figure = three_splits({"a": heads(split_heads), "b": heads(split_heads)})
    assert figure.count("<svg") == 2
    assert figure.count('role="img"') == 2


def test_the_two_cuts_share_cells_and_differ_in_heads():
    figure = two_cuts(X, 2)
    wanted, made = figure.split("</svg>")[:2]
    assert cells(wanted) == cells(made) == [str(number) for number in X.ravel()]
    assert re.findall(r"head-(\d)-fill", wanted) == list("000111" * 4)
    assert re.findall(r"head-(\d)-fill", made) == list("0" * 12 + "1" * 12)


def test_figures_are_pure():
    x = X.copy()
    assert two_cuts(x, 2) == two_cuts(x, 2)
    assert np.array_equal(x, X)
