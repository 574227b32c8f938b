"""The works of others in a built site: which file belongs to which, with its version and licence.

Nothing is listed by hand that can be read: wheels, installed packages and the files themselves say
what they are. A file that no work claims stops the build, so that no notice is forgotten.
"""

import email
import hashlib
import importlib.metadata
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from live.fetch import HERE, PACKAGES

BOOK = HERE.parents[1]
# The installed packages whose files Sphinx copies into `_static`.
INSTALLED = (
    "sphinx",
    "pydata-sphinx-theme",
    "sphinx-book-theme",
    "myst-nb",
    "sphinx-copybutton",
    "sphinx-togglebutton",
    "sphinx-design",
)
# Works inside these packages: their files, and what their first lines say of name and version.
INSIDE = (
    (("scripts/bootstrap.*",), r"(Bootstrap) v([\d.]+)", "MIT", "https://getbootstrap.com"),
    (
        ("scripts/fontawesome.*", "vendor/fontawesome/**/*"),
        r"(Font Awesome Free) ([\d.]+)",
        "icons CC BY 4.0, fonts OFL 1.1, code MIT",
        "https://fontawesome.com",
    ),
    (("clipboard.min.js",), r"(clipboard\.js) v([\d.]+)", "MIT", "https://clipboardjs.com"),
)
NPM = {
    "mathjax": ("MathJax", "Apache-2.0", "https://github.com/mathjax/MathJax"),
    "pyodide": (
        "Pyodide, with CPython",
        "MPL-2.0, CPython PSF-2.0",
        "https://github.com/pyodide/pyodide",
    ),
}
OWN = ("palette.css",)  # made by the build
LINKS = ("source", "source code", "repository", "code", "homepage")


class NoticeError(Exception):
    """A file that no work claims."""


@dataclass(frozen=True)
class Work:
    """A work of others.

    Attributes
    ----------
    name, version, licence, source : str
        What it is, and the address where its source is found.
    text : str
        The licence itself, where it does not lie beside the files.
    """

    name: str
    version: str
    licence: str
    source: str
    text: str = ""


def described(metadata, text: str = "") -> Work:
    """Return the work that a Python package's metadata describe."""
    classifiers = [c for c in metadata.get_all("Classifier") or [] if c.startswith("License ::")]
    licence = metadata.get("License-Expression") or ", ".join(
        classifier.split(" :: ")[-1] for classifier in classifiers
    )
    urls = [url.split(", ", 1) for url in metadata.get_all("Project-URL") or []]
    links = {name.lower(): url for name, url in urls}
    source = next((links[name] for name in LINKS if name in links), metadata.get("Home-page"))
    name, version = metadata["Name"], metadata["Version"]
    return Work(name, version, licence or metadata.get("License"), source, text)


def installed(name: str) -> tuple[Work, set[str]]:
    """Return an installed package as a work, and the paths of its files."""
    found = importlib.metadata.distribution(name)
    licences = [f for f in found.files if re.search(r"dist-info/.*LICEN[CS]E", str(f))]
    text = "\n\n".join(f.read_text() for f in licences)
    return described(found.metadata, text), {f.as_posix() for f in found.files}


def of_wheel(file: Path) -> Work:
    """Return the work that a wheel is; its licence lies in the wheel."""
    with zipfile.ZipFile(file) as wheel:
        name = next(n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
        return described(email.message_from_bytes(wheel.read(name)))


def editor_works() -> Iterator[Work]:
    """Return the packages that the editor is bundled from; their licences lie beside it."""
    lock = json.loads((HERE / "package-lock.json").read_text())["packages"]
    for path, about in lock.items():
        if path and "esbuild" not in path:
            name = path.removeprefix("node_modules/")
            source = f"https://www.npmjs.com/package/{name}"
            yield Work(name, about["version"], about["license"], source)


def fetched(site: Path) -> Iterator[tuple[list[Work], list[Path]]]:
    """Return the works that `fetch.py` has brought, each group with its files."""
    vendor = site / "vendor"
    yield list(editor_works()), sorted((vendor / "codemirror").iterdir())
    for folder, (name, licence, source) in NPM.items():
        files = [f for f in sorted((vendor / folder).rglob("*")) if f.is_file()]
        version = PACKAGES[folder][0].rpartition("@")[2]
        yield [Work(name, version, licence, source)], [f for f in files if f.suffix != ".whl"]
        for wheel in (f for f in files if f.suffix == ".whl"):
            yield [of_wheel(wheel)], [wheel]


def packaged(site: Path) -> Iterator[tuple[list[Work], list[Path]]]:
    """Return the works in ``_static``, each with its files."""
    static = site / "_static"
    left = {f for f in static.rglob("*") if f.is_file() and not is_own(f.relative_to(static))}
    for patterns, says, licence, source in INSIDE:
        files = sorted(left & {file for pattern in patterns for file in static.glob(pattern)})
        texts = [file.read_text() for file in files if file.suffix in (".js", ".txt")]
        name, version = re.search(says, "".join(texts)).groups()
        yield [Work(name, version, licence, source)], files
        left -= set(files)
    for package in INSTALLED:
        work, paths = installed(package)
        files = sorted(f for f in left if is_of(f.relative_to(static).as_posix(), paths))
        yield [work], files
        left -= set(files)
    yield [installed("pygments")[0]], [static / "pygments.css"]
    left -= {static / "pygments.css"}
    if left:
        raise NoticeError(f"no work in live/works.py claims {', '.join(map(str, sorted(left)))}")


def is_own(path: Path) -> bool:
    """Tell whether a file of ``_static`` is the book's."""
    return str(path) in OWN or any((f / path).exists() for f in (HERE / "static", BOOK / "_static"))


def is_of(path: str, files: set[str]) -> bool:
    """Tell whether a file of ``_static`` comes from a package with these files."""
    plain = re.sub(r"\.[0-9a-f]{64}\.", ".", path)  # MyST-NB puts a hash into the name
    ends = tuple(
        f"/{name}{template}" for name in (path, plain) for template in ("", "_t", ".jinja")
    )
    return any(file.endswith(ends) for file in files)


def works(site: Path) -> list[tuple[list[Work], dict[str, str]]]:
    """Return every work of others in a site with its files: path and sha256."""
    found = []
    for group, files in [*fetched(site), *packaged(site)]:
        if files:
            hashes = {
                f.relative_to(site).as_posix(): hashlib.sha256(f.read_bytes()).hexdigest()
                for f in files
            }
            found.append((group, hashes))
    return found
