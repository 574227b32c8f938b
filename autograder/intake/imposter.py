"""Say what a file is that calls itself a notebook and isn't one."""

import re

ASK = "Ask for the .ipynb file itself"
MAGIC = (
    (b"PK\x03\x04", "is a zip archive", "Unpack it and hand in the notebook that it holds"),
    (b"\x1f\x8b", "is a gzip archive", "Unpack it and hand in the notebook that it holds"),
    (b"7z\xbc\xaf", "is a 7z archive", "Unpack it and hand in the notebook that it holds"),
    (b"Rar!", "is a rar archive", "Unpack it and hand in the notebook that it holds"),
    (b"%PDF", "is a PDF", ASK),
    (b"\x89PNG", "is a picture", ASK),
    (b"\xff\xd8\xff", "is a picture", ASK),
    (b"\xd0\xcf\x11\xe0", "is an Office document", ASK),
)
HTML = re.compile(r"\s*<(?:!doctype|html|head|body|\?xml|!--)", re.IGNORECASE)
JUPYTEXT = re.compile(r"^# (?:---|%%|\+)|^# -\*-.*\n# %%|^# In ?\[", re.MULTILINE)
PYTHON = re.compile(r"^(?:import|from|def|class|if|for|print|#!)\b", re.MULTILINE)
CONFLICT = ("<<<<<<< ", "=======\n", ">>>>>>> ")


def name_binary(data: bytes) -> tuple[str, str] | None:
    """Return what a file is and the remedy, if its first bytes tell."""
    if not data.strip(b"\x00\t\n\r "):
        return "is empty", "Save the notebook again and hand it in"
    return next(((what, remedy) for magic, what, remedy in MAGIC if data.startswith(magic)), None)


def name_text(text: str) -> tuple[str, str]:
    """Return what a text is that could not be read as JSON, and the remedy."""
    head = text[:4096].lstrip()
    if _has_conflict(text):
        return "holds the marks of a git merge conflict", "Resolve the conflict and save it again"
    if HTML.match(head):
        return "is a web page, not a notebook", "Download the notebook, not the page that shows it"
    if not head.startswith(("{", "[")):
        if JUPYTEXT.search(head):
            return "is a script exported from a notebook", ASK
        if PYTHON.search(head):
            return "is a Python script, not a notebook", ASK
        return "is not a notebook", ASK
    if not text.rstrip().endswith(("}", "]")):
        return "is cut off: its end is missing", "Save the notebook again and hand it in"
    return "is not valid JSON", "Open it in Jupyter, save it and hand it in again"


def _has_conflict(text: str) -> bool:
    """Look for the three marks one after another: each look goes on where the last one ended."""
    place, text = 0, f"\n{text}"
    for mark in CONFLICT:
        place = text.find(f"\n{mark}", place)
        if place < 0:
            return False
    return True
