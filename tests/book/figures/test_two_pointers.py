"""The experiment trains what it says: right gradients, same parameters, one half and nothing."""

import numpy as np
import pytest
from figures.two_pointers import N_CONTENT, N_FEATURES, N_ITEMS, WIDTH, gradients, make_batch, train


@pytest.fixture
def parameters():
    rng = np.random.default_rng(3)
    shapes = [(N_FEATURES, WIDTH)] * 3 + [(WIDTH, 2 * N_CONTENT)]
    return [rng.standard_normal(shape) for shape in shapes]


@pytest.mark.parametrize("n_heads", [1, 2, 3])
@pytest.mark.parametrize("which", range(4))
def test_gradients_agree_with_finite_differences(parameters, n_heads, which):
    x, answer = make_batch(np.random.default_rng(5), 7)
    _, analytic = gradients(parameters, x, answer, n_heads)
    direction = np.random.default_rng(7).standard_normal(parameters[which].shape)

    def loss(step):
        moved = list(parameters)
        moved[which] = moved[which] + step * direction
        return gradients(moved, x, answer, n_heads)[0]

    numeric = (loss(1e-6) - loss(-1e-6)) / 2e-6
    assert (analytic[which] * direction).sum() == pytest.approx(numeric, rel=1e-5)


def test_the_pointers_differ_and_the_answer_is_their_content():
    x, answer = make_batch(np.random.default_rng(0), 500)
    pointers = x[:, -1, N_CONTENT + N_ITEMS : -1].reshape(500, 2, N_ITEMS)
    a, b = pointers.argmax(axis=-1).T
    assert (a != b).all()
    rows = np.arange(500)
    np.testing.assert_array_equal(answer[:, :N_CONTENT], x[rows, a, :N_CONTENT])
    np.testing.assert_array_equal(answer[:, N_CONTENT:], x[rows, b, :N_CONTENT])


def test_every_number_of_heads_has_the_same_parameters():
    assert {train(n_heads, steps=1).n_parameters for n_heads in (1, 2, 3, 4)} == {864}


def test_one_head_stays_at_one_half_where_two_heads_learn():
    one, two = (train(n_heads, steps=600).losses[-100:].mean() for n_heads in (1, 2))
    assert one == pytest.approx(0.5, abs=0.03)
    assert two < 0.01
