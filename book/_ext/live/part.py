"""The elements that the page's program looks for: a ``div`` with data, and a ``script`` of JSON."""

import json
from html import escape

from docutils import nodes


class part(nodes.General, nodes.Element):
    """A ``div``; the attribute `data` (a dict) becomes its ``data-`` attributes."""


class page_data(nodes.General, nodes.Element):
    """Data for the program, as the text of a ``script``; the attribute `data` is any JSON value."""


def visit_part(self, node):
    """Open the ``div``."""
    data = {f"data-{name}": value for name, value in node.get("data", {}).items()}
    self.body.append(self.starttag(node, "div", CLASS="docutils container", **data))


def depart_part(self, node):
    """Close the ``div``."""
    self.body.append("</div>\n")


def visit_page_data(self, node):
    """Write the script; no text in it can end it."""
    text = json.dumps(node["data"], ensure_ascii=False).replace("<", "\\u003c")
    id_ = f' id="{escape(node["name"])}"' if node.get("name") else ""
    self.body.append(f'<script type="application/json"{id_}>{text}</script>\n')
    raise nodes.SkipNode


def setup(app):
    """Register both."""
    app.add_node(part, html=(visit_part, depart_part))
    app.add_node(page_data, html=(visit_page_data, None))
