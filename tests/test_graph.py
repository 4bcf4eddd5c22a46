"""State graphs: edges, what is blocked and why, what is ready, cycles, and that no store makes any of it slow."""

import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import IS_THOROUGH, bean, build, examples, item, judged, projection, write_beans, write_files

from gen_docs.build import Build
from gen_docs.cycles import find_cycles, strong_components, tree_intervals
from gen_docs.declaration import DeclaredGraph, load_site
from gen_docs.files import Root
from gen_docs.graph import Blocker, Graph, resolve
from gen_docs.ids import ItemRef
from gen_docs.kind_file import builtin_kinds
from gen_docs.projection import project
from gen_docs.rules import find
from gen_docs.shape import shape_store
from gen_docs.values import Record

BEANS: Final = builtin_kinds()["beans"]
Fields = Mapping[str, Any]


def _graph(beans: Mapping[str, Fields] | Iterable[tuple[str, Fields]]) -> Graph:
    """A graph of beans by id; pairs may name an id twice. A bean without a status is to do."""
    pairs = beans.items() if isinstance(beans, Mapping) else beans
    records = [
        Record(identifier, f".beans/{identifier}--{number}.md", {"status": "todo", **fields}, "text")
        for number, (identifier, fields) in enumerate(pairs)
    ]
    declared = DeclaredGraph("beans", "Beans", ".beans", BEANS, "exact", {})
    return resolve([(declared, shape_store(records, BEANS, {}))])[0]


def _ready(graph: Graph) -> set[str]:
    return {item.id for item in graph.items if graph.is_ready(item)}


def _blocked(graph: Graph) -> set[str]:
    return {identifier for identifier in graph.ids.files if graph.is_blocked(identifier)}


DONE: Final = {"status": "completed"}
DROPPED: Final = {"status": "scrapped"}
ACTIVE: Final = {"status": "in-progress"}
DRAFT: Final = {"status": "draft"}


# --- edges ---------------------------------------------------------------------------------------------------------


def test_a_block_is_one_edge_from_whichever_end_it_is_written() -> None:
    by_waiter = _graph({"a": {}, "b": {"blocked_by": ["a"]}})
    by_blocker = _graph({"a": {"blocking": ["b"]}, "b": {}})
    by_both = _graph({"a": {"blocking": ["b", "b"]}, "b": {"blocked_by": ["a", "a"]}})
    assert by_waiter.blockers == by_blocker.blockers == by_both.blockers == {"b": ("a",)}
    assert by_waiter.blocking == by_blocker.blocking == by_both.blocking == {"a": ("b",)}


def test_parents_and_children_are_two_sides_of_one_edge() -> None:
    graph = _graph({"e": {}, "b": {"parent": "e"}, "a": {"parent": "e"}})
    assert graph.parents == {"a": ("e",), "b": ("e",)}
    assert graph.children == {"e": ("a", "b")}


def test_an_edge_to_nothing_is_no_edge() -> None:
    graph = _graph({"a": {"parent": "gone", "blocked_by": ["gone"], "blocking": ["gone"]}})
    assert (graph.parents, graph.children, graph.blockers, graph.blocking) == ({}, {}, {}, {})


def test_a_short_id_or_another_case_is_no_edge() -> None:
    graph = _graph({"app-1": {}, "app-2": {"blocked_by": ["1", "APP-1"], "parent": "1"}})
    assert (graph.parents, graph.blockers) == ({}, {})


def test_an_item_is_not_its_own_parent() -> None:
    graph = _graph({"a": {"parent": "a"}})
    assert (graph.parents, graph.children) == ({}, {})
    assert _ready(graph) == {"a"}


def test_links_in_the_file_stay_as_they_are_written() -> None:
    graph = _graph({"a": {"blocked_by": ["z", "gone", "a", "z"]}, "z": {}})
    assert graph.items[0].values["blocked_by"] == ["z", "gone", "a", "z"]


# --- blocked and ready ---------------------------------------------------------------------------------------------

# Beans; which are blocked; which are ready.
STATES: dict[str, tuple[dict[str, Fields], str, str]] = {
    "nothing in the way": ({"a": {}}, "", "a"),
    "an open blocker": ({"a": {}, "b": {"blocked_by": ["a"]}}, "b", "a"),
    "a blocker that moves": ({"a": ACTIVE, "b": {"blocked_by": ["a"]}}, "b", ""),
    "a blocker that is a draft": ({"a": DRAFT, "b": {"blocked_by": ["a"]}}, "b", ""),
    "a blocker in an unknown state": ({"a": {"status": "done"}, "b": {"blocked_by": ["a"]}}, "b", ""),
    "a blocker without a state": ({"a": {"status": ""}, "b": {"blocked_by": ["a"]}}, "b", ""),
    "a blocker that is done": ({"a": DONE, "b": {"blocked_by": ["a"]}}, "", "b"),
    "a blocker that was dropped": ({"a": DROPPED, "b": {"blocked_by": ["a"]}}, "", "b"),
    "a blocker that does not exist": ({"b": {"blocked_by": ["a"]}}, "", "b"),
    "one open blocker among closed ones": ({"a": DONE, "b": {}, "c": {"blocked_by": ["a", "b"]}}, "c", "b"),
    "closed work is not blocked": ({"a": {}, "b": {**DONE, "blocked_by": ["a"]}}, "", "a"),
    "a blocked blocker still blocks": (
        {"a": {}, "b": {"blocked_by": ["a"]}, "c": {"blocked_by": ["b"]}},
        "b c",
        "a",
    ),
    "a blocker of a blocker that is done is not inherited": (
        {"a": {}, "b": {**DONE, "blocked_by": ["a"]}, "c": {"blocked_by": ["b"]}},
        "",
        "a c",
    ),
    "a blocked parent": ({"a": {}, "e": {"blocked_by": ["a"]}, "t": {"parent": "e"}}, "e t", "a"),
    "a blocked ancestor": (
        {"a": {}, "e": {"blocked_by": ["a"]}, "f": {"parent": "e"}, "t": {"parent": "f"}},
        "e f t",
        "a",
    ),
    "a blocked child does not block its parent": (
        {"a": {}, "e": {}, "t": {"parent": "e", "blocked_by": ["a"]}},
        "t",
        "a e",
    ),
    "a closed parent that has an open blocker": (
        {"a": {}, "e": {**DONE, "blocked_by": ["a"]}, "t": {"parent": "e"}},
        "t",
        "a",
    ),
    "a done parent": ({"e": DONE, "t": {"parent": "e"}}, "", ""),
    "a dropped ancestor": ({"m": DROPPED, "e": {"parent": "m"}, "t": {"parent": "e"}}, "", ""),
    "a parent that moves": ({"e": ACTIVE, "t": {"parent": "e"}}, "", "t"),
    "a parent that is a draft": ({"e": DRAFT, "t": {"parent": "e"}}, "", "t"),
    "a parent in an unknown state": ({"e": {"status": "done"}, "t": {"parent": "e"}}, "", "t"),
    "blocked by itself": ({"a": {"blocked_by": ["a"]}}, "a", ""),
    "blocked by its parent": ({"e": {}, "t": {"parent": "e", "blocked_by": ["e"]}}, "t", "e"),
    "blocked by its child": ({"e": {"blocked_by": ["t"]}, "t": {"parent": "e"}}, "e t", ""),
    "two that wait for each other": ({"a": {"blocked_by": ["b"]}, "b": {"blocked_by": ["a"]}}, "a b", ""),
    "parents in a circle": ({"a": {"parent": "b"}, "b": {"parent": "a"}}, "", "a b"),
    "parents in a circle, one of them blocked": (
        {"a": {"parent": "b"}, "b": {"parent": "a", "blocked_by": ["c"]}, "c": {}, "d": {"parent": "a"}},
        "a b d",
        "c",
    ),
    "parents in a circle, one of them closed": (
        {"a": {"parent": "b"}, "b": {"parent": "a", **DONE}, "c": {"parent": "a"}},
        "",
        "",
    ),
    "only a ready state is ready": (
        {"a": ACTIVE, "b": DRAFT, "c": DONE, "d": DROPPED, "e": {"status": "open"}, "f": {"status": ""}, "g": {}},
        "",
        "g",
    ),
    "containers are ready like any other": ({"m": {"type": "milestone"}, "e": {"type": "epic"}}, "", "e m"),
}


@pytest.mark.parametrize(("beans", "blocked", "ready"), STATES.values(), ids=STATES)
def test_blocked_and_ready_are_those_of_the_command(beans: dict[str, Fields], blocked: str, ready: str) -> None:
    graph = _graph(beans)
    assert _blocked(graph) == set(blocked.split())
    assert _ready(graph) == set(ready.split())


# Beans; an id; its blockers, each with the item that it blocks.
REASONS: dict[str, tuple[dict[str, Fields], str, str]] = {
    "its own, by bytes": ({"a": {}, "b": {}, "c": {"blocked_by": ["b", "a"]}}, "c", "a>c b>c"),
    "closed ones are none": ({"a": DONE, "b": {}, "c": {"blocked_by": ["b", "a"]}}, "c", "b>c"),
    "inherited": ({"a": {}, "e": {"blocked_by": ["a"]}, "t": {"parent": "e"}}, "t", "a>e"),
    "inherited from further up": (
        {"a": {}, "m": {"blocked_by": ["a"]}, "e": {"parent": "m"}, "t": {"parent": "e"}},
        "t",
        "a>m",
    ),
    "of several ancestors the nearest": (
        {"a": {}, "b": {}, "m": {"blocked_by": ["a"]}, "e": {"parent": "m", "blocked_by": ["b"]}, "t": {"parent": "e"}},
        "t",
        "b>e",
    ),
    "its own before inherited ones": (
        {"a": {}, "b": {}, "e": {"blocked_by": ["a"]}, "t": {"parent": "e", "blocked_by": ["b"]}},
        "t",
        "b>t a>e",
    ),
    "none": ({"a": {}}, "a", ""),
    "in a circle of parents": (
        {"a": {"parent": "b"}, "b": {"parent": "a", "blocked_by": ["c"]}, "c": {}},
        "a",
        "c>b",
    ),
    "in a circle of parents, at the one that waits": (
        {"a": {"parent": "b"}, "b": {"parent": "a", "blocked_by": ["c"]}, "c": {}},
        "b",
        "c>b",
    ),
}


@pytest.mark.parametrize(("beans", "identifier", "reasons"), REASONS.values(), ids=REASONS)
def test_why_an_item_is_blocked_says_which_and_through_what(
    beans: dict[str, Fields], identifier: str, reasons: str
) -> None:
    expected = [Blocker(*reason.split(">")) for reason in reasons.split()]
    assert list(_graph(beans).reasons(identifier)) == expected


# --- duplicates ----------------------------------------------------------------------------------------------------


def test_an_id_is_open_while_any_of_its_files_is() -> None:
    graph = _graph([("a", DONE), ("a", {}), ("b", {"blocked_by": ["a"]}), ("c", DONE), ("c", DROPPED)])
    assert graph.open_ids == {"a", "b"}
    assert _blocked(graph) == {"b"}


def test_parents_and_blockers_of_the_files_of_one_id_are_joined() -> None:
    graph = _graph(
        [
            ("d", {"parent": "e", "blocked_by": ["x"]}),
            ("d", {"parent": "f", "blocked_by": ["y"]}),
            *((each, {}) for each in "efxy"),
        ]
    )
    assert graph.parents["d"] == ("e", "f")
    assert graph.children == {"e": ("d",), "f": ("d",)}
    assert graph.blockers["d"] == ("x", "y")
    assert graph.reasons("d") == (Blocker("x", "d"), Blocker("y", "d"))


def test_a_doubled_id_inherits_from_the_parents_of_all_its_files() -> None:
    graph = _graph([("d", {"parent": "e"}), ("d", {"parent": "f"}), ("e", {}), ("f", {"blocked_by": ["x"]}), ("x", {})])
    assert _blocked(graph) == {"d", "f"}
    assert graph.reasons("d") == (Blocker("x", "f"),)


def test_a_closed_file_of_an_open_id_is_not_ready() -> None:
    graph = _graph([("a", DONE), ("a", {})])
    assert [graph.is_ready(each) for each in graph.items] == [False, True]


# --- against brute force -------------------------------------------------------------------------------------------

_IDS: Final = "abcdef"
_STATUS = st.sampled_from(["todo", "todo", "draft", "in-progress", "completed", "scrapped", "done", ""])
_ANY_ID = st.sampled_from([*_IDS, "gone"])
_BEAN = st.fixed_dictionaries(
    {"status": _STATUS},
    optional={
        "parent": _ANY_ID,
        "blocked_by": st.lists(_ANY_ID, max_size=2),
        "blocking": st.lists(_ANY_ID, max_size=2),
    },
)
_STORES = st.lists(st.tuples(st.sampled_from(_IDS), _BEAN), max_size=9)


def _climb(start: str, parents: Mapping[str, set[str]]) -> set[str]:
    """Every ancestor of an id, found by walking until nothing new comes."""
    found: set[str] = set()
    pending = [start]
    while pending:
        for parent in parents.get(pending.pop(), ()):
            if parent not in found:
                found.add(parent)
                pending.append(parent)
    return found


@examples(400)
@given(_STORES)
def test_blocked_and_ready_are_what_their_definition_says(beans: list[tuple[str, dict[str, Any]]]) -> None:
    graph = _graph(beans)
    ids = {identifier for identifier, _ in beans}
    is_open = {each for each, fields in beans if fields["status"] not in ("completed", "scrapped")}
    parents: dict[str, set[str]] = {}
    waits: dict[str, set[str]] = {}
    for identifier, fields in beans:
        parents.setdefault(identifier, set()).update({fields.get("parent", "")} & (ids - {identifier}))
        waits.setdefault(identifier, set()).update(set(fields.get("blocked_by", ())) & ids)
        for other in set(fields.get("blocking", ())) & ids:
            waits.setdefault(other, set()).add(identifier)
    stopped = {each for each in ids if any(waits.get(via, set()) & is_open for via in {each, *_climb(each, parents)})}
    assert _blocked(graph) == stopped & is_open
    assert [graph.is_ready(each) for each in graph.items] == [
        each.state == "todo" and each.id not in stopped and _climb(each.id, parents) <= is_open for each in graph.items
    ]
    for each in ids:
        reasons = graph.reasons(each)
        assert bool(reasons) == (each in stopped)
        assert {reason.id for reason in reasons if reason.via == each} == waits.get(each, set()) & is_open
        above = _climb(each, parents) | {each}
        assert all(reason.via in above and reason.id in waits[reason.via] & is_open for reason in reasons)


_EDGES = st.dictionaries(
    st.sampled_from(_IDS), st.lists(st.sampled_from(_IDS), max_size=3, unique=True).map(tuple), max_size=6
)


def _reach(edges: Mapping[str, tuple[str, ...]]) -> dict[str, set[str]]:
    """For every node what it reaches in one step or more."""
    return {node: _climb(node, {source: set(targets) for source, targets in edges.items()}) for node in _IDS}


@examples(600)
@given(_EDGES)
def test_strong_components_are_the_ids_that_reach_each_other(edges: dict[str, tuple[str, ...]]) -> None:
    groups = strong_components(edges)
    members = [member for group in groups for member in group]
    assert len(members) == len(set(members))
    assert set(members) == set(edges) | {target for targets in edges.values() for target in targets}
    reach = _reach(edges)
    together = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    assert together == {
        frozenset(pair) for pair in combinations(_IDS, 2) if pair[1] in reach[pair[0]] and pair[0] in reach[pair[1]]
    }


@examples(300)
@given(_EDGES)
def test_a_member_of_a_cycle_names_the_first_other_member(edges: dict[str, tuple[str, ...]]) -> None:
    reach = _reach(edges)
    expected = {}
    for node in _IDS:
        others = sorted(other for other in _IDS if other != node and other in reach[node] and node in reach[other])
        if others:
            expected[node] = others[0]
    assert find_cycles(edges) == expected


def _chain(node: str, parents: Mapping[str, tuple[str, ...]]) -> list[str] | None:
    """An id's ancestors by first parents up to a root, or None when they go round in a circle."""
    chain = [node]
    while above := parents.get(chain[-1]):
        if above[0] in chain:
            return None
        chain.append(above[0])
    return chain[1:]


@examples(600)
@given(_EDGES)
def test_an_interval_lies_in_that_of_every_ancestor_and_in_no_other(parents: dict[str, tuple[str, ...]]) -> None:
    intervals = tree_intervals(parents, _IDS)
    chains = {node: _chain(node, parents) for node in _IDS}
    assert set(intervals) == {node for node, chain in chains.items() if chain is not None}
    for inner in intervals:
        for outer in intervals:
            is_inside = intervals[outer][0] < intervals[inner][0] and intervals[inner][1] <= intervals[outer][1]
            assert is_inside == (outer in (chains[inner] or []))


def test_descendants_are_known_by_the_first_parent_and_not_in_circles() -> None:
    graph = _graph(
        [
            ("a", {}),
            ("b", {"parent": "a"}),
            ("c", {"parent": "b"}),
            ("d", {"parent": "b"}),
            ("d", {"parent": "x"}),
            ("x", {}),
            ("y", {"parent": "z"}),
            ("z", {"parent": "y"}),
        ]
    )
    inside = {(inner, outer) for inner in "abcdxyz" for outer in "abcdxyz" if graph.is_descendant(inner, outer)}
    assert inside == {("b", "a"), ("c", "a"), ("c", "b"), ("d", "a"), ("d", "b")}


# --- cycles --------------------------------------------------------------------------------------------------------


def test_a_cycle_of_blocks_goes_across_both_directions_of_writing() -> None:
    graph = _graph({"a": {"blocking": ["b"], "blocked_by": ["c"]}, "b": {"blocking": ["c"]}, "c": {}})
    assert graph.blocking_cycles == {"a": "b", "b": "a", "c": "a"}


def test_a_closed_member_breaks_a_cycle_of_blocks() -> None:
    assert _graph([("a", {"blocked_by": ["b"]}), ("b", {**DONE, "blocked_by": ["a"]})]).blocking_cycles == {}


def test_a_cycle_of_parents_names_its_first_other_member() -> None:
    graph = _graph({"c": {"parent": "b"}, "b": {"parent": "a"}, "a": {"parent": "c"}, "d": {"parent": "c"}})
    assert graph.parent_cycles == {"a": "b", "b": "a", "c": "a"}


def test_a_reference_to_itself_is_no_cycle() -> None:
    graph = _graph({"a": {"parent": "a", "blocked_by": ["a"], "blocking": ["a"]}})
    assert (graph.parent_cycles, graph.blocking_cycles) == ({}, {})


# --- ids -----------------------------------------------------------------------------------------------------------


def test_a_short_id_is_what_follows_the_last_hyphen_where_that_is_unique() -> None:
    ids = ("app-one", "app-two", "lib-two", "one-two-six", "plain", "six", "app-")
    graph = _graph([(each, {}) for each in ids])
    assert graph.ids.short.get("one") == "app-one"
    assert "two" not in graph.ids.short
    assert "six" not in graph.ids.short  # it is a full id
    assert "plain" not in graph.ids.short


SUGGESTIONS = [
    ("ab1", "app-ab1"),
    ("APP-AB1", "app-ab1"),
    ("app-AB1", "app-ab1"),
    ("nothing", ""),
    ("", ""),
]


@pytest.mark.parametrize(("written", "suggested"), SUGGESTIONS)
def test_the_full_id_is_suggested_for_a_short_one_and_for_another_case(written: str, suggested: str) -> None:
    assert _graph({"app-ab1": {}, "app-cd2": {}}).ids.suggest(written) == suggested


def test_of_two_ids_that_differ_in_case_the_first_by_bytes_is_suggested() -> None:
    assert _graph({"app-x": {}, "App-x": {}}).ids.suggest("APP-X") == "App-x"


# --- across graphs -------------------------------------------------------------------------------------------------


def _write_site(folder: Path, declaration: str, files: Mapping[str, str]) -> Build:
    write_files(folder, {"gen-docs.toml": declaration, **files})
    return build(folder)


_TWO_GRAPHS = """
[graphs.beans]
kind = "beans"
store = "beans"
[graphs.todos]
kind = "todos"
store = "todos"
[graphs.qa]
title = "QA"
store = "qa"
"""


@pytest.mark.parametrize("written", ["app-1", "1", "call-them"])
def test_an_undone_graph_is_tracked_by_an_item_of_any_graph_by_full_or_short_id(tmp_path: Path, written: str) -> None:
    files = {"beans/app-1--a.md": bean(), "todos/call-them.md": "---\nsummary: Call\nstatus: open\n---\n"}
    site = _write_site(tmp_path, f'{_TWO_GRAPHS}tracked_by = "{written}"\n', files)
    graph = judged(site, "qa").graph
    wanted = ItemRef("todos", "call-them") if written == "call-them" else ItemRef("beans", "app-1")
    assert graph.tracked_by == wanted
    assert (graph.state, graph.defect) == ("declared", None)


@pytest.mark.parametrize("written", ["2", "app-9", "them", "APP-1"])
def test_an_id_that_is_unknown_or_not_unique_tracks_nothing_and_is_a_defect(tmp_path: Path, written: str) -> None:
    """A short id that two items share names neither; a kind without short ids has none."""
    files = {
        "beans/app-1--a.md": bean(),
        "beans/app-2--b.md": bean(),
        "beans/lib-2--c.md": bean(),
        "todos/call-them.md": "---\nsummary: Call\nstatus: open\n---\n",
    }
    site = _write_site(tmp_path, f'{_TWO_GRAPHS}tracked_by = "{written}"\n', files)
    graph = judged(site, "qa").graph
    assert graph.tracked_by is None
    assert graph.defect == ("unknown-item", written)
    assert graph.state == "unresolved"


def test_a_short_id_that_two_graphs_share_tracks_nothing(tmp_path: Path) -> None:
    declaration = """
[graphs.one]
kind = "beans"
store = "one"
[graphs.two]
kind = "beans"
store = "two"
[graphs.qa]
tracked_by = "x1"
"""
    site = _write_site(tmp_path, declaration, {"one/app-x1--a.md": bean(), "two/lib-x1--a.md": bean()})
    assert judged(site, "qa").graph.tracked_by is None


def test_a_full_id_comes_before_a_short_one_of_another_graph(tmp_path: Path) -> None:
    files = {"beans/app-1--a.md": bean(), "todos/1.md": "---\nsummary: Call\nstatus: open\n---\n"}
    site = _write_site(tmp_path, f'{_TWO_GRAPHS}tracked_by = "1"\n', files)
    assert judged(site, "qa").graph.tracked_by == ItemRef("todos", "1")


REFERENCES: list[tuple[dict[str, Any], ItemRef | None]] = [
    ({"kind": "bean", "id": "app-1"}, ItemRef("beans", "app-1")),
    ({"kind": "bean", "id": "1"}, ItemRef("beans", "app-1")),
    ({"kind": "bean", "id": "app-9"}, None),
    ({"kind": "todo", "id": "call-them"}, ItemRef("todos", "call-them")),
    ({"kind": "todo", "id": "them"}, None),
]


@pytest.mark.parametrize(("reference", "found"), REFERENCES)
def test_a_reference_names_an_item_of_the_graph_of_its_unit(
    tmp_path: Path, reference: dict[str, Any], found: ItemRef | None
) -> None:
    files = {"beans/app-1--a.md": bean(), "todos/call-them.md": "---\nsummary: Call\nstatus: open\n---\n"}
    index = judged(_write_site(tmp_path, _TWO_GRAPHS, files)).graph.index
    assert index.is_reference(reference)
    assert index.find_reference(reference) == found


@pytest.mark.parametrize("reference", [{"kind": "issue", "id": "1"}, {"kind": "bean", "id": "1", "repo": "a/b"}])
def test_a_reference_to_another_sort_or_another_repository_is_data(tmp_path: Path, reference: dict[str, Any]) -> None:
    index = judged(_write_site(tmp_path, _TWO_GRAPHS, {"beans/app-1--a.md": bean()})).graph.index
    assert not index.is_reference(reference)


def test_a_graph_is_live_empty_declared_or_unresolved(tmp_path: Path) -> None:
    declaration = """
[graphs.live]
kind = "beans"
store = "live"
[graphs.spoilt]
kind = "beans"
store = "spoilt"
[graphs.absent]
kind = "beans"
store = "absent"
[graphs.hollow]
kind = "beans"
store = "hollow"
[graphs.declared]
store = "somewhere"
[graphs.strange]
kind = "unheard-of"
store = "live"
[graphs.outside]
kind = "beans"
store = "../elsewhere"
"""
    files = {"live/app-1--a.md": bean(), "spoilt/a.md": "no record", "hollow/.keep": ""}
    site = _write_site(tmp_path, declaration, files)
    assert {each.graph.id: each.graph.state for each in site.graphs} == {
        "live": "live",
        "spoilt": "live",
        "absent": "empty",
        "hollow": "empty",
        "declared": "declared",
        "strange": "unresolved",
        "outside": "unresolved",
    }


def test_a_graph_from_files_has_the_edges_of_its_files(tmp_path: Path) -> None:
    """The same as above through the whole line, with a list at the margin and an archived file."""
    site = build(
        write_beans(
            tmp_path,
            {
                "app-1": bean("One", type="epic"),
                "archive/app-2--x.md": bean("Two", "completed", parent="app-1"),
                "app-3": bean("Three", parent="app-1", blocked_by=["app-2", "app-4"]),
                "app-4": bean("Four"),
            },
        )
    )
    graph = judged(site).graph
    assert graph.children == {"app-1": ("app-2", "app-3")}
    assert graph.blockers == {"app-3": ("app-2", "app-4")}
    assert graph.reasons("app-3") == (Blocker("app-4", "app-3"),)
    assert graph.is_container(item(site, "app-1"))
    assert not graph.is_container(item(site, "app-3"))
    assert projection(site)["items"][2]["blocked_by"] == ["app-2", "app-4"]


# --- large stores --------------------------------------------------------------------------------------------------

# Beyond the limit of recursion, and where a square would show.
WIDE: Final = 14_688 if IS_THOROUGH else 2_000
DEEP: Final = 20_000 if IS_THOROUGH else 2_000
BYTES_OF_AN_ITEM: Final = 680  # at most, in a projection of items that have much in common


def _site(folder: Path, graph: Graph) -> Build:
    """A site whose store is in memory, so that a large one needs no files."""
    root = Root(write_beans(folder, {}))
    site = load_site(root)
    found = find([graph])
    return Build(root, site, found, project(site, found))


def _make_small_files(site: Build, item_ids: Iterable[str]) -> dict[str, int]:
    """The sizes of what is made of a whole graph, and of some items' pages."""
    pages = {f"beans/{identifier}/index.html" for identifier in item_ids}
    wanted = {"beans/index.html", "assets/beans/summary.json", "assets/beans/text.json", *pages}
    return {each.path: len(each.content()) for each in site.artifacts() if each.path in wanted}


def _make_chain(size: int) -> Graph:
    """Each below the one before it and waiting for the one after it."""
    last = size - 1
    return _graph(
        {
            f"n{number:05}": {
                "title": f"T{number}",
                "parent": f"n{number - 1:05}" if number else "",
                "blocked_by": [f"n{number + 1:05}"] if number < last else [],
            }
            for number in range(size)
        }
    )


def test_a_long_chain_of_beans_is_walked_without_recursion(tmp_path: Path) -> None:
    graph = _make_chain(DEEP)
    site = _site(tmp_path, graph)
    last = f"n{DEEP - 1:05}"
    assert len(graph.blocked_via) == DEEP
    assert graph.is_descendant(last, "n00000")
    assert graph.reasons(last) == (Blocker(last, f"n{DEEP - 2:05}"),)
    assert graph.blocking_cycles == graph.parent_cycles == {}
    found = site.graphs[0].findings
    assert sum(finding.rule == "blocked-by-descendant" for each in found for finding in each) == DEEP - 1
    assert len(site.projections[0].content) < DEEP * 1_000
    assert len(_make_small_files(site, [last])) == 4


def test_a_long_circle_of_beans_is_one_cycle_for_each_edge(tmp_path: Path) -> None:
    ring = {
        f"n{number:05}": {
            "parent": f"n{(number + 1) % DEEP:05}",
            "blocked_by": [f"n{(number + 1) % DEEP:05}"],
        }
        for number in range(DEEP)
    }
    graph = _graph(ring)
    site = _site(tmp_path, graph)
    assert graph.parent_cycles == graph.blocking_cycles
    assert graph.parent_cycles["n00000"] == "n00001"
    assert set(graph.parent_cycles.values()) == {"n00000", "n00001"}
    assert graph.intervals == {}
    assert len(_make_small_files(site, ["n00000"])) == 4


def test_thousands_of_beans_of_one_title_cost_kilobytes_each_and_not_gigabytes(tmp_path: Path) -> None:
    site = _site(tmp_path, _graph({f"app-{number:05}": {"title": "Same"} for number in range(WIDE)}))
    named = [
        finding.value
        for findings in site.graphs[0].findings
        for finding in findings
        if finding.rule == "duplicate-title"
    ]
    assert named == ["app-00001", *["app-00000"] * (WIDE - 1)]
    assert len(site.projections[0].content) < WIDE * BYTES_OF_AN_ITEM


def test_thousands_of_files_of_one_id_cost_kilobytes_each_and_not_gigabytes(tmp_path: Path) -> None:
    site = _site(tmp_path, _graph([("app", {"title": "Same"})] * WIDE))
    findings = site.graphs[0].findings
    assert all(sum(finding.rule == "duplicate-id" for finding in each) == 1 for each in findings)
    assert len(site.projections[0].content) < WIDE * BYTES_OF_AN_ITEM


def _many(size: int, fields: Callable[[int], Fields]) -> dict[str, Fields]:
    return {f"t{number}": {"title": f"T{number}", **fields(number)} for number in range(size)}


# Stores by their size, each the worst that a careless rule could meet.
SHAPES: dict[str, Callable[[int], Graph]] = {
    "a chain": _make_chain,
    "one title": lambda size: _graph(_many(size, lambda _: {"title": "Same"})),
    "one id": lambda size: _graph([("a", {"title": "Same"})] * size),
    "one id, each its own parent and blocker": lambda size: _graph(
        [("a", {"parent": "a", "blocked_by": ["a"]})] * size
    ),
    "one parent": lambda size: _graph({"e": {"type": "epic"}, **_many(size, lambda _: {"parent": "e"})}),
    "one closed parent of many files": lambda size: _graph(
        [*[("e", DROPPED)] * size, *_many(size, lambda _: {"parent": "e", "blocked_by": ["e"], **ACTIVE}).items()]
    ),
    "one blocker of all": lambda size: _graph({"a": {}, **_many(size, lambda _: {"blocked_by": ["a"]})}),
    "one that blocks all": lambda size: _graph(
        {"a": {"blocking": [f"t{each}" for each in range(size)]}, **_many(size, lambda _: {})}
    ),
    "one that waits for its children, which are begun": lambda size: _graph(
        {
            "e": {"type": "epic", "blocked_by": [f"t{each}" for each in range(size)]},
            **_many(size, lambda _: {"parent": "e", **ACTIVE}),
        }
    ),
    "a ring": lambda size: _graph(
        _many(size, lambda at: {"parent": f"t{(at + 1) % size}", "blocking": [f"t{at - 1}"]})
    ),
    "unknown parents": lambda size: _graph(_many(size, lambda at: {"parent": f"T{at}", "blocked_by": [f"x{at}"]})),
    "unknown words": lambda size: _graph(_many(size, lambda _: {"status": "finished", "type": "chore"})),
    "unknown keys": lambda size: _graph(_many(size, lambda _: {"Blocked-By": "x", "titel": "y"})),
}


def _count_calls(work: Callable[[], object]) -> int:
    """How many calls a piece of work makes: a measure of its cost that no machine's speed changes."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("shape", SHAPES)
def test_judging_a_store_of_twice_the_size_costs_about_twice_as_much(shape: str) -> None:
    small, large = (SHAPES[shape](size) for size in (300, 600))
    ratio = _count_calls(lambda: find([large])) / _count_calls(lambda: find([small]))
    assert ratio < 2.5


@pytest.mark.parametrize("shape", SHAPES)
def test_a_projection_of_twice_the_size_is_about_twice_as_long(shape: str, tmp_path: Path) -> None:
    small, large = (len(_site(tmp_path, SHAPES[shape](size)).projections[0].content) for size in (300, 600))
    assert large / small < 2.5


# One of each kind of shape in which a page names what other items have; in the rest only data grow, as looked at above.
OF_PAGES: Final = {
    "a chain",
    "one closed parent of many files",
    "one that blocks all",
}


@pytest.mark.parametrize(
    "shape", [pytest.param(shape, marks=() if shape in OF_PAGES else pytest.mark.full) for shape in SHAPES]
)
def test_all_files_of_a_site_of_twice_the_size_are_about_twice_as_long(shape: str, tmp_path: Path) -> None:
    def measure(size: int) -> int:
        paths = _site(tmp_path, SHAPES[shape](size)).artifacts()
        return sum(len(each.content()) for each in paths if each.path.startswith(("beans/", "assets/beans/")))

    assert measure(160) / measure(80) < 2.5
