"""Arguments of a probe as JSON, with the memory that its arrays share."""

import base64
import json

import numpy as np

PLAIN = (type(None), bool, int, float, str)


def encode(arguments: tuple) -> dict:
    """Return arguments as JSON values: ``memory`` holds the bytes, ``arguments`` the rest.

    Raises
    ------
    TypeError
        If an argument is none of: numbers, text, None, tuples, lists, arrays, generators.
    """
    encoder = _Encoder()
    return {"arguments": [encoder.node(value) for value in arguments], "memory": encoder.memory}


def decode(stored: dict) -> list:
    """Return the arguments anew, in memory of their own; arrays that shared memory still do."""
    memory = [_block(block) for block in stored["memory"]]
    arrays: list[np.ndarray] = []
    return [_value(node, memory, arrays) for node in stored["arguments"]]


class _Encoder:
    def __init__(self) -> None:
        self.memory: list[dict] = []
        self._owners: list[np.ndarray] = []
        self._arrays: list[np.ndarray] = []

    def node(self, value: object) -> object:
        if type(value) in PLAIN:
            return value
        if type(value) is list:
            return [self.node(item) for item in value]
        if type(value) is tuple:
            return {"tuple": [self.node(item) for item in value]}
        if type(value) is np.random.Generator:
            # As text: a browser's JSON has no whole numbers of 128 bits.
            return {"generator": json.dumps(value.bit_generator.state)}
        if type(value) is np.ndarray and not value.dtype.hasobject:
            return self._array(value)
        raise TypeError(f"a probe can't hold a {type(value).__name__}")

    def _array(self, array: np.ndarray) -> dict:
        for place, known in enumerate(self._arrays):
            if known is array:
                return {"again": place}
        self._arrays.append(array)
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        place = self._block(owner)
        if owner is array:
            return {"owner": place}
        offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        about = {"dtype": array.dtype.str, "shape": array.shape, "strides": array.strides}
        return {"view": place, "offset": offset, **about}

    def _block(self, owner: np.ndarray) -> int:
        for place, known in enumerate(self._owners):
            if known is owner:
                return place
        if not owner.flags.c_contiguous:
            raise TypeError("a probe's arrays must be views of arrays in C order")
        self._owners.append(owner)
        data = base64.b64encode(owner.tobytes()).decode()
        self.memory.append({"dtype": owner.dtype.str, "shape": owner.shape, "data": data})
        return len(self.memory) - 1


def _block(block: dict) -> np.ndarray:
    flat = np.frombuffer(base64.b64decode(block["data"]), block["dtype"])
    return flat.reshape(block["shape"]).copy()  # the shape that was stored


def _value(node: object, memory: list, arrays: list) -> object:
    if isinstance(node, list):
        return [_value(item, memory, arrays) for item in node]
    if not isinstance(node, dict):
        return node
    if "tuple" in node:
        return tuple(_value(item, memory, arrays) for item in node["tuple"])
    if "generator" in node:
        generator = np.random.default_rng(0)
        generator.bit_generator.state = json.loads(node["generator"])
        return generator
    if "again" in node:
        return arrays[node["again"]]
    if "owner" in node:
        array = memory[node["owner"]]
    else:
        place = {"buffer": memory[node["view"]], "offset": node["offset"]}
        array = np.ndarray(node["shape"], node["dtype"], **place, strides=node["strides"])
    arrays.append(array)
    return array
