"""Slow and plain: the book's equations as loops over their indices, in extended precision."""

import numpy as np


def split(x, n_heads):
    """split[b, h, t, j] = x[b, t, h * d_head + j]."""
    n_batch, n_tokens, n_features = x.shape
    d_head = n_features // n_heads
    heads = np.empty((n_batch, n_heads, n_tokens, d_head))
    for b, h, t, j in np.ndindex(heads.shape):
        heads[b, h, t, j] = x[b, t, h * d_head + j]
    return heads


def softmax_row(scores, keep):
    """Weights of the kept scores; zeros if none is kept."""
    scores = np.asarray(scores, dtype=np.longdouble)
    kept = [score for score, k in zip(scores, keep, strict=True) if k]
    if not kept:
        return np.zeros(len(scores), dtype=np.longdouble)
    largest = max(kept)
    exps = np.array(
        [np.exp(s - largest) if k else np.longdouble(0) for s, k in zip(scores, keep, strict=True)]
    )
    return exps / exps.sum()


def attention(q, k, v, keep=True):
    """Scaled dot-product attention of 2-D arrays, one query at a time."""
    q, k, v = (np.asarray(a, dtype=np.longdouble) for a in (q, k, v))
    keep = np.broadcast_to(keep, (len(q), len(k)))
    scale = np.sqrt(np.longdouble(q.shape[1]))
    weights = np.empty((len(q), len(k)), dtype=np.longdouble)
    for i, query in enumerate(q):
        weights[i] = softmax_row([(query * key).sum() / scale for key in k], keep[i])
    output = np.array(
        [sum(weights[i, j] * v[j] for j in range(len(k))) for i in range(len(q))],
        dtype=np.longdouble,
    )
    return output, weights


def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads, keep=True):
    """The whole block for one sequence, head by head, on slices of columns."""
    x, w_q, w_k, w_v, w_o = (np.asarray(a, dtype=np.longdouble) for a in (x, w_q, w_k, w_v, w_o))
    d_head = x.shape[1] // n_heads
    q, k, v = (np.einsum("tc,cd->td", x, w) for w in (w_q, w_k, w_v))
    columns = [slice(h * d_head, (h + 1) * d_head) for h in range(n_heads)]
    pairs = [attention(q[:, c], k[:, c], v[:, c], keep) for c in columns]
    concat = np.concatenate([output for output, _ in pairs], axis=1)
    return np.einsum("tc,cd->td", concat, w_o), np.array([weights for _, weights in pairs])
