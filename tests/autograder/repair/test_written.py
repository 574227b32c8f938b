"""A notebook's file is the one that Python's own `json` would write."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.repair import written

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def as_python_writes(notebook: dict) -> bytes:
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


@given(st.dictionaries(st.text(), VALUES))
def test_any_notebook_is_written_as_python_writes_it(notebook: dict) -> None:
    assert written(notebook) == as_python_writes(notebook)


@pytest.mark.parametrize(
    "odd", [float("nan"), 1e16, 1 << 80, "\ud800", "\x7f\u2028", [], {}, [[{}]]]
)
def test_what_json_writes_oddly_is_written_as_python_writes_it(odd: object) -> None:
    assert written({"odd": odd}) == as_python_writes({"odd": odd})
