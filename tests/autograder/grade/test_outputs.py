"""What a cell shows is safe to open: bounded, and without anything active."""

import base64

import pytest

from autograder.grade.outputs import MAX_NOTEBOOK, Room, clean

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(20)).decode()


def shown(**data):
    output = {"output_type": "display_data", "data": data, "metadata": {"x": "<script>"}}
    return clean([output], 3)[0]


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<svg onload=alert(1)>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<style>@import 'http://x'</style>",
        "<form action=x><input name=y></form>",
    ],
)
def test_html_keeps_nothing_active(html):
    kept = shown(**{"text/html": f"<table><tr><td>kept</td></tr></table>{html}"})["data"][
        "text/html"
    ]
    assert "<td>kept</td>" in kept
    for word in ("script", "onerror", "onload", "import", "form", "iframe", "img"):
        assert word not in kept


@pytest.mark.parametrize(
    "kind",
    [
        "application/javascript",
        "image/svg+xml",
        "text/markdown",
        "text/latex",
        "application/vnd.jupyter.widget-view+json",
    ],
)
def test_other_forms_are_left_out_and_plain_text_stays(kind):
    assert shown(**{kind: "x", "text/plain": "y"})["data"] == {"text/plain": "y"}
    assert list(shown(**{kind: "x"})["data"]) == ["text/plain"]


def test_a_picture_is_one_or_is_left_out():
    assert shown(**{"image/png": PNG})["data"] == {"image/png": PNG}
    for fake in ('"><script>', base64.b64encode(b"<svg>").decode(), "x" * 10**7):
        assert "image/png" not in shown(**{"image/png": fake})["data"]


def test_metadata_goes_and_the_execution_count_is_ours():
    assert shown(**{"text/plain": "x"})["metadata"] == {}
    result = {
        "output_type": "execute_result",
        "data": {"text/plain": "x"},
        "execution_count": 10**9,
    }
    assert clean([result], 3)[0]["execution_count"] == 3


def test_outputs_are_bounded_together():
    outputs = [{"output_type": "stream", "name": "stdout", "text": "x" * 10**6}] * 200
    assert sum(len(output["text"]) for output in clean(outputs, 1)) < 9 << 20


def test_a_notebook_has_room_for_so_much_and_marks_what_is_left_out():
    room = Room()
    shown = [{"output_type": "stream", "name": "stdout", "text": "x" * (MAX_NOTEBOOK // 3)}]
    assert [len(room.keep(shown)[0]["text"]) > 100 for _ in range(4)] == [True, True, False, False]
    assert room.keep([]) == []
    assert "cut" in room.keep(shown)[0]["text"]


def test_a_null_byte_and_half_a_character_are_replaced():
    (output,) = clean([{"output_type": "stream", "name": "stdout", "text": "a\0\ud800"}], 1)
    assert "\0" not in output["text"]
    output["text"].encode()
