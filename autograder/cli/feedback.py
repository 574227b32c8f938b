"""Write what students read: ``autograder feedback``."""

from typing import Annotated

import typer

from autograder.cli.output import COURSE, JSON, print_json, spoken_errors


def feedback(
    assignment: Annotated[
        str | None, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that are released.")
    ] = None,
    student: Annotated[
        list[str] | None, typer.Option("--student", metavar="ID", help="Only this one; repeatable.")
    ] = None,
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Write a page for each graded submission to feedback/.

    A page names the mistake that was recognised, shows what to look at first, and holds nothing of
    a hidden check but the property that it looks at. It is one file, opens anywhere, runs nothing
    and loads nothing. Scores and comments that you gave in formgrader are in it. The exchange
    releases the pages as it does nbgrader's own: nbgrader release_feedback ASSIGNMENT.

    Examples: `autograder feedback` · `autograder feedback 02_split_merge --student ada`
    """
    with spoken_errors():
        from autograder.cli.progress import progress
        from autograder.course import find_course
        from autograder.feedback.writing import Feedback

        place, written = find_course(course), []
        for name in [assignment] if assignment else place.released:
            pages = Feedback(place, name)
            asked = student or pages.receipts.students
            with progress(name, len(asked)) as advance:
                written += pages.write(asked, advance)
    if as_json:
        print_json([str(path) for path in written])
    else:
        print(f"{len(written)} pages in {place.feedback}")
