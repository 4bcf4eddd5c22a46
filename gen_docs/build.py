"""The straight line: from the files under a root to artifacts.

`build_site` shows every step in order. It reads files and nothing else: no clock, environment, network or git. What
the output must know beyond them is passed in as facts, and never reaches a projection. Artifacts are lazy: the gate
takes the projections and renders nothing.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gen_docs.declaration import DeclaredGraph, Site, load_site, replace_base_url
from gen_docs.errors import GenDocsError
from gen_docs.files import FileFault, Root, StoreFile
from gen_docs.graph import resolve
from gen_docs.projection import Projection, project
from gen_docs.readers import READERS
from gen_docs.rules import Judged, find
from gen_docs.shape import Shape, Shaped, shape_store
from gen_docs.stamp import Stamp
from gen_docs.values import Artifact, Item, Problem, Record

if TYPE_CHECKING:
    from gen_docs.docs.links import Links


class Facts(Struct, frozen=True):
    """What a build is told beyond the files. `base_url` replaces the declared one; `stamp` says what is built, and
    when."""

    base_url: str = ""
    stamp: Stamp | None = None


class Lookup:
    """The question whether a path from the root is there, with all answers that were given."""

    def __init__(self, root: Root) -> None:
        self._root: Final = root
        self.answers: Final[dict[str, bool]] = {}

    def __call__(self, path: str) -> bool:
        found = self.answers.get(path)
        if found is None:
            found = self.answers[path] = self._root.exists(path)
        return found


class StoreError(GenDocsError):
    """A store of which nothing can be said, since its own folder cannot be listed."""


class Build(Struct, frozen=True, dict=True):
    """A built site: what was declared and found, the projections as bytes, and everything else on demand."""

    root: Root
    site: Site
    graphs: tuple[Judged, ...]
    projections: tuple[Projection, ...]
    stamp: Stamp | None = None

    @cached_property
    def lookup(self) -> "Lookup":
        """Which files there are beside those of stores and docs, asked once for each."""
        return Lookup(self.root)

    @cached_property
    def links(self) -> "Links":
        """The docs: read on first use, since the gate needs none. Raises DeclarationError for a route taken twice."""
        from gen_docs.catalogue import load_catalogue  # noqa: PLC0415 - see `artifacts`
        from gen_docs.docs.library import Library  # noqa: PLC0415 - see `artifacts`
        from gen_docs.docs.links import Links  # noqa: PLC0415 - see `artifacts`
        from gen_docs.docs.manifest import read_docs  # noqa: PLC0415 - see `artifacts`
        from gen_docs.views import SiteViews  # noqa: PLC0415 - see `artifacts`

        catalogue = load_catalogue(self.site.languages[0])
        views = SiteViews(self.site, self.graphs, catalogue, self.lookup, self.stamp)
        library = Library(read_docs(self.root, self.site.docs, self.site.languages), self.site)
        return Links(library, views, self.lookup)

    def artifacts(self) -> Iterator[Artifact]:
        """Every output file. Renders one page at a time, when its content is asked for."""
        from gen_docs.render import render  # noqa: PLC0415 - the gate renders nothing and should not load Jinja

        for projection in self.projections:
            yield Artifact(projection.path, partial(bytes, projection.content))
        yield from render(self.root, self.links)


def build_site(root: Root, facts: Facts | None = None, memory: "Memory | None" = None) -> Build:
    """The site of a root. Raises DeclarationError and StoreError. `memory` changes how long it takes, nothing else."""
    site = load_site(root)
    if facts and facts.base_url:
        site = replace_base_url(site, facts.base_url)
    stores = [(declared, read_store(root, declared, memory)) for declared in site.graphs]
    graphs = resolve(stores)
    judged = find(graphs)
    projections = project(site, judged)
    return Build(root, site, judged, projections, facts.stamp if facts else None)


class Memory:
    """What the files of each graph gave the last time, for a process that builds again and again: a file that says the
    same again is not read again."""

    def __init__(self) -> None:
        self._kept: Final[dict[str, tuple[DeclaredGraph, dict[str, tuple[StoreFile, Item | Problem]]]]] = {}

    def read(self, files: Iterable[StoreFile], declared: DeclaredGraph) -> Iterator[Item | Problem]:
        """What some files give, one for each."""
        kind = declared.kind
        assert kind is not None  # noqa: S101 - only graphs that have a kind are read
        shape, reader = Shape(kind, declared.aliases), READERS[kind.table.reader]
        before, known = self._kept.get(declared.id, (None, {}))
        known = known if before == declared else {}
        fresh: dict[str, tuple[StoreFile, Item | Problem]] = {}
        for file in files:
            found = known.get(file.path)
            if found is None or (found[0] is not file and found[0] != file):
                entry = next(iter(reader.read([file], kind.options)))
                found = file, shape.apply(entry) if isinstance(entry, Record) else entry
            fresh[file.path] = found
            yield found[1]
        self._kept[declared.id] = declared, fresh


def read_store(root: Root, declared: DeclaredGraph, memory: Memory | None) -> Shaped:
    """What the store of a graph holds, in its kind's shape; nothing for a graph that is only declared."""
    kind = declared.kind
    if kind is None or declared.defect is not None:
        return Shaped((), ())
    reader = READERS[kind.table.reader]
    try:
        files = root.walk(declared.store, reader.suffix)
        entries = memory.read(files, declared) if memory else reader.read(files, kind.options)
        return shape_store(entries, kind, declared.aliases)
    except FileFault:
        raise StoreError(f"{declared.store}: the store cannot be listed; look at its permissions") from None
