"""The layout that Moodle imports into its gradebook."""

from collections.abc import Iterable, Sequence

from autograder.export.plain import GradesExporter
from autograder.export.standings import Sheet
from autograder.export.table import Value

# Moodle imports what its own export writes: at the import map "ID number" to useridnumber, or
# "Email address" to useremail, and each assignment to a grade item.
# Source: https://docs.moodle.org/311/en/Grade_import
COLUMNS = ("First name", "Last name", "ID number", "Email address")


class MoodleExporter(GradesExporter):
    """Write a row for each student and a column for each assignment, final scores only."""

    def rows(self, sheets: Sequence[Sheet]) -> Iterable[Iterable[Value]]:
        """Yield the header and a row for each student."""
        yield (*COLUMNS, *(sheet.name for sheet in sheets))
        for standings in zip(*(sheet.standings for sheet in sheets), strict=True):
            person = standings[0].person
            scores = (standing.final_score for standing in standings)
            yield (person.first_name, person.last_name, person.id, person.email, *scores)
