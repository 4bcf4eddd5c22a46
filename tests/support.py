"""What many tests need: writing stores, building sites from them, and running the command as a user does."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import settings

from gen_docs.build import Build, build_site
from gen_docs.files import Root
from gen_docs.rules import Judged
from gen_docs.values import Finding, Item

IS_THOROUGH = bool(os.environ.get("THOROUGH"))  # as `make test-all` sets it
PROJECT = Path(__file__).parent.parent
CORPORA = PROJECT.parent / "shared" / "corpora"
REFERENCE = PROJECT.parent / "shared" / "reference"

needs_corpora = pytest.mark.skipif(
    not CORPORA.is_dir(), reason="the public stores lie beside the project on its maintainers' machines only"
)


def examples(count: int) -> settings:
    """How many examples a property is tried on: all in a thorough run, else a sixteenth."""
    return settings(max_examples=count if IS_THOROUGH else max(count // 16, 5))


Files = Mapping[str, str | bytes]


def write_files(folder: Path, files: Files) -> Path:
    """Writes files below a folder, making what folders they need; returns the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def bean(
    title: str | None = "A title", status: str | None = "todo", *, body: str = "Some text.", **keys: object
) -> str:
    """The text of a bean. Keys are written in the order given; a list becomes a block list; None leaves a key out."""
    created = {"created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-03T03:04:05Z"}
    lines = ["---"]
    for key, value in {"title": title, "status": status, **created, **keys}.items():
        if isinstance(value, list):
            lines += [f"{key}:", *(f"    - {each}" for each in value)]
        elif value is not None:
            lines.append(f"{key}: {value}")
    return "\n".join([*lines, "---", "", body, ""])


def write_beans(folder: Path, beans: Mapping[str, str | bytes]) -> Path:
    """A repository whose store `.beans` holds the given files, named by id (`.md` is added) or by file name."""
    named = {f".beans/{name if name.endswith('.md') else name + '--slug.md'}": text for name, text in beans.items()}
    return write_files(folder, {".beans.yml": "beans:\n  path: .beans\n  prefix: app-\n", **named})


def build(folder: Path) -> Build:
    return build_site(Root(folder))


def judged(site: Build, graph: str = "beans") -> Judged:
    return next(each for each in site.graphs if each.graph.id == graph)


def item(site: Build, identifier: str, graph: str = "beans") -> Item:
    """The first file of an id."""
    return judged(site, graph).graph.ids.files[identifier][0]


def findings(site: Build, identifier: str, graph: str = "beans") -> list[Finding]:
    """The findings of every file of an id."""
    found = judged(site, graph)
    pairs = zip(found.graph.items, found.findings, strict=True)
    return [finding for each, all_of_it in pairs if each.id == identifier for finding in all_of_it]


def rules(site: Build, identifier: str, graph: str = "beans") -> set[str]:
    """The names of the rules that found something about an id."""
    return {finding.rule for finding in findings(site, identifier, graph)}


def projection(site: Build, graph: str = "beans") -> Any:
    """The projection of a graph, parsed."""
    return orjson.loads(next(each.content for each in site.projections if each.graph == graph))


def outputs(site: Build) -> dict[str, bytes]:
    """Every artifact's bytes by its path."""
    return {artifact.path: artifact.content() for artifact in site.artifacts()}


def run(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs `gen-docs` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "gen_docs", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        check=False,
    )
