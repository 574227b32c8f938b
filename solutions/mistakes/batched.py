"""Wrong batched blocks: how the scores become weights (chapter 7)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.batched import multi_head_attention
from solutions.reference.heads import merge_heads, split_heads

CATALOGUE = Catalogue()


def _score(q, k):
    return q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])  # (B, H, T, T)


def _softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _heads(x, w_q, w_k, w_v, n_heads, split=split_heads, score=_score, softmax=_softmax):
    """Give the heads (B, H, T, d_head) and weights (B, H, T, T), with one part replaced."""
    x = np.asarray(x, dtype=float)
    q, k, v = (split(x @ w, n_heads) for w in (w_q, w_k, w_v))  # (B, H, T, d_head)
    weights = softmax(score(q, k))  # (B, H, T, T)
    return weights @ v, weights


def _block(x, w_q, w_k, w_v, w_o, n_heads, merge=merge_heads, **parts):
    """Run the whole block with one part replaced."""
    heads, weights = _heads(x, w_q, w_k, w_v, n_heads, **parts)
    return merge(heads) @ w_o, weights


@CATALOGUE.mistake(
    "B01",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="`np.dot` of two four-dimensional arrays multiplies every matrix with every other one "
    "and has six axes. You want each matrix with its partner only.",
    section="07_batched#batched-matmul",
)
def scores_with_np_dot(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return np.dot(q, k.transpose(0, 1, 3, 2)) / np.sqrt(q.shape[-1])

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B02",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="`.T` turns round all four axes, batch and heads too. Only two of the axes should "
    "change places here.",
    section="07_batched#batched-matmul",
)
def transposes_every_axis(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return q @ k.T / np.sqrt(q.shape[-1])

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B03",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores are divided by a root that belongs to the whole model. Count how many "
    "products one head's dot product adds up.",
    section="06_one_sequence#scale",
)
def scales_by_all_features(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return q @ k.transpose(0, 1, 3, 2) / np.sqrt(x.shape[-1])

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B04",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores are raw dot products. Their spread grows with the width of a head, and "
    "nothing brings it back.",
    section="06_one_sequence#scale",
)
def forgets_the_scale(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return q @ k.transpose(0, 1, 3, 2)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B05",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scale has lost its root: the scores end up too close together. Compare with how "
    "the standard deviation of a dot product grows.",
    section="04_single_head#why-sqrt-d-head",
)
def divides_by_d_head_without_a_root(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return q @ k.transpose(0, 1, 3, 2) / q.shape[-1]

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B06",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scale counts tokens. A score compares two vectors, and stays the same when the "
    "sequence gets longer.",
    section="06_one_sequence#scale",
)
def scales_by_the_number_of_tokens(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return q @ k.transpose(0, 1, 3, 2) / np.sqrt(k.shape[2])

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B08",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores are summed over the heads. A letter that is missing from the right-hand "
    "side of an einsum is summed away.",
    section="07_batched#four-axes",
)
def sums_the_scores_over_heads(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        scores = np.einsum("bhid,bhjd->bij", q, k) / np.sqrt(q.shape[-1])
        return np.repeat(scores[:, None], n_heads, axis=1)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B09",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Queries and keys have changed places. Row i of the weights belongs to the token that "
    "asks, column j to the token that is asked.",
    section="07_batched#batched-matmul",
)
def scores_keys_against_queries(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return k @ q.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B10",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums multi_head_attention--one-token",
    message="Your softmax runs along the head axis, so the heads compete with one another. Each "
    "head makes a distribution of its own.",
    section="03_softmax#axis",
)
def normalises_over_heads(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        return _softmax(scores, axis=1)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B11",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums",
    message="Your softmax runs along the query axis: the columns sum to one, the rows do not. Ask "
    "who shares out one unit of attention, and among whom.",
    section="03_softmax#axis",
)
def normalises_over_queries(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        return _softmax(scores, axis=-2)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B12",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums multi_head_attention--one-token",
    message="Your softmax runs along the batch axis, so that sequences which have nothing to do "
    "with each other share one unit of attention.",
    section="03_softmax#axis",
)
def normalises_over_the_batch(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        return _softmax(scores, axis=0)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B13",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="Your numbers are right until the activations grow; then the exponential overflows and "
    "the output turns into NaN. A softmax may shift its scores first.",
    section="07_batched#stability",
)
def lets_the_exponential_overflow(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        powers = np.exp(scores)
        return powers / powers.sum(axis=-1, keepdims=True)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B14",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="You subtract the largest score of the whole array. A row far below it loses all its "
    "weights to underflow: think about which scores a row competes with.",
    section="07_batched#stability",
)
def subtracts_the_largest_score_of_all(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        powers = np.exp(scores - scores.max())
        return powers / powers.sum(axis=-1, keepdims=True)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B15",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums multi_head_attention--one-token",
    message="Your softmax normalises the whole array at once. Each query of each head has its own "
    "distribution.",
    section="03_softmax#axis",
)
def normalises_over_everything(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        return _softmax(scores, axis=None)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B33",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Queries and keys have changed places. Row i of the weights belongs to the token that "
    "asks, column j to the token that is asked.",
    section="07_batched#batched-matmul",
)
def swaps_queries_and_keys(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_k, w_q, w_v, w_o, n_heads)


@CATALOGUE.mistake(
    "B37",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="Your softmax overflows and the NaN is painted over with zeros. The output is finite "
    "and wrong: a finite number is no proof of a right one.",
    section="07_batched#stability",
)
def paints_over_the_overflow(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        powers = np.exp(scores)
        return np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B38",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--zero-query",
    message="Your tokens can't see the ones after them. That is a causal mask, and this exercise "
    "has none.",
    section="05_masks#causal-mask",
)
def applies_a_causal_mask(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        causal = np.tril(np.ones(scores.shape[-2:], dtype=bool))
        return _softmax(np.where(causal, scores, -np.inf))

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B41",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="You reshape the keys where you should transpose them. A reshape cuts the memory into "
    "other pieces: each column of the result mixes several tokens.",
    section="07_batched#batched-matmul",
)
def reshapes_instead_of_transposing(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        n_batch, _, n_tokens, d_head = k.shape
        return q @ k.reshape(n_batch, n_heads, d_head, n_tokens) / np.sqrt(d_head)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B42",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--large-values",
    message="Your scores are cut off at a limit, so that large ones become equal. The output stays "
    "finite and is wrong: a limit is no cure for overflow.",
    section="07_batched#stability",
)
def clips_the_scores(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        return _softmax(np.clip(scores, -700, 700))

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B43",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your scores pass through a softmax twice, which flattens every distribution. Look "
    "for a helper that already returns weights.",
    section="03_softmax#softmax",
)
def applies_softmax_twice(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        return _softmax(_softmax(scores))

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)


@CATALOGUE.mistake(
    "B44",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="The sum below your fraction has lost an axis, and NumPy lines up what is left with "
    "other axes, or can't. An option keeps an axis of length one in its place.",
    section="03_softmax#axis",
)
def sums_without_keepdims(x, w_q, w_k, w_v, w_o, n_heads):
    def softmax(scores):
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1)

    return _block(x, w_q, w_k, w_v, w_o, n_heads, softmax=softmax)
