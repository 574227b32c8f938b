"""Other right ways to write a softmax with a mask (chapter 5)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.softmax import masked_softmax

CATALOGUE = Catalogue()


@CATALOGUE.alternative("M48", replaces=masked_softmax)
def nan_to_zero_at_the_end(scores, mask=None):
    scores = np.array(scores, dtype=float)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.nan_to_num(weights / weights.sum(axis=-1, keepdims=True))


@CATALOGUE.alternative("M91", replaces=masked_softmax)
def guarded_division(scores, mask=None):
    scores = np.asarray(scores, dtype=float)
    mask = np.broadcast_to(True if mask is None else mask, scores.shape)
    largest = np.max(scores, axis=-1, keepdims=True, where=mask, initial=-np.finfo(float).max)
    weights = np.zeros(scores.shape)
    np.exp(scores - largest, out=weights, where=mask)
    total = weights.sum(axis=-1, keepdims=True)
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)


@CATALOGUE.alternative("M92", replaces=masked_softmax)
def log_sum_exp(scores, mask=None):
    scores = np.asarray(scores, dtype=float)
    keep = np.ones(scores.shape, dtype=bool) if mask is None else mask & (scores == scores)
    scores = np.where(keep, scores, -np.inf)
    blocked = ~keep.any(axis=-1, keepdims=True)
    largest = np.where(blocked, 0.0, scores.max(axis=-1, keepdims=True))
    total = np.exp(scores - largest).sum(axis=-1, keepdims=True)
    return np.exp(scores - largest - np.log(np.where(blocked, 1.0, total)))


@CATALOGUE.alternative("M93", replaces=masked_softmax)
def loop_over_rows(scores, mask=None):
    weights = np.zeros(np.shape(scores))
    keep = np.broadcast_to(True if mask is None else mask, weights.shape)
    for row in np.ndindex(weights.shape[:-1]):
        kept = np.flatnonzero(keep[row])
        if kept.size:
            exps = np.exp(scores[row][kept] - scores[row][kept].max())
            weights[row][kept] = exps / exps.sum()
    return weights


@CATALOGUE.alternative("M94", replaces=masked_softmax)
def minus_infinity_added(scores, mask=None):
    if mask is None:
        mask = np.array(True)
    scores = scores + np.where(mask, 0.0, -np.inf)
    scores = scores - np.maximum(scores.max(axis=-1, keepdims=True), -1e300)
    weights = np.exp(scores)
    total = weights.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    return weights / total


@CATALOGUE.alternative("M95", replaces=masked_softmax)
def empty_rows_opened_and_closed(scores, mask=None):
    scores = 1.0 * scores
    if mask is None:
        mask = np.ones_like(scores, dtype=bool)
    some = np.any(mask, axis=-1, keepdims=True) if np.ndim(mask) else np.asarray(mask)
    scores = np.where(mask | ~some, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.where(some, weights / weights.sum(axis=-1, keepdims=True), 0.0)
