"""A room's ``page.html`` and ``page.css``: what every page for people is made from."""

import functools
from importlib.resources import files

from jinja2 import Environment, Template
from markupsafe import Markup


@functools.cache
def template(package: str) -> Template:
    """Return the page of a package; what is put into it is escaped."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(files(package).joinpath("page.html").read_text("utf-8"))


@functools.cache
def style(package: str) -> Markup:
    """Return the style sheet of a package's page."""
    return Markup(files(package).joinpath("page.css").read_text("utf-8"))
