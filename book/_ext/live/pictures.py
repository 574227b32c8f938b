"""What each interactive picture shows: numbers from NumPy and the reference, and a still figure."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from figures.broken_blocks import interleaved_split, right_split, split_without_transpose
from figures.painter import painter_figure, projections, tokens
from figures.tape import memory

from solutions.reference.masks import causal_mask, padding_mask

# Each shape in which the tape is read, with the names of its axes.
READINGS = {(4, 6): "tf", (6, 4): "rc", (4, 2, 3): "thj"}
SPLITS = {
    "Right": right_split,
    "No transpose": split_without_transpose,
    "Interleaved": interleaved_split,
}


class InteractivePicture(NamedTuple):
    """An interactive picture.

    Attributes
    ----------
    data : callable
        Returns what the page's script draws, as JSON values.
    still : callable or None
        Returns the figure of readers without JavaScript. None where the chapter has it already.
    """

    data: Callable[[], dict[str, Any]]
    still: Callable[[], str] | None


def tape() -> dict[str, Any]:
    """Return every reading of the tape: its code, axes, shape, strides in cells, and cells."""
    x = memory()  # (T, D)
    readings = []
    for shape, axes in READINGS.items():
        code = "x" if shape == x.shape else f"x.reshape{shape}"
        reshaped = x.reshape(shape)
        order = (1, 0, *range(2, reshaped.ndim))
        transposed = reshaped.transpose(order)
        suffix = ".T" if reshaped.ndim == 2 else f".transpose{order}"
        readings.append(_reading(code, axes, reshaped))
        readings.append(_reading(code + suffix, [axes[axis] for axis in order], transposed))
    return {"tokens": len(x), "features": x.shape[1], "readings": readings}


def _reading(code: str, axes: str | list[str], view: np.ndarray) -> dict[str, Any]:
    """Describe a view of the tape, whose numbers are their own cells."""
    return {
        "code": code,
        "axes": list(axes),
        "shape": list(view.shape),
        "strides": [step // view.itemsize for step in view.strides],
        "cells": view.ravel().tolist(),
    }


def splits(n_tokens: int = 4, n_features: int = 6, n_heads: int = 2) -> dict[str, Any]:
    """Return a tracer array, 10 * token + column, and the heads that each split makes of it."""
    x = 10 * np.arange(n_tokens)[:, None] + np.arange(n_features)  # (T, D)
    heads = {name: split(x, n_heads).tolist() for name, split in SPLITS.items()}  # (H, T, d_head)
    return {"x": x.tolist(), "splits": heads}


def mask() -> dict[str, Any]:
    """Return the head whose keys are masked, and the masks that a button paints."""
    n = len(tokens)
    presets = {
        "Causal": causal_mask(n),
        "Padding": np.repeat(padding_mask([n - 2], n)[0], n, axis=0),  # (1, T) -> (T, T)
        "All": np.ones((n, n), dtype=bool),
        "None": np.zeros((n, n), dtype=bool),
    }
    return {
        "tokens": tokens.tolist(),
        "projections": {name: w.tolist() for name, w in projections.items()},
        "presets": {name: preset.tolist() for name, preset in presets.items()},
    }


PICTURES = {
    "tape": InteractivePicture(tape, None),
    "splits": InteractivePicture(splits, None),
    "mask": InteractivePicture(mask, lambda: painter_figure(causal_mask(len(tokens)))),
}
