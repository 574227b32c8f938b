"""Other right ways to write one head, and to measure the spread of its scores (chapter 4)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.single_head import score_std, single_head
from solutions.reference.softmax import softmax

CATALOGUE = Catalogue()


@CATALOGUE.alternative("K91", replaces=single_head)
def scale_queries_first(q, k, v):
    q = np.asarray(q, dtype=float) * q.shape[-1] ** -0.5
    weights = softmax(np.matmul(q, np.swapaxes(k, -2, -1)))
    return np.matmul(weights, v), weights


@CATALOGUE.alternative("K92", replaces=single_head)
def einsum(q, k, v):
    scores = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(q.shape[-1])
    weights = softmax(scores)
    return np.einsum("...ij,...jd->...id", weights, v), weights


@CATALOGUE.alternative("K93", replaces=single_head)
def loop_over_queries(q, k, v):
    output = np.zeros((*q.shape[:-1], v.shape[-1]))
    weights = np.zeros((*q.shape[:-1], k.shape[-2]))
    for *leading, i in np.ndindex(q.shape[:-1]):
        at = tuple(leading)
        row = softmax(k[at] @ q[at][i] / np.sqrt(q.shape[-1]))
        weights[(*at, i)] = row
        output[(*at, i)] = row @ v[at]
    return output, weights


@CATALOGUE.alternative("K94", replaces=single_head)
def log_sum_exp(q, k, v):
    scores = q @ np.moveaxis(k, -1, -2) / np.sqrt(q.shape[-1])
    largest = scores.max(axis=-1, keepdims=True)
    log_total = largest + np.log(np.exp(scores - largest).sum(axis=-1, keepdims=True))
    weights = np.exp(scores - log_total)
    return weights @ v, weights


@CATALOGUE.alternative("K95", replaces=single_head)
def broadcast_and_sum(q, k, v):
    products = q[..., :, None, :] * k[..., None, :, :]
    weights = softmax(products.sum(axis=-1) / np.sqrt(k.shape[-1]))
    return (weights[..., None] * v[..., None, :, :]).sum(axis=-2), weights


@CATALOGUE.alternative("K96", replaces=single_head)
def matrix_transpose(q, k, v):
    weights = softmax(q @ k.mT / k.shape[-1] ** 0.5, axis=-1)
    output = weights @ v
    return output, weights


@CATALOGUE.alternative("E91", replaces=score_std)
def loop_over_pairs(d, n_samples, rng):
    scores = [rng.standard_normal(d) @ rng.standard_normal(d) for _ in range(n_samples)]
    return np.std(scores)


@CATALOGUE.alternative("E92", replaces=score_std)
def one_draw_for_both(d, n_samples, rng):
    q, k = rng.normal(size=(2, n_samples, d))
    return np.einsum("sd,sd->s", q, k).std()


@CATALOGUE.alternative("E93", replaces=score_std)
def root_of_variance(d, n_samples, rng):
    k = rng.standard_normal((n_samples, d))
    q = rng.standard_normal((n_samples, d))
    scores = (q * k).sum(axis=1)
    return float(np.sqrt((scores**2).mean() - scores.mean() ** 2))


@CATALOGUE.alternative("E94", replaces=score_std)
def unbiased(d, n_samples, rng):
    q, k = rng.standard_normal((n_samples, d)), rng.standard_normal((n_samples, d))
    return np.std((q[:, None, :] @ k[:, :, None]).ravel(), ddof=1)
