"""Wrong versions of one head without a mask (chapter 4)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.single_head import single_head
from solutions.reference.softmax import softmax

CATALOGUE = Catalogue()


def _products(q, k):
    """Return the dot product of every query with every key, not scaled."""
    return np.asarray(q, dtype=float) @ np.swapaxes(np.asarray(k, dtype=float), -1, -2)


def _scores(q, k):
    """Return the right scores."""
    return _products(q, k) / np.sqrt(q.shape[-1])


@CATALOGUE.mistake(
    "K01",
    replaces=single_head,
    killed_by="single_head--numbers single_head--log-ratios",
    message=(
        "Queries and keys have changed places: row i of your scores belongs to key i. Ask which "
        "of the two does the looking, and gets a row of its own."
    ),
    section="04_single_head#one-head",
)
def scores_transposed(q, k, v):
    weights = softmax(_scores(k, q))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K05",
    replaces=single_head,
    killed_by="single_head--rows-sum-to-one",
    message=(
        "Your softmax runs over the queries: each key hands out a total of one. It is each query "
        "that has one unit of attention to share."
    ),
    section="03_softmax#axis",
)
def softmax_over_queries(q, k, v):
    weights = softmax(_scores(q, k), axis=-2)
    return weights @ v, weights


@CATALOGUE.mistake(
    "K06",
    replaces=single_head,
    killed_by="single_head--numbers",
    message=(
        "Your weights are right, but the average of the values uses them the wrong way round: "
        "output i is built from column i instead of row i."
    ),
    section="04_single_head#one-head",
)
def weights_transposed_in_average(q, k, v):
    weights = softmax(_scores(q, k))
    return np.swapaxes(weights, -1, -2) @ v, weights


@CATALOGUE.mistake(
    "K07",
    replaces=single_head,
    killed_by="single_head--shape-and-type single_head--numbers",
    message=(
        "You multiply queries and keys entry by entry, so query i only ever meets key i, and the "
        "products are never summed. Every query has to meet every key."
    ),
    section="03_softmax#similarity",
)
def elementwise_scores(q, k, v):
    weights = softmax(q * k / np.sqrt(q.shape[-1]))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K08",
    replaces=single_head,
    killed_by="single_head--shape-and-type",
    message="You return the output alone. The caller also wants to see who looked at whom.",
    section="04_single_head#one-head",
)
def output_only(q, k, v):
    return softmax(_scores(q, k)) @ v


@CATALOGUE.mistake(
    "K09",
    replaces=single_head,
    killed_by="single_head--numbers single_head--uniform",
    message=(
        "Your softmax comes last, after the values have been mixed in. Look at the parentheses of "
        "the equation: what does it turn into weights?"
    ),
    section="04_single_head#one-head",
)
def softmax_after_values(q, k, v):
    scores = _scores(q, k)
    return softmax(scores @ v), softmax(scores)


@CATALOGUE.mistake(
    "K10",
    replaces=single_head,
    killed_by="single_head--shape-and-type",
    message="You answer the first query and leave out the others. Each query gets a row.",
    section="04_single_head#one-head",
)
def first_query_only(q, k, v):
    weights = softmax(_scores(q[..., :1, :], k))[..., 0, :]
    return (weights[..., None, :] @ v)[..., 0, :], weights


@CATALOGUE.mistake(
    "K12",
    replaces=single_head,
    killed_by="single_head--rows-sum-to-one single_head--worked-example",
    message="The second array that you return holds scores: its rows don't sum to one.",
    section="04_single_head#one-head",
)
def scores_as_weights(q, k, v):
    scores = _scores(q, k)
    return softmax(scores) @ v, scores


@CATALOGUE.mistake(
    "K13",
    replaces=single_head,
    killed_by="single_head--shape-and-type",
    message="Both arrays are there, but in the opposite order: read the first line of Returns.",
    section="04_single_head#one-head",
)
def weights_before_output(q, k, v):
    weights = softmax(_scores(q, k))
    return weights, weights @ v


@CATALOGUE.mistake(
    "K14",
    replaces=single_head,
    killed_by="single_head--leading-axes",
    message=(
        "Right for one matrix, wrong for a stack of them: `.T` turns round all the axes, the "
        "batch and the heads too. Only two of them should change places."
    ),
    section="04_single_head#one-head",
)
def all_axes_transposed(q, k, v):
    weights = softmax(np.asarray(q, dtype=float) @ k.T / np.sqrt(q.shape[-1]))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K16",
    replaces=single_head,
    killed_by="single_head--integers",
    message=(
        "With whole numbers as input, your output is cut to whole numbers: the array that you "
        "fill takes its type from an input."
    ),
    section="04_single_head#one-head",
)
def integer_accumulator(q, k, v):
    weights = softmax(_scores(q, k))
    output = np.zeros((*q.shape[:-1], v.shape[-1]), dtype=v.dtype)
    output[...] = weights @ v
    return output, weights


@CATALOGUE.mistake(
    "K19",
    replaces=single_head,
    killed_by="single_head--uniform single_head--numbers",
    message=(
        "Your output averages the keys. A key is what a query compares itself with; something "
        "else is what it takes away."
    ),
    section="04_single_head#one-head",
)
def average_of_keys(q, k, v):
    weights = softmax(_scores(q, k))
    return weights @ k, weights


@CATALOGUE.mistake(
    "K20",
    replaces=single_head,
    killed_by="single_head--log-ratios single_head--worked-example",
    message="You take the softmax twice. The second time flattens weights that were already right.",
    section="03_softmax#softmax",
)
def softmax_twice(q, k, v):
    weights = softmax(softmax(_scores(q, k)))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K21",
    replaces=single_head,
    killed_by="single_head--large-values",
    message=(
        "Right for small scores, NaN for large ones: `exp` of a large score doesn't fit into a "
        "float. What may be subtracted from a row of scores without a change of its weights?"
    ),
    section="03_softmax#overflow",
)
def exp_without_shift(q, k, v):
    weights = np.exp(_scores(q, k))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ v, weights


@CATALOGUE.mistake(
    "K22",
    replaces=single_head,
    killed_by="single_head--large-values",
    message=(
        "You clip large scores. Nothing overflows, but keys whose scores pass the limit become "
        "equals: finite numbers, and the wrong ones."
    ),
    section="03_softmax#overflow",
)
def scores_clipped(q, k, v):
    weights = softmax(np.clip(_scores(q, k), -500, 500))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K23",
    replaces=single_head,
    killed_by="single_head--numbers single_head--log-ratios",
    message=(
        "Your keys have the right shape after the reshape, but a reshape moves no number: the "
        "columns mix the features of different keys."
    ),
    section="04_single_head#one-head",
)
def keys_reshaped(q, k, v):
    turned = np.asarray(k, dtype=float).reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    weights = softmax(np.asarray(q, dtype=float) @ turned / np.sqrt(q.shape[-1]))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K24",
    replaces=single_head,
    killed_by="single_head--numbers",
    message=(
        "You block the keys that come after the query. This head has no mask: each query sees "
        "every key."
    ),
    section="04_single_head#one-head",
)
def uninvited_causal_mask(q, k, v):
    scores = _scores(q, k)
    future = np.triu(np.ones(scores.shape[-2:], dtype=bool), k=1)
    weights = softmax(np.where(future, -1e9, scores))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K25",
    replaces=single_head,
    killed_by="single_head--shape-and-type",
    message=(
        "You compute in half of the digits: your arrays are float32. Leave the type of the inputs "
        "as wide as it comes."
    ),
    section="04_single_head#one-head",
)
def single_precision(q, k, v):
    q, k, v = (np.asarray(a, dtype=np.float32) for a in (q, k, v))
    weights = np.exp(q @ np.swapaxes(k, -1, -2) / np.float32(np.sqrt(q.shape[-1])))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ v, weights


@CATALOGUE.mistake(
    "K26",
    replaces=single_head,
    killed_by="single_head--rows-sum-to-one",
    message=(
        "All your weights together sum to one. Each query has a unit of attention of its own, "
        "whatever the other queries do."
    ),
    section="03_softmax#axis",
)
def softmax_over_everything(q, k, v):
    scores = _scores(q, k)
    weights = softmax(scores.ravel()).reshape(scores.shape)
    return weights @ v, weights
