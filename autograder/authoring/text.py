"""Exercise text: its rules, and how it reads in a notebook."""

import html
import re
from collections.abc import Iterator

from autograder.authoring.cells import Directive, Prose
from autograder.authoring.errors import Errors

CODE = re.compile(r"(^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?^[ \t]*\2[^\n]*$|`+[^`]+`+)", re.M | re.S)
LINK = re.compile(r"\[(?P<text>[^\]]*)\]\(book:(?P<page>[\w-]+)(?P<anchor>#[\w-]+)?\)")
BOOK = re.compile(r"\bbook:(?=\S)")
ROLE = re.compile(r"\{[A-Za-z][\w:-]*\}`")


MARKS = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|AUTOTEST")


def check_text(part: Prose | Directive, errors: Errors) -> None:
    """Note what a notebook can't show: roles, links to the book of another form, marks."""
    first = part.line + isinstance(part, Directive)
    for match in MARKS.finditer(part.source):
        line = first + part.source[: match.start()].count("\n")
        errors.add(line, "nbgrader's own marks don't belong into an exercise")
    without_code = "".join(_blank(piece) if code else piece for code, piece in _split(part.source))
    for match in BOOK.finditer(LINK.sub(lambda link: _blank(link[0]), without_code)):
        line = first + without_code[: match.start()].count("\n")
        errors.add(line, "a link to the book is written [text](book:page#anchor)")
    for match in ROLE.finditer(part.source):
        line = first + part.source[: match.start()].count("\n")
        errors.add(line, f"a role '{match[0]}…`' shows as it stands in a notebook; write it out")


def render(parts: tuple[Prose | Directive, ...], book: str) -> str:
    """Return the markdown of a text cell."""
    return "\n\n".join(_render_part(part, book) for part in parts)


def _render_part(part: Prose | Directive, book: str) -> str:
    source = expand_links(part.source, book)
    if isinstance(part, Prose):
        return source
    if part.kind == "hint":
        title = html.escape(f"Hint: {part.title}" if part.title else "Hint", quote=False)
        return f"<details>\n<summary>{title}</summary>\n\n{source}\n\n</details>"
    titled = f"**{part.title}**\n\n{source}" if part.title else source
    return "\n".join(f"> {line}".rstrip() for line in titled.split("\n"))


def expand_links(source: str, book: str) -> str:
    """Write addresses in place of ``book:page#anchor``, or plain text if there is no address."""

    def address(link: re.Match) -> str:
        if not book:
            return link["text"]
        return f"[{link['text']}]({book}{link['page']}.html{link['anchor'] or ''})"

    return "".join(piece if code else LINK.sub(address, piece) for code, piece in _split(source))


def _split(source: str) -> Iterator[tuple[bool, str]]:
    """Cut markdown into pieces that are code or not."""
    end = 0
    for match in CODE.finditer(source):
        yield False, source[end : match.start()]
        yield True, match[0]
        end = match.end()
    yield False, source[end:]


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
