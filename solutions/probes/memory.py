"""Chapter 1: the memory tape, views and copies."""

from solutions.probes.arrays import normal
from solutions.reference.memory import axis_tape, is_view


def _same_cells(rng):
    a = normal(rng, 4, 6)
    return a, a.T


def _part_and_whole(rng):
    a = normal(rng, 4, 6)
    return a[1:, ::2], a


def _overlapping(rng):
    a = normal(rng, 6, 4)
    return a[:4], a[2:]


def _disjoint(rng):
    a = normal(rng, 6, 4)
    return a[:3], a[3:]


def _interleaved(rng):
    a = normal(rng, 4, 6)
    return a[:, ::2], a[:, 1::2]


def _equal_numbers(rng):
    a = normal(rng, 4, 6)
    return a, a.copy()


def _views_of_equal_arrays(rng):
    a = normal(rng, 4, 6)
    return a.T, a.copy().T


def _one_array_twice(rng):
    a = normal(rng, 4, 6)
    return a, a


def _other_array(rng):
    return normal(rng, 4, 6), normal(rng, 3, 2)


PROBES = {
    axis_tape: {
        "two axes": lambda rng: ((3, 7), (1, 0)),
        "two axes kept": lambda rng: ((7, 3), (0, 1)),
        "a cycle of three": lambda rng: ((4, 3, 6), (1, 2, 0)),
        "the other cycle": lambda rng: ((3, 6, 4), (2, 0, 1)),
        "three reversed": lambda rng: ((6, 4, 3), (2, 1, 0)),
        "the outer two of three": lambda rng: ((4, 6, 3), (0, 2, 1)),
        "a cycle of four": lambda rng: ((3, 4, 2, 6), (3, 0, 1, 2)),
    },
    is_view: {
        "the transpose": _same_cells,
        "a part and the whole": _part_and_whole,
        "overlapping": _overlapping,
        "disjoint": _disjoint,
        "interleaved": _interleaved,
        "a copy": _equal_numbers,
        "views of two equal arrays": _views_of_equal_arrays,
        "one array twice": _one_array_twice,
        "another array": _other_array,
    },
}
