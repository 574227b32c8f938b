"""How long a reader waits for the page's Python, and what it loads: real Chromium, localhost.

Run: python -m benchmarks.page [--site _build/html] [--repeats 5] [--only check figure]

Each visit begins in a browser that was just started: "cold" with an empty profile, "second" with
the profile of a reader who has used this page once. The table goes to `_build/benchmarks/page.md`.
"""

import argparse
import functools
import http.server
import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Playwright, sync_playwright

Measured = dict[tuple[str, str], list[float]]

ROOT = Path(__file__).parents[1]
READERS = ("check", "focus", "write", "figure")  # methods of Visits
VISITS = ("cold", "second")
OPTIONS = [
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]
CHAPTER = "book/02_split_merge.html"
CELL = "solution-split_heads"
FIGURE = "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title('A figure')"
TYPING = 5_000  # milliseconds that a reader writes before the first check
REPEATED = 5  # checks of one visit after its first
# Presses a button, and returns the milliseconds until the page shows what was asked for.
PRESS = """([key, name, shown]) => new Promise((done) => {
  const place = document.querySelector(`.hbh-solution[data-key="${key}"]`);
  const button = [...place.querySelectorAll("button")].find((one) => one.textContent === name);
  const start = performance.now();
  const watch = new MutationObserver(() => {
    if (!place.querySelector(shown)) return;
    watch.disconnect();
    done(performance.now() - start);
  });
  button.click();
  watch.observe(place, { childList: true, subtree: true });
})"""
FOCUS = "(key) => document.querySelector(`[data-key='${key}'] .cm-content`).focus()"
# The steps of the worker that runs Python, by the marks that it sets.
STEPS = (
    """() => performance.getEntriesByType("measure").map((step) => [step.name, step.duration])"""
)
AIMS = {  # of the issue that asked for the live page, in milliseconds and MB
    "first check": "5.5 s cold, 4.5 s second",
    "page and first check, MB": "22 cold, 0 second",
    "repeated check": "150 ms",
    "first figure": "9 s cold",
}
BOUNDS = {
    "start Python, load NumPy": "compiling 10 MB of WebAssembly, CPython's start, NumPy's wheel",
    "import NumPy": "running the modules that NumPy imports",
    "run": "the checks themselves",
    "load Matplotlib": "unpacking and linking Matplotlib and the packages that it needs",
    "import Matplotlib, draw": "running the modules that Matplotlib imports; the first font",
}


class CountingHandler(http.server.SimpleHTTPRequestHandler):
    """A static host as GitHub Pages is one, but for compression; it counts the bytes of bodies."""

    sent = 0

    def end_headers(self) -> None:
        """Let browsers keep files for ten minutes, as GitHub Pages does."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def copyfile(self, source, outputfile) -> None:
        """Send a body and count it."""
        body = source.read()
        type(self).sent += len(body)
        outputfile.write(body)

    def log_message(self, *_) -> None:
        """Print nothing."""


@contextmanager
def serve(site: Path) -> Iterator[str]:
    """Serve a folder on a free port for a while."""
    handler = functools.partial(CountingHandler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def figure_notebook(site: Path, folder: Path) -> Path:
    """Write a reader's notebook whose first function is code that draws a figure."""
    name = Path(CHAPTER).stem
    (released,) = site.glob(f"live/*/exercises/{name}.ipynb")
    notebook = json.loads(released.read_text())
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == CELL:
            cell["source"] = FIGURE
    file = folder / "figure.ipynb"
    file.write_text(json.dumps(notebook))
    return file


class Visits:
    """Visits to one page, each in a browser of its own.

    Attributes
    ----------
    figures, steps : dict
        What was measured, in milliseconds or MB, by name and visit.
    """

    def __init__(self, playwright: Playwright, address: str, notebook: Path) -> None:
        self.playwright, self.address, self.notebook = playwright, address, notebook
        self.figures: Measured = {}
        self.steps: Measured = {}

    def note(self, name: str, visit: str, value: float) -> None:
        """Keep one figure."""
        self.figures.setdefault((name, visit), []).append(value)

    def note_steps(self, page: Page, visit: str, names: dict[str, str]) -> None:
        """Keep what the worker says of its steps, under names of their own."""
        for step, duration in dict(page.workers[0].evaluate(STEPS)).items():  # the last of each
            if step in names:
                self.steps.setdefault((names[step], visit), []).append(duration)

    def twice(self, reader: Callable[[Page, str], None]) -> None:
        """Let a reader visit with an empty profile, then again with what it kept."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            for visit in VISITS:
                CountingHandler.sent = 0
                context = self.playwright.chromium.launch_persistent_context(
                    profile, executable_path=shutil.which("chromium"), args=OPTIONS
                )
                page = context.new_page()
                page.goto(f"{self.address}/{CHAPTER}", wait_until="networkidle")
                page.locator(f"[data-key='{CELL}'] .cm-content").wait_for()
                reader(page, visit)
                until_kept(page)
                context.close()

    def check(self, page: Page, visit: str) -> None:
        """Press Check, nothing preloaded; then Check again and again."""
        self.note("page, MB", visit, CountingHandler.sent / 1e6)
        self.note("first check", visit, press(page, "Check", ".live-summary"))
        self.note("page and first check, MB", visit, CountingHandler.sent / 1e6)
        own = ("start Python, load NumPy", "import NumPy", "run")
        self.note_steps(page, visit, {name: name for name in own})
        again = [press(page, "Check", ".live-summary") for _ in range(REPEATED)]
        self.note("repeated check", visit, statistics.median(again))

    def focus(self, page: Page, visit: str) -> None:
        """Focus the editor and press Check at once."""
        page.evaluate(FOCUS, CELL)
        self.note("focus to first check", visit, press(page, "Check", ".live-summary"))

    def write(self, page: Page, visit: str) -> None:
        """Focus the editor, write for a while, press Check."""
        page.evaluate(FOCUS, CELL)
        page.wait_for_timeout(TYPING)
        name = f"first check after {TYPING // 1000} s in the editor"
        self.note(name, visit, press(page, "Check", ".live-summary"))

    def figure(self, page: Page, visit: str) -> None:
        """Run code that draws with Matplotlib, nothing preloaded."""
        page.locator("input[type=file]").set_input_files(self.notebook)
        page.get_by_text("are in the page").wait_for()
        self.note("first figure", visit, press(page, "Run", ".live-figure"))
        self.note("page and first figure, MB", visit, CountingHandler.sent / 1e6)
        names = {"load imports": "load Matplotlib", "run": "import Matplotlib, draw"}
        self.note_steps(page, visit, names)
        self.note("next figure", visit, press(page, "Run", ".live-figure"))


def press(page: Page, name: str, shown: str) -> float:
    """Press a button of the first function; return milliseconds until something shows."""
    return page.evaluate(PRESS, [CELL, name, shown])


def until_kept(page: Page) -> None:
    """Wait until the service worker loads nothing more for later."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    before = -1
    while before != CountingHandler.sent:
        before = CountingHandler.sent
        page.wait_for_timeout(1_500)


def load_average() -> str:
    """Return the machine's load as text."""
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def spread(name: str, values: list[float]) -> str:
    """Return median, smallest and largest, in a unit that suits."""
    if name.endswith("MB"):
        scale, form, unit = 1, ".1f", ""
    elif statistics.median(values) >= 1_000:
        scale, form, unit = 1_000, ".2f", " s"
    else:
        scale, form, unit = 1, ".0f", " ms"
    low, middle, high = (f(values) / scale for f in (min, statistics.median, max))
    return f"{middle:{form}}{unit} ({low:{form}}–{high:{form}})"


def table(measured: Measured, title: str, remarks: dict[str, str]) -> list[str]:
    """Return figures as a table, one row a name, with a remark where there is one."""
    rows = [f"| | cold | second visit | {title} |", "|---|---|---|---|"]
    for name in dict.fromkeys(name for name, _ in measured):
        cells = [spread(name, measured[name, visit]) for visit in VISITS]
        rows.append(f"| {name} | {' | '.join(cells)} | {remarks.get(name, '')} |")
    return rows


def main() -> None:
    """Measure, print, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", type=Path, default=ROOT / "_build/html")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=READERS, default=READERS)
    parser.add_argument("--output", type=Path, default=ROOT / "_build/benchmarks/page.md")
    options = parser.parse_args()
    if not (options.site / CHAPTER).is_file():
        sys.exit(f"error: {options.site / CHAPTER} is missing; run: make book")
    before = load_average()
    with (
        sync_playwright() as playwright,
        serve(options.site) as address,
        tempfile.TemporaryDirectory() as folder,
    ):
        visits = Visits(playwright, address, figure_notebook(options.site, Path(folder)))
        for number in range(options.repeats):
            for reader in options.only:
                visits.twice(getattr(visits, reader))
            print(f"{number + 1} of {options.repeats}; load {load_average()}", file=sys.stderr)
    lines = [
        "# The page's Python",
        "",
        f"Median of {options.repeats} (smallest to largest); {os.cpu_count()} cores; load average",
        f"{before} before and {load_average()} after. The server is local and does not compress.",
        "",
        *table(visits.figures, "aim", AIMS),
        "",
        "What bounds it, step by step:",
        "",
        *table(visits.steps, "bound by", BOUNDS),
    ]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
