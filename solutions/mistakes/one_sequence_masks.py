"""Wrong multi-head blocks for one sequence: what the mask does (chapters 5 and 6)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.one_sequence import _block, _softmax, _weigh
from solutions.reference.one_sequence import multi_head_attention

CATALOGUE = Catalogue()


def _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh):
    """Run the right block, where `weigh` makes weights from scores if there is a mask."""

    def weigh_any(scores, mask):
        return _softmax(scores) if mask is None else weigh(scores, mask)

    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh=weigh_any)


@CATALOGUE.mistake(
    "A36",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="Your function takes a mask and never uses it.",
    section="05_masks#masked-softmax",
)
def ignores_the_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return _block(X, W_q, W_k, W_v, W_o, num_heads, None)


@CATALOGUE.mistake(
    "A37",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="Your mask works the wrong way round: it blocks what it should keep. Libraries differ "
    "in this, so look up what True means here.",
    section="05_masks#polarity",
)
def inverts_the_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _weigh(scores, ~mask)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A38",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="You block after the softmax, so the rows no longer sum to one, and blocked tokens "
    "still act through the sum below the fraction.",
    section="05_masks#masked-softmax",
)
def masks_after_the_softmax(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(scores) * mask

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A39",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--masked-large-values",
    message="You block after the softmax and normalise again. That is equal on paper, but when a "
    "blocked score is far larger than the kept ones, nothing is left to normalise.",
    section="05_masks#masked-softmax",
)
def renormalises_after_the_softmax(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        weights = _softmax(scores) * mask
        return weights / weights.sum(axis=-1, keepdims=True)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A40",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="Your blocked scores become zero, and the exponential of zero isn't zero. A blocked "
    "key still gets a share.",
    section="05_masks#masked-softmax",
)
def multiplies_scores_by_the_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(scores * mask)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A41",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="You add the boolean mask to the scores, which moves them by one and blocks nothing. "
    "Adding works with another kind of mask.",
    section="05_masks#masked-softmax",
)
def adds_the_boolean_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(scores + mask)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A42",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--blocked-row",
    message="Your mask is right wherever a query may see a key. A query that may see none spreads "
    "its attention evenly over what is blocked; this course asks for another answer.",
    section="05_masks#fully-masked-rows",
)
def fills_with_minus_a_billion(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, -1e9))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A43",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--blocked-row",
    message="Your mask is right wherever a query may see a key. A query that may see none attends "
    "as if there were no mask; this course asks for another answer.",
    section="05_masks#fully-masked-rows",
)
def adds_minus_a_billion(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(scores + np.where(mask, 0, -1e9))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A44",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--masked-large-values",
    message="You fill blocked scores with a number that real scores can go below. Then the blocked "
    "keys win.",
    section="05_masks#masked-softmax",
)
def fills_with_minus_ten_thousand(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, -1e4))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A45",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--masked-large-values",
    message="You fill blocked scores with a number that real scores can go below. Then the blocked "
    "keys win.",
    section="05_masks#masked-softmax",
)
def fills_with_minus_a_hundred(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, -100))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A46",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key",
    message="Your mask turns kept scores into NaN: zero times infinity isn't a number. Choose "
    "between two values, and multiply nothing.",
    section="05_masks#masked-softmax",
)
def multiplies_by_minus_infinity(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(scores + (1 - mask) * -np.inf)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A47",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--blocked-row",
    message="Your mask is right wherever a query may see a key. A query that may see none turns "
    "into NaN, and spoils all that is computed from it.",
    section="05_masks#fully-masked-rows",
)
def leaves_blocked_rows_nan(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, -np.inf))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A49",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="Your mask is transposed: it is read as key by query. Rows of the mask are queries, as "
    "rows of the scores are.",
    section="05_masks#polarity",
)
def transposes_the_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _weigh(scores, mask.T)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A52",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--blocked-row",
    message="Your mask is right wherever a query may see a key. A query that may see none spreads "
    "its attention evenly over what is blocked; this course asks for another answer.",
    section="05_masks#fully-masked-rows",
)
def fills_with_the_smallest_float(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, np.finfo(float).min))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A53",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key",
    message="The sign of your fill value is wrong: a blocked key gets the largest score of all.",
    section="05_masks#masked-softmax",
)
def fills_with_plus_infinity(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, np.inf))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A54",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--mask-broadcast",
    message="Whatever mask comes in, your block applies a causal one. The caller decides who sees "
    "whom.",
    section="05_masks#causal-mask",
)
def makes_every_mask_causal(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        causal = np.tril(np.ones(scores.shape[-2:], dtype=bool))
        return _weigh(scores, causal)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A62",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--inputs-unchanged",
    message="Your function turns the caller's mask round in place, so the next call blocks the "
    "opposite. What comes in belongs to the caller.",
    section="06_one_sequence#integers-and-inputs",
)
def inverts_the_mask_in_place(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        blocked = np.logical_not(mask, out=mask)
        return _weigh(scores, ~blocked)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A67",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key",
    message="`if mask:` asks one question of a whole array, and NumPy refuses to answer. The "
    "question is whether a mask was given.",
    section="05_masks#masked-softmax",
)
def asks_if_the_mask_is_true(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    if mask:
        return _block(X, W_q, W_k, W_v, W_o, num_heads, mask)
    return _block(X, W_q, W_k, W_v, W_o, num_heads, None)


@CATALOGUE.mistake(
    "A74",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--causality",
    message="You fill blocked scores with a number close to zero, where you want one far below all "
    "scores. Nothing is blocked.",
    section="05_masks#masked-softmax",
)
def fills_with_a_tiny_number(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        return _softmax(np.where(mask, scores, -1e-12))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A81",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--mask-broadcast",
    message="Your mask works as a full square only. A mask may have fewer axes or an axis of "
    "length one: let NumPy broadcast it.",
    section="05_masks#masked-softmax",
)
def indexes_scores_with_the_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        scores = scores.copy()
        scores[:, ~mask] = -np.inf
        return np.nan_to_num(_softmax(scores))

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A82",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--mask-broadcast",
    message="You read the mask row by row, which needs a row for each query. A mask may have fewer "
    "axes or an axis of length one: let NumPy broadcast it.",
    section="05_masks#masked-softmax",
)
def reads_the_mask_row_by_row(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        rows = [_weigh(scores[:, i], mask[i]) for i in range(scores.shape[1])]
        return np.stack(rows, axis=1)

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)


@CATALOGUE.mistake(
    "A83",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--zero-query",
    message="Without a mask your block is causal. No mask means that every token may see every "
    "token.",
    section="05_masks#causal-mask",
)
def is_causal_without_a_mask(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    if mask is None:
        mask = np.tril(np.ones((len(X), len(X)), dtype=bool))
    return _block(X, W_q, W_k, W_v, W_o, num_heads, mask)


@CATALOGUE.mistake(
    "A84",
    replaces=multi_head_attention,
    killed_by="multi_head_attention--single-key multi_head_attention--mask-broadcast",
    message="Your mask reaches the first head only. It holds in every head alike.",
    section="05_masks#masked-softmax",
)
def masks_the_first_head_only(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    def weigh(scores, mask):
        first = _weigh(scores[:1], mask)
        return np.concatenate([first, _softmax(scores[1:])])

    return _masked(X, W_q, W_k, W_v, W_o, num_heads, mask, weigh)
