"""From an ordinary repository to published pages: what `init --workflow` writes, the stamp, and the how-to page, line
by line as far as one machine reaches."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from selectolax.lexbor import LexborHTMLParser
from support import PROJECT, bean, build, outputs, write_beans

from gen_docs.build import Facts, build_site
from gen_docs.cli import main
from gen_docs.files import Root
from gen_docs.stamp import StampError, make_stamp
from gen_docs.workflow import SourceError, choose_source, write_workflow

SOURCE = "git+https://forge.example/owner/gen-docs@main"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
PAGE = PROJECT / "content/docs/how-to/publish"


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """A repository with a store and a remote, which has never heard of gen-docs."""
    root = write_beans(tmp_path / "project", {"app-aa11": bean("First"), "app-bb22": bean("Second", "completed")})
    for command in (
        "git init -q -b main",
        "git config user.email a@example.org",
        "git config user.name A",
        "git config commit.gpgsign false",
        "git remote add origin https://github.com/owner/project.git",
        "git add -A",
        "git commit -q -m Begin",
    ):
        subprocess.run(command.split(), cwd=root, check=True)
    return root


def run(*arguments: str) -> str:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    return done.output


def read_workflow(text: str) -> dict[Any, Any]:
    workflow: dict[Any, Any] = yaml.safe_load(text)
    return workflow


def list_steps(workflow: dict[Any, Any], job: str) -> list[str]:
    return [step.get("uses") or step["run"] for step in workflow["jobs"][job]["steps"]]


def test_a_workflow_checks_builds_and_deploys_with_the_least_that_it_needs() -> None:
    workflow = read_workflow(write_workflow("main", SOURCE))
    assert workflow["env"] == {"GEN_DOCS": SOURCE}
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["deploy"]["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert workflow[True] == {"push": {"branches": ["main"]}, "pull_request": None, "workflow_dispatch": None}
    check, deploy = list_steps(workflow, "check"), list_steps(workflow, "deploy")
    assert any("gen-docs check --format github --base" in step for step in check)
    assert [step.partition("@")[0] for step in deploy if "/" in step.partition("@")[0]][-2:] == [
        "actions/upload-pages-artifact",
        "actions/deploy-pages",
    ]
    assert workflow["jobs"]["deploy"]["needs"] == "check"


@pytest.mark.parametrize("branch", ["main", "it's", 'a"b', "release/1.0", "{x}", "${{ x }}"])
def test_a_workflow_holds_any_branch_as_text(branch: str) -> None:
    workflow = read_workflow(write_workflow(branch, SOURCE))
    assert workflow[True]["push"]["branches"] == [branch]
    assert workflow["jobs"]["deploy"]["if"].endswith("'" + branch.replace("'", "''") + "'")


def test_every_command_of_the_workflow_is_one_that_there_is(stranger: Path) -> None:
    """The steps that call gen-docs, run as the runner would, with the environment that it would have."""
    run("init", "--root", str(stranger), "--workflow", "github", "--from", SOURCE)
    run("build", "--root", str(stranger))
    text = (stranger / ".github/workflows/gen-docs.yml").read_text()
    workflow = read_workflow(text)
    steps = [step for job in ("check", "deploy") for step in list_steps(workflow, job) if step.startswith("gen-docs")]
    assert len(steps) == 3
    binaries = Path(sys.executable).parent
    env = {
        **os.environ,
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "GITHUB_SHA": COMMIT,
        "GITHUB_BASE_REF": "main",
    }
    subprocess.run(["git", "update-ref", "refs/remotes/origin/main", "HEAD"], cwd=stranger, check=True)
    for step in steps:
        command = step.replace("${{ steps.pages.outputs.base_url }}", "https://owner.example/project")
        done = subprocess.run(command, shell=True, cwd=stranger, env=env, capture_output=True, text=True, check=False)  # noqa: S602 - a runner does
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    stamp = orjson.loads((stranger / "site/build.json").read_bytes())
    assert stamp["commit"] == COMMIT
    assert "https://owner.example/project/beans/" in (stranger / "site/beans/index.html").read_text()


def test_init_says_what_it_wrote_and_leaves_what_is_there(stranger: Path) -> None:
    arguments = ("init", "--root", str(stranger), "--workflow", "github", "--from", SOURCE)
    said = run(*arguments)
    assert "gen-docs.yml: written" in said
    assert "may be public" in said
    file = stranger / ".github/workflows/gen-docs.yml"
    assert "is what it would write already" in run(*arguments)
    file.write_text("mine")
    assert "left as it is" in run(*arguments)
    assert file.read_text() == "mine"


def test_a_workflow_installs_from_what_is_named_or_from_where_this_came() -> None:
    record = orjson.dumps(
        {"url": "https://forge.example/o/g.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}
    ).decode()
    assert choose_source(SOURCE, record, is_own=True) == SOURCE
    assert choose_source("", record, is_own=True) == "."
    assert choose_source("", record, is_own=False) == f"git+https://forge.example/o/g.git@{COMMIT}"
    for useless in ("", orjson.dumps({"url": "file:///x", "dir_info": {}}).decode()):
        with pytest.raises(SourceError, match="--from"):
            choose_source("", useless, is_own=False)


def test_without_a_source_nothing_is_written(stranger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gen_docs.scaffold.read_direct_url", lambda: "")
    done = CliRunner().invoke(main, ["init", "--root", str(stranger), "--workflow", "github"])
    assert done.exit_code == 2
    assert "--from" in done.output
    assert not (stranger / ".github").exists()


def test_a_stamp_is_on_every_page_in_build_json_and_in_no_projection(tmp_path: Path) -> None:
    root = write_beans(tmp_path, {"app-aa11": bean()})
    plain = outputs(build(root))
    stamp = make_stamp(COMMIT, "2026-01-31T09:30:00Z")
    stamped = outputs(build_site(Root(root), Facts(stamp=stamp)))
    found = orjson.loads(stamped["build.json"])
    assert found == {"$schema": "schemas/build-1.json", "commit": COMMIT, "time": "2026-01-31T09:30:00Z"}
    Draft202012Validator(orjson.loads(stamped["schemas/build-1.json"])).validate(found)
    assert "build.json" not in plain
    assert stamped["assets/beans/index.json"] == plain["assets/beans/index.json"]
    pages = [path for path in plain if path.endswith(".html")]
    assert len(pages) >= 4
    for path in pages:
        foot = LexborHTMLParser(stamped[path].decode()).css_first("footer")
        assert foot is not None
        assert COMMIT[:7] in foot.text()
        assert foot.css_first("time[data-age]") is not None
        assert "unknown" in (LexborHTMLParser(plain[path].decode()).css_first("footer") or foot).text()


@pytest.mark.parametrize(("commit", "time"), [("main", ""), ("xyz", ""), (COMMIT, "yesterday"), ("", "2026-13-01")])
def test_a_stamp_of_nothing_real_is_refused(commit: str, time: str) -> None:
    with pytest.raises(StampError):
        make_stamp(commit, time)


def test_the_gate_says_that_git_ignores_a_projection(stranger: Path) -> None:
    run("build", "--root", str(stranger))
    assert "ignored by git" not in run("check", "--root", str(stranger))
    (stranger / ".gitignore").write_text("site/\n")
    assert "is ignored by git" in run("check", "--root", str(stranger))


def test_the_hooks_call_commands_that_there_are() -> None:
    hooks = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in hooks] == ["gen-docs-check", "gen-docs-build"]
    for hook in hooks:
        assert hook["entry"].split()[1] in main.commands
        assert not hook["pass_filenames"]


NOT_HERE = {"git push": "there is no forge to push to"}


def read_blocks() -> list[str]:
    text = "\n".join(path.read_text() for path in sorted(PAGE.glob("*.md")))
    blocks = re.findall(r'^```sh title="(\d+)"\n(.*?)^```', text, re.MULTILINE | re.DOTALL)
    assert [number for number, _ in blocks] == [str(at) for at in range(1, len(blocks) + 1)]
    return [line for _, block in blocks for line in block.splitlines()]


def test_the_page_about_publishing_can_be_followed_line_by_line(stranger: Path) -> None:
    lines = read_blocks()
    assert len(lines) >= 8
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done: list[str] = []
    for line in lines:
        if line in NOT_HERE:
            continue
        said = subprocess.run(line, shell=True, cwd=stranger, env=env, capture_output=True, text=True, check=False)  # noqa: S602 - as a reader would
        assert said.returncode == 0, (line, said.stdout, said.stderr)
        done.append(line)
    assert len(done) == len(lines) - len(NOT_HERE)
    clone = stranger.parent / "clone"
    subprocess.run(["git", "clone", "-q", str(stranger), str(clone)], check=True)
    assert sorted(str(path.relative_to(clone)) for path in (clone / "site").rglob("*") if path.is_file()) == [
        "site/assets/beans/index.json"
    ]
    assert "fresh" in run("check", "--root", str(clone))
    shutil.rmtree(clone)
