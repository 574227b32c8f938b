"""Other right ways to write a causal mask and a padding mask (chapter 5)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.masks import causal_mask, padding_mask

CATALOGUE = Catalogue()


@CATALOGUE.alternative("C91", replaces=causal_mask)
def compare_positions(n):
    positions = np.arange(n)
    return positions <= positions[:, None]


@CATALOGUE.alternative("C92", replaces=causal_mask)
def outer_comparison(n):
    return np.greater_equal.outer(np.arange(n), np.arange(n))


@CATALOGUE.alternative("C93", replaces=causal_mask)
def triangle_of_ones(n):
    return np.tri(n).astype(bool)


@CATALOGUE.alternative("C94", replaces=causal_mask)
def not_the_future(n):
    return ~np.triu(np.ones((n, n)), k=1).astype(bool)


@CATALOGUE.alternative("C95", replaces=causal_mask)
def loop_over_rows(n):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        mask[i, : i + 1] = True
    return mask


@CATALOGUE.alternative("C96", replaces=causal_mask)
def transposed_comparison(n):
    return np.less_equal.outer(range(n), range(n)).T


@CATALOGUE.alternative("D91", replaces=padding_mask)
def loop_over_sequences(lengths, n):
    mask = np.zeros((len(lengths), 1, n), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, :, :length] = True
    return mask


@CATALOGUE.alternative("D92", replaces=padding_mask)
def nested_lists(lengths, n):
    return np.array([[[j < length for j in range(n)]] for length in lengths])


@CATALOGUE.alternative("D93", replaces=padding_mask)
def three_axes_at_once(lengths, n):
    return np.arange(n)[None, None, :] < np.reshape(lengths, (-1, 1, 1))


@CATALOGUE.alternative("D94", replaces=padding_mask)
def outer_comparison_with_lengths(lengths, n):
    return np.expand_dims(np.greater.outer(lengths, np.arange(n)), axis=1)
