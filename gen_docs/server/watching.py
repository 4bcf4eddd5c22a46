"""Watching the files that a site is built from: its stores, docs, templates and declarations, and the folders in which
they may appear."""

import asyncio
import os
from collections.abc import Iterable
from typing import Final

from watchfiles import awatch

from gen_docs.bundle import template_folder
from gen_docs.declaration import Site
from gen_docs.files import Root

QUIET_MS: Final = 15  # a change is acted upon when nothing has followed it for so long
LONGEST_MS: Final = 200


class Watcher:
    """Says when files have changed. Folders may vanish and come back."""

    def __init__(self, root: Root) -> None:
        self._root: Final = root
        self.changed: Final = asyncio.Event()

    async def watch(self, site: Site | None) -> None:
        """Sets `changed` whenever a file changes, until what must be watched is other than it was."""
        deep, flat = _list_folders(self._root, site)
        stop = asyncio.Event()
        tasks = [
            asyncio.create_task(self._follow(folders, stop, is_deep=is_deep))
            for folders, is_deep in ((deep, True), (flat, False))
            if folders
        ]
        marks = _mark({*deep, *flat})
        try:
            while True:
                await self.changed.wait()
                if _mark({*deep, *flat}) != marks:
                    return
                await asyncio.sleep(QUIET_MS / 1000)
        finally:
            stop.set()
            await asyncio.gather(*tasks)

    async def _follow(self, folders: Iterable[str], stop: asyncio.Event, *, is_deep: bool) -> None:
        stream = awatch(
            *folders,
            stop_event=stop,
            step=QUIET_MS,
            debounce=LONGEST_MS,
            recursive=is_deep,
            ignore_permission_denied=True,
        )
        async for _ in stream:
            self.changed.set()


def _mark(folders: Iterable[str]) -> dict[str, int]:
    """The identity of every folder that is there: one that came back under its name is another."""
    return {folder: os.stat(folder).st_ino for folder in folders if os.path.isdir(folder)}


def _list_folders(root: Root, site: Site | None) -> tuple[set[str], set[str]]:
    """The folders to watch with all that is below them, and those to watch alone: where a folder may appear."""
    top = os.fsdecode(root.folder)
    paths = [graph.store for graph in site.graphs if graph.store] if site else []
    paths += [site.docs, site.templates] if site else []
    deep = {str(template_folder())}
    flat = {top}
    for path in filter(None, paths):
        place = root.locate(path)
        if place is None:
            continue
        if os.path.isdir(place):
            deep.add(os.fsdecode(place))
        above = os.path.dirname(os.fsdecode(place))
        while above.startswith(top) and above not in flat:
            flat.add(above)
            above = os.path.dirname(above)
    return {folder for folder in deep if os.path.isdir(folder)}, {folder for folder in flat if os.path.isdir(folder)}
