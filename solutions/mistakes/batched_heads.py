"""Wrong batched blocks: split, merge, projections, what comes back (chapter 7)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.batched import _block, _heads, _score, _softmax
from solutions.reference.batched import multi_head_attention
from solutions.reference.heads import merge_heads, split_heads

CATALOGUE = Catalogue()


def _split_by_reshape(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    return x.reshape(n_batch, n_heads, n_tokens, n_features // n_heads)


def _split_interleaved(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    x = x.reshape(n_batch, n_tokens, n_features // n_heads, n_heads)
    return x.transpose(0, 3, 1, 2)


def _merge_by_reshape(heads):
    n_batch, n_heads, n_tokens, d_head = heads.shape
    return heads.reshape(n_batch, n_tokens, n_heads * d_head)


def _merge_interleaved(heads):
    n_batch, n_heads, n_tokens, d_head = heads.shape
    return heads.transpose(0, 2, 3, 1).reshape(n_batch, n_tokens, n_heads * d_head)


@CATALOGUE.mistake(
    "B16",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your heads hold different tokens, not different features: one reshape has cut the "
    "rows of x into pieces. The shape is right and the axes are not.",
    section="02_split_merge#three-splits",
)
def splits_without_a_transpose(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_q, w_k, w_v, w_o, n_heads, split=_split_by_reshape)


@CATALOGUE.mistake(
    "B17",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Your heads take every n_heads-th column. The heads should be blocks of neighbouring "
    "columns: read the index equation once more.",
    section="02_split_merge#three-splits",
)
def splits_every_nth_column(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_q, w_k, w_v, w_o, n_heads, split=_split_interleaved)


@CATALOGUE.mistake(
    "B19",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights",
    message="Your merge reads the heads in the order of memory, so that one row of the result "
    "holds several tokens. Which axis has to come first before you reshape?",
    section="02_split_merge#merge",
)
def merges_without_a_transpose(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_q, w_k, w_v, w_o, n_heads, merge=_merge_by_reshape)


@CATALOGUE.mistake(
    "B20",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your merge shuffles the heads together like cards. The concatenation puts head 0 "
    "first, whole, and then head 1.",
    section="02_split_merge#merge",
)
def merges_interleaved(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_q, w_k, w_v, w_o, n_heads, merge=_merge_interleaved)


@CATALOGUE.mistake(
    "B21",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios",
    message="Split and merge agree with each other, but your heads hold different tokens, not "
    "different features. Each token sees only its neighbours.",
    section="02_split_merge#round-trip",
)
def splits_and_merges_without_a_transpose(x, w_q, w_k, w_v, w_o, n_heads):
    parts = {"split": _split_by_reshape, "merge": _merge_by_reshape}
    return _block(x, w_q, w_k, w_v, w_o, n_heads, **parts)


@CATALOGUE.mistake(
    "B23",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="You return the merged heads as they are. One step of the recipe is missing after the "
    "merge.",
    section="06_one_sequence#output-projection",
)
def forgets_the_output_projection(x, w_q, w_k, w_v, w_o, n_heads):
    heads, weights = _heads(x, w_q, w_k, w_v, n_heads)
    return merge_heads(heads), weights


@CATALOGUE.mistake(
    "B24",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your output projection is transposed. Rows of w_o belong to the heads' features, "
    "columns to the output's.",
    section="06_one_sequence#output-projection",
)
def transposes_the_output_projection(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_q, w_k, w_v, w_o.T, n_heads)


@CATALOGUE.mistake(
    "B25",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your heads are averaged before w_o sees them, so it can't tell them apart. Each head "
    "keeps its own columns until then.",
    section="06_one_sequence#output-projection",
)
def averages_the_heads(x, w_q, w_k, w_v, w_o, n_heads):
    heads, weights = _heads(x, w_q, w_k, w_v, n_heads)
    return np.tile(heads.mean(axis=1), n_heads) @ w_o, weights


@CATALOGUE.mistake(
    "B26",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Your result is averaged over the batch. Sequences of a batch have nothing to do with "
    "each other, and each wants its own output.",
    section="07_batched#four-axes",
)
def averages_the_batch(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output.mean(axis=0), weights.mean(axis=0)


@CATALOGUE.mistake(
    "B27",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="The axes of your weights are in another order: the batch comes first, then the heads.",
    section="07_batched#four-axes",
)
def puts_the_heads_before_the_batch(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output, weights.transpose(1, 0, 2, 3)


@CATALOGUE.mistake(
    "B28",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Batch and heads are folded into one axis of your weights. Folding is a fine trick "
    "inside, but the caller wants to tell sequence and head apart.",
    section="07_batched#four-axes",
)
def folds_the_batch_into_the_heads(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output, weights.reshape(-1, *weights.shape[2:])


@CATALOGUE.mistake(
    "B30",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="You return the output alone. The caller also wants to see how the heads attended.",
    section="06_one_sequence#per-head-weights",
)
def returns_the_output_only(x, w_q, w_k, w_v, w_o, n_heads):
    output, _ = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output


@CATALOGUE.mistake(
    "B31",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="You return a dictionary. The statement asks for a tuple of two arrays.",
    section="06_one_sequence#per-head-weights",
)
def returns_a_dictionary(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return {"output": output, "weights": weights}


@CATALOGUE.mistake(
    "B32",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights",
    message="Your output mixes the values with the weights of the wrong tokens: a column of the "
    "weights is used where a row belongs.",
    section="04_single_head#one-head",
)
def mixes_values_by_columns(x, w_q, w_k, w_v, w_o, n_heads):
    _, weights = _heads(x, w_q, w_k, w_v, n_heads)
    v = split_heads(x @ w_v, n_heads)
    return merge_heads(weights.transpose(0, 1, 3, 2) @ v) @ w_o, weights


@CATALOGUE.mistake(
    "B34",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--one-token",
    message="Your projections are transposed, as in libraries that store a weight the other way "
    "round. Here a token is a row and stands on the left of its matrix.",
    section="06_one_sequence#assemble",
)
def transposes_the_projections(x, w_q, w_k, w_v, w_o, n_heads):
    return _block(x, w_q.T, w_k.T, w_v.T, w_o, n_heads)


@CATALOGUE.mistake(
    "B39",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights multi_head_attention--one-token",
    message="Your block normalises each token before it starts. A Transformer layer does so around "
    "the block, but the block itself does not.",
    section="06_one_sequence#assemble",
)
def normalises_the_tokens_first(x, w_q, w_k, w_v, w_o, n_heads):
    x = (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)
    return _block(x, w_q, w_k, w_v, w_o, n_heads)


@CATALOGUE.mistake(
    "B45",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Your weights are averaged over the heads, as some libraries do by default. The point "
    "of the heads is that they disagree.",
    section="06_one_sequence#per-head-weights",
)
def averages_the_weights(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output, weights.mean(axis=1)


@CATALOGUE.mistake(
    "B46",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums",
    message="What you return as weights are scores: they haven't been through the softmax.",
    section="06_one_sequence#per-head-weights",
)
def returns_the_scores(x, w_q, w_k, w_v, w_o, n_heads):
    output, _ = _block(x, w_q, w_k, w_v, w_o, n_heads)
    q, k = split_heads(x @ w_q, n_heads), split_heads(x @ w_k, n_heads)
    return output, _score(q, k)


@CATALOGUE.mistake(
    "B47",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--inputs-unchanged",
    message="Your function scales a projection matrix in place, and each call scales it again. "
    "What comes in belongs to the caller.",
    section="06_one_sequence#integers-and-inputs",
)
def scales_w_q_in_place(x, w_q, w_k, w_v, w_o, n_heads):
    def score(q, k):
        return q @ k.transpose(0, 1, 3, 2)

    w_q /= np.sqrt(x.shape[-1] // n_heads)
    return _block(x, w_q, w_k, w_v, w_o, n_heads, score=score)


@CATALOGUE.mistake(
    "B48",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--integers",
    message="With whole numbers as tokens your outputs lose their fractions: an array that you "
    "fill takes its type from x.",
    section="06_one_sequence#integers-and-inputs",
)
def collects_into_an_integer_array(x, w_q, w_k, w_v, w_o, n_heads):
    output = np.zeros_like(x)
    all_weights = []
    for b in range(len(x)):
        (output[b],), (weights,) = _block(x[b : b + 1], w_q, w_k, w_v, w_o, n_heads)
        all_weights.append(weights)
    return output, np.stack(all_weights)


@CATALOGUE.mistake(
    "B49",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--edge-sizes",
    message="An axis of length one has vanished from your weights. `squeeze` removes every such "
    "axis, also one that you want to keep.",
    section="07_batched#four-axes",
)
def squeezes_the_weights(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output, weights.squeeze()


@CATALOGUE.mistake(
    "B50",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--batch-apart",
    message="Tokens of one sequence attend to tokens of another: you have laid all sequences end "
    "to end. Each sequence of a batch stays by itself.",
    section="07_batched#four-axes",
)
def lets_sequences_see_each_other(x, w_q, w_k, w_v, w_o, n_heads):
    n_batch, n_tokens, n_features = x.shape
    one_long = x.reshape(1, n_batch * n_tokens, n_features)
    output, weights = _block(one_long, w_q, w_k, w_v, w_o, n_heads)
    own = [slice(b * n_tokens, (b + 1) * n_tokens) for b in range(n_batch)]
    return output.reshape(x.shape), np.stack([weights[0, :, rows, rows] for rows in own])


@CATALOGUE.mistake(
    "B51",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Your block computes in single precision: half of the digits are lost on the way.",
    section="06_one_sequence#integers-and-inputs",
)
def computes_in_single_precision(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = _block(x, w_q, w_k, w_v, w_o, n_heads)
    return output.astype(np.float32), weights.astype(np.float32)


@CATALOGUE.mistake(
    "B52",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--log-ratios multi_head_attention--one-token",
    message="You split the tokens before you project them, and all heads share one small corner "
    "of the matrices. Every head should see all features of a token.",
    section="06_one_sequence#assemble",
)
def splits_first_and_shares_one_corner(x, w_q, w_k, w_v, w_o, n_heads):
    pieces = split_heads(x, n_heads)
    d = pieces.shape[-1]
    q, k, v = pieces @ w_q[:d, :d], pieces @ w_k[:d, :d], pieces @ w_v[:d, :d]
    weights = _softmax(_score(q, k))
    return merge_heads(weights @ v) @ w_o, weights
