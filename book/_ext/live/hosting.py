"""What depends on where the book is served and where its source lies: both addresses are optional.

With ``html: baseurl`` in ``_config.yml`` there is a sitemap, and the page for addresses that don't
exist finds its styles below that address. With ``repository: url`` pages get buttons that lead to
their source and to its issues.
"""

from urllib.parse import urlsplit

from sphinx.errors import ConfigError

BUTTONS = ("use_edit_page_button", "use_issues_button", "use_repository_button")
NOT_FOUND = {
    "title": "Page not found",
    "body": """\
<h1>Page not found</h1>
<p>There is no page at this address. Find it in the contents, or with the search.</p>
""",
}
NO_READING = ("404.html", "search.html", "genindex.html")


def configure(app, config):
    """Turn on what the addresses allow."""
    address = config.html_baseurl
    if address and not address.endswith("/"):
        raise ConfigError("html: baseurl in _config.yml needs a closing slash")
    config.notfound_urls_prefix = urlsplit(address).path or "/"
    config.notfound_context = NOT_FOUND
    if address:
        app.setup_extension("sphinx_sitemap")
        config.sitemap_url_scheme = "{link}"
        config.sitemap_excludes = list(NO_READING)
    options = config.html_theme_options
    options |= dict.fromkeys(BUTTONS, bool(options.get("repository_url")))


def setup(app):
    """Connect the choice; it comes before the page for unknown addresses is made."""
    app.connect("config-inited", configure, priority=100)
    app.setup_extension("notfound.extension")
