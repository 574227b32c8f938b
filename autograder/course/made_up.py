"""A made-up class: what its students hand in, from right to damaged."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.course.directory import CourseDirectory

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from autograder.authoring import Course, Exercise

# How many of 60 students are of each kind; other class sizes follow in proportion.
KINDS = {
    "right": 24,
    "partly right": 14,
    "wrong": 8,
    "empty": 6,
    "damaged": 6,
    "not submitted": 2,
}


@dataclass(frozen=True)
class MadeUp:
    """One made-up student; `made` says what was done, `text` is the file (None: no file)."""

    student: str
    kind: str
    made: str
    text: str | None


def made_up_class(
    exercise: "Exercise", origin: "Course", release: "NotebookNode", size: int, seed: int = 0
) -> list[MadeUp]:
    """Make up a class from the course's references, alternatives and mistakes.

    Parameters
    ----------
    exercise, origin : Exercise, Course
        The exercise, and the directory of exercises that it comes from.
    release : NotebookNode
        The released notebook.
    size : int
        How many students.
    seed : int
        The same seed gives the same class.
    """
    rng = random.Random(seed)
    makers = {
        "right": _right(exercise, origin, release),
        "partly right": _partly_right(exercise, origin, release, rng),
        "wrong": _wrong(exercise, origin, release, rng),
        "empty": _endless("the release, untouched", json.dumps(release)),
        "damaged": _damaged(exercise, origin, release),
        "not submitted": _endless("nothing", None),
    }
    kinds = _shares(size)
    width = len(str(size))
    return [
        MadeUp(f"s{number:0{width}}", kind, *next(makers[kind]))
        for number, kind in enumerate(kinds, 1)
    ]


def hand_in(course: CourseDirectory, assignment: str, students: list[MadeUp]) -> None:
    """Put the class on the roster and its files into `submitted`."""
    from nbgrader.api import Gradebook

    from autograder.course.stock import Stock

    with Gradebook(Stock(course).db_url) as gradebook:
        for student in students:
            gradebook.update_or_create_student(student.student)
    for student in students:
        if student.text is not None:
            path = course.notebook(course.submitted / student.student, assignment)
            path.parent.mkdir(parents=True)
            path.write_text(student.text, encoding="utf-8")


def _shares(size: int) -> list[str]:
    """Return the kind of each student: every kind at least once if there is room."""
    whole = sum(KINDS.values())
    counts = {kind: max(1, size * share // whole) for kind, share in KINDS.items()}
    counts["right"] = max(1, counts["right"] + size - sum(counts.values()))
    return [kind for kind, count in counts.items() for _ in range(count)][:size]


Made = Iterator[tuple[str, str | None]]


def _endless(made: str, text: str | None) -> Made:
    while True:
        yield made, text


def _right(exercise: "Exercise", origin: "Course", release: "NotebookNode") -> Made:
    from autograder.authoring import answer_source, entries_for, fill

    entries = [None, *entries_for(exercise, origin, "alternatives")]
    while True:
        for entry in entries:
            made = f"another right way ({entry.id})" if entry else "the reference"
            filled = fill(release, answer_source(exercise, origin, entry))
            yield made, json.dumps(_with_words(filled))


def _partly_right(
    exercise: "Exercise", origin: "Course", release: "NotebookNode", rng: random.Random
) -> Made:
    from autograder.authoring import answer_source, entries_for, fill

    while True:
        mistake = rng.choice(entries_for(exercise, origin, "mistakes"))
        answers = answer_source(exercise, origin, mistake)
        filled = fill(release, answers)
        yield f"one mistake ({mistake.id})", json.dumps(_with_words(filled))


def _wrong(
    exercise: "Exercise", origin: "Course", release: "NotebookNode", rng: random.Random
) -> Made:
    from autograder.authoring import answer_source, entries_for, fill

    mistakes = entries_for(exercise, origin, "mistakes")
    while True:
        answers, ids = {}, []
        for name, function in exercise.functions.items():
            fitting = [m for m in mistakes if m.replaces is function.object]
            if fitting:
                mistake = rng.choice(fitting)
                answers[name] = answer_source(exercise, origin, mistake)[name]
                ids.append(mistake.id)
        made = f"a mistake in every function ({', '.join(ids)})"
        yield made, json.dumps(fill(release, answers))


def _damaged(exercise: "Exercise", origin: "Course", release: "NotebookNode") -> Made:
    from autograder.authoring import answer_source, fill

    right = fill(release, answer_source(exercise, origin))
    while True:
        for made, damage in DAMAGES.items():
            yield made, damage(json.loads(json.dumps(right)))


def _with_words(notebook: "NotebookNode") -> "NotebookNode":
    """Answer the written questions, so that a person has something to grade."""
    for cell in notebook.cells:
        if cell.metadata.get("autograder", {}).get("kind") == "written":
            cell.source = "A sentence of my own, for a person to read."
    return notebook


def _check_place(notebook: dict) -> int:
    kinds = [cell["metadata"].get("autograder", {}).get("kind") for cell in notebook["cells"]]
    return kinds.index("check")


def _with_a_copied_cell(notebook: dict) -> str:
    place = _check_place(notebook)
    notebook["cells"].insert(place + 1, notebook["cells"][place])
    return json.dumps(notebook)


def _without_a_check(notebook: dict) -> str:
    del notebook["cells"][_check_place(notebook)]
    return json.dumps(notebook)


def _cut_short(notebook: dict) -> str:
    text = json.dumps(notebook)
    return text[: len(text) // 2]


DAMAGES: dict[str, Callable[[dict], str]] = {
    "a check cell copied": _with_a_copied_cell,
    "a check cell deleted": _without_a_check,
    "half the file lost": _cut_short,
}
