"""Attention maps show each weight once, as number, colour and words."""

import re

import numpy as np
import pytest
from figures.maps import STRENGTH, attention_maps

WORDS = ["a", "b", "c"]
WEIGHTS = np.array([[[0.5, 0.3, 0.2], [0.0, 1.0, 0.0], [0.25, 0.25, 0.5]]])  # (H, T, T)


def test_every_weight_is_written_in_its_cell():
    figure = attention_maps(WEIGHTS, WORDS, ["one"])
    numbers = re.findall(r'class="hbh-number">([^<]*)<', figure)
    assert numbers == [f"{weight:.2f}" for weight in WEIGHTS.ravel()]


def test_the_strength_of_a_fill_is_the_weight():
    figure = attention_maps(WEIGHTS, WORDS, ["one"])
    strengths = [float(value) for value in re.findall(r"fill-opacity: ([\d.e-]+)", figure)]
    assert strengths == pytest.approx(STRENGTH * WEIGHTS.ravel(), abs=1e-3)


def test_the_alt_text_says_who_gives_what_to_whom():
    label = re.search(r'aria-label="([^"]*)"', attention_maps(WEIGHTS, WORDS, ["one"]))[1]
    assert label.startswith("one. a gives 0.50 to a, 0.30 to b, 0.20 to c; b gives")


def test_heads_and_names_have_to_match():
    with pytest.raises(ValueError):
        attention_maps(WEIGHTS, WORDS, ["one", "two"])
