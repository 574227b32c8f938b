"""Cut a MyST notebook into blocks that know their lines.

The parser is jupytext's dialect (CommonMark with ``{code-cell}`` fences and ``+++`` breaks) plus
colon fences, so that a code cell inside a directive is seen instead of torn out of it.
"""

import json
import re
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from autograder.authoring.cells import Directive, Prose
from autograder.authoring.errors import Errors

OPENING = re.compile(r"\s*:{3,}\s*\{(?P<kind>[^}\s]+)\}(?P<title>.*)")
OPTION = re.compile(r":(?P<name>[^:\s]+):(?P<value>.*)")


@dataclass
class CodeBlock:
    """A code cell: `options` maps each name to its line and its raw text."""

    line: int
    body_line: int
    options: dict[str, tuple[int, str]]
    source: str


@dataclass
class TextBlock:
    """A run of text between code cells and breaks; `metadata` is what its break says."""

    line: int
    metadata: dict = field(default_factory=dict)
    parts: list[Prose | Directive] = field(default_factory=list)


def read_blocks(text: str, errors: Errors) -> tuple[str, list[CodeBlock | TextBlock]]:
    """Cut the text of an exercise into its title and its blocks."""
    lines = text.split("\n")
    parser = MarkdownIt("commonmark").enable("table").disable("inline", True)
    parser.use(front_matter_plugin).use(colon_fence_plugin).use(myst_block_plugin)
    tokens = [token for token in parser.parse(text + "\n") if token.map]
    title = _title(tokens, lines, errors)
    blocks: list[CodeBlock | TextBlock] = []
    current = TextBlock(1)
    start = 0  # where the prose begins that isn't filed yet

    def file_prose(end: int) -> None:
        prose = _prose(lines, start, end)
        if prose:
            current.parts.append(prose)

    def file_text(end: int) -> None:
        file_prose(end)
        if current.parts or current.metadata:
            blocks.append(current)

    for token in tokens:
        first, last = token.map
        is_cell = token.type == "fence" and token.info.strip().startswith("{")
        if token.level > 0:
            if is_cell or token.type in ("colon_fence", "myst_block_break"):
                what = "a code cell" if is_cell else "a directive or break"
                errors.add(first + 1, f"{what} inside a list or a quotation; move it out")
        elif is_cell:
            file_text(first)
            blocks.append(_code_block(token, lines, errors))
            current, start = TextBlock(last + 1), last
        elif token.type == "front_matter":
            start = last
        elif token.type == "myst_block_break":
            file_text(first)
            current, start = TextBlock(first + 1, _break_metadata(token, errors)), last
        elif token.type == "colon_fence":
            file_prose(first)
            directive = _directive(token, lines, errors)
            if directive:
                current.parts.append(directive)
            start = last
    file_text(len(lines))
    return title, blocks


def _title(tokens: list[Token], lines: list[str], errors: Errors) -> str:
    for token, following in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0:
            if token.tag != "h1":
                errors.add(token.map[0] + 1, "the first heading is the title: '# Title'")
            return following.content.strip()
    errors.add(1, "no heading; the first heading is the title: '# Title'")
    return ""


def _prose(lines: list[str], start: int, end: int) -> Prose | None:
    while start < end and not lines[start].strip():
        start += 1
    source = "\n".join(lines[start:end]).rstrip()
    return Prose(start + 1, source) if source else None


def _code_block(token: Token, lines: list[str], errors: Errors) -> CodeBlock:
    first, last = token.map
    directive = re.match(r"\{([^}]*)\}", token.info.strip())
    if not directive or directive[1] != "code-cell":
        errors.add(first + 1, f"unknown directive '{token.info.strip()}'; write ```{{code-cell}}")
    content = token.content.removesuffix("\n").split("\n") if token.content else []
    end = lines[min(last, len(lines)) - 1].strip()
    if last - first < 2 or end.strip(token.markup[0]) or not end:
        errors.add(first + 1, "this code cell is never closed")
    options: dict[str, tuple[int, str]] = {}
    if content and content[0].startswith("---"):
        errors.add(first + 2, "options are written as ':name: value', not between '---'")
    offset = 0
    while offset < len(content) and content[offset].lstrip().startswith(":"):
        line = first + 2 + offset
        text = content[offset].strip()
        match = OPTION.fullmatch(text)
        if not match:
            errors.add(line, f"an option is written ':name: value', not '{text}'")
        elif match["name"] in options:
            errors.add(line, f"option '{match['name']}' is given twice")
        else:
            options[match["name"]] = line, match["value"].strip()
        offset += 1
    while offset < len(content) and not content[offset].strip():
        offset += 1
    source = "\n".join(content[offset:]).rstrip()
    return CodeBlock(first + 1, first + 2 + offset, options, source)


def _break_metadata(token: Token, errors: Errors) -> dict:
    content = token.content.strip()
    if not content:
        return {}
    pairs: list[tuple[str, object]] = []
    try:
        json.loads(content, object_pairs_hook=lambda found: pairs.extend(found) or dict(found))
    except json.JSONDecodeError as error:
        errors.add(token.map[0] + 1, f"what follows '+++' must be JSON: {error.msg}")
        return {}
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            errors.add(token.map[0] + 1, f"'{name}' is given twice")
    return dict(pairs)


def _directive(token: Token, lines: list[str], errors: Errors) -> Directive | None:
    first, last = token.map
    opening = OPENING.fullmatch(lines[first])
    if not opening:
        errors.add(first + 1, "a directive is written ':::{name} Title'")
        return None
    if not re.fullmatch(r"\s*:{3,}\s*", lines[min(last, len(lines)) - 1]):
        errors.add(first + 1, f"this {opening['kind']} is never closed; end it with ':::'")
    for offset, line in enumerate(token.content.split("\n")):
        number = first + 2 + offset
        if re.match(r"\s*(`{3,}|~{3,})\s*\{", line):
            errors.add(number, f"a code cell inside a {opening['kind']}; move it out")
        elif re.match(r"\s*\+\+\+", line):
            errors.add(number, f"a break '+++' inside a {opening['kind']}; move it out")
        elif re.match(r"\s*:{3,}\s*\{", line):
            errors.add(number, f"a directive inside a {opening['kind']}; close that first")
    return Directive(first + 1, opening["kind"], opening["title"].strip(), token.content.strip())
