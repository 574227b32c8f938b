"""The layout that Canvas imports into its gradebook."""

from collections.abc import Iterable, Sequence

from traitlets import Dict

from autograder.export.plain import GradesExporter
from autograder.export.standings import Sheet
from autograder.export.table import Value

# Canvas knows a student again by ID, else by SIS login ID; a column of an unknown name becomes a
# new assignment. Source: Ohio State University, "Importing a CSV File to Grades", at
# https://teaching.resources.osu.edu/toolsets/carmencanvas/guides/
# calculating-final-grades/import-csv-file-carmen-grades
COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


class CanvasExporter(GradesExporter):
    """Write a row for each student and a column for each assignment, final scores only.

    A student's id is the SIS login, the roster's `lms_user_id` Canvas's own id.
    """

    columns = Dict(
        help="Canvas's heading of an assignment, as its own export has it: name and id."
    ).tag(config=True)

    def rows(self, sheets: Sequence[Sheet]) -> Iterable[Iterable[Value]]:
        """Yield the header, the row of points possible, and a row for each student."""
        yield (*COLUMNS, *(self.columns.get(sheet.name, sheet.name) for sheet in sheets))
        yield ("Points Possible", *("",) * 4, *(sheet.max_score for sheet in sheets))
        for standings in zip(*(sheet.standings for sheet in sheets), strict=True):
            person = standings[0].person
            name = ", ".join(filter(None, (person.last_name, person.first_name))) or person.id
            scores = (standing.final_score for standing in standings)
            yield (name, person.lms_user_id, "", person.id, "", *scores)
