"""Attacks on the patience of whoever reads and shows: little to write, long to work on."""

from tests.submissions.hostile.registry import in_folder


@in_folder(refused="is cut off")
def string_that_never_ends_full_of_quotes(folder, path):
    path.write_text('{"cells": "' + '\\"' * 4_000_000)
