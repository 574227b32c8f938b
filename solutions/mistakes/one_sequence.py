"""Wrong multi-head blocks for one sequence: how the scores become weights (chapter 6)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.one_sequence import multi_head_attention

CATALOGUE = Catalogue()


def _split(features, num_heads):
    return features.reshape(len(features), num_heads, -1).transpose(1, 0, 2)  # (H, n, d_head)


def _merge(heads):
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)  # (n, d_model)


def _score(q, k):
    return q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])  # (H, n, n)


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _weigh(scores, mask):
    if mask is None:
        return _softmax(scores)
    scores = np.where(mask, scores, -np.inf)
    largest = np.maximum(scores.max(axis=-1, keepdims=True), np.finfo(float).min)
    powers = np.exp(scores - largest)
    return powers / np.maximum(powers.sum(axis=-1, keepdims=True), np.finfo(float).tiny)


def _heads(X, W_q, W_k, W_v, num_heads, mask, split=_split, score=_score, weigh=_weigh):
    """Give each head's output (H, n, d_head) and weights (H, n, n), with one part replaced."""
    X = np.asarray(X, dtype=float)
    q, k, v = (split(X @ W, num_heads) for W in (W_q, W_k, W_v))  # (H, n, d_head)
    weights = weigh(score(q, k), mask)  # (H, n, n)
    return weights @ v, weights


def _block(X, W_q, W_k, W_v, W_o, num_heads, mask, merge=_merge, **parts):
    """Run the whole block with one part replaced."""
    heads, weights = _heads(X, W_q, W_k, W_v, num_heads, mask, **parts)
    return merge(heads) @ W_o, weights


@CATALOGUE.mistake(
    "A01",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores are divided by a root that belongs to the whole model. Count how many "
    "products one head's dot product adds up.",
    section="06_one_sequence#scale",
)
def scales_by_d_model(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1) / np.sqrt(X.shape[1])

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A02",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores are raw dot products. Their spread grows with the width of a head, and "
    "nothing brings it back.",
    section="06_one_sequence#scale",
)
def forgets_the_scale(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A03",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scale has lost its root: the scores end up too close together. Compare with how "
    "the standard deviation of a dot product grows.",
    section="04_single_head#why-sqrt-d-head",
)
def divides_by_d_head_without_a_root(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1) / q.shape[-1]

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A04",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scale acts in the wrong direction: it spreads the scores further apart. The root "
    "is there to calm them.",
    section="04_single_head#why-sqrt-d-head",
)
def multiplies_by_the_root(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1) * np.sqrt(q.shape[-1])

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A05",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scale counts heads. A score doesn't know how many heads there are: it knows how "
    "long its two vectors are.",
    section="06_one_sequence#scale",
)
def scales_by_the_number_of_heads(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1) / np.sqrt(num_heads)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A06",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scale counts tokens. A score compares two vectors, and stays the same when the "
    "sequence gets longer.",
    section="06_one_sequence#scale",
)
def scales_by_the_number_of_tokens(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1) / np.sqrt(len(X))

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A07",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums",
    message="Your softmax runs along the query axis: the columns sum to one, the rows do not. Ask "
    "who shares out one unit of attention, and among whom.",
    section="03_softmax#axis",
)
def normalises_over_queries(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        return _softmax(scores, axis=-2)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


@CATALOGUE.mistake(
    "A08",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums multi_head_attention--one-token",
    message="Your softmax runs along the head axis, so the heads compete with one another. Each "
    "head makes a distribution of its own.",
    section="03_softmax#axis",
)
def normalises_over_heads(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        return _softmax(scores, axis=0)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


@CATALOGUE.mistake(
    "A09",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums multi_head_attention--one-token",
    message="Your softmax normalises the whole array at once. Each query of each head has its own "
    "distribution.",
    section="03_softmax#axis",
)
def normalises_over_everything(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        return _softmax(scores, axis=None)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


@CATALOGUE.mistake(
    "A11",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="Your numbers are right until the activations grow; then the exponential overflows and "
    "the output turns into NaN. A softmax may shift its scores first.",
    section="03_softmax#overflow",
)
def lets_the_exponential_overflow(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        powers = np.exp(scores if mask is None else np.where(mask, scores, -np.inf))
        total = powers.sum(axis=-1, keepdims=True)
        return powers / np.where(total > 0, total, 1)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


@CATALOGUE.mistake(
    "A24",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Queries and keys have changed places. Row i of the weights belongs to the token that "
    "asks, column j to the token that is asked.",
    section="06_one_sequence#assemble",
)
def swaps_queries_and_keys(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_k, W_q, W_v, W_o, num_heads, mask)


@CATALOGUE.mistake(
    "A65",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Queries and keys have changed places. Row i of the weights belongs to the token that "
    "asks, column j to the token that is asked.",
    section="06_one_sequence#assemble",
)
def scores_keys_against_queries(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return k @ q.transpose(0, 2, 1) / np.sqrt(q.shape[-1])

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A68",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores pass through a softmax twice, which flattens every distribution. Look "
    "for a helper that already returns weights.",
    section="03_softmax#softmax",
)
def applies_softmax_twice(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        weights = _weigh(scores, mask)
        return _weigh(weights, mask)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


@CATALOGUE.mistake(
    "A69",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="`.T` turns round all axes of a three-dimensional array, the head axis too. Only two "
    "of the axes should change places here.",
    section="07_batched#batched-matmul",
)
def transposes_every_axis(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.T / np.sqrt(q.shape[-1])

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A71",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums multi_head_attention--one-token",
    message="Two calls with the same input give different numbers: dropout is at work. It belongs "
    "to training, and no formula of this exercise has it.",
    section="06_one_sequence#assemble",
)
def leaves_dropout_on(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        weights = _weigh(scores, mask)
        return weights * (_DROPOUT.random(weights.shape) > 0.1) / 0.9

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


_DROPOUT = np.random.default_rng(0)


@CATALOGUE.mistake(
    "A75",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="Your scores are cut off at a limit, so that large ones become equal. The output stays "
    "finite and is wrong: a limit is no cure for overflow.",
    section="03_softmax#overflow",
)
def clips_the_scores(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _weigh(np.clip(scores, -700, 700), mask)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)


@CATALOGUE.mistake(
    "A76",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="You subtract the largest score of the whole array. A row far below it loses all its "
    "weights to underflow: think about which scores a row competes with.",
    section="03_softmax#overflow",
)
def subtracts_the_largest_score_of_all(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        keep = True if mask is None else mask
        powers = np.where(keep, np.exp(scores - scores.max()), 0)
        total = powers.sum(axis=-1, keepdims=True)
        blocked = ~np.any(np.broadcast_to(keep, scores.shape), axis=-1, keepdims=True)
        return powers / np.where(blocked, 1, total)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)
