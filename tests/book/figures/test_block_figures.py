"""The figures of chapters 6 and 7 and of the page between them say what they count."""

import re

import pytest
from figures.cost import attention_cost, cost_figure, two_pointers_figure
from figures.loom import STEPS, loom_figure
from figures.two_pointers import train
from figures.wiring import wiring_figure


def alt_text(figure):
    return " ".join(re.findall(r'aria-label="([^"]*)"', figure))


def test_parameters_and_products_do_not_depend_on_the_heads():
    costs = [attention_cost(128, 512, n_heads) for n_heads in (1, 8, 64)]
    assert {(c.parameters, c.products) for c in costs} == {(1_048_576, 16_777_216)}


def test_weights_grow_and_rank_falls_with_the_heads():
    costs = [attention_cost(128, 512, n_heads) for n_heads in (1, 8, 64)]
    assert [c.weights for c in costs] == [16_384, 131_072, 1_048_576]
    assert [c.exponentials for c in costs] == [c.weights for c in costs]
    assert [c.rank for c in costs] == [128, 64, 8]


def test_the_bars_say_how_often_one_head():
    assert "64 heads: 64 times one head" in alt_text(cost_figure())
    assert "64 heads: 1 times one head" in alt_text(cost_figure())


@pytest.mark.parametrize("n_heads", [1, 2])
def test_the_looks_of_each_head_are_in_the_alt_text(n_heads):
    runs = {h: train(h, steps=600) for h in (1, 2)}
    words = alt_text(two_pointers_figure(runs))
    strongest = runs[n_heads].weights[0].argmax()
    assert f"item {strongest} with {runs[n_heads].weights[0, strongest]:.2f}" in words


def test_the_loom_names_the_axes_of_every_step():
    words = alt_text(loom_figure())
    for code, axes in STEPS:
        assert f"{code.replace(chr(39), '&#x27;')}: (" in words or f"{code}: (" in words
        assert len(axes.split()) in (3, 4)


def test_the_wiring_gives_every_shape():
    words = alt_text(wiring_figure(n=5, d_model=6, n_heads=2))
    for shape in ("(5, 6)", "(5, 3)", "(5, 5)"):
        assert shape in words
