"""Add the engine to an nbgrader course that exists already, and change nothing else in it."""

import difflib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.course.config import PLUGIN_TEXT, PROFILE, STOCK_TEXT, load_config
from autograder.course.directory import CONFIG, STOCK, CourseDirectory, CourseError
from autograder.course.files import make_folder, write_private
from autograder.course.judging import NO_SCORE
from autograder.course.survey import Survey, survey

if TYPE_CHECKING:
    from traitlets.config import Config

BEGIN = "# >>> autograder: delete from here to <<< and nbgrader works as before >>>"
END = "# <<< autograder <<<"
BLOCK = re.compile(rf"\n*{re.escape(BEGIN)}\n.*?{re.escape(END)}\n", re.DOTALL)
FOLDERS = ("receipts", "locks", "backups", "diagnosis")
USUAL = {
    "directory_structure": "{nbgrader_step}/{student_id}/{assignment_id}",
    **{f"{name}_directory": name for name in ("source", "release", "submitted", "autograded")},
    "feedback_directory": "feedback",
}
OVERRULED = {
    "Autograde": ("exporter_class", "sanitize_preprocessors", "autograde_preprocessors"),
    "GenerateFeedback": ("exporter_class", "preprocessors"),
    "ExportApp": ("plugin_class",),
    "HTMLExporter": ("filters",),
}
SETTINGS = ("packages", "timeout", "submission", "memory", "book", "in_student_process")
MARKS = (("ClearHiddenTests", "begin_test_delimeter"), ("ClearHiddenTests", "end_test_delimeter"))


@dataclass(frozen=True)
class Adoption:
    """What adopting a course changes.

    Attributes
    ----------
    course : CourseDirectory
    old, new : dict of str to str
        The settings files' texts by name; an old one that is missing is empty.
    folders : tuple of str
        What is made.
    shared : bool
        Whether the group works in the course.
    notes : tuple of str
        What a person should know before.
    """

    course: CourseDirectory
    old: dict[str, str]
    new: dict[str, str]
    folders: tuple[str, ...]
    shared: bool
    notes: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to change."""
        return self.old == self.new and not self.folders

    @property
    def diff(self) -> str:
        """The changes of the settings files."""
        found = []
        for name, text in self.new.items():
            old = self.old[name]
            lines = old.splitlines(keepends=True), text.splitlines(keepends=True)
            found += difflib.unified_diff(*lines, name if old else "/dev/null", name)
        return "".join(found)

    def apply(self) -> Path | None:
        """Make the changes, and return the copy of the old settings, if there were any."""
        root = self.course.root
        saved = None
        for name in self.folders:
            make_folder(root / name, self.shared)
        for name, text in self.new.items():
            if text == self.old[name]:
                continue
            if name == CONFIG and self.old[name]:
                now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S.%fZ")
                saved = root / "backups" / f"nbgrader_config-{now}.py"
                write_private(saved, self.old[name].encode())
            mode = (root / name).stat().st_mode & 0o777 if self.old[name] else 0o644
            write_private(root / name, text.encode())
            (root / name).chmod(mode)
        return saved


def plan_adoption(directory: str | Path) -> Adoption:
    """Find out what adopting a course changes. Nothing is written.

    Raises
    ------
    CourseError
        If the directory is no nbgrader course, or one that can't be graded by the engine.
    """
    course = CourseDirectory(Path(directory).resolve())
    if not course.assignments:
        raise CourseError(
            f"{course.root} is no nbgrader course: there is no source/ASSIGNMENT/NOTEBOOK.ipynb. "
            "Name the directory that holds source"
        )
    old = {name: _read(course.root / name) for name in (CONFIG, STOCK)}
    config = _config(course) if old[CONFIG] else {}
    found = survey(course)
    _check(course, config, found)
    settings, notes = _settings(config, found)
    plugged = str(config.get("Autograde", {}).get("exporter_class", ""))
    is_ours = plugged.startswith("autograder.") and BEGIN not in old[CONFIG]
    new = {
        CONFIG: old[CONFIG] if is_ours else _with_block(old[CONFIG], settings),
        STOCK: STOCK_TEXT.format(profile=PROFILE),
    }
    shared = bool(config.get("CourseDirectory", {}).get("groupshared", False))
    wanted = (*FOLDERS, "autograded") if shared else FOLDERS
    folders = tuple(name for name in wanted if not (course.root / name).is_dir())
    return Adoption(
        course, old, new, folders, shared, (*_overruled(config), *notes, *_warnings(found))
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(f"{path} can't be read: {error}") from None


def _config(course: CourseDirectory) -> "Config":
    try:
        return load_config(course)
    except Exception as error:  # the course's own code
        path = course.root / CONFIG
        raise CourseError(f"{path} can't be run: {error!r}. Mend it first") from None


def _check(course: CourseDirectory, config: "Config", found: Survey) -> None:
    """Refuse what the engine would get wrong."""
    given = config.get("CourseDirectory", {})
    for name, usual in USUAL.items():
        if given.get(name, usual) != usual:
            raise CourseError(
                f"{course.root / CONFIG} sets c.CourseDirectory.{name} to {given[name]!r}; the "
                f"engine knows {usual!r} only. Rename the folders and delete that setting"
            )
    for section, name in MARKS:
        if name in config.get(section, {}):
            raise CourseError(
                f"{course.root / CONFIG} sets c.{section}.{name}: feedback pages would show "
                "hidden tests. Delete that setting, and use ### BEGIN HIDDEN TESTS and "
                "### END HIDDEN TESTS"
            )
    if found.other_languages:
        raise CourseError(
            "the engine grades Python notebooks only; these are others: "
            f"{', '.join(found.other_languages)}. Keep them in a course of their own"
        )


def _settings(config: "Config", found: Survey) -> tuple[dict[str, Any], list[str]]:
    """Return the engine's settings: those that are there, else what the sources ask for."""
    given, notes = config.get("Autograder", {}), []
    settings = {name: given[name] for name in SETTINGS if name in given}
    settings.setdefault("packages", [name for name in found.packages if name != "numpy"])
    if found.changing:
        settings.setdefault("in_student_process", found.changing)
        notes.append(
            f"{', '.join(found.changing)}: these checks delete what the student defined, so they "
            "run in the submission's own process, which can forge their outcome. It is flagged"
        )
    seconds = config.get("Execute", {}).get("timeout") or config.get("ExecutePreprocessor", {}).get(
        "timeout"
    )
    if isinstance(seconds, (int, float)) and seconds > 0 and "timeout" not in settings:
        settings["timeout"] = float(seconds)
        settings["submission"] = max(60.0, 2.0 * seconds)
    return settings, notes


def _with_block(text: str, settings: dict[str, Any]) -> str:
    """Put our block at the end, in place of an earlier one."""
    lines = [f"c.Autograder.{name} = {_plain(value)!r}\n" for name, value in settings.items()]
    block = (
        f"{BEGIN}\nimport os\nimport sys\n\nc = get_config()  # noqa: F821\n\n"
        "# What a submission may import beside the standard library and NumPy, and more settings.\n"
        f"{''.join(lines)}\n{PLUGIN_TEXT.format(profile=PROFILE)}{END}\n"
    )
    rest = BLOCK.sub("\n", text).rstrip("\n")
    return f"{rest}\n\n{block}" if rest else block


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value


def _overruled(config: "Config") -> list[str]:
    """Name the course's own settings that ours go before."""
    found = []
    for section, names in OVERRULED.items():
        for name in names:
            value = config.get(section, {}).get(name)
            if value and "autograder." not in str(value):
                said = f"your own c.{section}.{name} is used by the stock profile only"
                found.append(said)
    return found


def _warnings(found: Survey) -> list[str]:
    notes = []
    if found.unknown:
        notes.append(
            f"{', '.join(found.unknown)}: the sources import it and it is not installed here. "
            "Install it, or its checks fail"
        )
    if found.scoring:
        said = NO_SCORE.format(name="a student's function")
        notes.append(f"{_some(found.scoring)}: {said}. Until then such a check passes if it ends")
    for why in sorted({*found.weak.values()}):
        ids = [id for id, said in found.weak.items() if said == why]
        notes.append(f"{_some(ids)}: {why}")
    if found.kept:
        notes.append(
            f"{_some(found.kept)}: not in the release, so only checks can read it; nbgrader gives "
            "it to submissions, too"
        )
    return [*notes, *found.unclear]


def _some(names: list[str]) -> str:
    return ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
