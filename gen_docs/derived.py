"""Derived data: what a projection adds up to, what its texts say, and its badge. Public, and not committed. Pure."""

from collections.abc import Mapping
from typing import Final

import msgspec

from gen_docs.catalogue import Catalogue
from gen_docs.graph import Graph
from gen_docs.projection import schema_path
from gen_docs.stamp import Stamp
from gen_docs.summary import Summary
from gen_docs.text import one_line

_BUILT_ONLY: Final = ("doc.", "docs.", "gate.", "home.", "live.", "llms.", "lost.")  # said by the build and the command


def project_summary(graph: Graph, summary: Summary, segments: Mapping[str, str]) -> dict[str, object]:
    """`summary.json`: the counts of a graph, the route segments of pages that are not named by their id, and the ids of
    those that show files which could not be read."""
    head = {"$schema": f"../../{schema_path('summary')}", "graph": graph.id, "title": graph.declared.title}
    fields: dict[str, object] = msgspec.to_builtins(summary)
    unread = {problem.path: problem.id for problem in graph.problems if problem.id}
    places = {"segments": segments, "unread": unread}
    return {**head, "state": graph.state, **fields, **{name: place for name, place in places.items() if place}}


def project_catalogue(catalogue: Catalogue) -> dict[str, object]:
    """`locales/<language>.json`: what scripts say, in the words that pages have."""
    fields: dict[str, object] = msgspec.to_builtins(catalogue)
    said = {key: message for key, message in catalogue.messages.items() if not key.startswith(_BUILT_ONLY)}
    return {"$schema": f"../../../{schema_path('catalogue')}", **fields, "messages": said}


def project_text(graph: Graph) -> dict[str, object]:
    """`text.json`: what the bodies say, for searching."""
    items = [{"id": item.id, "path": item.path, "text": one_line(item.body)} for item in graph.items]
    return {"$schema": f"../../{schema_path('text')}", "graph": graph.id, "items": items}


def project_stamp(stamp: Stamp) -> dict[str, object]:
    """What a site says of its build: the commit and the time, as far as they are known."""
    known = {"commit": stamp.commit, "time": stamp.time}
    return {"$schema": schema_path("build"), **{name: value for name, value in known.items() if value}}


def project_badge(graph: Graph, message: str) -> dict[str, object]:
    """`badge.json`: the endpoint form of shields.io."""
    return {"schemaVersion": 1, "label": graph.declared.title, "message": message, "color": "blue"}
