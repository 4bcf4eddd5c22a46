"""Rules about how an item is written down: what is missing, misspelt, doubled or cannot be what it claims to be."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from gen_docs.dates import is_before
from gen_docs.graph import Graph
from gen_docs.text import closest, is_one_edit_away, shorten, spelling_key
from gen_docs.values import Finding, Item

Verdicts = Iterator[tuple[Item, Finding]]
Parameters = Mapping[str, Any]
RuleFunction = Callable[[Graph, Parameters], Verdicts]


def find_duplicate_ids(graph: Graph, _: Parameters) -> Verdicts:
    """Every file of an id that several files claim; names the first other path."""
    for files in graph.ids.files.values():
        if len(files) > 1:
            for item in files:
                other = files[1] if item is files[0] else files[0]
                yield item, Finding("duplicate-id", value=other.path)


def find_unknown_words(graph: Graph, _: Parameters) -> Verdicts:
    """A word that its field does not declare."""
    for field in graph.kind.fields:
        known = frozenset(field.values)
        if field.type != "enum" or not known or known.issuperset(graph.words_of(field.name)):
            continue
        for item in graph.items:
            word = item.values.get(field.name)
            if word is not None and word not in known:
                text = str(word)
                yield item, Finding("unknown-word", field.name, shorten(text), closest(text, field.values) or "")


def find_reversed_dates(graph: Graph, _: Parameters) -> Verdicts:
    created, updated = graph.kind.roles["created"], graph.kind.roles["updated"]
    for item in graph.items:
        first, last = item.values.get(created), item.values.get(updated)
        if isinstance(first, str) and isinstance(last, str) and is_before(last, first):
            yield item, Finding("updated-before-created", updated, last)


def find_missing_titles(graph: Graph, _: Parameters) -> Verdicts:
    return _find_missing(graph, "title", "missing-title")


def find_missing_states(graph: Graph, _: Parameters) -> Verdicts:
    return _find_missing(graph, "state", "missing-state")


def _find_missing(graph: Graph, role: str, rule: str) -> Verdicts:
    name = graph.kind.roles[role]
    for item in graph.items:
        value = item.values.get(name)
        if value is None or str(value).isspace():
            yield item, Finding(rule, name)


def find_missing_dates(graph: Graph, _: Parameters) -> Verdicts:
    """No date of creation; one that is written but unreadable has its own finding."""
    name = graph.kind.roles["created"]
    for item in graph.items:
        if name not in item.values and not any(note.name == "bad-date" and note.field == name for note in item.notes):
            yield item, Finding("missing-date", name)


def find_misspelt_keys(graph: Graph, _: Parameters) -> Verdicts:
    """An unknown key that is one of the kind's but for case, hyphens or one letter."""
    names = {spelling_key(key): field.name for field in graph.kind.all_fields() for key in reversed(field.keys)}
    known = {key for field in graph.kind.all_fields() for key in field.keys}
    meant: dict[str, str] = {}
    for item in graph.items:
        for key in item.extra:
            if key not in known:
                if key not in meant:
                    meant[key] = _find_name(spelling_key(key), names)
                if meant[key]:
                    yield item, Finding("misspelt-key", value=shorten(key), suggestion=meant[key])


def _find_name(key: str, names: Mapping[str, str]) -> str:
    if key in names:
        return names[key]
    near = (name for known, name in sorted(names.items()) if len(known) > 3 and is_one_edit_away(key, known))
    return next(near, "")


def find_empty_bodies(graph: Graph, _: Parameters) -> Verdicts:
    for item in graph.items:
        if not item.body or item.body.isspace():
            yield item, Finding("empty-body")


def find_cut_titles(graph: Graph, _: Parameters) -> Verdicts:
    """A plain title that ends at a ` #`, where YAML begins a comment."""
    title = graph.kind.field_of("title")
    keys = title.keys if title else ()
    for item in graph.items:
        for note in item.notes:
            if note.name == "title-comment" and note.field in keys:
                yield item, Finding("title-comment", note.field)


def _find_noted(rule: str) -> RuleFunction:
    """A rule that says what a reader or the shaping already noticed."""

    def find_noted(graph: Graph, _: Parameters) -> Verdicts:
        for item in graph.items:
            for note in item.notes:
                if note.name == rule:
                    yield item, Finding(rule, note.field, shorten(note.value))

    return find_noted


RULES: Final[dict[str, RuleFunction]] = {
    "bad-date": _find_noted("bad-date"),
    "bad-encoding": _find_noted("bad-encoding"),
    "bad-value": _find_noted("bad-value"),
    "duplicate-id": find_duplicate_ids,
    "duplicate-key": _find_noted("duplicate-key"),
    "empty-body": find_empty_bodies,
    "id-mismatch": _find_noted("id-mismatch"),
    "misspelt-key": find_misspelt_keys,
    "missing-date": find_missing_dates,
    "missing-state": find_missing_states,
    "missing-title": find_missing_titles,
    "scalar-for-list": _find_noted("scalar-for-list"),
    "title-comment": find_cut_titles,
    "unknown-word": find_unknown_words,
    "updated-before-created": find_reversed_dates,
}
