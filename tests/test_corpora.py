"""Eight public stores, read as their teams' own command reads them, and nothing of them lost.

The stores lie beside the project, not in it. What the command says of each stands in its `expected.json`.
"""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from support import CORPORA, REFERENCE, build, judged, needs_corpora, projection, write_beans

from gen_docs.build import Build
from gen_docs.graph import Graph
from gen_docs.values import Item

STORE: Final = ".beans"
# How many files each store holds.
STORES: Final = {
    "851-labs__opencode-pocket": 143,
    "Antriel__asseteer": 170,
    "STR-Consulting__gozer": 73,
    "alex-heritier__dinocode": 225,
    "applewebbo__organize_it": 19,
    "citum__citum-core": 927,
    "hmans__beans": 254,
    "litlfred__folio-assistant": 61,
}
DUPLICATES: Final = {"citum__citum-core": 2}
# Their state is a word that the format does not know: open, and never ready. The command calls them ready.
UNKNOWN_STATE: Final = {
    "alex-heritier__dinocode": {"dinocode-xjal"},
    "litlfred__folio-assistant": {"folio-assistant-zq4t"},
}

each_store = pytest.mark.parametrize("name", STORES)


@cache
def _site(name: str) -> Build:
    return build(CORPORA / name / "repo")


@cache
def _expected(name: str) -> Any:
    return orjson.loads((CORPORA / name / "expected.json").read_bytes())


def _graph(name: str) -> Graph:
    return judged(_site(name)).graph


def _values(item: Item) -> dict[str, Any]:
    """What the command prints of a bean: with its defaults, and with its one date for both."""
    values = {"type": "task", "priority": "normal", **item.values}
    created, updated = values.get("created_at"), values.get("updated_at")
    dates = {"created_at": created or updated, "updated_at": updated or created}
    return {"id": item.id, "path": item.path.removeprefix(f"{STORE}/"), **values, **dates}


def _files(name: str) -> set[str]:
    """The files that the format calls beans: `*.md` at any depth outside hidden folders."""
    repo = CORPORA / name / "repo"
    found = (path.relative_to(repo) for path in (repo / STORE).rglob("*.md"))
    return {path.as_posix() for path in found if not any(part.startswith(".") for part in path.parts[1:-1])}


def _ready(graph: Graph) -> set[str]:
    return {item.id for item in graph.items if graph.is_ready(item)}


def _blocked(graph: Graph) -> set[str]:
    return {identifier for identifier in graph.open_ids if graph.is_blocked(identifier)}


@needs_corpora
def test_the_stores_are_those_of_the_table() -> None:
    assert {path.parent.name for path in CORPORA.glob("*/expected.json")} == set(STORES)


@needs_corpora
@each_store
def test_every_bean_has_the_values_that_the_command_reads(name: str) -> None:
    by_path = {item.path: item for item in _graph(name).items}
    for bean in _expected(name)["beans"]:
        assert _values(by_path[f"{STORE}/{bean['path']}"]) == bean


@needs_corpora
@each_store
def test_files_are_items_and_problems(name: str) -> None:
    graph = _graph(name)
    said = [item.path for item in graph.items] + [problem.path for problem in graph.problems]
    assert sorted(said) == sorted(_files(name))
    assert len(said) == STORES[name]


@needs_corpora
@each_store
def test_every_file_of_a_doubled_id_is_there(name: str) -> None:
    """The command shows one file of an id; here all of them are items, and the command's is among them."""
    graph = _graph(name)
    doubled = {identifier: files for identifier, files in graph.ids.files.items() if len(files) > 1}
    assert len(doubled) == DUPLICATES.get(name, 0)
    assert len(graph.items) - len(_expected(name)["beans"]) == sum(len(files) - 1 for files in doubled.values())
    assert set(graph.ids.files) == {bean["id"] for bean in _expected(name)["beans"]}


@needs_corpora
@each_store
def test_ready_is_what_the_command_calls_ready(name: str) -> None:
    expected = set(_expected(name)["ready"])
    exceptions = UNKNOWN_STATE.get(name, set())
    assert _ready(_graph(name)) == expected - exceptions
    assert exceptions <= expected


@needs_corpora
@each_store
def test_blocked_is_what_the_command_calls_blocked_among_open_beans(name: str) -> None:
    graph = _graph(name)
    assert _blocked(graph) == set(_expected(name)["blocked_open"])
    assert all(graph.reasons(identifier) for identifier in _blocked(graph))


@needs_corpora
@each_store
def test_every_broken_link_of_an_open_bean_is_found(name: str) -> None:
    graph = judged(_site(name))
    rules = {"parent": "parent-unknown", "blocking": "blocker-unknown", "blocked_by": "blocker-unknown"}
    found = {
        (item.id, finding.field, finding.value)
        for item, findings in zip(graph.graph.items, graph.findings, strict=True)
        for finding in findings
        if finding.rule in set(rules.values())
    }
    broken = _expected(name)["check"]["broken_links"]
    assert found == {
        (link["bean_id"], link["link_type"], link["target"])
        for link in broken
        if link["bean_id"] in graph.graph.open_ids
    }


@needs_corpora
@each_store
def test_no_rule_fires_on_most_items(name: str) -> None:
    found = judged(_site(name))
    counts = Counter(rule for findings in found.findings for rule in {finding.rule for finding in findings})
    assert {rule: count for rule, count in counts.items() if count * 2 > len(found.graph.items)} == {}


@needs_corpora
def test_every_store_together_makes_most_rules_speak() -> None:
    """The limit above would hold for rules that never fire."""
    fired = {finding.rule for name in STORES for findings in judged(_site(name)).findings for finding in findings}
    assert {"completed-unchecked", "duplicate-id", "unknown-word", "dropped-without-section"} <= fired


@needs_corpora
@each_store
def test_every_artifact_of_a_store_can_be_made(name: str) -> None:
    sizes = {artifact.path: len(artifact.content()) for artifact in _site(name).artifacts()}
    assert "assets/beans/index.json" in sizes
    assert len(sizes) > len(_graph(name).ids.files)


@needs_corpora
@each_store
def test_a_projection_is_the_same_on_every_build(name: str) -> None:
    again = build(CORPORA / name / "repo")
    assert [each.content for each in again.projections] == [each.content for each in _site(name).projections]
    assert len(projection(again)["items"]) == len(_graph(name).items)


# --- relations -----------------------------------------------------------------------------------------------------

_RELATIONS: Final = REFERENCE / "relations-cases.json"
needs_relations = pytest.mark.skipif(
    not _RELATIONS.is_file(), reason="the recorded cases lie beside the project on its maintainers' machines only"
)

# A state that the format does not know is open and never ready; the command calls it ready.
NOT_READY: Final = {
    "blocked_by todo / completed / scrapped / unknown(done) / draft": {"x-a4"},
    "unknown status/type/priority not reported": {"x-t"},
}


@cache
def _relations() -> dict[str, Any]:
    return {case["name"]: case for case in orjson.loads(_RELATIONS.read_bytes())} if _RELATIONS.is_file() else {}


@needs_relations
def test_there_are_as_many_relations_as_the_table_was_written_for() -> None:
    assert len(_relations()) == 16
    assert set(NOT_READY) <= set(_relations())


@needs_relations
@pytest.mark.parametrize("name", list(_relations()))
def test_relations_are_judged_as_the_command_judges_them(name: str, tmp_path: Path) -> None:
    case = _relations()[name]
    graph = judged(build(write_beans(tmp_path, case["files"]))).graph
    exceptions = NOT_READY.get(name, set())
    assert _ready(graph) == set(case["cli_ready"]) - exceptions
    assert exceptions <= set(case["cli_ready"])
    assert _blocked(graph) == set(case["cli_blocked"])


# Of the command's own check: which of our rules tells the same.
_CHECKS: Final = {
    "broken_links": {"blocked_by": "blocker-unknown", "blocking": "blocker-unknown", "parent": "parent-unknown"},
    "self_links": {"blocked_by": "self-reference", "blocking": "self-reference", "parent": "self-reference"},
    "cycles": {"blocked_by": "blocking-cycle", "blocking": "blocking-cycle", "parent": "parent-cycle"},
}


@needs_relations
@pytest.mark.parametrize("name", [name for name in _relations() if _relations()[name]["cli_check"]])
def test_what_the_command_finds_wrong_is_found(name: str, tmp_path: Path) -> None:
    case = _relations()[name]
    found = judged(build(write_beans(tmp_path, case["files"])))
    pairs = zip(found.graph.items, found.findings, strict=True)
    said = {(item.id, finding.rule) for item, findings in pairs for finding in findings}
    for check, entries in case["cli_check"].items():
        for entry in entries:
            rule = _CHECKS[check][entry["link_type"]]
            members = entry.get("path") or [entry["bean_id"]]
            assert {(member, rule) for member in members} <= said
