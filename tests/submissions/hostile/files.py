"""Attacks by the file, its metadata and its text, before any code runs; and by the student's id."""

import base64
import json
import os

from tests.submissions.assignment import code, find
from tests.submissions.hostile.assignment import honest
from tests.submissions.hostile.registry import in_folder, in_notebook, named

FAILED = {"scale": "failed", "chain": "failed"}
WRONG = "def scale(x): return x"


@in_notebook("tampered:tags", **FAILED)
def checks_tagged_to_be_skipped(notebook):
    find(notebook, "scale")["source"] = WRONG
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade") and cell["cell_type"] == "code":
            cell["metadata"]["tags"] = ["skip-execution", "raises-exception", "remove-cell"]


@in_notebook("tampered:points", **FAILED)
def points_raised(notebook):
    find(notebook, "scale")["source"] = WRONG
    for cell in notebook["cells"]:
        if "points" in cell["metadata"].get("nbgrader", {}):
            cell["metadata"]["nbgrader"]["points"] = 1e308


@in_notebook("tampered:source", **FAILED)
def checks_rewritten(notebook):
    find(notebook, "scale")["source"] = WRONG
    for grade_id in ("scale--example", "scale--hidden", "chain--hidden"):
        find(notebook, grade_id)["source"] = "2"


@in_notebook("tampered:extra-check", **FAILED)
def check_of_its_own(notebook):
    find(notebook, "scale")["source"] = WRONG
    own = code("own", "1000", "scale--bonus", grade=True, locked=True, points=1000)
    notebook["cells"].append(own)


@in_notebook("repaired:unknown-id", "repaired:missing-check", **FAILED)
def id_that_only_looks_the_same(notebook):
    find(notebook, "scale")["source"] = WRONG
    check = find(notebook, "scale--hidden")
    check["metadata"]["nbgrader"].update(grade_id="sc\N{CYRILLIC SMALL LETTER A}le--hidden")
    check["metadata"]["nbgrader"].update(grade=False)
    check["source"] = "print('passed')"


@in_notebook()
def kernel_that_is_a_command(notebook):
    notebook["metadata"]["kernelspec"] = {
        "name": "../../../tmp/evil",
        "display_name": "$(touch /tmp/evil)",
        "language": "bash",
        "argv": ["/bin/sh", "-c", "touch /tmp/evil"],
    }
    notebook["metadata"]["language_info"] = {"name": "bash", "file_extension": "/../../x.sh"}
    notebook["metadata"]["widgets"] = {"state": "<script>evil()</script>"}


@in_notebook("repaired:attachments")
def text_that_is_active(notebook):
    words = find(notebook, "words")
    words["source"] = (
        "<script>evil()</script><img src=x onerror=evil()>[a](javascript:evil())"
        '![p](attachment:p.png) =HYPERLINK("http://evil") \x1b[2J'
    )
    words["attachments"] = {
        "p.png": {"image/png": '"><script>evil()</script>'},
        "q.svg": {"image/svg+xml": "<svg onload='evil()'/>"},
    }


@in_notebook()
def picture_that_is_one(notebook):
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()
    find(notebook, "words")["source"] = "![p](attachment:p.png)"
    find(notebook, "words")["attachments"] = {"p.png": {"image/png": data}}


@in_notebook()
def outputs_that_were_made_up(notebook):
    evil = {"text/html": "<script>evil()</script>", "application/javascript": "evil()"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shown = {"output_type": "display_data", "data": evil, "metadata": {}}
            cell["outputs"] = [shown] * 50
            cell["execution_count"] = 10**30


@in_notebook("repaired:characters")
def null_characters(notebook):
    for grade_id in ("scale", "centre"):
        cell = find(notebook, grade_id)
        cell["source"] = cell["source"].replace(" ", "\0 ")


@in_notebook()
def code_that_reads_backwards(notebook):
    cell = find(notebook, "scale")
    cell["source"] += "  # \N{RIGHT-TO-LEFT OVERRIDE}3 * x - 9 nruter\N{POP DIRECTIONAL FORMATTING}"


@in_notebook()
def blank_lines_without_end(notebook):
    notebook["cells"].insert(2, code("blank", "\n" * 900_000 + "pass"))


@in_notebook()
def cells_without_end(notebook):
    notebook["cells"][2:2] = [code(f"cell{i}", "pass") for i in range(500)]


@in_notebook()
def nesting_in_code(notebook):
    for depth in (100, 10_000, 25_000):
        for text in ("(" * depth + ")" * depth, "-" * depth + "1", "x" + ".y" * depth,
                     "1" + "+1" * depth, "[" * depth, "lambda:" * depth + "1"):  # fmt: skip
            notebook["cells"].insert(2, code(f"deep{depth}{text[0]}", text))


@in_notebook("repaired:no-cell", "repaired:json", "repaired:cell-type")
def metadata_of_wrong_kinds(notebook):
    find(notebook, "scale")["metadata"].update(tags={"a": 1}, autograder=[[]], collapsed=1e400)
    notebook["metadata"].update(autograder={"version": ["x"] * 1000}, nbgrader=3)
    notebook["cells"] += [7, {"cell_type": 3, "source": {}, "metadata": []}]


def _write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


@in_folder(refused="is nested too deeply")
def json_without_bottom(folder, path):
    _write(path, '{"cells": ' + "[" * 2_000_000 + "]" * 2_000_000 + "}")


@in_folder()
def json_without_bottom_beside_the_cells(folder, path):
    text = json.dumps(honest())
    _write(path, text.replace('"cells"', '"x": ' + "[" * 900 + "]" * 900 + ', "cells"', 1))


@in_folder(refused="is not valid JSON")
def conflict_marks_without_end(folder, path):
    _write(path, "{" + "\n<<<<<<< a" * 100_000 + "\n=======" * 100_000 + "}")


@in_folder(refused="has more than")
def small_file_of_a_million_cells(folder, path):
    _write(path, '{"nbformat": 4, "cells": [' + "{}," * 1_000_000 + "{}]}")


@in_folder(refused="is larger than")
def file_of_gigabytes(folder, path):
    os.truncate(path, 8 << 30)


@in_folder()
def numbers_without_end(folder, path):
    text = json.dumps(honest()).replace('"nbformat": 4', f'"nbformat": 4, "n": {"9" * 10**6}')
    text = text.replace('"points": 2', f'"points": {"9" * 5000}', 1)
    _write(path, text)


@in_folder()
def keys_that_stand_twice(folder, path):
    text = json.dumps(honest())
    fake = json.dumps([{"cell_type": "code", "source": "evil()", "metadata": {}, "outputs": []}])
    _write(path, text.replace('{"cells"', f'{{"cells": {fake}, "cells"', 1))


@in_folder("repaired:extra-notebook")
def names_that_are_hostile(folder, path):
    for name in ("\x1b[2Jx.py", "a\nb.ipynb", "=cmd|' '!A0.py", "-rf", "\u202egnp.py", "x" * 255,
                 "$(touch evil).ipynb", "'; DROP TABLE grade; --.py", "CON.ipynb"):  # fmt: skip
        (folder / name).touch()


@in_folder("repaired:extra-file")
def name_that_is_no_text(folder, path):
    (folder / os.fsdecode(b"\xff\xfe.dat")).touch()


@in_folder("repaired:extra-notebook")
def notebook_whose_name_is_no_text(folder, path):
    (folder / os.fsdecode(b"\xff\xfe.ipynb")).touch()


UNSEEN, TAKEN = "a character that nobody sees", "which nbgrader takes for something else"
for student, (what, refused) in {
    "=HYPERLINK(1)": ("id that is a formula", ""),
    "@SUM(1+1)|' '!A0": ("id that is another formula", ""),
    "=HYPERLINK(\"http:∕∕evil\",\"x\")": ("id that ends quotes", TAKEN),
    "<img src=x onerror=evil()>": ("id that is active", TAKEN),
    "ada\\": ("id that takes the next character along", TAKEN),
    "\x1b[2J\x1b]0;evil\x07": ("id that moves the cursor", UNSEEN),
    "line\nbreak,\"quote\"\r": ("id of two lines", UNSEEN),
    "\u202enimda": ("id that reads backwards", UNSEEN),
    "ad\u200ba": ("id with a character that nobody sees", UNSEEN),
    "\N{CYRILLIC SMALL LETTER A}da": ("id that only looks like another", ""),
    "-rf": ("id that is an option", ""),
    "[1]*?{a,b}": ("id that is a pattern", TAKEN),
    "$(touch evil)`id`;'": ("id that is a command", ""),
    "'; DROP TABLE grade; --": ("id that is a query", ""),
    "...": ("id of dots", ""),
    "[bold red]evil[blink][link=evil:x]": ("id that is markup", TAKEN),
    os.fsdecode(b"\xff\xfe"): ("id that is no text", "is no text"),
    "x" * 255: ("id that is as long as a name can be", "is longer than"),
}.items():  # fmt: skip
    named(student, what, refused)
