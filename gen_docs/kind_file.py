"""Kinds as files: reading a kind's table, completing it and checking it, with every mistake at once."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gen_docs.kind import EDGE_TYPES, RESERVED, ROLES, Field, FieldTable, Kind, KindTable, Link, LinkTable, Rule
from gen_docs.readers import READERS
from gen_docs.rulebook import RULEBOOK, RuleSpec
from gen_docs.tables import Report, decode_table
from gen_docs.values import SEVERITIES


@cache
def builtin_kinds() -> dict[str, Kind]:
    """The kinds that come with the package, by name."""
    kinds: dict[str, Kind] = {}
    for file in sorted(Path(__file__).with_name("kinds").glob("*.toml")):
        name = file.stem
        report = Report(f"kinds/{file.name}")
        kind = make_kind(name, tomllib.loads(file.read_text(encoding="utf-8")), report)
        report.raise_if_any()
        if kind is not None:
            kinds[name] = kind
    return kinds


def make_kind(name: str, table: object, report: Report) -> Kind | None:
    """A kind from its table, or None with every mistake added to `report`."""
    before = len(report.mistakes)
    written = decode_table(table, KindTable, report)
    kind = None if written is None else complete_kind(name, written, report)
    return kind if len(report.mistakes) == before else None


def override_rules(kind: Kind, rules: Mapping[str, dict[str, Any]], report: Report) -> Kind | None:
    """A kind whose rules are changed for one graph: a severity, "off", or parameters."""
    merged = {name: {**kind.table.rules.get(name, {}), **setting} for name, setting in rules.items()}
    table = msgspec.structs.replace(kind.table, rules={**kind.table.rules, **merged})
    return complete_kind(kind.name, table, report)


def complete_kind(name: str, table: KindTable, report: Report) -> Kind | None:
    """A kind with everything implied spelled out, or None with mistakes added to `report`."""
    before = len(report.mistakes)
    options = _read_options(table, report)
    links = _complete_links(table)
    fields = _complete_fields(table, links)
    _check_names(table, fields, links, report)
    _check_links(table, links, report)
    _check_values(table, report)
    _check_words(table, fields, links, report)
    rules = _complete_rules(table, links, report)
    if len(report.mistakes) > before or options is None:
        return None
    return Kind(name, table, options, fields, links, rules)


def _read_options(table: KindTable, report: Report) -> Struct | None:
    reader = READERS.get(table.reader)
    if reader is None:
        report.add_unknown("reader", table.reader, "a reader", READERS)
        return None
    return decode_table(table.options, reader.options, report.below("options"))


def _complete_links(table: KindTable) -> tuple[Link, ...]:
    tables = dict(table.links)
    if (parent := table.roles.get("parent")) and parent not in tables:
        tables = {parent: LinkTable("parent"), **tables}
    return tuple(
        Link(Field(name, EDGE_TYPES[link.edge], (name, *link.keys)), link.edge, link.direction)
        for name, link in tables.items()
    )


def _complete_fields(table: KindTable, links: tuple[Link, ...]) -> tuple[Field, ...]:
    """The declared fields in their order, after those that only a role implies."""
    linked = {link.field.name for link in links}
    implied = {
        name: FieldTable(ROLES[role])
        for role, name in table.roles.items()
        if role in ROLES and name not in table.fields and name not in linked
    }
    state = table.roles.get("state")
    return tuple(
        Field(
            name,
            field.type,
            (name, *field.keys),
            tuple(table.states) if name == state else field.values,
            field.default,
            field.containers,
        )
        for name, field in {**implied, **table.fields}.items()
    )


def _check_names(table: KindTable, fields: tuple[Field, ...], links: tuple[Link, ...], report: Report) -> None:
    for role, name in table.roles.items():
        if role not in ROLES:
            report.below("roles").add_unknown(role, role, "a role", ROLES)
            continue
        wanted = ROLES[role]
        declared = table.fields.get(name)
        if declared and declared.type != wanted and (role, declared.type) != ("order", "number"):
            report.below("fields").below(name).add("type", f"must be {wanted!r}: the field has the role {role!r}")
    for name in [*(field.name for field in fields), *(link.field.name for link in links)]:
        section = "links" if name in table.links else "fields"
        if name in RESERVED:
            report.below(section).add(name, f"is reserved; the reserved names are {', '.join(RESERVED)}")
        elif not re.fullmatch(r"[A-Za-z$][A-Za-z0-9_$-]*", name):
            report.below(section).add(name, "must begin with a letter and hold letters, digits, '_' and '-' only")
    if table.states and "state" not in table.roles:
        report.add("roles", "must name the field of the role 'state', since there are states")


def _check_links(table: KindTable, links: tuple[Link, ...], report: Report) -> None:
    for link in links:
        if link.field.name in table.fields:
            report.below("links").add(link.field.name, "is declared as a field too; keep one of them")
        if table.roles.get("parent") == link.field.name and link.edge != "parent":
            report.below("links").below(link.field.name).add("edge", "must be 'parent': the link has that role")


def _check_values(table: KindTable, report: Report) -> None:
    for name, declared in table.fields.items():
        if declared.values and declared.type != "enum":
            report.below("fields").below(name).add("values", f"belong to the type 'enum', not to {declared.type!r}")
        if declared.values and name == table.roles.get("state"):
            report.below("fields").below(name).add("values", "stand under [states], which gives each word its class")
    for word in ("one", "other"):
        if not getattr(table.unit, word).strip():
            report.below("unit").add(word, "must say what one item is called" if word == "one" else "is empty")
    if table.thresholds.stale_after_days < 0:
        report.below("thresholds").add("stale_after_days", "must not be negative")


def _check_words(table: KindTable, fields: tuple[Field, ...], links: tuple[Link, ...], report: Report) -> None:
    """Words that must be declared elsewhere in the kind: defaults, containers, columns, sort keys."""
    for field in fields:
        place = report.below("fields").below(field.name)
        for container in field.containers:
            if container not in field.values:
                place.add_unknown("containers", container, "a value of the field", field.values)
        if field.values and field.default is not None and field.default not in field.values:
            place.add_unknown("default", field.default, "a value of the field", field.values)
    names = [field.name for field in (*fields, *(link.field for link in links))] + ["id"]
    views = table.views
    for word in views.sort:
        if word not in names:
            report.below("views").add_unknown("sort", word, "a field", names)
    for word in views.list.columns if views.list else ():
        if word not in names:
            report.below("views").below("list").add_unknown("columns", word, "a field", names)
    if views.board and views.board.by not in names:
        report.below("views").below("board").add_unknown("by", views.board.by, "a field", names)


def _complete_rules(table: KindTable, links: tuple[Link, ...], report: Report) -> tuple[Rule, ...]:
    place = report.below("rules")
    for name in table.rules:
        if name not in RULEBOOK:
            place.add_unknown(name, name, "a rule", RULEBOOK)
    edges: set[str] = {link.edge for link in links}
    found = (
        _complete_rule(spec, table.rules.get(spec.name, {}), place.below(spec.name))
        for spec in RULEBOOK.values()
        if set(spec.roles) <= set(table.roles)
        and set(spec.edges) <= edges
        and (not spec.any_edges or edges & set(spec.any_edges))
    )
    return tuple(rule for rule in found if rule is not None)


def _complete_rule(spec: RuleSpec, setting: Mapping[str, Any], report: Report) -> Rule | None:
    """The rule as it is on for a kind, or None when it is off or lacks a parameter."""
    severity = setting.get("severity", spec.severity)
    if severity not in (*SEVERITIES, "off"):
        report.add_unknown("severity", str(severity), "a severity", (*SEVERITIES, "off"))
        return None
    parameters: dict[str, Any] = {}
    for key, value in setting.items():
        if key == "severity":
            continue
        if key not in spec.parameters:
            report.add_unknown(key, key, "a parameter of this rule", ("severity", *spec.parameters))
            continue
        try:
            parameters[key] = msgspec.convert(value, spec.parameters[key])
        except msgspec.ValidationError:
            report.add(key, f"must be {_describe(spec.parameters[key])}")
    if "heading" in parameters:
        _check_pattern(parameters["heading"], report)
    is_on = severity != "off" and set(parameters) == set(spec.parameters)
    return Rule(spec, severity, parameters) if is_on else None


def _describe(shape: object) -> str:
    return "text" if shape is str else "a table of lists of words"


def _check_pattern(pattern: str, report: Report) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        report.add("heading", f"is not a regular expression: {error}")
