"""Kinds as data: what a table implies, and every mistake in one, at once, with its place and the nearest valid word."""

from pathlib import Path
from typing import Any

import pytest
from support import build, projection, write_files

from gen_docs.declaration import load_site
from gen_docs.files import Root
from gen_docs.kind import Kind
from gen_docs.kind_file import builtin_kinds, make_kind, override_rules
from gen_docs.tables import DeclarationError, Report

Table = dict[str, Any]

VISIT: Table = {
    "title": "Visits",
    "unit": {"one": "visit", "other": "visits"},
    "records": "process",
    "reader": "markdown",
    "roles": {"title": "name", "state": "stage", "type": "sort", "created": "begun"},
    "states": {"planned": "ready", "there": "active", "back": "done"},
    "fields": {
        "stage": {"type": "enum"},
        "sort": {"type": "enum", "values": ["tour", "stop"], "default": "stop", "containers": ["tour"]},
        "miles": {"type": "number"},
    },
}


def merge(table: Table, change: Table) -> Table:
    """A table with another laid over it; None takes a key away."""
    merged = dict(table)
    for key, value in change.items():
        if value is None:
            merged.pop(key, None)
        else:
            old = merged.get(key)
            merged[key] = merge(old, value) if isinstance(value, dict) and isinstance(old, dict) else value
    return merged


def mistakes(change: Table) -> list[str]:
    """What is wrong with the kind `visit` once it is changed."""
    report = Report("gen-docs.toml", "kinds.visit")
    kind = make_kind("visit", merge(VISIT, change), report)
    assert kind is not None or report.mistakes, "a kind is made where nothing is wrong with its table"
    return [str(mistake).removeprefix("gen-docs.toml: kinds.visit.") for mistake in report.mistakes]


def make(change: Table | None = None) -> Kind:
    kind = make_kind("visit", merge(VISIT, change or {}), report := Report("gen-docs.toml", "kinds.visit"))
    assert kind is not None, report.mistakes
    return kind


FIELD_TYPES = "text, enum, list, date, number, bool, ref, refs"
CLASSES = "draft, ready, active, waiting, done, dropped"
ROLES = "title, state, type, priority, parent, created, updated, due, order, tags"
RESERVED = "is reserved; the reserved names are id, path, archived, checklist, extra, findings"


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        ({"title": None}, "title: is missing"),
        ({"unit": {"one": None}}, "unit.one: is missing"),
        ({"titel": "x"}, "titel: unknown key (did you mean 'title'?)"),
        (
            {"records": "works"},
            (
                "records: 'works' is not known here; use one of: work, reminder, process, evidence, settings "
                "(did you mean 'work'?)"
            ),
        ),
        ({"never_deleted": "yes"}, "never_deleted: must be true or false, not text"),
        ({"states": ["planned"]}, "states: must be a table, not a list"),
        (
            {"states": {"lost": "droped"}},
            f"states.lost: 'droped' is not known here; use one of: {CLASSES} (did you mean 'dropped'?)",
        ),
        (
            {"fields": {"miles": {"type": "numbr"}}},
            f"fields.miles.type: 'numbr' is not known here; use one of: {FIELD_TYPES} (did you mean 'number'?)",
        ),
        (
            {"fields": {"miles": {"typ": "number"}}},
            "fields.miles.typ: unknown key (did you mean 'type'?)",
        ),
        (
            {"links": {"after": {"edge": "block"}}},
            "links.after.edge: 'block' is not known here; use one of: parent, blocks, refers (did you mean 'blocks'?)",
        ),
        (
            {"links": {"after": {"edge": "blocks", "direction": "inn"}}},
            "links.after.direction: 'inn' is not known here; use one of: in, out (did you mean 'in'?)",
        ),
        ({"reader": "markdwn"}, "reader: 'markdwn' is not a reader; use one of: "),
        ({"options": {"archiv": "old/"}}, "options.archiv: unknown key (did you mean 'archive'?)"),
        (
            {"options": {"id": "file"}},
            "options.id: 'file' is not known here; use one of: filename, stem",
        ),
        (
            {"roles": {"titel": "name"}},
            f"roles.titel: 'titel' is not a role; use one of: {ROLES} (did you mean 'title'?)",
        ),
        ({"thresholds": {"stale_after_days": "ten"}}, "thresholds.stale_after_days: must be a whole number, not text"),
    ],
)
def test_a_mistake_names_its_key_what_is_wrong_and_the_nearest_word(change: Table, mistake: str) -> None:
    (found,) = mistakes(change)
    assert found.startswith(mistake)


@pytest.mark.parametrize("name", ["id", "path", "archived", "checklist", "extra", "findings"])
@pytest.mark.parametrize("section", ["fields", "links"])
def test_names_of_an_item_s_own_keys_are_reserved(name: str, section: str) -> None:
    table = {"type": "text"} if section == "fields" else {"edge": "refers"}
    assert mistakes({section: {name: table}}) == [f"{section}.{name}: {RESERVED}"]


@pytest.mark.parametrize("name", ["1st", "two words", "é", "a.b", "_hidden"])
def test_a_field_s_name_is_a_plain_key(name: str) -> None:
    (found,) = mistakes({"fields": {name: {"type": "text"}}})
    assert found.endswith("must begin with a letter and hold letters, digits, '_' and '-' only")


@pytest.mark.parametrize(
    ("role", "type_", "wanted"),
    [
        ("title", "list", "text"),
        ("state", "text", "enum"),
        ("type", "text", "enum"),
        ("priority", "number", "enum"),
        ("created", "text", "date"),
        ("updated", "number", "date"),
        ("due", "text", "date"),
        ("order", "date", "text"),
        ("tags", "text", "list"),
        ("parent", "list", "ref"),
    ],
)
def test_a_field_with_a_role_has_the_role_s_type(role: str, type_: str, wanted: str) -> None:
    found = mistakes({"roles": {role: "played"}, "fields": {"played": {"type": type_}}})
    assert f"fields.played.type: must be '{wanted}': the field has the role '{role}'" in found


@pytest.mark.parametrize("type_", ["text", "number"])
def test_the_order_may_be_text_or_a_number(type_: str) -> None:
    kind = make({"roles": {"order": "rank"}, "fields": {"rank": {"type": type_}}})
    field = kind.field_of("order")
    assert field is not None
    assert field.type == type_


def test_a_role_implies_its_field_and_the_field_s_type() -> None:
    roles = {"title": "a", "state": "b", "type": "c", "priority": "d", "created": "e", "updated": "f", "due": "g"}
    kind = make({"roles": {**roles, "order": "h", "tags": "i"}, "fields": None})
    types = {field.name: field.type for field in kind.fields}
    dates = {"e": "date", "f": "date", "g": "date"}
    assert types == {"a": "text", "b": "enum", "c": "enum", "d": "enum", **dates, "h": "text", "i": "list"}


def test_the_state_s_words_are_the_states_in_their_order() -> None:
    field = make().field_of("state")
    assert field is not None
    assert field.values == ("planned", "there", "back")


def test_fields_stand_in_their_declared_order_after_those_that_only_a_role_implies() -> None:
    assert [field.name for field in make().fields] == ["name", "begun", "stage", "sort", "miles"]


def test_a_declared_field_keeps_its_place_although_a_role_names_it() -> None:
    fields = {"miles": {"type": "number"}, "begun": {"type": "date"}, "stage": {"type": "enum"}}
    kind = make_kind("visit", {**VISIT, "fields": fields}, Report("gen-docs.toml"))
    assert kind is not None
    assert [field.name for field in kind.fields] == ["name", "sort", "miles", "begun", "stage"]


def test_the_parent_role_implies_a_link_that_stands_before_the_others() -> None:
    kind = make({"roles": {"parent": "within"}, "links": {"after": {"edge": "blocks", "direction": "in"}}})
    assert [(link.field.name, link.edge, link.direction) for link in kind.links] == [
        ("within", "parent", "out"),
        ("after", "blocks", "in"),
    ]
    assert "within" not in [field.name for field in kind.fields]


def test_a_declared_parent_link_keeps_its_place_and_its_spellings() -> None:
    links = {"after": {"edge": "blocks"}, "within": {"edge": "parent", "keys": ["inside"]}}
    kind = make({"roles": {"parent": "within"}, "links": links})
    assert [link.field.name for link in kind.links] == ["after", "within"]
    assert kind.links[1].field.keys == ("within", "inside")


@pytest.mark.parametrize(("edge", "type_"), [("parent", "ref"), ("blocks", "list"), ("refers", "refs")])
def test_the_edge_of_a_link_says_what_its_value_is(edge: str, type_: str) -> None:
    assert make({"links": {"other": {"edge": edge}}}).links[0].field.type == type_


def test_one_name_is_a_field_or_a_link() -> None:
    found = mistakes({"fields": {"near": {"type": "refs"}}, "links": {"near": {"edge": "refers"}}})
    assert found == ["links.near: is declared as a field too; keep one of them"]


def test_states_need_a_field_that_holds_them() -> None:
    assert "roles: must name the field of the role 'state', since there are states" in mistakes(
        {"roles": {"state": None}}
    )


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        (
            {"fields": {"sort": {"default": "tours"}}},
            "fields.sort.default: 'tours' is not a value of the field; use one of: tour, stop (did you mean 'tour'?)",
        ),
        (
            {"fields": {"stage": {"default": "plannd"}}},
            (
                "fields.stage.default: 'plannd' is not a value of the field; use one of: planned, there, back "
                "(did you mean 'planned'?)"
            ),
        ),
        (
            {"fields": {"sort": {"containers": ["tur"]}}},
            "fields.sort.containers: 'tur' is not a value of the field; use one of: tour, stop (did you mean 'tour'?)",
        ),
        (
            {"views": {"sort": ["stage", "mile"]}},
            (
                "views.sort: 'mile' is not a field; use one of: name, begun, stage, sort, miles, id "
                "(did you mean 'miles'?)"
            ),
        ),
        ({"views": {"list": {"columns": ["names"]}}}, "views.list.columns: 'names' is not a field; use one of: "),
        ({"views": {"board": {"by": "stag"}}}, "views.board.by: 'stag' is not a field; use one of: "),
        ({"views": {"bord": {"by": "stage"}}}, "views.bord: unknown key (did you mean 'board'?)"),
        ({"views": {"list": {}}}, "views.list.columns: is missing"),
    ],
)
def test_words_must_be_declared_elsewhere_in_the_kind(change: Table, mistake: str) -> None:
    (found,) = mistakes(change)
    assert found.startswith(mistake)


@pytest.mark.parametrize("word", ["id", "within", "after", "miles"])
def test_views_may_name_the_id_fields_and_links(word: str) -> None:
    change = {"roles": {"parent": "within"}, "links": {"after": {"edge": "blocks"}}}
    assert mistakes({**change, "views": {"sort": [word], "list": {"columns": [word]}, "board": {"by": word}}}) == []


@pytest.mark.parametrize(
    ("rules", "mistake"),
    [
        ({"empty-bodi": {}}, "rules.empty-bodi: 'empty-bodi' is not a rule; use one of: "),
        (
            {"empty-body": {"severity": "warn"}},
            (
                "rules.empty-body.severity: 'warn' is not a severity; use one of: error, warning, note, off "
                "(did you mean 'warning'?)"
            ),
        ),
        (
            {"empty-body": {"heading": "x"}},
            "rules.empty-body.heading: 'heading' is not a parameter of this rule; use one of: severity",
        ),
        (
            {"done-without-section": {"heding": "x"}},
            (
                "rules.done-without-section.heding: 'heding' is not a parameter of this rule; "
                "use one of: severity, heading (did you mean 'heading'?)"
            ),
        ),
        (
            {"done-without-section": {"heading": "Learned ("}},
            "rules.done-without-section.heading: is not a regular expression: ",
        ),
        ({"done-without-section": {"heading": ["x"]}}, "rules.done-without-section.heading: must be text"),
        (
            {"done-without-section": {"heading": "Learned (", "severity": "off"}},
            "rules.done-without-section.heading: is not a regular expression: ",
        ),
        ({"empty-body": "off"}, "rules.empty-body: must be a table, not text"),
    ],
)
def test_a_rule_s_mistakes_name_the_rule(rules: Table, mistake: str) -> None:
    (found,) = mistakes({"rules": rules})
    assert found.startswith(mistake)


def test_an_unknown_rule_is_given_the_nearest_name() -> None:
    (found,) = mistakes({"rules": {"empty-bodi": {}}})
    assert found.endswith("(did you mean 'empty-body'?)")


def test_a_table_parameter_says_its_shape() -> None:
    change = {"roles": {"parent": "within"}, "rules": {"parent-type": {"allowed": {"tour": "stop"}}}}
    assert mistakes(change) == ["rules.parent-type.allowed: must be a table of lists of words"]


def test_mistakes_of_shape_and_of_meaning_are_reported_in_one_run() -> None:
    found = mistakes({"titel": "x", "roles": {"colour": "hue"}, "rules": {"nothing": {}}})
    assert [line.partition(":")[0] for line in found] == ["titel", "roles.colour", "rules.nothing"]


def test_every_mistake_of_a_kind_is_reported_in_one_run() -> None:
    shape = mistakes({"titel": "x", "records": "works", "fields": {"miles": {"type": "numbr"}}, "unit": {"one": 1}})
    assert [line.partition(":")[0] for line in shape] == ["titel", "unit.one", "records", "fields.miles.type"]
    meaning = mistakes(
        {
            "reader": "markdwn",
            "roles": {"colour": "hue"},
            "fields": {"path": {"type": "text"}, "sort": {"default": "x", "containers": ["y"]}},
            "rules": {"nothing": {}, "empty-body": {"severity": "loud"}},
            "views": {"sort": ["z"]},
        }
    )
    assert {line.partition(":")[0] for line in meaning} == {
        "reader", "roles.colour", "fields.path", "fields.sort.default", "fields.sort.containers", "rules.nothing",
        "rules.empty-body.severity", "views.sort",
    }  # fmt: skip


def rule_severities(kind: Kind) -> dict[str, str]:
    return {rule.spec.name: rule.severity for rule in kind.rules}


def test_a_rule_that_is_off_is_not_among_the_kind_s_rules() -> None:
    assert "empty-body" in rule_severities(make())
    assert "empty-body" not in rule_severities(make({"rules": {"empty-body": {"severity": "off"}}}))


def test_a_rule_runs_only_where_its_roles_and_links_are() -> None:
    alone = rule_severities(make())
    assert "missing-title" in alone
    assert not {"parent-unknown", "blocker-unknown", "updated-before-created"} & set(alone)
    change = {"roles": {"parent": "within", "updated": "seen"}, "links": {"after": {"edge": "blocks"}}}
    assert {"parent-unknown", "blocker-unknown", "updated-before-created"} <= set(rule_severities(make(change)))


def test_a_rule_without_the_parameter_it_needs_is_off() -> None:
    assert "done-without-section" not in rule_severities(make())
    turned_on = make({"rules": {"done-without-section": {"heading": "Learned"}}})
    assert rule_severities(turned_on)["done-without-section"] == "warning"


def test_rules_stand_by_name() -> None:
    names = list(rule_severities(make()))
    assert names == sorted(names)


def test_a_graph_changes_the_rules_of_its_kind_for_itself_alone() -> None:
    kind = make({"rules": {"done-without-section": {"heading": "Learned", "severity": "error"}}})
    report = Report("gen-docs.toml")
    setting: dict[str, Table] = {"done-without-section": {"heading": "Seen"}, "empty-body": {"severity": "off"}}
    changed = override_rules(kind, setting, report)
    assert changed is not None
    assert report.mistakes == []
    rule = next(rule for rule in changed.rules if rule.spec.name == "done-without-section")
    assert (rule.severity, rule.parameters) == ("error", {"heading": "Seen"})
    assert "empty-body" not in rule_severities(changed)
    assert "empty-body" in rule_severities(kind)


def declare(folder: Path, text: str) -> list[str]:
    """The mistakes of a declaration, as a person sees them."""
    write_files(folder, {"gen-docs.toml": text})
    with pytest.raises(DeclarationError) as caught:
        load_site(Root(folder))
    return str(caught.value).split("\n")


def test_a_mistake_in_a_graph_s_rules_is_told_at_the_graph(tmp_path: Path) -> None:
    lines = declare(
        tmp_path,
        '[graphs.plan]\nkind = "beans"\nstore = "plan"\n[graphs.plan.rules]\nempty-bodi = {}\n'
        'duplicate-title = { severity = "of" }\n',
    )
    assert [line.partition(" is ")[0] for line in lines] == [
        "gen-docs.toml: graphs.plan.rules.empty-bodi: 'empty-bodi'",
        "gen-docs.toml: graphs.plan.rules.duplicate-title.severity: 'of'",
    ]
    assert "(did you mean 'empty-body'?)" in lines[0]
    assert "(did you mean 'off'?)" in lines[1]


def test_a_graph_s_rules_reach_its_projection(tmp_path: Path) -> None:
    declaration = (
        '[graphs.plan]\nkind = "beans"\nstore = "plan"\n[graphs.plan.rules]\nempty-body = { severity = "error" }\n'
        'missing-state = { severity = "off" }\n'
        '[graphs.other]\nkind = "beans"\nstore = "plan"\n'
    )
    site = build(write_files(tmp_path, {"gen-docs.toml": declaration, "plan/a-1--x.md": "---\ntitle: A\n---\n"}))
    rules = {rule["name"]: rule["severity"] for rule in projection(site, "plan")["rules"]}
    assert rules["empty-body"] == "error"
    assert "missing-state" not in rules
    others = {rule["name"]: rule["severity"] for rule in projection(site, "other")["rules"]}
    assert others["empty-body"] == "note"
    assert others["missing-state"] == "error"


def test_a_site_s_kind_has_its_mistakes_told_with_those_of_the_rest(tmp_path: Path) -> None:
    lines = declare(
        tmp_path,
        'langages = ["en"]\n[kinds.visit]\ntitle = "Visits"\nunit = { one = "visit", other = "visits" }\n'
        'records = "work"\nreader = "markdown"\n[kinds.visit.roles]\ntitel = "name"\n',
    )
    assert len(lines) == 2
    assert "gen-docs.toml: langages: unknown key (did you mean 'languages'?)" in lines
    assert any(line.startswith("gen-docs.toml: kinds.visit.roles.titel: 'titel' is not a role") for line in lines)


@pytest.mark.parametrize("name", [*builtin_kinds(), "summary", "text", "badge"])
def test_a_site_s_kind_takes_no_name_that_is_built_in_or_published(tmp_path: Path, name: str) -> None:
    (line,) = declare(tmp_path, f'[kinds.{name}]\ntitle = "Mine"\n')
    assert line.startswith(f"gen-docs.toml: kinds.{name}: is the name of a built-in kind or of a published file")


@pytest.mark.parametrize("name", ["Visit", "two_words", "a--b", "-a"])
def test_a_kind_s_name_is_a_plain_word_since_its_schema_is_named_by_it(tmp_path: Path, name: str) -> None:
    (line,) = declare(tmp_path, f'[kinds.{name}]\ntitle = "Mine"\n')
    assert "must be lower-case letters, digits and single '-'" in line


def test_the_built_in_kinds_load_and_say_what_the_front_end_needs() -> None:
    kinds = builtin_kinds()
    assert {"beans", "todos"} <= set(kinds)
    for name, kind in kinds.items():
        assert kind.name == name
        assert kind.table.views.sort, name
        assert kind.table.views.list, name
        assert kind.table.views.board, name
        assert {"title", "state", "created"} <= set(kind.roles), name


def test_the_beans_kind_is_what_the_contract_prints() -> None:
    kind = builtin_kinds()["beans"]
    assert list(kind.states.items()) == [
        ("in-progress", "active"),
        ("todo", "ready"),
        ("draft", "draft"),
        ("completed", "done"),
        ("scrapped", "dropped"),
    ]
    assert kind.table.never_deleted
    assert kind.table.views.sort == ("status", "order", "priority", "type", "title")
    assert [(link.field.name, link.edge, link.direction) for link in kind.links] == [
        ("parent", "parent", "out"),
        ("blocking", "blocks", "out"),
        ("blocked_by", "blocks", "in"),
    ]
    assert "done-without-section" not in rule_severities(kind)
    assert "dropped-without-section" in rule_severities(kind)


@pytest.mark.parametrize("name", builtin_kinds())
def test_a_built_in_kind_has_the_form_that_a_site_would_write(tmp_path: Path, name: str) -> None:
    source = Path(__file__).parent.parent / "gen_docs" / "kinds" / f"{name}.toml"
    body = source.read_text("utf-8")
    head, _, tables = body.partition("\n[")
    copied = f"[kinds.copy]\n{head}\n[{tables}".replace("\n[", "\n[kinds.copy.").replace(
        "[kinds.copy.kinds.copy]", "[kinds.copy]"
    )
    graph = '\n[graphs.copied]\nkind = "copy"\nstore = "store"\n'
    site = load_site(Root(write_files(tmp_path, {"gen-docs.toml": copied + graph})))
    kind = site.graphs[0].kind
    assert kind is not None
    builtin = builtin_kinds()[name]
    assert (kind.fields, kind.links, kind.rules) == (builtin.fields, builtin.links, builtin.rules)
