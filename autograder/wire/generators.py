"""The state of a random generator, checked before NumPy's own code sees it."""

import sys
from typing import Literal

import msgspec
import numpy as np
from msgspec import Struct

from autograder.wire.frames import WireError

LIMITS = {"has_uint32": 2, "uinteger": 1 << 32, "pos": 625, "buffer_pos": 5}
KEYS = {
    "PCG64": ({"state", "inc"}, {}),
    "PCG64DXSM": ({"state", "inc"}, {}),
    "SFC64": (set(), {"state": (4, np.uint64)}),
    "MT19937": ({"pos"}, {"key": (624, np.uint32)}),
    "Philox": (set(), {"counter": (4, np.uint64), "key": (2, np.uint64)}),
}


class State(Struct, forbid_unknown_fields=True):
    """What every bit generator's state has in common."""

    bit_generator: Literal["PCG64", "PCG64DXSM", "SFC64", "MT19937", "Philox"]
    state: dict
    has_uint32: int = 0
    uinteger: int = 0
    buffer: object = None
    buffer_pos: int = 0


def checked(state: object) -> dict:
    """Return the state, or raise `WireError` if a bit generator must not be given it."""
    if type(state) is not dict:
        raise WireError("the state of a generator is none")
    try:
        found = msgspec.convert(state, State)
    except msgspec.ValidationError as error:
        raise WireError(f"the state of a generator is none: {error}") from None
    ints, arrays = KEYS[found.bit_generator]
    inner = found.state
    if set(inner) != ints | set(arrays):
        raise WireError("the state of a generator has other parts")
    for name in ints:
        if type(inner[name]) is not int or not 0 <= inner[name] < LIMITS.get(name, 1 << 128):
            raise WireError(f"{name} of a generator's state is out of range")
    for name, (size, dtype) in arrays.items():
        _check_array(inner[name], size, dtype)
    for name in ("has_uint32", "uinteger", "buffer_pos"):
        if not 0 <= getattr(found, name) < LIMITS[name]:
            raise WireError(f"{name} of a generator's state is out of range")
    if found.bit_generator == "Philox":
        _check_array(found.buffer, 4, np.uint64)
    return state


def _check_array(value: object, size: int, dtype: type) -> None:
    if type(value) is not np.ndarray or value.shape != (size,) or value.dtype != dtype:
        raise WireError("an array in a generator's state has another form")


def is_generator(value: object) -> bool:
    """Say whether a value is a generator; where nobody imported them, there is none."""
    random = sys.modules.get("numpy.random")
    return random is not None and type(value) is random.Generator


def generator(state: object) -> "np.random.Generator":
    """Return a generator in a given state."""
    checked(state)
    made = np.random.Generator(getattr(np.random, state["bit_generator"])())
    made.bit_generator.state = state
    return made


def set_state(target: "np.random.Generator", state: object) -> None:
    """Put an existing generator into a state of its own kind."""
    if checked(state)["bit_generator"] != type(target.bit_generator).__name__:
        raise WireError("a generator became another kind")
    target.bit_generator.state = state
