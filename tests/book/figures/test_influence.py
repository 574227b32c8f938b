"""The influence matrix finds who reads whom, and the pictures of broken blocks are measured."""

import re

import numpy as np
import pytest
from figures.broken_blocks import BROKEN, block, broken_blocks_figure, broken_influence
from figures.example import w_k, w_o, w_q, w_v, x
from figures.influence import describe, influence_figure, influence_matrix

from solutions.reference.masks import causal_mask
from solutions.reference.one_sequence import multi_head_attention

TRIANGLE = np.tril(np.ones((4, 4), dtype=bool))


def test_a_function_of_each_token_alone_gives_the_diagonal():
    np.testing.assert_array_equal(influence_matrix(np.sin, x), np.eye(4, dtype=bool))


def test_a_running_sum_gives_the_lower_triangle():
    influence = influence_matrix(lambda tokens: np.cumsum(tokens, axis=0), x)
    np.testing.assert_array_equal(influence, TRIANGLE)


def test_the_input_stays_as_it_is():
    before = x.copy()
    influence_matrix(lambda tokens: tokens, x)
    np.testing.assert_array_equal(x, before)


def test_the_right_block_is_the_reference_under_a_causal_mask():
    expected, _ = multi_head_attention(x, w_q, w_k, w_v, w_o, 2, causal_mask(4))
    np.testing.assert_allclose(block(x), expected, rtol=1e-12)


@pytest.mark.parametrize("name", ["right", "interleaved split"])
def test_blocks_that_keep_tokens_whole_do_not_leak(name):
    np.testing.assert_array_equal(broken_influence(name), TRIANGLE)


@pytest.mark.parametrize(
    "name",
    [
        "split without transpose",
        "merge without transpose",
        "mask after softmax",
        "inverted mask",
    ],
)
def test_blocks_that_leak_read_the_future(name):
    assert np.triu(broken_influence(name), k=1).any()


def test_both_transposes_missing_hides_the_past_and_does_not_leak():
    influence = broken_influence("both without transpose")
    assert not np.triu(influence, k=1).any()
    assert (influence != TRIANGLE).any()


def test_the_figure_has_one_panel_a_block_with_its_name_as_alt_text():
    labels = re.findall(r'aria-label="([^."]*)\.', broken_blocks_figure())
    assert labels == list(BROKEN)


def test_a_frame_marks_each_look_at_the_future_and_nothing_else():
    influence = broken_influence("mask after softmax")
    figure = influence_figure({"one": influence})
    assert figure.count("hbh-mark") == np.triu(influence, k=1).sum()


def test_words_say_which_outputs_read_the_future():
    words = describe(np.array([[True, True], [False, True]]))
    assert words == "output 0 reads 0, 1 (the future); output 1 reads 1"
