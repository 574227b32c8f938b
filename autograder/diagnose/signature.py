"""What a function does on a probe, in numbers that don't give its answer away.

The numbers of a result enter as sums with fixed random weights: enough to tell two results apart,
too few to get one back.
"""

import builtins
import contextlib
import hashlib
import io
import json
from collections.abc import Callable

import numpy as np

from autograder.diagnose.match import agree
from autograder.diagnose.raised import digest_of
from autograder.diagnose.values import decode

SUMS = 4
WEIGHTS = np.random.default_rng(0).standard_normal((SUMS, 4096))
MAX_SIZE = 1_000_000
MAX_DEPTH = 6
MAX_PARTS = 64
NUMBERS = (bool, int, float, complex, np.number, np.bool_)


def signatures(function: Callable, probes: list[dict]) -> list[dict]:
    """Run a function on probes, and say what it does.

    The first probe is run twice. If the runs differ, all are run twice, and the numbers that
    differ on any of them are left out.

    Parameters
    ----------
    function : callable
    probes : list of dict
        Each with ``memory``, ``arguments``, and as ``refuses`` the class of exception that is
        right.

    Returns
    -------
    list of dict
        JSON values. ``refused``: it raised what it should; ``raised``: a digest of another
        exception; ``value``: the result. ``changed``: the places of arguments that are not as
        they were.
    """
    seen = [run(function, probe) for probe in probes]
    if not probes or agree(run(function, probes[0]), seen[0]):
        return seen
    return steady_part(seen, [run(function, probe) for probe in probes])


def run(function: Callable, probe: dict) -> dict:
    """Run a function once on a probe, and say what it does."""
    arguments = decode(probe)
    before = [_state(argument) for argument in arguments]
    try:
        with np.errstate(all="ignore"):
            result = function(*arguments)
        seen = {"value": describe(result)}
    except Exception as error:
        right = getattr(builtins, probe["refuses"] or "", ())
        seen = {"refused": True} if isinstance(error, right) else {"raised": digest_of(error)}
    after = [_state(argument) for argument in arguments]
    changed = [n for n, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    return {**seen, "changed": changed}


def steady_part(seen: list[dict], again: list[dict]) -> list[dict]:
    """Return signatures without the numbers that differ in a second run on any probe."""
    wavering = set().union(*map(_differences, seen, again))
    return [_without(one, wavering) for one in seen]


def describe(value: object, depth: int = 0) -> dict:
    """Return what is compared of a value."""
    if isinstance(value, np.ndarray):
        kind = "array" if type(value) is np.ndarray else type(value).__name__
        return {"kind": kind, "shape": list(value.shape), **_numbers(np.asarray(value))}
    if isinstance(value, NUMBERS):
        return {"kind": "number", **_numbers(np.asarray(value))}
    if isinstance(value, str):
        return {"text": hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()[:16]}
    if type(value) in (list, tuple) and len(value) <= MAX_SIZE:
        name = type(value).__name__
        if value and all(isinstance(item, NUMBERS) for item in value):
            return {"kind": name, "shape": [len(value)], **_numbers(np.asarray(value))}
        if depth < MAX_DEPTH and len(value) <= MAX_PARTS:
            return {name: [describe(item, depth + 1) for item in value]}
    if type(value) is dict and depth < MAX_DEPTH and len(value) <= MAX_PARTS:
        return {"dict": {str(key): describe(item, depth + 1) for key, item in value.items()}}
    return {"other": type(value).__name__}


def _state(argument: object) -> object:
    """Return what must be the same for an argument to be unchanged."""
    if isinstance(argument, np.ndarray):
        return argument.shape, argument.dtype.str, argument.tobytes()
    if isinstance(argument, np.random.Generator):
        return repr(argument.bit_generator.state)
    return repr(argument)


def _numbers(array: np.ndarray) -> dict:
    """Return type, places without a finite number, and weighted sums of an array's entries."""
    # How wide an integer is depends on the machine.
    seen = {"dtype": "int" if array.dtype.kind in "iu" else array.dtype.name}
    if array.dtype.kind not in "biufc" or array.size > MAX_SIZE:
        return seen
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag])
    with np.errstate(all="ignore"):
        flat = array.ravel().astype(float)
        gaps = 1 * np.isnan(flat) + 2 * np.isposinf(flat) + 3 * np.isneginf(flat)
        sums = (_weights(flat.size) * np.where(gaps, 0.0, flat)).sum(axis=1)
    if gaps.any():
        seen["gaps"] = hashlib.sha256(gaps.astype(np.int8).tobytes()).hexdigest()[:16]
    seen["sums"] = [float(f"{x:.12g}") for x in np.nan_to_num(sums)]
    return seen


def _weights(size: int) -> np.ndarray:
    if size <= WEIGHTS.shape[1]:
        return WEIGHTS[:, :size]
    return np.random.default_rng(1).standard_normal((SUMS, size))


def _differences(one: object, other: object, path: tuple = ()) -> set[tuple]:
    """Return where two signatures differ: the places of whole arrays, not of their entries."""
    if agree(one, other):
        return set()
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        one, other = dict(enumerate(one)), dict(enumerate(other))
    if not isinstance(one, dict) or "dtype" in one or one.keys() != getattr(other, "keys", set)():
        return {path}
    return set().union(*(_differences(one[key], other[key], (*path, key)) for key in one))


def _without(seen: object, places: set[tuple], path: tuple = ()) -> object:
    if path in places:
        kept = ("dtype", "shape") if isinstance(seen, dict) else ()
        return {"wavers": True} | {key: seen[key] for key in kept if key in seen}
    if isinstance(seen, dict):
        return {key: _without(part, places, (*path, key)) for key, part in seen.items()}
    if isinstance(seen, list):
        return [_without(part, places, (*path, n)) for n, part in enumerate(seen)]
    return seen


class Report(str):
    """A text that shows as it is where a value is shown."""

    __slots__ = ()

    __repr__ = str.__str__


def observe(function: Callable, probes: str) -> Report:
    """Return a function's signatures on probes; both are JSON texts."""
    with contextlib.redirect_stdout(io.StringIO()):
        return Report(json.dumps(signatures(function, json.loads(probes))))
