"""PyTorch's own block gives the same numbers to 1e-12.

`torch.nn.MultiheadAttention` multiplies from the other side and blocks where its mask is True.
"""

import numpy as np
import pytest

from solutions.reference import batched, one_sequence
from solutions.reference.masks import causal_mask, padding_mask
from tests.solutions.inputs import block_inputs, normal

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def torch():
    try:
        import torch
    except ImportError:
        pytest.fail("the cross-check needs PyTorch: make crosscheck installs it", pytrace=False)
    return torch


def torch_block(torch, x, w_q, w_k, w_v, w_o, n_heads, **masks):
    """Run `torch.nn.MultiheadAttention` with our weights; masks are given as True keeps."""
    n_features = x.shape[-1]
    block = torch.nn.MultiheadAttention(
        n_features, n_heads, bias=False, batch_first=True, dtype=torch.float64
    )
    with torch.no_grad():
        block.in_proj_weight.copy_(torch.from_numpy(np.vstack([w_q.T, w_k.T, w_v.T])))
        block.out_proj.weight.copy_(torch.from_numpy(w_o.T.copy()))
        tokens = torch.from_numpy(x)
        blocked = {name: torch.from_numpy(~keep) for name, keep in masks.items()}
        output, weights = block(tokens, tokens, tokens, average_attn_weights=False, **blocked)
    return output.numpy(), weights.numpy()


def agree(ours, theirs):
    for our, their in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(our, their, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("n_heads", "n_features"), [(1, 7), (3, 21), (8, 64), (5, 5)])
def test_a_batch_agrees(torch, n_heads, n_features):
    inputs = block_inputs(1, 2, 5, n_features=n_features)
    agree(
        batched.multi_head_attention(*inputs, n_heads),
        torch_block(torch, *inputs, n_heads),
    )


@pytest.mark.parametrize("keep", [causal_mask(5), (normal(2, 5, 5) > -0.3) | np.eye(5, dtype=bool)])
def test_one_sequence_agrees_under_a_mask(torch, keep):
    inputs = block_inputs(3, 5, n_features=21)
    agree(
        one_sequence.multi_head_attention(*inputs, 3, keep),
        torch_block(torch, *inputs, 3, attn_mask=keep),
    )


def test_padding_agrees_with_the_key_padding_mask(torch):
    x, *projections = block_inputs(4, 2, 5, n_features=21)
    keep = padding_mask([5, 3], 5)
    ours = [
        one_sequence.multi_head_attention(x[b], *projections, 3, keep[b]) for b in range(len(x))
    ]
    theirs = torch_block(torch, x, *projections, 3, key_padding_mask=keep[:, 0])
    agree([np.stack(arrays) for arrays in zip(*ours, strict=True)], theirs)


def test_padding_and_causal_masks_together_agree(torch):
    x, *projections = block_inputs(5, 2, 5, n_features=21)
    padding, causal = padding_mask([5, 3], 5), causal_mask(5)
    ours = [
        one_sequence.multi_head_attention(x[b], *projections, 3, padding[b] & causal)
        for b in range(len(x))
    ]
    theirs = torch_block(
        torch, x, *projections, 3, key_padding_mask=padding[:, 0], attn_mask=causal
    )
    agree([np.stack(arrays) for arrays in zip(*ours, strict=True)], theirs)
