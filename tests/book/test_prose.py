"""The prose: plain words, short sentences, British spelling, and no loose ends."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT, documents

PAGES = [ROOT / f"{document}.md" for document in documents()]
CHAPTERS = [path for path in PAGES if re.match(r"\d\d_", path.name)]
LONGEST_SENTENCE = 25  # words
CHAPTER_WORDS = range(900, 2501)
SUMMARY_LINES = 5
RHYTHM = ["Question", "This really shipped", "Exercise", "Summary", "Further reading"]

BANNED = r"\b(simply|obvious(ly)?|trivial(ly)?|clearly|of course|basically)\b"
AMERICAN = (
    r"\b(\w*(color|behavior|neighbor|favor|honor|labor)(s|ed|ing)?|center(s|ed)?|gray|analyz\w+"
    r"|(normal|visual|optim|general|initial|real|organ|recogn|memor|special|summar)iz\w+"
    r"|(label|model|travel|cancel)(ed|ing)|fulfill|catalog|defense|math|artifact)\b"
)
EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")


def prose(path: Path) -> str:
    """Return the words of a page: no front matter, code, formulas, options or addresses."""
    text = path.read_text()
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^(`{3,})(?!\{glossary).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^`{3,}.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^:{3,}(\{\w+\})?", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"^:[\w-]+:.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\$\$.*?\$\$|\$[^$]+\$", "x", text, flags=re.DOTALL)
    text = re.sub(r"\{[\w:]+\}`([^<`]+?)(?: <[^`]*>)?`", r"\1", text)
    text = re.sub(r"`[^`]+`", "x", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def sentences(path: Path) -> list[str]:
    """Return the sentences of a page; headings, list items and table cells stand alone."""
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*#|>]|\d+\.)\s)|\|", prose(path))
    found = []
    for block in blocks:
        flat = " ".join(block.split())
        found += re.split(r"(?<=[.!?:;])[*\"”)]*\s+", flat)
    return [sentence for sentence in found if sentence]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_sentences_are_short(path):
    long = [s for s in sentences(path) if len(s.split()) > LONGEST_SENTENCE]
    assert long == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_word_talks_down_to_the_reader(path):
    assert [m[0] for m in re.finditer(BANNED, prose(path), re.IGNORECASE)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_spelling_is_british(path):
    assert [m[0] for m in re.finditer(AMERICAN, prose(path), re.IGNORECASE)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_nothing_is_left_open(path):
    text = path.read_text()
    assert re.findall(r"\b(TODO|FIXME|XXX|TBD)\b|lorem ipsum", text) == []
    assert EMOJI.findall(text) == []
    assert re.findall(r"!\[\s*\]\(", text) == [], "an image without alt text"


def test_words_are_spelt_right():
    command = [str(Path(sys.executable).with_name("codespell")), *map(str, PAGES)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_can_be_read_in_one_sitting(path):
    assert len(prose(path).split()) in CHAPTER_WORDS


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_keeps_the_rhythm(path):
    headings = re.findall(r"^## (.+)$", path.read_text(), re.MULTILINE)
    assert [heading for heading in headings if heading in RHYTHM] == RHYTHM


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_summary_has_at_most_five_lines(path):
    summary = re.search(r"^## Summary\n(.*?)^## ", path.read_text(), re.DOTALL | re.MULTILINE)
    assert 1 <= len(re.findall(r"^- ", summary[1], re.MULTILINE)) <= SUMMARY_LINES


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_wrong_choice_explains_itself(path):
    text = path.read_text()
    choices = re.findall(r"^:::\{choice\}[^\n]*\n(.*?)^:::$", text, re.DOTALL | re.MULTILINE)
    assert choices
    assert all(len(choice.replace(":correct:", "").split()) >= 8 for choice in choices)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_what_shipped_also_stands_in_the_index(path):
    index = (ROOT / "book/shipped.md").read_text()
    told = path.read_text().split("## This really shipped\n")[1].split("\n## ")[0]
    threads = re.findall(r"\((https://[^)]+)\)", told)
    assert threads
    assert [thread for thread in threads if thread not in index] == []
