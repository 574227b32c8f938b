"""Which misunderstandings the class has, by the diagnoses in the receipts."""

from collections import defaultdict
from collections.abc import Callable

from autograder.course.directory import function_of
from autograder.feedback.known import Known
from autograder.feedback.words import LOST
from autograder.model import NotebookResult
from autograder.report.contents import Mistake, Unnamed
from autograder.report.reading import Class


def mistakes(
    group: Class, known: Known, link: Callable[[str], str]
) -> tuple[list[Mistake], list[Unnamed]]:
    """Return what was recognised, the most common first, and how much was not.

    Parameters
    ----------
    group : Class
    known : Known
        The texts of the assignment's mistakes.
    link : callable
        Turns ``page#anchor`` into an address, or an empty text where the course has no book.
    """
    sharing: dict[tuple[str, str], list[str]] = defaultdict(list)
    failed: dict[str, set[str]] = defaultdict(set)
    named: dict[str, set[str]] = defaultdict(set)
    for receipt in group.receipts:
        student = receipt.result.student
        for notebook in receipt.result.notebooks:
            for function, id in notebook.diagnoses.items():
                sharing[function, id].append(student)
                named[function].add(student)
            for function in _failed(notebook):
                failed[function].add(student)
    found = []
    for (function, id), students in sharing.items():
        message, section = known.of(function, {function: id})
        share = len(students) / max(len(failed[function]), len(students))
        where = link(section) or section
        found.append(Mistake(function, id, message or id, where, tuple(students), share))
    unnamed = [Unnamed(function, len(who - named[function])) for function, who in failed.items()]
    return (
        sorted(found, key=lambda one: (-len(one.students), one.function, one.id)),
        sorted((one for one in unnamed if one.count), key=lambda one: -one.count),
    )


def _failed(notebook: NotebookResult) -> set[str]:
    """Return the functions in which something was tried and points were lost."""
    return {function_of(v.id) for v in notebook.verdicts if v.outcome in LOST}
