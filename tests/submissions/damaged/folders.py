"""What can be wrong around the notebook: its name, its kind, what lies beside it."""

import json
import os
import shutil
import socket
import zipfile

from tests.submissions.assignment import honest, released
from tests.submissions.damaged.registry import in_folder

RENAMED = "repaired:renamed-notebook"


@in_folder(RENAMED)
def renamed(folder, path):
    path.rename(folder / "my homework (final).ipynb")


@in_folder(RENAMED)
def wrong_case(folder, path):
    path.rename(folder / "Numbers.IPYNB")


@in_folder(RENAMED)
def saved_with_a_second_ending(folder, path):
    path.rename(folder / "numbers.ipynb.txt")


@in_folder(RENAMED)
def one_folder_deeper(folder, path):
    (folder / "numbers").mkdir()
    path.rename(folder / "numbers" / path.name)


@in_folder("repaired:extra-notebook")
def a_copy_beside_it(folder, path):
    shutil.copy(path, folder / "numbers-Copy1.ipynb")


@in_folder("repaired:extra-notebook", RENAMED)
def broken_with_a_good_copy_beside_it(folder, path):
    shutil.copy(path, folder / "numbers-Copy1.ipynb")
    path.write_bytes(path.read_bytes()[:300])


@in_folder(refused="could each be numbers.ipynb")
def two_that_differ_and_neither_has_the_name(folder, path):
    path.rename(folder / "numbers (1).ipynb")
    other = honest()
    other["cells"].pop()
    (folder / "numbers (2).ipynb").write_text(json.dumps(other))


@in_folder(refused="is missing")
def no_notebook(folder, path):
    path.rename(folder / "essay.docx")


@in_folder(refused="is missing")
def nothing_at_all(folder, path):
    path.unlink()


@in_folder(refused="is a folder")
def notebook_is_a_folder(folder, path):
    path.unlink()
    path.mkdir()


@in_folder(refused="is a link")
def notebook_is_a_link(folder, path):
    hidden = folder.parent.parent / "elsewhere.ipynb"
    path.rename(hidden)
    path.symlink_to(hidden)


@in_folder(refused="is a link or a file")
def folder_is_a_link(folder, path):
    moved = folder.parent.parent / "elsewhere"
    folder.rename(moved)
    folder.symlink_to(moved, target_is_directory=True)


@in_folder(refused="is a pipe")
def notebook_is_a_pipe(folder, path):
    path.unlink()
    os.mkfifo(path)


@in_folder(refused="is a socket")
def notebook_is_a_socket(folder, path):
    path.unlink()
    short = os.open(folder, os.O_RDONLY)  # a socket's whole path may have 107 characters
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"/proc/self/fd/{short}/{path.name}")
    os.close(short)


@in_folder(refused="is a zip archive")
def zip_in_place_of_the_notebook(folder, path):
    packed = folder / "packed"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(path, path.name)
    packed.rename(path)


@in_folder(refused="has nothing in common with this assignment")
def notebook_of_another_assignment(folder, path):
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": "1 + 1", "outputs": []}
    other = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(other))


@in_folder()
def module_beside_it(folder, path):
    (folder / "math.py").write_text("def sqrt(x):\n    return 0\n")


@in_folder("repaired:many-files", "repaired:extra-file")
def thousands_of_files(folder, path):
    for number in range(2500):
        (folder / f"{number}.dat").touch()


@in_folder("repaired:timestamp")
def timestamp_is_no_time(folder, path):
    (folder / "timestamp.txt").write_text("yesterday evening")


@in_folder("repaired:timestamp")
def timestamp_is_huge(folder, path):
    (folder / "timestamp.txt").write_bytes(b"2" * 10_000_000)


@in_folder("repaired:timestamp")
def timestamp_is_a_pipe(folder, path):
    os.mkfifo(folder / "timestamp.txt")


@in_folder()
def checkpoints_beside_it(folder, path):
    (folder / ".ipynb_checkpoints").mkdir()
    checkpoint = folder / ".ipynb_checkpoints" / "numbers-checkpoint.ipynb"
    checkpoint.write_text(json.dumps(released()))


@in_folder()
def timestamp_with_a_zone(folder, path):
    (folder / "timestamp.txt").write_text("2026-11-30 14:05:00.000000 UTC\n")
