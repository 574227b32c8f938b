"""Attacks by the files beside the notebook: what they are, how many, and whose name they bear."""

import json
import os
import socket
import sys

from tests.submissions.assignment import code
from tests.submissions.hostile.assignment import honest
from tests.submissions.hostile.registry import in_folder

KILL = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
LEFT_OUT = "repaired:extra-file"
SHOW = """
import os
for folder, _, names in os.walk("."):
    for name in names:
        try:
            text = open(os.path.join(folder, name)).read()
            if name not in ("numbers.csv", "helper.py"):
                print("GOT", text)
        except OSError as error:
            print("refused:", error)
"""


def _write(path, *sources):
    """Write an honest notebook with more cells before the functions."""
    notebook = honest()
    notebook["cells"][2:2] = [code(f"own{n}", source) for n, source in enumerate(sources)]
    path.write_text(json.dumps(notebook), encoding="utf-8")


@in_folder(LEFT_OUT)
def links_beside_the_notebook(folder, path):
    (folder / "data").symlink_to("/")
    (folder / "loop").symlink_to(".")
    (folder / "environ.txt").symlink_to("/proc/self/environ")
    (folder / "key.txt").symlink_to("../../../source/arrays/key.txt")
    (folder / "notebook.txt").symlink_to("../../../source/arrays/arrays.ipynb")
    (folder / "absolute.txt").symlink_to(folder.parents[2] / "source/arrays/key.txt")
    _write(path, SHOW, "import os\nassert not os.path.exists('data')")


@in_folder(LEFT_OUT)
def hard_link_to_a_secret_beside_the_notebook(folder, path):
    secret = folder.parent.parent / "another-secret.txt"
    secret.write_text("hard-linked-secret")
    (folder / "secret.txt").hardlink_to(secret)
    _write(path, SHOW)


@in_folder(LEFT_OUT)
def pipes_and_sockets_beside_the_notebook(folder, path):
    os.mkfifo(folder / "data.txt")
    short = os.open(folder, os.O_RDONLY)  # a socket's whole path may have 107 characters
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"/proc/self/fd/{short}/socket")
    os.close(short)


@in_folder(LEFT_OUT)
def gigabytes_beside_the_notebook(folder, path):
    for number in range(20):
        (folder / f"data{number}.bin").touch()
        os.truncate(folder / f"data{number}.bin", 8 << 30)


@in_folder(LEFT_OUT)
def many_files_of_many_megabytes(folder, path):
    for number in range(8):
        (folder / f"data{number}.bin").write_bytes(bytes(8 << 20))


@in_folder("repaired:many-files", LEFT_OUT)
def thousands_of_files(folder, path):
    for number in range(5000):
        (folder / f"{number}.txt").touch()


@in_folder(LEFT_OUT)
def tree_without_bottom(folder, path):
    top = os.open(folder, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("deeper", dir_fd=top)
        below = os.open("deeper", os.O_RDONLY, dir_fd=top)
        os.close(top)
        top = below
    os.close(os.open("file.txt", os.O_CREAT | os.O_WRONLY, dir_fd=top))
    os.close(top)


@in_folder(LEFT_OUT, "repaired:timestamp", "repaired:extra-notebook")
def folders_in_place_of_the_courses_files(folder, path):
    for name in ("numbers.csv", "helper.py", "timestamp.txt", "arrays.ipynb.d"):
        (folder / name).mkdir()
        (folder / name / "own.txt").write_text("own")


@in_folder()
def files_in_place_of_the_courses(folder, path):
    (folder / "helper.py").write_text("def wanted(x):\n    return x\n" + KILL)
    (folder / "numbers.csv").write_text("0")
    _write(
        path, "import helper\nassert helper.wanted(2) == 5", "open('numbers.csv', 'w').write('0')"
    )


@in_folder()
def modules_that_shadow_everything(folder, path):
    names = {*sys.stdlib_module_names, "numpy", "msgspec", "autograder", "IPython", "helper"}
    for name in sorted(names):
        (folder / f"{name}.py").write_text(KILL)
    for name in ("numpy", "autograder", "msgspec"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(KILL)
    for name in ("sitecustomize.py", "usercustomize.py", "jupyter_config.py", "own.pth"):
        (folder / name).write_text(KILL)
    (folder / ".pth").write_text(KILL)
    _write(path, "print(1)", "1 +", "raise ValueError", "[2]")


@in_folder()
def compiled_module_in_place_of_the_courses(folder, path):
    (folder / "__pycache__").mkdir()
    for version in ("311", "312", "313"):
        (folder / "__pycache__" / f"helper.cpython-{version}.pyc").write_bytes(b"\0" * 100)
    _write(path, "import helper\nassert helper.wanted(2) == 5")


@in_folder()
def names_that_lead_elsewhere(folder, path):
    names = "..\\..\\up.txt", "C:\\evil.txt", "~", "$HOME", "%2e%2e%2fup.txt", "; rm -rf .txt"
    for name in (
        *names,
        "a" * 251 + ".txt",
        "line\nbreak.txt",
        "nul",
        "\N{FULLWIDTH FULL STOP}" * 2,
    ):
        (folder / name).write_text("own")


@in_folder("repaired:extra-notebook")
def a_folder_named_as_what_grading_writes(folder, path):
    (folder / "arrays.ipynb~").mkdir()
    (folder / "arrays.ipynb~" / "arrays.ipynb").write_text("{}")
    (folder / "autograded").mkdir()
    (folder / "autograded" / "timestamp.txt").write_text("2020-01-01")
