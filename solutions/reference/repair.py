"""An attention block in someone else's style, repaired (exercise of chapter 7)."""

import numpy as np


def decoder_attention(hidden, w_qkv, w_out, n_heads):
    """Causal multi-head self-attention with one packed projection.

    Parameters
    ----------
    hidden : numpy.ndarray of float, shape (B, T, D)
        A batch of B sequences of T tokens.
    w_qkv : numpy.ndarray of float, shape (D, 3 D)
        The projections of queries, keys and values, side by side in this order.
    w_out : numpy.ndarray of float, shape (D, D)
        The output projection.
    n_heads : int
        The number of heads H. It divides D; head h owns columns h * (D / H) and following.

    Returns
    -------
    context : numpy.ndarray of float, shape (B, T, D)
        The mixed heads.
    attn : numpy.ndarray of float, shape (B, H, T, T)
        ``attn[b, h, i, j]`` is the weight that query i gives to key j; zero for every j > i.
    """
    bsz, seqlen, width = hidden.shape
    hd = width // n_heads
    q, k, v = np.split(hidden @ w_qkv, 3, axis=-1)  # each (B, T, D)
    q = q.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)  # (B, H, T, hd)
    k = k.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)  # (B, H, T, hd)
    v = v.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)  # (B, H, T, hd)

    k_t = k.swapaxes(2, 3)  # (B, H, hd, T)
    logits = q @ k_t / np.sqrt(hd)  # (B, H, T, T)
    past = np.tri(seqlen, dtype=bool)  # (T, T)
    logits = np.where(past, logits, -np.inf)

    logits = logits - logits.max(axis=-1, keepdims=True)
    attn = np.exp(logits)
    attn = attn / attn.sum(axis=-1, keepdims=True)  # (B, H, T, T)

    context = (attn @ v).swapaxes(1, 2).reshape(bsz, seqlen, width)  # (B, T, D)
    return context @ w_out, attn
