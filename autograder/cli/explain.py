"""One student's work in the terminal, for office hours: ``autograder explain``."""

from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.output import COURSE, JSON, harmless, number, print_json, spoken_errors

if TYPE_CHECKING:
    from autograder.feedback.questions import Question
    from autograder.model import Receipt


def explain(
    student: Annotated[str, typer.Argument(metavar="STUDENT", help="The student's id.")],
    assignment: Annotated[
        str | None, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that are graded.")
    ] = None,
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Say of one student what is right, which mistake was recognised, and what to look at first.

    This is for you, not for the student: of hidden checks, too, it prints what they said.

    Example: `autograder explain ada 02_split_merge`
    """
    with spoken_errors():
        from autograder.course import CourseError, find_course
        from autograder.course.receipts import Receipts
        from autograder.feedback.writing import Feedback

        place, found = find_course(course), []
        for name in [assignment] if assignment else place.released:
            place.check_assignment(name)
            receipt = Receipts(place, name).read(student)
            if receipt is not None:
                found.append((name, receipt, Feedback(place, name).questions(receipt)))
        if not found:
            raise CourseError(
                f"'{student}' has no receipt for {assignment or 'any assignment'} in {place.root}. "
                "Check the id, or run: autograder grade"
            )
    if as_json:
        print_json([_as_dict(*each) for each in found])
        return
    for each in found:
        _print(*each)


def _print(assignment: str, receipt: "Receipt", questions: list["Question"]) -> None:
    from rich.console import Console

    console = Console()

    def say(text: str, style: str = "") -> None:
        console.print(harmless(text), style=style, markup=False, highlight=False, soft_wrap=True)

    points, most = number(receipt.points), number(receipt.max_points)
    say(f"{receipt.result.student}, {assignment}: {points} of {most} points", "bold")
    for reason in receipt.reasons:
        say(f"  {reason}")
    for flag in receipt.flags:
        say(f"  {flag.kind}: {flag.message}")
    for question in questions:
        say("")
        say(f"{question.name}  {number(question.points)} / {number(question.max_points)}", "bold")
        if question.diagnosis:
            say(f"  {question.diagnosis}")
            say(f"  In the book: {question.section}")
        for check in question.checks:
            stage = f"stage {check.stage}, " if check.stage is not None else ""
            seen = "hidden" if check.hidden else "visible"
            say(f"  {check.outcome.value:14} {check.title} ({stage}{seen})")
            said = _said(receipt, check.id)
            if check.lost and said:
                say(f"                 {said}")


def _said(receipt: "Receipt", id: str) -> str:
    from autograder.feedback.safe import plain

    said = next((seen[id].message for seen in receipt.observed.seen.values() if id in seen), "")
    return plain(said, 500).replace("\n", " ")


def _as_dict(assignment: str, receipt: "Receipt", questions: list["Question"]) -> dict:
    import msgspec

    made = msgspec.to_builtins(questions)
    for question in made:
        for check in question["checks"]:
            check["said"] = _said(receipt, check["id"])
    about = {"student": receipt.result.student, "assignment": assignment}
    return {**about, "points": receipt.points, "questions": made}
