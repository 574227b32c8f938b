"""The experiment of the page after chapter 6: can one head look at two places at once?

A sequence holds six items and one question. Item j carries three random numbers, its content, and
a one-hot position. The question carries two different one-hot pointers, a and b. The wanted answer
is the content of item a followed by the content of item b. The model is attention and nothing
else; its gradients are written out, and Adam does the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solutions.reference.softmax import softmax

N_ITEMS, N_CONTENT, WIDTH = 6, 3, 12
N_FEATURES = N_CONTENT + 3 * N_ITEMS + 1  # content, position, pointer a, pointer b, a constant


@dataclass(frozen=True)
class Result:
    """What one training run leaves behind.

    Attributes
    ----------
    n_parameters : int
        Entries of all matrices: the same for every number of heads.
    losses : numpy.ndarray, shape (steps,)
        Mean squared error of each step's batch, before the step.
    x : numpy.ndarray, shape (7, N_FEATURES)
        A fresh sequence whose pointers are a = 1 and b = 4.
    weights : numpy.ndarray, shape (H, 7)
        Where the question of that sequence looks, head by head.
    """

    n_parameters: int
    losses: np.ndarray
    x: np.ndarray
    weights: np.ndarray


def make_batch(
    rng: np.random.Generator, n_batch: int, a: int | None = None, b: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Draw sequences and their answers.

    Returns
    -------
    x : numpy.ndarray, shape (n_batch, 7, N_FEATURES)
    answer : numpy.ndarray, shape (n_batch, 2 * N_CONTENT)
    """
    content = rng.standard_normal((n_batch, N_ITEMS, N_CONTENT))  # (B, 6, 3)
    a = rng.integers(N_ITEMS, size=n_batch) if a is None else np.full(n_batch, a)  # (B,)
    other = (a + rng.integers(1, N_ITEMS, size=n_batch)) % N_ITEMS  # (B,): never a itself
    b = other if b is None else np.full(n_batch, b)  # (B,)
    one_hot = np.eye(N_ITEMS)
    x = np.zeros((n_batch, N_ITEMS + 1, N_FEATURES))  # (B, 7, F)
    x[:, :N_ITEMS, :N_CONTENT] = content
    x[:, :N_ITEMS, N_CONTENT : N_CONTENT + N_ITEMS] = one_hot
    x[:, N_ITEMS, N_CONTENT + N_ITEMS : -1] = np.hstack([one_hot[a], one_hot[b]])
    x[:, :, -1] = 1.0
    rows = np.arange(n_batch)
    return x, np.hstack([content[rows, a], content[rows, b]])


def forward(
    parameters: Sequence[np.ndarray], x: np.ndarray, n_heads: int
) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Answer the question of each sequence; also return what the gradient needs."""
    w_q, w_k, w_v, w_o = parameters
    n_batch, n_tokens, _ = x.shape
    d_head = WIDTH // n_heads
    q = (x[:, -1] @ w_q).reshape(n_batch, n_heads, 1, d_head)  # (B, H, 1, d_head)
    k, v = (
        (x @ w).reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)
        for w in (w_k, w_v)
    )  # (B, H, 7, d_head)
    weights = softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(d_head))  # (B, H, 1, 7)
    concat = (weights @ v).reshape(n_batch, WIDTH)  # (B, WIDTH)
    return concat @ w_o, (q, k, v, weights, concat)


def gradients(
    parameters: Sequence[np.ndarray], x: np.ndarray, answer: np.ndarray, n_heads: int
) -> tuple[float, tuple[np.ndarray, ...]]:
    """Mean squared error and its gradient with respect to each matrix."""
    _, _, _, w_o = parameters
    output, (q, k, v, weights, concat) = forward(parameters, x, n_heads)
    n_batch, n_tokens, _ = x.shape
    error = output - answer  # (B, 6)
    d_output = 2 * error / error.size  # (B, 6)
    d_heads = (d_output @ w_o.T).reshape(q.shape)  # (B, H, 1, d_head)
    d_weights = d_heads @ v.transpose(0, 1, 3, 2)  # (B, H, 1, 7)
    d_v = weights.transpose(0, 1, 3, 2) @ d_heads  # (B, H, 7, d_head)
    shared = (d_weights * weights).sum(axis=-1, keepdims=True)  # (B, H, 1, 1)
    d_scores = weights * (d_weights - shared) / np.sqrt(q.shape[-1])  # (B, H, 1, 7)
    d_q = (d_scores @ k).reshape(n_batch, WIDTH)  # (B, WIDTH)
    d_k = d_scores.transpose(0, 1, 3, 2) @ q  # (B, H, 7, d_head)

    def merged(d: np.ndarray) -> np.ndarray:
        return d.transpose(0, 2, 1, 3).reshape(n_batch * n_tokens, WIDTH)  # (B * 7, WIDTH)

    flat = x.reshape(n_batch * n_tokens, -1)  # (B * 7, F)
    return (error**2).mean(), (
        x[:, -1].T @ d_q,
        flat.T @ merged(d_k),
        flat.T @ merged(d_v),
        concat.T @ d_output,
    )


def train(
    n_heads: int, steps: int, n_batch: int = 256, rate: float = 0.01, seed: int = 0
) -> Result:
    """Train one model with Adam on fresh sequences.

    Parameters
    ----------
    n_heads : int
        1, 2, 3, 4, 6 or 12: a divisor of the width.
    steps, n_batch : int
        How many steps, and how many sequences each.
    rate : float
        Adam's step size; it falls linearly to 0.
    seed : int
        Seeds the matrices and the sequences.

    Returns
    -------
    Result
    """
    rng = np.random.default_rng(seed)
    shapes = [(N_FEATURES, WIDTH)] * 3 + [(WIDTH, 2 * N_CONTENT)]
    parameters = [rng.standard_normal(shape) / np.sqrt(shape[0]) for shape in shapes]
    mean, square = ([np.zeros(shape) for shape in shapes] for _ in range(2))
    losses = np.empty(steps)
    for step in range(steps):
        losses[step], grads = gradients(parameters, *make_batch(rng, n_batch), n_heads)
        for i, g in enumerate(grads):
            mean[i] = 0.9 * mean[i] + 0.1 * g
            square[i] = 0.999 * square[i] + 0.001 * g**2
            unbiased = mean[i] / (1 - 0.9 ** (step + 1))
            scale = np.sqrt(square[i] / (1 - 0.999 ** (step + 1))) + 1e-8
            parameters[i] = parameters[i] - rate * (1 - step / steps) * unbiased / scale
    x, _ = make_batch(np.random.default_rng(1), 1, a=1, b=4)
    _, (_, _, _, weights, _) = forward(parameters, x, n_heads)
    return Result(sum(p.size for p in parameters), losses, x[0], weights[0, :, 0])
