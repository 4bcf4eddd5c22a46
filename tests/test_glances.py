"""What to know first of a graph: what can begin, what is stuck, what changed last, and how much each would free."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support import bean, build, write_beans

from gen_docs.glances import count_unblocked, list_glances, list_ready, list_recent, list_stuck
from gen_docs.graph import Graph
from gen_docs.order import sort_items
from gen_docs.values import Item


def graph_of(folder: Path, beans: Mapping[str, Mapping[str, Any]]) -> Graph:
    files = {identifier: bean(**keys) for identifier, keys in beans.items()}
    return build(write_beans(folder, files)).graphs[0].graph


def ids_of(items: list[Item]) -> list[str]:
    return [item.id for item in items]


def test_what_can_begin_comes_by_priority_then_by_what_it_unblocks_then_as_the_kind_sorts(
    tmp_path: Path,
) -> None:
    graph = graph_of(
        tmp_path,
        {
            "app-a": {"title": "a"},
            "app-b": {"title": "b", "priority": "high"},
            "app-c": {"title": "c", "priority": "high", "blocking": ["app-x", "app-y"]},
            "app-d": {"title": "d", "priority": "odd"},
            "app-e": {"title": "e", "type": "epic"},
            "app-x": {"title": "x"},
            "app-y": {"title": "y"},
        },
    )
    assert ids_of(list_ready(graph, sort_items(graph, graph.items))) == ["app-c", "app-b", "app-a", "app-d"]


def test_stuck_is_open_work_that_waits_and_what_is_in_progress_comes_first(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path,
        {
            "app-a": {"blocked_by": ["app-c"]},
            "app-b": {"status": "in-progress", "parent": "app-a"},
            "app-c": {},
            "app-d": {"status": "completed", "blocked_by": ["app-c"]},
            "app-e": {"status": "in-progress"},
        },
    )
    assert ids_of(list_stuck(graph, list(graph.items))) == ["app-b", "app-a"]


def test_the_last_change_counts_and_else_when_it_was_made_and_what_has_no_date_is_left_out(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path,
        {
            "app-a": {"created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-05T00:00:00Z"},
            "app-b": {"created_at": "2026-01-06T00:00:00Z", "updated_at": None},
            "app-c": {"created_at": None, "updated_at": None},
            "app-d": {"updated_at": "2026-01-05T02:00:00+02:00"},
        },
    )
    assert ids_of(list_recent(graph, graph.items)) == ["app-b", "app-a", "app-d"]


@pytest.mark.parametrize(
    ("beans", "unblocked"),
    [
        pytest.param({"b": ["a"], "c": ["b"]}, {"app-a": 1, "app-b": 1}, id="a chain frees one after the other"),
        pytest.param({"b": ["a"], "c": ["a"], "d": ["b", "c"]}, {"app-a": 2}, id="two blockers free nothing alone"),
        pytest.param({"b": ["c"], "c": ["b"]}, {"app-b": 1, "app-c": 1}, id="a circle"),
        pytest.param({}, {}, id="nothing waits"),
    ],
)
def test_an_item_unblocks_what_waits_for_it_alone(
    tmp_path: Path, beans: dict[str, list[str]], unblocked: dict[str, int]
) -> None:
    keys = {f"app-{each}": {"blocked_by": [f"app-{other}" for other in beans.get(each, [])]} for each in "abcd"}
    assert count_unblocked(graph_of(tmp_path, keys)) == unblocked


def test_what_stands_below_inherits_what_its_parent_waits_for(tmp_path: Path) -> None:
    beans: dict[str, dict[str, Any]] = {
        "app-a": {},
        "app-b": {"blocked_by": ["app-a"]},
        "app-c": {"parent": "app-b"},
        "app-d": {},
    }
    assert count_unblocked(graph_of(tmp_path, {**beans, "app-e": {"parent": "app-b", "blocked_by": ["app-d"]}})) == {
        "app-a": 2
    }


def test_every_list_says_where_all_of_it_is(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, {"app-a": {}})
    assert [(each.name, each.query) for each in list_glances(graph, list(graph.items))] == [
        ("active", "?view=list&class=active&closed=hide&archived=show"),
        ("ready", "?view=ready&closed=hide&archived=show"),
        ("stuck", "?view=list&is=blocked&is=waiting&is=stale&closed=hide&archived=show"),
        ("recent", "?view=list&closed=show&archived=show&sort=-updated_at"),
    ]
