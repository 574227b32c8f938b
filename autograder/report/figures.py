"""The report's figures, as SVG that takes the page's colours in light and in dark."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from autograder.feedback.words import SHORT
from autograder.model import Outcome
from autograder.report.contents import Item, Scores, Times
from autograder.report.scores import label

WIDTH = 5.2  # inches: as wide as a phone
INK = "#010101"
# Each stands for a variable of the page's style. What a check can end in, from good to bad.
COLOURS = {INK: "ink", "#010102": "line"}
SHADES = {
    Outcome.PASSED: "#020201",
    Outcome.PARTIAL: "#020202",
    Outcome.FAILED: "#020203",
    Outcome.BLOCKED: "#020204",
    Outcome.TIMEOUT: "#020205",
    Outcome.OUT_OF_MEMORY: "#020205",
    Outcome.CRASHED: "#020205",
    Outcome.NOT_ATTEMPTED: "#020206",
    Outcome.MANUAL: "#020207",
    Outcome.UNGRADED: "#020208",
}
VARIABLES = COLOURS | {shade: f"c{shade[-1]}" for shade in SHADES.values()}
STYLE = {
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": "#010102",
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True)
class Picture:
    """A figure, and what it shows in words."""

    svg: Markup
    said: str


def spread(scores: Scores) -> Picture:
    """Draw how many submissions lie in each tenth of the points."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 2.6), layout="constrained")
        axes = figure.subplots()
        step = (scores.max_points or 1) / len(scores.bins)
        lefts = [step * number for number in range(len(scores.bins))]
        bars = axes.bar(lefts, scores.bins, 0.92 * step, align="edge", color="#020201")
        axes.bar_label(bars, labels=[str(n) if n else "" for n in scores.bins], padding=1)
        axes.set(xlabel=f"automatic points of {scores.max_points:g}", ylabel="submissions")
        axes.set_xlim(0, scores.max_points or 1)
        said = ", ".join(
            f"{count} from {left:g} to {left + step:g}"
            for left, count in zip(lefts, scores.bins, strict=True)
            if count
        )
        return _picture(figure, axes, f"Submissions by points: {said or 'none is graded'}.")


def outcomes(items: Sequence[Item]) -> Picture:
    """Draw how each check ended, as shares of the submissions."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.62 * len(items) + 1.5), layout="constrained")
        axes = figure.subplots()
        used = [one for one in SHADES if any(item.outcomes.get(one) for item in items)]
        for row, item in enumerate(items):
            total, left = sum(item.outcomes.values()) or 1, 0.0
            axes.text(0, row - 0.36, label(item, items), va="bottom")
            for one in used:
                width = 100 * item.outcomes.get(one, 0) / total
                axes.barh(row, width, 0.5, left, color=SHADES[one], hatch=_hatch(one))
                left += width
        axes.set(
            xlim=(0, 100), ylim=(len(items) - 0.5, -0.95), yticks=[], xlabel="% of submissions"
        )
        axes.spines["left"].set_visible(False)
        shown = {SHADES[one]: one for one in reversed(used)}
        patches = [
            mpl.patches.Patch(facecolor=shade, label=_word(one), hatch=_hatch(one))
            for shade, one in reversed(shown.items())
        ]
        figure.legend(handles=patches, loc="outside upper left", ncols=2, frameon=False)
        lines = (
            f"{label(item, items)}: "
            + ", ".join(
                f"{SHORT[one]} {item.outcomes[one]}" for one in used if one in item.outcomes
            )
            for item in items
        )
        return _picture(figure, axes, f"Outcome by check. {'; '.join(lines)}.")


def durations(times: Times) -> Picture:
    """Draw how long submissions took to grade."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 2.4), layout="constrained")
        axes = figure.subplots()
        counts = [count for _, count in times.bins]
        ends = [end for end, _ in times.bins[:-1]]
        names = [f"below {ends[0]:g}", *(f"to {end:g}" for end in ends[1:]), f"over {ends[-1]:g}"]
        bars = axes.bar(range(len(counts)), counts, 0.9, color="#020201")
        axes.bar_label(bars, labels=[str(n) if n else "" for n in counts], padding=1)
        axes.set_xticks(range(len(counts)), [name.replace(" ", "\n") for name in names])
        axes.set(xlabel="seconds a submission", ylabel="submissions")
        said = ", ".join(
            f"{name} {count}" for name, count in zip(names, counts, strict=True) if count
        )
        return _picture(figure, axes, f"Submissions by seconds: {said or 'not known'}.")


def _hatch(outcome: Outcome) -> str:
    """Mark what differs from its neighbours by more than colour."""
    return {Outcome.BLOCKED: "///", Outcome.NOT_ATTEMPTED: "..."}.get(outcome, "")


def _word(outcome: Outcome) -> str:
    same = [SHORT[one] for one, shade in SHADES.items() if shade == SHADES[outcome]]
    return " or ".join(same)


def _picture(figure: Figure, axes: Axes, said: str) -> Picture:
    """Return a figure as SVG without a background, its colours the page's."""
    figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    axes.margins(y=0.15)
    file = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": said}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", file.getvalue(), flags=re.DOTALL)
    svg = svg[svg.index("<svg") :]
    for shade, name in VARIABLES.items():
        svg = svg.replace(shade, f"var(--{name})")
    return Picture(
        Markup(svg.replace("<svg", f'<svg role="img" aria-label="{escape(said)}"', 1)), said
    )
