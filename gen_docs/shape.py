"""Giving records their kind's shape: spellings become field names, text becomes typed values, words become classes.

Pure. What cannot be a value of its field is kept as text under `extra` with a note, or, where even the structure is
another (a list for a title), makes the file a problem. Nothing is dropped.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import orjson
from msgspec import Struct

from gen_docs.dates import parse_date
from gen_docs.fences import strip_fences
from gen_docs.kind import Kind
from gen_docs.text import cut_to_bytes
from gen_docs.values import Item, Note, Problem, Record, Value

MAX_EXTRA_BYTES: Final = 4096


class WrongTypeError(Exception):
    """A value whose structure no reading can turn into its field's type."""


class BadValueError(Exception):
    """A text that is not a value of its field's type. `note` is the name of the finding."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


class Shaped(Struct, frozen=True):
    """What a store holds: items in the order of id as bytes, then path; problems in the order of path."""

    items: tuple[Item, ...]
    problems: tuple[Problem, ...]


Aliases = Mapping[str, Mapping[str, str]]


def shape_store(entries: Iterable[Record | Problem | Item], kind: Kind, aliases: Aliases) -> Shaped:
    """Items and problems of a store, sorted; files = items + problems."""
    shape = Shape(kind, aliases)
    items: list[Item] = []
    problems: list[Problem] = []
    for entry in entries:
        shaped = shape.apply(entry) if isinstance(entry, Record) else entry
        if isinstance(shaped, Problem):
            problems.append(shaped)
        else:
            items.append(shaped)
    items.sort(key=lambda item: (item.id, item.path))
    problems.sort(key=lambda problem: (problem.path, problem.line))
    return Shaped(tuple(items), tuple(problems))


class Shape:
    """A kind's shape, with what every record needs looked up once."""

    def __init__(self, kind: Kind, aliases: Aliases) -> None:
        self._plan: Final = [
            (field.name, field.keys, _CONVERTERS[field.type], field.type in ("list", "refs"))
            for field in kind.all_fields()
        ]
        self._aliases: Final = aliases
        self._state: Final = kind.roles.get("state", "")
        self._states: Final = kind.states

    def apply(self, record: Record) -> Item | Problem:
        """One record as an item, or the problem `wrong-type` that names the key."""
        rest = dict(record.fields)
        values: dict[str, object] = {}
        notes = list(record.notes)
        for name, keys, convert, is_list in self._plan:
            key = name if rest.get(name) else _first_present(keys, rest)
            if key is None:
                continue
            written = rest[key]
            try:
                value = convert(written) if written else None
            except WrongTypeError:
                return Problem(record.path, "wrong-type", value=key, id=record.id)
            except BadValueError as error:
                notes.append(Note(error.note, name, _as_text(written)))
                continue
            del rest[key]
            if value is not None:
                values[name] = value
                if is_list and not isinstance(written, list):
                    notes.append(Note("scalar-for-list", name))
        return self._make_item(record, values, rest, notes)

    def _make_item(self, record: Record, values: dict[str, object], rest: dict[str, Value], notes: list[Note]) -> Item:
        for name, words in self._aliases.items():
            word = values.get(name)
            if isinstance(word, str) and word in words:
                values[name] = words[word]
        state = str(values.get(self._state, ""))
        return Item(
            record.id,
            record.path,
            values,
            state,
            self._states.get(state),
            record.body,
            record.archived,
            count_checklist(record.body),
            {key: cut_to_bytes(_as_text(value), MAX_EXTRA_BYTES) for key, value in rest.items()} if rest else {},
            tuple(notes),
        )


def _first_present(keys: tuple[str, ...], fields: Mapping[str, Value]) -> str | None:
    """The first of some spellings that has a value, else the first that is there at all."""
    present = [key for key in keys if key in fields]
    return next((key for key in present if fields[key]), present[0] if present else None)


def _as_text(value: Value) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _to_text(value: Value) -> str:
    if not isinstance(value, str):
        raise WrongTypeError
    return value


def _to_list(value: Value) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        raise WrongTypeError
    return [_to_text(each) for each in value]


def _to_refs(value: Value) -> list[dict[str, Value]]:
    each_value = value if isinstance(value, list) else [value]
    refs: list[dict[str, Value]] = []
    for each in each_value:
        if not isinstance(each, dict) or not isinstance(each.get("id"), str):
            raise BadValueError("bad-value")
        refs.append(each)
    return refs


def _to_date(value: Value) -> str:
    date = parse_date(_to_text(value))
    if date is None:
        raise BadValueError("bad-date")
    return date


def _to_number(value: Value) -> int | float:
    text = _to_text(value)
    if re.fullmatch(r"[+-]?[0-9]{1,15}", text):
        return int(text)
    if re.fullmatch(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}", text):
        return float(text)
    raise BadValueError("bad-value")


_TRUTH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _to_bool(value: Value) -> bool:
    truth = _TRUTH.get(_to_text(value).lower())
    if truth is None:
        raise BadValueError("bad-value")
    return truth


_CONVERTERS: Final[dict[str, Callable[[Value], object]]] = {
    "text": _to_text,
    "enum": _to_text,
    "ref": _to_text,
    "list": _to_list,
    "refs": _to_refs,
    "date": _to_date,
    "number": _to_number,
    "bool": _to_bool,
}

_TASK = re.compile(r"\n[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+\[([ xX])\](?=\s|$)")


def count_checklist(body: str) -> tuple[int, int] | None:
    """How many of the task list's lines are ticked, and how many there are, outside fenced code; None without any."""
    if "[ ]" not in body and "[x]" not in body and "[X]" not in body:
        return None
    marks = _TASK.findall("\n" + strip_fences(body))
    return (len(marks) - marks.count(" "), len(marks)) if marks else None
