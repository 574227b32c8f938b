"""Write down which mistakes can't be told apart, for the author of a course."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from autograder.diagnose.build import Findings

HEAD = """\
# Which mistakes can be told apart

A failed function is run on the probes, and named after the mistake that does the same on all of
them. Mistakes that do the same share a name and a message: those of the first. Mistakes that do
what a right answer does get no diagnosis.
"""


def write(path: Path, made: Mapping[str, Sequence[Findings]]) -> None:
    """Write the table of a course.

    Parameters
    ----------
    path : pathlib.Path
    made : mapping of str to sequence of Findings
        By assignment.
    """
    lines = [HEAD]
    for assignment, findings in made.items():
        for found in findings:
            lines += [f"## {assignment}: `{found.function}`", "", *_section(found), ""]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines), encoding="utf-8")


def _section(found: Findings) -> Iterator[str]:
    n_mistakes = sum(map(len, found.groups)) + len(found.silent)
    alike = [group for group in found.groups if len(group) > 1]
    yield (
        f"{n_mistakes} mistakes, {len(found.groups)} names, {len(found.chosen)} probes of "
        f"{len(found.tried)} candidates: {', '.join(found.chosen)}."
    )
    if alike or found.silent:
        yield ""
    why = f"the same result, to rounding, on all {len(found.tried)} candidates"
    for group in alike:
        texts = len({mistake.message for mistake in group})
        shared = "the same message" if texts == 1 else f"{texts} messages, of which one is shown"
        yield f"- {', '.join(mistake.id for mistake in group)}: {why}; {shared}."
    if found.silent:
        yield f"- {', '.join(mistake.id for mistake in found.silent)}: right on all candidates."
