"""Chapter 5's mask painter: its still figure, and an example in which every dependence shows."""

import itertools
import re

import numpy as np
from figures.influence import influence_matrix
from figures.painter import masked_head, painter_figure, tokens

from solutions.reference.masks import causal_mask


def labels(figure):
    """Return the alt texts of a figure's panels by their titles."""
    texts = re.findall(r'aria-label="([^"]+)"', figure)
    return dict(text.split(". ", 1) for text in texts)


def test_panels_say_what_a_causal_mask_does():
    said = labels(painter_figure(causal_mask(5)))
    assert said["Mask"].startswith("query 0 may see 0; query 1 may see 0, 1;")
    assert said["Weights"].startswith("query 0: 1.00 0.00 0.00 0.00 0.00;")
    assert said["Influence"].endswith("output 4 reads 0, 1, 2, 3, 4")


def test_a_blocked_query_sees_nothing_and_reads_nothing():
    said = labels(painter_figure(np.zeros((5, 5), dtype=bool)))
    assert "query 3 may see nothing" in said["Mask"]
    assert "query 3: 0.00 0.00 0.00 0.00 0.00" in said["Weights"]
    assert "output 3 reads nothing" in said["Influence"]


def test_no_dependence_hides_behind_equal_numbers():
    """An output reads the kept tokens, and its own where it has two keys to choose from."""
    for row in itertools.product([False, True], repeat=5):
        mask = np.tile(row, (5, 1))  # (T, T)
        found = influence_matrix(lambda x, mask=mask: masked_head(x, mask)[0], tokens)
        own = np.eye(5, dtype=bool) & (sum(row) > 1)
        assert np.array_equal(found, mask | own)
