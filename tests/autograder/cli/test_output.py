"""What commands print holds nothing that a terminal takes for an order."""

import json

import pytest
import typer

from autograder.cli.output import print_json, say, spoken_errors
from autograder.course.directory import CourseError

HOSTILE = "ada\x1b[2J\x9b31m\u202e\n\ud800é"


def test_a_strangers_words_move_no_cursor(capsys):
    say(HOSTILE)
    assert capsys.readouterr().out == "ada\ufffd[2J\ufffd31m\ufffd\ufffd\ufffdé\n"


def test_json_says_the_same_and_shows_it_harmlessly(capsys):
    print_json({HOSTILE: [HOSTILE, 1]})
    said = capsys.readouterr().out
    assert json.loads(said) == {HOSTILE: [HOSTILE, 1]}
    assert "é" in said and all(c.isprintable() or c == "\n" for c in said)


def test_an_error_keeps_its_lines(capsys):
    with pytest.raises(typer.Exit), spoken_errors():
        raise CourseError("one\x1b\ntwo")
    assert capsys.readouterr().err == "error: one\ufffd\ntwo\n"
