"""nbgrader's own columns, with a status, a column for each question, and no invented zero."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin

from autograder.export.reading import read_people, read_sheets
from autograder.export.standings import GRADED, Sheet
from autograder.export.table import Value, write_table

COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
    "status",
)


class GradesExporter(ExportPlugin):
    """Write ``grades.csv``: a row for each assignment and student.

    Where something is ungraded, or nothing was handed in, the scores are blank: nbgrader's own
    export writes 0 there.
    """

    def export(self, gradebook: Gradebook) -> None:
        """Write the file that ``--to`` names, of the chosen students and assignments or all."""
        people = read_people(gradebook, {str(each) for each in self.student})
        chosen = {str(each) for each in self.assignment}
        sheets = list(read_sheets(gradebook, people, chosen, self._source()))
        for name in sorted(chosen - {sheet.name for sheet in sheets}):
            self.log.warning("The gradebook has no assignment '%s'", name)
        for sheet in sheets:
            open_ones = sum(standing.status != GRADED for standing in sheet.standings)
            said = (sheet.name, open_ones, len(sheet.standings))
            self.log.info("%s: %d of %d have no final score", *said)
        self.write(sheets, Path(self.to or "grades.csv"))

    def write(self, sheets: Sequence[Sheet], path: Path) -> None:
        """Write all sheets into one file."""
        self.log.info("Exporting grades to %s", path)
        write_table(path, self.rows(sheets))

    def rows(self, sheets: Sequence[Sheet]) -> Iterable[Iterable[Value]]:
        """Yield the rows of a file, its header first."""
        names = [f"{sheet.name}/{each.name}" for sheet in sheets for each in sheet.questions]
        yield (*COLUMNS, *names)
        before, total = 0, len(names)
        for sheet in sheets:
            after = total - before - len(sheet.questions)
            for standing in sheet.standings:
                person, graded = standing.person, standing.score is not None
                yield (
                    sheet.name,
                    sheet.due,
                    standing.timestamp,
                    person.id,
                    person.last_name,
                    person.first_name,
                    person.email,
                    standing.raw_score,
                    standing.penalty if graded else None,
                    standing.score,
                    sheet.max_score,
                    standing.status,
                    *(None,) * before,
                    *standing.scores,
                    *(None,) * after,
                )
            before += len(sheet.questions)

    def _source(self) -> Path | None:
        """Return the folder of the course's notebooks, where nbgrader's command knows it."""
        place = getattr(self.parent, "coursedir", None)
        return Path(place.root, place.source_directory) if place else None
