"""The order of a list: words as declared, numbers by value, text by bytes, absent last; then id, then path."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import bean, build, judged, write_beans, write_files

from gen_docs.order import sort_items


def ordered(folder: Path, beans: Mapping[str, str | bytes]) -> list[str]:
    graph = judged(build(write_beans(folder, beans))).graph
    return [item.id for item in sort_items(graph, graph.items)]


def by_field(folder: Path, type_: str, values: Mapping[str, str], extra: str = "") -> list[str]:
    """Ids of records of a kind with one field, sorted by it."""
    declaration = f"""
[graphs.g]
kind = "row"
store = "rows"
[kinds.row]
title = "Rows"
unit = {{ one = "row", other = "rows" }}
records = "work"
reader = "markdown"
[kinds.row.fields]
key = {{ type = "{type_}"{extra} }}
[kinds.row.views]
sort = ["key"]
"""
    rows = {f"rows/{name}.md": f"---\n{f'key: {value}' if value else ''}\n---\n" for name, value in values.items()}
    graph = judged(build(write_files(folder, {"gen-docs.toml": declaration, **rows})), "g").graph
    return [item.id for item in sort_items(graph, graph.items)]


def test_states_stand_in_the_order_of_the_kind(tmp_path: Path) -> None:
    states = ["scrapped", "draft", "in-progress", "completed", "todo"]
    assert ordered(tmp_path, {f"a-{state}--x.md": bean("T", state) for state in states}) == [
        "a-in-progress",
        "a-todo",
        "a-draft",
        "a-completed",
        "a-scrapped",
    ]


def test_unknown_words_come_after_the_known_by_bytes_and_absent_ones_last(tmp_path: Path) -> None:
    states = {"a": None, "b": "zzz", "c": "scrapped", "d": "Review", "e": "review"}
    assert ordered(tmp_path, {f"{name}--x.md": bean("T", state) for name, state in states.items()}) == list("cdeba")


def test_within_a_state_come_order_then_priority_then_type_then_title(tmp_path: Path) -> None:
    beans = {
        "a": bean("A title", priority="critical", type="milestone"),
        "b": bean("Z title", order="b"),
        "c": bean("Z title", order="a", priority="deferred"),
        "d": bean("A title", priority="high", type="epic"),
        "e": bean("A title", priority="high", type="task"),
        "f": bean("B title", priority="high", type="epic"),
    }
    assert ordered(tmp_path, {f"{name}--x.md": text for name, text in beans.items()}) == list("cbadfe")


def test_an_absent_word_sorts_as_the_default_that_it_means(tmp_path: Path) -> None:
    beans = {
        "a": bean("T", priority="low"),
        "b": bean("T"),
        "c": bean("T", priority="high"),
        "d": bean("T", priority="normal"),
        "e": bean("T", type="feature"),
    }
    assert ordered(tmp_path, {f"{name}--x.md": text for name, text in beans.items()}) == list("cebda")


def test_orders_are_compared_by_bytes_and_an_item_without_one_follows(tmp_path: Path) -> None:
    orders = {"a": "b", "b": "B", "c": "a1", "d": "a10", "e": "a2", "f": "é", "g": None}
    assert ordered(tmp_path, {f"{name}--x.md": bean("T", order=order) for name, order in orders.items()}) == list(
        "bcdeafg"
    )


def test_titles_are_compared_without_case(tmp_path: Path) -> None:
    titles = {"a": "banana", "b": "Apple", "c": "apple pie", "d": "Cherry", "e": None}
    assert ordered(tmp_path, {f"{name}--x.md": bean(title) for name, title in titles.items()}) == list("bcade")


def test_what_is_equal_is_told_apart_by_id_then_by_path(tmp_path: Path) -> None:
    beans = {
        "b--2.md": bean("T"),
        "b--1.md": bean("T"),
        "a--9.md": bean("T"),
        "z/b--0.md": bean("T"),
        "B--9.md": bean("T"),
    }
    graph = judged(build(write_beans(tmp_path, beans))).graph
    assert [item.path.removeprefix(".beans/") for item in sort_items(graph, graph.items)] == [
        "B--9.md",
        "a--9.md",
        "b--1.md",
        "b--2.md",
        "z/b--0.md",
    ]


@pytest.mark.parametrize(
    ("type_", "values", "expected"),
    [
        pytest.param("number", {"a": "10", "b": "9.5", "c": "-1", "d": "", "e": "0"}, "cebad", id="number"),
        pytest.param(
            "date", {"a": "2026-02-01", "b": "2025-12-31", "c": "", "d": "2026-01-01 08:00:00"}, "bdac", id="date"
        ),
        pytest.param(
            "text", {"a": "b", "b": "B", "c": "10", "d": "9", "e": "", "f": "ä", "g": "z"}, "cdbagfe", id="text"
        ),
        pytest.param("bool", {"a": "yes", "b": "no", "c": ""}, "bac", id="bool"),
        pytest.param("enum", {"a": "small", "b": "big", "c": "huge", "d": "", "e": "any"}, "abecd", id="enum"),
    ],
)
def test_values_of_a_type_have_that_type_s_order(
    tmp_path: Path, type_: str, values: dict[str, str], expected: str
) -> None:
    words = ', values = ["small", "big"]' if type_ == "enum" else ""
    assert by_field(tmp_path, type_, values, words) == list(expected)


def test_times_with_different_offsets_are_compared_as_instants(tmp_path: Path) -> None:
    values = {"a": "2026-01-01T10:00:00+09:00", "b": "2026-01-01T02:00:00Z", "c": "2026-01-01T00:30:00-01:00"}
    assert by_field(tmp_path, "date", values) == ["a", "c", "b"]


def test_text_beyond_the_first_plane_is_ordered_by_its_bytes(tmp_path: Path) -> None:
    assert by_field(tmp_path, "text", {"a": "\U0001f400", "b": "\uff5a", "c": "語"}) == ["c", "b", "a"]


def test_a_view_may_sort_by_id(tmp_path: Path) -> None:
    declaration = """
[graphs.g]
kind = "row"
store = "rows"
[kinds.row]
title = "Rows"
unit = { one = "row", other = "rows" }
records = "work"
reader = "markdown"
views = { sort = ["id"] }
"""
    rows = {f"rows/{name}.md": "---\n---\n" for name in ("b", "a", "C")}
    graph = judged(build(write_files(tmp_path, {"gen-docs.toml": declaration, **rows})), "g").graph
    assert [item.id for item in sort_items(graph, graph.items)] == ["C", "a", "b"]


def test_the_person_s_own_order_comes_first_for_todos(tmp_path: Path) -> None:
    todos = {
        "a": "order: 10\ncreated_at: 2026-01-01",
        "b": "order: 9\ncreated_at: 2026-01-02",
        "c": "created_at: 2026-01-04",
        "d": "created_at: 2026-01-03",
        "e": "order: soon\ncreated_at: 2026-01-05",
    }
    files = {f"todos/items/{name}.md": f"---\nsummary: T\n{keys}\n---\n" for name, keys in todos.items()}
    graph = judged(build(write_files(tmp_path, files)), "todos").graph
    assert [item.id for item in sort_items(graph, graph.items)] == list("badce")


@given(st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_before(shuffler: random.Random) -> None:
    graph = judged(build(Path(__file__).parent / "cases" / "beans" / "input")).graph
    items = list(graph.items)
    shuffler.shuffle(items)
    assert sort_items(graph, items) == sort_items(graph, graph.items)
