"""Wrong versions of attention with a mask (chapter 5).

Most are the mistakes of a softmax with a mask, or of a head without one, made here.
"""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.masked_fills import CATALOGUE as FILLS
from solutions.mistakes.masked_fills import (
    adds_minus_a_billion,
    clips_the_scores,
    exp_without_shift,
    fills_with_a_tiny_number,
    fills_with_minus_a_billion,
    fills_with_minus_a_hundred,
    fills_with_minus_ten_thousand,
    fills_with_plus_infinity,
    fills_with_the_smallest_float,
    hides_the_overflow,
    leaves_blocked_rows_nan,
    multiplies_by_minus_infinity,
    one_shift_for_all_rows,
    softmax_over_everything,
    softmax_over_queries,
)
from solutions.mistakes.masked_softmax import CATALOGUE as MASKS
from solutions.mistakes.masked_softmax import (
    adds_the_boolean_mask,
    asks_if_the_mask_is_true,
    demands_a_mask,
    ignores_the_mask,
    indexes_scores_with_the_mask,
    inverts_the_mask,
    inverts_the_mask_in_place,
    is_causal_without_a_mask,
    makes_every_mask_causal,
    masks_after_the_softmax,
    multiplies_scores_by_the_mask,
    renormalises_after_the_softmax,
    transposes_the_mask,
)
from solutions.mistakes.single_head import CATALOGUE as HEADS
from solutions.mistakes.single_head import _products, _scores
from solutions.mistakes.single_head_scale import CATALOGUE as SCALES
from solutions.reference.attention import attention
from solutions.reference.softmax import masked_softmax

CATALOGUE = Catalogue()


def _like(id, **different):
    """Describe the same mistake in `attention`: same words, and the checks of the same names."""
    (twin,) = (mistake for mistake in [*HEADS, *SCALES, *MASKS, *FILLS] if mistake.id == id)
    killed_by = " ".join(f"attention--{check.split('--')[1]}" for check in twin.killed_by)
    own = {"killed_by": killed_by, "message": twin.message, "section": twin.section}
    return {"replaces": attention} | own | different


def _attend(scores, v, mask, weigh=masked_softmax):
    """Weigh the values by scores under a mask."""
    weights = weigh(scores, mask)
    return weights @ v, weights


@CATALOGUE.mistake("N36", **_like("M36"))
def attention_without_using_the_mask(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, ignores_the_mask)


@CATALOGUE.mistake("N37", **_like("M37"))
def attention_with_the_mask_inverted(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, inverts_the_mask)


@CATALOGUE.mistake(
    "N38", **_like("M38", killed_by="attention--rows-sum-to-one attention--influence")
)
def attention_masked_after_the_softmax(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, masks_after_the_softmax)


@CATALOGUE.mistake("N39", **_like("M39"))
def attention_masked_late_and_renormalised(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, renormalises_after_the_softmax)


@CATALOGUE.mistake(
    "N40", **_like("M40", killed_by="attention--blocked-are-zero attention--influence")
)
def attention_with_scores_times_mask(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, multiplies_scores_by_the_mask)


@CATALOGUE.mistake("N41", **_like("M41"))
def attention_with_scores_plus_mask(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, adds_the_boolean_mask)


@CATALOGUE.mistake("N42", **_like("M42"))
def attention_filled_with_minus_a_billion(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, fills_with_minus_a_billion)


@CATALOGUE.mistake("N43", **_like("M43"))
def attention_plus_minus_a_billion(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, adds_minus_a_billion)


@CATALOGUE.mistake("N44", **_like("M44"))
def attention_filled_with_minus_ten_thousand(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, fills_with_minus_ten_thousand)


@CATALOGUE.mistake("N45", **_like("M45"))
def attention_filled_with_minus_a_hundred(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, fills_with_minus_a_hundred)


@CATALOGUE.mistake("N46", **_like("M46"))
def attention_times_minus_infinity(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, multiplies_by_minus_infinity)


@CATALOGUE.mistake("N47", **_like("M47"))
def attention_with_nan_in_blocked_rows(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, leaves_blocked_rows_nan)


@CATALOGUE.mistake("N49", **_like("M49"))
def attention_with_the_mask_transposed(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, transposes_the_mask)


@CATALOGUE.mistake("N52", **_like("M52"))
def attention_filled_with_the_smallest_float(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, fills_with_the_smallest_float)


@CATALOGUE.mistake("N53", **_like("M53"))
def attention_filled_with_plus_infinity(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, fills_with_plus_infinity)


@CATALOGUE.mistake("N54", **_like("M54"))
def attention_always_causal(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, makes_every_mask_causal)


@CATALOGUE.mistake("N62", **_like("M62"))
def attention_inverting_the_mask_in_place(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, inverts_the_mask_in_place)


@CATALOGUE.mistake("N67", **_like("M67"))
def attention_asking_if_the_mask_is_true(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, asks_if_the_mask_is_true)


@CATALOGUE.mistake("N74", **_like("M74"))
def attention_filled_with_a_tiny_number(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, fills_with_a_tiny_number)


@CATALOGUE.mistake("N07", **_like("M07"))
def attention_with_softmax_over_queries(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, softmax_over_queries)


@CATALOGUE.mistake("N09", **_like("M09"))
def attention_with_softmax_over_everything(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, softmax_over_everything)


@CATALOGUE.mistake("N11", **_like("M11"))
def attention_without_a_shift(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, exp_without_shift)


@CATALOGUE.mistake("N14", **_like("M14"))
def attention_with_one_shift_for_all_rows(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, one_shift_for_all_rows)


@CATALOGUE.mistake("N80", **_like("M80"))
def attention_hiding_the_overflow(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, hides_the_overflow)


@CATALOGUE.mistake("N81", **_like("M81"))
def attention_indexing_with_the_mask(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, indexes_scores_with_the_mask)


@CATALOGUE.mistake("N83", **_like("M83"))
def attention_causal_without_a_mask(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, is_causal_without_a_mask)


@CATALOGUE.mistake("N84", **_like("M84"))
def attention_demanding_a_mask(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, demands_a_mask)


@CATALOGUE.mistake("N88", **_like("M88"))
def attention_clipping_the_scores(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask, clips_the_scores)


@CATALOGUE.mistake("L01", **_like("K01"))
def attention_with_scores_transposed(q, k, v, mask=None):
    return _attend(_scores(k, q), v, mask)


@CATALOGUE.mistake("L02", **_like("K02"))
def attention_without_a_scale(q, k, v, mask=None):
    return _attend(_products(q, k), v, mask)


@CATALOGUE.mistake("L03", **_like("K03"))
def attention_scaled_by_d_head(q, k, v, mask=None):
    return _attend(_products(q, k) / q.shape[-1], v, mask)


@CATALOGUE.mistake("L04", **_like("K04"))
def attention_scaled_by_number_of_keys(q, k, v, mask=None):
    return _attend(_products(q, k) / np.sqrt(k.shape[-2]), v, mask)


@CATALOGUE.mistake("L06", **_like("K06"))
def attention_with_weights_transposed(q, k, v, mask=None):
    _, weights = _attend(_scores(q, k), v, mask)
    return np.swapaxes(weights, -1, -2) @ v, weights


@CATALOGUE.mistake("L08", **_like("K08"))
def attention_without_weights(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask)[0]


@CATALOGUE.mistake("L11", **_like("K11"))
def attention_scaled_by_length_of_values(q, k, v, mask=None):
    return _attend(_products(q, k) / np.sqrt(v.shape[-1]), v, mask)


@CATALOGUE.mistake("L12", **_like("K12"))
def attention_with_scores_as_weights(q, k, v, mask=None):
    scores = _scores(q, k)
    return _attend(scores, v, mask)[0], scores


@CATALOGUE.mistake("L13", **_like("K13"))
def attention_with_weights_first(q, k, v, mask=None):
    return _attend(_scores(q, k), v, mask)[::-1]


@CATALOGUE.mistake("L14", **_like("K14", killed_by="attention--both-masks"))
def attention_with_all_axes_transposed(q, k, v, mask=None):
    scores = np.asarray(q, dtype=float) @ k.T / np.sqrt(q.shape[-1])
    return _attend(scores, v, mask)


@CATALOGUE.mistake("L15", **_like("K15"))
def attention_scaling_queries_in_place(q, k, v, mask=None):
    if q.dtype != float:
        q = q.astype(float)
    q /= np.sqrt(q.shape[-1])
    return _attend(_products(q, k), v, mask)


@CATALOGUE.mistake("L16", **_like("K16"))
def attention_with_integer_output(q, k, v, mask=None):
    output = np.zeros((*q.shape[:-1], v.shape[-1]), dtype=v.dtype)
    output[...], weights = _attend(_scores(q, k), v, mask)
    return output, weights


@CATALOGUE.mistake("L18", **_like("K18"))
def attention_scaled_the_wrong_way(q, k, v, mask=None):
    return _attend(_products(q, k) * np.sqrt(q.shape[-1]), v, mask)


@CATALOGUE.mistake("L19", **_like("K19", killed_by="attention--numbers"))
def attention_averaging_the_keys(q, k, v, mask=None):
    return _attend(_scores(q, k), k, mask)


@CATALOGUE.mistake("L23", **_like("K23"))
def attention_with_keys_reshaped(q, k, v, mask=None):
    turned = np.asarray(k, dtype=float).reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    return _attend(np.asarray(q, dtype=float) @ turned / np.sqrt(q.shape[-1]), v, mask)


@CATALOGUE.mistake(
    "N90",
    replaces=attention,
    killed_by="attention--numbers attention--worked-example",
    message=(
        "You normalise first and mask the values: a blocked key still takes its share of the "
        "weights, and gives nothing for it."
    ),
    section="05_masks#masked-softmax",
)
def attention_that_blocks_only_the_output(q, k, v, mask=None):
    weights = masked_softmax(_scores(q, k))
    kept = weights if mask is None else weights * mask
    return kept @ v, weights


@CATALOGUE.mistake(
    "N91",
    replaces=attention,
    killed_by="attention--numbers attention--worked-example",
    message=(
        "Your weights know the mask and your output doesn't: it is averaged with other weights "
        "than those that you return."
    ),
    section="05_masks#influence",
)
def attention_that_masks_only_the_weights(q, k, v, mask=None):
    scores = _scores(q, k)
    return masked_softmax(scores) @ v, masked_softmax(scores, mask)
