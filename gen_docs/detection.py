"""What a repository says about its stores without a declaration of ours: `.beans.yml`, and the folder of todos."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from gen_docs.catalogue import SOURCE_LANGUAGE, load_catalogue
from gen_docs.fences import find_conflict
from gen_docs.files import FileFault, Root
from gen_docs.frontmatter import parse
from gen_docs.tables import DeclarationError, Mistake
from gen_docs.values import Value
from gen_docs.yaml_fields import Malformed

BEANS_CONFIG: Final = ".beans.yml"
TODOS_STORE: Final = "todos/items"


class Detected(Struct, frozen=True):
    """What a repository says without a declaration: its plan's name, and stores by the kind that reads them."""

    name: str = ""
    stores: dict[str, str] = {}


def detect(root: Root) -> Detected:
    """The stores of a root. Raises DeclarationError for a `.beans.yml` that cannot be read."""
    fields = _read_beans_config(root)
    stores: dict[str, str] = {}
    if fields is not None:
        stores["beans"] = _text_in(fields, "beans", "path") or ".beans"
    if root.is_folder(TODOS_STORE):
        stores["todos"] = TODOS_STORE
    return Detected(_text_in(fields or {}, "project", "name"), stores)


def _read_beans_config(root: Root) -> Mapping[str, Value] | None:
    data = read_declaration_file(root, BEANS_CONFIG)
    if data is None:
        return None
    try:
        return _parse(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise DeclarationError([Mistake(BEANS_CONFIG, "", "is not UTF-8 text")]) from None
    except Malformed as fault:
        sentence = load_catalogue(SOURCE_LANGUAGE).text(f"problem.{fault.code}", value=fault.value)
        where = f"is not readable YAML (line {fault.line + 1}). {sentence}"
        raise DeclarationError([Mistake(BEANS_CONFIG, "", where)]) from None


def _parse(text: str) -> Mapping[str, Value]:
    if line := find_conflict(text.split("\n")):
        raise Malformed("conflict-markers", line - 1)
    return parse(text).fields


def _text_in(fields: Mapping[str, Value], section: str, key: str) -> str:
    table = fields.get(section)
    value = table.get(key, "") if isinstance(table, dict) else ""
    if not isinstance(value, str):
        raise DeclarationError([Mistake(BEANS_CONFIG, f"{section}.{key}", "must be text")])
    return value


def read_declaration_file(root: Root, path: str) -> bytes | None:
    """The bytes of a file that declares something, None when there is none. Raises DeclarationError."""
    try:
        return root.read(path)
    except FileFault as fault:
        raise DeclarationError([Mistake(path, "", _FAULTS.get(fault.code, "cannot be read"))]) from None


_FAULTS: Final = {
    "outside-root": "is a link that leaves the root",
    "not-a-file": "is not a regular file",
    "too-large": "is too large to be a declaration",
}
