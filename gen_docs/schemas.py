"""JSON Schemas of every JSON file that a site publishes. A kind's schema is made from the kind."""

from typing import Any, Final

import msgspec

from gen_docs.kind import Field, Kind
from gen_docs.summary import Summary
from gen_docs.values import SEVERITIES

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Final = {"type": "string"}
_FILLED: Final = {"type": "string", "minLength": 1}
_TEXTS: Final = {"type": "array", "items": _TEXT}
_DATE: Final = {
    "type": "string",
    "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$",
}
_REFERENCE: Final = {"type": "object", "required": ["id"], "properties": {"id": _TEXT}}
_TYPES: Final[dict[str, Any]] = {
    "text": _FILLED,
    "enum": _FILLED,
    "ref": _FILLED,
    "list": _TEXTS,
    "refs": {"type": "array", "items": _REFERENCE},
    "date": _DATE,
    "number": {"type": "number"},
    "bool": {"type": "boolean"},
}
_CLASSES: Final = ["draft", "ready", "active", "waiting", "done", "dropped"]


def _object(properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    """A closed object whose properties are required but for the optional ones."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def kind_schema(kind: Kind) -> dict[str, Any]:
    """The schema of the projection of a graph of this kind."""
    link = _object(
        {"name": _FILLED, "edge": {"enum": ["parent", "blocks", "refers"]}, "direction": {"enum": ["in", "out"]}}
    )
    field = _object(
        {"name": _FILLED, "type": {"enum": list(_TYPES)}, "values": _TEXTS, "default": _TEXT, "containers": _TEXTS},
        "values",
        "default",
        "containers",
    )
    envelope = {
        "$schema": _TEXT,
        "graph": _FILLED,
        "kind": {"const": kind.name},
        "title": _FILLED,
        "unit": _object({"one": _FILLED, "other": _FILLED}),
        "records": {"enum": ["work", "reminder", "process", "evidence", "settings"]},
        "short_ids": {"const": True},
        "urls": {"type": "object", "additionalProperties": _TEXT},
        "links": _list(link),
        "roles": {"type": "object", "additionalProperties": _FILLED},
        "states": _list(_object({"name": _FILLED, "class": {"enum": _CLASSES}})),
        "fields": _list(field),
        "rules": _list(_object({"name": _FILLED, "severity": {"enum": list(SEVERITIES)}})),
        "thresholds": {"type": "object", "additionalProperties": {"type": "number"}},
        "views": {"type": "object"},
        "items": _list(_item_schema(kind)),
        "problems": _list(
            _object(
                {"path": _FILLED, "line": {"type": "integer", "minimum": 1}, "code": _FILLED, "value": _FILLED},
                "line",
                "value",
            )
        ),
    }
    return {
        "$schema": _DIALECT,
        "title": f"Projection of a graph of the kind {kind.name}",
        **_object(envelope, "urls", "short_ids"),
    }


def _item_schema(kind: Kind) -> dict[str, Any]:
    fields = {field.name: _value_schema(field) for field in kind.all_fields()}
    count = {"type": "integer", "minimum": 0}
    finding = _object(
        {"rule": _FILLED, "field": _FILLED, "value": _FILLED, "suggestion": _FILLED}, "field", "value", "suggestion"
    )
    properties = {
        "id": _FILLED,
        **fields,
        "checklist": _object({"done": count, "total": {"type": "integer", "minimum": 1}}),
        "path": _FILLED,
        "archived": {"const": True},
        "extra": {"type": "object", "additionalProperties": _TEXT},
        "findings": {**_list(finding), "minItems": 1},
    }
    return _object(properties, *fields, "checklist", "archived", "extra", "findings")


def _value_schema(field: Field) -> dict[str, Any]:
    """A field's schema. Words are listed as examples and not as the only ones: an unknown word is shown and found."""
    schema: dict[str, Any] = dict(_TYPES[field.type])
    if field.values:
        schema["examples"] = list(field.values)
    return schema


def summary_schema() -> dict[str, Any]:
    """The schema of `summary.json`."""
    schema = _without_descriptions(msgspec.json.schema(Summary))
    own = schema["$defs"]["Summary"]
    head = {"$schema": _TEXT, "graph": _FILLED, "title": _FILLED, "state": {"enum": ["live", "empty", "unresolved"]}}
    places = {"type": "object", "additionalProperties": _FILLED}
    return {
        "$schema": _DIALECT,
        "title": "What a state graph adds up to",
        "$defs": schema["$defs"],
        **own,
        "properties": {**head, **own["properties"], "segments": places, "unread": places},
        "required": [*head, *own["required"]],
    }


def _without_descriptions(schema: Any) -> Any:  # noqa: ANN401 - any JSON
    """A schema without docstrings: they speak to programmers, and an optimised interpreter has none."""
    if isinstance(schema, list):
        return [_without_descriptions(each) for each in schema]
    if isinstance(schema, dict):
        return {key: _without_descriptions(each) for key, each in schema.items() if key != "description"}
    return schema


def text_schema() -> dict[str, Any]:
    """The schema of `text.json`."""
    item = _object({"id": _FILLED, "path": _FILLED, "text": _TEXT})
    envelope = _object({"$schema": _TEXT, "graph": _FILLED, "items": _list(item)})
    return {"$schema": _DIALECT, "title": "The text of a graph's items, for searching", **envelope}


def catalogue_schema() -> dict[str, Any]:
    """The schema of a published catalogue: a message is text with `{holes}`, or its plural forms."""
    forms = {"type": "object", "required": ["other"], "additionalProperties": _FILLED}
    messages = {"type": "object", "additionalProperties": {"anyOf": [_FILLED, forms]}}
    envelope = _object({"$schema": _TEXT, "language": _FILLED, "plurals": _FILLED, "messages": messages})
    return {"$schema": _DIALECT, "title": "The messages of a site's pages in one language", **envelope}


def badge_schema() -> dict[str, Any]:
    """The schema of `badge.json`, which is the endpoint form of shields.io and cannot name its schema itself."""
    badge = _object({"schemaVersion": {"const": 1}, "label": _TEXT, "message": _FILLED, "color": _FILLED})
    return {"$schema": _DIALECT, "title": "A badge with the number of open items", **badge}


def build_schema() -> dict[str, Any]:
    """The schema of `build.json`."""
    known = {"$schema": _TEXT, "commit": _FILLED, "time": _FILLED}
    return {
        "$schema": _DIALECT,
        "title": "Which commit a site was built from, and when",
        **_object(known, "commit", "time"),
    }
