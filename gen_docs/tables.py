"""Turning a TOML table into a typed value, with every mistake at once.

The shape of a table is a msgspec struct; this module walks it so that one wrong key does not hide the next. It knows
no declaration in particular.
"""

import re
import types
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from gen_docs.errors import GenDocsError
from gen_docs.text import closest, printable

_T = TypeVar("_T", bound=Struct)


class Mistake(Struct, frozen=True, order=True):
    """Something wrong in a declaration: the file, the key in it, what is wrong, and what to write instead."""

    file: str
    key: str
    message: str
    suggestion: str = ""

    def __str__(self) -> str:
        place = f"{self.file}: {self.key}" if self.key else self.file
        hint = f" (did you mean {self.suggestion!r}?)" if self.suggestion else ""
        return f"{place}: {self.message}{hint}"


class DeclarationError(GenDocsError):
    """A declaration that cannot be used. Holds all its mistakes."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(printable(str(mistake)) for mistake in self.mistakes))


class Report:
    """Collects mistakes of one file under a key prefix."""

    def __init__(self, file: str, prefix: str = "", mistakes: list[Mistake] | None = None) -> None:
        self.file = file
        self.prefix = prefix
        self.mistakes: list[Mistake] = [] if mistakes is None else mistakes

    def below(self, key: str) -> "Report":
        return Report(self.file, self.path(key), self.mistakes)

    def path(self, key: str) -> str:
        part = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'
        return f"{self.prefix}.{part}" if self.prefix and key else self.prefix or part

    def add(self, key: str, message: str, suggestion: str | None = None) -> None:
        self.mistakes.append(Mistake(self.file, self.path(key) if key else self.prefix, message, suggestion or ""))

    def add_unknown(self, key: str, word: str, what: str, known: Iterable[str]) -> None:
        """A word that is none of `known`, which are listed."""
        known = list(known)
        self.add(key, f"{word!r} is not {what}; use one of: {', '.join(known) or 'none'}", closest(word, known))

    def raise_if_any(self) -> None:
        if self.mistakes:
            raise DeclarationError(self.mistakes)


def decode_table(table: object, shape: type[_T], report: Report) -> _T | None:
    """`table` as a `shape`. What is mistaken is added to `report` and has its default, so that whoever goes on can find
    more mistakes; None when something that is required cannot be had."""
    if not isinstance(table, Mapping):
        report.add("", f"must be a table, not {_name_of(table)}")
        return None
    fields = _list_fields(shape)
    for key in table:
        if key not in fields:
            report.add(key, "unknown key", closest(key, fields))
    values: dict[str, Any] = {}
    is_whole = True
    for key, field in fields.items():
        value = _decode_value(table[key], field.type, report, key) if key in table else _MISTAKEN
        if key not in table and field.required:
            report.add(key, "is missing")
        if value is not _MISTAKEN:
            values[field.name] = value
        elif field.required:
            is_whole = False
    return shape(**values) if is_whole else None


@cache
def _list_fields(shape: type[Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a shape, found out once: a site can have a table for every page."""
    return {field.encode_name: field for field in msgspec.structs.fields(shape)}


_MISTAKEN: Final = object()


def _decode_value(value: object, shape: Any, report: Report, key: str) -> Any:  # noqa: ANN401 - any annotation
    """A value in its shape, or _MISTAKEN."""
    shape = _without_none(shape)
    if isinstance(shape, type) and issubclass(shape, Struct):
        decoded = decode_table(value, shape, report.below(key))
        return _MISTAKEN if decoded is None else decoded
    if get_origin(shape) is dict:
        return _decode_map(value, get_args(shape)[1], report.below(key))
    if get_origin(shape) is Literal:
        if value not in get_args(shape):
            report.add_unknown(key, str(value), "known here", get_args(shape))
            return _MISTAKEN
        return value
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        report.add(key, _plain_words(str(error)))
        return _MISTAKEN


def _decode_map(value: object, shape: Any, report: Report) -> Any:  # noqa: ANN401 - any annotation
    if not isinstance(value, Mapping):
        report.add("", f"must be a table, not {_name_of(value)}")
        return _MISTAKEN
    decoded = {key: _decode_value(each, shape, report, key) for key, each in value.items()}
    return {key: each for key, each in decoded.items() if each is not _MISTAKEN}


def _without_none(shape: Any) -> Any:  # noqa: ANN401 - any annotation
    if isinstance(shape, types.UnionType):
        return next(part for part in get_args(shape) if part is not types.NoneType)
    return shape


_NAMES: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


def _name_of(value: object) -> str:
    names = {str: "text", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return next((name for type_, name in names.items() if isinstance(value, type_)), type(value).__name__)


def _plain_words(message: str) -> str:
    found = re.match(r"Expected `([\w]+)(?: \| null)?`(?: of length (>= \d+))?, got `(\w+)`", message)
    if found is None:
        return message[:1].lower() + message[1:]
    wanted, _, got = found.groups()
    return f"must be {_NAMES.get(wanted, wanted)}, not {_NAMES.get(got, got)}"
