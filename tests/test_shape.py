"""Shape: from a record's text to typed values, words to classes; what cannot be a value is kept and noted."""

from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen_docs.fences import strip_fences
from gen_docs.kind import Kind
from gen_docs.kind_file import builtin_kinds, make_kind
from gen_docs.shape import MAX_EXTRA_BYTES, Shaped, count_checklist, shape_store
from gen_docs.tables import Report
from gen_docs.values import Item, Note, Problem, Record

BEANS = builtin_kinds()["beans"]
TODOS = builtin_kinds()["todos"]


def _make_kind(**parts: Any) -> Kind:
    report = Report("kind")
    table = {
        "title": "Things",
        "unit": {"one": "thing", "other": "things"},
        "records": "work",
        "reader": "markdown",
        **parts,
    }
    kind = make_kind("things", table, report)
    report.raise_if_any()
    assert kind is not None
    return kind


# Every type of field once.
TYPED = _make_kind(
    roles={"title": "name", "state": "phase", "parent": "under"},
    states={"on": "active", "off": "done"},
    fields={
        "words": {"type": "list"},
        "day": {"type": "date", "keys": ["on_day", "onDay"]},
        "size": {"type": "number"},
        "flag": {"type": "bool"},
        "one": {"type": "ref"},
        "many": {"type": "refs"},
        "note": {"type": "text"},
        "level": {"type": "enum", "values": ["low", "high"], "default": "low"},
    },
    links={"waits": {"edge": "blocks", "direction": "in"}},
)


def _shape(
    fields: Mapping[str, Any],
    kind: Kind = TYPED,
    body: str = "",
    aliases: Mapping[str, Mapping[str, str]] | None = None,
) -> Shaped:
    return shape_store([Record("a", "store/a.md", dict(fields), body)], kind, aliases or {})


def _item(
    fields: Mapping[str, Any],
    kind: Kind = TYPED,
    body: str = "",
    aliases: Mapping[str, Mapping[str, str]] | None = None,
) -> Item:
    shaped = _shape(fields, kind, body, aliases)
    assert shaped.problems == ()
    return shaped.items[0]


VALUES: list[tuple[str, Any, Any]] = [
    ("note", "text", "text"),
    ("note", "007", "007"),
    ("note", " spaces  stay ", " spaces  stay "),
    ("level", "high", "high"),
    ("level", "unheard of", "unheard of"),
    ("one", "app-1", "app-1"),
    ("under", "app-1", "app-1"),
    ("words", ["b", "a", "b"], ["b", "a", "b"]),
    ("words", ["a", ""], ["a", ""]),
    ("waits", ["x", "nowhere"], ["x", "nowhere"]),
    ("day", "2026-01-02", "2026-01-02T00:00:00Z"),
    ("day", "2026-01-02 03:04:05", "2026-01-02T03:04:05Z"),
    ("day", "2026-01-02T03:04:05+02:00", "2026-01-02T03:04:05+02:00"),
    ("size", "12", 12),
    ("size", "-3", -3),
    ("size", "+4", 4),
    ("size", "007", 7),
    ("size", "1.50", 1.5),
    ("size", "0", 0),
    ("flag", "true", True),
    ("flag", "Yes", True),
    ("flag", "ON", True),
    ("flag", "false", False),
    ("flag", "no", False),
    ("flag", "off", False),
    ("many", [{"kind": "bean", "id": "app-1"}], [{"kind": "bean", "id": "app-1"}]),
    (
        "many",
        [{"kind": "pr", "id": "12", "repo": "a/b", "more": ["x"]}],
        [{"kind": "pr", "id": "12", "repo": "a/b", "more": ["x"]}],
    ),
]


@pytest.mark.parametrize(("field", "written", "value"), VALUES)
def test_text_becomes_the_value_of_its_field(field: str, written: Any, value: Any) -> None:
    item = _item({field: written})
    assert item.values == {field: value}
    assert type(item.values[field]) is type(value)
    assert item.extra == {}
    assert item.notes == ()


@pytest.mark.parametrize("field", ["note", "level", "one", "words", "waits", "day", "size", "flag", "many", "phase"])
@pytest.mark.parametrize("written", ["", [], {}])
def test_an_empty_value_is_a_missing_key(field: str, written: Any) -> None:
    item = _item({field: written})
    assert item.values == {}
    assert item.extra == {}
    assert item.notes == ()


def test_a_default_is_not_filled_in() -> None:
    assert _item({"title": "A", "status": "todo"}, BEANS).values == {"title": "A", "status": "todo"}


SCALARS = [
    ("words", "a", ["a"]),
    ("words", "a, b", ["a, b"]),
    ("waits", "app-1", ["app-1"]),
    ("many", {"kind": "bean", "id": "app-1"}, [{"kind": "bean", "id": "app-1"}]),
]


@pytest.mark.parametrize(("field", "written", "value"), SCALARS)
def test_a_scalar_where_a_list_belongs_is_a_list_of_one_and_noted(field: str, written: Any, value: Any) -> None:
    item = _item({field: written})
    assert item.values == {field: value}
    assert item.notes == (Note("scalar-for-list", field),)


BAD_VALUES = [
    ("day", "yesterday", "bad-date"),
    ("day", "2026-02-30", "bad-date"),
    ("day", "2026-01-02T03:04:05", "bad-date"),
    ("size", "many", "bad-value"),
    ("size", "1e3", "bad-value"),
    ("size", "1,5", "bad-value"),
    ("size", "1.", "bad-value"),
    ("size", ".5", "bad-value"),
    ("size", "0x10", "bad-value"),
    ("size", "nan", "bad-value"),
    ("size", "9" * 16, "bad-value"),
    ("size", "٣", "bad-value"),
    ("size", "1\n", "bad-value"),
    ("flag", "maybe", "bad-value"),
    ("flag", "1", "bad-value"),
]


@pytest.mark.parametrize(("field", "written", "note"), BAD_VALUES)
def test_text_that_is_no_value_is_kept_under_extra_and_noted(field: str, written: str, note: str) -> None:
    item = _item({field: written})
    assert item.values == {}
    assert item.extra == {field: written}
    assert item.notes == (Note(note, field, written),)


WRONG_TYPES: list[tuple[str, Any]] = [
    ("note", ["a"]),
    ("note", {"a": "b"}),
    ("level", ["low"]),
    ("phase", {"on": ""}),
    ("one", ["app-1"]),
    ("under", ["app-1"]),
    ("day", ["2026-01-02"]),
    ("size", {"a": "1"}),
    ("flag", ["true"]),
    ("words", {"a": "b"}),
    ("words", [["a"]]),
    ("words", ["a", {"b": "c"}]),
    ("waits", {"a": "b"}),
]
NO_REFERENCES: list[Any] = ["app-1", ["app-1"], [{"kind": "bean"}], [{"kind": "bean", "id": ["app-1"]}]]


@pytest.mark.parametrize("written", NO_REFERENCES)
def test_what_is_no_list_of_references_is_kept_and_noted(written: Any) -> None:
    item = _item({"name": "A", "many": written})
    assert "many" not in item.values
    assert list(item.extra) == ["many"]
    assert [(note.name, note.field) for note in item.notes] == [("bad-value", "many")]


@pytest.mark.parametrize(("field", "written"), WRONG_TYPES)
def test_a_value_of_another_structure_makes_the_file_a_problem(field: str, written: Any) -> None:
    shaped = _shape({"name": "A", field: written})
    assert shaped.items == ()
    assert shaped.problems == (Problem("store/a.md", "wrong-type", value=field, id="a"),)


def test_a_wrong_type_names_the_key_as_it_is_written() -> None:
    assert _shape({"onDay": ["x"]}).problems == (Problem("store/a.md", "wrong-type", value="onDay", id="a"),)


SPELLINGS: list[tuple[dict[str, str], dict[str, str], dict[str, str]]] = [
    ({"day": "2026-01-01"}, {"day": "2026-01-01T00:00:00Z"}, {}),
    ({"on_day": "2026-01-01"}, {"day": "2026-01-01T00:00:00Z"}, {}),
    ({"onDay": "2026-01-01"}, {"day": "2026-01-01T00:00:00Z"}, {}),
    ({"onDay": "2026-01-01", "day": "2026-01-02"}, {"day": "2026-01-02T00:00:00Z"}, {"onDay": "2026-01-01"}),
    ({"onDay": "2026-01-01", "on_day": "2026-01-02"}, {"day": "2026-01-02T00:00:00Z"}, {"onDay": "2026-01-01"}),
    ({"OnDay": "2026-01-01"}, {}, {"OnDay": "2026-01-01"}),
]


@pytest.mark.parametrize(("written", "values", "extra"), SPELLINGS)
def test_the_first_spelling_that_is_present_wins_and_the_others_are_kept(
    written: dict[str, str], values: dict[str, str], extra: dict[str, str]
) -> None:
    item = _item(written)
    assert item.values == values
    assert item.extra == extra


def test_values_stand_in_the_order_of_the_kind_then_links_and_unknown_keys_in_that_of_the_file() -> None:
    item = _item({"zz": "1", "waits": ["x"], "under": "y", "note": "n", "aa": "2", "words": ["w"], "name": "A"})
    assert list(item.values) == ["name", "words", "note", "under", "waits"]
    assert list(item.extra.items()) == [("zz", "1"), ("aa", "2")]


EXTRAS: list[tuple[Any, str]] = [
    ("text", "text"),
    ("", ""),
    (["a", "b"], '["a","b"]'),
    ([], "[]"),
    ({"b": "1", "a": ["x", {"y": ""}]}, '{"b":"1","a":["x",{"y":""}]}'),
    ({"é": "任"}, '{"é":"任"}'),
    ("x" * MAX_EXTRA_BYTES, "x" * MAX_EXTRA_BYTES),
    ("x" * (MAX_EXTRA_BYTES + 1), "x" * MAX_EXTRA_BYTES + "…"),
    ("x" + "é" * MAX_EXTRA_BYTES, "x" + "é" * (MAX_EXTRA_BYTES // 2 - 1) + "…"),
]


@pytest.mark.parametrize(("written", "text"), EXTRAS, ids=range(len(EXTRAS)))
def test_unknown_keys_are_kept_as_text(written: Any, text: str) -> None:
    assert _item({"other": written}).extra == {"other": text}


def test_a_long_value_of_a_bad_date_is_cut_too() -> None:
    assert _item({"day": "x" * 5000}).extra == {"day": "x" * 4096 + "…"}


STATES = [
    ({"status": "in-progress"}, "in-progress", "active", True),
    ({"status": "todo"}, "todo", "ready", True),
    ({"status": "draft"}, "draft", "draft", True),
    ({"status": "completed"}, "completed", "done", False),
    ({"status": "scrapped"}, "scrapped", "dropped", False),
    ({"status": "done"}, "done", None, True),
    ({"status": "Completed"}, "Completed", None, True),
    ({}, "", None, True),
]


@pytest.mark.parametrize(("fields", "state", "state_class", "is_open"), STATES)
def test_a_word_has_its_class_and_an_unknown_one_is_open(
    fields: dict[str, str],
    state: str,
    state_class: str | None,
    is_open: bool,  # noqa: FBT001
) -> None:
    item = _item(fields, BEANS)
    assert (item.state, item.state_class, item.is_open) == (state, state_class, is_open)


def test_a_declared_alias_gives_a_word_its_meaning() -> None:
    aliases = {"status": {"done": "completed"}, "priority": {"medium": "normal"}}
    item = _item({"status": "done", "priority": "medium", "type": "done"}, BEANS, aliases=aliases)
    assert item.values == {"status": "completed", "priority": "normal", "type": "done"}
    assert (item.state, item.state_class) == ("completed", "done")


def test_the_built_in_kind_of_todos_reads_both_spellings_of_its_fields() -> None:
    item = _item({"title": "A", "createdAt": "2026-01-02", "status": "open", "order": "2"}, TODOS)
    assert item.values == {"summary": "A", "status": "open", "order": 2, "created_at": "2026-01-02T00:00:00Z"}


def test_items_are_sorted_by_id_as_bytes_then_path_and_problems_by_path() -> None:
    records: list[Record | Problem] = [
        Record("b", "2.md", {}, ""),
        Problem("z.md", "no-id"),
        Record("B", "9.md", {}, ""),
        Record("b", "1.md", {}, ""),
        Record("é", "0.md", {}, ""),
        Problem("a.md", "yaml-syntax", 3),
        Record("\U0001f680", "0.md", {}, ""),
        Record("\uffee", "0.md", {}, ""),
        Record("c", "1.md", {"title": ["x"]}, ""),
    ]
    shaped = shape_store(records, BEANS, {})
    assert [(item.id, item.path) for item in shaped.items] == [
        ("B", "9.md"),
        ("b", "1.md"),
        ("b", "2.md"),
        ("é", "0.md"),
        ("\uffee", "0.md"),
        ("\U0001f680", "0.md"),
    ]
    assert [item.id.encode() for item in shaped.items] == sorted(item.id.encode() for item in shaped.items)
    assert [problem.path for problem in shaped.problems] == ["1.md", "a.md", "z.md"]


_NESTED: st.SearchStrategy[Any] = st.recursive(
    st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([field.name for field in TYPED.all_fields()] + ["other", "onDay"]), _NESTED))
def test_whatever_is_written_gives_an_item_or_a_problem_and_nothing_is_lost(fields: dict[str, Any]) -> None:
    shaped = _shape(fields)
    assert len(shaped.items) + len(shaped.problems) == 1
    for item in shaped.items:
        orjson.dumps(item.values)
        kept = {*item.values, *item.extra}
        assert all(key in kept or not value or (key == "onDay" and "day" in kept) for key, value in fields.items())


# --- checklists ----------------------------------------------------------------------------------------------------

CHECKLISTS: dict[str, tuple[str, tuple[int, int] | None]] = {
    "no list": ("text", None),
    "nothing": ("", None),
    "open and done": ("- [ ] a\n- [x] b\n- [X] c", (2, 3)),
    "on the first line": ("- [x] a", (1, 1)),
    "other bullets": ("* [ ] a\n+ [x] b", (1, 2)),
    "numbers": ("1. [x] a\n2) [ ] b\n10. [x] c", (2, 3)),
    "nested": ("- [ ] a\n  - [x] b\n\t- [x] c\n        - [ ] d", (2, 4)),
    "nothing after the box": ("- [ ]\n- [x]", (1, 2)),
    "other states are not counted": ("- [~] a\n- [-] b\n- [ ] c", (0, 1)),
    "only other states": ("- [~] a", None),
    "a box in a sentence": ("Write [ ] or [x] there.", None),
    "no space after the bullet": ("-[ ] a\n-[x] b", None),
    "text joined to the box": ("- [ ]a\n- [x](link)", None),
    "an empty box": ("- [] a\n- [ ] b", (0, 1)),
    "in a fence": ("```\n- [ ] a\n- [x] b\n```", None),
    "beside a fence": ("- [x] a\n```\n- [ ] b\n```\n- [ ] c", (1, 2)),
    "in a fence of tildes": ("~~~\n- [ ] a\n```\n- [ ] b\n~~~\n- [x] c", (1, 1)),
    "in a fence that never closes": ("- [x] a\n```\n- [ ] b", (1, 1)),
    "between other text": ("Intro\n\n- [x] a\n\nMore\n\n- [ ] b\n", (1, 2)),
}


@pytest.mark.parametrize(("body", "counts"), CHECKLISTS.values(), ids=CHECKLISTS)
def test_a_checklist_is_counted_by_lines_outside_fences(body: str, counts: tuple[int, int] | None) -> None:
    assert count_checklist(body) == counts
    assert _item({}, body=body).checklist == counts


FENCED = {
    "no fence": ("a\nb", "a\nb"),
    "a fence": ("a\n```\ncode\n```\nb", "a\nb"),
    "an unclosed fence": ("a\n~~~\ncode", "a"),
    "a fence in a fence": ("````\n```\nx\n```\n````\na", "a"),
    "a span is no fence": ("a ```b``` c", "a ```b``` c"),
}


@pytest.mark.parametrize(("body", "kept"), FENCED.values(), ids=FENCED)
def test_fences_are_left_out(body: str, kept: str) -> None:
    assert strip_fences(body) == kept


@pytest.mark.parametrize(
    ("body", "counted"),
    [
        ("- a\n  - b\n    ```\n    - [ ] code\n    ```\n- [x] c", (1, 1)),
        ("1. a\n   - b\n\n     ~~~\n     - [ ] code\n     ~~~\n\n- [ ] c", (0, 1)),
        ("- ```\n  - [ ] code\n  ```\n- [x] c", (1, 1)),
        ("text\n\n    ```\n- [ ] after indented code", (0, 1)),
    ],
)
def test_a_fence_in_a_list_may_stand_at_any_depth(body: str, counted: tuple[int, int]) -> None:
    assert count_checklist(body) == counted


def test_an_empty_first_spelling_gives_way_to_one_that_says_something() -> None:
    assert _item({"name": "A", "day": "", "onDay": "2026-01-01"}).values["day"] == "2026-01-01T00:00:00Z"
