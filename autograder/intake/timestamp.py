"""Read when a submission was handed in, as nbgrader does."""

import warnings
from datetime import datetime

from autograder.intake.findings import Flag, shown
from autograder.intake.text import to_text

MOST_BYTES = 200


def read_timestamp(data: bytes) -> tuple[datetime | None, tuple[Flag, ...]]:
    """Return the time in UTC, without a zone as nbgrader keeps it, or None with a flag."""
    from dateutil.parser import parse

    text = to_text(data)[0].strip().strip("\x00")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unknown zone's name; nbgrader reads on, too
            time = parse(text)
        offset = time.utcoffset()
        return (time if offset is None else (time - offset).replace(tzinfo=None)), ()
    except Exception:  # dateutil raises several kinds, and this is a stranger's text
        message = (
            f"timestamp.txt holds no time ({shown(text, 40) or 'it is empty'}), "
            "so lateness can't be told. Correct it by hand"
        )
        return None, (Flag("repaired:timestamp", message),)
