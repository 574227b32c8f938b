"""The layout of the file that Gradescope's "Download Grades" gives, for what reads those."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from autograder.export.plain import GradesExporter
from autograder.export.standings import GRADED, NOT_SUBMITTED, Sheet, Standing
from autograder.export.table import Value, write_table

# The header of such files, as programs that read them have it in their tests. Gradescope itself
# imports no scores.
COLUMNS = (
    "First Name",
    "Last Name",
    "SID",
    "Email",
    "Sections",
    "Total Score",
    "Max Points",
    "Status",
    "Submission ID",
    "Submission Time",
    "Lateness (H:M:S)",
    "View Count",
    "Submission Count",
)
STATUS = {GRADED: "Graded", NOT_SUBMITTED: "Missing"}


class GradescopeExporter(GradesExporter):
    """Write a file for each assignment: ``grades-NAME.csv``, if there are several."""

    def write(self, sheets: Sequence[Sheet], path: Path) -> None:
        """Write each sheet into a file of its own."""
        for sheet in sheets:
            several = len(sheets) > 1
            own = path.with_stem(f"{path.stem}-{sheet.name}") if several else path
            self.log.info("Exporting grades to %s", own)
            write_table(own, self.rows([sheet]))

    def rows(self, sheets: Sequence[Sheet]) -> Iterable[Iterable[Value]]:
        """Yield the header and a row for each student."""
        (sheet,) = sheets
        headings = (
            f"{number}: {question.name} ({question.max_score} pts)"
            for number, question in enumerate(sheet.questions, 1)
        )
        yield (*COLUMNS, *headings)
        for standing in sheet.standings:
            person = standing.person
            yield (
                person.first_name,
                person.last_name,
                person.id,
                person.email,
                "",
                standing.final_score,
                sheet.max_score,
                STATUS.get(standing.status, "Ungraded"),
                *_submission(standing),
                *standing.scores,
            )


def _submission(standing: Standing) -> Iterable[Value]:
    """Return what is known of the submission; its views and its number aren't."""
    if not standing.submission:
        return ("", "", "", "", "")
    minutes, seconds = divmod(int(standing.seconds_late), 60)
    lateness = f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
    time = standing.timestamp and f"{standing.timestamp:%Y-%m-%d %H:%M:%S} +0000"
    return (standing.submission, time, lateness, "", "")
