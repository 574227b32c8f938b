"""What a stranger wrote, for formgrader: a page that runs nothing of it and is soon there."""

from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from autograder.feedback.safe import (
    CODE_MOST,
    MARKDOWN_MOST,
    clean_with_pictures,
    plain,
    pre,
    tidy,
)


@pass_context
def safe_markdown(context: Context, source: str) -> Markup:
    """Return a text cell as HTML without scripts, forms, styles and pictures from elsewhere.

    It is named as the filter ``markdown2html`` in ``c.HTMLExporter.filters``: the template of
    formgrader shows what students wrote as it is, beside the buttons that give points.
    """
    if len(source) > MARKDOWN_MOST:
        return pre(source)
    renderer = _Renderer(escape=False, attachments=context.get("cell", {}).get("attachments", {}))
    return clean_with_pictures(MarkdownWithMath(renderer=renderer).render(plain(source)))


def safe_code(source: str, language: str | None = None, metadata: dict | None = None) -> Markup:
    """Return a code cell with its words marked; very long code is left unmarked.

    It is named as the filter ``highlight_code`` in ``c.HTMLExporter.filters``: nbconvert's own
    takes hours for a cell of a million spaces and line ends.
    """
    if len(source) > CODE_MOST:
        return pre(source)
    marked = Highlight2HTML(pygments_lexer="ipython3")
    return Markup(marked(tidy(plain(source)), language, metadata))


class _Renderer(IPythonRenderer):
    """Shows the rest of a text whose picture is missing, where nbconvert shows nothing at all."""

    def image(self, text: str, url: str, title: str | None = None) -> Any:
        kind, _, name = url.partition(":")
        if kind == "attachment" and not self.attachments.get(name):
            return f"[the picture {self.escape_html(name)} is missing]"
        return super().image(text, url, title)
