"""The gate: whether what is committed is what the files say. It reads and compares, and never writes.

Everything is looked at in one run and becomes a `Verdict`, a value that `report` turns into text, JSON or annotations.
"""

import os
from collections.abc import Iterator, Mapping
from math import inf
from typing import Literal

import orjson
from msgspec import Struct
from msgspec.structs import replace

from gen_docs.build import Build
from gen_docs.differences import Change, compare_projections, load_projection
from gen_docs.errors import GenDocsError
from gen_docs.fences import find_conflict
from gen_docs.files import FileFault, portable, read_bytes
from gen_docs.git import find_commit, find_ignored
from gen_docs.graph import Graph
from gen_docs.losses import Comparison, compare_with_commit
from gen_docs.projection import Projection, index_path
from gen_docs.values import SEVERITIES, Finding, Problem, Severity


class GateError(GenDocsError):
    """Something in the output folder of which the gate can say nothing."""


Status = Literal["fresh", "stale", "missing", "exists", "off", "skipped", "conflict"]


class GraphVerdict(Struct, frozen=True):
    """One graph: its status, its numbers (None where nothing projects it: unknown is not zero), and, when stale, every
    difference. `reason` says what else is to be said: `line_ends`, `unreadable` or `bytes`."""

    graph: str
    path: str
    status: Status
    items: int | None = None
    problems: int | None = None
    changes: tuple[Change, ...] = ()
    reason: str = ""


class FindingVerdict(Struct, frozen=True):
    graph: str
    item: str
    path: str
    severity: Severity
    finding: Finding


class Options(Struct, frozen=True):
    """What closes the gate besides stale projections, and the commit to compare with."""

    base: str = ""
    is_strict: bool = False
    fail_on: Severity | None = None


class Verdict(Struct, frozen=True):
    """Everything that a run of the gate saw. `ignored` are projections that git does not know and will not add."""

    options: Options
    graphs: tuple[GraphVerdict, ...]
    orphans: tuple[str, ...]
    conflicts: tuple[str, ...]
    problems: tuple[tuple[str, Problem], ...]
    findings: tuple[FindingVerdict, ...]
    defects: tuple[tuple[str, str, str], ...]
    comparisons: tuple[Comparison, ...]
    has_projections: bool
    ignored: tuple[str, ...] = ()

    @property
    def exit_code(self) -> Literal[0, 1, 2]:
        """0 fresh, 1 something is not as it should be, 2 it could not be determined: never a pass."""
        if self.conflicts or self.is_merging or self.defects or not self.is_anything_checked:
            return 2
        is_closed = (
            any(graph.status in ("stale", "missing") for graph in self.graphs)
            or self.orphans
            or (self.options.is_strict and self.problems)
            or self.findings
            or any(comparison.losses for comparison in self.comparisons)
        )
        return 1 if is_closed else 0

    @property
    def is_anything_checked(self) -> bool:
        is_compared = any(graph.status not in ("off", "skipped") for graph in self.graphs)
        return is_compared or bool(self.orphans)

    @property
    def is_repairable(self) -> bool:
        """Whether building again repairs something: not before the merge of every file of a store is finished."""
        is_stale = any(graph.status in ("stale", "missing", "conflict") for graph in self.graphs)
        return not self.is_merging and (is_stale or bool(self.orphans))

    @property
    def is_merging(self) -> bool:
        """Whether a file of a store holds conflict markers."""
        return any(problem.code == "conflict-markers" for _, problem in self.problems)


def check_site(build: Build, out: bytes, options: Options) -> Verdict:
    """Compares the projections of a build with those under `out`. Raises GitError when `options.base` is unknown."""
    committed = dict(_read_committed(out))
    projections = {projection.path: projection for projection in build.projections}
    unresolved = {index_path(judged.graph.id) for judged in build.graphs if judged.graph.defect}
    return Verdict(
        options=options,
        graphs=tuple(_check_graph(judged.graph, projections, committed) for judged in build.graphs),
        orphans=tuple(path for path in sorted(committed) if path not in projections and path not in unresolved),
        problems=tuple((judged.graph.id, problem) for judged in build.graphs for problem in judged.graph.problems),
        findings=tuple(_list_findings(build, options.fail_on)) if options.fail_on else (),
        defects=tuple((each.graph.id, *each.graph.defect) for each in build.graphs if each.graph.defect),
        conflicts=tuple(path for path in sorted(committed) if _is_in_conflict(committed[path])),
        comparisons=_compare(build, options.base) if options.base else (),
        has_projections=bool(committed),
        ignored=tuple(find_ignored(build.root, out, list(projections))) if committed else (),
    )


def _compare(build: Build, ref: str) -> tuple[Comparison, ...]:
    commit = find_commit(build.root, ref)
    return tuple(compare_with_commit(build.root, judged.graph, commit) for judged in build.graphs)


def _is_in_conflict(data: bytes) -> bool:
    if b"<<<<<<< " not in data:
        return False
    return bool(find_conflict(data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")))


def _read_committed(out: bytes) -> Iterator[tuple[str, bytes]]:
    """The projections under an output folder by their paths in it. Raises GateError for one that is not a file."""
    folder = os.path.join(out, b"assets")
    if not os.path.isdir(folder):
        return
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries)
    for name in names:
        place = os.path.join(folder, name, b"index.json")
        if os.path.lexists(place):
            path = portable(index_path(name.decode("utf-8", "surrogateescape")))
            if os.path.islink(place):
                raise GateError(f"{path} is a link, which git would commit as one; remove it and build again")
            try:
                yield path, read_bytes(place, inf)
            except FileFault:
                raise GateError(f"{path} is not a file that can be read; remove it and build again") from None


def _check_graph(graph: Graph, projections: Mapping[str, Projection], committed: Mapping[str, bytes]) -> GraphVerdict:
    path = index_path(graph.id)
    projection, old = projections.get(path), committed.get(path)
    if projection is None:
        return GraphVerdict(graph.id, path, "skipped")
    status = _find_status(graph, projection.content, old)
    verdict = GraphVerdict(graph.id, path, status, len(graph.items), len(graph.problems))
    return _explain(verdict, old, projection.content) if verdict.status == "stale" and old is not None else verdict


def _find_status(graph: Graph, new: bytes, old: bytes | None) -> Status:
    if old is not None and _is_in_conflict(old):
        return "conflict"
    if graph.declared.gate == "off":
        return "off"
    if old is None:
        return "missing"
    if graph.declared.gate == "exists":
        return "exists"
    return "fresh" if old == new else "stale"


def _explain(verdict: GraphVerdict, old: bytes, new: bytes) -> GraphVerdict:
    if old.replace(b"\r\n", b"\n") == new:
        return replace(verdict, reason="line_ends")
    committed = load_projection(old)
    if committed is None:
        return replace(verdict, reason="unreadable")
    changes = tuple(compare_projections(committed, orjson.loads(new)))
    return replace(verdict, changes=changes, reason="" if changes else "bytes")


def _list_findings(build: Build, fail_on: Severity) -> Iterator[FindingVerdict]:
    """Findings at least as bad as `fail_on`."""
    counted = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    for judged in build.graphs:
        if judged.graph.is_projected:
            rules = judged.graph.kind.rules_by_name
            for item, findings in zip(judged.graph.items, judged.findings, strict=True):
                for finding in findings:
                    if (severity := rules[finding.rule].severity) in counted:
                        yield FindingVerdict(judged.graph.id, item.id, item.path, severity, finding)
