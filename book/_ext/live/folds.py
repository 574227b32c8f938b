"""Directives that fold text away: ``hint``, ``answer``, and ``prediction`` with its ``choice``.

All are closed ``<details>`` elements, so pages need no JavaScript.
"""

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective


class fold(nodes.General, nodes.Element):
    """Text that stays closed until the reader opens it."""


class fold_title(nodes.General, nodes.TextElement):
    """The line of a fold that is always shown."""


class prediction(nodes.General, nodes.Element):
    """A question with options; the reader commits to one by opening it."""


class Fold(SphinxDirective):
    """A fold whose title is the directive's argument."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    kind = ""

    def title(self) -> str:
        """Return the line that is always shown."""
        return self.arguments[0]

    def run(self):
        """Parse the title as inline text and the content as blocks."""
        title, messages = self.state.inline_text(self.title(), self.lineno)
        node = fold(kind=self.kind, group=self.env.temp_data.get("live_group", ""))
        node += fold_title("", "", *title)
        self.set_source_info(node)
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node, *messages]


class Hint(Fold):
    """One rung of a ladder of hints."""

    required_arguments = 0
    optional_arguments = 1
    kind = "hint"

    def title(self) -> str:
        """Say that it is a hint, and what it gives away."""
        return f"Hint: {self.arguments[0]}" if self.arguments else "Hint"


class Answer(Fold):
    """The explained answer to a question, which is the title."""

    kind = "answer"


class Choice(Fold):
    """One choice of a prediction, with the reason why it is right or wrong."""

    option_spec: ClassVar = {"correct": directives.flag}

    @property
    def kind(self):
        """Tell the right choice from the wrong ones."""
        return "correct" if "correct" in self.options else "wrong"


class Prediction(SphinxDirective):
    """A question that the reader answers before reading on."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        """Parse the question and the choices; browsers keep one choice of a group open."""
        node = prediction(number=self.env.new_serialno("prediction"))
        self.set_source_info(node)
        question, messages = self.state.inline_text(self.arguments[0], self.lineno)
        node += nodes.paragraph(
            self.arguments[0], "", *question, classes=["hbh-prediction-question"]
        )
        self.env.temp_data["live_group"] = f"prediction-{node['number']}"
        self.state.nested_parse(self.content, self.content_offset, node)
        del self.env.temp_data["live_group"]
        return [node, *messages]


def visit_fold(self, node):
    """Open a ``<details>``, which belongs to a group inside a prediction."""
    group = f' name="{node["group"]}"' if node["group"] else ""
    self.body.append(f'<details class="hbh-fold hbh-{node["kind"]}"{group}>')


def depart_fold(self, node):
    """Close the ``<details>``."""
    self.body.append("</details>\n")


def visit_fold_title(self, node):
    """Open the ``<summary>``."""
    self.body.append("<summary>")


def depart_fold_title(self, node):
    """Close the ``<summary>``."""
    self.body.append("</summary>\n")


def visit_prediction(self, node):
    """Open the labelled group of a prediction."""
    self.body.append('<div class="hbh-prediction" role="group" aria-label="Prediction">')


def depart_prediction(self, node):
    """Close the group."""
    self.body.append("</div>\n")


def setup(app):
    """Register the nodes and the directives."""
    app.add_node(fold, html=(visit_fold, depart_fold))
    app.add_node(fold_title, html=(visit_fold_title, depart_fold_title))
    app.add_node(prediction, html=(visit_prediction, depart_prediction))
    app.add_directive("hint", Hint, override=True)
    app.add_directive("answer", Answer)
    app.add_directive("choice", Choice)
    app.add_directive("prediction", Prediction)
