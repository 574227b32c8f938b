"""Wrong versions of softmax (chapter 3)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.softmax import softmax

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "S01",
    replaces=softmax,
    killed_by="softmax--large-values",
    message=(
        "Your softmax is right on small scores and NaN on large ones: the exponential of a "
        "score near a thousand is more than a float can hold."
    ),
    section="03_softmax#overflow",
)
def no_shift(x, axis=-1):
    weights = np.exp(np.asarray(x, dtype=float))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S02",
    replaces=softmax,
    killed_by="softmax--rows-far-apart",
    message=(
        "You shift every row by the largest score of the whole array. A row that lies far below "
        "it becomes all zeros, and its sum with it."
    ),
    section="03_softmax#overflow",
)
def shift_by_the_global_maximum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max())
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S03",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "The weights of your whole array sum to 1. Each row has a budget of its own: it is the "
        "sum along the axis that must be 1."
    ),
    section="03_softmax#axis",
)
def normalise_the_whole_array(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return weights / weights.sum()


@CATALOGUE.mistake(
    "S04",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula softmax--axis",
    message=(
        "Your sums lose the axis that they were taken along, so broadcasting lines them up with "
        "another one. On a square array that fails without a word."
    ),
    section="01_axes_views#broadcasting",
)
def sums_without_their_axis(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis)


@CATALOGUE.mistake(
    "S05",
    replaces=softmax,
    killed_by="softmax--axis",
    message="You take an axis and never use it: your weights always sum to 1 along the last one.",
    section="03_softmax#axis",
)
def ignore_the_axis(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


@CATALOGUE.mistake(
    "S06",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "You divide the scores by their sum, without the exponential. Negative scores then give "
        "negative weights, and adding a constant to all scores changes the answer."
    ),
    section="03_softmax#softmax",
)
def scores_over_their_sum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    return x / x.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S07",
    replaces=softmax,
    killed_by="softmax--inputs-unchanged softmax--integers",
    message=(
        "You work inside the caller's array: the scores are gone afterwards, and an array of "
        "whole numbers can't hold your weights."
    ),
    section="01_axes_views#views-and-copies",
)
def work_in_place(x, axis=-1):
    x -= x.max(axis=axis, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=axis, keepdims=True)
    return x


@CATALOGUE.mistake(
    "S11",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "You divide the scores by the largest one. That changes their differences, and where the "
        "largest is negative it turns the order round."
    ),
    section="03_softmax#overflow",
)
def divide_by_the_maximum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x / x.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S12",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message="You return the logarithms of the weights. They are all negative and do not sum to 1.",
    section="03_softmax#softmax",
)
def log_softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    shifted = x - x.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


@CATALOGUE.mistake(
    "S13",
    replaces=softmax,
    killed_by="softmax--float softmax--formula",
    message="Your floats are only half as wide as asked for, and lose half of their digits.",
    section="03_softmax#softmax",
)
def narrow_floats(x, axis=-1):
    x = np.asarray(x, dtype=np.float32)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S14",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula softmax--axis",
    message=(
        "Your columns sum to 1 whatever axis is asked for. Without an axis in the call, it is "
        "the last axis that counts."
    ),
    section="03_softmax#axis",
)
def always_the_first_axis(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=0, keepdims=True))
    return weights / weights.sum(axis=0, keepdims=True)


@CATALOGUE.mistake(
    "S15",
    replaces=softmax,
    killed_by="softmax--large-values",
    message=(
        "You shift by the mean. The largest score can still lie far above it, and its "
        "exponential overflows."
    ),
    section="03_softmax#overflow",
)
def shift_by_the_mean(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.mean(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S16",
    replaces=softmax,
    killed_by="softmax--large-values",
    message=(
        "You cut large scores off at a limit. Nothing overflows, but all scores beyond the limit "
        "become equal, and their weights with them."
    ),
    section="03_softmax#overflow",
)
def clip_the_scores(x, axis=-1):
    weights = np.exp(np.clip(np.asarray(x, dtype=float), -700, 700))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S17",
    replaces=softmax,
    killed_by="softmax--large-values",
    message=(
        "You paint over the NaNs after the overflow. The result is finite, but the largest score "
        "gets no weight at all."
    ),
    section="03_softmax#overflow",
)
def nan_to_num_after_overflow(x, axis=-1):
    weights = np.exp(np.asarray(x, dtype=float))
    return np.nan_to_num(weights / weights.sum(axis=axis, keepdims=True))


@CATALOGUE.mistake(
    "S18",
    replaces=softmax,
    killed_by="softmax--formula",
    message="You round the weights. Leave rounding to the moment when somebody prints them.",
    section="03_softmax#softmax",
)
def round_the_weights(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return np.round(weights / weights.sum(axis=axis, keepdims=True), 4)


@CATALOGUE.mistake(
    "S19",
    replaces=softmax,
    killed_by="softmax--formula",
    message=(
        "You add a small number to the sum, as if it could be zero, so your weights sum to a "
        "little less than 1. After the shift one term of the sum is always 1."
    ),
    section="03_softmax#overflow",
)
def small_number_in_the_sum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return weights / (weights.sum(axis=axis, keepdims=True) + 1e-6)


@CATALOGUE.mistake(
    "S20",
    replaces=softmax,
    killed_by="softmax--integers softmax--float",
    message=(
        "You fill an array that takes its type from the input. When the scores are whole numbers "
        "it cuts every weight down to 0 or 1."
    ),
    section="03_softmax#softmax",
)
def result_of_the_inputs_type(x, axis=-1):
    weights = np.zeros_like(x)
    shifted = np.exp(x - x.max(axis=axis, keepdims=True))
    weights[...] = shifted / shifted.sum(axis=axis, keepdims=True)
    return weights


@CATALOGUE.mistake(
    "S21",
    replaces=softmax,
    killed_by="softmax--formula softmax--axis",
    message=(
        "Your loop goes over the first axis and takes each item for a row. Scores can have three "
        "axes or more, or only one."
    ),
    section="03_softmax#axis",
)
def loop_over_the_first_axis(x, axis=-1):
    rows = []
    for row in np.asarray(x, dtype=float):
        weights = np.exp(row - row.max())
        rows.append(weights / weights.sum())
    return np.array(rows)


@CATALOGUE.mistake(
    "S22",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message="You give the largest score everything. A softmax leaves the others a share.",
    section="03_softmax#softmax",
)
def winner_takes_all(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = (x == x.max(axis=axis, keepdims=True)).astype(float)
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S23",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message="Your weights are powers of another base than e, so they are too flat or too sharp.",
    section="03_softmax#softmax",
)
def powers_of_two(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = 2.0 ** (x - x.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S24",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "You squash each score on its own. The weights of a row share one budget: when one "
        "grows, the others shrink."
    ),
    section="03_softmax#softmax",
)
def sigmoid(x, axis=-1):
    return 1 / (1 + np.exp(-np.asarray(x, dtype=float)))


@CATALOGUE.mistake(
    "S25",
    replaces=softmax,
    killed_by="softmax--large-values",
    message=(
        "You shift by the smallest score, so the largest is as far from zero as the row is wide, "
        "and its exponential can still overflow."
    ),
    section="03_softmax#overflow",
)
def shift_by_the_minimum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.min(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S26",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "You turn the scores round before the exponential: your largest weight belongs to the "
        "smallest score."
    ),
    section="03_softmax#overflow",
)
def subtract_the_scores_from_the_maximum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x.max(axis=axis, keepdims=True) - x)
    return weights / weights.sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S27",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "You shift the scores above the fraction line only. The same shift has to stand in every "
        "term, or it does not cancel."
    ),
    section="03_softmax#overflow",
)
def shift_above_the_line_only(x, axis=-1):
    x = np.asarray(x, dtype=float)
    shifted = x - x.max(axis=axis, keepdims=True)
    return np.exp(shifted) / np.exp(x).sum(axis=axis, keepdims=True)


@CATALOGUE.mistake(
    "S28",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=("You stop at the exponentials. They are positive, but they do not sum to 1 yet."),
    section="03_softmax#softmax",
)
def exponentials_only(x, axis=-1):
    x = np.asarray(x, dtype=float)
    return np.exp(x - x.max(axis=axis, keepdims=True))


@CATALOGUE.mistake(
    "S29",
    replaces=softmax,
    killed_by="softmax--shape softmax--formula",
    message=("You return a plain list. The weights are an array, in the shape of the scores."),
    section="03_softmax#softmax",
)
def list_of_weights(x, axis=-1):
    x = np.asarray(x, dtype=float)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return (weights / weights.sum(axis=axis, keepdims=True)).tolist()


@CATALOGUE.mistake(
    "S30",
    replaces=softmax,
    killed_by="softmax--worked-example softmax--formula",
    message=(
        "You go over the scores twice: your weights have been through a softmax already when "
        "they come to the last one, which makes them almost equal."
    ),
    section="03_softmax#softmax",
)
def softmax_of_softmax(x, axis=-1):
    x = np.asarray(x, dtype=float)
    for _ in range(2):
        x = np.exp(x - x.max(axis=axis, keepdims=True))
        x = x / x.sum(axis=axis, keepdims=True)
    return x
