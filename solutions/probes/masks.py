"""Chapter 5: masks, and what obeys them."""

import numpy as np

from solutions.probes.arrays import (
    causal,
    heads,
    keep,
    low_heads,
    normal,
    one_row_blocked,
    rows_apart,
    whole,
)
from solutions.reference.attention import attention
from solutions.reference.masks import causal_mask, padding_mask
from solutions.reference.softmax import masked_softmax

PROBES = {
    causal_mask: {
        "many tokens": lambda rng: (17,),
        "two dozen tokens": lambda rng: (24,),
    },
    padding_mask: {
        "a list": lambda rng: ([2, 9, 5, 1], 9),
        "an array": lambda rng: (np.array([4, 1, 6]), 8),
        "as many sequences as keys": lambda rng: ([1, 4, 2, 3], 4),
        "one sequence": lambda rng: ([6], 10),
    },
    masked_softmax: {
        "no mask": lambda rng: (normal(rng, 4, 6),),
        "no mask, square": lambda rng: (normal(rng, 6, 6), None),
        "a mask": lambda rng: (normal(rng, 4, 6), keep(rng, 4, 6)),
        "a square mask": lambda rng: (normal(rng, 6, 6), keep(rng, 6, 6)),
        "a causal mask": lambda rng: (normal(rng, 6, 6), causal(6)),
        "one mask for three": lambda rng: (normal(rng, 3, 4, 6), keep(rng, 4, 6)),
        "a mask of keys": lambda rng: (normal(rng, 3, 4, 6), keep(rng, 6)),
        "a mask of one row": lambda rng: (normal(rng, 4, 6), keep(rng, 1, 6)),
        "true alone": lambda rng: (normal(rng, 4, 6), True),
        "a blocked row": lambda rng: (normal(rng, 4, 6), one_row_blocked(rng, 4, 6)),
        "large": lambda rng: (normal(rng, 4, 6, size=1e4), keep(rng, 4, 6)),
        "large, nothing blocked": lambda rng: (normal(rng, 4, 6, size=1e4),),
        "below a thousand": lambda rng: (normal(rng, 4, 6) - 1e3, keep(rng, 4, 6)),
        "far below zero": lambda rng: (normal(rng, 4, 6) - 3e5, keep(rng, 4, 6)),
        "beyond a billion": lambda rng: (normal(rng, 4, 6, size=1e9) - 1e11, keep(rng, 4, 6)),
        "rows far apart": lambda rng: (rows_apart(rng, 4, 6), keep(rng, 4, 6)),
        "whole numbers": lambda rng: (whole(rng, 4, 6), keep(rng, 4, 6)),
        "a mask of whole numbers": lambda rng: (normal(rng, 4, 6), 1 * keep(rng, 4, 6)),
    },
    attention: {
        "no mask": lambda rng: heads(rng, 5, 6),
        "no mask, square": lambda rng: heads(rng, 6, 6),
        "a mask": lambda rng: (*heads(rng, 5, 6), keep(rng, 5, 6)),
        "a square mask": lambda rng: (*heads(rng, 6, 6), keep(rng, 6, 6)),
        "a causal mask": lambda rng: (*heads(rng, 6, 6), causal(6)),
        "a batch": lambda rng: (*heads(rng, 5, 6, leading=(2, 3)), keep(rng, 5, 6)),
        "a mask of keys": lambda rng: (*heads(rng, 5, 6), keep(rng, 6)),
        "true alone": lambda rng: (*heads(rng, 5, 6), True),
        "a blocked row": lambda rng: (*heads(rng, 5, 6), one_row_blocked(rng, 5, 6)),
        "as many keys as features": lambda rng: (*heads(rng, 4, 4), keep(rng, 4, 4)),
        "large": lambda rng: (*heads(rng, 5, 6, size=1e2), keep(rng, 5, 6)),
        "large, nothing blocked": lambda rng: heads(rng, 5, 6, size=1e2),
        "below a thousand": lambda rng: (*low_heads(rng, 5, 6, 3e1), keep(rng, 5, 6)),
        "far below zero": lambda rng: (*low_heads(rng, 5, 6, 1e3), keep(rng, 5, 6)),
        "beyond a billion": lambda rng: (*low_heads(rng, 5, 6, 1e6), keep(rng, 5, 6)),
        "whole numbers": lambda rng: (
            *(whole(rng, n, d) for n, d in ((5, 4), (6, 4), (6, 3))),
            keep(rng, 5, 6),
        ),
    },
}
