"""Taught code comes from the reference, word for word."""

import pytest
from live.reference import expand, function_source

from solutions.reference.heads import split_heads


def run(source):
    """Execute a cell and return what it defines."""
    names = {}
    exec(source, names)
    return names


def test_a_fence_becomes_a_cell_that_binds_the_function():
    text = expand("Before.\n\n```{reference} heads.split_heads\n```\n\nAfter.\n")
    assert text.startswith("Before.\n\n```{code-cell}\n:reference: heads.split_heads\n")
    assert text.endswith("```\n\nAfter.\n")
    (code,) = [line for line in text.splitlines() if line.startswith("from ")]
    assert run(code)["split_heads"] is split_heads


def test_the_shown_source_is_the_function_whole():
    source = function_source("heads.split_heads")
    assert source.startswith('def split_heads(x, n_heads):\n    """Split')
    assert source.endswith("return x.transpose(0, 2, 1, 3)  # (B, H, T, d_head)")


def test_a_brief_source_lacks_the_docstring_and_nothing_else():
    whole = function_source("heads.split_heads").splitlines()
    brief = function_source("heads.split_heads", brief=True).splitlines()
    assert brief[0] == whole[0]
    assert '"""' not in "\n".join(brief)
    assert brief[1:] == whole[-len(brief) + 1 :]


@pytest.mark.parametrize("name", ["heads.no_such", "no_such.split_heads", "heads", "heads.np"])
def test_an_unknown_function_is_an_error_with_its_name(name):
    with pytest.raises(LookupError, match=name):
        expand(f"```{{reference}} {name}\n```\n")


def test_a_fence_of_another_form_is_an_error():
    with pytest.raises(LookupError, match="not a reference fence"):
        expand("```{reference} heads.split_heads\n:short: true\n```\n")


def test_text_without_a_fence_stays_as_it_is():
    text = "About `{reference}` in a sentence.\n\n```{code-cell}\n1 + 1\n```\n"
    assert expand(text) == text


def test_the_block_of_the_introduction_has_twelve_lines():
    lines = function_source("one_sequence.multi_head_attention", brief=True).splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith("#")]
    assert len(code) == 12
    assert sum("reshape" in line for line in code) == 2
