"""What of a cell students never see: nbgrader's marked regions."""

import re

REGION = re.compile(
    r"^[^\n]*BEGIN (?P<kind>HIDDEN TESTS|SOLUTION)[^\n]*\n"
    r"(?P<text>.*?)^[^\n]*END (?P=kind)[^\n]*(?:\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
MARK = re.compile(r"### (?:BEGIN|END) (?:HIDDEN TESTS|SOLUTION|MARK SCHEME)")


def visible(source: str) -> str:
    """Return a cell's source without its hidden regions and their marks."""
    return REGION.sub("", source).rstrip("\n")


def hidden(source: str) -> str:
    """Return what stands in the hidden regions of a cell, without the marks."""
    return "".join(match["text"] for match in REGION.finditer(source))


def has_hidden(source: str) -> bool:
    """Tell whether a cell holds a hidden region."""
    return REGION.search(source) is not None


def hidden_lines(notebook: dict) -> set[str]:
    """Return the lines of a source notebook that stand in hidden regions and nowhere else."""
    sources = [cell["source"] for cell in notebook["cells"]]
    seen = {line.strip() for source in sources for line in visible(source).splitlines()}
    lines = {line.strip() for source in sources for line in hidden(source).splitlines()}
    return {line for line in lines - seen if len(line) > 2}


def left_in(release: dict, source: dict) -> list[str]:
    """Say what of a source notebook a release notebook still shows and should not.

    Parameters
    ----------
    release, source : dict
        The notebooks; `source` as the instructor wrote it.

    Returns
    -------
    list of str
        One sentence a finding, with the cell's number. Empty where nothing is left.
    """
    secret = hidden_lines(source)
    findings = []
    for number, cell in enumerate(release["cells"], 1):
        lines = [line.strip() for line in cell["source"].splitlines()]
        findings += [
            f"cell {number} still shows a mark: {line}" for line in lines if MARK.search(line)
        ]
        findings += [
            f"cell {number} shows a hidden line: {line}" for line in lines if line in secret
        ]
        if cell.get("outputs"):
            findings.append(f"cell {number} still has outputs")
    return findings
