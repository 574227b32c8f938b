"""Right answers to chapter 6, written another way."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.attention import attention
from solutions.reference.one_sequence import head_contribution, multi_head_attention
from solutions.reference.softmax import masked_softmax

CATALOGUE = Catalogue()


@CATALOGUE.alternative("one_sequence:loop-over-heads", replaces=multi_head_attention)
def attend_head_by_head(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    d_head = X.shape[1] // num_heads
    heads, weights = [], []
    for h in range(num_heads):
        columns = slice(h * d_head, (h + 1) * d_head)
        head, w = attention(Q[:, columns], K[:, columns], V[:, columns], mask)
        heads.append(head)
        weights.append(w)
    return np.concatenate(heads, axis=1) @ W_o, np.stack(weights)


@CATALOGUE.alternative("one_sequence:split-and-stack", replaces=multi_head_attention)
def attend_with_split_and_stack(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    q, k, v = (np.stack(np.split(X @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v))
    heads, weights = attention(q, k, v, mask)
    return np.hstack(heads) @ W_o, weights


@CATALOGUE.alternative("one_sequence:einsum", replaces=multi_head_attention)
def attend_with_einsum(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    d_model = X.shape[1]
    d_head = d_model // num_heads
    q, k, v = (
        np.einsum("nm,mhd->hnd", X, W.reshape(d_model, num_heads, d_head)) for W in (W_q, W_k, W_v)
    )
    weights = masked_softmax(np.einsum("hid,hjd->hij", q, k) / np.sqrt(d_head), mask)
    W_o = W_o.reshape(num_heads, d_head, d_model)
    return np.einsum("hij,hjd,hdm->im", weights, v, W_o, optimize=True), weights


@CATALOGUE.alternative("one_sequence:scale-the-queries", replaces=multi_head_attention)
def attend_with_scaled_queries(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    n, d_model = X.shape
    d_head = d_model // num_heads
    Q = X @ W_q * d_head**-0.5
    q, k, v = (F.reshape(n, num_heads, -1).swapaxes(0, 1) for F in (Q, X @ W_k, X @ W_v))
    weights = masked_softmax(q @ k.swapaxes(1, 2), mask)
    return (weights @ v).swapaxes(0, 1).reshape(n, -1) @ W_o, weights


@CATALOGUE.alternative("one_sequence:logsumexp", replaces=multi_head_attention)
def attend_with_logsumexp(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    n, d_model = X.shape
    q, k, v = ((X @ W).reshape(n, num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v))
    scores = np.einsum("hic,hjc->hij", q, k) / np.sqrt(d_model / num_heads)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    top[top == -np.inf] = 0
    total = np.log(np.exp(scores - top).sum(axis=-1, keepdims=True))
    weights = np.exp(scores - top - np.where(np.isfinite(total), total, 0))
    return (weights @ v).transpose(1, 0, 2).reshape(n, d_model) @ W_o, weights


@CATALOGUE.alternative("one_sequence:guarded-denominator", replaces=multi_head_attention)
def attend_with_guarded_denominator(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    n, d_model = X.shape
    d_head = d_model // num_heads
    keep = np.ones((n, n), dtype=bool) if mask is None else np.broadcast_to(mask, (n, n))
    output, weights = np.zeros((n, d_model)), np.zeros((num_heads, n, n))
    for h in range(num_heads):
        own = slice(h * d_head, (h + 1) * d_head)
        q, k, v = X @ W_q[:, own], X @ W_k[:, own], X @ W_v[:, own]
        scores = np.where(keep, q @ k.T / np.sqrt(d_head), -1e300)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True)) * keep
        weights[h] = powers / (powers.sum(axis=1, keepdims=True) + ~keep.any(axis=1)[:, None])
        output += weights[h] @ v @ W_o[own]
    return output, weights


@CATALOGUE.alternative("A48", replaces=multi_head_attention)
def attend_with_nan_to_num(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    n, d_model = X.shape
    q, k, v = ((X @ W).reshape(n, num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d_model // num_heads)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))
    return (weights @ v).transpose(1, 0, 2).reshape(n, d_model) @ W_o, weights


@CATALOGUE.alternative("one_sequence:sum-of-shares", replaces=multi_head_attention)
def attend_as_a_sum_of_shares(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    X = X.astype(float)
    cut = np.split(np.arange(X.shape[1]), num_heads)
    attended = [attention(X @ W_q[:, c], X @ W_k[:, c], X @ W_v[:, c], mask) for c in cut]
    output = sum(head @ W_o[c] for (head, _), c in zip(attended, cut, strict=True))
    return output, np.array([weights for _, weights in attended])


@CATALOGUE.alternative("one_sequence:token-by-token", replaces=multi_head_attention)
def attend_token_by_token(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    n, d_model = X.shape
    d = d_model // num_heads
    keep = np.broadcast_to(True if mask is None else mask, (n, n))
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    concat = np.zeros((n, d_model))
    weights = np.zeros((num_heads, n, n))
    for h in range(num_heads):
        for i in range(n):
            (seen,) = np.nonzero(keep[i])
            if len(seen) == 0:
                continue
            scores = K[seen, h * d : (h + 1) * d] @ Q[i, h * d : (h + 1) * d] / d**0.5
            powers = np.exp(scores - scores.max())
            weights[h, i, seen] = powers / powers.sum()
            concat[i, h * d : (h + 1) * d] = weights[h, i] @ V[:, h * d : (h + 1) * d]
    return concat @ W_o, weights


@CATALOGUE.alternative("one_sequence:packed-projection", replaces=multi_head_attention)
def attend_with_a_packed_projection(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    packed = X @ np.hstack([W_q, W_k, W_v])
    n, d_model = X.shape
    q, k, v = packed.reshape(n, 3, num_heads, -1).transpose(1, 2, 0, 3)
    heads, weights = attention(q, k, v, mask)
    return np.moveaxis(heads, 0, 1).reshape(n, d_model) @ W_o, weights


@CATALOGUE.alternative("one_sequence:mask-in-place-of-a-copy", replaces=multi_head_attention)
def attend_with_a_filled_copy(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    n = len(X)
    q, k, v = (
        (X @ W).astype(float).reshape(n, num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v)
    )
    scores = q @ k.transpose(0, 2, 1)
    scores /= np.sqrt(q.shape[-1])
    blocked = np.zeros((n, n), dtype=bool) if mask is None else ~np.broadcast_to(mask, (n, n))
    scores[:, blocked] = np.finfo(float).min
    scores -= scores.max(axis=2, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=2, keepdims=True)
    weights[:, blocked] = 0.0
    return np.concatenate(list(weights @ v), axis=-1) @ W_o, weights


@CATALOGUE.alternative("head_contribution:concat-of-zeros", replaces=head_contribution)
def contribute_through_zeros(X, W_q, W_k, W_v, W_o, num_heads, h):
    n, d_model = X.shape
    d_head = d_model // num_heads
    q, k, v = ((X @ W).reshape(n, num_heads, d_head)[:, h] for W in (W_q, W_k, W_v))
    concat = np.zeros((n, d_model))
    concat[:, h * d_head : (h + 1) * d_head] = attention(q, k, v)[0]
    return concat @ W_o


@CATALOGUE.alternative("head_contribution:other-rows-cleared", replaces=head_contribution)
def contribute_with_other_rows_cleared(X, W_q, W_k, W_v, W_o, num_heads, h):
    n, d_model = X.shape
    q, k, v = ((X @ W).reshape(n, num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v))
    heads, _ = attention(q, k, v)
    own = np.arange(d_model) // (d_model // num_heads) == h
    return heads.transpose(1, 0, 2).reshape(n, d_model) @ np.where(own[:, None], W_o, 0.0)


@CATALOGUE.alternative("head_contribution:einsum", replaces=head_contribution)
def contribute_with_einsum(X, W_q, W_k, W_v, W_o, num_heads, h):
    d_model = X.shape[1]
    W_q, W_k, W_v = (W.reshape(d_model, num_heads, -1)[:, h] for W in (W_q, W_k, W_v))
    scores = np.einsum("im,md,jn,nd->ij", X, W_q, X, W_k, optimize=True)
    scores = scores / np.sqrt(d_model // num_heads)
    powers = np.exp(scores - scores.max(axis=1)[:, None])
    weights = powers / powers.sum(axis=1)[:, None]
    W_o = W_o.reshape(num_heads, -1, d_model)[h]
    return np.einsum("ij,jm,md,dn->in", weights, X, W_v, W_o, optimize=True)


@CATALOGUE.alternative("head_contribution:circuits", replaces=head_contribution)
def contribute_through_circuits(X, W_q, W_k, W_v, W_o, num_heads, h):
    d_head = X.shape[1] // num_heads
    own = slice(h * d_head, h * d_head + d_head)
    asks = W_q[:, own] @ W_k[:, own].T
    gives = W_v[:, own] @ W_o[own]
    return masked_softmax(X @ asks @ X.T / np.sqrt(d_head)) @ X @ gives


@CATALOGUE.alternative("head_contribution:stacked-shares", replaces=head_contribution)
def contribute_from_all_shares(X, W_q, W_k, W_v, W_o, num_heads, h):
    q, k, v = (np.array(np.split(X @ W, num_heads, axis=1)) for W in (W_q, W_k, W_v))
    heads, _ = attention(q, k, v)
    shares = heads @ np.array(np.split(W_o, num_heads))
    return shares[h]
