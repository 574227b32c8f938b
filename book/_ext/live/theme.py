"""Stub."""


def setup(app):
    """Register."""
