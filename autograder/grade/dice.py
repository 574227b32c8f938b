"""Random generators of the grader: a check that is run once more draws what it has drawn.

A function could else sleep over an input that it can't do, and be given another. What a check draws
from a generator that it makes anew, without a seed, stays a matter of chance.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator

Turn = tuple[Callable[[object], None], object]
SHARED = (("random", "random"), ("numpy.random", "random_sample"))
"""Modules, each with a function that is a method of the generator that all share."""


def kept(values: Iterable[object]) -> list[Turn]:
    """Return the states of the generators among some values, and of those that all share.

    Each comes with what takes it.
    """
    methods = [getattr(sys.modules.get(module), name, None) for module, name in SHARED]
    shared = [getattr(method, "__self__", None) for method in methods]
    return [turn for value in (*values, *shared) for turn in _turns(value)]


def turn_back(states: list[Turn]) -> None:
    """Have the generators draw from there once more."""
    for take, state in states:
        take(state)


def _turns(value: object) -> Iterator[Turn]:
    match type(value).__module__, type(value).__name__:
        case "random", "Random":
            yield value.setstate, value.getstate()
        case "numpy.random.mtrand", "RandomState":
            yield value.set_state, value.get_state(legacy=False)
        case "numpy.random._generator", "Generator":
            bits = value.bit_generator
            yield functools.partial(setattr, bits, "state"), bits.state
