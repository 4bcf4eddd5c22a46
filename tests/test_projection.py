"""Projections: the published JSON of a graph, sentence by sentence, and the schemas that say what it is."""

import difflib
import json
import posixpath
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from support import bean, build, examples, outputs, projection, write_beans, write_files

from gen_docs.dates import parse_date

CASES = sorted((Path(__file__).parent / "cases").iterdir())


def index(folder: Path, beans: Mapping[str, str | bytes], graph: str = "beans") -> bytes:
    return outputs(build(write_beans(folder, beans)))[f"assets/{graph}/index.json"]


def the_item(folder: Path, text: str | bytes, name: str = "app-1--x.md") -> dict[str, Any]:
    (item,) = projection(build(write_beans(folder, {name: text})))["items"]
    return dict(item)


ENVELOPE = [
    "$schema", "graph", "kind", "title", "unit", "records", "short_ids", "urls", "links", "roles", "states", "fields",
    "rules", "thresholds", "views", "items", "problems",
]  # fmt: skip
FORGE = '[forge]\nkind = "github"\nurl = "https://github.com/owner/name"\n'
PLAN = '[graphs.plan]\nkind = "beans"\nstore = "plan"\n'


def test_the_envelope_s_keys_stand_in_their_published_order(tmp_path: Path) -> None:
    files = {"gen-docs.toml": FORGE + PLAN, "plan/app-1--x.md": bean(), "plan/broken.md": "no front matter"}
    assert list(projection(build(write_files(tmp_path, files)), "plan")) == ENVELOPE


def test_without_a_forge_there_are_no_addresses(tmp_path: Path) -> None:
    keys = list(projection(build(write_beans(tmp_path, {}))))
    assert keys == [key for key in ENVELOPE if key != "urls"]


def test_the_envelope_says_what_the_graph_and_its_kind_are(tmp_path: Path) -> None:
    found = projection(
        build(write_files(tmp_path, {"gen-docs.toml": PLAN + 'title = "Our plan"\n', "plan/app-1--x.md": bean()})),
        "plan",
    )
    assert found["graph"] == "plan"
    assert found["kind"] == "beans"
    assert found["title"] == "Our plan"
    assert found["unit"] == {"one": "bean", "other": "beans"}
    assert found["records"] == "work"
    assert found["states"][0] == {"name": "in-progress", "class": "active"}
    assert found["roles"]["state"] == "status"
    assert found["links"][2] == {"name": "blocked_by", "edge": "blocks", "direction": "in"}
    assert found["thresholds"] == {"stale_after_days": 14}
    assert found["views"]["board"] == {"by": "status"}
    assert next(field for field in found["fields"] if field["name"] == "type") == {
        "name": "type",
        "type": "enum",
        "values": ["milestone", "epic", "bug", "feature", "task"],
        "default": "task",
        "containers": ["milestone", "epic"],
    }


def test_the_rules_stand_by_name(tmp_path: Path) -> None:
    names = [rule["name"] for rule in projection(build(write_beans(tmp_path, {})))["rules"]]
    assert names == sorted(names)
    assert "done-without-section" not in names  # the kind has it off


EVERYTHING = {
    "app-1--x.md": bean(
        "Title",
        "todo",
        blocked_by=["app-9", "app-2"],
        unknown="kept",
        parent="app-3",
        blocking=["app-4"],
        order="a1",
        tags=["ui"],
        priority="high",
        type="task",
        body="- [x] one\n- [ ] two",
    )
}


def test_an_item_s_keys_are_id_fields_links_checklist_path_archived_extra_findings(tmp_path: Path) -> None:
    text = EVERYTHING["app-1--x.md"]
    (item,) = projection(build(write_beans(tmp_path, {"archive/app-1--x.md": text})))["items"]
    assert list(item) == [
        "id", "title", "status", "type", "priority", "tags", "created_at", "updated_at", "order",
        "parent", "blocking", "blocked_by", "checklist", "path", "archived", "extra", "findings",
    ]  # fmt: skip
    assert item["checklist"] == {"done": 1, "total": 2}
    assert item["archived"] is True


def test_links_stand_in_the_item_as_the_source_lists_them_dangling_ones_too(tmp_path: Path) -> None:
    item = the_item(tmp_path, EVERYTHING["app-1--x.md"])
    assert (item["parent"], item["blocking"], item["blocked_by"]) == ("app-3", ["app-4"], ["app-9", "app-2"])


def test_a_link_stands_only_in_the_item_that_declares_it(tmp_path: Path) -> None:
    beans = {"app-1": bean(blocking=["app-2"]), "app-2": bean("Other")}
    first, second = projection(build(write_beans(tmp_path, beans)))["items"]
    assert first["blocking"] == ["app-2"]
    assert not {"blocking", "blocked_by", "parent"} & set(second)


def test_items_are_sorted_by_the_bytes_of_the_id_then_by_path(tmp_path: Path) -> None:
    names = ["b--1.md", "B--1.md", "a--2.md", "z/a--1.md", "ü--1.md", "a-1--1.md", "\U0001f400--1.md", "\uff5a--1.md"]
    ids = [(each["id"], each["path"]) for each in orjson.loads(index(tmp_path, dict.fromkeys(names, bean())))["items"]]
    assert ids == sorted(ids, key=lambda pair: (pair[0].encode(), pair[1].encode()))
    assert [identifier for identifier, _ in ids] == ["B", "a", "a", "a-1", "b", "ü", "\uff5a", "\U0001f400"]


def test_the_text_is_utf_8_with_two_spaces_and_a_final_newline(tmp_path: Path) -> None:
    data = index(tmp_path, {"app-1": bean("Café 珊瑚 \U0001f400")})
    assert data == (json.dumps(json.loads(data), indent=2, ensure_ascii=False) + "\n").encode()
    assert b"\r" not in data
    assert "Café 珊瑚 \U0001f400".encode() in data


@pytest.mark.parametrize("value", ["", "~", "null", '""', "[]", "{}"])
@pytest.mark.parametrize("key", ["title", "type", "priority", "tags", "order", "parent", "blocked_by", "created_at"])
def test_a_missing_value_is_a_missing_key(tmp_path: Path, key: str, value: str) -> None:
    item = the_item(tmp_path, f"---\nstatus: todo\n{key}: {value}\n---\n\nText.\n")
    assert key not in item


@pytest.mark.parametrize("value", ["", "~", "null", '""'])
def test_an_unknown_key_without_a_value_holds_no_null(tmp_path: Path, value: str) -> None:
    data = index(tmp_path, {"app-1": f"---\ntitle: A\npr: {value}\n---\n\nText.\n"})
    assert b"null" not in data


def walk(value: object) -> Iterator[object]:
    yield value
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from walk(child)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_projection_holds_a_null_or_an_empty_text(case: Path) -> None:
    for made in build(case / "input").projections:
        values = list(walk(orjson.loads(made.content)))
        assert None not in values, made.path
        assert "" not in values, made.path


def test_a_default_that_the_kind_fills_in_is_not_written(tmp_path: Path) -> None:
    item = the_item(tmp_path, bean())
    assert not {"type", "priority", "archived", "checklist", "extra", "findings", "tags"} & set(item)
    assert the_item(tmp_path, bean(type="task", priority="normal"))["priority"] == "normal"


@pytest.mark.parametrize(
    ("written", "projected"),
    [
        ("2026-01-31", "2026-01-31T00:00:00Z"),
        ("2026-01-31 09:30:00", "2026-01-31T09:30:00Z"),
        ("2026-01-31T09:30:00Z", "2026-01-31T09:30:00Z"),
        ("2026-01-31T09:30:00.250Z", "2026-01-31T09:30:00.250Z"),
        ("2026-01-31T09:30:00+05:30", "2026-01-31T09:30:00+05:30"),
        ("2026-01-31T09:30:00-00:00", "2026-01-31T09:30:00-00:00"),
        ("2024-02-29", "2024-02-29T00:00:00Z"),
        ('"2026-01-31"', "2026-01-31T00:00:00Z"),
    ],
)
def test_a_time_is_a_fact_in_rfc_3339_with_its_offset(tmp_path: Path, written: str, projected: str) -> None:
    item = the_item(tmp_path, f"---\ntitle: A\ncreated_at: {written}\n---\n")
    assert item["created_at"] == projected


@pytest.mark.parametrize(
    "written",
    [
        "2026-1-31", "2026-01-32", "2026-02-29", "2026-13-01", "0000-01-01", "31.01.2026", "2026-01-31T09:30",
        "2026-01-31T09:30:00", "2026-01-31T24:00:00Z", "2026-01-31T09:60:00Z", "2026-01-31T09:30:60Z",
        "2026-01-31T09:30:00+24:00", "2026-01-31 09:30", "2026-01-31 09:30:00Z", "2026-01-31t09:30:00z", "٢٠٢٦-٠١-٣١",
        "yesterday",
    ],
)  # fmt: skip
def test_what_is_no_date_is_a_finding_and_its_text_is_kept(tmp_path: Path, written: str) -> None:
    item = the_item(tmp_path, f"---\ntitle: A\nstatus: todo\ncreated_at: '{written}'\n---\n\nText.\n")
    assert "created_at" not in item
    assert item["extra"] == {"created_at": written}
    assert item["findings"] == [{"rule": "bad-date", "field": "created_at", "value": written}]


@given(st.datetimes(), st.sampled_from(["", "Z", "+02:00", "-09:30"]))
def test_every_calendar_time_is_read_as_it_is(moment: Any, zone: str) -> None:
    text = moment.strftime("%Y").zfill(4) + moment.strftime("-%m-%dT%H:%M:%S")
    assert parse_date(text + zone) == (text + zone if zone else None)


def test_extra_holds_unknown_keys_in_the_file_s_order_as_text(tmp_path: Path) -> None:
    item = the_item(
        tmp_path,
        '---\nzebra: 1.10\ntitle: A\nant: on\nlist: [a, {b: ~, ü: [1]}]\nmap:\n  z: 1\n  a: 2\n"a b": c\n---\n\nText.',
    )
    assert list(item["extra"].items()) == [
        ("zebra", "1.10"),
        ("ant", "on"),
        ("list", '["a",{"b":"","ü":["1"]}]'),
        ("map", '{"z":"1","a":"2"}'),
        ("a b", "c"),
    ]


@pytest.mark.parametrize("letter", ["a", "é", "語", "\U0001f400"])
def test_an_extra_value_over_4_kb_is_cut_at_a_character(tmp_path: Path, letter: str) -> None:
    fits = letter * (4096 // len(letter.encode()))
    assert the_item(tmp_path, f"---\ntitle: A\nlong: {fits}\n---\n")["extra"]["long"] == fits
    cut = the_item(tmp_path, f"---\ntitle: A\nlong: {fits}{letter}\n---\n")["extra"]["long"]
    assert cut == fits + "…"


def test_a_cut_falls_before_the_character_that_does_not_fit(tmp_path: Path) -> None:
    text = "a" + "語" * 1365  # 4,096 bytes
    assert the_item(tmp_path, f"---\ntitle: A\nlong: {text}\n---\n")["extra"]["long"] == text
    cut = the_item(tmp_path, f"---\ntitle: A\nlong: aa{text}\n---\n")["extra"]["long"]
    assert cut == "aaa" + "語" * 1364 + "…"


def test_a_nested_extra_value_is_cut_as_the_text_that_it_is(tmp_path: Path) -> None:
    cut = the_item(tmp_path, f"---\ntitle: A\nlong: [{'b' * 5000}]\n---\n")["extra"]["long"]
    assert cut == '["' + "b" * 4094 + "…"


def test_a_finding_stands_in_the_item_it_is_about_and_the_severity_in_the_rules(tmp_path: Path) -> None:
    found = projection(build(write_beans(tmp_path, {"app-1": bean("One", "done", parent="x")})))
    assert found["items"][0]["findings"] == [
        {"rule": "parent-unknown", "field": "parent", "value": "x"},
        {"rule": "unknown-word", "field": "status", "value": "done"},
    ]
    severities = {rule["name"]: rule["severity"] for rule in found["rules"]}
    assert (severities["parent-unknown"], severities["unknown-word"]) == ("error", "warning")


def test_findings_are_sorted_by_rule_then_field_then_value(tmp_path: Path) -> None:
    text = bean(None, "nope", type="spike", blocking=["z-9", "a-9"], blocked_by=["c-9"], body="")
    found = the_item(tmp_path, text)["findings"]
    keys = [(each["rule"], each.get("field", ""), each.get("value", "")) for each in found]
    assert keys == sorted(keys)
    assert len({key[0] for key in keys}) > 2


def test_what_a_group_has_in_common_names_only_the_first_other_member(tmp_path: Path) -> None:
    """A thousand equal titles cost a line in each item, not a thousand."""
    ids = [f"app-{number}" for number in range(10, 40)]
    data = index(tmp_path, {identifier: bean("One title") for identifier in ids})
    found = {each["id"]: each["findings"] for each in orjson.loads(data)["items"]}
    assert found["app-10"] == [{"rule": "duplicate-title", "value": "app-11"}]
    assert {str(found[identifier]) for identifier in ids[1:]} == {str([{"rule": "duplicate-title", "value": "app-10"}])}


def test_problems_stand_at_the_end_by_path(tmp_path: Path) -> None:
    beans = {"b--x.md": "no front matter", "a--x.md": "---\ntitle: a\nstatus: b: c\n---\n", "--none.md": bean()}
    found = projection(build(write_beans(tmp_path, beans)))
    assert found["items"] == []
    assert found["problems"] == [
        {"path": ".beans/--none.md", "code": "no-id"},
        {"path": ".beans/a--x.md", "line": 3, "code": "unquoted-value", "value": "status"},
        {"path": ".beans/b--x.md", "code": "not-a-record"},
    ]


def test_no_byte_names_this_program_s_version_or_a_sentence_of_a_library(tmp_path: Path) -> None:
    data = index(
        tmp_path, {"a--x.md": "---\n\tx: [\n---\n", "b--x.md": "---\nx: &a b\n---\n", "c--x.md": "---\n\x01: b\n---\n"}
    )
    codes = {problem["code"] for problem in orjson.loads(data)["problems"]}
    assert len(codes) == 3
    assert all(code.replace("-", "").isalpha() for code in codes)
    assert b"while scanning" not in data


CHANGES = [
    pytest.param({"title": "Title", "status": "todo"}, {"title": "Another title", "status": "todo"}, 1, id="title"),
    pytest.param({"title": "Title", "status": "todo"}, {"title": "Title", "status": "draft"}, 1, id="state"),
    pytest.param({"priority": "high"}, {"priority": "low"}, 1, id="priority"),
    pytest.param({"parent": "app-2"}, {"parent": "app-3"}, 1, id="parent"),
    pytest.param({"tags": ["a", "b"]}, {"tags": ["a", "c"]}, 1, id="a-list's-entry"),
    pytest.param({"updated_at": "2026-02-01"}, {"updated_at": "2026-02-02"}, 1, id="date"),
    pytest.param({"pr": "12"}, {"pr": "13"}, 1, id="extra"),
    pytest.param({"body": "- [ ] a\n- [ ] b"}, {"body": "- [x] a\n- [ ] b"}, 1, id="checklist"),
    pytest.param({"order": "a"}, {"order": None}, 1, id="a-field-taken-away"),
    pytest.param({"body": "Some text."}, {"body": "Other text."}, 0, id="text-alone"),
]


@pytest.mark.parametrize(("before", "after", "lines"), CHANGES)
def test_one_field_changed_is_one_line_changed(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any], lines: int
) -> None:
    others = {"app-0": bean("Zero"), "app-2": bean("Two", type="epic"), "app-3": bean("Three", type="epic")}
    old = index(tmp_path, {**others, "app-1": bean(**before)}).decode().splitlines()
    new = index(tmp_path, {**others, "app-1": bean(**after)}).decode().splitlines()
    changed = [line for line in difflib.ndiff(old, new) if line.startswith(("-", "+"))]
    removed = [line for line in changed if line.startswith("-")]
    added = [line for line in changed if line.startswith("+")]
    assert max(len(removed), len(added)) == lines


def test_an_item_that_is_added_changes_no_line_of_the_others(tmp_path: Path) -> None:
    beans = {f"app-{number}": bean(f"Title {number}") for number in (1, 3)}
    old = index(tmp_path, beans).decode().splitlines()
    new = index(tmp_path, {**beans, "app-2": bean("Between")}).decode().splitlines()
    assert not [line for line in difflib.ndiff(old, new) if line.startswith("-")]


def test_a_path_that_is_not_utf_8_is_percent_encoded_and_so_is_its_id(tmp_path: Path) -> None:
    folder = write_beans(tmp_path, {})
    store = folder / ".beans"
    store.mkdir()
    try:
        Path(str(store), "caf\udce9-100%--x.md").write_bytes(bean().encode())
    except OSError:
        pytest.skip("this file system takes names in UTF-8 only")
    (item,) = projection(build(folder))["items"]
    assert (item["id"], item["path"]) == ("caf%E9-100%25", ".beans/caf%E9-100%25--x.md")


def test_the_same_files_give_the_same_bytes_wherever_they_lie(tmp_path: Path) -> None:
    source = CASES[0].parent / "beans" / "input"
    copied = tmp_path / "elsewhere"
    for path in sorted(source.rglob("*"), reverse=True):  # written in another order, at another time
        if path.is_file():
            place = copied / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())
    assert outputs(build(copied)) == outputs(build(source))


# Schemas


def json_files(made: Mapping[str, bytes]) -> dict[str, Any]:
    return {path: orjson.loads(data) for path, data in made.items() if path.endswith(".json")}


def schema_of(path: str, content: Any, made: Mapping[str, bytes]) -> Any:
    """The schema that a published file names; a badge's form is another's and has no room for its name."""
    if path.endswith("/badge.json"):
        return orjson.loads(made["schemas/badge-1.json"])
    if path.startswith("schemas/"):
        return Draft202012Validator.META_SCHEMA
    return orjson.loads(made[posixpath.normpath(posixpath.join(posixpath.dirname(path), content["$schema"]))])


@cache
def validator(schema: bytes) -> Draft202012Validator:
    return Draft202012Validator(orjson.loads(schema))


def faults_of(path: str, content: Any, made: Mapping[str, bytes]) -> list[str]:
    """What the validator says of one published JSON file."""
    errors = validator(orjson.dumps(schema_of(path, content, made))).iter_errors(content)
    return [f"{path}: {error.json_path}: {error.message}" for error in errors]


def faults(made: Mapping[str, bytes]) -> list[str]:
    return [fault for path, content in json_files(made).items() for fault in faults_of(path, content, made)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_published_json_file_of_a_golden_case_is_what_its_schema_says(case: Path) -> None:
    made = outputs(build(case / "input"))
    assert any(path.endswith("/index.json") for path in made)
    assert faults(made) == []


@pytest.mark.parametrize(
    "change",
    [
        {"items": [{"id": "a"}]},
        {"items": [{"id": "", "path": "a"}]},
        {"items": [{"id": "a", "path": "a", "status": ""}]},
        {"items": [{"id": "a", "path": "a", "unknown": "x"}]},
        {"items": [{"id": "a", "path": "a", "created_at": "2026-01-01"}]},
        {"items": [{"id": "a", "path": "a", "tags": "ui"}]},
        {"items": [{"id": "a", "path": "a", "archived": False}]},
        {"items": [{"id": "a", "path": "a", "findings": []}]},
        {"items": [{"id": "a", "path": "a", "findings": [{"rule": "x", "severity": "error"}]}]},
        {"items": [{"id": "a", "path": "a", "extra": {"x": 1}}]},
        {"problems": [{"path": "a"}]},
        {"problems": [{"path": "a", "code": "b", "line": 0}]},
        {"kind": "todos"},
        {"total": 1},
        {"title": None},
        {"states": [{"name": "a", "class": "stuck"}]},
    ],
)
def test_a_schema_refuses_what_a_projection_never_is(tmp_path: Path, change: dict[str, Any]) -> None:
    path = "assets/beans/index.json"
    made = outputs(build(write_beans(tmp_path, {"app-1": bean()})))
    whole = orjson.loads(made[path])
    assert faults_of(path, whole, made) == []
    assert faults_of(path, {**whole, **change}, made) != []


def test_every_json_file_has_a_schema_among_the_output(tmp_path: Path) -> None:
    made = outputs(build(write_beans(tmp_path, {"app-1": bean()})))
    data = {path for path in json_files(made) if not path.startswith("schemas/")}
    texts = "assets/_site/locales/en.json"
    assert data == {texts, *(f"assets/beans/{name}.json" for name in ("index", "summary", "text", "badge"))}
    schemas = {path for path in made if path.startswith("schemas/")}
    assert schemas == {f"schemas/{name}-1.json" for name in ("beans", "catalogue", "summary", "text", "badge")}


# Any store

_WORDS = st.sampled_from(
    ["todo", "in-progress", "completed", "scrapped", "draft", "done", "", "~", "on", "12:30", "0123"]
)
_IDS = st.sampled_from(["app-a1", "app-b2", "App-a1", "x", "b2", "nowhere", "ü-9"])
_TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=20)
_SCALARS = st.one_of(_WORDS, _IDS, _TEXTS, st.dates().map(str))
_VALUES = st.one_of(
    _SCALARS,
    st.lists(_SCALARS, max_size=3),
    st.dictionaries(st.sampled_from(["kind", "id", "repo"]), _SCALARS, max_size=3),
    st.lists(st.dictionaries(st.sampled_from(["kind", "id"]), _SCALARS, max_size=2), max_size=2),
)
_KEYS = st.sampled_from(
    [
        "title", "status", "type", "priority", "tags", "created_at", "updated_at", "order", "parent", "blocking",
        "blocked_by", "summary", "due", "artefacts", "references", "createdAt", "Title", "pr", "$schema", "id",
    ]
)  # fmt: skip
_BODIES = st.one_of(_TEXTS, st.sampled_from(["- [ ] a\n- [x] b", "```\n- [ ] a\n```\n", "# H\n\n1. [X] a", "---\n"]))


@st.composite
def _files(draw: st.DrawFn) -> bytes:
    """A record whose front matter is any JSON, which YAML takes as it stands; or, seldom, any text."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=60))
    fields = draw(st.dictionaries(_KEYS, _VALUES, max_size=6))
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
    return "\n".join(["---", *lines, "---", draw(_BODIES)]).encode()


_STORES = st.dictionaries(
    st.builds("{}{}--{}.md".format, st.sampled_from(["", "archive/", "deep/er/"]), _IDS, st.sampled_from("ab")),
    _files(),
    max_size=6,
)


@given(beans=_STORES, todos=_STORES)
@examples(60)
def test_any_store_gives_files_that_their_schemas_allow_and_loses_no_file(
    beans: dict[str, bytes], todos: dict[str, bytes]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = write_beans(Path(folder), beans)
        site = build(write_files(root, {f"todos/items/{name}": text for name, text in todos.items()}))
        made = {
            path: content
            for artifact in site.artifacts()
            if (path := artifact.path).endswith(".json") and (content := artifact.content())
        }
    assert faults(made) == []
    for graph, store in (("beans", beans), ("todos", todos)):
        if f"assets/{graph}/index.json" in made:
            found = orjson.loads(made[f"assets/{graph}/index.json"])
            assert len(found["items"]) + len(found["problems"]) == len(store)
            assert None not in list(walk(found))
            keys = [(each["id"].encode(), each["path"].encode()) for each in found["items"]]
            assert keys == sorted(keys)
