"""Other ways to repair the unfamiliar block of chapter 7."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.repair import decoder_attention

CATALOGUE = Catalogue()


def _unpack(hidden, w_qkv, n_heads):
    """Give queries, keys and values (B, H, T, hd)."""
    bsz, seqlen, width = hidden.shape
    packed = (hidden @ w_qkv).reshape(bsz, seqlen, 3, n_heads, width // n_heads)
    return packed.transpose(2, 0, 3, 1, 4)


def _softmax(logits):
    attn = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return attn / attn.sum(axis=-1, keepdims=True)


def _merge(heads):
    bsz, n_heads, seqlen, hd = heads.shape
    return heads.transpose(0, 2, 1, 3).reshape(bsz, seqlen, n_heads * hd)


@CATALOGUE.alternative("repair:four-small-changes", replaces=decoder_attention)
def repair_line_by_line(hidden, w_qkv, w_out, n_heads):
    bsz, seqlen, width = hidden.shape
    hd = width // n_heads
    q, k, v = np.split(hidden @ w_qkv, 3, axis=-1)
    q = q.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)
    k = k.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)
    v = v.reshape(bsz, seqlen, n_heads, hd).swapaxes(1, 2)
    k_t = k.transpose(0, 1, 3, 2)
    logits = q @ k_t / np.sqrt(width / n_heads)
    past = np.tri(seqlen, dtype=bool)
    logits = np.where(past, logits, -1e12)
    logits = logits - logits.max(axis=3, keepdims=True)
    attn = np.exp(logits)
    attn = attn / attn.sum(axis=3, keepdims=True)
    context = (attn @ v).swapaxes(1, 2).reshape(bsz, seqlen, width)
    return context @ w_out, attn


@CATALOGUE.alternative("repair:minus-a-billion", replaces=decoder_attention)
def repair_with_minus_a_billion(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    logits = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    attn = _softmax(np.where(np.tri(q.shape[2], dtype=bool), logits, -1e9))
    return _merge(attn @ v) @ w_out, attn


@CATALOGUE.alternative("repair:smallest-float", replaces=decoder_attention)
def repair_with_the_smallest_float(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    future = np.triu(np.ones((q.shape[2], q.shape[2]), dtype=bool), k=1)
    logits = np.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
    logits[..., future] = np.finfo(float).min
    attn = _softmax(logits)
    return _merge(attn @ v) @ w_out, attn


@CATALOGUE.alternative("repair:added-mask", replaces=decoder_attention)
def repair_with_an_added_mask(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    future = np.triu(np.full((q.shape[2], q.shape[2]), -np.inf), k=1)
    attn = _softmax(q @ np.moveaxis(k, -1, -2) / np.sqrt(q.shape[-1]) + future)
    return _merge(attn @ v) @ w_out, attn


@CATALOGUE.alternative("repair:zero-after-the-exponential", replaces=decoder_attention)
def repair_after_the_exponential(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    past = np.tri(q.shape[2], dtype=bool)
    logits = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1])
    top = np.max(logits, axis=-1, keepdims=True, where=past, initial=-np.inf)
    attn = np.where(past, np.exp(np.minimum(logits - top, 0)), 0)
    attn /= attn.sum(axis=-1, keepdims=True)
    return _merge(attn @ v) @ w_out, attn


@CATALOGUE.alternative("repair:scaled-queries", replaces=decoder_attention)
def repair_with_scaled_queries(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    q = q * q.shape[-1] ** -0.5
    logits = np.where(np.tri(q.shape[2], dtype=bool), q @ k.mT, -np.inf)
    attn = _softmax(logits)
    return np.concatenate(list((attn @ v).swapaxes(0, 1)), axis=-1) @ w_out, attn


@CATALOGUE.alternative("repair:loops", replaces=decoder_attention)
def repair_in_loops(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    bsz, _, seqlen, hd = q.shape
    attn, heads = np.zeros((bsz, n_heads, seqlen, seqlen)), np.zeros(q.shape)
    for b, h, i in np.ndindex(bsz, n_heads, seqlen):
        logits = k[b, h, : i + 1] @ q[b, h, i] / np.sqrt(hd)
        powers = np.exp(logits - logits.max())
        attn[b, h, i, : i + 1] = powers / powers.sum()
        heads[b, h, i] = attn[b, h, i] @ v[b, h]
    return _merge(heads) @ w_out, attn


@CATALOGUE.alternative("repair:logsumexp", replaces=decoder_attention)
def repair_with_logsumexp(hidden, w_qkv, w_out, n_heads):
    q, k, v = _unpack(hidden, w_qkv, n_heads)
    logits = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1])
    logits = np.where(np.tri(q.shape[2], dtype=bool), logits, -np.inf)
    top = logits.max(axis=-1, keepdims=True)
    attn = np.exp(logits - top - np.log(np.exp(logits - top).sum(axis=-1, keepdims=True)))
    return _merge(attn @ v) @ w_out, attn
