"""What can be wrong with the file: encoding, JSON, version, or it is no notebook at all."""

import json
import re

from tests.submissions.assignment import honest
from tests.submissions.damaged.registry import in_file

ENCODING = "repaired:encoding"


@in_file(ENCODING)
def byte_order_mark(text):
    return text.encode("utf-8-sig")


@in_file(ENCODING)
def utf_16(text):
    return text.encode("utf-16")


@in_file(ENCODING)
def utf_16_without_mark(text):
    return text.encode("utf-16-be")


@in_file(ENCODING)
def utf_32(text):
    return text.encode("utf-32")


@in_file(ENCODING)
def latin_1(text):
    return text.replace("Because", "Für einen Abstand: weil").encode("latin-1")


@in_file(ENCODING)
def some_broken_bytes(text):
    return text.replace("Because", "Für é").encode().replace(b"done", b"d\xffne", 1)


@in_file("repaired:json")
def half_a_surrogate_pair(text):
    return text.replace("Because", r"Because \ud83d").encode()


@in_file("repaired:json")
def not_a_number_in_an_output(text):
    return text.replace('"output_type"', '"score": NaN, "output_type"', 1).encode()


@in_file("repaired:json")
def raw_line_ends_in_a_string(text):
    return text.replace("Because ", "Because\n").encode()


@in_file("repaired:json")
def stray_backslash(text):
    return text.replace("Because ", r"Because \alpha ").encode()


@in_file("repaired:json")
def comma_before_a_bracket(text):
    return re.sub(r"\n \]", ",\n ]", text, count=1).encode()


@in_file("repaired:characters")
def null_character_in_a_cell(text):
    return text.replace("Because", r"Because\u0000").encode()


@in_file()
def padded_with_null_bytes(text):
    return text.encode() + bytes(4096)


@in_file()
def windows_line_ends(text):
    return text.replace(r"\n", r"\r\n").encode()


@in_file(refused="is empty")
def empty(text):
    return b""


@in_file(refused="is empty")
def only_null_bytes(text):
    return bytes(100_000)


@in_file(refused="is cut off")
def cut_off(text):
    return text.encode()[: len(text) // 2]


@in_file(refused="holds the marks of a git merge conflict")
def merge_conflict(text):
    return text.replace("\n  {", "\n<<<<<<< HEAD\n  {\n=======\n  {\n>>>>>>> mine", 1).encode()


@in_file(refused="is a web page")
def web_page(text):
    return b"<!DOCTYPE html>\n<html><body>Please log in</body></html>"


@in_file(refused="is JSON, but not a notebook")
def empty_list(text):
    return b"[]"


@in_file(refused="is JSON, but has no list of cells")
def json_of_something_else(text):
    return b'{"name": "numbers", "version": 3}'


@in_file(refused="is a Python script")
def python_script(text):
    return b"import math\n\n\ndef mean(values):\n    return sum(values) / len(values)\n"


@in_file(refused="is a script exported from a notebook")
def jupytext_script(text):
    return b"# ---\n# jupyter:\n#   kernelspec: python3\n# ---\n\n# %%\nimport math\n"


@in_file(refused="is a PDF")
def pdf(text):
    return b"%PDF-1.7\n\x00\xff\xfe"


@in_file(refused="is not a notebook")
def words(text):
    return b"Sorry, I could not finish. May I have two more days?"


@in_file(refused="holds no cells")
def no_cells(text):
    return json.dumps({**honest(), "cells": []}).encode()


@in_file(refused="is nested too deeply")
def nested_too_deeply(text):
    return b'{"cells": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"


@in_file(refused="is larger than")
def too_large(text):
    return text.encode() + b" " * (65 * 1024 * 1024)


@in_file(refused="has more than 2000 cells")
def too_many_cells(text):
    notebook = honest()
    notebook["cells"] += [{"cell_type": "code", "source": ""}] * 3000
    return json.dumps(notebook).encode()


@in_file()
def huge_outputs(text):
    notebook = honest()
    notebook["cells"][4]["outputs"] = [{"output_type": "stream", "text": "x" * 40_000_000}]
    return json.dumps(notebook).encode()


@in_file("repaired:nbformat")
def nbformat_3(text):
    notebook = honest()
    cells = []
    for cell in notebook["cells"]:
        old = {"cell_type": cell["cell_type"], "metadata": cell["metadata"]}
        key = "input" if cell["cell_type"] == "code" else "source"
        cells.append({**old, key: cell["source"].splitlines(keepends=True)})
    cells[0] = {"cell_type": "heading", "level": 1, "source": "Numbers", "metadata": {}}
    sheet = {"cells": cells, "metadata": {}}
    return json.dumps({"worksheets": [sheet], "metadata": {}, "nbformat": 3}).encode()


@in_file("repaired:nbformat")
def nbformat_of_the_future(text):
    return text.replace('"nbformat": 4', '"nbformat": 5').encode()


@in_file()
def minor_of_the_future(text):
    return text.replace('"nbformat_minor": 5', '"nbformat_minor": 99').encode()


@in_file("repaired:nbformat")
def nbformat_is_a_word(text):
    return text.replace('"nbformat": 4', '"nbformat": "four"').encode()


@in_file()
def old_minor_without_cell_ids(text):
    notebook = {**honest(), "nbformat_minor": 2}
    for cell in notebook["cells"]:
        del cell["id"]
    return json.dumps(notebook).encode()
