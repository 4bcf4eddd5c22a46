"""Projections: a graph as public data. Pure; the same graph gives the same bytes on every machine.

An item's finding stands in the item, and a link in the item that declares it, so that two branches that touch two
items change different lines. Nothing here is counted or worded: totals belong to the summary, sentences to the
catalogues.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
import orjson
from msgspec import Struct

from gen_docs.declaration import Site
from gen_docs.kind import Field, Kind
from gen_docs.rules import Judged
from gen_docs.values import Finding, Item, Problem

SCHEMA_VERSION: Final = 1


class Projection(Struct, frozen=True):
    """The projection of one graph: where it stands under the site, and its bytes."""

    graph: str
    path: str
    content: bytes


def project(site: Site, graphs: Iterable[Judged]) -> tuple[Projection, ...]:
    """The projections of all graphs that have one."""
    urls = site.forge.urls() if site.forge else None
    return tuple(
        Projection(
            judged.graph.id,
            index_path(judged.graph.id),
            dump_json(project_graph(judged, urls)),
        )
        for judged in graphs
        if judged.graph.is_projected
    )


def index_path(graph: str) -> str:
    """Where a projection stands under the site."""
    return f"assets/{graph}/index.json"


def schema_path(name: str) -> str:
    """Where the schema of a kind, or of another published file, stands under the site."""
    return f"schemas/{name}-{SCHEMA_VERSION}.json"


def dump_json(value: object) -> bytes:
    """JSON as this site publishes it: UTF-8, two spaces, a final newline."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def project_graph(judged: Judged, urls: dict[str, str] | None) -> dict[str, object]:
    """The projection of one graph as a JSON object, its keys in their published order."""
    graph = judged.graph
    kind = graph.kind
    return {
        "$schema": f"../../{schema_path(kind.name)}",
        "graph": graph.id,
        "kind": kind.name,
        "title": graph.declared.title,
        "unit": {"one": kind.table.unit.one, "other": kind.table.unit.other},
        "records": kind.table.records,
        **({"short_ids": True} if graph.ids.has_short else {}),
        **({"urls": urls} if urls else {}),
        "links": [{"name": link.field.name, "edge": link.edge, "direction": link.direction} for link in kind.links],
        "roles": kind.roles,
        "states": [{"name": name, "class": state_class} for name, state_class in kind.states.items()],
        "fields": [_project_field(field) for field in kind.fields],
        "rules": _project_rules(kind),
        "thresholds": {"stale_after_days": kind.table.thresholds.stale_after_days},
        "views": msgspec.to_builtins(kind.table.views),
        "items": [_project_item(item, found) for item, found in zip(graph.items, judged.findings, strict=True)],
        "problems": [_project_problem(problem) for problem in graph.problems],
    }


def _project_field(field: Field) -> dict[str, object]:
    projected: dict[str, object] = {"name": field.name, "type": field.type}
    if field.values:
        projected["values"] = list(field.values)
    if field.default is not None:
        projected["default"] = field.default
    if field.containers:
        projected["containers"] = list(field.containers)
    return projected


def _project_rules(kind: Kind) -> list[dict[str, str]]:
    return [{"name": rule.spec.name, "severity": rule.severity} for rule in kind.rules]


def _project_item(item: Item, findings: tuple[Finding, ...]) -> dict[str, object]:
    projected: dict[str, object] = {"id": item.id, **item.values}
    if item.checklist:
        projected["checklist"] = {"done": item.checklist[0], "total": item.checklist[1]}
    projected["path"] = item.path
    if item.archived:
        projected["archived"] = True
    if item.extra:
        projected["extra"] = item.extra
    if findings:
        projected["findings"] = [_project_finding(finding) for finding in findings]
    return projected


def _project_finding(finding: Finding) -> dict[str, str]:
    projected = {"rule": finding.rule}
    for name in ("field", "value", "suggestion"):
        if text := getattr(finding, name):
            projected[name] = text
    return projected


def _project_problem(problem: Problem) -> dict[str, object]:
    projected: dict[str, object] = {"path": problem.path}
    if problem.line:
        projected["line"] = problem.line
    projected["code"] = problem.code
    if problem.value:
        projected["value"] = problem.value
    return projected
