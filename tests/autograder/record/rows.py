"""The rows of a gradebook by what they are about, without the ids that nbgrader draws."""

from sqlalchemy import create_engine, text

SUBMISSIONS = """
select student.id, first_name, last_name, email, lms_user_id, assignment.name, timestamp, extension
from student left join submitted_assignment s on s.student_id = student.id
left join assignment on assignment.id = s.assignment_id
"""
NOTEBOOKS = """
select s.student_id, n.name, sn.flagged, sn.late_submission_penalty
from submitted_notebook sn join submitted_assignment s on s.id = sn.assignment_id
join notebook n on n.id = sn.notebook_id
"""
GRADES = """
select s.student_id, n.name, c.name, c.type, g.auto_score, g.manual_score, g.extra_credit,
  g.needs_manual_grade
from grade g join base_cell c on c.id = g.cell_id
join submitted_notebook sn on sn.id = g.notebook_id
join submitted_assignment s on s.id = sn.assignment_id join notebook n on n.id = sn.notebook_id
"""
COMMENTS = """
select s.student_id, n.name, c.name, c.type, k.auto_comment, k.manual_comment
from comment k join base_cell c on c.id = k.cell_id
join submitted_notebook sn on sn.id = k.notebook_id
join submitted_assignment s on s.id = sn.assignment_id join notebook n on n.id = sn.notebook_id
"""


def rows(url):
    """Return the rows of the five tables that grading writes, in an order of their own."""
    queries = {
        "submissions": SUBMISSIONS,
        "notebooks": NOTEBOOKS,
        "grades": GRADES,
        "comments": COMMENTS,
    }
    return {name: ask(url, query) for name, query in queries.items()}


def ask(url, query, **values):
    """Return a query's rows, sorted, times and truth values alike on both databases."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [tuple(map(plain, row)) for row in connection.execute(text(query), values)]
    engine.dispose()
    return sorted(found, key=repr)


def tell(url, statement, **values):
    """Change the gradebook as a person's program does."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


def plain(value):
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, int | float):
        return value
    return str(value).removesuffix(".000000")


def grade(url, student, cell):
    """Return a grade's automatic score, manual score, and whether a person must look."""
    found = [row for row in rows(url)["grades"] if (row[0], row[2]) == (student, cell)]
    ((*_, auto, manual, _, needs),) = found
    return auto, manual, bool(needs)


def comments(url, student, notebook):
    """Return the automatic comments of a notebook by cell."""
    found = rows(url)["comments"]
    return {row[2]: row[4] for row in found if row[:2] == (student, notebook)}
