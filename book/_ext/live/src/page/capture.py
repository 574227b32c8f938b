"""What a cell gives: its streams in order, the value of its last line, and Matplotlib's figures."""

import base64
import io
import sys
import time

LIMIT = 200_000  # characters of output that the page shows of one run
CUT = "\n[The output is cut here.]\n"
MOST_FIGURES = 20


class Streams:
    """Send what is printed to the page, standard output and error in the order of printing."""

    def __init__(self, send):
        self.send, self.left, self.parts, self.kind = send, LIMIT, [], "out"
        self.sent_at = time.monotonic()

    def __enter__(self):
        """Take the place of Python's own streams."""
        self.before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Stream(self, "out"), Stream(self, "error")
        return self

    def __exit__(self, *_):
        """Send the rest, and give the place back."""
        self.flush()
        sys.stdout, sys.stderr = self.before

    def write(self, kind, text):
        """Keep text for the page; send it on a change of stream, or ten times a second."""
        if self.left <= 0:
            return
        if kind != self.kind:
            self.flush()
            self.kind = kind
        self.left -= len(text)
        self.parts.append(text if self.left > 0 else text[: self.left or None] + CUT)
        if time.monotonic() - self.sent_at > 0.1 or self.left <= 0:
            self.flush()

    def flush(self):
        """Send what is kept."""
        if self.parts:
            self.send(self.kind, "".join(self.parts))
            self.parts, self.sent_at = [], time.monotonic()


class Stream(io.TextIOBase):
    """One of the two streams."""

    def __init__(self, streams, kind):
        self.streams, self.kind = streams, kind

    def writable(self):
        """Say that it can be written to."""
        return True

    def write(self, text):
        """Pass the text on."""
        self.streams.write(self.kind, text)
        return len(text)


def shown(value):
    """Return a value as the page shows it: as HTML where it has such a form, else as text."""
    if value is None:
        return {}
    if html := getattr(value, "_repr_html_", None):
        return {"html": html()}
    text = repr(value)
    return {"text": text if len(text) <= LIMIT else text[:LIMIT] + CUT}


def figures():
    """Return the open figures of Matplotlib as PNG with alt text, and close them."""
    plt = sys.modules.get("matplotlib.pyplot")
    if plt is None:
        return []
    found = [picture(plt.figure(number)) for number in plt.get_fignums()[:MOST_FIGURES]]
    plt.close("all")
    return found


def picture(figure):
    """Draw a figure; its titles are what those read who don't see it."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=144, bbox_inches="tight", facecolor="white")
    titles = [figure.get_suptitle(), *(axes.get_title() for axes in figure.axes)]
    alt = "; ".join(title for title in titles if title)
    png = base64.b64encode(file.getvalue()).decode()
    return {"png": png, "alt": alt or "A figure without a title, drawn by your code"}
