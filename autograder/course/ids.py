"""Which names of folders can be a student's id everywhere: on disk, on pages, in commands.

nbgrader writes an id into formgrader's pages as it is, and takes it for a pattern in its commands.
"""

LONGEST_ID = 200  # bytes: a file's name of 255 holds it and an ending
MARKS = '<>"\\'
"""What ends the text or the quotes in which a page has the id."""
PATTERNS = "*?["
"""What a command takes for other students' names."""


def bad_id(student: str) -> str:
    """Say what is wrong with the name of a student's folder; empty if nothing is."""
    remedy = "Rename it to the student's id"
    try:
        size = len(student.encode())
    except UnicodeEncodeError:
        return f"the folder's name {student!r} is no text. {remedy}"
    if size > LONGEST_ID:
        return f"the folder's name is longer than {LONGEST_ID} bytes. {remedy}"
    if not student.isprintable():
        return f"the folder's name {student!r} holds a character that nobody sees. {remedy}"
    if odd := [c for c in MARKS + PATTERNS if c in student]:
        holds = f"holds {' and '.join(odd)}, which nbgrader takes for something else"
        return f"the folder's name {student!r} {holds}. {remedy}"
    return ""
