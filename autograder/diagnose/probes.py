"""The fewest probes that tell the most mistakes apart."""

from collections.abc import Sequence
from itertools import combinations, product

TWICE = 2
"""How many probes should tell two entries apart, where the course has so many: if one of them is
the same by chance, the other is not."""
MAX_TRIES = 50_000


def choose(classes: Sequence[Sequence[int]], n_mistakes: int) -> list[int]:
    """Return the fewest candidates that separate all that the whole pool separates.

    Parameters
    ----------
    classes : sequence of sequence of int
        For each candidate and each entry a number; equal numbers mean equal behaviour. The
        mistakes come first, then the right answers.
    n_mistakes : int

    Returns
    -------
    list of int
        Candidates, in the order of the pool. Two right answers need not be told apart.
    """
    pairs = _pairs(len(classes[0]) if classes else 0, n_mistakes)
    masks = [
        sum(1 << bit for bit, (a, b) in enumerate(pairs) if numbers[a] != numbers[b])
        for numbers in classes
    ]
    goal = _covered(masks)
    needed = _needed(masks, len(pairs))
    others = [index for index in range(len(masks)) if index not in needed]
    greedy = _greedy(masks, goal, needed, others)
    tries = 0
    for size in range(len(greedy) - len(needed)):
        for more in combinations(others, size):
            tries += 1
            if tries > MAX_TRIES:
                return sorted(greedy)
            if _covered([masks[index] for index in (*needed, *more)]) == goal:
                return sorted((*needed, *more))
    return sorted(greedy)


def _pairs(n_entries: int, n_mistakes: int) -> list[tuple[int, int]]:
    right = range(n_mistakes, n_entries)
    return [*combinations(range(n_mistakes), 2), *product(range(n_mistakes), right)]


def _covered(masks: Sequence[int]) -> tuple[int, ...]:
    """Return which pairs are separated at least once, at least twice, and so on."""
    levels = [0] * TWICE
    for mask in masks:
        for level in range(TWICE):
            levels[level], mask = levels[level] | mask, levels[level] & mask
    return tuple(levels)


def _needed(masks: Sequence[int], n_pairs: int) -> list[int]:
    """Return the candidates without which some pair is separated less often than it could be."""
    needed = set()
    for bit in range(n_pairs):
        separating = [index for index, mask in enumerate(masks) if mask >> bit & 1]
        if len(separating) <= TWICE:
            needed.update(separating)
    return sorted(needed)


def _greedy(
    masks: Sequence[int], goal: tuple[int, ...], needed: list[int], others: list[int]
) -> list[int]:
    """Add the candidate that gains most, until nothing is left to gain."""
    chosen = list(needed)

    def gained(index: int) -> int:
        covered = _covered([masks[i] for i in (*chosen, index)])
        return sum(level.bit_count() for level in covered)

    while _covered([masks[index] for index in chosen]) != goal:
        chosen.append(max((i for i in others if i not in chosen), key=gained))
    return chosen
