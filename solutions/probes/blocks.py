"""Chapters 6 and 7: blocks of several heads."""

import numpy as np

from solutions.probes.arrays import (
    block,
    causal,
    keep,
    low_block,
    one_row_blocked,
    whole_block,
)
from solutions.reference.batched import multi_head_attention as batched
from solutions.reference.one_sequence import head_contribution
from solutions.reference.one_sequence import multi_head_attention as one_sequence
from solutions.reference.repair import decoder_attention


def _packed(x, w_q, w_k, w_v, w_out):
    """The arguments of a block of three heads with one packed projection."""
    return x, np.concatenate([w_q, w_k, w_v], axis=1), w_out, 3


PROBES = {
    one_sequence: {
        "no mask": lambda rng: (*block(rng, 5, width=12), 3),
        "no mask, many heads": lambda rng: (*block(rng, 6, width=12), 4),
        "as many tokens as columns": lambda rng: (*block(rng, 4, width=12), 3),
        "a mask": lambda rng: (*block(rng, 5, width=12), 3, keep(rng, 5, 5)),
        "a causal mask": lambda rng: (*block(rng, 5, width=12), 3, causal(5)),
        "a mask of keys": lambda rng: (*block(rng, 5, width=12), 3, keep(rng, 5)),
        "a mask of one row": lambda rng: (*block(rng, 5, width=12), 3, keep(rng, 1, 5)),
        "true alone": lambda rng: (*block(rng, 5, width=12), 3, np.array(True)),
        "a blocked row": lambda rng: (*block(rng, 5, width=12), 3, one_row_blocked(rng, 5, 5)),
        "one head": lambda rng: (*block(rng, 5, width=6), 1),
        "heads of one column": lambda rng: (*block(rng, 5, width=6), 6, keep(rng, 5, 5)),
        "large": lambda rng: (*block(rng, 5, width=12, size=1e2), 3, keep(rng, 5, 5)),
        "large, nothing blocked": lambda rng: (*block(rng, 5, width=12, size=1e2), 3),
        "below a thousand": lambda rng: (*low_block(rng, 5, size=3e1), 3, keep(rng, 5, 5)),
        "far below zero": lambda rng: (*low_block(rng, 5, size=1e3), 3, keep(rng, 5, 5)),
        "beyond a billion": lambda rng: (*low_block(rng, 5, size=1e6), 3, keep(rng, 5, 5)),
        "whole numbers": lambda rng: (*whole_block(rng, 5, width=6), 2, keep(rng, 5, 5)),
        "whole numbers, no mask": lambda rng: (*whole_block(rng, 5, width=6), 2),
        "heads that do not divide": lambda rng: (*block(rng, 5, width=12), 5),
    },
    head_contribution: {
        "the first head": lambda rng: (*block(rng, 5, width=12), 3, 0),
        "the second head": lambda rng: (*block(rng, 5, width=12), 3, 1),
        "the last head": lambda rng: (*block(rng, 5, width=12), 3, 2),
        "as many tokens as columns": lambda rng: (*block(rng, 4, width=12), 3, 1),
        "whole numbers": lambda rng: (*whole_block(rng, 5, width=6), 2, 1),
        "large": lambda rng: (*block(rng, 5, width=12, size=1e2), 3, 1),
    },
    batched: {
        "three heads": lambda rng: (*block(rng, 2, 5, width=12), 3),
        "as many tokens as columns": lambda rng: (*block(rng, 2, 4, width=12), 3),
        "as many tokens as heads": lambda rng: (*block(rng, 2, 4, width=12), 4),
        "as many sequences as heads": lambda rng: (*block(rng, 3, 5, width=12), 3),
        "one sequence": lambda rng: (*block(rng, 1, 5, width=12), 3),
        "one head": lambda rng: (*block(rng, 2, 5, width=6), 1),
        "heads of one column": lambda rng: (*block(rng, 2, 5, width=6), 6),
        "large": lambda rng: (*block(rng, 2, 5, width=12, size=1e2), 3),
        "spread by hundreds": lambda rng: (*block(rng, 2, 5, width=12, size=15.0), 3),
        "whole numbers": lambda rng: (*whole_block(rng, 2, 5, width=6), 2),
        "heads that do not divide": lambda rng: (*block(rng, 2, 5, width=12), 5),
    },
    decoder_attention: {
        "three heads": lambda rng: _packed(*block(rng, 2, 5, width=12)),
        "as many tokens as columns": lambda rng: _packed(*block(rng, 2, 4, width=12)),
        "as many sequences as heads": lambda rng: _packed(*block(rng, 3, 5, width=12)),
        "one token": lambda rng: _packed(*block(rng, 2, 1, width=12)),
        "large": lambda rng: _packed(*block(rng, 2, 5, width=12, size=1e2)),
        "below a thousand": lambda rng: _packed(*low_block(rng, 2, 5, size=3e1)),
        "far below zero": lambda rng: _packed(*low_block(rng, 2, 5, size=1e3)),
        "beyond a billion": lambda rng: _packed(*low_block(rng, 2, 5, size=1e6)),
    },
}
