"""Kinds: what tells one sort of state graph from another, as data.

A kind is written as a TOML table (`KindTable`), built in (`gen_docs/kinds/*.toml`) or declared by a site in the same
form. `kind_file` checks it and gives a `Kind`, in which everything that the table left to be understood is spelled
out. No module tests for a kind's name.
"""

from typing import Any, Final, Literal

from msgspec import Struct

from gen_docs.rulebook import RuleSpec
from gen_docs.values import Severity, StateClass

FieldType = Literal["text", "enum", "list", "date", "number", "bool", "ref", "refs"]
Edge = Literal["parent", "blocks", "refers"]
Records = Literal["work", "reminder", "process", "evidence", "settings"]

ROLES: Final[dict[str, FieldType]] = {
    "title": "text",
    "state": "enum",
    "type": "enum",
    "priority": "enum",
    "parent": "ref",
    "created": "date",
    "updated": "date",
    "due": "date",
    "order": "text",
    "tags": "list",
}
EDGE_TYPES: Final[dict[Edge, FieldType]] = {"parent": "ref", "blocks": "list", "refers": "refs"}
RESERVED: Final = ("id", "path", "archived", "checklist", "extra", "findings")


class Unit(Struct, frozen=True):
    one: str
    other: str


class FieldTable(Struct, frozen=True):
    type: FieldType
    values: tuple[str, ...] = ()
    default: str | None = None
    containers: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class LinkTable(Struct, frozen=True):
    edge: Edge
    direction: Literal["in", "out"] = "out"
    keys: tuple[str, ...] = ()


class Thresholds(Struct, frozen=True):
    stale_after_days: int = 14


class ListView(Struct, frozen=True):
    columns: tuple[str, ...]


class BoardView(Struct, frozen=True):
    by: str


class Views(Struct, frozen=True, omit_defaults=True):
    sort: tuple[str, ...] = ()
    list: ListView | None = None
    board: BoardView | None = None


class KindTable(Struct, frozen=True, kw_only=True):
    """A kind as written."""

    title: str
    unit: Unit
    records: Records
    reader: str
    options: dict[str, Any] = {}
    never_deleted: bool = False
    roles: dict[str, str] = {}
    states: dict[str, StateClass] = {}
    fields: dict[str, FieldTable] = {}
    links: dict[str, LinkTable] = {}
    thresholds: Thresholds = Thresholds()
    rules: dict[str, dict[str, Any]] = {}
    views: Views = Views()


class Field(Struct, frozen=True):
    """A field or link of a kind. `keys` are the spellings in the source, the first present one wins."""

    name: str
    type: FieldType
    keys: tuple[str, ...]
    values: tuple[str, ...] = ()
    default: str | None = None
    containers: tuple[str, ...] = ()


class Link(Struct, frozen=True):
    field: Field
    edge: Edge
    direction: Literal["in", "out"]


class Rule(Struct, frozen=True):
    """A rule that is on for a kind, with the severity and the parameters it has there."""

    spec: RuleSpec
    severity: Severity
    parameters: dict[str, Any]


class Kind(Struct, frozen=True):
    """A checked kind. `options` is the reader's own struct of options."""

    name: str
    table: KindTable
    options: Struct
    fields: tuple[Field, ...]
    links: tuple[Link, ...]
    rules: tuple[Rule, ...]

    @property
    def roles(self) -> dict[str, str]:
        return self.table.roles

    @property
    def states(self) -> dict[str, StateClass]:
        return self.table.states

    @property
    def rules_by_name(self) -> dict[str, Rule]:
        return {rule.spec.name: rule for rule in self.rules}

    def field_of(self, role: str) -> Field | None:
        """The field that plays a role, or None."""
        name = self.table.roles.get(role)
        return next((field for field in self.all_fields() if field.name == name), None)

    def all_fields(self) -> tuple[Field, ...]:
        """Fields, then links, in the order in which items show them."""
        return self.fields + tuple(link.field for link in self.links)

    def links_of(self, edge: Edge) -> tuple[Link, ...]:
        return tuple(link for link in self.links if link.edge == edge)
