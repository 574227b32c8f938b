"""The site in a browser, as in `test_browser`, and its modules in Node."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT
from test_browser import open_page, reader  # noqa: F401

SOURCES = ROOT / "book/_ext/live/src/interactive"
CALLER = """\
const module = await import(process.argv[1]);
let input = "";
for await (const piece of process.stdin) input += piece;
const results = JSON.parse(input).map(([name, ...given]) => module[name](...given));
process.stdout.write(JSON.stringify(results));
"""


@pytest.fixture(scope="session")
def call_js():
    """Call functions of a module: ``call_js("attention.js", [[name, argument, ...], ...])``."""
    path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
    node = shutil.which("node", path=path)
    assert node, "these tests need Node.js: run make vendor"

    def call(module, calls):
        command = [node, "--input-type=module", "--eval", CALLER, (SOURCES / module).as_uri()]
        run = subprocess.run(command, input=json.dumps(calls), capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    return call
