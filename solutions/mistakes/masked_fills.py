"""Wrong ways to mask a softmax (chapter 5): fill values, axes and large numbers."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.masked_softmax import _softmax, _start
from solutions.reference.softmax import masked_softmax

CATALOGUE = Catalogue()

SPREADS_EVENLY = (
    "Your mask is right wherever a query may see a key. A query that may see none spreads its "
    "attention evenly over what is blocked; this course asks for another answer."
)
TOO_SMALL_A_FILL = (
    "You fill blocked scores with a number that real scores can go below. Then the blocked keys "
    "win."
)
OVERFLOWS = (
    "Right for small scores, NaN for large ones: `exp` of a large score doesn't fit into a float. "
    "What may be subtracted from a row of scores without a change of its weights?"
)


def _fill(scores, mask, value):
    """Return float scores with a number in place of those that the mask blocks."""
    scores, mask = _start(scores, mask)
    return np.where(mask, scores, value)


@CATALOGUE.mistake(
    "M42",
    replaces=masked_softmax,
    killed_by="attention--blocked-row",
    message=SPREADS_EVENLY,
    section="05_masks#fully-masked-rows",
)
def fills_with_minus_a_billion(scores, mask=None):
    return _softmax(_fill(scores, mask, -1e9))


@CATALOGUE.mistake(
    "M43",
    replaces=masked_softmax,
    killed_by="attention--blocked-row",
    message=(
        "Your mask is right wherever a query may see a key. A query that may see none attends as "
        "if there were no mask; this course asks for another answer."
    ),
    section="05_masks#fully-masked-rows",
)
def adds_minus_a_billion(scores, mask=None):
    scores, mask = _start(scores, mask)
    return _softmax(scores + np.where(mask, 0.0, -1e9))


@CATALOGUE.mistake(
    "M44",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=TOO_SMALL_A_FILL,
    section="05_masks#masked-softmax",
)
def fills_with_minus_ten_thousand(scores, mask=None):
    return _softmax(_fill(scores, mask, -1e4))


@CATALOGUE.mistake(
    "M45",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=TOO_SMALL_A_FILL,
    section="05_masks#masked-softmax",
)
def fills_with_minus_a_hundred(scores, mask=None):
    return _softmax(_fill(scores, mask, -100))


@CATALOGUE.mistake(
    "M46",
    replaces=masked_softmax,
    killed_by="masked_softmax--numbers masked_softmax--worked-example",
    message=(
        "Your mask turns kept scores into NaN: zero times infinity isn't a number. Choose between "
        "two values, and multiply nothing."
    ),
    section="05_masks#masked-softmax",
)
def multiplies_by_minus_infinity(scores, mask=None):
    scores, mask = _start(scores, mask)
    return _softmax(scores + (1 - mask) * -np.inf)


@CATALOGUE.mistake(
    "M47",
    replaces=masked_softmax,
    killed_by="attention--blocked-row",
    message=(
        "Your mask is right wherever a query may see a key. A query that may see none turns into "
        "NaN, and spoils all that is computed from it."
    ),
    section="05_masks#fully-masked-rows",
)
def leaves_blocked_rows_nan(scores, mask=None):
    return _softmax(_fill(scores, mask, -np.inf))


@CATALOGUE.mistake(
    "M52",
    replaces=masked_softmax,
    killed_by="attention--blocked-row",
    message=SPREADS_EVENLY,
    section="05_masks#fully-masked-rows",
)
def fills_with_the_smallest_float(scores, mask=None):
    return _softmax(_fill(scores, mask, np.finfo(float).min))


@CATALOGUE.mistake(
    "M53",
    replaces=masked_softmax,
    killed_by="masked_softmax--numbers masked_softmax--worked-example",
    message="The sign of your fill value is wrong: a blocked key gets the largest score of all.",
    section="05_masks#masked-softmax",
)
def fills_with_plus_infinity(scores, mask=None):
    return _softmax(_fill(scores, mask, np.inf))


@CATALOGUE.mistake(
    "M74",
    replaces=masked_softmax,
    killed_by="masked_softmax--blocked-are-zero",
    message=(
        "You fill blocked scores with a number close to zero, where you want one far below all "
        "scores. Nothing is blocked."
    ),
    section="05_masks#masked-softmax",
)
def fills_with_a_tiny_number(scores, mask=None):
    return _softmax(_fill(scores, mask, -1e-12))


@CATALOGUE.mistake(
    "M79",
    replaces=masked_softmax,
    killed_by="masked_softmax--rows-sum-to-one",
    message=(
        "You add a small number to each sum, so that it can't be zero. Every row then sums to a "
        "little less than one; treat the row that needs it, and no other."
    ),
    section="05_masks#fully-masked-rows",
)
def adds_epsilon_to_the_sum(scores, mask=None):
    scores = _fill(scores, mask, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(largest), largest, 0.0))
    return weights / (weights.sum(axis=-1, keepdims=True) + 1e-6)


@CATALOGUE.mistake(
    "M07",
    replaces=masked_softmax,
    killed_by="masked_softmax--rows-sum-to-one masked_softmax--worked-example",
    message=(
        "Your softmax runs over the queries: each key hands out a total of one. It is each query "
        "that has one unit of attention to share."
    ),
    section="03_softmax#axis",
)
def softmax_over_queries(scores, mask=None):
    return _softmax(_fill(scores, mask, -1e9), axis=-2)


@CATALOGUE.mistake(
    "M09",
    replaces=masked_softmax,
    killed_by="masked_softmax--rows-sum-to-one masked_softmax--worked-example",
    message=(
        "All your weights together sum to one. Each query has a unit of attention of its own, "
        "whatever the other queries do."
    ),
    section="03_softmax#axis",
)
def softmax_over_everything(scores, mask=None):
    return _softmax(_fill(scores, mask, -np.inf), axis=None)


@CATALOGUE.mistake(
    "M11",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=OVERFLOWS,
    section="03_softmax#overflow",
)
def exp_without_shift(scores, mask=None):
    weights = np.exp(_fill(scores, mask, -np.inf))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total > 0, total, 1.0)


@CATALOGUE.mistake(
    "M14",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=(
        "You subtract the largest score of the whole array. In a row that lies far below it, "
        "every exponential becomes zero."
    ),
    section="03_softmax#overflow",
)
def one_shift_for_all_rows(scores, mask=None):
    scores = _fill(scores, mask, -np.inf)
    largest = scores.max()
    weights = np.exp(scores - (largest if np.isfinite(largest) else 0.0))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total > 0, total, 1.0)


@CATALOGUE.mistake(
    "M80",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=(
        "Large scores overflow, and you replace the NaN that follow. The result is finite, and "
        "wrong: the largest score gets no weight at all."
    ),
    section="03_softmax#overflow",
)
def hides_the_overflow(scores, mask=None):
    weights = np.exp(_fill(scores, mask, -np.inf))
    return np.nan_to_num(weights / weights.sum(axis=-1, keepdims=True))


@CATALOGUE.mistake(
    "M88",
    replaces=masked_softmax,
    killed_by="masked_softmax--large-values",
    message=(
        "You clip large scores. Nothing overflows, but keys whose scores pass the limit become "
        "equals: finite numbers, and the wrong ones."
    ),
    section="03_softmax#overflow",
)
def clips_the_scores(scores, mask=None):
    scores, mask = _start(scores, mask)
    return masked_softmax(np.clip(scores, -500, 500), mask)


@CATALOGUE.mistake(
    "M59",
    replaces=masked_softmax,
    killed_by="masked_softmax--integers",
    message=(
        "With whole scores as input, your weights are cut to whole numbers: the array that you "
        "fill takes its type from the scores."
    ),
    section="05_masks#masked-softmax",
)
def integer_accumulator(scores, mask=None):
    weights = np.zeros_like(scores)
    weights[...] = masked_softmax(scores, mask)
    return weights
