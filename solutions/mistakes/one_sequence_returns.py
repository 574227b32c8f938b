"""Wrong multi-head blocks for one sequence: what comes back, and what is changed (chapter 6)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.one_sequence import _block, _heads, _merge, _score, _softmax, _weigh
from solutions.reference.one_sequence import multi_head_attention

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "A28",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Your weights are averaged over the heads, as some libraries do by default. The point "
    "of the heads is that they disagree.",
    section="06_one_sequence#per-head-weights",
)
def averages_the_weights(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return output, weights.mean(axis=0)


@CATALOGUE.mistake(
    "A29",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="You return the weights of the last head only: the loop overwrites the earlier ones.",
    section="06_one_sequence#per-head-weights",
)
def returns_the_last_weights(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, all_weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    for h in range(num_heads):
        weights = all_weights[h]
    return output, weights


@CATALOGUE.mistake(
    "A30",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--row-sums",
    message="What you return as weights are scores: they haven't been through the softmax.",
    section="06_one_sequence#per-head-weights",
)
def returns_the_scores(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    kept = []

    def weigh(scores, mask):
        kept.append(scores)
        return _weigh(scores, mask)

    output, _ = _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh)
    return output, kept[0]


@CATALOGUE.mistake(
    "A32",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="The axes of your weights are in another order: tokens come first, then heads.",
    section="06_one_sequence#per-head-weights",
)
def puts_the_heads_in_the_middle(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return output, weights.transpose(1, 0, 2)


@CATALOGUE.mistake(
    "A33",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="You return the output alone. The caller also wants to see how the heads attended.",
    section="06_one_sequence#per-head-weights",
)
def returns_the_output_only(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, _ = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return output


@CATALOGUE.mistake(
    "A34",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="You return the two results in the wrong order.",
    section="06_one_sequence#per-head-weights",
)
def returns_the_weights_first(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return weights, output


@CATALOGUE.mistake(
    "A35",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Your weights are a list of arrays. One array has a shape, and can be indexed by head, "
    "query and key.",
    section="06_one_sequence#per-head-weights",
)
def returns_a_list_of_weights(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return output, list(weights)


@CATALOGUE.mistake(
    "A59",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--integers",
    message="With integer tokens your outputs lose their fractions: an array that you fill takes "
    "its type from X.",
    section="06_one_sequence#integers-and-inputs",
)
def collects_into_an_integer_array(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    heads, weights = _heads(X, W_q, W_k, W_v, num_heads, mask)
    d_head = heads.shape[-1]
    concat = np.zeros_like(X)
    for h in range(num_heads):
        concat[:, h * d_head : (h + 1) * d_head] = heads[h]
    return concat @ W_o, weights


@CATALOGUE.mistake(
    "A60",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--shape",
    message="Your block computes in single precision: half of the digits are lost on the way.",
    section="06_one_sequence#integers-and-inputs",
)
def computes_in_single_precision(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    X, W_q, W_k, W_v, W_o = (a.astype(np.float32) for a in (X, W_q, W_k, W_v, W_o))
    q, k, v = ((X @ W).reshape(len(X), num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v))
    weights = _weigh(_score(q, k), mask).astype(np.float32)
    return _merge(weights @ v) @ W_o, weights


@CATALOGUE.mistake(
    "A61",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--inputs-unchanged",
    message="Your function writes its result into X, and the caller's tokens are gone. What comes "
    "in belongs to the caller.",
    section="06_one_sequence#integers-and-inputs",
)
def writes_the_output_into_X(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    X[:] = output
    return X, weights


@CATALOGUE.mistake(
    "A78",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--inputs-unchanged",
    message="Your function scales a projection matrix in place, and each call scales it again. "
    "What comes in belongs to the caller.",
    section="06_one_sequence#integers-and-inputs",
)
def scales_W_q_in_place(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def score(q, k):
        return q @ k.transpose(0, 2, 1)

    W_q /= np.sqrt(X.shape[1] // num_heads)
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, score=score)


@CATALOGUE.mistake(
    "A79",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--number-of-heads",
    message="An axis of length one has vanished from your weights. `squeeze` removes every such "
    "axis, also one that you want to keep.",
    section="06_one_sequence#per-head-weights",
)
def squeezes_the_weights(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return output, weights.squeeze()


@CATALOGUE.mistake(
    "A80",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--output-from-weights",
    message="Your weights and your output don't belong together: the output is mixed with other "
    "weights than those that you return.",
    section="06_one_sequence#per-head-weights",
)
def returns_other_weights_than_it_uses(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def unscaled(scores, mask):
        return _softmax(scores * np.sqrt(X.shape[1] // num_heads))

    output, _ = _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=unscaled)
    _, weights = _heads(X, W_q, W_k, W_v, num_heads, mask)
    return output, weights
