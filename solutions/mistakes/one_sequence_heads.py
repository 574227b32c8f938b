"""Wrong multi-head blocks for one sequence: projections, split, merge and W_o (chapter 6)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.one_sequence import _block, _heads, _merge, _softmax
from solutions.reference.one_sequence import multi_head_attention

CATALOGUE = Catalogue()


def _split_by_reshape(features, num_heads):
    n, d_model = features.shape
    return features.reshape(num_heads, n, d_model // num_heads)


def _split_interleaved(features, num_heads):
    n, d_model = features.shape
    return features.reshape(n, d_model // num_heads, num_heads).transpose(2, 0, 1)


def _merge_by_reshape(heads):
    return heads.reshape(heads.shape[1], -1)


def _merge_interleaved(heads):
    return heads.transpose(1, 2, 0).reshape(heads.shape[1], -1)


@CATALOGUE.mistake(
    "A12",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--causality",
    message="Your heads hold different tokens, not different features: one reshape has cut the "
    "rows of X into pieces. The shape is right and the axes are not.",
    section="02_split_merge#three-splits",
)
def splits_without_a_transpose(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, split=_split_by_reshape)


@CATALOGUE.mistake(
    "A13",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your heads take every num_heads-th column. The heads should be blocks of neighbouring "
    "columns: read the index equation once more.",
    section="02_split_merge#three-splits",
)
def splits_every_nth_column(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, split=_split_interleaved)


@CATALOGUE.mistake(
    "A14",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--causality",
    message="Your merge reads the heads in the order of memory, so that one row of the result "
    "holds several tokens. Which axis has to come first before you reshape?",
    section="02_split_merge#merge",
)
def merges_without_a_transpose(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, merge=_merge_by_reshape)


@CATALOGUE.mistake(
    "A15",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your merge shuffles the heads together like cards. The concatenation puts head 0 "
    "first, whole, and then head 1.",
    section="02_split_merge#merge",
)
def merges_interleaved(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, merge=_merge_interleaved)


@CATALOGUE.mistake(
    "A16",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--output-from-weights",
    message="Split and merge agree with each other, but not with the index equation: your heads "
    "take every num_heads-th column. A round trip can't show this.",
    section="02_split_merge#round-trip",
)
def splits_and_merges_interleaved(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    parts = {"split": _split_interleaved, "merge": _merge_interleaved}
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, **parts)


@CATALOGUE.mistake(
    "A17",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--causality",
    message="Split and merge agree with each other, but your heads hold different tokens, not "
    "different features. Each token sees only its neighbours.",
    section="02_split_merge#round-trip",
)
def splits_and_merges_without_a_transpose(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    parts = {"split": _split_by_reshape, "merge": _merge_by_reshape}
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, **parts)


@CATALOGUE.mistake(
    "A18",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your heads are added up before W_o sees them, so it can't tell them apart. Each head "
    "keeps its own columns until then.",
    section="06_one_sequence#output-projection",
)
def adds_the_heads(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    heads, weights = _heads(X, W_q, W_k, W_v, num_heads, mask)
    return np.tile(heads.sum(axis=0), num_heads) @ W_o, weights


@CATALOGUE.mistake(
    "A19",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your heads are averaged before W_o sees them, so it can't tell them apart. Each head "
    "keeps its own columns until then.",
    section="06_one_sequence#output-projection",
)
def averages_the_heads(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    heads, weights = _heads(X, W_q, W_k, W_v, num_heads, mask)
    return np.tile(heads.mean(axis=0), num_heads) @ W_o, weights


@CATALOGUE.mistake(
    "A20",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="You return the heads side by side, as they are. One step of the recipe is missing "
    "after the concatenation.",
    section="06_one_sequence#output-projection",
)
def forgets_the_output_projection(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    heads, weights = _heads(X, W_q, W_k, W_v, num_heads, mask)
    return _merge(heads), weights


@CATALOGUE.mistake(
    "A21",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your output projection is transposed. Rows of W_o belong to the heads' features, "
    "columns to the output's.",
    section="06_one_sequence#output-projection",
)
def transposes_the_output_projection(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_v, W_o.T, num_heads, mask)


@CATALOGUE.mistake(
    "A23",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--one-token",
    message="Your projections are transposed, as in libraries that store a weight the other way "
    "round. Here a token is a row and stands on the left of its matrix.",
    section="06_one_sequence#assemble",
)
def transposes_the_projections(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q.T, W_k.T, W_v.T, W_o, num_heads, mask)


@CATALOGUE.mistake(
    "A25",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your values are the tokens themselves. One of the projections is never used.",
    section="06_one_sequence#assemble",
)
def takes_the_tokens_as_values(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    V_is_X = np.eye(len(W_v))
    return _block(X, W_q, W_k, V_is_X, W_o, num_heads, mask)


@CATALOGUE.mistake(
    "A26",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your block mixes the keys where it should mix the values. A key says what a token can "
    "be found by, a value says what it has to give.",
    section="06_one_sequence#assemble",
)
def takes_the_keys_as_values(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_k, W_o, num_heads, mask)


@CATALOGUE.mistake(
    "A27",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your block adds its input to its output. A Transformer layer does so around the "
    "block, but the block itself does not.",
    section="06_one_sequence#assemble",
)
def adds_a_residual(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return X + output, weights


def _attend_per_head(X, W_q, W_k, W_v, W_o, num_heads, mask, corner):
    """Cut X into heads first, then project each piece with one corner of the matrices."""
    d_head = X.shape[1] // num_heads
    pieces, all_weights = [], []
    for h in range(num_heads):
        x, rows = X[:, h * d_head : (h + 1) * d_head], corner(h, d_head)
        q, k, v = x @ W_q[rows, rows], x @ W_k[rows, rows], x @ W_v[rows, rows]
        scores = q @ k.T / np.sqrt(d_head)
        weights = _softmax(scores if mask is None else np.where(mask, scores, -1e300))
        pieces.append(weights @ v)
        all_weights.append(weights)
    return np.hstack(pieces) @ W_o, np.stack(all_weights)


@CATALOGUE.mistake(
    "A56",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--one-token",
    message="You split the tokens before you project them, and all heads share one small corner "
    "of the matrices. Every head should see all features of a token.",
    section="06_one_sequence#assemble",
)
def splits_first_and_shares_one_corner(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def corner(h, d_head):
        return slice(0, d_head)

    return _attend_per_head(X, W_q, W_k, W_v, W_o, num_heads, mask, corner)


@CATALOGUE.mistake(
    "A57",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--one-token",
    message="You split the tokens before you project them, so only blocks on the diagonal of the "
    "matrices count. Every head should see all features of a token.",
    section="06_one_sequence#assemble",
)
def splits_first_and_uses_diagonal_blocks(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def corner(h, d_head):
        return slice(h * d_head, (h + 1) * d_head)

    return _attend_per_head(X, W_q, W_k, W_v, W_o, num_heads, mask, corner)


@CATALOGUE.mistake(
    "A58",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="All your heads have the same weights: one attention over the full width was copied. "
    "Each head makes scores from its own columns alone.",
    section="06_one_sequence#per-head-weights",
)
def copies_one_full_width_head(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, 1, mask)
    return output, np.repeat(weights, num_heads, axis=0)


@CATALOGUE.mistake(
    "A64",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights",
    message="Your output mixes the values with the weights of the wrong tokens: a column of the "
    "weights is used where a row belongs.",
    section="04_single_head#one-head",
)
def mixes_values_by_columns(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    _, weights = _heads(X, W_q, W_k, W_v, num_heads, mask)
    v = (X @ W_v).reshape(len(X), num_heads, -1).transpose(1, 0, 2)
    return _merge(weights.transpose(0, 2, 1) @ v) @ W_o, weights


@CATALOGUE.mistake(
    "A77",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--output-from-weights",
    message="Your heads come in the reverse order, in the weights and in the concatenation. Head 0 "
    "owns the first columns.",
    section="02_split_merge#index-equation",
)
def numbers_the_heads_backwards(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def split(features, num_heads):
        return np.stack(np.split(features, num_heads, axis=1)[::-1])

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, split=split)
