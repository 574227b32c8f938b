"""The book's own import paths, and its site: built once, strictly, into a temporary folder."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from filelock import FileLock

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "book"), str(ROOT / "book" / "_ext"), str(Path(__file__).parent)]


def build(output: Path, *options: str) -> None:
    """Build the site as readers get it: every warning is an error."""
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(ROOT)]
    command += ["-W", "-n", "--keep-going", "--path-output", str(output), *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, f"{run.stdout[-3000:]}\n{run.stderr[-6000:]}"


@pytest.fixture(scope="session")
def shared(tmp_path_factory, worker_id):
    """A folder that parallel workers share."""
    base = tmp_path_factory.getbasetemp()
    return base if worker_id == "master" else base.parent


def built(folder: Path, *options: str) -> Path:
    """Build the site into a folder, once for all workers; return where its pages are."""
    done = folder / "built"
    with FileLock(f"{folder}.lock"):
        if not done.exists():
            build(folder, *options)
            done.touch()
    return folder / "_build" / "html"


@pytest.fixture(scope="session")
def site(shared):
    """The folder of the built site."""
    return built(shared / "site")


@pytest.fixture(scope="session")
def class_site(shared, site):
    """The site of a running class that has an address; it finds the outputs of the other."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    config["sphinx"]["config"]["live_solutions"] = False
    config["html"]["baseurl"] = "https://example.org/class/"
    config["repository"]["url"] = "https://github.com/example/class"
    config["sphinx"]["local_extensions"] = {"live": str(ROOT / "book/_ext")}
    file = shared / "class.yml"
    file.write_text(yaml.safe_dump(config))
    return built(shared / "class", "--config", str(file))


@pytest.fixture(scope="session")
def address(site):
    """The address at which the site is served."""
    from serving import serve

    with serve(site) as server:
        yield server.address
