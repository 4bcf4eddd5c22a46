"""State graphs: items and the edges between them, and what follows from the edges.

`resolve` turns stores into graphs and then links the graphs through one index of ids. Pure. Everything is computed by
id, since two files may claim one: an id is open while any of its files is, and its files' parents and blockers are
joined. Every traversal is linear in items and edges, whatever a store holds.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from gen_docs.cycles import find_cycles, tree_intervals
from gen_docs.declaration import DeclaredGraph
from gen_docs.ids import Ids, SiteIndex, link_ids
from gen_docs.kind import Field, Kind, Link
from gen_docs.shape import Shaped
from gen_docs.values import CLOSED, Item

USUAL_DEPTH: Final = 8  # deeper than any plan is; beyond it, numbering the whole forest once is cheaper

GraphState = Literal["live", "empty", "declared", "unresolved"]


class Blocker(Struct, frozen=True, order=True):
    """An open item that something waits for; `via` is the item or ancestor that it blocks."""

    id: str
    via: str


class Graph:
    """A resolved state graph. Reads as a value: what is derived is computed once, on first use."""

    def __init__(self, declared: DeclaredGraph, shaped: Shaped, index: SiteIndex) -> None:
        self.declared: Final = declared
        self.items: Final = shaped.items
        self.problems: Final = shaped.problems
        self.index: Final = index
        self.tracked_by: Final = index.find(declared.tracked_by) if declared.tracked_by else None

    @property
    def id(self) -> str:
        return self.declared.id

    @property
    def kind(self) -> Kind:
        """The kind; only graphs that have one are asked for it."""
        assert self.declared.kind is not None, self.id  # noqa: S101 - see the docstring
        return self.declared.kind

    @property
    def defect(self) -> tuple[str, str] | None:
        """Why the declaration points at nothing: a code and its argument."""
        if self.declared.defect:
            return self.declared.defect
        if self.declared.tracked_by and self.tracked_by is None:
            return "unknown-item", self.declared.tracked_by
        return None

    @property
    def state(self) -> GraphState:
        if self.defect:
            return "unresolved"
        if self.declared.kind is None:
            return "declared"
        return "live" if self.items or self.problems else "empty"

    @property
    def is_projected(self) -> bool:
        """Whether the graph has a projection: it is read, even where nothing is in it."""
        return self.declared.kind is not None and self.declared.defect is None

    @cached_property
    def ids(self) -> Ids:
        return self.index.graphs[self.id]

    @cached_property
    def open_items(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.state_class not in CLOSED)

    @cached_property
    def open_ids(self) -> frozenset[str]:
        return frozenset(item.id for item in self.open_items)

    @cached_property
    def open_links(self) -> dict[str, tuple[tuple[Item, Link, str], ...]]:
        """For every edge the ids that open items write in its links, with the item and the link."""
        found: dict[str, list[tuple[Item, Link, str]]] = {}
        for link in self.kind.links:
            of_edge = found.setdefault(link.edge, [])
            name = link.field.name
            for item in self.open_items:
                if name in item.values:
                    of_edge.extend((item, link, other) for other in link_ids(item.values[name]))
        return {edge: tuple(links) for edge, links in found.items()}

    @cached_property
    def parents(self) -> dict[str, tuple[str, ...]]:
        """Existing parents of each id that has any, itself excepted."""
        return self._collect("parent", forward=True)

    @cached_property
    def children(self) -> dict[str, tuple[str, ...]]:
        return _invert(self.parents)

    @cached_property
    def blockers(self) -> dict[str, tuple[str, ...]]:
        """Existing ids that each id waits for, from both directions of writing; closed ones and itself included."""
        return self._collect("blocks", forward=False)

    @cached_property
    def blocking(self) -> dict[str, tuple[str, ...]]:
        return _invert(self.blockers)

    def _collect(self, edge: Literal["parent", "blocks"], *, forward: bool) -> dict[str, tuple[str, ...]]:
        """Targets of each id over the links of one edge, sorted. `forward` says that "out" points at the target."""
        found: dict[str, set[str]] = {}
        for link in self.kind.links_of(edge):
            name, is_straight = link.field.name, (link.direction == "out") == forward
            for item in self.items:
                written = item.values.get(name)
                for other in () if written is None else link_ids(written):
                    if other in self.ids.files and (edge != "parent" or other != item.id):
                        source, target = (item.id, other) if is_straight else (other, item.id)
                        found.setdefault(source, set()).add(target)
        return {source: tuple(sorted(found[source])) for source in sorted(found)}

    @cached_property
    def active_blockers(self) -> dict[str, tuple[str, ...]]:
        """The open ids that an id itself waits for; only ids that have any."""
        return {
            identifier: active
            for identifier, blockers in self.blockers.items()
            if (active := tuple(other for other in blockers if other in self.open_ids))
        }

    @cached_property
    def blocked_via(self) -> dict[str, str]:
        """For every blocked id the nearest of itself and its ancestors that has an active blocker."""
        return self._spread(self.active_blockers)

    @cached_property
    def below_closed(self) -> dict[str, str]:
        """For every id below a closed one the nearest closed ancestor; closed ids stand for themselves."""
        return self._spread(identifier for identifier in self.ids.files if identifier not in self.open_ids)

    def _spread(self, sources: Iterable[str]) -> dict[str, str]:
        """Every id reached from `sources` through children, with its nearest source (the first by bytes of equals)."""
        reached = {source: source for source in sorted(sources)}
        level = list(reached)
        while level:
            following: list[str] = []
            for identifier in level:
                for child in self.children.get(identifier, ()):
                    if child not in reached:
                        reached[child] = reached[identifier]
                        following.append(child)
            level = following
        return reached

    @cached_property
    def blocked_above(self) -> dict[str, tuple[str, ...]]:
        """For every id below a blocked one the nearest such ancestors, one for each parent that has any."""
        found = {
            identifier: {self.blocked_via[parent] for parent in parents if parent in self.blocked_via} - {identifier}
            for identifier, parents in self.parents.items()
        }
        return {identifier: tuple(sorted(above)) for identifier, above in found.items() if above}

    def is_blocked(self, identifier: str) -> bool:
        return identifier in self.open_ids and identifier in self.blocked_via

    def reasons(self, identifier: str) -> tuple[Blocker, ...]:
        """Why an id is blocked: its own active blockers, then those of the nearest blocked ancestors."""
        vias = (identifier, *self.blocked_above.get(identifier, ()))
        return tuple(Blocker(other, via) for via in vias for other in self.active_blockers.get(via, ()))

    def first_blocker(self, identifier: str) -> str:
        """The blocker that speaks for all of a blocked id."""
        return self.active_blockers[self.blocked_via[identifier]][0]

    def is_ready(self, item: Item) -> bool:
        """Whether nothing keeps an item from beginning: a ready state, no blocker, nothing closed above it."""
        return (
            item.state_class == "ready"
            and item.id not in self.blocked_via
            and not any(parent in self.below_closed for parent in self.parents.get(item.id, ()))
        )

    def can_start(self, item: Item) -> bool:
        """Whether somebody can begin work on an item now: it is ready, and work itself rather than a group of it."""
        return self.is_ready(item) and not self.is_container(item)

    def is_container(self, item: Item) -> bool:
        """Whether an item's type is one that groups work (a milestone, an epic)."""
        return self.type_of(item) in self._containers

    def type_of(self, item: Item) -> str:
        """The word of the type role, or its default; "" for a kind without types."""
        field = self._type_field
        return str(item.values.get(field.name, field.default or "")) if field else ""

    @cached_property
    def _type_field(self) -> Field | None:
        return self.kind.field_of("type")

    @cached_property
    def _containers(self) -> frozenset[str]:
        return frozenset(self._type_field.containers if self._type_field else ())

    @cached_property
    def parent_types(self) -> dict[str, frozenset[str]]:
        """The types of the files of every id that is a parent."""
        return {each: frozenset(map(self.type_of, self.ids.files[each])) for each in self.children}

    @cached_property
    def dropped_ids(self) -> frozenset[str]:
        """Ids all of whose files are dropped."""
        kept = {item.id for item in self.items if item.state_class != "dropped"}
        return frozenset(each for each in self.ids.files if each not in kept)

    @cached_property
    def speakers(self) -> dict[str, Item]:
        """The file that speaks for each id: the first open one, else the first."""
        return {
            each: next((item for item in files if item.is_open), files[0]) for each, files in self.ids.files.items()
        }

    def words_of(self, name: str) -> set[object]:
        """The words that a field has anywhere."""
        return {item.values[name] for item in self.items if name in item.values}

    def title_of(self, item: Item) -> str:
        return str(item.values.get(self._title_name, ""))

    @cached_property
    def _title_name(self) -> str:
        return self.kind.roles.get("title", "")

    @cached_property
    def blocking_cycles(self) -> dict[str, str]:
        """For every open id on a cycle of blocks the first other member by bytes."""
        open_edges = {
            identifier: tuple(other for other in others if other != identifier)
            for identifier, others in self.active_blockers.items()
            if identifier in self.open_ids
        }
        return find_cycles(open_edges)

    @cached_property
    def parent_cycles(self) -> dict[str, str]:
        return find_cycles(self.parents)

    @cached_property
    def intervals(self) -> dict[str, tuple[int, int]]:
        return tree_intervals(self.parents, self.ids.files)

    def is_descendant(self, identifier: str, ancestor: str) -> bool:
        """Whether `identifier` stands below `ancestor`: by the first parent where duplicate files give several; never
        in a circle, where everything would stand below everything."""
        if ancestor in self.parent_cycles:
            return False
        current = identifier
        for _ in range(USUAL_DEPTH):
            above = self.parents.get(current)
            if not above:
                return False
            current = above[0]
            if current == ancestor:
                return True
        inner, outer = self.intervals.get(identifier), self.intervals.get(ancestor)
        return bool(inner and outer and identifier != ancestor and outer[0] < inner[0] and inner[1] <= outer[1])


def _invert(edges: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for source, targets in edges.items():
        for target in targets:
            found.setdefault(target, []).append(source)
    return {target: tuple(found[target]) for target in sorted(found)}


def resolve(stores: Iterable[tuple[DeclaredGraph, Shaped]]) -> tuple[Graph, ...]:
    """The graphs of a site, in the order of their declaration, linked through one index of ids."""
    stores = tuple(stores)
    index = SiteIndex({}, {})
    for declared, shaped in stores:
        if declared.kind is not None and declared.defect is None:
            has_short = bool(getattr(declared.kind.options, "short_ids", False))
            index.graphs[declared.id] = Ids(shaped.items, has_short=has_short)
            index.units.setdefault(declared.kind.table.unit.one, []).append(declared.id)
    return tuple(Graph(declared, shaped, index) for declared, shaped in stores)
