"""Print the book: the single-page build, by the system's Chromium.

``python book/_ext/live/pdf.py`` writes ``_build/head-by-head.pdf``. Everything that readers open in
the page is open in print, answers to exercises aside: the site has those in files of their own.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PDF = "head-by-head.pdf"
MARGINS = dict.fromkeys(("top", "bottom", "left", "right"), "18mm")
CHAPTERS = ".bd-article h1 { break-before: page; }"
NUMBER = """\
<div style="width: 100%; font-size: 8px; text-align: center"><span class="pageNumber"></span></div>
"""
# The page's own program has nothing to do in print; from a disk it would ask for a web server.
LEFT_OUT = ("**/from_disk.js*", "**/live/**")
TYPESET = "window.MathJax.startup.promise.then(() => document.fonts.ready).then(() => true)"


def build(output: Path) -> Path:
    """Build the book as one page; return the page."""
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(ROOT)]
    command += ["--builder", "singlehtml", "-W", "-n", "--keep-going"]
    done = subprocess.run([*command, "--path-output", str(output)], cwd=ROOT)
    if done.returncode != 0:
        sys.exit("error: the single page could not be built; see the messages above")
    folder = output / "_build" / "singlehtml"
    # Sphinx links the page's files as from this folder, whatever folder its first document is in.
    return (folder / "book" / "intro.html").replace(folder / "book.html")


def write(page: Path, target: Path) -> None:
    """Print a page to a file, with an outline."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        sys.exit("error: Chromium is missing; run: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        opened = browser.new_context(color_scheme="light").new_page()
        for pattern in LEFT_OUT:
            opened.route(pattern, lambda route: route.abort())
        opened.goto(page.as_uri())
        opened.evaluate(TYPESET)
        opened.add_style_tag(content=CHAPTERS)
        look = {"format": "A4", "margin": MARGINS, "scale": 0.8, "outline": True, "tagged": True}
        numbers = {"header_template": "<p></p>", "footer_template": NUMBER}
        opened.pdf(path=target, display_header_footer=True, **look, **numbers)
        browser.close()


def main() -> None:
    """Build and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="holds _build")
    folder = parser.parse_args().folder
    target = folder / "_build" / PDF
    write(build(folder), target)
    print(target)


if __name__ == "__main__":
    main()
