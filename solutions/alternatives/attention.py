"""Other right ways to write attention with a mask (chapter 5)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.attention import attention
from solutions.reference.softmax import masked_softmax

CATALOGUE = Catalogue()


@CATALOGUE.alternative("N48", replaces=attention)
def nan_to_zero_at_the_end(q, k, v, mask=None):
    scores = np.asarray(q, dtype=float) @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.nan_to_num(weights / weights.sum(axis=-1, keepdims=True))
    return weights @ v, weights


@CATALOGUE.alternative("N92", replaces=attention)
def scale_queries_first(q, k, v, mask=None):
    q = q * q.shape[-1] ** -0.5
    weights = masked_softmax(np.matmul(q, np.moveaxis(k, -1, -2)), mask)
    return np.matmul(weights, v), weights


@CATALOGUE.alternative("N93", replaces=attention)
def einsum(q, k, v, mask=None):
    scores = np.einsum("...id,...jd->...ij", q, k) / np.sqrt(k.shape[-1])
    weights = masked_softmax(scores, mask=mask)
    return np.einsum("...ij,...jd->...id", weights, v), weights


@CATALOGUE.alternative("N94", replaces=attention)
def kept_keys_only(q, k, v, mask=None):
    weights = np.zeros((*q.shape[:-1], k.shape[-2]))
    output = np.zeros((*q.shape[:-1], v.shape[-1]))
    keep = np.broadcast_to(True if mask is None else mask, weights.shape)
    for *leading, i in np.ndindex(q.shape[:-1]):
        at = tuple(leading)
        kept = np.flatnonzero(keep[(*at, i)])
        if kept.size == 0:
            continue
        scores = k[at][kept] @ q[at][i] / np.sqrt(q.shape[-1])
        exps = np.exp(scores - scores.max())
        weights[(*at, i, kept)] = exps / exps.sum()
        output[(*at, i)] = weights[(*at, i, kept)] @ v[at][kept]
    return output, weights


@CATALOGUE.alternative("N95", replaces=attention)
def log_sum_exp(q, k, v, mask=None):
    scores = q @ np.swapaxes(k, -2, -1) / q.shape[-1] ** 0.5
    keep = np.ones(scores.shape, dtype=bool) & (True if mask is None else mask)
    scores = np.where(keep, scores, -np.inf)
    largest = np.where(keep.any(axis=-1, keepdims=True), scores.max(axis=-1, keepdims=True), 0.0)
    exps = np.exp(scores - largest)
    log_total = np.log(np.maximum(exps.sum(axis=-1, keepdims=True), 1e-300))
    weights = np.exp(scores - largest - log_total)
    return weights @ v, weights
