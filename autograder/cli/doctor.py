"""Say whether this machine can grade: ``autograder doctor``."""

from dataclasses import asdict

import typer

from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, print_json, say, spoken_errors


def doctor(course: COURSE = "", as_json: JSON = False) -> None:
    """Try what grading needs, and name the remedy for what is missing.

    Run it in a course directory, or name one, to have its files tried, too. The exit code is 0
    if grading can start.

    Example: `autograder doctor --course ~/course`
    """
    with spoken_errors():
        from autograder.course.doctor import examine

        findings = examine(course)
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            mark = "ok" if finding.ok else "FAIL" if finding.needed else "note"
            say(f"{mark:4}  {finding.subject}: {finding.found}")
            if not finding.ok:
                say(f"      {finding.remedy}")
    if any(finding.needed and not finding.ok for finding in findings):
        raise typer.Exit(NOT_ALL_WELL)
