"""The facts of an item: its fields and references, as a page shows them."""

from typing import Final

from msgspec import Struct

from gen_docs.forge import fill_url
from gen_docs.graph import Graph
from gen_docs.kind import Field
from gen_docs.shown import ReferenceView
from gen_docs.text import label
from gen_docs.values import Item
from gen_docs.views import Page, reference_entries, resolve_references


class FactView(Struct, frozen=True):
    """One field of an item. `form` says how the value shows: word, words, date, text or references."""

    label: str
    form: str
    value: object


_FORMS: Final = {"enum": "word", "list": "words", "date": "date", "refs": "references", "bool": "truth"}


def view_facts(page: Page, graph: Graph, item: Item) -> list[FactView]:
    """The fields that the page's heading does not already show, but for the order, which is a key for sorting."""
    shown = {graph.kind.roles.get(role) for role in ("title", "state", "order")}
    facts: list[FactView] = []
    for field in graph.kind.fields:
        if field.name in item.values and field.name not in shown:
            is_refs = field.type == "refs"
            written = item.values[field.name]
            value = view_references(page, graph, item, field) if is_refs else _word_truth(written)
            facts.append(FactView(label(field.name), _FORMS.get(field.type, "text"), value))
    return facts


def _word_truth(value: object) -> object:
    """A value with the name of its sentence where it is a truth value."""
    return str(value).lower() if isinstance(value, bool) else value


_FORGE_KINDS: Final = {"issue": "issue", "pull-request": "pull", "commit": "commit"}


def view_references(page: Page, graph: Graph, item: Item, field: Field) -> list[ReferenceView]:
    entries: list[ReferenceView] = []
    resolved = resolve_references(graph, item, field)
    for written, target in zip(reference_entries(item, field), resolved, strict=True):
        kind, text = str(written.get("kind", "")), str(written.get("id", ""))
        if target is not None:
            link = page.reference(target)
            entries.append(ReferenceView(kind, link.id, link.href, link.title))
            continue
        repo = str(written.get("repo", ""))
        name = _FORGE_KINDS.get(kind, "")
        href = fill_url(page.views.urls, name, text) if name and not repo else ""
        entries.append(ReferenceView(kind, f"{repo}#{text}" if repo else text, href))
    return entries
