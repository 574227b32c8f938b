"""Reading a notebook from bytes: lenient, bounded, and never an exception but a refusal."""

import json
import tracemalloc
from contextlib import suppress

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.intake import Limits, read_notebook
from autograder.intake.findings import Refused
from autograder.intake.mend import mend_json
from autograder.intake.raw import items
from autograder.intake.text import to_text

WORDS = [
    "cells", "metadata", "nbformat", "cell_type", "source", "nbgrader", "grade_id", "points",
    "attachments", "worksheets", "level", "code", "markdown", "heading", "input", "autograder",
    "tags", "version", "schema_version", "checksum",
]  # fmt: skip
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(WORDS)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(WORDS) | st.text(), inner),
    max_leaves=40,
)


def notebook(*cells, **top):
    return json.dumps({"cells": list(cells), "metadata": {}, "nbformat": 4, **top}).encode()


def read(data, **limits):
    return read_notebook(data, "some.ipynb", Limits(**limits))


@given(st.binary())
def test_any_bytes_are_read_or_refused(data):
    try:
        read(data)
    except Refused as refused:
        assert str(refused.refusal).isprintable()


@given(VALUES)
@example({"cells": [{"cell_type": "code", "source": ["a", None]}]})
@example({"cells": [{"source": {}, "metadata": {"nbgrader": []}, "attachments": 3}]})
def test_any_json_is_read_or_refused(value):
    try:
        cells = read(json.dumps(value).encode()).cells
    except Refused:
        return
    for cell in cells:
        assert cell.cell_type in ("code", "markdown", "raw")
        cell.source.encode("utf-8")
        assert "\x00" not in cell.source


@given(st.lists(st.text(), min_size=1))
def test_sources_come_back_as_they_were(sources):
    cells = [{"cell_type": "code", "source": source, "metadata": {}} for source in sources]
    data = json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=False)
    expected = [s.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n") for s in sources]
    assert [cell.source for cell in read(data.encode("utf-8", "replace")).cells] == expected


@given(st.text().map(lambda text: "{" + text), st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]))
def test_an_encoding_with_a_mark_is_known(text, encoding):
    found, oddity = to_text(text.encode(encoding))
    assert found == text
    assert oddity


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_notebook_without_a_mark_is_known_by_its_zeros(encoding):
    text = '{"cells": ["é, 中"]}'
    assert to_text(text.encode(encoding))[0] == text


def test_latin_1_is_told_from_broken_utf_8():
    assert to_text("Größe".encode("latin-1"))[0] == "Größe"
    assert to_text("Größe".encode() + b"\xff")[0] == "Größe\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('{"a": NaN}', {"a": None}),
        ("[-Infinity, 1,]", [None, 1]),
        (r'"\ud83d\ude00 \ud83d \udc00"', "😀 \N{REPLACEMENT CHARACTER} \N{REPLACEMENT CHARACTER}"),
        (r'"\alpha \\n \u12"', r"\alpha \n \u12"),
        ('"a\tb\nNaN,]"', "a\tb\nNaN,]"),
    ],
)
def test_what_other_programs_write_becomes_json(written, value):
    assert json.loads(mend_json(written)) == value


@given(VALUES)
def test_mending_leaves_good_json_alone(value):
    text = json.dumps(value, allow_nan=True)
    if "NaN" not in text and "Infinity" not in text and "\\ud" not in text:
        assert mend_json(text) == text


def test_headings_and_worksheets_of_nbformat_3_are_read():
    heading = {"cell_type": "heading", "level": 2, "source": ["Title"], "metadata": {}}
    code = {"cell_type": "code", "input": ["x = 1\n", "x"], "outputs": []}
    data = json.dumps({"worksheets": [{"cells": [heading, code]}], "nbformat": 3}).encode()
    cells = read(data).cells
    assert [(c.cell_type, c.source) for c in cells] == [
        ("markdown", "## Title"),
        ("code", "x = 1\nx"),
    ]


def test_only_claims_of_the_right_type_are_believed():
    about = {"grade_id": 3, "points": "7", "grade": "true", "locked": True, "schema_version": 3.5}
    cell = read(
        notebook({"cell_type": "code", "source": "", "metadata": {"nbgrader": about}})
    ).cells[0]
    assert (cell.claim.grade_id, cell.claim.points, cell.claim.grade) == ("", None, None)
    assert cell.claim.locked is True
    assert cell.claim.schema is None


def test_a_text_cell_that_is_too_long_is_cut_in_sight():
    cell = read(notebook({"cell_type": "markdown", "source": "x" * 100}), text_chars=10).cells[0]
    assert cell.source.startswith("x" * 10 + "\n")
    assert "cut here" in cell.source


def test_too_much_text_is_refused():
    with pytest.raises(Refused, match="too much text"):
        read(notebook(*[{"cell_type": "code", "source": "x" * 60}] * 3), total_chars=100)


@pytest.mark.parametrize(
    "data",
    [
        b'{"cells": [' + b"0," * 5_000_000 + b"0]}",
        b'{"cells": [' + b"[]," * 3_000_000 + b"0]}",
        b'{"cells": [{"outputs": [' + b"[]," * 3_000_000 + b"0]}]}",
        b'{"cells": [{"metadata": {"x": [' + b"{}," * 3_000_000 + b"0]}}]}",
        b'{"cells": [{"source": [' + b'"ab",' * 2_000_000 + b'"a"]}]}',
        b'{"metadata": [' + b"1.5," * 2_000_000 + b'0], "cells": [{}]}',
    ],
    ids=["cells", "lists", "outputs", "metadata", "source", "notebook metadata"],
)
def test_memory_stays_near_the_size_of_the_file(data):
    tracemalloc.start()
    try:
        with suppress(Refused):
            read(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5 * len(data)


def test_items_stop_at_the_bound():
    assert len(items(msgspec.Raw(b"[1, 2, 3, 4]"), 2)) == 3
    assert items(msgspec.Raw(b"{}"), 2) is None
    assert items(msgspec.Raw(b"[]"), 2) == []


@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_a_notebook_with_broken_places_is_read_or_refused(random, number):
    data = bytearray(notebook(*[{"cell_type": "code", "source": "x = 'é'", "metadata": {}}] * 3))
    for _ in range(number):
        place = random.randrange(len(data))
        broken = random.choice(
            [b"", b"\\ud800", b"NaN", b"null", b"[", b"{", b'"', b"\x00", b"\xff"]
        )
        data[place : place + random.choice([0, 1, 20])] = broken
    try:
        assert read(bytes(data)).cells
    except Refused as refused:
        assert str(refused.refusal).isprintable()
