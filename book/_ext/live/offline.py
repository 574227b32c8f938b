"""Write the service worker, which knows every file of the site by its hash."""

import hashlib
import json
from pathlib import Path

from live.fetch import HERE

TEMPLATE = HERE / "service-worker.js"
NAME = "service-worker.js"
SKIPPED = (".buildinfo", ".doctrees", NAME)


def site_files(site: Path) -> dict[str, str]:
    """Return the sha256 of every file of a site, by its path."""
    files = sorted(file for file in site.rglob("*") if file.is_file())
    paths = {file.relative_to(site).as_posix(): file for file in files}
    return {
        path: hashlib.sha256(file.read_bytes()).hexdigest()
        for path, file in paths.items()
        if not path.startswith(SKIPPED)
    }


def write_service_worker(site: Path) -> None:
    """Write the service worker of a built site; its cache is named by a hash of the whole site."""
    files = json.dumps(site_files(site), indent=0)
    version = hashlib.sha256(files.encode()).hexdigest()[:16]
    text = TEMPLATE.read_text().replace("VERSION", version, 1).replace("{}; // FILES", f"{files};")
    (site / NAME).write_text(text)


def finish(app, exception):
    """Write it when all else is there."""
    if exception is None and app.builder.name == "html":
        write_service_worker(Path(app.outdir))


def setup(app):
    """Connect the last step of a build."""
    app.connect("build-finished", finish, priority=999)
