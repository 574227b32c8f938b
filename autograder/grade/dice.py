"""Random generators of the grader: a check that is run once more draws what it has drawn.

A function could else sleep over an input that it can't do, and be given another. What a check draws
from a generator that it makes anew, without a seed, stays a matter of chance.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator

Turn = tuple[Callable[[object], None], object]


def kept(values: Iterable[object]) -> list[Turn]:
    """Return the states of the generators among some values, and of those that all share.

    Each comes with what takes it.
    """
    python, numpy = sys.modules.get("random"), sys.modules.get("numpy.random")
    draws = [python and python.random, numpy and numpy.random_sample]  # methods of what all share
    shared = [method.__self__ for method in draws if method]
    return [turn for value in (*values, *shared) for turn in _turns(value, python, numpy)]


def turn_back(states: list[Turn]) -> None:
    """Have the generators draw from there once more."""
    for take, state in states:
        take(state)


def _turns(value: object, python: object, numpy: object) -> Iterator[Turn]:
    if python and type(value) is python.Random:
        yield value.setstate, value.getstate()
    elif numpy and isinstance(value, numpy.RandomState):
        yield value.set_state, value.get_state(legacy=False)
    elif numpy and isinstance(value, numpy.Generator):
        bits = value.bit_generator
        yield functools.partial(setattr, bits, "state"), bits.state
