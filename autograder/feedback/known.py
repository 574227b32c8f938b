"""The texts of the mistakes that an assignment's diagnosis knows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.course.directory import CourseDirectory, CourseError


@dataclass(frozen=True)
class Known:
    """Message and section of each mistake, by function and id."""

    texts: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)

    def of(self, function: str, diagnoses: Mapping[str, str]) -> tuple[str, str]:
        """Return message and section of the mistake that was recognised in a function."""
        return self.texts.get(function, {}).get(diagnoses.get(function, ""), ("", ""))


def read_known(course: CourseDirectory, assignment: str) -> Known:
    """Read the texts from ``diagnosis/<assignment>.json``; none if there is no such file."""
    path = course.root / "diagnosis" / f"{assignment}.json"
    try:
        functions = json.loads(path.read_text(encoding="utf-8"))["functions"]
        return Known(
            {
                name: {
                    id: (mistake["message"], mistake["section"])
                    for mistake in known["mistakes"]
                    for id in mistake["ids"]
                }
                for name, known in functions.items()
            }
        )
    except FileNotFoundError:
        return Known()
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise CourseError(f"{path} is no diagnosis file: {error!r}. Make it again") from None
