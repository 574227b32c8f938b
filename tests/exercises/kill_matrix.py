"""Write down which check fails which mistake, for a person to read."""

from collections.abc import Iterator
from pathlib import Path

from tests.exercises.gate import Verdict

SIGN = {"passed": "·", "failed": "✗", "partial": "½", "not_attempted": "∅", "ungraded": "?"}
HEAD = """\
# The kill matrix

Every mistake of the catalogue was put into the released notebook and graded by stock nbgrader.
Rows are mistakes, columns are checks of the function that it replaces: · passed, ✗ failed,
½ partial, ? no verdict (the kernel died). An asterisk marks a check that the mistake declares.
The hidden checks of this run follow from the seed `{seed}`.
"""


def write(path: Path, verdicts: list[Verdict], seed: str) -> None:
    """Write the matrix: what needs a person's eye first."""
    mistakes = [verdict for verdict in verdicts if verdict.kind == "mistakes"]
    lines = [HEAD.format(seed=seed), "## What needs a look", ""]
    lines += list(_findings(verdicts)) or [f"Nothing: all {len(mistakes)} mistakes fall short."]
    functions = dict.fromkeys((v.exercise.name, v.function) for v in mistakes)
    for name, function in functions:
        rows = [v for v in mistakes if (v.exercise.name, v.function) == (name, function)]
        lines += ["", f"## {name}: `{function}`", "", *_table(rows)]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _findings(verdicts: list[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        name, missed = verdict.exercise.name, ", ".join(sorted(verdict.missed))
        id = getattr(verdict.entry, "id", "")
        if verdict.kind == "mistakes" and not missed:
            yield f"- {name}: mistake {id} survives every check"
        elif verdict.kind == "mistakes" and verdict.declared - verdict.missed:
            spared = ", ".join(sorted(verdict.declared - verdict.missed))
            yield f"- {name}: mistake {id} passes what it declares to fail: {spared}"
        elif verdict.kind == "mistakes" and not verdict.declared:
            yield f"- {name}: mistake {id} declares no check of this exercise"
        elif verdict.kind in ("alternatives", "reference") and missed:
            yield f"- {name}: {verdict.kind} {id} fails {missed}"
        elif verdict.kind == "starter" and verdict.result.score != 0:
            yield f"- {name}: the starter scores {verdict.result.score}"


def _table(verdicts: list[Verdict]) -> Iterator[str]:
    function = verdicts[0].function
    checks = [c.id for c in verdicts[0].exercise.checks if c.function == function]
    heads = [id.split("--")[1] for id in checks]
    yield f"| mistake | {' | '.join(heads)} | other checks |"
    yield "|---" * (len(checks) + 2) + "|"
    for verdict in sorted(verdicts, key=lambda v: len(v.missed)):
        signs = [
            SIGN[verdict.result.outcomes.get(id, "ungraded")]
            + ("*" if id in verdict.declared else "")
            for id in checks
        ]
        others = len(verdict.missed - set(checks)) or ""
        yield f"| {verdict.entry.id} | {' | '.join(signs)} | {others} |"
