"""The look of the site: the palette, repairs of the theme, and a real first page."""

import sys
from pathlib import Path

from live.fetch import HERE

BOOK = HERE.parents[1]
INDEX = """\
<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url={first}">
<link rel="canonical" href="{first}">
<link rel="icon" href="_static/favicon.svg">
<title>{title}</title>
</head>
<body>
<main>
<h1>{title}</h1>
<p>The book begins with <a href="{first}">the introduction</a>.</p>
</main>
</body>
</html>
"""
# The theme keeps the first for pages without a mode; ours say "auto" until a script has chosen.
NO_MODE, NO_CHOICE = "html:not([data-theme])", "html:not([data-theme=light],[data-theme=dark])"


def add_styles(app):
    """Serve the palette as a style sheet, and the repairs as a script."""
    sys.path.append(str(BOOK))
    from figures import palette

    static = Path(app.outdir, "_static")
    static.mkdir(parents=True, exist_ok=True)
    (static / "palette.css").write_text(palette.css())
    app.add_css_file("palette.css")
    app.config.html_static_path.append(str(HERE / "static"))
    app.add_js_file("theme.js", loading_method="defer")


def write_index(app, exception):
    """Write a first page that sends on and can be read, before a bare redirect takes its place."""
    if exception or app.builder.format != "html":
        return
    first = f"{app.config.root_doc}.html"
    page = INDEX.format(first=first, title=app.config.html_title)
    Path(app.outdir, "index.html").write_text(page)


def colour_without_scripts(app, exception):
    """Give pages the light colours where no script runs; without, figures would be black."""
    if exception or app.builder.format != "html":
        return
    sheet = Path(app.outdir, "_static", "styles", "pydata-sphinx-theme.css")
    sheet.write_text(sheet.read_text().replace(NO_MODE, NO_CHOICE))


def setup(app):
    """Connect the styles, their repair and the first page."""
    app.connect("builder-inited", add_styles)
    app.connect("build-finished", write_index, priority=100)
    app.connect("build-finished", colour_without_scripts)
