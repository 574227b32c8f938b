"""What diagnoses cost: the share of probes in the grading time of submissions that fail.

Run: python -m benchmarks.diagnosis [--every 4]
"""

import argparse
import time

from autograder.authoring import entries_for
from autograder.diagnose.build import diagnosis
from autograder.diagnose.cells import PREFIX
from autograder.grade import Worker
from tests.autograder.diagnose.conftest import COURSE, READ
from tests.autograder.diagnose.grading import grade, submission


def main() -> None:
    """Grade a part of the mistakes through the sandbox, and print a line for each exercise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4, help="take each n-th mistake")
    every = parser.parse_args().every
    all_probes = all_grading = 0.0
    with Worker(COURSE.packages) as worker:
        for name, exercise in READ.items():
            file, _ = diagnosis(exercise, COURSE, "benchmark")
            grade(worker, file, name, submission(name))  # compiles the checks
            probes = grading = 0.0
            mistakes = entries_for(exercise, COURSE, "mistakes")[::every]
            for mistake in mistakes:
                data = submission(name, mistake)
                start = time.perf_counter()
                run, _ = grade(worker, file, name, data)
                grading += time.perf_counter() - start
                probes += sum(c.elapsed for c in run.cells if c.grade_id.startswith(PREFIX))
            n = len(mistakes)
            print(
                f"{name}: {n} mistakes, {1e3 * grading / n:.0f} ms each, "
                f"of which probes {1e3 * probes / n:.1f} ms ({probes / grading:.1%})"
            )
            all_probes, all_grading = all_probes + probes, all_grading + grading
    print(f"all: {all_probes / all_grading:.1%}")


if __name__ == "__main__":
    main()
