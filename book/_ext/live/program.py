"""Write the page's program into the site: scripts, the course's Python, notebooks and answers.

All of it lies in one folder named by a hash of what it is made from. So a page never runs the
program of another deploy, whatever a browser or a proxy keeps.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from sphinx.errors import ExtensionError

from autograder.authoring import (
    ExerciseError,
    answer_source,
    fill,
    read_course,
    read_exercise,
    release_notebook,
)
from live.cells import run_by_pages
from live.course import course_zip
from live.fetch import HERE

SOURCE = HERE / "src" / "page"
MADE_FROM = ("book/_ext/live", "book/figures", "exercises", "solutions", "autograder/diagnose")


def program_hash(root: Path, with_answers: bool) -> str:
    """Hash what the program is made from."""
    digest = hashlib.sha256(str(with_answers).encode())
    for folder in MADE_FROM:
        for file in sorted((root / folder).rglob("*")):
            inside = file.relative_to(root / folder).parts
            if file.is_file() and not {"vendor", "__pycache__"} & set(inside):
                digest.update(f"{folder} {inside} ".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def rendered(text: str) -> str:
    """Write an answer's CommonMark and maths as HTML for MathJax."""

    def maths(content: str, options: dict) -> str:
        marks = r"\[{}\]" if options["display_mode"] else r"\({}\)"
        return f'<span class="math">{marks.format(content)}</span>'

    markdown = MarkdownIt("commonmark").use(dollarmath_plugin, renderer=maths)
    return markdown.render(text)


def answers(exercise, course) -> dict:
    """Return the source of every solution cell, and the model answers, by cell."""
    solved = fill(release_notebook(exercise, course), answer_source(exercise, course))
    solutions = {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in solved.cells
        if cell.metadata.get("autograder", {}).get("kind") == "solution"
    }
    written = {
        question.id: {"answer": rendered(question.answer), "rubric": rendered(question.rubric)}
        for question in exercise.written
    }
    return {"solutions": solutions, "written": written}


def diagnoses(folder: Path) -> dict[str, dict]:
    """Return what is known of mistakes, by exercise, with numbers drawn from a public seed."""
    command = [sys.executable, "-m", "autograder.diagnose", folder]
    ran = subprocess.run(command, input="", capture_output=True, text=True)
    if ran.returncode:
        raise ExtensionError(f"the mistakes can't be run on probes:\n{ran.stderr[-3000:]}")
    return json.loads(ran.stdout)


def write_program(target: Path, root: Path, kept: set[str] | None) -> None:
    """Fill a folder with all that pages run.

    A running class (where `kept` is not None) gets no answers, and `kept` of the reference.
    """
    shutil.copytree(SOURCE, target, ignore=shutil.ignore_patterns("__pycache__"))
    (target / "course.zip").write_bytes(course_zip(root, kept))
    course = read_course(root / "exercises")
    (target / "exercises").mkdir()
    (target / "answers").mkdir()
    (target / "diagnosis").mkdir()
    for name, known in diagnoses(root / "exercises").items():
        (target / "diagnosis" / f"{name}.json").write_text(json.dumps(known["functions"]))
    for path in course.exercises:
        exercise = read_exercise(path, course)
        notebook = release_notebook(exercise, course)
        nbformat.write(notebook, target / "exercises" / f"{path.stem}.ipynb")
        if kept is None:
            text = json.dumps(answers(exercise, course), ensure_ascii=False, indent=1)
            (target / "answers" / f"{path.stem}.json").write_text(text)


def name_program(app, config):
    """Find the folder's name; every page is written again when it changes."""
    config.live_program = program_hash(Path(app.confdir), config.live_solutions)


def load_program(app):
    """Load the program on every page."""
    address = f"../live/{app.config.live_program}/main.js"
    app.add_js_file(address, type="module")
    app.add_js_file("from_disk.js", loading_method="defer")
    app.add_css_file(f"../live/{app.config.live_program}/live.css")


def finish(app, exception):
    """Write the program, in the place of older ones."""
    if exception or app.builder.format != "html":
        return
    place, root = Path(app.outdir, "live"), Path(app.confdir)
    shutil.rmtree(place, ignore_errors=True)
    kept = None if app.config.live_solutions else run_by_pages(app)
    try:
        write_program(place / app.config.live_program, root, kept)
    except ExerciseError as error:
        raise ExtensionError(str(error)) from error


def setup(app):
    """Register the option and connect the steps."""
    app.add_config_value("live_solutions", True, "env", [bool])
    app.add_config_value("live_program", "", "html", [str])
    app.connect("config-inited", name_program)
    app.connect("builder-inited", load_program)
    app.connect("build-finished", finish)
