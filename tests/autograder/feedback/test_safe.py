"""A stranger's text becomes HTML that can't run, load or hide anything."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.feedback.outputs import ROOM, Outputs
from autograder.feedback.safe import clean, code, markdown, plain, pre

MARKS = st.sampled_from(
    [
        "<script>",
        "</script>",
        "<img src=x onerror=a()>",
        "<a href='javascript:a()'>",
        "<svg/onload=a()>",
    ]
)
HOSTILE = st.lists(MARKS | st.text(max_size=5)).map("".join)
ACTIVE = re.compile(
    r"<\s*(script|img|svg|iframe|style|form|base|meta|link)\b|<[^>]*\son\w+\s*=", re.IGNORECASE
)


@given(HOSTILE)
@pytest.mark.parametrize("make", [clean, markdown, pre, code])
def test_nothing_active_is_left(make, text):
    made = str(make(text))
    assert not ACTIVE.search(made)
    assert not re.search(r"href\s*=\s*[\"']?\s*javascript:", made, re.IGNORECASE)


def test_text_loses_escape_sequences_and_marks_that_turn_it_round():
    assert plain("a\x1b[31mb\x1b]8;;http://x\x07c\x1b\\") == "abc"
    assert "\u202e" not in plain("\u202eabc")


def test_long_text_is_cut_with_a_visible_mark():
    assert plain("x" * 100, 10) == "x" * 10 + "\n[cut here]"


def test_deep_markup_is_shown_as_text_instead_of_cleaned_for_minutes():
    assert str(clean("<div>" * 20_000)).startswith("<pre>&lt;div&gt;")


@pytest.mark.parametrize(
    "output",
    [
        {"output_type": "display_data", "data": {"image/svg+xml": "<svg/>"}},
        {"output_type": "display_data", "data": {"image/png": "bm8gcGljdHVyZQ=="}},
        {"output_type": "display_data", "data": {"application/javascript": "a()"}},
        {"output_type": "display_data", "data": None},
        {"output_type": "error"},
        {"output_type": "stream", "name": '"><script>', "text": None},
        {},
    ],
)
def test_an_output_of_an_unknown_kind_shows_nothing(output):
    (made,) = Outputs().render([output])
    assert re.fullmatch(r'<pre( class="[a-z ]*")?></pre>', str(made))


def test_outputs_have_room_for_a_bounded_number_of_bytes():
    stream = {"output_type": "stream", "name": "stdout", "text": "x" * 50_000}
    made = Outputs().render([stream] * 200)
    assert sum(map(len, made)) < ROOM + 1000
    assert "left out" in made[-1]
