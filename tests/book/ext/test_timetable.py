"""The times in the introduction are those of the chapters."""

import pytest
from live.timetable import row
from sphinx.errors import ExtensionError

CHAPTER = "# 9. Title\n\n**Time:** 12 minutes to read, 34 minutes for the exercise.\n"


def test_a_row_links_the_chapter_and_repeats_its_times():
    expected = "| [9. Title](/book/09_x.md) | 12 minutes | 34 minutes |"
    assert row(CHAPTER, "book/09_x") == expected


def test_a_chapter_without_times_is_an_error_that_names_it():
    with pytest.raises(ExtensionError, match=r"book/09_x: .*Time:"):
        row("# 9. Title\n", "book/09_x")
