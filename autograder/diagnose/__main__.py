"""Print the diagnoses of a course as JSON: ``python -m autograder.diagnose DIR < seed``.

The catalogue's functions run here, in a process of their own.
"""

import argparse
import json
import sys
from pathlib import Path

from autograder.authoring import read_course, read_exercise
from autograder.diagnose.build import PUBLIC_SEED, diagnosis
from autograder.diagnose.table import write


def main() -> None:
    """Print one diagnosis for each assignment, by name."""
    parser = argparse.ArgumentParser(prog="python -m autograder.diagnose", description=__doc__)
    parser.add_argument("exercises", type=Path, help="a directory with course.toml")
    parser.add_argument("--table", type=Path, help="write down which mistakes look alike")
    arguments = parser.parse_args()
    course = read_course(arguments.exercises)
    seed = PUBLIC_SEED if sys.stdin.isatty() else sys.stdin.read().strip() or PUBLIC_SEED
    made = {
        path.stem: diagnosis(read_exercise(path, course), course, seed) for path in course.exercises
    }
    if arguments.table:
        write(arguments.table, {name: findings for name, (_, findings) in made.items()})
    json.dump({name: file for name, (file, _) in made.items()}, sys.stdout)


if __name__ == "__main__":
    main()
