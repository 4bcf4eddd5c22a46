"""Keeping a site fresh: builds anew when files have changed, keeps the last good build, and tells whoever listens."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct

from gen_docs.build import Facts, Memory, build_site
from gen_docs.declaration import Site
from gen_docs.errors import GenDocsError
from gen_docs.files import Root
from gen_docs.server.collecting import Collector
from gen_docs.server.snapshot import Snapshot, list_changes


class News(Struct, frozen=True):
    """What happened: the paths of data that changed, and what is wrong now, "" for nothing. `version` counts builds."""

    version: int
    paths: list[str]
    error: str


class Keeper:
    """The site of a root. `tell` is given a line for the person at the terminal."""

    def __init__(self, root: Root, tell: Callable[[str], None]) -> None:
        self._root: Final = root
        self._memory: Final = Memory()
        self._collector: Final = Collector()
        self._tell: Final = tell
        self._listeners: Final[set[asyncio.Queue[News]]] = set()
        self.snapshot: Snapshot | None = None
        self.news = News(0, [], "")

    @property
    def site(self) -> Site | None:
        """What is declared, as of the last build that could be made."""
        return self.snapshot.build.site if self.snapshot else None

    async def refresh(self) -> None:
        """Builds again, and tells the listeners what is different."""
        begun = time.perf_counter()
        before = self.snapshot
        self._collector.hold()
        try:
            after = await asyncio.to_thread(self._build)
            paths = await asyncio.to_thread(list_changes, before, after) if before else []
        except (GenDocsError, OSError) as error:
            self._announce([], str(error))
            self._tell(f"error: {error}")
            return
        finally:
            self._collector.rest()
        self.snapshot = after
        self._announce(paths, "")
        if before:
            self._tell(f"built again in {(time.perf_counter() - begun) * 1000:.0f} ms; data changed: {len(paths)}")

    def _build(self) -> Snapshot:
        snapshot = Snapshot(build_site(self._root, Facts(), self._memory))
        for page in ("index.html", "404.html"):  # a template that is broken for all pages is broken here too
            snapshot.answer(page)
        return snapshot

    def _announce(self, paths: list[str], error: str) -> None:
        self.news = News(self.news.version + 1, paths, error)
        for listener in self._listeners:
            listener.put_nowait(self.news)

    @asynccontextmanager
    async def listen(self) -> AsyncIterator["asyncio.Queue[News]"]:
        """What happens from now on, after how things stand."""
        queue: asyncio.Queue[News] = asyncio.Queue()
        queue.put_nowait(News(self.news.version, [], self.news.error))
        self._listeners.add(queue)
        try:
            yield queue
        finally:
            self._listeners.discard(queue)
