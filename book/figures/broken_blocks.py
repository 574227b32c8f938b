"""Chapters 5 and 6: blocks with one wrong line each, seen through their influence matrices."""

from collections.abc import Callable

import numpy as np

from figures.example import w_k, w_o, w_q, w_v, x
from figures.influence import influence_figure, influence_matrix
from figures.svg import Picture
from solutions.reference.masks import causal_mask
from solutions.reference.softmax import masked_softmax, softmax


def right_split(features: np.ndarray, n_heads: int) -> np.ndarray:
    """Reshape to (T, H, d_head), then bring the heads to the front: (H, T, d_head)."""
    return features.reshape(len(features), n_heads, -1).transpose(1, 0, 2)


def split_without_transpose(features: np.ndarray, n_heads: int) -> np.ndarray:
    """Cut the tape into heads: (H, T, d_head) in shape only."""
    return features.reshape(n_heads, len(features), -1)


def interleaved_split(features: np.ndarray, n_heads: int) -> np.ndarray:
    """Give head h every H-th column: (H, T, d_head)."""
    return features.reshape(len(features), -1, n_heads).transpose(2, 0, 1)


def right_merge(heads: np.ndarray) -> np.ndarray:
    """Bring the tokens to the front again: (H, T, d_head) -> (T, D)."""
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def merge_without_transpose(heads: np.ndarray) -> np.ndarray:
    """Cut the tape into tokens: (T, D) in shape only."""
    return heads.reshape(heads.shape[1], -1)


def mask_after_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Set blocked weights to 0 when the denominator has already seen them."""
    return softmax(scores) * mask


def inverted_mask(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Read the mask as if True blocked."""
    return masked_softmax(scores, ~mask)


def block(
    x: np.ndarray,
    split: Callable = right_split,
    merge: Callable = right_merge,
    weigh: Callable = masked_softmax,
    n_heads: int = 2,
) -> np.ndarray:
    """Run the causal block with its pieces exchangeable: (T, D) -> (T, D)."""
    q, k, v = (split(x @ w, n_heads) for w in (w_q, w_k, w_v))  # (H, T, d_head)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])  # (H, T, T)
    return merge(weigh(scores, causal_mask(len(x))) @ v) @ w_o  # (T, D)


BROKEN = {
    "right": {},
    "split without transpose": {"split": split_without_transpose},
    "merge without transpose": {"merge": merge_without_transpose},
    "both without transpose": {
        "split": split_without_transpose,
        "merge": merge_without_transpose,
    },
    "interleaved split": {"split": interleaved_split},
    "mask after softmax": {"weigh": mask_after_softmax},
    "inverted mask": {"weigh": inverted_mask},
}


def broken_influence(name: str) -> np.ndarray:
    """Return the influence matrix, (T, T), of a block of `BROKEN` on the running example."""
    return influence_matrix(lambda tokens: block(tokens, **BROKEN[name]), x)


def broken_blocks_figure(*names: str) -> Picture:
    """Show the influence matrices of the named blocks, or of all of them."""
    return influence_figure({name: broken_influence(name) for name in names or BROKEN})
