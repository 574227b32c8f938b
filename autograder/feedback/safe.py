"""Turn what a stranger wrote into HTML that runs nothing and loads nothing."""

import html
import re

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
TAGS = (nh3.ALLOWED_TAGS | {"details", "summary"}) - {"img", "area", "map", "link", "style"}
CODE_MOST = 20_000
TEXT_MOST = 50_000
HTML_MOST = 64_000
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


def plain(text: str, most: int = TEXT_MOST) -> str:
    """Return text without escape sequences and control characters, cut with a visible mark."""
    text = CONTROL.sub("\N{REPLACEMENT CHARACTER}", ESCAPES.sub("", text[: most + 1]))
    return text[:most] + "\n[cut here]" if len(text) > most else text


def pre(text: str, kind: str = "") -> Markup:
    """Return text as a block of its own, escaped."""
    name = f' class="{kind}"' if kind else ""
    return Markup(f"<pre{name}>{html.escape(plain(text))}</pre>")


def clean(markup: str) -> Markup:
    """Return HTML without scripts, pictures, styles, forms and handlers."""
    if len(markup) > HTML_MOST:
        return pre(markup)
    return Markup(nh3.clean(markup, tags=TAGS, url_schemes={"http", "https", "mailto"}))


def markdown(text: str) -> Markup:
    """Return Markdown as clean HTML; formulas stay as they were written."""
    return clean(MARKDOWN.render(plain(text)))


def code(source: str) -> Markup:
    """Return Python with its words marked; very long code is left unmarked."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    if len(source) > CODE_MOST:
        return pre(source, "code")
    marked = highlight(plain(source), PythonLexer(), HtmlFormatter(nowrap=True))
    return Markup(f'<pre class="code">{marked}</pre>')
