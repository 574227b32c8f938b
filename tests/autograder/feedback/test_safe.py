"""A stranger's text becomes HTML that can't run, load or hide anything."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.feedback.outputs import ROOM, Outputs
from autograder.feedback.safe import clean, clean_with_pictures, code, markdown, plain, pre, tidy

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


def test_a_picture_stays_only_if_the_page_holds_it_itself():
    held = '<img src="data:image/png;base64,aGk=">'
    assert str(clean_with_pictures(held)) == held
    for source in ("https://example.org/x.png", "data:image/svg+xml;base64,aGk=", "x.png"):
        assert "src" not in clean_with_pictures(f'<img src="{source}">')
    assert "data:" not in clean_with_pictures('<a href=" DATA:text/html,x">x</a>')


def test_a_table_of_ten_thousand_columns_and_rows_is_shown_as_text():
    wide = "|" + "a|" * 1500 + "\n|" + "-|" * 1500 + "\n" + "|x\n" * 1000
    assert "<table" not in markdown(wide)
    assert "<table" in markdown("|a|b|\n|-|-|\n|1|2|")


def test_a_thousand_definitions_of_a_link_are_read_once():
    assert str(markdown("[a]: b\n" * 1400)).count("[a]: b") == 1400


def test_very_long_markdown_is_shown_as_it_was_written():
    assert str(markdown("*a **a " * 5000)).startswith("<pre>*a **a")


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


def test_blank_lines_of_spaces_are_not_left_to_pygments():
    """They take it the square: minutes for what a page shows of one notebook."""
    assert tidy("x = 1 \t\r\n \n\u2028\n y") == "x = 1\n\n\n\n y"
    assert "<span" in code(" \n" * 9_000 + "x = 1")
