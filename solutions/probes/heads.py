"""Chapter 2: split, merge, and the trap."""

import numpy as np

from solutions.probes.arrays import (
    normal,
    whole,
)
from solutions.reference.heads import merge_heads, split_heads
from solutions.reference.trap import catch_the_trap


def _part_of_larger(rng, *shape):
    """A view with room around each row; the room is zero, as what no view covers isn't sent."""
    larger = np.zeros((*shape[:-1], shape[-1] + 5))
    larger[..., 2:-3] = normal(rng, *shape)
    return larger[..., 2:-3]


PROBES = {
    split_heads: {
        "three heads": lambda rng: (normal(rng, 2, 4, 15), 3),
        "as many tokens as heads": lambda rng: (normal(rng, 2, 4, 12), 4),
        "as many tokens as columns": lambda rng: (normal(rng, 2, 5, 15), 3),
        "as many sequences as heads": lambda rng: (normal(rng, 3, 4, 6), 3),
        "as many sequences as tokens": lambda rng: (normal(rng, 4, 4, 6), 2),
        "whole numbers": lambda rng: (whole(rng, 2, 4, 15), 3),
        "one head": lambda rng: (normal(rng, 2, 4, 6), 1),
        "heads of one column": lambda rng: (normal(rng, 2, 4, 6), 6),
        "one sequence": lambda rng: (normal(rng, 1, 4, 15), 5),
        "part of a larger array": lambda rng: (_part_of_larger(rng, 2, 4, 15), 3),
        "heads that do not divide": lambda rng: (normal(rng, 2, 4, 15), 4),
    },
    merge_heads: {
        "three heads": lambda rng: (normal(rng, 2, 3, 4, 5),),
        "as many tokens as heads": lambda rng: (normal(rng, 2, 4, 4, 3),),
        "as many sequences as heads": lambda rng: (normal(rng, 3, 3, 4, 2),),
        "whole numbers": lambda rng: (whole(rng, 2, 3, 4, 5),),
        "one head": lambda rng: (normal(rng, 2, 1, 4, 6),),
        "one token": lambda rng: (normal(rng, 2, 3, 1, 6),),
        "one sequence": lambda rng: (normal(rng, 1, 5, 4, 3),),
    },
    catch_the_trap: {
        "nothing": lambda rng: (),
    },
}
