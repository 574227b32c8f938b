"""A student's code without what may change and stay the same work: names, layout, comments.

It becomes a text of one character a word or sign, and is never parsed.
"""

import builtins
import keyword
import re
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

from autograder.repair import Release

MOST_CHARACTERS = 50_000  # of one notebook: comparing takes the square
MOST_WORDS = 40_000  # different ones; below the surrogates
LONG = 40  # characters of a token, which is then hardly seen again
TOKEN = r"""
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
    """
NAMED = re.compile(TOKEN, re.VERBOSE | re.DOTALL)
PLAIN = re.compile(re.sub(r"\?P<\w+>", "?:", TOKEN), re.VERBOSE | re.DOTALL)
END = "### END SOLUTION"
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
        self._words: dict[str, str] = {}
        self._characters = _Characters(self._of)

    def text(self, source: str) -> str:
        """Return code as one character a word.

        A name of the student's own becomes the same character as any other; keywords, builtins,
        what stands behind a dot, numbers and signs stay apart. A string is a string.
        """
        found = PLAIN.findall(source)
        return "".join(map(self._characters.__getitem__, found))

    def _of(self, token: str) -> str:
        """Return the character of a token; nothing for blanks and comments."""
        kind = NAMED.match(token).lastgroup
        if kind == "blank":
            return ""
        word = token
        if kind == "string":
            word = '"'
        elif kind == "attribute":
            word = "." + token[1:].strip()
        elif kind == "word" and token not in KEPT:
            word = "name"
        return self._words.setdefault(word, chr(32 + min(len(self._words), MOST_WORDS)))


class _Characters(dict):
    """Remembers the characters of tokens, but for long ones."""

    def __init__(self, find: Callable[[str], str]) -> None:
        self._find = find

    def __missing__(self, token: str) -> str:
        found = self._find(token)
        if len(token) <= LONG:
            self[token] = found
        return found


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
        sources = {_id(cell): cell["source"] for cell in source["cells"]}
        self.answers = {prefix + id: self._answers(id, sources.get(id, "")) for id in self.given}

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
        room = MOST_CHARACTERS
        for cell in _decode(notebook).cells:
            id = cell.metadata.nbgrader.grade_id
            if cell.cell_type != "code" or (id and id not in self.given):
                continue
            source = cell.source if isinstance(cell.source, str) else "".join(cell.source)
            source = source[:room]
            room -= len(source)
            if text := self.text(id, source):
                name = self.prefix + (id or "own cells")
                texts[name] = texts.get(name, "") + text
                sources[name] = f"{sources.get(name, '')}\n\n{source}".strip()
        return texts, sources

    def _answers(self, id: str, source: str) -> set[str]:
        """Return the course's answer with and without what stands behind it.

        What stands there may be part of the function, or code that is given to be mended.
        """
        return {self.text(id, source), self.text(id, source.rpartition(END)[0])} - {""}

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
