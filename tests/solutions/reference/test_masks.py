import pytest
from hypothesis import given
from hypothesis import strategies as st

from solutions.reference.masks import causal_mask, padding_mask


@pytest.mark.parametrize("n", [1, 2, 5, 16])
def test_a_query_sees_itself_and_the_tokens_before_it(n):
    mask = causal_mask(n)
    assert mask.dtype == bool
    assert mask.tolist() == [[j <= i for j in range(n)] for i in range(n)]


@given(st.integers(1, 9), st.data())
def test_every_query_sees_the_real_keys_of_its_own_sequence(n, data):
    lengths = data.draw(st.lists(st.integers(0, n), min_size=1, max_size=5))
    mask = padding_mask(lengths, n)
    assert mask.dtype == bool
    assert mask.tolist() == [[[j < length for j in range(n)]] for length in lengths]


def test_padding_and_causal_masks_combine():
    both = padding_mask([3, 2], 3) & causal_mask(3)
    assert both.shape == (2, 3, 3)
    assert both[1].tolist() == [[True, False, False], [True, True, False], [True, True, False]]
