"""Bytecode for processes that may not write it."""

import os
import sys

import pytest

from autograder.batch import bytecode


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of one room, in a package of its own."""
    monkeypatch.setattr(bytecode, "PACKAGE", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for room in bytecode.ROOMS:
        (tmp_path / room).mkdir()
    path = tmp_path / "grade" / "some.py"
    path.write_text("x = 1\n", encoding="utf-8")
    return path


def compiled(module):
    found = module.parent / "__pycache__" / f"some.{sys.implementation.cache_tag}.pyc"
    return found.stat().st_mtime_ns, found.read_bytes()


def test_a_module_is_compiled_once_and_again_when_it_has_changed(module):
    bytecode.compile_rooms()
    first = compiled(module)
    bytecode.compile_rooms()
    assert compiled(module) == first
    module.write_text("x = 22\n", encoding="utf-8")
    os.utime(module, (0, 0))
    bytecode.compile_rooms()
    assert compiled(module) != first


def test_a_module_that_can_not_be_compiled_stops_nothing(module):
    module.write_text("x = (\n", encoding="utf-8")
    bytecode.compile_rooms()
    assert not any(module.parent.rglob("*.pyc"))


def test_nothing_is_written_where_python_is_told_so(module, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    bytecode.compile_rooms()
    assert not any(module.parent.rglob("*.pyc"))
