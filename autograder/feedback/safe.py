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
MARKDOWN_MOST = 10_000
"""Brackets and emphasis that never close take the square of the length: 0.2 s for this."""
TABLE_MOST = 10_000
"""Places in a table: a row with fewer is filled up to the width of the first."""
# Without the definitions of links, of which a thousand take many seconds.
WITHOUT_TABLES = MarkdownIt("commonmark", {"html": True}).disable("reference")
MARKDOWN = MarkdownIt("commonmark", {"html": True}).disable("reference").enable("table")
PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,", re.IGNORECASE)


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


def clean_with_pictures(markup: str) -> Markup:
    """Return HTML like `clean`, with the pictures that it holds itself."""
    return Markup(
        nh3.clean(
            markup,
            tags=TAGS | {"img"},
            url_schemes={"http", "https", "mailto", "data"},
            attribute_filter=_keep,
        )
    )


def _keep(tag: str, name: str, value: str) -> str | None:
    if name == "src":
        return value if PICTURE.match(value) else None
    is_data = value.strip().lower().startswith("data:")
    return None if is_data and name in ("href", "cite") else value


def markdown(text: str) -> Markup:
    """Return Markdown as clean HTML; formulas, and very long text, stay as written."""
    if len(text) > MARKDOWN_MOST:
        return pre(text)
    text = plain(text)
    lines = text.split("\n")
    width = max(line.count("|") for line in lines)
    parser = MARKDOWN if width * len(lines) <= TABLE_MOST else WITHOUT_TABLES
    return clean(parser.render(text))


def code(source: str) -> Markup:
    """Return Python with its words marked; very long code is left unmarked."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    if len(source) > CODE_MOST:
        return pre(source, "code")
    marked = highlight(tidy(plain(source)), PythonLexer(), HtmlFormatter(nowrap=True))
    return Markup(f'<pre class="code">{marked}</pre>')


def tidy(source: str) -> str:
    """Return code without spaces at line ends: blank lines of them take Pygments the square."""
    return "\n".join(line.rstrip() for line in source.replace("\r", "\n").split("\n"))
