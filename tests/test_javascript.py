"""The tests of the front end's pure logic, which node's own runner runs: the node on PATH, or the one that comes with
the package that drives the browser."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable
from published import write_published
from support import PROJECT

TESTS = sorted((PROJECT / "tests" / "js").glob("*.test.mjs"))


def find_node() -> str:
    return shutil.which("node") or compute_driver_executable()[0]


def run_tests(*files: Path, published: Path) -> tuple[int, dict[str, int], str]:
    """The exit code, the runner's totals, and all it said. `published` is the folder that the tests read."""
    command = [find_node(), "--test", "--test-reporter=tap", *map(str, files)]
    env = {**os.environ, "GEN_DOCS_PUBLISHED": str(published)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    totals = {name: int(count) for name, count in re.findall(r"^# (\w+) (\d+)$", done.stdout, re.MULTILINE)}
    return done.returncode, totals, done.stdout + done.stderr


def test_every_test_in_javascript_passes(tmp_path: Path) -> None:
    """The scripts lie beside what Python publishes, with a word that they are modules: no server is there to say so."""
    shutil.copytree(PROJECT / "templates" / "assets" / "js", tmp_path / "js")
    (tmp_path / "js" / "package.json").write_text('{"type": "module"}')
    code, totals, said = run_tests(*TESTS, published=write_published(tmp_path))
    assert code == 0, said
    assert totals["tests"] == totals["pass"] >= len(TESTS) > 0, said


def test_a_failing_test_in_javascript_would_be_seen(tmp_path: Path) -> None:
    failing = tmp_path / "failing.test.mjs"
    failing.write_text('import { test } from "node:test";\ntest("fails", () => { throw new Error("so it does"); });\n')
    code, totals, said = run_tests(failing, published=tmp_path)
    assert code != 0
    assert totals["fail"] == 1
    assert "so it does" in said
