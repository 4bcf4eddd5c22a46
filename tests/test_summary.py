"""Summaries: every number is what a naive count over the items gives, and says what it counts."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import bean, build, examples, judged, outputs, projection, write_beans, write_files

from gen_docs.summary import Summary, summarise
from gen_docs.values import SEVERITIES

if TYPE_CHECKING:
    from gen_docs.graph import Graph


def summary(folder: Path, beans: Mapping[str, str | bytes]) -> Summary:
    return summarise(judged(build(write_beans(folder, beans))))


def progress(folder: Path, beans: Mapping[str, str | bytes]) -> dict[str, Any]:
    """How many below each container are closed, of how many."""
    return {each.id: (each.closed, each.total) for each in summary(folder, beans).containers}


def test_counts_say_what_they_count(tmp_path: Path) -> None:
    counts = summary(
        tmp_path,
        {
            "a-1": bean("Epic", "todo", type="epic"),
            "a-2": bean("Ready", "todo", parent="a-1"),
            "a-3": bean("Active", "in-progress"),
            "a-4": bean("Waits", "todo", blocked_by=["a-3"]),
            "a-5": bean("Below one that waits", "todo", parent="a-4"),
            "a-6": bean("Unknown word", "review"),
            "a-7": bean("No state", None),
            "a-8": bean("Done, and it waited", "completed", blocked_by=["a-3"]),
            "archive/a-9--x.md": bean("Dropped", "scrapped", body="## Reasons for Scrapping"),
            "archive/a-10--x.md": bean("Open in the archive", "draft"),
            "broken--x.md": "no front matter",
        },
    ).counts
    assert (counts.items, counts.open, counts.closed, counts.archived) == (10, 8, 2, 2)
    assert counts.ready == 1, "a-2 alone: containers group work, and are not listed as work"
    assert counts.blocked == 2, "a-4 and a-5, which inherits; a-8 is closed, so nothing blocks it"
    assert counts.problems == 1
    assert counts.items + counts.problems == 11, "files are items and problems"


def test_an_empty_store_counts_nothing_and_lists_every_state(tmp_path: Path) -> None:
    found = summary(tmp_path, {})
    assert set(vars_of(found.counts).values()) == {0}
    assert [(state.name, state.items) for state in found.states] == [
        ("in-progress", 0),
        ("todo", 0),
        ("draft", 0),
        ("completed", 0),
        ("scrapped", 0),
    ]
    assert (found.containers, found.findings) == ((), ())


def vars_of(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_states_stand_in_their_order_then_unknown_words_by_bytes_then_no_word(tmp_path: Path) -> None:
    words = ["review", "Done", "éclair", "scrapped", "todo", "todo", None, "review"]
    found = summary(tmp_path, {f"a-{at}": bean(f"T{at}", word) for at, word in enumerate(words)}).states
    assert [(state.name, state.state_class, state.items) for state in found] == [
        ("in-progress", "active", 0),
        ("todo", "ready", 2),
        ("draft", "draft", 0),
        ("completed", "done", 0),
        ("scrapped", "dropped", 1),
        ("Done", None, 1),
        ("review", None, 2),
        ("éclair", None, 1),
        ("", None, 1),
    ]


def test_an_id_of_two_files_counts_as_two_items(tmp_path: Path) -> None:
    found = summary(tmp_path, {"a-1--one.md": bean("One", "todo"), "a-1--two.md": bean("Two", "completed")})
    assert (found.counts.items, found.counts.open, found.counts.closed) == (2, 1, 1)


def test_progress_counts_what_stands_below_at_any_depth(tmp_path: Path) -> None:
    assert progress(
        tmp_path,
        {
            "m-1": bean("Milestone", type="milestone"),
            "e-1": bean("Epic", type="epic", parent="m-1"),
            "f-1": bean("Feature", "completed", type="feature", parent="e-1"),
            "t-1": bean("Task", "completed", parent="f-1"),
            "t-2": bean("Task 2", "todo", parent="f-1"),
            "t-3": bean("Task 3", "scrapped", parent="m-1"),
            "t-4": bean("Elsewhere", "todo"),
        },
    ) == {"m-1": (3, 4), "e-1": (2, 3)}


def test_a_container_below_a_container_is_not_counted_itself(tmp_path: Path) -> None:
    assert progress(
        tmp_path, {"m-1": bean("M", type="milestone"), "e-1": bean("E", "completed", type="epic", parent="m-1")}
    ) == {"m-1": (0, 0), "e-1": (0, 0)}


def test_every_file_below_a_container_counts(tmp_path: Path) -> None:
    assert progress(
        tmp_path,
        {
            "e-1": bean("E", type="epic"),
            "t-1--one.md": bean("One", "completed", parent="e-1"),
            "t-1--two.md": bean("Two", "todo", parent="e-1"),
        },
    ) == {"e-1": (1, 2)}


def test_both_files_of_a_container_show_what_is_below_their_id(tmp_path: Path) -> None:
    found = summary(
        tmp_path,
        {
            "e-1--one.md": bean("One", "todo", type="epic"),
            "e-1--two.md": bean("Two", "completed", type="epic"),
            "t-1": bean("T", "todo", parent="e-1"),
        },
    ).containers
    assert [(each.title, each.closed, each.total) for each in found] == [("One", 0, 1), ("Two", 0, 1)]


def test_an_id_does_not_stand_below_itself_where_only_one_of_its_files_is_a_container(tmp_path: Path) -> None:
    beans = {"e-1--one.md": bean("One", type="epic"), "e-1--two.md": bean("Two", type="task")}
    assert progress(tmp_path, beans) == {"e-1": (0, 0)}


@pytest.mark.parametrize(
    "beans",
    [
        {"e-1": bean("A", type="epic", parent="e-2"), "e-2": bean("B", type="epic", parent="e-1")},
        {"e-1": bean("A", type="epic", parent="e-1")},
        {
            "e-1": bean("A", type="epic", parent="t-1"),
            "t-1": bean("T", "completed", parent="t-2"),
            "t-2": bean("U", parent="e-1"),
        },
    ],
)
def test_a_circle_of_parents_ends(tmp_path: Path, beans: dict[str, str]) -> None:
    for closed, total in progress(tmp_path, beans).values():
        assert (closed, total) == (None, None) or 0 <= closed <= total <= len(beans)


def test_a_chain_of_any_length_is_counted(tmp_path: Path) -> None:
    beans = {"e-0": bean("E", type="epic")}
    beans |= {
        f"e-{at}": bean(f"T{at}", "completed" if at % 2 else "todo", parent=f"e-{at - 1}") for at in range(1, 1500)
    }
    assert progress(tmp_path, beans) == {"e-0": (750, 1499)}


def test_open_containers_come_first_and_those_with_most_to_do_before_the_others(tmp_path: Path) -> None:
    beans = {
        "e-1": bean("Closed", "completed", type="epic"),
        "e-2": bean("Little", type="epic"),
        "e-3": bean("Much", type="epic"),
        "e-4": bean("Nothing", type="epic"),
        "e-0": bean("Nothing too", type="epic"),
        "t-1": bean("T1", parent="e-2"),
        "t-2": bean("T2", parent="e-3"),
        "t-3": bean("T3", parent="e-3"),
        "t-4": bean("T4", parent="e-1"),
    }
    assert list(progress(tmp_path, beans)) == ["e-3", "e-2", "e-0", "e-4", "e-1"]


def test_findings_are_counted_by_rule_the_worst_first_and_open_apart_from_closed(tmp_path: Path) -> None:
    found = summary(
        tmp_path,
        {
            "a-1": bean("A", "todo", parent="x", body=""),
            "a-2": bean("B", "completed", body=""),
            "a-3": bean("C", "review"),
        },
    )
    assert [(rule.rule, rule.severity, rule.open, rule.closed) for rule in found.findings] == [
        ("parent-unknown", "error", 1, 0),
        ("unknown-word", "warning", 1, 0),
        ("empty-body", "note", 1, 1),
    ]
    assert (found.counts.findings_open, found.counts.findings_closed) == (3, 1)


def test_the_severity_is_the_graph_s_own(tmp_path: Path) -> None:
    declaration = (
        '[graphs.beans]\nkind = "beans"\nstore = "plan"\n[graphs.beans.rules]\nempty-body = { severity = "error" }\n'
    )
    site = build(write_files(tmp_path, {"gen-docs.toml": declaration, "plan/a-1--x.md": bean(body="")}))
    assert [(rule.rule, rule.severity) for rule in summarise(judged(site)).findings] == [("empty-body", "error")]


def test_the_published_summary_is_the_summary(tmp_path: Path) -> None:
    site = build(write_beans(tmp_path, {"a-1": bean(type="epic"), "a-2": bean("B", parent="a-1")}))
    published = orjson.loads(outputs(site)["assets/beans/summary.json"])
    found = summarise(judged(site))
    assert list(published) == ["$schema", "graph", "title", "state", "counts", "states", "containers", "findings"]
    assert published["counts"] == vars_of(found.counts)
    assert published["containers"][0]["total"] == 1


def test_the_badge_says_how_many_are_open(tmp_path: Path) -> None:
    made = outputs(
        build(write_beans(tmp_path, {"a-1": bean(), "a-2": bean("B", "completed"), "a-3": bean("C", "what")}))
    )
    assert orjson.loads(made["assets/beans/badge.json"])["message"] == "2 open"


# Any store, counted again without any cleverness, from the projection alone

_CLOSED = ("completed", "scrapped")
_KNOWN = ("in-progress", "todo", "draft", "completed", "scrapped")
_CONTAINERS = ("milestone", "epic")
_IDS = [f"a-{at}" for at in range(6)]


@st.composite
def _beans(draw: st.DrawFn) -> str:
    ids = st.sampled_from([*_IDS, "gone"])
    keys: dict[str, object] = {
        "type": draw(st.sampled_from(["epic", "milestone", "feature", "task", "chore", None])),
        "parent": draw(st.one_of(st.none(), ids)),
        "blocking": draw(st.lists(ids, max_size=2)) or None,
        "blocked_by": draw(st.lists(ids, max_size=2)) or None,
    }
    state = draw(st.sampled_from([*_KNOWN, "review", None]))
    body = draw(st.sampled_from(["", "Text.", "- [ ] a", "- [x] a"]))
    return bean(draw(st.sampled_from(["One", "Two", "Three"])), state, body=body, **keys)


_STORES = st.dictionaries(
    st.builds("{}{}--{}.md".format, st.sampled_from(["", "archive/"]), st.sampled_from(_IDS), st.sampled_from("xy")),
    _beans(),
    max_size=10,
)


class Recount:
    """The questions of a summary, each answered by looking at every item of a projection."""

    def __init__(self, projected: Any) -> None:
        self.projected = projected
        self.items: list[dict[str, Any]] = projected["items"]
        self.ids = {item["id"] for item in self.items}

    def is_open(self, item: dict[str, Any]) -> bool:
        return item.get("status") not in _CLOSED

    def is_open_id(self, identifier: str) -> bool:
        return any(self.is_open(item) for item in self.items if item["id"] == identifier)

    def parents(self, identifier: str) -> set[str]:
        written = {str(item.get("parent")) for item in self.items if item["id"] == identifier}
        return {parent for parent in written if parent in self.ids and parent != identifier}

    def above(self, identifier: str) -> set[str]:
        found: set[str] = set()
        level = self.parents(identifier)
        while level:
            found |= level
            level = {parent for each in level for parent in self.parents(each)} - found
        return found

    def blockers(self, identifier: str) -> set[str]:
        inward = {other for item in self.items if item["id"] == identifier for other in item.get("blocked_by", [])}
        outward = {item["id"] for item in self.items if identifier in item.get("blocking", [])}
        return {other for other in inward | outward if other in self.ids and self.is_open_id(other)}

    def is_blocked(self, identifier: str) -> bool:
        return any(self.blockers(each) for each in {identifier, *self.above(identifier)})

    def is_ready(self, item: dict[str, Any]) -> bool:
        return (
            item.get("status") == "todo"
            and item.get("type", "task") not in _CONTAINERS
            and not self.is_blocked(item["id"])
            and all(self.is_open_id(above) for above in self.above(item["id"]))
        )

    def counts(self) -> dict[str, int]:
        opened = [item for item in self.items if self.is_open(item)]
        closed = [item for item in self.items if not self.is_open(item)]
        return {
            "items": len(self.items),
            "open": len(opened),
            "closed": len(closed),
            "archived": sum("archived" in item for item in self.items),
            "ready": sum(self.is_ready(item) for item in self.items),
            "blocked": sum(self.is_blocked(item["id"]) for item in opened),
            "problems": len(self.projected["problems"]),
            "findings_open": sum(len(item.get("findings", [])) for item in opened),
            "findings_closed": sum(len(item.get("findings", [])) for item in closed),
        }

    def states(self) -> Counter[str]:
        return Counter(item.get("status", "") for item in self.items)

    def findings(self) -> Counter[tuple[str, bool]]:
        return Counter(
            (finding["rule"], self.is_open(item)) for item in self.items for finding in item.get("findings", [])
        )

    def first_parent(self, identifier: str) -> str | None:
        return min(self.parents(identifier), default=None)

    def chain(self, identifier: str) -> Iterator[str]:
        """The ids above one, by first parents, as long as they lead to a top."""
        found: list[str] = []
        current = self.first_parent(identifier)
        while current is not None:
            if current in found or current == identifier:
                return
            found.append(current)
            current = self.first_parent(current)
        yield from found

    def is_in_circle(self, identifier: str) -> bool:
        """Whether the first parents of an id lead round, and not to a top."""
        seen: set[str] = set()
        current: str | None = identifier
        while current is not None and current not in seen:
            seen.add(current)
            current = self.first_parent(current)
        return current is not None

    def progress(self, container: str) -> tuple[int, int] | tuple[None, None]:
        if self.is_in_circle(container):
            return None, None
        below = [
            item
            for item in self.items
            if item.get("type", "task") not in _CONTAINERS and container in self.chain(item["id"])
        ]
        return sum(not self.is_open(item) for item in below), len(below)


@given(_STORES)
@examples(100)
def test_a_summary_equals_a_naive_recount_of_the_projection(beans: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = build(write_beans(Path(folder), beans))
    found = summarise(judged(site))
    recount = Recount(projection(site))
    assert vars_of(found.counts) == recount.counts()
    assert {state.name: state.items for state in found.states if state.items} == dict(recount.states())
    assert [(each.id, (each.closed, each.total)) for each in sorted(found.containers, key=lambda each: each.id)] == [
        (item["id"], recount.progress(item["id"]))
        for item in sorted(recount.items, key=lambda item: str(item["id"]))
        if item.get("type", "task") in _CONTAINERS
    ]
    counted = recount.findings()
    assert {rule.rule: (rule.open, rule.closed) for rule in found.findings} == {
        name: (counted[name, True], counted[name, False]) for name, _ in counted
    }
    ranks = [SEVERITIES.index(rule.severity) for rule in found.findings]
    assert ranks == sorted(ranks)


def test_a_graph_of_a_kind_without_types_has_no_containers(tmp_path: Path) -> None:
    site = build(write_files(tmp_path, {"todos/items/a.md": "---\nsummary: A\nstatus: open\n---\n"}))
    graph: Graph = judged(site, "todos").graph
    found = summarise(judged(site, "todos"))
    assert found.containers == ()
    assert (found.counts.ready, len(graph.items)) == (1, 1)
