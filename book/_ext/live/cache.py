"""Keep executed outputs only as long as the code that they came from is unchanged.

jupyter-cache knows a page by its own cells. It does not see a change in a module that they import,
so the cache's folder is named by a hash of all that pages import.
"""

import hashlib
from pathlib import Path

IMPORTED = ("solutions", "book/figures", "requirements.lock")


def imported_hash(root: Path, imported: tuple[str, ...] = IMPORTED) -> str:
    """Hash the names and contents of the files that pages import."""
    digest = hashlib.sha256()
    for name in imported:
        place = root / name
        files = [place] if place.is_file() else sorted(place.rglob("*.py"))
        for file in files:
            content = file.read_bytes()
            digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def set_cache_path(app, config):
    """Point myst-nb at the cache that belongs to the present code."""
    root = Path(app.confdir)
    config.nb_execution_cache_path = str(root / "_build" / ".jupyter_cache" / imported_hash(root))


def setup(app):
    """Connect the choice of the cache."""
    app.connect("config-inited", set_cache_path)
