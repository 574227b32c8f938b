"""A student's code without what may change and stay the same work: names, layout, comments.

It becomes a text of one character a word or sign, and is never parsed.
"""

import builtins
import keyword
import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from autograder.repair import Release

MOST_CHARACTERS = 50_000  # of one cell
MOST_WORDS = 40_000  # different ones; below the surrogates
TOKEN = re.compile(
    r"""
      (?P<blank> \s+ | \#[^\n]* | \\\n )
    | (?P<string> [rRbBfFuU]{0,2} (?:
          \"{3} (?:[^\\"] | \\. | \"(?!\"\"))* (?:\"{3})?
        | '{3}  (?:[^\\'] | \\. | '(?!''))*   (?:'{3})?
        | \"    (?:[^\\"\n] | \\.)*           \"?
        | '     (?:[^\\'\n] | \\.)*           '? ) )
    | (?P<attribute> \.\s*[^\W\d]\w* )
    | (?P<number> \.?\d[\w.]* )
    | (?P<word> \w+ )
    | (?P<sign> \*\*=?|//=?|->|:=|[-+*/%@&|^=!<>]=|<<|>>|. )
    """,
    re.VERBOSE | re.DOTALL,
)
KEPT = frozenset(keyword.kwlist) | frozenset(dir(builtins))


class _Grading(Struct, frozen=True):
    grade_id: str = ""
    solution: bool = False
    grade: bool = False


class _Metadata(Struct, frozen=True):
    nbgrader: _Grading = _Grading()


class _Cell(Struct, frozen=True):
    cell_type: str
    source: str | list[str]
    metadata: _Metadata = _Metadata()


class _Notebook(Struct, frozen=True):
    cells: list[_Cell]


_decode = msgspec.json.Decoder(_Notebook).decode


class Alphabet:
    """Gives each word a character; one alphabet serves all texts that are compared."""

    def __init__(self) -> None:
        self._characters: dict[str, str] = {}

    def text(self, source: str) -> str:
        """Return code as one character a word.

        A name of the student's own becomes the same character as any other; keywords, builtins,
        what stands behind a dot, numbers and signs stay apart. A string is a string.
        """
        return "".join(
            self._character(_word(found))
            for found in TOKEN.finditer(source[:MOST_CHARACTERS])
            if found.lastgroup != "blank"
        )

    def _character(self, word: str) -> str:
        known = self._characters
        if word not in known:
            known[word] = chr(32 + min(len(known), MOST_WORDS))
        return known[word]


def _word(found: re.Match[str]) -> str:
    word = found[0]
    if found.lastgroup == "string":
        return '"'
    if found.lastgroup == "attribute":
        return "." + word[1:].strip()
    return word if found.lastgroup != "word" or word in KEPT else "name"


class Starter:
    """What the course gives of one notebook: the starters, and its own answers.

    Parameters
    ----------
    release : Release
    source : dict
        The instructor's notebook.
    alphabet : Alphabet
    prefix : str
        Goes before the cells' names, where an assignment has several notebooks.
    """

    def __init__(
        self, release: Release, source: Mapping, alphabet: Alphabet, prefix: str = ""
    ) -> None:
        self.name, self.alphabet, self.prefix = release.name, alphabet, prefix
        self.given = {
            cell.grade_id: alphabet.text(cell.visible)
            for cell in release.cells
            if cell.role == "student" and cell.solution
        }
        self.texts = {alphabet.text(c.visible) for c in release.cells if c.cell_type == "code"}
        answers = {_id(cell): cell["source"] for cell in source["cells"]}
        self.answers = {prefix + id: self.text(id, answers.get(id, "")) for id in self.given}

    def own(self, notebook: bytes) -> tuple[dict[str, str], dict[str, str]]:
        """Return what a student wrote, by cell: as text of one character a word, and as it is.

        What stands in no cell of the release is called ``own cells``.

        Raises
        ------
        msgspec.MsgspecError
            If it is no notebook.
        """
        texts: dict[str, str] = {}
        sources: dict[str, str] = {}
        for cell in _decode(notebook).cells:
            id = cell.metadata.nbgrader.grade_id
            if cell.cell_type != "code" or (id and id not in self.given):
                continue
            source = cell.source if isinstance(cell.source, str) else "".join(cell.source)
            if text := self.text(id, source):
                name = self.prefix + (id or "own cells")
                texts[name] = texts.get(name, "") + text
                sources[name] = f"{sources.get(name, '')}\n\n{source}".strip()
        return texts, sources

    def text(self, id: str, source: str) -> str:
        """Return what stands in a cell behind the starter's beginning; empty if it is given."""
        text = self.alphabet.text(source)
        if text in self.texts:
            return ""
        given = self.given.get(id, "")
        differ = (
            place for place, pair in enumerate(zip(text, given, strict=False)) if pair[0] != pair[1]
        )
        return text[next(differ, min(len(text), len(given))) :]


def _id(cell: Mapping) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")
