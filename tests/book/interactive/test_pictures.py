"""The numbers that a page gets are NumPy's and the reference's."""

import json
import re

import numpy as np
import pytest
from live.interactive import picture
from live.pictures import PICTURES

from solutions.reference.heads import split_heads
from solutions.reference.memory import axis_tape
from solutions.reference.trap import split_without_transpose


def data(name):
    """Return what the markup hands to the page's script."""
    markup = picture(name)
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', markup)[1])


@pytest.mark.parametrize("reading", data("tape")["readings"], ids=lambda reading: reading["code"])
def test_a_reading_visits_the_cells_that_its_strides_say(reading):
    indices = np.indices(reading["shape"])
    steps = np.array(reading["strides"]).reshape(-1, *[1] * len(reading["shape"]))
    assert (indices * steps).sum(axis=0).ravel().tolist() == reading["cells"]


@pytest.mark.parametrize("reading", data("tape")["readings"], ids=lambda reading: reading["code"])
def test_a_reading_is_what_its_code_gives(reading):
    x = np.arange(24).reshape(4, 6)
    view = eval(reading["code"], {"x": x})
    assert np.shares_memory(view, x)
    assert view.shape == tuple(reading["shape"])
    assert view.ravel().tolist() == reading["cells"]
    assert len(reading["axes"]) == view.ndim


def test_transposed_readings_are_the_references_tapes():
    readings = {reading["code"]: reading["cells"] for reading in data("tape")["readings"]}
    assert readings["x.T"] == axis_tape((4, 6), (1, 0))
    assert readings["x.reshape(6, 4).T"] == axis_tape((6, 4), (1, 0))
    assert readings["x.reshape(4, 2, 3).transpose(1, 0, 2)"] == axis_tape((4, 2, 3), (1, 0, 2))


def test_splits_are_those_of_the_chapter():
    found = data("splits")
    x = np.array(found["x"])[None]  # (1, T, D)
    assert np.array_equal(found["splits"]["Right"], split_heads(x, 2)[0])
    assert np.array_equal(found["splits"]["No transpose"], split_without_transpose(x, 2)[0])
    interleaved = [[x[0, t, h::2].tolist() for t in range(4)] for h in range(2)]
    assert found["splits"]["Interleaved"] == interleaved


def test_presets_keep_what_their_names_say():
    presets = {name: np.array(mask) for name, mask in data("mask")["presets"].items()}
    rows, columns = np.indices((5, 5))
    assert np.array_equal(presets["Causal"], columns <= rows)
    assert np.array_equal(presets["Padding"], columns < 3)
    assert presets["All"].all()
    assert not presets["None"].any()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_names_its_module(name):
    assert f'data-interactive="{name}"' in picture(name)


def test_the_still_figure_says_in_words_what_it_shows():
    still = re.search(r'<div class="hbh-still">(.*)</div>', picture("mask"), re.DOTALL)[1]
    labels = re.findall(r'<svg [^>]*role="img" aria-label="([^"]+)"', still)
    assert labels
    assert all(len(label.split()) > 5 for label in labels)


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(LookupError, match="no interactive picture 'tap'; there are tape, splits"):
        picture("tap")
