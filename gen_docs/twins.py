"""Markdown twins: what a page says, as Markdown for programs and agents. Pure.

Fields have the names that the files give them; the text of an item stands as its file has it, after a rule.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from gen_docs.catalogue import Catalogue
from gen_docs.graph import Graph
from gen_docs.item_page import FileView, IdView, RelationsView
from gen_docs.order import sort_items
from gen_docs.projection import index_path
from gen_docs.shown import FindingView, ItemLink
from gen_docs.summary import Summary
from gen_docs.text import escape_brackets
from gen_docs.views import Page

TWIN: Final = "index.md"


def write_item_twin(ids: Iterable[IdView], catalogue: Catalogue) -> bytes:
    """The twin of an item's page: every id and file that it shows."""
    lines: list[str] = []
    for found in ids:
        lines += [
            f"# {escape_brackets(found.title) or found.id}",
            "",
            f"- id: {found.id}",
            *_list_relations(found.relations),
        ]
        if found.is_ready:
            lines.append("- ready: true")
        for file in found.files:
            lines += _list_facts(file)
            lines += _list_findings(file.findings, catalogue)
            lines += ["", "---", "", file.item.body.strip("\n"), ""]
    return _join(lines)


def _list_relations(relations: RelationsView) -> Iterator[str]:
    groups = {
        "above": relations.ancestors,
        "blocked by": relations.blockers,
        "was blocked by": relations.closed_blockers,
        "blocks": relations.blocking,
        "below": relations.children,
        "referred to by": relations.referred_by,
        "mentioned by": relations.mentioned_by,
    }
    for name, links in groups.items():
        if links:
            yield f"- {name}:"
            yield from (f"  - {_write_link(link)}" for link in links)
    for inherited in relations.inherited:
        more = f", and {inherited.more} more" if inherited.more else ""
        blockers = ", ".join(_write_link(link) for link in inherited.blockers)
        yield f"- blocked through {_write_link(inherited.via)}, which waits for {blockers}{more}"


def _list_facts(file: FileView) -> Iterator[str]:
    item = file.item
    for name, value in item.values.items():
        yield f"- {name}: {_write_value(value)}"
    if item.checklist:
        yield f"- checklist: {item.checklist[0]} of {item.checklist[1]}"
    yield f"- path: {item.path}"
    if item.archived:
        yield "- archived: true"
    if file.view:
        yield f"- file: <{file.view}>"
    for name, text in item.extra.items():
        yield f"- {escape_brackets(name)}: {escape_brackets(text)}"


def _write_value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_write_value(each)}" for name, each in value.items())
    if isinstance(value, list):
        return "; ".join(map(_write_value, value))
    return str(value).lower() if isinstance(value, bool) else escape_brackets(str(value))


def _list_findings(findings: Iterable[FindingView], catalogue: Catalogue) -> Iterator[str]:
    for finding in findings:
        field, value = escape_brackets(finding.field), _name(finding.value)
        sentence = catalogue.text(f"rule.{finding.rule}.text", field=field, value=value)
        yield f"- {finding.severity} {finding.rule}: {sentence} {catalogue.text(f'rule.{finding.rule}.advice')}"


def _name(named: ItemLink | str) -> str:
    return escape_brackets(named) if isinstance(named, str) else f"[{named.id}]({named.href}{TWIN})"


def write_graph_twin(page: Page, graph: Graph, summary: Summary) -> bytes:
    """The twin of a graph's page: its counts and its open items; of the closed ones the number, and where they are."""
    counts = summary.counts
    lines = [f"# {escape_brackets(graph.declared.title)}", ""]
    lines += [f"- {name.replace('_', ' ')}: {getattr(counts, name)}" for name in counts.__struct_fields__]
    lines += [f"- projection: [{index_path(graph.id)}]({page.link(index_path(graph.id))})"]
    ordered = sort_items(graph, graph.items)
    for state in summary.states:
        items = [item for item in ordered if item.state == state.name]
        lines += ["", f"## {escape_brackets(state.name) or 'items'} ({len(items)})", ""]
        if items and not items[0].is_open:
            lines.append("Closed: not listed here; the projection has them.")
        else:
            lines += [f"- {_write_link(page.file(graph, item))}" for item in items]
    return _join(lines)


def _write_link(link: ItemLink) -> str:
    state = f" ({escape_brackets(link.state)})" if link.state else ""
    title = f" {escape_brackets(link.title)}" if link.has_title else ""
    return f"[{link.id}]({link.href}{TWIN}){title}{state}"


def _join(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).rstrip("\n") + "\n").encode("utf-8", "replace")
