"""A site as of one build: its artifacts, each made when it is first asked for."""

import hashlib
import re
import threading
from typing import Final

from msgspec import Struct

from gen_docs.build import Build

RESERVED: Final = "_gen-docs"  # no graph and no page begins with "_"
_LIVE: Final = re.compile(rb'<section class="panel".*?</section>|<!--live-->.*?<!--/live-->', re.DOTALL)
_END_OF_HEAD: Final = b"</head>"


class Answer(Struct, frozen=True):
    """The bytes of an artifact, and by what to tell them from others. For a page, `digest` is that of what stands
    outside its panels and its dashboard: those follow by themselves."""

    content: bytes
    etag: str
    digest: str = ""


class Snapshot:
    """One build. May be asked from several threads; what all pages share is worked out by one of them."""

    def __init__(self, build: Build) -> None:
        self.build: Final = build
        self._artifacts: Final = {artifact.path: artifact for artifact in build.artifacts()}
        self._answers: Final[dict[str, Answer]] = {}
        self._lock: Final = threading.Lock()

    def __contains__(self, path: str) -> bool:
        return path in self._artifacts

    def answer(self, path: str) -> Answer:
        """An artifact's bytes; pages with the script that keeps them fresh. Raises TemplateError."""
        found = self._answers.get(path)
        if found is None:
            with self._lock:
                found = self._answers.get(path) or self._make(path)
        return found

    def _make(self, path: str) -> Answer:
        content = self._artifacts[path].content()
        digest = ""
        if path.endswith(".html"):
            digest = _digest(_LIVE.sub(b"", content))
            content = attach_script(content, digest)
        answer = self._answers[path] = Answer(content, f'"{_digest(content)}"', digest)
        return answer


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def attach_script(page: bytes, digest: str) -> bytes:
    """A page with the script that listens for changes, which no published page has."""
    script = f'<script type="module" src="/{RESERVED}/live.js" data-live="{digest}"></script>\n'
    return page.replace(_END_OF_HEAD, script.encode() + _END_OF_HEAD, 1)


def list_changes(before: Snapshot, after: Snapshot) -> list[str]:
    """The paths of public data that two builds have and that differ: what panels and dashboards read."""
    olds = {projection.path: bytes(projection.content) for projection in before.build.projections}
    changed = [
        projection.path
        for projection in after.build.projections
        if olds.get(projection.path) != bytes(projection.content)
    ]
    graphs = {judged.graph.id: judged.graph for judged in before.build.graphs}
    for judged in after.build.graphs:
        graph = judged.graph
        if not graph.is_projected:
            continue
        old = graphs.get(graph.id)
        summary = f"assets/{graph.id}/summary.json"
        if summary not in before or before.answer(summary).etag != after.answer(summary).etag:
            changed.append(summary)
        if old is None or old.items != graph.items:
            changed.append(f"assets/{graph.id}/text.json")
    return changed
