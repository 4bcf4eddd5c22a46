"""Losses: items that an earlier commit had and the files no longer have, for kinds whose items are never deleted.

An item is known by the id that its file's name gives. A rename or archiving is no loss, and neither is a file that has
become unreadable: it is still there.
"""

import os
from collections.abc import Iterable, Iterator

from msgspec import Struct

from gen_docs.errors import GenDocsError
from gen_docs.files import FileFault, Root, StoreFile, portable
from gen_docs.git import list_files, read_files
from gen_docs.graph import Graph
from gen_docs.kind import Kind
from gen_docs.readers import READERS
from gen_docs.values import Problem


class LossError(GenDocsError):
    """A store that cannot be compared."""


class Loss(Struct, frozen=True):
    """An item that a commit had and the files no longer have."""

    graph: str
    id: str
    path: str


class Comparison(Struct, frozen=True):
    """A graph compared with a commit: how many ids that had, or the code of why it could not be compared."""

    graph: str
    store: str
    ids: int = 0
    skipped: str = ""
    losses: tuple[Loss, ...] = ()


def compare_with_commit(root: Root, graph: Graph, commit: str) -> Comparison:
    """What a commit had of a graph's items and the files no longer have. Raises GitError."""
    store = graph.declared.store
    reason = _why_not_compared(graph)
    if reason:
        return Comparison(graph.id, store, skipped=reason)
    before = dict(_identify(graph.kind, store, list_files(root, commit, store)))
    if not before:
        return Comparison(graph.id, store, skipped="empty")
    suffix = READERS[graph.kind.table.reader].suffix
    try:
        present = root.list_paths(store, suffix)
    except FileFault:
        raise LossError(f"{store}: a folder in it cannot be listed, so nobody can say what is gone") from None
    now = {name for name, _ in _identify(graph.kind, store, present)}
    gone = [(name, path) for name, path in sorted(before.items()) if name not in now and b"\n" not in path]
    contents = read_files(root, commit, [path for _, path in gone]) if gone else []
    losses = tuple(
        Loss(graph.id, name, _show(path))
        for (name, path), content in zip(gone, contents, strict=True)
        if _was_record(graph.kind, path, content)
    )
    return Comparison(graph.id, store, len(before), losses=losses)


def _why_not_compared(graph: Graph) -> str:
    if not graph.is_projected:
        return "state"
    if not graph.kind.table.never_deleted:
        return "kind"
    return "" if READERS[graph.kind.table.reader].identify else "id"


def _identify(kind: Kind, store: str, paths: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """The id of every path that the reader would read, with the path."""
    reader = READERS[kind.table.reader]
    clean = os.path.normpath(store).encode()
    prefix = b"" if clean == b"." else clean + b"/"
    for path in paths:
        inner = path.removeprefix(prefix)
        is_hidden = any(part.startswith(b".") for part in inner.split(b"/")[:-1])
        if is_hidden or reader.identify is None or not path.endswith(reader.suffix.encode()):
            continue
        if identifier := reader.identify(_show(inner), kind.options):
            yield identifier, path


def _was_record(kind: Kind, path: bytes, data: bytes) -> bool:
    """Whether a lost file held a record at all: a text about the store may go."""
    file = StoreFile(_show(path), _show(path), data)
    (entry,) = READERS[kind.table.reader].read([file], kind.options)
    return not (isinstance(entry, Problem) and entry.code == "not-a-record")


def _show(path: bytes) -> str:
    return portable(path.decode("utf-8", "surrogateescape"))
