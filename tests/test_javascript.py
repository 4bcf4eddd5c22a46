"""The tests of the front end's pure logic, which node's own runner runs: the node on PATH, or the one that comes with
the package that drives the browser."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import orjson
import pytest
from dashboards import write_dashboards
from playwright._impl._driver import compute_driver_executable
from published import write_published
from support import PROJECT

TESTS = sorted((PROJECT / "tests" / "js").glob("*.test.mjs"))
SCRIPTS = PROJECT / "templates" / "assets"
COMPILER = PROJECT / "node_modules" / "typescript" / "bin" / "tsc"
needs_compiler = pytest.mark.skipif(not COMPILER.is_file(), reason="`npm ci` has not been run")


def find_node() -> str:
    return shutil.which("node") or compute_driver_executable()[0]


def run_tests(*files: Path, published: Path) -> tuple[int, dict[str, int], str]:
    """The exit code, the runner's totals, and all it said. `published` is the folder that the tests read."""
    all_files = published / "all.mjs"  # in one process: starting one for each file takes longer than its tests
    all_files.write_text("".join(f"import {orjson.dumps(file.as_uri()).decode()};\n" for file in files))
    command = [find_node(), "--test-reporter=tap", str(all_files)]
    env = {**os.environ, "GEN_DOCS_PUBLISHED": str(published)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    totals = {name: int(count) for name, count in re.findall(r"^# (\w+) (\d+)$", done.stdout, re.MULTILINE)}
    return done.returncode, totals, done.stdout + done.stderr


def test_every_test_in_javascript_passes(tmp_path: Path) -> None:
    """The scripts lie beside what Python publishes, with a word that they are modules: no server is there to say so."""
    shutil.copytree(PROJECT / "templates" / "assets" / "js", tmp_path / "js")
    (tmp_path / "js" / "package.json").write_text('{"type": "module"}')
    write_dashboards(tmp_path)
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


def check_types(folder: Path) -> tuple[int, str]:
    """What the compiler says of the scripts below a folder, by the project's own settings."""
    settings = {"extends": str(PROJECT / "tsconfig.json"), "include": [f"{folder}/js/**/*.js"]}
    (folder / "tsconfig.json").write_bytes(orjson.dumps(settings))
    command = [find_node(), str(COMPILER), "--project", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.full
@needs_compiler
def test_the_types_of_every_script_hold(tmp_path: Path) -> None:
    shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True)
    assert check_types(tmp_path) == (0, "")


WRONG = {
    "member": ("/** @param {string} a */\nexport const f = (a) => a.size;\n", "TS2339"),
    "untyped": ("export const f = (a) => a;\n", "TS7006"),
    "vendored": ('import { html } from "../vendor/htm-3.1.1/standalone.module.js";\nhtml("a");\n', "TS2345"),
}


@pytest.mark.full
@needs_compiler
def test_a_type_that_does_not_hold_would_be_seen(tmp_path: Path) -> None:
    shutil.copytree(SCRIPTS / "vendor", tmp_path / "vendor")
    (tmp_path / "js").mkdir()
    for name, (script, _) in WRONG.items():
        (tmp_path / "js" / f"{name}.js").write_text(script)
    code, said = check_types(tmp_path)
    assert code != 0
    assert set(re.findall(r"js/(\w+)\.js\(\d+,\d+\): error (TS\d+)", said)) == {
        (name, fault) for name, (_, fault) in WRONG.items()
    }
