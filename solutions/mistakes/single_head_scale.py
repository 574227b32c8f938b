"""Wrong ways to scale the scores of one head (chapter 4)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.single_head import _products
from solutions.reference.single_head import single_head
from solutions.reference.softmax import softmax

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "K02",
    replaces=single_head,
    killed_by="single_head--log-ratios single_head--worked-example",
    message=(
        "Your scores are plain dot products. The longer the vectors, the wider they spread, and "
        "the softmax turns into a choice of one key. One step of the equation is missing."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def no_scale(q, k, v):
    weights = softmax(_products(q, k))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K03",
    replaces=single_head,
    killed_by="single_head--log-ratios single_head--worked-example",
    message=(
        "You shrink the scores too much: you divide by the length of the vectors. Their dot "
        "products spread more slowly than that, so long vectors would end up with equal weights."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def scale_by_d_head(q, k, v):
    weights = softmax(_products(q, k) / q.shape[-1])
    return weights @ v, weights


@CATALOGUE.mistake(
    "K04",
    replaces=single_head,
    killed_by="single_head--log-ratios single_head--worked-example",
    message=(
        "You scale by how many keys there are. The spread of one dot product comes from how many "
        "terms it adds up, and the number of keys isn't that."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def scale_by_number_of_keys(q, k, v):
    weights = softmax(_products(q, k) / np.sqrt(k.shape[-2]))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K11",
    replaces=single_head,
    killed_by="single_head--log-ratios single_head--worked-example",
    message=(
        "You scale by the length of the values. The scores are made of queries and keys alone; "
        "the values may have another length."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def scale_by_length_of_values(q, k, v):
    weights = softmax(_products(q, k) / np.sqrt(v.shape[-1]))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K15",
    replaces=single_head,
    killed_by="single_head--inputs-unchanged",
    message=(
        "You scale the caller's queries where they lie. Your numbers are right once; the caller's "
        "array is changed for good."
    ),
    section="04_single_head#one-head",
)
def queries_scaled_in_place(q, k, v):
    if q.dtype != float:
        q = q.astype(float)
    q /= np.sqrt(q.shape[-1])
    weights = softmax(_products(q, k))
    return weights @ v, weights


@CATALOGUE.mistake(
    "K17",
    replaces=single_head,
    killed_by="single_head--rows-sum-to-one single_head--uniform",
    message=(
        "You scale after the softmax. That makes every weight smaller, and a row no longer sums "
        "to one; the spread of the scores is what needed taming."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def scale_after_softmax(q, k, v):
    weights = softmax(_products(q, k)) / np.sqrt(q.shape[-1])
    return weights @ v, weights


@CATALOGUE.mistake(
    "K18",
    replaces=single_head,
    killed_by="single_head--log-ratios single_head--worked-example",
    message=(
        "Your scale works in the wrong direction: it spreads the scores further, and the largest "
        "one takes almost everything."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def scale_the_wrong_way(q, k, v):
    weights = softmax(_products(q, k) * np.sqrt(q.shape[-1]))
    return weights @ v, weights
