import numpy as np
import pytest

from solutions.reference.single_head import score_std


@pytest.mark.parametrize("d", [1, 7, 64])
def test_the_spread_of_the_scores_grows_with_the_root_of_the_length(d):
    spread = score_std(d, 40_000, np.random.default_rng(1))
    assert type(spread) is float
    assert spread == pytest.approx(np.sqrt(d), rel=0.03)


def test_the_spread_is_that_of_the_dot_products_drawn():
    rng = np.random.default_rng(2)
    q, k = rng.standard_normal((5, 3)), rng.standard_normal((5, 3))
    scores = [sum(a * b for a, b in zip(u, w, strict=True)) for u, w in zip(q, k, strict=True)]
    assert score_std(3, 5, np.random.default_rng(2)) == pytest.approx(np.std(scores), rel=1e-13)
