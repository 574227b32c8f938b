"""The running example hides as little as possible."""

import numpy as np
import pytest
from figures import example

from solutions.reference.heads import split_heads
from solutions.reference.one_sequence import multi_head_attention

MATRICES = ["w_q", "w_k", "w_v", "w_o"]


@pytest.mark.parametrize("name", MATRICES)
def test_no_matrix_is_symmetric_or_the_identity(name):
    w = getattr(example, name)
    assert not np.array_equal(w, w.T)
    assert not np.array_equal(w, np.eye(6))
    assert np.linalg.matrix_rank(w) > 3, "a head's worth of features would be enough"


def test_numbers_are_small_and_whole():
    for name in ["x", "batch", *MATRICES]:
        array = getattr(example, name)
        assert np.issubdtype(array.dtype, np.integer)
        assert np.abs(array).max() <= 2


def test_no_two_sizes_are_equal():
    sizes = *split_heads(example.batch, 2).shape, example.batch.shape[-1]
    assert len(set(sizes)) == len(sizes)
    assert np.array_equal(example.batch[0], example.x)


def test_the_two_heads_look_at_different_tokens():
    weights = [example.w_q, example.w_k, example.w_v, example.w_o]
    _, maps = multi_head_attention(example.x, *weights, 2)  # (H, T, T)
    assert (maps[0].argmax(axis=-1) != maps[1].argmax(axis=-1)).any()
    assert not np.allclose(maps[0], maps[1], atol=0.2)
