"""Wrong ways to mask a softmax (chapter 5): what is done with the mask."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.softmax import masked_softmax

CATALOGUE = Catalogue()


def _softmax(scores, axis=-1):
    """Take the stable softmax, which knows no mask."""
    weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


def _start(scores, mask):
    """Return float scores, and the mask as an array: all True where there is none."""
    return np.asarray(scores, dtype=float), np.asarray(True if mask is None else mask)


@CATALOGUE.mistake(
    "M36",
    replaces=masked_softmax,
    killed_by="masked_softmax--blocked-are-zero masked_softmax--worked-example",
    message="Your function takes a mask and never uses it.",
    section="05_masks#masked-softmax",
)
def ignores_the_mask(scores, mask=None):
    scores, _ = _start(scores, mask)
    return _softmax(scores)


@CATALOGUE.mistake(
    "M37",
    replaces=masked_softmax,
    killed_by="masked_softmax--blocked-are-zero masked_softmax--worked-example",
    message=(
        "Your mask works the wrong way round: it blocks what it should keep. Libraries differ in "
        "this, so look up what True means here."
    ),
    section="05_masks#polarity",
)
def inverts_the_mask(scores, mask=None):
    return masked_softmax(scores, None if mask is None else ~mask)


@CATALOGUE.mistake(
    "M38",
    replaces=masked_softmax,
    killed_by="masked_softmax--rows-sum-to-one",
    message=(
        "You block after the softmax, so the rows no longer sum to one, and blocked keys still "
        "act through the sum below the fraction."
    ),
    section="05_masks#masked-softmax",
)
def masks_after_the_softmax(scores, mask=None):
    scores, mask = _start(scores, mask)
    return _softmax(scores) * mask


@CATALOGUE.mistake(
    "M39",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=(
        "You block after the softmax and normalise again. That is equal on paper, but when a "
        "blocked score is far larger than the kept ones, nothing is left to normalise."
    ),
    section="05_masks#masked-softmax",
)
def renormalises_after_the_softmax(scores, mask=None):
    scores, mask = _start(scores, mask)
    weights = _softmax(scores) * mask
    return weights / weights.sum(axis=-1, keepdims=True)


@CATALOGUE.mistake(
    "M40",
    replaces=masked_softmax,
    killed_by="masked_softmax--blocked-are-zero",
    message=(
        "Your blocked scores become zero, and the exponential of zero isn't zero. A blocked key "
        "still gets a share."
    ),
    section="05_masks#masked-softmax",
)
def multiplies_scores_by_the_mask(scores, mask=None):
    scores, mask = _start(scores, mask)
    return _softmax(scores * mask)


@CATALOGUE.mistake(
    "M41",
    replaces=masked_softmax,
    killed_by="masked_softmax--blocked-are-zero",
    message=(
        "You add the boolean mask to the scores, which moves them by one and blocks nothing. "
        "Adding works with another kind of mask."
    ),
    section="05_masks#masked-softmax",
)
def adds_the_boolean_mask(scores, mask=None):
    scores, mask = _start(scores, mask)
    return _softmax(scores + mask)


@CATALOGUE.mistake(
    "M49",
    replaces=masked_softmax,
    killed_by="masked_softmax--blocked-are-zero",
    message=(
        "Your mask is transposed: it is read as key by query. Rows of the mask are queries, as "
        "rows of the scores are."
    ),
    section="05_masks#polarity",
)
def transposes_the_mask(scores, mask=None):
    return masked_softmax(scores, None if mask is None else mask.T)


@CATALOGUE.mistake(
    "M54",
    replaces=masked_softmax,
    killed_by="masked_softmax--no-mask masked_softmax--broadcast",
    message=(
        "Whatever mask comes in, you apply a causal one. The caller decides which query may see "
        "which key."
    ),
    section="05_masks#causal-mask",
)
def makes_every_mask_causal(scores, mask=None):
    return masked_softmax(scores, np.tri(*np.shape(scores)[-2:], dtype=bool))


@CATALOGUE.mistake(
    "M62",
    replaces=masked_softmax,
    killed_by="masked_softmax--inputs-unchanged",
    message=(
        "Your function turns the caller's mask round in place, so the next call blocks the "
        "opposite. What comes in belongs to the caller."
    ),
    section="05_masks#masked-softmax",
)
def inverts_the_mask_in_place(scores, mask=None):
    if mask is None:
        return masked_softmax(scores)
    blocked = np.logical_not(mask, out=mask)
    return masked_softmax(scores, ~blocked)


@CATALOGUE.mistake(
    "M63",
    replaces=masked_softmax,
    killed_by="masked_softmax--inputs-unchanged",
    message=(
        "You write into the caller's scores, and they have lost their numbers after the call. "
        "`asarray` makes a new array only when it has to."
    ),
    section="05_masks#masked-softmax",
)
def fills_the_scores_in_place(scores, mask=None):
    scores, mask = _start(scores, mask)
    np.copyto(scores, -np.inf, where=~mask)
    return masked_softmax(scores, mask)


@CATALOGUE.mistake(
    "M67",
    replaces=masked_softmax,
    killed_by="masked_softmax--worked-example masked_softmax--numbers",
    message=(
        "`if mask:` asks one question of a whole array, and NumPy refuses to answer. The question "
        "is whether a mask was given."
    ),
    section="05_masks#masked-softmax",
)
def asks_if_the_mask_is_true(scores, mask=None):
    if mask:
        return masked_softmax(scores, mask)
    return masked_softmax(scores)


@CATALOGUE.mistake(
    "M81",
    replaces=masked_softmax,
    killed_by="masked_softmax--broadcast",
    message=(
        "Your mask works in the full shape of the scores only. A mask may have fewer axes or an "
        "axis of length one: let NumPy broadcast it."
    ),
    section="05_masks#masked-softmax",
)
def indexes_scores_with_the_mask(scores, mask=None):
    scores, mask = _start(scores, mask)
    kept = np.full(scores.shape, -np.inf)
    if mask.ndim == 0:
        return masked_softmax(scores, mask)
    kept[mask] = scores[mask]
    return masked_softmax(kept, kept > -np.inf)


@CATALOGUE.mistake(
    "M83",
    replaces=masked_softmax,
    killed_by="masked_softmax--no-mask",
    message="Without a mask you block the future. No mask means that every query sees every key.",
    section="05_masks#causal-mask",
)
def is_causal_without_a_mask(scores, mask=None):
    if mask is None:
        mask = np.tri(*np.shape(scores)[-2:], dtype=bool)
    return masked_softmax(scores, mask)


@CATALOGUE.mistake(
    "M84",
    replaces=masked_softmax,
    killed_by="masked_softmax--no-mask",
    message="Without a mask your function fails. A mask is optional: None blocks nothing.",
    section="05_masks#masked-softmax",
)
def demands_a_mask(scores, mask=None):
    return masked_softmax(scores, mask | False)
