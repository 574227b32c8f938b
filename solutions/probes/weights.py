"""Chapters 3 and 4: softmax, and one head without a mask."""

import numpy as np

from solutions.probes.arrays import (
    heads,
    normal,
    rows_apart,
    whole,
)
from solutions.reference.single_head import score_std, single_head
from solutions.reference.softmax import softmax

PROBES = {
    softmax: {
        "the last axis": lambda rng: (normal(rng, 4, 6),),
        "the first axis": lambda rng: (normal(rng, 4, 6), 0),
        "the middle of three axes": lambda rng: (normal(rng, 3, 4, 6), 1),
        "a square": lambda rng: (normal(rng, 6, 6),),
        "one row": lambda rng: (normal(rng, 9),),
        "whole numbers": lambda rng: (whole(rng, 4, 6),),
        "large": lambda rng: (normal(rng, 4, 6, size=1e4),),
        "far above zero": lambda rng: (normal(rng, 4, 6) + 1e3,),
        "far below zero": lambda rng: (normal(rng, 4, 6) - 1e3,),
        "rows far apart": lambda rng: (rows_apart(rng, 4, 6),),
        "columns far apart": lambda rng: (rows_apart(rng, 6, 4).T, 0),
        "moderately large": lambda rng: (normal(rng, 4, 6, size=40.0),),
    },
    single_head: {
        "one sequence": lambda rng: heads(rng, 5, 6),
        "a batch": lambda rng: heads(rng, 5, 6, leading=(2,)),
        "a batch of heads": lambda rng: heads(rng, 6, 5, leading=(2, 3)),
        "as many queries as keys": lambda rng: heads(rng, 6, 6),
        "as many keys as features": lambda rng: heads(rng, 4, 4),
        "one key": lambda rng: heads(rng, 5, 1),
        "large": lambda rng: heads(rng, 5, 6, size=1e2),
        "whole numbers": lambda rng: tuple(whole(rng, n, d) for n, d in ((5, 4), (6, 4), (6, 3))),
    },
    score_std: {
        "short vectors": lambda rng: (5, 300, np.random.default_rng(rng.integers(2**32))),
        "long vectors": lambda rng: (40, 100, np.random.default_rng(rng.integers(2**32))),
        "few samples": lambda rng: (9, 7, np.random.default_rng(rng.integers(2**32))),
    },
}
