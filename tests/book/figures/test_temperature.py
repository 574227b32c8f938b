"""Chapter 4's figure shows measured weights: extreme, steady or flat as features are added."""

import re

import numpy as np
import pytest
from figures.temperature import HEIGHT, N_KEYS, entropy, random_scores, temperature_figure

from solutions.reference.softmax import softmax

SIZES = (4, 64, 1024)


def panels():
    """Return the parts of the figure: undivided, divided by the root, divided by d."""
    return temperature_figure(SIZES).split("</svg>")[:-1]


def notes(panel):
    """Return the pairs (largest, entropy) that the alt text names, one a size."""
    alt = re.search(r'aria-label="([^"]*)"', panel)[1]
    found = re.findall(r"largest ([\d.]+), entropy ([\d.]+)", alt)
    return [(float(largest), float(spread)) for largest, spread in found]


def test_scores_are_dot_products_of_standard_normal_vectors():
    for d in SIZES:
        assert random_scores(d, 500).std() == pytest.approx(np.sqrt(d), rel=0.1)
    assert np.array_equal(random_scores(5, 3, seed=1), random_scores(5, 3, seed=1))


def test_entropy_is_zero_for_one_key_and_largest_for_equal_ones():
    weights = np.array([[0.0, 1.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0.0, 0.0]])
    assert entropy(weights) == pytest.approx([0.0, np.log(4), np.log(2)])


def test_the_alt_text_holds_the_measured_numbers():
    weights = softmax(random_scores(64, 1000) / 8)
    expected = (
        round(float(weights.max(axis=-1).mean()), 2),
        round(float(entropy(weights).mean()), 2),
    )
    assert notes(panels()[1])[1] == expected


def test_undivided_scores_saturate_and_the_root_keeps_the_weights():
    plain, root, flat = (np.array(notes(panel)) for panel in panels())
    assert plain[-1, 0] > 0.9 and plain[-1, 1] < 0.2
    assert np.ptp(root[:, 0]) < 0.05
    assert flat[-1, 1] == pytest.approx(np.log(N_KEYS), abs=0.01)


def test_bars_fall_from_the_largest_and_sum_to_one():
    for panel in panels():
        heights = [float(height) for height in re.findall(r' height="([\d.]+)" class', panel)]
        rows = np.array(heights).reshape(len(SIZES), N_KEYS)
        assert (np.diff(rows, axis=1) <= 0).all()
        assert rows.sum(axis=1) == pytest.approx(HEIGHT, abs=0.5)
