"""Functions that are wrong in two places: parts to put together, each with its wrong versions."""

from itertools import combinations

import numpy as np


def _softmax(scores, axis=-1):
    with np.errstate(all="ignore"):
        weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return weights / weights.sum(axis=axis, keepdims=True)


def _fill(number):
    def weigh(scores, mask):
        return _softmax(scores if mask is None else np.where(mask, scores, number))

    return weigh


def _weigh(scores, mask):
    weights = _softmax(scores if mask is None else np.where(mask, scores, -np.inf))
    return np.nan_to_num(weights)


def _unshifted(scores, mask):
    weights = np.exp(scores) * (True if mask is None else mask)
    return weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300)


BLOCK = {
    "split": {
        "right": lambda x, h: x.reshape(len(x), h, -1).swapaxes(0, 1),
        "memory order": lambda x, h: x.reshape(h, len(x), -1),
        "interleaved": lambda x, h: x.reshape(len(x), -1, h).transpose(2, 0, 1),
        "reversed": lambda x, h: x.reshape(len(x), h, -1).swapaxes(0, 1)[::-1],
    },
    "score": {
        "right": lambda q, k, d: q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]),
        "model's root": lambda q, k, d: q @ k.swapaxes(1, 2) / np.sqrt(d),
        "no scale": lambda q, k, d: q @ k.swapaxes(1, 2),
        "no root": lambda q, k, d: q @ k.swapaxes(1, 2) / q.shape[-1],
        "transposed": lambda q, k, d: k @ q.swapaxes(1, 2) / np.sqrt(q.shape[-1]),
    },
    "weigh": {
        "right": _weigh,
        "over heads": lambda s, m: _softmax(s if m is None else np.where(m, s, -np.inf), 0),
        "no mask": lambda s, m: _softmax(s),
        "inverted": lambda s, m: _weigh(s, None if m is None else ~m),
        "a hundred": _fill(-1e2),
        "NaN rows": _fill(-np.inf),
        "late": lambda s, m: _softmax(s) * (True if m is None else m),
        "unshifted": _unshifted,
    },
    "merge": {
        "right": lambda heads, w: heads.swapaxes(0, 1).reshape(heads.shape[1], -1) @ w,
        "memory order": lambda heads, w: heads.reshape(heads.shape[1], -1) @ w,
        "no projection": lambda heads, w: heads.swapaxes(0, 1).reshape(heads.shape[1], -1),
        "transposed": lambda heads, w: heads.swapaxes(0, 1).reshape(heads.shape[1], -1) @ w.T,
    },
}


def block(split="right", score="right", weigh="right", merge="right"):
    """Return multi-head attention for one sequence, made of these parts."""
    split, score = BLOCK["split"][split], BLOCK["score"][score]
    weigh, merge = BLOCK["weigh"][weigh], BLOCK["merge"][merge]

    def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
        X = np.asarray(X, dtype=float)
        if X.shape[1] % num_heads:
            raise ValueError("heads do not divide")
        q, k, v = (split(X @ W, num_heads) for W in (W_q, W_k, W_v))
        with np.errstate(all="ignore"):
            weights = weigh(score(q, k, X.shape[1]), mask)
            return merge(weights @ v, W_o), weights

    return multi_head_attention


def pairs():
    """Return all ways to be wrong in two parts, each as two choices of ``(part, version)``."""
    wrong = [(part, name) for part in BLOCK for name in BLOCK[part] if name != "right"]
    return [(one, other) for one, other in combinations(wrong, 2) if one[0] != other[0]]
