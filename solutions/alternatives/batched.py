"""Right answers to chapter 7, written another way."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.batched import multi_head_attention
from solutions.reference.heads import merge_heads, split_heads

CATALOGUE = Catalogue()


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@CATALOGUE.alternative("batched:loops", replaces=multi_head_attention)
def attend_in_loops(x, w_q, w_k, w_v, w_o, n_heads):
    n_batch, n_tokens, n_features = x.shape
    d_head = n_features // n_heads
    merged = np.zeros(x.shape)
    weights = np.zeros((n_batch, n_heads, n_tokens, n_tokens))
    for b in range(n_batch):
        for h in range(n_heads):
            own = slice(h * d_head, (h + 1) * d_head)
            q, k, v = x[b] @ w_q[:, own], x[b] @ w_k[:, own], x[b] @ w_v[:, own]
            weights[b, h] = _softmax(q @ k.T / np.sqrt(d_head))
            merged[b, :, own] = weights[b, h] @ v
    return merged @ w_o, weights


@CATALOGUE.alternative("batched:pairs-of-tokens", replaces=multi_head_attention)
def attend_pair_by_pair(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = split_heads(x @ w_q, n_heads), split_heads(x @ w_k, n_heads), x @ w_v
    v = split_heads(v, n_heads)
    n_batch, _, n_tokens, d_head = q.shape
    weights = np.zeros((n_batch, n_heads, n_tokens, n_tokens))
    heads = np.zeros(q.shape)
    for b, h, i in np.ndindex(n_batch, n_heads, n_tokens):
        scores = np.array([q[b, h, i] @ k[b, h, j] for j in range(n_tokens)]) / d_head**0.5
        powers = np.exp(scores - max(scores))
        weights[b, h, i] = powers / sum(powers)
        heads[b, h, i] = sum(weights[b, h, i, j] * v[b, h, j] for j in range(n_tokens))
    return merge_heads(heads) @ w_o, weights


@CATALOGUE.alternative("batched:einsum", replaces=multi_head_attention)
def attend_with_einsum(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = (split_heads(np.einsum("btm,mn->btn", x, w), n_heads) for w in (w_q, w_k, w_v))
    scores = np.einsum("bhid,bhjd->bhij", q, k) / np.sqrt(q.shape[-1])
    weights = _softmax(scores)
    heads = np.einsum("bhij,bhjd->bhid", weights, v)
    return np.einsum("btm,mn->btn", merge_heads(heads), w_o), weights


@CATALOGUE.alternative("batched:scale-the-queries", replaces=multi_head_attention)
def attend_with_scaled_queries(x, w_q, w_k, w_v, w_o, n_heads):
    d_head = x.shape[-1] // n_heads
    q = split_heads(x @ w_q / np.sqrt(d_head), n_heads)
    k, v = split_heads(x @ w_k, n_heads), split_heads(x @ w_v, n_heads)
    weights = _softmax(np.matmul(q, np.swapaxes(k, -2, -1)))
    return np.matmul(merge_heads(np.matmul(weights, v)), w_o), weights


@CATALOGUE.alternative("batched:logsumexp", replaces=multi_head_attention)
def attend_with_logsumexp(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = (split_heads(x @ w, n_heads) for w in (w_q, w_k, w_v))
    scores = q @ np.moveaxis(k, 2, 3) * q.shape[-1] ** -0.5
    top = scores.max(axis=-1, keepdims=True)
    total = top + np.log(np.exp(scores - top).sum(axis=-1, keepdims=True))
    weights = np.exp(scores - total)
    return merge_heads(weights @ v) @ w_o, weights


@CATALOGUE.alternative("batched:np-logaddexp", replaces=multi_head_attention)
def attend_with_logaddexp(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = (split_heads(x @ w, n_heads) for w in (w_q, w_k, w_v))
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return merge_heads(weights @ v) @ w_o, weights


@CATALOGUE.alternative("batched:folded", replaces=multi_head_attention)
def attend_with_batch_and_heads_folded(x, w_q, w_k, w_v, w_o, n_heads):
    n_batch, n_tokens, n_features = x.shape
    fold = (n_batch * n_heads, n_tokens, -1)
    q, k, v = (split_heads(x @ w, n_heads).reshape(fold) for w in (w_q, w_k, w_v))
    weights = _softmax(q @ k.transpose(0, 2, 1) / np.sqrt(n_features // n_heads))
    unfold = (n_batch, n_heads, n_tokens, -1)
    return merge_heads((weights @ v).reshape(unfold)) @ w_o, weights.reshape(unfold)


@CATALOGUE.alternative("batched:sum-of-shares", replaces=multi_head_attention)
def attend_as_a_sum_of_shares(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = np.zeros(x.shape), []
    for own in np.split(np.arange(x.shape[-1]), n_heads):
        q, k, v = x @ w_q[:, own], x @ w_k[:, own], x @ w_v[:, own]
        weights.append(_softmax(q @ k.transpose(0, 2, 1) / np.sqrt(len(own))))
        output += weights[-1] @ v @ w_o[own]
    return output, np.stack(weights, axis=1)


@CATALOGUE.alternative("batched:heads-first", replaces=multi_head_attention)
def attend_with_heads_first(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = (np.array(np.split(x @ w, n_heads, axis=-1), dtype=float) for w in (w_q, w_k, w_v))
    weights = _softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1]))
    output = np.concatenate(list(weights @ v), axis=-1) @ w_o
    return output, weights.swapaxes(0, 1)


@CATALOGUE.alternative("batched:packed-projection", replaces=multi_head_attention)
def attend_with_a_packed_projection(x, w_q, w_k, w_v, w_o, n_heads):
    n_batch, n_tokens, n_features = x.shape
    packed = x @ np.concatenate([w_q, w_k, w_v], axis=1)
    packed = packed.reshape(n_batch, n_tokens, 3, n_heads, -1).astype(float)
    q, k, v = packed.transpose(2, 0, 3, 1, 4)
    weights = _softmax(q @ k.mT / np.sqrt(n_features / n_heads))
    heads = (weights @ v).transpose(0, 2, 1, 3)
    return heads.reshape(n_batch, n_tokens, -1) @ w_o, weights


@CATALOGUE.alternative("batched:one-sequence-at-a-time", replaces=multi_head_attention)
def attend_one_sequence_at_a_time(x, w_q, w_k, w_v, w_o, n_heads):
    outputs, all_weights = [], []
    for tokens in x.astype(float):
        n, d = tokens.shape
        q, k, v = (
            (tokens @ w).reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)
            for w in (w_q, w_k, w_v)
        )
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(d // n_heads)
        weights = _softmax(scores)
        outputs.append(np.hstack(weights @ v) @ w_o)
        all_weights.append(weights)
    return np.array(outputs), np.array(all_weights)
