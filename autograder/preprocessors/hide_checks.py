"""Feedback pages without what a check keeps from students."""

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_grade, is_solution
from traitlets import List, Unicode

from autograder.course.hidden import has_hidden, visible


class HideChecks(NbGraderPreprocessor):
    """Leave out of a feedback page what a check keeps from students.

    Of a check cell the feedback shows the source that the release shows, too. A visible check
    that fails keeps the last line of its error; a hidden one says that it failed. Whatever the
    student's code prints while a hidden check runs is left out, since it may hold its numbers.
    """

    # The exporter sets this on all of nbgrader's preprocessors.
    display_data_priority = List(Unicode()).tag(config=True)

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Hide what one cell keeps from students."""
        if cell.cell_type != "code" or not is_grade(cell) or is_solution(cell):
            return cell, resources
        hides = has_hidden(cell.source)
        cell.source = visible(cell.source)
        kept = [] if hides else [out for out in cell.outputs if out.output_type != "error"]
        for error in (out for out in cell.outputs if out.output_type == "error"):
            said = "This hidden check failed." if hides else f"{error.ename}: {error.evalue}"
            kept.append(new_output("stream", name="stdout", text=said))
        cell.outputs = kept
        return cell, resources
