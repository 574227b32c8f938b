"""The book's running example: T = 4 tokens, D = 6 features, H = 2 heads of d_head = 3.

The integers are small enough to follow by eye. No matrix is the identity or symmetric, no two sizes
are equal, and the two heads look at different tokens.
"""

import numpy as np

x = np.array(
    [
        [1, 1, 2, 0, 2, 1],
        [-1, -1, 0, -1, 1, 1],
        [2, 0, 2, -1, 0, 2],
        [1, -1, 0, -1, -1, 2],
    ]
)  # (T, D)

batch = np.stack([x, 1 - x, x[::-1], x - 1, 1 - x[::-1]])  # (B, T, D) = (5, 4, 6)

w_q = np.array(
    [
        [-1, 0, -1, 0, 0, 1],
        [-1, 0, 0, -1, 0, 0],
        [0, 1, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0],
        [1, 0, -1, -1, -1, 0],
    ]
)  # (D, D)

w_k = np.array(
    [
        [1, 1, -1, 1, -1, 0],
        [0, 0, 1, 1, -1, 0],
        [0, -1, 0, 1, 1, 1],
        [0, 0, 1, 1, 0, 0],
        [0, 0, 0, -1, 0, 1],
        [-1, 1, 0, 0, 1, 0],
    ]
)  # (D, D)

w_v = np.array(
    [
        [0, 1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [0, 0, 1, 0, 0, -1],
        [0, 1, -1, 0, -1, 0],
        [0, 0, 0, -1, 0, -1],
        [1, 0, 1, 1, 1, 0],
    ]
)  # (D, D)

w_o = np.array(
    [
        [0, 1, 0, 0, 0, 0],
        [-1, 0, -1, -1, 1, 0],
        [0, -1, 0, 1, -1, 0],
        [1, -1, 1, 0, 0, -1],
        [1, 1, 0, 0, 0, 0],
        [0, -1, 0, 0, 0, 0],
    ]
)  # (D, D)
